//! The arcs of a state space: for each where it leads to and which binding element occurs, eight bytes. Arcs of one node stand together, so a node needs the number
//! of its first one only. They are numbered from 1 in the order of their source nodes.

use crate::engine::{Batch, Binding, Worker};
use crate::explore::store::{StateId, Store};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::OnceLock;

/// Number of an arc, from 0.
pub type ArcId = u32;

/// All arcs.
#[derive(Debug, Default)]
pub struct Arcs {
    /// For each node its first arc; one more at the end.
    first: Vec<ArcId>,
    /// Where each leads.
    pub to: Vec<StateId>,
    /// Which binding element.
    pub element: Vec<u32>,
    /// Binding elements, in the order in which they were met.
    pub elements: Vec<Binding>,
    /// While arcs are added: numbers of binding elements, by their number in the worker's memo and by what they are.
    by_memo: FxHashMap<(u32, u32), u32>,
    by_value: FxHashMap<Binding, u32>,
    /// For each node the arcs that lead to it; found when first needed.
    incoming: OnceLock<Incoming>,
}

#[derive(Debug)]
struct Incoming {
    first: Vec<u32>,
    arcs: Vec<ArcId>,
}

impl Arcs {
    /// A graph with two binding elements: for each node its arcs, as target and element.
    #[cfg(test)]
    pub fn of(nodes: &[&[(StateId, u32)]]) -> Arcs {
        let mut arcs = Arcs::default();
        for node in nodes {
            arcs.to.extend(node.iter().map(|arc| arc.0));
            arcs.element.extend(node.iter().map(|arc| arc.1));
            arcs.close();
        }
        arcs.elements = (0..2)
            .map(|transition| Binding {
                transition,
                values: Vec::new(),
            })
            .collect();
        arcs
    }

    /// Adds arcs of the next node.
    pub fn add(&mut self, store: &Store, worker: &Worker, batch: &Batch) {
        let successors = batch.words.chunks_exact(batch.width.max(1));
        for (successor, &occurrence) in successors.zip(&batch.occurrences) {
            let Some(to) = store.find(successor) else {
                continue;
            };
            let memo = (occurrence.transition, occurrence.element);
            let element = match self.by_memo.get(&memo) {
                Some(&element) => element,
                None => {
                    let binding = worker.binding(occurrence);
                    let next = self.elements.len() as u32;
                    let element = *self.by_value.entry(binding.clone()).or_insert(next);
                    if element == next {
                        self.elements.push(binding);
                    }
                    self.by_memo.insert(memo, element);
                    element
                }
            };
            self.to.push(to);
            self.element.push(element);
        }
    }

    /// Ends a node.
    pub fn close(&mut self) {
        if self.first.is_empty() {
            self.first.push(0);
        }
        self.first.push(self.to.len() as ArcId);
    }

    /// All are there.
    pub fn finish(&mut self) {
        (self.by_memo, self.by_value) = (FxHashMap::default(), FxHashMap::default());
        self.first.shrink_to_fit();
        self.to.shrink_to_fit();
        self.element.shrink_to_fit();
    }

    /// How many nodes have arcs, or none.
    pub fn nodes(&self) -> usize {
        self.first.len().saturating_sub(1)
    }

    /// How many.
    pub fn count(&self) -> usize {
        self.to.len()
    }

    /// The arcs that leave a node.
    pub fn out(&self, node: StateId) -> Range<ArcId> {
        self.first[node as usize]..self.first[node as usize + 1]
    }

    /// Where the arcs of a node lead.
    pub fn successors(&self, node: StateId) -> &[StateId] {
        let arcs = self.out(node);
        &self.to[arcs.start as usize..arcs.end as usize]
    }

    /// Where an arc comes from.
    pub fn source(&self, arc: ArcId) -> StateId {
        self.first.partition_point(|&first| first <= arc) as StateId - 1
    }

    /// The arcs that lead to a node, ascending.
    pub fn incoming(&self, node: StateId) -> &[ArcId] {
        let incoming = self.incoming.get_or_init(|| Incoming::new(self));
        let (start, end) = (
            incoming.first[node as usize],
            incoming.first[node as usize + 1],
        );
        &incoming.arcs[start as usize..end as usize]
    }

    /// The nodes that can be reached from one, itself included.
    pub fn reachable(&self, from: StateId) -> Vec<StateId> {
        let mut seen = vec![false; self.nodes()];
        seen[from as usize] = true;
        let mut found = vec![from];
        let mut next = 0;
        while let Some(&node) = found.get(next) {
            next += 1;
            for &to in self.successors(node) {
                if !std::mem::replace(&mut seen[to as usize], true) {
                    found.push(to);
                }
            }
        }
        found
    }

    /// The arcs of a shortest way, which is empty from a node to itself. `None` if there is no way.
    pub fn way(&self, from: StateId, to: StateId) -> Option<Vec<ArcId>> {
        const UNSEEN: ArcId = ArcId::MAX;
        let mut by = vec![UNSEEN; self.nodes()];
        let mut queue = std::collections::VecDeque::from([from]);
        let mut found = from == to;
        while let (false, Some(node)) = (found, queue.pop_front()) {
            for arc in self.out(node) {
                let next = self.to[arc as usize];
                if next != from && by[next as usize] == UNSEEN {
                    by[next as usize] = arc;
                    found |= next == to;
                    queue.push_back(next);
                }
            }
        }
        if !found {
            return None;
        }
        let (mut way, mut at) = (Vec::new(), to);
        while at != from {
            let arc = by[at as usize];
            way.push(arc);
            at = self.source(arc);
        }
        way.reverse();
        Some(way)
    }
}

impl Incoming {
    fn new(arcs: &Arcs) -> Incoming {
        let mut first = vec![0u32; arcs.nodes() + 1];
        for &to in &arcs.to {
            first[to as usize + 1] += 1;
        }
        for node in 0..arcs.nodes() {
            first[node + 1] += first[node];
        }
        let mut next = first.clone();
        let mut sorted = vec![0; arcs.count()];
        for (arc, &to) in arcs.to.iter().enumerate() {
            sorted[next[to as usize] as usize] = arc as ArcId;
            next[to as usize] += 1;
        }
        Incoming {
            first,
            arcs: sorted,
        }
    }
}
