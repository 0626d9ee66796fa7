//! Values: short ones stand on one line, long texts are blocks.

use super::Writer;
use crate::export::scalar::{self, Context};
use std::fmt::Write;

/// A line with `{…}` on it may be so long.
pub const WIDTH: usize = 110;

/// A value: a text, a list of texts, or entries.
pub enum Value {
    Text(String),
    List(Vec<String>),
    Map(Vec<(String, Value)>),
}

impl Value {
    /// Whether there is nothing to write.
    pub fn is_empty(&self) -> bool {
        match self {
            Value::Text(_) => false,
            Value::List(list) => list.is_empty(),
            Value::Map(entries) => entries.is_empty(),
        }
    }

    /// The value on one line, if it has no text of several lines.
    fn flow(&self) -> Option<String> {
        let parts = match self {
            Value::Text(text) if text.contains('\n') => return None,
            Value::Text(text) => return Some(scalar::line(text, Context::Flow)),
            Value::List(list) => {
                let one = |text: &String| {
                    (!text.contains('\n')).then(|| scalar::line(text, Context::Flow))
                };
                let parts: Option<Vec<String>> = list.iter().map(one).collect();
                return parts.map(|parts| format!("[{}]", parts.join(", ")));
            }
            Value::Map(entries) => entries.iter().map(|(key, value)| {
                let value = value.flow()?;
                Some(format!("{}: {value}", scalar::name(key, Context::Flow)))
            }),
        };
        let parts: Option<Vec<String>> = parts.collect();
        parts.map(|parts| format!("{{{}}}", parts.join(", ")))
    }

    /// How deep the entries are nested.
    fn depth(&self) -> usize {
        match self {
            Value::Text(_) | Value::List(_) => 0,
            Value::Map(entries) => 1 + entries.iter().map(|e| e.1.depth()).max().unwrap_or(0),
        }
    }
}

impl Writer<'_> {
    /// Entries below a key, a line or more for each.
    pub fn block(&mut self, indent: usize, key: &str, value: &Value) {
        let _ = writeln!(self.out, "{:indent$}{}", "", scalar::key(key, indent));
        let Value::Map(entries) = value else {
            return;
        };
        for (key, value) in entries {
            self.entry(indent + 2, key, value);
        }
    }

    /// `key: value`, on one line if it fits there and is simple.
    pub fn entry(&mut self, indent: usize, name: &str, value: &Value) {
        let key = scalar::key(name, indent);
        let room = WIDTH.saturating_sub(indent + key.chars().count() + 1);
        let blanks = " ".repeat(indent);
        match value {
            Value::Text(text) if scalar::is_block(text) => {
                let _ = writeln!(
                    self.out,
                    "{blanks}{key} {}",
                    scalar::block(text, indent + 2)
                );
            }
            Value::Text(text) => {
                let _ = writeln!(
                    self.out,
                    "{blanks}{key} {}",
                    scalar::line(text, Context::Block)
                );
            }
            value if value.is_empty() => {
                let _ = writeln!(self.out, "{blanks}{key} {{}}");
            }
            value => {
                let short = value.flow().filter(|line| line.chars().count() <= room);
                match (short, value) {
                    (Some(line), value) if value.depth() <= 1 => {
                        let _ = writeln!(self.out, "{blanks}{key} {line}");
                    }
                    (_, Value::List(items)) => {
                        let _ = writeln!(self.out, "{blanks}{key}");
                        for item in items {
                            let item = match scalar::is_block(item) {
                                true => scalar::block(item, indent + 4),
                                false => scalar::line(item, Context::Block),
                            };
                            let _ = writeln!(self.out, "{blanks}  - {item}");
                        }
                    }
                    _ => self.block(indent, name, value),
                }
            }
        }
    }
}

/// An entry whose value is a text.
pub fn text(key: &str, value: &str) -> (String, Value) {
    (key.to_string(), Value::Text(value.to_string()))
}
