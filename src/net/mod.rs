//! Nets as data.

pub mod model;
