//! Colours as plain trees, taken out of the evaluator and put back into it.
//!
//! The evaluator's own values are words whose meaning depends on a type and which a collection may move. A tree is none of that: it can be kept,
//! compared and walked.

use sweepnet_lang::vm::Vm;
use sweepnet_lang::vm::heap::{Kind, header};
use sweepnet_lang::vm::program::{IMMEDIATES, Payload, Shape, ShapeId, Word};

/// A colour.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// A value of one word: int, bool, unit, char, enumeration.
    Atom(Word),
    /// A string.
    Text(Vec<u8>),
    /// An unbounded integer; those of the nets tested are small.
    Whole(i64),
    /// A tuple, or a record in the order of its labels.
    Parts(Vec<Value>),
    /// A constructor with its argument.
    Constructor(u64, Option<Box<Value>>),
    /// A list.
    List(Vec<Value>),
}

fn shape_of(vm: &Vm, shape: ShapeId) -> Shape {
    vm.program.shapes[shape.0 as usize].clone()
}

fn is_pointer(vm: &Vm, shape: ShapeId) -> bool {
    vm.program.shapes[shape.0 as usize].is_pointer()
}

/// Slot and shape of each part of a tuple or record.
fn parts(shape: &Shape) -> Option<Vec<(u16, ShapeId)>> {
    match shape {
        Shape::Tuple(parts) => Some(parts.clone()),
        Shape::Record(parts) => Some(parts.iter().map(|p| (p.1, p.2)).collect()),
        _ => None,
    }
}

/// The tree of a word.
pub fn decode(vm: &Vm, shape: ShapeId, word: Word) -> Value {
    let shape = shape_of(vm, shape);
    let fields = |parts: &[(u16, ShapeId)]| {
        let part =
            |&(slot, shape): &(u16, ShapeId)| decode(vm, shape, vm.heap.field(word, slot as usize));
        Value::Parts(parts.iter().map(part).collect())
    };
    if let Some(parts) = parts(&shape) {
        return fields(&parts);
    }
    match shape {
        Shape::Str => Value::Text(vm.heap.str(word).to_vec()),
        Shape::IntInf => Value::Whole(vm.heap.small_inf(word).expect("a small number")),
        Shape::Data(_) if word < IMMEDIATES => Value::Constructor(word, None),
        Shape::Data(constructors) => {
            let tag = vm.heap.tag(word);
            let argument = match &constructors[tag as usize].1 {
                Payload::None => None,
                Payload::One(shape) => Some(decode(vm, *shape, vm.heap.field(word, 0))),
                Payload::Spread(parts) => Some(fields(parts)),
            };
            Value::Constructor(tag, argument.map(Box::new))
        }
        Shape::List(of) => {
            let items = vm.heap.list_items(word, is_pointer(vm, of));
            Value::List(items.iter().map(|&item| decode(vm, of, item)).collect())
        }
        _ => Value::Atom(word),
    }
}

/// The word of a tree. Nothing protects it from a collection: it is for the next call.
pub fn encode(vm: &mut Vm, shape: ShapeId, value: &Value) -> Word {
    let shape = shape_of(vm, shape);
    match (value, shape) {
        (Value::Atom(word), _) => *word,
        (Value::Text(bytes), _) => vm.heap.alloc_str(bytes),
        (Value::Whole(number), _) => vm.heap.alloc_small_inf(*number),
        (Value::Constructor(tag, None), _) => *tag,
        (Value::Constructor(tag, Some(argument)), Shape::Data(constructors)) => {
            match (&constructors[*tag as usize].1, &**argument) {
                (Payload::Spread(slots), Value::Parts(values)) => {
                    object(vm, Kind::Con, *tag, slots, values)
                }
                (Payload::One(shape), argument) => object(
                    vm,
                    Kind::Con,
                    *tag,
                    &[(0, *shape)],
                    std::slice::from_ref(argument),
                ),
                _ => panic!("a constructor's argument"),
            }
        }
        (Value::List(items), Shape::List(of)) => {
            let words: Vec<Word> = items.iter().map(|item| encode(vm, of, item)).collect();
            let pointers = is_pointer(vm, of);
            vm.heap.list(&words, pointers)
        }
        (Value::Parts(values), shape) => {
            let slots = parts(&shape).expect("a tuple or record");
            object(vm, Kind::Tuple, 0, &slots, values)
        }
        (value, shape) => panic!("{value:?} is no {shape:?}"),
    }
}

fn object(vm: &mut Vm, kind: Kind, tag: u64, slots: &[(u16, ShapeId)], values: &[Value]) -> Word {
    let mut fields = vec![0; slots.len()];
    for (&(slot, shape), value) in slots.iter().zip(values) {
        fields[slot as usize] = encode(vm, shape, value);
    }
    let pointers = slots.iter().filter(|s| is_pointer(vm, s.1)).count();
    let header = header(kind, tag as u32, pointers, slots.len() - pointers);
    vm.heap.alloc(header, &fields)
}

/// Calls `each` with a value and everything in it, each with its shape. The rests of a list are in it, too.
pub fn walk(vm: &Vm, shape: ShapeId, value: &Value, each: &mut dyn FnMut(ShapeId, &Value)) {
    each(shape, value);
    let inner = shape_of(vm, shape);
    match value {
        Value::Parts(values) => {
            for ((_, shape), value) in parts(&inner).into_iter().flatten().zip(values) {
                walk(vm, shape, value, each);
            }
        }
        Value::Constructor(tag, Some(argument)) => {
            let Shape::Data(constructors) = inner else {
                return;
            };
            match (&constructors[*tag as usize].1, &**argument) {
                (Payload::One(shape), argument) => walk(vm, *shape, argument, each),
                (Payload::Spread(slots), Value::Parts(values)) => {
                    for (&(_, shape), value) in slots.iter().zip(values) {
                        walk(vm, shape, value, each);
                    }
                }
                _ => {}
            }
        }
        Value::List(items) => {
            let Shape::List(of) = inner else { return };
            for (i, item) in items.iter().enumerate() {
                each(shape, &Value::List(items[i + 1..].to_vec()));
                walk(vm, of, item, each);
            }
        }
        _ => {}
    }
}
