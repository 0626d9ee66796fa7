//! The host functions that scripts' library is written on: name, types and meaning. `declare` makes them known to the language as `Host.name`.
//!
//! Nodes, arcs and binding elements are numbered from 1, components from ~1 downwards. A set of transition instances or binding elements comes as a list of numbers and
//! which of the two it is (`Set`).

mod calculation;
mod components;
mod elements;
mod looking;
mod nodes;
mod parts;
mod sweeping;
mod text;

pub use parts::Component;

use super::arcs::Arcs;
use super::graph::Branching;
use super::sccs::Sccs;
use super::tool::{Answer, Tool};
use crate::engine::{Binding, Failure};
use crate::explore::control::Rest;
use crate::guard;
use crate::net::flat::FlatNet;
use std::time::Instant;
use sweepnet_lang::vm::Vm;
use sweepnet_lang::vm::host::Refusal;
use sweepnet_lang::vm::program::Word;

/// A host function.
pub struct HostFunction {
    /// Its name in the structure `Host`.
    pub name: &'static str,
    /// The types of its arguments.
    pub takes: &'static [&'static str],
    /// The type of its result.
    pub gives: &'static str,
    /// What it does.
    pub run: fn(&mut Tool, &mut Vm, [Word; 3]) -> Answer,
}

const fn function(
    name: &'static str,
    takes: &'static [&'static str],
    gives: &'static str,
    run: fn(&mut Tool, &mut Vm, [Word; 3]) -> Answer,
) -> HostFunction {
    HostFunction {
        name,
        takes,
        gives,
        run,
    }
}

fn stop(failure: Failure) -> Refusal {
    Refusal::Stop(failure)
}

/// A time of the net as a value of the language's type `time`.
pub(super) fn time(vm: &mut Vm, net: &FlatNet, clock: i64) -> Word {
    match net.session.has_real_time() {
        true => (clock as f64 / 1e6).to_bits(),
        false => vm.heap.alloc_small_inf(clock),
    }
}

fn boolean(value: bool) -> Answer {
    Ok(Word::from(value))
}

/// A list of numbers counted from 1.
fn list(vm: &mut Vm, numbers: impl IntoIterator<Item = u32>) -> Answer {
    let words: Vec<Word> = numbers.into_iter().map(|n| u64::from(n) + 1).collect();
    Ok(vm.heap.list(&words, false))
}

fn text(vm: &mut Vm, text: &str) -> Answer {
    Ok(vm.heap.alloc_str(text.as_bytes()))
}

/// A component's number in scripts.
fn scc_number(component: u32) -> Word {
    (-1 - i64::from(component)) as Word
}

fn scc_list(vm: &mut Vm, components: impl IntoIterator<Item = u32>) -> Answer {
    let words: Vec<Word> = components.into_iter().map(scc_number).collect();
    Ok(vm.heap.list(&words, false))
}

impl Tool {
    fn arcs(&mut self) -> Result<&Arcs, Refusal> {
        if let Err(failure) = self.graph()?.arcs().map(|_| ()) {
            return Err(self.failed(failure));
        }
        self.graph()?.arcs().map_err(stop)
    }

    /// What is left of time and memory.
    fn rest(&self) -> Rest {
        Rest::new(self.limits.interrupt.clone(), usize::MAX)
    }

    /// Nothing is left.
    fn ended(&self) -> Refusal {
        Refusal::Interrupted(self.interrupted())
    }

    fn failed(&self, failure: Failure) -> Refusal {
        match self.interrupted() {
            guard::RUN => stop(failure),
            why => Refusal::Interrupted(why),
        }
    }

    fn arc(&mut self, number: Word) -> Result<u32, Refusal> {
        match number {
            1.. if number <= self.arcs()?.count() as u64 => Ok((number - 1) as u32),
            _ => Err(Refusal::Raise("IllegalId")),
        }
    }

    fn component(&mut self, number: Word) -> Result<u32, Refusal> {
        let at = -1 - number as i64;
        let (_, sccs) = self.sccs()?;
        match usize::try_from(at) {
            Ok(at) if at < sccs.count() => Ok(at as u32),
            _ => Err(Refusal::Raise("IllegalId")),
        }
    }

    fn sccs(&mut self) -> Result<(&Arcs, &Sccs), Refusal> {
        if !self.graph()?.has_sccs() {
            let start = Instant::now();
            if let Err(failure) = self.graph()?.sccs().map(|_| ()) {
                return Err(self.failed(failure));
            }
            self.scc_seconds = start.elapsed().as_secs_f64();
        }
        self.graph()?.sccs().map_err(stop)
    }

    fn branching(&self) -> Branching {
        self.options.branching
    }

    /// Which binding elements are in a set: of these transitions (by number from 1), or these elements themselves.
    fn set(&mut self, vm: &Vm, numbers: Word, elements: Word) -> Result<Vec<bool>, Refusal> {
        let numbers = vm.heap.list_items(numbers, false);
        let arcs = self.arcs()?;
        let number = |(at, binding): (usize, &Binding)| match elements {
            0 => binding.transition as u64 + 1,
            _ => at as u64 + 1,
        };
        let all = arcs.elements.iter().enumerate();
        Ok(all.map(|e| numbers.contains(&number(e))).collect())
    }
}

/// All host functions, by subject.
static SUBJECTS: [&[HostFunction]; 8] = [
    calculation::FUNCTIONS,
    looking::FUNCTIONS,
    nodes::FUNCTIONS,
    elements::FUNCTIONS,
    components::FUNCTIONS,
    parts::FUNCTIONS,
    text::FUNCTIONS,
    sweeping::FUNCTIONS,
];

/// Functions that a subject may have: so far apart are the numbers of their first ones.
const SUBJECT: usize = 256;

/// All host functions with their numbers.
pub fn all() -> impl Iterator<Item = (usize, &'static HostFunction)> {
    let subjects = SUBJECTS.iter().enumerate();
    subjects.flat_map(|(subject, functions)| {
        let numbered = functions.iter().enumerate();
        numbered.map(move |(at, function)| (subject * SUBJECT + at, function))
    })
}

/// The host function with a number.
#[inline]
pub fn get(number: usize) -> Option<&'static HostFunction> {
    SUBJECTS.get(number / SUBJECT)?.get(number % SUBJECT)
}

/// The number of a host function.
pub fn number_of(name: &str) -> usize {
    let found = all().find(|(_, function)| function.name == name);
    found.map_or(0, |(number, _)| number)
}
