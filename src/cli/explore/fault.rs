//! An error of the net ends a search: it is reported with a path to the marking where it happens, or
//! with the reason why there is none.

use super::Explore;
use crate::cli::findings::{marking_json, several, show_marking, show_step, step_json};
use crate::cli::progress::Line;
use crate::cli::stop::Stop;
use crate::cli::{Exit, output};
use crate::engine::{Engine, Failure};
use crate::explore::control::StopReason;
use crate::explore::fault::{self, Fault, Unknown};
use crate::net::expression::MarkingExpression;
use crate::net::flat::FlatNet;
use crate::report::Reporter;
use crate::report::json::{self, JsonDiagnostic};
use crate::simulate::record::Run;
use serde::Serialize;
use serde_json::Value;
use std::io::{self, BufWriter, Write};
use std::sync::Arc;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::span::Sources;

/// What a second search needs.
pub struct Again {
    /// The net.
    pub net: Arc<FlatNet>,
    /// What the first search evaluated in each marking.
    pub expressions: Vec<MarkingExpression>,
    /// Which net it is, for a saved run.
    pub head: Run,
}

#[derive(Serialize)]
struct Answer {
    diagnostics: Vec<JsonDiagnostic>,
    ok: bool,
    trace: Option<Vec<Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    marking: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_trace: Option<String>,
}

impl Explore {
    /// Reports an error that ended the search.
    pub(super) fn failed(
        &self,
        failure: Failure,
        again: Again,
        sources: &Sources,
        stop: &Stop,
    ) -> io::Result<Exit> {
        let engine = self.engine(again.net.clone());
        let (Ok(engine), true) = (engine, fault::belongs_to_a_marking(&failure)) else {
            // There is no marking, not even the initial one.
            return self.fail(sources, &[*failure]);
        };
        let mut found = self.second_search(engine, &again, stop);
        match &mut found {
            Ok(fault) => {
                let Fault { worker, steps, .. } = &mut **fault;
                if let Err(refusal) = self.save_way(&again.head, worker, steps) {
                    Reporter::default().refuse_once(&refusal);
                }
            }
            Err(_) => self.nothing_to_save(),
        }
        let failure: &Diagnostic = match &found {
            Ok(fault) => &fault.failure,
            Err(_) => &failure,
        };
        let problems = std::slice::from_ref(failure);
        let exit = output::exit(problems);
        if !self.json {
            self.fail(sources, problems)?;
            match found {
                Ok(mut fault) => self.show(&mut fault)?,
                Err(unknown) => writeln!(io::stdout(), "{}", sentence(unknown))?,
            }
            return Ok(exit);
        }
        let mut answer = Answer {
            diagnostics: json::diagnostics(sources, problems),
            ok: false,
            trace: None,
            marking: None,
            no_trace: None,
        };
        match found {
            Ok(mut fault) => {
                let Fault {
                    worker,
                    steps,
                    marking,
                    ..
                } = &mut *fault;
                answer.trace = Some(steps.iter().map(|step| step_json(worker, step)).collect());
                answer.marking = Some(marking_json(worker, marking));
            }
            Err(unknown) => answer.no_trace = Some(sentence(unknown)),
        }
        output::json(&answer)?;
        Ok(exit)
    }

    fn second_search(
        &self,
        mut engine: Engine,
        again: &Again,
        stop: &Stop,
    ) -> Result<Box<Fault>, Unknown> {
        let reduced = self.reductions.apply(&mut engine);
        reduced.map_err(|_| Unknown::Gone)?;
        let mut line = Line::on_stderr();
        let mut observe = |progress: &_| line.show(progress);
        let mut control = self.control(stop);
        control.observe = Some(&mut observe);
        let found = fault::find(engine, &mut control, &again.expressions);
        line.clear();
        found
    }

    fn show(&self, fault: &mut Fault) -> io::Result<()> {
        let mut out = BufWriter::new(io::stdout().lock());
        if self.full {
            fault.worker.show_in_full();
        }
        match fault.steps.len() {
            0 => writeln!(out, "It happens in the initial marking:")?,
            n => writeln!(
                out,
                "{} to the marking where it happens",
                several(n as u64, "step")
            )?,
        }
        for (number, step) in fault.steps.iter().enumerate() {
            show_step(&mut out, &mut fault.worker, number + 1, step)?;
        }
        if !fault.steps.is_empty() {
            writeln!(out, "\nThe marking where it happens:")?;
        }
        show_marking(&mut out, &mut fault.worker, &fault.marking, self.full)?;
        out.flush()
    }
}

fn sentence(unknown: Unknown) -> String {
    match unknown {
        Unknown::Limit(reason) => {
            let why = match reason {
                StopReason::MaxStates => "the limit of states",
                StopReason::MaxSeconds => "the time limit",
                StopReason::Memory => "the memory limit",
                StopReason::Numbers => "the limit of different values",
                _ => "Ctrl-C",
            };
            format!("The steps that lead there are not known: {why} ended the second search, which looks for them.")
        }
        Unknown::Gone => {
            "The steps that lead there are not known: a second search, which looks for them, did not come to the error."
        }
        .to_string(),
        Unknown::Representative => {
            "The steps that lead there cannot be shown: the representative of a marking has the error, and the marking that the net reaches has not, so the two are not equivalent."
        }
        .to_string(),
    }
}
