//! One thread's part in a search: its engine, its batch of successors, what it has counted.

use super::store::{Cursor, StateId, Store};
use crate::engine::{Batch, Demand, Failure, Halt, Worker};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Successors that are looked up together.
const FLUSH: usize = 128;

/// One thread's part, on cache lines of its own.
#[derive(Debug)]
#[repr(align(128))]
pub struct Hand {
    /// Its engine.
    pub worker: Worker,
    /// Numbers for new markings.
    pub cursor: Cursor,
    /// Successors not yet looked up.
    pub batch: Batch,
    /// The marking each of them came from, if predecessors are wanted.
    pub sources: Option<Vec<StateId>>,
    /// Steps found.
    pub arcs: u64,
    /// Markings without a step.
    pub dead: Vec<StateId>,
    /// What did not fit.
    pub demands: Vec<Demand>,
    /// The net's mistake.
    pub failure: Option<Failure>,
    /// Markings it was given and did not expand.
    pub left: Vec<Range<StateId>>,
    probes: Vec<(u32, u32)>,
    state: Vec<u64>,
}

impl Hand {
    /// Nothing done yet.
    pub fn new(worker: Worker, predecessors: bool) -> Hand {
        Hand {
            worker,
            cursor: Cursor::default(),
            batch: Batch::markings(),
            sources: predecessors.then(Vec::new),
            arcs: 0,
            dead: Vec::new(),
            demands: Vec::new(),
            failure: None,
            left: Vec::new(),
            probes: Vec::new(),
            state: Vec::new(),
        }
    }

    /// Expands markings, looking their successors up now and then. Returns early, with the rest in `left`, if something must be done first.
    pub fn expand(&mut self, store: &Store, ids: Range<StateId>, halt: &AtomicBool) {
        self.state.resize(store.width(), 0);
        for id in ids.clone() {
            if halt.load(Ordering::Relaxed) {
                self.left.push(id..ids.end);
                return;
            }
            store.read(id, &mut self.state);
            let before = self.batch.len();
            if let Err(reason) = self.worker.expand(&self.state, &mut self.batch) {
                match *reason {
                    Halt::Demand(demand) => self.demands.push(demand),
                    Halt::Failure(failure) => self.failure = Some(failure),
                }
                self.left.push(id..ids.end);
                halt.store(true, Ordering::Relaxed);
                return;
            }
            let found = self.batch.len() - before;
            self.arcs += found as u64;
            if found == 0 {
                self.dead.push(id);
            }
            if let Some(sources) = &mut self.sources {
                sources.resize(self.batch.len(), id);
            }
            if self.batch.len() < FLUSH {
                continue;
            }
            // Where predecessors are wanted, somebody else looks the successors up.
            if self.sources.is_some() {
                self.left.push(id + 1..ids.end);
                return;
            }
            if !self.flush(store, |_, _| {}) {
                self.left.push(id + 1..ids.end);
                halt.store(true, Ordering::Relaxed);
                return;
            }
        }
    }

    /// Looks up all successors; `new` is told of each new marking and where it came from. `false` if the table must grow first.
    pub fn flush(&mut self, store: &Store, mut new: impl FnMut(StateId, StateId)) -> bool {
        if !store.claim(self.batch.len()) {
            return false;
        }
        let sources = self.sources.as_deref();
        let (batch, cursor) = (&self.batch, &mut self.cursor);
        store.insert(batch, cursor, &mut self.probes, |i, id, is_new| {
            if is_new {
                new(id, sources.map_or(id, |s| s[i]));
            }
        });
        self.batch.clear();
        if let Some(sources) = &mut self.sources {
            sources.clear();
        }
        true
    }

    /// Takes tasks until there are none or something must be done first.
    pub fn work(
        &mut self,
        store: &Store,
        tasks: &[Range<StateId>],
        next: &AtomicUsize,
        halt: &AtomicBool,
        mut between: impl FnMut(&Hand),
    ) {
        while !halt.load(Ordering::Relaxed) {
            let task = next.fetch_add(1, Ordering::Relaxed);
            let Some(ids) = tasks.get(task) else { break };
            self.expand(store, ids.clone(), halt);
            between(self);
        }
        // what does not fit now waits until the table has grown
        self.flush(store, |_, _| {});
    }
}
