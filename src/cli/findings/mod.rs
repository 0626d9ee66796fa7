//! What a search found: the facts, told to people (`text`) and to programs (`json`).

mod json;
mod marking;
mod step;
mod text;

pub use json::json;
pub use marking::{marking_json, show_marking};
pub use step::{show_step, step_json};
pub use text::{several, text};

use crate::engine::{Batch, Failure, Occurrence, Worker};
use crate::explore::bounds::{Bounds, bounds};
use crate::explore::components::{Components, components};
use crate::explore::control::{Rest, StopReason};
use crate::explore::full::Space;
use crate::explore::measure::Value;
use crate::explore::represented::Represented;
use crate::explore::sweep::Sweep;
use crate::explore::trace::{self, Step};
use crate::net::names::instance_name;
use crate::reduce::equivalence::Equivalence;
use crate::reduce::symmetry::Symmetry;
use crate::report::Refusal;
use std::sync::Arc;
use std::time::Duration;

/// Dead markings that are shown.
const DEAD: usize = 3;

/// How many different markings there are, as far as the search knows.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum States {
    /// So many.
    Exactly(u64),
    /// Some were visited several times, and it is not known how many.
    Between(u64, u64),
}

/// What a sweep knows besides.
#[derive(Clone, Debug)]
pub struct Swept {
    /// The measure, as it was given.
    pub measure: String,
    /// Layers passed.
    pub layers: u64,
    /// Sweeps begun.
    pub sweeps: u64,
    /// Persistent markings.
    pub persistent: usize,
    /// Classes of cut-off points, and branches that ended at one that was known; if there are cut-off points.
    pub cutoff: Option<(usize, u64)>,
    /// Steps to less progress.
    pub regress_arcs: u64,
    /// Most markings stored at one time, persistent ones among them.
    pub peak_with_persistent: usize,
    /// In strict mode the step that ended the search.
    pub regress: Option<RegressStep>,
    /// How it went, as SVG, if that is wanted.
    pub picture: Option<String>,
    /// Files that could not be written.
    pub unwritten: Vec<Refusal>,
}

/// A step to less progress.
#[derive(Clone, Debug)]
pub struct RegressStep {
    /// The step.
    pub step: Step,
    /// The marking before it, and how far that is.
    pub from: (Vec<u64>, Arc<Value>),
    /// The marking after it, and how far that is.
    pub to: (Vec<u64>, Arc<Value>),
}

/// What representatives stand for.
pub struct Equivalent {
    /// Which markings are one.
    pub equivalence: Arc<Equivalence>,
    /// How many the representatives stand for.
    pub sums: Represented,
    /// The measure of the sweep is not the same for equivalent markings.
    pub measure_differs: bool,
}

/// What was found.
pub struct Findings {
    /// Prints colours.
    pub worker: Worker,
    /// How it was searched.
    pub method: &'static str,
    /// Markings found.
    pub states: States,
    /// Markings expanded, each as often as it was.
    pub explored: u64,
    /// Markings found and not expanded.
    pub frontier: usize,
    /// Steps found.
    pub arcs: u64,
    /// Most markings stored at one time.
    pub peak_states: usize,
    /// Markings without a step: how many, and the first of them.
    pub dead: usize,
    /// See `dead`.
    pub dead_first: Vec<Vec<u64>>,
    /// For each transition whether it occurred.
    pub occurred: Vec<bool>,
    /// Why the search ended.
    pub stop: StopReason,
    /// The time after which no step was followed, if there is one.
    pub until: Option<String>,
    /// Bounds of all places; `None` if there was no time left for them.
    pub bounds: Option<Vec<Bounds>>,
    /// Components, if wanted.
    pub components: Option<Components>,
    /// There was no time or memory left for the components.
    pub no_components: bool,
    /// The trace, if one was looked for and found.
    pub trace: Option<Vec<Step>>,
    /// Bytes of a stored marking, and of its part of the table.
    pub bytes_per_state: (f64, f64),
    /// Most bytes in use at one time, by our own count.
    pub peak_bytes: usize,
    /// What a sweep knows besides.
    pub swept: Option<Swept>,
    /// If equivalent markings are one.
    pub equivalent: Option<Equivalent>,
    /// How long the search took.
    pub search: Duration,
}

/// The time after which a worker finds no steps, as text.
fn until(worker: &Worker) -> Option<String> {
    let until = worker.until?;
    Some(worker.shared().net.show_time(until))
}

impl Findings {
    /// Of a full exploration.
    pub fn of_space(
        space: Space,
        method: &'static str,
        (goal, symmetry, search): (Option<u32>, Option<&Symmetry>, Duration),
        sccs: bool,
        rest: &Rest,
    ) -> Result<Findings, Failure> {
        let mut worker = space.engine.worker();
        let trace = match goal {
            Some(goal) => {
                let steps = trace::replay(&space, &mut worker, &trace::way(&space, goal))?;
                Some(steps.ok_or_else(|| trace::not_followed(symmetry))?)
            }
            None => None,
        };
        let states = space.store.len();
        let (arena, table) = space.store.bytes();
        let read = |&id: &u32| {
            let mut state = vec![0; space.store.width()];
            space.store.read(id, &mut state);
            state
        };
        let bounds = bounds(&space, rest);
        // Of a part of the state space they would mean nothing.
        let sccs = sccs && space.stop == StopReason::Complete;
        let components = match sccs {
            true => components(&space, rest)?,
            false => None,
        };
        Ok(Findings {
            until: until(&worker),
            method,
            states: States::Exactly(states as u64),
            explored: (states - space.frontier) as u64,
            frontier: space.frontier,
            arcs: space.arcs,
            peak_states: states,
            dead: space.dead.len(),
            dead_first: worker.least_markings(space.dead.iter().map(read), DEAD),
            bounds,
            no_components: sccs && components.is_none(),
            components,
            occurred: space.occurred,
            stop: space.stop,
            trace,
            bytes_per_state: (arena as f64 / states as f64, table as f64 / states as f64),
            peak_bytes: space.peak_bytes,
            swept: None,
            equivalent: None,
            search,
            worker,
        })
    }

    /// Of a sweep.
    pub fn of_sweep(
        mut sweep: Sweep,
        measure: &str,
        stop: StopReason,
        trace: Option<Vec<Step>>,
        search: Duration,
        rest: &Rest,
    ) -> Result<Findings, Failure> {
        let bounds = sweep.bounds(rest);
        let mut worker = sweep.engine.worker();
        let regress = match sweep.regress.take() {
            None => None,
            Some(found) => {
                let step = step_between(&mut worker, &found.from, &found.to)?;
                let (before, after) = found.values;
                step.map(|(step, to)| RegressStep {
                    step,
                    from: (found.from, before),
                    to: (to, after),
                })
            }
        };
        let tally = sweep.tally;
        let read = |id: u32| {
            let mut state = vec![0; sweep.dead.store.width()];
            sweep.dead.store.read(id, &mut state);
            state
        };
        let frontier = sweep.frontier();
        let exact = tally.sweeps == 1 && sweep.persistent.store.is_empty();
        Ok(Findings {
            until: until(&worker),
            method: "sweep-line",
            states: match exact {
                true => States::Exactly(tally.explored + frontier as u64),
                false => States::Between(tally.in_one_sweep, tally.explored + frontier as u64),
            },
            explored: tally.explored,
            frontier,
            arcs: tally.arcs,
            peak_states: tally.peak,
            dead: sweep.dead.store.len(),
            dead_first: worker.least_markings(sweep.dead.ids().map(read), DEAD),
            occurred: sweep.occurred(),
            stop,
            bounds,
            components: None,
            no_components: false,
            trace,
            bytes_per_state: (sweep.engine.layout.words as f64 * 8.0, 0.0),
            peak_bytes: tally.peak_bytes,
            swept: Some(Swept {
                measure: measure.to_string(),
                layers: tally.layers,
                sweeps: tally.sweeps,
                persistent: sweep.persistent.store.len(),
                cutoff: sweep.cutoff().map(|c| (c.classes.store.len(), c.cut)),
                peak_with_persistent: tally.peak_with_persistent,
                regress_arcs: tally.regress,
                regress,
                picture: None,
                unwritten: Vec::new(),
            }),
            equivalent: None,
            search,
            worker,
        })
    }

    /// What was found is true of representatives, and so of all that they stand for.
    pub fn reduce(&mut self, equivalent: Option<Equivalent>) {
        if let (Some(equivalent), Some(bounds)) = (&equivalent, &mut self.bounds) {
            equivalent.equivalence.spread(self.worker.shared(), bounds);
        }
        self.equivalent = equivalent;
    }

    /// Transitions that did not occur.
    fn dead_transitions(&self) -> Vec<String> {
        let net = &self.worker.shared().net;
        (net.transitions.iter().zip(&self.occurred))
            .filter(|(_, occurred)| !**occurred)
            .map(|(transition, _)| instance_name(&transition.name, transition.instance))
            .collect()
    }
}

/// The step from one marking to another, or to one that it stands for.
fn step_between(
    worker: &mut Worker,
    from: &[u64],
    to: &[u64],
) -> Result<Option<(Step, Vec<u64>)>, Failure> {
    let mut batch = Batch::traced();
    worker.steps(from, &mut batch)?;
    let mut representatives = batch.clone();
    worker.reduce(&mut representatives, 0)?;
    let leads_there = (0..batch.len()).filter(|&i| representatives.marking(i) == to);
    // Which of several steps comes first follows from the numbers of tokens, so the least is shown.
    let mut steps: Vec<Occurrence> = leads_there.map(|i| batch.occurrences[i]).collect();
    let first = steps.iter().map(|step| step.transition).min();
    steps.retain(|step| Some(step.transition) == first);
    worker.sort_bindings(&mut steps);
    let found = (steps.first()).and_then(|step| {
        let same = |other: &&Occurrence| other.element == step.element;
        let index = batch.occurrences.iter().position(|other| same(&other))?;
        Some((*step, batch.marking(index)))
    });
    Ok(found.map(|(occurrence, to)| {
        let step = Step {
            binding: worker.binding(occurrence),
            time: occurrence.clock,
            changes: trace::changes(worker, from, to),
        };
        (step, to.to_vec())
    }))
}

/// The beginning of a long text.
pub fn shorten(text: &str, limit: usize) -> String {
    if text.chars().count() <= limit {
        return text.to_string();
    }
    let kept: String = text.chars().take(limit.saturating_sub(1)).collect();
    format!("{kept}…")
}
