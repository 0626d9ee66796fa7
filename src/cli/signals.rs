//! Signals that ask the program to end: Ctrl-C, `kill`, a terminal that is closed. A command that can report what it has found handles them; any other ends at once, and at a prompt every
//! command does. In each case nothing is left on disk.
//!
//! On Unix they are blocked in all threads, and one thread waits for them: so it may do what a signal handler must not, and knows which signal it was. The signal for files that exceed
//! the system's limit is blocked too, which makes writing fail as on a full disk.

use crate::leftovers;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

type Handler = Box<dyn FnMut() + Send>;

static HANDLER: Mutex<Option<Handler>> = Mutex::new(None);
/// Somebody is asked to type something.
static PROMPT: AtomicBool = AtomicBool::new(false);
/// Not only what runs is to end, but the program.
static ENDING: AtomicBool = AtomicBool::new(false);

/// Lets a function be called at each signal from now on.
pub fn handle(handler: impl FnMut() + Send + 'static) {
    let mut place = HANDLER.lock().unwrap_or_else(PoisonError::into_inner);
    *place = Some(Box::new(handler));
}

/// Whether a dialogue is to end.
pub fn is_ending() -> bool {
    ENDING.load(Ordering::Relaxed)
}

/// Does something that waits for a person: a signal ends the program meanwhile.
pub fn at_prompt<T>(ask: impl FnOnce() -> T) -> T {
    PROMPT.store(true, Ordering::Relaxed);
    let answer = ask();
    PROMPT.store(false, Ordering::Relaxed);
    answer
}

/// Ends the program now, with an exit code.
pub fn exit(code: u8) -> ! {
    leftovers::remove_all();
    std::process::exit(i32::from(code))
}

/// Calls the handler; `false` if the program is to end at once.
fn handled() -> bool {
    if PROMPT.load(Ordering::Relaxed) {
        return false;
    }
    let mut handler = HANDLER.lock().unwrap_or_else(PoisonError::into_inner);
    match &mut *handler {
        Some(handler) => {
            handler();
            true
        }
        None => false,
    }
}

/// Begins to wait for signals. To be called before any other thread begins.
#[cfg(unix)]
pub fn start() {
    use nix::sys::signal::{SigSet, Signal, raise};
    let mut ends = SigSet::empty();
    ends.add(Signal::SIGINT);
    ends.add(Signal::SIGTERM);
    // `nohup` means that it goes on.
    if !is_ignored(Signal::SIGHUP as u32) {
        ends.add(Signal::SIGHUP);
    }
    let mut blocked = ends;
    blocked.add(Signal::SIGXFSZ);
    if blocked.thread_block().is_err() {
        return;
    }
    let wait = move || {
        while let Ok(signal) = ends.wait() {
            if signal != Signal::SIGINT {
                ENDING.store(true, Ordering::Relaxed);
            }
            if !handled() {
                leftovers::remove_all();
                // Whoever started the program sees by which signal it ended.
                let _ = ends.thread_unblock();
                let _ = raise(signal);
            }
        }
    };
    // Without this thread the signals must not be blocked.
    let waits = std::thread::Builder::new()
        .name("signals".to_string())
        .spawn(wait);
    if waits.is_err() {
        let _ = ends.thread_unblock();
    }
}

/// Whether the process was started to ignore a signal, where the system tells it.
#[cfg(unix)]
fn is_ignored(signal: u32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let bits = line.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
    bits.unwrap_or(0) & 1 << (signal - 1) != 0
}

/// Begins to wait for Ctrl-C.
#[cfg(not(unix))]
pub fn start() {
    // Where no handler can be installed, Ctrl-C ends the program: no reason to refuse work.
    let _ = ctrlc::set_handler(|| {
        if !handled() {
            exit(super::Exit::Limit.number());
        }
    });
}
