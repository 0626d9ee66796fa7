//! Strongly connected components of a state space, by Tarjan's algorithm with a stack of its own. Arcs are not stored: each marking is expanded once more.

use super::full::Space;
use super::store::StateId;
use crate::engine::{Batch, Failure, Halt};

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

const UNSEEN: u32 = u32::MAX;

struct Frame {
    id: StateId,
    /// Where its successors start in the common list.
    start: usize,
    next: usize,
}

/// Finds the components of all markings found. Arcs to markings that were not stored are left out.
pub fn components(space: &Space) -> Result<Components, Failure> {
    let size = space
        .used
        .iter()
        .map(|ids| ids.end as usize)
        .max()
        .unwrap_or(0);
    let mut worker = space.engine.worker();
    let mut batch = Batch::markings();
    let mut state = vec![0; space.store.width()];
    let (mut number, mut low) = (vec![UNSEEN; size], vec![0u32; size]);
    let mut done = vec![false; size];
    // whether an arc leaves the component of a marking on the stack
    let mut leaves = vec![false; size];
    let (mut stack, mut frames): (Vec<StateId>, Vec<Frame>) = (Vec::new(), Vec::new());
    let mut successors: Vec<StateId> = Vec::new();
    let mut found = Components::default();
    let mut counter = 0;
    for root in space.used.iter().flat_map(|ids| ids.clone()) {
        if number[root as usize] != UNSEEN {
            continue;
        }
        let mut enter = Some(root);
        loop {
            if let Some(id) = enter.take() {
                number[id as usize] = counter;
                low[id as usize] = counter;
                counter += 1;
                stack.push(id);
                space.store.read(id, &mut state);
                batch.clear();
                worker.expand(&state, &mut batch).map_err(unexpected)?;
                let start = successors.len();
                let markings = batch.words.chunks_exact(batch.width.max(1));
                successors.extend(markings.filter_map(|marking| space.store.find(marking)));
                frames.push(Frame {
                    id,
                    start,
                    next: start,
                });
            }
            let Some(frame) = frames.last_mut() else {
                break;
            };
            let at = frame.id as usize;
            if let Some(&to) = successors.get(frame.next) {
                frame.next += 1;
                let target = to as usize;
                if number[target] == UNSEEN {
                    enter = Some(to);
                } else if done[target] {
                    leaves[at] = true;
                } else {
                    low[at] = low[at].min(number[target]);
                }
                continue;
            }
            let to_itself = successors[frame.start..].contains(&frame.id);
            successors.truncate(frame.start);
            frames.pop();
            let closed = low[at] == number[at];
            if closed {
                let first = stack.iter().rposition(|&id| id as usize == at).unwrap_or(0);
                let members = stack.split_off(first);
                let terminal = !members.iter().any(|&id| leaves[id as usize]);
                members.iter().for_each(|&id| done[id as usize] = true);
                found.count += 1;
                found.terminal += usize::from(terminal);
                found.trivial += usize::from(members.len() == 1 && !to_itself);
                found.largest = found.largest.max(members.len());
            }
            if let Some(parent) = frames.last() {
                let parent = parent.id as usize;
                low[parent] = low[parent].min(low[at]);
                leaves[parent] |= closed;
            }
        }
    }
    Ok(found)
}

/// A marking that was expanded before has room for all its successors.
#[allow(clippy::boxed_local)]
pub fn unexpected(halt: Box<Halt>) -> Failure {
    match *halt {
        Halt::Failure(failure) => failure,
        Halt::Demand(demand) => Box::new(sweepnet_lang::diagnostic::Diagnostic {
            code: "E0602",
            severity: sweepnet_lang::diagnostic::Severity::Error,
            message: format!(
                "A marking has no room for {demand:?}, which is a mistake in Sweepnet."
            ),
            labels: Vec::new(),
            help: None,
        }),
    }
}
