//! Multi-sets of tokens of one place, each stored once. A place with many colours, or with time stamps, is one number in a packed marking: the
//! number of its multi-set.

use super::tokens::Token;
use super::words::{Apart, Words};
use hashbrown::HashTable;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use sweepnet_lang::vm::equal::mix;

/// Number of a multi-set of its place; 0 is the empty one.
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
    /// For each token the set that has it once and nothing else; 0 if there is none yet, or on a timed place.
    singles: Words,
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
            singles: Words::default(),
            index: Apart(Mutex::new(index)),
        }
    }

    fn stride(&self) -> usize {
        1 + usize::from(self.timed)
    }

    /// How many different items a set has.
    #[inline]
    pub fn len(&self, set: SetId) -> usize {
        let words = self.starts.get(set as usize + 1) - self.starts.get(set as usize);
        words as usize / self.stride()
    }

    /// Item `i` of a set.
    #[inline]
    pub fn item(&self, set: SetId, i: usize) -> Item {
        let at = self.starts.get(set as usize) as usize + i * self.stride();
        let word = self.items.get(at);
        Item {
            token: word as u32,
            count: (word >> 32) as u32,
            stamp: match self.timed {
                true => self.items.get(at + 1) as i64,
                false => 0,
            },
        }
    }

    /// All items of a set.
    pub fn items(&self, set: SetId) -> impl Iterator<Item = Item> + '_ {
        (0..self.len(set)).map(move |i| self.item(set, i))
    }

    /// Where the items of a set are, as words: start and end.
    #[inline]
    pub fn span(&self, set: SetId) -> (usize, usize) {
        let start = self.starts.get(set as usize) as usize;
        (start, self.starts.get(set as usize + 1) as usize)
    }

    /// The token and count at a word of a span, on a place without time.
    #[inline]
    pub fn at(&self, word: usize) -> (Token, u32) {
        let word = self.items.get(word);
        (word as u32, (word >> 32) as u32)
    }

    /// The set with one token, if it has a number already.
    #[inline]
    pub fn single(&self, token: Token) -> Option<SetId> {
        match self.singles.get(token as usize) as SetId {
            0 => None,
            set => Some(set),
        }
    }

    /// The number of the set with these items.
    pub fn intern(&self, items: &[Item]) -> SetId {
        match items {
            [] => 0,
            [one] if one.count == 1 && !self.timed => {
                match self.singles.get(one.token as usize) as SetId {
                    0 => self.add_single(one.token),
                    set => set,
                }
            }
            _ => self.add(items),
        }
    }

    /// The set with one token: found by `singles` alone.
    fn add_single(&self, token: Token) -> SetId {
        let mut index = self.index.0.lock().unwrap_or_else(PoisonError::into_inner);
        // somebody else may have been faster
        if let Some(set) = self.single(token) {
            return set;
        }
        let set = index.count;
        self.items.set(index.end, u64::from(token) | 1 << 32);
        index.end += 1;
        self.starts.set(set as usize + 1, index.end as u64);
        index.count += 1;
        self.singles.set(token as usize, u64::from(set));
        set
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
            let start = self.starts.get(set as usize) as usize;
            let end = self.starts.get(set as usize + 1) as usize;
            end - start == words.len() && self.items.equals(start, words)
        });
        if let Some(&set) = found {
            return set;
        }
        let set = index.count;
        self.items.write(index.end, words);
        index.end += words.len();
        self.words.0.store(index.end, Ordering::Relaxed);
        self.starts.set(set as usize + 1, index.end as u64);
        index.count += 1;
        index.sets.insert_unique(hash, set, |&set| {
            let start = self.starts.get(set as usize) as usize;
            let end = self.starts.get(set as usize + 1) as usize;
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
        let (count, _) = self.usage();
        let items = (0..count).flat_map(|set| self.items(set));
        items.map(|item| u64::from(item.count)).max().unwrap_or(1)
    }

    /// Words of all sets.
    pub fn words(&self) -> usize {
        let index = self.index.0.lock().unwrap_or_else(PoisonError::into_inner);
        index.end + index.count as usize
    }

    /// How many sets there are, and their bytes with their index.
    pub fn usage(&self) -> (u32, usize) {
        let index = self.index.0.lock().unwrap_or_else(PoisonError::into_inner);
        let words = index.end + index.count as usize;
        (index.count, words * 8 + index.sets.capacity() * 5)
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
            assert_eq!(sets.len(0), 0);
            assert_eq!(
                sets.items(two).collect::<Vec<_>>(),
                [item(3, 7, 1), item(4, -2, 5)]
            );
        }
    }
}
