//! Equivalent markings as one: which are equivalent, and which of them stands for the others.
//!
//! - `symmetry` is the group: which colours may change places; `parts` finds them in a value; `action` permutes tokens by a table;
//! - `partition` tells colours apart by what a marking has of them; `canonical` chooses the representative and says how many markings it stands for;
//! - `time` shifts markings to time 0;
//! - `proof` looks whether a declared symmetry must be one, `check` whether it is one as far as can be seen; `invariance` does that for expressions;
//! - `spread` makes bounds those of all markings that are stood for;
//! - `equivalence` puts them together, for the engine to ask.

mod action;
mod canonical;
mod check;
pub mod equivalence;
pub mod invariance;
mod partition;
mod parts;
pub mod proof;
mod spread;
pub mod symmetry;
pub mod time;
