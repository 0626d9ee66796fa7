//! `sweepnet eval`: runs programs and expressions and prints what they give.

use super::inputs::{Inputs, Text};
use super::limits::{self, Limits};
use super::output::{self, JsonEvent};
use super::stop::Stop;
use super::{Exit, Language};
use crate::guard::Stage;
use crate::report::json::{self, JsonDiagnostic};
use crate::report::{Refusal, Reporter};
use clap::Args;
use serde::Serialize;
use std::io;
use std::time::Duration;
use sweepnet_lang::session::Session;

/// Run programs and expressions, in the order given, and print what they give
#[derive(Args, Debug)]
pub struct Eval {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    language: Language,

    /// Print one JSON object on standard output and nothing else there
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    limits: Limits,

    /// Stop after this time
    #[arg(long, value_name = "S", value_parser = limits::seconds)]
    max_seconds: Option<Duration>,
}

#[derive(Serialize, Default)]
struct Answer {
    results: Vec<JsonEvent>,
    diagnostics: Vec<JsonDiagnostic>,
    ok: bool,
}

impl Eval {
    /// Runs all inputs in one session, up to the first that fails.
    pub fn run(self) -> io::Result<Exit> {
        let texts = match self.inputs.read() {
            Ok(texts) => texts,
            Err(refusals) => return self.refuse(&refusals),
        };
        let stop = Stop::new(self.limits.memory, self.json);
        stop.after(self.max_seconds);
        let mut session = Session::new(self.language.dialect());
        self.limits.apply(&stop, &mut session);
        stop.begin(Stage::Evaluating);
        match self.json {
            true => answer(&mut session, &texts),
            false => print(&mut session, &texts),
        }
    }

    fn refuse(&self, refusals: &[Refusal]) -> io::Result<Exit> {
        if self.json {
            output::json(&Answer {
                diagnostics: refusals.iter().map(JsonDiagnostic::from).collect(),
                ..Answer::default()
            })?;
        } else {
            let mut reporter = Reporter::default();
            refusals.iter().for_each(|r| reporter.refuse(r));
            reporter.summary();
        }
        Ok(Exit::Mistake)
    }
}

fn print(session: &mut Session, texts: &[Text]) -> io::Result<Exit> {
    let mut reporter = Reporter::default();
    let mut exit = Exit::Done;
    for text in texts {
        let ran = output::run(session, &text.name, &text.text, &mut reporter)?;
        exit = output::exit(&ran.diagnostics);
        if exit != Exit::Done {
            break;
        }
    }
    reporter.summary();
    Ok(exit)
}

fn answer(session: &mut Session, texts: &[Text]) -> io::Result<Exit> {
    let mut answer = Answer::default();
    let mut exit = Exit::Done;
    for text in texts {
        let outcome = session.run(&text.name, &text.text);
        let problems = json::diagnostics(&session.sources, &outcome.diagnostics);
        answer.diagnostics.extend(problems);
        exit = output::exit(&outcome.diagnostics);
        answer
            .results
            .extend(outcome.events.into_iter().map(JsonEvent::from));
        if exit != Exit::Done {
            break;
        }
    }
    answer.ok = exit == Exit::Done;
    output::json(&answer)?;
    Ok(exit)
}
