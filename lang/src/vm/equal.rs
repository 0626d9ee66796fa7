//! Equality and hashing of heap values without their types: objects are canonical, so two values are equal exactly if their headers, raw fields and
//! pointer fields are; a ref cell is equal only to itself.
//!
//! Both walk with a work list of their own, and continue with an object's last pointer without touching it, so neither a list of a million elements
//! nor a tree a million deep uses the thread's stack.

use super::heap::{Heap, Kind, fields_of, kind_of};
use super::program::{IMMEDIATES, Word};
use rustc_hash::FxHashSet;

/// Whether two pointer words (or immediates) are the same value.
#[inline]
pub fn equal(heap: &Heap, a: Word, b: Word) -> bool {
    if a == b {
        return true;
    }
    // most comparisons are decided here: an immediate, or different shapes
    if a < IMMEDIATES || b < IMMEDIATES || heap.header(a) != heap.header(b) {
        return false;
    }
    equal_objects(heap, a, b)
}

/// After so many pairs, those compared are remembered: two copies of a value that shares parts with itself have exponentially many pairs, few of them
/// different.
const PATIENCE: u32 = 1 << 20;

fn equal_objects(heap: &Heap, a: Word, b: Word) -> bool {
    let mut work: Vec<(Word, Word)> = Vec::new();
    let (mut a, mut b) = (a, b);
    let mut pairs = 0u32;
    let mut seen: FxHashSet<(Word, Word)> = FxHashSet::default();
    loop {
        let mut next = None;
        pairs = pairs.saturating_add(1);
        if a != b && (pairs < PATIENCE || seen.insert((a, b))) {
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

/// A hash of a pointer word's value: equal values have equal hashes, on every platform.
pub fn hash(heap: &Heap, word: Word) -> u64 {
    let mut state = 0;
    let mut work = Vec::new();
    let mut word = word;
    loop {
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

    #[test]
    fn ref_cells_are_equal_only_to_themselves() {
        let mut heap = Heap::default();
        let cell = header(Kind::Ref, 0, 0, 1);
        let (a, b) = (heap.alloc(cell, &[1]), heap.alloc(cell, &[1]));
        assert!(equal(&heap, a, a) && !equal(&heap, a, b));
    }
}
