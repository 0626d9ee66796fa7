//! Finds archived values by their hash: a table of slots, in pages, and in memory a small filter that knows most of what is not there.
//!
//! A slot has the upper half of the hash, which says where its search begins, and where the value lies. So the table grows in one pass from front to back, without a look at the values.

use super::pages::Pages;
use sweepnet_lang::vm::equal::mix;

/// Slots of the first table.
const FIRST: usize = 1 << 8;
/// Of a hundred slots at most this many are taken.
const FULL: usize = 70;
/// Slots for each word of the filter.
const SLOTS: usize = 12;

/// Where values lie, by their hash.
#[derive(Debug, Default)]
pub struct Index {
    slots: Pages,
    capacity: usize,
    count: usize,
    filter: Vec<u64>,
}

/// The part of a hash that the index knows.
pub fn tag(hash: u64) -> u32 {
    (hash >> 32) as u32
}

fn scaled(tag: u32, size: usize) -> usize {
    ((u64::from(tag) * size as u64) >> 32) as usize
}

/// Bits of a word of the filter.
fn bits(tag: u32) -> u64 {
    let mixed = mix(0, u64::from(tag));
    (0..4).fold(0, |bits, i| bits | 1 << (mixed >> (6 * i) & 63))
}

impl Index {
    /// Where the value with a tag lies of which `is_it` says so.
    pub fn find(&mut self, tag: u32, mut is_it: impl FnMut(usize) -> bool) -> Option<usize> {
        let bits = bits(tag);
        if self.capacity == 0 || self.filter[scaled(tag, self.filter.len())] & bits != bits {
            return None;
        }
        let mut slot = scaled(tag, self.capacity);
        loop {
            let (known, at) = self.slot(slot)?;
            if known == tag && is_it(at) {
                return Some(at);
            }
            slot = (slot + 1) % self.capacity;
        }
    }

    /// Adds a value that is not there.
    pub fn insert(&mut self, tag: u32, at: usize) {
        if (self.count + 1) * 100 > self.capacity * FULL {
            self.grow();
        }
        self.count += 1;
        self.enter(tag, at);
    }

    fn enter(&mut self, tag: u32, at: usize) {
        let word = scaled(tag, self.filter.len());
        self.filter[word] |= bits(tag);
        let mut slot = scaled(tag, self.capacity);
        while self.slot(slot).is_some() {
            slot = (slot + 1) % self.capacity;
        }
        let entry = u64::from(tag) << 32 | (at as u64 + 1);
        self.slots.write(slot * 8, &entry.to_le_bytes());
    }

    fn slot(&mut self, slot: usize) -> Option<(u32, usize)> {
        let mut bytes = [0; 8];
        self.slots.read(slot * 8, &mut bytes);
        let entry = u64::from_le_bytes(bytes);
        let at = (entry as u32).checked_sub(1)?;
        Some(((entry >> 32) as u32, at as usize))
    }

    fn grow(&mut self) {
        let capacity = (self.capacity / 2 * 3).max(FIRST);
        let mut new = Index {
            slots: Pages::default(),
            capacity,
            count: self.count,
            filter: vec![0; capacity.div_ceil(SLOTS)],
        };
        new.slots.succeed(&self.slots);
        for slot in 0..self.capacity {
            if let Some((tag, at)) = self.slot(slot) {
                new.enter(tag, at);
            }
        }
        new.slots.succeed(&self.slots);
        *self = new;
    }

    /// Takes the place of another index.
    pub fn succeed(&mut self, other: &Index) {
        self.slots.succeed(&other.slots);
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> usize {
        self.slots.bytes() + self.filter.len() * 8
    }

    /// Whether something could not be read back.
    pub fn is_lost(&self) -> bool {
        self.slots.is_lost()
    }

    /// From now on about so many bytes may be in memory.
    pub fn allow(&mut self, bytes: usize) {
        self.slots.allow(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_found_among_many() {
        let mut index = Index::default();
        let hash = |at: usize| mix(7, at as u64);
        for at in 0..100_000 {
            assert_eq!(index.find(tag(hash(at)), |_| true), None);
            index.insert(tag(hash(at)), at);
        }
        for at in (0..100_000).step_by(13) {
            assert_eq!(index.find(tag(hash(at)), |known| known == at), Some(at));
        }
        assert!(index.bytes() < 400_000);
    }
}
