//! Strongly connected components of a state space. Arcs are not stored: each marking is expanded once more.

use super::full::Space;
use super::store::StateId;
use super::tarjan::tarjan;
use crate::engine::{Batch, Failure};

/// What is known of the components.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Components {
    /// How many.
    pub count: usize,
    /// Those that no arc leaves.
    pub terminal: usize,
    /// Those of one marking and no arc to itself.
    pub trivial: usize,
    /// Markings of the largest.
    pub largest: usize,
}

/// Finds the components of all markings found. Arcs to markings that were not stored are left out.
pub fn components(space: &Space) -> Result<Components, Failure> {
    let ends = space.used.iter().map(|ids| ids.end as usize);
    let mut worker = space.engine.worker();
    let mut batch = Batch::markings();
    let mut state = vec![0; space.store.width()];
    let successors = |id: StateId, to: &mut Vec<StateId>| -> Result<(), Failure> {
        space.store.read(id, &mut state);
        batch.clear();
        worker.expand(&state, &mut batch)?;
        let markings = batch.words.chunks_exact(batch.width.max(1));
        to.extend(markings.filter_map(|marking| space.store.find(marking)));
        Ok(())
    };
    let mut found = Components::default();
    let roots = space.used.iter().flat_map(|ids| ids.clone());
    tarjan(
        ends.max().unwrap_or(0),
        roots,
        successors,
        |members, component| {
            found.count += 1;
            found.terminal += usize::from(component.terminal);
            found.trivial += usize::from(!component.cyclic);
            found.largest = found.largest.max(members.len());
        },
    )?;
    Ok(found)
}
