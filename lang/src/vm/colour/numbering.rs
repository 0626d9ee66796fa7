//! How many values a colour set has, the value with a number, and the number of a value.

use super::access::{
    Outcome, argument, components, construct, deep, out_of_range, tuple, unbounded,
};
use super::enumerate::{members, values};
use super::legal::offence;
use crate::vm::equal;
use crate::vm::heap::{Kind, header};
use crate::vm::machine::Vm;
use crate::vm::program::{ColourKind, ColourSetId, Word};
use crate::vm::stop::{Cause, Fault};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// How many values a colour set has; `None` if more than an int can count.
pub(super) fn cardinality(vm: &mut Vm, set: ColourSetId) -> Outcome<Option<u64>> {
    let at_most_int = |count: Option<u64>| count.filter(|&count| count <= i64::MAX as u64);
    Ok(at_most_int(match vm.kind(set) {
        ColourKind::Unit(_) => Some(1),
        ColourKind::Bool(_) => Some(2),
        ColourKind::Int(Some((low, high))) | ColourKind::Index(_, low, high) => {
            (high.wrapping_sub(low) as u64).checked_add(1)
        }
        ColourKind::IntInf(Some((low, high))) => (high - low + 1u32).to_u64(),
        ColourKind::Char(range) => {
            let (low, high) = range.unwrap_or((0, 255));
            Some(high as u64 - low as u64 + 1)
        }
        ColourKind::Enum(names) => Some(names.len() as u64),
        ColourKind::Str(range, Some(lengths)) => {
            let (low, high) = range.unwrap_or((0, 255));
            sequences(high as u64 - low as u64 + 1, lengths)
        }
        ColourKind::List(element, Some(lengths)) => match deep(|| cardinality(vm, element))? {
            Some(count) => sequences(count, lengths),
            None if lengths.1 == 0 => Some(1),
            None => None,
        },
        ColourKind::Product(_) | ColourKind::Record(_) => {
            let mut total = Some(1u64);
            for (part, _, _) in components(vm, set) {
                let count = deep(|| cardinality(vm, part))?;
                total = total.zip(count).and_then(|(a, b)| a.checked_mul(b));
            }
            total
        }
        ColourKind::Union(arms) => {
            let mut total = Some(0u64);
            for (_, inner) in arms {
                let count = match inner {
                    Some(inner) => deep(|| cardinality(vm, inner))?,
                    None => Some(1),
                };
                total = total.zip(count).and_then(|(a, b)| a.checked_add(b));
            }
            total
        }
        ColourKind::SubsetBy(..) => Some(values(vm, set)?.len() as u64),
        ColourKind::SubsetWith(..) => Some(members(vm, set).len() as u64),
        ColourKind::Int(None)
        | ColourKind::IntInf(None)
        | ColourKind::Real(_)
        | ColourKind::Time
        | ColourKind::Str(_, None)
        | ColourKind::List(_, None)
        | ColourKind::Alias(_) => None,
    }))
}

pub(super) fn count(vm: &mut Vm, set: ColourSetId) -> Outcome<u64> {
    match cardinality(vm, set)? {
        Some(count) => Ok(count),
        None => Err(unbounded(vm, set)),
    }
}

pub(in crate::vm) fn size(vm: &mut Vm, set: ColourSetId) -> Outcome<Word> {
    count(vm, set)
}

/// How many sequences with lengths in this range there are over `letters`.
pub(super) fn sequences(letters: u64, (shortest, longest): (u64, u64)) -> Option<u64> {
    match letters {
        0 => return Some(u64::from(shortest == 0)),
        1 => return (longest.checked_add(1)?).checked_sub(shortest),
        _ => {}
    }
    let mut total = 0u64;
    for length in shortest..=longest {
        let power = letters.checked_pow(u32::try_from(length).ok()?)?;
        total = total.checked_add(power)?;
    }
    Some(total)
}

/// The lengths a bounded string or list may have.
pub(super) fn lengths(vm: &Vm, set: ColourSetId) -> (u64, u64) {
    match vm.kind(set) {
        ColourKind::Str(_, Some(lengths)) | ColourKind::List(_, Some(lengths)) => lengths,
        _ => (0, 0),
    }
}

/// The digits, most significant first, of sequence `number` over `letters` letters.
pub(super) fn sequence(
    vm: &mut Vm,
    set: ColourSetId,
    letters: u64,
    number: u64,
) -> Outcome<Vec<u64>> {
    let (shortest, longest) = lengths(vm, set);
    if letters <= 1 {
        let length = shortest.saturating_add(number);
        if length > vm.budget.memory as u64 / 8 {
            return Err(Fault::Cause(Cause::Memory));
        }
        return Ok(vec![0; length as usize]);
    }
    let mut rest = number;
    for length in shortest..=longest {
        let power = letters.checked_pow(length as u32).unwrap_or(u64::MAX);
        if rest < power {
            let mut digits = vec![0; length as usize];
            for digit in digits.iter_mut().rev() {
                *digit = rest % letters;
                rest /= letters;
            }
            return Ok(digits);
        }
        rest -= power;
    }
    Err(out_of_range(vm))
}

/// The number of a sequence given by its digits.
pub(super) fn sequence_number(
    vm: &mut Vm,
    set: ColourSetId,
    letters: u64,
    digits: &[u64],
) -> Outcome<u64> {
    let (shortest, longest) = lengths(vm, set);
    let length = digits.len() as u64;
    if !(shortest..=longest).contains(&length) {
        return Err(out_of_range(vm));
    }
    let shorter = match length {
        0 => Some(0),
        _ if length == shortest => Some(0),
        _ => sequences(letters, (shortest, length - 1)),
    };
    let position = digits.iter().try_fold(0u64, |total, &digit| {
        total.checked_mul(letters)?.checked_add(digit)
    });
    match shorter.zip(position).and_then(|(a, b)| a.checked_add(b)) {
        Some(number) => Ok(number),
        None => Err(unbounded(vm, set)),
    }
}

pub(in crate::vm) fn col(vm: &mut Vm, set: ColourSetId, number: i64) -> Outcome<Word> {
    let total = count(vm, set)?;
    match u64::try_from(number) {
        Ok(number) if number < total => value(vm, set, number),
        _ => Err(out_of_range(vm)),
    }
}

/// Value `number` of a finite colour set that has so many.
pub(super) fn value(vm: &mut Vm, set: ColourSetId, number: u64) -> Outcome<Word> {
    Ok(match vm.kind(set) {
        ColourKind::Int(Some((low, _))) => low.wrapping_add(number as i64) as Word,
        ColourKind::IntInf(Some((low, _))) => vm.heap.alloc_inf(&(low + number)),
        ColourKind::Index(_, low, _) => {
            let index = low.wrapping_add(number as i64) as Word;
            vm.heap.alloc(header(Kind::Con, 0, 0, 1), &[index])
        }
        ColourKind::Char(range) => range.map_or(0, |(low, _)| low as Word) + number,
        ColourKind::Str(range, _) => {
            let (low, high) = range.unwrap_or((0, 255));
            let digits = sequence(vm, set, high as u64 - low as u64 + 1, number)?;
            let bytes: Vec<u8> = digits.iter().map(|&digit| low + digit as u8).collect();
            vm.heap.alloc_str(&bytes)
        }
        ColourKind::List(element, _) => {
            let letters = deep(|| cardinality(vm, element))?.unwrap_or(0);
            let mut items = Vec::new();
            for digit in sequence(vm, set, letters, number)? {
                items.push(deep(|| value(vm, element, digit))?);
            }
            let pointer = vm.is_pointer(element);
            vm.heap.list(&items, pointer)
        }
        ColourKind::Product(_) | ColourKind::Record(_) => {
            let parts = components(vm, set);
            let mut rest = number;
            let mut items = vec![0; parts.len()];
            for (i, &(part, _, _)) in parts.iter().enumerate().rev() {
                let radix = deep(|| count(vm, part))?.max(1);
                items[i] = deep(|| value(vm, part, rest % radix))?;
                rest /= radix;
            }
            tuple(vm, set, &items)
        }
        ColourKind::Union(arms) => {
            let mut rest = number;
            for (tag, (_, inner)) in arms.into_iter().enumerate() {
                let here = match inner {
                    Some(inner) => deep(|| count(vm, inner))?,
                    None => 1,
                };
                if rest < here {
                    let value = match inner {
                        Some(inner) => Some((inner, deep(|| value(vm, inner, rest))?)),
                        None => None,
                    };
                    return Ok(construct(vm, set, tag, value));
                }
                rest -= here;
            }
            return Err(out_of_range(vm));
        }
        ColourKind::SubsetBy(..) | ColourKind::SubsetWith(..) => {
            let all = values(vm, set)?;
            return match all.get(number as usize) {
                Some(&value) => Ok(value),
                None => Err(out_of_range(vm)),
            };
        }
        // unit, bool and enumerations are their own numbers
        _ => number,
    })
}

pub(in crate::vm) fn ord(vm: &mut Vm, set: ColourSetId, word: Word) -> Outcome<Word> {
    if let Some(message) = offence(vm, set, word)? {
        return Err(vm.error(&message));
    }
    // a set too large to count has no numbers even where one value's would fit
    count(vm, set)?;
    position(vm, set, word)
}

/// The number of a legal value of a finite colour set.
pub(super) fn position(vm: &mut Vm, set: ColourSetId, word: Word) -> Outcome<u64> {
    Ok(match vm.kind(set) {
        ColourKind::Int(Some((low, _))) => (word as i64).wrapping_sub(low) as u64,
        ColourKind::IntInf(Some((low, _))) => {
            let offset: BigInt = vm.heap.inf(word) - low;
            match offset.to_u64() {
                Some(offset) => offset,
                None => return Err(unbounded(vm, set)),
            }
        }
        ColourKind::Index(_, low, _) => (vm.heap.field(word, 0) as i64).wrapping_sub(low) as u64,
        ColourKind::Char(range) => word - range.map_or(0, |(low, _)| low as Word),
        ColourKind::Str(range, _) => {
            let (low, high) = range.unwrap_or((0, 255));
            let bytes = vm.heap.str(word).iter();
            let digits: Vec<u64> = bytes.map(|&byte| (byte - low) as u64).collect();
            sequence_number(vm, set, high as u64 - low as u64 + 1, &digits)?
        }
        ColourKind::List(element, _) => {
            let letters = deep(|| cardinality(vm, element))?.unwrap_or(0);
            let items = vm.heap.list_items(word, vm.is_pointer(element));
            let mut digits = Vec::with_capacity(items.len());
            for item in items {
                digits.push(deep(|| position(vm, element, item))?);
            }
            sequence_number(vm, set, letters, &digits)?
        }
        ColourKind::Product(_) | ColourKind::Record(_) => {
            let mut total = 0;
            for (part, slot, _) in components(vm, set) {
                let radix = deep(|| count(vm, part))?;
                let item = vm.heap.field(word, slot as usize);
                total = total * radix + deep(|| position(vm, part, item))?;
            }
            total
        }
        ColourKind::Union(arms) => {
            let tag = vm.heap.tag(word) as usize;
            let mut total = 0;
            for (_, inner) in &arms[..tag.min(arms.len())] {
                total += match *inner {
                    Some(inner) => deep(|| count(vm, inner))?,
                    None => 1,
                };
            }
            match arms.get(tag) {
                Some(&(_, Some(inner))) => {
                    let item = argument(vm, set, inner, word);
                    total + deep(|| position(vm, inner, item))?
                }
                _ => total,
            }
        }
        ColourKind::SubsetBy(..) | ColourKind::SubsetWith(..) => {
            let pointer = vm.is_pointer(set);
            let all = values(vm, set)?;
            let found = all
                .iter()
                .position(|&other| other == word || pointer && equal::equal(&vm.heap, other, word));
            found.unwrap_or(0) as u64
        }
        _ => word,
    })
}
