//! The machine on hand-assembled functions.

mod calls;
mod limits;
mod programs;
