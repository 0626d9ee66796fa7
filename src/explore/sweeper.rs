//! One thread's part in a sweep: it expands markings of the current layer, puts successors of the same progress into that layer, and leaves the others to
//! whoever keeps the layers.

use super::heard::Heard;
use super::layers::Pile;
use super::measure::{Gauge, Goal, Mark, Scale};
use super::store::{Cursor, StateId, Store};
use crate::engine::{Batch, Demand, Failure, Halt, Worker};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Successors that are looked up together.
const FLUSH: usize = 128;

/// What all threads see of a sweep while they work.
#[derive(Debug)]
pub struct Scene<'s> {
    /// Where the markings to expand are.
    pub from: &'s Store,
    /// For each of them its number in the tree of ways, if there is one.
    pub steps: &'s [u64],
    /// The current layer.
    pub layer: &'s Store,
    /// Its progress.
    pub mark: Mark,
    /// Progress values.
    pub scale: &'s Scale,
    /// Markings that are never deleted.
    pub persistent: &'s Pile,
    /// Somebody must do something first.
    pub halt: &'s AtomicBool,
}

/// Successors with another progress than the current layer.
#[derive(Debug, Default)]
pub struct Elsewhere {
    /// The markings.
    pub batch: Batch,
    /// Their progress.
    pub marks: Vec<Mark>,
    /// The step in the tree of ways that each comes after, if there is a tree.
    pub sources: Vec<u64>,
}

impl Elsewhere {
    /// Drops all.
    pub fn clear(&mut self) {
        self.batch.clear();
        self.marks.clear();
        self.sources.clear();
    }
}

/// One thread's part, on cache lines of its own.
#[derive(Debug)]
#[repr(align(128))]
pub struct Sweeper {
    /// Its engine.
    pub worker: Worker,
    /// Its measure.
    pub gauge: Gauge,
    /// What is looked for.
    pub goal: Option<Goal>,
    /// What is met, for somebody who listens.
    pub heard: Option<Heard>,
    /// Numbers for new markings of the current layer.
    pub cursor: Cursor,
    /// Successors not yet looked up, and their progress.
    batch: Batch,
    marks: Vec<Mark>,
    /// The step in the tree of ways that each successor comes after, if there is a tree.
    sources: Option<Vec<u64>>,
    elsewhere: Elsewhere,
    /// New markings of the current layer, in order, with the step they come after and what led there; if there is a tree.
    pub born: Vec<(u64, crate::engine::Occurrence)>,
    /// Markings expanded.
    pub expanded: u64,
    /// How many markings those expanded stand for, if that is known.
    pub represented: Option<u128>,
    /// Steps found.
    pub arcs: u64,
    /// Words of markings without a step.
    pub dead: Vec<u64>,
    /// Whether a marking has steps only after the time at which the search ends.
    pub beyond: bool,
    /// The first marking that was looked for.
    pub found: Option<StateId>,
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
    which: Vec<u32>,
    probes: Vec<u32>,
    state: Vec<u64>,
}

impl Sweeper {
    /// Nothing done yet. `traced`: the steps between markings are wanted.
    pub fn new(worker: Worker, gauge: Gauge, goal: Option<Goal>, traced: bool) -> Sweeper {
        let batch = match traced {
            true => Batch::traced(),
            false => Batch::markings(),
        };
        Sweeper {
            worker,
            gauge,
            goal,
            heard: None,
            cursor: Cursor::default(),
            elsewhere: Elsewhere {
                batch: batch.clone(),
                ..Elsewhere::default()
            },
            batch,
            marks: Vec::new(),
            sources: traced.then(Vec::new),
            born: Vec::new(),
            expanded: 0,
            represented: Some(0),
            arcs: 0,
            dead: Vec::new(),
            beyond: false,
            found: None,
            demands: Vec::new(),
            failure: None,
            full: false,
            interrupted: false,
            left: Vec::new(),
            which: Vec::new(),
            probes: Vec::new(),
            state: Vec::new(),
        }
    }

    /// Whether there are successors with another progress.
    pub fn leads_elsewhere(&self) -> bool {
        !self.elsewhere.marks.is_empty()
    }

    /// The successors with another progress, to be put where they belong.
    pub fn take_elsewhere(&mut self) -> Elsewhere {
        std::mem::take(&mut self.elsewhere)
    }

    /// Takes the emptied lists back, so that their memory is used again.
    pub fn give_back(&mut self, elsewhere: Elsewhere) {
        self.elsewhere = elsewhere;
    }

    /// Expands markings of the current layer. Returns early, with the rest in `left`, if something must be done first.
    pub fn expand(&mut self, scene: &Scene<'_>, ids: Range<StateId>) {
        let mut state = std::mem::take(&mut self.state);
        state.resize(scene.from.width(), 0);
        for id in ids.clone() {
            if scene.halt.load(Ordering::Relaxed) {
                self.left.push(id..ids.end);
                break;
            }
            scene.from.read(id, &mut state);
            if let Err(halt) = self.expand_one(scene, id, &state) {
                self.stop(*halt, id..ids.end);
                scene.halt.store(true, Ordering::Relaxed);
                break;
            }
            if self.worker.has_grown() {
                // Few markings may need much memory: somebody should look at it.
                self.left.push(id + 1..ids.end);
                scene.halt.store(true, Ordering::Relaxed);
                break;
            }
            if self.batch.len() >= FLUSH && !self.flush(scene) {
                self.left.push(id + 1..ids.end);
                scene.halt.store(true, Ordering::Relaxed);
                break;
            }
        }
        self.state = state;
    }

    /// Something must be done before these markings can be expanded.
    pub fn stop(&mut self, halt: Halt, left: Range<StateId>) {
        match halt {
            Halt::Demand(demand) => self.demands.push(demand),
            Halt::Failure(failure) => self.failure = Some(failure),
            Halt::Interrupted(_) => self.interrupted = true,
            Halt::Memory(_) => self.full = true,
        }
        self.left.push(left);
    }

    fn expand_one(
        &mut self,
        scene: &Scene<'_>,
        id: StateId,
        state: &[u64],
    ) -> Result<(), Box<Halt>> {
        if let Some(goal) = &mut self.goal
            && self.found.is_none()
            && goal.holds(&mut self.worker, state)?
        {
            self.found = Some(id);
        }
        let before = self.batch.len();
        self.worker.expand(state, &mut self.batch)?;
        let after = self.batch.len();
        let width = state.len();
        for i in before..after {
            let successor = &self.batch.words[i * width..(i + 1) * width];
            let from = (state, scene.mark);
            let mark = (self.gauge).after(&mut self.worker, scene.scale, successor, from);
            match mark {
                Ok(mark) => self.marks.push(mark),
                Err(halt) => {
                    self.batch.truncate(before);
                    self.marks.truncate(before);
                    return Err(halt);
                }
            }
        }
        if let Some(heard) = &mut self.heard
            && let Err(halt) = heard.add(&mut self.worker, state, after - before)
        {
            self.batch.truncate(before);
            self.marks.truncate(before);
            return Err(halt);
        }
        if let Some(sources) = &mut self.sources {
            sources.resize(after, scene.steps[id as usize]);
        }
        self.expanded += 1;
        let stands_for = self.worker.stands_for(state);
        let both = self.represented.zip(stands_for);
        self.represented = both.map(|(sum, more)| sum.saturating_add(more));
        self.arcs += (after - before) as u64;
        if after == before {
            match self.worker.take_beyond() {
                true => self.beyond = true,
                false => self.dead.extend_from_slice(state),
            }
        }
        Ok(())
    }

    /// Looks up all successors in the current layer; those of another one go to `elsewhere`. `false` if the layer's table must grow first.
    pub fn flush(&mut self, scene: &Scene<'_>) -> bool {
        let here = self
            .marks
            .iter()
            .filter(|&&mark| mark == scene.mark)
            .count();
        if !scene.layer.claim(here) {
            return false;
        }
        let (mut batch, width) = (std::mem::take(&mut self.batch), scene.layer.width());
        let mut which = std::mem::take(&mut self.which);
        which.clear();
        let (sources, born) = (&self.sources, &mut self.born);
        let mut each = |i: usize, _, new| {
            if let (true, Some(sources)) = (new, sources) {
                born.push((sources[i], batch.occurrences[i]));
            }
        };
        let (cursor, probes) = (&mut self.cursor, &mut self.probes);
        if here == self.marks.len() && scene.persistent.is_empty() {
            (scene.layer).insert_some(&batch, 0..here, cursor, probes, &mut each);
        } else {
            for (i, &mark) in self.marks.iter().enumerate() {
                let words = &batch.words[i * width..(i + 1) * width];
                if mark != scene.mark {
                    self.elsewhere.batch.copy(&batch, i);
                    self.elsewhere.marks.push(mark);
                    if let Some(sources) = sources {
                        self.elsewhere.sources.push(sources[i]);
                    }
                } else if scene.persistent.is_empty()
                    || (scene.persistent.store)
                        .find_hashed(batch.hashes[i], words)
                        .is_none()
                {
                    which.push(i as u32);
                }
            }
            scene.layer.unclaim(here - which.len());
            let indices = which.iter().map(|&i| i as usize);
            (scene.layer).insert_some(&batch, indices, cursor, probes, &mut each);
        }
        batch.clear();
        self.marks.clear();
        if let Some(sources) = &mut self.sources {
            sources.clear();
        }
        (self.batch, self.which) = (batch, which);
        true
    }

    /// Takes tasks until there are none or something must be done first.
    pub fn work(&mut self, scene: &Scene<'_>, tasks: &[Range<StateId>], next: &AtomicUsize) {
        while !scene.halt.load(Ordering::Relaxed) {
            let task = next.fetch_add(1, Ordering::Relaxed);
            let Some(ids) = tasks.get(task) else { break };
            self.expand(scene, ids.clone());
        }
        // what does not fit now waits until the table has grown
        self.flush(scene);
    }
}
