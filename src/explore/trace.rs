//! A way from the initial marking to another: which binding elements occur, and which tokens each changes. Every step is done again by the engine while the
//! trace is made, so what is shown is what the net does.

use super::full::Space;
use super::store::StateId;
use crate::engine::{
    Batch, Binding, Demand, Engine, Failure, Halt, Item, Recode, Worker, demanded,
};
use crate::reduce::symmetry::Symmetry;
use std::sync::Arc;
use sweepnet_lang::diagnostic::{Diagnostic, Severity};

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

/// The steps of a path, and the marking in which they end.
pub type Walked = (Vec<Step>, Vec<u64>);

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
    realise(&space.engine, worker, &markings(space, way))
}

/// What is reported where a marking was found and the net has no steps to it, or to one that it
/// represents: a symmetry is not one, or the engine is wrong.
pub fn not_followed(symmetry: Option<&Symmetry>) -> Failure {
    let found = "A marking was found, and the net has no steps that lead to it";
    Box::new(match symmetry {
        Some(symmetry) => Diagnostic::error(
            "E1601",
            symmetry.span,
            format!("{found}: permuted markings do not have permuted steps."),
        )
        .at("declared to be alike")
        .help("Treat the colours alike, or explore without --symmetry."),
        None => Diagnostic {
            code: "E0602",
            severity: Severity::Error,
            message: format!("{found}, which is a mistake in Sweepnet."),
            labels: Vec::new(),
            help: None,
        },
    })
}

/// The stored markings of a way.
pub fn markings(space: &Space, way: &[StateId]) -> Vec<Vec<u64>> {
    let read = |&id: &StateId| {
        let mut marking = vec![0; space.store.width()];
        space.store.read(id, &mut marking);
        marking
    };
    way.iter().map(read).collect()
}

/// Does the steps of a way that begins at the initial marking. Where equivalent markings are one, the way is one of representatives; the steps are those of the
/// net from its own initial marking, each to a marking that the next representative stands for. `None` if there is no such step.
pub fn realise(
    engine: &Engine,
    worker: &mut Worker,
    way: &[Vec<u64>],
) -> Result<Option<Vec<Step>>, Failure> {
    let walked = walk(engine, worker, way);
    worker.adopt(engine.layout.clone());
    Ok(walked?.map(|(steps, _)| steps))
}

/// Does what `realise` does and returns the last marking too, in the worker's layout, which may be a
/// wider one than the engine's from then on.
pub fn walk(
    engine: &Engine,
    worker: &mut Worker,
    way: &[Vec<u64>],
) -> Result<Option<Walked>, Failure> {
    let mut at = engine.initial.clone();
    let mut steps = Vec::new();
    for representative in way.iter().skip(1) {
        match step_to(engine, worker, &mut at, representative)? {
            Some(step) => steps.push(step),
            None => return Ok(None),
        }
    }
    Ok(Some((steps, at)))
}

/// The step to a marking that a representative, in the engine's layout, stands for. What the net itself does may need a wider layout than its
/// representatives do; then the worker gets one.
fn step_to(
    engine: &Engine,
    worker: &mut Worker,
    at: &mut Vec<u64>,
    representative: &[u64],
) -> Result<Option<Step>, Failure> {
    let shared = worker.shared().clone();
    let mut batch = Batch::traced();
    let mut representatives = Batch::traced();
    loop {
        batch.clear();
        let done = worker.steps(at, &mut batch).and_then(|()| {
            representatives.clone_from(&batch);
            worker.reduce(&mut representatives, 0)
        });
        let Err(halt) = done else { break };
        let (wider, marking) = shared.widened(worker.layout(), demanded(*halt)?, at)?;
        worker.adopt(Arc::new(wider));
        *at = marking;
    }
    let mut wanted = vec![0; worker.layout().words];
    Recode::new(&shared.places, &engine.layout, worker.layout())
        .marking(representative, &mut wanted, &mut Vec::new())
        .map_err(Box::<Halt>::from)?;
    let found = (0..batch.len()).find(|&i| representatives.marking(i) == wanted);
    let Some(index) = found else {
        return Ok(None);
    };
    let occurrence = batch.occurrences[index];
    let to = batch.marking(index).to_vec();
    let step = Step {
        binding: worker.binding(occurrence),
        time: occurrence.clock,
        changes: changes(worker, at, &to),
    };
    *at = to;
    Ok(Some(step))
}

/// A marking on a way that is being followed, and those that may be the next.
struct Stop {
    marking: Vec<u64>,
    ahead: Vec<Vec<u64>>,
}

/// Does the steps with these fingerprints from the initial marking on, and ends where `goal` holds. Two binding elements may have the same fingerprint by accident;
/// then all are tried. `None` if there is no such way. The engine's layout may change.
pub fn follow(
    engine: &mut Engine,
    prints: &[u32],
    mut goal: impl FnMut(&mut Worker, &[u64]) -> Result<bool, Box<Halt>>,
) -> Result<Option<(Worker, Vec<Step>)>, Failure> {
    let mut batch = Batch::traced();
    'again: loop {
        let mut worker = engine.worker();
        let mut start = Batch::one(&engine.initial);
        if let Err(halt) = worker.reduce(&mut start, 0) {
            widen(engine, demanded(*halt)?)?;
            continue;
        }
        let mut way = vec![Stop {
            marking: start.words,
            ahead: Vec::new(),
        }];
        let mut arrived = true;
        while let Some(depth) = way.len().checked_sub(1) {
            let Stop { marking, ahead } = &mut way[depth];
            if std::mem::take(&mut arrived) {
                let Some(&print) = prints.get(depth) else {
                    if goal(&mut worker, marking)? {
                        let way: Vec<Vec<u64>> = way.into_iter().map(|stop| stop.marking).collect();
                        let steps = realise(engine, &mut worker, &way)?;
                        return Ok(steps.map(|steps| (worker, steps)));
                    }
                    continue;
                };
                batch.clear();
                if let Err(halt) = worker.expand(marking, &mut batch) {
                    widen(engine, demanded(*halt)?)?;
                    continue 'again;
                }
                for (i, &occurrence) in batch.occurrences.iter().enumerate().rev() {
                    if worker.fingerprint(occurrence) == print {
                        ahead.push(batch.marking(i).to_vec());
                    }
                }
            }
            match ahead.pop() {
                None => drop(way.pop()),
                Some(marking) => {
                    arrived = true;
                    way.push(Stop {
                        marking,
                        ahead: Vec::new(),
                    });
                }
            }
        }
        return Ok(None);
    }
}

/// Makes room for something in an engine of which only the initial marking is in use.
fn widen(engine: &mut Engine, demand: Demand) -> Result<(), Failure> {
    let (layout, initial) = engine
        .shared
        .widened(&engine.layout, demand, &engine.initial)?;
    (engine.initial, engine.layout) = (initial, Arc::new(layout));
    Ok(())
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
