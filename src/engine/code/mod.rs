//! What a binding element needs of a packed marking and does to it, under one layout: masks for single bits, comparisons for wider counters,
//! operations on multi-sets for sparse places. `compile` makes them, `change` does those on multi-sets, `cache` remembers what came of these.

mod cache;
mod change;
mod compile;

use super::element::{Put, Range, Take};
use super::layout::{Demand, Field, Layout, Slot, ones};
use super::sets::{Item, SetId, Sets};
use super::tokens::Token;

pub use cache::SetCache;
pub use change::Changed;

/// One word of a marking: what some of its bits must be, and what is added to it. A token that is needed is a single-bit counter that must be set; one that is put is a counter that must be
/// clear once tokens were taken, or it would overflow; the number of a multi-set must be the one it is for.
#[derive(Copy, Clone, Debug, Default)]
pub struct WordOp {
    /// Which word.
    pub word: u32,
    /// Bits that matter.
    mask: u64,
    /// What they must be.
    value: u64,
    /// Added, as a number: counters do not touch each other.
    pub delta: u64,
}

impl WordOp {
    /// The bits that must be set and are not.
    #[inline]
    fn missing(&self, state: &[u64]) -> u64 {
        self.value & !state[self.word as usize]
    }

    /// The bits that must be clear and are not.
    #[inline]
    fn in_the_way(&self, state: &[u64]) -> u64 {
        state[self.word as usize] & self.mask & !self.value
    }
}

/// A counter of more than one bit.
#[derive(Copy, Clone, Debug)]
pub struct CounterOp {
    /// Where it lies.
    pub slot: Slot,
    /// It must be at least this.
    pub need: u64,
    /// It must be at most this, or it would overflow.
    pub most: u64,
    /// Its place, to tell of an overflow.
    pub place: u32,
}

/// What happens to some token of a sparse place.
#[derive(Copy, Clone, Debug)]
pub struct Change {
    /// Which.
    pub token: Token,
    /// How many are taken.
    pub take: u32,
    /// How many are put.
    pub put: u32,
}

/// A sparse place.
#[derive(Copy, Clone, Debug)]
pub struct SetOp {
    /// The place.
    pub place: u32,
    /// Where its multi-set's number lies.
    pub slot: Slot,
    /// Among `Codes::changes`, by token.
    pub changes: Range,
    /// Whether anything changes, or tokens are only needed.
    pub changing: bool,
}

/// A sparse place must have this multi-set: none or a single token. What becomes of it is part of the word's operation.
#[derive(Copy, Clone, Debug)]
pub struct Exact {
    slot: Slot,
    set: SetId,
}

/// The operations of one element. Small, since every candidate's is read.
#[derive(Copy, Clone, Debug, Default)]
pub struct Code {
    words: u32,
    counters: u32,
    sets: u32,
    words_len: u32,
    counters_len: u32,
    sets_len: u32,
    exact: u32,
    exact_len: u32,
    flags: u32,
}

/// In place of a multi-set's number: a token is missing.
pub const DISABLED: SetId = SetId::MAX;
/// In place of a multi-set's number: there would be more equal tokens than can be counted.
pub const OVERFULL: SetId = SetId::MAX - 1;

/// Needs what no marking of this layout has.
const NEVER: u32 = 1;
/// Puts what this layout has no room for: see `Codes::demands`.
const DEMAND: u32 = 2;
/// What is put is part of it; without, only what is needed.
const RESOLVED: u32 = 4;

impl Code {
    /// Whether what is put is part of it.
    #[inline]
    pub fn is_resolved(self) -> bool {
        self.flags & RESOLVED != 0
    }

    /// Whether it is for markings only in which some sparse places have at most one token.
    #[inline]
    pub fn is_exact(self) -> bool {
        self.exact_len > 0
    }

    /// Whether operations on words are all there is to it, once it `fits`.
    #[inline]
    pub fn is_simple(self) -> bool {
        self.flags == RESOLVED && self.counters_len == 0 && self.sets_len == 0
    }

    /// Indices of its operations on multi-sets, among `Codes::sets`.
    #[inline]
    pub fn set_ops(self) -> std::ops::Range<u32> {
        self.sets..self.sets + self.sets_len
    }
}

/// All operations.
#[derive(Clone, Debug, Default)]
pub struct Codes {
    /// Of each element.
    pub elements: Vec<Code>,
    /// Of branches that have something to test.
    pub checks: Vec<Code>,
    words: Vec<WordOp>,
    counters: Vec<CounterOp>,
    /// See `Code`.
    pub sets: Vec<SetOp>,
    changes: Vec<Change>,
    exact: Vec<Exact>,
    demands: Vec<(u32, Demand)>,
    scratch: Vec<(u32, Change)>,
}

impl Codes {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.elements.clear();
        self.checks.clear();
        self.demands.clear();
        self.words.clear();
        self.counters.clear();
        self.sets.clear();
        self.changes.clear();
        self.exact.clear();
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        (self.elements.len() + self.checks.len()) * size_of::<Code>()
            + self.words.len() * size_of::<WordOp>()
            + self.counters.len() * size_of::<CounterOp>()
            + self.sets.len() * size_of::<SetOp>()
            + self.changes.len() * size_of::<Change>()
            + self.exact.len() * size_of::<Exact>()
    }

    /// Its operations on words.
    #[inline]
    pub fn words(&self, code: Code) -> &[WordOp] {
        let start = code.words as usize;
        &self.words[start..start + code.words_len as usize]
    }

    #[inline]
    fn counters(&self, code: Code) -> &[CounterOp] {
        let start = code.counters as usize;
        &self.counters[start..start + code.counters_len as usize]
    }

    /// Whether the tokens that a code needs are there, as far as counters go. An exact code must fit.
    #[inline]
    pub fn counters_enabled(&self, code: Code, state: &[u64]) -> bool {
        let needed = |op: &WordOp| op.missing(state) == 0;
        self.words(code).iter().all(needed)
            && self
                .counters(code)
                .iter()
                .all(|op| op.slot.get(state) >= op.need)
            && code.flags & NEVER == 0
    }

    /// Whether a simple code can occur as it is.
    #[inline(always)]
    pub fn can_occur(&self, code: Code, state: &[u64]) -> bool {
        let is_so = |op: &WordOp| state[op.word as usize] & op.mask == op.value;
        self.words(code).iter().all(is_so)
    }

    /// Whether a simple code cannot occur since a token is missing, and not since it is for other markings or a counter would overflow.
    #[inline]
    pub fn is_disabled(&self, code: Code, state: &[u64]) -> bool {
        if code.is_exact() {
            match self.fits(code, state) {
                Some(true) => {}
                Some(false) => return true,
                None => return false,
            }
        }
        self.words(code).iter().any(|op| op.missing(state) != 0)
    }

    /// Whether an exact code is for this marking. `Some(false)` if some token is missing; `None` if a place has more than one token, or one that is in the way.
    #[inline]
    pub fn fits(&self, code: Code, state: &[u64]) -> Option<bool> {
        let start = code.exact as usize;
        for exact in &self.exact[start..start + code.exact_len as usize] {
            let set = exact.slot.get(state) as SetId;
            if set != exact.set {
                // another single token, or none
                let few = set == 0 || Sets::token_of(set).is_some();
                return (few && exact.set != 0).then_some(false);
            }
        }
        Some(true)
    }

    /// What counters would overflow, if any.
    #[inline]
    pub fn overflow(&self, code: Code, state: &[u64]) -> Option<Demand> {
        let fits = self.words(code).iter().all(|op| op.in_the_way(state) == 0)
            && self
                .counters(code)
                .iter()
                .all(|op| op.slot.get(state) <= op.most)
            && code.flags & DEMAND == 0;
        if fits {
            None
        } else {
            self.overflowing(code, state)
        }
    }

    #[cold]
    fn overflowing(&self, code: Code, state: &[u64]) -> Option<Demand> {
        if code.flags & DEMAND != 0 {
            return (self.demands.iter())
                .find(|d| d.0 == code.words)
                .map(|d| d.1);
        }
        for op in self.counters(code) {
            if op.slot.get(state) > op.most {
                return Some(Demand::Count(op.place as usize, ones(op.slot.width) + 1));
            }
        }
        // Which place a bit belongs to is for the caller, who has the layout, to find.
        let op = (self.words(code).iter()).find(|op| op.in_the_way(state) != 0)?;
        let bit = op.in_the_way(state).trailing_zeros();
        Some(Demand::Count(usize::MAX, u64::from(op.word * 64 + bit)))
    }
}
