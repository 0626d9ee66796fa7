//! Random choice: first among the transitions that are enabled, then among the bindings of the one chosen. So a transition with many bindings is not
//! preferred to one with few.
//!
//! The generator is PCG, whose numbers are the same on every machine. What it chooses is a rank in the order of values, not of how the engine found them: a seed
//! means the same run also when the engine changes.

use crate::engine::Occurrence;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// Chooses.
#[derive(Clone, Debug)]
pub struct Chooser(Pcg64);

impl Chooser {
    /// The same seed makes the same choices.
    pub fn new(seed: u64) -> Chooser {
        Chooser(Pcg64::seed_from_u64(seed))
    }

    /// Chooses among the enabled binding elements, which are in the order of their transitions: those of one transition, and the rank of one among
    /// them. `None` if there are none.
    pub fn choose<'e>(&mut self, enabled: &'e [Occurrence]) -> Option<(&'e [Occurrence], usize)> {
        let same = |a: &Occurrence, b: &Occurrence| a.transition == b.transition;
        let transitions = enabled.chunk_by(same).count();
        let chosen = self.below(transitions)?;
        let bindings = enabled.chunk_by(same).nth(chosen)?;
        Some((bindings, self.below(bindings.len())?))
    }

    /// A number below `end`, all equally likely. Takes no random number where there is no choice.
    fn below(&mut self, end: usize) -> Option<usize> {
        let end = end as u64;
        if end <= 1 {
            return (end == 1).then_some(0);
        }
        // The first numbers, as many as a multiple of `end` leaves over, would prefer small results.
        let unfair = end.wrapping_neg() % end;
        loop {
            let product = u128::from(self.0.next_u64()) * u128::from(end);
            if product as u64 >= unfair {
                return Some((product >> 64) as usize);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn occurrence(transition: u32, element: u32) -> Occurrence {
        Occurrence {
            transition,
            element,
            clock: 0,
        }
    }

    #[test]
    fn transitions_are_chosen_evenly_and_then_their_bindings() {
        let mut enabled = vec![occurrence(3, 0)];
        enabled.extend((1..5).map(|element| occurrence(7, element)));
        let mut chooser = Chooser::new(1);
        let mut counts = [0; 5];
        for _ in 0..8_000 {
            let (bindings, rank) = chooser.choose(&enabled).expect("something is enabled");
            counts[bindings[rank].element as usize] += 1;
        }
        assert!((3_800..4_200).contains(&counts[0]), "{counts:?}");
        for count in &counts[1..] {
            assert!((900..1_100).contains(count), "{counts:?}");
        }
    }

    #[test]
    fn a_seed_means_the_same_everywhere() {
        let mut chooser = Chooser::new(2026);
        let chosen: Vec<_> = (0..8).filter_map(|_| chooser.below(10)).collect();
        assert_eq!(chosen, [6, 6, 2, 3, 3, 5, 2, 1]);
        assert_eq!(chooser.below(0), None);
        assert!(chooser.choose(&[]).is_none());
    }
}
