//! How many tokens each place can have: integer bounds and multi-set bounds, over all markings found.
//!
//! One pass over the packed markings. Single-bit counters of a whole word are combined at once; of a sparse place each multi-set is looked into once.

use super::full::Space;
use crate::engine::{Field, Item};

/// The bounds of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Least and greatest number of tokens.
    pub lower: u64,
    /// See `lower`.
    pub upper: u64,
    /// For each colour the least number of tokens, where it is not 0. Stamps are left out.
    pub lower_multiset: Vec<Item>,
    /// For each colour the greatest number of tokens.
    pub upper_multiset: Vec<Item>,
}

struct Counting {
    field: Field,
    lower: u64,
    upper: u64,
    /// For each token the least and greatest count, of a dense place.
    counts: Vec<(u64, u64)>,
    /// Multi-sets seen, of a sparse place.
    seen: Vec<bool>,
}

/// The bounds of all places.
pub fn bounds(space: &Space) -> Vec<Bounds> {
    let shared = &space.engine.shared;
    let layout = &space.engine.layout;
    let mut all: Vec<Counting> = (layout.fields.iter().enumerate())
        .map(|(place, &field)| Counting {
            field,
            lower: u64::MAX,
            upper: 0,
            counts: match field {
                Field::Dense { .. } => {
                    vec![(u64::MAX, 0); shared.places[place].tokens.len() as usize]
                }
                Field::Sparse(_) => Vec::new(),
            },
            seen: match field {
                Field::Dense { .. } => Vec::new(),
                Field::Sparse(_) => {
                    let known = &shared.places[place];
                    vec![false; known.sets.end(known.tokens.len()) as usize]
                }
            },
        })
        .collect();
    let mut state = vec![0; space.store.width()];
    let mut any = vec![0u64; space.store.width()];
    let mut every = vec![u64::MAX; space.store.width()];
    for id in space.used.iter().flat_map(|ids| ids.clone()) {
        space.store.read(id, &mut state);
        for (i, &word) in state.iter().enumerate() {
            any[i] |= word;
            every[i] &= word;
        }
        for place in &mut all {
            place.count(&state);
        }
    }
    (all.into_iter().enumerate())
        .map(|(place, counting)| counting.bounds(space, place, &any, &every))
        .collect()
}

impl Counting {
    fn count(&mut self, state: &[u64]) {
        let tokens = match self.field {
            Field::Sparse(slot) => {
                if let Some(seen) = self.seen.get_mut(slot.get(state) as usize) {
                    *seen = true;
                }
                return;
            }
            Field::Dense {
                first,
                width: 1,
                capacity,
            } => ones_between(state, first, first + capacity),
            field @ Field::Dense { .. } => {
                let mut sum = 0;
                for (token, (least, most)) in self.counts.iter_mut().enumerate() {
                    let count = field
                        .counter(token as u32)
                        .map_or(0, |slot| slot.get(state));
                    (*least, *most) = ((*least).min(count), (*most).max(count));
                    sum += count;
                }
                sum
            }
        };
        self.lower = self.lower.min(tokens);
        self.upper = self.upper.max(tokens);
    }

    fn bounds(mut self, space: &Space, place: usize, any: &[u64], every: &[u64]) -> Bounds {
        let sets = &space.engine.shared.places[place].sets;
        let item = |token: usize, count: u64| Item {
            token: token as u32,
            stamp: 0,
            count: count as u32,
        };
        match self.field {
            Field::Dense { width: 1, .. } => {
                for (token, counts) in self.counts.iter_mut().enumerate() {
                    if let Some(slot) = self.field.counter(token as u32) {
                        *counts = (slot.get(every), slot.get(any));
                    }
                }
            }
            Field::Dense { .. } => {}
            Field::Sparse(_) => {
                let tokens = space.engine.shared.places[place].tokens.len() as usize;
                self.counts = vec![(0, 0); tokens];
                // how many multi-sets have the token at all, for the least count
                let mut present = vec![0usize; tokens];
                let mut least = vec![u64::MAX; tokens];
                let mut total = 0;
                let mut counts: Vec<(u32, u64)> = Vec::new();
                for (set, _) in self.seen.iter().enumerate().filter(|(_, seen)| **seen) {
                    total += 1;
                    counts.clear();
                    for item in sets.items(set as u32) {
                        match counts.last_mut() {
                            Some((token, count)) if *token == item.token => {
                                *count += u64::from(item.count);
                            }
                            _ => counts.push((item.token, u64::from(item.count))),
                        }
                    }
                    let sum = counts.iter().map(|c| c.1).sum();
                    self.lower = self.lower.min(sum);
                    self.upper = self.upper.max(sum);
                    for &(token, count) in &counts {
                        let token = token as usize;
                        present[token] += 1;
                        least[token] = least[token].min(count);
                        self.counts[token].1 = self.counts[token].1.max(count);
                    }
                }
                for token in 0..tokens {
                    if present[token] == total && total > 0 {
                        self.counts[token].0 = least[token];
                    }
                }
            }
        }
        let of = |which: fn(&(u64, u64)) -> u64| {
            let counts = self.counts.iter().enumerate();
            counts
                .map(|(token, counts)| (token, which(counts)))
                .filter(|&(_, count)| count > 0 && count != u64::MAX)
                .map(|(token, count)| item(token, count))
                .collect()
        };
        Bounds {
            lower: if self.lower == u64::MAX {
                0
            } else {
                self.lower
            },
            upper: self.upper,
            lower_multiset: of(|counts| counts.0),
            upper_multiset: of(|counts| counts.1),
        }
    }
}

fn ones_between(state: &[u64], first: u32, end: u32) -> u64 {
    let mut sum = 0;
    for word in first / 64..end.div_ceil(64) {
        let low = first.max(word * 64) % 64;
        let high = end.min(word * 64 + 64) - word * 64;
        let mask = (u64::MAX >> (64 - (high - low))) << low;
        sum += u64::from((state[word as usize] & mask).count_ones());
    }
    sum
}
