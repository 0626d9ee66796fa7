//! What a next layout must have room for.

use super::store::{StateId, Store};
use crate::engine::{Demand, Engine, Failure, Field};

/// Markings that show how many tokens a place has.
const ENOUGH: usize = 256;

/// Counters of so many words are looked at again when they need more.
const LONG: u32 = 8;

/// Completes what was demanded, so that one translation serves for long: all there is must fit, and what will come soon. `crowded` says which places had more than
/// one token in a marking, as far as that is known; `newest` is a marking.
pub fn complete(
    engine: &Engine,
    crowded: &[bool],
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
    demands.extend(shared.soon(&engine.layout, crowded));
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

/// Places with more than one token in one of the first few of these markings, of so many stored. All places, if these are too few to judge.
pub fn crowded<'s>(
    engine: &Engine,
    stored: usize,
    markings: impl Iterator<Item = (&'s Store, StateId)>,
) -> Vec<bool> {
    let layout = &engine.layout;
    if stored < ENOUGH {
        return vec![true; layout.fields.len()];
    }
    let mut crowded = vec![false; layout.fields.len()];
    let mut state = vec![0; layout.words];
    for (store, id) in markings.take(16 * ENOUGH) {
        store.read(id, &mut state);
        layout.crowded(&state, &mut crowded);
    }
    crowded
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
