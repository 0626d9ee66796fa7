//! The markings of a sweep: a layer for each progress value, each with a store of its own that is dropped whole when the sweep-line has passed.

use super::measure::{Mark, Scale, Value};
use super::store::{Cursor, StateId, Store};
use crate::engine::Batch;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::sync::Arc;

/// Layers that are kept for later ones: a net may have very many with few markings each.
const SPARE: usize = 8;
/// A layer with more markings than this is given back to the system.
const SPARE_SIZE: usize = 1 << 12;

/// A store that one thread fills.
#[derive(Debug)]
pub struct Pile {
    /// The markings.
    pub store: Store,
    /// Where the next one goes.
    pub cursor: Cursor,
    /// The numbers in use.
    pub used: Vec<Range<StateId>>,
}

impl Pile {
    /// An empty one.
    pub fn new(width: usize, threads: usize) -> Pile {
        Pile {
            store: Store::small(width, threads),
            cursor: Cursor::default(),
            used: Vec::new(),
        }
    }

    /// Empties it; its memory stays.
    fn clear(&mut self) {
        self.store.clear();
        self.cursor = Cursor::default();
        self.used.clear();
    }

    /// Stores some markings of a batch; `each` is told the index in the batch and the number of each new one.
    pub fn insert(
        &mut self,
        batch: &Batch,
        which: &[u32],
        probes: &mut Vec<u32>,
        mut each: impl FnMut(usize, StateId),
    ) {
        while !self.store.claim(which.len()) {
            self.store.grow(&self.used, 1);
        }
        let which = which.iter().map(|&i| i as usize);
        let store = &self.store;
        store.insert_some(batch, which, &mut self.cursor, probes, |i, id, new| {
            if new {
                each(i, id);
            }
        });
        self.take_over();
    }

    /// Stores one marking, and tells its number and whether it is new.
    pub fn insert_one(&mut self, marking: &[u64]) -> (StateId, bool) {
        let mut found = None;
        let batch = Batch::one(marking);
        self.insert(&batch, &[0], &mut Vec::new(), |_, id| found = Some(id));
        match found {
            Some(id) => (id, true),
            None => (self.store.find(marking).unwrap_or_default(), false),
        }
    }

    /// Replaces every marking by what `translate` makes of it; numbers stay.
    pub fn recode<E>(
        &mut self,
        width: usize,
        threads: usize,
        translate: impl FnMut(&[u64], &mut [u64]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.store.recode(width, &self.used, threads, translate)
    }

    /// Notes the numbers that were given out.
    fn take_over(&mut self) {
        for ids in self.cursor.new.drain(..) {
            extend(&mut self.used, ids);
        }
    }

    /// The number that a next marking gets, as long as one thread fills the store.
    fn end(&self) -> StateId {
        self.used.last().map_or(0, |ids| ids.end)
    }

    /// Whether there is no marking.
    pub fn is_empty(&self) -> bool {
        self.used.is_empty()
    }

    /// All numbers.
    pub fn ids(&self) -> impl Iterator<Item = StateId> + '_ {
        self.used.iter().flat_map(|ids| ids.clone())
    }
}

fn extend(used: &mut Vec<Range<StateId>>, ids: Range<StateId>) {
    match used.last_mut() {
        Some(last) if last.end == ids.start => last.end = ids.end,
        _ => used.push(ids),
    }
}

/// The markings of one progress value.
#[derive(Debug)]
pub struct Layer {
    /// How far they are.
    pub value: Arc<Value>,
    /// The markings.
    pub pile: Pile,
    /// Those not yet expanded.
    pub waiting: VecDeque<Range<StateId>>,
    /// Persistent markings to be expanded with this layer, by their number among the persistent ones.
    pub roots: Vec<StateId>,
    /// For each marking its number in the tree of ways, if there is one.
    pub steps: Vec<u64>,
}

impl Layer {
    /// Stores some markings of a batch; `each` is told the index in the batch and the number of each new one.
    pub fn add(
        &mut self,
        batch: &Batch,
        which: &[u32],
        probes: &mut Vec<u32>,
        each: impl FnMut(usize, StateId),
    ) {
        let before = self.pile.end();
        self.pile.insert(batch, which, probes, each);
        let after = self.pile.end();
        if after > before {
            match self.waiting.back_mut() {
                Some(last) if last.end == before => last.end = after,
                _ => self.waiting.push_back(before..after),
            }
        }
    }

    /// Takes over what threads added.
    pub fn take_over(&mut self, cursor: &mut Cursor) {
        for ids in cursor.new.drain(..) {
            extend(&mut self.pile.used, ids.clone());
            match self.waiting.back_mut() {
                Some(last) if last.end == ids.start => last.end = ids.end,
                _ => self.waiting.push_back(ids),
            }
        }
    }

    /// Takes some markings that wait.
    pub fn take(&mut self, most: u32) -> Option<Range<StateId>> {
        let front = self.waiting.front_mut()?;
        let end = front.end.min(front.start.saturating_add(most));
        let ids = front.start..end;
        front.start = end;
        if front.start >= front.end {
            self.waiting.pop_front();
        }
        Some(ids)
    }

    /// How many markings wait.
    pub fn waiting(&self) -> usize {
        self.waiting.iter().map(|ids| ids.len()).sum::<usize>() + self.roots.len()
    }
}

/// Layers that the sweep-line has passed and that are not yet deleted. How many markings they have,
/// and which layer has a progress value, takes no walk over all of them: there may be very many.
#[derive(Debug, Default)]
pub struct Passed {
    // A layer changes hands many times and is large: it stays where it is.
    #[allow(clippy::vec_box)]
    layers: Vec<Box<Layer>>,
    /// Where the layer of a progress value is in `layers`.
    places: FxHashMap<Mark, usize>,
    /// Markings in them.
    pub stored: usize,
}

impl Passed {
    /// Adds a layer that the sweep-line has just passed; no value is passed twice in one sweep.
    pub fn add(&mut self, mark: Mark, layer: Box<Layer>) {
        self.stored += layer.pile.store.len();
        self.places.insert(mark, self.layers.len());
        self.layers.push(layer);
    }

    /// Whether a marking is in the layer of a progress value.
    pub fn has(&self, mark: Mark, hash: u64, marking: &[u64]) -> bool {
        let layer = self.places.get(&mark).map(|&place| &self.layers[place]);
        layer.is_some_and(|layer| layer.pile.store.find_hashed(hash, marking).is_some())
    }

    /// Takes all layers out.
    pub fn take(&mut self) -> impl Iterator<Item = Box<Layer>> {
        std::mem::take(self).layers.into_iter()
    }

    /// All markings, a pile a layer.
    pub fn piles(&mut self) -> impl Iterator<Item = &mut Pile> {
        self.layers.iter_mut().map(|layer| &mut layer.pile)
    }

    /// Gives all layers new numbers, on a new scale.
    pub fn renumber(&mut self, old: &Scale, new: &Scale) {
        let marks = self.layers.iter().map(|layer| new.adopt(old, &layer.value));
        self.places = marks.zip(0..).collect();
    }
}

/// All layers in front of the sweep-line.
#[derive(Debug, Default)]
pub struct Layers {
    ahead: BTreeMap<Arc<Value>, Mark>,
    layers: FxHashMap<Mark, Box<Layer>>,
    // A layer changes hands many times and is large: it stays where it is.
    #[allow(clippy::vec_box)]
    spare: Vec<Box<Layer>>,
    /// Markings in them.
    pub stored: usize,
}

impl Layers {
    /// The layer of a progress value, made if it is not there.
    pub fn layer(&mut self, scale: &Scale, mark: Mark, width: usize, threads: usize) -> &mut Layer {
        self.layers.entry(mark).or_insert_with(|| {
            let value = scale.value(mark);
            self.ahead.insert(value.clone(), mark);
            match self.spare.pop() {
                Some(mut spare) if spare.pile.store.width() == width => {
                    spare.value = value;
                    spare
                }
                _ => Box::new(Layer {
                    value,
                    pile: Pile::new(width, threads),
                    waiting: VecDeque::new(),
                    roots: Vec::new(),
                    steps: Vec::new(),
                }),
            }
        })
    }

    /// Takes the layer of least progress.
    pub fn take_least(&mut self) -> Option<(Mark, Box<Layer>)> {
        let (_, mark) = self.ahead.pop_first()?;
        let layer = self.layers.remove(&mark)?;
        self.stored -= layer.pile.store.len();
        Some((mark, layer))
    }

    /// Deletes a layer's markings.
    pub fn drop(&mut self, mut layer: Box<Layer>) {
        if self.spare.len() < SPARE && layer.pile.store.len() <= SPARE_SIZE {
            layer.pile.clear();
            layer.waiting.clear();
            layer.roots.clear();
            layer.steps.clear();
            self.spare.push(layer);
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.layers.len()
    }

    /// All layers, in no particular order.
    pub fn all(&mut self) -> impl Iterator<Item = &mut Layer> {
        self.layers.values_mut().map(Box::as_mut)
    }

    /// Gives all layers new numbers, on a new scale.
    pub fn renumber(&mut self, old: &Scale, new: &Scale) {
        let mut layers = FxHashMap::default();
        for (value, mark) in &mut self.ahead {
            let number = new.adopt(old, value);
            if let Some(layer) = self.layers.remove(mark) {
                layers.insert(number, layer);
            }
            *mark = number;
        }
        self.layers = layers;
    }

    /// Drops layers that wait for use: another width is needed.
    pub fn forget_spare(&mut self) {
        self.spare.clear();
    }
}
