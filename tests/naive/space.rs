//! All reachable states.

// Each test uses a part of this.
#![allow(dead_code)]

use super::inscription::colour_set;
use super::net::Net;
use super::step::{Bag, Binding, State};
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
    /// For each arc how much time passes.
    pub times: Vec<i64>,
}

impl Space {
    /// Walks all states of a net, or `None` if there are more than `limit`, or more than 20 arcs for each of these.
    pub fn explore(net: &mut Net, limit: usize) -> Option<Space> {
        Space::explore_as(net, limit, |_, state| state)
    }

    /// The same with a representative in the place of each state.
    pub fn explore_as(
        net: &mut Net,
        limit: usize,
        representative: fn(&Net, State) -> State,
    ) -> Option<Space> {
        let initial = net.initial();
        let initial = representative(net, initial);
        let mut numbers = BTreeMap::from([(initial.clone(), 0)]);
        let mut space = Space {
            states: vec![initial],
            arcs: Vec::new(),
            times: Vec::new(),
        };
        let mut next = 0;
        while next < space.states.len() {
            let from = space.states[next].clone();
            for (binding, state) in net.successors(&from) {
                space.times.push(state.clock - from.clock);
                let state = representative(net, state);
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

    /// Whether a place has more equal tokens than the engine can count.
    pub fn has_too_many_tokens(&self) -> bool {
        let many = |count: &u64| *count > u64::from(u32::MAX);
        let bags = self.states.iter().flat_map(|state| &state.marking);
        bags.flat_map(|bag| bag.values()).any(many)
    }

    /// Whether a place has so many tokens of one colour, whatever their stamps, that bounds cannot say it.
    pub fn has_bounds_too_large(&self) -> bool {
        let bags = self.states.iter().flat_map(|state| &state.marking);
        bags.into_iter().any(|bag| {
            let mut sums: BTreeMap<&Value, u64> = BTreeMap::new();
            for ((colour, _), count) in bag {
                *sums.entry(colour).or_insert(0) += count;
            }
            sums.values().any(|sum| *sum > u64::from(u32::MAX))
        })
    }

    /// States from which nothing happens.
    pub fn dead(&self) -> BTreeSet<usize> {
        let alive: BTreeSet<usize> = self.arcs.iter().map(|arc| arc.0).collect();
        (0..self.states.len())
            .filter(|state| !alive.contains(state))
            .collect()
    }
}

/// A state moved to time 0, where its tokens become ready as they do: stamps in the past are 0.
pub fn shifted(net: &Net, state: State) -> State {
    let places = net.places.iter().zip(state.marking);
    let marking = places.map(|(place, bag)| {
        let mut shifted = Bag::new();
        for ((colour, stamp), count) in bag {
            let stamp = match place.timed {
                true => (stamp - state.clock).max(0),
                false => 0,
            };
            *shifted.entry((colour, stamp)).or_insert(0) += count;
        }
        shifted
    });
    State {
        clock: 0,
        marking: marking.collect(),
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

/// A colour as the language writes it.
pub fn show_colour(session: &mut Session, set: ColourSetId, colour: &Value) -> String {
    let shape = session.vm.program.colour_sets[set.0 as usize].shape;
    let word = encode(&mut session.vm, shape, colour);
    let bytes = show::coloured(&session.vm, set, word, usize::MAX);
    String::from_utf8_lossy(&bytes).into_owned()
}
