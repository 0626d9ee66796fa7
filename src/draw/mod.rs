//! Pictures of nets and of state spaces, with no other program.
//!
//! `net` and `space` make a `graph`, a plain drawing problem. `svg` draws it, with positions from the layered layout in `layer`, or as their author gave them (`given`); `dot` writes it
//! for Graphviz, which has a layout of its own. `figure` and `text` know how large a node is, how wide a text, and where it may be broken.
//! `plot` draws how a sweep went.

pub mod dot;
mod figure;
mod given;
pub mod graph;
pub mod layer;
pub mod net;
pub mod plot;
pub mod space;
pub mod svg;
mod text;
