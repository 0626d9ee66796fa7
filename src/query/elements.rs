//! Binding elements and transition instances as values of the language: `Bind.Page'T (1, {n=2})`, `TI.Page'T 1`.

use super::read::Reader;
use crate::engine::{Binding, Shared};
use crate::net::elements::{make, parts};
use crate::net::named::Names;
use sweepnet_lang::vm::Vm;
use sweepnet_lang::vm::heap::{Kind, header};
use sweepnet_lang::vm::program::{IMMEDIATES, Shape, ShapeId, Word};
use sweepnet_lang::vm::show;

/// Characters of a binding in print.
const LENGTH: usize = 100_000;

/// The value of a transition instance.
pub fn transition(vm: &mut Vm, shared: &Shared, names: &Names, number: usize) -> Word {
    let tag = names.transition_names[number] as u32;
    let instance = u64::from(shared.net.transitions[number].instance);
    vm.heap.alloc(header(Kind::Con, tag, 0, 1), &[instance])
}

/// The number of a transition instance, given its value; also of the transition instance of a binding element.
pub fn transition_number(vm: &Vm, names: &Names, instance: u64, value: Word) -> Option<usize> {
    let named = names.transitions.get(vm.heap.tag(value) as usize)?;
    named.instance(instance)
}

/// The instance that the value of a transition instance has.
pub fn instance_of(vm: &Vm, value: Word) -> u64 {
    match value < IMMEDIATES {
        true => 0,
        false => vm.heap.field(value, 0),
    }
}

/// The value of a binding element. `elements` is how values of `Bind.Elem` look.
pub fn element(
    vm: &mut Vm,
    reader: &mut Reader,
    shared: &Shared,
    names: &Names,
    elements: ShapeId,
    binding: &Binding,
) -> Option<Word> {
    let net = &shared.net.transitions[binding.transition];
    let tag = names.transition_names[binding.transition];
    let values = (net.variables.iter().zip(&binding.values))
        .map(|(variable, &colour)| reader.colour(vm, shared, colour, variable.pointer));
    let values: Vec<Word> = values.collect();
    make(vm, elements, tag, net, &values)
}

/// Transition, instance and variables of a binding element: `Page'T 1: {n=2}`.
pub fn show(vm: &Vm, names: &Names, elements: ShapeId, value: Word) -> Option<String> {
    let tag = vm.heap.tag(value) as usize;
    let (instance, binding, shape) = parts(vm, elements, tag)?;
    let instance = vm.heap.field(value, usize::from(instance));
    let record = vm.heap.field(value, usize::from(binding));
    let shown = match vm.program.shapes[shape.0 as usize] {
        Shape::Record(_) => show::cpn(vm, shape, record, LENGTH),
        _ => b"{}".to_vec(),
    };
    let name = &names.transitions.get(tag)?.name;
    let shown = String::from_utf8_lossy(&shown);
    Some(format!("{name} {instance}: {shown}"))
}

/// The transition instance of a binding element, by number.
pub fn transition_of(vm: &Vm, names: &Names, elements: ShapeId, value: Word) -> Option<usize> {
    let (instance, _, _) = parts(vm, elements, vm.heap.tag(value) as usize)?;
    let instance = vm.heap.field(value, usize::from(instance));
    transition_number(vm, names, instance, value)
}
