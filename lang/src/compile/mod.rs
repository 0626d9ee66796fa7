//! Code generation: from `core` to register code, one copy of a function for each combination of types it is used at.
//!
//! `mono` closed types and layouts, `free` what functions need from outside, `function` one function's registers, labels and code, `expr`, `call`,
//! `branch`, `pattern`, `switch`, `operator` one class of expressions each. Nothing is compiled before it is needed: a reference to a function at new types puts a
//! job on the list, and `Compiler::finish` works the list off.

pub mod mono;

mod branch;
mod call;
mod expr;
mod free;
mod function;
mod operator;
mod pattern;
mod switch;
#[cfg(test)]
mod tests;

use crate::core::{BindId, Core, CoreId, Dec, ExnId, Kind};
use crate::diagnostic::Diagnostic;
use crate::span::{SourceId, Span};
use crate::syntax::ast::Name;
use crate::types::Checker;
use crate::types::ty::{Scheme, Ty, TyVar};
use crate::vm::Vm;
use crate::vm::heap::TAGS;
use crate::vm::program::{Exception, Func, Payload, ShapeId, Word};
use free::Definitions;
pub(crate) use free::children;
use function::Gen;
use mono::{Carried, Mono, Monos};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Where a global lies.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Global {
    /// Among the pointer globals?
    pub pointer: bool,
    /// Its number there.
    pub index: u32,
    /// Its type.
    pub mono: Mono,
}

/// The types that the variables of an instance stand for. An instance of a local function sees those of the functions around it.
#[derive(Clone, Debug, Default)]
struct Context {
    parent: Option<ContextId>,
    types: Vec<(TyVar, Mono)>,
    /// Local functions and templates declared under it.
    declares: FxHashSet<BindId>,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
struct ContextId(u32);

const TOP: ContextId = ContextId(0);

/// How many functions one declaration may make: each version of a polymorphic function is one.
const VERSIONS: usize = 20_000;

/// A function still to be compiled.
#[derive(Clone, Debug)]
struct Job {
    func: u32,
    name: Name,
    span: Span,
    params: Arc<[BindId]>,
    body: CoreId,
    /// Variables from outside: passed after the parameters, or taken from the closure.
    free: Arc<[BindId]>,
    context: ContextId,
    convention: Convention,
}

/// How a function gets the variables it needs from outside.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Convention {
    /// As further arguments.
    Arguments,
    /// It needs none. It is called from outside, so that every parameter is one word, also a tuple.
    Outside,
    /// From its closure.
    Closure,
}

/// The code generator; it lives as long as the session.
#[derive(Clone, Debug)]
pub struct Compiler {
    /// Closed types.
    pub monos: Monos,
    definitions: Definitions,
    contexts: Vec<Context>,
    /// Direct functions by where they are declared, variable and types.
    instances: FxHashMap<(ContextId, BindId, Vec<Mono>), u32>,
    /// Functions as closures, of the same.
    wrappers: FxHashMap<(ContextId, BindId, Vec<Mono>), u32>,
    /// Globals of monomorphic top-level variables.
    globals: FxHashMap<BindId, Global>,
    /// Exceptions' numbers, by the types of the instance they are declared in.
    exceptions: FxHashMap<(ExnId, Vec<Mono>), u32>,
    strings: FxHashMap<Arc<[u8]>, u32>,
    integers: FxHashMap<num_bigint::BigInt, u32>,
    constants: FxHashMap<Word, u32>,
    headers: FxHashMap<Word, u32>,
    jobs: Vec<Job>,
    /// How many functions and exceptions there may be: what a header has room for.
    tags: usize,
    /// The program was too large or used what cannot be compiled.
    problems: Vec<Diagnostic>,
}

/// What generating code needs besides the compiler itself.
#[derive(Copy, Clone)]
pub(crate) struct Input<'a> {
    pub checker: &'a Checker,
    pub core: &'a Core,
}

impl Default for Compiler {
    fn default() -> Compiler {
        Compiler {
            monos: Monos::default(),
            definitions: Definitions::default(),
            contexts: vec![Context::default()],
            instances: FxHashMap::default(),
            wrappers: FxHashMap::default(),
            globals: FxHashMap::default(),
            exceptions: FxHashMap::default(),
            strings: FxHashMap::default(),
            integers: FxHashMap::default(),
            constants: FxHashMap::default(),
            headers: FxHashMap::default(),
            jobs: Vec::new(),
            tags: TAGS,
            problems: Vec::new(),
        }
    }
}

impl Compiler {
    /// Makes a declaration known, so that its functions can be referred to.
    pub fn declare(&mut self, checker: &mut Checker, dec: &Dec) {
        self.definitions
            .register(&mut checker.core, &checker.types, dec);
    }

    /// What a declared variable stands for: the body of its function, or the expression of its `val` with the pattern that takes it apart.
    pub(crate) fn definition(&self, bind: BindId) -> Option<(CoreId, Option<crate::core::Pat>)> {
        match self.definitions.functions.get(&bind) {
            Some(function) => Some((function.body, None)),
            None => {
                let (expr, pat) = self.definitions.values.get(&bind)?;
                Some((*expr, Some(pat.clone())))
            }
        }
    }

    /// Compiles a top-level `val`: a function without arguments that evaluates it and stores the globals.
    pub fn top_val(
        &mut self,
        checker: &Checker,
        vm: &mut Vm,
        dec: &Dec,
    ) -> Result<u32, Vec<Diagnostic>> {
        let Dec::Val {
            pat, expr, span, ..
        } = dec
        else {
            return Err(Vec::new());
        };
        let input = input(checker);
        let span = *span;
        let func = self.reserve(vm, "val", span);
        let mut gen_ = Gen::new(self, vm, input, TOP, "val".into(), span);
        gen_.top_val(pat, *expr);
        let code = gen_.finish();
        vm.program_mut().funcs[func as usize] = code;
        self.finish(checker, vm, span).map(|()| func)
    }

    /// Makes an expression that is not part of a declaration known.
    pub fn declare_expression(&mut self, checker: &mut Checker, expr: CoreId) {
        let dec = Dec::Val {
            pat: crate::core::Pat::Wild,
            expr,
            vars: Arc::from([]),
            span: checker.core[expr].span,
        };
        self.declare(checker, &dec);
    }

    /// Lets the machine see the shapes of types met so far.
    pub fn publish_shapes(&self, vm: &mut Vm) {
        let known = vm.program.shapes.len();
        vm.program_mut()
            .shapes
            .extend_from_slice(&self.monos.shapes[known..]);
    }

    /// The shape of exceptions.
    pub(crate) fn exn_shape(&mut self, checker: &Checker) -> ShapeId {
        let node = mono::MonoNode::Con(crate::types::ty::EXN, Vec::new());
        ShapeId(self.monos.add(&checker.types, node).0)
    }

    /// Compiles an expression as a function of some variables, for inscriptions and colour-set ranges.
    pub fn expression(
        &mut self,
        checker: &Checker,
        vm: &mut Vm,
        params: &[BindId],
        expr: CoreId,
    ) -> Result<u32, Vec<Diagnostic>> {
        let span = checker.core[expr].span;
        let func = self.reserve(vm, "expression", span);
        self.jobs.push(Job {
            func,
            name: "expression".into(),
            span,
            params: params.into(),
            body: expr,
            free: Arc::from([]),
            context: TOP,
            convention: Convention::Outside,
        });
        self.finish(checker, vm, span).map(|()| func)
    }

    /// Works off all jobs and links the result.
    fn finish(
        &mut self,
        checker: &Checker,
        vm: &mut Vm,
        span: Span,
    ) -> Result<(), Vec<Diagnostic>> {
        let input = input(checker);
        let first = vm.program.funcs.len();
        while let Some(job) = self.jobs.pop() {
            if vm.program.funcs.len() > first + VERSIONS {
                self.jobs.clear();
                self.problems.push(
                    Diagnostic::error("E0604", span, "This needs too many versions of its functions.")
                        .at(format!("more than {VERSIONS} combinations of types"))
                        .help("A function is compiled once for each combination of types it is used at; functions that pass larger and larger types to each other multiply them."),
                );
                break;
            }
            if vm.poll().is_err() {
                self.jobs.clear();
                self.problems.push(crate::failure::out_of_time(span));
                break;
            }
            let func = job.func;
            let code =
                Gen::new(self, vm, input, job.context, job.name.clone(), job.span).function(&job);
            vm.program_mut().funcs[func as usize] = code;
        }
        if vm.program.funcs.len() > self.tags {
            self.problems.push(too_many("functions", self.tags, span));
        }
        let mut problems = std::mem::take(&mut self.problems);
        if !problems.is_empty() {
            self.forget_unfinished(vm);
        }
        self.publish_shapes(vm);
        if let Err(invalid) = vm.seal() {
            problems.push(Diagnostic::error(
                "E0602",
                span,
                format!(
                    "The generated code is not valid, which is a mistake in Sweepnet: {invalid}."
                ),
            ));
        }
        if problems.is_empty() {
            Ok(())
        } else {
            Err(problems)
        }
    }

    /// After a problem some functions have no code, or none that makes sense: nothing may find them again.
    fn forget_unfinished(&mut self, vm: &mut Vm) {
        self.instances.clear();
        self.wrappers.clear();
        for func in &mut vm.program_mut().funcs {
            if func.code.is_empty() {
                func.code = vec![crate::vm::op::Op::RaiseBuiltin {
                    exn: crate::vm::exn::MATCH,
                }];
            }
        }
    }

    /// Tells the machine of the built-in exceptions, whose numbers it knows.
    pub(crate) fn add_builtin_exceptions(&mut self, checker: &Checker, vm: &mut Vm) {
        for id in 0..crate::vm::exn::COUNT as u32 {
            self.exception(checker, vm, ExnId(id), TOP, Span::new(SourceId(0), 0, 0));
        }
    }

    /// The machine's number of an exception. One that carries values of a polymorphic function's type variables is another one for each instance of that
    /// function: a packet must only be opened at the types it was made at.
    fn exception(
        &mut self,
        checker: &Checker,
        vm: &mut Vm,
        id: ExnId,
        context: ContextId,
        span: Span,
    ) -> u32 {
        let (name, of) = checker.exceptions[id.0 as usize].clone();
        let mut vars = Vec::new();
        of.iter()
            .for_each(|&of| checker.types.free_vars(of, &mut vars));
        let unit = self
            .monos
            .add(&checker.types, mono::MonoNode::Tuple(Vec::new()));
        let at: Vec<Mono> = (vars.iter())
            .map(|&v| self.lookup(context, v).unwrap_or(unit))
            .collect();
        if let Some(&number) = self.exceptions.get(&(id, at.clone())) {
            return number;
        }
        let payload = match of.map(|of| self.carried_type(checker, of, context)) {
            None | Some(Carried::Nothing) => Payload::None,
            Some(Carried::One(part)) => Payload::One(ShapeId(part.0)),
            Some(Carried::Spread(parts)) => {
                let slots = self.monos.slots(&parts);
                let shapes = parts.iter().map(|p| ShapeId(p.0));
                Payload::Spread(slots.into_iter().zip(shapes).collect())
            }
        };
        if vm.program.exceptions.len() >= self.tags {
            let full = too_many("exceptions", self.tags, span);
            self.problems.push(full);
            return u32::from(crate::vm::exn::MATCH);
        }
        let number = vm.program.exceptions.len() as u32;
        vm.program_mut()
            .exceptions
            .push(Exception { name, payload });
        self.exceptions.insert((id, at), number);
        number
    }

    /// How a carried value of a declared type lies in its object, in a context.
    fn carried_type(&mut self, checker: &Checker, of: Ty, context: ContextId) -> Carried {
        let mut monos = std::mem::take(&mut self.monos);
        let carried = monos.carried_type(&checker.types, of, &|v| self.lookup(context, v));
        self.monos = monos;
        carried
    }

    /// The closed type of a type without free variables.
    pub fn closed(&mut self, checker: &Checker, ty: Ty) -> Mono {
        self.monos.close(&checker.types, ty, &|_| None)
    }

    /// Where a top-level variable lies, if it was evaluated.
    pub fn global(&self, bind: BindId) -> Option<Global> {
        self.globals.get(&bind).copied()
    }

    /// A function number to be filled later.
    fn reserve(&mut self, vm: &mut Vm, name: &str, span: Span) -> u32 {
        vm.add_func(Func {
            name: name.into(),
            span,
            groups: Vec::new(),
            argument_pointers: Vec::new(),
            captures: None,
            registers: 1,
            pointers: vec![false],
            code: Vec::new(),
            spans: Vec::new(),
        })
    }

    fn lookup(&self, mut context: ContextId, var: TyVar) -> Option<Mono> {
        loop {
            let here = &self.contexts[context.0 as usize];
            if let Some((_, mono)) = here.types.iter().find(|t| t.0 == var) {
                return Some(*mono);
            }
            context = here.parent?;
        }
    }

    /// The closed type of a type in a context.
    fn close(&mut self, checker: &Checker, ty: Ty, context: ContextId) -> Mono {
        let monos = std::mem::take(&mut self.monos);
        let mut monos = monos;
        let mono = monos.close(&checker.types, ty, &|v| self.lookup(context, v));
        self.monos = monos;
        mono
    }

    /// The context a local function or template was declared in, seen from another.
    fn home(&self, bind: BindId, core: &Core, mut context: ContextId) -> ContextId {
        if core.binding(bind).global {
            return TOP;
        }
        loop {
            let here = &self.contexts[context.0 as usize];
            if here.declares.contains(&bind) {
                return context;
            }
            match here.parent {
                Some(parent) => context = parent,
                None => return TOP,
            }
        }
    }

    /// The types at which a binding is used, in a context. A use without types inside its own declaration is at the types of that instance.
    fn used_at(
        &mut self,
        input: Input,
        scheme: &Scheme,
        at: &[Ty],
        context: ContextId,
    ) -> Vec<Mono> {
        if at.is_empty() {
            let unit = self
                .monos
                .add(&input.checker.types, mono::MonoNode::Tuple(Vec::new()));
            return scheme
                .vars
                .iter()
                .map(|&v| self.lookup(context, v).unwrap_or(unit))
                .collect();
        }
        at.iter()
            .map(|&t| self.close(input.checker, t, context))
            .collect()
    }

    fn new_context(&mut self, parent: ContextId, vars: &[TyVar], types: &[Mono]) -> ContextId {
        self.contexts.push(Context {
            parent: Some(parent),
            types: vars.iter().copied().zip(types.iter().copied()).collect(),
            declares: FxHashSet::default(),
        });
        ContextId(self.contexts.len() as u32 - 1)
    }

    /// The number of a function at some types, compiled now or later.
    fn instance(
        &mut self,
        vm: &mut Vm,
        input: Input,
        bind: BindId,
        at: &[Ty],
        context: ContextId,
        convention: Convention,
    ) -> (u32, Arc<[BindId]>) {
        let scheme = input.core.binding(bind).scheme.clone();
        let types = self.used_at(input, &scheme, at, context);
        let home = self.home(bind, input.core, context);
        let function = self.definitions.functions[&bind].clone();
        let free = self
            .definitions
            .free(input.core, &function.params, function.body);
        // Without free variables a closure of the direct function does.
        let convention = if free.is_empty() {
            Convention::Arguments
        } else {
            convention
        };
        let key = (home, bind, types);
        let table = match convention {
            Convention::Arguments | Convention::Outside => &self.instances,
            Convention::Closure => &self.wrappers,
        };
        if let Some(&func) = table.get(&key) {
            return (func, free);
        }
        let binding = input.core.binding(bind);
        let func = self.reserve(vm, &binding.name, binding.span);
        let context = self.new_context(home, &scheme.vars, &key.2);
        match convention {
            Convention::Arguments | Convention::Outside => self.instances.insert(key, func),
            Convention::Closure => self.wrappers.insert(key, func),
        };
        self.jobs.push(Job {
            func,
            name: binding.name.clone(),
            span: binding.span,
            params: function.params,
            body: function.body,
            free: free.clone(),
            context,
            convention,
        });
        (func, free)
    }

    /// Follows templates that only rename: `val op ++ = _prim …`, `val map = List.map`.
    fn resolve_head(
        &mut self,
        input: Input,
        mut id: CoreId,
        mut context: ContextId,
    ) -> (CoreId, ContextId) {
        while let Kind::Var(bind, at) = &input.core[id].kind {
            let Some(template) = self.definitions.templates.get(bind).cloned() else {
                break;
            };
            let names_it = matches!(template.pat, crate::core::Pat::Var(b) if b == *bind);
            let simple = matches!(
                input.core[template.expr].kind,
                Kind::Var(..)
                    | Kind::Prim(..)
                    | Kind::Op(_)
                    | Kind::Con(..)
                    | Kind::Exn(_)
                    | Kind::Colour(..)
            );
            if !(names_it && simple) {
                break;
            }
            (id, context) = (
                template.expr,
                self.template_context(input, *bind, &template, at, context),
            );
        }
        (id, context)
    }

    /// The context in which a template is evaluated for a use.
    fn template_context(
        &mut self,
        input: Input,
        bind: BindId,
        template: &free::Template,
        at: &[Ty],
        context: ContextId,
    ) -> ContextId {
        let scheme = input.core.binding(bind).scheme.clone();
        let types = self.used_at(input, &scheme, at, context);
        let home = self.home(bind, input.core, context);
        self.new_context(home, &template.vars, &types)
    }

    fn constant(&mut self, vm: &mut Vm, word: Word) -> u32 {
        *self.constants.entry(word).or_insert_with(|| {
            vm.program_mut().constants.push(word);
            vm.program.constants.len() as u32 - 1
        })
    }

    fn header(&mut self, vm: &mut Vm, header: Word) -> u32 {
        *self.headers.entry(header).or_insert_with(|| {
            vm.program_mut().headers.push(header);
            vm.program.headers.len() as u32 - 1
        })
    }

    pub(crate) fn new_pointer_global(vm: &mut Vm, word: Word) -> u32 {
        let index = vm.program.pointer_globals;
        vm.program_mut().pointer_globals += 1;
        vm.grow_globals();
        vm.set_pointer_global(index, word);
        index
    }

    /// The pointer global that holds a string constant.
    fn string(&mut self, vm: &mut Vm, bytes: &Arc<[u8]>) -> u32 {
        if let Some(&index) = self.strings.get(bytes) {
            return index;
        }
        let word = vm.heap.alloc_str(bytes);
        let index = Compiler::new_pointer_global(vm, word);
        self.strings.insert(bytes.clone(), index);
        index
    }

    /// The pointer global that holds an unbounded integer constant.
    fn integer(&mut self, vm: &mut Vm, value: &num_bigint::BigInt) -> u32 {
        if let Some(&index) = self.integers.get(value) {
            return index;
        }
        let word = vm.heap.alloc_inf(value);
        let index = Compiler::new_pointer_global(vm, word);
        self.integers.insert(value.clone(), index);
        index
    }

    /// The global of a top-level variable of a closed type.
    fn global_of(&mut self, vm: &mut Vm, bind: BindId, mono: Mono) -> Global {
        let pointer = self.monos.is_pointer(mono);
        let index = if pointer {
            Compiler::new_pointer_global(vm, 0)
        } else {
            vm.program_mut().raw_globals += 1;
            vm.grow_globals();
            vm.program.raw_globals - 1
        };
        let global = Global {
            pointer,
            index,
            mono,
        };
        self.globals.insert(bind, global);
        global
    }
}

/// The session has as many functions or exceptions as their numbers allow.
fn too_many(what: &str, most: usize, span: Span) -> Diagnostic {
    Diagnostic::error("E0601", span, "This is too large to be compiled.")
        .at(format!("there are {most} {what} already, and no more can be added"))
        .help("Every declaration, `fn` and version of a polymorphic function counts. Start again with fewer of them.")
}

/// A program that the checker accepted and that the code generator does not expect.
fn mistake(what: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        "E0602",
        span,
        format!("The code generator found {what}, which is a mistake in Sweepnet."),
    )
}

fn input(checker: &Checker) -> Input<'_> {
    Input {
        checker,
        core: &checker.core,
    }
}
