//! Cut-off points: markings at which a sweep without an end may end all the same.
//!
//! In a reactive system progress goes on for ever, and no marking comes again. But there are markings, the cut-off points, that every run passes again and again, and of which
//! there are only finitely many up to equivalence. The classes of these are stored; a branch ends at a marking whose class is. Whatever comes after it came, up to
//! equivalence, after the one that was there before.
//!
//! Whether a predicate describes cut-off points cannot be seen in advance. So each marking knows how many layers ago the last one was on its way, and if these are very
//! many the sweep ends and shows the way.

use super::layers::Pile;
use super::measure::{Goal, Measure};
use super::store::StateId;
use super::ways;
use crate::engine::{Batch, Halt, Worker};
use crate::net::expression::MarkingExpression;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// What came of a marking.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Met {
    /// It is no cut-off point.
    Other,
    /// It is the first of its class.
    New,
    /// Its class is known: the branch ends here.
    Known,
}

/// The cut-off points of a sweep.
#[derive(Debug)]
pub struct Cutoff {
    point: Goal,
    /// An engine that knows what is equivalent.
    worker: Worker,
    /// Representatives of the classes met.
    pub classes: Pile,
    /// Markings of the current layer that are the first of their class. Who must wait before it is expanded is met again.
    firsts: FxHashSet<(bool, StateId)>,
    /// Branches that ended.
    pub cut: u64,
    /// Layers without a cut-off point on a way, after which there is probably none.
    pub most: u64,
    /// The end of such a way: its number in the tree of ways.
    pub stray: Option<u64>,
}

impl Cutoff {
    /// No points met yet. The worker gives representatives.
    pub fn new(point: &MarkingExpression, worker: Worker, most: u64) -> Cutoff {
        let width = worker.layout().words;
        Cutoff {
            point: Goal::new(point.share()),
            worker,
            classes: Pile::new(width, 1),
            firsts: FxHashSet::default(),
            cut: 0,
            most,
            stray: None,
        }
    }

    /// Looks at a marking before it is expanded, given by its number and whether that is one of a persistent marking. Its step in the tree of ways forgets its age at
    /// a cut-off point.
    pub fn meet(
        &mut self,
        number: (bool, StateId),
        marking: &[u64],
        step: &mut u64,
    ) -> Result<Met, Box<Halt>> {
        if self.firsts.contains(&number) {
            return Ok(Met::New);
        }
        if !self.point.holds(&mut self.worker, marking)? {
            if ways::age(*step) > self.most {
                self.stray = Some(*step);
            }
            return Ok(Met::Other);
        }
        let mut class = Batch::one(marking);
        self.worker.reduce(&mut class, 0)?;
        let (_, new) = self.classes.insert_one(&class.words);
        *step = ways::young(*step);
        if !new {
            self.cut += 1;
            return Ok(Met::Known);
        }
        self.firsts.insert(number);
        Ok(Met::New)
    }

    /// The current layer is passed.
    pub fn pass(&mut self) {
        self.firsts.clear();
    }

    /// Works with the layout and the tables that another engine has now.
    pub fn follow_if_changed(&mut self, other: &Worker) {
        let moved = !Arc::ptr_eq(self.worker.shared(), other.shared());
        if moved {
            self.worker.move_to(other.shared().clone());
        }
        if moved || !Arc::ptr_eq(self.worker.layout(), other.layout()) {
            self.worker.adopt(other.layout().clone());
            self.point.forget(other.layout());
        }
    }
}
