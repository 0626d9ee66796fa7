//! Whether a value belongs to a colour set, and if not, a sentence that names the first part that does not.

use super::access::{argument, components, deep};
use crate::escape::escape;
use crate::vm::equal;
use crate::vm::machine::Vm;
use crate::vm::number::{big_text, int_text};
use crate::vm::program::{ColourKind, ColourSetId, Word};
use crate::vm::real;
use crate::vm::show;
use crate::vm::stop::Fault;

/// Longest value shown in a message.
const SHOWN: usize = 80;

/// What is wrong with a value, if it does not belong to `set`.
pub(in crate::vm) fn offence(
    vm: &mut Vm,
    set: ColourSetId,
    word: Word,
) -> Result<Option<String>, Fault> {
    let wrong = |vm: &Vm, why: String| {
        let text = show::coloured(vm, set, word, SHOWN);
        let value = String::from_utf8_lossy(&text);
        Ok(Some(format!(
            "{value} is not in colour set {}: {why}.",
            vm.set_name(set)
        )))
    };
    match vm.kind(set) {
        ColourKind::Int(Some((low, high))) | ColourKind::Index(_, low, high) => {
            let number = match vm.kind(set) {
                ColourKind::Index(..) => vm.heap.field(word, 0) as i64,
                _ => word as i64,
            };
            if (low..=high).contains(&number) {
                return Ok(None);
            }
            let (low, high) = (int_text(low), int_text(high));
            wrong(vm, format!("it must be in the range {low}..{high}"))
        }
        ColourKind::IntInf(Some((low, high))) => {
            if (&low..=&high).contains(&&vm.heap.inf(word)) {
                return Ok(None);
            }
            let (low, high) = (big_text(&low), big_text(&high));
            wrong(vm, format!("it must be in the range {low}..{high}"))
        }
        ColourKind::Real(Some((low, high))) => {
            if (low..=high).contains(&f64::from_bits(word)) {
                return Ok(None);
            }
            let (low, high) = (real::text(low), real::text(high));
            wrong(vm, format!("it must be in the range {low}..{high}"))
        }
        ColourKind::Char(Some((low, high))) => {
            if (low as Word..=high as Word).contains(&word) {
                return Ok(None);
            }
            wrong(vm, letters(low, high))
        }
        ColourKind::Str(range, lengths) => {
            let bytes = vm.heap.str(word);
            if let Some((low, high)) = range
                && !bytes.iter().all(|byte| (low..=high).contains(byte))
            {
                return wrong(vm, letters(low, high));
            }
            match outside(bytes.len(), lengths) {
                Some(why) => wrong(vm, why),
                None => Ok(None),
            }
        }
        ColourKind::Product(_) | ColourKind::Record(_) => {
            for (i, (part, slot, _)) in components(vm, set).into_iter().enumerate() {
                let item = vm.heap.field(word, slot as usize);
                if let Some(inner) = deep(|| offence(vm, part, item))? {
                    let name = match vm.kind(set) {
                        ColourKind::Record(fields) => format!("field {}", fields[i].0),
                        _ => format!("component {}", i + 1),
                    };
                    return Ok(Some(within(vm, set, &name, &inner)));
                }
            }
            Ok(None)
        }
        ColourKind::List(element, lengths) => {
            let items = vm.heap.list_items(word, vm.is_pointer(element));
            if let Some(why) = outside(items.len(), lengths) {
                return wrong(vm, why);
            }
            for (i, item) in items.into_iter().enumerate() {
                if let Some(inner) = deep(|| offence(vm, element, item))? {
                    return Ok(Some(within(vm, set, &format!("element {}", i + 1), &inner)));
                }
            }
            Ok(None)
        }
        ColourKind::Union(arms) => {
            let tag = vm.heap.tag(word) as usize;
            if let Some((name, Some(part))) = arms.get(tag) {
                let item = argument(vm, set, *part, word);
                if let Some(inner) = deep(|| offence(vm, *part, item))? {
                    return Ok(Some(within(
                        vm,
                        set,
                        &format!("argument of {name}"),
                        &inner,
                    )));
                }
            }
            Ok(None)
        }
        ColourKind::SubsetBy(parent, global) => {
            if let Some(inner) = deep(|| offence(vm, parent, word))? {
                return Ok(Some(inner));
            }
            if vm.holds(global, word, set)? {
                return Ok(None);
            }
            wrong(vm, "its predicate is false for it".into())
        }
        ColourKind::SubsetWith(parent, global) => {
            let pointer = vm.is_pointer(set);
            let items = vm.heap.list_items(vm.pointer_global(global), pointer);
            let known = items
                .into_iter()
                .any(|item| item == word || pointer && equal::equal(&vm.heap, item, word));
            if known {
                return offence(vm, parent, word);
            }
            wrong(vm, "it is not in its list".into())
        }
        ColourKind::Unit(_)
        | ColourKind::Bool(_)
        | ColourKind::Int(None)
        | ColourKind::IntInf(None)
        | ColourKind::Real(None)
        | ColourKind::Time
        | ColourKind::Char(None)
        | ColourKind::Enum(_)
        | ColourKind::Alias(_) => Ok(None),
    }
}

fn within(vm: &Vm, set: ColourSetId, part: &str, inner: &str) -> String {
    let inner = match inner.strip_prefix("In ") {
        Some(rest) => format!("in {rest}"),
        None => inner.into(),
    };
    format!("In {part} of colour set {}, {inner}", vm.set_name(set))
}

fn letters(low: u8, high: u8) -> String {
    let (low, high) = (escape(&[low]), escape(&[high]));
    format!("its characters must be in the range \"{low}\"..\"{high}\"")
}

fn outside(length: usize, lengths: Option<(u64, u64)>) -> Option<String> {
    let (shortest, longest) = lengths?;
    if (shortest..=longest).contains(&(length as u64)) {
        return None;
    }
    Some(format!(
        "its length is {length} and must be in the range {shortest}..{longest}"
    ))
}
