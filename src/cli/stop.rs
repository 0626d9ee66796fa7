//! Ending an evaluation from outside: Ctrl-C and a time limit. Both set a flag that the evaluator looks at.
//!
//! Ctrl-C does so in the signal handler itself. A thread that waits for it would take longer to make than many a net to explore.

use super::Exit;
use signal_hook::consts::SIGINT;
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use sweepnet_lang::session::Session;

const RUN: usize = 0;
const CTRL_C: usize = 1;
const TIME_LIMIT: usize = 2;

/// The flag.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    flag: Arc<AtomicUsize>,
    /// Whether Ctrl-C was pressed and nobody has heeded it yet.
    pressed: Arc<AtomicBool>,
}

impl Stop {
    /// A flag that Ctrl-C sets. A second Ctrl-C ends the program, in case that what runs is not an evaluation.
    pub fn on_ctrl_c() -> Stop {
        let stop = Stop::default();
        let (pressed, exit) = (&stop.pressed, i32::from(Exit::Limit.number()));
        // In this order: the second time is one at which the first has been noted.
        let installed = flag::register_conditional_shutdown(SIGINT, exit, pressed.clone())
            .and_then(|_| flag::register(SIGINT, pressed.clone()))
            .and_then(|_| flag::register_usize(SIGINT, stop.flag.clone(), CTRL_C));
        // Where no handler can be installed, Ctrl-C ends the program: no reason to refuse work.
        let _ = installed;
        stop
    }

    /// The flag itself: not 0 when something asks to stop.
    pub fn flag(&self) -> Arc<AtomicUsize> {
        self.flag.clone()
    }

    /// Makes a session's evaluations look at the flag.
    pub fn watch(&self, session: &mut Session) {
        session.set_interrupt(self.flag.clone());
    }

    /// Sets the flag after some time, unless the program ends before.
    pub fn after(&self, time: Duration) {
        let flag = self.flag.clone();
        std::thread::spawn(move || {
            std::thread::sleep(time);
            let _ = flag.compare_exchange(RUN, TIME_LIMIT, Ordering::Relaxed, Ordering::Relaxed);
        });
    }

    /// Lets the next evaluation run.
    pub fn reset(&self) {
        self.pressed.store(false, Ordering::Relaxed);
        self.flag.store(RUN, Ordering::Relaxed);
    }
}
