//! A net with few states, made ready for the naive interpreter and for the engine.

use super::ask::{Step, Way, look};
use super::exact::{Asked, Words, exact};
use super::follow::Known;
use super::naive::net::Net;
use super::naive::space::{Space, describe, shifted};
use super::naive::step::State;
use super::naive::unfold::LIBRARY;
use rand_core::Rng;
use rand_pcg::Pcg64;
use std::path::Path;
use sweepnet::net::expression::MarkingExpression;
use sweepnet::net::flat::FlatNet;
use sweepnet::net::model::Model;
use sweepnet::net::{Loaded, load_into};

/// Nets with more states are left out.
const LIMIT: usize = 300;

/// A net.
pub struct Case {
    /// What messages call it: its text, or its name.
    pub text: String,
    pub model: Model,
    pub net: Net,
    pub flat: FlatNet,
    pub known: Known,
}

impl Case {
    /// Of a text; `None` if there are too many states, or too many tokens.
    pub fn new(text: String) -> Option<Case> {
        Case::read(text, |_, state| state)
    }

    /// The same with states up to a shift in time.
    pub fn up_to_time(text: String) -> Option<Case> {
        Case::read(text, shifted)
    }

    fn read(text: String, representative: fn(&Net, State) -> State) -> Option<Case> {
        let session = LIBRARY.clone();
        let source = text.clone().into();
        let loaded = load_into(session, "random.yaml", source, Path::new(""), "random", &[]);
        Case::of(text, loaded, representative)
    }

    /// Of a net that was read.
    pub fn of(
        text: String,
        loaded: Loaded,
        representative: fn(&Net, State) -> State,
    ) -> Option<Case> {
        let (Some(model), Some(flat)) = (loaded.model, loaded.net) else {
            panic!("{text}\n{:#?}", loaded.diagnostics);
        };
        let mut net = Net::new(&model, &loaded.sources);
        let space = Space::explore_as(&mut net, LIMIT, representative)?;
        if space.has_too_many_tokens() {
            return None;
        }
        let known = Known::new(&mut net, space);
        Some(Case {
            text,
            model,
            net,
            flat,
            known,
        })
    }

    /// The predicate that a state alone satisfies.
    pub fn exact(&mut self, state: &State, words: Words, clock: bool) -> String {
        exact(&mut self.net, state, words, Asked::Trace { clock })
    }

    pub fn compile(&mut self, predicate: &str) -> MarkingExpression {
        let compiled = MarkingExpression::predicate(&mut self.flat, "<wanted>", predicate);
        compiled.unwrap_or_else(|problems| panic!("{}\n{predicate}\n{problems:#?}", self.text))
    }

    /// Looks for a marking. If `wanted` says for each state whether it satisfies the predicate, some do: one of them must
    /// be found by a way of the net, where that is promised by a shortest one. Else nothing must be found.
    pub fn look(&mut self, predicate: &str, wanted: Option<&[bool]>, ways: &[Way]) {
        let compiled = self.compile(predicate);
        for &way in ways {
            let found = look(&self.flat, &compiled, way);
            let problem = match wanted {
                None if found == Ok(None) => None,
                None => Some(format!("nothing satisfies it, but: {found:#?}")),
                Some(wanted) => self.problem(found, wanted, way),
            };
            if let Some(problem) = problem {
                panic!("{}\n{way:?} for {predicate}\n{problem}", self.text);
            }
        }
    }

    fn problem(
        &self,
        found: Result<Option<Vec<Step>>, String>,
        wanted: &[bool],
        way: Way,
    ) -> Option<String> {
        let trace = match found {
            Err(problem) => return Some(problem),
            Ok(None) => return Some("it is not found".to_string()),
            Ok(Some(trace)) => trace,
        };
        let end = match self.known.follow(&trace) {
            Err(problem) => return Some(problem),
            Ok(end) => end,
        };
        if !wanted[end] {
            return Some(format!(
                "{trace:#?} leads elsewhere: {}",
                self.known.texts[end]
            ));
        }
        let distances = self.known.distances.iter().zip(wanted);
        let shortest = distances
            .filter(|(_, wanted)| **wanted)
            .map(|(d, _)| *d)
            .min();
        let longer = way.is_shortest() && Some(trace.len()) != shortest;
        longer.then(|| format!("{trace:#?} is not a shortest way: {shortest:?} steps are enough"))
    }

    /// States that are nearly those of the net: a place of one is that of another, or has one token more.
    pub fn out_of_reach(&mut self, random: &mut Pcg64) -> Vec<State> {
        let states = self.known.states.len();
        let mut found = Vec::new();
        for _ in 0..4 {
            let mut one = |n: usize| random.next_u64() as usize % n;
            let mut state = self.known.states[one(states)].clone();
            let place = one(state.marking.len());
            let other = &self.known.states[one(states)];
            state.marking[place] = other.marking[place].clone();
            if one(2) == 0
                && let Some(count) = state.marking[place].values_mut().next()
            {
                *count += 1;
            }
            if self.known.find(&describe(&mut self.net, &state)).is_none() {
                found.push(state);
            }
        }
        found
    }
}
