//! A first look at a transition: are the places it binds its variables from empty, or those that inhibit it marked? Most transitions of most nets
//! are ruled out by this. Which places have tokens is found out once for a marking, as one bit a place; then each transition is a comparison or two.

use super::layout::{Field, Layout, masks, ones};
use super::shared::Shared;
use crate::net::flat::{PlaceId, Step, Tokens, Transition};

/// A place in more words than this is not looked at: searching its tokens tells as soon.
const WORDS: usize = 4;

/// Part of a place: it has a token if one of these bits is set.
#[derive(Copy, Clone, Debug)]
struct Mask {
    word: u32,
    bits: u64,
    /// Among the places that are looked at.
    place: u32,
}

/// What must be true of 64 places that are looked at.
#[derive(Copy, Clone, Debug, Default)]
struct Condition {
    block: u32,
    /// Places that matter.
    seen: u64,
    /// Those of them that must have a token; the others must have none.
    marked: u64,
}

/// The first look at each transition.
#[derive(Clone, Debug, Default)]
pub struct Gates {
    /// Of all transitions, the most urgent first.
    gates: Vec<Gate>,
    /// What does not fit into `Gate::first`.
    conditions: Vec<Condition>,
    masks: Vec<Mask>,
    /// For each place that is looked at whether it has a token, 64 to a word.
    marked: Vec<u64>,
    /// The gates that are open in the marking last seen, and some room.
    open: Vec<u32>,
}

/// A transition that may have enabled bindings if its conditions hold.
#[derive(Copy, Clone, Debug)]
pub struct Gate {
    first: Condition,
    start: u32,
    end: u32,
    /// Which transition.
    pub transition: u32,
    /// Transitions of one priority are one group.
    pub group: u32,
    /// Whether some inhibitor place could not be looked at.
    pub inhibited: bool,
    /// Whether there are reset arcs.
    pub resets: bool,
}

impl Gates {
    /// The gates of all transitions under a layout.
    pub fn new(shared: &Shared, layout: &Layout) -> Gates {
        let mut gates = Gates::default();
        let mut known = vec![None; layout.fields.len()];
        for (group, transitions) in shared.priorities.iter().enumerate() {
            for &transition in transitions {
                gates.add(shared, layout, &mut known, group, transition);
            }
        }
        gates.open = vec![0; gates.gates.len()];
        gates
    }

    fn add(
        &mut self,
        shared: &Shared,
        layout: &Layout,
        known: &mut [Option<u32>],
        group: usize,
        transition: usize,
    ) {
        let net = &shared.net.transitions[transition];
        let start = self.conditions.len();
        for place in needed(net) {
            self.require(layout, known, start, place, true);
        }
        let mut inhibited = false;
        for &place in &net.inhibitors {
            let timed = shared.timed_places[place.0 as usize];
            inhibited |= timed || !self.require(layout, known, start, place, false);
        }
        let first = match start < self.conditions.len() {
            true => self.conditions.swap_remove(start),
            false => Condition::default(),
        };
        self.gates.push(Gate {
            first,
            start: start as u32,
            end: self.conditions.len() as u32,
            transition: transition as u32,
            group: group as u32,
            inhibited,
            resets: !net.resets.is_empty(),
        });
    }

    /// Adds what a place must be like to the conditions from `start` on; `false` if they cannot express it.
    fn require(
        &mut self,
        layout: &Layout,
        known: &mut [Option<u32>],
        start: usize,
        place: PlaceId,
        marked: bool,
    ) -> bool {
        let place = place.0 as usize;
        let bits = bits(layout.fields[place]);
        if bits.len() > WORDS {
            return false;
        }
        let next = self.masks.last().map_or(0, |mask| mask.place + 1);
        let number = *known[place].get_or_insert_with(|| {
            self.masks.extend(bits.iter().map(|&(word, bits)| Mask {
                word: word as u32,
                bits,
                place: next,
            }));
            self.marked.resize(next as usize / 64 + 1, 0);
            next
        });
        let (block, bit) = (number / 64, 1 << (number % 64));
        let here = |condition: &Condition| condition.block == block;
        let at = match self.conditions[start..].iter().position(here) {
            Some(at) => start + at,
            None => {
                self.conditions.push(Condition {
                    block,
                    ..Condition::default()
                });
                self.conditions.len() - 1
            }
        };
        let condition = &mut self.conditions[at];
        condition.seen |= bit;
        if marked {
            condition.marked |= bit;
        }
        // A place that must have a token and none is for the full test to find.
        marked || condition.marked & bit == 0
    }

    /// Looks at a marking: how many gates are open.
    #[inline]
    pub fn see(&mut self, state: &[u64]) -> usize {
        match self.marked.len() {
            0 | 1 => self.see_few(state),
            _ => self.see_many(state),
        }
    }

    /// Of at most 64 places, which is nearly all nets.
    fn see_few(&mut self, state: &[u64]) -> usize {
        let mut marked = 0;
        for mask in &self.masks {
            let bit = u64::from(state[mask.word as usize] & mask.bits != 0);
            marked |= bit.wrapping_shl(mask.place);
        }
        let mut open = 0;
        for (i, gate) in self.gates.iter().enumerate() {
            self.open[open] = i as u32;
            open += usize::from(marked & gate.first.seen == gate.first.marked);
        }
        open
    }

    fn see_many(&mut self, state: &[u64]) -> usize {
        self.marked.fill(0);
        for mask in &self.masks {
            let bit = u64::from(state[mask.word as usize] & mask.bits != 0);
            self.marked[mask.place as usize / 64] |= bit << (mask.place % 64);
        }
        let marked = &self.marked;
        let holds = |one: &Condition| marked[one.block as usize] & one.seen == one.marked;
        let mut open = 0;
        for (i, gate) in self.gates.iter().enumerate() {
            let rest = &self.conditions[gate.start as usize..gate.end as usize];
            self.open[open] = i as u32;
            open += usize::from(holds(&gate.first) && rest.iter().all(holds));
        }
        open
    }

    /// One of the gates that are open.
    #[inline]
    pub fn open(&self, i: usize) -> Gate {
        self.gates[self.open[i] as usize]
    }
}

/// Places without whose tokens there is no binding: those the plan takes tokens from, and those an arc always takes one token from.
fn needed(transition: &Transition) -> Vec<PlaceId> {
    let steps = transition.plan.iter().filter_map(|step| match step {
        Step::Token(place, _) => Some(*place),
        _ => None,
    });
    let ones = transition.inputs.iter().filter_map(|arc| match arc.tokens {
        Tokens::One(_) => Some(arc.place),
        _ => None,
    });
    let mut places: Vec<PlaceId> = steps.chain(ones).collect();
    places.sort_unstable();
    places.dedup();
    places
}

/// The words that a place lies in, each with a mask.
fn bits(field: Field) -> Vec<(usize, u64)> {
    match field {
        Field::Sparse(slot) => vec![(slot.word as usize, ones(slot.width) << slot.shift)],
        Field::Dense {
            first,
            width,
            capacity,
        } => masks(first, first + width * capacity).collect(),
    }
}
