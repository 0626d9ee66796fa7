//! A first look at a transition: are the places it binds its variables from empty, or those that inhibit it marked? Most transitions of most nets
//! are ruled out by this, with a few masks and no search.

use super::layout::{Field, Layout, ones};
use super::shared::Shared;
use crate::net::flat::{PlaceId, Step, Tokens, Transition};

/// A place in one word of a marking.
#[derive(Copy, Clone, Debug)]
struct Mask {
    word: u32,
    bits: u64,
}

/// The first look at each transition.
#[derive(Clone, Debug, Default)]
pub struct Gates {
    gates: Vec<Gate>,
    masks: Vec<Mask>,
}

#[derive(Copy, Clone, Debug)]
struct Gate {
    start: u32,
    /// Places that must have a token.
    marked: u16,
    /// Places that must have none.
    empty: u16,
    /// Whether some inhibitor place could not be looked at.
    inhibited: bool,
    /// Whether there are reset arcs.
    resets: bool,
}

/// What a first look tells.
#[derive(Copy, Clone, Debug)]
pub struct View {
    /// Whether there may be an enabled binding.
    pub open: bool,
    /// Whether inhibitor places have to be looked at still.
    pub inhibited: bool,
    /// Whether there are reset arcs.
    pub resets: bool,
}

impl Gates {
    /// The gates of all transitions under a layout.
    pub fn new(shared: &Shared, layout: &Layout) -> Gates {
        let mut gates = Gates::default();
        for transition in &shared.net.transitions {
            let start = gates.masks.len();
            let needed = needed(transition);
            gates
                .masks
                .extend(needed.iter().filter_map(|place| mask(layout, *place)));
            let marked = gates.masks.len() - start;
            let plain = |place: &&PlaceId| !shared.timed_places[place.0 as usize];
            let inhibitors = transition.inhibitors.iter().filter(plain);
            gates
                .masks
                .extend(inhibitors.filter_map(|place| mask(layout, *place)));
            let empty = gates.masks.len() - start - marked;
            gates.gates.push(Gate {
                start: start as u32,
                marked: marked as u16,
                empty: empty as u16,
                inhibited: empty < transition.inhibitors.len(),
                resets: !transition.resets.is_empty(),
            });
        }
        gates
    }

    /// The first look at a transition in a marking.
    #[inline]
    pub fn look(&self, transition: usize, state: &[u64]) -> View {
        let gate = self.gates[transition];
        let masks = self.masks[gate.start as usize..].iter();
        let mut masks = masks.map(|mask| state[mask.word as usize] & mask.bits);
        let marked = masks.by_ref().take(usize::from(gate.marked));
        let open = marked.fold(true, |all, bits| all & (bits != 0));
        View {
            open: open && masks.take(usize::from(gate.empty)).all(|bits| bits == 0),
            inhibited: gate.inhibited,
            resets: gate.resets,
        }
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

/// The bits of a place, if they are all in one word.
fn mask(layout: &Layout, place: PlaceId) -> Option<Mask> {
    match layout.fields[place.0 as usize] {
        Field::Sparse(slot) => Some(Mask {
            word: slot.word,
            bits: ones(slot.width) << slot.shift,
        }),
        Field::Dense {
            first,
            width,
            capacity,
        } => {
            let last = first + width * capacity - 1;
            (first / 64 == last / 64).then(|| Mask {
                word: first / 64,
                bits: ones(width * capacity) << (first % 64),
            })
        }
    }
}
