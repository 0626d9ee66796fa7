//! Equality and hashing of heap values without their types: objects are canonical, so two values are equal exactly if their headers, raw fields and
//! pointer fields are; a ref cell is equal only to itself.
//!
//! Both walk with a work list of their own, and continue with an object's last pointer without touching it, so neither a list of a million elements
//! nor a tree a million deep uses the thread's stack.

use super::heap::{Heap, Kind, fields_of, kind_of};
use super::pairs::Pairs;
use super::program::{IMMEDIATES, Word};

/// Whether two pointer words (or immediates) are the same value.
#[inline]
pub fn equal(heap: &Heap, a: Word, b: Word) -> bool {
    equal_within(heap, a, b, &mut 0)
}

/// The same as `equal`; takes the work done from `fuel`, so that comparing large values over and over
/// counts as calling functions does.
#[inline]
pub(super) fn equal_within(heap: &Heap, a: Word, b: Word, fuel: &mut u64) -> bool {
    if a == b {
        return true;
    }
    // most comparisons are decided here: an immediate, or different shapes
    if a < IMMEDIATES || b < IMMEDIATES || heap.header(a) != heap.header(b) {
        return false;
    }
    let mut pairs = Pairs::default();
    let equal = equal_objects(heap, a, b, &mut pairs);
    *fuel = fuel.saturating_sub(pairs.met() / PAIRS);
    equal
}

/// Pairs of objects that take about as long to compare as a function call.
pub(super) const PAIRS: u64 = 4;

fn equal_objects(heap: &Heap, a: Word, b: Word, pairs: &mut Pairs) -> bool {
    let mut work: Vec<(Word, Word)> = Vec::new();
    let (mut a, mut b) = (a, b);
    loop {
        let mut next = None;
        if a != b && !pairs.are_known(a, b) {
            if a < IMMEDIATES || b < IMMEDIATES {
                return false;
            }
            let header = heap.header(a);
            if header != heap.header(b) || kind_of(header) == Kind::Ref {
                return false;
            }
            let (pointers, _) = fields_of(header);
            let (left, right) = (heap.fields(a), heap.fields(b));
            if left[pointers..] != right[pointers..] {
                return false;
            }
            if let Some(last) = pointers.checked_sub(1) {
                for i in 0..last {
                    if left[i] != right[i] {
                        work.push((left[i], right[i]));
                    }
                }
                next = Some((left[last], right[last]));
            }
        }
        match next.or_else(|| work.pop()) {
            Some(pair) => (a, b) = pair,
            None => return true,
        }
    }
}

/// Objects that a hash reads at most. What shares its parts has exponentially many paths, and values
/// so large that differ only behind these are rare.
const HASHED: u32 = 1 << 16;

/// A hash of a pointer word's value: equal values have equal hashes, on every platform.
pub fn hash(heap: &Heap, word: Word) -> u64 {
    let mut state = 0;
    let mut work = Vec::new();
    let mut word = word;
    for _ in 0..HASHED {
        let mut next = None;
        if word < IMMEDIATES {
            state = mix(state, word);
        } else {
            let header = heap.header(word);
            state = mix(state, header);
            if kind_of(header) == Kind::Ref {
                // its contents may change and its address may move: nothing else is stable
            } else {
                let (pointers, _) = fields_of(header);
                let fields = heap.fields(word);
                if kind_of(header) == Kind::Str {
                    state = mix(state, fields[0]);
                    // bytes were packed in the machine's own order
                    state = fields[1..].iter().fold(state, |s, w| mix(s, w.to_le()));
                } else {
                    state = fields[pointers..].iter().fold(state, |s, &w| mix(s, w));
                }
                if let Some((&last, others)) = fields[..pointers].split_last() {
                    work.extend_from_slice(others);
                    next = Some(last);
                }
            }
        }
        match next.or_else(|| work.pop()) {
            Some(other) => word = other,
            None => return state,
        }
    }
    state
}

/// One step of a multiply-and-fold hash.
#[inline]
pub fn mix(state: u64, word: u64) -> u64 {
    let product = u128::from(state ^ word ^ 0x9e37_79b9_7f4a_7c15)
        * u128::from((0xd134_2543_de82_ef95_u64 ^ word.rotate_left(32)) | 1);
    (product as u64) ^ ((product >> 64) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vm::heap::header;

    fn numbers(heap: &mut Heap, count: u64, last: u64) -> Word {
        let mut items: Vec<Word> = (0..count).collect();
        items.push(last);
        heap.list(&items, false)
    }

    #[test]
    fn long_lists_compare_and_hash_by_value() {
        let mut heap = Heap::default();
        let a = numbers(&mut heap, 1_000_000, 7);
        let b = numbers(&mut heap, 1_000_000, 7);
        let c = numbers(&mut heap, 1_000_000, 8);
        assert!(equal(&heap, a, b) && !equal(&heap, a, c));
        assert_eq!(hash(&heap, a), hash(&heap, b));
        // A hash reads only so many elements.
        let a = numbers(&mut heap, 1_000, 7);
        let c = numbers(&mut heap, 1_000, 8);
        assert_ne!(hash(&heap, a), hash(&heap, c));
    }

    #[test]
    fn trees_deep_on_either_side_are_walked_without_the_native_stack() {
        let mut heap = Heap::default();
        let mut deep = |left: bool| {
            let mut tree = 0;
            for i in 0..1_000_000 {
                let children = if left { [tree, 0] } else { [0, tree] };
                tree = heap.alloc(header(Kind::Con, 1, 2, 1), &[children[0], children[1], i]);
            }
            tree
        };
        let (a, b, c) = (deep(true), deep(true), deep(false));
        assert!(equal(&heap, a, b) && !equal(&heap, a, c));
        assert_eq!(hash(&heap, a), hash(&heap, b));
    }

    /// A tree of 2 to the power of `depth` leaves in so many objects.
    fn shared(heap: &mut Heap, depth: u64, bottom: Word) -> Word {
        (0..depth).fold(bottom, |tree, _| {
            heap.alloc(header(Kind::Con, 1, 2, 1), &[tree, tree, 0])
        })
    }

    #[test]
    fn trees_that_share_their_parts_are_walked_as_graphs() {
        let mut heap = Heap::default();
        for depth in [30, 1_000, 100_000] {
            let [a, b, c] = [0, 0, 1].map(|bottom| shared(&mut heap, depth, bottom));
            assert!(equal(&heap, a, b) && !equal(&heap, a, c));
            assert_eq!(hash(&heap, a), hash(&heap, b));
        }
    }

    #[test]
    fn ref_cells_are_equal_only_to_themselves() {
        let mut heap = Heap::default();
        let cell = header(Kind::Ref, 0, 0, 1);
        let (a, b) = (heap.alloc(cell, &[1]), heap.alloc(cell, &[1]));
        assert!(equal(&heap, a, a) && !equal(&heap, a, b));
    }
}
