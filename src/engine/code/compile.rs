//! Operations are made here, from the tokens that an element takes and puts.

use super::{
    Change, Code, Codes, CounterOp, DEMAND, Demand, Exact, Field, Layout, NEVER, Put, RESOLVED,
    Range, SetOp, Sets, Slot, Take, Token, WordOp, ones,
};

impl Codes {
    /// Makes the operations for some takes and, if they are known, puts on places without time; timed places are left out (`timed`).
    pub fn compile(
        &mut self,
        layout: &Layout,
        timed: &[bool],
        takes: &[Take],
        puts: Option<&[Put]>,
    ) -> Code {
        let mut changes = std::mem::take(&mut self.scratch);
        gather(timed, takes, puts.unwrap_or_default(), &mut changes);
        let mut code = self.begin(puts.is_some());
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
                        self.dense(&mut code, place, field, *change);
                    }
                }
            }
        }
        self.end(&mut code);
        self.scratch = changes;
        code
    }

    /// Makes the operations for markings in which sparse places have at most one token, before and after: `fits` tells. `None` if there are no such markings, or what is
    /// put does not fit the layout. Takes and puts are sorted and on places without time.
    #[inline(always)]
    pub fn compile_exact(&mut self, layout: &Layout, takes: &[Take], puts: &[Put]) -> Option<Code> {
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
                    let op = self.word_op(code, slot.word);
                    op.mask |= ones(slot.width) << slot.shift;
                    op.value |= u64::from(before) << slot.shift;
                    op.delta = op.delta.wrapping_add(change << slot.shift);
                }
                field @ Field::Dense { .. } => {
                    let change = next_change(&mut takes, &mut puts, place);
                    self.dense(&mut code, place, field, change);
                }
            }
        }
        if possible {
            self.end(&mut code);
        } else {
            self.words.truncate(code.words as usize);
            self.counters.truncate(code.counters as usize);
            self.exact.truncate(code.exact as usize);
        }
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

    fn end(&mut self, code: &mut Code) {
        code.words_len = (self.words.len() - code.words as usize) as u32;
        code.counters_len = (self.counters.len() - code.counters as usize) as u32;
        code.sets_len = (self.sets.len() - code.sets as usize) as u32;
        code.exact_len = (self.exact.len() - code.exact as usize) as u32;
    }

    fn dense(&mut self, code: &mut Code, place: u32, field: Field, change: Change) {
        match field.counter(change.token) {
            Some(slot) => self.counter(code, place, slot, change),
            None if change.take > 0 => code.flags |= NEVER,
            None => self.demand(code, Demand::Token(place as usize, change.token)),
        }
    }

    fn counter(&mut self, code: &mut Code, place: u32, slot: Slot, change: Change) {
        let op = self.word_op(*code, slot.word);
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
            op.mask |= if change.take > 0 || delta > 0 { bit } else { 0 };
            op.value |= if change.take > 0 { bit } else { 0 };
        } else {
            self.counters.push(CounterOp {
                slot,
                need: u64::from(change.take),
                most: most as u64,
                place,
            });
        }
    }

    /// The operation on a word, of a code that is being made; operations are in the order of words.
    #[inline]
    fn word_op(&mut self, code: Code, word: u32) -> &mut WordOp {
        let mut at = self.words.len();
        while at > code.words as usize && self.words[at - 1].word >= word {
            at -= 1;
        }
        if self.words.get(at).is_none_or(|op| op.word != word) {
            let op = WordOp {
                word,
                ..WordOp::default()
            };
            match at == self.words.len() {
                true => self.words.push(op),
                false => self.words.insert(at, op),
            }
        }
        &mut self.words[at]
    }

    fn demand(&mut self, code: &mut Code, demand: Demand) {
        code.flags |= DEMAND;
        self.demands.push((code.words, demand));
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
