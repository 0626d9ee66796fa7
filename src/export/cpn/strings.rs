//! Strings of the language in XML. A control character in one would be lost there, and Standard ML does not allow it: it becomes an escape that means the same.

use std::borrow::Cow;
use std::fmt::Write;
use sweepnet_lang::span::SourceId;
use sweepnet_lang::syntax::lexer;
use sweepnet_lang::syntax::token::Token;

/// A text whose strings and characters have no control characters in them.
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(is_control) {
        return text.into();
    }
    let mut out = String::new();
    let mut at = 0;
    for token in lexer::lex(text, SourceId(0), &mut Vec::new()).tokens {
        let range = token.span.range();
        if let (Token::Str(_) | Token::Char(_), Some(literal)) =
            (&token.token, text.get(range.clone()))
        {
            out.push_str(&text[at..range.start]);
            escape(literal, &mut out);
            at = range.end;
        }
    }
    out.push_str(&text[at..]);
    out.into()
}

/// XML cannot hold the last two either.
fn is_control(c: char) -> bool {
    c.is_ascii_control() || matches!(c, '\u{fffe}' | '\u{ffff}')
}

/// A literal with escapes. Between the backslashes of a gap there are only blanks, which mean nothing.
fn escape(literal: &str, out: &mut String) {
    let mut gap = false;
    let mut chars = literal.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if gap => gap = false,
            '\\' if chars.peek().is_some_and(|c| c.is_ascii_whitespace()) => gap = true,
            '\\' => {
                out.push(c);
                out.extend(chars.next());
                continue;
            }
            c if gap || !is_control(c) => {}
            '\t' => {
                out.push_str("\\t");
                continue;
            }
            c => {
                for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                    let _ = write!(out, "\\{byte:03}");
                }
                continue;
            }
        }
        out.push(c);
    }
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn only_control_characters_in_literals_change() {
        let same = |text: &str| assert_eq!(printable(text), text);
        same("\tf \"a\\tb\\\\\" (* \"\u{1}\" *)\n + 1");
        same("\"a\\\n\t \\b\"");
        assert_eq!(printable("\t\"a\tb\""), "\t\"a\\tb\"");
        assert_eq!(
            printable("#\"\u{1}\" ^^ \"\\^A\r\""),
            "#\"\\001\" ^^ \"\\^A\\013\""
        );
        assert_eq!(
            printable("\"\\\\\u{7f}\u{ffff}é\""),
            "\"\\\\\\127\\239\\191\\191é\""
        );
    }
}
