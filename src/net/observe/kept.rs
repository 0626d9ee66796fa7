//! Monitors of a model of another tool that cannot be run: they are kept as they are written, and the reason is told. So are options of those that are run, which are not kept.

use super::super::model::{Model, Watch};
use super::super::suggest;
use super::Broken;
use crate::import::note::{Effect, Note};
use std::collections::BTreeMap;
use sweepnet_lang::diagnostic::{Diagnostic, Severity};

/// The kinds of monitors of CPN Tools, each at the number of its type. One without functions is kept as a comment that names its kind.
pub const KINDS: &[&str] = &[
    "Marking size",
    "Breakpoint",
    "User defined",
    "Data collection",
    "Write in file",
    "List length data collection",
    "Count transition occurrence data collection",
    "Place content break point",
    "Transition enabled break point",
];

/// Keeps the monitors that cannot be run. The problem of each becomes a note.
pub fn keep(model: &mut Model, broken: Vec<Broken>) -> Vec<Note> {
    let mut notes = Vec::new();
    for (number, problems) in broken {
        let monitor = &mut model.monitors[number];
        if let Some(origin) = monitor.origin.take() {
            monitor.watch = Watch::Kept(origin);
        }
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

/// Options of monitors that are run which have no meaning here, told once for all monitors.
pub fn lost_options(model: &Model) -> Option<Note> {
    let mut lost: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let mut first = None;
    for monitor in &model.monitors {
        let options = monitor.origin.iter().flat_map(|origin| &origin.options);
        for (name, value) in options.filter(|(name, value)| !is_told(&name.text, &value.text)) {
            first.get_or_insert(name.span);
            let said = format!("`{} = {}`", name.text, value.text);
            lost.entry(said).or_default().push(&monitor.name.text);
        }
    }
    let lost: Vec<String> = (lost.iter())
        .map(|(option, monitors)| format!("{option} of {}", suggest::listed(monitors)))
        .collect();
    let message = format!("Options of monitors are left out: {}", lost.join(", "));
    let help = "They say how CPN Tools writes and sums up what a monitor observes; here a run shows means over steps and over time, and an exported model has the usual options";
    let diagnostic = Diagnostic::warning("W1708", first?, message).help(help);
    Some(Note {
        diagnostic,
        effect: Effect::None,
    })
}

/// Whether what is observed, or how, says the same as an option.
fn is_told(name: &str, value: &str) -> bool {
    match name {
        "If is empty" => true,
        "Timed" | "Logging" | "Disabled" => value == "false",
        _ => false,
    }
}
