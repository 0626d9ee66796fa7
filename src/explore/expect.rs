//! What a net says of its own state space, compared with what is found.

use super::components::components;
use super::control::{Control, StopReason};
use super::full::{Order, explore};
use crate::engine::{Engine, Failure};
use crate::net::model::Expectation;
use crate::net::parameters;

/// A figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// `states`, `arcs` …
    pub name: String,
    /// What the net says.
    pub expected: u64,
    /// What is true; `None` if the search ended before it was known.
    pub found: Option<u64>,
}

impl Figure {
    /// Whether the net is wrong.
    pub fn differs(&self) -> bool {
        self.found.is_some_and(|found| found != self.expected)
    }
}

/// An entry of `expect` after exploring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// Its figures.
    pub figures: Vec<Figure>,
    /// Why the search ended.
    pub stop: StopReason,
}

/// The values of an entry's parameters as `--set` takes them.
pub fn settings(expectation: &Expectation) -> Vec<String> {
    let values = expectation.set.iter();
    values
        .map(|(name, value)| format!("{}={}", name.text, parameters::plain(value)))
        .collect()
}

/// Explores a net that was loaded with an entry's `settings`; the engine has the entry's reductions.
pub fn compare(
    engine: Engine,
    expectation: &Expectation,
    control: &mut Control<'_>,
) -> Result<Compared, Failure> {
    let wanted = |name: &str| expectation.figures.iter().any(|f| f.0.text == name);
    let space = explore(engine, control, Order::Breadth, None)?;
    let complete = matches!(space.stop, StopReason::Complete | StopReason::UntilTime);
    let whole = space.stop == StopReason::Complete;
    let sccs = match whole && wanted("sccs") {
        true => components(&space, &control.rest())?.map(|found| found.count as u64),
        false => None,
    };
    let never = space.occurred.iter().filter(|occurred| !**occurred).count();
    let found = |name: &str| match name {
        "states" => Some(space.store.len() as u64),
        "arcs" => Some(space.arcs),
        "dead_markings" => Some(space.dead.len() as u64),
        "dead_transitions" => Some(never as u64),
        "sccs" => sccs,
        _ => None,
    };
    let figures = expectation.figures.iter().map(|(name, expected)| Figure {
        name: name.text.clone(),
        expected: *expected,
        found: found(&name.text).filter(|_| complete),
    });
    Ok(Compared {
        figures: figures.collect(),
        stop: space.stop,
    })
}
