//! Every code a message about a net can carry, explained at length.

pub mod inscriptions;
