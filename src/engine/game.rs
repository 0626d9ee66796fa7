//! One occurrence at a time, for simulation. Here an inscription may give another value each time: what an occurrence puts is evaluated first, exactly once,
//! and then applied, as often as it takes to find a layout with room for it.

use super::batch::{Batch, Occurrence};
use super::element::{Binding, Put};
use super::layout::Demand;
use super::worker::{Failure, Halt, Worker};
use crate::net::flat::VariableId;
use sweepnet_lang::vm::show;

/// An occurrence with what it puts: evaluated, not yet applied. Valid until the memo is emptied.
#[derive(Clone, Debug)]
pub struct Outcome {
    occurrence: Occurrence,
    puts: Vec<Put>,
}

impl Worker {
    /// Evaluates an enabled occurrence: its code segment, delay and output arcs. Random numbers begin at `seed`, so that they do not depend on what
    /// was evaluated before.
    pub fn outcome(&mut self, occurrence: Occurrence, seed: u64) -> Result<Outcome, Failure> {
        if self.shared.impure[occurrence.transition as usize].is_some() {
            self.machine.vm.seed(seed);
        }
        let puts = self.puts(occurrence)?;
        Ok(Outcome { occurrence, puts })
    }

    /// Makes the marking after an occurrence the only one in `out`; or says what the layout has no room for.
    pub fn apply(
        &mut self,
        state: &[u64],
        outcome: &Outcome,
        out: &mut Batch,
    ) -> Result<(), Box<Halt>> {
        let (transition, element) = (
            outcome.occurrence.transition as usize,
            outcome.occurrence.element as usize,
        );
        out.clear();
        out.width = self.layout.words;
        let needs = self.memo.codes.elements[element];
        if !needs.is_resolved() {
            let takes = self.memo.elements[element].takes;
            let takes = takes.of(&self.memo.takes);
            let (layout, timed) = (&self.layout, &self.shared.timed_places);
            let code = (self.memo.codes).compile(layout, timed, takes, Some(&outcome.puts));
            self.memo.codes.elements[element] = code;
        }
        let result = match self.layout.clock {
            Some(_) => self.occur(state, outcome.occurrence, &outcome.puts, out),
            None => {
                let code = self.memo.codes.elements[element];
                let enabled = self.has(code, state);
                debug_assert!(enabled, "an occurrence is of the marking it was found in");
                self.occur_untimed(transition, code, state, out).map(|_| ())
            }
        };
        // Next time it may put something else.
        self.memo.codes.elements[element] = needs;
        result
    }

    /// What inscriptions printed since the last time.
    pub fn printed(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.machine.vm.output)
    }

    /// The variables of a binding that are bound before it occurs, each with its whole value; what a code segment binds is left out.
    pub fn choice(&mut self, binding: &Binding) -> Vec<(String, String)> {
        let shared = self.shared.clone();
        let net = &shared.net.transitions[binding.transition];
        let bound_late = |id: usize| {
            let outputs = net.code.iter().flat_map(|code| &code.outputs);
            outputs
                .into_iter()
                .any(|(output, _)| *output == VariableId(id as u32))
        };
        let mut choice = Vec::new();
        for (id, variable) in net.variables.iter().enumerate() {
            if bound_late(id) {
                continue;
            }
            let (values, colour) = (&shared.values, binding.values[id]);
            let word = self.machine.word(values, colour, variable.pointer);
            let shown = show::coloured(&self.machine.vm, variable.colour, word, usize::MAX);
            let value = String::from_utf8_lossy(&shown).into_owned();
            choice.push((variable.name.clone(), value));
        }
        choice
    }
}

/// What a halt demands; a failure of the net is passed on.
pub fn demanded(halt: Halt) -> Result<Demand, Failure> {
    match halt {
        Halt::Demand(demand) => Ok(demand),
        Halt::Failure(failure) => Err(failure),
    }
}
