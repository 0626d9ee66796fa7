//! YAML: the only file that knows the YAML crate. A file becomes a tree of nodes, each with its place.
//!
//! The tree is read as it is, without a schema: the crate stops at the first thing it does not expect, but a modeller wants to hear of all of them
//! at once, so the schema is checked on the tree (`read`). The crate's budget makes bombs and deep nestings end early.

mod complaint;
pub mod node;
pub mod scalar;

use crate::net::hints;
use node::{Kind, Node, Scalar};
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_yaml::{
    DuplicateKeyPolicy, Error, Location, MessageFormatter, Options, Spanned, UserMessageFormatter,
};
use std::fmt;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::span::{SourceId, Span};

/// A net has about five levels.
const DEEPEST: usize = 40;
/// What the crate says of limits that have no error of their own, or one inside of another.
const LIMITS: &[&str] = &["recursion limit", "limits breached"];
/// Nodes of a tree, those that aliases repeat included.
const LARGEST: usize = 1_000_000;

/// The tree of a file; `None` if the file is empty.
pub fn parse(source: SourceId, text: &str) -> Result<Option<Node>, Diagnostic> {
    let read = |policy| serde_yaml::from_str_with_options::<Spanned<Value>>(text, options(policy));
    let (tree, duplicate) = match read(DuplicateKeyPolicy::Error) {
        // Read on: the tree keeps both entries, and all that is twice is told.
        Err(error) if is_duplicate(&error) => (read(DuplicateKeyPolicy::LastWins), Some(error)),
        other => (other, None),
    };
    match (tree, duplicate) {
        (Ok(tree), duplicate) => {
            let tree = node(source, text, tree);
            match duplicate {
                // After a number as key the crate keeps one entry only.
                Some(error) if !tree.has_equal_keys() => Err(refused(source, text, &error)),
                _ => Ok(Some(tree)),
            }
        }
        (Err(Error::Eof { .. }), _) => Ok(None),
        (Err(error), _) => Err(refused(source, text, &error)),
    }
}

#[allow(deprecated)]
fn options(duplicate_keys: DuplicateKeyPolicy) -> Options {
    let budget = serde_yaml::budget! {
        max_depth: DEEPEST,
        max_nodes: LARGEST,
        max_events: 3 * LARGEST,
        max_recorded_anchor_events: LARGEST / 10,
    };
    serde_yaml::options! {
        budget: budget,
        duplicate_keys: duplicate_keys,
        with_snippet: false,
        reject_non_finite_typeless_float: false,
    }
}

fn is_duplicate(error: &Error) -> bool {
    matches!(error, Error::DuplicateMappingKey { .. })
}

/// A node as the crate gives it.
enum Value {
    Null,
    /// A scalar that is not a text to YAML, such as a number. It is written as it is meant.
    Bare,
    Text(String),
    List(Vec<Spanned<Value>>),
    Map(Vec<(Spanned<Value>, Spanned<Value>)>),
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(Anything)
    }
}

struct Anything;

impl<'de> Visitor<'de> for Anything {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a YAML node")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Value, E> {
        Ok(Value::Bare)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Value, E> {
        Ok(Value::Bare)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Value, E> {
        Ok(Value::Bare)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Value, E> {
        Ok(Value::Bare)
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::Text(text.to_string()))
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(Value::Text(text))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            map.push(entry);
        }
        Ok(Value::Map(map))
    }
}

fn node(source: SourceId, text: &str, tree: Spanned<Value>) -> Node {
    let span = place(source, text, tree.defined);
    let below = |child| node(source, text, child);
    let kind = match tree.value {
        Value::Null => Kind::Null,
        Value::Bare => Kind::Scalar(Scalar {
            text: text.get(span.range()).unwrap_or("").trim().to_string(),
            bare: true,
        }),
        Value::Text(decoded) => Kind::Scalar(Scalar {
            text: decoded,
            bare: false,
        }),
        Value::List(list) => Kind::List(list.into_iter().map(below).collect()),
        Value::Map(map) => Kind::Map(
            (map.into_iter())
                .map(|(key, value)| (below(key), below(value)))
                .collect(),
        ),
    };
    // The crate knows only where a list or mapping starts.
    let span = match &kind {
        Kind::Map(map) if !flow(text, span) => map.first().map_or(span, |(key, _)| key.span),
        Kind::Map(_) | Kind::List(_) => first_character(text, span),
        _ => span,
    };
    Node { span, kind }
}

fn flow(text: &str, span: Span) -> bool {
    text.get(span.start as usize..)
        .is_some_and(|rest| rest.starts_with(['{', '[']))
}

fn first_character(text: &str, span: Span) -> Span {
    let rest = text.get(span.start as usize..).unwrap_or("");
    let length = rest.chars().next().map_or(0, char::len_utf8);
    Span::new(
        span.source,
        span.start as usize,
        span.start as usize + length,
    )
}

fn place(source: SourceId, text: &str, location: Location) -> Span {
    let span = location.span();
    let (start, length) = match (span.byte_offset(), span.byte_len()) {
        (Some(start), Some(length)) => (start as usize, length as usize),
        _ => (by_line(text, location), 0),
    };
    let start = text.floor_char_boundary(start);
    let end = text.floor_char_boundary(start.saturating_add(length));
    // A block scalar's bytes go on to the line end after it.
    let used = text[start..end].trim_end_matches(['\n', '\r', ' ', '\t']);
    Span::new(source, start, start + used.len())
}

/// The offset of a place that is known by line and column only.
fn by_line(text: &str, location: Location) -> usize {
    let line = usize::try_from(location.line()).unwrap_or(1).max(1);
    let column = usize::try_from(location.column()).unwrap_or(1).max(1);
    let mut lines = text.split_inclusive('\n');
    let before: usize = lines.by_ref().take(line - 1).map(str::len).sum();
    let rest = lines.next().unwrap_or("");
    before + (rest.chars().take(column - 1).map(char::len_utf8)).sum::<usize>()
}

/// What the crate refuses, said to a modeller.
fn refused(source: SourceId, text: &str, error: &Error) -> Diagnostic {
    let location = error.location().unwrap_or(Location::UNKNOWN);
    let span = place(source, text, location);
    let span = match span.start == span.end {
        true => first_character(text, span),
        false => span,
    };
    let message = UserMessageFormatter.format_message(error);
    if is_limit(error) || LIMITS.iter().any(|words| message.contains(words)) {
        let message = "This file is too large or too deeply nested for a net";
        let help = format!(
            "A net has at most a million entries, those that aliases repeat included, and {DEEPEST} levels"
        );
        return Diagnostic::error("E1002", span, message).help(help);
    }
    if let Some(comment) = complaint::comment_in_brackets(text, span.start as usize) {
        let span = Span::new(source, comment.start, comment.end);
        let message = "This is not YAML: a comment cuts a text in brackets off";
        return Diagnostic::error("E1001", span, message)
            .at("YAML ends the line before this")
            .help(hints::QUOTES);
    }
    let (message, help) = complaint::explain(&message);
    let problem = Diagnostic::error("E1001", span, message);
    match help {
        Some(help) => problem.help(help),
        None => problem,
    }
}

fn is_limit(error: &Error) -> bool {
    matches!(
        error,
        Error::Budget { .. }
            | Error::AliasReplayLimitExceeded { .. }
            | Error::AliasExpansionLimitExceeded { .. }
            | Error::AliasReplayStackDepthExceeded { .. }
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use sweepnet_lang::span::Sources;

    /// All scalars of a tree that are texts.
    fn scalars(node: &Node, all: &mut Vec<(Span, String)>) {
        match &node.kind {
            Kind::Null => {}
            Kind::Scalar(scalar) => all.push((node.span, scalar.text.clone())),
            Kind::List(list) => list.iter().for_each(|item| scalars(item, all)),
            Kind::Map(map) => map.iter().for_each(|(key, value)| {
                scalars(key, all);
                scalars(value, all);
            }),
        }
    }

    /// The place of `needle` in the decoded scalar that contains it.
    fn find(text: &str, needle: &str) -> (usize, usize) {
        let mut sources = Sources::default();
        let file = sources.add("test.yaml", text);
        let tree = parse(file, text).expect("YAML").expect("a node");
        let mut all = Vec::new();
        scalars(&tree, &mut all);
        let (span, decoded) = (all.into_iter())
            .find(|(_, decoded)| decoded.contains(needle))
            .unwrap_or_else(|| panic!("no {needle} in {tree:?}"));
        let map = scalar::map(text, span.range(), &decoded);
        let at = decoded.find(needle).expect("it is there");
        let part = sources.add_part("test.yaml", &decoded, file, map);
        let span = sources.in_file(Span::new(part, at, at + needle.len()));
        assert_eq!(sources.slice(span), needle, "in {text:?}");
        sources.line_column(part, at as u32)
    }

    #[test]
    fn every_style_knows_its_places() {
        let cases: &[(&str, (usize, usize))] = &[
            ("a: one NEEDLE\n", (1, 8)),
            ("a: {b: [x, ü NEEDLE]}\n", (1, 14)),
            ("a: one\n  two\n\n  and NEEDLE\n", (4, 7)),
            ("a:\n  one NEEDLE # comment\n", (2, 7)),
            ("a: 'it''s NEEDLE'\n", (1, 11)),
            ("a: 'one\n\n  NEEDLE two'\n", (3, 3)),
            ("a: \"\\t\\u00e9\\x41 NEEDLE\" # why\n", (1, 18)),
            ("a: \"\\uD834\\uDD1E NEEDLE\"\n", (1, 18)),
            ("a: \"x\\\n    y NEEDLE\"\n", (2, 7)),
            ("a: \"one \\\"\n   NEEDLE ' two\"\n", (2, 4)),
            ("a: |\n  one\n\n  NEEDLE\n", (4, 3)),
            ("a: |\n\n\n  one\n   NEEDLE\n", (5, 4)),
            ("a: |-\n  one\n  NEEDLE", (3, 3)),
            ("a: |+ # comment |\n    one\n      NEEDLE\n\n\n", (3, 7)),
            ("a: |2\n    one\n   NEEDLE\n", (3, 4)),
            ("a: |2-\n\n    one\n   NEEDLE\n", (4, 4)),
            ("a: |\r\n  one\r\n  NEEDLE\r\n", (3, 3)),
            ("a: |\n  \"NEEDLE\"\n", (2, 4)),
            ("a: >\n  one\n  two NEEDLE\n", (3, 7)),
            ("a: >-\n  one\n\n  two\n    further\n  NEEDLE\n", (6, 3)),
            ("a: >2+\n    one\n  two\n\n\n  NEEDLE\n\n", (6, 3)),
            ("- |\n one\n NEEDLE\n- two\n", (3, 2)),
            ("b: &x NEEDLE\na: *x\n", (1, 7)),
            ("b: !tag one NEEDLE\n", (1, 13)),
        ];
        for (text, place) in cases {
            assert_eq!(find(text, "NEEDLE"), *place, "in {text:?}");
        }
    }

    #[test]
    fn numbers_keep_their_spelling() {
        let text = "a: 0x10\nb: 007\nc: 1e3\nyes: No\n";
        let tree = parse(SourceId(0), text).expect("YAML").expect("a node");
        let mut all = Vec::new();
        scalars(&tree, &mut all);
        let texts: Vec<&str> = all.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(texts, ["a", "0x10", "b", "007", "c", "1e3", "yes", "No"]);
    }

    #[test]
    fn both_of_two_equal_keys_are_kept() {
        let tree = parse(SourceId(0), "a: 1\nb: 2\na: 3\n").expect("YAML");
        let Some(Kind::Map(map)) = tree.map(|node| node.kind) else {
            panic!("it is a mapping");
        };
        assert_eq!(map.len(), 3);
        assert!(parse(SourceId(0), "1: x\na: y\na: z\n").is_err());
    }

    #[test]
    fn bombs_end_early() {
        let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for i in 1..10 {
            let items = vec![format!("*a{}", i - 1); 10].join(", ");
            bomb.push_str(&format!("a{i}: &a{i} [{items}]\n"));
        }
        let deep = "[".repeat(100_000);
        let blocks: String = (0..2000)
            .map(|i| format!("{}a:\n", " ".repeat(i)))
            .collect();
        let mapping = "{a: ".repeat(100_000);
        let dashes = "- ".repeat(100_000);
        for text in [&bomb, &deep, &blocks, &mapping, &dashes] {
            let error = parse(SourceId(0), text).expect_err("too much");
            assert!(error.code == "E1002", "{error:?}");
        }
    }
}
