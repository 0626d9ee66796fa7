//! Lists, where a primitive is much faster than the library's recursion would be: what people do with a queue is to add to its end.

use super::heap::pointer_count;
use super::machine::Vm;
use super::program::{IMMEDIATES, Word};
use super::stop::Fault;

/// Words of a cell: header, and head and tail in some order.
const CELL: usize = 3;

/// The elements of one list before those of another, which is not copied.
pub(super) fn append(vm: &mut Vm, at: usize) -> Result<Word, Fault> {
    let (first, second) = (vm.stack[at], vm.stack[at + 1]);
    if first < IMMEDIATES || second < IMMEDIATES {
        return Ok(if first < IMMEDIATES { second } else { first });
    }
    // Pointers come first: a cell whose head is one has it before its tail.
    let tail = pointer_count(vm.heap.header(first)) - 1;
    let (mut length, mut cell) = (0, first);
    while cell >= IMMEDIATES {
        length += 1;
        cell = vm.heap.field(cell, tail);
    }
    vm.afford(CELL * length)?;
    // Both may have moved.
    let (mut cell, second) = (vm.stack[at], vm.stack[at + 1]);
    let words = &mut vm.heap.words;
    let start = words.len();
    words.reserve(CELL * length);
    // Each copy but the last is followed by the next.
    while cell >= IMMEDIATES {
        let from = cell as usize;
        cell = words[from + 1 + tail];
        words.extend_from_within(from..from + CELL);
        let end = words.len();
        words[end - CELL + 1 + tail] = end as Word;
    }
    let end = words.len();
    words[end - CELL + 1 + tail] = second;
    Ok(start as Word)
}
