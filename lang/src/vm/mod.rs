//! The evaluator: a register machine with its own stack and heap, so that recursion is bounded by a memory budget and not by the thread's stack.
//!
//! `op` the instructions, `program` what is executed; `effects`, `verify`, `liveness`, `image` and `fuse` check and link it; `heap` objects and `collect` the
//! collector; `machine` what an embedder holds, `chance` its random numbers, `host` what it provides, `run` the loop with `registers` and `apply`; `prim` the primitives the library is written on;
//! `equal` and `order` values compared, with `pairs`; `show` values printed; `number` with `big`, `real`, `string`,
//! `multiset` and `colour` what the primitives are about.

mod apply;
mod big;
mod chance;
mod collect;
mod colour;
mod effects;
pub mod equal;
pub mod exn;
mod fuse;
pub mod heap;
pub mod host;
mod image;
mod list;
mod liveness;
pub mod machine;
pub mod multiset;
pub mod number;
pub mod op;
pub mod order;
mod pairs;
pub mod prim;
pub mod program;
pub mod real;
mod registers;
mod run;
pub mod show;
pub mod stop;
pub mod string;
pub mod verify;

pub use machine::{Budget, Vm};
pub use stop::{Cause, Stop};

#[cfg(test)]
mod tests;
