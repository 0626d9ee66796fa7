//! Nets.

pub mod codes;
pub mod flat;
pub mod flatten;
pub mod inscriptions;
pub mod model;
pub mod plan;
