//! Record updates, `{r where a = 1}`: Successor ML's functional record update.
//!
//! An update means `let val v = r in {a = 1, b = #b v, …} end` with all other fields of the record.
//! Which fields these are may only be known at the end of the declaration, as for `#a r`, so the
//! expression is written out then.

use super::{Checker, Why};
use crate::core::{Binding, CoreId, Dec, Kind, Pat};
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::{Ast, ExprId, Ident, Name};
use crate::types::ty::{Scheme, Ty};
use std::sync::Arc;

/// An update that is still to be written out.
#[derive(Clone, Debug)]
pub(super) struct Update {
    /// The expression, whose kind is still missing.
    whole: CoreId,
    record: CoreId,
    /// The new values in the order in which they are written.
    fields: Vec<(Name, CoreId)>,
}

impl Checker {
    /// Checks an update. Its type is that of the record.
    pub(super) fn update(
        &mut self,
        ast: &Ast,
        record: ExprId,
        fields: &[(Ident, ExprId)],
        span: Span,
    ) -> CoreId {
        self.distinct(fields.iter().map(|f| &f.0), "E0406", "field");
        let record = self.infer(ast, record);
        let (ty, record_span) = (self.core[record].ty, self.core[record].span);
        let mut types: Vec<Ty> = Vec::new();
        for (label, _) in fields {
            let part = self.types.fresh();
            let open = self.types.fresh_record(vec![(label.name.clone(), part)]);
            self.open_records.push((open, span));
            let why = Why::new(record_span, "the record is `{}`");
            self.expect_type(label.span, open, ty, &why);
            types.push(part);
        }
        let values = (fields.iter().zip(types)).map(|((label, value), part)| {
            let why = Why::new(label.span, format!("field `{}` is `{{}}`", label.name));
            (label.name.clone(), self.check(ast, *value, part, &why))
        });
        let fields = values.collect();
        let whole = self.core.add(Kind::Error, ty, span);
        self.updates.push(Update {
            whole,
            record,
            fields,
        });
        whole
    }

    /// Writes out the updates of a declaration, whose types are settled.
    pub(super) fn write_updates(&mut self) {
        for update in std::mem::take(&mut self.updates) {
            let ty = self.core[update.whole].ty;
            // What is no record has been reported.
            let Some(all) = self.types.fields(ty) else {
                continue;
            };
            let span = self.core[update.whole].span;
            let labels = all.iter().map(|field| field.0.clone()).collect();
            self.updated.push((span, labels));
            let bind = self.core.bind(Binding {
                name: "record".into(),
                span,
                scheme: Scheme::mono(ty),
                global: false,
            });
            let at = |label: &Name| all.iter().position(|field| field.0 == *label);
            let new =
                (update.fields.iter()).filter_map(|(label, id)| Some((at(label)? as u16, *id)));
            let mut parts: Vec<(u16, CoreId)> = new.collect();
            for (number, (label, part)) in all.iter().enumerate() {
                if update.fields.iter().any(|field| field.0 == *label) {
                    continue;
                }
                let record = self.core.add(Kind::Var(bind, Arc::from([])), ty, span);
                let function = self.types.fun(ty, *part);
                let select = self.core.add(Kind::Select(label.clone()), function, span);
                let kept = self.core.add(Kind::App(select, record), *part, span);
                parts.push((number as u16, kept));
            }
            let tuple = self.core.add(Kind::Tuple(parts), ty, span);
            let dec = Dec::Val {
                pat: Pat::Var(bind),
                expr: update.record,
                vars: Arc::from([]),
                span,
            };
            self.core[update.whole].kind = Kind::Let(vec![dec], tuple);
        }
    }

    /// Refuses what only a pattern may have.
    pub(super) fn pattern_only(&mut self, span: Span, sign: &str) -> CoreId {
        let message = format!("`{sign}` stands for any value, but here one value is needed.");
        let report = Diagnostic::error("E0423", span, message)
            .at("only in a pattern")
            .help(match sign {
                "_" => "`_` can be a token, or a part of one, on an input arc, and a pattern of `fn`, `case`, `fun` and `val`.",
                _ => "Give all fields a value, or keep those of another record: `{r where a = 3}`.",
            });
        self.report(report);
        self.error_expr(span)
    }
}
