//! The facts of the standard report, gathered once for all renderings.

use crate::engine::{Failure, Item, Worker};
use crate::explore::bounds::bounds;
use crate::explore::control::StopReason;
use crate::explore::store::StateId;
use crate::query::arcs::Arcs;
use crate::query::fairness::{Fairness, fairness};
use crate::query::graph::Graph;
use crate::query::names::Names;
use crate::query::sccs::Sccs;
use crate::query::tool::describe;
use serde::Serialize;
use std::time::Instant;

/// Nodes that a list shows.
const SHOWN: usize = 5;
/// Colour sets with more colours than this are not looked through for colours that never come.
const COLOURS: u64 = 10_000;
/// Colours of a list.
const FEW: usize = 10;
/// Points of a plot.
const POINTS: usize = 400;

/// Everything the report says.
#[derive(Clone, Debug, Serialize)]
pub struct Facts {
    /// The net's name.
    pub net: String,
    /// How many transition instances it has.
    pub transitions: usize,
    /// The state space.
    pub statistics: Statistics,
    /// Bounds of each place instance.
    pub bounds: Vec<PlaceBounds>,
    /// Home markings.
    pub home: Home,
    /// Dead markings, dead and live transition instances.
    pub liveness: Liveness,
    /// Fairness of each transition instance; `None` if there is no infinite occurrence sequence.
    pub fairness: Option<Vec<(String, &'static str)>>,
    /// What never happened.
    pub never: Never,
    /// For each distance from the initial marking how many markings are that far away; thinned out if there are very many.
    pub distances: Vec<(usize, usize)>,
}

/// Sizes.
#[derive(Clone, Debug, Serialize)]
pub struct Statistics {
    /// Markings.
    pub states: usize,
    /// Steps.
    pub arcs: u64,
    /// How long the search took.
    pub seconds: f64,
    /// Why it ended.
    pub stop_reason: StopReason,
    /// Strongly connected components.
    pub sccs: usize,
    /// Steps from one to another.
    pub scc_arcs: usize,
    /// How long finding them took.
    pub scc_seconds: f64,
}

/// The bounds of a place instance.
#[derive(Clone, Debug, Serialize)]
pub struct PlaceBounds {
    /// `Page'Place 1`
    pub place: String,
    /// Most tokens.
    pub upper: u64,
    /// Fewest tokens.
    pub lower: u64,
    /// Of each colour the most tokens.
    pub upper_multiset: String,
    /// Of each colour the fewest tokens.
    pub lower_multiset: String,
}

/// A list of nodes of which the first are shown.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub struct Nodes {
    /// How many there are.
    pub count: usize,
    /// The numbers of the first.
    pub first: Vec<u64>,
}

/// What is known of home markings.
#[derive(Clone, Debug, Serialize)]
pub struct Home {
    /// All home markings; `None` in a net with time, where markings never come back.
    pub markings: Option<Nodes>,
    /// Whether the initial marking is one; time stamps are not compared.
    pub initial: bool,
    /// How many markings a home space needs.
    pub minimal_space: usize,
}

/// What can go on.
#[derive(Clone, Debug, Serialize)]
pub struct Liveness {
    /// Markings in which nothing can occur.
    pub dead_markings: Nodes,
    /// The tokens of the first of them, and a shortest way there.
    pub example: Option<Dead>,
    /// Transition instances that never occur.
    pub dead_transitions: Vec<String>,
    /// Transition instances that can always occur again.
    pub live_transitions: Vec<String>,
}

/// A dead marking.
#[derive(Clone, Debug, Serialize)]
pub struct Dead {
    /// Its tokens.
    pub marking: Vec<String>,
    /// The steps to it.
    pub way: Vec<String>,
}

/// What never happened.
#[derive(Clone, Debug, Serialize)]
pub struct Never {
    /// Places that never have a token.
    pub unmarked: Vec<String>,
    /// Transitions that never occur, with what is known of the cause.
    pub disabled: Vec<(String, String)>,
    /// Places with colours that never come: how many of how many, and the first ones.
    pub colours: Vec<(String, usize, u64, Vec<String>)>,
}

fn instance(name: &str, instance: u32) -> String {
    format!("{name} {instance}")
}

fn nodes(ids: &[StateId]) -> Nodes {
    Nodes {
        count: ids.len(),
        first: ids
            .iter()
            .take(SHOWN)
            .map(|&id| u64::from(id) + 1)
            .collect(),
    }
}

impl Facts {
    /// Looks at a state space.
    pub fn gather(graph: &mut Graph, names: &Names, seconds: f64) -> Result<Facts, Failure> {
        let start = Instant::now();
        graph.sccs()?;
        let scc_seconds = start.elapsed().as_secs_f64();
        let shared = graph.space.engine.shared.clone();
        let all = bounds(&graph.space);
        let mut worker = graph.space.engine.worker();
        let mut place_bounds = Vec::new();
        let mut never = Never {
            unmarked: Vec::new(),
            disabled: Vec::new(),
            colours: Vec::new(),
        };
        for (number, found) in all.iter().enumerate() {
            let net = &shared.net.places[number];
            let place = instance(&net.name, net.instance);
            if found.upper == 0 {
                never.unmarked.push(place.clone());
            } else if let Some(missing) = missing(&mut worker, number, &found.upper_multiset) {
                let (count, of, first) = missing;
                never.colours.push((place.clone(), count, of, first));
            }
        }
        // A port is its socket; members of a fusion set are told each.
        for named in names.places.iter().filter(|named| !named.port) {
            for (at, &number) in named.instances.iter().enumerate() {
                let found = &all[number];
                let mut show = |items: &[Item]| {
                    let mut items = items.to_vec();
                    worker.sort(number, &mut items);
                    worker.show_unstamped(number, &items)
                };
                place_bounds.push(PlaceBounds {
                    place: instance(&named.name, at as u32 + 1),
                    upper: found.upper,
                    lower: found.lower,
                    upper_multiset: show(&found.upper_multiset),
                    lower_multiset: show(&found.lower_multiset),
                });
            }
        }
        let occurred = graph.space.occurred.clone();
        for (net, _) in (shared.net.transitions.iter().zip(&occurred)).filter(|(_, o)| !**o) {
            let empty = net.inputs.iter().map(|arc| arc.place.0 as usize);
            let empty = empty.filter(|&place| all[place].upper == 0);
            let names: Vec<&str> = empty.map(|p| shared.net.places[p].name.as_str()).collect();
            let cause = match names.is_empty() {
                true => "no marking has the tokens that its arcs and guard ask for".to_string(),
                false => format!("no token ever comes to {}", names.join(", ")),
            };
            let name = instance(&net.name, net.instance);
            never.disabled.push((name, cause));
        }
        let dead = graph.space.dead.clone();
        let example = match dead.first() {
            Some(&id) => example(graph, id)?,
            None => None,
        };
        let transitions: Vec<String> = (shared.net.transitions.iter())
            .map(|net| instance(&net.name, net.instance))
            .collect();
        let timed = shared.net.timed;
        let home = home(graph, timed)?;
        let (states, arc_count) = (graph.nodes(), graph.space.arcs);
        let stop_reason = graph.space.stop;
        let (arcs, sccs) = graph.sccs()?;
        let distances = distances(arcs);
        let name = |wanted: &[bool]| -> Vec<String> {
            let chosen = transitions
                .iter()
                .zip(wanted)
                .filter(|(_, wanted)| **wanted);
            chosen.map(|(name, _)| name.clone()).collect()
        };
        let dead_transitions: Vec<bool> = occurred.iter().map(|occurred| !occurred).collect();
        let infinite = sccs.components.iter().any(|component| component.cyclic);
        let fair = infinite.then(|| {
            let fairness =
                (0..transitions.len()).map(|number| word(fairness(arcs, &of(arcs, number))));
            transitions.iter().cloned().zip(fairness).collect()
        });
        Ok(Facts {
            net: shared.net.name.clone(),
            transitions: transitions.len(),
            statistics: Statistics {
                states,
                arcs: arc_count,
                seconds,
                stop_reason,
                sccs: sccs.count(),
                scc_arcs: leaving(arcs, sccs),
                scc_seconds,
            },
            bounds: place_bounds,
            home,
            liveness: Liveness {
                dead_markings: nodes(&dead),
                example,
                dead_transitions: name(&dead_transitions),
                live_transitions: name(&live(arcs, sccs, transitions.len())),
            },
            fairness: fair,
            never,
            distances,
        })
    }
}

fn word(fairness: Fairness) -> &'static str {
    match fairness {
        Fairness::Impartial => "impartial",
        Fairness::Fair => "fair",
        Fairness::Just => "just",
        Fairness::None => "no fairness",
    }
}

/// Which binding elements are of a transition.
fn of(arcs: &Arcs, transition: usize) -> Vec<bool> {
    let elements = arcs.elements.iter();
    elements.map(|e| e.transition == transition).collect()
}

fn leaving(arcs: &Arcs, sccs: &Sccs) -> usize {
    let nodes = 0..arcs.nodes() as StateId;
    let out = |node: StateId| {
        let own = sccs.of[node as usize];
        let to = arcs.successors(node).iter();
        to.filter(|&&to| sccs.of[to as usize] != own).count()
    };
    nodes.map(out).sum()
}

/// Which transitions occur in every component that no arc leaves.
fn live(arcs: &Arcs, sccs: &Sccs, transitions: usize) -> Vec<bool> {
    let mut live = vec![true; transitions];
    for component in sccs.terminal() {
        let mut here = vec![false; transitions];
        for &node in sccs.members(component) {
            for arc in arcs.out(node) {
                let element = arcs.element[arc as usize] as usize;
                here[arcs.elements[element].transition] = true;
            }
        }
        (live.iter_mut().zip(here)).for_each(|(live, here)| *live &= here);
    }
    live
}

fn home(graph: &mut Graph, timed: bool) -> Result<Home, Failure> {
    let (_, sccs) = graph.sccs()?;
    let terminal: Vec<u32> = sccs.terminal().collect();
    let members: Vec<Vec<StateId>> = (terminal.iter())
        .map(|&c| sccs.members(c).to_vec())
        .collect();
    let markings = match (timed, &members[..]) {
        (true, _) => None,
        (false, [only]) => Some(nodes(only)),
        (false, _) => Some(nodes(&[])),
    };
    let initial = match timed {
        true => (members.iter()).all(|nodes| nodes.iter().any(|&id| graph.equal_untimed(0, id))),
        false => matches!(&members[..], [only] if only.first() == Some(&0)),
    };
    Ok(Home {
        markings,
        initial,
        minimal_space: terminal.len(),
    })
}

/// A dead marking and a shortest way to it.
fn example(graph: &mut Graph, id: StateId) -> Result<Option<Dead>, Failure> {
    let mut state = vec![0; graph.space.store.width()];
    graph.space.store.read(id, &mut state);
    let marking = describe(&mut graph.worker, &state);
    let Some(way) = graph.way(0, id)? else {
        return Ok(None);
    };
    Ok(Some(Dead { marking, way }))
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

/// How many nodes have each distance from the first.
fn distances(arcs: &Arcs) -> Vec<(usize, usize)> {
    let mut distance = vec![usize::MAX; arcs.nodes()];
    let mut counts: Vec<usize> = Vec::new();
    let mut layer: Vec<StateId> = vec![0];
    if let Some(first) = distance.first_mut() {
        *first = 0;
    }
    while !layer.is_empty() && arcs.nodes() > 0 {
        counts.push(layer.len());
        let mut next = Vec::new();
        for &node in &layer {
            for &to in arcs.successors(node) {
                if distance[to as usize] == usize::MAX {
                    distance[to as usize] = counts.len();
                    next.push(to);
                }
            }
        }
        layer = next;
    }
    let step = counts.len().div_ceil(POINTS).max(1);
    counts.into_iter().enumerate().step_by(step).collect()
}
