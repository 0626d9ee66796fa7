//! Multi-sets of tokens of one place, each stored once. A place with many colours, or with time stamps, is one number in a packed marking: the
//! number of its multi-set.

use super::tokens::Token;
use super::words::{Apart, Words};
use hashbrown::HashTable;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
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
    ends: Apart<Ends>,
    /// The numbers of all sets by the hash of their items, in stripes so that threads seldom wait for each other. Most places never need one.
    index: OnceLock<Box<[Stripe; STRIPES]>>,
}

type Stripe = Apart<Mutex<HashTable<SetId>>>;

const STRIPES: usize = 16;

/// Sets there are numbers for: a number is twice a set's index, and the last ones name no set.
const MOST: u32 = (1 << 31) - 2;
/// A search ends when only so many are left, since much may be added between two looks.
const RESERVE: u32 = 1 << 26;

/// Where the next set goes. Only whoever has the lock changes this; all may look.
#[derive(Debug)]
struct Ends {
    adding: Mutex<()>,
    count: AtomicU32,
    words: AtomicUsize,
    /// Entries that the index has room for.
    entries: AtomicUsize,
    /// Whether a set got no number of its own.
    exhausted: AtomicBool,
}

impl Sets {
    /// No sets but the empty one.
    pub fn new(timed: bool) -> Sets {
        Sets {
            timed,
            starts: Words::default(),
            items: Words::default(),
            ends: Apart(Ends {
                adding: Mutex::new(()),
                count: AtomicU32::new(1),
                words: AtomicUsize::new(0),
                entries: AtomicUsize::new(0),
                exhausted: AtomicBool::new(false),
            }),
            index: OnceLock::new(),
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

    /// The words in which an item is stored; the second one only with time.
    #[inline]
    fn packed(item: &Item) -> (u64, u64) {
        let first = u64::from(item.token) | u64::from(item.count) << 32;
        (first, item.stamp as u64)
    }

    fn add(&self, items: &[Item]) -> SetId {
        let hash = items.iter().map(Sets::packed).fold(0, |state, item| {
            let state = mix(state, item.0);
            match self.timed {
                true => mix(state, item.1),
                false => state,
            }
        });
        let index = self.index.get_or_init(Box::default);
        let stripe = &index[(hash >> 32) as usize % STRIPES].0;
        let mut stripe = stripe.lock().unwrap_or_else(PoisonError::into_inner);
        let found = stripe.find(hash, |&set| self.has_items(set, items));
        if let Some(&set) = found {
            return set;
        }
        let set = self.append(items);
        if set == 0 {
            return 0;
        }
        let before = stripe.capacity();
        stripe.insert_unique(hash, set, |&set| {
            let (start, end) = self.span(set);
            (start..end).fold(0, |state, i| mix(state, self.items.get(i)))
        });
        let more = stripe.capacity() - before;
        self.ends.0.entries.fetch_add(more, Ordering::Relaxed);
        set
    }

    fn has_items(&self, set: SetId, items: &[Item]) -> bool {
        let (start, end) = self.span(set);
        let same = |(at, item): (usize, &Item)| {
            let (first, stamp) = Sets::packed(item);
            self.items.get(at) == first && (!self.timed || self.items.get(at + 1) == stamp)
        };
        end - start == items.len() * self.stride()
            && (start..).step_by(self.stride()).zip(items).all(same)
    }

    /// Whether few numbers are left.
    pub fn is_nearly_exhausted(&self) -> bool {
        self.ends.0.count.load(Ordering::Relaxed) >= MOST - RESERVE
    }

    /// Whether a set got no number of its own: then nothing found since can be relied on.
    pub fn is_exhausted(&self) -> bool {
        self.ends.0.exhausted.load(Ordering::Relaxed)
    }

    /// Stores a new set. Its number is 0, which is that of the empty set, if there is none left.
    fn append(&self, items: &[Item]) -> SetId {
        let ends = &self.ends.0;
        let adding = ends.adding.lock().unwrap_or_else(PoisonError::into_inner);
        let count = ends.count.load(Ordering::Relaxed);
        if count >= MOST {
            ends.exhausted.store(true, Ordering::Relaxed);
            return 0;
        }
        let mut end = ends.words.load(Ordering::Relaxed);
        for item in items {
            let (first, stamp) = Sets::packed(item);
            self.items.set(end, first);
            if self.timed {
                self.items.set(end + 1, stamp);
            }
            end += self.stride();
        }
        self.starts.set(count as usize + 1, end as u64);
        ends.words.store(end, Ordering::Relaxed);
        ends.count.store(count + 1, Ordering::Relaxed);
        drop(adding);
        count << 1
    }

    /// Bytes of all items.
    pub fn item_bytes(&self) -> usize {
        self.ends.0.words.load(Ordering::Relaxed) * 8
    }

    /// The largest number of equal tokens in any set.
    pub fn most(&self) -> u64 {
        let items = (0..self.end(0)).step_by(2).flat_map(|set| self.items(set));
        items.map(|item| u64::from(item.count)).max().unwrap_or(1)
    }

    /// A number larger than that of any set there is, if there are so many tokens.
    pub fn end(&self, tokens: u32) -> SetId {
        let count = self.ends.0.count.load(Ordering::Relaxed);
        match self.timed {
            true => count << 1,
            false => (count << 1).max(tokens << 1),
        }
    }

    /// Words of all sets.
    pub fn words(&self) -> usize {
        let ends = &self.ends.0;
        ends.words.load(Ordering::Relaxed) + ends.count.load(Ordering::Relaxed) as usize
    }

    /// Bytes of all sets and their index.
    pub fn bytes(&self) -> usize {
        self.words() * 8 + self.ends.0.entries.load(Ordering::Relaxed) * 5
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_sets_share_a_number_when_these_run_out() {
        let sets = Sets::new(false);
        let items = |token| {
            let item = |count| Item {
                token,
                stamp: 0,
                count,
            };
            [item(2)]
        };
        let first = sets.intern(&items(1));
        sets.ends.0.count.store(MOST - 1, Ordering::Relaxed);
        assert!(sets.is_nearly_exhausted());
        let last = sets.intern(&items(2));
        assert_eq!(last, (MOST - 1) << 1);
        assert!(last < u32::MAX - 1 && !sets.is_exhausted());
        sets.intern(&items(3));
        assert!(sets.is_exhausted());
        assert_eq!(sets.intern(&items(1)), first);
    }

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
