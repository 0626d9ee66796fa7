//! One function under construction: its registers, labels, code, and where its variables are.
//!
//! Registers are used like a stack: `top` is the first free one, an expression's temporaries are released when it is done, and a call's arguments stand
//! above everything alive. A register keeps its kind, raw or pointer, for the whole function (the collector relies on it), so asking for one skips those
//! of the other kind.

use super::mono::Mono;
use super::{Compiler, ContextId, Convention, Input, Job};
use crate::core::{BindId, CoreId, Pat};
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::Name;
use crate::types::ty::Ty;
use crate::vm::Vm;
use crate::vm::op::{Op, Reg};
use crate::vm::program::Func;
use rustc_hash::FxHashMap;

/// Where a value is.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Place {
    /// In one register.
    Reg(Reg),
    /// A tuple or record whose parts are in registers.
    Spread(Vec<Reg>),
}

/// What to do with a value.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) enum Target {
    /// Leave it in this register.
    Reg(Reg),
    /// Return it.
    Return,
}

/// A jump target not known yet.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Label(pub u32);

pub(super) struct Gen<'a> {
    pub compiler: &'a mut Compiler,
    pub vm: &'a mut Vm,
    pub input: Input<'a>,
    pub context: ContextId,
    pub code: Vec<Op>,
    pub top: usize,
    /// Variables in scope.
    pub variables: FxHashMap<BindId, Place>,
    /// What the patterns of the present row test: a register's constructor, or something else.
    pub tests: Vec<Option<(Reg, u16)>>,
    /// Constructors that the values in registers are known not to have.
    pub excluded: Vec<(Reg, u16)>,
    name: Name,
    pub span: Span,
    spans: Vec<(u32, Span)>,
    pointers: Vec<bool>,
    labels: Vec<u32>,
    /// Jump tables by number, still as labels.
    tables: Vec<(u32, Vec<Label>)>,
    groups: Vec<u8>,
    argument_pointers: Vec<bool>,
    captures: Option<(u16, u16)>,
    too_large: Option<&'static str>,
    /// Something was reported: there is no sensible code.
    failed: bool,
}

/// More registers than this make no sensible function; the machine's limit is 65,536.
const REGISTERS: usize = 60_000;

impl<'a> Gen<'a> {
    pub fn new(
        compiler: &'a mut Compiler,
        vm: &'a mut Vm,
        input: Input<'a>,
        context: ContextId,
        name: Name,
        span: Span,
    ) -> Gen<'a> {
        Gen {
            compiler,
            vm,
            input,
            context,
            code: Vec::new(),
            top: 0,
            variables: FxHashMap::default(),
            tests: Vec::new(),
            excluded: Vec::new(),
            name,
            span,
            spans: Vec::new(),
            pointers: Vec::new(),
            labels: Vec::new(),
            tables: Vec::new(),
            groups: Vec::new(),
            argument_pointers: Vec::new(),
            captures: None,
            too_large: None,
            failed: false,
        }
    }

    /// A whole function.
    pub fn function(mut self, job: &Job) -> Func {
        for &param in job.params.iter() {
            let mono = self.binding_type(param);
            if job.convention == Convention::Outside {
                let reg = self.reg_of(mono);
                self.groups.push(1);
                self.argument_pointers.push(self.is_pointer(mono));
                self.variables.insert(param, Place::Reg(reg));
                continue;
            }
            self.groups
                .push(self.compiler.monos.words(mono).len() as u8);
            let place = self.argument(mono);
            self.variables.insert(param, place);
        }
        self.limit(job.params.len(), u8::MAX as usize, "too many parameters");
        match job.convention {
            Convention::Arguments => {
                for &free in job.free.iter() {
                    let mono = self.binding_type(free);
                    let place = self.argument(mono);
                    self.variables.insert(free, place);
                }
                // Further arguments belong to the last group: a direct call passes them along.
                if !job.free.is_empty() {
                    let words: usize = self.argument_pointers.len();
                    let before: usize = self.groups.iter().rev().skip(1).map(|&g| g as usize).sum();
                    self.limit(
                        words - before,
                        u8::MAX as usize,
                        "uses too many variables of the functions around it",
                    );
                    if let Some(last) = self.groups.last_mut() {
                        *last = (words - before) as u8;
                    }
                }
            }
            Convention::Closure => self.captured(job),
            Convention::Outside => {}
        }
        self.tail(job.body);
        self.finish()
    }

    fn argument(&mut self, mono: Mono) -> Place {
        let words = self.compiler.monos.words(mono);
        let regs: Vec<Reg> = words.iter().map(|&p| self.reg(p)).collect();
        self.argument_pointers.extend(words);
        if regs.len() == 1 {
            Place::Reg(regs[0])
        } else {
            Place::Spread(regs)
        }
    }

    /// Takes the variables from outside out of the closure.
    fn captured(&mut self, job: &Job) {
        let monos: Vec<Mono> = job.free.iter().map(|&b| self.binding_type(b)).collect();
        let slots = self.compiler.monos.slots(&monos);
        let pointers = monos
            .iter()
            .filter(|&&m| self.compiler.monos.is_pointer(m))
            .count();
        self.captures = Some((pointers as u16, (monos.len() - pointers) as u16));
        let closure = self.reg(true);
        for ((&bind, &mono), slot) in job.free.iter().zip(&monos).zip(slots) {
            let d = self.reg_of(mono);
            self.emit(Op::Load {
                d,
                a: closure,
                i: slot,
            });
            self.variables.insert(bind, Place::Reg(d));
        }
    }

    /// Ends the function: resolves labels.
    pub fn finish(mut self) -> Func {
        if let Some(why) = self.too_large {
            self.compiler.problems.push(
                Diagnostic::error("E0601", self.span, "This is too large to be compiled.")
                    .at(why)
                    .help("Split it into several declarations, or compute the values from a list."),
            );
            self.failed = true;
        }
        if self.failed {
            // It is never called, but the machine must be able to link it.
            self.code = vec![Op::RaiseBuiltin {
                exn: crate::vm::exn::MATCH,
            }];
            self.spans.clear();
            self.tables.clear();
            self.groups.clear();
            self.argument_pointers.clear();
            self.captures = None;
        }
        let labels = std::mem::take(&mut self.labels);
        for op in &mut self.code {
            if let Some(to) = op.target() {
                *to = labels[*to as usize];
            }
        }
        for (table, targets) in &self.tables {
            let targets = targets.iter().map(|label| labels[label.0 as usize]);
            self.vm.program_mut().tables[*table as usize] = targets.collect();
        }
        if self.pointers.is_empty() {
            self.pointers.push(false);
        }
        Func {
            name: self.name,
            span: self.span,
            groups: self.groups,
            argument_pointers: self.argument_pointers,
            captures: self.captures,
            registers: self.pointers.len() as u16,
            pointers: self.pointers,
            code: self.code,
            spans: self.spans,
        }
    }

    /// Gives the function up if it needs more of something than the machine has.
    pub fn limit(&mut self, needed: usize, available: usize, why: &'static str) {
        if needed > available {
            self.too_large.get_or_insert(why);
        }
    }

    /// Reports something that the checker should not have let through.
    pub fn mistake(&mut self, what: &str) {
        self.failed = true;
        self.compiler.problems.push(super::mistake(what, self.span));
    }

    pub fn emit(&mut self, op: Op) {
        self.code.push(op);
    }

    /// The instructions that follow belong to this expression.
    pub fn at(&mut self, span: Span) {
        let pc = self.code.len() as u32;
        match self.spans.last_mut() {
            Some(last) if last.1 == span => {}
            Some(last) if last.0 == pc => last.1 = span,
            _ => self.spans.push((pc, span)),
        }
    }

    pub fn label(&mut self) -> Label {
        self.labels.push(0);
        Label(self.labels.len() as u32 - 1)
    }

    pub fn place_label(&mut self, label: Label) {
        self.labels[label.0 as usize] = self.code.len() as u32;
    }

    /// A jump table that is filled when the labels are known.
    pub fn new_table(&mut self, targets: Vec<Label>) -> u32 {
        let number = self.vm.program.tables.len() as u32;
        self.vm.program_mut().tables.push(Vec::new());
        self.tables.push((number, targets));
        number
    }

    /// A free register of a kind.
    pub fn reg(&mut self, pointer: bool) -> Reg {
        self.window(&[pointer])
    }

    /// A free register for a value of a type.
    pub fn reg_of(&mut self, mono: Mono) -> Reg {
        self.reg(self.compiler.monos.is_pointer(mono))
    }

    /// Free registers side by side, of these kinds, above all that are in use.
    pub fn window(&mut self, kinds: &[bool]) -> Reg {
        let mut base = self.top;
        while !(kinds.iter().enumerate())
            .all(|(i, kind)| self.pointers.get(base + i).is_none_or(|k| k == kind))
        {
            base += 1;
        }
        let end = base + kinds.len().max(1);
        if end > REGISTERS {
            self.too_large = Some("needs too many intermediate values at once");
            self.pointers.clear();
            self.top = 0;
            return 0;
        }
        // A gap between the old end and the window cannot be: the search stops there at the latest.
        for i in self.pointers.len()..end {
            self.pointers
                .push(kinds.get(i - base).copied().unwrap_or(false));
        }
        self.top = end;
        base as Reg
    }

    /// The kind a register was made with.
    pub fn register_kind(&self, reg: Reg) -> bool {
        self.pointers.get(reg as usize).copied().unwrap_or(false)
    }

    /// Runs `body` and gives back the registers it took.
    pub fn scoped<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        let top = self.top;
        let result = body(self);
        self.top = top;
        result
    }

    pub fn mono(&mut self, ty: Ty) -> Mono {
        self.compiler.close(self.input.checker, ty, self.context)
    }

    pub fn type_of(&mut self, id: CoreId) -> Mono {
        self.mono(self.input.core[id].ty)
    }

    pub fn binding_type(&mut self, bind: BindId) -> Mono {
        self.mono(self.input.core.binding(bind).scheme.ty)
    }

    pub fn is_pointer(&self, mono: Mono) -> bool {
        self.compiler.monos.is_pointer(mono)
    }

    pub fn move_to(&mut self, d: Reg, a: Reg) {
        if d != a {
            self.emit(Op::Move { d, a });
        }
    }

    /// The register a value of a type is to be computed into.
    pub fn destination(&mut self, target: Target, mono: Mono) -> Reg {
        match target {
            Target::Reg(d) => d,
            Target::Return => self.reg_of(mono),
        }
    }

    /// Ends a computation whose value is in the register `destination` gave.
    pub fn done(&mut self, d: Reg, target: Target) {
        if target == Target::Return {
            self.emit(Op::Return { a: d });
        }
    }

    pub fn int(&mut self, d: Reg, value: i64) {
        match i32::try_from(value) {
            Ok(v) => self.emit(Op::Int { d, v }),
            Err(_) => {
                let k = self.compiler.constant(self.vm, value as u64);
                self.emit(Op::Const { d, k });
            }
        }
    }

    /// A top-level `val`: evaluate, take apart, store.
    pub fn top_val(&mut self, pat: &Pat, expr: CoreId) {
        let mono = self.type_of(expr);
        let place = self.place(expr);
        let fail = self.label();
        self.test(pat, &place, mono, fail);
        let mut binds = Vec::new();
        super::free::bound_by(pat, &mut binds);
        for bind in binds {
            let mono = self.binding_type(bind);
            let a = self.variable_value(bind, mono);
            let global = self.compiler.global_of(self.vm, bind, mono);
            self.emit(match global.pointer {
                true => Op::SetPtr { g: global.index, a },
                false => Op::SetRaw { g: global.index, a },
            });
        }
        let unit = self.reg(false);
        self.emit(Op::Int { d: unit, v: 0 });
        self.emit(Op::Return { a: unit });
        self.place_label(fail);
        self.raise_bind(expr);
    }
}
