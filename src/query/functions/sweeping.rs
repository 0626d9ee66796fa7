//! Sweeps.

use super::{HostFunction, boolean, function, text};
use crate::query::sweeps::Wanted;

/// See above.
pub const FUNCTIONS: &[HostFunction] = &[
    function(
        "sweepOptions",
        &["int", "int", "string"],
        "unit",
        |tool, vm, [collect, seconds, log]| {
            tool.wanted = Wanted {
                collect: collect as usize,
                seconds,
                log: String::from_utf8_lossy(vm.heap.str(log)).into_owned(),
            };
            Ok(0)
        },
    ),
    function(
        "sweepBegin",
        &["(SLMark -> IntInf.int)", "int"],
        "int",
        |tool, vm, [measure, kinds, _]| tool.begin_sweep(vm, measure, kinds),
    ),
    function("sweepNext", &["int"], "int", |tool, vm, [number, _, _]| {
        tool.next_of_sweep(vm, number)
    }),
    // whether it ended in time
    function(
        "sweepEnd",
        &["int", "bool"],
        "unit",
        |tool, vm, [number, in_time, _]| {
            let reason = tool.end_sweep(vm, number, in_time != 0)?;
            tool.remark_end(reason);
            Ok(0)
        },
    ),
    // short forms: whether they sweep, and their sweep by a measure of the net; its end says whether the script found what it wanted
    function("ownSweeps", &[], "bool", |tool, _, _| {
        boolean(tool.chooses_sweep())
    }),
    function("ownBegin", &["int"], "int", |tool, vm, [kinds, _, _]| {
        tool.begin_own_sweep(vm, kinds)
    }),
    function(
        "ownEnd",
        &["int", "bool"],
        "unit",
        |tool, vm, [number, found, _]| tool.end_own_sweep(vm, number, found != 0),
    ),
    function("method", &[], "string", |tool, vm, _| {
        text(vm, &tool.method)
    }),
    function("sweepSource", &[], "SLMark", |tool, _, _| {
        tool.passing(false)
    }),
    function("sweepTarget", &[], "SLMark", |tool, _, _| {
        tool.passing(true)
    }),
    function("sweepElement", &[], "Bind.Elem", |tool, vm, _| {
        tool.passing_element(vm)
    }),
    function(
        "sweepKeep",
        &["SLMark"],
        "Node",
        |tool, _, [marking, _, _]| tool.keep(marking),
    ),
    function("nodeMark", &["Node"], "SLMark", |_, _, [node, _, _]| {
        Ok(node)
    }),
    function("sweepReason", &[], "string", |tool, vm, _| {
        text(vm, tool.ended.reason)
    }),
    function("sweepFigure", &["int"], "int", |tool, _, [which, _, _]| {
        Ok(tool.ended.figures.get(which as usize).copied().unwrap_or(0))
    }),
];
