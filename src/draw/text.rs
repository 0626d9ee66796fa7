//! How wide a text is, and where it may be broken.
//!
//! The reader's fonts are unknown, so widths are estimates, a little too large for the usual fonts. Inscriptions are set in a monospaced font,
//! where the estimate is exact but for the font's own choice of width.

use super::graph::Style;

/// A font as far as the layout needs it.
#[derive(Copy, Clone, Debug)]
pub struct Font {
    /// Its size in pixels.
    pub size: f64,
    monospaced: bool,
}

impl Style {
    /// The font of a style. `svg` says the same in CSS.
    pub fn font(self) -> Font {
        let (size, monospaced) = match self {
            Style::Name => (14.0, false),
            Style::Kind => (12.0, false),
            Style::Tag => (10.0, false),
            Style::Marking | Style::Guard | Style::Detail | Style::Arc => (11.5, true),
        };
        Font { size, monospaced }
    }

    /// From one line to the next.
    pub fn line_height(self) -> f64 {
        (self.font().size * 1.3).round()
    }
}

/// The width of a line of text in pixels.
pub fn width(text: &str, style: Style) -> f64 {
    let font = style.font();
    let ems = |c: char| match (is_wide(c), font.monospaced) {
        (true, _) => 1.05,
        (false, true) => 0.61,
        (false, false) => proportional(c),
    };
    text.chars().map(ems).sum::<f64>() * font.size
}

/// Characters of East Asian scripts and pictographs fill a square.
fn is_wide(c: char) -> bool {
    matches!(u32::from(c), 0x1100..=0x115F | 0x2E80..=0xD7A3 | 0xF900..=0xFAFF | 0xFE30..=0xFE6F | 0xFF00..=0xFF60 | 0x1F300..)
}

fn proportional(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | '\'' | '.' | ',' | ':' | ';' | '|' | '!' => 0.32,
        'f' | 't' | 'r' | ' ' | '-' | '(' | ')' | '[' | ']' | '/' | '"' | '*' => 0.4,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.96,
        'A'..='Z' | '&' | '<' | '>' | '=' | '+' => 0.76,
        _ => 0.62,
    }
}

/// Breaks a text into lines of at most `width` characters, at most `most` of them; what is left out is shown as `…`.
///
/// A text that does not fit on one line is broken before each `then`, `else`, `andalso`, `orelse` and `|`; then before `++` where a line is full; then at
/// blanks, then after commas, and anywhere if nothing else helps.
pub fn wrap(text: &str, width: usize, most: usize) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let whole = words.join(" ");
    if whole.is_empty() {
        return Vec::new();
    }
    if whole.chars().count() <= width {
        return vec![whole];
    }
    let mut lines = Lines {
        width,
        done: Vec::new(),
        line: String::new(),
    };
    let mut rest = words.as_slice();
    while let Some(first) = rest.first() {
        if lines.done.len() > most {
            break;
        }
        if is_clause(first) {
            lines.end();
        }
        let begins = |word: &&str| *word == "++" || is_clause(word);
        let end = rest[1..]
            .iter()
            .position(begins)
            .map_or(rest.len(), |i| i + 1);
        let (term, after) = rest.split_at(end);
        lines.add(term);
        rest = after;
    }
    lines.end();
    shorten(lines.done, width, most)
}

/// The lines of a text as they are written, without the indentation that they share. Those of more than `width` characters are broken; at most `most` are shown.
pub fn written(text: &str, width: usize, most: usize) -> Vec<String> {
    let text = text.replace('\t', "    ");
    let lines = || text.lines().map(str::trim_end).filter(|l| !l.is_empty());
    let indent = |line: &str| line.len() - line.trim_start().len();
    // The first line stands behind something else in many files.
    let shared = lines().skip(1).map(indent).min().unwrap_or(0);
    let mut all = Vec::new();
    for (i, line) in lines().enumerate() {
        let line = match i {
            0 => line.trim_start(),
            _ => line.get(shared..).unwrap_or(line),
        };
        match line.chars().count() <= width {
            true => all.push(line.to_string()),
            false => all.extend(wrap(line, width, most + 1)),
        }
        if all.len() > most {
            break;
        }
    }
    shorten(all, width, most)
}

fn is_clause(word: &str) -> bool {
    matches!(word, "then" | "else" | "andalso" | "orelse" | "|")
}

/// Lines being filled.
struct Lines {
    width: usize,
    done: Vec<String>,
    line: String,
}

impl Lines {
    fn end(&mut self) {
        if !self.line.is_empty() {
            self.done.push(std::mem::take(&mut self.line));
        }
    }

    /// Adds words that belong together: on this line, else on the next, else word by word, else in pieces.
    fn add(&mut self, words: &[&str]) {
        let whole = words.join(" ");
        if whole.chars().count() <= self.width {
            self.push(&whole);
            return;
        }
        for word in words {
            for piece in pieces(word, self.width) {
                self.push(piece);
            }
        }
    }

    fn push(&mut self, text: &str) {
        if self.line.chars().count() + 1 + text.chars().count() > self.width {
            self.end();
        }
        if !self.line.is_empty() {
            self.line.push(' ');
        }
        self.line.push_str(text);
    }
}

/// The parts of a word, each of at most `width` characters, broken after commas where possible.
fn pieces(word: &str, width: usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = word;
    while let Some((end, _)) = rest.char_indices().nth(width) {
        let at = rest[..end].rfind(',').map_or(end, |comma| comma + 1);
        pieces.push(&rest[..at]);
        rest = &rest[at..];
    }
    if !rest.is_empty() {
        pieces.push(rest);
    }
    pieces
}

fn shorten(mut lines: Vec<String>, width: usize, most: usize) -> Vec<String> {
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            let kept: String = last.chars().take(width.saturating_sub(2)).collect();
            *last = format!("{} …", kept.trim_end());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_text_stays_on_one_line() {
        assert_eq!(wrap("if a\n  then b", 20, 3), ["if a then b"]);
        assert!(wrap(" \n ", 20, 3).is_empty());
    }

    #[test]
    fn clauses_begin_a_line() {
        let text = "if success then 1`(n,d) else empty";
        assert_eq!(
            wrap(text, 20, 4),
            ["if success", "then 1`(n,d)", "else empty"]
        );
    }

    #[test]
    fn terms_of_a_multiset_stay_whole() {
        let text = "1`(1, false) ++ 1`(2, false)";
        assert_eq!(wrap(text, 20, 4), ["1`(1, false)", "++ 1`(2, false)"]);
        assert_eq!(wrap("1`1 ++ 1`2 ++ 1`3", 12, 4), ["1`1 ++ 1`2", "++ 1`3"]);
    }

    #[test]
    fn lines_stay_as_they_are_written() {
        let text = "case x of\n     1 => a\n   | 2 =>\n\n     b";
        assert_eq!(
            written(text, 20, 4),
            ["case x of", "  1 => a", "| 2 =>", "  b"]
        );
        assert_eq!(written("aaaa bbbb\nc", 6, 4), ["aaaa", "bbbb", "c"]);
        assert_eq!(written("a\nb\nc", 6, 2), ["a", "b …"]);
        assert!(written(" \n", 6, 2).is_empty());
    }

    #[test]
    fn long_words_break_after_commas_or_anywhere() {
        assert_eq!(wrap("(aaaa,bbbb,cccc)", 12, 4), ["(aaaa,bbbb,", "cccc)"]);
        assert_eq!(wrap("äöüäöüäöü", 4, 4), ["äöüä", "öüäö", "ü"]);
    }

    #[test]
    fn what_is_too_long_ends_in_an_ellipsis() {
        let lines = wrap(&"word ".repeat(1000), 12, 2);
        assert_eq!(lines, ["word word", "word word …"]);
        assert!(lines.iter().all(|l| l.chars().count() <= 12));
    }
}
