//! Searches over the steps of an `engine`: one algorithm, one file.
//!
//! `store` keeps markings, `crew` is one thread's part, `pool` what waits for each, `parts` divides numbers among threads, `full` finds every reachable marking; `bounds`, `components`, `represented`, `trace` and `picture` say what was
//! found, `expect` whether it is what was expected, `fault` how the net comes to an error of its own.
//! `sweep` is the sweep-line method: `measure` says how far a marking is, `layers` keep markings by their progress, `sweeper` is one thread's part, `heard` what it met, `reclaim` gives memory
//! back, `cutoff` ends a sweep that has no end, `ways` remembers on disk how markings were reached, `log` what happened when.
//! `tarjan` finds components in any graph, `control` limits a search and tells how far it has come.

pub mod bounds;
pub mod components;
pub mod control;
pub mod crew;
pub mod cutoff;
pub mod expect;
pub mod fault;
pub mod full;
pub mod heard;
pub mod layers;
pub mod log;
pub mod measure;
mod parts;
pub mod picture;
mod placing;
mod pool;
mod reclaim;
pub mod relayout;
pub mod represented;
pub mod store;
pub mod sweep;
pub mod sweeper;
pub mod tarjan;
pub mod trace;
pub mod ways;
