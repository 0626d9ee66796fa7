//! The functions of colour sets: how many values there are, the value with a number and the number of a value, all of them, one at random.
//!
//! Numbers are positional: the first component of a product or record is the most significant, strings and lists come by length and then
//! lexicographically, constructors in the order of their declaration. `legal` is about values that need not belong to the set.
//!
//! A subset's predicate is the one thing here that runs code. It runs without collecting (`Vm::holds`), so values under construction stay where they are.

use super::exn;
use super::heap::{Kind, header};
use super::machine::Vm;
use super::multiset::{self, Elements};
use super::program::{ColourKind, ColourSetId, Payload, Shape, ShapeId, Word};
use super::stop::{Cause, Fault};
use super::{equal, legal};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;
use std::sync::Arc;

pub(super) use legal::offence;

/// More values than this are not enumerated.
const MOST: u64 = 10_000_000;

type Outcome<T> = Result<T, Fault>;

impl Vm {
    /// Raises `CPN'Error` with a message.
    pub(super) fn error(&mut self, message: &str) -> Fault {
        let text = self.heap.alloc_str(message.as_bytes());
        let packet = header(Kind::Exn, exn::CPN_ERROR.into(), 1, 0);
        Fault::Raise(self.heap.alloc(packet, &[text]))
    }

    /// The form of a colour set that is not an alias.
    pub(super) fn kind(&self, set: ColourSetId) -> ColourKind {
        let mut set = set;
        loop {
            match &self.program.colour_sets[set.0 as usize].kind {
                ColourKind::Alias(other) => set = *other,
                kind => return kind.clone(),
            }
        }
    }

    pub(super) fn set_name(&self, set: ColourSetId) -> Arc<str> {
        self.program.colour_sets[set.0 as usize].name.clone()
    }

    pub(super) fn set_shape(&self, set: ColourSetId) -> ShapeId {
        self.program.colour_sets[set.0 as usize].shape
    }

    pub(super) fn is_pointer(&self, set: ColourSetId) -> bool {
        self.program.shapes[self.set_shape(set).0 as usize].is_pointer()
    }

    /// Whether the predicate in pointer global `global` holds for `value`. Nothing is moved meanwhile, and what the predicate allocated is dropped.
    pub(super) fn holds(&mut self, global: u32, value: Word, pointer: bool) -> Outcome<bool> {
        let predicate = self.pointer_global(global);
        let mark = self.heap.mark();
        let limit = std::mem::replace(&mut self.heap.limit, self.budget.memory / 8);
        let pinned = std::mem::replace(&mut self.pinned, true);
        let result = self.apply(predicate, &[(value, pointer)], 1);
        self.pinned = pinned;
        self.heap.limit = limit;
        let holds = result? != 0;
        self.heap.reset(mark);
        Ok(holds)
    }

    /// A tuple-like object: each component goes to its slot.
    fn assemble(
        &mut self,
        kind: Kind,
        tag: u32,
        parts: &[(u16, ShapeId)],
        values: &[Word],
    ) -> Word {
        let pointers = parts
            .iter()
            .filter(|(_, shape)| self.program.shapes[shape.0 as usize].is_pointer())
            .count();
        let mut fields = vec![0; parts.len()];
        for (&(slot, _), &value) in parts.iter().zip(values) {
            if let Some(field) = fields.get_mut(slot as usize) {
                *field = value;
            }
        }
        self.heap
            .alloc(header(kind, tag, pointers, parts.len() - pointers), &fields)
    }
}

/// The components of a product or record: their sets, in the order of declaration, each with its slot.
pub(super) fn components(vm: &Vm, set: ColourSetId) -> Vec<(ColourSetId, u16, ShapeId)> {
    let shape = vm.set_shape(set);
    match (vm.kind(set), &vm.program.shapes[shape.0 as usize]) {
        (ColourKind::Product(sets), Shape::Tuple(parts)) => sets
            .into_iter()
            .zip(parts)
            .map(|(set, &(slot, shape))| (set, slot, shape))
            .collect(),
        (ColourKind::Record(fields), Shape::Record(parts)) => fields
            .into_iter()
            .filter_map(|(label, set)| {
                let part = parts.iter().find(|(name, _, _)| *name == label)?;
                Some((set, part.1, part.2))
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// A product or record made of its components' values, given in the order of declaration.
fn tuple(vm: &mut Vm, set: ColourSetId, values: &[Word]) -> Word {
    let parts: Vec<(u16, ShapeId)> = components(vm, set)
        .into_iter()
        .map(|(_, slot, shape)| (slot, shape))
        .collect();
    vm.assemble(Kind::Tuple, 0, &parts, values)
}

/// The argument of constructor `tag` of a union's value, as a value of its own colour set.
pub(super) fn argument(vm: &mut Vm, set: ColourSetId, inner: ColourSetId, word: Word) -> Word {
    let tag = vm.heap.tag(word) as usize;
    match payload(vm, set, tag) {
        Payload::Spread(parts) => {
            let values: Vec<Word> = parts
                .iter()
                .map(|&(slot, _)| vm.heap.field(word, slot as usize))
                .collect();
            let shape = vm.set_shape(inner);
            let parts = slots(&vm.program.shapes[shape.0 as usize]);
            vm.assemble(Kind::Tuple, 0, &parts, &values)
        }
        _ => vm.heap.field(word, 0),
    }
}

fn payload(vm: &Vm, set: ColourSetId, tag: usize) -> Payload {
    match &vm.program.shapes[vm.set_shape(set).0 as usize] {
        Shape::Data(constructors) => constructors
            .get(tag)
            .map_or(Payload::None, |(_, payload)| payload.clone()),
        _ => Payload::None,
    }
}

/// Slots and shapes of a tuple or record, in the shape's order.
fn slots(shape: &Shape) -> Vec<(u16, ShapeId)> {
    match shape {
        Shape::Tuple(parts) => parts.clone(),
        Shape::Record(parts) => parts
            .iter()
            .map(|&(_, slot, shape)| (slot, shape))
            .collect(),
        _ => Vec::new(),
    }
}

/// Constructor `tag` of a union applied to a value, if it takes one.
fn construct(
    vm: &mut Vm,
    set: ColourSetId,
    tag: usize,
    value: Option<(ColourSetId, Word)>,
) -> Word {
    let Some((inner, value)) = value else {
        return tag as Word;
    };
    match payload(vm, set, tag) {
        Payload::Spread(parts) => {
            let from = slots(&vm.program.shapes[vm.set_shape(inner).0 as usize]);
            let values: Vec<Word> = from
                .iter()
                .map(|&(slot, _)| vm.heap.field(value, slot as usize))
                .collect();
            vm.assemble(Kind::Con, tag as u32, &parts, &values)
        }
        _ => {
            let pointers = usize::from(vm.is_pointer(inner));
            let header = header(Kind::Con, tag as u32, pointers, 1 - pointers);
            vm.heap.alloc(header, &[value])
        }
    }
}

/// The colour set is too large, or infinite, for what was asked.
fn unbounded(vm: &mut Vm, set: ColourSetId) -> Fault {
    let name = vm.set_name(set);
    vm.error(&format!(
        "Colour set {name} has infinitely many values, or more than an int can count."
    ))
}

/// Nested colour sets are walked natively; a long chain of declarations must not overflow the thread's stack.
pub(super) fn deep<T>(walk: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(64 * 1024, 1024 * 1024, walk)
}

/// How many values a colour set has; `None` if more than an int can count.
fn cardinality(vm: &mut Vm, set: ColourSetId) -> Outcome<Option<u64>> {
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

/// How many sequences with lengths in this range there are over `letters`.
fn sequences(letters: u64, (shortest, longest): (u64, u64)) -> Option<u64> {
    if letters <= 1 {
        let longest = if letters == 0 {
            longest.min(0)
        } else {
            longest
        };
        return Some((longest + 1).saturating_sub(shortest));
    }
    let mut total = 0u64;
    for length in shortest..=longest {
        let power = letters.checked_pow(u32::try_from(length).ok()?)?;
        total = total.checked_add(power)?;
    }
    Some(total)
}

fn count(vm: &mut Vm, set: ColourSetId) -> Outcome<u64> {
    match cardinality(vm, set)? {
        Some(count) => Ok(count),
        None => Err(unbounded(vm, set)),
    }
}

pub(super) fn size(vm: &mut Vm, set: ColourSetId) -> Outcome<Word> {
    count(vm, set)
}

pub(super) fn all(vm: &mut Vm, set: ColourSetId) -> Outcome<Word> {
    let of = Elements::new(&vm.program, vm.set_shape(set));
    let values = values(vm, set)?;
    Ok(multiset::of_elements(vm, of, values))
}

/// The distinct values in the list of a `subset with`, in its order.
fn members(vm: &Vm, set: ColourSetId) -> Vec<Word> {
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
fn values(vm: &mut Vm, set: ColourSetId) -> Outcome<Vec<Word>> {
    let kind = vm.kind(set);
    if let ColourKind::SubsetWith(..) = kind {
        return Ok(members(vm, set));
    }
    if let ColourKind::SubsetBy(parent, global) = kind {
        let pointer = vm.is_pointer(parent);
        let mut chosen = deep(|| values(vm, parent))?;
        let mut kept = 0;
        for i in 0..chosen.len() {
            if vm.holds(global, chosen[i], pointer)? {
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
            let parts = components(vm, set);
            let mut rows: Vec<Vec<Word>> = vec![Vec::new()];
            for (part, _, _) in &parts {
                let column = deep(|| values(vm, *part))?;
                rows = rows
                    .into_iter()
                    .flat_map(|row| {
                        column.iter().map(move |&value| {
                            let mut longer = row.clone();
                            longer.push(value);
                            longer
                        })
                    })
                    .collect();
            }
            Ok(rows.into_iter().map(|row| tuple(vm, set, &row)).collect())
        }
        ColourKind::Union(arms) => {
            let mut all = Vec::with_capacity(total as usize);
            for (tag, (_, inner)) in arms.into_iter().enumerate() {
                match inner {
                    None => all.push(tag as Word),
                    Some(inner) => {
                        for value in deep(|| values(vm, inner))? {
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
            (0..total)
                .map(|number| {
                    let digits = sequence(vm, set, letters.len() as u64, number)?;
                    let items: Vec<Word> = digits.iter().map(|&d| letters[d as usize]).collect();
                    Ok(vm.heap.list(&items, pointer))
                })
                .collect()
        }
        _ => (0..total).map(|number| value(vm, set, number)).collect(),
    }
}

/// The lengths a bounded string or list may have.
fn lengths(vm: &Vm, set: ColourSetId) -> (u64, u64) {
    match vm.kind(set) {
        ColourKind::Str(_, Some(lengths)) | ColourKind::List(_, Some(lengths)) => lengths,
        _ => (0, 0),
    }
}

/// The digits, most significant first, of sequence `number` over `letters` letters.
fn sequence(vm: &mut Vm, set: ColourSetId, letters: u64, number: u64) -> Outcome<Vec<u64>> {
    let (shortest, longest) = lengths(vm, set);
    if letters <= 1 {
        return Ok(vec![0; (shortest + number) as usize]);
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
fn sequence_number(vm: &mut Vm, set: ColourSetId, letters: u64, digits: &[u64]) -> Outcome<u64> {
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

fn out_of_range(vm: &mut Vm) -> Fault {
    vm.error("Out of range!")
}

pub(super) fn col(vm: &mut Vm, set: ColourSetId, number: i64) -> Outcome<Word> {
    let total = count(vm, set)?;
    match u64::try_from(number) {
        Ok(number) if number < total => value(vm, set, number),
        _ => Err(out_of_range(vm)),
    }
}

/// Value `number` of a finite colour set that has so many.
fn value(vm: &mut Vm, set: ColourSetId, number: u64) -> Outcome<Word> {
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

pub(super) fn ord(vm: &mut Vm, set: ColourSetId, word: Word) -> Outcome<Word> {
    if let Some(message) = offence(vm, set, word)? {
        return Err(vm.error(&message));
    }
    // a set too large to count has no numbers even where one value's would fit
    count(vm, set)?;
    position(vm, set, word)
}

/// The number of a legal value of a finite colour set.
fn position(vm: &mut Vm, set: ColourSetId, word: Word) -> Outcome<u64> {
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

/// A value at random, all equally likely.
pub(super) fn ran(vm: &mut Vm, set: ColourSetId) -> Outcome<Word> {
    match vm.kind(set) {
        ColourKind::Real(Some((low, high))) => {
            let share = (vm.random() >> 11) as f64 / (1u64 << 53) as f64;
            Ok((low + share * (high - low)).to_bits())
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
                total => Ok(all[vm.random_up_to(total - 1) as usize]),
            }
        }
        _ => {
            let total = count(vm, set)?;
            if total == 0 {
                return Err(out_of_range(vm));
            }
            let number = vm.random_up_to(total - 1);
            value(vm, set, number)
        }
    }
}

/// The value a set begins with.
pub(super) fn base(vm: &mut Vm, set: ColourSetId) -> Outcome<Word> {
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
            let pointer = vm.is_pointer(parent);
            if vm.holds(global, item, pointer)? || cardinality(vm, parent)?.is_none() {
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

/// A value of so many bytes must fit the memory budget.
fn fits(vm: &Vm, bytes: u64) -> Outcome<()> {
    if bytes > vm.budget.memory as u64 {
        return Err(Fault::Cause(Cause::Memory));
    }
    Ok(())
}
