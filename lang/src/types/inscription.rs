//! Inscriptions of a net: expressions over net variables, and the same expressions read as patterns that bind the variables from a token.

use super::env::Value;
use super::ty::{Class, LIST, MS, OPTION, TIMED, Ty};
use super::{Checker, Why};
use crate::core::{BindId, CoreId, Kind, Match, Otherwise, Pat};
use crate::span::Span;
use crate::syntax::ast::*;
use crate::vm::program::ColourSetId;
use std::sync::Arc;

/// What an inscription must be.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// A guard.
    Bool,
    /// A priority or a delay.
    Int,
    /// Tokens of a colour set; with time stamps if the place is timed.
    Tokens(ColourSetId, bool),
    /// A colour of the set.
    Colour(ColourSetId),
    /// Anything.
    Any,
}

/// A checked inscription: a function of variables.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its parameters, in the order asked for.
    pub params: Vec<BindId>,
    /// Its body.
    pub body: CoreId,
}

impl Checker {
    /// The net variables that occur in an expression, in order of first occurrence.
    pub fn net_variables(&self, ast: &Ast, e: ExprId) -> Vec<Name> {
        let mut found: Vec<Name> = Vec::new();
        for path in variables(ast, e) {
            let known = path
                .structures
                .is_empty()
                .then(|| self.env.values.get(&path.name));
            if let Some(Some(Value::NetVar(..))) = known
                && !found.contains(&path.name)
            {
                found.push(path.name.clone());
            }
        }
        found
    }

    /// The type of a net variable.
    pub fn net_variable_type(&self, name: &str) -> Option<Ty> {
        match self.env.values.get(name) {
            Some(Value::NetVar(ty, _)) => Some(*ty),
            _ => None,
        }
    }

    /// The colour set declared under a name.
    pub fn colour_set_named(&self, name: &str) -> Option<ColourSetId> {
        self.env.colours.get(name).copied()
    }

    /// The type that an inscription must have.
    fn wanted_type(&mut self, wanted: Wanted) -> Ty {
        match wanted {
            Wanted::Bool => self.bool,
            Wanted::Int => self.int,
            Wanted::Colour(set) => self.colours[set.0 as usize].1,
            Wanted::Any => self.types.fresh(),
            Wanted::Tokens(set, timed) => {
                let colour = self.colours[set.0 as usize].1;
                let colour = if timed {
                    self.types.con(TIMED, &[colour])
                } else {
                    colour
                };
                self.types.con(MS, &[colour])
            }
        }
    }

    /// Checks an expression as a function of net variables.
    pub fn inscription(
        &mut self,
        ast: &Ast,
        e: ExprId,
        vars: &[Name],
        wanted: Wanted,
        why: (Span, &str),
    ) -> Function {
        self.types.level += 1;
        let want = self.wanted_type(wanted);
        let function = self.scoped(|c| {
            let params = c.variables_in_scope(vars, ast[e].span);
            let body = c.check(ast, e, want, &Why::new(why.0, why.1));
            Function { params, body }
        });
        self.types.level -= 1;
        self.settle(ast[e].span);
        function
    }

    fn variables_in_scope(&mut self, vars: &[Name], span: Span) -> Vec<BindId> {
        (vars.iter())
            .map(|name| {
                let ty = self.net_variable_type(name).unwrap_or(self.unit);
                let bind = self.parameter(name, ty, span);
                self.add_value(name, Value::Var(bind));
                bind
            })
            .collect()
    }

    /// Checks an expression as a pattern: a function of variables already bound and of a colour, which gives the variables `new` as a tuple, or `NONE` if the
    /// colour does not fit. `None` if the expression is not of the form of a pattern.
    pub fn matcher(
        &mut self,
        ast: &Ast,
        e: ExprId,
        bound: &[Name],
        new: &[Name],
        set: ColourSetId,
    ) -> Option<Function> {
        if !self.is_pattern(ast, e) {
            return None;
        }
        let span = ast[e].span;
        let colour_ty = self.colours[set.0 as usize].1;
        self.types.level += 1;
        let function = self.scoped(|c| {
            let mut params = c.variables_in_scope(bound, span);
            let colour = c.parameter("colour", colour_ty, span);
            let mut reading = Reading {
                bound: bound.to_vec(),
                found: Vec::new(),
                equal: Vec::new(),
            };
            let pat = c.read_pattern(ast, e, colour_ty, &mut reading);
            let body = c.matcher_body(colour, pat, &reading, new, &params, span);
            params.push(colour);
            Function { params, body }
        });
        self.types.level -= 1;
        self.settle(span);
        Some(function)
    }

    fn matcher_body(
        &mut self,
        colour: BindId,
        pat: Pat,
        reading: &Reading,
        new: &[Name],
        bound: &[BindId],
        span: Span,
    ) -> CoreId {
        let parts: Vec<CoreId> = (new.iter())
            .map(|name| {
                let found = reading.found.iter().find(|f| f.0 == *name);
                let bind = found.map_or(colour, |f| f.1);
                self.variable_use(bind, span)
            })
            .collect();
        let value = match parts.as_slice() {
            [one] => *one,
            _ => self.tuple(&parts, span),
        };
        let value_ty = self.core[value].ty;
        let option = self.types.con(OPTION, &[value_ty]);
        let data = super::ty::DataId(2);
        let some_ty = self.types.fun(value_ty, option);
        let some = self.core.add(Kind::Con(data, 1), some_ty, span);
        let mut fits = self.core.add(Kind::App(some, value), option, span);
        let none = self.core.add(Kind::Con(data, 0), option, span);
        for &(a, b) in reading.equal.iter().rev() {
            let b = match b {
                Twin::Found(bind) => bind,
                Twin::Bound(i) => bound[i],
            };
            let (left, right) = (self.variable_use(a, span), self.variable_use(b, span));
            let pair = self.tuple(&[left, right], span);
            let bool = self.bool;
            let pair_ty = self.core[pair].ty;
            let op_ty = self.types.fun(pair_ty, bool);
            let op = self.core.add(Kind::Op(crate::core::Op::Eq), op_ty, span);
            let equal = self.core.add(Kind::App(op, pair), bool, span);
            fits = self.core.add(Kind::If(equal, fits, none), option, span);
        }
        let subject = self.variable_use(colour, span);
        let found = Match {
            subjects: vec![subject],
            rows: vec![(vec![pat], fits), (vec![Pat::Wild], none)],
            otherwise: Otherwise::RaiseMatch,
        };
        self.core.add(Kind::Match(found), option, span)
    }

    fn variable_use(&mut self, bind: BindId, span: Span) -> CoreId {
        let ty = self.core.binding(bind).scheme.ty;
        self.core.add(Kind::Var(bind, Arc::from([])), ty, span)
    }

    /// Whether an expression has the form of a pattern: variables, constants, constructors, tuples, records, lists.
    pub fn is_pattern(&self, ast: &Ast, e: ExprId) -> bool {
        let mut work = vec![e];
        while let Some(e) = work.pop() {
            match &ast[e].kind {
                ExprKind::Lit(Lit::Real(_)) => return false,
                ExprKind::Lit(_) => {}
                ExprKind::Var(path) => {
                    let value =
                        (self.env.scope(&path.structures)).and_then(|s| s.values.get(&path.name));
                    if !matches!(value, Some(Value::NetVar(..) | Value::Con(..))) {
                        return false;
                    }
                }
                ExprKind::Tuple(parts) | ExprKind::List(parts) => work.extend(parts),
                ExprKind::Record(fields) => work.extend(fields.iter().map(|f| f.1)),
                ExprKind::Typed(e, _) => work.push(*e),
                ExprKind::App(f, x) => {
                    let ExprKind::Var(path) = &ast[*f].kind else {
                        return false;
                    };
                    let value =
                        (self.env.scope(&path.structures)).and_then(|s| s.values.get(&path.name));
                    if !matches!(value, Some(Value::Con(..))) {
                        return false;
                    }
                    work.push(*x);
                }
                _ => return false,
            }
        }
        true
    }

    fn read_pattern(&mut self, ast: &Ast, e: ExprId, want: Ty, reading: &mut Reading) -> Pat {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
            self.read_step(ast, e, want, reading)
        })
    }

    fn read_step(&mut self, ast: &Ast, e: ExprId, want: Ty, reading: &mut Reading) -> Pat {
        let span = ast[e].span;
        let why = Why::none();
        match &ast[e].kind {
            ExprKind::Lit(Lit::Int(value)) => {
                let ty = self.fresh_overloaded(Class::INTEGER, span);
                self.expect_type(span, ty, want, &why);
                self.constants.push((value.clone(), ty, span));
                Pat::Int(value.clone(), ty)
            }
            ExprKind::Lit(Lit::Char(c)) => Pat::Char(*c),
            ExprKind::Lit(Lit::Str(bytes)) => Pat::Str(bytes.as_slice().into()),
            ExprKind::Lit(Lit::Real(_)) => Pat::Wild,
            ExprKind::Var(path) => {
                let value = (self.env.scope(&path.structures))
                    .and_then(|s| s.values.get(&path.name))
                    .cloned();
                match value {
                    Some(Value::Con(data, tag)) => {
                        let (ty, _) = self.constructor_type(data, tag);
                        self.expect_type(span, ty, want, &why);
                        Pat::Con(data, tag, None, ty)
                    }
                    _ => Pat::Var(self.read_variable(&path.name, want, span, reading)),
                }
            }
            ExprKind::Tuple(parts) => {
                let types: Vec<Ty> = parts.iter().map(|_| self.types.fresh()).collect();
                let ty = self.types.tuple(&types);
                self.expect_type(span, ty, want, &why);
                let pats = (parts.iter().zip(types).enumerate())
                    .map(|(i, (&p, ty))| {
                        (
                            (i + 1).to_string().into(),
                            self.read_pattern(ast, p, ty, reading),
                        )
                    })
                    .collect();
                Pat::Tuple(pats, want)
            }
            ExprKind::Record(fields) => {
                let types: Vec<(Name, Ty)> = fields
                    .iter()
                    .map(|f| (f.0.name.clone(), self.types.fresh()))
                    .collect();
                let ty = self.types.record(types.clone());
                self.expect_type(span, ty, want, &why);
                let pats = (fields.iter().zip(types))
                    .map(|((label, p), (_, ty))| {
                        (label.name.clone(), self.read_pattern(ast, *p, ty, reading))
                    })
                    .collect();
                Pat::Tuple(pats, want)
            }
            ExprKind::List(parts) => {
                let elem = self.types.fresh();
                let ty = self.types.con(LIST, &[elem]);
                self.expect_type(span, ty, want, &why);
                let pats: Vec<Pat> = parts
                    .iter()
                    .map(|&p| self.read_pattern(ast, p, elem, reading))
                    .collect();
                self.list_pattern(pats, ty)
            }
            ExprKind::Typed(inner, t) => {
                let ty = self.annotation(ast, *t);
                self.expect_type(span, ty, want, &why);
                self.read_pattern(ast, *inner, want, reading)
            }
            ExprKind::App(f, x) => {
                let ExprKind::Var(path) = &ast[*f].kind else {
                    return Pat::Wild;
                };
                let value = (self.env.scope(&path.structures))
                    .and_then(|s| s.values.get(&path.name))
                    .cloned();
                let Some(Value::Con(data, tag)) = value else {
                    return Pat::Wild;
                };
                let (ty, of) = self.constructor_type(data, tag);
                self.expect_type(span, ty, want, &why);
                let arg = of.map(|of| Box::new(self.read_pattern(ast, *x, of, reading)));
                Pat::Con(data, tag, arg, ty)
            }
            _ => Pat::Wild,
        }
    }

    /// A variable in a pattern: new, or to be compared with what it is bound to already.
    fn read_variable(
        &mut self,
        name: &Name,
        want: Ty,
        span: Span,
        reading: &mut Reading,
    ) -> BindId {
        if let Some(ty) = self.net_variable_type(name) {
            self.expect_type(span, ty, want, &Why::none());
        }
        let bind = self.parameter(name, want, span);
        if let Some(i) = reading.bound.iter().position(|b| b == name) {
            reading.equal.push((bind, Twin::Bound(i)));
        } else if let Some(found) = reading.found.iter().find(|f| f.0 == *name) {
            reading.equal.push((bind, Twin::Found(found.1)));
        } else {
            reading.found.push((name.clone(), bind));
        }
        bind
    }
}

/// A pattern being read: which variables are bound already, which it binds, which must be equal.
struct Reading {
    bound: Vec<Name>,
    found: Vec<(Name, BindId)>,
    equal: Vec<(BindId, Twin)>,
}

#[derive(Copy, Clone)]
enum Twin {
    Found(BindId),
    Bound(usize),
}

/// All names that occur in an expression where a value may stand.
fn variables(ast: &Ast, e: ExprId) -> Vec<&Path> {
    let mut found = Vec::new();
    let mut work = vec![e];
    while let Some(e) = work.pop() {
        let before = work.len();
        match &ast[e].kind {
            ExprKind::Var(path) => found.push(path),
            ExprKind::Record(fields) => work.extend(fields.iter().map(|f| f.1)),
            ExprKind::Tuple(es) | ExprKind::List(es) | ExprKind::Seq(es) | ExprKind::Flat(es) => {
                work.extend(es)
            }
            ExprKind::App(a, b) | ExprKind::AndAlso(a, b) | ExprKind::OrElse(a, b) => {
                work.extend([*a, *b])
            }
            ExprKind::Typed(e, _) | ExprKind::Raise(e) => work.push(*e),
            ExprKind::If(a, b, c) => work.extend([*a, *b, *c]),
            ExprKind::Handle(e, rules) | ExprKind::Case(e, rules) => {
                work.push(*e);
                work.extend(rules.iter().map(|r| r.body));
            }
            ExprKind::Fn(rules) => work.extend(rules.iter().map(|r| r.body)),
            ExprKind::Let(decs, body) => {
                for dec in decs {
                    match &dec.kind {
                        DecKind::Val { bindings, .. } => work.extend(bindings.iter().map(|b| b.1)),
                        DecKind::Fun { functions, .. } => {
                            work.extend(functions.iter().flat_map(|f| &f.clauses).map(|c| c.body))
                        }
                        _ => {}
                    }
                }
                work.push(*body);
            }
            ExprKind::Lit(_) | ExprKind::Select(_) | ExprKind::Prim(..) | ExprKind::Error => {}
        }
        // First things first: the work list is taken from its end.
        work[before..].reverse();
    }
    found
}
