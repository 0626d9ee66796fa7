//! All reachable states.

use super::inscription::colour_set;
use super::net::Net;
use super::step::{Binding, State};
use super::value::{Value, encode};
use std::collections::{BTreeMap, BTreeSet};
use sweepnet_lang::session::Session;
use sweepnet_lang::vm::program::ColourSetId;
use sweepnet_lang::vm::show;

/// A state space.
pub struct Space {
    /// The states in the order in which they were found, breadth first.
    pub states: Vec<State>,
    /// From which state to which, and by what.
    pub arcs: Vec<(usize, Binding, usize)>,
}

impl Space {
    /// Walks all states of a net, or `None` if there are more than `limit`, or more than 20 arcs for each of these.
    pub fn explore(net: &mut Net, limit: usize) -> Option<Space> {
        let initial = net.initial();
        let mut numbers = BTreeMap::from([(initial.clone(), 0)]);
        let mut space = Space {
            states: vec![initial],
            arcs: Vec::new(),
        };
        let mut next = 0;
        while next < space.states.len() {
            for (binding, state) in net.successors(&space.states[next].clone()) {
                let number = *numbers.entry(state.clone()).or_insert_with(|| {
                    space.states.push(state);
                    space.states.len() - 1
                });
                space.arcs.push((next, binding, number));
            }
            next += 1;
            if space.states.len() > limit || space.arcs.len() > 20 * limit {
                return None;
            }
        }
        Some(space)
    }

    /// States from which nothing happens.
    pub fn dead(&self) -> BTreeSet<usize> {
        let alive: BTreeSet<usize> = self.arcs.iter().map(|arc| arc.0).collect();
        (0..self.states.len())
            .filter(|state| !alive.contains(state))
            .collect()
    }
}

/// A state as a text: the time, then a line for each colour with its place, instance, number and stamp.
pub fn describe(net: &mut Net, state: &State) -> String {
    let mut lines = Vec::new();
    for (place, bag) in net.places.iter().zip(&state.marking) {
        for ((colour, stamp), count) in bag {
            let colour = show_colour(&mut net.session, place.colour, colour);
            let stamp = match place.timed {
                true => format!("@{stamp}"),
                false => String::new(),
            };
            lines.push(format!(
                "{} {}: {count}`{colour}{stamp}",
                place.name, place.instance
            ));
        }
    }
    lines.sort();
    format!("{}\n{}", state.clock, lines.join("\n"))
}

/// A binding as a text: transition, instance, values.
pub fn label(net: &mut Net, binding: &Binding) -> String {
    let transition = &net.transitions[binding.transition];
    let session = &mut net.session;
    let values: Vec<String> = (transition.variables.iter())
        .map(|variable| {
            let set = colour_set(session, &variable.set);
            let value = show_colour(session, set, &binding.values[&variable.name]);
            format!("{}={value}", variable.name)
        })
        .collect();
    format!(
        "{} {} {{{}}}",
        transition.name,
        transition.instance,
        values.join(",")
    )
}

fn show_colour(session: &mut Session, set: ColourSetId, colour: &Value) -> String {
    let shape = session.vm.program.colour_sets[set.0 as usize].shape;
    let word = encode(&mut session.vm, shape, colour);
    let bytes = show::coloured(&session.vm, set, word, usize::MAX);
    String::from_utf8_lossy(&bytes).into_owned()
}
