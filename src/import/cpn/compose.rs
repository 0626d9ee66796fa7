//! Texts that are composed of pieces of the file: a colour set is stored as elements and becomes a declaration again.

use super::super::xml::{Element, Written};
use std::ops::Range;
use sweepnet_lang::span::{OffsetMap, Span};

/// A text that knows where each of its parts stands in the file.
#[derive(Clone, Debug)]
pub struct Composed {
    /// The text.
    pub text: String,
    /// Where its bytes stand.
    pub map: OffsetMap,
    /// All of it in the file.
    pub span: Span,
}

impl Composed {
    /// An empty text that belongs to an element.
    pub fn of(element: Element) -> Composed {
        Composed {
            text: String::new(),
            map: OffsetMap::new(element.span.range()),
            span: element.span,
        }
    }

    /// The text of an inscription: of the element `text` in the element of that name.
    pub fn inscription(element: Element, name: &str) -> Option<Composed> {
        let text = element.child(name)?.child("text")?;
        Some(text.text().into())
    }

    /// Adds what the element only means.
    pub fn glue(&mut self, text: &str) -> &mut Composed {
        self.text.push_str(text);
        self.map.run(text.len(), self.span.range());
        self
    }

    /// Adds what is written.
    pub fn piece(&mut self, piece: &Written) -> &mut Composed {
        self.text.push_str(&piece.text);
        self.map.append(&piece.map);
        self
    }

    /// Adds several pieces with something between them.
    pub fn pieces<'p>(
        &mut self,
        pieces: impl IntoIterator<Item = Element<'p>>,
        between: &str,
    ) -> &mut Composed {
        for (i, piece) in pieces.into_iter().enumerate() {
            if i > 0 {
                self.glue(between);
            }
            self.piece(&piece.text());
        }
        self
    }

    /// A part of it, without blanks around.
    pub fn slice(&self, range: Range<usize>) -> Composed {
        let part = self.text.get(range.clone()).unwrap_or("");
        let start = range.start + part.len() - part.trim_start().len();
        let text = part.trim().to_string();
        let map = self.map.slice(start..start + text.len());
        let file = self.map.in_file(start..start + text.len());
        Composed {
            text,
            map,
            span: Span::new(self.span.source, file.start, file.end),
        }
    }
}

impl From<Written> for Composed {
    fn from(written: Written) -> Composed {
        Composed {
            text: written.text,
            map: written.map,
            span: written.span,
        }
    }
}
