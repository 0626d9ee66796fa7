//! Words that are keywords only at certain places.
//!
//! Standard ML programs use `color`, `var`, `list`, `index` and `by` as names, so colour set syntax must not reserve them. This pass
//! over the tokens decides by place: `colset`, `var` and `globref` where a declaration can start and what follows fits; the words of
//! a colour set only between its keyword and its `;`.

use super::token::{Form, Spanned, Token, Word};
use crate::diagnostic::Diagnostic;
use crate::span::Span;

/// Words that begin a declaration of a net.
const WORDS: [&str; 5] = ["colset", "color", "colorset", "var", "globref"];

/// Adds the `;` that is missing before a `colset`, `var` or `globref` at the beginning of a line, and
/// reports it: read without it, all that follows would be reported too.
pub fn end_declarations(text: &str, tokens: &mut Vec<Spanned>, diagnostics: &mut Vec<Diagnostic>) {
    let mut brackets = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let first = &tokens[at];
        let is_word = matches!(&first.token, Token::Id(word) if WORDS.contains(&&**word));
        if is_word
            && declaration_word(&tokens[at..]).is_some()
            && brackets
                .last()
                .is_none_or(|open| matches!(open, Token::Word(_)))
            && !starts_here(tokens, at, brackets.last())
            && begins_line(text, first.span)
        {
            let before = tokens[at - 1].span;
            let end = Span {
                start: before.end,
                ..before
            };
            diagnostics.push(
                Diagnostic::error(
                    "E0201",
                    first.span,
                    "a `;` is missing before this declaration",
                )
                .label(end, "the declaration before it ends here")
                .help("end the declaration before it with `;`"),
            );
            let semicolon = Spanned {
                token: Token::Semi,
                span: end,
            };
            tokens.insert(at, semicolon);
            at += 1;
        }
        match &tokens[at].token {
            token if is_opening(token) => brackets.push(token.clone()),
            token if is_closing(token) => {
                brackets.pop();
            }
            _ => {}
        }
        at += 1;
    }
}

fn begins_line(text: &str, span: Span) -> bool {
    let before = text.get(..span.start as usize).unwrap_or("");
    before.trim_end_matches([' ', '\t']).ends_with('\n')
}

/// Turns names into keywords where they are meant as such.
pub fn mark(tokens: &mut [Spanned]) {
    // The brackets around the current token. Inside `(`, `[` or `{` no declaration starts after a `;`.
    let mut brackets = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let word = if starts_here(tokens, at, brackets.last()) {
            declaration_word(&tokens[at..])
        } else {
            None
        };
        if let Some(word) = word {
            tokens[at].token = Token::Word(word);
            if word == Word::Colset {
                at = mark_colset(tokens, at + 3);
                continue;
            }
        }
        match &tokens[at].token {
            token if is_opening(token) => brackets.push(token.clone()),
            token if is_closing(token) => {
                brackets.pop();
            }
            _ => {}
        }
        at += 1;
    }
}

fn is_opening(token: &Token) -> bool {
    matches!(
        token,
        Token::LParen
            | Token::LBracket
            | Token::LBrace
            | Token::Word(Word::Let | Word::Local | Word::Struct)
    )
}

fn is_closing(token: &Token) -> bool {
    matches!(
        token,
        Token::RParen | Token::RBracket | Token::RBrace | Token::Word(Word::End)
    )
}

fn starts_here(tokens: &[Spanned], at: usize, bracket: Option<&Token>) -> bool {
    let Some(before) = at.checked_sub(1).map(|i| &tokens[i].token) else {
        return true;
    };
    let follows = matches!(
        before,
        Token::Semi | Token::Word(Word::In | Word::Let | Word::Local | Word::Struct | Word::End)
    );
    follows
        && !matches!(
            bracket,
            Some(Token::LParen | Token::LBracket | Token::LBrace)
        )
}

/// The keyword a declaration starting with these tokens has, if it is one of the contextual ones.
fn declaration_word(tokens: &[Spanned]) -> Option<Word> {
    let [first, second, third, ..] = tokens else {
        return None;
    };
    let (Token::Id(word), Token::Id(_)) = (&first.token, &second.token) else {
        return None;
    };
    match (&**word, &third.token) {
        ("colset" | "color" | "colorset", Token::Equal) => Some(Word::Colset),
        ("var", Token::Comma | Token::Colon) => Some(Word::Var),
        ("globref", Token::Equal) => Some(Word::Globref),
        _ => None,
    }
}

/// Marks the words of a colour set from just after its `=`; returns where it ends.
fn mark_colset(tokens: &mut [Spanned], start: usize) -> usize {
    let mut form = None;
    let mut depth = 0usize;
    for (offset, spanned) in tokens[start..].iter_mut().enumerate() {
        let found = match &spanned.token {
            Token::Id(word) | Token::Symbol(word) => Form::from_text(word),
            _ => None,
        };
        match found {
            Some(Form::By | Form::Timed | Form::Declare) if offset > 0 && depth == 0 => {}
            Some(Form::Plus) if form == Some(Form::Union) && depth == 0 => {}
            Some(Form::By | Form::Timed | Form::Declare | Form::Plus) => continue,
            Some(first) if offset == 0 => form = Some(first),
            _ => {
                if is_opening(&spanned.token) {
                    depth += 1;
                } else if is_closing(&spanned.token) {
                    depth = depth.saturating_sub(1);
                }
                let ends = match spanned.token {
                    Token::Semi => true,
                    Token::Word(word) => word.starts_declaration(),
                    _ => false,
                };
                if ends && depth == 0 {
                    return start + offset;
                }
                continue;
            }
        }
        if let Some(form) = found {
            spanned.token = Token::Form(form);
        }
    }
    tokens.len()
}

#[cfg(test)]
mod tests {
    use super::super::lexer::lex;
    use super::*;
    use crate::span::SourceId;

    /// The keywords this pass made, as their text.
    fn keywords(text: &str) -> Vec<&str> {
        let mut diagnostics = Vec::new();
        lex(text, SourceId(0), &mut diagnostics)
            .tokens
            .iter()
            .filter(|t| {
                matches!(
                    t.token,
                    Token::Form(_) | Token::Word(Word::Colset | Word::Var | Word::Globref)
                )
            })
            .map(|t| &text[t.span.range()])
            .collect()
    }

    #[test]
    fn names_stay_names() {
        assert_eq!(keywords("val color = 1; color = 2; fun var x = x"), [""; 0]);
        assert_eq!(keywords("f list; index + by; (a; color x = y)"), [""; 0]);
        assert_eq!(keywords("val var : int = 1; var x; var + 1"), [""; 0]);
    }

    #[test]
    fn colour_sets() {
        assert_eq!(
            keywords("colset list = list list timed;"),
            ["colset", "list", "timed"]
        );
        assert_eq!(
            keywords("color U = union a:A + b declare f; a + b"),
            ["color", "union", "+", "declare"]
        );
        assert_eq!(
            keywords("colset A = subset B by (fn by => by + 1);"),
            ["colset", "subset", "by"]
        );
        assert_eq!(
            keywords("colset A = with by; var x, y : A; globref g = 1"),
            ["colset", "by", "var", "globref"]
        );
    }
}
