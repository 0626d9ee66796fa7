//! Words a syntax error: what was found, what could stand there, what is still open, and the likely slip.
//!
//! The habits of other languages and of half-remembered Standard ML are few and recognisable; each gets its own help line.

use super::builder::Failure;
use super::expected::Expected;
use super::nesting::{Opening, Openings};
use super::token::{Spanned, Token, Word};
use crate::diagnostic::Diagnostic;
use crate::span::{SourceId, Span};

/// Words the failures of one text, which stand in the order of the text. One sweep over the tokens serves them all.
pub fn complain(
    text: &str,
    source: SourceId,
    tokens: &[Spanned],
    failures: &[Failure],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut openings = Openings::default();
    let mut at = 0;
    for failure in failures {
        let (start, found, expected) = match failure {
            Failure::UnrecognizedToken { token, expected } => (token.0, Some(&token.1), expected),
            Failure::UnrecognizedEof { expected, .. } => (u32::MAX, None, expected),
            // The grammar has no tokens after its end and no errors of its own.
            Failure::InvalidToken { .. } | Failure::ExtraToken { .. } | Failure::User { .. } => {
                continue;
            }
        };
        while let Some(token) = tokens.get(at).filter(|token| token.span.start < start) {
            openings.step(token);
            at += 1;
        }
        if found == Some(&Token::Error) {
            continue;
        }
        let end = text.trim_end().len();
        let place = tokens
            .get(at)
            .map_or(Span::new(source, end, end), |token| token.span);
        let complaint = Complaint {
            text,
            place,
            found,
            before: &tokens[..at],
            open: openings.innermost_unfinished(),
            expected: Expected::new(expected),
        };
        diagnostics.push(complaint.diagnostic());
    }
}

struct Complaint<'a> {
    text: &'a str,
    place: Span,
    /// None at the end of the text.
    found: Option<&'a Token>,
    before: &'a [Spanned],
    open: Option<&'a Opening>,
    expected: Expected<'a>,
}

impl Complaint<'_> {
    fn diagnostic(&self) -> Diagnostic {
        let report = self
            .left_out()
            .or_else(|| self.reserved_as_name())
            .or_else(|| self.unclosed())
            .or_else(|| self.stray_closing())
            .unwrap_or_else(|| self.unexpected());
        match self.help() {
            Some(help) if report.help.is_none() => report.help(help),
            _ => report,
        }
    }

    fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }

    /// What was found, as part of a sentence. Long tokens are cut: a string literal can be megabytes.
    fn shown(&self) -> String {
        let text = self.slice(self.place);
        let short: String = text.chars().take(30).collect();
        match self.found {
            None => "the end of the text".to_owned(),
            Some(Token::Str(_)) if text.len() > short.len() => "a string".to_owned(),
            Some(_) if text.len() > short.len() => format!("`{short}…`"),
            Some(_) => format!("`{short}`"),
        }
    }

    fn previous(&self) -> Option<&Token> {
        self.before.last().map(|spanned| &spanned.token)
    }

    fn left_out(&self) -> Option<Diagnostic> {
        let Some(Token::Word(word)) = self.found else {
            return None;
        };
        if !word.is_left_out() {
            return None;
        }
        let help = match word {
            Word::While | Word::Do => "write a function that calls itself, or use `List.app`",
            Word::AbsType => "use a `structure` with a `datatype`",
            _ => {
                "structures can be written, signatures and functors cannot: leave the signature away"
            }
        };
        let message = format!(
            "{} is a part of Standard ML that this language does not have",
            self.shown()
        );
        Some(Diagnostic::error("E0205", self.place, message).help(help))
    }

    /// A reserved word right where a name is introduced.
    fn reserved_as_name(&self) -> Option<Diagnostic> {
        let Some(Token::Word(word)) = self.found else {
            return None;
        };
        let binder = matches!(
            self.previous(),
            Some(Token::Word(
                Word::Val
                    | Word::Fun
                    | Word::Type
                    | Word::Datatype
                    | Word::Exception
                    | Word::Structure
                    | Word::Colset
                    | Word::Var
                    | Word::Globref
                    | Word::Fn
            )) | Some(Token::Hash)
        );
        // `val` at the end of a line, then the next declaration: something is missing, not misnamed.
        let next_line = self.before.last().is_some_and(|previous| {
            let between = previous.span.end as usize..self.place.start as usize;
            self.text.get(between).is_some_and(|gap| gap.contains('\n'))
        });
        if !binder || next_line || *word == Word::End || *word == Word::In {
            return None;
        }
        let message = format!("{} is a reserved word and cannot be a name", self.shown());
        let help = format!("choose another name, such as `{}'`", self.slice(self.place));
        Some(Diagnostic::error("E0206", self.place, message).help(help))
    }

    /// Something is open, could be closed here, and what was found cannot stand inside it.
    fn unclosed(&self) -> Option<Diagnostic> {
        let open = self.open?;
        let (code, closing) = match (&open.token, open.reached) {
            (Token::LParen, _) => ("E0203", ")"),
            (Token::LBracket, _) => ("E0203", "]"),
            (Token::LBrace, _) => ("E0203", "}"),
            (Token::Word(Word::If), None) => ("E0203", "then"),
            (Token::Word(Word::If), _) => ("E0207", "else"),
            (Token::Word(Word::Case), _) => ("E0203", "of"),
            (Token::Word(Word::Let | Word::Local), None) => ("E0203", "in"),
            _ => ("E0203", "end"),
        };
        let ends_something = match self.found {
            None => true,
            Some(Token::Word(word)) => {
                word.starts_declaration()
                    || matches!(
                        word,
                        Word::In | Word::End | Word::Then | Word::Else | Word::Of
                    )
            }
            Some(token) => matches!(
                token,
                Token::Semi | Token::RParen | Token::RBracket | Token::RBrace
            ),
        };
        // After `(a;` the grammar wants another expression, but a declaration there means that the bracket was forgotten.
        let after_sequence = open.token == Token::LParen && self.previous() == Some(&Token::Semi);
        let could_close = self.expected.has(closing) || self.found.is_none() || after_sequence;
        if !ends_something || !could_close {
            return None;
        }
        let opener = self.slice(open.span);
        let message = match code {
            "E0207" => format!("found {}, but this `if` has no `else`", self.shown()),
            _ => format!(
                "found {}, but `{opener}` still needs its `{closing}`",
                self.shown()
            ),
        };
        let help = match code {
            "E0207" => "an `if` is an expression: it needs a value for the other case too, such as `else ()`".to_owned(),
            _ => format!("write `{closing}` before it"),
        };
        let report = Diagnostic::error(code, self.place, message)
            .at(format!("`{closing}` is missing before this"))
            .label(open.span, "opened here");
        Some(match self.found {
            Some(Token::Semi) if matches!(closing, "]" | "}") => {
                report.help("`,` separates what stands in brackets; `;` ends a declaration")
            }
            _ => report.help(help),
        })
    }

    /// A closing bracket or `end` that closes nothing.
    fn stray_closing(&self) -> Option<Diagnostic> {
        let fits = |token: &Token| match self.found {
            Some(Token::RParen) => *token == Token::LParen,
            Some(Token::RBracket) => *token == Token::LBracket,
            Some(Token::RBrace) => *token == Token::LBrace,
            _ => matches!(token, Token::Word(Word::Let | Word::Local | Word::Struct)),
        };
        let closing = matches!(
            self.found,
            Some(Token::RParen | Token::RBracket | Token::RBrace | Token::Word(Word::End))
        );
        if !closing || self.open.is_some_and(|open| fits(&open.token)) {
            return None;
        }
        let message = format!("{} closes nothing that is open", self.shown());
        let report = Diagnostic::error("E0204", self.place, message);
        Some(match self.open {
            Some(open) => report.label(open.span, "this is what is open"),
            None => report.help("remove it, or write its opening"),
        })
    }

    /// Nothing but `;` is expected: the text is one expression, and it is over.
    fn is_over(&self) -> bool {
        self.expected.describe().as_deref() == Some("`;`")
    }

    fn unexpected(&self) -> Diagnostic {
        let code = if self.found.is_none() {
            "E0202"
        } else {
            "E0201"
        };
        let shown = self.shown();
        // After the first name in `{…}` a value follows, or `where`, which is rarer.
        let is_field = self.expected.has("where") && self.expected.has("=");
        let message = match self.expected.describe().as_deref() {
            _ if is_field => format!("found {shown} where `=` should stand"),
            _ if self.is_over() => format!("{shown} cannot follow a complete expression"),
            Some(expected) => format!("found {shown} where {expected} should stand"),
            None => format!("{shown} cannot stand here"),
        };
        let report = Diagnostic::error(code, self.place, message);
        match self.open {
            Some(open) => report.label(
                open.span,
                format!("inside this `{}`", self.slice(open.span)),
            ),
            None => report,
        }
    }

    /// The likely slip.
    fn help(&self) -> Option<&'static str> {
        let lately = |symbol: &str| {
            let mut last = self.before.iter().rev().take(6);
            last.any(|spanned| matches!(&spanned.token, Token::Symbol(name) if &**name == symbol))
        };
        let wants = |terminal| self.expected.has(terminal);
        let inside_braces = self.open.is_some_and(|open| open.token == Token::LBrace);
        // In an expression `=` is merely an operator.
        let wants_equal =
            wants("=") && !self.expected.expression() && !self.expected.inside_expression();
        match self.found {
            Some(Token::DoubleArrow) if wants_equal => Some(
                "`fun` and `val` have `=` before the body; `=>` belongs to `fn`, `case` and `handle`",
            ),
            Some(Token::Equal) if wants("=>") => {
                Some("`fn`, `case` and `handle` have `=>` before the body, not `=`")
            }
            Some(Token::Arrow) if wants("=>") => Some("write `=>`; `->` stands only in types"),
            Some(Token::Arrow) => {
                Some("`->` stands only in types; a function is `fn pattern => expression`")
            }
            Some(Token::DoubleArrow) if self.expected.inside_expression() => Some(
                "a rule is `pattern => expression`, and the next one starts with `|`; `>=` is \"at least\"",
            ),
            Some(Token::Bar)
                if matches!(
                    self.previous(),
                    Some(Token::Word(Word::Of | Word::Fn) | Token::Equal)
                ) =>
            {
                Some("the first alternative has no `|` before it")
            }
            Some(Token::RParen | Token::RBracket | Token::RBrace)
                if self.previous() == Some(&Token::Comma) =>
            {
                Some("remove the comma before it")
            }
            Some(Token::TypeVar(_)) if matches!(self.previous(), Some(Token::Int(_))) => {
                Some("a multi-set is written with a backtick: 1`x")
            }
            Some(Token::Id(name)) if matches!(&**name, "colset" | "color" | "var" | "globref") => {
                Some("end the declaration before it with `;`")
            }
            Some(Token::Word(Word::And)) if self.expected.inside_expression() || self.is_over() => {
                Some("two conditions are joined by `andalso`; `and` joins declarations")
            }
            Some(Token::Word(Word::Val)) if self.expected.expression() => {
                Some("inside an expression, declarations stand between `let` and `in`")
            }
            Some(Token::Word(Word::With)) if inside_braces => {
                Some("a record with other values in some fields is `{r where a = 3}`")
            }
            Some(Token::Word(Word::Where)) => Some(
                "`where` gives fields of a record other values: `{r where a = 3, b = 4}`; a record that is computed stands in parentheses",
            ),
            Some(Token::Word(Word::As)) => {
                Some("`as` stands in patterns: on input arcs, and in `fn`, `case`, `fun` and `val`")
            }
            Some(Token::Comma)
                if wants("*")
                    && !self.expected.expression()
                    && !self.expected.inside_expression() =>
            {
                Some("the parts of a `record` or a `product` are joined by `*`")
            }
            Some(Token::Comma) if wants("|") && !self.expected.inside_expression() => {
                Some("the values of an enumeration are separated by `|`")
            }
            _ if lately("==") && wants_equal => {
                Some("a declaration has one `=`; `==` compares multi-sets")
            }
            _ if lately(":=") && wants_equal => {
                Some("a declaration has `=`; `:=` gives a ref cell another value")
            }
            _ if wants("..") => Some("a range is written `1..5`"),
            _ if wants_equal && wants("_") && wants(":") => {
                Some("a `fun` clause is `fun name pattern = expression`")
            }
            _ => None,
        }
    }
}
