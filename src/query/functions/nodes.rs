//! Nodes and arcs of the state space.

use super::{HostFunction, boolean, function, list, time};
use crate::explore::store::StateId;

/// See above.
pub const FUNCTIONS: &[HostFunction] = &[
    function("nodes", &[], "int", |tool, _, _| {
        Ok(tool.graph()?.nodes() as u64)
    }),
    function("arcs", &[], "int", |tool, _, _| {
        Ok(tool.graph()?.space.arcs)
    }),
    function(
        "outArcs",
        &["Node"],
        "Arc list",
        |tool, vm, [node, _, _]| {
            let id = tool.node(node)?;
            list(vm, tool.arcs()?.out(id))
        },
    ),
    function("inArcs", &["Node"], "Arc list", |tool, vm, [node, _, _]| {
        let id = tool.node(node)?;
        list(vm, tool.arcs()?.incoming(id).iter().copied())
    }),
    function(
        "outNodes",
        &["Node"],
        "Node list",
        |tool, vm, [node, _, _]| {
            let id = tool.node(node)?;
            let mut nodes = tool.arcs()?.successors(id).to_vec();
            nodes.sort_unstable();
            nodes.dedup();
            list(vm, nodes)
        },
    ),
    function(
        "inNodes",
        &["Node"],
        "Node list",
        |tool, vm, [node, _, _]| {
            let id = tool.node(node)?;
            let arcs = tool.arcs()?;
            let mut nodes: Vec<StateId> =
                arcs.incoming(id).iter().map(|&a| arcs.source(a)).collect();
            nodes.dedup();
            list(vm, nodes)
        },
    ),
    function("source", &["Arc"], "Node", |tool, _, [arc, _, _]| {
        let arc = tool.arc(arc)?;
        Ok(u64::from(tool.arcs()?.source(arc)) + 1)
    }),
    function("target", &["Arc"], "Node", |tool, _, [arc, _, _]| {
        let arc = tool.arc(arc)?;
        Ok(u64::from(tool.arcs()?.to[arc as usize]) + 1)
    }),
    function(
        "between",
        &["Node", "Node"],
        "Arc list",
        |tool, vm, [from, to, _]| {
            let (from, to) = (tool.node(from)?, tool.node(to)?);
            let arcs = tool.arcs()?;
            list(
                vm,
                arcs.out(from).filter(|&arc| arcs.to[arc as usize] == to),
            )
        },
    ),
    function("isTerminal", &["Node"], "bool", |tool, _, [node, _, _]| {
        let id = tool.node(node)?;
        boolean(tool.arcs()?.out(id).is_empty())
    }),
    function("isDead", &["Node"], "bool", |tool, _, [node, _, _]| {
        let id = tool.node(node)?;
        boolean(tool.graph()?.is_dead(id))
    }),
    function("dead", &[], "Node list", |tool, vm, _| {
        let dead = tool.graph()?.space.dead.clone();
        list(vm, dead)
    }),
    function(
        "reachableNodes",
        &["Node"],
        "Node list",
        |tool, vm, [node, _, _]| {
            let id = tool.node(node)?;
            let mut nodes = tool.arcs()?.reachable(id);
            nodes.sort_unstable();
            list(vm, nodes)
        },
    ),
    // the arcs of a shortest way; NONE if there is no way
    function(
        "way",
        &["Node", "Node"],
        "Arc list option",
        |tool, vm, [from, to, _]| {
            let (from, to) = (tool.node(from)?, tool.node(to)?);
            match tool.arcs()?.way(from, to) {
                Some(arcs) => {
                    let way = list(vm, arcs)?;
                    Ok(vm.heap.some(way, true))
                }
                None => Ok(0),
            }
        },
    ),
    function("time", &["Node"], "time", |tool, vm, [node, _, _]| {
        let clock = tool.at(node, |worker, state| worker.clock(state))?;
        Ok(time(vm, &tool.net, clock))
    }),
    // whether two markings have the same tokens, whatever their stamps
    function(
        "equalUntimed",
        &["Node", "Node"],
        "bool",
        |tool, _, [a, b, _]| {
            let (a, b) = (tool.node(a)?, tool.node(b)?);
            boolean(tool.graph()?.equal_untimed(a, b))
        },
    ),
];
