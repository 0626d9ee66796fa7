//! The facts of the standard report: what it says, whatever the method and however it is written.

use crate::explore::control::StopReason;
use serde::Serialize;

/// Something that not every method can know.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
#[serde(untagged)]
pub enum Known<T> {
    /// It is known.
    Yes(T),
    /// It is not.
    No {
        /// A sentence that says why.
        unknown: String,
    },
}

impl<T> Known<T> {
    /// What is known, if it is.
    pub fn yes(&self) -> Option<&T> {
        match self {
            Known::Yes(known) => Some(known),
            Known::No { .. } => None,
        }
    }
}

/// Everything the report says.
#[derive(Clone, Debug, Serialize)]
pub struct Facts {
    /// The net's name.
    pub net: String,
    /// How many transition instances it has.
    pub transitions: usize,
    /// The search and its figures.
    pub statistics: Statistics,
    /// Whether there was time for the bounds.
    #[serde(skip)]
    pub counted: bool,
    /// Bounds of each place instance.
    pub bounds: Vec<PlaceBounds>,
    /// Home markings.
    pub home: Known<Home>,
    /// Dead markings, dead and live transition instances.
    pub liveness: Liveness,
    /// Fairness of each transition instance; `None` if there is no infinite occurrence sequence.
    pub fairness: Known<Option<Vec<(String, &'static str)>>>,
    /// What never happened.
    pub never: Never,
    /// For each distance from the initial marking how many markings are that far away; thinned out if there are very many. Empty if it is not known.
    pub distances: Vec<(usize, usize)>,
    /// How a sweep went, as SVG.
    #[serde(skip)]
    pub plot: Option<String>,
}

impl Facts {
    /// Whether nothing was left out.
    pub fn is_whole(&self) -> bool {
        self.statistics.stop_reason == StopReason::Complete
    }
}

/// How it was searched, and how much there is.
#[derive(Clone, Debug, Serialize)]
pub struct Statistics {
    /// The method's name.
    pub method: &'static str,
    /// Markings; `None` if a sweep visited some of them several times.
    pub states: Option<u64>,
    /// At least and at most so many, if it is not known exactly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub states_between: Option<(u64, u64)>,
    /// Steps; those of markings that were visited several times count as often.
    pub arcs: u64,
    /// How long the search took.
    pub seconds: f64,
    /// Why it ended.
    pub stop_reason: StopReason,
    /// Figures of a sweep.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sweep: Option<SweepFigures>,
    /// If equivalent markings are one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub equivalence: Option<Equivalence>,
    /// Strongly connected components.
    pub scc_graph: Known<SccGraph>,
}

/// How a sweep went.
#[derive(Clone, Debug, Serialize)]
pub struct SweepFigures {
    /// The measure, as it was given.
    pub measure: String,
    /// Sweeps begun.
    pub sweeps: u64,
    /// Layers passed.
    pub layers: u64,
    /// Markings expanded, each as often as it was.
    pub visited: u64,
    /// Most markings stored at one time, without persistent ones.
    pub peak: usize,
    /// Persistent markings.
    pub persistent: usize,
    /// Steps to less progress.
    pub regress_arcs: u64,
    /// Classes of cut-off points, and branches that ended at a known one; if there are cut-off points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cutoff: Option<(usize, u64)>,
}

/// Which markings are one, and what the representatives stand for.
#[derive(Clone, Debug, Serialize)]
pub struct Equivalence {
    /// How a symmetry is known to be one: `proven` or `checked`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symmetry: Option<&'static str>,
    /// Markings that differ only in when they are count once.
    pub time: bool,
    /// So many markings the representatives stand for, if that is known.
    pub states: Option<u128>,
    /// The same of dead markings.
    pub dead_markings: Option<u128>,
    /// Whether the initial marking stands for itself alone.
    pub initial_alone: bool,
    /// The measure of the sweep is not the same for equivalent markings.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub measure_differs: bool,
}

/// The strongly connected components.
#[derive(Copy, Clone, Debug, Serialize, PartialEq)]
pub struct SccGraph {
    /// How many.
    pub nodes: usize,
    /// Steps from one to another.
    pub arcs: usize,
    /// How long finding them took.
    pub seconds: f64,
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
    /// Of each colour the most tokens; `None` if there were more colours than a sweep keeps.
    pub upper_multiset: Option<String>,
    /// Of each colour the fewest tokens.
    pub lower_multiset: Option<String>,
}

/// A list of nodes of which the first are shown.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub struct Nodes {
    /// How many there are.
    pub count: usize,
    /// The numbers of the first; none if the method does not number markings.
    pub first: Vec<u64>,
}

/// What is known of home markings.
#[derive(Clone, Debug, Serialize)]
pub struct Home {
    /// All home markings; `None` in a net with time, where markings never come back.
    pub markings: Option<Nodes>,
    /// Whether the initial marking is one; time stamps are not compared.
    pub initial: Known<bool>,
    /// How many markings a home space needs.
    pub minimal_space: usize,
}

/// What can go on.
#[derive(Clone, Debug, Serialize)]
pub struct Liveness {
    /// Markings in which nothing can occur.
    pub dead_markings: Nodes,
    /// The first of them.
    pub examples: Vec<Dead>,
    /// Transition instances that never occur.
    pub dead_transitions: Known<Vec<String>>,
    /// Transition instances that can always occur again.
    pub live_transitions: Known<Vec<String>>,
}

/// A dead marking.
#[derive(Clone, Debug, Serialize)]
pub struct Dead {
    /// Its tokens.
    pub marking: Vec<String>,
    /// The steps of a shortest way to it, if one was looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub way: Option<Vec<String>>,
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
