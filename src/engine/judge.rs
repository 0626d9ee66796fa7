//! Evaluating expressions over a marking.

use super::machine::Trouble;
use super::sets::Item;
use super::worker::{Failure, Worker};
use crate::net::expression::MarkingExpression;

impl Worker {
    /// Whether a predicate holds in a marking.
    pub fn holds_in(
        &mut self,
        predicate: &MarkingExpression,
        state: &[u64],
    ) -> Result<bool, Failure> {
        let mut arguments = Vec::with_capacity(predicate.places.len());
        // Colours go into the heap for good first; then the multi-sets of them, which are dropped.
        let places: Vec<(usize, Vec<Item>)> = (predicate.places.iter())
            .map(|place| (place.0 as usize, self.tokens_of(place.0 as usize, state)))
            .collect();
        self.machine.vm.heap.thaw();
        for (place, items) in places {
            arguments.push(self.multiset(place, &items));
        }
        self.machine.set_clock(self.clock(state));
        self.machine.vm.set_budget(self.shared.budget);
        match self.machine.vm.call(predicate.code.0, &arguments) {
            Ok(word) => Ok(word != 0),
            Err(stop) => {
                let doing = "evaluating the predicate in a marking".to_string();
                let trouble = Trouble::from(stop);
                Err(self
                    .shared
                    .failure(&self.machine, predicate.span, &doing, &trouble))
            }
        }
    }

    /// A multi-set in the evaluator's heap of sorted tokens whose colours are there.
    fn multiset(&mut self, place: usize, items: &[Item]) -> u64 {
        let pointer = self.shared.net.places[place].pointer;
        let timed = self.shared.timed_places[place];
        let mut elements = Vec::with_capacity(items.len());
        for item in items {
            let mut word = self.word_of(place, item.token);
            if timed {
                let stamp = self.machine.vm.heap.alloc_small_inf(item.stamp);
                word = self.machine.vm.heap.alloc_timed(word, stamp, pointer);
            }
            elements.push(word);
        }
        let counts: Vec<u64> = items.iter().map(|item| u64::from(item.count)).collect();
        (self.machine.vm.heap).alloc_multiset(&elements, &counts, pointer || timed)
    }
}
