//! Where each byte of a scalar stands in the file.
//!
//! A YAML scalar is not written as it is meant: quotes, escapes, folded lines and indentation are taken away. The YAML reader gives the decoded text and the
//! bytes it was made from. Here those bytes are decoded again, in whichever style gives the same text, this time with their offsets.
//! If none does, the map says only that the text is made from the whole scalar: a message is then less exact, but never at a wrong place.

use std::ops::Range;
use sweepnet_lang::span::OffsetMap;

/// Deeper indentation than this is not looked for.
const DEEPEST: usize = 200;

/// The map of a scalar whose decoded text is known.
pub fn map(file: &str, range: Range<usize>, decoded: &str) -> OffsetMap {
    let Some(raw) = file.get(range.clone()) else {
        return OffsetMap::new(range);
    };
    let decoder = || Decoder {
        file,
        text: String::new(),
        map: OffsetMap::new(range.clone()),
    };
    let styles = [
        quoted(decoder(), raw, range.clone(), '"'),
        quoted(decoder(), raw, range.clone(), '\''),
        plain(decoder(), raw, range.start),
    ];
    for style in styles.into_iter().flatten() {
        if style.text == decoded {
            return style.map;
        }
    }
    block(decoder, range.clone(), decoded).unwrap_or_else(|| OffsetMap::new(range))
}

/// A text and its map, grown together.
struct Decoder<'a> {
    file: &'a str,
    text: String,
    map: OffsetMap,
}

impl Decoder<'_> {
    /// Bytes that mean themselves.
    fn verbatim(&mut self, range: Range<usize>) {
        self.text.push_str(&self.file[range.clone()]);
        self.map.run(range.len(), range);
    }

    /// A text that is written in another way.
    fn instead(&mut self, text: &str, range: Range<usize>) {
        self.text.push_str(text);
        self.map.run(text.len(), range);
    }

    /// Blanks: those around a line end are one blank, or a line end for each empty line.
    fn blanks(&mut self, range: Range<usize>) {
        match self.file[range.clone()].matches('\n').count() {
            0 => self.verbatim(range),
            1 => self.instead(" ", range),
            n => self.instead(&"\n".repeat(n - 1), range),
        }
    }
}

/// The length of the blanks and line ends that a text starts with.
fn blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t', '\r', '\n']).len()
}

fn plain<'a>(mut decoder: Decoder<'a>, raw: &str, start: usize) -> Option<Decoder<'a>> {
    let raw = raw.trim_end_matches([' ', '\t', '\r', '\n']);
    let mut at = 0;
    while at < raw.len() {
        let rest = &raw[at..];
        let length = match blanks(rest) {
            0 => rest.find([' ', '\t', '\r', '\n']).unwrap_or(rest.len()),
            blank => {
                decoder.blanks(start + at..start + at + blank);
                at += blank;
                continue;
            }
        };
        decoder.verbatim(start + at..start + at + length);
        at += length;
    }
    Some(decoder)
}

fn quoted<'a>(
    mut decoder: Decoder<'a>,
    raw: &str,
    range: Range<usize>,
    quote: char,
) -> Option<Decoder<'a>> {
    let inner = raw.strip_prefix(quote)?.trim_end().strip_suffix(quote)?;
    let start = range.start + 1;
    let mut at = 0;
    while at < inner.len() {
        let (rest, here) = (&inner[at..], start + at);
        let blank = blanks(rest);
        let length = match rest.as_bytes()[0] {
            _ if blank > 0 => {
                decoder.blanks(here..here + blank);
                blank
            }
            b'\\' if quote == '"' => {
                let (text, length) = escape(rest)?;
                decoder.instead(&text, here..here + length);
                length
            }
            b'\'' if quote == '\'' => {
                decoder.instead("'", here..here + 2);
                2
            }
            _ => {
                let end = rest.find([' ', '\t', '\r', '\n', '\\', '\'']);
                let length = match end {
                    // A backslash or quote that means nothing special here.
                    Some(0) => 1,
                    Some(end) => end,
                    None => rest.len(),
                };
                decoder.verbatim(here..here + length);
                length
            }
        };
        at += length;
    }
    Some(decoder)
}

/// What an escape at the start of a text means, and its length.
fn escape(text: &str) -> Option<(String, usize)> {
    let letter = text[1..].chars().next()?;
    let digits = match letter {
        'x' => 2,
        'u' => 4,
        'U' => 8,
        '\r' | '\n' => {
            // An escaped line end means nothing, nor does the indentation after it.
            let line_end = if text[1..].starts_with("\r\n") { 2 } else { 1 };
            let after = text[1 + line_end..].trim_start_matches([' ', '\t']);
            return Some((String::new(), text.len() - after.len()));
        }
        _ => {
            let meaning = simple_escape(letter)?;
            return Some((meaning.to_string(), 1 + letter.len_utf8()));
        }
    };
    let code = u32::from_str_radix(text.get(2..2 + digits)?, 16).ok()?;
    if let Some(meaning) = char::from_u32(code) {
        return Some((meaning.to_string(), 2 + digits));
    }
    // Two halves of a character outside the first 65,536.
    let second = text[2 + digits..].strip_prefix("\\u")?.get(..4)?;
    let units = [
        u16::try_from(code).ok()?,
        u16::from_str_radix(second, 16).ok()?,
    ];
    let pair = String::from_utf16(&units).ok()?;
    Some((pair, 2 + digits + 6))
}

fn simple_escape(letter: char) -> Option<char> {
    Some(match letter {
        '0' => '\0',
        'a' => '\x07',
        'b' => '\x08',
        't' | '\t' => '\t',
        'n' => '\n',
        'v' => '\x0b',
        'f' => '\x0c',
        'r' => '\r',
        'e' => '\x1b',
        ' ' | '"' | '/' | '\\' => letter,
        'N' => '\u{85}',
        '_' => '\u{a0}',
        'L' => '\u{2028}',
        'P' => '\u{2029}',
        _ => return None,
    })
}

/// A literal or folded block. How far it is indented need not be what its first line shows, so the possible widths are tried.
fn block<'a>(
    decoder: impl Fn() -> Decoder<'a>,
    range: Range<usize>,
    decoded: &str,
) -> Option<OffsetMap> {
    let file = decoder().file;
    let start = file[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let mut lines = Vec::new();
    let mut at = start;
    for line in file[start..range.end].split_inclusive('\n') {
        let text = line.trim_end_matches(['\r', '\n']);
        lines.push(at..at + text.len());
        at += line.len();
    }
    let is_blank = |line: &Range<usize>| file[line.clone()].trim_matches(' ').is_empty();
    let first = lines.iter().position(|line| !is_blank(line))?;
    let lines = &lines[first..];
    let indented = file[lines[0].clone()].bytes().take_while(|&b| b == b' ');
    let wanted = decoded.trim_end_matches('\n');
    for width in (0..=indented.count().min(DEEPEST)).rev() {
        for folded in [false, true] {
            let mut decoder = decoder();
            let leading = wanted.len() - wanted.trim_start_matches('\n').len();
            decoder.instead(&wanted[..leading], lines[0].start..lines[0].start);
            unfold(&mut decoder, lines, width, folded);
            if decoder.text.trim_end_matches('\n') == wanted {
                return Some(decoder.map);
            }
        }
    }
    None
}

/// The lines of a block without their indentation. Folding makes a blank of a line end between two lines that are not indented further.
fn unfold(decoder: &mut Decoder, lines: &[Range<usize>], width: usize, folded: bool) {
    // The end of the line before, and whether that line is indented further; empty lines since then.
    let mut before: Option<(usize, bool)> = None;
    let mut empty = 0;
    for line in lines {
        let content = line.start + width;
        if content >= line.end && line.len() <= width {
            empty += 1;
            continue;
        }
        let further = decoder.file[content..line.end].starts_with([' ', '\t']);
        if let Some((end, further_before)) = before {
            let gap = end..content;
            let joined = folded && !further && !further_before;
            match (joined, empty) {
                (true, 0) => decoder.instead(" ", gap),
                (true, n) => decoder.instead(&"\n".repeat(n), gap),
                (false, n) => decoder.instead(&"\n".repeat(n + 1), gap),
            }
        }
        decoder.verbatim(content..line.end);
        before = Some((line.end, further));
        empty = 0;
    }
}
