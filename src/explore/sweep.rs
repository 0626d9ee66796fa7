//! The sweep-line method: markings are expanded in the order of their progress, layer by layer, and a layer that was passed is deleted.
//!
//! A step to a marking of less progress, a *regress arc*, may lead to a marking that was deleted. So its target becomes *persistent*: it is never deleted, and the next
//! sweep begins there. Sweeps go on until one finds no new persistent marking. So every reachable marking is visited at least once, whatever the measure, and
//! exactly once if progress never decreases. Within one sweep no marking is expanded twice, since what is on the line or ahead of it is stored.
//!
//! What the engine knows of tokens is reclaimed too: `reclaim` is that part, `layers` keeps the markings, `sweeper` is one thread's work.

use super::bounds::{Bounds, Counter};
use super::control::{Control, Progress, StopReason};
use super::cutoff::{Cutoff, Met};
use super::heard::Heard;
use super::layers::{Layer, Layers, Passed, Pile};
use super::log::{Log, Row};
use super::measure::{Gauge, Goal, Mark, Measure, Scale, Value};
use super::parts::spawn;
use super::store::StateId;
use super::sweeper::{Scene, Sweeper};
use super::ways::Ways;
use crate::engine::{Apart, Batch, Demand, Engine, Failure, Halt, Worker, demanded};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Markings that one thread expands before it looks around.
const BLOCK: u32 = 64;
/// Markings of one round of all threads.
const ROUND: usize = 1 << 13;
/// Markings that are expanded between two looks at limits and memory.
const CHECK: usize = 512;
/// Layers ahead that are looked at one by one.
const FEW: usize = 64;

/// How a sweep is done.
#[derive(Debug, Default)]
pub struct Options {
    /// Progress must not decrease: the first regress arc ends the search.
    pub strict: bool,
    /// Passed layers are deleted when so many markings were expanded since the last time; 0: at every layer.
    pub collect: usize,
    /// Multi-set bounds are kept also of places with many colours.
    pub all_colours: bool,
    /// Ways to markings are kept here.
    pub ways: Option<Ways>,
    /// Told of every layer.
    pub log: Option<Log>,
    /// Branches end at known cut-off points. Needs `ways`.
    pub cutoff: Option<Cutoff>,
    /// Somebody listens to what is met. Then one thread does it.
    pub heard: Option<Heard>,
}

/// A step to less progress.
#[derive(Clone, Debug)]
pub struct Regress {
    /// The marking before the step.
    pub from: Vec<u64>,
    /// The marking after it.
    pub to: Vec<u64>,
    /// How far they are.
    pub values: (Arc<Value>, Arc<Value>),
}

/// What was counted.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Markings expanded, each as often as it was.
    pub explored: u64,
    /// How many markings those stand for, each as often as it was expanded; if that is known.
    pub represented: Option<u128>,
    /// Most markings expanded in one sweep: no two of them are equal.
    pub in_one_sweep: u64,
    /// Steps found, each as often as it was.
    pub arcs: u64,
    /// Steps to less progress.
    pub regress: u64,
    /// Sweeps begun.
    pub sweeps: u64,
    /// Layers passed.
    pub layers: u64,
    /// Most markings in layers at one time; persistent ones are not among them.
    pub peak: usize,
    /// Most markings stored at one time, persistent ones among them.
    pub peak_with_persistent: usize,
    /// Most bytes in use at one time, by our own count.
    pub peak_bytes: usize,
}

/// A search by the sweep-line method.
#[derive(Debug)]
pub struct Sweep {
    /// The net and the layout of markings.
    pub engine: Engine,
    /// What was counted so far.
    pub tally: Tally,
    /// Markings without a step.
    pub dead: Pile,
    /// Markings that somebody wants to keep.
    pub kept: Pile,
    /// Markings that regress arcs lead to.
    pub persistent: Pile,
    /// In strict mode the step that ends the search, once all of its layer is expanded: the least
    /// one by content, whatever thread found which first.
    pub regress: Option<Regress>,
    /// In strict mode where steps to less progress lead.
    pub(super) falls: Pile,
    /// The marking that was looked for, if it was found: its number in the tree of ways.
    pub goal: Option<u64>,
    pub(super) options: Options,
    pub(super) sweepers: Vec<Sweeper>,
    pub(super) scale: Scale,
    pub(super) layers: Layers,
    pub(super) current: Option<(Mark, Box<Layer>)>,
    /// Layers passed and not yet deleted.
    pub(super) passed: Passed,
    /// Markings expanded since layers were deleted.
    uncollected: u64,
    /// Persistent markings at which the next sweep begins.
    pub(super) roots: Vec<(Mark, StateId)>,
    /// For each persistent marking its number in the tree of ways.
    pub(super) persistent_steps: Vec<u64>,
    explored_before: u64,
    pub(super) counter: Counter,
    pub(super) bounds: Option<Vec<Bounds>>,
    demands: Vec<Demand>,
    /// Bytes of the tables one layer after they were last renewed: what is needed.
    pub(super) renewed: Option<usize>,
    /// How many markings are expanded when limits are looked at next, and when tables are.
    look_at: u64,
    renew_at: u64,
    pub(super) order: Vec<u32>,
    pub(super) probes: Vec<u32>,
    /// What is expanded next; a list that is used again and again.
    tasks: Vec<Range<StateId>>,
}

impl Sweep {
    /// A sweep that begins at the initial marking. It looks for a goal, if there is one; then one thread does it, and so it is with ways.
    pub fn new(
        engine: Engine,
        measure: Box<dyn Measure>,
        goal: Option<Goal>,
        mut options: Options,
        threads: usize,
    ) -> Result<Sweep, Box<Halt>> {
        let traced = options.ways.is_some();
        let heard = options.heard.take();
        let threads = match goal.is_some() || traced || heard.is_some() {
            true => 1,
            false => threads.max(1),
        };
        let first = Gauge::new(measure);
        let others =
            (1..threads).map(|_| Sweeper::new(engine.worker(), first.share(), None, false));
        let mut sweepers: Vec<Sweeper> = others.collect();
        sweepers.insert(0, Sweeper::new(engine.worker(), first, goal, traced));
        let width = engine.layout.words;
        let mut sweep = Sweep {
            tally: Tally::default(),
            dead: Pile::new(width, 1),
            kept: Pile::new(width, 1),
            persistent: Pile::new(width, 1),
            regress: None,
            falls: Pile::new(width, 1),
            goal: None,
            options,
            sweepers,
            scale: Scale::default(),
            layers: Layers::default(),
            current: None,
            passed: Passed::default(),
            uncollected: 0,
            roots: Vec::new(),
            persistent_steps: Vec::new(),
            explored_before: 0,
            counter: Counter::new(&engine),
            bounds: None,
            demands: Vec::new(),
            renewed: None,
            look_at: 0,
            renew_at: 0,
            order: Vec::new(),
            probes: Vec::new(),
            tasks: Vec::new(),
            engine,
        };
        sweep.sweepers[0].heard = heard;
        sweep.begin()?;
        Ok(sweep)
    }

    fn begin(&mut self) -> Result<(), Box<Halt>> {
        self.tally.sweeps = 1;
        self.tally.represented = Some(0);
        // Where equivalent markings are one, its representative.
        let first = loop {
            let mut first = Batch::one(&self.engine.initial);
            match self.sweepers[0].worker.reduce(&mut first, 0) {
                Ok(()) => break first,
                Err(halt) => self.relayout(vec![demanded(*halt)?])?,
            }
        };
        let initial = first.words.clone();
        let sweeper = &mut self.sweepers[0];
        let mark = (sweeper.gauge).mark(&mut sweeper.worker, &self.scale, &initial)?;
        let threads = self.sweepers.len();
        let layer = (self.layers).layer(&self.scale, mark, initial.len(), threads);
        layer.add(&first, &[0], &mut self.probes, |_, _| {});
        if let Some(ways) = &mut self.options.ways {
            layer.steps.push(ways.start());
        }
        self.layers.stored += 1;
        Ok(())
    }

    /// Goes on until the end or a limit.
    pub fn run(&mut self, control: &mut Control<'_>) -> Result<StopReason, Failure> {
        loop {
            if let Some(reason) = self.step(control)? {
                return Ok(reason);
            }
        }
    }

    /// Expands some more markings. Tells why the search ended, if it did.
    pub fn step(&mut self, control: &mut Control<'_>) -> Result<Option<StopReason>, Failure> {
        let result = self.advance(control);
        // An end that comes of values that were lost is none.
        if !matches!(result, Ok(None)) {
            self.engine.shared.intact()?;
        }
        result
    }

    fn advance(&mut self, control: &mut Control<'_>) -> Result<Option<StopReason>, Failure> {
        if let Some(heard) = &mut self.sweepers[0].heard {
            heard.clear();
        }
        if !self.demands.is_empty() {
            let demands = std::mem::take(&mut self.demands);
            self.relayout(demands)?;
        }
        if self.tally.explored >= self.look_at {
            self.engine.shared.intact()?;
            if let Some(reason) = self.look_around(control) {
                return self.end(reason).map(Some);
            }
        }
        if self.current.is_none() {
            if self.tally.explored >= self.renew_at {
                self.renew_at = self.tally.explored + self.engine.pause(CHECK) as u64;
                self.renew_if_worthwhile()?;
            }
            if !self.next_layer() {
                let mut sweepers = self.sweepers.iter();
                return Ok(Some(match sweepers.any(|sweeper| sweeper.beyond) {
                    true => StopReason::UntilTime,
                    false => StopReason::Complete,
                }));
            }
        }
        self.expand(control);
        self.settle()?;
        let full = |sweeper: &mut Sweeper| std::mem::take(&mut sweeper.full);
        if self.sweepers.iter_mut().any(full) {
            return self.end(StopReason::Memory).map(Some);
        }
        let interrupted = |sweeper: &mut Sweeper| std::mem::take(&mut sweeper.interrupted);
        if self.sweepers.iter_mut().any(interrupted) {
            // The flag of the evaluation need not be the search's own.
            let reason = self.look_around(control);
            return (self.end(reason.unwrap_or(StopReason::Interrupted))).map(Some);
        }
        if self.stray().is_some() {
            return Ok(Some(StopReason::NoCutoff));
        }
        if self.options.ways.as_ref().is_some_and(Ways::is_broken) {
            return Ok(Some(StopReason::Disk));
        }
        let unfinished = |(_, layer): &(Mark, Box<Layer>)| layer.waiting() > 0;
        if self.demands.is_empty() && !self.current.as_ref().is_some_and(unfinished) {
            if !self.falls.is_empty() {
                return self.end(StopReason::Regress).map(Some);
            }
            self.finish_layer();
            if self.goal.is_some() {
                return Ok(Some(StopReason::Found));
            }
        }
        Ok(None)
    }

    /// Returns why the search ends. A goal that was found counts, and so does a step to less progress
    /// in strict mode, also if a limit was reached before the end of their layer.
    fn end(&mut self, reason: StopReason) -> Result<StopReason, Failure> {
        if self.goal.is_some() {
            return Ok(StopReason::Found);
        }
        if !self.falls.is_empty() {
            self.regress = self.least_fall()?;
        }
        match self.regress {
            Some(_) => Ok(StopReason::Regress),
            None => Ok(reason),
        }
    }

    /// Moves the sweep-line to the next layer, or begins the next sweep. `false` at the end.
    fn next_layer(&mut self) -> bool {
        self.current = self.layers.take_least();
        if self.current.is_none() && !self.roots.is_empty() {
            self.begin_sweep();
            self.current = self.layers.take_least();
        }
        if let Some((_, layer)) = &mut self.current {
            for sweeper in &mut self.sweepers {
                sweeper.cursor = std::mem::take(&mut layer.pile.cursor);
            }
        }
        self.current.is_some()
    }

    fn begin_sweep(&mut self) {
        // Passed layers have markings that this sweep must expand again.
        self.collect();
        self.tally.sweeps += 1;
        self.explored_before = self.tally.explored;
        let (width, threads) = (self.engine.layout.words, self.sweepers.len());
        for (mark, id) in std::mem::take(&mut self.roots) {
            let layer = self.layers.layer(&self.scale, mark, width, threads);
            layer.roots.push(id);
        }
    }

    /// Expands markings that wait in the current layer: some, or with several threads many.
    fn expand(&mut self, control: &Control<'_>) {
        let Some((mark, layer)) = &mut self.current else {
            return;
        };
        let from_roots = !layer.roots.is_empty();
        if let Some(cutoff) = &mut self.options.cutoff {
            cutoff.follow_if_changed(&self.sweepers[0].worker);
        }
        let several = self.sweepers.len() > 1 && layer.waiting() >= control.parallel_from;
        let most = if several { ROUND } else { BLOCK as usize };
        let mut tasks = std::mem::take(&mut self.tasks);
        tasks.clear();
        let mut size = 0;
        while size < most
            && let Some(ids) = match from_roots {
                true => layer.roots.pop().map(|id| id..id + 1),
                false => layer.take(BLOCK / 2),
            }
        {
            size += ids.len();
            let Some(cutoff) = &mut self.options.cutoff else {
                tasks.push(ids);
                continue;
            };
            let (store, steps) = match from_roots {
                true => (&self.persistent.store, &mut self.persistent_steps),
                false => (&layer.pile.store, &mut layer.steps),
            };
            let mut marking = vec![0; store.width()];
            for id in ids.clone() {
                store.read(id, &mut marking);
                let mut step = steps.get(id as usize).copied().unwrap_or_default();
                match cutoff.meet((from_roots, id), &marking, &mut step) {
                    Ok(Met::Known) => {}
                    Ok(Met::New | Met::Other) => tasks.push(id..id + 1),
                    Err(halt) => {
                        self.sweepers[0].stop(*halt, id..ids.end);
                        break;
                    }
                }
                if let Some(known) = steps.get_mut(id as usize) {
                    *known = step;
                }
            }
            if !self.sweepers[0].left.is_empty() {
                break;
            }
        }
        let halt = Apart(AtomicBool::new(false));
        let scene = Scene {
            from: match from_roots {
                true => &self.persistent.store,
                false => &layer.pile.store,
            },
            steps: match from_roots {
                true => &self.persistent_steps,
                false => &layer.steps,
            },
            layer: &layer.pile.store,
            mark: *mark,
            scale: &self.scale,
            persistent: &self.persistent,
            halt: &halt.0,
        };
        let next = Apart(AtomicUsize::new(0));
        let (next, scene, work) = (&next.0, &scene, &tasks[..]);
        if let Some((first, others)) = self.sweepers.split_first_mut() {
            match several {
                true => std::thread::scope(|scope| {
                    for other in others {
                        spawn(scope, || other.work(scene, work, next));
                    }
                    first.work(scene, work, next);
                }),
                false => first.work(scene, work, next),
            }
        }
        // The first marking that was looked for, by where it is stored now.
        if let (None, Some(id)) = (self.goal, self.sweepers[0].found) {
            self.goal = Some(scene.steps.get(id as usize).copied().unwrap_or_default());
        }
        // What was not begun, or left, waits again.
        let begun = next.load(Ordering::Relaxed).min(tasks.len());
        let left = tasks.drain(begun..);
        let left =
            left.chain((self.sweepers.iter_mut()).flat_map(|sweeper| sweeper.left.drain(..)));
        for ids in left.filter(|ids| !ids.is_empty()) {
            match from_roots {
                true => layer.roots.extend(ids),
                false => layer.waiting.push_front(ids),
            }
        }
        self.tasks = tasks;
    }

    /// Takes over what the threads found, and makes room for what did not fit.
    fn settle(&mut self) -> Result<(), Failure> {
        for i in 0..self.sweepers.len() {
            if let Some(failure) = self.sweepers[i].failure.take() {
                return Err(failure);
            }
            self.flush(i);
            self.place(i)?;
            let sweeper = &mut self.sweepers[i];
            if sweeper.worker.take_growth() {
                self.look_at = 0;
            }
            let expanded = std::mem::take(&mut sweeper.expanded);
            self.uncollected += expanded;
            self.tally.explored += expanded;
            self.tally.arcs += std::mem::take(&mut sweeper.arcs);
            let more = sweeper.represented.replace(0);
            let both = self.tally.represented.zip(more);
            self.tally.represented = both.map(|(sum, more)| sum.saturating_add(more));
            let dead = std::mem::take(&mut sweeper.dead);
            self.demands.append(&mut sweeper.demands);
            for marking in dead.chunks_exact(self.engine.layout.words) {
                self.dead.insert_one(marking);
            }
        }
        let in_this = self.tally.explored - self.explored_before;
        self.tally.in_one_sweep = self.tally.in_one_sweep.max(in_this);
        Ok(())
    }

    /// The current layer is passed.
    fn finish_layer(&mut self) {
        let Some((mark, layer)) = self.current.take() else {
            return;
        };
        if let Some(cutoff) = &mut self.options.cutoff {
            cutoff.pass();
        }
        let mut state = vec![0; self.engine.layout.words];
        for id in layer.pile.ids() {
            layer.pile.store.read(id, &mut state);
            self.counter.add(&self.engine.shared, &state);
        }
        self.tally.layers += 1;
        let size = layer.pile.store.len();
        let value = layer.value.clone();
        self.passed.add(mark, layer);
        let stored = self.layers.stored + self.passed.stored;
        self.tally.peak = self.tally.peak.max(stored);
        let all = stored + self.persistent.store.len();
        self.tally.peak_with_persistent = self.tally.peak_with_persistent.max(all);
        if self.options.log.is_some() {
            let row = Row {
                sweep: self.tally.sweeps,
                progress: value,
                layer: size,
                stored,
                explored: self.tally.explored,
                frontier: self.layers.stored,
                persistent: self.persistent.store.len(),
                bytes: self.bytes(),
                resident: 0,
            };
            if let Some(log) = &mut self.options.log {
                log.layer(row);
            }
        }
        if self.uncollected >= self.options.collect as u64 {
            self.collect();
        }
    }

    /// Deletes the layers that were passed.
    fn collect(&mut self) {
        self.uncollected = 0;
        for layer in self.passed.take() {
            self.layers.drop(layer);
        }
    }

    /// Bytes in use: markings, tables, what threads remember.
    pub(super) fn bytes(&self) -> usize {
        let current = self.current.iter().map(|(_, layer)| layer.pile.store.len());
        let markings = self.layers.stored
            + self.passed.stored
            + current.sum::<usize>()
            + self.persistent.store.len()
            + self.dead.store.len()
            + self.kept.store.len();
        let memo = self.sweepers.iter().map(|s| s.worker.memo_bytes());
        // a table has about six bytes a marking
        markings * (self.engine.layout.words * 8 + 6) + self.table_bytes() + memo.sum::<usize>()
    }

    fn look_around(&mut self, control: &mut Control<'_>) -> Option<StopReason> {
        // A limit below the usual distance is a limit all the same.
        let most = control.max_states.map_or(u64::MAX, |most| most as u64);
        let next = self.tally.explored + 1;
        self.look_at = (next + self.engine.pause(CHECK) as u64 - 1).min(most.max(next));
        self.forget_elements();
        let bytes = self.bytes();
        self.tally.peak_bytes = self.tally.peak_bytes.max(bytes);
        let room = control.room(bytes) / self.sweepers.len();
        for sweeper in &mut self.sweepers {
            sweeper.worker.may_grow(room);
        }
        let growth = self.growth();
        let current = self.current.as_ref();
        let waiting = current.map_or(0, |(_, layer)| layer.waiting());
        let reason = control.stop(|| Progress {
            states: self.tally.explored as usize,
            arcs: self.tally.arcs,
            frontier: self.layers.stored + waiting,
            bytes,
            at: current.map(|(_, layer)| layer.value.clone()),
            ..Progress::default()
        });
        if let Some(reason) = reason {
            return Some(reason);
        }
        let layer = current.is_some_and(|(_, layer)| layer.pile.store.is_nearly_full());
        let stored = layer || self.persistent.store.is_nearly_full();
        match stored || self.engine.shared.is_nearly_exhausted() {
            true => Some(StopReason::Numbers),
            false => (growth > control.room(bytes)).then_some(StopReason::Memory),
        }
    }

    /// Bytes that the largest table needs soon. Of many layers none is large.
    fn growth(&mut self) -> usize {
        let ahead = match self.layers.count() <= FEW {
            true => self.layers.all().map(|l| l.pile.store.growth()).max(),
            false => None,
        };
        let current = self.current.iter().map(|(_, l)| l.pile.store.growth());
        let largest = current.chain(ahead).max().unwrap_or(0);
        largest.max(self.persistent.store.growth())
    }

    /// What was met in the last step, if somebody listens, and the worker that knows it.
    pub fn heard(&mut self) -> (Option<&Heard>, &mut Worker) {
        let Sweeper { heard, worker, .. } = &mut self.sweepers[0];
        (heard.as_ref(), worker)
    }

    /// Keeps a marking that was met in the last step, and tells its number.
    pub fn keep(&mut self, marking: &[u64]) -> StateId {
        self.kept.insert_one(marking).0
    }

    /// Markings found and not expanded.
    pub fn frontier(&self) -> usize {
        let current = self.current.as_ref();
        let waiting = current.map_or(0, |(_, layer)| layer.waiting());
        self.layers.stored + waiting + self.roots.len()
    }

    /// For each transition whether it occurred.
    pub fn occurred(&self) -> Vec<bool> {
        let mut all = vec![false; self.engine.shared.net.transitions.len()];
        for sweeper in &self.sweepers {
            for (all, one) in all.iter_mut().zip(&sweeper.worker.occurred) {
                *all |= one;
            }
        }
        all
    }

    /// What was written down of the layers.
    pub fn take_log(&mut self) -> Option<Log> {
        self.options.log.take()
    }

    /// What was met of cut-off points, if there are some.
    pub fn cutoff(&self) -> Option<&Cutoff> {
        self.options.cutoff.as_ref()
    }

    /// The end of a way without cut-off points, where there should be some.
    pub fn stray(&self) -> Option<u64> {
        self.cutoff().and_then(|cutoff| cutoff.stray)
    }

    /// The tree of ways, if there is one.
    pub fn ways(&mut self) -> Option<&mut Ways> {
        self.options.ways.as_mut()
    }
}
