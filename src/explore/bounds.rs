//! How many tokens each place can have: integer bounds and multi-set bounds, over all markings found.
//!
//! One pass over the packed markings, each thread over its share. Single-bit counters of a whole word are combined at once; of a sparse place each multi-set is looked into once.

use super::full::Space;
use super::store::{StateId, split};
use crate::engine::{Field, Item};
use std::ops::Range;

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

/// What some markings have in common, and what any of them has.
struct Share {
    places: Vec<Counting>,
    any: Vec<u64>,
    every: Vec<u64>,
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
    let parts = split(&space.used, space.store.threads());
    let mut all = Share::of(space, &[]);
    if let [one] = &parts[..] {
        all.add(&Share::of(space, one));
    } else {
        let mut shares: Vec<Option<Share>> = parts.iter().map(|_| None).collect();
        std::thread::scope(|scope| {
            for (share, part) in shares.iter_mut().zip(&parts) {
                scope.spawn(|| *share = Some(Share::of(space, part)));
            }
        });
        shares.iter().flatten().for_each(|share| all.add(share));
    }
    let (any, every) = (&all.any, &all.every);
    (all.places.into_iter().enumerate())
        .map(|(place, counting)| counting.bounds(space, place, any, every))
        .collect()
}

impl Share {
    fn of(space: &Space, ids: &[Range<StateId>]) -> Share {
        let shared = &space.engine.shared;
        let fields = space.engine.layout.fields.iter().enumerate();
        let width = space.store.width();
        let mut share = Share {
            places: fields
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
                .collect(),
            any: vec![0; width],
            every: vec![u64::MAX; width],
        };
        let mut state = vec![0; width];
        for id in ids.iter().flat_map(|ids| ids.clone()) {
            space.store.read(id, &mut state);
            for (i, &word) in state.iter().enumerate() {
                share.any[i] |= word;
                share.every[i] &= word;
            }
            for place in &mut share.places {
                place.count(&state);
            }
        }
        share
    }

    fn add(&mut self, other: &Share) {
        for (any, other) in self.any.iter_mut().zip(&other.any) {
            *any |= other;
        }
        for (every, other) in self.every.iter_mut().zip(&other.every) {
            *every &= other;
        }
        for (place, other) in self.places.iter_mut().zip(&other.places) {
            place.lower = place.lower.min(other.lower);
            place.upper = place.upper.max(other.upper);
            for ((least, most), other) in place.counts.iter_mut().zip(&other.counts) {
                (*least, *most) = ((*least).min(other.0), (*most).max(other.1));
            }
            for (seen, other) in place.seen.iter_mut().zip(&other.seen) {
                *seen |= other;
            }
        }
    }
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
