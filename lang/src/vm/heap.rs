//! Heap objects. A pointer word is an index into one vector of words, so the whole heap is safe Rust, and copying it is `memcpy`.
//!
//! An object is a header and its fields, pointer fields first: the collector needs nothing else to walk it, and equality and hashing need no type.
//! The header holds 4 bits of kind, 20 bits of tag (constructor, function, exception), and 40 bits of size: 20 bits of pointer fields and 20 of raw
//! ones, except for the kinds that may be long, which have one 40-bit number.
//!
//! ```text
//! Tuple Con Closure Pap Ref Exn   tag | pointers raws   fields
//! Str                             0   | words           byte length, bytes packed eight a word and padded with zeros
//! Inf                             0   | 1               the value, if it fits 64 bits
//!                                 1   | words           sign (1 if negative), digits with the least significant first
//! MsPtr MsRaw                     0   | n               n elements ascending, then their n coefficients
//! ```
//!
//! Every object is canonical, so two values are equal if and only if their words are (`equal.rs`).
//! Where reals have equality, they have one zero and one nan (`Vm::one_zero`). An empty multi-set is
//! the immediate 0.
//!
//! Words below `IMMEDIATES` are never objects. Then come the packets of the built-in exceptions, which therefore exist even when memory has run out.

use super::exn;
use super::program::{IMMEDIATES, Word};
use num_bigint::{BigInt, Sign};
use num_traits::ToPrimitive;
use std::collections::BTreeSet;

/// What an object is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Kind {
    /// A tuple or record.
    Tuple,
    /// A constructor with an argument; the tag is the constructor's.
    Con,
    /// A string.
    Str,
    /// An unbounded integer.
    Inf,
    /// A function with what it captured; the tag is the function's number.
    Closure,
    /// A closure with some of its arguments; the tag is how many curried arguments it has.
    Pap,
    /// A ref cell: the only kind that changes.
    Ref,
    /// An exception packet; the tag is the exception's number.
    Exn,
    /// A multi-set of pointer words.
    MsPtr,
    /// A multi-set of raw words.
    MsRaw,
    /// Left behind by the collector in place of a header: the size is where the object went.
    Forward,
    /// Only outside of the heap, where long lists may be stored in pieces: a list of pointer words, given by the list of its chunks.
    PtrRun,
    /// The same of raw words.
    RawRun,
    /// Some elements of such a list.
    Chunk,
}

const KINDS: [Kind; 16] = [
    Kind::Tuple,
    Kind::Con,
    Kind::Str,
    Kind::Inf,
    Kind::Closure,
    Kind::Pap,
    Kind::Ref,
    Kind::Exn,
    Kind::MsPtr,
    Kind::MsRaw,
    Kind::Forward,
    Kind::PtrRun,
    Kind::RawRun,
    Kind::Chunk,
    Kind::Forward,
    Kind::Forward,
];

/// How many functions and how many exceptions there may be: their numbers are tags.
pub const TAGS: usize = 1 << COUNT_BITS;

const COUNT_BITS: u32 = 20;
const COUNT_MASK: u64 = (1 << COUNT_BITS) - 1;

/// The header of an object with counted pointer and raw fields.
pub const fn header(kind: Kind, tag: u32, pointers: usize, raws: usize) -> Word {
    debug_assert!((tag as usize) < TAGS);
    debug_assert!(pointers as u64 <= COUNT_MASK && raws as u64 <= COUNT_MASK);
    kind as u64 | (tag as u64 & COUNT_MASK) << 4 | (pointers as u64) << 24 | (raws as u64) << 44
}

/// The header of a `Str`, `Inf` or multi-set.
pub(super) fn long_header(kind: Kind, tag: u32, size: usize) -> Word {
    kind as u64 | (tag as u64) << 4 | (size as u64) << 24
}

/// The kind in a header.
#[inline]
pub fn kind_of(header: Word) -> Kind {
    KINDS[(header & 15) as usize]
}

/// The tag in a header.
#[inline]
pub fn tag_of(header: Word) -> u32 {
    ((header >> 4) & COUNT_MASK) as u32
}

/// The 40-bit size in the header of a long object.
#[inline]
pub(super) fn size_of(header: Word) -> usize {
    (header >> 24) as usize
}

/// How many pointer fields and how many fields in all an object with this header has.
#[inline]
pub(super) fn fields_of(header: Word) -> (usize, usize) {
    match kind_of(header) {
        Kind::Str | Kind::Inf | Kind::Forward => (0, size_of(header)),
        Kind::MsPtr => (size_of(header), 2 * size_of(header)),
        Kind::MsRaw => (0, 2 * size_of(header)),
        _ => {
            let pointers = (header >> 24 & COUNT_MASK) as usize;
            (pointers, pointers + (header >> 44) as usize)
        }
    }
}

/// How many fields an object with this header has.
pub fn field_count(header: Word) -> usize {
    fields_of(header).1
}

/// How many of its fields, the first ones, are pointers.
pub fn pointer_count(header: Word) -> usize {
    fields_of(header).0
}

/// A point in the heap's growth, for `Heap::reset`.
#[derive(Copy, Clone, Debug)]
pub struct Mark {
    length: usize,
    epoch: u64,
}

/// All objects.
#[derive(Clone, Debug)]
pub struct Heap {
    pub(super) words: Vec<u64>,
    /// Objects below are never moved, nor looked into except for the `remembered` cells.
    pub(super) floor: usize,
    /// Length from which the machine collects before it allocates more.
    pub(super) limit: usize,
    /// Ref cells below the floor that were assigned and may point above it.
    pub(super) remembered: BTreeSet<usize>,
    /// Changes whenever older marks can no longer be returned to.
    pub(super) epoch: u64,
    /// Where the newest mark stands.
    marked: usize,
    /// Collect before every allocation, so that a test meets every mistake about what is alive.
    #[cfg(test)]
    pub(super) stress: bool,
}

impl Default for Heap {
    fn default() -> Heap {
        let mut words = vec![0; IMMEDIATES as usize];
        words.extend((0..exn::COUNT).map(|number| header(Kind::Exn, number as u32, 0, 0)));
        let floor = words.len();
        Heap {
            words,
            floor,
            limit: super::collect::FIRST_LIMIT,
            remembered: BTreeSet::new(),
            epoch: 0,
            marked: 0,
            #[cfg(test)]
            stress: false,
        }
    }
}

impl Heap {
    /// The packet of a built-in exception that carries nothing.
    pub fn builtin(number: u16) -> Word {
        IMMEDIATES + number as Word
    }

    /// Words in use, immediates included.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether nothing was allocated yet.
    pub fn is_empty(&self) -> bool {
        self.words.len() == IMMEDIATES as usize + exn::COUNT
    }

    /// Whether the machine should collect before it allocates.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        #[cfg(test)]
        if self.stress {
            return true;
        }
        self.words.len() >= self.limit
    }

    /// The header of the object at `word`.
    #[inline]
    pub fn header(&self, word: Word) -> Word {
        self.words[word as usize]
    }

    /// The constructor's tag of a datatype's value, with or without argument.
    #[inline]
    pub fn tag(&self, word: Word) -> u64 {
        if word < IMMEDIATES {
            word
        } else {
            tag_of(self.words[word as usize]) as u64
        }
    }

    /// Field `i` of the object at `word`.
    #[inline]
    pub fn field(&self, word: Word, i: usize) -> Word {
        self.words[word as usize + 1 + i]
    }

    /// All fields of the object at `word`.
    pub fn fields(&self, word: Word) -> &[Word] {
        let start = word as usize + 1;
        &self.words[start..start + fields_of(self.header(word)).1]
    }

    /// A new object. The machine collects between instructions, never here, so a primitive may hold words while it allocates.
    #[inline]
    pub fn alloc(&mut self, header: Word, fields: &[Word]) -> Word {
        let at = self.words.len() as Word;
        self.words.push(header);
        self.words.extend_from_slice(fields);
        at
    }

    #[inline]
    pub(super) fn alloc_two(&mut self, header: Word, first: Word, second: Word) -> Word {
        let at = self.words.len() as Word;
        self.words.extend_from_slice(&[header, first, second]);
        at
    }

    /// A list cell.
    pub fn cons(&mut self, head: Word, tail: Word, head_is_pointer: bool) -> Word {
        if head_is_pointer {
            self.alloc_two(header(Kind::Con, 1, 2, 0), head, tail)
        } else {
            self.alloc_two(header(Kind::Con, 1, 1, 1), tail, head)
        }
    }

    /// Head and tail of a list cell.
    #[inline]
    pub fn uncons(&self, cell: Word, head_is_pointer: bool) -> (Word, Word) {
        let (first, second) = (self.field(cell, 0), self.field(cell, 1));
        if head_is_pointer {
            (first, second)
        } else {
            (second, first)
        }
    }

    /// A list of these elements.
    pub fn list(&mut self, elements: &[Word], heads_are_pointers: bool) -> Word {
        let mut list = 0;
        for &element in elements.iter().rev() {
            list = self.cons(element, list, heads_are_pointers);
        }
        list
    }

    /// The elements of a list.
    pub fn list_items(&self, mut list: Word, heads_are_pointers: bool) -> Vec<Word> {
        let mut items = Vec::new();
        while list >= IMMEDIATES {
            let (head, tail) = self.uncons(list, heads_are_pointers);
            items.push(head);
            list = tail;
        }
        items
    }

    /// `SOME word`.
    pub fn some(&mut self, word: Word, is_pointer: bool) -> Word {
        let pointers = usize::from(is_pointer);
        self.alloc(header(Kind::Con, 1, pointers, 1 - pointers), &[word])
    }

    /// A value with its time stamp. The stamp is the second component, and so the first field if the value is raw.
    pub fn alloc_timed(&mut self, value: Word, stamp: Word, value_is_pointer: bool) -> Word {
        if value_is_pointer {
            self.alloc_two(header(Kind::Tuple, 0, 2, 0), value, stamp)
        } else {
            self.alloc_two(header(Kind::Tuple, 0, 1, 1), stamp, value)
        }
    }

    /// A string.
    pub fn alloc_str(&mut self, bytes: &[u8]) -> Word {
        let at = self.words.len();
        let words = bytes.len().div_ceil(8);
        self.words.push(long_header(Kind::Str, 0, words + 1));
        self.words.push(bytes.len() as u64);
        self.words.resize(at + 2 + words, 0);
        let packed: &mut [u8] = bytemuck::cast_slice_mut(&mut self.words[at + 2..]);
        packed[..bytes.len()].copy_from_slice(bytes);
        at as Word
    }

    /// The bytes of a string.
    pub fn str(&self, word: Word) -> &[u8] {
        let length = self.field(word, 0) as usize;
        let start = word as usize + 2;
        let packed: &[u8] = bytemuck::cast_slice(&self.words[start..start + length.div_ceil(8)]);
        &packed[..length]
    }

    /// An unbounded integer that fits 64 bits.
    pub fn alloc_small_inf(&mut self, value: i64) -> Word {
        self.alloc(long_header(Kind::Inf, 0, 1), &[value as u64])
    }

    /// An unbounded integer.
    pub fn alloc_inf(&mut self, value: &BigInt) -> Word {
        if let Some(small) = value.to_i64() {
            return self.alloc_small_inf(small);
        }
        let (sign, digits) = value.to_u64_digits();
        let at = self.words.len() as Word;
        self.words.push(long_header(Kind::Inf, 1, digits.len() + 1));
        self.words.push(u64::from(sign == Sign::Minus));
        self.words.extend_from_slice(&digits);
        at
    }

    /// The value of an unbounded integer, if it fits 64 bits.
    #[inline]
    pub fn small_inf(&self, word: Word) -> Option<i64> {
        (tag_of(self.header(word)) == 0).then(|| self.field(word, 0) as i64)
    }

    /// The value of an unbounded integer.
    pub fn inf(&self, word: Word) -> BigInt {
        if let Some(small) = self.small_inf(word) {
            return small.into();
        }
        let fields = self.fields(word);
        let sign = if fields[0] == 1 {
            Sign::Minus
        } else {
            Sign::Plus
        };
        let digits = fields[1..]
            .iter()
            .flat_map(|&digit| [digit as u32, (digit >> 32) as u32])
            .collect();
        BigInt::new(sign, digits)
    }

    /// Assigns a ref cell.
    #[inline]
    pub fn assign(&mut self, cell: Word, value: Word) {
        let at = cell as usize;
        self.words[at + 1] = value;
        if at < self.marked.max(self.floor) {
            self.assigned_old(at);
        }
    }

    #[cold]
    fn assigned_old(&mut self, at: usize) {
        self.epoch += 1;
        if at < self.floor {
            self.remembered.insert(at);
        }
    }

    /// Makes everything allocated so far permanent: it is never moved, copied or looked into again. Ref cells among it may still be assigned.
    pub fn freeze(&mut self) {
        self.floor = self.words.len();
        self.limit = self.limit.max(self.floor + super::collect::FIRST_LIMIT);
        self.epoch += 1;
    }

    /// Whether an object was there at the last `freeze`: it stays where it is.
    pub fn is_frozen(&self, word: Word) -> bool {
        (word as usize) < self.floor
    }

    /// Drops everything allocated since the last `freeze`, unless a ref cell below was assigned and may point to it. For an embedder that keeps
    /// no word of it.
    pub fn thaw(&mut self) {
        if self.remembered.is_empty() {
            self.words.truncate(self.floor);
        }
    }

    /// Drops everything from word `length` on, also what was frozen; what stays must not point there. Does nothing if a ref cell may.
    pub fn melt(&mut self, length: usize) {
        if self.remembered.is_empty() {
            self.words.truncate(length);
            self.floor = self.words.len();
            self.epoch += 1;
        }
    }

    /// Whether a permanent ref cell was assigned, so that evaluations leave something behind.
    pub fn is_assigned(&self) -> bool {
        !self.remembered.is_empty()
    }

    /// The present end of the heap, to return to with `reset`.
    pub fn mark(&mut self) -> Mark {
        self.marked = self.words.len();
        Mark {
            length: self.marked,
            epoch: self.epoch,
        }
    }

    /// Drops everything allocated since `mark`, in no time. Does nothing if what is older was moved by a collection or may point to what is newer,
    /// because a ref cell or global was assigned; then the collector will find it.
    pub fn reset(&mut self, mark: Mark) {
        if mark.epoch == self.epoch && mark.length <= self.words.len() {
            self.words.truncate(mark.length);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_packed_and_padded() {
        let mut heap = Heap::default();
        for text in ["", "a", "12345678", "123456789"] {
            let word = heap.alloc_str(text.as_bytes());
            assert_eq!(heap.str(word), text.as_bytes());
            assert_eq!(
                fields_of(heap.header(word)).1,
                1 + text.len().div_ceil(8),
                "{text}"
            );
        }
    }

    #[test]
    fn unbounded_integers_keep_their_value() {
        let mut heap = Heap::default();
        let big = BigInt::from(i64::MAX) * 3 * (1u64 << 40);
        for value in [
            BigInt::from(0),
            BigInt::from(i64::MIN),
            BigInt::from(i64::MAX) + 1,
            -&big,
            big,
        ] {
            let word = heap.alloc_inf(&value);
            assert_eq!(heap.inf(word), value);
        }
    }

    #[test]
    fn a_reset_frees_unless_an_older_cell_was_assigned() {
        let mut heap = Heap::default();
        let cell = heap.alloc(header(Kind::Ref, 0, 1, 0), &[0]);
        let mark = heap.mark();
        let before = heap.len();
        heap.alloc_str(b"gone");
        heap.reset(mark);
        assert_eq!(heap.len(), before);
        let kept = heap.alloc_str(b"kept");
        heap.assign(cell, kept);
        heap.reset(mark);
        assert_eq!(heap.str(heap.field(cell, 0)), b"kept");
    }
}
