//! The bridge between query scripts and searches.
//!
//! A script is a text in the inscription language. What it can ask is written in the language too, in `stdlib/space.sml`, on top of small host functions:
//!
//! ```text
//! script ─► stdlib/space.sml ─► Host.… (declare) ─► functions ─► tool ─► graph, arcs, sccs, fairness
//! ```
//!
//! - `declare` writes the part of the library that depends on the net (`net/named.rs` says what its parts are called);
//! - `functions` is the table of host functions, `tool` what they work on;
//! - `graph` is a state space, `arcs` and `sccs` what is found in it when needed, `fairness` a question that takes a search of its own;
//! - `read` makes multi-sets of packed markings, `elements` values of binding elements;
//! - `sweeps` are sweeps that scripts drive, `measure` a progress measure that is a function of a script, `overloads` names with several meanings, `own` how
//!   the short forms among them search;
//! - `remarks` are what sweeps report besides their answers;
//! - `script` runs texts and tells what went wrong; `report` is the standard report, `picture` draws parts of a state space.

mod arcs;
mod declare;
mod elements;
mod fairness;
mod functions;
mod graph;
mod measure;
mod overloads;
mod own;
mod picture;
mod read;
mod remarks;
pub mod report;
mod sccs;
mod script;
mod sweeps;
mod tool;

pub use remarks::PARTIAL;
pub use script::{FILES, carry_over, run_each, session};
pub use tool::Limits;
