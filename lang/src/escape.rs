//! Standard ML's escapes in strings and characters, the only reader and the only writer of them:
//! for literals, `String.fromString` and `String.toString`, printed values and messages.

use std::ops::Range;

/// What follows a backslash.
pub enum Escape {
    /// That many of the bytes, and the length of the escape's text.
    Bytes([u8; 3], usize, usize),
    /// White space up to another backslash.
    Gap(usize),
    /// White space up to the end of the text.
    OpenGap,
    /// Not an escape, and why.
    Bad(&'static str),
}

/// Reads what follows a backslash.
pub fn read(text: &[u8]) -> Escape {
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

/// Adds a character as it is written between quotes.
pub fn escape_char(byte: u8, out: &mut String) {
    match byte {
        b'\\' => out.push_str("\\\\"),
        b'"' => out.push_str("\\\""),
        7 => out.push_str("\\a"),
        8 => out.push_str("\\b"),
        9 => out.push_str("\\t"),
        10 => out.push_str("\\n"),
        11 => out.push_str("\\v"),
        12 => out.push_str("\\f"),
        13 => out.push_str("\\r"),
        0..32 => {
            out.push_str("\\^");
            out.push((byte + 64) as char);
        }
        32..127 => out.push(byte as char),
        127..=255 => {
            out.push('\\');
            out.push_str(&byte.to_string());
        }
    }
}

/// A string as it is written between quotes.
pub fn escape(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    for &byte in bytes {
        escape_char(byte, &mut out);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_those_of_poly_ml() {
        assert_eq!(
            escape(b"tab\t nl\n \"q\" \\ \x01 \xc8\x7f\x00\x1b"),
            "tab\\t nl\\n \\\"q\\\" \\\\ \\^A \\200\\127\\^@\\^["
        );
    }

    #[test]
    fn what_is_written_is_read_back() {
        for byte in 0..=255 {
            let text = escape(&[byte]);
            match text.as_bytes() {
                [b'\\', rest @ ..] => {
                    let Escape::Bytes(bytes, 1, length) = read(rest) else {
                        panic!("{text} is no escape of one byte");
                    };
                    assert_eq!((bytes[0], length), (byte, rest.len()), "{text}");
                }
                plain => assert_eq!(plain, [byte]),
            }
        }
    }
}
