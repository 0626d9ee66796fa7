//! Lists, where a primitive is much faster than the library's recursion would be: what people do with a queue is to add to its end.

use super::heap::pointer_count;
use super::machine::Vm;
use super::program::{IMMEDIATES, Word};
use super::stop::Fault;

/// The elements of one list before those of another, which is not copied.
pub(super) fn append(vm: &mut Vm, at: usize) -> Result<Word, Fault> {
    let (first, second) = (vm.stack[at], vm.stack[at + 1]);
    if first < IMMEDIATES || second < IMMEDIATES {
        return Ok(if first < IMMEDIATES { second } else { first });
    }
    // A cell whose head is a pointer has two.
    let pointers = pointer_count(vm.heap.header(first)) == 2;
    let length = vm.heap.list_items(first, pointers).len();
    vm.afford(3 * length)?;
    // They may have moved.
    let elements = vm.heap.list_items(vm.stack[at], pointers);
    let mut list = vm.stack[at + 1];
    for &element in elements.iter().rev() {
        list = vm.heap.cons(element, list, pointers);
    }
    Ok(list)
}
