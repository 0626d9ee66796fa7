//! Evaluating the functions of monitors, after a step and in the marking it led to.

use super::element::Binding;
use super::worker::{Halt, Worker};
use crate::net::elements;
use crate::net::observe::{Elements, Function};
use sweepnet_lang::vm::program::{IMMEDIATES, Payload, Shape, Word};

/// What is being done, for messages.
const DOING: &str = "a function of the monitor";

impl Worker {
    /// Where random numbers of the functions that are called next begin.
    pub fn seed(&mut self, seed: u64) {
        self.machine.vm.seed(seed);
    }

    /// Whether a function holds.
    pub fn tells(
        &mut self,
        function: &Function,
        step: Option<&Binding>,
        state: &[u64],
    ) -> Result<bool, Box<Halt>> {
        Ok(self.called(function, step, state)? != 0)
    }

    /// The number that a function gives: it gives one, or perhaps one.
    pub fn number_of(
        &mut self,
        function: &Function,
        step: Option<&Binding>,
        state: &[u64],
    ) -> Result<Option<f64>, Box<Halt>> {
        let word = self.called(function, step, state)?;
        let (shape, vm) = (function.expression.shape, &self.machine.vm);
        Ok(match &vm.program.shapes[shape.0 as usize] {
            Shape::Data(_) if word < IMMEDIATES => None,
            Shape::Data(constructors) => {
                let tag = vm.heap.tag(word) as usize;
                match constructors.get(tag).map(|constructor| &constructor.1) {
                    Some(Payload::One(shape)) => Some(self.number(*shape, vm.heap.field(word, 0))),
                    _ => None,
                }
            }
            _ => Some(self.number(shape, word)),
        })
    }

    /// The text that a function gives.
    pub fn text_of(
        &mut self,
        function: &Function,
        step: Option<&Binding>,
        state: &[u64],
    ) -> Result<Vec<u8>, Box<Halt>> {
        let word = self.called(function, step, state)?;
        Ok(self.machine.vm.heap.str(word).to_vec())
    }

    fn called(
        &mut self,
        function: &Function,
        step: Option<&Binding>,
        state: &[u64],
    ) -> Result<Word, Box<Halt>> {
        let element = function.elements.as_deref().zip(step);
        self.evaluate_in(&function.expression, element, state, DOING)
    }

    /// The values of a binding's variables in the evaluator's heap, where they stay.
    pub(super) fn words_of(&mut self, binding: &Binding) -> Vec<Word> {
        let shared = self.shared.clone();
        let variables = &shared.net.transitions[binding.transition].variables;
        (variables.iter().zip(&binding.values))
            .map(|(variable, &colour)| {
                (self.machine).word(&shared.values, colour, variable.pointer)
            })
            .collect()
    }

    /// A binding element in the evaluator's heap. Monitors are asked after steps of transitions that have a constructor only.
    pub(super) fn bound_element(
        &mut self,
        of: &Elements,
        binding: &Binding,
        values: &[Word],
    ) -> Word {
        let shared = self.shared.clone();
        let transition = &shared.net.transitions[binding.transition];
        let tag = of.tags[binding.transition];
        let made = tag.and_then(|tag| {
            elements::make(&mut self.machine.vm, of.shape, tag, transition, values)
        });
        debug_assert!(made.is_some());
        made.unwrap_or_default()
    }
}
