//! Where a multi-set is expected: a colour may stand for one token of it, a list for its elements, and tokens without a stamp get the current time. Where a list is
//! expected, a multi-set stands for its elements.

use super::ty::{Class, LIST, MS, Node, TIMED, Ty};
use super::{Checker, Why};
use crate::core::{ColourFn, CoreId, Kind};
use crate::diagnostic::Diagnostic;
use crate::span::Span;

impl Checker {
    /// Makes the expression fit the type: as it is, as one token, or as a list of tokens.
    pub(super) fn coerce(&mut self, id: CoreId, want: Ty, why: &Why) -> CoreId {
        let found = self.core[id].ty;
        let elem = match self.types.node(want).clone() {
            Node::Con(MS, elem) => elem[0],
            Node::Con(LIST, elem) => return self.as_list(id, elem[0], want, why),
            _ => {
                self.expect(id, want, why);
                return id;
            }
        };
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
                // To CPN Tools a multi-set is a list, so on a place of lists it is one token.
                if let Node::Con(LIST, part) = self.types.node(elem).clone()
                    && why.colour_as_token
                    && !self.types.may_unify(inner[0], elem)
                    && self.types.may_unify(inner[0], part[0])
                {
                    let list = self.as_list(id, part[0], elem, why);
                    return self.one_token(list, want);
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

    /// Where a list is expected, a multi-set is the list of its elements in ascending order.
    pub(super) fn as_list(&mut self, id: CoreId, elem: Ty, want: Ty, why: &Why) -> CoreId {
        let found = self.core[id].ty;
        let Node::Con(MS, inner) = self.types.node(found).clone() else {
            self.expect(id, want, why);
            return id;
        };
        let span = self.core[id].span;
        self.expect_type(span, inner[0], elem, why);
        if !self.is_plain_tokens(id) && !self.is_all_colours(id) {
            let message = "A multi-set is used as a list here, in ascending order of its elements.";
            let help = "A multi-set has no order of its own. If that is meant, write `ms_to_list`; if another order is, make a list: `[x, y]`, `^^`.";
            let warning = Diagnostic::warning("W0505", span, message);
            self.report(
                warning
                    .at("its elements come in ascending order")
                    .help(help),
            );
        }
        self.library_call(&["ms_to_list"], id, want)
    }

    /// Whether a multi-set is written as `CS.all ()`: people expect the order of the colour set.
    fn is_all_colours(&self, id: CoreId) -> bool {
        let Kind::App(function, _) = self.core[id].kind else {
            return false;
        };
        matches!(self.core[function].kind, Kind::Colour(ColourFn::All, _))
    }

    /// Whether a multi-set is written as `empty` or ``n`x``, so that as a list it can have one order only.
    pub(super) fn is_plain_tokens(&self, id: CoreId) -> bool {
        let named = |id: CoreId, name: &str| match &self.core[id].kind {
            Kind::Var(bind, _) => &*self.core.binding(*bind).name == name,
            _ => false,
        };
        match self.core[id].kind {
            Kind::App(function, _) => named(function, "`"),
            _ => named(id, "empty"),
        }
    }

    /// Whether two results of one expression, tokens that are written as such and a list, are both meant as lists.
    pub(super) fn meant_as_list(&self, tokens: CoreId, list: CoreId) -> bool {
        let (ms, list) = (self.core[tokens].ty, self.core[list].ty);
        match (self.types.node(ms), self.types.node(list)) {
            (Node::Con(MS, inner), Node::Con(LIST, elem)) => {
                self.is_plain_tokens(tokens)
                    && self.types.may_unify(inner[0], elem[0])
                    && (self.types.as_var(inner[0]).is_some()
                        || !self.types.may_unify(inner[0], list))
            }
            _ => false,
        }
    }

    /// Whether nothing is known of a type yet, not even that it is a number.
    pub(super) fn is_open(&self, ty: Ty) -> bool {
        (self.types.as_var(ty)).is_some_and(|v| self.types.var(v).class == Class::ANY)
    }

    /// A library function applied to an expression, where the types are known to fit.
    pub(super) fn library_call(&mut self, path: &[&str], argument: CoreId, result: Ty) -> CoreId {
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
