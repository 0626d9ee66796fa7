//! Applications: functions, operators, and names whose meaning the argument decides.

use super::env::{Head, Overload, Value};
use super::ty::{LIST, MS, Node, Ty};
use super::{Checker, Why};
use crate::core::{BindId, CoreId, Kind, Op};
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::*;

impl Checker {
    pub(super) fn application(&mut self, ast: &Ast, f: ExprId, x: ExprId, span: Span) -> CoreId {
        if let ExprKind::Var(path) = &ast[f].kind
            && let Some(Value::Overloaded(overload)) = self
                .env
                .scope(&path.structures)
                .and_then(|e| e.values.get(&path.name))
                .cloned()
            && !overload.second
        {
            return self.overloaded_application(ast, overload, path, x, span);
        }
        if self.is_instance_call(ast, f, x) {
            return self.instance_number(span);
        }
        if let Some(joined) = self.list_sum(ast, f, x, span) {
            return joined;
        }
        if let Some((overload, path, first)) = self.overloaded_by_second(ast, f) {
            return self.curried_overload(ast, overload, path, [first, x], span);
        }
        self.cell_being_read = self.cell_read(ast, f, x);
        let cells = self.effects.cells;
        let function = self.infer(ast, f);
        if self.cell_being_read.is_some() {
            // What that means is noted with the cell.
            self.effects.cells = cells;
        }
        let f_ty = self.core[function].ty;
        let (from, to) = match *self.types.node(f_ty) {
            Node::Fun(from, to) => (from, to),
            Node::Error => {
                self.infer(ast, x);
                return self.error_expr(span);
            }
            Node::Var(_) if self.is_open(f_ty) => {
                let (from, to) = (self.types.fresh(), self.types.fresh());
                let want = self.types.fun(from, to);
                self.expect(
                    function,
                    want,
                    &Why::new(ast[x].span, "it is applied to this"),
                );
                (from, to)
            }
            _ => {
                self.not_a_function(ast, f, x, f_ty);
                return self.error_expr(span);
            }
        };
        let argument = self.argument(ast, f, function, x, from);
        self.cell_being_read = None;
        self.core.add(Kind::App(function, argument), to, span)
    }

    /// The cell, if this is `!cell`.
    fn cell_read(&self, ast: &Ast, f: ExprId, x: ExprId) -> Option<BindId> {
        let (ExprKind::Var(f), ExprKind::Var(x)) = (&ast[f].kind, &ast[x].kind) else {
            return None;
        };
        let value = |path: &Path| self.env.scope(&path.structures)?.values.get(&path.name);
        match (value(f), value(x)) {
            (Some(Value::Op(Op::Deref)), Some(Value::Var(cell))) => Some(*cell),
            _ => None,
        }
    }

    /// The argument; a clash between the operands of an operator shows the other operand.
    fn argument(&mut self, ast: &Ast, f: ExprId, function: CoreId, x: ExprId, from: Ty) -> CoreId {
        let operator = matches!(self.core[function].kind, Kind::Op(_));
        if let (true, ExprKind::Tuple(parts), Node::Tuple(wants)) =
            (operator, &ast[x].kind, self.types.node(from).clone())
            && let ([a, b], [want_a, want_b]) = (parts.as_slice(), &*wants)
        {
            let why = Why::new(ast[f].span, "this operator needs `{}`");
            let before = self.diagnostics.len();
            let left = self.check(ast, *a, *want_a, &why);
            // One complaint about an operator's operands is enough.
            let right = if self.diagnostics.len() > before {
                self.infer(ast, *b)
            } else {
                let why = Why::new(ast[*a].span, "the left operand is `{}`");
                self.check(ast, *b, *want_b, &why)
            };
            return self.tuple(&[left, right], ast[x].span);
        }
        let name = match &ast[f].kind {
            ExprKind::Var(path) => Some(&path.name),
            _ => None,
        };
        self.check(ast, x, from, &Why::argument(ast[f].span, name))
    }

    fn not_a_function(&mut self, ast: &Ast, f: ExprId, x: ExprId, ty: Ty) {
        let shown = self.show(ty);
        let applied_before = matches!(&ast[f].kind, ExprKind::App(..));
        let mut d = Diagnostic::error(
            "E0304",
            ast[f].span,
            format!("This is `{shown}`, not a function, so it cannot take an argument."),
        )
        .at(format!("this is `{shown}`"))
        .label(ast[x].span, "the argument");
        d = d.help(if applied_before {
            "The function has its argument already: are there too many, or is an operator or `;` missing between them?"
        } else {
            "Is an operator, a comma or a `;` missing between the two?"
        });
        self.infer(ast, x);
        self.report(d);
    }

    pub(super) fn overloaded_function(&mut self, path: &[&str], span: Span) -> CoreId {
        let value = match path {
            [name] => self.library.values.get(*name),
            [structure, name] => {
                (self.library.structures.get(*structure)).and_then(|s| s.values.get(*name))
            }
            _ => None,
        };
        match value.cloned() {
            Some(value) => self.value(&value, &path.join(".").into(), span),
            None => {
                debug_assert!(self.has_errors(), "{path:?} is not loaded");
                self.error_expr(span)
            }
        }
    }

    /// `a ++ b` joins lists, if it has a list in it and no multi-set.
    fn list_sum(&mut self, ast: &Ast, f: ExprId, x: ExprId, span: Span) -> Option<CoreId> {
        if !self.is_sum(ast, f) || !self.sums_lists(ast, x) {
            return None;
        }
        let function = self.overloaded_function(&["^^"], ast[f].span);
        let Node::Fun(from, to) = *self.types.node(self.core[function].ty) else {
            return None;
        };
        let why = Why::new(ast[f].span, "lists are joined here");
        let argument = self.check(ast, x, from, &why);
        Some(self.core.add(Kind::App(function, argument), to, span))
    }

    fn is_sum(&self, ast: &Ast, f: ExprId) -> bool {
        matches!(&ast[f].kind, ExprKind::Var(path)
            if path.structures.is_empty() && &*path.name == "++" && self.is_library_name("++"))
    }

    /// Whether one of the terms of a sum is known to be a list, and none to be a multi-set.
    fn sums_lists(&self, ast: &Ast, sum: ExprId) -> bool {
        let mut work = vec![sum];
        let mut list = false;
        while let Some(e) = work.pop() {
            match &ast[e].kind {
                ExprKind::Tuple(parts) if parts.len() == 2 => work.extend(parts.iter().copied()),
                ExprKind::App(f, x) if self.is_sum(ast, *f) => work.push(*x),
                ExprKind::List(_) => list = true,
                _ => match self.known_type(ast, e).map(|ty| self.types.node(ty)) {
                    Some(Node::Con(LIST, _)) => list = true,
                    Some(Node::Con(MS, _)) => return false,
                    _ => {}
                },
            }
        }
        list
    }

    /// What names alone tell of an expression's type: nothing is inferred, so nothing is decided too early.
    fn known_type(&self, ast: &Ast, e: ExprId) -> Option<Ty> {
        let (mut e, mut arguments) = (e, 0);
        while let ExprKind::App(f, _) = ast[e].kind {
            (e, arguments) = (f, arguments + 1);
        }
        let ExprKind::Var(path) = &ast[e].kind else {
            return None;
        };
        let value = self.env.scope(&path.structures)?.values.get(&path.name)?;
        let mut ty = match value {
            Value::Var(bind) => self.core.binding(*bind).scheme.ty,
            Value::NetVar(ty, ..) => *ty,
            _ => return None,
        };
        for _ in 0..arguments {
            let Node::Fun(_, to) = *self.types.node(ty) else {
                return None;
            };
            ty = to;
        }
        Some(ty)
    }

    /// `name first`, where what follows decides which function the name means.
    fn overloaded_by_second<'a>(
        &self,
        ast: &'a Ast,
        f: ExprId,
    ) -> Option<(&'static Overload, &'a Path, ExprId)> {
        let ExprKind::App(name, first) = ast[f].kind else {
            return None;
        };
        let ExprKind::Var(path) = &ast[name].kind else {
            return None;
        };
        match self.env.scope(&path.structures)?.values.get(&path.name)? {
            Value::Overloaded(overload) if overload.second => Some((overload, path, first)),
            _ => None,
        }
    }

    /// What a type is at first sight, if anything is known of it.
    fn head(&self, ty: Ty) -> Option<Head> {
        match self.types.node(ty) {
            Node::Con(c, _) => Some(Head::Con(*c)),
            Node::Record(_) => Some(Head::Record),
            Node::Fun(from, to) => {
                let constructor = |ty| match self.types.node(ty) {
                    Node::Con(c, _) => Some(*c),
                    _ => None,
                };
                Some(Head::Function(constructor(*from), constructor(*to)))
            }
            Node::Tuple(parts) if parts.is_empty() => Some(Head::Unit),
            _ => None,
        }
    }

    fn curried_overload(
        &mut self,
        ast: &Ast,
        overload: &'static Overload,
        path: &Path,
        [first, second]: [ExprId; 2],
        span: Span,
    ) -> CoreId {
        let argument = self.infer(ast, second);
        let head = self.head(self.core[argument].ty);
        let choice = (overload.choices.iter().find(|c| Some(c.0) == head))
            .map_or(overload.otherwise, |c| c.1);
        let function = self.overloaded_function(choice, path.span);
        let why = Why::argument(path.span, Some(&path.name));
        let Node::Fun(from, rest) = *self.types.node(self.core[function].ty) else {
            return self.error_expr(span);
        };
        let Node::Fun(second, to) = *self.types.node(rest) else {
            return self.error_expr(span);
        };
        // The second argument first: what its elements are helps to check the function.
        let argument = self.coerce(argument, second, &why);
        let first = self.check(ast, first, from, &why);
        let function = self.core.add(Kind::App(function, first), rest, span);
        self.core.add(Kind::App(function, argument), to, span)
    }

    fn overloaded_application(
        &mut self,
        ast: &Ast,
        overload: &'static Overload,
        path: &Path,
        x: ExprId,
        span: Span,
    ) -> CoreId {
        let argument = self.infer(ast, x);
        let ty = self.core[argument].ty;
        // For a tuple, the first component whose type is known decides.
        let keys = match self.types.node(ty) {
            Node::Tuple(parts) if !parts.is_empty() => parts.to_vec(),
            _ => vec![ty],
        };
        let key = keys.iter().find_map(|&k| self.head(k));
        let fits = |head: Head| key.is_some_and(|key| head.fits(key));
        let choice =
            (overload.choices.iter().find(|c| fits(c.0))).map_or(overload.otherwise, |c| c.1);
        let function = self.overloaded_function(choice, path.span);
        let f_ty = self.core[function].ty;
        let Node::Fun(from, to) = *self.types.node(f_ty) else {
            return self.error_expr(span);
        };
        let why = Why::argument(path.span, Some(&path.name));
        let argument = self.coerce(argument, from, &why);
        self.core.add(Kind::App(function, argument), to, span)
    }
}
