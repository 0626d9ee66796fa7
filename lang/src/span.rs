//! Places in source text. Every token, expression and message carries a `Span`; the text itself lives once in `Sources`.
//!
//! Offsets are bytes. Lines and columns are derived only when a message is shown.

use std::sync::Arc;

/// Which source text a span points into.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SourceId(pub u32);

/// A half-open byte range of one source text.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Span {
    /// The text it lies in.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span of `start..end` in `source`.
    pub fn new(source: SourceId, start: usize, end: usize) -> Span {
        Span {
            source,
            start: start as u32,
            end: end as u32,
        }
    }

    /// The smallest span that covers both.
    pub fn to(self, other: Span) -> Span {
        Span {
            source: self.source,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// The byte range, for slicing.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// One text with the name a user knows it by.
#[derive(Clone, Debug)]
pub struct Source {
    /// A file name, `<expression>`, or a library file such as `list.sml`.
    pub name: Arc<str>,
    /// The text.
    pub text: Arc<str>,
}

/// All texts of a session, in the order they were added.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    list: Vec<Source>,
}

impl Sources {
    /// Adds a text and returns its id.
    pub fn add(&mut self, name: &str, text: &str) -> SourceId {
        self.list.push(Source {
            name: name.into(),
            text: text.into(),
        });
        SourceId(self.list.len() as u32 - 1)
    }

    /// The source a span points into.
    pub fn get(&self, id: SourceId) -> &Source {
        &self.list[id.0 as usize]
    }

    /// The text under a span.
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.source).text.get(span.range()).unwrap_or("")
    }

    /// Line and column, both counted from 1, columns in characters.
    pub fn line_column(&self, id: SourceId, offset: u32) -> (usize, usize) {
        let text = &self.get(id).text;
        let before = text.get(..offset as usize).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (line, column)
    }
}
