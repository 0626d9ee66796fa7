//! The steps of a marking without a clock: a walk over the memo along the marking's tokens, and what a binding element does to the packed words.

use super::batch::{Batch, Occurrence};
use super::code::{Changed, Code, DISABLED, OVERFULL, SetOp};
use super::hash;
use super::layout::{Demand, Field, masks, ones};
use super::memo::{Children, Node};
use super::sets::{SetId, Sets};
use super::tokens::Token;
use super::worker::{Halt, Worker};

/// Items of a multi-set that is worth a look at how much memory such take.
const LARGE: usize = 64;

impl Worker {
    pub(super) fn expand_untimed(
        &mut self,
        state: &[u64],
        out: &mut Batch,
    ) -> Result<(), Box<Halt>> {
        let before = out.len();
        out.begin(state);
        // Transitions with reset arcs, and batches that want no markings, go the long way.
        let selective = !out.successors;
        let mut group = 0;
        for i in 0..self.gates.see(state) {
            let gate = self.gates.open(i);
            if gate.group != group {
                if out.len() > before {
                    break;
                }
                group = gate.group;
            }
            let transition = gate.transition as usize;
            if gate.inhibited && self.inhibited(transition, state, 0) {
                continue;
            }
            out.selective = selective || gate.resets;
            if self.reuse[transition].is_low()
                && !out.selective
                && self.pass(transition, state, out)?
            {
                continue;
            }
            let mut root = self.memo.roots[transition];
            if root == Node::Unknown {
                root = self.root(transition, 0, state)?;
                self.memo.roots[transition] = root;
            }
            let before = self.chosen;
            self.visit(transition, root, state, out)?;
            self.reuse[transition].asked(self.chosen - before);
        }
        Ok(())
    }

    /// Walks a transition's tree along the tokens of a marking.
    fn visit(
        &mut self,
        transition: usize,
        node: Node,
        state: &[u64],
        out: &mut Batch,
    ) -> Result<(), Box<Halt>> {
        match node {
            Node::Unknown | Node::Fail => Ok(()),
            Node::Leaf(element) => self.leaf(transition, element, state, out),
            Node::Fork(number) => {
                let fork = self.memo.forks[number as usize];
                if fork
                    .check
                    .is_some_and(|check| !self.has_for_branch(check, state))
                {
                    return Ok(());
                }
                for i in fork.nodes.start..fork.nodes.start + fork.nodes.len {
                    self.visit(transition, self.memo.fork_nodes[i as usize], state, out)?;
                }
                Ok(())
            }
            Node::Branch(number) => {
                let branch = self.memo.branches[number as usize];
                if branch
                    .check
                    .is_some_and(|check| !self.has_for_branch(check, state))
                {
                    return Ok(());
                }
                let place = branch.place as usize;
                let from = (number, branch.children);
                match self.layout.fields[place] {
                    Field::Dense {
                        first,
                        width,
                        capacity,
                    } => {
                        let end = first + width * capacity;
                        let shift = width.trailing_zeros();
                        for word in first / 64..end.div_ceil(64) {
                            let low = first.max(word * 64);
                            let high = end.min(word * 64 + 64);
                            let mask = ones(high - low) << (low % 64);
                            let mut bits = state[word as usize] & mask;
                            while bits != 0 {
                                let token = (word * 64 + bits.trailing_zeros() - first) >> shift;
                                if width == 1 {
                                    bits &= bits - 1;
                                } else {
                                    let at = (first + (token << shift)) % 64;
                                    bits &= !(ones(width) << at);
                                }
                                self.choose(transition, from, token, state, out)?;
                            }
                        }
                        Ok(())
                    }
                    Field::Sparse(slot) => {
                        let set = slot.get(state) as SetId;
                        if let Some(token) = Sets::token_of(set) {
                            return self.choose(transition, from, token, state, out);
                        }
                        let (start, end) = self.shared.places[place].sets.span(set);
                        for at in start..end {
                            let (token, _) = self.shared.places[place].sets.at(at);
                            self.choose(transition, from, token, state, out)?;
                        }
                        Ok(())
                    }
                }
            }
        }
    }

    /// Goes on from a branch with one of its place's tokens.
    #[inline(always)]
    fn choose(
        &mut self,
        transition: usize,
        (branch, children): (u32, Children),
        token: Token,
        state: &[u64],
        out: &mut Batch,
    ) -> Result<(), Box<Halt>> {
        self.chosen += 1;
        let mut child = self.memo.child(branch, children, token);
        if child == Node::Unknown {
            child = self.grow(transition, branch, token, 0, state)?;
        }
        match child {
            Node::Leaf(element) => self.leaf(transition, element, state, out),
            child => self.visit(transition, child, state, out),
        }
    }

    /// A binding element whose seed tokens are there: are all others?
    #[inline]
    fn leaf(
        &mut self,
        transition: usize,
        element: u32,
        state: &[u64],
        out: &mut Batch,
    ) -> Result<(), Box<Halt>> {
        let code = self.memo.codes.elements[element as usize];
        if !code.is_simple() || out.selective {
            return self.leaf_in_general(transition, element, state, out);
        }
        if !self.memo.codes.can_occur(code, state) {
            return match self.memo.codes.is_disabled(code, state) {
                true => Ok(()),
                false => self.leaf_in_general(transition, element, state, out),
            };
        }
        if out.is_tight() {
            self.look_at_memory(transition, out.grown_bytes())?;
        }
        self.note(transition);
        let at = out.words.len();
        out.append(state);
        let words = &mut out.words[at..];
        let mut hash = out.source_hash;
        for op in self.memo.codes.words(code) {
            let word = op.word as usize;
            let new = words[word].wrapping_add(op.delta);
            words[word] = new;
            hash = (hash.wrapping_sub(out.terms[word])).wrapping_add(hash::term(word, new));
        }
        out.hashes.push(hash);
        if out.traced {
            out.occurrences.push(Occurrence {
                transition: transition as u32,
                element,
                clock: 0,
            });
        }
        Ok(())
    }

    fn leaf_in_general(
        &mut self,
        transition: usize,
        element: u32,
        state: &[u64],
        out: &mut Batch,
    ) -> Result<(), Box<Halt>> {
        if !self.enabled(element, state) {
            return Ok(());
        }
        if let Some(demand) = self.wasteful.take() {
            return Err(Box::new(Halt::Demand(demand)));
        }
        let occurrence = Occurrence {
            transition: transition as u32,
            element,
            clock: 0,
        };
        if out.successors {
            if !self.memo.codes.elements[element as usize].is_resolved() {
                self.refuse_shared(transition)?;
                if self.shared.draws[transition] {
                    for outcome in self.outcomes(transition, element, 0)? {
                        self.leaf(transition, outcome, state, out)?;
                    }
                    return Ok(());
                }
                let shared = self.shared.clone();
                self.resolve(&shared, transition, element, 0)?;
                // once more, now for what is put too
                self.enabled(element, state);
            }
            if out.is_tight() {
                self.look_at_memory(transition, out.grown_bytes())?;
            }
            self.note(transition);
            let code = self.memo.codes.elements[element as usize];
            let hash = self.occur_untimed(transition, code, state, out)?;
            out.hashes.push(hash);
        }
        if out.traced || !out.successors {
            out.occurrences.push(occurrence);
        }
        Ok(())
    }

    /// Notes that a transition occurs; written once, since a write may cost another thread a cache line.
    #[inline]
    pub(super) fn note(&mut self, transition: usize) {
        if !self.occurred[transition] {
            self.occurred[transition] = true;
        }
    }

    pub(super) fn has_for_branch(&mut self, check: u32, state: &[u64]) -> bool {
        self.has(self.memo.codes.checks[check as usize], state)
    }

    /// Whether the tokens that an element needs are there, on places without time.
    pub(super) fn enabled(&mut self, element: u32, state: &[u64]) -> bool {
        let code = self.memo.codes.elements[element as usize];
        if code.is_exact() {
            match self.memo.codes.fits(code, state) {
                Some(true) => {}
                Some(false) => return false,
                None => self.generalise(element),
            }
        }
        self.has(self.memo.codes.elements[element as usize], state)
    }

    /// Whether the tokens that a code needs are there, on places without time. An exact code must fit.
    pub(super) fn has(&mut self, code: Code, state: &[u64]) -> bool {
        if !self.memo.codes.counters_enabled(code, state) {
            return false;
        }
        self.after.clear();
        for i in code.set_ops() {
            let op = self.memo.codes.sets[i as usize];
            let set = self.set_after(i, &op, op.slot.get(state) as SetId);
            if set == DISABLED {
                return false;
            }
            self.after.push(set);
        }
        true
    }

    /// Appends the marking after an element that `has` just found enabled to `out`; its hash. Only for places without time.
    pub(super) fn occur_untimed(
        &mut self,
        transition: usize,
        code: Code,
        state: &[u64],
        out: &mut Batch,
    ) -> Result<u64, Box<Halt>> {
        if let Some(demand) = self.memo.codes.overflow(code, state) {
            return Err(Box::new(Halt::Demand(self.name_place(demand))));
        }
        let at = out.words.len();
        out.words.extend_from_slice(state);
        let mut hash = out.source_hash;
        for op in self.memo.codes.words(code) {
            let word = op.word as usize;
            let old = state[word];
            let new = old.wrapping_add(op.delta);
            out.words[at + word] = new;
            hash = (hash.wrapping_sub(hash::term(word, old))).wrapping_add(hash::term(word, new));
        }
        for (i, &set) in code.set_ops().zip(&self.after) {
            let op = self.memo.codes.sets[i as usize];
            if !op.changing {
                continue;
            }
            if set == OVERFULL {
                return Err(Demand::Count(op.place as usize, 1 << 32).into());
            }
            if u64::from(set) > ones(op.slot.width) {
                let demand = Demand::Set(op.place as usize, set);
                return Err(Box::new(Halt::Demand(demand)));
            }
            let word = op.slot.word as usize;
            let old = out.words[at + word];
            op.slot.set(&mut out.words[at..], u64::from(set));
            let new = out.words[at + word];
            hash = (hash.wrapping_sub(hash::term(word, old))).wrapping_add(hash::term(word, new));
        }
        if !self.shared.net.transitions[transition].resets.is_empty() {
            self.reset_untimed(transition, &mut out.words[at..]);
            hash = hash::marking(&out.words[at..]);
        }
        Ok(hash)
    }

    /// The multi-set after an operation, `DISABLED` or `OVERFULL`.
    #[inline]
    fn set_after(&mut self, operation: u32, op: &SetOp, set: SetId) -> SetId {
        if let Some(result) = self.memo.codes.after_quickly(op, set) {
            return result;
        }
        if let Some(result) = self.cache.get(operation, set) {
            return result;
        }
        let sets = &self.shared.places[op.place as usize].sets;
        let mut items = std::mem::take(&mut self.items);
        let result = match self.memo.codes.changed(op, sets.items(set), &mut items) {
            Changed::Missing => DISABLED,
            Changed::Done if !op.changing => set,
            Changed::Done => sets.intern(&items),
            Changed::TooMany => OVERFULL,
        };
        if items.len() > LARGE && op.changing && self.wasteful.is_none() {
            self.wasteful = self.shared.wasteful(op.place as usize);
        }
        self.items = items;
        self.cache.put(operation, set, result);
        result
    }

    /// Whether a token on an inhibitor place keeps a transition from occurring.
    pub(super) fn inhibited(&self, transition: usize, state: &[u64], clock: i64) -> bool {
        let inhibitors = &self.shared.net.transitions[transition].inhibitors;
        inhibitors.iter().any(|place| {
            let place = place.0 as usize;
            match self.layout.fields[place] {
                Field::Sparse(slot) => {
                    let set = slot.get(state) as SetId;
                    let sets = &self.shared.places[place].sets;
                    match self.shared.timed_places[place] {
                        true => sets.items(set).any(|item| item.stamp <= clock),
                        false => set != 0,
                    }
                }
                Field::Dense {
                    first,
                    width,
                    capacity,
                } => !is_clear(state, first, first + width * capacity),
            }
        })
    }

    /// Empties the places of reset arcs that have no time.
    pub(super) fn reset_untimed(&self, transition: usize, state: &mut [u64]) {
        for place in &self.shared.net.transitions[transition].resets {
            let place = place.0 as usize;
            if self.shared.timed_places[place] {
                continue;
            }
            self.shared.places.clear(&self.layout, place, state);
        }
    }

    /// A demand of a single bit knows its bit only.
    #[cold]
    fn name_place(&self, demand: Demand) -> Demand {
        let Demand::Count(usize::MAX, bit) = demand else {
            return demand;
        };
        let here = |field: &Field| match *field {
            Field::Dense {
                first,
                width,
                capacity,
            } => (first..first + width * capacity).contains(&(bit as u32)),
            Field::Sparse(_) => false,
        };
        match self.layout.fields.iter().position(here) {
            Some(place) => Demand::Count(place, 2),
            None => demand,
        }
    }
}

fn is_clear(state: &[u64], first: u32, end: u32) -> bool {
    masks(first, end).all(|(word, mask)| state[word] & mask == 0)
}
