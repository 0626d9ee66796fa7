//! One value of a colour set: the one it begins with, or one at random.

use super::access::{Outcome, components, construct, deep, out_of_range, tuple};
use super::enumerate::{members, values};
use super::numbering::{cardinality, count, value};
use crate::vm::heap::{Kind, header};
use crate::vm::machine::Vm;
use crate::vm::program::{ColourKind, ColourSetId, Word};
use crate::vm::stop::{Cause, Fault};
use num_bigint::BigInt;

/// The value a set begins with.
pub(in crate::vm) fn base(vm: &mut Vm, set: ColourSetId) -> Outcome<Word> {
    Ok(match vm.kind(set) {
        ColourKind::Int(range) => range.map_or(0, |(low, _)| low) as Word,
        ColourKind::IntInf(range) => {
            let low = range.map_or(BigInt::ZERO, |(low, _)| low);
            vm.heap.alloc_inf(&low)
        }
        ColourKind::Real(range) => range.map_or(0.0, |(low, _)| low).to_bits(),
        ColourKind::Time => vm.heap.alloc_small_inf(0),
        ColourKind::Char(range) => range.map_or(0, |(low, _)| low as Word),
        ColourKind::Str(range, lengths) => {
            let letter = range.map_or(0, |(low, _)| low);
            let shortest = lengths.map_or(0, |(shortest, _)| shortest);
            fits(vm, shortest)?;
            vm.heap.alloc_str(&vec![letter; shortest as usize])
        }
        ColourKind::Index(_, low, _) => vm.heap.alloc(header(Kind::Con, 0, 0, 1), &[low as Word]),
        ColourKind::List(element, lengths) => {
            let shortest = lengths.map_or(0, |(shortest, _)| shortest);
            if shortest == 0 {
                return Ok(0);
            }
            fits(vm, shortest.saturating_mul(8 * 4))?;
            let item = deep(|| base(vm, element))?;
            let pointer = vm.is_pointer(element);
            vm.heap.list(&vec![item; shortest as usize], pointer)
        }
        ColourKind::Product(_) | ColourKind::Record(_) => {
            let mut items = Vec::new();
            for (part, _, _) in components(vm, set) {
                items.push(deep(|| base(vm, part))?);
            }
            tuple(vm, set, &items)
        }
        ColourKind::Union(arms) => match arms.first() {
            Some(&(_, Some(inner))) => {
                let item = deep(|| base(vm, inner))?;
                construct(vm, set, 0, Some((inner, item)))
            }
            _ => 0,
        },
        ColourKind::SubsetBy(parent, global) => {
            let item = deep(|| base(vm, parent))?;
            if vm.holds(global, item, parent)? || cardinality(vm, parent)?.is_none() {
                return Ok(item);
            }
            values(vm, set)?.first().copied().unwrap_or(item)
        }
        ColourKind::SubsetWith(parent, _) => match members(vm, set).first() {
            Some(&first) => first,
            None => deep(|| base(vm, parent))?,
        },
        ColourKind::Unit(_) | ColourKind::Bool(_) | ColourKind::Enum(_) | ColourKind::Alias(_) => 0,
    })
}

/// A value at random, all equally likely.
pub(in crate::vm) fn ran(vm: &mut Vm, set: ColourSetId) -> Outcome<Word> {
    match vm.kind(set) {
        ColourKind::Real(Some((low, high))) => {
            let share = vm.random_unit()?;
            Ok(vm.real_word(low + share * (high - low)))
        }
        // component by component, so that the product may be larger than an int can count
        ColourKind::Product(_) | ColourKind::Record(_) => {
            let mut items = Vec::new();
            for (part, _, _) in components(vm, set) {
                items.push(deep(|| ran(vm, part))?);
            }
            Ok(tuple(vm, set, &items))
        }
        ColourKind::SubsetBy(..) | ColourKind::SubsetWith(..) => {
            let all = values(vm, set)?;
            match all.len() as u64 {
                0 => {
                    let name = vm.set_name(set);
                    Err(vm.error(&format!("Colour set {name} has no values.")))
                }
                total => Ok(all[vm.random_up_to(total - 1)? as usize]),
            }
        }
        _ => {
            let total = count(vm, set)?;
            if total == 0 {
                return Err(out_of_range(vm));
            }
            let number = vm.random_up_to(total - 1)?;
            value(vm, set, number)
        }
    }
}

/// A value of so many bytes must fit the memory budget.
pub(super) fn fits(vm: &Vm, bytes: u64) -> Outcome<()> {
    if bytes > vm.budget.memory as u64 {
        return Err(Fault::Cause(Cause::Memory));
    }
    Ok(())
}
