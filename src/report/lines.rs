//! Byte offsets to lines and columns, fast even in a file of 50 MB that is a single line with a thousand errors.
//!
//! Line starts are listed once. Characters are counted at every block boundary, so that a column needs to count within one block only.

use std::ops::Range;

const BLOCK: usize = 4096;

/// A place as people and editors count: both from 1, columns in characters.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// The line structure of one text.
#[derive(Debug)]
pub struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
    /// How many characters begin before each block.
    characters: Vec<usize>,
}

impl<'a> Lines<'a> {
    /// Scans a text.
    pub fn new(text: &'a str) -> Lines<'a> {
        let newlines = (text.bytes().enumerate()).filter(|&(_, byte)| byte == b'\n');
        let starts = std::iter::once(0).chain(newlines.map(|(at, _)| at + 1));
        let mut characters = vec![0];
        let mut total = 0;
        for block in text.as_bytes().chunks(BLOCK) {
            total += count(block);
            characters.push(total);
        }
        Lines {
            text,
            starts: starts.collect(),
            characters,
        }
    }

    /// The text itself.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// How many lines there are; at least one.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Which line, counted from 0, an offset lies in.
    pub fn line_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset).max(1) - 1
    }

    /// The bytes of a line counted from 0, without its line end.
    pub fn range(&self, line: usize) -> Range<usize> {
        let start = self.starts.get(line).copied().unwrap_or(self.text.len());
        let end = match self.starts.get(line + 1) {
            Some(next) => next - 1,
            None => self.text.len(),
        };
        let cut = self.text[start..end].strip_suffix('\r');
        start..cut.map_or(end, |line| start + line.len())
    }

    /// Line and column of an offset.
    pub fn position(&self, offset: usize) -> Position {
        let line = self.line_of(offset);
        let start = self.starts.get(line).copied().unwrap_or(0);
        Position {
            line: line + 1,
            column: self.characters_before(offset) - self.characters_before(start) + 1,
        }
    }

    fn characters_before(&self, offset: usize) -> usize {
        let offset = offset.min(self.text.len());
        let block = offset / BLOCK;
        let before = self.characters.get(block).copied().unwrap_or(0);
        before + count(&self.text.as_bytes()[block * BLOCK..offset])
    }
}

/// How many characters begin in these bytes: all bytes that do not continue one.
fn count(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let text = "val x = 1\r\nval é = \"ü\" + y\n";
        let lines = Lines::new(text);
        let at = |needle: &str| lines.position(text.find(needle).expect("in the text"));
        assert_eq!(at("x"), Position { line: 1, column: 5 });
        assert_eq!(
            at("+"),
            Position {
                line: 2,
                column: 13
            }
        );
        assert_eq!(&text[lines.range(0)], "val x = 1");
        assert_eq!(lines.len(), 3);
        assert_eq!(lines.position(text.len()), Position { line: 3, column: 1 });
    }

    #[test]
    fn blocks_add_up() {
        let text = "ä".repeat(3 * BLOCK);
        let lines = Lines::new(&text);
        for offset in [0, 2, BLOCK, BLOCK + 2, 5 * BLOCK, 6 * BLOCK] {
            assert_eq!(lines.position(offset).column, offset / 2 + 1);
        }
    }
}
