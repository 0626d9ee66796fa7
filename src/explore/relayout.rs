//! What a next layout must have room for.

use crate::engine::{Demand, Engine, Failure, Field};

/// Completes what was demanded, so that one translation serves for long.
pub fn complete(engine: &Engine, demands: &mut Vec<Demand>) -> Result<(), Failure> {
    engine.shared.complete(&engine.layout, demands)
}

/// Sparse places whose multi-sets take more memory than counters in each of so many markings would.
pub fn wasteful(engine: &Engine, stored: usize) -> Vec<Demand> {
    let shared = &engine.shared;
    shared.note_stored(stored);
    let sparse = |place: &usize| {
        let field = engine.layout.fields[*place];
        matches!(field, Field::Sparse(_)) && !shared.timed_places[*place]
    };
    let places = (0..shared.net.places.len()).filter(sparse);
    places.filter_map(|place| shared.wasteful(place)).collect()
}
