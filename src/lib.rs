//! Sweepnet: Coloured Petri nets in text files.
//!
//! `net` reads and checks nets, `import` those of other tools, `export` writes them; `engine` does their steps; `explore` finds all their markings, `simulate` plays one run; `query` answers scripts; `draw` makes pictures. `cli` is the
//! command line; `report` tells problems to people (a terminal) and to programs (JSON). The inscription language is the crate `sweepnet-lang`.

pub mod cli;
pub mod draw;
pub mod engine;
pub mod explore;
pub mod export;
pub mod file;
pub mod guard;
pub mod import;
pub mod leftovers;
pub mod net;
pub mod numbers;
pub mod query;
pub mod reduce;
pub mod report;
pub mod simulate;
pub mod visible;
pub mod write;
