//! What ends a search before its end, and what is told while it runs.

use super::measure::Value;
use crate::guard::{self, system::Meter};
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Why a search ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// Everything was explored.
    Complete,
    /// What was looked for was found.
    Found,
    /// As many states as allowed.
    MaxStates,
    /// As much time as allowed.
    MaxSeconds,
    /// As much memory as allowed.
    Memory,
    /// As many values, tokens or multi-sets as there are numbers for.
    Numbers,
    /// All steps up to the time at which the search ends were found, and there are later ones.
    UntilTime,
    /// Ctrl-C.
    Interrupted,
    /// Progress decreases, where it must not.
    Regress,
    /// What a search writes down could not be written.
    Disk,
    /// A way without cut-off points, where there should be some.
    NoCutoff,
}

/// How far a search has come.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// Markings found.
    pub states: usize,
    /// Steps found.
    pub arcs: u64,
    /// Markings found and not yet expanded.
    pub frontier: usize,
    /// Bytes in use.
    pub bytes: usize,
    /// The progress value that a sweep is at.
    pub at: Option<Arc<Value>>,
    /// Since the start.
    pub elapsed: Duration,
}

/// What is left of time and memory after a search, for what is computed of the markings found.
#[derive(Clone, Debug)]
pub struct Rest {
    interrupt: Option<Arc<AtomicUsize>>,
    /// Bytes.
    pub room: usize,
}

impl Default for Rest {
    fn default() -> Rest {
        Rest::new(None, usize::MAX)
    }
}

impl Rest {
    /// Until the flag is set, and with so many bytes more.
    pub fn new(interrupt: Option<Arc<AtomicUsize>>, room: usize) -> Rest {
        Rest { interrupt, room }
    }

    /// Whether nothing is left.
    #[inline]
    pub fn is_over(&self) -> bool {
        let flag = self.interrupt.as_ref();
        flag.is_some_and(|flag| flag.load(Ordering::Relaxed) != guard::RUN)
    }

    /// A function to be called for each of many small things: it returns whether nothing is left, and looks only every now and then.
    pub fn poll(&self) -> impl FnMut() -> bool {
        let mut count = 0usize;
        move || {
            count += 1;
            count.is_multiple_of(POLL) && self.is_over()
        }
    }

    /// Passes items on until nothing is left.
    pub fn of<T>(&self, items: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
        let mut poll = self.poll();
        items.take_while(move |_| !poll())
    }
}

/// Markings between two polls.
const POLL: usize = 256;

/// Limits, and somebody to tell.
pub struct Control<'a> {
    /// Stop at so many states.
    pub max_states: Option<usize>,
    /// Stop after so long.
    pub max_time: Option<Duration>,
    /// Stop when so many bytes are in use.
    pub memory: Option<usize>,
    /// Stop when this is not `guard::RUN`. Evaluations look at it too.
    pub interrupt: Option<Arc<AtomicUsize>>,
    /// Told how far the search has come, about ten times a second.
    pub observe: Option<&'a mut dyn FnMut(&Progress)>,
    /// Threads.
    pub threads: usize,
    /// So many markings must wait before more than one thread works: fewer are done sooner by one.
    pub parallel_from: usize,
    start: Instant,
    told: Instant,
    /// Bytes of the process when last looked at.
    resident: usize,
    meter: Meter,
}

impl Default for Control<'_> {
    fn default() -> Self {
        Control {
            max_states: None,
            max_time: None,
            memory: None,
            interrupt: None,
            observe: None,
            threads: 1,
            parallel_from: 2048,
            start: Instant::now(),
            told: Instant::now(),
            resident: 0,
            meter: Meter::new(),
        }
    }
}

impl Control<'_> {
    /// Since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// How many bytes more may be used, if so many are in use.
    pub fn room(&self, bytes: usize) -> usize {
        let used = bytes.max(self.resident);
        self.memory
            .map_or(usize::MAX, |most| most.saturating_sub(used))
    }

    /// The same by the system's figures of this moment.
    pub fn room_now(&mut self) -> usize {
        if self.memory.is_some() {
            self.resident = self.meter.read().resident;
        }
        self.room(0)
    }

    /// What is left now.
    pub fn rest(&mut self) -> Rest {
        Rest::new(self.interrupt.clone(), self.room_now())
    }

    /// Whether to stop, and why. Tells how far the search has come.
    pub fn stop(&mut self, progress: impl FnOnce() -> Progress) -> Option<StopReason> {
        let now = Instant::now();
        let mut progress = Progress {
            elapsed: now - self.start,
            ..progress()
        };
        if now - self.told > Duration::from_millis(100) {
            // What the system counts includes what we do not.
            self.resident = self.meter.read().resident;
        }
        progress.bytes = progress.bytes.max(self.resident);
        if now - self.told > Duration::from_millis(100) {
            self.told = now;
            if let Some(observe) = &mut self.observe {
                observe(&progress);
            }
        }
        match self
            .interrupt
            .as_ref()
            .map(|flag| flag.load(Ordering::Relaxed))
        {
            None | Some(guard::RUN) => {}
            Some(guard::TIME) => return Some(StopReason::MaxSeconds),
            Some(guard::MEMORY) => return Some(StopReason::Memory),
            Some(_) => return Some(StopReason::Interrupted),
        }
        if self.max_states.is_some_and(|most| progress.states >= most) {
            return Some(StopReason::MaxStates);
        }
        if self.max_time.is_some_and(|most| progress.elapsed >= most) {
            return Some(StopReason::MaxSeconds);
        }
        (self.memory.is_some_and(|most| progress.bytes >= most)).then_some(StopReason::Memory)
    }
}
