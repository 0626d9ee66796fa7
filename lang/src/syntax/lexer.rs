//! From text to tokens.
//!
//! `logos` finds the tokens that a regular expression describes. Comments nest and strings have escapes and may be very long, so
//! those two are scanned by hand from their opening (`literal` for strings): linear, and never recursive.
//!
//! A mistake never stops the lexer: it is recorded, and the text stands for the nearest sensible token.

use super::ast::Name;
use super::contextual;
use super::literal;
use super::token::{LongName, Spanned, Token, Word};
use crate::diagnostic::Diagnostic;
use crate::span::{SourceId, Span};
use logos::Logos;
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::Arc;

/// What `logos` tells apart. Words, symbols and brackets are looked up afterwards.
#[derive(Logos, Copy, Clone, PartialEq, Debug)]
#[logos(skip r"[ \t\r\n\x0b\x0c]+")]
enum Raw {
    #[regex(r"[A-Za-z][A-Za-z0-9_']*")]
    Word,
    #[regex(r"([A-Za-z][A-Za-z0-9_']*[ \t]*\.[ \t]*)+([A-Za-z][A-Za-z0-9_']*|[!%&$#+\-/:<=>?@\\~^|*]+|`)")]
    Long,
    #[regex(r"[!%&$#+\-/:<=>?@\\~^|*]+")]
    #[token("`")]
    Symbol,
    #[regex(r"'[A-Za-z0-9_']*")]
    TypeVar,
    #[regex(r"~?[0-9]+", priority = 10)]
    Int,
    #[regex(r"~?0x[0-9a-fA-F]+", priority = 10)]
    Hex,
    #[regex(r"0wx?[0-9a-fA-F]+", priority = 10)]
    WordLiteral,
    #[regex(r"~?[0-9]+(\.[0-9]+)?[eE]~?[0-9]+", priority = 10)]
    #[regex(r"~?[0-9]+\.[0-9]+", priority = 10)]
    Real,
    #[token("\"")]
    Quote,
    #[token("#\"", priority = 20)]
    CharQuote,
    #[token("(*", priority = 20)]
    Comment,
    #[regex(r"[()\[\]{},;_]|\.\.\.?|_prim")]
    Punctuation,
}

/// The tokens of a text.
#[derive(Debug, Default)]
pub struct Lexed {
    /// In order.
    pub tokens: Vec<Spanned>,
    /// The text ends inside a comment or in the gap of a string, which another line could close.
    pub open_at_end: bool,
}

/// Splits `text` into tokens, contextual keywords settled.
pub fn lex(text: &str, source: SourceId, diagnostics: &mut Vec<Diagnostic>) -> Lexed {
    lex_part(text, 0..text.len(), source, diagnostics)
}

/// The same for a part of the text, whose tokens have their places in the whole.
pub fn lex_part(
    text: &str,
    part: Range<usize>,
    source: SourceId,
    diagnostics: &mut Vec<Diagnostic>,
) -> Lexed {
    if u32::try_from(text.len()).is_err() {
        let place = Span::new(source, 0, 0);
        diagnostics.push(
            Diagnostic::error("E0108", place, "the text is longer than 4 GB")
                .help("split it into several files"),
        );
        return Lexed::default();
    }
    let mut lexer = Lexer {
        source,
        diagnostics: &mut *diagnostics,
        names: FxHashMap::default(),
        out: Lexed::default(),
    };
    lexer.run(text, part);
    let mut out = lexer.out;
    contextual::end_declarations(text, &mut out.tokens, diagnostics);
    contextual::mark(&mut out.tokens);
    out
}

struct Lexer<'text, 'd> {
    source: SourceId,
    diagnostics: &'d mut Vec<Diagnostic>,
    /// One allocation a name, however often it occurs.
    names: FxHashMap<&'text str, Name>,
    out: Lexed,
}

impl<'text> Lexer<'text, '_> {
    fn run(&mut self, text: &'text str, part: Range<usize>) {
        let mut raw = Raw::lexer(&text[..part.end]);
        raw.bump(part.start);
        while let Some(found) = raw.next() {
            let slice = raw.slice();
            let start = raw.span().start;
            let token = match found {
                Ok(Raw::Word) => match Word::from_text(slice) {
                    Some(word) => Token::Word(word),
                    None => Token::Id(self.name(slice)),
                },
                Ok(Raw::Long) => self.long(slice),
                Ok(Raw::Symbol) => self.symbol(slice),
                Ok(Raw::TypeVar) => Token::TypeVar(self.name(slice)),
                Ok(Raw::Int) => integer(slice, 10),
                Ok(Raw::Hex) => integer(slice, 16),
                Ok(Raw::WordLiteral) => self.word_literal(slice, start),
                Ok(Raw::Real) => self.real(slice, start),
                Ok(Raw::Punctuation) => punctuation(slice),
                Ok(Raw::Comment) => {
                    let length = self.comment(raw.remainder(), start);
                    raw.bump(length);
                    continue;
                }
                Ok(opening @ (Raw::Quote | Raw::CharQuote)) => {
                    let scanned =
                        literal::scan(raw.remainder(), raw.span(), self.source, self.diagnostics);
                    raw.bump(scanned.length);
                    self.out.open_at_end |= scanned.ends_in_gap;
                    if opening == Raw::Quote {
                        Token::Str(scanned.bytes)
                    } else {
                        self.character(&scanned.bytes, raw.span())
                    }
                }
                Err(()) => {
                    let more = stray_length(raw.remainder());
                    raw.bump(more);
                    self.stray(raw.slice(), raw.span());
                    Token::Error
                }
            };
            let span = Span::new(self.source, start, raw.span().end);
            self.out.tokens.push(Spanned { token, span });
        }
    }

    fn name(&mut self, text: &'text str) -> Name {
        Arc::clone(self.names.entry(text).or_insert_with(|| text.into()))
    }

    /// A qualified name. Blanks around its dots mean nothing: nets in the wild have them.
    fn long(&mut self, text: &'text str) -> Token {
        let mut parts: Vec<_> = text.split('.').map(str::trim).collect();
        let last = parts.pop().unwrap_or(text);
        let structures = parts.into_iter().map(|part| self.name(part)).collect();
        let name = self.name(last);
        Token::Long(Arc::new(LongName { structures, name }))
    }

    fn symbol(&mut self, text: &'text str) -> Token {
        match text {
            ":" => Token::Colon,
            "|" => Token::Bar,
            "=" => Token::Equal,
            "=>" => Token::DoubleArrow,
            "->" => Token::Arrow,
            "*" => Token::Star,
            "#" => Token::Hash,
            _ => Token::Symbol(self.name(text)),
        }
    }

    fn real(&mut self, text: &str, start: usize) -> Token {
        // The pattern admits only what Rust can read once `~` is a minus, so a failure to parse cannot happen; out of range can.
        let value = text.replace('~', "-").parse::<f64>().unwrap_or(f64::NAN);
        if !value.is_finite() {
            let span = Span::new(self.source, start, start + text.len());
            let message = format!("the real number {text} is too large");
            self.diagnostics.push(
                Diagnostic::error("E0107", span, message)
                    .help("the largest real is about 1.797e308"),
            );
            return Token::Real(0.0);
        }
        Token::Real(value)
    }

    fn word_literal(&mut self, text: &str, start: usize) -> Token {
        let span = Span::new(self.source, start, start + text.len());
        let digits = text.trim_start_matches("0w");
        let plain = match digits.strip_prefix('x') {
            Some(hex) => format!("0x{hex}"),
            None => digits.to_owned(),
        };
        self.diagnostics.push(
            Diagnostic::error(
                "E0106",
                span,
                "there are no `word` numbers in this language",
            )
            .help(format!("write the integer {plain}")),
        );
        Token::Int(BigInt::ZERO)
    }

    fn character(&mut self, bytes: &[u8], range: std::ops::Range<usize>) -> Token {
        if let [byte] = bytes {
            return Token::Char(*byte);
        }
        let span = Span::new(self.source, range.start, range.end);
        let message = match bytes.len() {
            0 => "this character literal is empty".to_owned(),
            n => format!("a character is one byte, but this literal has {n}"),
        };
        self.diagnostics.push(
            Diagnostic::error("E0105", span, message)
                .help("write one character, as in #\"a\", or a string without the `#`"),
        );
        Token::Char(bytes.first().copied().unwrap_or(0))
    }

    /// The length of a comment after its opening, nested ones included.
    fn comment(&mut self, rest: &str, start: usize) -> usize {
        let bytes = rest.as_bytes();
        let mut depth = 1usize;
        let mut at = 0;
        while at < bytes.len() {
            match (bytes[at], bytes.get(at + 1)) {
                (b'(', Some(b'*')) => {
                    depth += 1;
                    at += 2;
                }
                (b'*', Some(b')')) => {
                    depth -= 1;
                    at += 2;
                    if depth == 0 {
                        return at;
                    }
                }
                _ => at += 1,
            }
        }
        let span = Span::new(self.source, start, start + 2);
        let mut report = Diagnostic::error("E0102", span, "this comment is never closed")
            .at("opened here")
            .help("close it with `*)`");
        if depth > 1 {
            report = report
                .help("comments nest: each `(*` needs its own `*)`. Inside, write `( *` if no comment is meant");
        }
        self.diagnostics.push(report);
        self.out.open_at_end = true;
        bytes.len()
    }

    fn stray(&mut self, text: &str, range: std::ops::Range<usize>) {
        let span = Span::new(self.source, range.start, range.end);
        let report = if text.is_ascii() {
            let message = format!("`{}` cannot stand here", text.escape_default());
            Diagnostic::error("E0101", span, message)
        } else {
            let message =
                format!("`{text}`: only strings and comments may hold characters outside ASCII");
            Diagnostic::error("E0101", span, message)
        };
        let help = match text {
            "\u{201c}" | "\u{201d}" | "\u{201e}" => Some("use the straight quote `\"`"),
            "\u{2018}" | "\u{2019}" => Some("use the straight quote `'`"),
            "\u{2192}" => Some("write `->`"),
            "\u{21d2}" => Some("write `=>`"),
            "\u{2212}" | "\u{2013}" => Some("write `-`, or `~` for a negative number"),
            "." => Some("a dot stands only in numbers and between the parts of a qualified name"),
            _ => None,
        };
        self.diagnostics.push(match help {
            Some(help) => report.help(help),
            None => report,
        });
    }
}

/// How many more bytes belong to a run of characters outside ASCII, so that a foreign word is reported once.
fn stray_length(rest: &str) -> usize {
    rest.find(|c: char| c.is_ascii()).unwrap_or(rest.len())
}

fn integer(text: &str, radix: u32) -> Token {
    let (negative, digits) = match text.strip_prefix('~') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let digits = if radix == 16 {
        digits.trim_start_matches("0x")
    } else {
        digits
    };
    let value = number(digits, radix);
    Token::Int(if negative { -value } else { value })
}

/// The number with these digits. Long ones are put together from halves, since reading digit by digit takes quadratic time.
fn number(digits: &str, radix: u32) -> BigInt {
    const CHUNK: usize = 500;
    if let Ok(small) = u64::from_str_radix(digits, radix) {
        return small.into();
    }
    let mut parts: Vec<BigInt> = digits
        .as_bytes()
        .rchunks(CHUNK)
        .map(|chunk| BigInt::parse_bytes(chunk, radix).unwrap_or_default())
        .collect();
    let mut base = BigInt::from(radix).pow(CHUNK as u32);
    while parts.len() > 1 {
        parts = parts
            .chunks(2)
            .map(|pair| match pair {
                [low, high] => high * &base + low,
                _ => pair.iter().sum(),
            })
            .collect();
        if parts.len() > 1 {
            base = &base * &base;
        }
    }
    parts.pop().unwrap_or_default()
}

fn punctuation(text: &str) -> Token {
    match text {
        "(" => Token::LParen,
        ")" => Token::RParen,
        "[" => Token::LBracket,
        "]" => Token::RBracket,
        "{" => Token::LBrace,
        "}" => Token::RBrace,
        "," => Token::Comma,
        ";" => Token::Semi,
        "..." => Token::Dots,
        ".." => Token::DotDot,
        "_" => Token::Wild,
        "_prim" => Token::Prim,
        _ => Token::Error,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use super::*;

    fn tokens(text: &str) -> (Vec<Token>, Vec<&'static str>) {
        let mut diagnostics = Vec::new();
        let lexed = lex(text, SourceId(0), &mut diagnostics);
        let tokens = lexed.tokens.into_iter().map(|t| t.token).collect();
        (tokens, diagnostics.iter().map(|d| d.code).collect())
    }

    fn clean(text: &str) -> Vec<Token> {
        let (tokens, codes) = tokens(text);
        assert!(codes.is_empty(), "{text}: {codes:?}");
        tokens
    }

    fn int(n: i64) -> Token {
        Token::Int(BigInt::from(n))
    }

    fn id(text: &str) -> Token {
        Token::Id(text.into())
    }

    fn symbol(text: &str) -> Token {
        Token::Symbol(text.into())
    }

    #[test]
    fn numbers() {
        assert_eq!(
            clean("1 ~2 0x1F ~0xa"),
            [int(1), int(-2), int(31), int(-10)]
        );
        assert_eq!(
            clean("1.5 ~1.5e~3 1e5"),
            [Token::Real(1.5), Token::Real(-1.5e-3), Token::Real(1e5)]
        );
        assert_eq!(clean("1..10"), [int(1), Token::DotDot, int(10)]);
        assert_eq!(clean("a..b"), [id("a"), Token::DotDot, id("b")]);
        assert_eq!(tokens("0w5").1, ["E0106"]);
        assert_eq!(tokens("1e999").1, ["E0107"]);
        assert_eq!(
            clean("123456789012345678901234567890"),
            [Token::Int(
                "123456789012345678901234567890".parse().unwrap()
            )]
        );
    }

    #[test]
    fn long_numbers_are_read_from_halves() {
        let digits = "9876543210".repeat(321);
        let expected = BigInt::parse_bytes(digits.as_bytes(), 10).unwrap();
        assert_eq!(clean(&digits), [Token::Int(expected)]);
    }

    #[test]
    fn names_and_symbols() {
        assert_eq!(clean("x' a_b"), [id("x'"), id("a_b")]);
        assert_eq!(
            clean("2`1++1`~2"),
            [
                int(2),
                symbol("`"),
                int(1),
                symbol("++"),
                int(1),
                symbol("`"),
                int(-2)
            ]
        );
        assert_eq!(clean("`+`"), [symbol("`"), symbol("+"), symbol("`")]);
        assert_eq!(
            clean("'a ''b"),
            [Token::TypeVar("'a".into()), Token::TypeVar("''b".into())]
        );
        assert_eq!(
            clean("#a # b #1"),
            [
                Token::Hash,
                id("a"),
                Token::Hash,
                id("b"),
                Token::Hash,
                int(1)
            ]
        );
        let long = |structures: &[&str], name: &str| {
            Token::Long(Arc::new(LongName {
                structures: structures.iter().map(|s| (*s).into()).collect(),
                name: name.into(),
            }))
        };
        assert_eq!(clean("L'CNT .mkstr"), [long(&["L'CNT"], "mkstr")]);
        assert_eq!(
            clean("a ... b .. c"),
            [id("a"), Token::Dots, id("b"), Token::DotDot, id("c")]
        );
        assert_eq!(clean("Mark.Top'Send"), [long(&["Mark"], "Top'Send")]);
        assert_eq!(
            clean("A.b.c Int.+"),
            [long(&["A", "b"], "c"), long(&["Int"], "+")]
        );
        assert_eq!(
            clean("_ _prim ..."),
            [Token::Wild, Token::Prim, Token::Dots]
        );
    }

    #[test]
    fn comments_nest_and_point_at_their_opening() {
        assert_eq!(clean("1 (* a (* b *) \u{e9} *) 2"), [int(1), int(2)]);
        let mut diagnostics = Vec::new();
        let lexed = lex("1 (* a (* b *)", SourceId(0), &mut diagnostics);
        assert!(lexed.open_at_end);
        assert_eq!(diagnostics[0].code, "E0102");
        assert_eq!(diagnostics[0].span().unwrap().range(), 2..4);
    }

    #[test]
    fn strays_are_reported_once_and_lexing_goes_on() {
        let (found, codes) = tokens("a \u{e9}\u{e8} b");
        assert_eq!(found, [id("a"), Token::Error, id("b")]);
        assert_eq!(codes, ["E0101"]);
    }

    #[test]
    fn characters() {
        assert_eq!(
            clean("#\"a\" #\"\\n\""),
            [Token::Char(b'a'), Token::Char(b'\n')]
        );
        assert_eq!(tokens("#\"ab\"").1, ["E0105"]);
        assert_eq!(tokens("#\"\"").1, ["E0105"]);
    }
}
