//! Does a trace lead where it says? The naive interpreter does its steps.

use super::ask::Step;
use super::naive::net::Net;
use super::naive::space::{Space, describe, label};
use super::naive::step::State;
use std::collections::BTreeMap;

/// A state space as the naive interpreter knows it, in words.
pub struct Known {
    pub states: Vec<State>,
    pub texts: Vec<String>,
    /// The length of a shortest way to each state.
    pub distances: Vec<usize>,
    numbers: BTreeMap<String, usize>,
    /// From a state by a step to a state, and how much time passes.
    steps: BTreeMap<(usize, String), (usize, i64)>,
}

impl Known {
    pub fn new(net: &mut Net, space: Space) -> Known {
        let texts: Vec<String> = (space.states.iter()).map(|s| describe(net, s)).collect();
        let mut distances = vec![usize::MAX; texts.len()];
        distances[0] = 0;
        let mut steps = BTreeMap::new();
        // Breadth first: the arcs of a state come before those of the states after it.
        for ((from, binding, to), time) in space.arcs.iter().zip(&space.times) {
            distances[*to] = distances[*to].min(distances[*from] + 1);
            steps.insert((*from, label(net, binding)), (*to, *time));
        }
        let numbers = texts.iter().cloned().zip(0..).collect();
        Known {
            states: space.states,
            texts,
            distances,
            numbers,
            steps,
        }
    }

    /// The state that is described so, if it is reachable.
    pub fn find(&self, text: &str) -> Option<usize> {
        self.numbers.get(text).copied()
    }

    /// Where the steps of a trace lead, each at its time; or the first that is none.
    pub fn follow(&self, trace: &[Step]) -> Result<usize, String> {
        let (mut at, mut now) = (0, 0);
        for (number, (label, time)) in trace.iter().enumerate() {
            let step = self.steps.get(&(at, label.clone())).copied();
            let step = step.map(|(to, passes)| (to, now + passes));
            (at, now) = step.filter(|step| step.1 == *time).ok_or_else(|| {
                let here = &self.texts[at];
                format!("step {number} of {trace:#?} is none: {label} at {time} in {here}")
            })?;
        }
        Ok(at)
    }
}
