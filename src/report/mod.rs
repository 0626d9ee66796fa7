//! Telling problems: to people on standard error (`terminal`), to programs as JSON (`json`).

mod excerpt;
pub mod json;
mod lines;
mod terminal;

use lines::Lines;
use std::collections::BTreeMap;
use std::io::Write;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::span::{SourceId, Sources, Span};
use terminal::Painter;

/// What the tool itself refuses, such as a file that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// A sentence: what is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

/// The line structure of each text that a batch of messages points into, made when first needed.
#[derive(Debug)]
pub struct Tables<'a> {
    sources: &'a Sources,
    lines: BTreeMap<SourceId, Lines<'a>>,
}

impl<'a> Tables<'a> {
    fn new(sources: &'a Sources) -> Tables<'a> {
        Tables {
            sources,
            lines: BTreeMap::new(),
        }
    }

    fn in_file(&self, span: Span) -> Span {
        self.sources.in_file(span)
    }

    fn name(&self, source: SourceId) -> &'a str {
        &self.sources.get(source).name
    }

    fn lines(&mut self, source: SourceId) -> &Lines<'a> {
        let sources = self.sources;
        let scan = || Lines::new(&sources.get(source).text);
        self.lines.entry(source).or_insert_with(scan)
    }
}

/// Writes messages to standard error, a blank line between two, and keeps count.
///
/// What standard error does not take is lost: there is no place left to complain.
#[derive(Debug)]
pub struct Reporter {
    painter: Painter,
    errors: usize,
    warnings: usize,
}

impl Default for Reporter {
    fn default() -> Reporter {
        Reporter {
            painter: Painter::for_stderr(),
            errors: 0,
            warnings: 0,
        }
    }
}

impl Reporter {
    /// Writes messages in the order given.
    pub fn show<'d>(
        &mut self,
        sources: &Sources,
        diagnostics: impl IntoIterator<Item = &'d Diagnostic>,
    ) {
        let mut tables = Tables::new(sources);
        for diagnostic in diagnostics {
            let text = self.painter.draw(&mut tables, diagnostic);
            self.write(&text, diagnostic.is_error());
        }
    }

    /// Writes what the tool itself refuses.
    pub fn refuse(&mut self, refusal: &Refusal) {
        let text = self.painter.draw_refusal(refusal);
        self.write(&text, true);
    }

    /// Writes a refusal that is not one of several, so without a summary.
    pub fn refuse_once(&mut self, refusal: &Refusal) {
        let text = self.painter.draw_refusal(refusal);
        let _ = writeln!(std::io::stderr(), "{}", text.trim_end());
    }

    /// Writes how many there were, if any, and starts anew.
    pub fn summary(&mut self) {
        let several = |n: usize, what: &str| match n {
            0 => None,
            1 => Some(format!("1 {what}")),
            n => Some(format!("{n} {what}s")),
        };
        let counts = [
            several(self.errors, "error"),
            several(self.warnings, "warning"),
        ];
        let counts: Vec<String> = counts.into_iter().flatten().collect();
        if !counts.is_empty() {
            let _ = writeln!(std::io::stderr(), "\n{}", counts.join(", "));
        }
        (self.errors, self.warnings) = (0, 0);
    }

    fn write(&mut self, text: &str, error: bool) {
        if self.errors + self.warnings > 0 {
            let _ = writeln!(std::io::stderr());
        }
        match error {
            true => self.errors += 1,
            false => self.warnings += 1,
        }
        let _ = writeln!(std::io::stderr(), "{}", text.trim_end());
    }
}
