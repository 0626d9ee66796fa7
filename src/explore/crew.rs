//! One thread's part in a search: its engine, its batch of successors, what it has counted.

use super::pool::{Pool, append};
use super::store::{Cursor, StateId, Store};
use crate::engine::{Batch, Demand, Failure, Halt, Worker};
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// Successors that are looked up together.
const FLUSH: usize = 128;
/// Bytes of binding elements that there is memory for.
const MEMO: usize = 12 << 20;

/// One thread's part, on cache lines of its own.
#[derive(Debug)]
#[repr(align(128))]
pub struct Hand {
    /// Its engine.
    pub worker: Worker,
    /// Numbers for new markings.
    pub cursor: Cursor,
    /// New markings that it put into the pool.
    pub found: VecDeque<Range<StateId>>,
    /// Successors not yet looked up.
    pub batch: Batch,
    /// The marking each of them came from, if predecessors are wanted.
    pub sources: Option<Vec<StateId>>,
    /// Steps found.
    pub arcs: u64,
    /// Markings without a step.
    pub dead: Vec<StateId>,
    /// How many markings have steps only after the time at which the search ends.
    pub beyond: usize,
    /// What did not fit.
    pub demands: Vec<Demand>,
    /// The net's mistake.
    pub failure: Option<Failure>,
    /// The successors of one marking need more memory than there is.
    pub full: bool,
    /// An evaluation was asked to stop.
    pub interrupted: bool,
    /// Markings it was given and did not expand.
    pub left: Vec<Range<StateId>>,
    probes: Vec<u32>,
    state: Vec<u64>,
}

impl Hand {
    /// Nothing done yet.
    pub fn new(worker: Worker, predecessors: bool) -> Hand {
        Hand {
            worker,
            cursor: Cursor::default(),
            found: VecDeque::new(),
            batch: Batch::markings(),
            sources: predecessors.then(Vec::new),
            arcs: 0,
            dead: Vec::new(),
            beyond: 0,
            demands: Vec::new(),
            failure: None,
            full: false,
            interrupted: false,
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
                self.halted(*reason);
                self.left.push(id..ids.end);
                halt.store(true, Ordering::Relaxed);
                return;
            }
            let found = self.batch.len() - before;
            self.arcs += found as u64;
            if found == 0 {
                match self.worker.take_beyond() {
                    true => self.beyond += 1,
                    false => self.dead.push(id),
                }
            }
            if let Some(sources) = &mut self.sources {
                sources.resize(self.batch.len(), id);
            }
            if self.worker.has_grown() {
                // Few markings may need much memory: somebody should look at it.
                self.left.push(id + 1..ids.end);
                halt.store(true, Ordering::Relaxed);
                return;
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

    /// Notes why a marking's successors could not all be found.
    pub fn halted(&mut self, halt: Halt) {
        match halt {
            Halt::Demand(demand) => self.demands.push(demand),
            Halt::Failure(failure) => self.failure = Some(failure),
            Halt::Interrupted(_) => self.interrupted = true,
            Halt::Memory(_) => self.full = true,
        }
    }

    /// Expands markings when no others wait, and then those found, and so on, about `most` of them; how many more than those given. Where a level of a breadth-first search has a few markings only, looking around after each costs as
    /// much as expanding them.
    pub fn chase(
        &mut self,
        store: &Store,
        mut ids: Range<StateId>,
        halt: &AtomicBool,
        most: u32,
    ) -> usize {
        let mut more = 0;
        loop {
            self.expand(store, ids, halt);
            if !self.left.is_empty() || more > most as usize || !self.flush(store, |_, _| {}) {
                return more;
            }
            match self.cursor.new.pop() {
                Some(new) if self.cursor.new.is_empty() => {
                    append(&mut self.found, new.clone());
                    more += new.len();
                    ids = new;
                }
                several => {
                    self.cursor.new.extend(several);
                    return more;
                }
            }
        }
    }

    /// Forgets binding elements that are not worth their memory.
    pub fn tidy(&mut self, store: &Store) {
        let (arena, _) = store.bytes();
        self.worker.tidy(MEMO + arena / 4);
    }

    /// Looks up all successors; `new` is told of each new marking and where it came from. `false` if the table must grow first.
    pub fn flush(&mut self, store: &Store, mut new: impl FnMut(StateId, StateId)) -> bool {
        if !store.claim_for(&mut self.cursor, self.batch.len()) {
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

    /// Takes markings from the pool and adds those it finds, until there are none or something must be done first. `between` is told how many were expanded.
    pub fn work(
        &mut self,
        store: &Store,
        pool: &Pool,
        thread: usize,
        mut between: impl FnMut(usize),
    ) {
        self.cursor.claim_ahead();
        while !pool.halted() {
            match pool.take(thread) {
                Some(ids) => {
                    let size = ids.len();
                    self.expand(store, ids, &pool.halt.0);
                    self.tidy(store);
                    if pool.hungry() {
                        self.look_up(store, pool);
                    }
                    self.publish(pool, thread);
                    between(size);
                }
                None if self.batch.is_empty() => {
                    if !pool.wait() {
                        break;
                    }
                }
                None => {
                    self.look_up(store, pool);
                    self.publish(pool, thread);
                }
            }
        }
        self.look_up(store, pool);
        self.publish(pool, thread);
        store.settle(&mut self.cursor);
    }

    /// Looks up all successors. What does not fit now waits until the table has grown.
    fn look_up(&mut self, store: &Store, pool: &Pool) {
        if !self.flush(store, |_, _| {}) {
            pool.halt.0.store(true, Ordering::Relaxed);
        }
    }

    /// Puts new markings into the pool.
    fn publish(&mut self, pool: &Pool, thread: usize) {
        if self.cursor.new.is_empty() {
            return;
        }
        for ids in &self.cursor.new {
            append(&mut self.found, ids.clone());
        }
        pool.add(thread, self.cursor.new.drain(..));
    }
}
