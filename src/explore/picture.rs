//! A state space, or its beginning, as a graph to be drawn.

use super::control::{Control, StopReason};
use super::full::{Order, explore};
use super::store::StateId;
use crate::draw::space::{Space, SpaceNode};
use crate::engine::{Batch, Engine, Failure, Halt, Worker};
use rustc_hash::FxHashMap;

/// Characters of a place's tokens.
const LENGTH: usize = 200;

/// What is to be drawn.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The states and steps.
    pub space: Space,
    /// Whether there are more states.
    pub partial: bool,
}

/// The first states in breadth-first order, within the limits. Fewer are found if time or memory is short.
pub fn picture(engine: Engine, control: &mut Control<'_>) -> Result<Picture, Failure> {
    let most = control.max_states.unwrap_or(usize::MAX);
    control.max_states = Some(most.saturating_add(1));
    let found = explore(engine, control, Order::Breadth, None)?;
    let ids: Vec<StateId> = found
        .used
        .iter()
        .flat_map(Clone::clone)
        .take(most)
        .collect();
    let numbers: FxHashMap<StateId, usize> = ids.iter().copied().zip(0..).collect();
    let mut worker = found.engine.worker();
    let names = Names::new(&worker);
    let mut space = Space {
        net: worker.shared().net.name.clone(),
        ..Space::default()
    };
    let mut state = vec![0; found.store.width()];
    let mut batch = Batch::traced();
    for (number, &id) in ids.iter().enumerate() {
        found.store.read(id, &mut state);
        batch.clear();
        let known = match worker.expand(&state, &mut batch).map_err(|halt| *halt) {
            Ok(()) => true,
            // It was not expanded before, and leads to a marking that the layout has no room for.
            Err(Halt::Demand(_)) => false,
            Err(halt) => return Err(Box::new(halt).into()),
        };
        let mut node = SpaceNode {
            number: number + 1,
            label: names.marking(&mut worker, &state),
            dead: known && batch.is_empty(),
            partial: !known,
        };
        let successors = batch.words.chunks_exact(batch.width.max(1));
        for (successor, &occurrence) in successors.zip(&batch.occurrences) {
            let to = found.store.find(successor);
            match to.and_then(|id| numbers.get(&id)) {
                Some(&to) => {
                    let binding = worker.binding(occurrence);
                    let name = &names.transitions[binding.transition];
                    let step = match binding.values.is_empty() {
                        true => name.clone(),
                        false => format!("{name} {}", worker.show_binding(&binding)),
                    };
                    space.arcs.push((number, to, step));
                }
                None => node.partial = true,
            }
        }
        space.nodes.push(node);
    }
    Ok(Picture {
        partial: found.stop != StopReason::Complete || found.store.len() > ids.len(),
        space,
    })
}

/// What places and transitions are called: with their page only if there are several.
struct Names {
    places: Vec<String>,
    transitions: Vec<String>,
}

impl Names {
    fn new(worker: &Worker) -> Names {
        let net = &worker.shared().net;
        let page = |name: &str| name.split_once('\'').map(|(page, _)| page.to_string());
        let places = net.places.iter().map(|p| (p.name.as_str(), p.instance));
        let transitions = net
            .transitions
            .iter()
            .map(|t| (t.name.as_str(), t.instance));
        let mut pages: Vec<_> = (places.clone().chain(transitions.clone()))
            .map(|(name, _)| page(name))
            .collect();
        pages.sort();
        pages.dedup();
        let shown = |(name, instance): (&str, u32)| {
            let short = name.split_once('\'').map_or(name, |(_, short)| short);
            let name = if pages.len() > 1 { name } else { short };
            match instance {
                1 => name.to_string(),
                _ => format!("{name} {instance}"),
            }
        };
        Names {
            places: places.map(shown).collect(),
            transitions: transitions.map(shown).collect(),
        }
    }

    /// The places that have tokens, and the time.
    fn marking(&self, worker: &mut Worker, state: &[u64]) -> Vec<String> {
        let mut label = Vec::new();
        if worker.shared().net.timed {
            let time = worker.shared().net.show_time(worker.clock(state));
            label.push(format!("time {time}"));
        }
        for (place, name) in self.places.iter().enumerate() {
            let tokens = worker.show_place(place, state);
            if tokens != "empty" {
                let mut line = format!("{name}: {tokens}");
                if let Some((end, _)) = line.char_indices().nth(LENGTH) {
                    line.truncate(end);
                    line.push('…');
                }
                label.push(line);
            }
        }
        label
    }
}
