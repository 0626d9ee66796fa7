//! Makes the facts of the report of what a search found. Bounds, dead markings and what never happened are known to every method; the rest needs a `Chart`.

use super::chart::Chart;
use super::facts::{Dead, Facts, Known, Liveness, Never, Nodes, PlaceBounds, Statistics};
use crate::engine::{Item, Worker};
use crate::explore::bounds::Bounds;
use crate::explore::control::StopReason;
use crate::net::named::Names;
use crate::query::tool::describe;

/// Colour sets with more colours than this are not looked through for colours that never come.
const COLOURS: u64 = 10_000;
/// Colours of a list.
const FEW: usize = 10;

/// What a search found, whatever its method.
pub struct Found<'f> {
    /// Prints colours.
    pub worker: &'f mut Worker,
    /// How it went. What a chart knows comes from there.
    pub statistics: Statistics,
    /// Bounds of all places; `None` if there was no time for them.
    pub bounds: Option<&'f [Bounds]>,
    /// For each transition whether it occurred.
    pub occurred: &'f [bool],
    /// How many dead markings there are.
    pub dead: usize,
    /// The first of them.
    pub dead_first: &'f [Vec<u64>],
    /// How a sweep went, as SVG.
    pub plot: Option<String>,
}

fn instance(name: &str, instance: u32) -> String {
    format!("{name} {instance}")
}

/// Something that a sweep, or a search that was stopped, cannot know.
fn unknown<T>(what: &str, statistics: &Statistics) -> Known<T> {
    let unknown = match (&statistics.sweep, statistics.stop_reason) {
        (Some(_), StopReason::Complete) => format!(
            "{what} can only be found with all markings and steps at hand, and a sweep has deleted those that it passed. Explore without --sweep to find out."
        ),
        _ => format!(
            "{what} can only be found with all markings and steps at hand, and the search ended before."
        ),
    };
    Known::No { unknown }
}

/// The facts.
pub fn gather(found: Found<'_>, names: &Names, chart: Option<Chart>) -> Facts {
    let Found {
        worker,
        mut statistics,
        bounds,
        ..
    } = found;
    let counted = bounds.is_some();
    let bounds = bounds.unwrap_or_default();
    let shared = worker.shared().clone();
    let transitions: Vec<String> = (shared.net.transitions.iter())
        .map(|net| instance(&net.name, net.instance))
        .collect();
    let name = |wanted: &[bool]| -> Vec<String> {
        let chosen = transitions.iter().zip(wanted).filter(|(_, w)| **w);
        chosen.map(|(name, _)| name.clone()).collect()
    };
    let dead_transitions: Vec<bool> = found.occurred.iter().map(|occurred| !occurred).collect();
    let mut examples: Vec<Dead> = (found.dead_first.iter())
        .map(|state| Dead {
            marking: describe(worker, state),
            way: None,
        })
        .collect();
    let mut dead_markings = Nodes {
        count: found.dead,
        first: Vec::new(),
    };
    let (mut distances, mut whole) = (Vec::new(), None);
    if let Some(chart) = chart {
        statistics.scc_graph = Known::Yes(chart.scc_graph);
        (distances, whole, dead_markings) = (chart.distances, chart.whole, chart.dead);
        if let (Some(example), Some(first)) = (chart.example, examples.first_mut()) {
            *first = example;
        }
    } else {
        statistics.scc_graph = unknown("Components", &statistics);
    }
    let is_whole = statistics.stop_reason == StopReason::Complete;
    let never = never(worker, bounds, found.occurred);
    let (home, live, fairness) = match whole {
        Some(whole) => {
            let fair = whole
                .fairness
                .map(|words| transitions.iter().cloned().zip(words));
            (
                Known::Yes(whole.home),
                Known::Yes(name(&whole.live)),
                Known::Yes(fair.map(Iterator::collect)),
            )
        }
        None => (
            unknown(
                "Which markings can be reached from every other one",
                &statistics,
            ),
            unknown("Which transitions can always occur again", &statistics),
            unknown("What infinite occurrence sequences do", &statistics),
        ),
    };
    Facts {
        net: shared.net.name.clone(),
        transitions: transitions.len(),
        counted,
        bounds: place_bounds(worker, names, bounds),
        home,
        liveness: Liveness {
            dead_markings,
            examples,
            dead_transitions: match is_whole {
                true => Known::Yes(name(&dead_transitions)),
                false => unknown("Which transitions never occur", &statistics),
            },
            live_transitions: live,
        },
        fairness,
        never,
        distances,
        statistics,
        plot: found.plot,
    }
}

fn place_bounds(worker: &mut Worker, names: &Names, bounds: &[Bounds]) -> Vec<PlaceBounds> {
    let mut all = Vec::new();
    // A port is its socket; members of a fusion set are told each.
    for named in names.places.iter().filter(|named| !named.port) {
        for (at, &number) in named.instances.iter().enumerate() {
            let Some(found) = bounds.get(number) else {
                continue;
            };
            let mut show = |items: &[Item]| {
                let mut items = items.to_vec();
                worker.sort(number, &mut items);
                (found.colours).then(|| worker.show_unstamped(number, &items))
            };
            all.push(PlaceBounds {
                place: instance(&named.name, at as u32 + 1),
                upper: found.upper,
                lower: found.lower,
                upper_multiset: show(&found.upper_multiset),
                lower_multiset: show(&found.lower_multiset),
            });
        }
    }
    all
}

fn never(worker: &mut Worker, bounds: &[Bounds], occurred: &[bool]) -> Never {
    let shared = worker.shared().clone();
    let mut never = Never {
        unmarked: Vec::new(),
        disabled: Vec::new(),
        colours: Vec::new(),
    };
    for (number, found) in bounds.iter().enumerate() {
        let net = &shared.net.places[number];
        let place = instance(&net.name, net.instance);
        if found.upper == 0 {
            never.unmarked.push(place);
        } else if found.colours
            && let Some((count, of, first)) = missing(worker, number, &found.upper_multiset)
        {
            never.colours.push((place, count, of, first));
        }
    }
    for (net, _) in (shared.net.transitions.iter().zip(occurred)).filter(|(_, o)| !**o) {
        let empty = net.inputs.iter().map(|arc| arc.place.0 as usize);
        let is_empty = |found: &Bounds| found.upper == 0;
        let empty = empty.filter(|&place| bounds.get(place).is_some_and(is_empty));
        let names: Vec<&str> = empty.map(|p| shared.net.places[p].name.as_str()).collect();
        let cause = match names.is_empty() {
            true => "no marking has the tokens that its arcs and guard ask for".to_string(),
            false => format!("no token ever comes to {}", names.join(", ")),
        };
        let name = instance(&net.name, net.instance);
        never.disabled.push((name, cause));
    }
    never
}

/// How many colours of a place's colour set never come, of how many, and the first ones.
fn missing(worker: &mut Worker, place: usize, seen: &[Item]) -> Option<(usize, u64, Vec<String>)> {
    let all = worker.colours_of(place, COLOURS)?;
    let shared = worker.shared().clone();
    let tokens = &shared.places[place].tokens;
    let seen: Vec<u64> = seen.iter().map(|item| tokens.colour(item.token)).collect();
    let missing: Vec<u64> = (all.iter().copied())
        .filter(|colour| !seen.contains(colour))
        .collect();
    if missing.is_empty() {
        return None;
    }
    let first = missing.iter().take(FEW);
    let shown = first.map(|&colour| worker.show_colour_of(place, colour));
    Some((missing.len(), all.len() as u64, shown.collect()))
}
