//! Inscriptions: expressions over net variables, checked as functions of them against what their place in the net needs.

use super::effects::{Clock, Effects};
use super::env::Value;
use super::ty::{LIST, MS, Node, REAL, TIMED, Ty};
use super::{Checker, Why};
use crate::core::{BindId, CoreId};
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::*;
use crate::vm::program::ColourSetId;

/// What an inscription must give.
#[derive(Clone, PartialEq, Debug)]
pub enum Wanted {
    /// Whatever it gives.
    Any,
    /// A condition.
    Bool,
    /// An `int`.
    Int,
    /// A time: an `IntInf.int`.
    Time,
    /// One colour.
    One(ColourSetId),
    /// A multi-set; a colour stands for one token, a list for its elements.
    Many(ColourSetId),
    /// A timed multi-set; tokens without a stamp are ready now.
    Stamped(ColourSetId),
    /// The values of net variables: the value itself for one, a tuple for several.
    Values(Vec<Name>),
}

/// Where a demand comes from: a place in the net and what is to be said of it, with `{}` for the type.
#[derive(Clone, Debug, Default)]
pub struct Because(pub Option<(Span, String)>);

/// An inscription checked as a function.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Its parameters.
    pub params: Vec<BindId>,
    /// What it computes.
    pub body: CoreId,
    /// What it may do beside giving a value.
    pub effects: Effects,
    /// How it depends on the clock.
    pub clock: Clock,
}

/// How an inscription gives tokens.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum TokenForm {
    /// It is a colour.
    One,
    /// It is a multi-set, or a list.
    Many,
    /// Its tokens have stamps.
    Stamped,
}

impl Checker {
    /// Checks an expression as a function of net variables: its parameters in the order of `vars`, and its body.
    pub fn inscription(
        &mut self,
        ast: &Ast,
        e: ExprId,
        vars: &[Name],
        wanted: &Wanted,
        because: &Because,
    ) -> Checked {
        let want = self.wanted_type(wanted);
        let why = match &because.0 {
            Some((span, text)) => Why::new(*span, text.clone()),
            None => Why::none(),
        };
        self.as_function(ast[e].span, |c| {
            let params = c.net_parameters(vars, ast[e].span);
            let body = match want {
                Some(_) if *wanted == Wanted::Time && c.real_time => c.ticks(ast, e, &why),
                Some(want) => c.check(ast, e, want, &why),
                None => c.infer(ast, e),
            };
            (params, body)
        })
    }

    /// A real or whole time in the units in which it is kept.
    fn ticks(&mut self, ast: &Ast, e: ExprId, why: &Why) -> CoreId {
        let time = self.infer(ast, e);
        let found = self.core[time].ty;
        let (real, intinf) = (self.types.con(REAL, &[]), self.intinf);
        // A number without a point is whole.
        let whole = self.types.may_unify(found, self.int) && !self.is_open(found);
        let want = if whole { self.int } else { real };
        self.expect(time, want, why);
        let function = if whole { "whole" } else { "ticks" };
        self.library_call(&["RealTime", function], time, intinf)
    }

    /// Checks something as a declaration of its own and notes what it depends on.
    pub(super) fn as_function(
        &mut self,
        span: Span,
        body: impl FnOnce(&mut Checker) -> (Vec<BindId>, CoreId),
    ) -> Checked {
        self.effects = Effects::default();
        self.clock = Clock::default();
        self.types.level += 1;
        let (params, body) = self.scoped(body);
        self.types.level -= 1;
        self.settle(span);
        Checked {
            params,
            body,
            effects: self.effects,
            clock: self.clock,
        }
    }

    /// Makes net variables the parameters of a function.
    pub(super) fn net_parameters(&mut self, vars: &[Name], span: Span) -> Vec<BindId> {
        (vars.iter())
            .map(|name| {
                let declared = match self.env.values.get(name) {
                    Some(Value::NetVar(_, _, declared)) => *declared,
                    _ => span,
                };
                let ty = self.net_variable_type(name);
                let bind = self.parameter(name, ty, declared);
                self.add_value(name, Value::Var(bind));
                bind
            })
            .collect()
    }

    pub(crate) fn net_variable_type(&mut self, name: &Name) -> Ty {
        match self.env.values.get(name) {
            Some(Value::NetVar(ty, ..)) => *ty,
            _ => self.error_type(),
        }
    }

    fn wanted_type(&mut self, wanted: &Wanted) -> Option<Ty> {
        Some(match wanted {
            Wanted::Any => return None,
            Wanted::Bool => self.bool,
            Wanted::Int => self.int,
            Wanted::Time => self.intinf,
            Wanted::One(set) => self.colour_type(*set),
            Wanted::Many(set) => {
                let colour = self.colour_type(*set);
                self.types.con(MS, &[colour])
            }
            Wanted::Stamped(set) => {
                let colour = self.colour_type(*set);
                let timed = self.types.con(TIMED, &[colour]);
                self.types.con(MS, &[timed])
            }
            Wanted::Values(names) => {
                let types: Vec<Ty> = names.iter().map(|n| self.net_variable_type(n)).collect();
                match types[..] {
                    [only] => only,
                    _ => self.types.tuple(&types),
                }
            }
        })
    }

    pub(super) fn colour_type(&self, set: ColourSetId) -> Ty {
        self.colours[set.0 as usize].1
    }

    /// The net variables an expression mentions, in order, each at its first place. Nothing is reported.
    pub fn mentioned(&mut self, ast: &Ast, e: ExprId) -> Vec<Ident> {
        self.look_at(ast, e, |_, _| ()).1
    }

    /// Whether an expression gives one colour, a multi-set or a timed multi-set of the colour set. Nothing is reported.
    pub fn token_form(&mut self, ast: &Ast, e: ExprId, set: ColourSetId) -> TokenForm {
        let colour = self.colour_type(set);
        let (form, _, failed) = self.look_at(ast, e, |c, id| {
            let found = c.core[id].ty;
            let stamped = |ty: Ty| matches!(c.types.node(ty), Node::Con(TIMED, _));
            match c.types.node(found) {
                Node::Con(TIMED, _) => TokenForm::Stamped,
                Node::Con(MS, of) if stamped(of[0]) => TokenForm::Stamped,
                Node::Con(MS, _) => TokenForm::Many,
                Node::Con(LIST, of) if !c.types.may_unify(colour, found) => match stamped(of[0]) {
                    true => TokenForm::Stamped,
                    false => TokenForm::Many,
                },
                Node::Var(_) if c.is_open(found) => TokenForm::Many,
                _ => TokenForm::One,
            }
        });
        // A branch without a stamp may be the reason of the failure: where stamps are wanted, all branches get one.
        let timed = self.colours[set.0 as usize].2;
        match form {
            TokenForm::Many if failed && timed => TokenForm::Stamped,
            form => form,
        }
    }

    /// Whether an expression gives an `IntInf.int`. Nothing is reported.
    pub fn is_unbounded(&mut self, ast: &Ast, e: ExprId) -> bool {
        let intinf = self.types.resolve(self.intinf);
        let is = |c: &mut Checker, id: CoreId| {
            let found = c.core[id].ty;
            c.types.node(found) == c.types.node(intinf)
        };
        self.look_at(ast, e, is).0
    }

    /// Infers an expression in which net variables may stand, judges it and forgets it: the judgement, the net variables, whether there were errors.
    fn look_at<T>(
        &mut self,
        ast: &Ast,
        e: ExprId,
        judge: impl FnOnce(&mut Checker, CoreId) -> T,
    ) -> (T, Vec<Ident>, bool) {
        let known = self.diagnostics.len();
        let outer = self.mentions.replace(Vec::new());
        self.types.level += 1;
        let judgement = self.scoped(|c| {
            let id = c.infer(ast, e);
            judge(c, id)
        });
        self.types.level -= 1;
        let failed = self.diagnostics[known..].iter().any(Diagnostic::is_error);
        self.settle(ast[e].span);
        self.diagnostics.truncate(known);
        let mentions = std::mem::replace(&mut self.mentions, outer);
        (judgement, mentions.unwrap_or_default(), failed)
    }
}
