//! State spaces as sets of texts: what the engine finds and what the naive interpreter finds, in the same words.

use crate::naive::net::Net;
use crate::naive::space::{Space as NaiveSpace, describe, label};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use sweepnet::engine::{Batch, Demand, Engine, Recode, Worker};
use sweepnet::explore::control::{Control, StopReason};
use sweepnet::explore::full::{Order, Space, explore};
use sweepnet::net::flat::FlatNet;

/// A state space.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// All states.
    pub states: BTreeSet<String>,
    /// From, transition and binding, to.
    pub arcs: BTreeSet<(String, String, String)>,
    /// States without an arc.
    pub dead: BTreeSet<String>,
}

impl Graph {
    /// What the naive interpreter found.
    pub fn naive(net: &mut Net, space: &NaiveSpace) -> Graph {
        let texts: Vec<String> = space
            .states
            .iter()
            .map(|state| describe(net, state))
            .collect();
        let text = |state: usize| texts[state].clone();
        let arcs: BTreeSet<_> = (space.arcs.iter())
            .map(|(from, binding, to)| (text(*from), label(net, binding), text(*to)))
            .collect();
        assert_eq!(arcs.len(), space.arcs.len(), "no step twice");
        Graph {
            dead: space.dead().into_iter().map(text).collect(),
            states: texts.iter().cloned().collect(),
            arcs,
        }
    }

    /// What the engine finds.
    pub fn engine(net: FlatNet, threads: usize, order: Order) -> Result<Graph, String> {
        let engine = Engine::new(net).map_err(|failure| format!("{failure:#?}"))?;
        Graph::found(engine, threads, order)
    }

    /// What the engine finds if layouts and tables change at random moments.
    #[allow(dead_code)]
    pub fn shaky(net: FlatNet, threads: usize, seed: u64) -> Result<Graph, String> {
        let mut engine = Engine::new(net).map_err(|failure| format!("{failure:#?}"))?;
        engine.shaky = Some(seed);
        Graph::found(engine, threads, Order::Breadth)
    }

    /// What the engine finds if it remembers no steps that it can do without: with counters for few colours, or `numbers` of multi-sets for all places.
    pub fn forgetful(net: FlatNet, numbers: bool) -> Result<Graph, String> {
        let mut engine = Engine::new(net).map_err(|failure| format!("{failure:#?}"))?;
        engine.forgetful = true;
        if numbers {
            let places = 0..engine.layout.fields.len();
            let new = engine.adapted(&places.map(Demand::Number).collect::<Vec<_>>());
            let mut initial = vec![0; new.words];
            Recode::new(&engine.shared.places, &engine.layout, &new)
                .marking(&engine.initial, &mut initial, &mut Vec::new())
                .map_err(|demand| format!("{demand:?}"))?;
            (engine.layout, engine.initial) = (Arc::new(new), initial);
        }
        Graph::found(engine, 1, Order::Breadth)
    }

    fn found(engine: Engine, threads: usize, order: Order) -> Result<Graph, String> {
        let mut control = Control::default();
        control.threads = threads;
        control.parallel_from = 1;
        let mut space = explore(engine, &mut control, order, None)
            .map_err(|failure| format!("{failure:#?}"))?;
        if space.stop != StopReason::Complete {
            return Err(format!("stopped: {:?}", space.stop));
        }
        // What was found is read in one layout.
        space.engine.shaky = None;
        Graph::of(&space)
    }

    fn of(space: &Space) -> Result<Graph, String> {
        let mut graph = Graph::default();
        let mut worker = space.engine.worker();
        let mut told = Told::default();
        let (mut number, mut arcs) = (0, 0);
        let mut state = vec![0; space.store.width()];
        for id in space.used.iter().cloned().flatten() {
            space.store.read(id, &mut state);
            let from = told.words(&mut worker, &state);
            let mut batch = Batch::traced();
            worker
                .expand(&state, &mut batch)
                .map_err(|halt| format!("{halt:?}"))?;
            for (occurrence, to) in batch
                .occurrences
                .iter()
                .zip(batch.words.chunks_exact(batch.width))
            {
                let binding = worker.binding(*occurrence);
                let net = &worker.shared().net.transitions[binding.transition];
                let transition = format!("{} {}", net.name, net.instance);
                let label = format!("{transition} {}", worker.show_binding(&binding));
                let to = told.words(&mut worker, to);
                graph.arcs.insert((from.clone(), label, to));
                arcs += 1;
            }
            if space.dead.binary_search(&id).is_ok() {
                graph.dead.insert(from.clone());
            }
            graph.states.insert(from);
            number += 1;
        }
        let counts = [
            (graph.states.len(), number),
            (graph.arcs.len(), arcs),
            (arcs, space.arcs as usize),
            (graph.dead.len(), space.dead.len()),
        ];
        match counts.iter().all(|(a, b)| a == b) {
            true => Ok(graph),
            false => Err(format!(
                "something was counted twice, or is two things: {counts:?}"
            )),
        }
    }

    /// Says where two graphs differ.
    pub fn difference(&self, other: &Graph) -> Option<String> {
        let states = differing(&self.states, &other.states);
        let dead = differing(&self.dead, &other.dead).map(|d| format!("dead: {d}"));
        let arcs = differing(&self.arcs, &other.arcs);
        states.or(dead).or(arcs)
    }
}

fn differing<T: Ord + std::fmt::Debug>(
    expected: &BTreeSet<T>,
    found: &BTreeSet<T>,
) -> Option<String> {
    let missing = expected
        .difference(found)
        .next()
        .map(|x| format!("missing: {x:#?}"));
    let wrong = found
        .difference(expected)
        .next()
        .map(|x| format!("wrong: {x:#?}"));
    (missing.is_some() || wrong.is_some()).then(|| {
        let counts = format!("{} expected, {} found", expected.len(), found.len());
        [Some(counts), missing, wrong]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join("\n")
    })
}

/// The words for markings of the engine, each made once.
#[derive(Default)]
struct Told(BTreeMap<Vec<u64>, String>);

impl Told {
    /// A marking in the words of `naive::space::describe`.
    fn words(&mut self, worker: &mut Worker, state: &[u64]) -> String {
        if let Some(known) = self.0.get(state) {
            return known.clone();
        }
        let shared = worker.shared().clone();
        let mut lines = Vec::new();
        for (index, place) in shared.net.places.iter().enumerate() {
            for item in worker.tokens_of(index, state) {
                let stamp = match place.timed {
                    true => format!("@{}", item.stamp),
                    false => String::new(),
                };
                let colour = worker.show_token(index, item.token);
                let (name, instance, count) = (&place.name, place.instance, item.count);
                lines.push(format!("{name} {instance}: {count}`{colour}{stamp}"));
            }
        }
        lines.sort();
        let text = format!("{}\n{}", worker.clock(state), lines.join("\n"));
        self.0.insert(state.to_vec(), text.clone());
        text
    }
}
