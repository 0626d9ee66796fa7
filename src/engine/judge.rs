//! Evaluating expressions over a marking: predicates and progress measures.
//!
//! An expression gets the multi-sets of the places it mentions. A place has few markings, compared with those of the net, so each of its multi-sets is made once, stays in the evaluator's heap and
//! is found again by its bits; as long as there are not too many.

use super::batch::Batch;
use super::element::Binding;
use super::machine::Trouble;
use super::sets::Item;
use super::worker::{Halt, Worker};
use crate::net::expression::MarkingExpression;
use crate::net::observe::Elements;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::cmp::Ordering;
use sweepnet_lang::vm::order;
use sweepnet_lang::vm::program::{Shape, ShapeId, Word};

/// Multi-sets that stay in the heap at most.
const MOST: usize = 1 << 14;

impl Worker {
    /// Whether a predicate holds in a marking.
    pub fn holds_in(
        &mut self,
        predicate: &MarkingExpression,
        state: &[u64],
    ) -> Result<bool, Box<Halt>> {
        Ok(self.evaluate_in(predicate, None, state, "the predicate")? != 0)
    }

    /// Whether nothing is enabled in a marking.
    fn is_dead(&mut self, state: &[u64]) -> Result<bool, Box<Halt>> {
        let mut enabled = Batch::occurrences();
        match self.steps(state, &mut enabled).map_err(|halt| *halt) {
            // A marking that only has steps after the time where the search ends is not dead.
            Ok(()) => Ok(!self.take_beyond() && enabled.is_empty()),
            // An enabled element found no room, or there is no memory for all of them.
            Err(Halt::Demand(_) | Halt::Memory(_)) => Ok(false),
            Err(halt) => Err(Box::new(halt)),
        }
    }

    /// The number that an observation gives in a marking; true is 1.
    pub fn observed_in(
        &mut self,
        observation: &MarkingExpression,
        state: &[u64],
    ) -> Result<f64, Box<Halt>> {
        let word = self.evaluate_in(observation, None, state, "the monitor")?;
        Ok(self.number(observation.shape, word))
    }

    /// A number of the language.
    pub(super) fn number(&self, shape: ShapeId, word: Word) -> f64 {
        let vm = &self.machine.vm;
        match &vm.program.shapes[shape.0 as usize] {
            Shape::Real => f64::from_bits(word),
            Shape::IntInf => vm.heap.inf(word).to_f64().unwrap_or(f64::NAN),
            _ => word as i64 as f64,
        }
    }

    /// The integers that a measure gives in a marking, from left to right.
    pub fn measured_in(
        &mut self,
        measure: &MarkingExpression,
        state: &[u64],
    ) -> Result<Vec<BigInt>, Box<Halt>> {
        let word = self.evaluate_in(measure, None, state, "the progress measure")?;
        let (mut integers, mut parts) = (Vec::new(), vec![(measure.shape, word)]);
        let vm = &self.machine.vm;
        while let Some((shape, word)) = parts.pop() {
            match &vm.program.shapes[shape.0 as usize] {
                Shape::Tuple(of) => {
                    let part = |&(slot, shape): &(u16, ShapeId)| {
                        (shape, vm.heap.field(word, slot as usize))
                    };
                    parts.extend(of.iter().rev().map(part));
                }
                Shape::IntInf => integers.push(vm.heap.inf(word)),
                _ => integers.push((word as i64).into()),
            }
        }
        Ok(integers)
    }

    /// Evaluates an expression; its first argument is a binding element, if one is given with the datatype it is of.
    pub(super) fn evaluate_in(
        &mut self,
        expression: &MarkingExpression,
        element: Option<(&Elements, &Binding)>,
        state: &[u64],
        what: &str,
    ) -> Result<u64, Box<Halt>> {
        let dead = expression.dead.then(|| self.is_dead(state)).transpose()?;
        self.machine.vm.heap.thaw();
        let mut arguments = std::mem::take(&mut self.arguments);
        arguments.clear();
        // First what stays in the heap, also the colours of what does not; then the rest, which is dropped.
        let values = element.map(|(_, binding)| self.words_of(binding));
        arguments.extend(element.map(|_| 0));
        let mut others: Vec<(usize, usize, Vec<Item>)> = Vec::new();
        for place in expression.places.iter().map(|place| place.0 as usize) {
            let kept = self.kept(place, state);
            if kept.is_none() {
                let items = self.items_of(place, state);
                for item in &items {
                    self.word_of(place, item.token);
                }
                others.push((arguments.len(), place, items));
            }
            arguments.push(kept.unwrap_or_default());
        }
        for (argument, place, items) in others {
            arguments[argument] = self.multiset(place, &items);
        }
        if let (Some((elements, binding)), Some(values)) = (element, values) {
            arguments[0] = self.bound_element(elements, binding, &values);
        }
        arguments.extend(dead.map(Word::from));
        self.machine.set_clock(self.clock(state));
        self.machine.vm.set_budget(self.shared.budget);
        let result = self.machine.vm.call(expression.code.0, &arguments);
        self.arguments = arguments;
        match result {
            Ok(word) => Ok(word),
            Err(stop) => {
                let doing = format!("evaluating {what} in this marking: {}", self.show(state));
                let trouble = Trouble::from(stop);
                let (shared, machine) = (&self.shared, &mut self.machine);
                let failure = shared.failure(machine, expression.span, &doing, &trouble);
                Err(trouble.halts_with(failure))
            }
        }
    }

    /// The multi-set of a place in the evaluator's heap, if it is one that stays there.
    fn kept(&mut self, place: usize, state: &[u64]) -> Option<Word> {
        let key = (place as u32, self.layout.bits(place, state)?);
        if let Some(&word) = self.multisets.get(&key) {
            return Some(word);
        }
        if self.multisets.len() >= MOST {
            return None;
        }
        let items = self.items_of(place, state);
        let word = self.multiset(place, &items);
        self.machine.vm.heap.freeze();
        self.multisets.insert(key, word);
        Some(word)
    }

    /// A multi-set in the evaluator's heap of tokens whose colours are there. Its elements are in the
    /// language's own order of values, which need not be that of the place's colour set.
    fn multiset(&mut self, place: usize, items: &[Item]) -> u64 {
        let shape = self.shared.net.places[place].shape;
        let pointer = self.shared.net.places[place].pointer;
        let timed = self.shared.timed_places[place];
        let keyed = items
            .iter()
            .map(|item| (self.word_of(place, item.token), *item));
        let mut keyed: Vec<(Word, Item)> = keyed.collect();
        let (program, heap) = (&self.machine.vm.program, &self.machine.vm.heap);
        keyed.sort_by(|a, b| {
            let colours = match a.1.token == b.1.token {
                true => Ordering::Equal,
                false => order::compare(program, heap, shape, a.0, b.0),
            };
            colours.then(a.1.stamp.cmp(&b.1.stamp))
        });
        let mut elements = Vec::with_capacity(items.len());
        for &(mut word, item) in &keyed {
            if timed {
                let stamp = self.machine.vm.heap.alloc_small_inf(item.stamp);
                word = self.machine.vm.heap.alloc_timed(word, stamp, pointer);
            }
            elements.push(word);
        }
        let counts: Vec<u64> = keyed
            .iter()
            .map(|(_, item)| u64::from(item.count))
            .collect();
        (self.machine.vm.heap).alloc_multiset(&elements, &counts, pointer || timed)
    }
}
