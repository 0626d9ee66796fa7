//! Which states are one under a reduction, by trying all permutations; and predicates of whole classes.
//!
//! Made for nets of `random_symmetry/generator.rs`, whose symmetries are all permutations of `d(1)` to
//! `d(3)`, rotations of `t(1)` to `t(4)`, and an exchange of `p` and `q`.

use super::case::Case;
use super::exact::Words;
use super::naive::space::{describe, shifted};
use super::naive::step::State;
use std::collections::BTreeSet;

/// What is one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    pub symmetry: bool,
    pub time: bool,
}

/// A permutation: the images of `d`, of `t`, and whether `p` and `q` are exchanged.
type Permutation = ([usize; 3], usize, bool);

impl Classes {
    fn permutations(self) -> Vec<Permutation> {
        if !self.symmetry {
            return vec![([1, 2, 3], 0, false)];
        }
        let devices = [
            [1, 2, 3],
            [1, 3, 2],
            [2, 1, 3],
            [2, 3, 1],
            [3, 1, 2],
            [3, 2, 1],
        ];
        let turns = devices.iter().flat_map(|&d| (0..4).map(move |t| (d, t)));
        turns
            .flat_map(|(d, t)| [(d, t, false), (d, t, true)])
            .collect()
    }

    /// The state at time 0, if its time does not matter.
    fn shifted(self, case: &Case, state: &State) -> State {
        match self.time {
            true => shifted(&case.net, state.clone()),
            false => state.clone(),
        }
    }

    /// All states of the class, as texts.
    fn orbit(self, text: &str) -> BTreeSet<String> {
        let images = self.permutations();
        images
            .iter()
            .map(|permutation| sorted(&permuted(text, permutation)))
            .collect()
    }

    /// For each state of the net the same text for those of one class.
    pub fn of_states(self, case: &mut Case) -> Vec<String> {
        let states = case.known.states.clone();
        let class = |state: &State| {
            let shifted = self.shifted(case, state);
            let text = describe(&mut case.net, &shifted);
            self.orbit(&text).into_iter().next().unwrap_or_default()
        };
        states.iter().map(class).collect()
    }

    /// Whether a state is equivalent to a reachable one, if these are the classes of all of these.
    pub fn is_reached(self, case: &mut Case, state: &State, of_states: &[String]) -> bool {
        let shifted = self.shifted(case, state);
        let text = describe(&mut case.net, &shifted);
        let class = self.orbit(&text).into_iter().next().unwrap_or_default();
        of_states.contains(&class)
    }

    /// A predicate that the states of one class satisfy, and no others.
    pub fn predicate(self, case: &mut Case, state: &State, words: Words) -> String {
        let shifted = self.shifted(case, state);
        let exact = case.exact(&shifted, words, !self.time);
        let text = describe(&mut case.net, &shifted);
        let mut seen = BTreeSet::new();
        let mut all = Vec::new();
        for permutation in self.permutations() {
            if seen.insert(sorted(&permuted(&text, &permutation))) {
                all.push(format!("({})", permuted(&exact, &permutation)));
            }
        }
        all.join(" orelse ")
    }
}

/// A text with colours permuted.
fn permuted(text: &str, (devices, turn, exchanged): &Permutation) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
    let mut result = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end.max(1));
        let number = || {
            after
                .strip_prefix('(')?
                .split_once(')')?
                .0
                .parse::<usize>()
                .ok()
        };
        let image = match (word, number()) {
            ("d", Some(n)) => Some(devices[n - 1]),
            ("t", Some(n)) => Some((n - 1 + turn) % 4 + 1),
            _ => None,
        };
        rest = match image {
            Some(image) => {
                result += &format!("{word}({image})");
                &after[3..]
            }
            None => {
                result += match (word, exchanged) {
                    ("p", true) => "q",
                    ("q", true) => "p",
                    _ => word,
                };
                after
            }
        };
    }
    result
}

/// The lines of a description, sorted again.
fn sorted(text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    lines[1..].sort_unstable();
    lines.join("\n")
}
