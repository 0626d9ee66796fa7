//! What a binding element needs of a packed marking and does to it, under one layout: masks for single bits, comparisons for wider counters,
//! operations on multi-sets for sparse places.

use super::element::{Put, Range, Take};
use super::layout::{Demand, Field, Layout, Slot, ones};
use super::sets::{Item, SetId, Sets};
use super::tokens::Token;

/// One word of a marking: the single-bit counters that must be set, those that must be clear once tokens were taken, and what is added.
#[derive(Copy, Clone, Debug, Default)]
pub struct WordOp {
    /// Which word.
    pub word: u32,
    /// Bits that must be set.
    pub need: u64,
    /// Bits that must be clear, or a counter would overflow.
    pub clear: u64,
    /// Added, as a number: counters do not touch each other.
    pub delta: u64,
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
    word_scratch: Vec<WordOp>,
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

    /// Makes the operations for some takes and, if they are known, puts on places without time; timed places are left out (`timed`).
    pub fn compile(
        &mut self,
        layout: &Layout,
        timed: &[bool],
        takes: &[Take],
        puts: Option<&[Put]>,
    ) -> Code {
        let mut changes = std::mem::take(&mut self.scratch);
        let mut words = std::mem::take(&mut self.word_scratch);
        gather(timed, takes, puts.unwrap_or_default(), &mut changes);
        let mut code = self.begin(puts.is_some());
        words.clear();
        for one_place in changes.chunk_by(|a, b| a.0 == b.0) {
            let place = one_place[0].0;
            match layout.fields[place as usize] {
                Field::Sparse(slot) => {
                    let start = self.changes.len() as u32;
                    self.changes
                        .extend(one_place.iter().map(|(_, change)| *change));
                    self.sets.push(SetOp {
                        place,
                        slot,
                        changes: Range {
                            start,
                            len: one_place.len() as u32,
                        },
                        changing: one_place.iter().any(|(_, c)| c.take != c.put),
                    });
                }
                field @ Field::Dense { .. } => {
                    for (_, change) in one_place {
                        self.dense(&mut code, &mut words, place, field, *change);
                    }
                }
            }
        }
        self.end(&mut code, &words);
        (self.scratch, self.word_scratch) = (changes, words);
        code
    }

    /// Makes the operations for markings in which sparse places have at most one token, before and after: `fits` tells. `None` if there are no such markings, or what is
    /// put does not fit the layout. Takes and puts are sorted and on places without time.
    pub fn compile_exact(&mut self, layout: &Layout, takes: &[Take], puts: &[Put]) -> Option<Code> {
        let mut words = std::mem::take(&mut self.word_scratch);
        words.clear();
        let mut code = self.begin(true);
        let (mut takes, mut puts) = (takes, puts);
        let mut possible = true;
        loop {
            let place = match (takes.first(), puts.first()) {
                (Some(take), Some(put)) => take.place.min(put.place),
                (Some(take), None) => take.place,
                (None, Some(put)) => put.place,
                (None, None) => break,
            };
            match layout.fields[place as usize] {
                Field::Sparse(slot) => {
                    let (mut before, mut after) = (0, 0);
                    if let [take, rest @ ..] = takes
                        && take.place == place
                    {
                        before = Sets::single(take.token);
                        takes = rest;
                        possible &= take.count == 1;
                    }
                    if let [put, rest @ ..] = puts
                        && put.place == place
                    {
                        after = Sets::single(put.token);
                        puts = rest;
                        possible &= put.count == 1;
                    }
                    possible &= takes.first().is_none_or(|take| take.place != place)
                        && puts.first().is_none_or(|put| put.place != place)
                        && u64::from(after) <= ones(slot.width);
                    if !possible {
                        break;
                    }
                    self.exact.push(Exact { slot, set: before });
                    let change = u64::from(after).wrapping_sub(u64::from(before));
                    let op = word_op(&mut words, slot.word);
                    op.delta = op.delta.wrapping_add(change << slot.shift);
                }
                field @ Field::Dense { .. } => {
                    let change = next_change(&mut takes, &mut puts, place);
                    self.dense(&mut code, &mut words, place, field, change);
                }
            }
        }
        if possible {
            self.end(&mut code, &words);
        } else {
            self.counters.truncate(code.counters as usize);
            self.exact.truncate(code.exact as usize);
        }
        self.word_scratch = words;
        possible.then_some(code)
    }

    fn begin(&self, resolved: bool) -> Code {
        Code {
            words: self.words.len() as u32,
            counters: self.counters.len() as u32,
            sets: self.sets.len() as u32,
            exact: self.exact.len() as u32,
            flags: if resolved { RESOLVED } else { 0 },
            ..Code::default()
        }
    }

    fn end(&mut self, code: &mut Code, words: &[WordOp]) {
        self.words.extend_from_slice(words);
        code.words_len = words.len() as u32;
        code.counters_len = (self.counters.len() - code.counters as usize) as u32;
        code.sets_len = (self.sets.len() - code.sets as usize) as u32;
        code.exact_len = (self.exact.len() - code.exact as usize) as u32;
    }

    fn dense(
        &mut self,
        code: &mut Code,
        words: &mut Vec<WordOp>,
        place: u32,
        field: Field,
        change: Change,
    ) {
        match field.counter(change.token) {
            Some(slot) => self.counter(code, words, place, slot, change),
            None if change.take > 0 => code.flags |= NEVER,
            None => self.demand(code, Demand::Token(place as usize, change.token)),
        }
    }

    fn counter(
        &mut self,
        code: &mut Code,
        words: &mut Vec<WordOp>,
        place: u32,
        slot: Slot,
        change: Change,
    ) {
        let op = word_op(words, slot.word);
        let delta = i64::from(change.put) - i64::from(change.take);
        op.delta = op
            .delta
            .wrapping_add((delta as u64).wrapping_shl(slot.shift));
        let most = ones(slot.width) as i64 - delta.max(0);
        if i64::from(change.take) > ones(slot.width) as i64 {
            code.flags |= NEVER;
        } else if most < i64::from(change.take) {
            self.demand(code, Demand::Count(place as usize, u64::from(change.put)));
        } else if slot.width == 1 {
            let bit = 1 << slot.shift;
            op.need |= if change.take > 0 { bit } else { 0 };
            op.clear |= if delta > 0 { bit } else { 0 };
        } else {
            self.counters.push(CounterOp {
                slot,
                need: u64::from(change.take),
                most: most as u64,
                place,
            });
        }
    }

    fn demand(&mut self, code: &mut Code, demand: Demand) {
        code.flags |= DEMAND;
        self.demands.push((code.words, demand));
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

    /// Whether the tokens that a code needs are there, as far as counters go.
    #[inline]
    pub fn counters_enabled(&self, code: Code, state: &[u64]) -> bool {
        let needed = |op: &WordOp| state[op.word as usize] & op.need == op.need;
        self.words(code).iter().all(needed)
            && self
                .counters(code)
                .iter()
                .all(|op| op.slot.get(state) >= op.need)
            && code.flags & NEVER == 0
    }

    /// Whether the tokens are there, for a simple code; `None` if they are and a counter of what is put would overflow.
    #[inline(always)]
    pub fn can_occur(&self, code: Code, state: &[u64]) -> Option<bool> {
        let mut fits = true;
        for op in self.words(code) {
            let word = state[op.word as usize];
            if word & op.need != op.need {
                return Some(false);
            }
            fits &= word & op.clear == 0;
        }
        fits.then_some(true)
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
        let fits = self
            .words(code)
            .iter()
            .all(|op| state[op.word as usize] & op.clear == 0)
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
        let op = (self.words(code).iter()).find(|op| state[op.word as usize] & op.clear != 0)?;
        let bit = (state[op.word as usize] & op.clear).trailing_zeros();
        Some(Demand::Count(usize::MAX, u64::from(op.word * 64 + bit)))
    }

    /// The multi-set after an operation if it is easily told: places with one token at most, which is what a variable of a program is.
    #[inline]
    pub fn after_quickly(&self, op: &SetOp, set: SetId) -> Option<SetId> {
        let (token, count) = match Sets::token_of(set) {
            Some(token) => (token, 1),
            None if set == 0 => (Token::MAX, 0),
            None => return None,
        };
        let mut left = count;
        let mut added = None;
        for change in op.changes.of(&self.changes) {
            if change.token == token {
                if change.take > count {
                    return Some(DISABLED);
                }
                left = (count - change.take).checked_add(change.put)?;
            } else if change.take > 0 {
                return Some(DISABLED);
            } else if change.put == 1 && added.is_none() {
                added = Some(change.token);
            } else {
                return None;
            }
        }
        match (left, added) {
            (0, None) => Some(0),
            (left, None) if left == count => Some(set),
            (0, Some(added)) => Some(Sets::single(added)),
            _ => None,
        }
    }

    /// A multi-set after a change, in `out`.
    pub fn changed(
        &self,
        op: &SetOp,
        items: impl Iterator<Item = Item>,
        out: &mut Vec<Item>,
    ) -> Changed {
        out.clear();
        let mut changes = op.changes.of(&self.changes).iter().peekable();
        let mut fits = true;
        let mut push = |token, count: i64| {
            fits &= count <= i64::from(u32::MAX);
            if count > 0 {
                out.push(Item {
                    token,
                    stamp: 0,
                    count: count as u32,
                });
            }
        };
        for item in items {
            while let Some(change) = changes.next_if(|c| c.token < item.token) {
                if change.take > 0 {
                    return Changed::Missing;
                }
                push(change.token, i64::from(change.put));
            }
            let mut count = i64::from(item.count);
            if let Some(change) = changes.next_if(|c| c.token == item.token) {
                count -= i64::from(change.take);
                if count < 0 {
                    return Changed::Missing;
                }
                count += i64::from(change.put);
            }
            push(item.token, count);
        }
        for change in changes {
            if change.take > 0 {
                return Changed::Missing;
            }
            push(change.token, i64::from(change.put));
        }
        match fits {
            true => Changed::Done,
            false => Changed::TooMany,
        }
    }
}

/// What happens to each token that is taken or put, by place and token.
fn gather(timed: &[bool], takes: &[Take], puts: &[Put], changes: &mut Vec<(u32, Change)>) {
    changes.clear();
    let plain = |place: u32| !timed[place as usize];
    for take in takes.iter().filter(|t| plain(t.place)) {
        let change = Change {
            token: take.token,
            take: take.count,
            put: 0,
        };
        changes.push((take.place, change));
    }
    for put in puts.iter().filter(|p| plain(p.place)) {
        let change = Change {
            token: put.token,
            take: 0,
            put: put.count,
        };
        changes.push((put.place, change));
    }
    changes.sort_by_key(|(place, change)| (*place, change.token));
    changes.dedup_by(|(place, next), (before, first)| {
        let same = place == before && next.token == first.token;
        if same {
            first.take = first.take.saturating_add(next.take);
            first.put = first.put.saturating_add(next.put);
        }
        same
    });
}

/// What happens to the first token of a place that is taken or put.
fn next_change(takes: &mut &[Take], puts: &mut &[Put], place: u32) -> Change {
    let take = takes.first().filter(|take| take.place == place);
    let put = puts.first().filter(|put| put.place == place);
    let token = match (take, put) {
        (Some(take), Some(put)) => take.token.min(put.token),
        (Some(take), None) => take.token,
        (None, Some(put)) => put.token,
        (None, None) => Token::MAX,
    };
    let mut change = Change {
        token,
        take: 0,
        put: 0,
    };
    if let Some(take) = take.filter(|take| take.token == token) {
        change.take = take.count;
        *takes = &takes[1..];
    }
    if let Some(put) = put.filter(|put| put.token == token) {
        change.put = put.count;
        *puts = &puts[1..];
    }
    change
}

/// The operation on a word; operations are in the order of words.
fn word_op(words: &mut Vec<WordOp>, word: u32) -> &mut WordOp {
    let at = words.iter().position(|op| op.word >= word);
    let at = at.unwrap_or(words.len());
    if words.get(at).is_none_or(|op| op.word != word) {
        let op = WordOp {
            word,
            ..WordOp::default()
        };
        words.insert(at, op);
    }
    &mut words[at]
}

/// What came of a change of a multi-set.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Changed {
    /// It is done.
    Done,
    /// A token is missing.
    Missing,
    /// There would be more equal tokens than can be counted.
    TooMany,
}

/// Results of operations on multi-sets, so that each is computed once as long as there is room. Two results share a bucket; the older one makes way for a
/// new one.
#[derive(Clone, Debug, Default)]
pub struct SetCache {
    buckets: Vec<[Entry; 2]>,
    misses: usize,
}

#[derive(Copy, Clone, Debug)]
struct Entry {
    operation: u32,
    set: SetId,
    result: SetId,
}

const NO_ENTRY: Entry = Entry {
    operation: u32::MAX,
    set: 0,
    result: 0,
};

/// In place of a multi-set's number: a token is missing.
pub const DISABLED: SetId = SetId::MAX;
const FIRST_CACHE: usize = 1 << 9;
const LARGEST_CACHE: usize = 1 << 18;

impl SetCache {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.clear();
        self.misses = 0;
    }

    /// The operations tried on one multi-set are most often neighbours, and so are their buckets: one marking looks at few cache lines.
    #[inline]
    fn bucket(&self, operation: u32, set: SetId) -> usize {
        let key = u64::from(operation >> 4) << 32 | u64::from(set);
        let window = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 36) as usize;
        (window << 4 | (operation & 15) as usize) & (self.buckets.len() - 1)
    }

    /// The result of an operation, by its number, on a multi-set.
    #[inline]
    pub fn get(&self, operation: u32, set: SetId) -> Option<SetId> {
        if self.buckets.is_empty() {
            return None;
        }
        let bucket = &self.buckets[self.bucket(operation, set)];
        let is_it = |entry: &&Entry| entry.operation == operation && entry.set == set;
        bucket.iter().find(is_it).map(|entry| entry.result)
    }

    /// Remembers a result. The table grows while results are pushed out by others.
    pub fn put(&mut self, operation: u32, set: SetId, result: SetId) {
        self.misses += 1;
        if self.misses > self.buckets.len() && self.buckets.len() < LARGEST_CACHE {
            let size = (2 * self.buckets.len()).max(FIRST_CACHE);
            let old = std::mem::replace(&mut self.buckets, vec![[NO_ENTRY; 2]; size]);
            for entry in old
                .into_iter()
                .flatten()
                .filter(|e| e.operation != u32::MAX)
            {
                self.insert(entry);
            }
            self.misses = 0;
        }
        self.insert(Entry {
            operation,
            set,
            result,
        });
    }

    fn insert(&mut self, entry: Entry) {
        let at = self.bucket(entry.operation, entry.set);
        let bucket = &mut self.buckets[at];
        *bucket = [entry, bucket[0]];
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<[Entry; 2]>()
    }
}
