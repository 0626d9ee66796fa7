//! `p as (n, d)` on an input arc: a name for a whole token beside names for its parts.
//!
//! Inscriptions are expressions, which have no `as`. So the name is taken out of the arc and becomes a condition of the guard, `p = (n, d)`, and everything else is done by
//! what knows conditions.

use super::Compiler;
use crate::net::model::Text;
use std::ops::Range;
use sweepnet_lang::span::{Piece, SourceId};
use sweepnet_lang::syntax::lexer;
use sweepnet_lang::syntax::token::{Spanned, Token, Word};

/// A name, and the pattern that it names.
struct Layer {
    /// From the name to the pattern.
    head: Range<usize>,
    name: Range<usize>,
    pattern: Range<usize>,
}

impl Compiler<'_> {
    /// An inscription without the names of whole tokens, and these as conditions.
    pub(super) fn without_layers(&mut self, text: Text) -> (Text, Vec<Text>) {
        let written = &self.session.sources.get(text.source).text;
        if !written.contains("as") {
            return (text, Vec::new());
        }
        let (whole, layers) = (0..written.len(), self.layers(text));
        if layers.is_empty() {
            return (text, Vec::new());
        }
        let conditions = (layers.iter())
            .map(|layer| {
                let name = self
                    .session
                    .sources
                    .add_slice(text.source, layer.name.clone());
                let pattern = self.slices(text, &layer.pattern, &layers);
                let mut pieces = vec![Piece::Part(name), Piece::Around(" = (")];
                pieces.extend(pattern.into_iter().map(Piece::Part));
                pieces.push(Piece::Around(")"));
                self.framed(text, &pieces)
            })
            .collect();
        let rest = self.slices(text, &whole, &layers);
        let pieces: Vec<Piece> = rest.into_iter().map(Piece::Part).collect();
        (self.framed(text, &pieces), conditions)
    }

    pub(super) fn framed(&mut self, text: Text, pieces: &[Piece]) -> Text {
        Text {
            source: self.session.sources.frame(pieces, text.span),
            ..text
        }
    }

    /// What a part of a text has beside the heads of layers.
    fn slices(&mut self, text: Text, part: &Range<usize>, layers: &[Layer]) -> Vec<SourceId> {
        let mut slices = Vec::new();
        let mut at = part.start;
        let inside = |head: &&Range<usize>| part.start <= head.start && head.end <= part.end;
        for head in layers.iter().map(|layer| &layer.head).filter(inside) {
            slices.push(at..head.start);
            at = head.end;
        }
        slices.push(at..part.end);
        let sources = &mut self.session.sources;
        let added = slices
            .into_iter()
            .map(|range| sources.add_slice(text.source, range));
        added.collect()
    }

    /// Each `name as pattern` of a text. None if it has functions or the like, where `as` is at home.
    fn layers(&self, text: Text) -> Vec<Layer> {
        let written = &self.session.sources.get(text.source).text;
        let tokens = lexer::lex(written, text.source, &mut Vec::new()).tokens;
        let at_home = |t: &Spanned| {
            matches!(
                t.token,
                Token::Word(Word::Fn | Word::Case | Word::Let | Word::Handle)
            )
        };
        if tokens.iter().any(at_home) {
            return Vec::new();
        }
        (tokens.windows(3).enumerate())
            .filter_map(|(at, window)| match window {
                [name, by, first]
                    if matches!(
                        (&name.token, &by.token),
                        (Token::Id(_), Token::Word(Word::As))
                    ) =>
                {
                    let (name, first) = (name.span.range(), first.span.range());
                    let end = pattern_end(&tokens[at + 2..]);
                    Some(Layer {
                        head: name.start..first.start,
                        name,
                        pattern: first.start..end,
                    })
                }
                _ => None,
            })
            .collect()
    }
}

/// Where a pattern that begins a text ends: before a comma or a bracket that is not its own, or where a sum of tokens or a delay goes on.
fn pattern_end(tokens: &[Spanned]) -> usize {
    let (mut depth, mut end) = (0usize, 0);
    for spanned in tokens {
        match &spanned.token {
            Token::LParen | Token::LBracket | Token::LBrace => depth += 1,
            Token::RParen | Token::RBracket | Token::RBrace if depth > 0 => depth -= 1,
            Token::RParen | Token::RBracket | Token::RBrace | Token::Comma if depth == 0 => break,
            Token::Symbol(name) if depth == 0 && matches!(&**name, "++" | "@+" | "@++") => break,
            _ => {}
        }
        end = spanned.span.range().end;
    }
    end
}
