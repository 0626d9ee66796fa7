//! Remarks on answers: what a script's sweeps have to report besides their results. A sweep that a limit ended gives the answer of the part that it visited,
//! which must not pass for the answer of the whole state space; and a log that could not be written is no reason to lose an answer.

use super::tool::Tool;
use crate::explore::control::StopReason;
use std::sync::{Arc, Mutex, PoisonError};
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::session::Event;
use sweepnet_lang::span::{SourceId, Span};

/// The code of an answer of a part.
pub const PARTIAL: &str = "W1503";

/// What a sweep has to report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// It ended before it had visited all; after so many states.
    Partial(StopReason, u64),
    /// Its log could not be written.
    Log(String),
}

/// The remarks that no diagnostic was made of yet.
pub type Remarks = Arc<Mutex<Vec<Remark>>>;

impl Remark {
    /// The remark on the value of a name, or on a text that bound none.
    fn diagnostic(&self, name: Option<&str>) -> Diagnostic {
        let of = name.map_or(String::new(), |name| format!(" of `{name}`"));
        let nowhere = Span::new(SourceId(0), 0, 0);
        let mut diagnostic = match self {
            Remark::Partial(reason, explored) => {
                let states = match explored {
                    1 => "1 state".to_string(),
                    n => format!("{n} states"),
                };
                let why = why(*reason);
                let message = format!(
                    "The sweep{of} did not visit all states: {why} after {states}. Its answer is that of the part."
                );
                Diagnostic::warning(PARTIAL, nowhere, message).help(
                    "Raise the limit. `SL.StopReason ()` tells a script why its last sweep ended.",
                )
            }
            Remark::Log(error) => {
                let message = format!("The log of the sweep{of} is not complete: {error}.");
                Diagnostic::error("E1504", nowhere, message)
                    .help("The answer does not depend on it. Make room on the disk, or name another `Logfile`.")
            }
        };
        diagnostic.labels.clear();
        diagnostic
    }
}

/// How a limit is called in a sentence.
pub fn why(reason: StopReason) -> &'static str {
    match reason {
        StopReason::MaxStates => "the limit of states was reached",
        StopReason::Memory => "the memory limit was reached",
        StopReason::Numbers => "there are no numbers left for more values",
        StopReason::MaxSeconds => "the time limit was reached",
        _ => "the calculation was stopped",
    }
}

impl Tool {
    /// Notes a sweep that ended, unless it visited all.
    pub fn remark_end(&mut self, reason: Option<StopReason>) {
        if let Some(reason) = reason.filter(|reason| *reason != StopReason::Complete) {
            self.remark(Remark::Partial(reason, self.ended.figures[0]));
        }
    }

    /// Adds a remark.
    pub fn remark(&mut self, remark: Remark) {
        let mut remarks = self.remarks.lock().unwrap_or_else(PoisonError::into_inner);
        remarks.push(remark);
    }
}

/// Makes diagnostics of the remarks that come with the results of one text.
pub struct Collector {
    remarks: Remarks,
    diagnostics: Vec<Diagnostic>,
}

impl Collector {
    /// Starts with what waits in the list.
    pub fn new(remarks: Remarks) -> Collector {
        Collector {
            remarks,
            diagnostics: Vec::new(),
        }
    }

    /// A result came: remarks since the last one are about it.
    pub fn see(&mut self, event: &Event) {
        if let Event::Bound { name, .. } = event {
            self.take(Some(name));
        }
    }

    /// The diagnostics, those of remarks without a result last.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        self.take(None);
        self.diagnostics
    }

    fn take(&mut self, name: Option<&str>) {
        let mut waiting = self.remarks.lock().unwrap_or_else(PoisonError::into_inner);
        let mut remarks = std::mem::take(&mut *waiting);
        drop(waiting);
        // A script may sweep a hundred times for one value: each kind of remark is made once.
        remarks.dedup_by(|next, before| match (next, before) {
            (Remark::Partial(next, _), Remark::Partial(before, _)) => next == before,
            (next, before) => next == before,
        });
        let made = remarks.iter().map(|remark| remark.diagnostic(name));
        self.diagnostics.extend(made);
    }
}
