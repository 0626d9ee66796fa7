//! Characters that act on a terminal, a line or a reader are shown and not done.
//!
//! A net comes from somewhere else, and its names, texts and tokens may hold any character: an escape sequence that clears the screen, a line break with a
//! false "no problems" after it, a mark that reverses the direction of writing. Whatever the tool writes for people goes through this file: messages, results,
//! reports, pictures. Each such character becomes one that is only a picture of it (`␛` for ESC), so columns stay where they are. JSON has escapes of its own
//! for the same characters (`report/json.rs`). Files that other programs read (nets, saved runs, texts of monitors) keep their bytes.

use std::borrow::Cow;

/// Whether a character acts instead of standing for itself: controls, marks of direction, separators of lines that only some programs know.
pub fn acts(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The character itself, or a picture of it if it acts.
pub fn picture(c: char) -> char {
    match c {
        // The pictures of the ASCII controls are in their order.
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        '\x7f' => '\u{2421}',
        c if acts(c) => '\u{fffd}',
        c => c,
    }
}

/// A text that is to stand on one line: a name, a token, a sentence.
pub fn line(text: &str) -> Cow<'_, str> {
    shown(text, |_, _| false)
}

/// A text that may have lines and tabs of its own, such as what a program prints.
pub fn lines(text: &str) -> Cow<'_, str> {
    shown(text, |c, next| match c {
        '\n' | '\t' => true,
        '\r' => next == Some('\n'),
        _ => false,
    })
}

/// `stays` is asked about a character that acts and the one after it.
fn shown(text: &str, stays: impl Fn(char, Option<char>) -> bool) -> Cow<'_, str> {
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let mut characters = text.chars().peekable();
    let mut out = String::with_capacity(text.len() + 8);
    while let Some(c) = characters.next() {
        let kept = acts(c) && stays(c, characters.peek().copied());
        out.push(if kept { c } else { picture(c) });
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_becomes_a_picture() {
        let text = "a\u{1b}[2J\r\n\0\u{7f}\u{9b}b\u{202e}\u{2028}é\u{200d}";
        let expected = "a␛[2J␍␊␀␡\u{fffd}b\u{fffd}\u{fffd}é\u{200d}";
        assert_eq!(line(text), expected);
        assert_eq!(line(text).chars().count(), text.chars().count());
    }

    #[test]
    fn printed_lines_stay_lines() {
        assert_eq!(lines("a\r\n\tb\rc\x07\n"), "a\r\n\tb␍c␇\n");
    }

    #[test]
    fn harmless_text_is_not_copied() {
        assert!(matches!(line("Send_Packet 1`\"ü\""), Cow::Borrowed(_)));
    }

    #[test]
    fn no_picture_acts() {
        for c in (0..=0x10ffff).filter_map(char::from_u32) {
            assert!(!acts(picture(c)), "{:x}", u32::from(c));
        }
    }
}
