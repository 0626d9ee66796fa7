//! Texts in YAML, in the simplest style that means the same.

use crate::visible;

/// Words that YAML takes for nothing, or for something that is not a text.
const SPECIAL: &[&str] = &["", "~", "null", "Null", "NULL", "<<", "="];

/// Words that readers of YAML 1.1 take for truth values, in small and capital letters. They take `y` and `n` for texts, though the standard does not.
const TRUTHS: &[&str] = &["true", "false", "yes", "no", "on", "off"];

/// A key longer than this must say that it is one: readers look for the colon no further than 1024 characters.
const LONGEST_KEY: usize = 1000;

/// Where a text stands.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Context {
    /// On a line of its own, or after `key: `.
    Block,
    /// Inside of `{…}` or `[…]`.
    Flow,
}

/// A text on one line.
pub fn line(text: &str, context: Context) -> String {
    if is_plain(text, context) {
        return text.to_string();
    }
    if text.chars().any(|c| c.is_control() || !is_printable(c)) {
        return double(text);
    }
    match text.contains('\'') && !text.contains(['"', '\\']) {
        true => format!("\"{text}\""),
        false => format!("'{}'", text.replace('\'', "''")),
    }
}

/// A name on one line. Readers of YAML take some names for numbers, and `1` and `+1` for the same one.
pub fn name(text: &str, context: Context) -> String {
    let number = text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.'))
        && (text.chars()).all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.' | '_'));
    match number {
        true => format!("'{text}'"),
        false => line(text, context),
    }
}

/// A key with its colon, on a line of its own that is indented so far.
pub fn key(text: &str, indent: usize) -> String {
    let line = name(text, Context::Block);
    match line.chars().count() > LONGEST_KEY {
        true => format!("? {line}\n{:indent$}:", ""),
        false => format!("{line}:"),
    }
}

/// Whether a text can stand in a block of lines as it is.
pub fn is_block(text: &str) -> bool {
    let control = |c: char| (c.is_control() && c != '\n' && c != '\t') || !is_printable(c);
    let first = text.lines().next().unwrap_or("");
    text.contains('\n')
        && !text.contains(control)
        && !first.starts_with([' ', '\t'])
        && !first.is_empty()
}

/// A text of several lines, each indented: `|` and what follows it. Line ends at the end of the text do not count.
pub fn block(text: &str, indent: usize) -> String {
    let mut out = String::from("|");
    if !text.ends_with('\n') {
        out.push('-');
    }
    for line in text.trim_end_matches('\n').split('\n') {
        out.push('\n');
        if !line.is_empty() {
            out.push_str(&" ".repeat(indent));
            out.push_str(line);
        }
    }
    out
}

fn is_plain(text: &str, context: Context) -> bool {
    let indicators = [
        '-', '?', ':', ',', '[', ']', '{', '}', '#', '&', '*', '!', '|', '>', '\'', '"', '%', '@',
        '`',
    ];
    let Some(first) = text.chars().next() else {
        return false;
    };
    // A minus sign before a digit is a number's.
    let starts = !text.starts_with(indicators)
        || (first == '-' && text[1..].starts_with(|c: char| c.is_ascii_digit()));
    let inner = !text.contains(": ") && !text.contains(" #") && !text.ends_with(':');
    let flow =
        context == Context::Block || !text.contains([',', '[', ']', '{', '}', ':', '?', '"']);
    starts
        && inner
        && flow
        && text.trim() == text
        && !SPECIAL.contains(&text)
        && !TRUTHS.iter().any(|word| word.eq_ignore_ascii_case(text))
        && !text.starts_with("---")
        && !text.starts_with("...")
        && text.chars().all(|c| !c.is_control() && is_printable(c))
}

/// Characters that YAML does not allow, and those that act on a reader, are written as escapes.
fn is_printable(c: char) -> bool {
    let acts = !matches!(c, '\n' | '\t') && visible::acts(c);
    !acts && !matches!(c, '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

fn double(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c.is_control() || !is_printable(c) => {
                out.push_str(&format!("\\u{:04X}", c as u32))
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::yaml::{self, node::Kind};
    use sweepnet_lang::span::SourceId;

    fn read_back(yaml: &str) -> Option<String> {
        let tree = yaml::parse(SourceId(0), yaml).expect("YAML")?;
        let value = match tree.kind {
            Kind::Map(map) => map.into_iter().next()?.1,
            Kind::List(list) => list.into_iter().next()?,
            _ => return None,
        };
        value.text().map(String::from)
    }

    #[test]
    fn long_names_are_keys() {
        for length in [1, 999, 1000, 1001, 1024, 1025, 5000] {
            for name in ["n".repeat(length), "#".repeat(length)] {
                let text = format!("a:\n  {} v\n  b: w\n", key(&name, 2));
                let tree = yaml::parse(SourceId(0), &text).expect("YAML");
                let Some(Kind::Map(outer)) = tree.map(|tree| tree.kind) else {
                    panic!("{text}");
                };
                let Kind::Map(inner) = &outer[0].1.kind else {
                    panic!("{text}");
                };
                assert_eq!(inner[0].0.text(), Some(name.as_str()));
                assert_eq!(inner[0].1.text(), Some("v"));
                assert_eq!(inner.len(), 2);
                // Some readers look no further.
                let lines = text.lines().map(|line| line.chars().count());
                assert!(text.contains("\n  ? ") || lines.max() <= Some(1024));
            }
        }
    }

    /// Readers differ in whether a question mark may stand in such a key.
    #[test]
    fn question_marks_in_flows_are_quoted() {
        assert_eq!(line("CH?", Context::Flow), "'CH?'");
        assert_eq!(line("CH?", Context::Block), "CH?");
    }

    #[test]
    fn truth_values_of_yaml_1_1_are_quoted() {
        for word in ["NO", "Yes", "on", "off", "true", "FALSE"] {
            assert_eq!(line(word, Context::Block), format!("'{word}'"));
            assert_eq!(key(word, 0), format!("'{word}':"));
        }
        assert_eq!(line("n", Context::Flow), "n");
        assert_eq!(line("NONE", Context::Flow), "NONE");
    }

    #[test]
    fn names_that_look_like_numbers_are_quoted() {
        for text in [
            "1", "+1", "-0", "0x10", "0o7", ".NaN", ".inf", "1e400", "1_000",
        ] {
            assert_eq!(name(text, Context::Flow), format!("'{text}'"));
            assert_eq!(key(text, 0), format!("'{text}':"));
        }
        assert_eq!(name("2 receivers", Context::Flow), "2 receivers");
        assert_eq!(name("P1", Context::Flow), "P1");
        assert_eq!(line("1", Context::Block), "1");
    }

    #[test]
    fn names_of_nodes_need_no_quotes() {
        assert_eq!(line("Top'T", Context::Flow), "Top'T");
        assert_eq!(line("'a", Context::Flow), "\"'a\"");
    }

    #[test]
    fn texts_are_read_back() {
        let texts = [
            "x",
            "1`(n, d)",
            "[a, b]",
            "{x=1}",
            "#1 t",
            "a: b",
            "a #b",
            "it's",
            "Top'T",
            "say \"no\"",
            "'\"\\",
            "~",
            "null",
            "true",
            "-1",
            "- 1",
            "@+9",
            "`x",
            "!a",
            "*",
            "&x",
            "%",
            "x:",
            ":x",
            "?",
            "=",
            "<<",
            "007",
            "é",
            "\u{1}",
            "\u{85}x",
            "a\tb",
            "a\nb",
            "a\n\n  b\n",
            " a",
            "---",
            "",
            "x,y",
            "a]b",
            "1`\"a\"",
        ];
        for text in texts {
            let block = format!("k: {}\n", line(text, Context::Block));
            assert_eq!(read_back(&block).as_deref(), Some(text), "{block}");
            let flow = format!("{{k: {}}}\n", line(text, Context::Flow));
            assert_eq!(read_back(&flow).as_deref(), Some(text), "{flow}");
            if is_block(text) {
                let lines = format!("k: {}\n", self::block(text, 4));
                assert_eq!(read_back(&lines).as_deref(), Some(text), "{lines}");
            }
        }
    }
}
