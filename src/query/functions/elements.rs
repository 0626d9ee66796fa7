//! Binding elements and transition instances, and sets of them.

use super::{HostFunction, boolean, function, list};
use crate::query::elements;
use crate::query::fairness::fairness;
use sweepnet_lang::vm::heap::{Kind, header};
use sweepnet_lang::vm::host::Refusal;

/// See above.
pub const FUNCTIONS: &[HostFunction] = &[
    function("elements", &[], "int", |tool, _, _| {
        Ok(tool.arcs()?.elements.len() as u64)
    }),
    function(
        "element",
        &["int"],
        "Bind.Elem",
        |tool, vm, [number, _, _]| {
            let found = (number as usize).checked_sub(1);
            let binding = found.and_then(|at| tool.arcs().ok()?.elements.get(at).cloned());
            let binding = binding.ok_or(Refusal::Raise("IllegalId"))?;
            let shared = tool.graph()?.space.engine.shared.clone();
            let (reader, names) = (&mut tool.reader, &tool.names);
            elements::element(vm, reader, &shared, names, tool.elements, &binding)
                .ok_or(Refusal::Raise("IllegalId"))
        },
    ),
    function("elementOf", &["Arc"], "int", |tool, _, [arc, _, _]| {
        let arc = tool.arc(arc)?;
        Ok(u64::from(tool.arcs()?.element[arc as usize]) + 1)
    }),
    function(
        "transitionOf",
        &["Arc"],
        "TI.TransInst",
        |tool, vm, [arc, _, _]| {
            let arc = tool.arc(arc)?;
            let arcs = tool.arcs()?;
            let number = arcs.elements[arcs.element[arc as usize] as usize].transition;
            let shared = tool.graph()?.space.engine.shared.clone();
            Ok(elements::transition(vm, &shared, &tool.names, number))
        },
    ),
    function(
        "transitionNumber",
        &["TI.TransInst"],
        "int",
        |tool, vm, [value, _, _]| {
            let instance = elements::instance_of(vm, value);
            elements::transition_number(vm, &tool.names, instance, value)
                .map(|number| number as u64 + 1)
                .ok_or(Refusal::Raise("IllegalId"))
        },
    ),
    function(
        "elementTransition",
        &["Bind.Elem"],
        "TI.TransInst",
        |tool, vm, [value, _, _]| {
            let number = elements::transition_of(vm, &tool.names, tool.elements, value);
            let number = number.ok_or(Refusal::Raise("IllegalId"))?;
            let tag = tool.names.transition_names[number] as u32;
            let instance = u64::from(tool.net.transitions[number].instance);
            Ok(vm.heap.alloc(header(Kind::Con, tag, 0, 1), &[instance]))
        },
    ),
    // numbers of the transitions that occurred
    function("occurred", &[], "int list", |tool, vm, _| {
        let occurred = tool.graph()?.space.occurred.clone();
        list(
            vm,
            (0..)
                .zip(occurred)
                .filter(|(_, o)| *o)
                .map(|(number, _)| number),
        )
    }),
    function(
        "occursAfter",
        &["int list", "int", "Node"],
        "bool",
        |tool, vm, [set, kind, node]| {
            let id = tool.node(node)?;
            let is_in = tool.set(vm, set, kind)?;
            let arcs = tool.arcs()?;
            let inside = |arc: u32| is_in[arcs.element[arc as usize] as usize];
            let reachable = arcs.reachable(id);
            boolean(reachable.iter().any(|&node| arcs.out(node).any(inside)))
        },
    ),
    function(
        "isLive",
        &["int list", "int"],
        "bool",
        |tool, vm, [set, kind, _]| {
            let is_in = tool.set(vm, set, kind)?;
            let (arcs, sccs) = tool.sccs()?;
            let inside = |arc: u32| is_in[arcs.element[arc as usize] as usize];
            let occurs = |c| {
                sccs.members(c)
                    .iter()
                    .any(|&node| arcs.out(node).any(inside))
            };
            boolean(sccs.terminal().all(occurs))
        },
    ),
    function(
        "fairness",
        &["int list", "int"],
        "int",
        |tool, vm, [set, kind, _]| {
            let is_in = tool.set(vm, set, kind)?;
            let rest = tool.rest();
            let found = fairness(tool.arcs()?, &is_in, &rest);
            Ok(found.ok_or_else(|| tool.ended())? as u64)
        },
    ),
];
