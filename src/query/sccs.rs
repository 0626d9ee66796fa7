//! The strongly connected components of a state space. They are numbered by their first node, so the initial node's is the first.

use super::arcs::Arcs;
use crate::explore::control::Rest;
use crate::explore::store::StateId;
use crate::explore::tarjan::{Component, tarjan};

/// All components.
#[derive(Debug)]
pub struct Sccs {
    /// For each node its component.
    pub of: Vec<u32>,
    /// What is known of each.
    pub components: Vec<Component>,
    /// For each component where its nodes start in `members`; one more at the end.
    first: Vec<u32>,
    members: Vec<StateId>,
}

impl Sccs {
    /// The components of a graph; `None` if there is no time or memory left.
    pub fn new(arcs: &Arcs, rest: &Rest) -> Option<Sccs> {
        let all = 0..arcs.nodes() as StateId;
        let successors = |node, to: &mut Vec<StateId>| to.extend_from_slice(arcs.successors(node));
        Sccs::of_part(arcs.nodes(), all, successors, rest)
    }

    /// The components of the part of a graph that some nodes and a choice of their arcs make. Nodes that are not in it get the number of no component.
    pub fn of_part(
        size: usize,
        nodes: impl IntoIterator<Item = StateId>,
        mut successors: impl FnMut(StateId, &mut Vec<StateId>),
        rest: &Rest,
    ) -> Option<Sccs> {
        let mut found: Vec<(StateId, Component)> = Vec::new();
        let mut of = vec![u32::MAX; size];
        let mut poll = rest.poll();
        let successors = |node: StateId, to: &mut Vec<StateId>| {
            successors(node, to);
            if poll() { Err(()) } else { Ok(()) }
        };
        let each = |members: &[StateId], component| {
            let number = found.len() as u32;
            members.iter().for_each(|&node| of[node as usize] = number);
            let first = members.iter().copied().min().unwrap_or(0);
            found.push((first, component));
        };
        tarjan(size, nodes, successors, each).ok()?;
        let mut order: Vec<u32> = (0..found.len() as u32).collect();
        order.sort_by_key(|&number| found[number as usize].0);
        let mut new = vec![0u32; found.len()];
        for (at, &number) in order.iter().enumerate() {
            new[number as usize] = at as u32;
        }
        let mut first = vec![0u32; found.len() + 1];
        for number in of.iter_mut().filter(|number| **number != u32::MAX) {
            *number = new[*number as usize];
            first[*number as usize + 1] += 1;
        }
        for at in 0..found.len() {
            first[at + 1] += first[at];
        }
        let mut next = first.clone();
        let mut members = vec![0; first[found.len()] as usize];
        for (node, &number) in of.iter().enumerate() {
            if let Some(next) = next.get_mut(number as usize) {
                members[*next as usize] = node as StateId;
                *next += 1;
            }
        }
        Some(Sccs {
            of,
            components: order.iter().map(|&n| found[n as usize].1).collect(),
            first,
            members,
        })
    }

    /// How many.
    pub fn count(&self) -> usize {
        self.components.len()
    }

    /// The nodes of a component, ascending.
    pub fn members(&self, component: u32) -> &[StateId] {
        let (start, end) = (
            self.first[component as usize],
            self.first[component as usize + 1],
        );
        &self.members[start as usize..end as usize]
    }

    /// The components that no arc leaves.
    pub fn terminal(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.count() as u32).filter(|&c| self.components[c as usize].terminal)
    }
}
