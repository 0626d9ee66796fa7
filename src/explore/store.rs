//! The markings found so far: an arena of packed words, and a flat table that finds a marking by its hash.
//!
//! A table entry is 32 bits: the marking's number plus one in as many bits as it needs now, and in the rest a few bits of the hash, so that most
//! entries of other markings are passed over without looking at the arena. Probing is linear: neighbours share a cache line. All is atomic, so threads insert
//! at the same time; growing needs the store for oneself.
//!
//! A marking's words are written before its entry, and an entry is read with acquire order, so whoever sees an entry sees the words.

use super::parts::{each_part, split, worthwhile};
use crate::engine::{Apart, Batch, hash};
use crate::guard::reserve::attempt;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

/// Number of a marking in its store.
pub type StateId = u32;

/// Bytes of a chunk of the arena, about. Memory comes zeroed from the system: what was never written costs nothing.
const CHUNK_BYTES: usize = 1 << 21;
/// Bytes of markings that the first table has room for, about: few markings, if they are very wide.
const FIRST_BYTES: usize = 1 << 26;
const FIRST_SLOTS: usize = 1 << 12;
/// The same for a store that may stay small.
const FEW_SLOTS: usize = 64;
/// Markings in a chunk of such a store, as a power of two; more as it grows.
const FEW: u32 = 6;
/// A store with more chunks than this and small ones gets larger ones.
const CHUNKS: usize = 16;
/// Entries in 100 slots before the table grows.
const FULL: usize = 75;
/// The same for a table that cannot grow, until the search has ended.
const CROWDED: usize = 95;
/// An arena of so many bytes may be there twice while it is recoded: one pass over it then does.
const BESIDE: usize = 1 << 24;
/// Numbers that a thread takes at once.
const BLOCK: u32 = 64;
/// Room for markings that a thread claims beyond what it needs now.
const AHEAD: usize = 1024;
/// A table of so many slots is in the processor's cache anyway.
const NEAR_SLOTS: usize = 1 << 15;
/// Markings that are entered together into a new table.
const TOGETHER: usize = 64;
/// Bytes that the system provides at once, or a part of them.
const PAGE: usize = 1 << 12;
/// The largest number of markings: an entry needs a bit for its tag.
const MOST: usize = (1 << 31) - 2;
/// A search ends when room for only so many is left, since many may be added between two looks.
const RESERVE: usize = 1 << 27;

/// All markings found.
#[derive(Debug)]
pub struct Store {
    /// Words of a marking.
    width: usize,
    chunks: Vec<Box<[AtomicU64]>>,
    /// Markings in a chunk, as a power of two.
    chunk: u32,
    slots: Box<[AtomicU32]>,
    /// How many threads take numbers at most.
    threads: usize,
    /// Bits of an entry that hold the number.
    bits: u32,
    /// How many markings fit before the table has to grow.
    capacity: usize,
    /// Numbers given out.
    reserved: Apart<AtomicU32>,
    /// Markings stored, or about to be.
    claimed: Apart<AtomicUsize>,
}

/// Numbers that one thread may give to new markings.
#[derive(Clone, Debug, Default)]
pub struct Cursor {
    free: Range<StateId>,
    /// Numbers used since the list was last taken.
    pub new: Vec<Range<StateId>>,
    /// Room that was claimed and is not used yet, if more is claimed than is needed at once: threads that work together should not all ask all the time.
    ahead: Option<usize>,
}

impl Cursor {
    /// For numbers from one on, by somebody who is alone: they follow each other without gaps.
    pub fn from(start: StateId) -> Cursor {
        Cursor {
            free: start..StateId::MAX,
            ..Cursor::default()
        }
    }

    /// From now on room for many markings is claimed at once; `Store::settle` gives back what is not used.
    pub fn claim_ahead(&mut self) {
        self.ahead.get_or_insert(0);
    }

    fn used(&mut self, id: StateId) {
        match self.new.last_mut() {
            Some(last) if last.end == id => last.end += 1,
            _ => self.new.push(id..id + 1),
        }
    }
}

impl Store {
    /// An empty store for markings of so many words.
    pub fn new(width: usize, threads: usize) -> Store {
        let few = FIRST_BYTES / (width.max(1) * 8);
        Store::with(
            width,
            threads,
            chunk_size(width),
            few.clamp(64, FIRST_SLOTS),
        )
    }

    /// The same, for what may be one of very many stores with few markings each.
    pub fn small(width: usize, threads: usize) -> Store {
        Store::with(width, threads, FEW.min(chunk_size(width)), FEW_SLOTS)
    }

    fn with(width: usize, threads: usize, chunk: u32, slots: usize) -> Store {
        let mut store = Store {
            width,
            chunks: Vec::new(),
            chunk,
            threads,
            slots: Box::new([]),
            bits: 0,
            capacity: 0,
            reserved: Apart(AtomicU32::new(0)),
            claimed: Apart(AtomicUsize::new(0)),
        };
        store.resize(slots);
        store
    }

    /// Empties the store; its memory stays for the next markings.
    pub fn clear(&mut self) {
        for slot in &mut self.slots {
            *slot.get_mut() = 0;
        }
        *self.reserved.0.get_mut() = 0;
        *self.claimed.0.get_mut() = 0;
    }

    /// Words of a marking.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many threads may work on it.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The words of a marking whose number was given out.
    #[inline]
    fn words(&self, id: StateId) -> &[AtomicU64] {
        let chunk = &self.chunks[(id >> self.chunk) as usize];
        let at = (id & ((1 << self.chunk) - 1)) as usize * self.width;
        &chunk[at..at + self.width]
    }

    /// One word of a marking.
    #[inline]
    pub fn word(&self, id: StateId, word: usize) -> u64 {
        self.words(id)[word].load(Ordering::Relaxed)
    }

    /// Copies a marking.
    #[inline]
    pub fn read(&self, id: StateId, to: &mut [u64]) {
        for (word, from) in to.iter_mut().zip(self.words(id)) {
            *word = from.load(Ordering::Relaxed);
        }
    }

    /// A copy of a marking.
    pub fn get(&self, id: StateId) -> Vec<u64> {
        let words = self.words(id).iter();
        words.map(|word| word.load(Ordering::Relaxed)).collect()
    }

    fn write(&self, id: StateId, words: &[u64]) {
        for (to, &word) in self.words(id).iter().zip(words) {
            to.store(word, Ordering::Relaxed);
        }
    }

    #[inline]
    fn equals(&self, id: StateId, words: &[u64]) -> bool {
        let stored = self.words(id).iter().zip(words);
        stored.fold(0, |differ, (stored, word)| {
            differ | (stored.load(Ordering::Relaxed) ^ word)
        }) == 0
    }

    #[inline]
    fn slot(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.slots.len() as u128) >> 64) as usize
    }

    #[inline]
    fn tag(&self, hash: u64) -> u32 {
        (hash as u32) << self.bits
    }

    #[inline]
    fn id_mask(&self) -> u32 {
        (1 << self.bits) - 1
    }

    /// How many markings fit before the table has to grow.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Asks for room for `count` more markings; `false` if the table must grow first.
    pub fn claim(&self, count: usize) -> bool {
        let before = self.claimed.0.fetch_add(count, Ordering::Relaxed);
        let fits = before + count <= self.capacity();
        if !fits {
            self.unclaim(count);
        }
        fits
    }

    /// The same for somebody who may claim ahead.
    pub fn claim_for(&self, cursor: &mut Cursor, count: usize) -> bool {
        let Some(room) = &mut cursor.ahead else {
            return self.claim(count);
        };
        if *room < count {
            if self.claim(count + AHEAD) {
                *room += count + AHEAD;
            } else if self.claim(count - *room) {
                *room = count;
            } else {
                return false;
            }
        }
        *room -= count;
        true
    }

    /// Gives back what was claimed ahead.
    pub fn settle(&self, cursor: &mut Cursor) {
        self.unclaim(cursor.ahead.take().unwrap_or(0));
    }

    /// Gives back room that was asked for and is not needed.
    pub fn unclaim(&self, count: usize) {
        self.claimed.0.fetch_sub(count, Ordering::Relaxed);
    }

    /// How many markings are stored.
    pub fn len(&self) -> usize {
        self.claimed.0.load(Ordering::Relaxed)
    }

    /// Whether there are few numbers left for markings.
    pub fn is_nearly_full(&self) -> bool {
        self.reserved.0.load(Ordering::Relaxed) as usize >= MOST - RESERVE
    }

    /// Whether no marking is stored.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Looks all markings of a batch up and stores the new ones; `each` is told the index in the batch, the number, and whether it is new. Room for the whole
    /// batch must have been claimed.
    pub fn insert(
        &self,
        batch: &Batch,
        cursor: &mut Cursor,
        probes: &mut Vec<u32>,
        each: impl FnMut(usize, StateId, bool),
    ) {
        self.insert_some(batch, 0..batch.len(), cursor, probes, each);
    }

    /// The same for some of the markings, given by their index in the batch; room for these must have been claimed.
    pub fn insert_some(
        &self,
        batch: &Batch,
        which: impl Iterator<Item = usize> + Clone,
        cursor: &mut Cursor,
        probes: &mut Vec<u32>,
        mut each: impl FnMut(usize, StateId, bool),
    ) {
        if self.slots.len() > NEAR_SLOTS {
            self.warm(batch, which.clone(), probes);
        }
        let mut known = 0;
        for i in which {
            let words = &batch.words[i * self.width..(i + 1) * self.width];
            let (slot, tag) = (self.slot(batch.hashes[i]), self.tag(batch.hashes[i]));
            let (id, new) = self.insert_one(slot, tag, words, cursor);
            known += usize::from(!new);
            each(i, id, new);
        }
        match &mut cursor.ahead {
            Some(room) => *room += known,
            None => self.unclaim(known),
        }
    }

    /// Looks at the table for all of them first, then at the arena, so that the processor waits for the memory of all at once.
    fn warm(
        &self,
        batch: &Batch,
        which: impl Iterator<Item = usize> + Clone,
        probes: &mut Vec<u32>,
    ) {
        let entry = |i: usize| self.slots[self.slot(batch.hashes[i])].load(Ordering::Acquire);
        probes.clear();
        probes.extend(which.clone().map(entry));
        let mask = self.id_mask();
        let mut warm = 0;
        for (&entry, i) in probes.iter().zip(which) {
            if entry != 0 && entry & !mask == self.tag(batch.hashes[i]) {
                warm ^= self.words((entry & mask) - 1)[0].load(Ordering::Relaxed);
            }
        }
        std::hint::black_box(warm);
    }

    /// Finds or stores a marking, beginning at a slot.
    #[inline]
    fn insert_one(
        &self,
        mut slot: usize,
        tag: u32,
        words: &[u64],
        cursor: &mut Cursor,
    ) -> (StateId, bool) {
        let mask = self.id_mask();
        let mut written = false;
        loop {
            let entry = self.slots[slot].load(Ordering::Acquire);
            if entry == 0 {
                if !written {
                    if cursor.free.is_empty() {
                        let start = self.reserved.0.fetch_add(BLOCK, Ordering::Relaxed);
                        cursor.free = start..start + BLOCK;
                    }
                    self.write(cursor.free.start, words);
                    written = true;
                }
                let id = cursor.free.start;
                let new = tag | (id + 1);
                let order = Ordering::AcqRel;
                match self.slots[slot].compare_exchange(0, new, order, Ordering::Acquire) {
                    Ok(_) => {
                        cursor.free.start += 1;
                        cursor.used(id);
                        return (id, true);
                    }
                    // Another thread was faster: what did it put here?
                    Err(_) => continue,
                }
            }
            if entry & !mask == tag && self.equals((entry & mask) - 1, words) {
                return ((entry & mask) - 1, false);
            }
            slot += 1;
            if slot == self.slots.len() {
                slot = 0;
            }
        }
    }

    /// The number of a marking, if it is stored.
    pub fn find(&self, words: &[u64]) -> Option<StateId> {
        self.find_hashed(hash::marking(words), words)
    }

    /// The same, if its hash is known.
    pub fn find_hashed(&self, hash: u64, words: &[u64]) -> Option<StateId> {
        let (mut slot, tag, mask) = (self.slot(hash), self.tag(hash), self.id_mask());
        loop {
            let entry = self.slots[slot].load(Ordering::Acquire);
            if entry == 0 {
                return None;
            }
            if entry & !mask == tag && self.equals((entry & mask) - 1, words) {
                return Some((entry & mask) - 1);
            }
            slot += 1;
            if slot == self.slots.len() {
                slot = 0;
            }
        }
    }

    /// Makes the table larger. `used` are all numbers of stored markings.
    pub fn grow(&mut self, used: &[Range<StateId>], threads: usize) {
        self.resize(self.next_size());
        self.fill(used, threads);
    }

    /// Makes the table larger if that takes at most `room` bytes more. Otherwise, or if the system refuses the memory, it stays as large as it is and gets
    /// fuller than is good for its speed: the search is to end. Returns whether it could grow.
    pub fn grow_within(&mut self, room: usize, used: &[Range<StateId>], threads: usize) -> bool {
        let old = self.slots.len();
        let slots = self.next_size().min(old + room / size_of::<AtomicU32>());
        if slots > old / 8 * 9 && self.try_resize(slots) {
            self.fill(used, threads);
            return true;
        }
        if self.slots.is_empty() {
            self.resize(old);
            self.fill(used, threads);
        }
        self.crowd();
        false
    }

    /// Bytes that the next growth of the table takes, if that is near.
    pub fn growth(&self) -> usize {
        match self.len() > self.capacity / 8 * 7 {
            true => (self.next_size() - self.slots.len()) * size_of::<AtomicU32>(),
            false => 0,
        }
    }

    fn next_size(&self) -> usize {
        match self.slots.len() {
            small if small < 1 << 20 => small * 4,
            large => large / 2 * 3,
        }
    }

    /// Lets the table get as full as it can. Entries have room for so many numbers only.
    fn crowd(&mut self) {
        let numbers = (1 << self.bits) - 2 - self.threads * BLOCK as usize;
        let crowded = (self.slots.len() * CROWDED / 100).min(numbers);
        self.capacity = self.capacity.max(crowded);
        self.reserve(self.capacity + self.threads * BLOCK as usize);
    }

    fn resize(&mut self, slots: usize) {
        // the old table first, so that there are never two
        self.slots = Box::new([]);
        self.slots = bytemuck::zeroed_slice_box(slots);
        let numbers = self.dimension(slots);
        self.reserve(numbers);
    }

    /// Replaces the table by an empty one; there is none if the system refuses the memory for it or for the arena.
    fn try_resize(&mut self, slots: usize) -> bool {
        self.slots = Box::new([]);
        let chunks = self.chunks.len();
        let bits = self.bits;
        let all = attempt(|| {
            let table = bytemuck::try_zeroed_slice_box(slots).ok()?;
            let numbers = self.dimension(slots);
            let mut more = Vec::new();
            while (chunks + more.len()) << self.chunk < numbers {
                more.push(bytemuck::try_zeroed_slice_box(self.width << self.chunk).ok()?);
            }
            Some((table, more, numbers))
        });
        match all {
            Some((table, more, numbers)) => {
                self.slots = table;
                self.chunks.extend(more);
                self.reserve(numbers);
                true
            }
            None => {
                self.bits = bits;
                false
            }
        }
    }

    /// Notes how many markings a table of so many slots is for; returns how many numbers these may have.
    fn dimension(&mut self, slots: usize) -> usize {
        self.capacity = slots * FULL / 100;
        // Threads leave some numbers of their last block unused.
        let spare = self.threads * BLOCK as usize;
        let reserved = self.reserved.0.load(Ordering::Relaxed) as usize;
        let numbers = (self.capacity + spare).min(MOST).max(reserved + spare);
        self.bits = usize::BITS - (numbers + 1).leading_zeros();
        numbers
    }

    /// Makes room in the arena for so many numbers.
    fn reserve(&mut self, numbers: usize) {
        let full = chunk_size(self.width);
        if numbers > CHUNKS << self.chunk && self.chunk < full {
            self.rechunk((self.chunk + 4).min(full));
        }
        while self.chunks.len() << self.chunk < numbers {
            let words = self.width << self.chunk;
            self.chunks.push(bytemuck::zeroed_slice_box(words));
        }
    }

    /// Puts the arena into larger chunks.
    fn rechunk(&mut self, chunk: u32) {
        let group = 1 << (chunk - self.chunk);
        let words = self.width << chunk;
        let old = std::mem::take(&mut self.chunks);
        for chunks in old.chunks(group) {
            let mut larger: Box<[AtomicU64]> = bytemuck::zeroed_slice_box(words);
            let from = chunks.iter().flat_map(|chunk| chunk.iter());
            for (to, from) in larger.iter_mut().zip(from) {
                *to.get_mut() = from.load(Ordering::Relaxed);
            }
            self.chunks.push(larger);
        }
        self.chunk = chunk;
    }

    /// Enters all markings into the empty table.
    fn fill(&self, used: &[Range<StateId>], threads: usize) {
        let threads = worthwhile(used, threads);
        let pages: Vec<_> = self
            .slots
            .chunks(self.slots.len().div_ceil(threads).max(1))
            .collect();
        each_part(&pages, |slots| touch(slots));
        each_part(&split(used, threads), |part| self.fill_part(part));
    }

    fn fill_part(&self, used: &[Range<StateId>]) {
        let mut words = vec![0; self.width];
        let (full, order) = (self.slots.len(), Ordering::Relaxed);
        let mut ids = used.iter().flat_map(|range| range.clone());
        let mut waiting = Vec::with_capacity(TOGETHER);
        loop {
            // The slots of many first, so that the processor waits for all of them at once.
            waiting.extend(ids.by_ref().take(TOGETHER).map(|id| {
                self.read(id, &mut words);
                let hash = hash::marking(&words);
                (self.slot(hash), self.tag(hash) | (id + 1))
            }));
            if waiting.is_empty() {
                return;
            }
            let first = |&(slot, _): &(usize, u32)| self.slots[slot].load(order);
            std::hint::black_box(waiting.iter().map(first).fold(0, |a, b| a ^ b));
            for (mut slot, entry) in waiting.drain(..) {
                // No two are equal, so whoever finds an empty slot may have it.
                while self.slots[slot].load(order) != 0
                    || (self.slots[slot].compare_exchange(0, entry, order, order)).is_err()
                {
                    slot += 1;
                    if slot == full {
                        slot = 0;
                    }
                }
            }
        }
    }

    /// Replaces every marking by what `translate` makes of it, `width` words; numbers stay. If `translate` fails, so does this,
    /// and the store is as it was. A large arena is replaced chunk by chunk, so that it is never there twice; for that all markings are
    /// translated once before, to see that none fails.
    pub fn recode<E>(
        &mut self,
        width: usize,
        used: &[Range<StateId>],
        threads: usize,
        mut translate: impl FnMut(&[u64], &mut [u64]) -> Result<(), E>,
    ) -> Result<(), E> {
        let chunk = self.chunk.min(chunk_size(width));
        let mut new = Store::with(width, self.threads, chunk, FEW_SLOTS);
        let mut used_in_order = used.to_vec();
        used_in_order.sort_unstable_by_key(|ids| ids.start);
        let ids = || used_in_order.iter().flat_map(|ids| ids.clone());
        let (mut from, mut to) = (vec![0; self.width], vec![0; width]);
        let slots = self.slots.len();
        let large = self.len() * self.width.max(width) * 8 > BESIDE;
        if large {
            for id in ids() {
                self.read(id, &mut from);
                to.fill(0);
                translate(&from, &mut to)?;
            }
            self.slots = Box::new([]);
        }
        let mut done = 0;
        for id in ids() {
            self.read(id, &mut from);
            to.fill(0);
            translate(&from, &mut to)?;
            new.reserve(id as usize + 1);
            new.write(id, &to);
            let passed = (id >> self.chunk) as usize;
            if large && passed > done {
                self.chunks[done..passed].fill_with(Default::default);
                done = passed;
            }
        }
        (self.width, self.chunk) = (width, new.chunk);
        self.chunks = new.chunks;
        self.resize(slots);
        self.fill(used, threads);
        Ok(())
    }

    /// Bytes of the arena that hold markings, and bytes of the table.
    pub fn bytes(&self) -> (usize, usize) {
        (self.len() * self.width * 8, self.slots.len() * 4)
    }
}

/// Markings of so many words that make a chunk, as a power of two.
fn chunk_size(width: usize) -> u32 {
    let markings = CHUNK_BYTES / (width.max(1) * 8);
    markings.max(1).ilog2().clamp(1, 16)
}

/// Writes to each page of a new table. Whoever reads a page before it was ever written makes the system provide it twice: as zeros that all such pages share, and again when it is written; then
/// all processors that know of the first must hear of the second.
fn touch(slots: &[AtomicU32]) {
    for slot in slots.iter().step_by(PAGE / size_of::<AtomicU32>()) {
        slot.store(0, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn batch(words: &[[u64; 2]]) -> Batch {
        let mut batch = Batch::markings();
        batch.width = 2;
        for word in words {
            batch.words.extend_from_slice(word);
            batch.hashes.push(hash::marking(word));
        }
        batch
    }

    #[test]
    fn a_table_without_room_gets_fuller_and_keeps_its_markings() {
        let mut store = Store::new(2, 2);
        let (mut cursor, mut probes) = (Cursor::default(), Vec::new());
        let mut stored = 0;
        while store.claim(1) {
            let one = batch(&[[stored, stored]]);
            store.insert(&one, &mut cursor, &mut probes, |_, _, _| {});
            stored += 1;
        }
        let used = cursor.new.clone();
        assert!(!store.grow_within(100, &used, 2));
        let mut more = 0;
        while store.claim(1) {
            let one = batch(&[[stored, stored]]);
            store.insert(&one, &mut cursor, &mut probes, |_, _, _| {});
            (stored, more) = (stored + 1, more + 1);
        }
        assert!(more > 500, "only {more} more");
        let used = cursor.new.clone();
        assert!(!store.grow_within(100, &used, 2));
        assert!(!store.claim(1));
        assert!(store.grow_within(1 << 20, &used, 2));
        assert!(store.claim(1));
        assert_eq!(store.find(&[0, 0]), Some(0));
        assert_eq!(
            store.find(&[stored - 1, stored - 1]),
            Some(stored as u32 - 1)
        );
    }

    #[test]
    fn every_marking_is_stored_once_also_after_growing_and_recoding() {
        let mut store = Store::new(2, 2);
        let (mut cursor, mut probes) = (Cursor::default(), Vec::new());
        for round in 0..2 {
            for i in 0..20_000u64 {
                let one = batch(&[[i, i * i], [i / 2, (i / 2) * (i / 2)]]);
                if !store.claim(2) {
                    let used = cursor.new.clone();
                    store.grow(&used, 2);
                    assert!(store.claim(2));
                }
                store.insert(&one, &mut cursor, &mut probes, |at, _, new| {
                    assert_eq!(new, round == 0 && at == 0, "{i}");
                });
            }
        }
        assert_eq!(store.len(), 20_000);
        let used = cursor.new.clone();
        assert_eq!(used.len(), 1);
        assert_eq!(used[0], 0..20_000);
        let wider = store.recode(3, &used, 2, |from, to| {
            to[..2].copy_from_slice(from);
            to[2] = 7;
            Ok::<(), ()>(())
        });
        assert_eq!(wider, Ok(()));
        assert_eq!(store.find(&[100, 10_000, 7]), Some(100));
        assert_eq!(store.find(&[100, 10_000, 8]), None);
    }
}
