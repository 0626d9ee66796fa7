//! What the YAML crate refuses, said to a modeller. The crate's words suppose that one knows YAML's grammar; here are words for the mistakes that are made in nets.

use std::ops::Range;

/// What the crate says (a part of it), what is said instead, and help.
const WORDS: &[(&str, &str, &str)] = &[
    (
        "mapping values are not allowed",
        "a `: ` stands where no key can be",
        "A text with `: ` in it needs quotes. If this is a key, look at the indentation of the lines before",
    ),
    (
        "illegal placement of ':'",
        "a `:` stands where no key can be",
        "Is a bracket or quote before it not closed? A text with `: ` in it needs quotes",
    ),
    ("tab", "a line is indented with a tab", "Indent with blanks"),
    (
        "simple key expected ':'",
        "after this there must be a `:`",
        "A line in a mapping is `key: value`, with a blank after the colon",
    ),
    (
        "simple key is no longer valid",
        "after this there must be a `:`",
        "A line in a mapping is `key: value`, with a blank after the colon",
    ),
    (
        "did not find expected key",
        "here must stand a key",
        "Keys of one mapping stand below each other. After a quoted text nothing more may come in its line",
    ),
    (
        "invalid trailing content after",
        "something stands after a quoted text",
        "Put the whole text in one pair of quotes. A quote in 'single quotes' is written twice",
    ),
    (
        "unclosed bracket",
        "a bracket is not closed",
        "Close it, or put the text in quotes if the bracket belongs to an inscription",
    ),
    (
        "mismatched bracket",
        "a bracket is closed by one of another kind",
        "Put a text with brackets in it in quotes",
    ),
    (
        "misplaced bracket",
        "a bracket is closed that was not opened",
        "Put a text with brackets in it in quotes",
    ),
    (
        "expected ',' or",
        "here must stand a comma or the closing bracket",
        "A text in `{…}` or `[…]` that has brackets, quotes or commas in it needs quotes",
    ),
    ("unclosed quote", "a quote is not closed", "Close it"),
    (
        "unknown escape character",
        "an escape that YAML does not know",
        "Write `\\\\` for a backslash, or use 'single quotes', in which it is an ordinary character",
    ),
    (
        "reference to unknown value",
        "`*name` repeats a part that is called `&name`, and there is none",
        "A text that starts with `*` needs quotes",
    ),
    (
        "anchor or alias",
        "`&` and `*` start names of parts of the file",
        "A text that starts with `&` or `*` needs quotes",
    ),
    (
        "unexpected character",
        "no text can start with this character",
        "Put the text in quotes",
    ),
    (
        "invalid indentation",
        "this line is not indented as the ones before",
        "Lines of one mapping or list start in the same column; what belongs to a key is indented further",
    ),
    (
        "block sequence entries are not allowed",
        "a list item cannot stand here",
        "Start the list in the line after its key. A text that starts with `- ` needs quotes",
    ),
    (
        "is only valid inside a block",
        "a text in `{…}` or `[…]` starts with `-`",
        "Put it in quotes. The language writes a minus sign as `~`",
    ),
    (
        "did not find expected '-'",
        "here must stand a list item",
        "Items of one list start with `- ` in the same column",
    ),
    (
        "block scalar, did not find expected comment or line break",
        "something stands after `|` or `>`",
        "A text that starts with `|` or `>` needs quotes. Otherwise its lines start below",
    ),
    (
        "wrongly indented line in block scalar",
        "a line of a text after `|` or `>` is not indented as its first line",
        "Indent all its lines at least as far as the first",
    ),
    (
        "hexadecimal number",
        "an escape lacks its digits",
        "Write `\\\\` for a backslash, or use 'single quotes', in which it is an ordinary character",
    ),
    (
        "<document start>",
        "the mapping or text before this has ended",
        "Is this line indented as the ones before? A text with brackets or quotes in it needs quotes around it",
    ),
    (
        "unexpected EOF",
        "the file ends too early",
        "Is a bracket or quote not closed?",
    ),
    (
        "multiple",
        "a second document starts here",
        "A file is one net: remove the `---`",
    ),
];

/// Lines before an error that may be its cause.
const LINES: usize = 20;

/// The comment that cuts off a text in `[…]` or `{…}` in one of the lines up to an error: a `#`
/// inside of brackets whose closing ones stand behind it.
pub fn comment_in_brackets(text: &str, error: usize) -> Option<Range<usize>> {
    let end = text[error..].find('\n').map_or(text.len(), |at| error + at);
    let mut start = end;
    for _ in 0..LINES {
        start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line = text[start..].lines().next().unwrap_or("");
        if let Some(at) = cut_in_line(line) {
            return Some(start + at..start + line.trim_end().len());
        }
        start = start.checked_sub(1)?;
    }
    None
}

/// Where a comment begins inside of brackets of a line that are closed in the comment.
fn cut_in_line(line: &str) -> Option<usize> {
    let (mut depth, mut quote, mut before) = (0usize, None, ' ');
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') if " [{,:".contains(before) => quote = Some(c),
            (None, '[' | '{') if depth > 0 || " [{,:".contains(before) => depth += 1,
            (None, ']' | '}') => depth = depth.saturating_sub(1),
            (None, '#') if depth > 0 && " [{,".contains(before) => {
                return line[at..].contains([']', '}']).then_some(at);
            }
            (None, '#') if before == ' ' => return None,
            _ => {}
        }
        before = c;
    }
    None
}

/// A sentence and help for a message of the crate.
pub fn explain(message: &str) -> (String, Option<&'static str>) {
    match WORDS.iter().find(|(part, ..)| message.contains(part)) {
        Some((_, words, help)) => (format!("This is not YAML: {words}"), Some(help)),
        None => (format!("This is not YAML: {message}"), None),
    }
}
