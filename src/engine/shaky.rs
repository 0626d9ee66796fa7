//! A hostile mode for tests: layouts, tables and the memo change at random moments, long before there is a reason to.
//!
//! Searches must survive a demand for room in any step and an empty memo between any two. Both are
//! rare in small nets, where results can be compared with a naive interpreter. With `Engine::shaky`
//! one step in 24 fails with a demand that an honest layout could make, and every second occasion to
//! tidy up or to renew tables is taken. What is found must be the same.

use super::layout::{Demand, Field, Layout};
use super::shared::Shared;

/// One step in so many makes a demand.
const DEMANDS: u64 = 24;
/// Counters of a place take at most this many bits, so that markings stay small.
const WIDEST: u32 = 512;
/// A place with more colours stays sparse.
const COLOURS: u32 = 100;

/// The random numbers of one thread.
#[derive(Clone, Debug)]
pub struct Shaky(u64);

impl Shaky {
    /// Threads must have different seeds to change different things.
    pub fn new(seed: u64) -> Shaky {
        Shaky(seed)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ mixed >> 31) % end
    }

    /// Whether an occasion is taken.
    pub fn takes(&mut self) -> bool {
        self.below(2) == 0
    }

    /// A demand that this layout does not meet; most often none.
    pub fn demand(&mut self, layout: &Layout, shared: &Shared) -> Option<Demand> {
        if self.below(DEMANDS) != 0 {
            return None;
        }
        let places = layout.fields.len();
        let place = self.below(places as u64 + 1) as usize;
        let kind = self.below(4);
        let Some(field) = layout.fields.get(place) else {
            let clock = layout.clock?;
            return (clock.width < 40).then(|| Demand::Clock(1 << clock.width));
        };
        match *field {
            Field::Sparse(_) if kind == 0 && !shared.timed_places[place] => {
                let known = &shared.places[place];
                let colours = known.tokens.len();
                (colours <= COLOURS).then(|| Demand::Counters(place, colours, known.sets.most()))
            }
            Field::Sparse(slot) => (slot.width < 28).then(|| Demand::Set(place, 1 << slot.width)),
            Field::Dense { .. } if kind == 0 => Some(Demand::Number(place)),
            Field::Dense {
                width, capacity, ..
            } if 2 * width * capacity > WIDEST => None,
            Field::Dense { width, .. } if kind == 1 && width < 32 => {
                Some(Demand::Count(place, 1 << width))
            }
            Field::Dense { capacity, .. } => Some(Demand::Token(place, capacity)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::shared::Engine;
    use super::*;
    use crate::net::load_text;
    use std::path::Path;

    const NET: &str = "\
net: shaken
declarations: |
  colset N = int;
  colset T = int timed;
  var n : N;
places:
  Few: {colset: N, initial: 1`0 ++ 2`1}
  Many: {colset: N, initial: 300`7}
  Later: {colset: T, initial: 1`0}
transitions:
  Move: {in: {Few: n}, out: {Many: n}, delay: 1}
";

    #[test]
    fn every_demand_leads_to_another_layout_and_none_gets_large() {
        let net = load_text("net.yaml", NET, Path::new("."), "net", &[]).net;
        let engine = Engine::new(net.expect("no errors")).expect("an initial marking");
        let (mut shaky, mut layout) = (Shaky::new(1), Layout::clone(&engine.layout));
        let mut demands = 0;
        for _ in 0..10_000 {
            if let Some(demand) = shaky.demand(&layout, &engine.shared) {
                let next = layout.adapted(&[demand]);
                assert_ne!(next, layout, "{demand:?}");
                layout = next;
                demands += 1;
            }
        }
        assert!(demands > 50, "{demands}");
        assert!(layout.words < 30, "{}", layout.words);
    }
}
