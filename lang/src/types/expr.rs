//! Expressions: inference, and checking against a type already known, which places errors at the branch that is wrong and lets a colour or a list
//! stand where a multi-set is expected.

use super::effects::Effects;
use super::env::Value;
use super::ty::{Class, LIST, MS, Node, REAL, REF, Scheme, Ty};
use super::{Checker, Why};
use crate::core::{BindId, ColourFn, CoreId, Kind, Op};
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::*;
use std::sync::Arc;

/// Primitives that draw random numbers.
const DRAWS: [&str; 3] = ["random_int", "random_real", "random_bool"];

/// Primitives through which a value can depend on what time it is, or on a stamp's absolute value.
const STAMPS: [&str; 2] = ["timed_make", "timed_stamp"];

impl Checker {
    /// Infers the type of an expression.
    pub(super) fn infer(&mut self, ast: &Ast, e: ExprId) -> CoreId {
        stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || self.infer_step(ast, e))
    }

    fn infer_step(&mut self, ast: &Ast, e: ExprId) -> CoreId {
        let span = ast[e].span;
        match &ast[e].kind {
            ExprKind::Lit(lit) => self.literal(lit, span),
            ExprKind::Var(path) => self.variable(path),
            ExprKind::Select(label) => {
                let part = self.types.fresh();
                let record = self.types.fresh_record(vec![(label.clone(), part)]);
                self.open_records.push((record, span));
                let ty = self.types.fun(record, part);
                self.core.add(Kind::Select(label.clone()), ty, span)
            }
            ExprKind::Record(fields) => self.record(ast, fields, span),
            ExprKind::Update(record, fields) => self.update(ast, *record, fields, span),
            ExprKind::Wild => self.pattern_only(span, "_"),
            ExprKind::OpenRecord(_, dots) => self.pattern_only(*dots, "..."),
            ExprKind::Tuple(parts) => {
                let parts: Vec<CoreId> = parts.iter().map(|&p| self.infer(ast, p)).collect();
                self.tuple(&parts, span)
            }
            ExprKind::List(elements) => self.list(ast, elements, span),
            ExprKind::Seq(es) => {
                let es: Vec<CoreId> = es.iter().map(|&e| self.infer(ast, e)).collect();
                self.sequence(es, span)
            }
            ExprKind::Let(decs, body) => self.scoped(|c| {
                let decs = c.declarations(ast, decs);
                let body = c.infer(ast, *body);
                let ty = c.core[body].ty;
                c.core.add(Kind::Let(decs, body), ty, span)
            }),
            ExprKind::App(f, x) => self.application(ast, *f, *x, span),
            ExprKind::AndAlso(a, b) => self.connective(ast, *a, *b, span, "andalso"),
            ExprKind::OrElse(a, b) => self.connective(ast, *a, *b, span, "orelse"),
            ExprKind::Typed(inner, t) => {
                let want = self.annotation(ast, *t);
                let why = Why::new(ast[*t].span, "the annotation says `{}`");
                self.check(ast, *inner, want, &why)
            }
            ExprKind::Handle(body, rules) => self.handle(ast, *body, rules, span, None),
            ExprKind::Raise(e) => {
                let exn = self.exn;
                let e = self.check(ast, *e, exn, &Why::new(span, "`raise` needs an exception"));
                let ty = self.types.fresh();
                self.core.add(Kind::Raise(e), ty, span)
            }
            ExprKind::If(c, a, b) => self.conditional(ast, *c, *a, *b, span),
            ExprKind::Case(subject, rules) => self.case(ast, *subject, rules, span, None),
            ExprKind::Fn(rules) => self.function(ast, rules, span),
            ExprKind::Prim(name, t) => self.primitive(ast, name, *t, span),
            ExprKind::Flat(_) | ExprKind::Error => self.error_expr(span),
        }
    }

    /// Checks an expression against a type, pushing the type into branches and components.
    pub(super) fn check(&mut self, ast: &Ast, e: ExprId, want: Ty, why: &Why) -> CoreId {
        stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || {
            self.check_step(ast, e, want, why)
        })
    }

    fn check_step(&mut self, ast: &Ast, e: ExprId, want: Ty, why: &Why) -> CoreId {
        let span = ast[e].span;
        let known = self.types.as_var(want).is_none();
        match (&ast[e].kind, self.types.node(want).clone()) {
            (ExprKind::If(c, a, b), _) if known => {
                let c = self.condition(ast, *c);
                let a = self.check(ast, *a, want, why);
                let b = self.check(ast, *b, want, why);
                self.core.add(Kind::If(c, a, b), want, span)
            }
            (ExprKind::Case(subject, rules), _) if known => {
                self.case(ast, *subject, rules, span, Some((want, why)))
            }
            (ExprKind::Handle(body, rules), _) if known => {
                self.handle(ast, *body, rules, span, Some((want, why)))
            }
            (ExprKind::Let(decs, body), _) if known => self.scoped(|c| {
                let decs = c.declarations(ast, decs);
                let body = c.check(ast, *body, want, why);
                c.core.add(Kind::Let(decs, body), want, span)
            }),
            (ExprKind::Seq(es), _) if known => {
                let (last, first) = es.split_last().expect("a sequence has two parts at least");
                let mut done: Vec<CoreId> = first.iter().map(|&e| self.infer(ast, e)).collect();
                done.push(self.check(ast, *last, want, why));
                self.sequence(done, span)
            }
            (ExprKind::Tuple(parts), Node::Tuple(wants)) if parts.len() == wants.len() => {
                let parts: Vec<CoreId> = (parts.iter().zip(wants.iter()))
                    .map(|(&p, &w)| self.check(ast, p, w, why))
                    .collect();
                self.tuple(&parts, span)
            }
            _ => {
                let id = self.infer(ast, e);
                self.coerce(id, want, why)
            }
        }
    }

    /// Runs `body` in a scope of its own, not at top level.
    pub(super) fn scoped<T>(&mut self, body: impl FnOnce(&mut Checker) -> T) -> T {
        let env = self.env.clone();
        self.recorders.push(super::env::Env::default());
        self.depth += 1;
        let result = body(self);
        self.depth -= 1;
        self.recorders.pop();
        self.env = env;
        result
    }

    fn literal(&mut self, lit: &Lit, span: Span) -> CoreId {
        match lit {
            Lit::Int(value) => {
                let ty = self.fresh_overloaded(Class::INTEGER, span);
                self.constants.push((value.clone(), ty, span));
                self.core.add(Kind::Int(value.clone()), ty, span)
            }
            Lit::Real(value) => {
                let ty = self.types.con(REAL, &[]);
                self.core.add(Kind::Real(*value), ty, span)
            }
            Lit::Str(bytes) => {
                let ty = self.string;
                self.core.add(Kind::Str(bytes.as_slice().into()), ty, span)
            }
            Lit::Char(c) => {
                let ty = self.types.con(super::ty::CHAR, &[]);
                self.core.add(Kind::Char(*c), ty, span)
            }
        }
    }

    fn variable(&mut self, path: &Path) -> CoreId {
        let span = path.span;
        let Some(value) = self.lookup_value(path) else {
            return self.error_expr(span);
        };
        self.value(&value, &path.name, span)
    }

    pub(super) fn value(&mut self, value: &Value, name: &Name, span: Span) -> CoreId {
        match value {
            Value::Var(bind) => {
                if self.constant_cells.contains(bind) && self.cell_being_read != Some(*bind) {
                    self.changed_constant(name, span);
                }
                if let Some(&effects) = self.effects_of.get(bind) {
                    self.note_use(effects, name, span);
                }
                if let Some(&clock) = self.clock_of.get(bind) {
                    self.clock |= clock;
                }
                self.use_binding(*bind, span)
            }
            Value::Con(data, tag) => {
                let (ty, arg) = self.constructor_type(*data, *tag);
                let ty = match arg {
                    Some(arg) => self.types.fun(arg, ty),
                    None => ty,
                };
                self.core.add(Kind::Con(*data, *tag), ty, span)
            }
            Value::Ref => {
                self.effects.cells = true;
                let a = self.types.fresh();
                let cell = self.types.con(REF, &[a]);
                let ty = self.types.fun(a, cell);
                self.core.add(Kind::Op(Op::Ref), ty, span)
            }
            Value::Exn(id) => {
                let exn = self.exn;
                let ty = match self.exceptions[id.0 as usize].1 {
                    Some(arg) => self.types.fun(arg, exn),
                    None => exn,
                };
                self.core.add(Kind::Exn(*id), ty, span)
            }
            Value::Op(op) => {
                if matches!(op, Op::Deref | Op::Assign) {
                    self.effects.cells = true;
                }
                let ty = self.operator_type(*op, span);
                self.core.add(Kind::Op(*op), ty, span)
            }
            Value::Colour(function, set, ty) => {
                if *function == ColourFn::Ran {
                    let effects = Effects {
                        draws: true,
                        ..Effects::default()
                    };
                    self.note_use(effects, name, span);
                }
                self.core.add(Kind::Colour(*function, *set), *ty, span)
            }
            Value::NetVar(ty, ..) if self.mentions.is_some() => {
                if let Some(mentions) = &mut self.mentions
                    && mentions.iter().all(|m| m.name != *name)
                {
                    mentions.push(Ident {
                        name: name.clone(),
                        span,
                    });
                }
                self.core.add(Kind::Error, *ty, span)
            }
            Value::NetVar(ty, _, declared) => {
                self.report(
                    Diagnostic::error("E0407", span, format!("`{name}` is a net variable, which has no value here."))
                        .at("a value is needed")
                        .label(*declared, "declared here with `var`")
                        .help("Net variables get values from the tokens that a transition takes; declare a constant with `val`."),
                );
                self.core.add(Kind::Error, *ty, span)
            }
            Value::Instance => self.instance_function(span),
            Value::Overloaded(overload) => self.overloaded_function(overload.otherwise, span),
            // Looking it up has told.
            Value::Lost(_) => self.error_expr(span),
        }
    }

    /// Notes what using something may do, and refuses it where nothing may be done.
    fn note_use(&mut self, effects: Effects, name: &Name, span: Span) {
        self.effects |= effects;
        if self.pure && effects.is_impure() {
            self.report(
                Diagnostic::error("E0408", span, format!("`{name}` is not allowed in an inscription."))
                    .at("this has, or reads, a side effect")
                    .help("An inscription is evaluated many times and in any order; keep changing state in tokens, or use a code segment."),
            );
        }
    }

    fn changed_constant(&mut self, name: &Name, span: Span) {
        self.report(
            Diagnostic::error("E0408", span, format!("`{name}` cannot be set here."))
                .at("nothing in the net sets it, so the state space takes it for a constant")
                .help("Read it with `!`. To try other values, make it a parameter of the net, or change its declaration."),
        );
    }

    fn use_binding(&mut self, bind: BindId, span: Span) -> CoreId {
        let scheme = self.core.binding(bind).scheme.clone();
        let (ty, at) = self.types.instantiate(&scheme);
        self.core.add(Kind::Var(bind, at.into()), ty, span)
    }

    /// A constructor's datatype and argument type, fresh.
    pub(super) fn constructor_type(
        &mut self,
        data: super::ty::DataId,
        tag: u16,
    ) -> (Ty, Option<Ty>) {
        let info = &self.types.data[data.0 as usize];
        let (tycon, arg) = (info.tycon, info.constructors[tag as usize].1);
        let vars: Arc<[_]> = info.params.as_slice().into();
        let (_, at) = self.types.instantiate(&Scheme {
            vars: vars.clone(),
            ty: self.unit,
        });
        let ty = self.types.con(tycon, &at);
        (ty, arg.map(|arg| self.types.substitute(arg, &vars, &at)))
    }

    fn operator_type(&mut self, op: Op, span: Span) -> Ty {
        let unit = self.unit;
        let bool = self.bool;
        match op {
            Op::Add | Op::Sub | Op::Mul => {
                let a = self.fresh_overloaded(Class::NUMBER, span);
                self.binary(a, a)
            }
            Op::Div | Op::Mod => {
                let a = self.fresh_overloaded(Class::INTEGER, span);
                self.binary(a, a)
            }
            Op::Divide => {
                let a = self.fresh_overloaded(Class(Class::REAL), span);
                self.binary(a, a)
            }
            Op::Neg | Op::Abs => {
                let a = self.fresh_overloaded(Class::NUMBER, span);
                self.types.fun(a, a)
            }
            Op::Lt | Op::Le | Op::Gt | Op::Ge => {
                let a = self.fresh_overloaded(Class::ORDERED, span);
                self.binary(a, bool)
            }
            Op::Eq | Op::Ne => {
                let a = self.types.fresh_var(Class::ANY, true);
                self.binary(a, bool)
            }
            Op::Not => self.types.fun(bool, bool),
            Op::Ref | Op::Deref => {
                let a = self.types.fresh();
                let cell = self.types.con(REF, &[a]);
                self.types.fun(cell, a)
            }
            Op::Assign => {
                let a = self.types.fresh();
                let cell = self.types.con(REF, &[a]);
                let pair = self.types.tuple(&[cell, a]);
                self.types.fun(pair, unit)
            }
        }
    }

    fn binary(&mut self, operand: Ty, result: Ty) -> Ty {
        let pair = self.types.tuple(&[operand, operand]);
        self.types.fun(pair, result)
    }

    fn record(&mut self, ast: &Ast, fields: &[(Ident, ExprId)], span: Span) -> CoreId {
        self.distinct(fields.iter().map(|f| &f.0), "E0406", "field");
        let parts: Vec<(Name, CoreId)> = (fields.iter())
            .map(|(label, e)| (label.name.clone(), self.infer(ast, *e)))
            .collect();
        let types = parts
            .iter()
            .map(|(l, id)| (l.clone(), self.core[*id].ty))
            .collect();
        let ty = self.types.record(types);
        let order = self.types.fields(ty).unwrap_or_default();
        let parts = (parts.into_iter())
            .map(|(l, id)| (order.iter().position(|o| o.0 == l).unwrap_or(0) as u16, id))
            .collect();
        self.core.add(Kind::Tuple(parts), ty, span)
    }

    pub(super) fn tuple(&mut self, parts: &[CoreId], span: Span) -> CoreId {
        let types: Vec<Ty> = parts.iter().map(|&p| self.core[p].ty).collect();
        let ty = self.types.tuple(&types);
        let parts = parts
            .iter()
            .enumerate()
            .map(|(i, &p)| (i as u16, p))
            .collect();
        self.core.add(Kind::Tuple(parts), ty, span)
    }

    fn list(&mut self, ast: &Ast, elements: &[ExprId], span: Span) -> CoreId {
        let elem = self.types.fresh();
        let mut ids = Vec::with_capacity(elements.len());
        let mut why = Why::none();
        for (i, &e) in elements.iter().enumerate() {
            ids.push(self.check(ast, e, elem, &why));
            if i == 0 {
                why = Why::new(ast[e].span, "the first element is `{}`");
            }
        }
        let ty = self.types.con(LIST, &[elem]);
        self.core.add(Kind::List(ids), ty, span)
    }

    fn sequence(&mut self, es: Vec<CoreId>, span: Span) -> CoreId {
        let last = *es.last().expect("a sequence has two parts at least");
        let ty = self.core[last].ty;
        self.core.add(Kind::Seq(es), ty, span)
    }

    fn condition(&mut self, ast: &Ast, e: ExprId) -> CoreId {
        let bool = self.bool;
        self.check(
            ast,
            e,
            bool,
            &Why::new(ast[e].span, "a condition must be `bool`"),
        )
    }

    pub(super) fn truth(&mut self, value: bool, span: Span) -> CoreId {
        let bool = self.bool;
        let data = super::ty::DataId(0);
        self.core.add(Kind::Con(data, u16::from(value)), bool, span)
    }

    fn connective(&mut self, ast: &Ast, a: ExprId, b: ExprId, span: Span, word: &str) -> CoreId {
        let bool = self.bool;
        let why = Why::new(span, format!("`{word}` joins two conditions"));
        let a = self.check(ast, a, bool, &why);
        let b = self.check(ast, b, bool, &why);
        let constant = self.truth(word == "orelse", span);
        let kind = match word {
            "orelse" => Kind::If(a, constant, b),
            _ => Kind::If(a, b, constant),
        };
        self.core.add(kind, bool, span)
    }

    fn conditional(&mut self, ast: &Ast, c: ExprId, a: ExprId, b: ExprId, span: Span) -> CoreId {
        let c = self.condition(ast, c);
        let then_span = ast[a].span;
        let mut a = self.infer(ast, a);
        let is_ms = |checker: &Checker, ty| matches!(checker.types.node(ty), Node::Con(MS, _));
        let a_ty = self.core[a].ty;
        let why = Why::new(then_span, "the `then` branch is `{}`");
        let b = if self.is_plain_tokens(a) {
            let b = self.infer(ast, b);
            match self.meant_as_list(a, b) {
                true => {
                    let want = self.core[b].ty;
                    a = self.coerce(a, want, &Why::none());
                    b
                }
                false => self.coerce(b, a_ty, &why),
            }
        } else if is_ms(self, a_ty) || self.is_open(a_ty) {
            self.check(ast, b, a_ty, &why)
        } else {
            let b = self.infer(ast, b);
            let b_ty = self.core[b].ty;
            if is_ms(self, b_ty) && !self.meant_as_list(b, a) {
                let why = Why::new(self.core[b].span, "the `else` branch is `{}`");
                a = self.coerce(a, b_ty, &why);
                b
            } else {
                self.coerce(b, a_ty, &why)
            }
        };
        let ty = self.core[a].ty;
        self.core.add(Kind::If(c, a, b), ty, span)
    }

    fn primitive(&mut self, ast: &Ast, name: &Name, t: TypeId, span: Span) -> CoreId {
        let ty = self.annotation(ast, t);
        let Some(id) = crate::vm::prim::lookup(name).filter(|_| self.in_library) else {
            self.report(
                Diagnostic::error(
                    "E0409",
                    span,
                    format!("There is no primitive `{name}` that may be used here."),
                )
                .help("`_prim` belongs to the standard library; use a library function."),
            );
            return self.error_expr(span);
        };
        self.effects.draws |= DRAWS.contains(&&**name);
        self.effects.prints |= &**name == "print";
        self.effects.shares |= &**name == "steps_now";
        self.clock.now |= &**name == "time_now";
        self.clock.stamps |= STAMPS.contains(&&**name);
        let mut vars = Vec::new();
        self.types.free_vars(ty, &mut vars);
        let at = vars.first().map(|&v| self.types.add(Node::Var(v)));
        self.core.add(Kind::Prim(id, at), ty, span)
    }
}
