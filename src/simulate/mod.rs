//! One run of a net: `game` does steps and takes them back, `random` chooses among what is enabled, `record` saves a run and does it again, `monitors`
//! observe it and keep `statistics`.

pub mod game;
pub mod monitors;
pub mod random;
pub mod record;
pub mod statistics;
