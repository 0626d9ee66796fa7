//! The evaluator: a register machine with its own stack and heap, so that recursion is bounded by a memory budget and not by the thread's stack.
//!
//! `op` the instructions, `program` what is executed, `heap` objects and the collector, `run` the loop, `prim` the primitives the library is
//! written on, `equal`/`order`/`show` values compared and printed, `multiset` and `colour` the colour-set functions.

pub mod op;
pub mod program;
