//! What the inscriptions of a transition give for values of its variables: whether a token matches, what arcs take and put.

use super::element::{Put, add_puts};
use super::machine::Trouble;
use super::search::Point;
use super::shared::Shared;
use super::tokens::Token;
use super::values::Colour;
use super::worker::{Halt, Worker};
use crate::net::flat::{Arc, Code, Function, Matcher, Tokens, Transition};
use num_traits::ToPrimitive;

impl Worker {
    /// What an element puts, evaluated now, in a list that `Scratch::puts` may have back. In a state space a code segment that only has `effects` is not run.
    pub(super) fn evaluate(
        &mut self,
        shared: &Shared,
        transition: usize,
        element: u32,
        clock: i64,
        effects: bool,
    ) -> Result<Vec<Put>, Box<Halt>> {
        let binding = self.memo.elements[element as usize].binding;
        let mut colours = std::mem::take(&mut self.scratch.colours);
        let mut puts = std::mem::take(&mut self.scratch.puts);
        colours.clear();
        colours.extend_from_slice(binding.of(&self.memo.colours));
        self.evaluate_puts(shared, transition, &mut colours, clock, effects, &mut puts)?;
        let start = binding.start as usize;
        self.memo.colours[start..start + colours.len()].copy_from_slice(&colours);
        self.scratch.colours = colours;
        Ok(puts)
    }

    /// The same for values of the variables; those of a code segment's output variables are set.
    pub(super) fn evaluate_puts(
        &mut self,
        shared: &Shared,
        transition: usize,
        colours: &mut [Colour],
        clock: i64,
        effects: bool,
        puts: &mut Vec<Put>,
    ) -> Result<(), Box<Halt>> {
        let net = &shared.net.transitions[transition];
        self.machine.set_clock(clock);
        if let Some(code) = &net.code
            && (effects || !code.action.effects.is_impure() || !code.outputs.is_empty())
        {
            self.run_code(net, code, colours)?;
        }
        let delay = self.delay(net, colours)?;
        puts.clear();
        for arc in &net.outputs {
            self.put(shared, net, arc, colours, (clock, delay), puts)?;
        }
        if !add_puts(puts)
            && let Some(arc) = net.outputs.first()
        {
            let function = arc.tokens.function();
            return Err(self.failure_in(net, function, colours, Trouble::Count));
        }
        if !effects {
            self.machine.vm.output.clear();
        }
        Ok(())
    }

    /// Adds what an output arc puts after a delay, under the clock that was set.
    #[inline]
    pub(super) fn put(
        &mut self,
        shared: &Shared,
        net: &Transition,
        arc: &Arc,
        colours: &[Colour],
        (clock, delay): (i64, i64),
        puts: &mut Vec<Put>,
    ) -> Result<(), Box<Halt>> {
        let place = arc.place.0 as usize;
        let restricted = shared.restricted[place];
        // the most common case without further ado
        if let Tokens::One(function) = &arc.tokens {
            let token = self.one(shared, net, place, function, colours)?;
            if restricted {
                self.check_token(shared, net, place, token, function, colours)?;
            }
            puts.push(Put {
                place: arc.place.0,
                token,
                count: 1,
                after: delay,
            });
            return Ok(());
        }
        let function = arc.tokens.function();
        self.tokens(net, arc, colours, clock)?;
        for i in 0..self.scratch.given.len() {
            let one = self.scratch.given[i];
            let (token, _) = shared.places[place].tokens.intern(one.colour);
            if restricted {
                self.check_token(shared, net, place, token, function, colours)?;
            }
            let Some(after) = one.after.checked_add(delay) else {
                return Err(self.failure_in(net, function, colours, Trouble::Time));
            };
            puts.push(Put {
                place: arc.place.0,
                token,
                count: one.count,
                after,
            });
        }
        Ok(())
    }

    /// The token of an arc that has one, under the clock that was set.
    #[inline]
    pub(super) fn one(
        &mut self,
        shared: &Shared,
        net: &Transition,
        place: usize,
        function: &Function,
        colours: &[Colour],
    ) -> Result<Token, Box<Halt>> {
        let colour = match function.variable {
            Some(variable) => colours[variable.0 as usize],
            None => {
                let pointer = shared.net.places[place].pointer;
                let (machine, values) = (&mut self.machine, &shared.values);
                match machine.one(values, function, pointer, &net.variables, colours) {
                    Ok(colour) => colour,
                    Err(trouble) => return Err(self.failure_in(net, function, colours, trouble)),
                }
            }
        };
        Ok(shared.places[place].tokens.intern(colour).0)
    }

    /// Refuses a token that does not belong to the place's colour set.
    fn check_token(
        &mut self,
        shared: &Shared,
        net: &Transition,
        place: usize,
        token: Token,
        function: &Function,
        colours: &[Colour],
    ) -> Result<(), Box<Halt>> {
        let tokens = &shared.places[place].tokens;
        if !tokens.is_legal(token) {
            let legal = self.check_legal(place, tokens.colour(token), function.span);
            legal.map_err(|halt| match *halt {
                Halt::Failure(failure) => {
                    let doing = self.doing(net, function, colours);
                    let failure = failure.label(net.span, format!("while {doing}"));
                    Box::new(Halt::Failure(Box::new(failure)))
                }
                other => Box::new(other),
            })?;
            tokens.set_legal(token);
        }
        Ok(())
    }

    fn run_code(
        &mut self,
        net: &Transition,
        code: &Code,
        colours: &mut [Colour],
    ) -> Result<(), Box<Halt>> {
        let values = &self.shared.values;
        let result = (self.machine).call(values, &code.action, &net.variables, colours, None);
        let word = result.map_err(|t| self.failure_in(net, &code.action, colours, t))?;
        let single = code.outputs.len() == 1;
        for (variable, field) in &code.outputs {
            let pointer = net.variables[variable.0 as usize].pointer;
            let part = match single {
                true => word,
                false => self.machine.vm.heap.field(word, usize::from(*field)),
            };
            let colour = self.machine.colour(&self.shared.values, part, pointer);
            colours[variable.0 as usize] = colour;
        }
        Ok(())
    }

    fn delay(&mut self, net: &Transition, colours: &[Colour]) -> Result<i64, Box<Halt>> {
        let Some(delay) = &net.delay else {
            return Ok(0);
        };
        let values = &self.shared.values;
        let result = (self.machine).call(values, &delay.function, &net.variables, colours, None);
        let word = result.map_err(|t| self.failure_in(net, &delay.function, colours, t))?;
        match delay.unbounded {
            false => Ok(word as i64),
            true => {
                let small = self.machine.vm.heap.inf(word).to_i64();
                small.ok_or_else(|| self.failure_in(net, &delay.function, colours, Trouble::Time))
            }
        }
    }

    /// Evaluates the tokens of an arc into the scratch list. Inscriptions without variables are evaluated once.
    pub(super) fn tokens(
        &mut self,
        net: &Transition,
        arc: &Arc,
        colours: &[Colour],
        clock: i64,
    ) -> Result<(), Box<Halt>> {
        let function = arc.tokens.function();
        let pointer = self.shared.net.places[arc.place.0 as usize].pointer;
        self.machine.set_clock(clock);
        let (machine, values) = (&mut self.machine, &self.shared.values);
        let given = &mut self.scratch.given;
        given.clear();
        let constants = &mut self.scratch.constants;
        if function.is_constant()
            && let Some(known) = constants.get(&function.code.0)
        {
            given.extend_from_slice(known);
            return Ok(());
        }
        let result = machine.tokens(values, &arc.tokens, pointer, &net.variables, colours, given);
        if result.is_ok() && function.is_constant() {
            constants.insert(function.code.0, given.clone());
        }
        result.map_err(|trouble| self.failure_in(net, function, colours, trouble))
    }

    pub(super) fn holds(
        &mut self,
        net: &Transition,
        function: &Function,
        point: &Point,
        first: Option<(Colour, bool)>,
    ) -> Result<bool, Box<Halt>> {
        self.machine.set_clock(point.clock);
        let (machine, values) = (&mut self.machine, &self.shared.values);
        machine
            .holds(values, function, &net.variables, &point.colours, first)
            .map_err(|t| self.failure_in(net, function, &point.colours, t))
    }

    /// Whether a colour or expression matches; if so its variables are bound.
    #[inline]
    pub(super) fn matched(
        &mut self,
        net: &Transition,
        matcher: &Matcher,
        point: &mut Point,
        first: Option<(Colour, bool)>,
    ) -> Result<bool, Box<Halt>> {
        match matcher {
            Matcher::Whole(variable) => {
                point.colours[variable.0 as usize] = first.map_or(0, |f| f.0);
                Ok(true)
            }
            Matcher::Test(function) => self.holds(net, function, point, first),
            Matcher::Bind(function, fields) => {
                self.machine.set_clock(point.clock);
                let (machine, values) = (&mut self.machine, &self.shared.values);
                let (variables, colours) = (&net.variables, &mut point.colours);
                machine
                    .bind(values, function, fields, variables, colours, first)
                    .map_err(|t| self.failure_in(net, function, &point.colours, t))
            }
        }
    }
}
