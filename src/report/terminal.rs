//! Problems for people: drawn by miette, in colour on a terminal.

use super::excerpt::Excerpt;
use super::{Refusal, Tables};
use crate::visible;
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode};
use std::fmt;
use std::io::IsTerminal;
use std::ops::Range;
use sweepnet_lang::diagnostic::{Diagnostic, Label, Severity};
use sweepnet_lang::span::SourceId;

/// Columns of a message where no terminal says otherwise.
const WIDTH: usize = 100;

/// Draws messages.
#[derive(Debug)]
pub struct Painter {
    handler: GraphicalReportHandler,
}

impl Painter {
    /// For standard error as it is.
    pub fn for_stderr() -> Painter {
        let stderr = std::io::stderr();
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let width = terminal_size::terminal_size_of(&stderr)
            .map(|(width, _)| usize::from(width.0).clamp(40, 120));
        Painter::new(stderr.is_terminal() && !plain, width.unwrap_or(WIDTH))
    }

    fn new(colour: bool, width: usize) -> Painter {
        let theme = match colour {
            true => GraphicalTheme::unicode(),
            false => GraphicalTheme::unicode_nocolor(),
        };
        let handler = GraphicalReportHandler::new_themed(theme)
            .with_width(width)
            .with_links(false)
            .without_cause_chain();
        Painter { handler }
    }

    /// The text of one message.
    pub fn draw(&self, tables: &mut Tables, diagnostic: &Diagnostic) -> String {
        self.paint(&Drawing::new(tables, diagnostic))
    }

    /// The text of what the tool itself refuses.
    pub fn draw_refusal(&self, refusal: &Refusal) -> String {
        self.paint(&Drawing {
            message: visible::line(&refusal.message).into_owned(),
            help: shown(&refusal.help),
            ..Drawing::default()
        })
    }

    fn paint(&self, drawing: &Drawing) -> String {
        let mut text = String::new();
        match self.handler.render_report(&mut text, drawing) {
            Ok(()) => text,
            Err(fmt::Error) => format!("{drawing}\n"),
        }
    }
}

/// A diagnostic with the source lines it shows.
#[derive(Debug, Default)]
struct Drawing {
    code: Option<&'static str>,
    warning: bool,
    message: String,
    help: Option<String>,
    labels: Vec<LabeledSpan>,
    excerpt: Excerpt,
}

impl Drawing {
    fn new(tables: &mut Tables, diagnostic: &Diagnostic) -> Drawing {
        let mut excerpt = Excerpt::default();
        let mut labels = Vec::new();
        let marks = merged(tables, &diagnostic.labels);
        for (source, group) in by_source(&marks) {
            let name = tables.name(source).to_string();
            let ranges: Vec<Range<usize>> = group.iter().map(|l| l.span.range()).collect();
            let spans = excerpt.add(&name, tables.lines(source), &ranges);
            for (label, span) in group.into_iter().zip(spans) {
                let text = match label.text.as_str() {
                    // Among several marks, one without a word would be a riddle.
                    "" => (marks.len() > 1).then(|| "here".to_string()),
                    text => Some(visible::line(text).into_owned()),
                };
                labels.push(match labels.is_empty() {
                    true => LabeledSpan::new_primary_with_span(text, span),
                    false => LabeledSpan::new_with_span(text, span),
                });
            }
        }
        Drawing {
            code: Some(diagnostic.code),
            warning: diagnostic.severity == Severity::Warning,
            message: visible::line(&diagnostic.message).into_owned(),
            help: shown(&diagnostic.help),
            labels,
            excerpt,
        }
    }
}

fn shown(help: &Option<String>) -> Option<String> {
    help.as_deref().map(|help| visible::line(help).into_owned())
}

/// Labels in files, of which no two have the same place: what is said of one place is said together.
fn merged(tables: &Tables, labels: &[Label]) -> Vec<Label> {
    let mut marks: Vec<Label> = Vec::new();
    for label in labels {
        let label = &Label {
            span: tables.in_file(label.span),
            text: label.text.clone(),
        };
        match marks.iter_mut().find(|mark| mark.span == label.span) {
            Some(mark) if mark.text.is_empty() => mark.text = label.text.clone(),
            Some(mark) if label.text.is_empty() || mark.text == label.text => {}
            Some(mark) => mark.text = format!("{}; {}", mark.text, label.text),
            None => marks.push(label.clone()),
        }
    }
    marks
}

/// Labels grouped by the text they lie in, the main label's first.
fn by_source(labels: &[Label]) -> Vec<(SourceId, Vec<&Label>)> {
    let mut groups: Vec<(SourceId, Vec<&Label>)> = Vec::new();
    for label in labels {
        match groups.iter_mut().find(|g| g.0 == label.span.source) {
            Some((_, group)) => group.push(label),
            None => groups.push((label.span.source, vec![label])),
        }
    }
    groups
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Drawing {}

impl miette::Diagnostic for Drawing {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.code
            .map(|code| Box::new(code) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.warning {
            true => miette::Severity::Warning,
            false => miette::Severity::Error,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let help = self.help.as_ref()?;
        Some(Box::new(help))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        (!self.labels.is_empty()).then_some(&self.excerpt)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}
