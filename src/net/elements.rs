//! Binding elements as values of the language: the datatype with a constructor for each transition, and its values. Queries and monitors use them.

use super::flat::{FlatNet, Transition};
use super::named::Named;
use sweepnet_lang::session::Session;
use sweepnet_lang::vm::Vm;
use sweepnet_lang::vm::heap::{Kind, header};
use sweepnet_lang::vm::program::{Payload, Shape, ShapeId, Word};

/// Structure and name of the datatype.
pub const TYPE: (&str, &str) = ("Bind", "Elem");

/// `structure Bind = struct datatype Elem = Page'T of int * {n : colour'4} | … end`: constructors in
/// the order of the transitions. The text is for the library's scope, where colour sets have
/// numbers for names.
pub fn declaration<'n>(net: &FlatNet, transitions: impl Iterator<Item = &'n Named>) -> String {
    let constructors = transitions.filter_map(|named| {
        let transition = &net.transitions[*named.instances.first()?];
        let fields =
            (transition.variables.iter()).map(|v| format!("{} : colour'{}", v.name, v.colour.0));
        let fields: Vec<String> = fields.collect();
        let binding = match fields.is_empty() {
            true => "unit".to_string(),
            false => format!("{{{}}}", fields.join(", ")),
        };
        Some(format!("{} of int * {binding}", named.name))
    });
    let constructors: Vec<String> = constructors.collect();
    let constructors = match constructors.is_empty() {
        true => "none'at'all".to_string(),
        false => constructors.join(" | "),
    };
    format!("structure Bind = struct datatype Elem = {constructors} end\n")
}

/// How values of the datatype look, if it is declared.
pub fn shape(session: &mut Session) -> Option<ShapeId> {
    let ty = session.library_type(TYPE.0, TYPE.1)?;
    Some(session.shape_of(ty))
}

/// The slots of a constructor's two parts, and the shape of the second.
pub fn parts(vm: &Vm, elements: ShapeId, tag: usize) -> Option<(u16, u16, ShapeId)> {
    let Shape::Data(constructors) = &vm.program.shapes[elements.0 as usize] else {
        return None;
    };
    match &constructors.get(tag)?.1 {
        Payload::Spread(parts) => match parts[..] {
            [(instance, _), (binding, shape)] => Some((instance, binding, shape)),
            _ => None,
        },
        _ => None,
    }
}

/// The value of a binding element: of the constructor `tag`, with a word in the heap for each variable. `elements` is how values of the datatype look.
pub fn make(
    vm: &mut Vm,
    elements: ShapeId,
    tag: usize,
    transition: &Transition,
    values: &[Word],
) -> Option<Word> {
    let (instance_slot, binding_slot, shape) = parts(vm, elements, tag)?;
    let fields = match &vm.program.shapes[shape.0 as usize] {
        Shape::Record(fields) => fields.clone(),
        _ => Vec::new(),
    };
    let mut words = vec![0; fields.len()];
    let mut pointers = 0;
    for (variable, &value) in transition.variables.iter().zip(values) {
        let (_, slot, _) = fields.iter().find(|field| *field.0 == *variable.name)?;
        pointers += usize::from(variable.pointer);
        words[usize::from(*slot)] = value;
    }
    let record = match fields.is_empty() {
        true => 0,
        false => {
            let header = header(Kind::Tuple, 0, pointers, words.len() - pointers);
            vm.heap.alloc(header, &words)
        }
    };
    let mut parts = [0; 2];
    parts[usize::from(instance_slot)] = u64::from(transition.instance);
    parts[usize::from(binding_slot)] = record;
    let pointers = usize::from(!fields.is_empty());
    let header = header(Kind::Con, tag as u32, pointers, 2 - pointers);
    Some(vm.heap.alloc(header, &parts))
}
