//! Equivalent markings as one: which are equivalent, and which of them stands for the others.
//!
//! - `symmetry` is the group: which colours may change places; `parts` finds them in a value; `action` permutes tokens by a table;
//! - `partition` tells colours apart by what a marking has of them; `canonical` chooses the representative and says how many markings it stands for;
//! - `time` shifts markings to time 0;
//! - `check` looks whether a declared symmetry is one;
//! - `equivalence` puts them together, for the engine to ask.

mod action;
mod canonical;
mod check;
pub mod equivalence;
mod partition;
mod parts;
pub mod symmetry;
pub mod time;
