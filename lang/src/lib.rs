//! The inscription language of Sweepnet: Standard ML's core with CPN ML's colour sets, multi-sets and timed multi-sets.
//!
//! Text goes through `syntax` (lexer, grammar, operators), `types` (inference, which also makes the typed `core`), `compile` (one copy of each function
//! for each type it is used at, as register code) and `vm` (evaluation). `session::Session` drives all of it. The crate does no I/O.

pub mod alike;
pub mod codes;
mod colourset;
pub mod compile;
pub mod core;
pub mod diagnostic;
mod escape;
mod extend;
mod failure;
pub mod inscription;
pub mod library;
mod load;
mod longhand;
pub mod session;
mod slot;
pub mod span;
pub mod syntax {
    //! From text to syntax tree: `lexer`, `grammar` (generated), `parser` (drives both, recovers from errors), `fixity` (operators).
    pub mod ast;
    mod builder;
    mod clauses;
    mod complaint;
    mod contextual;
    mod depth;
    mod expected;
    pub mod fixity;
    pub mod lexer;
    mod literal;
    mod nesting;
    mod operators;
    pub mod parser;
    pub mod reading;
    pub mod token;
}
pub mod types;
pub mod vm;
pub mod wildcards;
