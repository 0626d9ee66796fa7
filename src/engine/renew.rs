//! Forgetting colours, tokens and multi-sets that no marking in use has.
//!
//! They are only ever added to, which is right for a state space: what was met once is met again. A long simulation instead leaves its past behind, and so does a sweep.
//! So now and then the markings in use are carried over to empty tables. Of a dense place all tokens are carried over in their order, so that its bits stay as they are; of
//! a sparse one each multi-set that is still in use, once. Colours that are carried over for the second time have lasted: they go to the archive and stay there.

use super::archive::is_archived;
use super::layout::{Demand, Field, Layout, ones};
use super::places::Places;
use super::sets::{Item, SetId, Sets};
use super::shared::{Shared, merge};
use super::tokens::Token;
use super::values::Colour;
use super::worker::Worker;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use sweepnet_lang::vm::heap::pointer_count;
use sweepnet_lang::vm::program::IMMEDIATES;

/// A dense place with more tokens than this is carried over token by token.
const DENSE: u32 = 1 << 12;

/// New tables on the way from old ones.
#[derive(Debug)]
pub struct Renewal {
    old: Arc<Shared>,
    new: Shared,
    layout: Arc<Layout>,
    colours: FxHashMap<Colour, Colour>,
    sets: Vec<FxHashMap<SetId, SetId>>,
    items: Vec<Item>,
}

impl Renewal {
    /// Empty tables for markings of this layout.
    pub fn new(old: &Arc<Shared>, layout: &Arc<Layout>) -> Renewal {
        let mut renewal = Renewal {
            new: old.emptied(),
            old: old.clone(),
            layout: layout.clone(),
            colours: FxHashMap::default(),
            sets: vec![FxHashMap::default(); layout.fields.len()],
            items: Vec::new(),
        };
        for place in 0..layout.fields.len() {
            if renewal.keeps_numbers(place) {
                for token in 0..old.places[place].tokens.len() {
                    renewal.token(place, token);
                }
            }
        }
        renewal
    }

    /// Whether a place's tokens keep their numbers.
    fn keeps_numbers(&self, place: usize) -> bool {
        let dense = matches!(self.layout.fields[place], Field::Dense { .. });
        dense && self.old.places[place].tokens.len() <= DENSE
    }

    /// The number of a token in the new tables.
    pub fn token(&mut self, place: usize, token: Token) -> Token {
        let old = &self.old.places[place].tokens;
        let (colour, legal) = (old.colour(token), old.is_legal(token));
        let colour = match self.old.net.places[place].pointer {
            true => self.colour(colour),
            false => colour,
        };
        let tokens = &mut self.new.places.0[place].tokens;
        tokens.begin_at(colour);
        let (token, _) = tokens.intern(colour);
        if legal {
            tokens.set_legal(token);
        }
        token
    }

    /// Carries a colour over, its parts first.
    fn colour(&mut self, colour: Colour) -> Colour {
        let (old, new, known) = (&self.old.values, &self.new.values, &mut self.colours);
        let carried = |known: &FxHashMap<Colour, Colour>, part: Colour| match part {
            part if part < IMMEDIATES || is_archived(part) => Some(part),
            part => known.get(&part).copied(),
        };
        let (mut stack, mut node) = (vec![colour], Vec::new());
        while let Some(&value) = stack.last() {
            if carried(known, value).is_some() {
                stack.pop();
                continue;
            }
            old.stored().read(value, &mut node);
            let pointers = pointer_count(node[0]);
            let waiting = stack.len();
            for part in &mut node[1..=pointers] {
                match carried(known, *part) {
                    Some(new) => *part = new,
                    None => stack.push(*part),
                }
            }
            if stack.len() == waiting {
                let carried = match old.has_lasted(value) {
                    true => new.archive(&node),
                    false => new.adding().store(&node),
                };
                known.insert(value, carried);
                stack.pop();
            }
        }
        carried(known, colour).unwrap_or(colour)
    }

    /// Carries a marking over; `to` is all zero.
    pub fn marking(&mut self, from: &[u64], to: &mut [u64]) -> Result<(), Demand> {
        let layout = self.layout.clone();
        for (place, &field) in layout.fields.iter().enumerate() {
            match field {
                Field::Sparse(slot) => {
                    let set = self.set(place, slot.get(from) as SetId);
                    if u64::from(set) > ones(slot.width) {
                        return Err(Demand::Set(place, set));
                    }
                    slot.set(to, u64::from(set));
                }
                Field::Dense {
                    first,
                    width,
                    capacity,
                } if self.keeps_numbers(place) => {
                    for word in first / 64..(first + width * capacity).div_ceil(64) {
                        let low = first.max(word * 64);
                        let high = (first + width * capacity).min(word * 64 + 64);
                        let mask = ones(high - low) << (low % 64);
                        to[word as usize] |= from[word as usize] & mask;
                    }
                }
                Field::Dense { .. } => {
                    self.carry_items(place, |renewal, items| {
                        renewal.old.places.items(&layout, place, from, items);
                    });
                    self.new.places.put(&layout, place, &self.items, to)?;
                }
            }
        }
        if let Some(clock) = layout.clock {
            clock.set(to, clock.get(from));
        }
        Ok(())
    }

    /// The number of a multi-set in the new tables.
    fn set(&mut self, place: usize, set: SetId) -> SetId {
        if set == 0 {
            return 0;
        }
        if let Some(&carried) = self.sets[place].get(&set) {
            return carried;
        }
        let carried = match Sets::token_of(set) {
            Some(token) => Sets::single(self.token(place, token)),
            None => {
                self.carry_items(place, |renewal, items| {
                    items.clear();
                    items.extend(renewal.old.places[place].sets.items(set));
                });
                self.new.places[place].sets.intern(&self.items)
            }
        };
        self.sets[place].insert(set, carried);
        carried
    }

    /// Reads old tokens of a place into `items` and gives them their new numbers.
    fn carry_items(&mut self, place: usize, read: impl FnOnce(&Renewal, &mut Vec<Item>)) {
        let mut items = std::mem::take(&mut self.items);
        read(self, &mut items);
        for item in &mut items {
            item.token = self.token(place, item.token);
        }
        merge(&mut items);
        self.items = items;
    }

    /// The new tables.
    pub fn finish(self) -> Arc<Shared> {
        let mut new = self.new;
        let net = new.net.clone();
        let places = || (0..net.places.len()).filter(|&place| net.places[place].pointer);
        let colours = places().flat_map(|place| new.places[place].tokens.colours());
        if let Some(moved) = new.values.finish(colours) {
            for place in places() {
                (new.places.0[place].tokens).renumber(|colour| moved.to(colour));
            }
        }
        Arc::new(new)
    }
}

impl Shared {
    /// The same net with nothing known.
    fn emptied(&self) -> Shared {
        Shared {
            net: self.net.clone(),
            values: self.values.emptied(),
            places: Places::new(self.timed_places.iter().copied()),
            timed_places: self.timed_places.clone(),
            priorities: self.priorities.clone(),
            impure: self.impure.clone(),
            sharing: self.sharing.clone(),
            draws: self.draws.clone(),
            uses_clock: self.uses_clock.clone(),
            restricted: self.restricted.clone(),
            budget: self.budget,
            stored: AtomicUsize::new(0),
        }
    }

    /// Bytes of all colours, tokens and multi-sets.
    pub fn bytes(&self) -> usize {
        self.places.bytes() + self.values.bytes()
    }
}

impl Worker {
    /// Words of all colours, tokens and multi-sets met so far. The same on every machine, unlike the bytes they take.
    pub fn known(&self) -> usize {
        let places = self.shared.places.0.iter();
        let words = places.map(|known| known.tokens.len() as usize + known.sets.words());
        words.sum::<usize>() + self.shared.values.words() + self.shared.values.archived() / 8
    }

    /// Keeps only what these markings have, and translates them; their layout stays. No other marking, binding or occurrence means anything afterwards.
    /// On failure nothing has changed.
    pub fn renew(&mut self, markings: &mut [Vec<u64>]) -> Result<(), Demand> {
        let mut renewal = Renewal::new(&self.shared.0, &self.layout);
        let translate = |marking: &Vec<u64>| {
            let mut carried = vec![0; marking.len()];
            renewal.marking(marking, &mut carried).map(|()| carried)
        };
        let translated: Result<Vec<Vec<u64>>, Demand> = markings.iter().map(translate).collect();
        markings.clone_from_slice(&translated?);
        self.move_to(renewal.finish());
        Ok(())
    }

    /// Works with renewed tables from now on.
    pub fn move_to(&mut self, shared: Arc<Shared>) {
        let mut renewed = Worker::new(shared, self.layout.clone());
        renewed.occurred = std::mem::take(&mut self.occurred);
        renewed.reuse = std::mem::take(&mut self.reuse);
        let mut reducer = self.reducer.take();
        if let Some(reducer) = &mut reducer {
            reducer.forget();
        }
        renewed.set_reducer(reducer);
        // Ref cells live in the heap, so a net that assigned one keeps it.
        if self.machine.vm.heap.is_assigned() {
            std::mem::swap(&mut renewed.machine, &mut self.machine);
            renewed.machine.forget_colours();
        }
        *self = renewed;
    }
}
