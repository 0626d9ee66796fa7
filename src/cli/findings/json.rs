//! What was found, as one JSON object.

use super::{Findings, States, step_json};
use crate::cli::output;
use crate::cli::progress::max_rss;
use crate::engine::{Item, Worker};
use crate::explore::control::StopReason;
use crate::explore::trace::Step;
use serde::Serialize;
use serde_json::{Value, json};
use std::io;

/// Colours of a multi-set unless all are wanted; `colours` tells how many there are.
const COLOURS: usize = 100;

#[derive(Serialize)]
struct Answer<'a> {
    net: &'a str,
    method: &'a str,
    /// `null` if it is not known, because some markings were visited several times.
    states: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    states_at_least: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    states_at_most: Option<u64>,
    arcs: u64,
    dead_markings: usize,
    /// `null` unless all was explored.
    dead_transitions: Option<Vec<String>>,
    explored_states: u64,
    frontier_states: usize,
    peak_states: usize,
    layers: u64,
    sweeps: u64,
    persistent_states: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    peak_with_persistent_states: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    measure: Option<&'a str>,
    /// Classes of cut-off points, and branches that ended at a known one.
    #[serde(skip_serializing_if = "Option::is_none")]
    cutoff_classes: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cutoff_branches: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    regress_arcs: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    regress: Option<Value>,
    bytes_per_state: f64,
    table_bytes_per_state: f64,
    peak_store_bytes: usize,
    max_rss_bytes: usize,
    seconds: f64,
    states_per_second: f64,
    stop_reason: StopReason,
    /// How the symmetry is known to be one.
    #[serde(skip_serializing_if = "Option::is_none")]
    symmetry: Option<&'a str>,
    /// Copies of markings that were compared for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    symmetry_comparisons: Option<u64>,
    /// Whether the initial marking is its only permuted copy.
    #[serde(skip_serializing_if = "Option::is_none")]
    symmetric_initial_marking: Option<bool>,
    /// How many markings the states stand for.
    #[serde(skip_serializing_if = "Option::is_none")]
    represented_states: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    represented_dead_markings: Option<u128>,
    /// `false` if the measure is not the same for equivalent markings.
    #[serde(skip_serializing_if = "Option::is_none")]
    measure_invariant: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_equivalence: Option<bool>,
    /// `null` if there was no time left for them.
    bounds: Option<Vec<Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sccs: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<Value>,
}

/// One JSON object on standard output. `looked`: a trace was looked for.
pub fn json(findings: &mut Findings, full: bool, looked: bool) -> io::Result<()> {
    let bounds = bounds_json(findings, if full { usize::MAX } else { COLOURS });
    let strayed = findings.stop == StopReason::NoCutoff;
    let trace = (looked || strayed).then(|| match findings.trace.take() {
        Some(steps) => {
            let step = |step: &Step| step_json(&mut findings.worker, step);
            steps.iter().map(step).collect()
        }
        None => Value::Null,
    });
    let regress = regress_json(findings);
    let swept = findings.swept.as_ref();
    let seconds = findings.search.as_secs_f64();
    let (states, between) = match findings.states {
        States::Exactly(states) => (Some(states), None),
        States::Between(least, most) => (None, Some((least, most))),
    };
    let equivalent = findings.equivalent.as_ref();
    let symmetric = equivalent.filter(|e| e.equivalence.is_symmetric());
    let timed = equivalent.filter(|e| e.equivalence.is_timed());
    output::json(&Answer {
        net: &findings.worker.shared().net.name,
        method: findings.method,
        states,
        states_at_least: between.map(|b| b.0),
        states_at_most: between.map(|b| b.1),
        arcs: findings.arcs,
        dead_markings: findings.dead,
        dead_transitions: (findings.stop == StopReason::Complete)
            .then(|| findings.dead_transitions()),
        explored_states: findings.explored,
        frontier_states: findings.frontier,
        peak_states: findings.peak_states,
        layers: swept.map_or(1, |swept| swept.layers),
        sweeps: swept.map_or(1, |swept| swept.sweeps),
        persistent_states: swept.map_or(0, |swept| swept.persistent),
        peak_with_persistent_states: swept.map(|swept| swept.peak_with_persistent),
        measure: swept.map(|swept| &*swept.measure),
        cutoff_classes: swept.and_then(|swept| swept.cutoff).map(|c| c.0),
        cutoff_branches: swept.and_then(|swept| swept.cutoff).map(|c| c.1),
        regress_arcs: swept.map(|swept| swept.regress_arcs),
        regress,
        bytes_per_state: findings.bytes_per_state.0,
        table_bytes_per_state: findings.bytes_per_state.1,
        peak_store_bytes: findings.peak_bytes,
        max_rss_bytes: max_rss(),
        seconds,
        states_per_second: findings.explored as f64 / seconds.max(1e-9),
        stop_reason: findings.stop,
        symmetry: symmetric.map(|e| match e.equivalence.compared() {
            Some(_) => "checked",
            None => "proven",
        }),
        symmetry_comparisons: symmetric.and_then(|e| e.equivalence.compared()),
        symmetric_initial_marking: symmetric.map(|e| e.sums.initial),
        represented_states: symmetric.and_then(|e| e.sums.states),
        represented_dead_markings: symmetric.and_then(|e| e.sums.dead),
        measure_invariant: swept.and(symmetric).map(|e| !e.measure_differs),
        time_equivalence: timed.map(|_| true),
        bounds,
        sccs: match &findings.components {
            Some(c) => Some(
                json!({"count": c.count, "terminal": c.terminal, "trivial": c.trivial, "largest": c.largest}),
            ),
            None => findings.no_components.then_some(Value::Null),
        },
        trace,
    })
}

fn bounds_json(findings: &mut Findings, most: usize) -> Option<Vec<Value>> {
    let shared = findings.worker.shared().clone();
    let mut all = Vec::new();
    for (place, bounds) in findings.bounds.as_mut()?.iter_mut().enumerate() {
        let net = &shared.net.places[place];
        let known = bounds.colours;
        let colours = known.then_some(bounds.upper_multiset.len());
        // They may be too many for a copy.
        let multiset = |worker: &mut Worker, items: &mut Vec<Item>| -> Value {
            if !known {
                return Value::Null;
            }
            worker.sort_first(place, items, most);
            let pairs = items
                .iter()
                .map(|item| json!([worker.show_token(place, item.token), item.count]));
            pairs.collect()
        };
        let worker = &mut findings.worker;
        all.push(json!({
            "place": net.name,
            "instance": net.instance,
            "lower": bounds.lower,
            "upper": bounds.upper,
            "colours": colours,
            "lower_multiset": multiset(worker, &mut bounds.lower_multiset),
            "upper_multiset": multiset(worker, &mut bounds.upper_multiset),
        }));
    }
    Some(all)
}

fn regress_json(findings: &mut Findings) -> Option<Value> {
    let regress = findings.swept.as_ref()?.regress.clone()?;
    let worker = &mut findings.worker;
    Some(json!({
        "from": worker.show(&regress.from.0),
        "progress_before": regress.from.1.to_string(),
        "step": step_json(worker, &regress.step),
        "to": worker.show(&regress.to.0),
        "progress_after": regress.to.1.to_string(),
    }))
}
