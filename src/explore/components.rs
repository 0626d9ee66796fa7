//! Strongly connected components of a state space. Arcs are not stored: each marking is expanded once more.

use super::control::Rest;
use super::full::Space;
use super::store::StateId;
use super::tarjan::{Component, tarjan};
use crate::engine::{Batch, Failure};
use sweepnet_lang::diagnostic::{Diagnostic, Severity};

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

/// Bytes of a marking, at least.
const MARKING: usize = 10;

/// Finds the components of all markings found, if there is time and memory for that. Arcs to markings that were not stored are left out.
pub fn components(space: &Space, rest: &Rest) -> Result<Option<Components>, Failure> {
    let ends = space.used.iter().map(|ids| ids.end as usize);
    let size = ends.max().unwrap_or(0);
    if size * MARKING > rest.room {
        return Ok(None);
    }
    let mut worker = space.engine.worker();
    let mut batch = Batch::markings();
    let mut state = vec![0; space.store.width()];
    let mut poll = rest.poll();
    // An error without a failure: there is nothing left.
    let successors = |id: StateId, to: &mut Vec<StateId>| -> Result<(), Option<Failure>> {
        if poll() {
            return Err(None);
        }
        space.store.read(id, &mut state);
        batch.clear();
        let expanded = worker.expand(&state, &mut batch).map_err(Failure::from);
        expanded.map_err(|failure| (!rest.is_over()).then_some(failure))?;
        let markings = batch.words.chunks_exact(batch.width.max(1));
        to.extend(markings.filter_map(|marking| space.store.find(marking)));
        Ok(())
    };
    let mut found = Components::default();
    let roots = space.used.iter().flat_map(|ids| ids.clone());
    let each = |members: &[StateId], component: Component| {
        found.count += 1;
        found.terminal += usize::from(component.terminal);
        found.trivial += usize::from(!component.cyclic);
        found.largest = found.largest.max(members.len());
    };
    match tarjan(size, roots, successors, each) {
        Ok(()) => Ok(Some(found)),
        Err(None) => Ok(None),
        Err(Some(failure)) => Err(failure),
    }
}

/// What is computed of markings was not computed to its end.
pub fn stopped() -> Failure {
    Box::new(Diagnostic {
        code: "E0704",
        severity: Severity::Error,
        message: "The search among the markings found was stopped.".to_string(),
        labels: Vec::new(),
        help: None,
    })
}
