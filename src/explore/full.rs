//! Every reachable marking, each expanded once: breadth first, or the newest first.
//!
//! One thread takes markings in the order of their numbers, which is breadth-first order. More threads work in rounds, in which each has a queue of its own (`pool`), so that their order is breadth first
//! only roughly. What does not fit (a table too small, a token the layout has no room for) ends a round early; then one thread makes room and the next round begins.

use super::control::{Control, Progress, StopReason};
use super::crew::Hand;
use super::parts::spawn;
use super::pool::{Pool, append};
use super::relayout;
use super::store::{StateId, Store};
use crate::engine::{Batch, Demand, Engine, Failure, Halt, Recode, Worker, demanded};
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Markings that one thread expands before it looks around.
const BLOCK: u32 = 64;
/// Markings that are expanded between two looks at limits and memory.
const CHECK: usize = 128;
/// So near to the limit of states every marking counts.
const NEAR: usize = 4096;
/// Markings of one round, about.
const ROUND: usize = 1 << 16;

/// What a search found.
#[derive(Debug)]
pub struct Space {
    /// The net and the layout of markings.
    pub engine: Engine,
    /// All markings found.
    pub store: Store,
    /// Their numbers.
    pub used: Vec<Range<StateId>>,
    /// Steps found.
    pub arcs: u64,
    /// Markings without a step, ascending.
    pub dead: Vec<StateId>,
    /// For each transition whether it occurred.
    pub occurred: Vec<bool>,
    /// Why the search ended.
    pub stop: StopReason,
    /// Most bytes in use at one time, by our own count.
    pub peak_bytes: usize,
    /// The marking each one was first reached from, if wanted.
    pub predecessors: Vec<StateId>,
    /// The markings found and not expanded when the search stopped.
    pub frontier: usize,
}

/// In which order markings are expanded.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub enum Order {
    /// The oldest first.
    #[default]
    Breadth,
    /// The newest first.
    Depth,
}

/// A search that an error of the net ended.
#[derive(Debug)]
pub struct Failed {
    /// The error.
    pub failure: Failure,
    /// What was found before it, and the marking whose steps could not be found or whose visit
    /// failed. `None` if the error is not one of a stored marking.
    pub at: Option<Box<(Space, StateId)>>,
}

/// Told of each new marking; `true` ends the search.
pub type Visit<'v> = &'v mut dyn FnMut(&mut Worker, StateId, &[u64]) -> Result<bool, Box<Halt>>;

struct Search<'c, 'o, 'v> {
    engine: Engine,
    control: &'c mut Control<'o>,
    order: Order,
    store: Store,
    hands: Vec<Hand>,
    used: Vec<Range<StateId>>,
    frontier: VecDeque<Range<StateId>>,
    waiting: usize,
    predecessors: Vec<StateId>,
    visit: Option<Visit<'v>>,
    found: bool,
    /// The marking that is being dealt with where something may fail.
    at: Option<StateId>,
    peak_bytes: usize,
    /// Markings to expand before the next look at limits and memory.
    unchecked: usize,
    /// Successors must be looked up before the next marking is expanded.
    look_up: bool,
    /// Markings that must wait before more than one thread works.
    enough: usize,
    /// There is no memory for a larger table.
    crowded: bool,
}

/// Finds every reachable marking within the limits. With `visit`, one thread does it and predecessors are kept.
pub fn explore<'v>(
    engine: Engine,
    control: &mut Control<'_>,
    order: Order,
    visit: Option<Visit<'v>>,
) -> Result<Space, Failure> {
    search(engine, control, order, visit).map_err(|failed| failed.failure)
}

/// Does what `explore` does; an error of the net comes with the marking at which it happened.
pub fn search<'v>(
    engine: Engine,
    control: &mut Control<'_>,
    order: Order,
    visit: Option<Visit<'v>>,
) -> Result<Space, Failed> {
    let threads = match (&visit, order) {
        (None, Order::Breadth) => control.threads.max(1),
        _ => 1,
    };
    let hands = (0..threads).map(|_| Hand::new(engine.worker(), visit.is_some()));
    let mut search = Search {
        store: Store::new(engine.layout.words, threads),
        hands: hands.collect(),
        engine,
        enough: enough(control),
        control,
        order,
        used: Vec::new(),
        frontier: VecDeque::new(),
        waiting: 0,
        predecessors: Vec::new(),
        visit,
        found: false,
        at: None,
        peak_bytes: 0,
        unchecked: 0,
        look_up: false,
        crowded: false,
    };
    let stop = search.run().and_then(|stop| {
        search.engine.shared.intact()?;
        Ok(stop)
    });
    match stop {
        Ok(stop) => Ok(search.finish(stop)),
        Err(failure) => {
            let at = search.at;
            // Its predecessors make a path; nothing reads why it stopped.
            let at = at.map(|id| Box::new((search.finish(StopReason::Found), id)));
            Err(Failed { failure, at })
        }
    }
}

impl Search<'_, '_, '_> {
    fn run(&mut self) -> Result<StopReason, Failure> {
        self.start()?;
        if let Some(sources) = &mut self.hands[0].sources {
            sources.push(0);
        }
        self.flush_all()?;
        loop {
            if self.found {
                return Ok(StopReason::Found);
            }
            if self.crowded || self.hands.iter().any(|hand| hand.full) {
                return self.end(StopReason::Memory);
            }
            if self.hands.iter().any(|hand| hand.interrupted) {
                // The flag of the evaluation need not be the search's own.
                let reason = self.stop().unwrap_or(StopReason::Interrupted);
                return self.end(reason);
            }
            if self.unchecked == 0 {
                self.unchecked = self.engine.pause(CHECK);
                if let Some(reason) = self.stop() {
                    return self.end(reason);
                }
                self.wasteful()?;
            }
            if self.frontier.is_empty() {
                let reason = self.end(StopReason::Complete)?;
                if reason == StopReason::Found || self.frontier.is_empty() {
                    return Ok(reason);
                }
            }
            let near = (self.control.max_states).is_some_and(|most| self.store.len() + NEAR > most);
            match self.hands.len() > 1 && self.waiting >= self.enough && !near {
                true => self.round(),
                false => self.block(),
            }
            self.repair()?;
        }
    }

    /// Looks up the successors that still wait, since these count too, and returns why the search
    /// ends: the marking that is looked for may be among them.
    fn end(&mut self, reason: StopReason) -> Result<StopReason, Failure> {
        self.flush_all()?;
        Ok(if self.found {
            StopReason::Found
        } else {
            reason
        })
    }

    /// The initial marking, or its representative, is the first to be looked up.
    fn start(&mut self) -> Result<(), Failure> {
        loop {
            let hand = &mut self.hands[0];
            hand.batch = Batch::one(&self.engine.initial);
            match hand.worker.reduce(&mut hand.batch, 0) {
                Ok(()) => return Ok(()),
                Err(halt) => {
                    let demand = demanded(*halt)?;
                    hand.batch.clear();
                    self.relayout(vec![demand])?;
                }
            }
        }
    }

    /// One thread expands the next few markings.
    fn block(&mut self) {
        let near = (self.control.max_states).is_some_and(|most| self.store.len() + NEAR > most);
        let ids = match self.order {
            Order::Breadth if near => self.take(1),
            Order::Breadth => self.take(BLOCK),
            Order::Depth => self.take_newest(),
        };
        let halt = AtomicBool::new(false);
        // A visitor is told of new markings where they are looked up, which is not in here.
        let alone = self.frontier.is_empty() && self.order == Order::Breadth && !near;
        match alone && self.hands.len() == 1 && self.visit.is_none() {
            true => {
                let more = self.hands[0].chase(&self.store, ids, &halt, BLOCK);
                self.unchecked = self.unchecked.saturating_sub(more);
            }
            false => self.hands[0].expand(&self.store, ids, &halt),
        }
        if self.hands[0].worker.take_growth() {
            self.unchecked = 0;
        }
        if near {
            self.unchecked = 0;
            self.look_up = true;
        }
    }

    /// All threads expand markings, those found so far and those found on the way.
    fn round(&mut self) {
        let threads = self.hands.len();
        let frontier: Vec<_> = self.frontier.drain(..).collect();
        let pool = Pool::new(&frontier, threads);
        let (store, shared) = (&self.store, &pool);
        let (most, interrupt) = (self.control.max_states, &self.control.interrupt);
        let (mut expanded, mut unchecked) = (0, CHECK);
        let engine = &self.engine;
        if let Some((first, others)) = self.hands.split_first_mut() {
            std::thread::scope(|scope| {
                for (i, hand) in others.iter_mut().enumerate() {
                    spawn(scope, move || hand.work(store, shared, i + 1, |_| {}));
                }
                first.work(store, shared, 0, |some| {
                    expanded += some;
                    unchecked = unchecked.saturating_sub(some);
                    let mut wasteful = false;
                    if unchecked == 0 {
                        unchecked = CHECK;
                        wasteful = !relayout::wasteful(engine, store.len()).is_empty();
                    }
                    let pressed = |flag: &Arc<AtomicUsize>| flag.load(Ordering::Relaxed) != 0;
                    if wasteful
                        || expanded * threads >= ROUND
                        || most.is_some_and(|most| store.len() + NEAR > most)
                        || interrupt.as_ref().is_some_and(pressed)
                    {
                        shared.halt.0.store(true, Ordering::Relaxed);
                    }
                });
            });
        }
        self.enough = match pool.ran_dry() {
            true => (2 * self.enough).min(self.control.parallel_from),
            false => enough(self.control),
        };
        self.frontier.extend(pool.left());
        self.waiting = self.frontier.iter().map(|ids| ids.len()).sum();
        self.unchecked = 0;
    }

    /// Makes room for what did not fit, and takes over what the threads found.
    fn repair(&mut self) -> Result<(), Failure> {
        let mut demands = Vec::new();
        for i in 0..self.hands.len() {
            let hand = &mut self.hands[i];
            // What a thread could not expand begins with the marking that failed.
            if hand.failure.is_some() || !hand.demands.is_empty() {
                self.at = hand.left.first().map(|ids| ids.start);
            }
            if let Some(failure) = hand.failure.take() {
                return Err(failure);
            }
            demands.append(&mut hand.demands);
            let left = std::mem::take(&mut hand.left);
            left.into_iter()
                .filter(|ids| !ids.is_empty())
                .for_each(|ids| self.give_back(ids));
        }
        let full = |hand: &Hand| !hand.batch.is_empty();
        let now = std::mem::take(&mut self.look_up) || self.order == Order::Depth;
        let unfinished = self.hands[1..].iter().any(full) || now;
        if !demands.is_empty() || unfinished || self.hands[0].batch.len() >= BLOCK as usize {
            self.flush_all()?;
        }
        self.take_over();
        if !demands.is_empty() {
            self.relayout(demands)?;
        }
        self.at = None;
        Ok(())
    }

    /// Looks up all successors that wait, growing the table where needed.
    fn flush_all(&mut self) -> Result<(), Failure> {
        for i in 0..self.hands.len() {
            let mut new = Vec::new();
            let threads = self.hands.len();
            let (predecessors, keep) = (&mut self.predecessors, self.visit.is_some());
            while !self.hands[i].flush(&self.store, |id, source| {
                if keep {
                    predecessors.push(source);
                    new.push(id);
                }
            }) {
                // cursors hold what is not yet taken over
                take_over(
                    &mut self.hands,
                    &mut self.used,
                    &mut self.frontier,
                    &mut self.waiting,
                );
                let room = self.control.room_now();
                if !self.store.grow_within(room, &self.used, threads) {
                    if self.crowded {
                        self.store.grow(&self.used, threads);
                    }
                    self.crowded = true;
                }
            }
            self.visit_new(i, &new)?;
        }
        self.take_over();
        Ok(())
    }

    fn visit_new(&mut self, hand: usize, new: &[StateId]) -> Result<(), Failure> {
        let Some(visit) = &mut self.visit else {
            return Ok(());
        };
        // The first marking that is found is the nearest one.
        if self.found {
            return Ok(());
        }
        let mut state = vec![0; self.store.width()];
        let before = self.at;
        for &id in new {
            self.store.read(id, &mut state);
            self.at = Some(id);
            let hand = &mut self.hands[hand];
            match visit(&mut hand.worker, id, &state) {
                Ok(false) => {}
                Ok(true) => {
                    self.found = true;
                    break;
                }
                Err(halt) => match *halt {
                    Halt::Interrupted(_) => {
                        hand.interrupted = true;
                        break;
                    }
                    halt => return Err(Box::new(halt).into()),
                },
            }
        }
        self.at = before;
        Ok(())
    }

    fn take_over(&mut self) {
        take_over(
            &mut self.hands,
            &mut self.used,
            &mut self.frontier,
            &mut self.waiting,
        );
    }

    fn take(&mut self, most: u32) -> Range<StateId> {
        let Some(front) = self.frontier.front_mut() else {
            return 0..0;
        };
        let end = front.end.min(front.start.saturating_add(most));
        let ids = front.start..end;
        front.start = end;
        if front.start >= front.end {
            self.frontier.pop_front();
        }
        self.waiting -= ids.len();
        self.unchecked = self.unchecked.saturating_sub(ids.len());
        ids
    }

    fn take_newest(&mut self) -> Range<StateId> {
        let Some(back) = self.frontier.back_mut() else {
            return 0..0;
        };
        back.end -= 1;
        let id = back.end;
        if back.start >= back.end {
            self.frontier.pop_back();
        }
        self.waiting -= 1;
        self.unchecked = self.unchecked.saturating_sub(1);
        id..id + 1
    }

    fn give_back(&mut self, ids: Range<StateId>) {
        self.waiting += ids.len();
        match self.order {
            Order::Breadth => self.frontier.push_front(ids),
            Order::Depth => self.frontier.push_back(ids),
        }
    }

    /// A new layout: all markings are translated.
    fn relayout(&mut self, mut demands: Vec<Demand>) -> Result<(), Failure> {
        let newest = || self.used.iter().rev().flat_map(|ids| ids.clone().rev());
        let mut marking = vec![0; self.store.width()];
        if let Some(id) = newest().next() {
            self.store.read(id, &mut marking);
        }
        let alone = |place| {
            let markings = newest().map(|id| (&self.store, id));
            relayout::alone(&self.engine, place, self.store.len(), markings)
        };
        relayout::complete(&self.engine, alone, Some(&marking), &mut demands)?;
        let old = self.engine.layout.clone();
        let shared = self.engine.shared.clone();
        loop {
            let new = old.adapted(&demands);
            let recode = Recode::new(&shared.places, &old, &new);
            let mut items = Vec::new();
            let mut translate = |from: &[u64], to: &mut [u64]| recode.marking(from, to, &mut items);
            let mut initial = vec![0; new.words];
            let result = translate(&self.engine.initial, &mut initial).and_then(|()| {
                self.store
                    .recode(new.words, &self.used, self.hands.len(), translate)
            });
            match result {
                Err(demand) => demands.push(demand),
                Ok(()) => {
                    self.engine.initial = initial;
                    self.engine.layout = Arc::new(new);
                    for hand in &mut self.hands {
                        hand.worker.adopt(self.engine.layout.clone());
                    }
                    return Ok(());
                }
            }
        }
    }

    /// Looks for sparse places whose multi-sets take more memory than counters in each marking would.
    fn wasteful(&mut self) -> Result<(), Failure> {
        let demands = relayout::wasteful(&self.engine, self.store.len());
        match demands.is_empty() {
            true => Ok(()),
            false => {
                self.flush_all()?;
                self.relayout(demands)
            }
        }
    }

    fn bytes(&self) -> usize {
        let (arena, table) = self.store.bytes();
        let hands: usize = self.hands.iter().map(|h| h.worker.bytes()).sum();
        let shared = &self.engine.shared;
        arena + table + hands + shared.places.bytes() + shared.values.bytes()
    }

    fn stop(&mut self) -> Option<StopReason> {
        for hand in &mut self.hands {
            hand.tidy(&self.store);
            hand.worker.take_growth();
        }
        let bytes = self.bytes();
        self.peak_bytes = self.peak_bytes.max(bytes);
        let room = self.control.room(bytes) / self.hands.len();
        for hand in &mut self.hands {
            hand.worker.may_grow(room);
        }
        let arcs = self.hands.iter().map(|h| h.arcs).sum();
        let (states, frontier) = (self.store.len(), self.waiting);
        let reason = self.control.stop(|| Progress {
            states,
            arcs,
            frontier,
            bytes,
            ..Progress::default()
        });
        let numbers = self.store.is_nearly_full() || self.engine.shared.is_nearly_exhausted();
        reason.or(numbers.then_some(StopReason::Numbers))
    }

    fn finish(mut self, stop: StopReason) -> Space {
        self.take_over();
        let mut dead: Vec<StateId> = Vec::new();
        let mut occurred = vec![false; self.engine.shared.net.transitions.len()];
        for hand in &mut self.hands {
            dead.append(&mut hand.dead);
            for (all, one) in occurred.iter_mut().zip(&hand.worker.occurred) {
                *all |= one;
            }
        }
        dead.sort_unstable();
        let beyond: usize = self.hands.iter().map(|hand| hand.beyond).sum();
        let stop = match stop {
            StopReason::Complete if beyond > 0 => StopReason::UntilTime,
            stop => stop,
        };
        Space {
            arcs: self.hands.iter().map(|h| h.arcs).sum(),
            peak_bytes: self.peak_bytes.max(self.bytes()),
            engine: self.engine,
            store: self.store,
            used: self.used,
            dead,
            occurred,
            stop,
            predecessors: self.predecessors,
            frontier: self.waiting + beyond,
        }
    }
}

/// How many markings must wait before more than one thread works, until that turns out to be too few. Threads stay for many levels of the search, so it is not many.
fn enough(control: &Control<'_>) -> usize {
    control.parallel_from.div_ceil(4)
}

/// Takes over the numbers of new markings from the threads.
fn take_over(
    hands: &mut [Hand],
    used: &mut Vec<Range<StateId>>,
    frontier: &mut VecDeque<Range<StateId>>,
    waiting: &mut usize,
) {
    let mut stored = |ids: Range<StateId>| match used.last_mut() {
        Some(last) if last.end == ids.start => last.end = ids.end,
        _ => used.push(ids),
    };
    for hand in hands {
        hand.found.drain(..).for_each(&mut stored);
        for ids in hand.cursor.new.drain(..) {
            *waiting += ids.len();
            stored(ids.clone());
            append(frontier, ids);
        }
    }
}
