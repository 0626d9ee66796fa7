//! Multi-sets: sorted arrays of distinct elements with positive coefficients, so that sums and differences are merges and equal ones are equal words.
//!
//! Elements that are raw words with the order of integers, by far the most common, are compared without looking at their shape.

use super::exn;
use super::heap::{Heap, Kind, header, long_header};
use super::machine::Vm;
use super::order;
use super::program::{IMMEDIATES, Program, Shape, ShapeId, Word};
use super::stop::{Cause, Fault};
use std::cmp::Ordering;

impl Heap {
    /// The elements of a multi-set, ascending, and their coefficients.
    pub fn multiset(&self, word: Word) -> (&[Word], &[Word]) {
        if word < IMMEDIATES {
            return (&[], &[]);
        }
        let fields = self.fields(word);
        fields.split_at(fields.len() / 2)
    }

    /// A multi-set of sorted distinct elements.
    pub fn alloc_multiset(&mut self, elements: &[Word], counts: &[Word], pointers: bool) -> Word {
        if elements.is_empty() {
            return 0;
        }
        let kind = if pointers { Kind::MsPtr } else { Kind::MsRaw };
        let at = self.words.len() as Word;
        self.words.push(long_header(kind, 0, elements.len()));
        self.words.extend_from_slice(elements);
        self.words.extend_from_slice(counts);
        at
    }
}

/// How elements of a shape are kept and compared.
#[derive(Copy, Clone)]
pub(super) struct Elements {
    shape: ShapeId,
    /// Whether they are pointer words.
    pub pointers: bool,
    integers: bool,
}

impl Elements {
    pub fn new(program: &Program, shape: ShapeId) -> Elements {
        let found = &program.shapes[shape.0 as usize];
        Elements {
            shape,
            pointers: found.is_pointer(),
            integers: !found.is_pointer() && *found != Shape::Real,
        }
    }

    /// The order of two elements. Large ones take long to compare, so an interrupt is polled before.
    #[inline]
    fn compare(self, vm: &Vm, a: Word, b: Word) -> Result<Ordering, Cause> {
        if self.integers {
            return Ok((a as i64).cmp(&(b as i64)));
        }
        vm.poll()?;
        Ok(order::compare(&vm.program, &vm.heap, self.shape, a, b))
    }

    /// Where `element` is, or where it would have to stand.
    fn find(
        self,
        vm: &Vm,
        elements: &[Word],
        element: Word,
    ) -> Result<Result<usize, usize>, Cause> {
        let (mut low, mut high) = (0, elements.len());
        while low < high {
            let middle = (low + high) / 2;
            match self.compare(vm, elements[middle], element)? {
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
                Ordering::Equal => return Ok(Ok(middle)),
            }
        }
        Ok(Err(low))
    }

    /// Sorts items by their elements; equal ones keep their order.
    fn sort<T: Copy>(
        self,
        vm: &Vm,
        items: &mut Vec<T>,
        element: impl Fn(&T) -> Word,
    ) -> Result<(), Cause> {
        if self.integers {
            items.sort_by_key(|item| element(item) as i64);
            return Ok(());
        }
        // Runs of one item are merged to runs of two, these to runs of four, and so on.
        let mut merged = Vec::with_capacity(items.len());
        let mut run = 1;
        while run < items.len() {
            merged.clear();
            for both in items.chunks(2 * run) {
                let (mut left, mut right) = both.split_at(run.min(both.len()));
                while let ([a, ..], [b, ..]) = (left, right) {
                    let from = match self.compare(vm, element(a), element(b))?.is_le() {
                        true => &mut left,
                        false => &mut right,
                    };
                    merged.push(from[0]);
                    *from = &from[1..];
                }
                merged.extend_from_slice(left);
                merged.extend_from_slice(right);
            }
            std::mem::swap(items, &mut merged);
            run *= 2;
        }
        Ok(())
    }
}

/// A multi-set under construction, in ascending order.
#[derive(Default)]
struct Building {
    elements: Vec<Word>,
    counts: Vec<Word>,
}

impl Building {
    fn push(&mut self, element: Word, count: Word) {
        self.elements.push(element);
        self.counts.push(count);
    }

    fn finish(self, vm: &mut Vm, of: Elements) -> Word {
        vm.heap
            .alloc_multiset(&self.elements, &self.counts, of.pointers)
    }
}

/// Coefficients are ints: their sum must be one too.
fn sum(a: Word, b: Word) -> Result<Word, Fault> {
    (a as i64)
        .checked_add(b as i64)
        .map(|sum| sum as Word)
        .ok_or(Fault::Builtin(exn::OVERFLOW))
}

pub(super) fn single(vm: &mut Vm, of: Elements, count: i64, element: Word) -> Word {
    if count <= 0 {
        return 0;
    }
    vm.heap
        .alloc_multiset(&[element], &[count as Word], of.pointers)
}

pub(super) fn add(vm: &mut Vm, of: Elements, a: Word, b: Word) -> Result<Word, Fault> {
    if a < IMMEDIATES {
        return Ok(b);
    }
    if b < IMMEDIATES {
        return Ok(a);
    }
    let (left, left_counts) = vm.heap.multiset(a);
    let (right, right_counts) = vm.heap.multiset(b);
    let mut built = Building {
        elements: Vec::with_capacity(left.len() + right.len()),
        counts: Vec::with_capacity(left.len() + right.len()),
    };
    let (mut i, mut j) = (0, 0);
    while i < left.len() && j < right.len() {
        match of.compare(vm, left[i], right[j])? {
            Ordering::Less => {
                built.push(left[i], left_counts[i]);
                i += 1;
            }
            Ordering::Greater => {
                built.push(right[j], right_counts[j]);
                j += 1;
            }
            Ordering::Equal => {
                built.push(left[i], sum(left_counts[i], right_counts[j])?);
                i += 1;
                j += 1;
            }
        }
    }
    built.elements.extend_from_slice(&left[i..]);
    built.counts.extend_from_slice(&left_counts[i..]);
    built.elements.extend_from_slice(&right[j..]);
    built.counts.extend_from_slice(&right_counts[j..]);
    Ok(built.finish(vm, of))
}

/// `a -- b`, or `Subtract`.
pub(super) fn subtract(vm: &mut Vm, of: Elements, a: Word, b: Word) -> Result<Word, Fault> {
    if b < IMMEDIATES {
        return Ok(a);
    }
    let (left, left_counts) = vm.heap.multiset(a);
    let (right, right_counts) = vm.heap.multiset(b);
    let mut built = Building::default();
    let mut j = 0;
    for (&element, &count) in left.iter().zip(left_counts) {
        let taken = match right.get(j) {
            Some(&other) => match of.compare(vm, element, other)? {
                Ordering::Less => 0,
                Ordering::Equal => right_counts[j],
                Ordering::Greater => break,
            },
            None => 0,
        };
        if taken > count {
            break;
        }
        j += usize::from(taken > 0);
        if count > taken {
            built.push(element, count - taken);
        }
    }
    if j < right.len() {
        return Err(Fault::Builtin(exn::SUBTRACT));
    }
    Ok(built.finish(vm, of))
}

/// Whether `a` is contained in `b`.
pub(super) fn contained(vm: &Vm, of: Elements, a: Word, b: Word) -> Result<bool, Cause> {
    let (small, small_counts) = vm.heap.multiset(a);
    let (large, large_counts) = vm.heap.multiset(b);
    let mut from = 0;
    for (&element, &count) in small.iter().zip(small_counts) {
        match of.find(vm, &large[from..], element)? {
            Ok(at) if large_counts[from + at] >= count => from += at + 1,
            _ => return Ok(false),
        }
    }
    Ok(true)
}

pub(super) fn scale(vm: &mut Vm, of: Elements, factor: i64, a: Word) -> Result<Word, Fault> {
    if factor <= 0 {
        return Ok(0);
    }
    let (elements, counts) = vm.heap.multiset(a);
    let elements = elements.to_vec();
    let counts: Option<Vec<Word>> = counts
        .iter()
        .map(|&count| (count as i64).checked_mul(factor).map(|c| c as Word))
        .collect();
    let counts = counts.ok_or(Fault::Builtin(exn::OVERFLOW))?;
    Ok(vm.heap.alloc_multiset(&elements, &counts, of.pointers))
}

pub(super) fn count(vm: &Vm, of: Elements, element: Word, a: Word) -> Result<Word, Cause> {
    let (elements, counts) = vm.heap.multiset(a);
    let found = of.find(vm, elements, element)?;
    Ok(found.map_or(0, |at| counts[at]))
}

/// The total of the coefficients.
pub(super) fn size(vm: &Vm, a: Word) -> Result<Word, Fault> {
    let (_, counts) = vm.heap.multiset(a);
    counts.iter().try_fold(0, |total, &count| sum(total, count))
}

/// A multi-set of these elements, in any order, with repetitions.
pub(super) fn of_elements(
    vm: &mut Vm,
    of: Elements,
    mut elements: Vec<Word>,
) -> Result<Word, Fault> {
    let mut sorted = true;
    for pair in elements.windows(2) {
        sorted = of.compare(vm, pair[0], pair[1])?.is_le();
        if !sorted {
            break;
        }
    }
    if !sorted {
        of.sort(vm, &mut elements, |&element| element)?;
    }
    let mut built = Building::default();
    for element in elements {
        match (built.elements.last(), built.counts.last_mut()) {
            (Some(&last), Some(count)) if of.compare(vm, last, element)?.is_eq() => *count += 1,
            _ => built.push(element, 1),
        }
    }
    Ok(built.finish(vm, of))
}

pub(super) fn of_list(vm: &mut Vm, of: Elements, list: Word) -> Result<Word, Fault> {
    let elements = vm.heap.list_items(list, of.pointers);
    of_elements(vm, of, elements)
}

/// Every element as often as it occurs, ascending. The multi-set is argument word `at`.
pub(super) fn to_list(vm: &mut Vm, of: Elements, at: usize) -> Result<Word, Fault> {
    let total = size(vm, vm.stack[at])? as usize;
    vm.afford(total.saturating_mul(3))?;
    let (elements, counts) = vm.heap.multiset(vm.stack[at]);
    let mut repeated = Vec::with_capacity(total);
    for (&element, &count) in elements.iter().zip(counts) {
        repeated.extend(std::iter::repeat_n(element, count as usize));
    }
    Ok(vm.heap.list(&repeated, of.pointers))
}

/// The multi-set of a list of pairs of coefficient and element.
pub(super) fn of_pairs(vm: &mut Vm, of: Elements, list: Word) -> Result<Word, Fault> {
    // a tuple's pointer comes before its raw coefficient
    let (count_slot, element_slot) = if of.pointers { (1, 0) } else { (0, 1) };
    let mut pairs: Vec<(Word, Word)> = vm
        .heap
        .list_items(list, true)
        .into_iter()
        .map(|pair| {
            (
                vm.heap.field(pair, element_slot),
                vm.heap.field(pair, count_slot),
            )
        })
        .filter(|&(_, count)| count as i64 > 0)
        .collect();
    of.sort(vm, &mut pairs, |pair| pair.0)?;
    let mut built = Building::default();
    for (element, more) in pairs {
        match (built.elements.last(), built.counts.last_mut()) {
            (Some(&last), Some(count)) if of.compare(vm, last, element)?.is_eq() => {
                *count = sum(*count, more)?;
            }
            _ => built.push(element, more),
        }
    }
    Ok(built.finish(vm, of))
}

/// The coefficients and elements of a multi-set, ascending.
pub(super) fn pairs(vm: &mut Vm, of: Elements, a: Word) -> Word {
    let (elements, counts) = vm.heap.multiset(a);
    let pairs: Vec<(Word, Word)> = elements
        .iter()
        .copied()
        .zip(counts.iter().copied())
        .collect();
    let mut list = 0;
    for &(element, count) in pairs.iter().rev() {
        let pair = if of.pointers {
            vm.heap
                .alloc_two(header(Kind::Tuple, 0, 1, 1), element, count)
        } else {
            vm.heap
                .alloc_two(header(Kind::Tuple, 0, 0, 2), count, element)
        };
        list = vm.heap.cons(pair, list, true);
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine() -> (Vm, Elements, Elements) {
        let program = Program {
            shapes: vec![Shape::Int, Shape::Str],
            ..Program::default()
        };
        let ints = Elements::new(&program, ShapeId(0));
        let strings = Elements::new(&program, ShapeId(1));
        (Vm::new(program), ints, strings)
    }

    fn ints(vm: &mut Vm, of: Elements, items: &[i64]) -> Word {
        of_elements(vm, of, items.iter().map(|&item| item as Word).collect()).expect("a multi-set")
    }

    #[test]
    fn sums_and_differences_are_canonical() {
        let (mut vm, of, _) = machine();
        let a = ints(&mut vm, of, &[3, -1, 3]);
        let b = ints(&mut vm, of, &[2, 3]);
        let sum = add(&mut vm, of, a, b).expect("sum");
        let expected = ints(&mut vm, of, &[-1, 2, 3, 3, 3]);
        assert!(super::super::equal::equal(&vm.heap, sum, expected));
        let back = subtract(&mut vm, of, sum, b).expect("difference");
        assert!(super::super::equal::equal(&vm.heap, back, a));
        assert!(matches!(
            subtract(&mut vm, of, a, b),
            Err(Fault::Builtin(exn::SUBTRACT))
        ));
        assert_eq!(contained(&vm, of, a, sum), Ok(true));
        assert_eq!(contained(&vm, of, sum, a), Ok(false));
        assert_eq!(count(&vm, of, 3, sum), Ok(3));
        assert_eq!(count(&vm, of, 7, sum), Ok(0));
        assert!(matches!(size(&vm, sum), Ok(5)));
        assert!(matches!(subtract(&mut vm, of, a, a), Ok(0)));
    }

    #[test]
    fn strings_come_in_order_and_pairs_go_round() {
        let (mut vm, _, of) = machine();
        let words: Vec<Word> = ["b", "a", "b"]
            .map(|text| vm.heap.alloc_str(text.as_bytes()))
            .into();
        let ms = of_elements(&mut vm, of, words).expect("a multi-set");
        let list = pairs(&mut vm, of, ms);
        let again = of_pairs(&mut vm, of, list).expect("pairs");
        assert!(super::super::equal::equal(&vm.heap, ms, again));
        let (elements, counts) = vm.heap.multiset(ms);
        assert_eq!((vm.heap.str(elements[0]), counts), (&b"a"[..], &[1, 2][..]));
    }

    #[test]
    fn elements_are_sorted_by_merging_and_keep_the_order_of_equal_ones() {
        let (mut vm, _, of) = machine();
        for length in [0, 1, 2, 3, 7, 64, 1000] {
            let mut items: Vec<(Word, usize)> = (0..length)
                .map(|i| {
                    let text = format!("{}", i * 7919 % 31);
                    (vm.heap.alloc_str(text.as_bytes()), i)
                })
                .collect();
            let mut expected = items.clone();
            expected.sort_by(|a, b| vm.heap.str(a.0).cmp(vm.heap.str(b.0)));
            of.sort(&vm, &mut items, |item| item.0)
                .expect("no interrupt");
            assert_eq!(items, expected);
        }
    }

    #[test]
    fn coefficients_overflow_as_ints_do() {
        let (mut vm, of, _) = machine();
        let many = single(&mut vm, of, i64::MAX, 1);
        assert!(matches!(
            add(&mut vm, of, many, many),
            Err(Fault::Builtin(exn::OVERFLOW))
        ));
        assert!(matches!(
            scale(&mut vm, of, 2, many),
            Err(Fault::Builtin(exn::OVERFLOW))
        ));
        assert_eq!(single(&mut vm, of, 0, 1), 0);
    }
}
