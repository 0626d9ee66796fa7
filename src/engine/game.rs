//! One occurrence at a time, for simulation. Here an inscription may give another value each time: what an occurrence puts is evaluated first, exactly once,
//! and then applied, as often as it takes to find a layout with room for it.

use super::batch::{Batch, Occurrence};
use super::element::{Binding, Put};
use super::layout::Demand;
use super::worker::{Failure, Halt, Worker};
use crate::net::flat::{Transition, VariableId};
use std::cmp::Ordering;
use sweepnet_lang::vm::{order, show};

/// An occurrence with what it puts: evaluated, not yet applied. Valid until the memo is emptied.
#[derive(Clone, Debug)]
pub struct Outcome {
    occurrence: Occurrence,
    puts: Vec<Put>,
}

impl Worker {
    /// Says how many steps there were, for inscriptions that ask.
    pub fn set_steps(&mut self, steps: u64) {
        self.machine.vm.steps_taken = steps;
    }

    /// Evaluates an enabled occurrence: its code segment, delay and output arcs. Random numbers begin at `seed`, so that they do not depend on what
    /// was evaluated before.
    pub fn outcome(&mut self, occurrence: Occurrence, seed: u64) -> Result<Outcome, Box<Halt>> {
        let transition = occurrence.transition as usize;
        let puts = match self.shared.impure[transition].is_some() {
            true => {
                self.machine.vm.seed(seed);
                let shared = self.shared.clone();
                self.evaluate(
                    &shared,
                    transition,
                    occurrence.element,
                    occurrence.clock,
                    true,
                )?
            }
            false => self.puts(occurrence)?,
        };
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
        if self.shaky.is_some() {
            self.shake()?;
        }
        out.clear();
        out.width = self.layout.words;
        let needs = self.memo.codes.elements[element];
        if !needs.is_resolved() {
            let takes = self.memo.elements[element].takes;
            let takes = takes.of(&self.memo.takes);
            let (layout, timed) = (&self.layout, &self.shared.timed_places);
            let puts = Some(&outcome.puts[..]);
            let code = (self.memo.codes).compile(layout, timed, takes, puts);
            self.memo.codes.elements[element] = code;
        }
        let result = match self.layout.clock {
            Some(_) => self.occur(state, outcome.occurrence, &outcome.puts, out),
            None => {
                let enabled = self.enabled(element as u32, state);
                debug_assert!(enabled, "an occurrence is of the marking it was found in");
                let code = self.memo.codes.elements[element];
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
        let mut choice = Vec::new();
        for id in chosen(net) {
            let variable = &net.variables[id];
            let (values, colour) = (&shared.values, binding.values[id]);
            let word = self.machine.word(values, colour, variable.pointer);
            let value = show::exact(&self.machine.vm, variable.colour, word);
            choice.push((variable.name.clone(), value));
        }
        choice
    }

    /// Enabled elements of one transition, sorted by the values of their variables. So their order says nothing of how they were found.
    pub fn sort_bindings(&mut self, occurrences: &mut [Occurrence]) {
        let order = self.order_of(occurrences, |indices, compare| indices.sort_by(compare));
        let sorted: Vec<Occurrence> = order.iter().map(|&i| occurrences[i]).collect();
        occurrences.copy_from_slice(&sorted);
    }

    /// The element that would be at `rank` if those of one transition were sorted.
    pub fn nth_binding(&mut self, occurrences: &[Occurrence], rank: usize) -> Option<Occurrence> {
        if occurrences.len() < 2 {
            return occurrences.get(rank).copied();
        }
        let order = self.order_of(occurrences, |indices, compare| {
            if rank < indices.len() {
                indices.select_nth_unstable_by(rank, compare);
            }
        });
        order.get(rank).map(|&index| occurrences[index])
    }

    /// Puts the indices of elements of one transition in an order, by a function that compares them.
    fn order_of(
        &mut self,
        occurrences: &[Occurrence],
        arrange: impl FnOnce(&mut [usize], &dyn Fn(&usize, &usize) -> Ordering),
    ) -> Vec<usize> {
        let mut indices: Vec<usize> = (0..occurrences.len()).collect();
        let Some(first) = occurrences.first() else {
            return indices;
        };
        let shared = self.shared.clone();
        let net = &shared.net.transitions[first.transition as usize];
        let variables: Vec<usize> = chosen(net).collect();
        // Colours are copied into the heap before any is compared, so that words stay valid.
        let mut words = Vec::with_capacity(variables.len() * occurrences.len());
        for occurrence in occurrences {
            let binding = self.memo.elements[occurrence.element as usize].binding;
            for &id in &variables {
                let colour = binding.of(&self.memo.colours)[id];
                let pointer = net.variables[id].pointer;
                words.push(self.machine.word(&shared.values, colour, pointer));
            }
        }
        let (program, heap) = (&self.machine.vm.program, &self.machine.vm.heap);
        let width = variables.len();
        arrange(&mut indices, &|&a, &b| {
            let (a, b) = (&words[a * width..][..width], &words[b * width..][..width]);
            let pairs = variables.iter().zip(a.iter().zip(b));
            let different = pairs.filter(|(_, (a, b))| a != b);
            different
                .map(|(&id, (&a, &b))| order::compare(program, heap, net.variables[id].shape, a, b))
                .find(|order| order.is_ne())
                .unwrap_or(Ordering::Equal)
        });
        indices
    }
}

/// The variables that are bound before a transition occurs, so not by its code segment.
fn chosen(net: &Transition) -> impl Iterator<Item = usize> {
    let outputs = net.code.iter().flat_map(|code| &code.outputs);
    let late: Vec<VariableId> = outputs.map(|output| output.0).collect();
    (0..net.variables.len()).filter(move |&id| !late.contains(&VariableId(id as u32)))
}

/// What a halt demands; whatever else halts is passed on.
pub fn demanded(halt: Halt) -> Result<Demand, Failure> {
    match halt.failure() {
        Ok(failure) => Err(failure),
        Err(demand) => Ok(demand),
    }
}
