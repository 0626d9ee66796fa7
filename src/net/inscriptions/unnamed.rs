//! `_` and `{a = m, ...}` on an input arc: parts of a token that need no name.
//!
//! Inscriptions are expressions, which have no wildcards. Each `_` becomes a variable that is used
//! nowhere else, and `...` one for each field that is missing: `any'1`, or `any'b` for a field `b`.
//! These get their values from the token, as all variables of a pattern do, and a binding shows them.

use super::{Compiler, PlaceKind};
use crate::net::model::Text;
use sweepnet_lang::inscription::{Inscription, Reading};
use sweepnet_lang::session::Session;
use sweepnet_lang::span::Piece;
use sweepnet_lang::syntax::ast::Name;
use sweepnet_lang::vm::program::ColourSetId;
use sweepnet_lang::wildcards::Wildcard;

impl Compiler<'_> {
    /// The text of an input arc with variables instead of wildcards.
    pub(super) fn without_wildcards(&mut self, text: Text, kind: &PlaceKind) -> Text {
        if !may_have_wildcards(&self.session.sources.get(text.source).text) {
            return text;
        }
        // What cannot be read is reported by those who read it next.
        let Ok(tokens) = self.session.inscription(text.source, Reading::Expression) else {
            return text;
        };
        let found = self.session.wildcards(&tokens, kind.colour, kind.lists);
        self.named(text, found)
    }

    fn named(&mut self, text: Text, found: Vec<Wildcard>) -> Text {
        if found.is_empty() {
            return text;
        }
        let written = self.session.sources.get(text.source).text.len();
        let mut pieces = Vec::new();
        let mut at = 0;
        let mut added = Vec::new();
        for wildcard in &found {
            let range = wildcard.span.range();
            pieces.push((Some(at..range.start), String::new()));
            let (instead, names) = declare(self.session, wildcard);
            added.extend(names);
            pieces.push((None, instead));
            at = range.end;
        }
        pieces.push((Some(at..written), String::new()));
        let sources = &mut self.session.sources;
        let sliced: Vec<_> = (pieces.into_iter())
            .map(|(range, around)| (range.map(|r| sources.add_slice(text.source, r)), around))
            .collect();
        let pieces: Vec<Piece> = (sliced.iter())
            .map(|(slice, around)| match slice {
                Some(slice) => Piece::Part(*slice),
                None => Piece::Around(around),
            })
            .collect();
        self.unnamed.extend(added.into_iter().map(|(name, _)| name));
        self.framed(text, &pieces)
    }
}

/// Whether a text may have a wildcard, at first sight.
fn may_have_wildcards(text: &str) -> bool {
    text.contains('_') || text.contains("...")
}

/// Declares the variables of a wildcard. Returns what to write instead of it, and the variables.
pub fn declare(session: &mut Session, wildcard: &Wildcard) -> (String, Vec<(Name, ColourSetId)>) {
    let mut names = Vec::new();
    let mut fields = Vec::new();
    for (label, colour) in &wildcard.parts {
        let name = session.add_unnamed(label.as_deref(), *colour, wildcard.span);
        fields.push(match (label, wildcard.is_rest) {
            (Some(label), true) => format!("{label} = {name}"),
            _ => name.to_string(),
        });
        names.push((name, *colour));
    }
    (fields.join(", "), names)
}

/// A text of an input arc in which wildcards are variables, and these; for other tools.
pub fn longhand(
    session: &mut Session,
    text: Text,
    colour: ColourSetId,
) -> Option<(String, Vec<(Name, ColourSetId)>)> {
    let written = session.sources.get(text.source).text.to_string();
    if !may_have_wildcards(&written) {
        return None;
    }
    let tokens: Inscription = session.inscription(text.source, Reading::Expression).ok()?;
    let lists = session.is_list(colour);
    let found = session.wildcards(&tokens, colour, lists);
    let (mut long, mut at, mut variables) = (String::new(), 0, Vec::new());
    for wildcard in &found {
        let range = wildcard.span.range();
        long.push_str(written.get(at..range.start)?);
        let (instead, names) = declare(session, wildcard);
        long.push_str(&instead);
        variables.extend(names);
        at = range.end;
    }
    long.push_str(written.get(at..)?);
    (!found.is_empty()).then_some((long, variables))
}
