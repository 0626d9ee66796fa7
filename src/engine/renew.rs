//! Forgetting colours, tokens and multi-sets that no marking in use has.
//!
//! They are only ever added to, which is right for a state space: what was met once is met again. A long simulation instead leaves its past behind, and in a
//! net with time every multi-set is new. So now and then the markings in use are carried over to empty tables.

use super::layout::{Demand, Layout};
use super::machine::Machine;
use super::places::Places;
use super::shared::Shared;
use super::values::Values;
use super::worker::Worker;
use rustc_hash::FxHashMap;
use std::sync::Arc;

impl Worker {
    /// Words of all colours, tokens and multi-sets met so far. The same on every machine, unlike the bytes they take.
    pub fn known(&self) -> usize {
        let places = self.shared.places.0.iter();
        let words = places.map(|known| known.tokens.len() as usize + known.sets.words());
        words.sum::<usize>() + self.shared.values.words()
    }

    /// Keeps only what these markings have, and translates them; their layout stays. No other marking, binding or occurrence means anything afterwards.
    /// On failure nothing has changed.
    pub fn renew(&mut self, markings: &mut [Vec<u64>]) -> Result<(), Demand> {
        let old = self.shared.clone();
        let new = Shared {
            net: old.net.clone(),
            values: Values::default(),
            places: Places::new(old.timed_places.iter().copied()),
            timed_places: old.timed_places.clone(),
            priorities: old.priorities.clone(),
            impure: old.impure.clone(),
            varying: old.varying.clone(),
            uses_clock: old.uses_clock.clone(),
            restricted: old.restricted.clone(),
            budget: old.budget,
            stored: std::sync::atomic::AtomicUsize::new(0),
        };
        let words = self.words_of_all(markings);
        // Through the evaluator's heap: the colours leave the old tables and enter the new ones.
        self.machine.forget_colours();
        let translate = |marking: &Vec<u64>| {
            carry(&mut self.machine, &self.layout, &old, &new, &words, marking)
        };
        let translated: Result<Vec<Vec<u64>>, Demand> = markings.iter().map(translate).collect();
        let translated = match translated {
            Ok(translated) => translated,
            Err(demand) => {
                self.machine.forget_colours();
                return Err(demand);
            }
        };
        markings.clone_from_slice(&translated);
        let mut renewed = Worker::new(Arc::new(new), self.layout.clone());
        renewed.occurred = std::mem::take(&mut self.occurred);
        // Ref cells live in the heap, so a net that assigned one keeps it.
        if self.machine.vm.heap.is_assigned() {
            std::mem::swap(&mut renewed.machine, &mut self.machine);
        }
        *self = renewed;
        Ok(())
    }

    /// Where in the heap the colour of each token is.
    fn words_of_all(&mut self, markings: &[Vec<u64>]) -> FxHashMap<(usize, u32), u64> {
        let shared = self.shared.clone();
        let mut words = FxHashMap::default();
        let mut items = Vec::new();
        for marking in markings {
            for place in 0..shared.net.places.len() {
                (shared.places).items(&self.layout, place, marking, &mut items);
                for item in &items {
                    let word = self.word_of(place, item.token);
                    words.insert((place, item.token), word);
                }
            }
        }
        words
    }
}

/// A marking of the old tables in the new ones.
fn carry(
    machine: &mut Machine,
    layout: &Layout,
    old: &Shared,
    new: &Shared,
    words: &FxHashMap<(usize, u32), u64>,
    marking: &[u64],
) -> Result<Vec<u64>, Demand> {
    let mut items = Vec::new();
    let mut carried = vec![0; layout.words];
    for (place, net) in new.net.places.iter().enumerate() {
        old.places.items(layout, place, marking, &mut items);
        for item in &mut items {
            let colour = machine.colour(&new.values, words[&(place, item.token)], net.pointer);
            item.token = new.places[place].tokens.intern(colour).0;
        }
        super::shared::merge(&mut items);
        new.places.put(layout, place, &items, &mut carried)?;
    }
    if let Some(clock) = layout.clock {
        clock.set(&mut carried, clock.get(marking));
    }
    Ok(carried)
}
