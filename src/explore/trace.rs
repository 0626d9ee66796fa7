//! A way from the initial marking to another: which binding elements occur, and which tokens each changes. Every step is done again by the engine while the
//! trace is made, so what is shown is what the net does.

use super::full::Space;
use super::store::StateId;
use crate::engine::{Batch, Binding, Failure, Item, Worker};

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

/// Does the steps from marking to marking. `None` if one of them is no step of the net.
pub fn replay(
    space: &Space,
    worker: &mut Worker,
    way: &[StateId],
) -> Result<Option<Vec<Step>>, Failure> {
    let mut steps = Vec::new();
    let width = space.store.width();
    let (mut from, mut to) = (vec![0; width], vec![0; width]);
    let mut batch = Batch::traced();
    for pair in way.windows(2) {
        space.store.read(pair[0], &mut from);
        space.store.read(pair[1], &mut to);
        batch.clear();
        worker
            .expand(&from, &mut batch)
            .map_err(super::components::unexpected)?;
        let found = (batch.words.chunks_exact(width)).position(|successor| successor == to);
        let Some(index) = found else {
            return Ok(None);
        };
        let occurrence = batch.occurrences[index];
        steps.push(Step {
            binding: worker.binding(occurrence),
            time: occurrence.clock,
            changes: changes(worker, &from, &to),
        });
    }
    Ok(Some(steps))
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
