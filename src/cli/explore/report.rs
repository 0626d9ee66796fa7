//! The standard report of what was found, by whatever method.

use super::Explore;
use crate::cli::findings::{Equivalent, Findings, States, Swept};
use crate::query::report::facts::{Equivalence, Known, Statistics, SweepFigures};
use crate::query::report::{Chart, Facts, Format, Found, Names, gather};
use crate::report::Refusal;
use crate::write::{Named, keep_apart};
use std::path::{Path, PathBuf};

/// So many times the memory of a bound is what a report needs for its text.
pub const COPIES: usize = 8;
/// Bytes of bounds whose text is written at once, for a search that ended at its time limit.
pub const SOON: usize = 4 << 20;

impl Explore {
    /// Whether a picture of the sweep is wanted for the report.
    pub(super) fn plots(&self) -> bool {
        (self.report.as_ref()).is_some_and(|file| Format::of(file) == Ok(Format::Html))
    }

    /// Why something cannot be written: a file that is read would be replaced, or its name says that it is of a kind that is not written.
    pub(super) fn unwritable(&self, inputs: &[PathBuf]) -> Option<Refusal> {
        let report = self.report.as_deref().map(|path| ("--report", path));
        let save = self.save.as_deref().map(|path| ("--save", path));
        let outputs = report.into_iter().chain(save).chain(self.sweep.outputs());
        let outputs: Vec<Named> = outputs.collect();
        let apart = keep_apart(&outputs, inputs, self.json);
        let format = || report.and_then(|(_, path)| Format::of(path).err());
        (apart.err().or_else(format)).or_else(|| self.sweep.misnamed())
    }

    /// Why the report cannot be written: it numbers the markings of a full state space in the order in which one thread finds them.
    pub(super) fn unnumbered(&self) -> Option<Refusal> {
        let several = self.report.is_some() && !self.sweep.is_wanted() && self.threads > 1;
        several.then(|| Refusal {
            message: "The report numbers markings in the order in which one thread finds them, so it cannot be written with several threads.".to_string(),
            help: Some("Leave --threads out, or sweep.".to_string()),
        })
    }
}

/// The facts of the report.
pub fn facts(findings: &mut Findings, names: &Names, chart: Option<Chart>) -> Facts {
    let statistics = statistics(findings);
    let plot = findings
        .swept
        .as_mut()
        .and_then(|swept| swept.picture.take());
    let found = Found {
        worker: &mut findings.worker,
        statistics,
        bounds: findings.bounds.as_deref(),
        occurred: &findings.occurred,
        dead: findings.dead,
        dead_first: &findings.dead_first,
        plot,
    };
    gather(found, names, chart)
}

fn statistics(findings: &Findings) -> Statistics {
    let (states, states_between) = match findings.states {
        States::Exactly(states) => (Some(states), None),
        States::Between(least, most) => (None, Some((least, most))),
    };
    let sweep = |swept: &Swept| SweepFigures {
        measure: swept.measure.clone(),
        sweeps: swept.sweeps,
        layers: swept.layers,
        visited: findings.explored,
        peak: findings.peak_states,
        persistent: swept.persistent,
        regress_arcs: swept.regress_arcs,
        cutoff: swept.cutoff,
    };
    let equivalence = |found: &Equivalent| Equivalence {
        symmetry: (found.equivalence.is_symmetric()).then(|| match found.equivalence.compared() {
            Some(_) => "checked",
            None => "proven",
        }),
        time: found.equivalence.is_timed(),
        states: found.sums.states,
        dead_markings: found.sums.dead,
        initial_alone: found.sums.initial,
        measure_differs: found.measure_differs,
    };
    Statistics {
        method: findings.method,
        states,
        states_between,
        arcs: findings.arcs,
        seconds: findings.search.as_secs_f64(),
        stop_reason: findings.stop,
        sweep: findings.swept.as_ref().map(sweep),
        equivalence: findings.equivalent.as_ref().map(equivalence),
        scc_graph: Known::No {
            unknown: String::new(),
        },
    }
}

/// Writes the report.
pub fn write(file: &Path, facts: &Facts) -> Result<(), Refusal> {
    let text = Format::of(file)?.render(facts);
    crate::write::write(file, |out| out.write_all(text.as_bytes()))
}
