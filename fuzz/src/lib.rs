//! The parts that the fuzz targets share: what each one does with an input, and how inputs are
//! mutated.

pub mod entry;
pub mod mutate;
