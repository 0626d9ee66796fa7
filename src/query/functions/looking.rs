//! Searches look at one node, arc or component after the other: each evaluation gets a budget of its own, and messages say where it was.

use super::{HostFunction, boolean, function};
use crate::explore::store::StateId;

/// See above.
pub const FUNCTIONS: &[HostFunction] = &[
    // whether there is such a node; it is looked at from now on, and its evaluation gets a budget of its own
    function("look", &["Node"], "bool", |tool, vm, [node, _, _]| {
        let nodes = tool.graph()?.nodes() as u64;
        let there = (1..=nodes).contains(&node);
        tool.looking = there.then(|| (node - 1) as StateId);
        vm.set_budget(tool.budget);
        boolean(there)
    }),
    function("lookArc", &["Arc"], "bool", |tool, vm, [arc, _, _]| {
        let there = (1..=tool.arcs()?.count() as u64).contains(&arc);
        tool.looking = match there {
            true => Some(tool.arcs()?.source((arc - 1) as u32)),
            false => None,
        };
        vm.set_budget(tool.budget);
        boolean(there)
    }),
    // components are looked at by the count from 1
    function("lookScc", &["int"], "bool", |tool, vm, [count, _, _]| {
        let (_, sccs) = tool.sccs()?;
        let there = (1..=sccs.count() as u64).contains(&count);
        let first = there.then(|| sccs.members((count - 1) as u32)[0]);
        tool.looking = first;
        vm.set_budget(tool.budget);
        boolean(there)
    }),
];
