//! The machine on hand-assembled functions.

mod calls;
mod hosts;
mod limits;
mod programs;
