//! Searches over the steps of an `engine`: one algorithm, one file.
//!
//! `store` keeps markings, `crew` is one thread's part, `full` finds every reachable marking; `control` limits a search and tells how far it has come.

pub mod control;
pub mod crew;
pub mod full;
pub mod store;
