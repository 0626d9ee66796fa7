//! Ending an evaluation from outside: Ctrl-C and a time limit. Both set a flag that the evaluator looks at.

use super::{Exit, signals};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use sweepnet_lang::session::Session;

const RUN: usize = 0;
const CTRL_C: usize = 1;
const TIME_LIMIT: usize = 2;

/// The flag.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicUsize>);

impl Stop {
    /// A flag that Ctrl-C sets, and every other signal that asks the program to end. A second one ends it, in case that what runs is not an evaluation.
    pub fn on_ctrl_c() -> Stop {
        let stop = Stop::default();
        let flag = stop.0.clone();
        signals::handle(move || {
            if flag.swap(CTRL_C, Ordering::Relaxed) != RUN {
                signals::exit(Exit::Limit.number());
            }
        });
        stop
    }

    /// The flag itself: not 0 when something asks to stop.
    pub fn flag(&self) -> Arc<AtomicUsize> {
        self.0.clone()
    }

    /// Makes a session's evaluations look at the flag.
    pub fn watch(&self, session: &mut Session) {
        session.set_interrupt(self.0.clone());
    }

    /// Sets the flag after some time, unless the program ends before.
    pub fn after(&self, time: Duration) {
        let flag = self.0.clone();
        std::thread::spawn(move || {
            std::thread::sleep(time);
            let _ = flag.compare_exchange(RUN, TIME_LIMIT, Ordering::Relaxed, Ordering::Relaxed);
        });
    }

    /// Lets the next evaluation run.
    pub fn reset(&self) {
        self.0.store(RUN, Ordering::Relaxed);
    }
}
