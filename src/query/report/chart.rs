//! What can only be known where every marking and every step is at hand: components, home markings, live transitions, fairness, shortest ways.
//!
//! Where equivalent markings are one, this is the graph of representatives. A step of the net from a marking is, up to the equivalence, a step from its representative, and of the
//! same transition. So infinite runs, and which transitions are enabled and occur in them, are the same: liveness and fairness of transitions hold as they are. Which markings are home
//! markings holds up to the equivalence only.

use super::facts::{Dead, Home, Known, Nodes, SccGraph};
use crate::engine::{Failure, Item, Worker};
use crate::explore::components::stopped;
use crate::explore::control::Rest;
use crate::explore::full::Space;
use crate::explore::store::StateId;
use crate::explore::trace::{self, Step};
use crate::query::arcs::Arcs;
use crate::query::fairness::{Fairness, fairness};
use crate::query::graph::Graph;
use crate::query::sccs::Sccs;
use std::time::Instant;

/// Nodes that a list shows.
const SHOWN: usize = 5;
/// Points of a plot.
const POINTS: usize = 400;

/// What the graph of a state space says.
pub struct Chart {
    /// Its components.
    pub scc_graph: SccGraph,
    /// How many nodes have each distance from the first.
    pub distances: Vec<(usize, usize)>,
    /// Dead markings, by their numbers.
    pub dead: Nodes,
    /// The first of them with a shortest way to it.
    pub example: Option<Dead>,
    /// What is true of the net only if nothing is missing.
    pub whole: Option<Whole>,
}

/// See `Chart`.
pub struct Whole {
    /// Home markings.
    pub home: Home,
    /// For each transition whether it is live.
    pub live: Vec<bool>,
    /// Fairness of each transition; `None` if there is no infinite occurrence sequence.
    pub fairness: Option<Vec<&'static str>>,
}

/// Looks at what one thread found, breadth first, and gives it back. There is no chart if time or memory does not last. `permuted`: markings that a
/// permutation makes equal are one.
pub fn chart(space: Space, permuted: bool, rest: Rest) -> Result<(Option<Chart>, Space), Failure> {
    let mut graph = Graph::of(space);
    graph.rest = rest;
    match chart_of(&mut graph, permuted) {
        Ok(chart) => Ok((Some(chart), graph.space)),
        Err(_) if graph.rest.is_over() => Ok((None, graph.space)),
        Err(failure) => Err(failure),
    }
}

/// The same of a graph.
pub fn chart_of(graph: &mut Graph, permuted: bool) -> Result<Chart, Failure> {
    let start = Instant::now();
    let (arcs, sccs) = graph.sccs()?;
    let scc_graph = SccGraph {
        nodes: sccs.count(),
        arcs: leaving(arcs, sccs),
        seconds: start.elapsed().as_secs_f64(),
    };
    let distances = distances(arcs);
    let example = match graph.space.dead.first() {
        Some(&id) => example(graph, id)?,
        None => None,
    };
    let whole = match graph.is_complete() {
        true => Some(whole(graph, permuted)?),
        false => None,
    };
    Ok(Chart {
        scc_graph,
        distances,
        dead: nodes(&graph.space.dead),
        example,
        whole,
    })
}

fn whole(graph: &mut Graph, permuted: bool) -> Result<Whole, Failure> {
    let transitions = graph.space.engine.shared.net.transitions.len();
    let home = home(graph, permuted)?;
    let rest = graph.rest.clone();
    let (arcs, sccs) = graph.sccs()?;
    let infinite = sccs.components.iter().any(|component| component.cyclic);
    let fair = |number| {
        let found = fairness(arcs, &of(arcs, number), &rest);
        found.map(word).ok_or_else(stopped)
    };
    let fairness = infinite.then(|| (0..transitions).map(fair).collect::<Result<_, _>>());
    Ok(Whole {
        home,
        live: live(arcs, sccs, transitions),
        fairness: fairness.transpose()?,
    })
}

fn nodes(ids: &[StateId]) -> Nodes {
    let first = ids.iter().take(SHOWN);
    Nodes {
        count: ids.len(),
        first: first.map(|&id| u64::from(id) + 1).collect(),
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

fn home(graph: &mut Graph, permuted: bool) -> Result<Home, Failure> {
    let timed = graph.space.engine.shared.net.timed;
    // Shifts in time leave all tokens as they are. Of a representative of permuted copies it is not known whether the initial one comes back.
    let alone = match permuted {
        true => graph.worker.stands_for(&graph.space.engine.initial) == Some(1),
        false => true,
    };
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
        initial: match alone {
            true => Known::Yes(initial),
            false => Known::No {
                unknown:
                    "The initial marking has permuted copies, which are not told apart from it."
                        .to_string(),
            },
        },
        minimal_space: terminal.len(),
    })
}

/// A dead marking and a shortest way to it. Where equivalent markings are one, the way is one of the net itself, and the marking the one that it leads to.
fn example(graph: &mut Graph, id: StateId) -> Result<Option<Dead>, Failure> {
    let arcs = graph.arcs()?;
    let Some(way) = arcs.way(0, id) else {
        return Ok(None);
    };
    let nodes = way.iter().map(|&arc| arcs.to[arc as usize]);
    let nodes: Vec<StateId> = std::iter::once(0).chain(nodes).collect();
    let Some(steps) = trace::replay(&graph.space, &mut graph.worker, &nodes)? else {
        return Ok(None);
    };
    let marking = after(&mut graph.worker, &graph.space.engine.initial, &steps);
    let way = steps.iter().map(|step| graph.show(&step.binding));
    Ok(Some(Dead {
        way: Some(way.collect()),
        marking,
    }))
}

/// The marking that steps lead to from the initial one, as text.
fn after(worker: &mut Worker, initial: &[u64], steps: &[Step]) -> Vec<String> {
    let shared = worker.shared().clone();
    let places = 0..shared.net.places.len();
    let mut tokens: Vec<Vec<Item>> = places.map(|p| worker.tokens_of(p, initial)).collect();
    for change in steps.iter().flat_map(|step| &step.changes) {
        let here = &mut tokens[change.place];
        for gone in &change.removed {
            let same = |item: &&mut Item| (item.token, item.stamp) == (gone.token, gone.stamp);
            if let Some(item) = here.iter_mut().find(same) {
                item.count -= gone.count.min(item.count);
            }
        }
        for come in &change.added {
            let same = |item: &&mut Item| (item.token, item.stamp) == (come.token, come.stamp);
            match here.iter_mut().find(same) {
                Some(item) => item.count += come.count,
                None => here.push(*come),
            }
        }
        here.retain(|item| item.count > 0);
    }
    let mut lines = Vec::new();
    if shared.net.timed {
        let time = steps.last().map_or(worker.clock(initial), |step| step.time);
        lines.push(format!("time {}", shared.net.show_time(time)));
    }
    for (place, mut items) in tokens.into_iter().enumerate() {
        if !items.is_empty() {
            worker.sort(place, &mut items);
            let net = &shared.net.places[place];
            let shown = worker.show_items(place, &items);
            lines.push(format!("{} {}: {shown}", net.name, net.instance));
        }
    }
    match lines.is_empty() {
        true => vec!["no tokens at all".to_string()],
        false => lines,
    }
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
