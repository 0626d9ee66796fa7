//! A calculated state space, or the part of it that was calculated: nodes are markings, numbered from 1 in breadth-first order.
//!
//! Most of it is what `explore::full` found. A state space that grows under the eyes of a script (a stop predicate, branching options, a second call after a limit) grows
//! here, one marking at a time. Arcs and components are found when a query first needs them.

use super::arcs::Arcs;
use super::sccs::Sccs;
use super::tool::Options;
use crate::engine::{
    Batch, Binding, Demand, Engine, Failure, Item, Recode, Shared, Worker, demanded,
};
use crate::explore::components::stopped;
use crate::explore::control::{Control, Progress, Rest, StopReason};
use crate::explore::full::{Order, Space, explore};
use crate::explore::relayout;
use crate::explore::store::{Cursor, StateId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Nodes between two looks at how many numbers are left for values and markings.
const LOOK: StateId = 256;

/// How many of a node's binding elements are followed; 0 means all.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Branching {
    /// Transition instances of a node.
    pub transitions: usize,
    /// Binding elements of a transition instance.
    pub bindings: usize,
}

/// A state space.
#[derive(Debug)]
pub struct Graph {
    /// The markings.
    pub space: Space,
    /// Finds steps and prints colours.
    pub worker: Worker,
    /// What ends the search for arcs and components.
    pub rest: Rest,
    /// How many nodes from the first on were expanded.
    expanded: usize,
    /// Among them those that were not, or only in part: how, and how many arcs they have.
    partial: BTreeMap<StateId, Option<(Branching, usize)>>,
    arcs: Option<Arcs>,
    sccs: Option<Sccs>,
    /// Increases whenever the layout of markings changes.
    pub layouts: usize,
}

impl Graph {
    /// Calculates a state space within the limits.
    pub fn calculate(engine: Engine, control: &mut Control<'_>) -> Result<Graph, Failure> {
        control.threads = 1;
        let space = explore(engine, control, Order::Breadth, None)?;
        Ok(Graph::of(space))
    }

    /// What one thread found, breadth first.
    pub fn of(space: Space) -> Graph {
        let expanded = space.store.len() - space.frontier;
        Graph {
            worker: space.engine.worker(),
            rest: Rest::default(),
            space,
            expanded,
            partial: BTreeMap::new(),
            arcs: None,
            sccs: None,
            layouts: 0,
        }
    }

    /// The initial marking alone.
    pub fn begin(engine: Engine) -> Result<Graph, Failure> {
        let mut control = Control::default();
        control.max_states = Some(1);
        Graph::calculate(engine, &mut control)
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.space.store.len()
    }

    /// Whether nothing is missing.
    pub fn is_complete(&self) -> bool {
        self.expanded == self.nodes() && self.partial.is_empty()
    }

    /// Whether all steps of a node are there.
    pub fn is_expanded(&self, id: StateId) -> bool {
        (id as usize) < self.expanded && !self.partial.contains_key(&id)
    }

    /// Whether a node was expanded, perhaps in part.
    pub fn is_processed(&self, id: StateId) -> bool {
        (id as usize) < self.expanded && self.partial.get(&id) != Some(&None)
    }

    /// The first node that is not fully expanded, from this one on.
    pub fn next_open(&self, from: StateId) -> Option<StateId> {
        let partial = self.partial.range(from..).next().map(|(&id, _)| id);
        let fresh = self.expanded.max(from as usize);
        partial.or_else(|| (fresh < self.nodes()).then_some(fresh as StateId))
    }

    /// Whether nothing can occur in a node that was expanded.
    pub fn is_dead(&self, id: StateId) -> bool {
        self.space.dead.binary_search(&id).is_ok()
    }

    /// Expands the nodes that are open, in their order, within the limits.
    pub fn grow(
        &mut self,
        control: &mut Control<'_>,
        options: Options,
    ) -> Result<StopReason, Failure> {
        let arcs = self.space.arcs;
        let mut from = 0;
        let reason = loop {
            let Some(id) = self.next_open(from) else {
                break StopReason::Complete;
            };
            let progress = Progress {
                states: self.nodes(),
                ..Progress::default()
            };
            if let Some(reason) = control.stop(|| progress) {
                break reason;
            }
            let space = &self.space;
            if id.is_multiple_of(LOOK)
                && (space.store.is_nearly_full() || space.engine.shared.is_nearly_exhausted())
            {
                break StopReason::Numbers;
            }
            if options.arcs > 0 && self.space.arcs - arcs >= options.arcs as u64 {
                break StopReason::MaxStates;
            }
            self.expand(id, options.branching)?;
            from = id + 1;
        };
        self.space.engine.shared.intact()?;
        self.space.stop = reason;
        self.space.frontier = self.nodes() - self.expanded;
        Ok(reason)
    }

    /// Passes a node over: it stays unexpanded.
    pub fn skip(&mut self, id: StateId) {
        if id as usize == self.expanded {
            self.expanded += 1;
            self.partial.insert(id, None);
        }
    }

    /// Adds the markings that a node's steps lead to. Nodes before it that were not expanded are passed over.
    pub fn expand(&mut self, id: StateId, branching: Branching) -> Result<(), Failure> {
        let mut batch = Batch::traced();
        let mut state = Vec::new();
        loop {
            state.resize(self.space.store.width(), 0);
            self.space.store.read(id, &mut state);
            batch.clear();
            match self.worker.expand(&state, &mut batch).map_err(|halt| *halt) {
                Ok(()) => break,
                Err(halt) => self.relayout(demanded(halt)?)?,
            }
        }
        let all = batch.len();
        limit(&mut batch, branching);
        self.insert(&batch);
        if all == 0 {
            let at = self.space.dead.partition_point(|&dead| dead < id);
            self.space.dead.insert(at, id);
        }
        let before = self.partial.get(&id).copied().flatten();
        self.space.arcs += batch.len() as u64;
        self.space.arcs -= before.map_or(0, |(_, arcs)| arcs as u64);
        (self.arcs, self.sccs) = (None, None);
        let passed = self.expanded as StateId..id;
        self.partial.extend(passed.map(|id| (id, None)));
        self.expanded = self.expanded.max(id as usize + 1);
        match batch.len() < all {
            true => self.partial.insert(id, Some((branching, batch.len()))),
            false => self.partial.remove(&id),
        };
        for (all, one) in self.space.occurred.iter_mut().zip(&self.worker.occurred) {
            *all |= one;
        }
        Ok(())
    }

    fn insert(&mut self, batch: &Batch) {
        while !self.space.store.claim(batch.len()) {
            let used = self.space.used.clone();
            self.space.store.grow(&used, 1);
        }
        // Numbers go on where the last ones ended.
        let mut cursor = Cursor::from(self.nodes_end());
        let mut probes = Vec::new();
        (self.space.store).insert(batch, &mut cursor, &mut probes, |_, _, _| {});
        for ids in cursor.new {
            match self.space.used.last_mut() {
                Some(last) if last.end == ids.start => last.end = ids.end,
                _ => self.space.used.push(ids),
            }
        }
    }

    fn nodes_end(&self) -> StateId {
        self.space.used.last().map_or(0, |ids| ids.end)
    }

    /// A new layout: all markings are translated.
    fn relayout(&mut self, demand: Demand) -> Result<(), Failure> {
        let engine = &mut self.space.engine;
        let mut demands = vec![demand];
        relayout::complete(engine, |_| false, None, &mut demands)?;
        let (old, shared) = (engine.layout.clone(), engine.shared.clone());
        loop {
            let new = old.adapted(&demands);
            let recode = Recode::new(&shared.places, &old, &new);
            let mut items = Vec::new();
            let mut translate = |from: &[u64], to: &mut [u64]| recode.marking(from, to, &mut items);
            let mut initial = vec![0; new.words];
            let used = &self.space.used;
            let result = translate(&engine.initial, &mut initial)
                .and_then(|()| self.space.store.recode(new.words, used, 1, translate));
            match result {
                Err(demand) => demands.push(demand),
                Ok(()) => {
                    engine.initial = initial;
                    engine.layout = Arc::new(new);
                    self.worker.adopt(engine.layout.clone());
                    self.layouts += 1;
                    return Ok(());
                }
            }
        }
    }

    /// The arcs, found now if they were not yet.
    pub fn arcs(&mut self) -> Result<&Arcs, Failure> {
        if self.arcs.is_none() {
            let mut arcs = Arcs::default();
            let mut batch = Batch::traced();
            let mut state = vec![0; self.space.store.width()];
            let mut poll = self.rest.poll();
            for id in 0..self.nodes() as StateId {
                if poll() {
                    return Err(stopped());
                }
                let branching = self.partial.get(&id).copied().flatten();
                let branching = branching.map(|(branching, _)| branching);
                if self.is_processed(id) {
                    self.space.store.read(id, &mut state);
                    batch.clear();
                    self.worker.expand(&state, &mut batch)?;
                    limit(&mut batch, branching.unwrap_or_default());
                    arcs.add(&self.space.store, &self.worker, &batch);
                }
                arcs.close();
            }
            arcs.finish();
            self.arcs = Some(arcs);
        }
        Ok(self.arcs.get_or_insert_default())
    }

    /// The arcs and the components.
    pub fn sccs(&mut self) -> Result<(&Arcs, &Sccs), Failure> {
        self.arcs()?;
        let arcs = self.arcs.get_or_insert_default();
        if self.sccs.is_none() {
            self.sccs = Sccs::new(arcs, &self.rest);
        }
        match &self.sccs {
            Some(sccs) => Ok((arcs, sccs)),
            None => Err(stopped()),
        }
    }

    /// A binding element as text: `Page'T 1: {n=2}`.
    pub fn show(&mut self, binding: &Binding) -> String {
        let shown = self.worker.show_binding(binding);
        let net = &self.space.engine.shared.net.transitions[binding.transition];
        format!("{} {}: {shown}", net.name, net.instance)
    }

    /// Whether two markings have the same tokens, whatever their stamps.
    pub fn equal_untimed(&mut self, a: StateId, b: StateId) -> bool {
        let width = self.space.store.width();
        let (mut first, mut second) = (vec![0; width], vec![0; width]);
        self.space.store.read(a, &mut first);
        self.space.store.read(b, &mut second);
        let places = 0..self.space.engine.shared.net.places.len();
        let mut tokens = |place, state: &[u64]| {
            let mut counts: Vec<(u32, u64)> = Vec::new();
            for item in self.worker.tokens_of(place, state) {
                match counts.last_mut() {
                    Some((token, count)) if *token == item.token => *count += u64::from(item.count),
                    _ => counts.push((item.token, u64::from(item.count))),
                }
            }
            counts
        };
        let mut same = true;
        for place in places {
            same &= tokens(place, &first) == tokens(place, &second);
        }
        same
    }

    /// The node with these tokens of another engine, and this time.
    pub fn find(&self, other: &Shared, items: &[Vec<Item>], clock: i64) -> Option<StateId> {
        let Engine { shared, layout, .. } = &self.space.engine;
        let mut state = vec![0; layout.words];
        if let Some(slot) = layout.clock {
            slot.set(&mut state, clock as u64);
        }
        for (place, items) in items.iter().enumerate() {
            let pointer = shared.net.places[place].pointer;
            let mut here: Vec<Item> = Vec::with_capacity(items.len());
            for item in items {
                let colour = other.places[place].tokens.colour(item.token);
                let colour = shared.values.copy_from(&other.values, colour, pointer);
                let (token, _) = shared.places[place].tokens.intern(colour);
                here.push(Item { token, ..*item });
            }
            here.sort_unstable();
            // What has no room in the layout is in no marking.
            shared.places.put(layout, place, &here, &mut state).ok()?;
        }
        self.space.store.find(&state)
    }

    /// Whether the components were found already.
    pub fn has_sccs(&self) -> bool {
        self.sccs.is_some()
    }
}

/// Keeps the binding elements that branching options allow.
fn limit(batch: &mut Batch, branching: Branching) {
    if branching == Branching::default() {
        return;
    }
    let most = |limit: usize| if limit == 0 { usize::MAX } else { limit };
    let (mut transitions, mut bindings, mut last) = (0, 0, u32::MAX);
    let keep: Vec<bool> = (batch.occurrences.iter())
        .map(|occurrence| {
            if occurrence.transition != last {
                (transitions, bindings, last) = (transitions + 1, 0, occurrence.transition);
            }
            bindings += 1;
            transitions <= most(branching.transitions) && bindings <= most(branching.bindings)
        })
        .collect();
    batch.retain(&keep);
}
