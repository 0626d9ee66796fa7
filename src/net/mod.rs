pub mod flat;
pub mod model;
