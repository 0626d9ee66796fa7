//! Code segments: `input (a, b); output (c); action e;`, any part of which may be missing.

use super::compose::Composed;
use super::{Reader, name_at};
use crate::net::model::{Code, Name};
use std::ops::Range;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::span::SourceId;
use sweepnet_lang::syntax::lexer;
use sweepnet_lang::syntax::token::{Spanned, Token};

/// The parts of a code segment as ranges of its text.
#[derive(Debug, Default, PartialEq)]
struct Parts {
    input: Option<Range<usize>>,
    output: Option<Range<usize>>,
    action: Option<Range<usize>>,
}

impl Reader<'_> {
    /// A code segment; `None` if it does nothing.
    pub fn code(&mut self, written: &Composed, transition: &Name) -> Option<Code> {
        let parts = parts(&written.text);
        let input = parts.input.map(|range| self.listed(written, range));
        let output = parts.output.map(|range| self.listed(written, range));
        let output = output.unwrap_or_default();
        let action = parts.action.map(|range| written.slice(range));
        let bare = input.iter().flatten().chain(&output).next().is_none();
        let says =
            |action: &Composed| !(action.text.is_empty() || bare && is_nothing(&action.text));
        let Some(mut action) = action.filter(says) else {
            // The untouched form has the words only, or a value that nobody gets.
            if let Some(first) = output.first() {
                let message = format!(
                    "The code segment of `{}` has no action that gives `{}` a value",
                    transition.text, first.text
                );
                let help = "Write `action` and an expression, or remove the code segment";
                self.problem(Diagnostic::error("E1706", written.span, message).help(help));
            }
            return None;
        };
        if is_sequence(&action.text) {
            let mut sequence = action.slice(0..0);
            sequence.span = action.span;
            sequence.glue("(");
            sequence.text.push_str(&action.text);
            sequence.map.append(&action.map);
            sequence.glue(")");
            action = sequence;
        }
        Some(Code {
            input,
            output,
            action: Some(self.text(action)?),
        })
    }

    /// The names in a list of variables.
    fn listed(&mut self, written: &Composed, range: Range<usize>) -> Vec<Name> {
        let list = written.slice(range);
        let mut names = Vec::new();
        for token in tokens(&list.text) {
            let place = || list.slice(token.span.range()).span;
            match (&token.token, list.text.get(token.span.range())) {
                (Token::Id(_), Some(text)) => names.push(name_at(text.to_string(), place())),
                (_, Some("(" | ")" | ",")) => {}
                (_, found) => {
                    let found = found.unwrap_or_default();
                    let message = format!("Variables are listed here, and `{found}` is none");
                    let help = "Write their names with commas between them: `output (a, b);`";
                    self.problem(Diagnostic::error("E1706", place(), message).help(help));
                }
            }
        }
        names
    }
}

fn tokens(text: &str) -> Vec<Spanned> {
    lexer::lex(text, SourceId(0), &mut Vec::new()).tokens
}

/// The parts of a code segment. A text without any of the words is an action.
fn parts(text: &str) -> Parts {
    let tokens = tokens(text);
    let mut parts = Parts::default();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let start = token.span.end as usize;
        let to_semicolon = || {
            let rest = tokens[at..].iter();
            // Some leave out the semicolon.
            let is_end = |t: &&Spanned| {
                t.token == Token::Semi
                    || (t.span != token.span && is_word(text.get(t.span.range())))
            };
            let end = rest.take_while(|t| !is_end(t)).count();
            let end = (at + end).min(tokens.len());
            let stop = tokens
                .get(end)
                .map_or(text.len(), |t| t.span.start as usize);
            (end, start..stop)
        };
        match text.get(token.span.range()) {
            Some("input") => (at, parts.input) = (to_semicolon().0, Some(to_semicolon().1)),
            Some("output") => (at, parts.output) = (to_semicolon().0, Some(to_semicolon().1)),
            Some("action") => {
                parts.action = Some(start..end_of_action(text, &tokens));
                break;
            }
            Some(";") => at += 1,
            _ => {
                parts.action = Some(token.span.start as usize..end_of_action(text, &tokens));
                break;
            }
        }
    }
    parts
}

fn is_word(text: Option<&str>) -> bool {
    matches!(text, Some("input" | "output" | "action"))
}

/// Semicolons at the end say nothing.
fn end_of_action(text: &str, tokens: &[Spanned]) -> usize {
    let last = tokens.iter().rev().find(|t| t.token != Token::Semi);
    last.map_or(text.len(), |token| token.span.end as usize)
}

/// Whether an action is the value `()` itself.
fn is_nothing(action: &str) -> bool {
    let all = [Token::LParen, Token::RParen];
    tokens(action).into_iter().map(|token| token.token).eq(all)
}

/// Whether several expressions follow each other without brackets around them.
fn is_sequence(action: &str) -> bool {
    let mut depth = 0usize;
    for token in tokens(action) {
        match action.get(token.span.range()) {
            Some("(" | "[" | "{" | "let" | "local" | "struct" | "abstype") => depth += 1,
            Some(")" | "]" | "}" | "end") => depth = depth.saturating_sub(1),
            Some(";") if depth == 0 => return true,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> [Option<&str>; 3] {
        let Parts {
            input,
            output,
            action,
        } = parts(text);
        [input, output, action].map(|range| range.map(|range| text[range].trim()))
    }

    #[test]
    fn any_part_may_be_missing() {
        let whole = "input (a,b);\noutput c;\naction\n(f a; \";\" ^ b);\n";
        assert_eq!(
            shown(whole),
            [Some("(a,b)"), Some("c"), Some("(f a; \";\" ^ b)")]
        );
        assert_eq!(shown("action f (); (* ; *)"), [None, None, Some("f ()")]);
        assert_eq!(
            shown("input ();\noutput ();\naction"),
            [Some("()"), Some("()"), Some("")]
        );
        assert_eq!(shown("f 1"), [None, None, Some("f 1")]);
        assert_eq!(shown(""), [None, None, None]);
        assert_eq!(
            shown("output (a)\naction b"),
            [None, Some("(a)"), Some("b")]
        );
        assert_eq!(
            shown("output (x); action let val y = 1; in y end;;"),
            [None, Some("(x)"), Some("let val y = 1; in y end")]
        );
    }

    #[test]
    fn the_action_that_does_nothing() {
        assert!(is_nothing("( )") && is_nothing("() (* to do *)"));
        assert!(!is_nothing("(())") && !is_nothing("f ()"));
    }

    #[test]
    fn sequences_without_brackets() {
        assert!(is_sequence("f 1; g 2"));
        assert!(!is_sequence("(f 1; g 2)"));
        assert!(!is_sequence("let val x = 1; in x end"));
    }
}
