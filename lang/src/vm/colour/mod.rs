//! The functions of colour sets: how many values there are, the value with a number and the number of a value, all of them, one at random, and
//! whether a value belongs at all.
//!
//! Numbers are positional: the first component of a product or record is the most significant, strings and lists come by length and then
//! lexicographically, constructors in the order of their declaration.
//!
//! A subset's predicate is the one thing here that runs code. It runs without collecting (`Vm::holds`), so values under construction stay where they are.

mod access;
mod compare;
mod enumerate;
mod legal;
mod numbering;
mod pick;
#[cfg(test)]
mod tests;

use super::machine::Vm;
use super::program::{ColourSetId, Word};
use super::stop::Stop;
use std::cmp::Ordering;

pub(super) use compare::compare;
pub(super) use enumerate::all;
pub(super) use legal::offence;
pub(super) use numbering::{col, ord, size};
pub(super) use pick::{base, ran};

impl Vm {
    /// How many values a colour set has; `None` if infinitely many, or more than an int can count.
    pub fn colour_size(&mut self, set: ColourSetId) -> Result<Option<u64>, Stop> {
        numbering::cardinality(self, set).map_err(Stop::from)
    }

    /// All values of a colour set in the order of their numbers. They are new on the heap, and nothing protects them from a collection.
    pub fn colour_all(&mut self, set: ColourSetId) -> Result<Vec<Word>, Stop> {
        enumerate::values(self, set).map_err(Stop::from)
    }

    /// How two values of a colour set compare, as `CS.cmp` says.
    pub fn colour_compare(&self, set: ColourSetId, a: Word, b: Word) -> Ordering {
        compare(self, set, a, b)
    }

    /// What is wrong with a value, if it does not belong to a colour set.
    pub fn colour_offence(&mut self, set: ColourSetId, word: Word) -> Result<Option<String>, Stop> {
        offence(self, set, word).map_err(Stop::from)
    }
}
