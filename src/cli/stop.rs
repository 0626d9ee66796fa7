//! Limits of a command and Ctrl-C. What runs polls the flag of a `Guard`.

use super::{Exit, memory, net, signals};
use crate::explore::control::{Rest, StopReason};
use crate::guard::{self, Guard, MEMORY, RUN, Stage};
use crate::report::Refusal;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use sweepnet_lang::session::Session;

/// The limits of a command.
#[derive(Clone)]
pub struct Stop(Guard);

impl Stop {
    /// Limits the memory of this process, by default to what the system can spare. Until `begin`, the end at a limit is
    /// a message; with `json` it is one object on standard output.
    pub fn new(memory: Option<usize>, json: bool) -> Stop {
        let memory = memory.or_else(guard::system::default_limit);
        let end = move |limit| end(limit, memory, json);
        Stop(Guard::new(memory, Box::new(end)))
    }

    /// Begins what may be broken off: limits and Ctrl-C, and every other signal that asks the program to end, set the flag from now on. A second one
    /// ends the program, in case that nothing polls the flag.
    pub fn begin(&self, stage: Stage) {
        self.0.enter(stage);
        let flag = self.0.flag();
        signals::handle(move || {
            if flag.swap(guard::CTRL_C, Ordering::Relaxed) != RUN {
                signals::exit(Exit::Limit.number());
            }
        });
    }

    /// The flag itself: not 0 when something asks to stop.
    pub fn flag(&self) -> Arc<AtomicUsize> {
        self.0.flag()
    }

    /// The memory limit, given or not.
    pub fn memory(&self) -> Option<usize> {
        self.0.memory()
    }

    /// Makes a session's evaluations poll the flag.
    pub fn watch(&self, session: &mut Session) {
        session.set_interrupt(self.0.flag());
    }

    /// Sets the flag after some time, if a limit is given.
    pub fn after(&self, time: Option<Duration>) {
        if let Some(time) = time {
            self.0.limit_time(time);
        }
    }

    /// Begins the next of several pieces of work, each of which may take so long.
    pub fn next(&self, stage: Stage, time: Option<Duration>) {
        self.after(time);
        self.begin(stage);
        if self.0.flag().load(Ordering::Relaxed) != guard::CTRL_C {
            self.0.reset();
        }
    }

    /// Lets what was found be reported, even if a limit or Ctrl-C ended the search; returns what is left for that.
    pub fn report(&self, reason: StopReason) -> Rest {
        memory::trim();
        if reason == StopReason::Found {
            // The path to what was found takes as long as it takes.
            self.0.lift_time();
        }
        self.0.report(match reason {
            StopReason::Memory => MEMORY,
            StopReason::MaxSeconds => guard::TIME,
            StopReason::Interrupted => guard::CTRL_C,
            _ => RUN,
        });
        self.rest()
    }

    /// What is left after a part of the report; if that part used up all there was, a little more.
    pub fn rest(&self) -> Rest {
        self.0.report_more();
        Rest::new(Some(self.flag()), self.0.room())
    }

    /// Lets the next evaluation run.
    pub fn reset(&self) {
        self.0.reset();
    }
}

/// Ends the program at a limit.
fn end(limit: usize, memory: Option<usize>, json: bool) {
    let _ = net::refuse(&refusal(limit, memory), json);
    signals::exit(Exit::Limit.number())
}

fn refusal(limit: usize, memory: Option<usize>) -> Refusal {
    let (message, help) = match limit {
        MEMORY => (
            format!(
                "The program was ended at its memory limit, {} MB.",
                memory.unwrap_or_default() >> 20
            ),
            "`--memory` raises the limit.",
        ),
        guard::TIME => (
            "The program was ended at its time limit.".to_string(),
            "`--max-seconds` raises the limit.",
        ),
        _ => return interrupted(),
    };
    Refusal {
        message,
        help: Some(help.to_string()),
    }
}

fn interrupted() -> Refusal {
    Refusal {
        message: "The program was interrupted.".to_string(),
        help: None,
    }
}
