//! What is shown as text or drawn.

use super::{HostFunction, function, text};
use crate::explore::store::StateId;
use crate::query::elements;
use crate::query::picture::{self, Part};
use crate::query::tool::describe;
use sweepnet_lang::vm::host::Refusal;

/// See above.
pub const FUNCTIONS: &[HostFunction] = &[
    function("describe", &["Node"], "string", |tool, vm, [node, _, _]| {
        let lines = tool.at(node, describe)?;
        text(vm, &format!("{node}:\n{}\n", lines.join("\n")))
    }),
    function(
        "elementText",
        &["Bind.Elem"],
        "string",
        |tool, vm, [value, _, _]| {
            let shown = elements::show(vm, &tool.names, tool.elements, value).unwrap_or_default();
            text(vm, &shown)
        },
    ),
    function(
        "transitionText",
        &["TI.TransInst"],
        "string",
        |tool, vm, [value, _, _]| {
            let named = tool.names.transitions.get(vm.heap.tag(value) as usize);
            let name = named.map_or("", |named| named.name.as_str());
            let instance = elements::instance_of(vm, value);
            text(vm, &format!("{name} {instance}"))
        },
    ),
    function(
        "placeText",
        &["PI.PlaceInst"],
        "string",
        |tool, vm, [value, _, _]| {
            let named = tool.names.places.get(vm.heap.tag(value) as usize);
            let name = named.map_or("", |named| named.name.as_str());
            let instance = elements::instance_of(vm, value);
            text(vm, &format!("{name} {instance}"))
        },
    ),
    function(
        "drawNodes",
        &["string", "Node list"],
        "unit",
        |tool, vm, [file, nodes, _]| {
            let file = String::from_utf8_lossy(vm.heap.str(file)).into_owned();
            let numbers = vm.heap.list_items(nodes, false);
            let nodes: Result<Vec<StateId>, Refusal> = numbers
                .into_iter()
                .map(|number| tool.node(number))
                .collect();
            picture::draw(tool.graph()?, Part::Nodes(nodes?), &file)?;
            Ok(0)
        },
    ),
    function(
        "drawArcs",
        &["string", "Arc list"],
        "unit",
        |tool, vm, [file, arcs, _]| {
            let file = String::from_utf8_lossy(vm.heap.str(file)).into_owned();
            let numbers = vm.heap.list_items(arcs, false);
            let arcs: Result<Vec<u32>, Refusal> =
                numbers.into_iter().map(|number| tool.arc(number)).collect();
            picture::draw(tool.graph()?, Part::Arcs(arcs?), &file)?;
            Ok(0)
        },
    ),
    function(
        "saveReport",
        &["string"],
        "unit",
        |tool, vm, [file, _, _]| {
            let file = String::from_utf8_lossy(vm.heap.str(file)).into_owned();
            tool.save_report(&file)?;
            Ok(0)
        },
    ),
];
