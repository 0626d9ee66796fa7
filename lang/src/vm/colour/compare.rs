//! The order of a colour set's values, `CS.lt` and `CS.cmp`: the natural one of its type, except that records compare their components in the order of
//! declaration, where the shape of a record knows only the order of its labels.

use super::access::components;
use crate::vm::machine::Vm;
use crate::vm::order;
use crate::vm::program::{ColourKind, ColourSetId, Word};
use std::cmp::Ordering;

/// How two values of a colour set compare.
pub(in crate::vm) fn compare(vm: &Vm, set: ColourSetId, a: Word, b: Word) -> Ordering {
    stacker::maybe_grow(64 * 1024, 1024 * 1024, || match vm.kind_of(set) {
        ColourKind::Product(_) | ColourKind::Record(_) => components(vm, set)
            .into_iter()
            .map(|(part, slot, _)| {
                let field = |word| vm.heap.field(word, slot as usize);
                compare(vm, part, field(a), field(b))
            })
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal),
        ColourKind::SubsetBy(parent, _) | ColourKind::SubsetWith(parent, _) => {
            compare(vm, *parent, a, b)
        }
        _ => order::compare(&vm.program, &vm.heap, vm.set_shape(set), a, b),
    })
}
