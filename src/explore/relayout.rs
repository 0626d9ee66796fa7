//! What a next layout must have room for.

use super::store::{StateId, Store};
use crate::engine::{Demand, Engine, Failure, Field};

/// Markings that show how many tokens a place has.
const ENOUGH: usize = 256;

/// Counters of so many words are looked at again when they need more.
const LONG: u32 = 8;

/// Completes what was demanded, so that one translation serves for long: all there is must fit, and what will come soon. `alone` says whether a place has one token
/// at a time, as far as that is known; `newest` is a marking.
pub fn complete(
    engine: &Engine,
    alone: impl Fn(usize) -> bool,
    newest: Option<&[u64]>,
    demands: &mut Vec<Demand>,
) -> Result<(), Failure> {
    let shared = &engine.shared;
    if let Some(newest) = newest {
        for demand in &mut *demands {
            thin(engine, newest, demand);
        }
    }
    if let Some(failure) = demands.iter().find_map(|demand| shared.impossible(demand)) {
        return Err(failure);
    }
    demands.extend(shared.soon(&engine.layout, alone));
    Ok(())
}

/// A place that asks for more counters, of which there are many, gets a number instead if a multi-set takes less memory: it has had few tokens at a time, of more and more colours.
fn thin(engine: &Engine, newest: &[u64], demand: &mut Demand) {
    let Demand::Token(place, _) = *demand else {
        return;
    };
    if let Field::Dense {
        width, capacity, ..
    } = engine.layout.fields[place]
    {
        let words = width * capacity / 64;
        let mut items = 0;
        (engine.shared.places).each(&engine.layout, place, newest, |_| items += 1);
        if words > LONG && words > items {
            *demand = Demand::Number(place);
        }
    }
}

/// Whether a dense place has at most one token in each of the first few of these markings, of so many stored. These must be enough to judge.
pub fn alone<'s>(
    engine: &Engine,
    place: usize,
    stored: usize,
    markings: impl Iterator<Item = (&'s Store, StateId)>,
) -> bool {
    let layout = &engine.layout;
    let mut state = vec![0; layout.words];
    let crowded = |(store, id): (&Store, StateId)| {
        store.read(id, &mut state);
        layout.is_crowded(place, &state)
    };
    stored >= ENOUGH && !markings.take(16 * ENOUGH).any(crowded)
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
