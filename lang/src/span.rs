//! Places in source text. Every token, expression and message carries a `Span`; the text itself lives once in `Sources`.
//!
//! Offsets are bytes. Lines and columns are derived only when a message is shown.
//!
//! A text may be part of a file: a scalar of a YAML file, for one, whose quotes, escapes and indentation are gone. Such a part knows where each of its
//! bytes stands in the file, so that a message shows the file as its author wrote it.

use std::fmt;
use std::ops::{Deref, Range};
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
    pub text: Text,
    /// The file it is part of, if it is no whole file.
    part: Option<(SourceId, Arc<OffsetMap>)>,
}

/// A text that is copied for nothing. Those of the library are part of the program, others were read.
#[derive(Clone, Debug)]
pub enum Text {
    /// Part of the program.
    Ours(&'static str),
    /// Whoever holds it keeps it.
    Read(Arc<String>),
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Text::Ours(text) => text,
            Text::Read(text) => text,
        }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self)
    }
}

impl From<String> for Text {
    fn from(text: String) -> Text {
        Text::Read(Arc::new(text))
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        text.to_string().into()
    }
}

impl From<&String> for Text {
    fn from(text: &String) -> Text {
        text.as_str().into()
    }
}

/// Where the bytes of a decoded text stand in its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OffsetMap {
    whole: Range<usize>,
    /// In the order of the decoded text, without gaps there. Empty if it is not known what stands where.
    runs: Vec<Run>,
    /// Length of the decoded text.
    length: usize,
}

/// A run of bytes that stand in the file as they are, or one character that is written in another way.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Run {
    decoded: usize,
    file: Range<usize>,
}

impl OffsetMap {
    /// All that is known is that the text is made from these bytes of the file. `run` says more.
    pub fn new(whole: Range<usize>) -> OffsetMap {
        OffsetMap {
            whole,
            runs: Vec::new(),
            length: 0,
        }
    }

    /// The next `length` bytes of the decoded text are written as these bytes of the file.
    pub fn run(&mut self, length: usize, file: Range<usize>) {
        let decoded = self.length;
        self.length += length;
        if let Some(last) = self.runs.last_mut() {
            let verbatim = last.file.len() == decoded - last.decoded && length == file.len();
            if verbatim && last.file.end == file.start {
                last.file.end = file.end;
                return;
            }
        }
        self.runs.push(Run { decoded, file });
    }

    /// Another decoded text follows this one.
    pub fn append(&mut self, other: &OffsetMap) {
        for (i, run) in other.runs.iter().enumerate() {
            let next = other.runs.get(i + 1).map_or(other.length, |r| r.decoded);
            self.run(next - run.decoded, run.file.clone());
        }
    }

    /// The map of a part of the decoded text.
    pub fn slice(&self, range: Range<usize>) -> OffsetMap {
        let mut part = OffsetMap::new(self.in_file(range.clone()));
        for (i, run) in self.runs.iter().enumerate() {
            let next = self.runs.get(i + 1).map_or(self.length, |r| r.decoded);
            let (start, end) = (run.decoded.max(range.start), next.min(range.end));
            if start >= end {
                continue;
            }
            let verbatim = next - run.decoded == run.file.len();
            part.run(
                end - start,
                match verbatim {
                    true => {
                        run.file.start + start - run.decoded..run.file.start + end - run.decoded
                    }
                    false => run.file.clone(),
                },
            );
        }
        part
    }

    /// Where a range of the decoded text stands in the file.
    pub fn in_file(&self, range: Range<usize>) -> Range<usize> {
        let Some(last) = self.runs.last() else {
            return self.whole.clone();
        };
        let before = self.runs.partition_point(|run| run.decoded <= range.start);
        let run = &self.runs[before.max(1) - 1];
        let start = match range.start >= self.length {
            true => last.file.end,
            false => (run.file.start + range.start - run.decoded).min(run.file.end),
        };
        if range.end <= range.start {
            return start..start;
        }
        // The end belongs to the byte before it: the next run may begin after a line end and indentation.
        let after = self.runs.partition_point(|run| run.decoded < range.end);
        let run = &self.runs[after.max(1) - 1];
        let next = self.runs.get(after).map_or(self.length, |run| run.decoded);
        let end = match range.end >= next {
            true => run.file.end,
            false => (run.file.start + range.end - run.decoded).min(run.file.end),
        };
        start..end.max(start)
    }
}

/// A piece of a text that is made here: see `Sources::frame`.
#[derive(Copy, Clone, Debug)]
pub enum Piece<'p> {
    /// Written by nobody.
    Around(&'p str),
    /// A part of the file.
    Part(SourceId),
}

/// All texts of a session, in the order they were added.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    list: Vec<Source>,
}

impl Sources {
    /// Adds a text and returns its id.
    pub fn add(&mut self, name: &str, text: impl Into<Text>) -> SourceId {
        self.list.push(Source {
            name: name.into(),
            text: text.into(),
            part: None,
        });
        SourceId(self.list.len() as u32 - 1)
    }

    /// Adds a text that is decoded from a part of a file.
    pub fn add_part(
        &mut self,
        name: &str,
        text: impl Into<Text>,
        file: SourceId,
        map: OffsetMap,
    ) -> SourceId {
        let id = self.add(name, text);
        if let Some(source) = self.list.last_mut() {
            source.part = Some((file, Arc::new(map)));
        }
        id
    }

    /// Adds a part of a text as a text of its own.
    pub fn add_slice(&mut self, of: SourceId, range: Range<usize>) -> SourceId {
        let source = self.get(of);
        let text = source.text.get(range.clone()).unwrap_or("").to_string();
        let name = source.name.to_string();
        let (file, map) = match &source.part {
            Some((file, map)) => (*file, map.slice(range)),
            None => {
                let mut map = OffsetMap::new(range.clone());
                map.run(range.len(), range);
                (of, map)
            }
        };
        self.add_part(&name, text, file, map)
    }

    /// Adds a text that frames parts of one file: whatever stands around them belongs to all of `whole` there.
    pub fn frame(&mut self, pieces: &[Piece<'_>], whole: Span) -> SourceId {
        let mut text = String::new();
        let mut map = OffsetMap::new(whole.range());
        for piece in pieces {
            let part = match piece {
                Piece::Around(around) => {
                    text.push_str(around);
                    // Byte by byte: each of them is all of it.
                    (0..around.len()).for_each(|_| map.run(1, whole.range()));
                    continue;
                }
                Piece::Part(part) => self.get(*part),
            };
            text.push_str(&part.text);
            match &part.part {
                Some((_, known)) if !known.runs.is_empty() => map.append(known),
                Some((_, known)) => map.run(part.text.len(), known.whole.clone()),
                None => map.run(part.text.len(), whole.range()),
            }
        }
        let name = self.get(whole.source).name.clone();
        self.add_part(&name, &text, whole.source, map)
    }

    /// The same place in the file that a user knows.
    pub fn in_file(&self, span: Span) -> Span {
        match &self.get(span.source).part {
            Some((file, map)) => {
                let range = map.in_file(span.range());
                Span::new(*file, range.start, range.end)
            }
            None => span,
        }
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The source a span points into.
    pub fn get(&self, id: SourceId) -> &Source {
        &self.list[id.0 as usize]
    }

    /// The text under a span.
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.source).text.get(span.range()).unwrap_or("")
    }

    /// Line and column in the file, both counted from 1, columns in characters.
    pub fn line_column(&self, id: SourceId, offset: u32) -> (usize, usize) {
        let place = self.in_file(Span::new(id, offset as usize, offset as usize));
        let text = &self.get(place.source).text;
        let before = text.get(..place.start as usize).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (line, column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_know_their_file() {
        // In the file `"a\tbc` and, in the next line, `de"`: decoded `a⇥bc de`.
        let file = "x: \"a\\tbc\n    de\"\n";
        let mut map = OffsetMap::new(3..18);
        for (length, range) in [(1, 4..5), (1, 5..7), (2, 7..9), (1, 9..14), (2, 14..16)] {
            map.run(length, range);
        }
        assert_eq!(map.in_file(0..1), 4..5);
        assert_eq!(map.in_file(1..2), 5..7);
        assert_eq!(map.in_file(2..4), 7..9);
        assert_eq!(map.in_file(3..6), 8..15);
        assert_eq!(map.in_file(5..7), 14..16);
        assert_eq!(map.in_file(7..7), 16..16);
        let mut sources = Sources::default();
        let whole = sources.add("net.yaml", file);
        let part = sources.add_part("net.yaml", "a\tbc de", whole, map);
        let span = sources.in_file(Span::new(part, 5, 7));
        assert_eq!(sources.slice(span), "de");
        assert_eq!(sources.line_column(part, 5), (2, 5));
        assert_eq!(sources.in_file(span), span);
    }

    #[test]
    fn a_frame_knows_where_its_parts_stand() {
        let mut sources = Sources::default();
        let whole = sources.add("net.yaml", "x: fun f n = n");
        let mut map = OffsetMap::new(3..14);
        map.run(11, 3..14);
        let part = sources.add_part("net.yaml", "fun f n = n", whole, map);
        let pieces = [
            Piece::Around("let "),
            Piece::Part(part),
            Piece::Around(" in f 1 end"),
        ];
        let framed = sources.frame(&pieces, Span::new(whole, 0, 14));
        let text = sources.get(framed).text.clone();
        assert_eq!(&*text, "let fun f n = n in f 1 end");
        let span = sources.in_file(Span::new(framed, 8, 9));
        assert_eq!((span.source, span.range()), (whole, 7..8));
        assert_eq!(sources.in_file(Span::new(framed, 19, 20)).range(), 0..14);
    }

    #[test]
    fn parts_of_maps_and_maps_of_parts() {
        // In the file `ab&lt;cd`: decoded `ab<cd`.
        let mut map = OffsetMap::new(0..8);
        for (length, range) in [(2, 0..2), (1, 2..6), (2, 6..8)] {
            map.run(length, range);
        }
        let part = map.slice(1..4);
        assert_eq!(part.in_file(0..1), 1..2);
        assert_eq!(part.in_file(1..2), 2..6);
        assert_eq!(part.in_file(2..3), 6..7);
        let mut both = OffsetMap::new(0..20);
        both.run(3, 10..11);
        both.append(&part);
        assert_eq!(both.in_file(4..5), 2..6);
        assert_eq!(both.in_file(5..6), 6..7);
    }

    #[test]
    fn slices_of_files_and_of_parts_know_their_file() {
        let mut sources = Sources::default();
        let file = sources.add("a.sml", "val a = 1; val b = 2;");
        let part = sources.add_slice(file, 10..21);
        assert_eq!(&*sources.get(part).text, " val b = 2;");
        let slice = sources.add_slice(part, 5..6);
        assert_eq!(&*sources.get(slice).text, "b");
        let place = sources.in_file(Span::new(slice, 0, 1));
        assert_eq!((place.source, place.range()), (file, 15..16));
    }

    #[test]
    fn an_unknown_map_shows_the_whole() {
        assert_eq!(OffsetMap::new(3..9).in_file(1..2), 3..9);
    }
}
