//! All values of a colour set.

use super::access::{Outcome, components, construct, deep, tuple};
use super::numbering::{count, sequence, value};
use crate::vm::equal;
use crate::vm::machine::Vm;
use crate::vm::multiset::{self, Elements};
use crate::vm::program::{ColourKind, ColourSetId, Word};
use rustc_hash::FxHashMap;

/// More values than this are not enumerated.
const MOST: u64 = 10_000_000;

pub(in crate::vm) fn all(vm: &mut Vm, set: ColourSetId) -> Outcome<Word> {
    let of = Elements::new(&vm.program, vm.set_shape(set));
    let values = values(vm, set)?;
    multiset::of_elements(vm, of, values)
}

/// The distinct values in the list of a `subset with`, in its order.
pub(super) fn members(vm: &Vm, set: ColourSetId) -> Vec<Word> {
    let ColourKind::SubsetWith(_, global) = vm.kind(set) else {
        return Vec::new();
    };
    let pointer = vm.is_pointer(set);
    let mut seen: FxHashMap<u64, Vec<Word>> = FxHashMap::default();
    let mut items = vm.heap.list_items(vm.pointer_global(global), pointer);
    items.retain(|&item| {
        let hash = if pointer {
            equal::hash(&vm.heap, item)
        } else {
            item
        };
        let bucket = seen.entry(hash).or_default();
        let known = bucket
            .iter()
            .any(|&other| other == item || pointer && equal::equal(&vm.heap, other, item));
        if !known {
            bucket.push(item);
        }
        !known
    });
    items
}

/// All values of a colour set in the order of their numbers; components are shared.
pub(super) fn values(vm: &mut Vm, set: ColourSetId) -> Outcome<Vec<Word>> {
    let kind = vm.kind(set);
    if let ColourKind::SubsetWith(..) = kind {
        return Ok(members(vm, set));
    }
    if let ColourKind::SubsetBy(parent, global) = kind {
        let mut chosen = deep(|| values(vm, parent))?;
        let mut kept = 0;
        for i in 0..chosen.len() {
            vm.poll_room(chosen.len())?;
            if vm.holds(global, chosen[i], parent)? {
                chosen[kept] = chosen[i];
                kept += 1;
            }
        }
        chosen.truncate(kept);
        return Ok(chosen);
    }
    let total = count(vm, set)?;
    if total > MOST || total.saturating_mul(64) > vm.budget.memory as u64 {
        let name = vm.set_name(set);
        return Err(vm.error(&format!(
            "Colour set {name} has {total} values, too many to list them all."
        )));
    }
    match kind {
        ColourKind::Product(_) | ColourKind::Record(_) => {
            let mut columns = Vec::new();
            for (part, _, _) in components(vm, set) {
                columns.push(deep(|| values(vm, part))?);
            }
            let mut row = vec![0; columns.len()];
            listed(vm, total, |vm, number| {
                let mut rest = number as usize;
                for (item, column) in row.iter_mut().zip(&columns).rev() {
                    *item = column[rest % column.len()];
                    rest /= column.len();
                }
                Ok(tuple(vm, set, &row))
            })
        }
        ColourKind::Union(arms) => {
            let mut all = Vec::with_capacity(total as usize);
            for (tag, (_, inner)) in arms.into_iter().enumerate() {
                match inner {
                    None => all.push(tag as Word),
                    Some(inner) => {
                        for value in deep(|| values(vm, inner))? {
                            vm.poll_room(all.len())?;
                            all.push(construct(vm, set, tag, Some((inner, value))));
                        }
                    }
                }
            }
            Ok(all)
        }
        ColourKind::List(element, _) => {
            let letters = if total > 1 {
                deep(|| values(vm, element))?
            } else {
                Vec::new()
            };
            let pointer = vm.is_pointer(element);
            listed(vm, total, |vm, number| {
                let digits = sequence(vm, set, letters.len() as u64, number)?;
                vm.poll_room(CELL * digits.len())?;
                let items: Vec<Word> = digits.iter().map(|&d| letters[d as usize]).collect();
                Ok(vm.heap.list(&items, pointer))
            })
        }
        _ => listed(vm, total, |vm, number| value(vm, set, number)),
    }
}

/// Words of a list's cell.
const CELL: usize = 3;

/// So many values by their numbers, as long as they fit the memory budget.
fn listed(
    vm: &mut Vm,
    total: u64,
    mut value: impl FnMut(&mut Vm, u64) -> Outcome<Word>,
) -> Outcome<Vec<Word>> {
    let mut all = Vec::with_capacity(total as usize);
    for number in 0..total {
        // The list of the values is beside the heap.
        vm.poll_room(all.len())?;
        all.push(value(vm, number)?);
    }
    Ok(all)
}
