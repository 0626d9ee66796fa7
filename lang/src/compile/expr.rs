//! Expressions other than applications.

use super::function::{Gen, Place, Target};
use super::mono::{Mono, MonoNode};
use super::{Convention, Job};
use crate::core::{BindId, CoreId, Dec, Kind, Pat};
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::types::ty::{self, Ty};
use crate::vm::heap::{Kind as Object, header};
use crate::vm::op::{Op, Reg};
use crate::vm::program::ShapeId;
use std::sync::Arc;

/// Lists up to this length are built from registers; longer ones are built backwards and turned round.
const SHORT_LIST: usize = 100;

impl Gen<'_> {
    /// Evaluates an expression to where it is needed.
    pub(super) fn expr(&mut self, id: CoreId, target: Target) {
        stacker::maybe_grow(64 * 1024, 2 * 1024 * 1024, || self.expr_step(id, target))
    }

    /// Evaluates the body of a function.
    pub(super) fn tail(&mut self, id: CoreId) {
        self.expr(id, Target::Return);
    }

    fn expr_step(&mut self, id: CoreId, target: Target) {
        let core = self.input.core;
        let span = core[id].span;
        match &core[id].kind {
            Kind::Seq(es) => {
                for (i, &e) in es.iter().enumerate() {
                    match i + 1 == es.len() {
                        true => self.expr(e, target),
                        false => {
                            self.scoped(|g| g.value(e));
                        }
                    }
                }
            }
            Kind::Let(decs, body) => {
                let top = self.top;
                self.declare(decs);
                self.expr(*body, target);
                self.top = top;
            }
            Kind::If(c, a, b) => {
                let otherwise = self.label();
                let end = self.label();
                self.scoped(|g| g.branch(*c, otherwise, false));
                self.scoped(|g| g.expr(*a, target));
                if target != Target::Return {
                    self.emit(Op::Jump { to: end.0 });
                }
                self.place_label(otherwise);
                self.scoped(|g| g.expr(*b, target));
                self.place_label(end);
            }
            Kind::Match(found) => self.match_(found, span, target),
            Kind::App(..) => self.scoped(|g| g.application(id, target)),
            Kind::Raise(e) => self.scoped(|g| {
                let a = g.value(*e);
                g.at(span);
                g.emit(Op::Raise { a });
            }),
            Kind::Handle(body, packet, handler) => self.handle(*body, *packet, *handler, target),
            _ => self.scoped(|g| {
                let mono = g.type_of(id);
                let d = g.destination(target, mono);
                g.simple(id, d, mono);
                g.done(d, target);
            }),
        }
    }

    /// Expressions that are not evaluated in tail position: into a register.
    fn simple(&mut self, id: CoreId, d: Reg, mono: Mono) {
        let core = self.input.core;
        let span = core[id].span;
        match &core[id].kind {
            Kind::Int(value) if self.is_pointer(mono) => {
                let g = self.compiler.integer(self.vm, value);
                self.emit(Op::GetPtr { d, g });
            }
            Kind::Int(value) => match i64::try_from(value) {
                Ok(value) => self.int(d, value),
                Err(_) => self.mistake("an integer of more than 64 bits"),
            },
            Kind::Real(value) => {
                let word = self.vm.real_word(*value);
                let k = self.compiler.constant(self.vm, word);
                self.emit(Op::Const { d, k });
            }
            Kind::Str(bytes) => {
                let g = self.compiler.string(self.vm, bytes);
                self.emit(Op::GetPtr { d, g });
            }
            Kind::Char(c) => self.int(d, i64::from(*c)),
            Kind::Var(bind, at) => self.variable(*bind, &at.clone(), mono, d),
            Kind::Tuple(parts) => self.tuple(&parts.clone(), mono, d),
            Kind::List(elements) => self.list(&elements.clone(), mono, d),
            Kind::Fn(params, body) => self.lambda(params.clone(), *body, span, d),
            Kind::Con(..)
            | Kind::Exn(_)
            | Kind::Prim(..)
            | Kind::Op(_)
            | Kind::Select(_)
            | Kind::Colour(..) => self.head_value(id, mono, d),
            _ => self.mistake("an expression with an error"),
        }
    }

    /// An expression's value in some register: a variable's own if it is one.
    pub(super) fn value(&mut self, id: CoreId) -> Reg {
        if let Kind::Var(bind, _) = &self.input.core[id].kind
            && let Some(place) = self.variables.get(bind).cloned()
        {
            let mono = self.type_of(id);
            return self.whole(&place, mono);
        }
        let mono = self.type_of(id);
        let d = self.reg_of(mono);
        self.expr(id, Target::Reg(d));
        d
    }

    /// An expression's value, in parts if that saves making a tuple.
    pub(super) fn place(&mut self, id: CoreId) -> Place {
        let core = self.input.core;
        match &core[id].kind {
            Kind::Var(bind, _) if self.variables.contains_key(bind) => self.variables[bind].clone(),
            Kind::Tuple(parts) if parts.len() > 1 => {
                let mut regs = vec![0; parts.len()];
                for &(i, e) in parts {
                    regs[i as usize] = self.value(e);
                }
                Place::Spread(regs)
            }
            _ => Place::Reg(self.value(id)),
        }
    }

    /// A variable in scope, in one register.
    pub(super) fn variable_value(&mut self, bind: BindId, mono: Mono) -> Reg {
        match self.variables.get(&bind).cloned() {
            Some(place) => self.whole(&place, mono),
            None => {
                let d = self.reg_of(mono);
                self.variable(bind, &[], mono, d);
                d
            }
        }
    }

    fn variable(&mut self, bind: BindId, at: &[Ty], mono: Mono, d: Reg) {
        match self.variables.get(&bind).cloned() {
            Some(Place::Reg(a)) => return self.move_to(d, a),
            Some(Place::Spread(parts)) => return self.build_tuple(&parts, mono, d),
            None => {}
        }
        if self.compiler.definitions.functions.contains_key(&bind) {
            let context = self.context;
            let (func, free) =
                self.compiler
                    .instance(self.vm, self.input, bind, at, context, Convention::Closure);
            return self.closure(func, &free, d);
        }
        if let Some(template) = self.compiler.definitions.templates.get(&bind).cloned() {
            let outer = self.context;
            self.context = self
                .compiler
                .template_context(self.input, bind, &template, at, outer);
            self.bind(&template.pat, template.expr);
            self.context = outer;
            let a = match self.variables.remove(&bind) {
                Some(place) => self.whole(&place, mono),
                None => d,
            };
            // The other variables of the pattern belong to this use only.
            let mut others = Vec::new();
            super::free::bound_by(&template.pat, &mut others);
            for other in others {
                self.variables.remove(&other);
            }
            return self.move_to(d, a);
        }
        match self.compiler.globals.get(&bind).copied() {
            Some(global) if global.pointer => self.emit(Op::GetPtr { d, g: global.index }),
            Some(global) => self.emit(Op::GetRaw { d, g: global.index }),
            None => self.mistake("a variable that was not evaluated"),
        }
    }

    /// A closure of `func` over variables in scope.
    pub(super) fn closure(&mut self, func: u32, free: &[BindId], d: Reg) {
        let monos: Vec<Mono> = free.iter().map(|&b| self.binding_type(b)).collect();
        let slots = self.compiler.monos.slots(&monos);
        let mut kinds = vec![false; free.len()];
        for (&slot, &mono) in slots.iter().zip(&monos) {
            kinds[slot as usize] = self.is_pointer(mono);
        }
        self.scoped(|g| {
            let values: Vec<Reg> = (free.iter().zip(&monos))
                .map(|(&b, &m)| g.variable_value(b, m))
                .collect();
            let base = g.window(&kinds);
            for (value, slot) in values.into_iter().zip(slots) {
                g.move_to(base + slot, value);
            }
            g.emit(Op::Closure { d, base, func });
        });
    }

    pub(super) fn lambda(&mut self, params: Arc<[BindId]>, body: CoreId, span: Span, d: Reg) {
        let free = self
            .compiler
            .definitions
            .free(self.input.core, &params, body);
        let func = self.compiler.reserve(self.vm, "fn", span);
        let convention = match free.is_empty() {
            true => Convention::Arguments,
            false => Convention::Closure,
        };
        self.compiler.jobs.push(Job {
            func,
            name: "fn".into(),
            span,
            params,
            body,
            free: free.clone(),
            context: self.context,
            convention,
        });
        self.closure(func, &free, d);
    }

    /// A new object whose parts are in these registers, in the order of the parts.
    pub(super) fn build(
        &mut self,
        object: Object,
        tag: u32,
        parts: &[Reg],
        monos: &[Mono],
        d: Reg,
    ) {
        let slots = self.compiler.monos.slots(monos);
        let pointers = monos.iter().filter(|&&m| self.is_pointer(m)).count();
        let word = header(object, tag, pointers, monos.len() - pointers);
        let header = self.compiler.header(self.vm, word);
        let mut kinds = vec![false; parts.len()];
        kinds[..pointers].fill(true);
        self.scoped(|g| {
            let base = g.window(&kinds);
            for (&part, slot) in parts.iter().zip(slots) {
                g.move_to(base + slot, part);
            }
            g.emit(Op::New { d, base, header });
        });
    }

    pub(super) fn build_tuple(&mut self, parts: &[Reg], mono: Mono, d: Reg) {
        let monos = self.compiler.monos.parts(mono).unwrap_or_default();
        self.build(Object::Tuple, 0, parts, &monos, d);
    }

    /// Evaluates parts straight into the window the object is made from.
    pub(super) fn build_from(
        &mut self,
        object: Object,
        tag: u32,
        parts: &[(u16, CoreId)],
        monos: &[Mono],
        d: Reg,
    ) {
        let slots = self.compiler.monos.slots(monos);
        let pointers = monos.iter().filter(|&&m| self.is_pointer(m)).count();
        let word = header(object, tag, pointers, monos.len() - pointers);
        let header = self.compiler.header(self.vm, word);
        let mut kinds = vec![false; parts.len()];
        kinds[..pointers].fill(true);
        self.scoped(|g| {
            let base = g.window(&kinds);
            for &(i, e) in parts {
                g.expr(e, Target::Reg(base + slots[i as usize]));
            }
            g.emit(Op::New { d, base, header });
        });
    }

    fn tuple(&mut self, parts: &[(u16, CoreId)], mono: Mono, d: Reg) {
        if parts.is_empty() {
            return self.emit(Op::Int { d, v: 0 });
        }
        let monos = self.compiler.monos.parts(mono).unwrap_or_default();
        self.build_from(Object::Tuple, 0, parts, &monos, d);
    }

    pub(super) fn cons(&mut self, d: Reg, head: Reg, tail: Reg, elem: Mono) {
        self.emit(match self.is_pointer(elem) {
            true => Op::ConsP { d, head, tail },
            false => Op::ConsR { d, head, tail },
        });
    }

    fn list(&mut self, elements: &[CoreId], mono: Mono, d: Reg) {
        let elem = match self.compiler.monos.node(mono) {
            MonoNode::Con(_, args) => args[0],
            _ => mono,
        };
        if elements.len() <= SHORT_LIST {
            return self.scoped(|g| {
                let heads: Vec<Reg> = elements.iter().map(|&e| g.value(e)).collect();
                let list = g.reg(true);
                g.emit(Op::Int { d: list, v: 0 });
                for head in heads.into_iter().rev() {
                    g.cons(list, head, list, elem);
                }
                g.move_to(d, list);
            });
        }
        self.scoped(|g| {
            let backwards = g.reg(true);
            g.emit(Op::Int { d: backwards, v: 0 });
            for &e in elements {
                g.scoped(|g| {
                    let head = g.value(e);
                    g.cons(backwards, head, backwards, elem);
                });
            }
            let list = g.reg(true);
            let head = g.reg_of(elem);
            let (again, end) = (g.label(), g.label());
            let (head_slot, tail_slot) = if g.is_pointer(elem) { (0, 1) } else { (1, 0) };
            g.emit(Op::Int { d: list, v: 0 });
            g.place_label(again);
            g.emit(Op::JumpZero {
                a: backwards,
                to: end.0,
            });
            g.emit(Op::Load {
                d: head,
                a: backwards,
                i: head_slot,
            });
            g.emit(Op::Load {
                d: backwards,
                a: backwards,
                i: tail_slot,
            });
            g.cons(list, head, list, elem);
            g.emit(Op::Jump { to: again.0 });
            g.place_label(end);
            g.move_to(d, list);
        });
    }

    /// Whether a binding is evaluated at each use and not where it stands.
    fn is_template(&self, pat: &Pat) -> bool {
        let mut binds = Vec::new();
        super::free::bound_by(pat, &mut binds);
        (binds.first()).is_some_and(|b| self.compiler.definitions.templates.contains_key(b))
    }

    fn declare(&mut self, decs: &[Dec]) {
        for dec in decs {
            match dec {
                Dec::Fun(functions) => {
                    let here = &mut self.compiler.contexts[self.context.0 as usize];
                    here.declares.extend(functions.iter().map(|f| f.bind));
                }
                Dec::Val { pat, expr, .. } if self.is_template(pat) => {
                    let mut binds = Vec::new();
                    super::free::bound_by(pat, &mut binds);
                    let here = &mut self.compiler.contexts[self.context.0 as usize];
                    here.declares.extend(&binds);
                    // The variables are evaluated where they are used; whether the value fits the
                    // pattern does not depend on its types and is tested here, at any of them.
                    if self.is_refutable(pat) {
                        self.scoped(|g| g.bind(pat, *expr));
                        for bind in binds {
                            self.variables.remove(&bind);
                        }
                    }
                }
                Dec::Val { pat, expr, .. } => self.bind(pat, *expr),
            }
        }
    }

    /// Evaluates an expression and binds the variables of a pattern to its parts. Raises `Bind` if
    /// the value does not fit the pattern.
    fn bind(&mut self, pat: &Pat, expr: CoreId) {
        let mono = self.type_of(expr);
        let place = self.place(expr);
        let fail = self.label();
        self.test(pat, &place, mono, fail);
        if self.is_refutable(pat) {
            let fits = self.label();
            self.emit(Op::Jump { to: fits.0 });
            self.place_label(fail);
            self.raise_bind(expr);
            self.place_label(fits);
        }
    }

    /// Raises `Bind` because the value of an expression does not fit its pattern.
    pub(super) fn raise_bind(&mut self, expr: CoreId) {
        self.at(self.input.core[expr].span);
        self.emit(Op::RaiseBuiltin {
            exn: crate::vm::exn::BIND,
        });
    }

    /// Whether some value of the pattern's type does not fit it.
    fn is_refutable(&self, pat: &Pat) -> bool {
        let mut work = vec![pat];
        while let Some(pat) = work.pop() {
            match pat {
                Pat::Wild | Pat::Var(_) | Pat::Error => {}
                Pat::As(_, inner) | Pat::Ref(inner) => work.push(inner),
                Pat::Timed(value, stamp, _) => work.extend([&**value, &**stamp]),
                Pat::Tuple(fields, _) => work.extend(fields.iter().map(|field| &field.1)),
                Pat::Con(data, _, argument, _) => {
                    let data = &self.input.checker.types.data[data.0 as usize];
                    if data.constructors.len() > 1 {
                        return true;
                    }
                    work.extend(argument.as_deref());
                }
                Pat::Int(..) | Pat::Char(_) | Pat::Str(_) | Pat::Exn(..) => return true,
            }
        }
        false
    }

    fn handle(&mut self, body: CoreId, packet: BindId, handler: CoreId, target: Target) {
        let top = self.top;
        let mono = self.type_of(body);
        let d = self.destination(target, mono);
        let exn = self.reg(true);
        let (caught, end) = (self.label(), self.label());
        self.emit(Op::PushHandler {
            d: exn,
            to: caught.0,
        });
        self.scoped(|g| g.expr(body, Target::Reg(d)));
        self.emit(Op::PopHandler);
        match target {
            Target::Return => self.emit(Op::Return { a: d }),
            Target::Reg(_) => self.emit(Op::Jump { to: end.0 }),
        }
        self.place_label(caught);
        self.variables.insert(packet, Place::Reg(exn));
        self.expr(handler, target);
        self.place_label(end);
        self.top = top;
    }

    /// A primitive on registers: `shape` is passed along if it wants one.
    pub(super) fn primitive(&mut self, name: &str, args: &[Reg], shape: Option<Mono>, d: Reg) {
        let Some(prim) = crate::vm::prim::lookup(name) else {
            return self.mistake("an unknown primitive");
        };
        self.primitive_number(prim, args, shape, d);
    }

    /// A multi-set is kept in the order of its elements.
    pub(super) fn check_elements(&mut self, prim: u16, shape: Option<Mono>, span: Span) {
        let multiset = crate::vm::prim::info(prim).is_some_and(|info| info.name.starts_with("ms_"));
        if multiset && shape.is_some_and(|elem| !self.compiler.monos.is_ordered(elem)) {
            self.compiler.problems.push(
                Diagnostic::error(
                    "E0605",
                    span,
                    "A multi-set cannot hold functions, references or exceptions.",
                )
                .at("these have no order and no equality of values")
                .help("Put them into a list, or use numbers or names for them."),
            );
        }
    }

    pub(super) fn primitive_number(
        &mut self,
        prim: u16,
        args: &[Reg],
        shape: Option<Mono>,
        d: Reg,
    ) {
        let mut kinds: Vec<bool> = args.iter().map(|&a| self.register_kind(a)).collect();
        kinds.extend(shape.map(|_| false));
        self.scoped(|g| {
            let base = g.window(&kinds);
            for (i, &a) in args.iter().enumerate() {
                g.move_to(base + i as Reg, a);
            }
            if let Some(mono) = shape {
                let ShapeId(shape) = ShapeId(mono.0);
                g.int(base + args.len() as Reg, i64::from(shape));
            }
            g.emit(Op::Prim { prim, base });
            g.move_to(d, base);
        });
    }

    /// The constant an expression is, if it is `true` or `false`.
    pub(super) fn truth(&self, id: CoreId) -> Option<bool> {
        match self.input.core[id].kind {
            Kind::Con(data, tag)
                if self.input.checker.types.data[data.0 as usize].tycon == ty::BOOL =>
            {
                Some(tag == 1)
            }
            _ => None,
        }
    }
}
