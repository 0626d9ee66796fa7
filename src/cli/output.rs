//! What an evaluation gave, on standard output: as an SML top level prints it, or as JSON.

use super::Exit;
use crate::query;
use crate::report::{Reporter, json};
use crate::visible;
use serde::Serialize;
use std::io::{self, Write};
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::session::{Event, Session};

/// What running a text came to.
pub struct Ran {
    /// Warnings and errors.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether it gave anything.
    pub gave: bool,
}

/// Runs one text, prints values and output as they come, and reports its problems.
pub fn run(
    session: &mut Session,
    name: &str,
    text: &str,
    reporter: &mut Reporter,
) -> io::Result<Ran> {
    let mut out = io::stdout().lock();
    let mut gave = false;
    let mut written = Ok(());
    // A program is run for what it prints. What a script prints of a net may come from the net.
    let about_net = session.vm.host.0.is_some();
    let diagnostics = query::run_each(session, name, text, &mut |event| {
        gave = true;
        if written.is_ok() {
            written = write(&mut out, &event, about_net);
        }
    });
    written?;
    drop(out);
    reporter.show(&session.sources, &diagnostics);
    Ok(Ran { diagnostics, gave })
}

fn write(out: &mut impl Write, event: &Event, about_net: bool) -> io::Result<()> {
    match event {
        Event::Bound { name, value, ty } => writeln!(out, "val {name} = {value} : {ty}")?,
        Event::Printed(text) if about_net => out.write_all(visible::lines(text).as_bytes())?,
        Event::Printed(text) => out.write_all(text.as_bytes())?,
    }
    // A long program shows its results while it runs.
    out.flush()
}

/// One line of JSON.
pub fn json(value: &impl Serialize) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{}", json::text(value)?)?;
    out.flush()
}

/// An event as JSON.
#[derive(Serialize, Debug)]
#[serde(untagged)]
pub enum JsonEvent {
    /// A variable got a value.
    Bound {
        /// The variable.
        name: String,
        /// Its value as the top level prints it.
        value: String,
        /// Its type.
        r#type: String,
    },
    /// Something was printed.
    Printed {
        /// What.
        output: String,
    },
}

impl From<Event> for JsonEvent {
    fn from(event: Event) -> JsonEvent {
        match event {
            Event::Bound { name, value, ty } => JsonEvent::Bound {
                name,
                value,
                r#type: ty,
            },
            Event::Printed(output) => JsonEvent::Printed { output },
        }
    }
}

/// How an evaluation with these problems ended.
pub fn exit(diagnostics: &[Diagnostic]) -> Exit {
    let of = |d: &Diagnostic| match d.code {
        "E0701" | "E1401" | "E1402" | "E1403" | "E1404" | "E1601" | "E1602" => Exit::Failed,
        "E0702" | "E0703" | "E0704" | "E1501" => Exit::Limit,
        _ => Exit::Mistake,
    };
    let first = diagnostics.iter().find(|d| d.is_error());
    let partial = diagnostics.iter().any(|d| d.code == query::PARTIAL);
    match (first, partial) {
        (Some(first), _) => of(first),
        (None, true) => Exit::Limit,
        (None, false) => Exit::Done,
    }
}

/// Whether the next text is run after one with these problems; notes how the command ends so far. An answer of a part ends nothing.
pub fn goes_on(diagnostics: &[Diagnostic], so_far: &mut Exit) -> bool {
    let ended = exit(diagnostics);
    if ended != Exit::Done {
        *so_far = ended;
    }
    !diagnostics.iter().any(Diagnostic::is_error)
}
