//! What a next layout must have room for.

use crate::engine::{Demand, Engine, Failure, Field};

/// Completes what was demanded, so that one translation serves for long: all multi-sets there are must fit, and those that will come soon.
pub fn complete(engine: &Engine, demands: &mut Vec<Demand>) -> Result<(), Failure> {
    let shared = &engine.shared;
    if let Some(failure) = demands.iter().find_map(|demand| shared.impossible(demand)) {
        return Err(failure);
    }
    for (place, field) in engine.layout.fields.iter().enumerate() {
        if let Field::Sparse(_) = field {
            let known = &shared.places[place];
            let end = known.sets.end(known.tokens.len());
            demands.push(Demand::Set(place, end.saturating_add(end / 2)));
        }
    }
    Ok(())
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
