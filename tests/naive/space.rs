//! All reachable states.

use super::net::Net;
use super::step::{Binding, State};
use super::value::encode;
use std::collections::{BTreeMap, BTreeSet};
use sweepnet_lang::vm::show;

/// A state space.
pub struct Space {
    /// The states in the order in which they were found, breadth first.
    pub states: Vec<State>,
    /// From which state to which, and by what.
    pub arcs: Vec<(usize, Binding, usize)>,
}

impl Space {
    /// Walks all states of a net, or `None` if there are more than `limit`.
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
            if space.states.len() > limit {
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

    /// How many of the net's transitions never occur.
    pub fn dead_transitions(&self, net: &Net) -> usize {
        let occurring: BTreeSet<usize> = self.arcs.iter().map(|arc| arc.1.transition).collect();
        net.transitions.len() - occurring.len()
    }
}

/// A state as a text: one line for the time if the net has a clock, and one for each token colour, with its place, instance, number and stamp.
pub fn describe(net: &mut Net, state: &State) -> String {
    let mut lines = Vec::new();
    for (place, bag) in net.places.iter().zip(&state.marking) {
        for ((colour, stamp), count) in bag {
            let vm = &mut net.session.vm;
            let word = encode(vm, place.shape, colour);
            let colour = show::coloured(vm, place.colour, word, usize::MAX);
            let stamp = if place.timed {
                format!("@{stamp}")
            } else {
                String::new()
            };
            let colour = String::from_utf8_lossy(&colour);
            lines.push(format!(
                "{} {}: {count}`{colour}{stamp}",
                place.name, place.instance
            ));
        }
    }
    lines.sort();
    format!("{}\n{}", state.clock, lines.join("\n"))
}
