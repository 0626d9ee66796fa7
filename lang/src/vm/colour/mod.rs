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

pub(super) use compare::compare;
pub(super) use enumerate::all;
pub(super) use legal::offence;
pub(super) use numbering::{col, ord, size};
pub(super) use pick::{base, ran};
