//! Equivalent markings as one: which are equivalent, and which of them stands for the others.
//!
//! - `symmetry` is the group: which colours may change places; `parts` finds them in a value; `action` permutes tokens by a table;
//! - `partition` tells colours apart by what a marking has of them; `canonical` chooses the representative and says how many markings it stands for.

pub mod action;
pub mod canonical;
mod partition;
mod parts;
pub mod symmetry;
