//! The report of the state space that a script has calculated.

use super::chart::chart_of;
use super::facts::{Equivalence, Facts, Known, Statistics};
use super::{Format, Found, gather};
use crate::explore::bounds::bounds;
use crate::explore::control::StopReason;
use crate::query::tool::Tool;
use crate::write;
use std::path::Path;
use sweepnet_lang::vm::host::Refusal;

/// Dead markings that are shown.
const DEAD: usize = 3;

impl Tool {
    /// Writes the report to a file.
    pub fn save_report(&mut self, file: &str) -> Result<(), Refusal> {
        let path = Path::new(file);
        let format = Format::of(path).map_err(|refusal| Refusal::Fail(refusal.message))?;
        let text = format.render(&self.report()?);
        write::write(path, |out| out.write_all(text.as_bytes()))
            .map_err(|refusal| Refusal::Fail(refusal.message))
    }

    fn report(&mut self) -> Result<Facts, Refusal> {
        self.graph()?;
        let (names, seconds) = (self.names.clone(), self.seconds);
        let time = self.limits.time_equivalence;
        let graph = self.graph()?;
        let chart = chart_of(graph, false).map_err(Refusal::Stop)?;
        let space = &graph.space;
        let statistics = Statistics {
            method: "breadth-first",
            states: Some(graph.nodes() as u64),
            states_between: None,
            arcs: space.arcs,
            seconds,
            // A script may have stopped it, or left branches out.
            stop_reason: match (graph.is_complete(), space.stop) {
                (true, _) => StopReason::Complete,
                (false, StopReason::Complete) => StopReason::Interrupted,
                (false, reason) => reason,
            },
            sweep: None,
            equivalence: time.then_some(Equivalence {
                symmetry: None,
                time,
                states: None,
                dead_markings: None,
                initial_alone: true,
                measure_differs: false,
            }),
            scc_graph: Known::Yes(chart.scc_graph),
        };
        let dead = space.dead.iter().map(|&id| space.store.get(id));
        let dead_first = graph.worker.least_markings(dead, DEAD);
        let bounds = bounds(space, &graph.rest);
        let found = Found {
            statistics,
            bounds: bounds.as_deref(),
            occurred: &space.occurred,
            dead: space.dead.len(),
            dead_first: &dead_first,
            plot: None,
            worker: &mut graph.worker,
        };
        Ok(gather(found, &names, Some(chart)))
    }
}
