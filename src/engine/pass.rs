//! Steps that are not worth remembering: found, done and forgotten. For simple transitions (`drill`) of which the memo knows little (`reuse`), in markings without a clock.

use super::batch::{Batch, Occurrence};
use super::drill::{Deed, Drill, Look, Source, Unfit};
use super::hash;
use super::machine::{Given, Machine};
use super::shared::Shared;
use super::tokens::Token;
use super::values::Colour;
use super::worker::{Halt, Worker};
use crate::net::flat::{Arc, Function, Matcher, Step, Tokens, Transition};

/// A transition, and the values of its variables.
struct Pass<'a> {
    shared: &'a Shared,
    net: &'a Transition,
    machine: &'a mut Machine,
    env: &'a mut [Colour],
    given: &'a mut Vec<Given>,
}

impl Worker {
    /// Adds the step of a simple transition in a simple marking, if there is one. `false` if it is for the memo to do: so is whatever goes wrong.
    #[inline]
    pub(super) fn pass(
        &mut self,
        transition: usize,
        state: &[u64],
        out: &mut Batch,
    ) -> Result<bool, Box<Halt>> {
        let Some(drill) = &self.drills[transition] else {
            self.prepare(transition);
            return Ok(false);
        };
        let net = &self.shared.net.transitions[transition];
        let variables = net.variables.len();
        let env = &mut self.scratch.colours;
        if env.len() < variables {
            env.resize(variables, 0);
        }
        let mut pass = Pass {
            shared: &self.shared,
            net,
            machine: &mut self.machine,
            env,
            given: &mut self.scratch.given,
        };
        let at = out.words.len();
        let result = match pass.is_enabled(drill, state) {
            Ok(true) => pass.occur(drill, state, out).map(|()| true),
            other => other,
        };
        self.reuse[transition].passed();
        match result {
            Ok(false) => return Ok(true),
            Ok(true) => {}
            Err(Unfit) => {
                out.words.truncate(at);
                self.reuse[transition].end_rest();
                return Ok(false);
            }
        }
        self.note(transition);
        let mut hash = out.source_hash;
        for (i, (&old, &new)) in state.iter().zip(&out.words[at..]).enumerate() {
            if old != new {
                hash = (hash.wrapping_sub(out.terms[i])).wrapping_add(hash::term(i, new));
            }
        }
        if out.is_tight() {
            self.look_at_memory(transition, out.grown_bytes())?;
        }
        out.hashes.push(hash);
        if out.traced {
            let element = self.memo.note_binding(&self.scratch.colours[..variables]);
            out.occurrences.push(Occurrence {
                transition: transition as u32,
                element,
                clock: 0,
            });
        }
        Ok(true)
    }

    /// Makes the drill of a transition for the present layout.
    #[cold]
    fn prepare(&mut self, transition: usize) {
        let drill = Drill::new(&self.shared, &self.layout, &mut self.machine, transition);
        if drill.is_none() {
            self.reuse[transition].end_rest();
        }
        self.drills[transition] = drill;
    }
}

impl Pass<'_> {
    /// Whether there is a step; if so, the variables have their values.
    #[inline]
    fn is_enabled(&mut self, drill: &Drill, state: &[u64]) -> Result<bool, Unfit> {
        for look in &drill.looks {
            let is_so = match look {
                Look::Whole(spot, place, variable) => match spot.only(state)? {
                    Some(token) => {
                        let tokens = &self.shared.places[place.0 as usize].tokens;
                        self.env[*variable as usize] = tokens.colour(token);
                        true
                    }
                    None => false,
                },
                Look::Match(spot, place, step) => match spot.only(state)? {
                    Some(token) => {
                        let place = place.0 as usize;
                        let colour = self.shared.places[place].tokens.colour(token);
                        let pointer = self.shared.net.places[place].pointer;
                        self.is_so(*step, Some((colour, pointer)))?
                    }
                    None => false,
                },
                Look::Brief(step, brief) => match brief.value(self.env) {
                    Some(word) => word != 0,
                    None => self.is_so(*step, None)?,
                },
                Look::Holds(step) => self.is_so(*step, None)?,
                Look::Need(spot, arc, source) => {
                    let token = self.token(&self.net.inputs[*arc], source)?;
                    spot.has(token, state)?
                }
            };
            if !is_so {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Appends the marking that the step leads to.
    #[inline]
    fn occur(&mut self, drill: &Drill, state: &[u64], out: &mut Batch) -> Result<(), Unfit> {
        let at = out.words.len();
        out.append(state);
        let words = &mut out.words[at..];
        for deed in &drill.deeds {
            match deed {
                Deed::Take(spot) => spot.clear(words),
                Deed::TakeThis(spot, arc, source) => {
                    let token = self.token(&self.net.inputs[*arc], source)?;
                    spot.take(token, words);
                }
                Deed::Put(spot, arc, Source::Several, restricted) => {
                    let arc = &self.net.outputs[*arc];
                    self.evaluate(arc)?;
                    for i in 0..self.given.len() {
                        let Given { colour, count, .. } = self.given[i];
                        let token = self.shared.places[arc.place.0 as usize]
                            .tokens
                            .intern(colour)
                            .0;
                        if count != 1 || *restricted && !self.is_legal(arc, token) {
                            return Err(Unfit);
                        }
                        spot.put(token, words)?;
                    }
                }
                Deed::Put(spot, arc, source, restricted) => {
                    let arc = &self.net.outputs[*arc];
                    let token = self.token(arc, source)?;
                    if *restricted && !self.is_legal(arc, token) {
                        return Err(Unfit);
                    }
                    spot.put(token, words)?;
                }
            }
        }
        Ok(())
    }

    /// The token of an arc that has one.
    #[inline(always)]
    fn token(&mut self, arc: &Arc, source: &Source) -> Result<Token, Unfit> {
        let colour = match source {
            Source::Token(token) => return Ok(*token),
            Source::Variable(variable) => self.env[*variable as usize],
            Source::Brief(brief) => brief.value(self.env).ok_or(Unfit)?,
            Source::One | Source::Several => self.colour(arc)?,
        };
        let tokens = &self.shared.places[arc.place.0 as usize].tokens;
        Ok(tokens.intern(colour).0)
    }

    fn colour(&mut self, arc: &Arc) -> Result<Colour, Unfit> {
        let Tokens::One(function) = &arc.tokens else {
            return Err(Unfit);
        };
        let pointer = self.shared.net.places[arc.place.0 as usize].pointer;
        let (values, variables) = (&self.shared.values, &self.net.variables);
        let result = (self.machine).one(values, function, pointer, variables, self.env);
        result.map_err(|_| Unfit)
    }

    /// Evaluates what an arc gives.
    fn evaluate(&mut self, arc: &Arc) -> Result<(), Unfit> {
        let pointer = self.shared.net.places[arc.place.0 as usize].pointer;
        let (values, variables) = (&self.shared.values, &self.net.variables);
        let given = &mut *self.given;
        let result =
            (self.machine).tokens(values, &arc.tokens, pointer, variables, self.env, given);
        result.map_err(|_| Unfit)
    }

    /// Whether a step of the plan is so: a token matches, or a condition holds.
    fn is_so(&mut self, step: usize, first: Option<(Colour, bool)>) -> Result<bool, Unfit> {
        let (values, variables) = (&self.shared.values, &self.net.variables);
        let mut holds = |function: &Function, env: &[Colour]| {
            (self.machine).holds(values, function, variables, env, first)
        };
        let result = match &self.net.plan[step] {
            Step::Test(function) => holds(function, self.env),
            Step::Token(_, matcher) | Step::Let(matcher) => match matcher {
                Matcher::Test(function) => holds(function, self.env),
                Matcher::Bind(function, fields) => {
                    (self.machine).bind(values, function, fields, variables, self.env, first)
                }
                Matcher::Whole(_) => return Err(Unfit),
            },
            Step::Each(_) | Step::Need(_) => return Err(Unfit),
        };
        result.map_err(|_| Unfit)
    }

    /// Whether a token belongs to its place's colour set.
    fn is_legal(&mut self, arc: &Arc, token: Token) -> bool {
        let place = arc.place.0 as usize;
        let tokens = &self.shared.places[place].tokens;
        if tokens.is_legal(token) {
            return true;
        }
        let (colour, span) = (tokens.colour(token), arc.tokens.function().span);
        let legal = (self.shared.check_legal(self.machine, place, colour, span)).is_ok();
        if legal {
            tokens.set_legal(token);
        }
        legal
    }
}
