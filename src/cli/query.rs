//! `sweepnet query`: scripts that ask about the state space of a net.

use super::explore::Limits as Bounds;
use super::inputs::{Inputs, Text};
use super::net::Net;
use super::output::{self, JsonEvent};
use super::{Exit, net};
use crate::guard::Stage;
use crate::query;
use crate::report::json::{self, JsonDiagnostic};
use crate::report::{Refusal, Reporter};
use crate::visible;
use clap::Args;
use serde::Serialize;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::session::Session;
use sweepnet_lang::span::Sources;

/// Run query scripts on a net, in the order given, and print what they give
#[derive(Args, Debug)]
pub struct Query {
    #[command(flatten)]
    net: Net,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    bounds: Bounds,

    /// Nodes that differ only in when they are count once, so that a net with time that goes on for ever has finitely many
    #[arg(long)]
    time_equivalence: bool,

    /// Stop when the evaluation of one marking takes more function calls than this [default: 250 million]
    #[arg(long, value_name = "N")]
    max_steps: Option<u64>,

    /// Say on standard error how short forms such as `Reachable pred` searched
    #[arg(long, conflicts_with = "json")]
    verbose: bool,

    /// Print one JSON object on standard output and nothing else there
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    net: String,
    results: Vec<Timed>,
    diagnostics: Vec<JsonDiagnostic>,
    ok: bool,
}

/// What came out, and how long it took since what came out before.
#[derive(Serialize)]
struct Timed {
    #[serde(flatten)]
    event: JsonEvent,
    seconds: f64,
    /// How short forms searched meanwhile.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    searched: Vec<String>,
}

/// How short forms searched since this was asked last.
fn searched(notes: &Mutex<Vec<String>>) -> Vec<String> {
    std::mem::take(&mut notes.lock().unwrap_or_else(PoisonError::into_inner))
}

impl Query {
    /// Runs all inputs in one session, up to the first that fails.
    pub fn run(self) -> io::Result<Exit> {
        let texts = match self.inputs.read() {
            Ok(texts) => texts,
            Err(refusals) => return self.refuse(&refusals),
        };
        let stop = self.bounds.resources.stop(self.json);
        let mut ready = match self.net.load(self.json)? {
            Ok(ready) => ready,
            Err(exit) => return Ok(exit),
        };
        self.bounds.resources.watch(&stop, &mut ready.net.session);
        stop.begin(Stage::Searching);
        if let Some(steps) = self.max_steps {
            ready.net.session.limits.steps = steps;
        }
        let name = ready.net.name.clone();
        let limits = query::Limits {
            time_equivalence: self.time_equivalence,
            ..self.bounds.for_queries(&stop)
        };
        let notes = limits.notes.clone();
        let mut session = match query::session(&ready.model, ready.net, limits) {
            Ok(session) => session,
            Err(problems) => return self.fail(&problems.sources, &problems.diagnostics),
        };
        match self.json {
            true => answer(&mut session, name, &texts, &notes),
            false => print(&mut session, &texts, self.verbose.then_some(&*notes)),
        }
    }

    fn refuse(&self, refusals: &[Refusal]) -> io::Result<Exit> {
        match self.json {
            true => net::failure(refusals.iter().map(JsonDiagnostic::from).collect())?,
            false => {
                let mut reporter = Reporter::default();
                refusals.iter().for_each(|r| reporter.refuse(r));
                reporter.summary();
            }
        }
        Ok(Exit::Mistake)
    }

    fn fail(&self, sources: &Sources, problems: &[Diagnostic]) -> io::Result<Exit> {
        match self.json {
            true => net::failure(json::diagnostics(sources, problems))?,
            false => Reporter::default().show(sources, problems),
        }
        Ok(output::exit(problems))
    }
}

fn print(
    session: &mut Session,
    texts: &[Text],
    notes: Option<&Mutex<Vec<String>>>,
) -> io::Result<Exit> {
    let mut reporter = Reporter::default();
    let mut exit = Exit::Done;
    for text in texts {
        let ran = output::run(session, &text.name, &text.text, &mut reporter)?;
        for how in notes.map(searched).into_iter().flatten() {
            let _ = writeln!(io::stderr(), "searched {}", visible::line(&how));
        }
        if !output::goes_on(&ran.diagnostics, &mut exit) {
            break;
        }
    }
    reporter.summary();
    Ok(exit)
}

fn answer(
    session: &mut Session,
    net: String,
    texts: &[Text],
    notes: &Mutex<Vec<String>>,
) -> io::Result<Exit> {
    let mut answer = Answer {
        net,
        results: Vec::new(),
        diagnostics: Vec::new(),
        ok: true,
    };
    let mut exit = Exit::Done;
    for text in texts {
        let mut last = Instant::now();
        let results = &mut answer.results;
        let problems = query::run_each(session, &text.name, &text.text, &mut |event| {
            results.push(Timed {
                event: event.into(),
                seconds: last.elapsed().as_secs_f64(),
                searched: searched(notes),
            });
            last = Instant::now();
        });
        let told = json::diagnostics(&session.sources, &problems);
        answer.diagnostics.extend(told);
        if !output::goes_on(&problems, &mut exit) {
            break;
        }
    }
    answer.ok = exit == Exit::Done;
    output::json(&answer)?;
    Ok(exit)
}
