//! The few lines of source text that a message shows: those with a label and their neighbours, long lines cut down to what surrounds the labels.
//!
//! miette reads snippets from a `SourceCode`. An `Excerpt` is one that holds only the pieces needed, glued into a small text of their own, so that a
//! message costs the same in a file of ten lines and in one of 50 MB, and may point into several files. Each piece knows its file and its first line.

use super::lines::Lines;
use crate::visible;
use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use std::ops::Range;

/// Lines shown before and after a label.
const CONTEXT: usize = 1;
/// A label on more lines than this is shown on its first line only.
const TALL: usize = 6;
/// Characters from which on a line is cut.
const LONG: usize = 110;
/// Bytes kept before and after each end of a label in a line that is cut.
const MARGIN: usize = 30;
/// Bytes kept of a long line without a label.
const NEIGHBOUR: usize = 60;

/// One run of lines of one file.
#[derive(Debug)]
struct Piece {
    file: String,
    /// Of its first line, counted from 0.
    line: usize,
    /// Where it begins in the glued text.
    offset: usize,
    text: String,
    /// Of each label: its span in the glued text, and the true column where it starts, counted from 0.
    columns: Vec<(usize, usize)>,
}

/// Pieces of source text for one message.
#[derive(Debug, Default)]
pub struct Excerpt {
    pieces: Vec<Piece>,
    end: usize,
}

impl Excerpt {
    /// Adds the surroundings of all labels in one file, and returns where each label now is.
    pub fn add(&mut self, file: &str, lines: &Lines, labels: &[Range<usize>]) -> Vec<SourceSpan> {
        let mut labels: Vec<Range<usize>> = labels.iter().map(|l| shorten(lines, l)).collect();
        part(lines.text(), &mut labels);
        let mut shown: Vec<Range<usize>> = (labels.iter())
            .map(|label| {
                let first = lines.line_of(label.start).saturating_sub(CONTEXT);
                let last = lines.line_of(label.end.max(label.start)) + CONTEXT;
                first..(last + 1).min(lines.len())
            })
            .collect();
        shown.sort_by_key(|range| range.start);
        shown.dedup_by(|next, before| {
            let joined = next.start <= before.end;
            if joined {
                before.end = before.end.max(next.end);
            }
            joined
        });
        let mut spans = vec![SourceSpan::from(self.end); labels.len()];
        for range in shown {
            self.piece(file, lines, range, &labels, &mut spans);
        }
        spans
    }

    fn piece(
        &mut self,
        file: &str,
        lines: &Lines,
        shown: Range<usize>,
        labels: &[Range<usize>],
        spans: &mut [SourceSpan],
    ) {
        let mut text = String::new();
        // Where each kept run of source bytes went. A picture of a character has another length, so each is a run.
        let mut moved: Vec<(Range<usize>, Range<usize>)> = Vec::new();
        for line in shown.clone() {
            let range = lines.range(line);
            let mut from = range.start;
            for kept in keep(lines.text(), range.clone(), labels) {
                if kept.start > from {
                    text.push('…');
                }
                from = kept.end;
                show(lines.text(), kept, &mut text, &mut moved);
            }
            if from < range.end {
                text.push('…');
            }
            if line + 1 < shown.end {
                text.push('\n');
            }
        }
        let place = |offset: usize| {
            let run = moved.iter().rev().find(|(kept, _)| kept.start <= offset);
            run.map_or(0, |(kept, shown)| match offset < kept.end {
                true => (shown.start + offset - kept.start).min(shown.end),
                false => shown.end,
            })
        };
        let mut columns = Vec::new();
        for (label, span) in labels.iter().zip(spans) {
            if !shown.contains(&lines.line_of(label.start)) {
                continue;
            }
            let (start, end) = (place(label.start), place(label.end));
            *span = (self.end + start, end.saturating_sub(start)).into();
            columns.push((self.end + start, lines.position(label.start).column - 1));
        }
        let offset = self.end;
        self.end += text.len() + 1;
        self.pieces.push(Piece {
            file: visible::line(file).into_owned(),
            line: shown.start,
            offset,
            text,
            columns,
        });
    }
}

/// A label that covers many lines is shown where it starts.
fn shorten(lines: &Lines, label: &Range<usize>) -> Range<usize> {
    let size = lines.text().len();
    let (start, end) = (label.start.min(size), label.end.min(size));
    let first = lines.line_of(start);
    if lines.line_of(end) - first < TALL {
        return start..end;
    }
    start..lines.range(first).end.max(start)
}

/// Two underlines cannot share a place. Of a label that contains another one in its line, the longer part beside that one is underlined.
fn part(text: &str, labels: &mut [Range<usize>]) {
    for inner in 0..labels.len() {
        for outer in 0..labels.len() {
            let (within, around) = (labels[inner].clone(), labels[outer].clone());
            let contains = around.start <= within.start && within.end <= around.end;
            if !contains || around.len() <= within.len() || text[around.clone()].contains('\n') {
                continue;
            }
            let left = text[around.start..within.start].trim_end();
            let right = text[within.end..around.end].trim_start();
            labels[outer] = match left.len() >= right.len() {
                true => around.start..around.start + left.len(),
                false => around.end - right.len()..around.end,
            };
        }
    }
}

/// The parts of a line that are shown.
fn keep(text: &str, line: Range<usize>, labels: &[Range<usize>]) -> Vec<Range<usize>> {
    if line.len() <= LONG || text[line.clone()].chars().count() <= LONG {
        return vec![line];
    }
    let inside = |offset: &usize| line.contains(offset) || *offset == line.end;
    let mut ends: Vec<usize> = (labels.iter())
        .flat_map(|label| [label.start, label.end])
        .filter(inside)
        .collect();
    if ends.is_empty() {
        let start = line.start..text.floor_char_boundary(line.start + NEIGHBOUR);
        return vec![start];
    }
    ends.sort_unstable();
    let mut kept: Vec<Range<usize>> = Vec::new();
    for end in ends {
        let from = text.ceil_char_boundary(end.saturating_sub(MARGIN).max(line.start));
        let to = text.floor_char_boundary((end + MARGIN).min(line.end));
        match kept.last_mut() {
            Some(before) if from <= before.end => before.end = to,
            _ => kept.push(from..to),
        }
    }
    kept
}

/// Adds a part of the source, with pictures of the characters that act, and notes where each run of bytes went.
fn show(
    source: &str,
    part: Range<usize>,
    text: &mut String,
    moved: &mut Vec<(Range<usize>, Range<usize>)>,
) {
    let mut rest = part.start;
    while rest < part.end {
        let acts = |c: char| c != '\t' && visible::acts(c);
        let plain = source[rest..part.end].find(acts).unwrap_or(part.end - rest);
        let run = match plain {
            0 => source[rest..].chars().next().map_or(1, char::len_utf8),
            plain => plain,
        };
        let (kept, start) = (rest..rest + run, text.len());
        match plain {
            0 => text.extend(source[kept.clone()].chars().map(visible::picture)),
            _ => text.push_str(&source[kept.clone()]),
        }
        rest = kept.end;
        moved.push((kept, start..text.len()));
    }
    if part.is_empty() {
        moved.push((part, text.len()..text.len()));
    }
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (start, end) = (span.offset(), span.offset() + span.len());
        let piece = (self.pieces.iter())
            .find(|p| p.offset <= start && end <= p.offset + p.text.len())
            .ok_or(MietteError::OutOfBounds)?;
        let inner = SourceSpan::from((start - piece.offset, span.len()));
        let contents = piece.text.read_span(&inner, before, after)?;
        let known = piece.columns.iter().find(|c| c.0 == start);
        let column = match known {
            // A bare span is read for the heading `file:line:column`.
            Some((_, column)) if before == 0 => *column,
            _ => contents.column(),
        };
        Ok(Box::new(MietteSpanContents::new_named(
            piece.file.clone(),
            contents.data(),
            (
                contents.span().offset() + piece.offset,
                contents.span().len(),
            )
                .into(),
            contents.line() + piece.line,
            column,
            contents.line_count(),
        )))
    }
}
