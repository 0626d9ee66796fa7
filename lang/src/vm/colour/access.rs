//! Colour sets looked up and values of products, records and unions taken apart and put together, whatever slots their shapes give the components.

use crate::vm::exn;
use crate::vm::heap::{Kind, header};
use crate::vm::machine::Vm;
use crate::vm::program::{ColourKind, ColourSetId, Payload, SPREAD, Shape, ShapeId, Word};
use crate::vm::stop::Fault;
use std::sync::Arc;

/// What the functions here give: a value, or an exception to be raised.
pub(super) type Outcome<T> = Result<T, Fault>;

impl Vm {
    /// Raises `CPN'Error` with a message.
    pub(in crate::vm) fn error(&mut self, message: &str) -> Fault {
        let text = self.heap.alloc_str(message.as_bytes());
        let packet = header(Kind::Exn, exn::CPN_ERROR.into(), 1, 0);
        Fault::Raise(self.heap.alloc(packet, &[text]))
    }

    /// The form of a colour set that is not an alias.
    pub(in crate::vm) fn kind(&self, set: ColourSetId) -> ColourKind {
        self.kind_of(set).clone()
    }

    /// The same, to be looked at while the machine stands still.
    pub(in crate::vm) fn kind_of(&self, set: ColourSetId) -> &ColourKind {
        let mut set = set;
        loop {
            match &self.program.colour_sets[set.0 as usize].kind {
                ColourKind::Alias(other) => set = *other,
                kind => return kind,
            }
        }
    }

    pub(in crate::vm) fn set_name(&self, set: ColourSetId) -> Arc<str> {
        self.program.colour_sets[set.0 as usize].name.clone()
    }

    pub(in crate::vm) fn set_shape(&self, set: ColourSetId) -> ShapeId {
        self.program.colour_sets[set.0 as usize].shape
    }

    pub(in crate::vm) fn is_pointer(&self, set: ColourSetId) -> bool {
        self.program.shapes[self.set_shape(set).0 as usize].is_pointer()
    }

    /// Whether the predicate in pointer global `global` holds for `value`, a colour of `set`. Nothing is moved meanwhile, and what the predicate
    /// allocated is dropped.
    pub(in crate::vm) fn holds(
        &mut self,
        global: u32,
        value: Word,
        set: ColourSetId,
    ) -> Outcome<bool> {
        let predicate = self.pointer_global(global);
        let args = self.as_argument(value, set);
        let mark = self.heap.mark();
        let limit = std::mem::replace(&mut self.heap.limit, self.budget.memory / 8);
        let pinned = std::mem::replace(&mut self.pinned, true);
        let result = self.apply(predicate, &args, 1);
        self.pinned = pinned;
        self.heap.limit = limit;
        let holds = result? != 0;
        self.heap.reset(mark);
        Ok(holds)
    }

    /// The words by which a colour is handed to a function: the parts of a small tuple, else the colour itself.
    fn as_argument(&self, value: Word, set: ColourSetId) -> Vec<(Word, bool)> {
        let shapes = &self.program.shapes;
        let parts = slots(&shapes[self.set_shape(set).0 as usize]);
        if !(2..=SPREAD).contains(&parts.len()) {
            return vec![(value, self.is_pointer(set))];
        }
        let word = |slot: u16| self.heap.field(value, slot as usize);
        (parts.iter())
            .map(|&(slot, shape)| (word(slot), shapes[shape.0 as usize].is_pointer()))
            .collect()
    }

    /// A tuple-like object: each component goes to its slot.
    pub(in crate::vm) fn assemble(
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
    match (vm.kind_of(set), &vm.program.shapes[shape.0 as usize]) {
        (ColourKind::Product(sets), Shape::Tuple(parts)) => (sets.iter().zip(parts))
            .map(|(&set, &(slot, shape))| (set, slot, shape))
            .collect(),
        (ColourKind::Record(fields), Shape::Record(parts)) => (fields.iter())
            .filter_map(|(label, set)| {
                let part = parts.iter().find(|(name, _, _)| name == label)?;
                Some((*set, part.1, part.2))
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// A product or record made of its components' values, given in the order of declaration.
pub(super) fn tuple(vm: &mut Vm, set: ColourSetId, values: &[Word]) -> Word {
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

pub(super) fn payload(vm: &Vm, set: ColourSetId, tag: usize) -> Payload {
    match &vm.program.shapes[vm.set_shape(set).0 as usize] {
        Shape::Data(constructors) => constructors
            .get(tag)
            .map_or(Payload::None, |(_, payload)| payload.clone()),
        _ => Payload::None,
    }
}

/// Slots and shapes of a tuple or record, in the shape's order.
pub(super) fn slots(shape: &Shape) -> Vec<(u16, ShapeId)> {
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
pub(super) fn construct(
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
pub(super) fn unbounded(vm: &mut Vm, set: ColourSetId) -> Fault {
    let name = vm.set_name(set);
    vm.error(&format!(
        "Colour set {name} has infinitely many values, or more than an int can count."
    ))
}

pub(super) fn out_of_range(vm: &mut Vm) -> Fault {
    vm.error("Out of range!")
}

/// Nested colour sets are walked natively; a long chain of declarations must not overflow the thread's stack.
pub(super) fn deep<T>(walk: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(64 * 1024, 1024 * 1024, walk)
}
