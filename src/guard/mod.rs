//! Holds a run to its limits of memory and time, and to Ctrl-C.
//!
//! A run polls one flag: searches, evaluations, reports. A thread of its own compares the memory of
//! the process with the limit and sets the flag, so a limit holds wherever the flag is polled, no
//! matter who allocates. Where no one polls, the memory goes on growing, and a little above the
//! limit that thread ends the process with a sentence. `reserve` does so when the system refuses.
//!
//! The thread sleeps the longer the further the memory is from the limit: memory cannot grow faster
//! than the system provides pages.

pub mod reserve;
pub mod system;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use system::Meter;

/// The flag of a run that may go on.
pub const RUN: usize = 0;
/// The user pressed Ctrl-C.
pub const CTRL_C: usize = 1;
/// The time limit was reached.
pub const TIME: usize = 2;
/// The memory limit was reached.
pub const MEMORY: usize = 3;

/// Bytes that a process gets from its system in a millisecond, at most.
const PACE: usize = 8 << 20;
/// The longest sleep between two readings of the memory.
const NAP: Duration = Duration::from_millis(50);
/// The shortest one.
const BLINK: Duration = Duration::from_micros(500);
/// What a run may use above its limit: the program itself, an end, a report.
const ABOVE: usize = 15 << 20;
/// The part of it that is left when an evaluation is stopped.
const LAST: usize = 2 << 20;
/// How long after a limit a run may go on that the end of the process costs no result.
const LATE: Duration = Duration::from_millis(700);
/// How long after a limit reports may be computed.
const GRACE: Duration = Duration::from_millis(350);
/// No deadline.
const NEVER: u64 = u64::MAX;

/// Exit code of a reached limit.
const EXIT: i32 = 3;

/// Says that the process ends because of the limit that is given.
pub type Tell = Box<dyn Fn(usize) + Send + Sync>;

/// What a run loses if the process ends in its midst.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Nothing: it has not begun. A limit ends the process at once.
    Loading,
    /// Nothing but its last message. A limit ends the process if the run does not end by itself.
    Evaluating,
    /// All it has found. No limit of time ends the process.
    Searching,
}

/// The limits of this process.
#[derive(Clone)]
pub struct Guard(Arc<State>);

struct State {
    flag: Arc<AtomicUsize>,
    start: Instant,
    /// Resident bytes at which the flag is set.
    memory: Option<usize>,
    /// Added to `memory` while reports are computed.
    extra: AtomicUsize,
    /// Mapped bytes at which the flag is set.
    mapped: Option<usize>,
    /// Milliseconds after the start at which the flag is set.
    deadline: AtomicU64,
    /// How long the flag may stand, in milliseconds.
    late: AtomicU64,
    tell: Tell,
}

impl Guard {
    /// Guards this process from now on; it is loading something.
    pub fn new(memory: Option<usize>, tell: Tell) -> Guard {
        let flag = Arc::new(AtomicUsize::new(RUN));
        reserve::fill(flag.clone());
        let guard = Guard(Arc::new(State {
            flag,
            start: Instant::now(),
            memory,
            extra: AtomicUsize::new(0),
            mapped: system::mapped_limit(),
            deadline: AtomicU64::new(NEVER),
            late: AtomicU64::new(0),
            tell,
        }));
        let state = guard.0.clone();
        // A system that has no thread left still lets the run poll its limits itself.
        let _ = std::thread::Builder::new()
            .name("guard".to_string())
            .stack_size(128 << 10)
            .spawn(move || state.watch());
        guard
    }

    /// The flag: not `RUN` when the run is to end.
    pub fn flag(&self) -> Arc<AtomicUsize> {
        self.0.flag.clone()
    }

    /// The memory limit.
    pub fn memory(&self) -> Option<usize> {
        self.0.memory
    }

    /// Sets the time limit, counted from now.
    pub fn limit_time(&self, time: Duration) {
        let time = u64::try_from(time.as_millis()).unwrap_or(NEVER);
        let deadline = self.0.millis().saturating_add(time);
        self.0.deadline.store(deadline, Ordering::Relaxed);
    }

    /// Sets what the run loses from now on if the process ends.
    pub fn enter(&self, stage: Stage) {
        let late = match stage {
            Stage::Loading => 0,
            Stage::Evaluating => LATE.as_millis() as u64,
            Stage::Searching => NEVER,
        };
        self.0.late.store(late, Ordering::Relaxed);
        // An evaluator counts its own memory, exactly; the program around it is not counted.
        let extra = match (stage, self.0.memory) {
            (Stage::Evaluating, Some(limit)) => above(limit) - LAST,
            _ => 0,
        };
        self.0.extra.store(extra, Ordering::Relaxed);
    }

    /// Lets reports be computed after `limit` was reached: a little longer, or in a little more
    /// memory. If none was reached, all limits stay as they are.
    pub fn report(&self, limit: usize) {
        match limit {
            RUN => return,
            MEMORY => {
                let extra = self.0.memory.map_or(0, above) / 2;
                self.0.extra.store(extra, Ordering::Relaxed);
            }
            _ => self.limit_time(GRACE),
        }
        self.0.flag.store(RUN, Ordering::Relaxed);
    }

    /// Lifts the time limit. Ctrl-C still sets the flag.
    pub fn lift_time(&self) {
        self.0.deadline.store(NEVER, Ordering::Relaxed);
        let order = Ordering::Relaxed;
        let _ = (self.0.flag).compare_exchange(TIME, RUN, order, order);
    }

    /// The same for the limit that the flag names.
    pub fn report_more(&self) {
        self.report(self.0.flag.load(Ordering::Relaxed));
    }

    /// Bytes that may be used before the flag is set.
    pub fn room(&self) -> usize {
        let most = |limit| limit + self.0.extra.load(Ordering::Relaxed);
        let used = || Meter::new().read().resident;
        (self.0.memory).map_or(usize::MAX, |limit| most(limit).saturating_sub(used()))
    }

    /// Clears the flag.
    pub fn reset(&self) {
        self.0.flag.store(RUN, Ordering::Relaxed);
    }
}

/// From now on a panic for want of memory ends the process with a sentence. Threads and stacks are
/// mapped by the standard library and others, which panic if the system refuses.
pub fn end_when_refused() {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let mapped = Meter::new().read().mapped;
        let scarce = system::mapped_limit().is_some_and(|limit| mapped + STACK > limit);
        if scarce || reserve::is_used() {
            reserve::end();
        }
        hook(panic);
    }));
}

/// Bytes of a stack, or of what the allocator of a new thread maps.
const STACK: usize = 64 << 20;

/// What a run may use above a limit before the process ends.
fn above(limit: usize) -> usize {
    limit / 32 + ABOVE
}

impl State {
    fn watch(&self) {
        let meter = Meter::new();
        let mut since = None;
        loop {
            let nap = self.watch_memory(&meter).min(self.watch_time());
            let flag = self.flag.load(Ordering::Relaxed);
            let late = self.late.load(Ordering::Relaxed);
            let now = self.millis();
            match flag {
                RUN => since = None,
                _ if now - *since.get_or_insert(now) >= late => self.end(flag),
                _ => {}
            }
            std::thread::sleep(nap);
        }
    }

    /// Compares the memory with the limits; returns how long it cannot reach them.
    fn watch_memory(&self, meter: &Meter) -> Duration {
        if self.memory.is_none() && self.mapped.is_none() {
            return NAP;
        }
        let usage = meter.read();
        let mut room = usize::MAX;
        if let Some(limit) = self.memory {
            let most = limit + self.extra.load(Ordering::Relaxed);
            room = most.saturating_sub(usage.resident);
            if usage.resident >= limit + above(limit) {
                self.end(MEMORY);
            }
        }
        if let Some(limit) = self.mapped {
            room = room.min(limit.saturating_sub(usage.mapped));
        }
        if room == 0 {
            self.reached(MEMORY);
        }
        let pause = room / (PACE / 1000);
        Duration::from_micros(pause as u64).clamp(BLINK, NAP)
    }

    /// Compares the time with the limit; returns how long it cannot be reached.
    fn watch_time(&self) -> Duration {
        let deadline = self.deadline.load(Ordering::Relaxed);
        let now = self.millis();
        if now < deadline {
            return NAP.min(Duration::from_millis(deadline - now));
        }
        self.reached(TIME);
        NAP
    }

    fn millis(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_millis()).unwrap_or(NEVER)
    }

    fn reached(&self, limit: usize) {
        let order = Ordering::Relaxed;
        let _ = self.flag.compare_exchange(RUN, limit, order, order);
    }

    fn end(&self, limit: usize) -> ! {
        (self.tell)(limit);
        std::process::exit(EXIT)
    }
}
