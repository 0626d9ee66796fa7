//! Searches over the steps of an `engine`: one algorithm, one file.
//!
//! `store` keeps markings, `crew` is one thread's part, `full` finds every reachable marking; `bounds`, `components`, `represented`, `trace` and `picture` say what was
//! found, `expect` whether it is what was expected.
//! `control` limits a search and tells how far it has come.

pub mod bounds;
pub mod components;
pub mod control;
pub mod crew;
pub mod expect;
pub mod full;
pub mod picture;
pub mod represented;
pub mod store;
pub mod trace;
