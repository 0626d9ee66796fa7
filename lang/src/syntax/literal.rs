//! The inside of string and character literals: Standard ML's escapes undone, to bytes.
//!
//! Runs without an escape are copied whole, so a literal of many megabytes costs one pass and one allocation that grows.

use crate::diagnostic::Diagnostic;
use crate::span::{SourceId, Span};
use std::ops::Range;

/// A literal's contents and how much text it took.
#[derive(Debug, Default)]
pub struct Scanned {
    /// The bytes it stands for.
    pub bytes: Vec<u8>,
    /// Bytes of text after the opening quote, the closing one included.
    pub length: usize,
    /// The text ends inside a `\ … \` gap: the only way a string can go on in the next line.
    pub ends_in_gap: bool,
}

/// Reads from just after the opening quote, which stands at `opening`, up to the closing one.
///
/// A literal without closing quote ends with its line: what follows is most likely the program again.
pub fn scan(
    rest: &str,
    opening: Range<usize>,
    source: SourceId,
    diagnostics: &mut Vec<Diagnostic>,
) -> Scanned {
    let text = rest.as_bytes();
    let mut out = Scanned::default();
    let mut at = 0;
    loop {
        let run = text[at..]
            .iter()
            .position(|byte| matches!(byte, b'"' | b'\\' | b'\n'))
            .unwrap_or(text.len() - at);
        out.bytes.extend_from_slice(&text[at..at + run]);
        at += run;
        match text.get(at) {
            Some(b'"') => {
                out.length = at + 1;
                return out;
            }
            Some(b'\\') => {
                let escape = escape(&text[at + 1..]);
                let length = match escape {
                    Escape::Bytes(bytes, used, length) => {
                        out.bytes.extend_from_slice(&bytes[..used]);
                        length
                    }
                    Escape::Gap(length) => length,
                    Escape::OpenGap => {
                        out.ends_in_gap = true;
                        text.len() - at - 1
                    }
                    Escape::Bad(wanted) => {
                        // The character after the backslash is kept: the literal is then nearest to what was meant.
                        let width = rest[at + 1..]
                            .chars()
                            .next()
                            .map_or(0, |c| if c == '\n' { 0 } else { c.len_utf8() });
                        let start = opening.end + at;
                        let span = Span::new(source, start, start + 1 + width);
                        let shown = &rest[at..at + 1 + width];
                        out.bytes.extend_from_slice(&text[at + 1..at + 1 + width]);
                        diagnostics.push(
                            Diagnostic::error(
                                "E0104",
                                span,
                                format!("`{shown}` is no escape: {wanted}"),
                            )
                            .help("a backslash itself is written `\\\\`"),
                        );
                        width
                    }
                };
                at += 1 + length;
            }
            _ => {
                out.length = at;
                let span = Span::new(source, opening.start, opening.end);
                diagnostics.push(
                    Diagnostic::error("E0103", span, "this string is not closed in its line")
                        .at("opened here")
                        .help("close it with `\"`; a newline inside is `\\n`, and `\\` at the end of a line and at the start of the next continues it"),
                );
                return out;
            }
        }
    }
}

/// What follows a backslash.
enum Escape {
    /// That many of the bytes, and the length of the escape's text.
    Bytes([u8; 3], usize, usize),
    /// White space up to another backslash.
    Gap(usize),
    /// White space up to the end of the text.
    OpenGap,
    /// Not an escape, and why.
    Bad(&'static str),
}

fn escape(text: &[u8]) -> Escape {
    let one = |byte| Escape::Bytes([byte, 0, 0], 1, 1);
    match text.first() {
        Some(b'n') => one(b'\n'),
        Some(b't') => one(b'\t'),
        Some(b'a') => one(7),
        Some(b'b') => one(8),
        Some(b'v') => one(11),
        Some(b'f') => one(12),
        Some(b'r') => one(b'\r'),
        Some(b'\\') => one(b'\\'),
        Some(b'"') => one(b'"'),
        Some(b'^') => match text.get(1) {
            Some(control @ b'@'..=b'_') => Escape::Bytes([control - b'@', 0, 0], 1, 2),
            _ => Escape::Bad("`\\^` is followed by one of `@`, `A`-`Z`, `[`, `\\`, `]`, `^`, `_`"),
        },
        Some(b'0'..=b'9') => match number(text, 0..3, 10) {
            Some(code @ 0..=255) => Escape::Bytes([code as u8, 0, 0], 1, 3),
            _ => Escape::Bad("a character code is three digits, 000 to 255"),
        },
        Some(b'u') => match number(text, 1..5, 16).and_then(char::from_u32) {
            // Up to 255 it is a character of the language, a byte; above, the bytes of its UTF-8 form.
            Some(c @ '\0'..='\u{ff}') => Escape::Bytes([c as u8, 0, 0], 1, 5),
            Some(c) => {
                let mut bytes = [0; 3];
                let used = c.encode_utf8(&mut bytes).len();
                Escape::Bytes(bytes, used, 5)
            }
            None => Escape::Bad("`\\u` is followed by four hexadecimal digits"),
        },
        Some(b' ' | b'\t' | b'\n' | b'\r' | 12) => {
            let blank = text.iter().position(|byte| !byte.is_ascii_whitespace());
            match blank.map(|end| (end, text[end])) {
                Some((end, b'\\')) => Escape::Gap(end + 1),
                Some(_) => Escape::Bad("a gap of white space ends with another `\\`"),
                None => Escape::OpenGap,
            }
        }
        None => Escape::OpenGap,
        Some(_) => {
            Escape::Bad("known are \\n \\t \\\\ \\\" \\a \\b \\v \\f \\r \\^C \\ddd \\uxxxx")
        }
    }
}

/// The number whose digits stand at `place`, if they all are digits.
fn number(text: &[u8], place: Range<usize>, radix: u32) -> Option<u32> {
    text.get(place)?.iter().try_fold(0, |value, byte| {
        Some(value * radix + char::from(*byte).to_digit(radix)?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> (Vec<u8>, Vec<&'static str>) {
        let mut diagnostics = Vec::new();
        let out = scan(text, 0..1, SourceId(0), &mut diagnostics);
        (out.bytes, diagnostics.iter().map(|d| d.code).collect())
    }

    #[test]
    fn escapes() {
        let all = r#"\n\t\\\"\a\b\v\f\r\^A\065\u0041\u20ac\   \x""#;
        let expected = b"\n\t\\\"\x07\x08\x0b\x0c\r\x01AA\xe2\x82\xacx".to_vec();
        assert_eq!(bytes(all), (expected, vec![]));
        assert_eq!(bytes("a\\\n  \\b\"").0, b"ab");
        assert_eq!(bytes("\u{e9}\"").0, "\u{e9}".as_bytes());
    }

    #[test]
    fn mistakes() {
        assert_eq!(bytes(r#"\q""#), (b"q".to_vec(), vec!["E0104"]));
        assert_eq!(bytes(r#"\999""#).1, ["E0104"]);
        assert_eq!(bytes("\\\u{e9}\"").1, ["E0104"]);
        assert_eq!(bytes("abc\nx"), (b"abc".to_vec(), vec!["E0103"]));
        assert_eq!(bytes("abc\\").1, ["E0103"]);
    }

    #[test]
    fn a_gap_can_go_on_in_the_next_line() {
        let mut diagnostics = Vec::new();
        assert!(scan("abc\\\n ", 0..1, SourceId(0), &mut diagnostics).ends_in_gap);
    }
}
