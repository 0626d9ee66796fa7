//! An order of markings by what is in them alone. Numbers of tokens, multi-sets and markings follow
//! from what was found first, which with several threads is another thing in every run; what is shown
//! of a search must not.

use super::sets::Item;
use super::worker::Worker;
use std::cmp::Ordering;

impl Worker {
    /// Compares two markings: by the clock, then place by place by their tokens in the order of
    /// colours.
    pub fn compare_markings(&mut self, a: &[u64], b: &[u64]) -> Ordering {
        let clocks = self.clock(a).cmp(&self.clock(b));
        if clocks.is_ne() {
            return clocks;
        }
        for place in 0..self.shared.net.places.len() {
            if self.items_of(place, a) == self.items_of(place, b) {
                continue;
            }
            let (a, b) = (self.tokens_of(place, a), self.tokens_of(place, b));
            let order = self.compare_tokens(place, &a, &b);
            if order.is_ne() {
                return order;
            }
        }
        Ordering::Equal
    }

    /// The first `most` of some markings, in this order.
    pub fn least_markings(
        &mut self,
        markings: impl Iterator<Item = Vec<u64>>,
        most: usize,
    ) -> Vec<Vec<u64>> {
        let mut least: Vec<Vec<u64>> = Vec::new();
        for marking in markings {
            let after = |worker: &mut Worker, other: &Vec<u64>| {
                worker.compare_markings(other, &marking).is_le()
            };
            let at = match least.last() {
                Some(last) if after(self, last) => least.len(),
                _ => least.partition_point(|other| after(self, other)),
            };
            if at < most {
                least.insert(at, marking);
                least.truncate(most);
            }
        }
        least
    }

    /// Compares sorted tokens of a place, as words in a dictionary are.
    fn compare_tokens(&mut self, place: usize, a: &[Item], b: &[Item]) -> Ordering {
        for (a, b) in a.iter().zip(b) {
            let words = (self.word_of(place, a.token), self.word_of(place, b.token));
            let order = (self.compare(place, (words.0, *a), (words.1, *b)))
                .then_with(|| a.count.cmp(&b.count));
            if order.is_ne() {
                return order;
            }
        }
        a.len().cmp(&b.len())
    }
}
