//! What may occur, and what it does: the definitions, tried out on every combination of values.
//!
//! A variable's candidates are all colours of its colour set; of a large one, those that are found in some token. A combination is enabled if all conditions
//! hold and the tokens it takes are there. Nothing binds a variable but trying.

use super::inscription::{Inscription, Tokens, Values};
use super::net::{Instants, Net, Transition};
use super::value::{Value, walk};
use std::collections::{BTreeMap, BTreeSet};
use sweepnet_lang::vm::program::ShapeId;

/// The tokens of a place: colour and stamp, and how often. On an untimed place every stamp is 0.
pub type Bag = BTreeMap<(Value, i64), u64>;

/// A state: tokens with their stamps, and the time at which it came about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct State {
    /// The time.
    pub clock: i64,
    /// The tokens of each place.
    pub marking: Vec<Bag>,
}

/// A transition with values for its variables.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Binding {
    /// Index into `Net::transitions`.
    pub transition: usize,
    /// The values.
    pub values: Values,
}

/// What the tokens of a marking are made of.
type Found = BTreeMap<ShapeId, BTreeSet<Value>>;

impl Net {
    /// The marking at the start.
    pub fn initial(&mut self) -> State {
        let mut marking = Vec::new();
        for place in &self.places {
            let tokens = place.initial.as_ref();
            let tokens = tokens.map(|t| {
                t.evaluate(&mut self.session, &Values::new())
                    .expect("an initial marking")
            });
            let mut bag = Bag::new();
            for (colour, stamp, count) in tokens.unwrap_or_default() {
                *bag.entry((colour, stamp.unwrap_or(0))).or_insert(0) += count;
            }
            marking.push(bag);
        }
        State { clock: 0, marking }
    }

    /// All that may happen next, and to what it leads. Time goes on only if nothing can happen.
    pub fn successors(&mut self, state: &State) -> Vec<(Binding, State)> {
        let timed = self
            .places
            .iter()
            .zip(&state.marking)
            .filter(|(place, _)| place.timed);
        let stamps: BTreeSet<i64> = timed
            .flat_map(|(_, bag)| bag.keys().map(|key| key.1))
            .filter(|stamp| *stamp > state.clock)
            .collect();
        let instants: Vec<i64> = match self.instants {
            Instants::Stamps => [state.clock].into_iter().chain(stamps).collect(),
            Instants::All(step) => (state.clock..=stamps.last().copied().unwrap_or(state.clock))
                .step_by(step as usize)
                .collect(),
        };
        let found = self.found(state);
        for now in instants {
            let enabled = self.enabled(state, now, &found);
            if !enabled.is_empty() {
                let occur = |binding: Binding| (binding.clone(), self.occur(state, &binding, now));
                return enabled.into_iter().map(occur).collect();
            }
        }
        Vec::new()
    }

    fn found(&self, state: &State) -> Found {
        let mut found = Found::new();
        for (place, bag) in self.places.iter().zip(&state.marking) {
            for (colour, _) in bag.keys() {
                walk(
                    &self.session.vm,
                    place.shape,
                    colour,
                    &mut |shape, value| {
                        found.entry(shape).or_default().insert(value.clone());
                    },
                );
            }
        }
        found
    }

    /// What is enabled at a time, of what is most urgent.
    fn enabled(&mut self, state: &State, now: i64, found: &Found) -> Vec<Binding> {
        let mut enabled = Vec::new();
        // Inscriptions are evaluated while the transitions are walked, so these leave the net meanwhile.
        let transitions = std::mem::take(&mut self.transitions);
        self.session.vm.clock = now.into();
        for (index, transition) in transitions.iter().enumerate() {
            let timed = |place: &usize| self.places[*place].timed;
            let ready = |place: &usize| {
                state.marking[*place]
                    .keys()
                    .any(|key| !timed(place) || key.1 <= now)
            };
            if transition.inhibitors.iter().any(ready) {
                continue;
            }
            let mut all = Vec::new();
            self.bind(transition, state, now, found, Values::new(), &mut all);
            let binding = |values| Binding {
                transition: index,
                values,
            };
            enabled.extend(all.into_iter().map(binding));
        }
        let most_urgent = enabled
            .iter()
            .map(|b| transitions[b.transition].priority)
            .min();
        enabled.retain(|b| Some(transitions[b.transition].priority) == most_urgent);
        self.transitions = transitions;
        enabled
    }

    /// Gives the next variable each of its candidates, then the one after it. What can be told false early is not followed.
    fn bind(
        &mut self,
        transition: &Transition,
        state: &State,
        now: i64,
        found: &Found,
        values: Values,
        all: &mut Vec<Values>,
    ) {
        let known = |i: &Inscription| i.reads.iter().all(|v| values.contains_key(&v.name));
        for guard in transition.guards.iter().filter(|guard| known(guard)) {
            if guard.word(&mut self.session, &values) != Some(1) {
                return;
            }
        }
        for (place, tokens) in transition
            .inputs
            .iter()
            .filter(|arc| known(&arc.1.inscription))
        {
            if !self.take(
                *place,
                &mut state.marking[*place].clone(),
                tokens,
                &values,
                now,
            ) {
                return;
            }
        }
        let Some(variable) = transition
            .variables
            .iter()
            .find(|v| !values.contains_key(&v.name))
        else {
            if self.take_all(transition, state, &values, now).is_some() {
                all.push(values);
            }
            return;
        };
        let candidates: Vec<Value> = match self.colours.get(&variable.set) {
            Some(colours) => colours.clone(),
            None => found
                .get(&variable.shape)
                .into_iter()
                .flatten()
                .cloned()
                .collect(),
        };
        for candidate in candidates {
            let mut more = values.clone();
            more.insert(variable.name.clone(), candidate);
            self.bind(transition, state, now, found, more, all);
        }
    }

    /// The marking without what a transition takes, if all of it is there.
    fn take_all(
        &mut self,
        transition: &Transition,
        state: &State,
        values: &Values,
        now: i64,
    ) -> Option<Vec<Bag>> {
        let mut marking = state.marking.clone();
        for (place, tokens) in &transition.inputs {
            if !self.take(*place, &mut marking[*place], tokens, values, now) {
                return None;
            }
        }
        Some(marking)
    }

    /// Takes the tokens of one arc. Of equal colours, those with the latest stamp that is not too late are taken.
    fn take(
        &mut self,
        place: usize,
        bag: &mut Bag,
        tokens: &Tokens,
        values: &Values,
        now: i64,
    ) -> bool {
        let Some(mut wanted) = tokens.evaluate(&mut self.session, values) else {
            return false;
        };
        let timed = self.places[place].timed;
        wanted.sort_by_key(|token| token.1);
        for (colour, stamp, count) in wanted {
            let latest = if timed { stamp.unwrap_or(now) } else { 0 };
            let mut left = count;
            while left > 0 {
                let until = (colour.clone(), latest);
                let Some((key, &here)) = bag.range((colour.clone(), i64::MIN)..=until).next_back()
                else {
                    return false;
                };
                let key = key.clone();
                match here <= left {
                    true => drop(bag.remove(&key)),
                    false => drop(bag.insert(key, here - left)),
                }
                left -= here.min(left);
            }
        }
        true
    }

    /// The state after an enabled binding occurred.
    fn occur(&mut self, state: &State, binding: &Binding, now: i64) -> State {
        let transitions = std::mem::take(&mut self.transitions);
        let transition = &transitions[binding.transition];
        let values = &binding.values;
        let mut marking = self
            .take_all(transition, state, values, now)
            .expect("it is enabled");
        let delay = transition.delay.as_ref().map_or(0, |delay| {
            let word = delay.word(&mut self.session, values).expect("a delay");
            self.session.vm.heap.small_inf(word).expect("a small delay")
        });
        for (place, tokens) in &transition.outputs {
            let put = tokens.evaluate(&mut self.session, values);
            for (colour, stamp, count) in
                put.unwrap_or_else(|| panic!("{} has no tokens for {values:?}", transition.name))
            {
                let stamp = if self.places[*place].timed {
                    stamp.unwrap_or(now) + delay
                } else {
                    0
                };
                *marking[*place].entry((colour, stamp)).or_insert(0) += count;
            }
        }
        for &place in &transition.resets {
            let timed = self.places[place].timed;
            marking[place].retain(|key, _| timed && key.1 > now);
        }
        self.transitions = transitions;
        State {
            clock: now,
            marking,
        }
    }
}
