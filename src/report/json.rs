//! Problems for programs: the shape that `--json` prints.

use super::{Refusal, Tables};
use crate::visible;
use serde::Serialize;
use sweepnet_lang::diagnostic::{Diagnostic, Label, Severity};
use sweepnet_lang::span::Sources;

/// One problem.
#[derive(Serialize, Debug)]
pub struct JsonDiagnostic {
    /// `None` for what the language does not know of, such as a missing file.
    code: Option<&'static str>,
    severity: &'static str,
    message: String,
    help: Option<String>,
    labels: Vec<JsonLabel>,
}

#[derive(Serialize, Debug)]
struct JsonLabel {
    file: String,
    start: Place,
    end: Place,
    text: String,
}

/// Byte counted from 0; line and column from 1, columns in characters.
#[derive(Serialize, Debug)]
struct Place {
    byte: u32,
    line: usize,
    column: usize,
}

/// All problems of one text.
pub fn diagnostics(sources: &Sources, diagnostics: &[Diagnostic]) -> Vec<JsonDiagnostic> {
    let mut tables = Tables::new(sources);
    let convert = |d: &Diagnostic| convert(&mut tables, d);
    diagnostics.iter().map(convert).collect()
}

impl JsonDiagnostic {
    /// One problem.
    pub fn of(sources: &Sources, diagnostic: &Diagnostic) -> JsonDiagnostic {
        convert(&mut Tables::new(sources), diagnostic)
    }
}

fn convert(tables: &mut Tables, d: &Diagnostic) -> JsonDiagnostic {
    JsonDiagnostic {
        code: Some(d.code),
        severity: match d.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        message: d.message.clone(),
        help: d.help.clone(),
        labels: d.labels.iter().map(|l| label(tables, l)).collect(),
    }
}

fn label(tables: &mut Tables, label: &Label) -> JsonLabel {
    let span = tables.in_file(label.span);
    let source = span.source;
    let file = tables.name(source).to_string();
    let lines = tables.lines(source);
    let place = |byte: u32| {
        let position = lines.position(byte as usize);
        Place {
            byte,
            line: position.line,
            column: position.column,
        }
    };
    JsonLabel {
        file,
        start: place(span.start),
        end: place(span.end),
        text: label.text.clone(),
    }
}

impl From<&Refusal> for JsonDiagnostic {
    fn from(refusal: &Refusal) -> JsonDiagnostic {
        JsonDiagnostic {
            code: None,
            severity: "error",
            message: refusal.message.clone(),
            help: refusal.help.clone(),
            labels: Vec::new(),
        }
    }
}

/// A value as JSON on one line.
pub fn text(value: &impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string(value).map(|json| escaped(&json))
}

/// JSON in which no character acts on a terminal. The crate writes escapes for controls of ASCII alone; all other characters that act can only stand in strings.
pub fn escaped(json: &str) -> String {
    let acts = |c: char| c != '\n' && visible::acts(c);
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        match acts(c) {
            true => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            false => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_act_are_escapes() {
        let value = "\u{1b}\u{9b}\u{7f}\u{202e}ü\n";
        let json = text(&value).expect("a string");
        assert_eq!(json, r#""\u001b\u009b\u007f\u202eü\n""#);
        let back: String = serde_json::from_str(&json).expect("the same string");
        assert_eq!(back, value);
    }
}
