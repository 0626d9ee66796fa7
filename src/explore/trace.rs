//! A way from the initial marking to another: which binding elements occur, and which tokens each changes. Every step is done again by the engine while the
//! trace is made, so what is shown is what the net does.

use super::full::Space;
use super::store::StateId;
use crate::engine::{
    Batch, Binding, Demand, Failure, Halt, Item, Layout, Recode, Worker, demanded,
};
use std::sync::Arc;

/// One occurrence.
#[derive(Clone, Debug)]
pub struct Step {
    /// What occurs.
    pub binding: Binding,
    /// When; 0 in a net without time.
    pub time: i64,
    /// Places whose tokens change.
    pub changes: Vec<Change>,
}

/// What changes on a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The place.
    pub place: usize,
    /// Tokens that go.
    pub removed: Vec<Item>,
    /// Tokens that come.
    pub added: Vec<Item>,
}

/// The markings on the way to one, the initial marking first. The space must have predecessors.
pub fn way(space: &Space, to: StateId) -> Vec<StateId> {
    let mut way = vec![to];
    let mut at = to;
    while at != 0 {
        match space.predecessors.get(at as usize) {
            Some(&before) if before != at => at = before,
            _ => break,
        }
        way.push(at);
    }
    way.reverse();
    way
}

/// Does the steps from marking to marking. `None` if one of them is no step of the net. Where equivalent markings are one, the stored markings are
/// representatives; the steps are those of the net from its own initial marking, each to a marking that the next representative stands for.
pub fn replay(
    space: &Space,
    worker: &mut Worker,
    way: &[StateId],
) -> Result<Option<Vec<Step>>, Failure> {
    let result = Replay {
        space,
        at: space.engine.initial.clone(),
        worker,
    }
    .steps(way);
    worker.adopt(space.engine.layout.clone());
    result
}

struct Replay<'a> {
    space: &'a Space,
    worker: &'a mut Worker,
    /// The marking reached so far.
    at: Vec<u64>,
}

impl Replay<'_> {
    fn steps(&mut self, way: &[StateId]) -> Result<Option<Vec<Step>>, Failure> {
        let mut steps = Vec::new();
        for &id in way.iter().skip(1) {
            match self.step(id)? {
                Some(step) => steps.push(step),
                None => return Ok(None),
            }
        }
        Ok(Some(steps))
    }

    /// The step to a marking that a stored one stands for.
    fn step(&mut self, id: StateId) -> Result<Option<Step>, Failure> {
        let mut batch = Batch::traced();
        let mut representatives = Batch::traced();
        loop {
            batch.clear();
            let done = self.worker.steps(&self.at, &mut batch).and_then(|()| {
                representatives.clone_from(&batch);
                self.worker.reduce(&mut representatives, 0)
            });
            match done {
                Ok(()) => break,
                Err(halt) => self.widen(vec![demanded(*halt)?])?,
            }
        }
        let mut stored = vec![0; self.space.store.width()];
        self.space.store.read(id, &mut stored);
        let wanted = self.recoded(
            &self.space.engine.layout,
            &self.worker.layout().clone(),
            &stored,
        );
        let wanted = wanted
            .map_err(|demand| super::components::unexpected(Box::new(Halt::Demand(demand))))?;
        let width = batch.width.max(1);
        let mut found = representatives.words.chunks_exact(width);
        let Some(index) = found.position(|successor| successor == wanted) else {
            return Ok(None);
        };
        let occurrence = batch.occurrences[index];
        let to = batch.words[index * width..(index + 1) * width].to_vec();
        let step = Step {
            binding: self.worker.binding(occurrence),
            time: occurrence.clock,
            changes: changes(self.worker, &self.at, &to),
        };
        self.at = to;
        Ok(Some(step))
    }

    /// Goes on with a layout that has room: what the net itself does may need more of it than its representatives do.
    fn widen(&mut self, mut demands: Vec<Demand>) -> Result<(), Failure> {
        let shared = self.worker.shared().clone();
        loop {
            if let Some(failure) = demands.iter().find_map(|demand| shared.impossible(demand)) {
                return Err(failure);
            }
            let old = self.worker.layout().clone();
            let new = Arc::new(old.adapted(&demands));
            match self.recoded(&old, &new, &self.at) {
                Err(demand) => demands.push(demand),
                Ok(at) => {
                    self.at = at;
                    self.worker.adopt(new);
                    return Ok(());
                }
            }
        }
    }

    fn recoded(&self, old: &Layout, new: &Layout, marking: &[u64]) -> Result<Vec<u64>, Demand> {
        let mut recoded = vec![0; new.words];
        let recode = Recode::new(&self.worker.shared().places, old, new);
        recode.marking(marking, &mut recoded, &mut Vec::new())?;
        Ok(recoded)
    }
}

/// Which tokens two markings differ in.
pub fn changes(worker: &mut Worker, from: &[u64], to: &[u64]) -> Vec<Change> {
    let places = worker.shared().net.places.len();
    let mut changes = Vec::new();
    for place in 0..places {
        let (before, after) = (worker.tokens_of(place, from), worker.tokens_of(place, to));
        if before != after {
            changes.push(Change {
                place,
                removed: minus(&before, &after),
                added: minus(&after, &before),
            });
        }
    }
    changes
}

fn minus(some: &[Item], others: &[Item]) -> Vec<Item> {
    let left = |item: &Item| {
        let same = |other: &&Item| (other.token, other.stamp) == (item.token, item.stamp);
        let count = others.iter().find(same).map_or(0, |other| other.count);
        (item.count > count).then(|| Item {
            count: item.count - count,
            ..*item
        })
    };
    some.iter().filter_map(left).collect()
}
