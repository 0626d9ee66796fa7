//! Multi-sets of tokens of one place, each stored once. A place with many colours, or with time stamps, is one number in a packed marking: the
//! number of its multi-set.

use super::tokens::Token;
use super::words::{Apart, Words};
use hashbrown::HashTable;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use sweepnet_lang::vm::equal::mix;

/// Number of a multi-set of its place; 0 is the empty one. On a place without time a set of a single token has an odd number that says which token it is, so
/// nothing needs to be stored or looked up for it: the most common places have one token, like a variable of a program.
pub type SetId = u32;

/// Some equal tokens of a place.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Item {
    /// Their colour.
    pub token: Token,
    /// Their time stamp; 0 on a place without time.
    pub stamp: i64,
    /// How many.
    pub count: u32,
}

/// The multi-sets of one place. Items are in ascending order, no two with the same colour and stamp.
#[derive(Debug)]
pub struct Sets {
    /// Whether items have stamps: two words an item, else one.
    timed: bool,
    /// For each set where its items start, and at which word the next set's do.
    starts: Words,
    items: Words,
    /// Words of all items, for a look without the lock.
    words: Apart<AtomicUsize>,
    index: Apart<Mutex<Index>>,
}

#[derive(Debug, Default)]
struct Index {
    count: u32,
    end: usize,
    sets: HashTable<SetId>,
    scratch: Vec<u64>,
}

impl Sets {
    /// No sets but the empty one.
    pub fn new(timed: bool) -> Sets {
        let index = Index {
            count: 1,
            ..Index::default()
        };
        Sets {
            timed,
            starts: Words::default(),
            items: Words::default(),
            words: Apart(AtomicUsize::new(0)),
            index: Apart(Mutex::new(index)),
        }
    }

    fn stride(&self) -> usize {
        1 + usize::from(self.timed)
    }

    /// The set with one token.
    #[inline]
    pub fn single(token: Token) -> SetId {
        token << 1 | 1
    }

    /// The token of a set that has one and says so.
    #[inline]
    pub fn token_of(set: SetId) -> Option<Token> {
        (set & 1 == 1).then_some(set >> 1)
    }

    /// All items of a set.
    pub fn items(&self, set: SetId) -> impl Iterator<Item = Item> + '_ {
        let single = Sets::token_of(set).map(|token| Item {
            token,
            stamp: 0,
            count: 1,
        });
        let (start, end) = self.span(set);
        let stored = (start..end).step_by(self.stride()).map(|at| {
            let (token, count) = self.at(at);
            let stamp = match self.timed {
                true => self.items.get(at + 1) as i64,
                false => 0,
            };
            Item {
                token,
                stamp,
                count,
            }
        });
        single.into_iter().chain(stored)
    }

    /// Where the items of a set are, as words: start and end. Nowhere, if its number says all.
    #[inline]
    pub fn span(&self, set: SetId) -> (usize, usize) {
        if set & 1 == 1 {
            return (0, 0);
        }
        let index = (set >> 1) as usize;
        let start = self.starts.get(index) as usize;
        (start, self.starts.get(index + 1) as usize)
    }

    /// The token and count at a word of a span.
    #[inline]
    pub fn at(&self, word: usize) -> (Token, u32) {
        let word = self.items.get(word);
        (word as u32, (word >> 32) as u32)
    }

    /// The number of the set with these items.
    pub fn intern(&self, items: &[Item]) -> SetId {
        match items {
            [] => 0,
            [one] if one.count == 1 && !self.timed => Sets::single(one.token),
            _ => self.add(items),
        }
    }

    fn add(&self, items: &[Item]) -> SetId {
        let mut guard = self.index.0.lock().unwrap_or_else(PoisonError::into_inner);
        let index = &mut *guard;
        index.scratch.clear();
        for item in items {
            (index.scratch).push(u64::from(item.token) | u64::from(item.count) << 32);
            if self.timed {
                index.scratch.push(item.stamp as u64);
            }
        }
        let hash = index
            .scratch
            .iter()
            .fold(0, |state, &word| mix(state, word));
        let words = &index.scratch;
        let found = index.sets.find(hash, |&set| {
            let (start, end) = self.span(set);
            end - start == words.len() && self.items.equals(start, words)
        });
        if let Some(&set) = found {
            return set;
        }
        let set = index.count << 1;
        self.items.write(index.end, words);
        index.end += words.len();
        self.words.0.store(index.end, Ordering::Relaxed);
        (self.starts).set(index.count as usize + 1, index.end as u64);
        index.count += 1;
        index.sets.insert_unique(hash, set, |&set| {
            let (start, end) = self.span(set);
            (start..end).fold(0, |state, i| mix(state, self.items.get(i)))
        });
        set
    }

    /// Bytes of all items.
    pub fn item_bytes(&self) -> usize {
        self.words.0.load(Ordering::Relaxed) * 8
    }

    /// The largest number of equal tokens in any set.
    pub fn most(&self) -> u64 {
        let items = (0..self.end(0)).step_by(2).flat_map(|set| self.items(set));
        items.map(|item| u64::from(item.count)).max().unwrap_or(1)
    }

    /// A number larger than that of any set there is, if there are so many tokens.
    pub fn end(&self, tokens: u32) -> SetId {
        let index = self.index.0.lock().unwrap_or_else(PoisonError::into_inner);
        match self.timed {
            true => index.count << 1,
            false => (index.count << 1).max(tokens << 1),
        }
    }

    /// Words of all sets.
    pub fn words(&self) -> usize {
        let index = self.index.0.lock().unwrap_or_else(PoisonError::into_inner);
        index.end + index.count as usize
    }

    /// Bytes of all sets and their index.
    pub fn bytes(&self) -> usize {
        let index = self.index.0.lock().unwrap_or_else(PoisonError::into_inner);
        (index.end + index.count as usize) * 8 + index.sets.capacity() * 5
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_sets_have_one_number() {
        for timed in [false, true] {
            let sets = Sets::new(timed);
            let item = |token, stamp, count| Item {
                token,
                stamp: if timed { stamp } else { 0 },
                count,
            };
            assert_eq!(sets.intern(&[]), 0);
            let one = sets.intern(&[item(3, 7, 1)]);
            let two = sets.intern(&[item(3, 7, 1), item(4, -2, 5)]);
            assert_ne!(one, two);
            for i in 0..1000 {
                sets.intern(&[item(i, 0, 9)]);
            }
            assert_eq!(sets.intern(&[item(3, 7, 1), item(4, -2, 5)]), two);
            assert_eq!(sets.items(0).count(), 0);
            assert_eq!(sets.items(one).collect::<Vec<_>>(), [item(3, 7, 1)]);
            assert_eq!(
                sets.items(two).collect::<Vec<_>>(),
                [item(3, 7, 1), item(4, -2, 5)]
            );
        }
    }
}
