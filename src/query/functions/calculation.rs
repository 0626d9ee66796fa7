//! Calculating the state space.

use super::{HostFunction, boolean, function, stop};
use crate::explore::control::StopReason;
use crate::explore::store::StateId;
use crate::query::graph::Branching;
use crate::query::tool::Options;

/// See above.
pub const FUNCTIONS: &[HostFunction] = &[
    function(
        "calculate",
        &["int", "int", "int"],
        "bool",
        |tool, _, [nodes, arcs, seconds]| {
            let options = Options {
                nodes: nodes as usize,
                arcs: arcs as usize,
                seconds,
                branching: tool.branching(),
            };
            boolean(tool.calculate(options)? == StopReason::Complete)
        },
    ),
    function(
        "branching",
        &["int", "int"],
        "unit",
        |tool, _, [transitions, bindings, _]| {
            tool.options.branching = Branching {
                transitions: transitions as usize,
                bindings: bindings as usize,
            };
            Ok(0)
        },
    ),
    function("begin", &[], "unit", |tool, _, _| {
        tool.begin()?;
        Ok(0)
    }),
    // the first node from this one on that is not fully expanded; 0 if there is none
    function("nextOpen", &["Node"], "Node", |tool, _, [from, _, _]| {
        let from = from.saturating_sub(1) as StateId;
        let next = tool.graph()?.next_open(from);
        Ok(next.map_or(0, |id| u64::from(id) + 1))
    }),
    function("expand", &["Node"], "unit", |tool, _, [node, _, _]| {
        let id = tool.node(node)?;
        let branching = tool.branching();
        tool.graph()?.expand(id, branching).map_err(stop)?;
        Ok(0)
    }),
    function("skip", &["Node"], "unit", |tool, _, [node, _, _]| {
        let id = tool.node(node)?;
        tool.graph()?.skip(id);
        Ok(0)
    }),
    function("delete", &[], "unit", |tool, vm, _| {
        tool.delete(vm);
        Ok(0)
    }),
    function("isCalculated", &[], "bool", |tool, _, _| {
        boolean(tool.graph.is_some())
    }),
    function("isComplete", &[], "bool", |tool, _, _| {
        boolean(tool.graph.as_ref().is_some_and(|graph| graph.is_complete()))
    }),
    function("isExpanded", &["Node"], "bool", |tool, _, [node, _, _]| {
        let id = tool.node(node)?;
        boolean(tool.graph()?.is_expanded(id))
    }),
    function("isProcessed", &["Node"], "bool", |tool, _, [node, _, _]| {
        let id = tool.node(node)?;
        boolean(tool.graph()?.is_processed(id))
    }),
    // whether a limit of the command line was reached
    function("isFull", &[], "bool", |tool, _, _| {
        let nodes = tool.graph()?.nodes();
        boolean(tool.limits.max_states.is_some_and(|most| nodes >= most))
    }),
    function("isTimed", &[], "bool", |tool, _, _| boolean(tool.net.timed)),
    // seconds since the session began
    function("clock", &[], "int", |tool, _, _| {
        Ok(tool.start.elapsed().as_secs())
    }),
    function("seconds", &[], "int", |tool, _, _| Ok(tool.seconds as u64)),
    function("sccSeconds", &[], "int", |tool, _, _| {
        Ok(tool.scc_seconds as u64)
    }),
];
