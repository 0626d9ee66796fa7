//! A way from the initial marking to another: which binding elements occur, and which tokens each changes. Every step is done again by the engine while the
//! trace is made, so what is shown is what the net does.

use super::full::Space;
use super::store::StateId;
use crate::engine::{Batch, Binding, Demand, Engine, Failure, Halt, Item, Recode, Worker};
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

/// A marking on a way that is being followed, and the steps from it that may be the next.
struct Stop {
    marking: Vec<u64>,
    ahead: Vec<(Step, Vec<u64>)>,
    step: Option<Step>,
}

/// Does the steps with these fingerprints from the initial marking on, and ends where `goal` holds. Two binding elements may have the same fingerprint by accident;
/// then all are tried. `None` if there is no such way. The engine's layout may change.
pub fn follow(
    engine: &mut Engine,
    prints: &[u32],
    mut goal: impl FnMut(&mut Worker, &[u64]) -> Result<bool, Failure>,
) -> Result<Option<(Worker, Vec<Step>)>, Failure> {
    let mut batch = Batch::traced();
    'again: loop {
        let mut worker = engine.worker();
        let mut way = vec![Stop {
            marking: engine.initial.clone(),
            ahead: Vec::new(),
            step: None,
        }];
        let mut arrived = true;
        while let Some(depth) = way.len().checked_sub(1) {
            let Stop { marking, ahead, .. } = &mut way[depth];
            if std::mem::take(&mut arrived) {
                let Some(&print) = prints.get(depth) else {
                    if goal(&mut worker, marking)? {
                        let steps = way.into_iter().filter_map(|stop| stop.step);
                        return Ok(Some((worker, steps.collect())));
                    }
                    continue;
                };
                batch.clear();
                match worker.expand(marking, &mut batch).map_err(|halt| *halt) {
                    Ok(()) => {}
                    Err(Halt::Failure(failure)) => return Err(failure),
                    Err(Halt::Demand(demand)) => {
                        widen(engine, demand)?;
                        continue 'again;
                    }
                }
                for (i, &occurrence) in batch.occurrences.iter().enumerate().rev() {
                    if worker.fingerprint(occurrence) == print {
                        let to = batch.marking(i).to_vec();
                        let step = Step {
                            binding: worker.binding(occurrence),
                            time: occurrence.clock,
                            changes: changes(&mut worker, marking, &to),
                        };
                        ahead.push((step, to));
                    }
                }
            }
            match ahead.pop() {
                None => drop(way.pop()),
                Some((step, marking)) => {
                    arrived = true;
                    way.push(Stop {
                        marking,
                        ahead: Vec::new(),
                        step: Some(step),
                    });
                }
            }
        }
        return Ok(None);
    }
}

/// Makes room for something in an engine of which only the initial marking is in use.
fn widen(engine: &mut Engine, demand: Demand) -> Result<(), Failure> {
    let mut demands = vec![demand];
    super::relayout::complete(engine, &[], &mut demands)?;
    loop {
        let new = engine.adapted(&demands);
        let mut initial = vec![0; new.words];
        let recode = Recode::new(&engine.shared.places, &engine.layout, &new);
        match recode.marking(&engine.initial, &mut initial, &mut Vec::new()) {
            Err(demand) => demands.push(demand),
            Ok(()) => {
                (engine.initial, engine.layout) = (initial, Arc::new(new));
                return Ok(());
            }
        }
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
