//! What is open at a token: brackets, `let … end`, and the forms that reach as far right as they can.
//!
//! Two users: messages point at the innermost thing not closed, and the depth of nesting is limited before parsing, because the
//! parser's recovery takes time that grows with its stack and the tree's declarations are dropped by recursion.

use super::token::{Spanned, Token, Word};
use crate::diagnostic::Diagnostic;
use crate::span::Span;

/// How deep expressions, patterns and types may nest.
pub const MAX_DEPTH: usize = 10_000;

/// The code of the message about too deep nesting.
pub const TOO_DEEP: &str = "E0210";

/// The message about too deep nesting, which two passes give.
pub fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::error(TOO_DEEP, span, "nested too deeply")
        .at(format!("more than {MAX_DEPTH} levels deep here"))
        .help("give inner parts names with `val` or `fun`, or read large data as a list")
}

/// Something opened.
#[derive(Clone, Debug)]
pub struct Opening {
    /// `(`, `let`, `if` and so on.
    pub token: Token,
    /// Where.
    pub span: Span,
    /// The last word that continued it: `in`, `then`, `else`, `of`.
    pub reached: Option<Word>,
}

/// The things open at one point of a text, outermost first.
#[derive(Debug, Default)]
pub struct Openings {
    stack: Vec<Opening>,
}

impl Openings {
    /// The innermost that another token must close or continue: a bracket, or an `if` without `else`, or a `case` without `of`.
    pub fn innermost_unfinished(&self) -> Option<&Opening> {
        self.stack.iter().rev().find(|open| match open.token {
            Token::Word(Word::If) => open.reached != Some(Word::Else),
            Token::Word(Word::Case) => open.reached.is_none(),
            ref token => is_bracket(token),
        })
    }

    /// How many there are.
    pub fn depth(&self) -> usize {
        self.stack.len()
    }

    /// Goes past one token.
    pub fn step(&mut self, spanned: &Spanned) {
        use Word::*;
        match &spanned.token {
            Token::LParen | Token::LBracket | Token::LBrace => self.open(spanned),
            Token::Arrow => self.open(spanned),
            Token::Word(word) => match word {
                Local => {
                    self.back_to_declarations();
                    self.open(spanned);
                }
                Struct => {
                    self.close_prefixes();
                    self.open(spanned);
                }
                Let | If | Case | Fn | Handle | Raise | As => self.open(spanned),
                Then => self.back_to(If, None, Then),
                Else => self.back_to(If, Some(Then), Else),
                Of => self.back_to(Case, None, Of),
                In => {
                    self.close_prefixes();
                    if let Some(open) = self.stack.last_mut() {
                        open.reached = Some(In);
                    }
                }
                End => self.close(),
                And => self.close_prefixes(),
                word if word.starts_declaration() => self.back_to_declarations(),
                _ => {}
            },
            Token::RParen | Token::RBracket | Token::RBrace => self.close(),
            Token::Comma | Token::Semi => self.close_prefixes(),
            Token::Bar => self.back_to_match(),
            Token::Equal | Token::DoubleArrow => self.close_types(),
            _ => {}
        }
    }

    fn open(&mut self, spanned: &Spanned) {
        self.stack.push(Opening {
            token: spanned.token.clone(),
            span: spanned.span,
            reached: None,
        });
    }

    fn close_prefixes(&mut self) {
        while self
            .stack
            .last()
            .is_some_and(|open| !is_bracket(&open.token))
        {
            self.stack.pop();
        }
    }

    fn close(&mut self) {
        self.close_prefixes();
        self.stack.pop();
    }

    /// A declaration stands directly in `let`, `local` or `struct`, or at top level: whatever else is open was never closed. Without
    /// this, one forgotten bracket would seem to hold the rest of the text.
    fn back_to_declarations(&mut self) {
        while self.stack.last().is_some_and(|open| match open.token {
            Token::Word(Word::Local | Word::Struct) => false,
            Token::Word(Word::Let) => open.reached.is_some(),
            _ => true,
        }) {
            self.stack.pop();
        }
    }

    /// The types and layered patterns on top end here.
    fn close_types(&mut self) {
        while self
            .stack
            .last()
            .is_some_and(|open| matches!(open.token, Token::Arrow | Token::Word(Word::As)))
        {
            self.stack.pop();
        }
    }

    /// `then`, `else` and `of` end all that was opened since their `if` or `case`.
    fn back_to(&mut self, opener: Word, reached: Option<Word>, word: Word) {
        let inside = self
            .stack
            .iter()
            .rev()
            .take_while(|open| !is_bracket(&open.token))
            .position(|open| open.token == Token::Word(opener) && open.reached == reached);
        if let Some(above) = inside {
            self.stack.truncate(self.stack.len() - above);
            if let Some(open) = self.stack.last_mut() {
                open.reached = Some(word);
            }
        }
    }

    /// A bar ends all that was opened since the innermost match.
    fn back_to_match(&mut self) {
        while self.stack.last().is_some_and(|open| {
            !is_bracket(&open.token)
                && !matches!(
                    open.token,
                    Token::Word(Word::Case | Word::Fn | Word::Handle)
                )
        }) {
            self.stack.pop();
        }
    }
}

fn is_bracket(token: &Token) -> bool {
    matches!(
        token,
        Token::LParen
            | Token::LBracket
            | Token::LBrace
            | Token::Word(Word::Let | Word::Local | Word::Struct)
    )
}

/// Replaces what is nested deeper than `MAX_DEPTH` by error tokens, reported once.
pub fn limit(tokens: Vec<Spanned>, diagnostics: &mut Vec<Diagnostic>) -> Vec<Spanned> {
    let mut openings = Openings::default();
    let mut kept: Vec<Spanned> = Vec::with_capacity(tokens.len());
    let mut reported = false;
    for spanned in tokens {
        let before = openings.depth();
        openings.step(&spanned);
        let after = openings.depth();
        if after > MAX_DEPTH {
            if before <= MAX_DEPTH {
                if !reported {
                    diagnostics.push(too_deep(spanned.span));
                    reported = true;
                }
                kept.push(Spanned {
                    token: Token::Error,
                    span: spanned.span,
                });
            }
            continue;
        }
        // A bracket that brings the depth back just to the limit closes one that was cut off.
        let closes = matches!(
            spanned.token,
            Token::RParen | Token::RBracket | Token::RBrace | Token::Word(Word::End)
        );
        if before <= MAX_DEPTH || after < MAX_DEPTH || !closes {
            kept.push(spanned);
        }
    }
    kept
}
