//! Values that have lasted, packed into bytes, most of them on disk.
//!
//! When tables are renewed for the second time (`renew`), what stored markings still use is likely to be used for long and rarely looked at: the list that every later marking holds
//! grows by a cell for each packet, and none of its cells is ever read again. So such values come here, where a cell takes a few bytes, in pages that need not be in memory. Later
//! renewals pass them by.
//!
//! A value is the number of its header and its fields, each as a number that takes as many bytes as it needs. Parts lie before wholes, so a part is named by its distance, which is
//! small most of the time.

mod index;
mod pages;

use super::values::{Colour, hash};
use index::{Index, tag};
use pages::Pages;
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use sweepnet_lang::vm::heap::{field_count, pointer_count};
use sweepnet_lang::vm::program::IMMEDIATES;

/// The number of the first archived value. Its bit is set in those of all others; the rest is where they lie.
pub const FIRST_ARCHIVED: Colour = 1 << 31;

/// Bytes that are never worth a look for values that nothing uses any more. Few in tests, so that they meet such looks.
const SMALL: usize = if cfg!(test) { 1 << 10 } else { 4 << 20 };

/// Archived values.
#[derive(Debug, Default)]
pub struct Archive {
    /// Bytes of all values, for a look without the lock.
    end: AtomicUsize,
    records: Mutex<Records>,
}

#[derive(Debug, Default)]
struct Records {
    bytes: Pages,
    /// Where the next value goes.
    end: usize,
    index: Index,
    /// The headers met, by number, and their numbers.
    headers: Vec<u64>,
    header_numbers: FxHashMap<u64, u64>,
    /// Bytes when most of them were last seen to be used.
    used: usize,
    record: Vec<u8>,
    node: Vec<u64>,
}

/// Whether a colour that is a value's number is archived.
#[inline]
pub fn is_archived(colour: Colour) -> bool {
    colour & FIRST_ARCHIVED != 0
}

fn place(colour: Colour) -> usize {
    (colour & !FIRST_ARCHIVED) as usize
}

fn colour(place: usize) -> Colour {
    FIRST_ARCHIVED | place as Colour
}

impl Archive {
    fn records(&self) -> MutexGuard<'_, Records> {
        self.records.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes of all values, wherever they are.
    pub fn len(&self) -> usize {
        self.end.load(Ordering::Acquire)
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> usize {
        let records = self.records();
        records.bytes.bytes() + records.index.bytes()
    }

    /// From now on about so many bytes may be in memory.
    pub fn allow(&self, bytes: usize) {
        if self.len() > 0 {
            let mut records = self.records();
            records.bytes.allow(bytes);
            records.index.allow(bytes / 4);
        }
    }

    /// Whether something that was archived could not be read back.
    pub fn is_lost(&self) -> bool {
        self.len() > 0 && {
            let records = self.records();
            records.bytes.is_lost() || records.index.is_lost()
        }
    }

    /// Word `i` of a value: 0 is the header.
    pub fn word(&self, value: Colour, i: usize) -> u64 {
        let mut records = self.records();
        let mut at = place(value);
        let header = records.header(&mut at);
        if i == 0 {
            return header;
        }
        for _ in 1..i {
            records.number(&mut at);
        }
        records.field(value, i <= pointer_count(header), &mut at)
    }

    /// All words of a value, in `words`.
    pub fn read(&self, value: Colour, words: &mut Vec<u64>) {
        self.records().read(place(value), words);
    }

    /// The number of the value with these words, if it is here. One with a part that is not here is not here.
    pub fn find(&self, node: &[u64]) -> Option<Colour> {
        match self.len() > 0 && all_archived(node) {
            true => self.records().find(node),
            false => None,
        }
    }

    /// The number of the value with these words, added if it is new. `None` if some part of it is not here, or there is no more room.
    pub fn add(&self, node: &[u64]) -> Option<Colour> {
        if !all_archived(node) {
            return None;
        }
        let mut records = self.records();
        if let Some(known) = records.find(node) {
            return Some(known);
        }
        let at = records.end;
        if (at + 9 * node.len()) as u64 >= FIRST_ARCHIVED {
            return None;
        }
        records.append(node);
        records.index.insert(tag(hash(node)), at);
        self.end.store(records.end, Ordering::Release);
        Some(colour(at))
    }

    /// Whether it has grown so much since the last look that another one is worth it.
    pub fn is_due(&self) -> bool {
        let used = self.records().used;
        // It cannot double without end.
        let grown = (2 * used).min((used + FIRST_ARCHIVED as usize) / 2);
        self.len() >= SMALL.max(grown)
    }

    /// If much of it is used by none of these values: an archive without that, and where each value that is used went.
    pub fn cleared(&self, roots: impl Iterator<Item = Colour>) -> Option<(Archive, Moved)> {
        let mut records = self.records();
        let end = records.end;
        let (marks, used) = records.marked(roots);
        records.used = end;
        if used * 3 > end * 2 {
            return None;
        }
        let (new, mut moved) = (Archive::default(), Moved::default());
        new.records().succeed(&records);
        let (mut at, mut node) = (0, Vec::new());
        while at < end {
            let start = at;
            at = records.read(at, &mut node);
            if marks[start / 64] >> (start % 64) & 1 == 0 {
                continue;
            }
            let pointers = pointer_count(node[0]);
            for part in &mut node[1..=pointers] {
                *part = moved.to(*part);
            }
            moved.0.push((start as u32, place(new.add(&node)?) as u32));
        }
        new.records().used = new.len();
        new.records().succeed(&records);
        Some((new, moved))
    }
}

impl Records {
    /// Takes the place of others.
    fn succeed(&mut self, others: &Records) {
        self.bytes.succeed(&others.bytes);
        self.index.succeed(&others.index);
    }

    /// All words of the value at a place; where it ends.
    fn read(&mut self, mut at: usize, words: &mut Vec<u64>) -> usize {
        let value = colour(at);
        let header = self.header(&mut at);
        let pointers = pointer_count(header);
        words.clear();
        words.push(header);
        for i in 0..field_count(header) {
            words.push(self.field(value, i < pointers, &mut at));
        }
        at
    }

    fn header(&mut self, at: &mut usize) -> u64 {
        let number = self.number(at) as usize;
        self.headers.get(number).copied().unwrap_or_default()
    }

    fn field(&mut self, value: Colour, pointer: bool, at: &mut usize) -> u64 {
        let number = self.number(at);
        match pointer {
            false => number >> 1 ^ 0_u64.wrapping_sub(number & 1),
            true => self.part(value, number),
        }
    }

    /// A part of a value: an immediate, or something that lies before it. Anything else comes of bytes that were lost; then it is an immediate, so that nobody goes round in circles.
    fn part(&mut self, value: Colour, number: u64) -> u64 {
        let (distant, part) = (number & 1 == 1, number >> 1);
        match distant {
            false if part < IMMEDIATES => part,
            true if part > 0 && part <= place(value) as u64 => value - part,
            _ => {
                self.bytes.set_lost();
                0
            }
        }
    }

    /// The number at a place. As many ones as its first byte ends with, so many bytes follow.
    fn number(&mut self, at: &mut usize) -> u64 {
        let mut bytes = [0; 8];
        self.bytes.read(*at, &mut bytes);
        let word = u64::from_le_bytes(bytes);
        let more = word.trailing_ones().min(8);
        *at += 1 + more as usize;
        if more == 8 {
            self.bytes.read(*at - 8, &mut bytes);
            return u64::from_le_bytes(bytes);
        }
        let others = 64 - 8 * (more + 1);
        word << others >> others >> (more + 1)
    }

    fn find(&mut self, node: &[u64]) -> Option<Colour> {
        let mut index = std::mem::take(&mut self.index);
        let mut known = std::mem::take(&mut self.node);
        let found = index.find(tag(hash(node)), |at| {
            self.read(at, &mut known);
            known == node
        });
        (self.index, self.node) = (index, known);
        found.map(colour)
    }

    /// Writes a value behind the others.
    fn append(&mut self, node: &[u64]) {
        let value = colour(self.end);
        let headers = self.headers.len() as u64;
        let header = *self.header_numbers.entry(node[0]).or_insert(headers);
        if header == headers {
            self.headers.push(node[0]);
        }
        let pointers = pointer_count(node[0]);
        self.record.clear();
        push_number(&mut self.record, header);
        for (i, &word) in node[1..].iter().enumerate() {
            let number = match i < pointers {
                true if word < IMMEDIATES => word << 1,
                true => (value - word) << 1 | 1,
                false => word << 1 ^ ((word as i64) >> 63) as u64,
            };
            push_number(&mut self.record, number);
        }
        self.bytes.write(self.end, &self.record);
        self.end += self.record.len();
    }

    /// A bit for each place at which a value lies that these use, and the bytes of all of those.
    fn marked(&mut self, roots: impl Iterator<Item = Colour>) -> (Vec<u64>, usize) {
        let mut marks = vec![0; self.end.div_ceil(64)];
        let (mut used, mut stack, mut node) = (0, Vec::new(), Vec::new());
        for root in roots {
            stack.push(root);
            while let Some(value) = stack.pop() {
                let (at, bit) = (place(value), 1 << (place(value) % 64));
                if !is_archived(value) || marks[at / 64] & bit != 0 {
                    continue;
                }
                marks[at / 64] |= bit;
                used += self.read(at, &mut node) - at;
                stack.extend_from_slice(&node[1..=pointer_count(node[0])]);
            }
        }
        (marks, used)
    }
}

/// Where archived values went, in their order.
#[derive(Debug, Default)]
pub struct Moved(Vec<(u32, u32)>);

impl Moved {
    /// The number of a value now.
    pub fn to(&self, value: Colour) -> Colour {
        if !is_archived(value) {
            return value;
        }
        let from = place(value) as u32;
        match self.0.binary_search_by_key(&from, |moved| moved.0) {
            Ok(at) => colour(self.0[at].1 as usize),
            Err(_) => value,
        }
    }
}

/// Whether all parts of a value are immediates or archived.
fn all_archived(node: &[u64]) -> bool {
    let parts = &node[1..=pointer_count(node[0])];
    (parts.iter()).all(|&part| part < IMMEDIATES || is_archived(part))
}

fn push_number(record: &mut Vec<u8>, number: u64) {
    let bits = 64 - number.leading_zeros();
    let more = bits.saturating_sub(1) / 7;
    if more >= 8 {
        record.push(0xff);
        return record.extend_from_slice(&number.to_le_bytes());
    }
    let word = number << (more + 1) | ((1 << more) - 1);
    record.extend_from_slice(&word.to_le_bytes()[..=more as usize]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use sweepnet_lang::vm::heap::{Kind, header};

    fn cell(head: u64, tail: u64) -> [u64; 3] {
        [header(Kind::Con, 1, 1, 1), tail, head]
    }

    #[test]
    fn what_is_added_is_read_and_found() {
        let archive = Archive::default();
        let numbers: Vec<u64> = (1..64)
            .flat_map(|bit| [0, 1, u64::MAX].map(|low| (1_u64 << bit).wrapping_add(low)))
            .chain((0..64).map(|bit| 0_u64.wrapping_sub(1 << bit)))
            .collect();
        let node = |number| [header(Kind::Tuple, 0, 0, 2), number, 7];
        let known: Vec<Colour> = (numbers.iter().copied())
            .filter_map(|number| archive.add(&node(number)))
            .collect();
        assert_eq!(known.len(), numbers.len());
        let mut words = Vec::new();
        for (&number, &colour) in numbers.iter().zip(&known) {
            archive.read(colour, &mut words);
            assert_eq!(words, node(number));
            assert_eq!(archive.word(colour, 2), 7);
            assert_eq!(archive.find(&node(number)), Some(colour));
            assert_eq!(archive.add(&node(number)), Some(colour));
        }
        assert_eq!(archive.find(&node(12_345)), None);
    }

    #[test]
    fn parts_that_are_elsewhere_keep_a_value_out() {
        let archive = Archive::default();
        assert_eq!(archive.add(&cell(1, 2_000)), None);
        assert_eq!(archive.find(&cell(1, 2_000)), None);
    }

    #[test]
    fn a_long_list_takes_little_memory_and_its_end_can_be_cleared() {
        let archive = Archive::default();
        let long = 100_000;
        let (mut list, mut lists) = (0, Vec::new());
        for i in 0..long {
            list = archive.add(&cell(i, list)).expect("room");
            lists.push(list);
        }
        assert!(archive.len() < 6 * long as usize);
        assert!(archive.bytes() < 5 * long as usize);
        // Most of it is used: it stays, and is not looked at again before it has doubled.
        assert!(archive.is_due());
        assert!(archive.cleared([list].into_iter()).is_none());
        assert!(!archive.is_due());
        for i in 0..2 * long {
            archive.add(&cell(i, list)).expect("room");
        }
        assert!(archive.is_due());
        let (new, moved) = archive
            .cleared([lists[5], lists[10], 3].into_iter())
            .expect("mostly unused");
        assert!(new.len() < 100 && !new.is_due());
        let mut list = moved.to(lists[10]);
        for i in (0..=10).rev() {
            assert_eq!(list, moved.to(lists[i]));
            assert_eq!(new.word(list, 2), i as u64);
            list = new.word(list, 1);
        }
        assert_eq!((list, moved.to(3)), (0, 3));
        assert!(!archive.is_lost());
    }
}
