//! What is known of the tokens of each place, shared by all threads; and markings taken apart and put together.

use super::layout::{Demand, Field, Layout, dense_tokens, masks, ones};
use super::sets::{Item, Sets};
use super::tokens::Tokens;

/// The tokens and multi-sets of one place.
#[derive(Debug)]
pub struct Known {
    /// Its colours.
    pub tokens: Tokens,
    /// Its multi-sets, where it is sparse.
    pub sets: Sets,
}

/// All places.
#[derive(Debug)]
pub struct Places(pub Vec<Known>);

impl std::ops::Index<usize> for Places {
    type Output = Known;

    #[inline]
    fn index(&self, place: usize) -> &Known {
        &self.0[place]
    }
}

impl Places {
    /// Places of which nothing is known: for each whether it is timed.
    pub fn new(timed: impl Iterator<Item = bool>) -> Places {
        let known = |timed| Known {
            tokens: Tokens::default(),
            sets: Sets::new(timed),
        };
        Places(timed.map(known).collect())
    }

    /// The tokens of a place in a marking, ascending.
    pub fn items(&self, layout: &Layout, place: usize, state: &[u64], items: &mut Vec<Item>) {
        items.clear();
        self.each(layout, place, state, |item| items.push(item));
    }

    /// The same, one after the other.
    #[inline]
    pub fn each(&self, layout: &Layout, place: usize, state: &[u64], mut tell: impl FnMut(Item)) {
        match layout.fields[place] {
            Field::Sparse(slot) => self[place]
                .sets
                .items(slot.get(state) as u32)
                .for_each(tell),
            Field::Dense {
                first,
                width,
                capacity,
            } => {
                let tokens = dense_tokens(state, first, first + width * capacity, width);
                tokens.for_each(|(token, count)| {
                    tell(Item {
                        token,
                        stamp: 0,
                        count: count as u32,
                    });
                });
            }
        }
    }

    /// Takes all tokens off a place.
    pub fn clear(&self, layout: &Layout, place: usize, state: &mut [u64]) {
        match layout.fields[place] {
            Field::Sparse(slot) => slot.set(state, 0),
            Field::Dense {
                first,
                width,
                capacity,
            } => {
                for (word, mask) in masks(first, first + width * capacity) {
                    state[word] &= !mask;
                }
            }
        }
    }

    /// Puts tokens on a place that has none, ascending and each once; or says what there is no room for.
    pub fn put(
        &self,
        layout: &Layout,
        place: usize,
        items: &[Item],
        state: &mut [u64],
    ) -> Result<(), Demand> {
        match layout.fields[place] {
            Field::Sparse(slot) => {
                let set = self[place].sets.intern(items);
                if u64::from(set) > ones(slot.width) {
                    return Err(Demand::Set(place, set));
                }
                slot.set(state, u64::from(set));
            }
            field @ Field::Dense { .. } => {
                for item in items {
                    let Some(slot) = field.counter(item.token) else {
                        return Err(Demand::Token(place, item.token));
                    };
                    let count = u64::from(item.count);
                    if count > ones(slot.width) {
                        return Err(Demand::Count(place, count));
                    }
                    slot.set(state, count);
                }
            }
        }
        Ok(())
    }

    /// Bytes of everything known.
    pub fn bytes(&self) -> usize {
        (self.0.iter())
            .map(|known| known.tokens.bytes() + known.sets.bytes())
            .sum()
    }
}
