//! `case`, `fn` and `handle`: rules with patterns of one type and results of one type.

use super::ty::{MS, Node, Scheme, Ty};
use super::{Checker, Why};
use crate::core::{BindId, CoreId, Kind, Match, Otherwise};
use crate::span::Span;
use crate::syntax::ast::*;
use std::sync::Arc;

impl Checker {
    /// Rules of `case`, `fn` and `handle`: patterns of one type, bodies of one type.
    fn rules(
        &mut self,
        ast: &Ast,
        rules: &[Rule],
        subject: (Ty, &Why),
        result: Option<(Ty, &Why)>,
    ) -> (Vec<(Vec<crate::core::Pat>, CoreId)>, Ty) {
        let mut rows = Vec::with_capacity(rules.len());
        for rule in rules {
            self.scoped(|c| {
                let (pat, names) = c.pattern(ast, rule.pat, subject.0, subject.1);
                for (name, bind) in &names {
                    c.bind(name, *bind);
                }
                let body = match result {
                    Some((want, why)) => c.check(ast, rule.body, want, why),
                    None => c.infer(ast, rule.body),
                };
                rows.push((vec![pat], body));
            });
        }
        let Some(&(_, first)) = rows.first() else {
            let ty = self.error_type();
            return (rows, ty);
        };
        if let Some((want, _)) = result {
            return (rows, want);
        }
        // All must be like the first, or like the first that is a multi-set.
        let is_ms =
            |c: &Checker, id: CoreId| matches!(c.types.node(c.core[id].ty), Node::Con(MS, _));
        let bodies = || rows.iter().map(|r| r.1);
        let model = bodies().find(|&id| is_ms(self, id)).unwrap_or(first);
        // `empty` and a list are two lists.
        let list = bodies().find(|&list| {
            let mut tokens = bodies().filter(|&id| is_ms(self, id));
            tokens.all(|id| self.meant_as_list(id, list))
        });
        let model = match is_ms(self, model) {
            true => list.unwrap_or(model),
            false => model,
        };
        let (want, span) = (self.core[model].ty, self.core[model].span);
        let text = match model == first {
            true => "the first rule's result is `{}`",
            false => "this rule's result is `{}`",
        };
        for (_, body) in &mut rows {
            if *body != model {
                *body = self.coerce(*body, want, &Why::new(span, text));
            }
        }
        (rows, want)
    }

    pub(super) fn case(
        &mut self,
        ast: &Ast,
        subject: ExprId,
        rules: &[Rule],
        span: Span,
        result: Option<(Ty, &Why)>,
    ) -> CoreId {
        let id = self.infer(ast, subject);
        let ty = self.core[id].ty;
        let why = Why::new(ast[subject].span, "the value looked at is `{}`");
        let (rows, result) = self.rules(ast, rules, (ty, &why), result);
        self.add_match(
            ast,
            vec![id],
            rows,
            Otherwise::RaiseMatch,
            rules,
            result,
            span,
        )
    }

    #[allow(clippy::too_many_arguments)]
    fn add_match(
        &mut self,
        ast: &Ast,
        subjects: Vec<CoreId>,
        rows: Vec<(Vec<crate::core::Pat>, CoreId)>,
        otherwise: Otherwise,
        rules: &[Rule],
        result: Ty,
        span: Span,
    ) -> CoreId {
        let found = Match {
            subjects,
            rows,
            otherwise,
        };
        let spans = rules.iter().map(|r| ast[r.pat].span).collect();
        self.matches.push((found.clone(), span, spans));
        self.core.add(Kind::Match(found), result, span)
    }

    pub(super) fn handle(
        &mut self,
        ast: &Ast,
        body: ExprId,
        rules: &[Rule],
        span: Span,
        result: Option<(Ty, &Why)>,
    ) -> CoreId {
        let body_span = ast[body].span;
        let own = Why::new(
            body_span,
            "the expression whose exceptions are handled is `{}`",
        );
        let (body, why) = match result {
            Some((want, why)) => (self.check(ast, body, want, why), why),
            None => (self.infer(ast, body), &own),
        };
        let ty = self.core[body].ty;
        let exn = self.exn;
        let packet = self.parameter("packet", exn, span);
        let subject = self.core.add(Kind::Var(packet, Arc::from([])), exn, span);
        let pattern_why = Why::new(span, "`handle` looks at exceptions");
        let (rows, _) = self.rules(ast, rules, (exn, &pattern_why), Some((ty, why)));
        let handler = self.add_match(
            ast,
            vec![subject],
            rows,
            Otherwise::Reraise,
            rules,
            ty,
            span,
        );
        self.core.add(Kind::Handle(body, packet, handler), ty, span)
    }

    /// A variable the user did not write.
    pub(super) fn parameter(&mut self, name: &str, ty: Ty, span: Span) -> BindId {
        self.core.bind(crate::core::Binding {
            name: name.into(),
            span,
            scheme: Scheme::mono(ty),
            global: false,
        })
    }

    pub(super) fn function(&mut self, ast: &Ast, rules: &[Rule], span: Span) -> CoreId {
        let from = self.types.fresh();
        let first = rules.first().map_or(span, |r| ast[r.pat].span);
        let why = Why::new(first, "the first pattern is `{}`");
        let (mut rows, to) = self.rules(ast, rules, (from, &why), None);
        let ty = self.types.fun(from, to);
        // `fn x => e` needs no match, and `fn x => fn y => e` is one function of two arguments.
        if let [(pats, body)] = rows.as_mut_slice()
            && let [crate::core::Pat::Var(x)] = pats.as_slice()
        {
            let (x, body) = (*x, *body);
            let (params, body) = match &self.core[body].kind {
                Kind::Fn(more, inner) => (
                    std::iter::once(x).chain(more.iter().copied()).collect(),
                    *inner,
                ),
                _ => (Arc::from([x]), body),
            };
            return self.core.add(Kind::Fn(params, body), ty, span);
        }
        let x = self.parameter("argument", from, span);
        let subject = self.core.add(Kind::Var(x, Arc::from([])), from, span);
        let body = self.add_match(
            ast,
            vec![subject],
            rows,
            Otherwise::RaiseMatch,
            rules,
            to,
            span,
        );
        self.core.add(Kind::Fn(Arc::from([x]), body), ty, span)
    }
}
