//! `inst ()`: the number of the page instance of the transition in whose inscription it stands.
//!
//! It is a constant of each instance, so it is put in where an inscription is checked: nothing has to be passed on when a net runs, and a net without it
//! pays nothing. A declared function has no instance, since it may be called from anywhere; it can take the number as an argument.

use super::Checker;
use super::env::Value;
use crate::core::{CoreId, Kind};
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::*;

/// What the function is called.
pub(super) const NAME: &str = "inst";

/// A page instance.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Instance {
    /// Which one, from 1.
    pub number: u32,
    /// Whether an inscription asked for the number.
    pub asked: bool,
}

impl Checker {
    /// Whether this is `inst ()`.
    pub(super) fn is_instance_call(&self, ast: &Ast, f: ExprId, x: ExprId) -> bool {
        let (ExprKind::Var(path), ExprKind::Tuple(parts)) = (&ast[f].kind, &ast[x].kind) else {
            return false;
        };
        let scope = self.env.scope(&path.structures);
        let value = scope.and_then(|scope| scope.values.get(&path.name));
        parts.is_empty() && matches!(value, Some(Value::Instance))
    }

    /// The number itself.
    pub(super) fn instance_number(&mut self, span: Span) -> CoreId {
        let Some(instance) = &mut self.instance else {
            self.report(
                Diagnostic::error("E0422", span, "There is no page instance here whose number `inst ()` could be.")
                    .at("not in an inscription of a transition")
                    .help("Write `inst ()` in a guard, an arc, a delay or a code segment; a function gets it as an argument: `f (inst ())`."),
            );
            return self.error_expr(span);
        };
        instance.asked = true;
        let number = instance.number.into();
        self.core.add(Kind::Int(number), self.int, span)
    }

    /// `inst` without its argument.
    pub(super) fn instance_function(&mut self, span: Span) -> CoreId {
        let number = self.instance_number(span);
        let (unit, int) = (self.unit, self.int);
        let argument = self.parameter(NAME, unit, span);
        let ty = self.types.fun(unit, int);
        self.core.add(Kind::Fn([argument].into(), number), ty, span)
    }
}
