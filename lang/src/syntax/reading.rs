//! How the place of an inscription changes what its text means: small corrections of its tokens before they are parsed.

use super::token::{Spanned, Token, Word};
use crate::span::Span;

/// What an inscription is read as.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Reading {
    /// As it stands.
    Expression,
    /// Inside brackets: `a = b, c < d` is a list of conditions.
    List,
    /// On an output arc, all that stands before the first `@+` or `@++` is delayed: ``if c then 1`a else 1`b @+ 3`` delays both.
    Output,
    /// The operator of a delay is left out: `@+ 3`.
    Delay,
}

impl Reading {
    /// Where a delay is written, its operator ends where it ends: `n @+~3` is `n @+ ~3`, and not an operator `@+~`. To be done before names are looked up.
    pub(crate) fn cut_operators(self, tokens: &mut Vec<Spanned>) {
        if !matches!(self, Reading::Output | Reading::Delay) {
            return;
        }
        let mut at = 0;
        while let Some(spanned) = tokens.get_mut(at) {
            at += 1;
            let Token::Symbol(name) = &spanned.token else {
                continue;
            };
            let length = match &**name {
                "@+" | "@++" => continue,
                name if name.starts_with("@++") => 3,
                name if name.starts_with("@+") => 2,
                _ => continue,
            };
            let (operator, rest) = name.split_at(length);
            let (operator, rest) = (Token::Symbol(operator.into()), Token::Symbol(rest.into()));
            let whole = spanned.span;
            let middle = whole.start + length as u32;
            spanned.token = operator;
            spanned.span.end = middle;
            let span = Span {
                start: middle,
                ..whole
            };
            insert(tokens, at, rest, span);
        }
    }

    pub(super) fn apply(self, tokens: &mut Vec<Spanned>) {
        let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else {
            return;
        };
        let (start, end) = (first.span, last.span);
        let before = Span {
            end: start.start,
            ..start
        };
        match self {
            Reading::Expression => {}
            Reading::List => {
                let after = Span {
                    start: end.end,
                    ..end
                };
                insert(tokens, 0, Token::LBracket, before);
                insert(tokens, tokens.len(), Token::RBracket, after);
            }
            Reading::Output => {
                if let Some(at) = delay_operator(tokens)
                    && at > 0
                {
                    let left = tokens[at - 1].span;
                    let close = Span {
                        start: left.end,
                        ..left
                    };
                    insert(tokens, at, Token::RParen, close);
                    insert(tokens, 0, Token::LParen, before);
                }
            }
            Reading::Delay => {
                if is_delay(&tokens[0].token) {
                    tokens.remove(0);
                }
            }
        }
    }
}

fn insert(tokens: &mut Vec<Spanned>, at: usize, token: Token, span: Span) {
    tokens.insert(at, Spanned { token, span });
}

fn is_delay(token: &Token) -> bool {
    matches!(token, Token::Symbol(name) if matches!(&**name, "@+" | "@++"))
}

/// The first delay operator outside of all brackets.
fn delay_operator(tokens: &[Spanned]) -> Option<usize> {
    let mut depth = 0usize;
    for (i, spanned) in tokens.iter().enumerate() {
        match &spanned.token {
            Token::LParen | Token::LBracket | Token::LBrace | Token::Word(Word::Let) => depth += 1,
            Token::RParen | Token::RBracket | Token::RBrace | Token::Word(Word::End) => {
                depth = depth.saturating_sub(1);
            }
            token if depth == 0 && is_delay(token) => return Some(i),
            _ => {}
        }
    }
    None
}
