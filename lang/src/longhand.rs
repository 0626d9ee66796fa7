//! Record updates written out, for tools that have none.

use crate::diagnostic::Diagnostic;
use crate::session::Session;
use crate::span::{SourceId, Span};
use crate::syntax::ast::{ExprKind, Name};
use crate::syntax::reading::Reading;
use crate::syntax::{lexer, parser};
use std::ops::Range;

/// `{r where a = 1}` in a text.
struct Update {
    span: Span,
    record: Span,
    /// Labels and the new values.
    fields: Vec<(Name, Span)>,
    /// Labels of all fields, if the expression was checked.
    labels: Option<Vec<Name>>,
}

impl Session {
    /// A checked text without record updates: `let val record' = r in {a = 1, b = #b record'} end`.
    /// `None` if it has none, or one whose record was not checked.
    pub fn without_updates(&self, source: SourceId) -> Option<String> {
        let text = &self.sources.get(source).text;
        if !text.contains("where") {
            return None;
        }
        let updates = self.updates(source);
        if updates.is_empty() || updates.iter().any(|update| update.labels.is_none()) {
            return None;
        }
        let mut name = "record'".to_string();
        while text.contains(&name) {
            name.push('\'');
        }
        Some(long(text, 0..text.len(), &updates, &name))
    }

    fn updates(&self, source: SourceId) -> Vec<Update> {
        let text = &self.sources.get(source).text;
        let tokens = lexer::lex(text, source, &mut Vec::new()).tokens;
        let mut problems = Vec::new();
        let mut ast = parser::parse_tokens(text, source, tokens.clone(), &mut problems);
        if problems.iter().any(Diagnostic::is_error) {
            // A guard may be a list of conditions without brackets.
            let ignored = &mut Vec::new();
            (ast, _) = parser::parse_expression(text, source, tokens, Reading::List, ignored);
        }
        let known = |span| {
            let place = self.sources.in_file(span);
            let mut all = self.checker.updated.iter();
            all.find(|(other, _)| *other == span || self.sources.in_file(*other) == place)
                .map(|(_, labels)| labels.clone())
        };
        let mut updates: Vec<Update> = (ast.exprs())
            .filter_map(|e| match &e.kind {
                ExprKind::Update(record, fields) => Some(Update {
                    span: e.span,
                    record: ast[*record].span,
                    fields: (fields.iter())
                        .map(|(label, value)| (label.name.clone(), ast[*value].span))
                        .collect(),
                    labels: known(e.span),
                }),
                _ => None,
            })
            .collect();
        updates.sort_by_key(|update| (update.span.start, std::cmp::Reverse(update.span.end)));
        updates
    }
}

/// A part of a text with its outermost updates written out, and those in them.
fn long(text: &str, part: Range<usize>, updates: &[Update], name: &str) -> String {
    let mut written = String::new();
    let mut at = part.start;
    // Sorted by their starts, the longest first: what lies within one that was written is passed.
    for update in updates {
        let span = update.span.range();
        if span.start < at || span.end > part.end {
            continue;
        }
        written.push_str(&text[at..span.start]);
        at = span.end;
        let inner = |span: Span| long(text, span.range(), updates, name);
        written.push_str(&one(update, &inner, name));
    }
    written + &text[at..part.end]
}

fn one(update: &Update, inner: &dyn Fn(Span) -> String, name: &str) -> String {
    let mut fields: Vec<String> = (update.fields.iter())
        .map(|(label, value)| format!("{label} = {}", inner(*value)))
        .collect();
    let labels = update.labels.iter().flatten();
    let kept = labels.filter(|label| !update.fields.iter().any(|field| field.0 == **label));
    fields.extend(kept.map(|label| format!("{label} = #{label} {name}")));
    format!(
        "(let val {name} = {} in {{{}}} end)",
        inner(update.record),
        fields.join(", ")
    )
}
