//! Nets as files: as the YAML that a person would have written, and as a model of CPN Tools.

pub mod cpn;
pub mod guard;
pub mod scalar;
pub mod yaml;
