//! The canonical total order of values of one type: multi-sets are kept in it, and everything printed comes in it.
//!
//! Integers by value, reals by value with both zeros equal, strings by bytes, tuples component by component, records in label order, constructors
//! in the order of their declaration and then by argument, lists and multi-sets element by element with a prefix first, timed values by value and then by
//! stamp. Functions, refs and exceptions have no meaningful order: their words are compared.
//!
//! The walk keeps its own list of what is still to compare, so its depth is not limited by the thread's stack.

use super::equal::PAIRS;
use super::heap::Heap;
use super::number::inf_compare;
use super::pairs::Pairs;
use super::program::{IMMEDIATES, Payload, Program, Shape, ShapeId, Word};
use std::cmp::Ordering;

/// Something that decides if everything before it is equal.
enum Task {
    Values(ShapeId, Word, Word),
    Decided(Ordering),
}

/// The order of two values of the same type.
pub fn compare(program: &Program, heap: &Heap, shape: ShapeId, a: Word, b: Word) -> Ordering {
    compare_within(program, heap, shape, a, b, &mut 0)
}

/// The same as `compare`; takes the work done from `fuel`.
pub(super) fn compare_within(
    program: &Program,
    heap: &Heap,
    shape: ShapeId,
    a: Word,
    b: Word,
    fuel: &mut u64,
) -> Ordering {
    let mut work = Vec::new();
    let mut pairs = Pairs::default();
    let mut order = step(program, heap, shape, a, b, &mut work);
    while order == Ordering::Equal {
        order = match work.pop() {
            None => break,
            Some(Task::Decided(order)) => order,
            // An object has one type, so the shape need not be remembered. Raw words that are the same
            // numbers as a pair of objects are compared again.
            Some(Task::Values(shape, a, b))
                if pairs.are_known(a, b) && program.shapes[shape.0 as usize].is_pointer() =>
            {
                Ordering::Equal
            }
            Some(Task::Values(shape, a, b)) => step(program, heap, shape, a, b, &mut work),
        };
    }
    *fuel = fuel.saturating_sub(pairs.met() / PAIRS);
    order
}

/// The order of two reals: total, nan last, both zeros equal. In CPN ML there is one zero and one nan
/// (`Vm::one_zero`), so reals of equal order are equal words.
pub fn compare_reals(a: Word, b: Word) -> Ordering {
    // adding zero turns the negative zero into the positive one
    let value = |word: Word| f64::from_bits(word) + 0.0;
    value(a).total_cmp(&value(b))
}

/// Compares as far as one object goes and leaves its parts in `work`, to be compared if the result is `Equal`.
fn step(
    program: &Program,
    heap: &Heap,
    shape: ShapeId,
    a: Word,
    b: Word,
    work: &mut Vec<Task>,
) -> Ordering {
    let same = a == b;
    match &program.shapes[shape.0 as usize] {
        Shape::Unit | Shape::Int | Shape::Char | Shape::Bool | Shape::Enum(_) => {
            (a as i64).cmp(&(b as i64))
        }
        Shape::Real => compare_reals(a, b),
        // the same object is equal to itself, whatever it holds
        _ if same => Ordering::Equal,
        Shape::Str => heap.str(a).cmp(heap.str(b)),
        Shape::IntInf => inf_compare(heap, a, b),
        Shape::Tuple(parts) => {
            push_parts(heap, parts.iter().copied(), a, b, work);
            Ordering::Equal
        }
        Shape::Record(parts) => {
            let parts = parts.iter().map(|&(_, slot, shape)| (slot, shape));
            push_parts(heap, parts, a, b, work);
            Ordering::Equal
        }
        Shape::Data(constructors) => {
            let tag = heap.tag(a);
            let order = tag.cmp(&heap.tag(b));
            if order == Ordering::Equal && a >= IMMEDIATES {
                match constructors.get(tag as usize).map(|(_, payload)| payload) {
                    Some(Payload::One(shape)) => {
                        work.push(Task::Values(*shape, heap.field(a, 0), heap.field(b, 0)));
                    }
                    Some(Payload::Spread(parts)) => {
                        push_parts(heap, parts.iter().copied(), a, b, work);
                    }
                    _ => {}
                }
            }
            order
        }
        Shape::List(element) => {
            if a < IMMEDIATES || b < IMMEDIATES {
                return (a >= IMMEDIATES).cmp(&(b >= IMMEDIATES));
            }
            let pointer = program.shapes[element.0 as usize].is_pointer();
            let (head_a, tail_a) = heap.uncons(a, pointer);
            let (head_b, tail_b) = heap.uncons(b, pointer);
            work.push(Task::Values(shape, tail_a, tail_b));
            work.push(Task::Values(*element, head_a, head_b));
            Ordering::Equal
        }
        Shape::Ms(element) => {
            let (elements_a, counts_a) = heap.multiset(a);
            let (elements_b, counts_b) = heap.multiset(b);
            work.push(Task::Decided(elements_a.len().cmp(&elements_b.len())));
            for i in (0..elements_a.len().min(elements_b.len())).rev() {
                work.push(Task::Decided(counts_a[i].cmp(&counts_b[i])));
                work.push(Task::Values(*element, elements_a[i], elements_b[i]));
            }
            Ordering::Equal
        }
        Shape::Timed(value, value_shape, stamp) => {
            let field = |word, slot: u16| heap.field(word, slot as usize);
            work.push(Task::Decided(inf_compare(
                heap,
                field(a, *stamp),
                field(b, *stamp),
            )));
            work.push(Task::Values(
                *value_shape,
                field(a, *value),
                field(b, *value),
            ));
            Ordering::Equal
        }
        Shape::Fun | Shape::Ref(_) | Shape::Exn | Shape::Pending => a.cmp(&b),
    }
}

fn push_parts(
    heap: &Heap,
    parts: impl DoubleEndedIterator<Item = (u16, ShapeId)>,
    a: Word,
    b: Word,
    work: &mut Vec<Task>,
) {
    for (slot, shape) in parts.rev() {
        let slot = slot as usize;
        work.push(Task::Values(
            shape,
            heap.field(a, slot),
            heap.field(b, slot),
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vm::heap::{Kind, header};

    const INT: ShapeId = ShapeId(0);
    const TREE: ShapeId = ShapeId(1);
    const LIST: ShapeId = ShapeId(2);
    const REAL: ShapeId = ShapeId(3);

    fn program() -> Program {
        let tree = Shape::Data(vec![
            ("Leaf".into(), Payload::None),
            (
                "Node".into(),
                Payload::Spread(vec![(0, TREE), (2, INT), (1, TREE)]),
            ),
        ]);
        Program {
            shapes: vec![Shape::Int, tree, Shape::List(INT), Shape::Real],
            ..Program::default()
        }
    }

    #[test]
    fn lists_are_ordered_lexicographically() {
        let program = program();
        let mut heap = Heap::default();
        let mut list = |items: &[i64]| {
            let words: Vec<Word> = items.iter().map(|&item| item as Word).collect();
            heap.list(&words, false)
        };
        let sorted = [
            list(&[]),
            list(&[-1]),
            list(&[1]),
            list(&[1, 0]),
            list(&[2]),
        ];
        for (i, &a) in sorted.iter().enumerate() {
            for (j, &b) in sorted.iter().enumerate() {
                assert_eq!(compare(&program, &heap, LIST, a, b), i.cmp(&j));
            }
        }
    }

    #[test]
    fn zeros_are_equal_and_nan_is_last() {
        let (program, heap) = (program(), Heap::default());
        let order = |a: f64, b: f64| compare(&program, &heap, REAL, a.to_bits(), b.to_bits());
        assert_eq!(order(-0.0, 0.0), Ordering::Equal);
        assert_eq!(order(-1.0, 0.0), Ordering::Less);
        assert_eq!(order(f64::NAN, f64::INFINITY), Ordering::Greater);
    }

    #[test]
    fn trees_that_share_their_parts_are_compared_as_graphs() {
        let program = program();
        let mut heap = Heap::default();
        let mut shared = |bottom: Word| {
            (0..1_000).fold(0, |tree, depth| {
                let label = if depth == 0 { bottom } else { 7 };
                heap.alloc(header(Kind::Con, 1, 2, 1), &[tree, tree, label])
            })
        };
        let (a, b, c) = (shared(0), shared(0), shared(1));
        assert_eq!(compare(&program, &heap, TREE, a, b), Ordering::Equal);
        assert_eq!(compare(&program, &heap, TREE, a, c), Ordering::Less);
        assert_eq!(compare(&program, &heap, TREE, c, a), Ordering::Greater);
    }

    #[test]
    fn deep_trees_do_not_use_the_native_stack() {
        let program = program();
        let mut heap = Heap::default();
        let mut deep = |bottom: Word| {
            let mut tree = 0;
            for i in 0..1_000_000 {
                let label = if i == 0 { bottom } else { i };
                tree = heap.alloc(header(Kind::Con, 1, 2, 1), &[tree, 0, label]);
            }
            tree
        };
        let (a, b, c) = (deep(0), deep(0), deep(1));
        assert_eq!(compare(&program, &heap, TREE, a, b), Ordering::Equal);
        assert_eq!(compare(&program, &heap, TREE, a, c), Ordering::Less);
    }
}
