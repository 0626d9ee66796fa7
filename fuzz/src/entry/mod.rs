//! Entry functions of the fuzz targets: each takes any bytes and must return, without a panic and
//! within its limits. It returns whether the input is one to mutate further: most mutations make a
//! mistake, and from an input with mistakes hardly any leads back to a net that runs. Messages are
//! tried all the same, one mutation away from inputs without mistakes. `tests/corpus.rs` includes this folder too and runs the inputs of
//! `tests/corpus` through the same functions.

mod alarm;
pub mod commands;
pub mod language;
pub mod models;
pub mod nets;
pub mod replays;
mod sandbox;
pub mod scripts;

use std::path::Path;
use sweepnet::net::{self, Loaded};
use sweepnet::report::Reporter;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::session::{Dialect, Limits, Session};
use sweepnet_lang::span::{Sources, Text};

/// Entry function of a target.
pub type Entry = fn(&[u8]) -> bool;

/// All targets by name.
pub const ENTRIES: &[(&str, Entry)] = &[
    ("lexer", language::lex),
    ("parser", language::parse),
    ("checker", language::check),
    ("evaluator", language::evaluate),
    ("nets", nets::run),
    ("replays", replays::run),
    ("models", models::run),
    ("scripts", scripts::run),
    ("commands", commands::run),
];

/// Most bytes that a search or an evaluation may use.
const MEMORY: usize = 512 << 20;

/// Limits of one evaluation.
const LIMITS: Limits = Limits {
    steps: 200_000,
    memory: 64 << 20,
    value_length: 10_000,
};

/// Loads a net from a text, in a session with small limits and the flag of an alarm. The folder of
/// the net does not exist, so there is nothing to include.
fn load(file: &str, text: impl Into<Text>, settings: &[String], alarm: &alarm::Alarm) -> Loaded {
    let mut session = Session::new(Dialect::Cpn);
    session.limits = LIMITS;
    session.set_interrupt(alarm.flag());
    let folder = Path::new("/nonexistent");
    net::load_into(session, file, text.into(), folder, "net", settings)
}

/// Checks that all labels lie inside the texts, and renders the messages.
fn show(sources: &Sources, problems: &[Diagnostic]) {
    for label in problems.iter().flat_map(|problem| &problem.labels) {
        sources.slice(label.span);
    }
    Reporter::default().show(sources, problems);
}
