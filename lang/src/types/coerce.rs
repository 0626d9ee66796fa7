//! Where a multi-set is expected: a colour may stand for one token of it, a list for its elements, and tokens without a stamp get the current time.

use super::ty::{Class, LIST, MS, Node, TIMED, Ty};
use super::{Checker, Why};
use crate::core::{CoreId, Kind};
use crate::span::Span;

impl Checker {
    /// Makes the expression fit the type: as it is, as one token, or as a list of tokens.
    pub(super) fn coerce(&mut self, id: CoreId, want: Ty, why: &Why) -> CoreId {
        let Node::Con(MS, elem) = self.types.node(want).clone() else {
            self.expect(id, want, why);
            return id;
        };
        let elem = elem[0];
        let found = self.core[id].ty;
        let span = self.core[id].span;
        let timed = match self.types.node(elem) {
            Node::Con(TIMED, colour) => Some(colour[0]),
            _ => None,
        };
        match self.types.node(found).clone() {
            Node::Con(MS, inner) => {
                let stamped = self.types.as_var(inner[0]).is_some()
                    || matches!(self.types.node(inner[0]), Node::Con(TIMED, _));
                if let (Some(colour), false) = (timed, stamped) {
                    self.expect_type(span, inner[0], colour, why);
                    return self.stamp_now(id, want);
                }
            }
            Node::Var(_) if self.is_open(found) => {}
            Node::Error => {}
            Node::Con(LIST, inner)
                if self.types.as_var(elem).is_some() || !self.types.may_unify(elem, found) =>
            {
                if let Some(colour) = timed
                    && !matches!(self.types.node(inner[0]), Node::Con(TIMED, _))
                {
                    self.expect_type(span, inner[0], colour, why);
                    let plain = self.types.con(MS, &[colour]);
                    let tokens = self.library_call(&["list_to_ms"], id, plain);
                    return self.stamp_now(tokens, want);
                }
                self.expect_type(span, inner[0], elem, why);
                return self.library_call(&["list_to_ms"], id, want);
            }
            _ if !why.colour_as_token => {}
            _ if self.types.may_unify(elem, found) => {
                self.expect_type(span, found, elem, why);
                return self.one_token(id, want);
            }
            _ => {
                if let Some(colour) = timed
                    && self.types.may_unify(colour, found)
                {
                    self.expect_type(span, found, colour, why);
                    let plain = self.types.con(MS, &[colour]);
                    let one = self.one_token(id, plain);
                    return self.stamp_now(one, want);
                }
            }
        }
        self.expect(id, want, why);
        id
    }

    /// Whether nothing is known of a type yet, not even that it is a number.
    pub(super) fn is_open(&self, ty: Ty) -> bool {
        (self.types.as_var(ty)).is_some_and(|v| self.types.var(v).class == Class::ANY)
    }

    /// A library function applied to an expression, where the types are known to fit.
    fn library_call(&mut self, path: &[&str], argument: CoreId, result: Ty) -> CoreId {
        let span = self.core[argument].span;
        let function = self.overloaded_function(path, span);
        let from = self.core[argument].ty;
        let whole = self.types.fun(from, result);
        self.expect(function, whole, &Why::none());
        self.core.add(Kind::App(function, argument), result, span)
    }

    fn int_constant(&mut self, value: i64, span: Span) -> CoreId {
        let int = self.int;
        self.core.add(Kind::Int(value.into()), int, span)
    }

    /// ``1`e``
    fn one_token(&mut self, id: CoreId, ms: Ty) -> CoreId {
        let span = self.core[id].span;
        let one = self.int_constant(1, span);
        let pair = self.tuple(&[one, id], span);
        self.library_call(&["`"], pair, ms)
    }

    /// `e @+ 0`
    fn stamp_now(&mut self, ms: CoreId, tms: Ty) -> CoreId {
        let span = self.core[ms].span;
        let zero = self.int_constant(0, span);
        let pair = self.tuple(&[ms, zero], span);
        self.library_call(&["@+"], pair, tms)
    }
}
