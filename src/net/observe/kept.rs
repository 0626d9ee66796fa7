//! Monitors of a model of another tool that cannot be run: they are kept as they are written, and the reason is told.

use super::super::model::{Kept, Model, Text, Watch};
use super::Broken;
use crate::import::note::{Effect, Note};
use sweepnet_lang::diagnostic::{Diagnostic, Severity};
use sweepnet_lang::span::{Piece, Sources};

/// Keeps the monitors that cannot be run. The problem of each becomes a note.
pub fn keep(model: &mut Model, sources: &mut Sources, broken: Vec<Broken>) -> Vec<Note> {
    let mut notes = Vec::new();
    for (number, problems) in broken {
        let monitor = &mut model.monitors[number];
        let mut pieces = Vec::new();
        for text in monitor.texts() {
            let between = (!pieces.is_empty()).then_some(Piece::Around("\n"));
            pieces.extend(between.into_iter().chain([Piece::Part(text.source)]));
        }
        let span = monitor.name.span;
        let source = sources.frame(&pieces, span);
        let mut kept = Kept {
            text: Text { source, span },
            places: Vec::new(),
            transitions: Vec::new(),
            file: None,
        };
        if let Watch::Functions(functions) = &mut monitor.watch {
            kept.places = std::mem::take(&mut functions.places);
            kept.transitions = std::mem::take(&mut functions.transitions);
            kept.file = functions.file.take();
        }
        monitor.watch = Watch::Kept(Box::new(kept));
        if let Some(problem) = problems.into_iter().find(Diagnostic::is_error) {
            let message = format!(
                "The monitor `{}` is kept, but not run: {}",
                monitor.name.text, problem.message
            );
            let diagnostic = Diagnostic {
                code: "W1706",
                severity: Severity::Warning,
                message,
                ..problem
            };
            notes.push(Note {
                diagnostic,
                effect: Effect::None,
            });
        }
    }
    notes
}
