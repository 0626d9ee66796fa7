//! The steps of a simple transition as a few moves of tokens between places that have one token at a time, like variables of a program. Without branches there is nothing to search: a drill (`pass`) either ends in the one
//! step that there is, or finds that there is none, or that the marking is not one it is for.
//!
//! Made for one layout. Simple is a transition that takes at most one token from a place, by one arc, and puts tokens on it by at most one arc.

use super::brief::Brief;
use super::layout::{Field, Layout, Slot, ones};
use super::machine::Machine;
use super::sets::Sets;
use super::shared::Shared;
use super::tokens::Token;
use crate::net::flat::{Arc, Function, Matcher, PlaceId, Step, Tokens, Transition};

/// Where the tokens of a place are, in one word.
#[derive(Copy, Clone, Debug)]
pub enum Spot {
    /// The number of its multi-set.
    Number(Slot),
    /// A bit for each token.
    Bits(Slot),
}

/// A marking has tokens that a drill is not for.
#[derive(Copy, Clone, Debug)]
pub struct Unfit;

impl Spot {
    fn of(layout: &Layout, place: PlaceId) -> Option<Spot> {
        match layout.fields[place.0 as usize] {
            Field::Sparse(slot) => Some(Spot::Number(slot)),
            Field::Dense {
                first,
                width: 1,
                capacity,
            } if first % 64 + capacity <= 64 => Some(Spot::Bits(Slot {
                word: first / 64,
                shift: first % 64,
                width: capacity,
            })),
            Field::Dense { .. } => None,
        }
    }

    /// The only token, if there is one.
    #[inline(always)]
    pub fn only(self, state: &[u64]) -> Result<Option<Token>, Unfit> {
        match self {
            Spot::Number(slot) => match slot.get(state) as u32 {
                0 => Ok(None),
                set => Sets::token_of(set).map(Some).ok_or(Unfit),
            },
            Spot::Bits(slot) => match slot.get(state) {
                0 => Ok(None),
                bits if bits.is_power_of_two() => Ok(Some(bits.trailing_zeros())),
                _ => Err(Unfit),
            },
        }
    }

    /// Whether a token is there.
    #[inline(always)]
    pub fn has(self, token: Token, state: &[u64]) -> Result<bool, Unfit> {
        match self {
            Spot::Number(_) => Ok(self.only(state)? == Some(token)),
            Spot::Bits(slot) => Ok(token < slot.width && slot.get(state) >> token & 1 == 1),
        }
    }

    /// Takes the only token.
    #[inline(always)]
    pub fn clear(self, words: &mut [u64]) {
        let (Spot::Number(slot) | Spot::Bits(slot)) = self;
        words[slot.word as usize] &= !(ones(slot.width) << slot.shift);
    }

    /// Takes a token that is there: of a multi-set, the only one.
    #[inline(always)]
    pub fn take(self, token: Token, words: &mut [u64]) {
        match self {
            Spot::Number(_) => self.clear(words),
            Spot::Bits(slot) => words[slot.word as usize] &= !(1 << (slot.shift + token)),
        }
    }

    /// Puts a token that is not there; a multi-set must be empty.
    #[inline(always)]
    pub fn put(self, token: Token, words: &mut [u64]) -> Result<(), Unfit> {
        match self {
            Spot::Number(slot) => {
                let set = u64::from(Sets::single(token));
                if slot.get(words) != 0 || set > ones(slot.width) {
                    return Err(Unfit);
                }
                words[slot.word as usize] |= set << slot.shift;
            }
            Spot::Bits(slot) => {
                if token >= slot.width || slot.get(words) >> token & 1 == 1 {
                    return Err(Unfit);
                }
                words[slot.word as usize] |= 1 << (slot.shift + token);
            }
        }
        Ok(())
    }
}

/// Where the token of an arc comes from.
#[derive(Copy, Clone, Debug)]
pub enum Source {
    /// It is always this one.
    Token(Token),
    /// Its colour is the value of a variable.
    Variable(u32),
    /// Its colour is the value of a brief inscription.
    Brief(Brief),
    /// Its colour is what the inscription gives.
    One,
    /// The inscription may give none, or several.
    Several,
}

/// A part of finding out whether there is a step.
#[derive(Copy, Clone, Debug)]
pub enum Look {
    /// The token of a place is the value of a variable.
    Whole(Spot, PlaceId, u32),
    /// The token of a place matches this step of the plan.
    Match(Spot, PlaceId, usize),
    /// This step of the plan is so: an equation or a condition.
    Holds(usize),
    /// The same of a brief condition.
    Brief(usize, Brief),
    /// The token of an input arc is there.
    Need(Spot, usize, Source),
}

/// A token moves.
#[derive(Copy, Clone, Debug)]
pub enum Deed {
    /// The only token of a place is taken.
    Take(Spot),
    /// What an input arc gives is taken.
    TakeThis(Spot, usize, Source),
    /// What an output arc gives is put; and whether its colour must be looked at.
    Put(Spot, usize, Source, bool),
}

/// The steps of a simple transition.
#[derive(Clone, Debug, Default)]
pub struct Drill {
    /// Is there a step?
    pub looks: Vec<Look>,
    /// If so, what happens.
    pub deeds: Vec<Deed>,
}

impl Drill {
    /// The drill of a transition, if it is simple.
    pub fn new(
        shared: &Shared,
        layout: &Layout,
        machine: &mut Machine,
        transition: usize,
    ) -> Option<Drill> {
        let net = &shared.net.transitions[transition];
        let takes_one = |arc: &Arc| matches!(arc.tokens, Tokens::One(_));
        let simple = layout.clock.is_none()
            && shared.impure[transition].is_none()
            && net.code.is_none()
            && net.resets.is_empty()
            && net.inputs.iter().all(takes_one)
            && are_apart(&net.inputs)
            && are_apart(&net.outputs);
        if !simple {
            return None;
        }
        let mut drill = Drill::default();
        let mut chosen = Vec::new();
        for (at, step) in net.plan.iter().enumerate() {
            drill.looks.push(match step {
                Step::Token(place, matcher) => {
                    chosen.push(*place);
                    let spot = Spot::of(layout, *place)?;
                    match matcher {
                        Matcher::Whole(variable) => Look::Whole(spot, *place, variable.0),
                        _ => Look::Match(spot, *place, at),
                    }
                }
                Step::Let(_) => Look::Holds(at),
                Step::Test(function) => match machine.brief(&shared.values, function) {
                    Some(brief) => Look::Brief(at, brief),
                    None => Look::Holds(at),
                },
                Step::Each(_) => return None,
                Step::Need(arc) => {
                    let place = net.inputs[*arc].place;
                    // What the only arc of a place matches is what it takes.
                    if chosen.contains(&place) {
                        continue;
                    }
                    let source = source(shared, machine, net, &net.inputs[*arc])?;
                    Look::Need(Spot::of(layout, place)?, *arc, source)
                }
            });
        }
        for (at, arc) in net.inputs.iter().enumerate() {
            let put = net.outputs.iter().find(|put| put.place == arc.place);
            if put.is_some_and(|put| is_put_back(arc, put)) {
                continue;
            }
            let spot = Spot::of(layout, arc.place)?;
            drill.deeds.push(match (spot, chosen.contains(&arc.place)) {
                (Spot::Number(_), _) | (_, true) => Deed::Take(spot),
                (_, false) => Deed::TakeThis(spot, at, source(shared, machine, net, arc)?),
            });
        }
        for (at, arc) in net.outputs.iter().enumerate() {
            let take = net.inputs.iter().find(|take| take.place == arc.place);
            if take.is_some_and(|take| is_put_back(take, arc)) {
                continue;
            }
            let spot = Spot::of(layout, arc.place)?;
            let source = source(shared, machine, net, arc)?;
            let restricted = shared.restricted[arc.place.0 as usize];
            drill.deeds.push(Deed::Put(spot, at, source, restricted));
        }
        Some(drill)
    }
}

/// Where the tokens of an arc come from; `None` if its inscription cannot be evaluated.
fn source(shared: &Shared, machine: &mut Machine, net: &Transition, arc: &Arc) -> Option<Source> {
    let Tokens::One(function) = &arc.tokens else {
        return Some(Source::Several);
    };
    let place = arc.place.0 as usize;
    let (values, pointer) = (&shared.values, shared.net.places[place].pointer);
    Some(match function.variable {
        Some(variable) => Source::Variable(variable.0),
        None if function.is_constant() => {
            let colour = machine.one(values, function, pointer, &net.variables, &[]);
            Source::Token(shared.places[place].tokens.intern(colour.ok()?).0)
        }
        None => match machine.brief(values, function) {
            Some(brief) => Source::Brief(brief),
            None => Source::One,
        },
    })
}

/// Whether no two arcs are at one place.
fn are_apart(arcs: &[Arc]) -> bool {
    let mut places: Vec<_> = arcs.iter().map(|arc| arc.place).collect();
    places.sort_unstable();
    places.windows(2).all(|two| two[0] != two[1])
}

/// Whether the token that one arc takes is the one that the other puts: the value of the same variable.
fn is_put_back(take: &Arc, put: &Arc) -> bool {
    let variable = |arc: &Arc| match &arc.tokens {
        Tokens::One(Function { variable, .. }) => *variable,
        _ => None,
    };
    variable(take).is_some() && variable(take) == variable(put)
}
