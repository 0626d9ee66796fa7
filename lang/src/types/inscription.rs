//! Inscriptions: expressions over net variables, checked as functions of them.

use super::Checker;
use super::env::Value;
use crate::core::{BindId, CoreId};
use crate::syntax::ast::*;

impl Checker {
    /// Checks an expression as a function of net variables: its parameters in the order of `vars`, and its body.
    pub fn inscription(&mut self, ast: &Ast, e: ExprId, vars: &[Name]) -> (Vec<BindId>, CoreId) {
        let span = ast[e].span;
        self.types.level += 1;
        let function = self.scoped(|c| {
            let params: Vec<BindId> = (vars.iter())
                .map(|name| {
                    let ty = match c.env.values.get(name) {
                        Some(Value::NetVar(ty, _)) => *ty,
                        _ => c.error_type(),
                    };
                    let bind = c.parameter(name, ty, span);
                    c.add_value(name, Value::Var(bind));
                    bind
                })
                .collect();
            (params, c.infer(ast, e))
        });
        self.types.level -= 1;
        self.settle(span);
        function
    }
}
