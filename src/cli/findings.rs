//! What `explore` found, for people and as JSON.

use super::explore::Findings;
use super::output;
use super::progress::{bytes, grouped};
use crate::engine::{Item, Worker};
use crate::explore::control::StopReason;
use crate::explore::trace::Step;
use crate::net::names::instance_name;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::io::{self, BufWriter, IsTerminal, Write};

/// Characters of a multi-set that are shown unless all are wanted.
const SHORT: usize = 60;
/// Colours of a multi-set in JSON unless all are wanted; `colours` tells how many there are.
const COLOURS: usize = 100;
/// Dead markings that are shown.
const DEAD: usize = 3;

#[derive(Serialize)]
struct Answer<'a> {
    net: &'a str,
    method: &'a str,
    states: usize,
    arcs: u64,
    dead_markings: usize,
    /// `null` unless all was explored.
    dead_transitions: Option<Vec<String>>,
    explored_states: usize,
    frontier_states: usize,
    peak_states: usize,
    layers: usize,
    sweeps: usize,
    persistent_states: usize,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    time_equivalence: Option<bool>,
    bounds: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sccs: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<Value>,
}

/// One JSON object on standard output.
pub fn json(findings: &mut Findings, method: &str, full: bool, looked: bool) -> io::Result<()> {
    let bounds = bounds_json(findings, if full { usize::MAX } else { COLOURS });
    let trace = looked.then(|| match findings.trace.take() {
        Some(steps) => {
            let step = |step: &Step| step_json(&mut findings.worker, step);
            steps.iter().map(step).collect()
        }
        None => Value::Null,
    });
    let space = &findings.space;
    let states = space.store.len();
    let (arena, table) = space.store.bytes();
    let seconds = findings.search.as_secs_f64();
    let symmetric =
        (findings.reduced.as_ref()).filter(|(equivalence, _)| equivalence.is_symmetric());
    let timed = (findings.reduced.as_ref()).filter(|(equivalence, _)| equivalence.is_timed());
    output::json(&Answer {
        net: &space.engine.shared.net.name,
        method,
        states,
        arcs: space.arcs,
        dead_markings: space.dead.len(),
        dead_transitions: (space.stop == StopReason::Complete).then(|| dead_transitions(findings)),
        explored_states: states - space.frontier,
        frontier_states: space.frontier,
        peak_states: states,
        layers: 1,
        sweeps: 1,
        persistent_states: 0,
        bytes_per_state: arena as f64 / states as f64,
        table_bytes_per_state: table as f64 / states as f64,
        peak_store_bytes: space.peak_bytes,
        max_rss_bytes: findings.max_rss,
        seconds,
        states_per_second: states as f64 / seconds.max(1e-9),
        stop_reason: space.stop,
        symmetry: symmetric.map(|(equivalence, _)| match equivalence.compared() {
            Some(_) => "checked",
            None => "proven",
        }),
        symmetry_comparisons: symmetric.and_then(|(equivalence, _)| equivalence.compared()),
        symmetric_initial_marking: symmetric.map(|(_, sums)| sums.initial),
        represented_states: symmetric.and_then(|(_, sums)| sums.states),
        represented_dead_markings: symmetric.and_then(|(_, sums)| sums.dead),
        time_equivalence: timed.map(|_| true),
        bounds,
        sccs: findings.components.as_ref().map(|c| {
            json!({"count": c.count, "terminal": c.terminal, "trivial": c.trivial, "largest": c.largest})
        }),
        trace,
    })
}

fn bounds_json(findings: &mut Findings, most: usize) -> Vec<Value> {
    let shared = findings.space.engine.shared.clone();
    let mut all = Vec::new();
    for (place, bounds) in findings.bounds.clone().iter().enumerate() {
        let net = &shared.net.places[place];
        let multiset = |findings: &mut Findings, items: &[Item]| -> Value {
            let mut items = items.to_vec();
            findings.worker.sort(place, &mut items);
            items.truncate(most);
            let pairs = items
                .iter()
                .map(|item| json!([findings.worker.show_token(place, item.token), item.count]));
            pairs.collect()
        };
        all.push(json!({
            "place": net.name,
            "instance": net.instance,
            "lower": bounds.lower,
            "upper": bounds.upper,
            "colours": bounds.upper_multiset.len(),
            "lower_multiset": multiset(findings, &bounds.lower_multiset),
            "upper_multiset": multiset(findings, &bounds.upper_multiset),
        }));
    }
    all
}

/// A step.
pub fn step_json(worker: &mut Worker, step: &Step) -> Value {
    let shared = worker.shared().clone();
    let transition = &shared.net.transitions[step.binding.transition];
    let values = worker.show_values(&step.binding);
    let names = transition.variables.iter().map(|v| v.name.clone());
    let binding: Map<String, Value> = names.zip(values.into_iter().map(Value::from)).collect();
    let changes: Vec<Value> = (step.changes.iter())
        .map(|change| {
            json!({
                "place": shared.net.places[change.place].name,
                "instance": shared.net.places[change.place].instance,
                "removed": worker.show_items(change.place, &change.removed),
                "added": worker.show_items(change.place, &change.added),
            })
        })
        .collect();
    json!({
        "transition": transition.name,
        "instance": transition.instance,
        "binding": binding,
        "time": step.time,
        "changes": changes,
    })
}

fn dead_transitions(findings: &Findings) -> Vec<String> {
    let net = &findings.space.engine.shared.net;
    let occurred = &findings.space.occurred;
    (net.transitions.iter().zip(occurred))
        .filter(|(_, occurred)| !**occurred)
        .map(|(transition, _)| instance_name(&transition.name, transition.instance))
        .collect()
}

fn several(number: usize, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        _ => format!("{} {what}s", grouped(number as u64)),
    }
}

/// For people.
pub fn text(findings: &mut Findings, full: bool, predicate: Option<&str>) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let space = &findings.space;
    let states = space.store.len();
    let ending = match space.stop {
        StopReason::Complete => "this is the whole state space".to_string(),
        StopReason::Found => "the search ended there".to_string(),
        reason => {
            let why = match reason {
                StopReason::MaxStates => "the limit of states was reached",
                StopReason::MaxSeconds => "the time limit was reached",
                StopReason::Memory => "the memory limit was reached",
                _ => "interrupted",
            };
            format!("{why}, {} not expanded", several(space.frontier, "state"))
        }
    };
    let name = space.engine.shared.net.name.clone();
    if let Some(predicate) = predicate {
        trace(&mut out, findings, predicate)?;
    }
    writeln!(
        out,
        "{name}: {}, {}; {ending}.",
        several(states, "state"),
        several_arcs(findings.space.arcs)
    )?;
    reduction(&mut out, findings)?;
    if findings.space.stop == StopReason::Found {
        return out.flush();
    }
    writeln!(out)?;
    dead(&mut out, findings)?;
    let never = dead_transitions(findings);
    let names = never.join(", ");
    match findings.space.stop {
        _ if never.is_empty() => writeln!(out, "Every transition occurs.")?,
        StopReason::Complete => writeln!(out, "Never occurring: {names}.")?,
        _ => writeln!(out, "Not occurring so far: {names}.")?,
    }
    if let Some(c) = &findings.components {
        let (count, terminal) = (grouped(c.count as u64), grouped(c.terminal as u64));
        writeln!(
            out,
            "Strongly connected components: {count}, {terminal} of them terminal; the largest has {}.",
            several(c.largest, "state")
        )?;
    }
    writeln!(out)?;
    table(&mut out, findings, full)?;
    out.flush()?;
    let (arena, table) = findings.space.store.bytes();
    let per_state = |bytes: usize| bytes as f64 / states as f64;
    let seconds = findings.search.as_secs_f64();
    // Not part of the answer: it differs from run to run.
    if !io::stderr().is_terminal() {
        return Ok(());
    }
    let _ = writeln!(
        io::stderr(),
        "\n{seconds:.3} s, {} states/s; {:.0} bytes a state and {:.1} in the table; {} of memory at most.",
        grouped((states as f64 / seconds.max(1e-9)) as u64),
        per_state(arena),
        per_state(table),
        bytes(findings.max_rss),
    );
    Ok(())
}

/// What the states are, if equivalent markings are one.
fn reduction(out: &mut impl Write, findings: &Findings) -> io::Result<()> {
    let Some((equivalence, sums)) = &findings.reduced else {
        return Ok(());
    };
    if equivalence.is_timed() {
        writeln!(
            out,
            "Markings that differ only in when they are count once."
        )?;
    }
    if !equivalence.is_symmetric() {
        return Ok(());
    }
    if let Some(states) = sums.states {
        let many = grouped(u64::try_from(states).unwrap_or(u64::MAX));
        let whence = match sums.initial {
            true => "",
            false => ", those that permuted initial markings lead to included",
        };
        writeln!(out, "Up to symmetry: they stand for {many} states{whence}.")?;
    } else {
        writeln!(out, "Markings that differ by a permutation count once.")?;
    }
    match equivalence.compared() {
        None => writeln!(out, "The symmetry is proven."),
        Some(compared) => writeln!(
            out,
            "The symmetry is not proven; {} permuted copies of markings behaved as it says.",
            grouped(compared)
        ),
    }
}

fn several_arcs(arcs: u64) -> String {
    several(usize::try_from(arcs).unwrap_or(usize::MAX), "arc")
}

fn dead(out: &mut impl Write, findings: &mut Findings) -> io::Result<()> {
    let ids = findings.space.dead.clone();
    if ids.is_empty() {
        return match findings.space.stop {
            StopReason::Complete => writeln!(out, "No dead markings."),
            _ => writeln!(out, "No dead markings so far."),
        };
    }
    writeln!(out, "{}:", several(ids.len(), "dead marking"))?;
    let shared = findings.space.engine.shared.clone();
    let mut state = vec![0; findings.space.store.width()];
    for &id in ids.iter().take(DEAD) {
        findings.space.store.read(id, &mut state);
        let clock = match shared.net.timed {
            true => format!("time {}", findings.worker.clock(&state)),
            false => String::new(),
        };
        let mut mark = "-";
        if !clock.is_empty() {
            writeln!(out, "  {mark} {clock}")?;
            mark = " ";
        }
        for (place, net) in shared.net.places.iter().enumerate() {
            let shown = findings.worker.show_place(place, &state);
            if shown != "empty" {
                let name = instance_name(&net.name, net.instance);
                writeln!(out, "  {mark} {name} {}", shorten(&shown, SHORT))?;
                mark = " ";
            }
        }
        if mark == "-" {
            writeln!(out, "  - no tokens at all")?;
        }
    }
    if ids.len() > DEAD {
        writeln!(out, "  and {} more", grouped((ids.len() - DEAD) as u64))?;
    }
    Ok(())
}

fn table(out: &mut impl Write, findings: &mut Findings, full: bool) -> io::Result<()> {
    let shared = findings.space.engine.shared.clone();
    let limit = if full { usize::MAX } else { SHORT };
    let names: Vec<String> = (shared.net.places.iter())
        .map(|place| instance_name(&place.name, place.instance))
        .collect();
    let width = names
        .iter()
        .map(|n| n.chars().count())
        .max()
        .unwrap_or(0)
        .max(5);
    writeln!(
        out,
        "{:width$}  {:>7}  {:>7}  upper multi-set",
        "place", "lower", "upper"
    )?;
    for (place, bounds) in findings.bounds.clone().iter().enumerate() {
        let mut items = bounds.upper_multiset.clone();
        findings.worker.sort(place, &mut items);
        if !full {
            // More would not be shown.
            items.truncate(SHORT);
        }
        let shown = findings.worker.show_unstamped(place, &items);
        let (lower, upper) = (grouped(bounds.lower), grouped(bounds.upper));
        writeln!(
            out,
            "{:width$}  {lower:>7}  {upper:>7}  {}",
            names[place],
            shorten(&shown, limit)
        )?;
    }
    Ok(())
}

fn trace(out: &mut impl Write, findings: &mut Findings, predicate: &str) -> io::Result<()> {
    let Some(steps) = findings.trace.take() else {
        let sure = match findings.space.stop {
            StopReason::Complete => "No reachable marking satisfies",
            _ => "Up to the limit no marking was found that satisfies",
        };
        writeln!(out, "{sure} {predicate}")?;
        return writeln!(out);
    };
    writeln!(
        out,
        "{} to a marking that satisfies {predicate}",
        several(steps.len(), "step")
    )?;
    for (number, step) in steps.iter().enumerate() {
        show_step(out, &mut findings.worker, number + 1, step)?;
    }
    writeln!(out)
}

/// A step: what occurs, and under it what changes.
pub fn show_step(
    out: &mut impl Write,
    worker: &mut Worker,
    number: usize,
    step: &Step,
) -> io::Result<()> {
    let shared = worker.shared().clone();
    let transition = &shared.net.transitions[step.binding.transition];
    let name = instance_name(&transition.name, transition.instance);
    let time = match shared.net.timed {
        true => format!(" at {}", step.time),
        false => String::new(),
    };
    let binding = worker.show_binding(&step.binding);
    writeln!(out, "{number:>4}  {name}{time} {binding}")?;
    for change in &step.changes {
        let net = &shared.net.places[change.place];
        let place = instance_name(&net.name, net.instance);
        for (sign, items) in [("-", &change.removed), ("+", &change.added)] {
            if !items.is_empty() {
                writeln!(
                    out,
                    "      {sign} {place} {}",
                    worker.show_items(change.place, items)
                )?;
            }
        }
    }
    Ok(())
}

/// The beginning of a long text.
pub fn shorten(text: &str, limit: usize) -> String {
    if text.chars().count() <= limit {
        return text.to_string();
    }
    let kept: String = text.chars().take(limit.saturating_sub(1)).collect();
    format!("{kept}…")
}
