//! The inside of string and character literals, as bytes. What an escape means says `escape`.
//!
//! Runs without an escape are copied whole, so a literal of many megabytes costs one pass and one allocation that grows.

use crate::diagnostic::Diagnostic;
use crate::escape::{self, Escape};
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
                let length = match escape::read(&text[at + 1..]) {
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
