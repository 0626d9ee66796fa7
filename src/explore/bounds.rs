//! How many tokens each place can have: integer bounds and multi-set bounds, over all markings found.
//!
//! Markings are counted one by one in their packed form, each thread its share of them. Single-bit counters of a whole word are combined at once; of a sparse place each multi-set is
//! looked into once, and so is each of the few ways in which a place of few bits can be.

use super::control::Rest;
use super::full::Space;
use super::parts::{each_part, split, worthwhile};
use super::store::StateId;
use crate::engine::{Engine, Field, Item, SetId, Shared};
use std::ops::Range;

/// A place of so many bits is looked into once for each number that they can be.
const FEW_BITS: u32 = 10;

/// Bytes of a colour that is counted: its counts, and what is told of it.
const COLOUR: usize = size_of::<(u64, u64)>() + size_of::<u32>() + 3 * size_of::<Item>();

/// The bounds of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Least and greatest number of tokens.
    pub lower: u64,
    /// See `lower`.
    pub upper: u64,
    /// For each colour the least number of tokens, where it is not 0. Stamps are left out.
    pub lower_multiset: Vec<Item>,
    /// For each colour the greatest number of tokens.
    pub upper_multiset: Vec<Item>,
    /// Whether the multi-sets are known. They are not where a place had more colours than a sweep
    /// keeps, or more equal tokens than 32 bits count.
    pub colours: bool,
}

impl Bounds {
    /// Takes other markings' bounds in.
    pub fn merge(&mut self, other: &Bounds) {
        self.lower = self.lower.min(other.lower);
        self.upper = self.upper.max(other.upper);
        self.colours &= other.colours;
        let mut others = other.lower_multiset.iter().peekable();
        self.lower_multiset.retain_mut(|item| {
            while others.next_if(|other| other.token < item.token).is_some() {}
            let same = others.next_if(|other| other.token == item.token);
            item.count = item.count.min(same.map_or(0, |other| other.count));
            item.count > 0
        });
        self.upper_multiset.extend_from_slice(&other.upper_multiset);
        // Two sorted lists, one after the other: the stable sort merges them, and does no more.
        self.upper_multiset.sort_by_key(|item| item.token);
        self.upper_multiset.dedup_by(|next, first| {
            let same = next.token == first.token;
            if same {
                first.count = first.count.max(next.count);
            }
            same
        });
    }

    /// Gives up what takes more memory than the markings would.
    pub fn forget_colours(&mut self) {
        self.colours = false;
        self.lower_multiset = Vec::new();
        self.upper_multiset = Vec::new();
    }
}

/// Bounds of the markings counted so far.
#[derive(Debug)]
pub struct Counter {
    places: Vec<Counting>,
    /// For each word of a marking the bits that any, and that every, marking had.
    any: Vec<u64>,
    every: Vec<u64>,
    /// The marking counted last. Neighbours differ in few places.
    last: Vec<u64>,
    counted: bool,
}

#[derive(Debug)]
struct Counting {
    field: Field,
    /// Where the place stands, if it is in one word.
    word: Option<Part>,
    lower: u64,
    upper: u64,
    /// For each token the least and greatest count.
    counts: Vec<(u64, u64)>,
    /// Numbers seen in its bits: of a sparse place the multi-sets, otherwise only if it has few bits.
    seen: Vec<bool>,
    /// How many multi-sets were seen.
    sets: u32,
    /// For each token of a sparse place how many of the multi-sets have it.
    present: Vec<u32>,
    /// Whether colours are counted.
    coloured: bool,
}

/// A part of a word.
#[derive(Copy, Clone, Debug)]
struct Part {
    word: usize,
    mask: u64,
    shift: u32,
}

impl Part {
    /// The part that a field is, if it is in one word.
    fn of(field: Field) -> Option<Part> {
        let (first, length) = match field {
            Field::Sparse(slot) => (slot.word * 64 + slot.shift, slot.width),
            Field::Dense {
                first,
                width,
                capacity,
            } => (first, width * capacity),
        };
        let shift = first % 64;
        (length > 0 && shift + length <= 64).then(|| Part {
            word: (first / 64) as usize,
            mask: (u64::MAX >> (64 - length)) << shift,
            shift,
        })
    }
}

/// The bounds of all places; `None` if there is no time left to count. Where there is no memory for all colours, those of the places with
/// most of them are left out.
pub fn bounds(space: &Space, rest: &Rest) -> Option<Vec<Bounds>> {
    let threads = worthwhile(&space.used, space.store.threads());
    let parts = split(&space.used, threads);
    let coloured = affordable(&space.engine, rest.room / threads);
    let shares = each_part(&parts, |part| counted(space, part, &coloured, rest));
    let merged = shares.into_iter().flatten().reduce(|mut all, share| {
        for (all, share) in all.iter_mut().zip(&share) {
            all.merge(share);
        }
        all
    });
    match rest.is_over() {
        true => None,
        false => Some(merged.unwrap_or_default()),
    }
}

/// For each place whether its colours can be counted in so much memory.
fn affordable(engine: &Engine, mut room: usize) -> Vec<bool> {
    let shared = &engine.shared;
    let places = shared.places.0.iter().zip(&engine.layout.fields);
    let cost = places.map(|(known, field)| match field {
        Field::Sparse(_) => known.tokens.len() as usize * COLOUR,
        Field::Dense { capacity, .. } => *capacity as usize * COLOUR,
    });
    let mut costs: Vec<(usize, usize)> = cost.zip(0..).collect();
    costs.sort_unstable();
    let mut coloured = vec![true; costs.len()];
    for (cost, place) in costs {
        coloured[place] = cost <= room;
        room = room.saturating_sub(cost);
    }
    coloured
}

/// The bounds in some markings.
fn counted(
    space: &Space,
    ids: &[Range<StateId>],
    coloured: &[bool],
    rest: &Rest,
) -> Option<Vec<Bounds>> {
    let mut counter = Counter::new(&space.engine);
    for (counting, &coloured) in counter.places.iter_mut().zip(coloured) {
        counting.coloured = coloured;
    }
    counter.reserve(&space.engine.shared);
    let mut state = vec![0; space.store.width()];
    for id in rest.of(ids.iter().flat_map(|ids| ids.clone())) {
        space.store.read(id, &mut state);
        counter.add(&space.engine.shared, &state);
    }
    counter.finish()
}

impl Counter {
    /// Nothing counted yet, under the engine's layout.
    pub fn new(engine: &Engine) -> Counter {
        let counting = |&field: &Field| Counting {
            field,
            word: Part::of(field),
            lower: u64::MAX,
            upper: 0,
            counts: Vec::new(),
            seen: match field {
                Field::Dense {
                    width, capacity, ..
                } if width * capacity <= FEW_BITS => vec![false; 1 << (width * capacity)],
                _ => Vec::new(),
            },
            sets: 0,
            present: Vec::new(),
            coloured: true,
        };
        Counter {
            places: engine.layout.fields.iter().map(counting).collect(),
            any: vec![0; engine.layout.words],
            every: vec![u64::MAX; engine.layout.words],
            last: vec![0; engine.layout.words],
            counted: false,
        }
    }

    /// Makes room for all tokens and multi-sets there are, so that lists need not move while other threads count.
    fn reserve(&mut self, shared: &Shared) {
        for (counting, known) in self.places.iter_mut().zip(&shared.places.0) {
            if let Field::Sparse(_) = counting.field {
                let tokens = known.tokens.len();
                let counted = if counting.coloured { tokens } else { 0 };
                counting.counts.reserve(counted as usize);
                counting.present.reserve(counted as usize);
                counting.seen.reserve(seen_size(known.sets.end(tokens)));
            }
        }
    }

    /// Counts a marking.
    pub fn add(&mut self, shared: &Shared, state: &[u64]) {
        for (i, &word) in state.iter().enumerate() {
            self.any[i] |= word;
            self.every[i] &= word;
            // What differs from the last marking; at first, everything does.
            self.last[i] = if self.counted {
                self.last[i] ^ word
            } else {
                u64::MAX
            };
        }
        self.counted = true;
        for (place, counting) in self.places.iter_mut().enumerate() {
            counting.add(shared, place, state, &self.last);
        }
        self.last.copy_from_slice(state);
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        let place = |of: &Counting| {
            of.counts.capacity() * size_of::<(u64, u64)>()
                + of.present.capacity() * size_of::<u32>()
                + of.seen.capacity()
        };
        self.places.iter().map(place).sum()
    }

    /// The bounds of all places; `None` if there was no marking.
    pub fn finish(self) -> Option<Vec<Bounds>> {
        let (any, every) = (&self.any, &self.every);
        let places = self.places.into_iter();
        let bounds = places.map(|counting| counting.bounds(any, every));
        self.counted.then(|| bounds.collect())
    }
}

impl Counting {
    #[inline]
    fn add(&mut self, shared: &Shared, place: usize, state: &[u64], differs: &[u64]) {
        if let Some(Part { word, mask, shift }) = self.word {
            if differs[word] & mask == 0 {
                return;
            }
            match self.seen.get_mut(((state[word] & mask) >> shift) as usize) {
                Some(true) => return,
                Some(seen) => *seen = true,
                None => {}
            }
        }
        match self.field {
            Field::Sparse(slot) => self.add_set(shared, place, slot.get(state) as usize),
            Field::Dense {
                first,
                width: 1,
                capacity,
            } => self.add_sum(ones_between(state, first, first + capacity)),
            Field::Dense { width, .. } => {
                let known = shared.places[place].tokens.len() as usize;
                if self.counts.len() < known && self.coloured {
                    // a colour that comes later was not there before
                    let least = if self.upper == 0 && self.lower == u64::MAX {
                        u64::MAX
                    } else {
                        0
                    };
                    self.counts.resize(known, (least, 0));
                }
                let field = self.field;
                let sum = match self.word {
                    Some(Part { word, mask, shift }) => {
                        let bits = (state[word] & mask) >> shift;
                        self.add_counts(known, shifted(bits, width))
                    }
                    None => self.add_counts(
                        known,
                        (0..).map(|token| {
                            let slot = field.counter(token);
                            slot.map_or(0, |slot| slot.get(state))
                        }),
                    ),
                };
                self.add_sum(sum);
            }
        }
    }

    /// Takes in how many tokens of each known colour there are; returns how many there are in all.
    #[inline]
    fn add_counts(&mut self, known: usize, counts: impl Iterator<Item = u64>) -> u64 {
        if !self.coloured {
            return counts.take(known).sum();
        }
        let mut sum = 0;
        for ((least, most), count) in self.counts.iter_mut().zip(counts) {
            (*least, *most) = ((*least).min(count), (*most).max(count));
            sum += count;
        }
        sum
    }

    fn add_sum(&mut self, tokens: u64) {
        self.lower = self.lower.min(tokens);
        self.upper = self.upper.max(tokens);
    }

    /// A multi-set seen for the first time.
    #[cold]
    fn add_set(&mut self, shared: &Shared, place: usize, set: usize) {
        if self.seen.len() <= set {
            self.seen.resize(seen_size(set as SetId), false);
        }
        self.seen[set] = true;
        self.sets += 1;
        if !self.coloured {
            let items = shared.places[place].sets.items(set as u32);
            return self.add_sum(items.map(|item| u64::from(item.count)).sum());
        }
        let (mut sum, mut count) = (0, 0);
        let mut items = shared.places[place].sets.items(set as u32).peekable();
        while let Some(item) = items.next() {
            count += u64::from(item.count);
            // items of one colour with other stamps are neighbours
            if items.peek().is_some_and(|next| next.token == item.token) {
                continue;
            }
            let token = item.token as usize;
            if self.counts.len() <= token {
                self.counts.resize(token + 1, (u64::MAX, 0));
                self.present.resize(token + 1, 0);
            }
            let (least, most) = &mut self.counts[token];
            (*least, *most) = ((*least).min(count), (*most).max(count));
            self.present[token] += 1;
            sum += count;
            count = 0;
        }
        self.add_sum(sum);
    }

    fn bounds(mut self, any: &[u64], every: &[u64]) -> Bounds {
        match self.field {
            _ if !self.coloured => self.counts.clear(),
            Field::Dense {
                width: 1, capacity, ..
            } => {
                let slots = (0..capacity).filter_map(|token| self.field.counter(token));
                self.counts = slots.map(|slot| (slot.get(every), slot.get(any))).collect();
            }
            Field::Dense { .. } => {}
            Field::Sparse(_) => {
                for (counts, &present) in self.counts.iter_mut().zip(&self.present) {
                    if present < self.sets {
                        counts.0 = 0;
                    }
                }
            }
        }
        // Tokens of one colour with different stamps can be more than an item counts.
        let large = |counts: &(u64, u64)| counts.1 > u64::from(u32::MAX);
        let colours = self.coloured && !self.counts.iter().any(large);
        let of = |which: fn(&(u64, u64)) -> u64| {
            let counts = self.counts.iter().enumerate().filter(|_| colours);
            counts
                .map(|(token, counts)| (token, which(counts)))
                .filter(|&(_, count)| count > 0 && count != u64::MAX)
                .map(|(token, count)| Item {
                    token: token as u32,
                    stamp: 0,
                    count: count as u32,
                })
                .collect()
        };
        Bounds {
            lower: match self.lower {
                u64::MAX => 0,
                lower => lower,
            },
            upper: self.upper,
            lower_multiset: of(|counts| counts.0),
            upper_multiset: of(|counts| counts.1),
            colours,
        }
    }
}

/// How long a list is that tells of each multi-set up to one whether it was seen.
fn seen_size(set: SetId) -> usize {
    (set as usize + 1).next_power_of_two()
}

/// The counters in a word, from the lowest on.
fn shifted(mut bits: u64, width: u32) -> impl Iterator<Item = u64> {
    let ones = u64::MAX >> (64 - width);
    std::iter::repeat_with(move || {
        let count = bits & ones;
        bits = bits.checked_shr(width).unwrap_or(0);
        count
    })
}

fn ones_between(state: &[u64], first: u32, end: u32) -> u64 {
    let mut sum = 0;
    for word in first / 64..end.div_ceil(64) {
        let low = first.max(word * 64) % 64;
        let high = end.min(word * 64 + 64) - word * 64;
        let mask = (u64::MAX >> (64 - (high - low))) << low;
        sum += u64::from((state[word as usize] & mask).count_ones());
    }
    sum
}
