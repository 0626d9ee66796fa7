//! What the language says to its user: one `Diagnostic` a problem, with a stable code, labelled places and one help line.
//!
//! The crate never prints. The command line renders diagnostics for a terminal, or as JSON, from this one type.

use crate::span::Span;

/// How bad it is.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Severity {
    /// The program cannot run.
    Error,
    /// The program can run but probably does not mean what it says.
    Warning,
}

/// A place and what is to be said of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What; may be empty for a bare underline.
    pub text: String,
}

/// One problem, told to the modeller.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// A stable code such as `E0201`; `crate::codes` explains each.
    pub code: &'static str,
    /// Error or warning.
    pub severity: Severity,
    /// A sentence: what is wrong.
    pub message: String,
    /// The places it is about; the first is the main one.
    pub labels: Vec<Label>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error with its main place.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: Severity::Error,
            message: sentence(message.into()),
            labels: vec![Label {
                span,
                text: String::new(),
            }],
            help: None,
        }
    }

    /// A warning with its main place.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(code, span, message)
        }
    }

    /// Says something at the main place.
    pub fn at(mut self, text: impl Into<String>) -> Diagnostic {
        if let Some(first) = self.labels.first_mut() {
            first.text = text.into();
        }
        self
    }

    /// Points at one more place.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// Adds the help line.
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help = Some(sentence(text.into()));
        self
    }

    /// The main place.
    pub fn span(&self) -> Option<Span> {
        self.labels.first().map(|label| label.span)
    }

    /// Whether it stops the program from running.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Messages and help are sentences: one starts with a capital letter, unless with a name, and ends with a full stop.
fn sentence(message: String) -> String {
    let mut letters = message.chars();
    let mut text: String = match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => return message,
    };
    if !text.ends_with(['.', '?', '!', ':']) {
        text.push('.');
    }
    text
}
