//! Time. A timed token may be taken once the clock has reached its stamp; the clock moves only when nothing is enabled, to the earliest time at which
//! something is.
//!
//! Where several equal tokens are ready, the one with the latest stamp is taken. Among takes of one colour with different earliness the strictest chooses
//! first; then whatever order the others choose in, there is enough for all if there is enough at all.

use super::batch::{Batch, Occurrence};
use super::element::{Element, Put, Take};
use super::hash;
use super::layout::{Demand, Field, ones};
use super::memo::Node;
use super::sets::{Item, SetId};
use super::worker::{Halt, Worker};
use crate::net::flat::{Arc, Tokens, Transition};

impl Worker {
    pub(super) fn expand_timed(
        &mut self,
        state: &[u64],
        mut clock: i64,
        out: &mut Batch,
    ) -> Result<(), Box<Halt>> {
        let gates = self.gates.see(state);
        self.present.clear();
        loop {
            let mut next: Option<i64> = None;
            let mut group = 0;
            self.ready.clear();
            self.later.clear();
            for i in 0..gates {
                let gate = self.gates.open(i);
                if gate.group != group {
                    if !self.ready.is_empty() {
                        break;
                    }
                    group = gate.group;
                }
                let transition = gate.transition as usize;
                let root = self.timed_root(transition, clock, state)?;
                self.collect(transition, root, state, clock, &mut next)?;
                if self.shared.uses_clock[transition] {
                    self.next_stamp(transition, state, clock, &mut next);
                    if takes_early(&self.shared.net.transitions[transition]) {
                        self.next_early(transition, state, clock, &mut next)?;
                    }
                }
            }
            if !self.ready.is_empty() {
                return self.occur_all(state, out);
            }
            if let (Some(time), Some(until)) = (next, self.until)
                && time > until
            {
                self.beyond = true;
                return Ok(());
            }
            match next {
                // Nothing but stamps depends on the time: all elements are known.
                Some(time) if !self.looks_at_clock => {
                    self.get_ready(state, time);
                    return self.occur_all(state, out);
                }
                Some(time) => clock = time,
                None => return Ok(()),
            }
        }
    }

    /// Finds among the elements that will be ready later those that are at a time, of the most urgent transitions.
    fn get_ready(&mut self, state: &[u64], clock: i64) {
        let later = std::mem::take(&mut self.later);
        let mut ready = std::mem::take(&mut self.ready);
        let priority =
            |of: &Occurrence| self.shared.net.transitions[of.transition as usize].priority;
        let enabled = |of: &&Occurrence| {
            of.clock <= clock && !self.inhibited(of.transition as usize, state, clock)
        };
        for &occurrence in later.iter().filter(enabled) {
            match ready.first().map(priority) {
                Some(urgent) if urgent < priority(&occurrence) => continue,
                Some(urgent) if urgent > priority(&occurrence) => ready.clear(),
                _ => {}
            }
            ready.push(Occurrence {
                clock,
                ..occurrence
            });
        }
        (self.later, self.ready) = (later, ready);
    }

    fn timed_root(
        &mut self,
        transition: usize,
        clock: i64,
        state: &[u64],
    ) -> Result<Node, Box<Halt>> {
        if !self.shared.uses_clock[transition] {
            let root = self.memo.roots[transition];
            if root != Node::Unknown {
                return Ok(root);
            }
            let root = self.root(transition, 0, state)?;
            self.memo.roots[transition] = root;
            return Ok(root);
        }
        let key = (transition as u32, clock);
        if let Some(&root) = self.memo.timed_roots.get(&key) {
            return Ok(root);
        }
        let root = self.root(transition, clock, state)?;
        self.memo.timed_roots.insert(key, root);
        Ok(root)
    }

    /// Finds the elements whose tokens are there: those that are ready now go to `ready`, the others tell when they will be.
    fn collect(
        &mut self,
        transition: usize,
        node: Node,
        state: &[u64],
        clock: i64,
        next: &mut Option<i64>,
    ) -> Result<(), Box<Halt>> {
        match node {
            Node::Unknown | Node::Fail => Ok(()),
            Node::Fork(number) => {
                let fork = self.memo.forks[number as usize];
                if fork
                    .check
                    .is_some_and(|check| !self.has_for_branch(check, state))
                {
                    return Ok(());
                }
                for i in fork.nodes.start..fork.nodes.start + fork.nodes.len {
                    let node = self.memo.fork_nodes[i as usize];
                    self.collect(transition, node, state, clock, next)?;
                }
                Ok(())
            }
            Node::Leaf(number) => {
                let element = self.memo.elements[number as usize];
                if !self.has(self.memo.codes.elements[number as usize], state) {
                    return Ok(());
                }
                let Some(time) = self.ready_at(&element, state) else {
                    return Ok(());
                };
                if time.max(clock) == clock {
                    if !self.inhibited(transition, state, clock) {
                        self.ready.push(Occurrence {
                            transition: transition as u32,
                            element: number,
                            clock,
                        });
                    }
                } else if !self.inhibited(transition, state, time) {
                    *next = Some(next.map_or(time, |n| n.min(time)));
                    self.later.push(Occurrence {
                        transition: transition as u32,
                        element: number,
                        clock: time,
                    });
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
                let base = match self.shared.uses_clock[transition] {
                    true => clock,
                    false => 0,
                };
                // The tokens of all branches on the way are in one list, one after the other.
                let start = self.present.len();
                self.add_present(branch.place as usize, state);
                let end = self.present.len();
                for at in start..end {
                    let token = self.present[at];
                    let mut child = self.memo.child(number, branch.children, token);
                    if child == Node::Unknown {
                        child = self.grow(transition, number, token, base, state)?;
                    }
                    self.collect(transition, child, state, clock, next)?;
                }
                self.present.truncate(start);
                Ok(())
            }
        }
    }

    /// Adds the tokens of a place to `present`, each once.
    fn add_present(&mut self, place: usize, state: &[u64]) {
        let start = self.present.len();
        let present = &mut self.present;
        (self.shared.places).each(&self.layout, place, state, |item| {
            // Items of one colour with other stamps are neighbours.
            if present[start..].last() != Some(&item.token) {
                present.push(item.token);
            }
        });
    }

    /// The earliest time at which all timed tokens of an element may be taken; `None` if some are missing.
    fn ready_at(&self, element: &Element, state: &[u64]) -> Option<i64> {
        let mut ready = i64::MIN;
        let takes = element.takes.of(&self.memo.takes);
        for same in takes.chunk_by(|a, b| (a.place, a.token) == (b.place, b.token)) {
            let place = same[0].place as usize;
            if !self.shared.timed_places[place] {
                continue;
            }
            let set = self.set_of(place, state);
            let mut stamps = (self.shared.places[place].sets.items(set))
                .filter(|item| item.token == same[0].token);
            // takes are in the order of their earliness, stamps in the order of time
            let (mut stamp, mut there) = (i64::MIN, 0);
            for take in same {
                let mut wanted = take.count;
                while wanted > 0 {
                    if there == 0 {
                        let item = stamps.next()?;
                        (stamp, there) = (item.stamp, item.count);
                    }
                    let taken = wanted.min(there);
                    (wanted, there) = (wanted - taken, there - taken);
                    ready = ready.max(stamp.saturating_sub(take.early));
                }
            }
        }
        Some(ready)
    }

    /// The next time at which a token on an input place of a transition gets ready.
    fn next_stamp(&self, transition: usize, state: &[u64], clock: i64, next: &mut Option<i64>) {
        for arc in &self.shared.net.transitions[transition].inputs {
            let place = arc.place.0 as usize;
            if self.shared.timed_places[place] {
                let items = self.shared.places[place]
                    .sets
                    .items(self.set_of(place, state));
                let later = items.map(|item| item.stamp).filter(|&s| s > clock).min();
                *next = match (*next, later) {
                    (Some(a), Some(b)) => Some(a.min(b)),
                    (a, b) => a.or(b),
                };
            }
        }
    }

    /// The next time at which the tokens of some element may be taken before their stamps, if conditions that look at the clock hold then. Such elements are not known from the tree of the present time, in
    /// which these conditions may not hold; they have a tree of their own.
    fn next_early(
        &mut self,
        transition: usize,
        state: &[u64],
        clock: i64,
        next: &mut Option<i64>,
    ) -> Result<(), Box<Halt>> {
        let key = (
            (self.shared.net.transitions.len() + transition) as u32,
            clock,
        );
        let ready = self.ready.len();
        self.hopeful = true;
        let root = match self.memo.timed_roots.get(&key) {
            Some(&root) => Ok(root),
            None => self.root(transition, clock, state),
        };
        let result = root.and_then(|root| {
            self.memo.timed_roots.insert(key, root);
            self.collect(transition, root, state, clock, next)
        });
        self.hopeful = false;
        self.ready.truncate(ready);
        match result.map_err(|halt| *halt) {
            // An inscription may rely on a condition that does not hold now.
            Ok(()) | Err(Halt::Failure(_)) => Ok(()),
            Err(halt) => Err(Box::new(halt)),
        }
    }

    fn set_of(&self, place: usize, state: &[u64]) -> SetId {
        match self.layout.fields[place] {
            Field::Sparse(slot) => slot.get(state) as SetId,
            // a timed place is never dense
            Field::Dense { .. } => 0,
        }
    }

    fn occur_all(&mut self, state: &[u64], out: &mut Batch) -> Result<(), Box<Halt>> {
        let ready = std::mem::take(&mut self.ready);
        let result = ready.iter().try_for_each(|&occurrence| {
            if !out.successors {
                out.occurrences.push(occurrence);
                return Ok(());
            }
            let transition = occurrence.transition as usize;
            self.refuse_shared(transition)?;
            if !self.shared.draws[transition] {
                return self.occur_ready(state, occurrence, out);
            }
            let clock = self.evaluated_at(occurrence);
            for element in self.outcomes(transition, occurrence.element, clock)? {
                let outcome = Occurrence {
                    element,
                    ..occurrence
                };
                self.occur_ready(state, outcome, out)?;
            }
            Ok(())
        });
        self.ready = ready;
        result
    }

    fn occur_ready(
        &mut self,
        state: &[u64],
        occurrence: Occurrence,
        out: &mut Batch,
    ) -> Result<(), Box<Halt>> {
        let transition = occurrence.transition as usize;
        if out.is_tight() {
            self.look_at_memory(transition, out.grown_bytes())?;
        }
        self.note(transition);
        let puts = self.puts(occurrence)?;
        let result = self.occur(state, occurrence, &puts, out);
        self.scratch.puts = puts;
        result?;
        if out.traced {
            out.occurrences.push(occurrence);
        }
        Ok(())
    }

    /// Appends the marking after an occurrence that puts these tokens.
    pub(super) fn occur(
        &mut self,
        state: &[u64],
        occurrence: Occurrence,
        puts: &[Put],
        out: &mut Batch,
    ) -> Result<(), Box<Halt>> {
        let transition = occurrence.transition as usize;
        out.source_hash = 0;
        let at = out.words.len();
        let code = self.memo.codes.elements[occurrence.element as usize];
        self.has(code, state);
        self.occur_untimed(transition, code, state, out)?;
        let clock = occurrence.clock;
        if let Some(slot) = self.layout.clock {
            if clock as u64 > ones(slot.width) {
                out.words.truncate(at);
                return Err(Box::new(Halt::Demand(Demand::Clock(clock as u64))));
            }
            slot.set(&mut out.words[at..], clock as u64);
        }
        let result = self.occur_stamped(occurrence, puts, &mut out.words[at..]);
        if let Err(demand) = result {
            out.words.truncate(at);
            return Err(Box::new(Halt::Demand(demand)));
        }
        out.hashes.push(hash::marking(&out.words[at..]));
        Ok(())
    }

    /// Takes, puts and resets on timed places.
    fn occur_stamped(
        &mut self,
        occurrence: Occurrence,
        puts: &[Put],
        state: &mut [u64],
    ) -> Result<(), Demand> {
        let (shared, items, places) = (&self.shared, &mut self.items, &mut self.present);
        let clock = occurrence.clock;
        let takes = self.memo.elements[occurrence.element as usize].takes;
        let takes = takes.of(&self.memo.takes);
        let resets = &shared.net.transitions[occurrence.transition as usize].resets;
        places.clear();
        places.extend(
            (takes.iter().map(|t| t.place))
                .chain(puts.iter().map(|p| p.place))
                .chain(resets.iter().map(|p| p.0))
                .filter(|&p| shared.timed_places[p as usize]),
        );
        places.sort_unstable();
        places.dedup();
        for &place in &*places {
            (shared.places).items(&self.layout, place as usize, state, items);
            for take in takes.iter().filter(|t| t.place == place) {
                remove(items, take, clock);
            }
            for put in puts.iter().filter(|p| p.place == place) {
                items.push(Item {
                    token: put.token,
                    stamp: (clock.checked_add(put.after)).ok_or(Demand::Clock(u64::MAX))?,
                    count: put.count,
                });
            }
            if !super::shared::merge(items) {
                return Err(Demand::Count(place as usize, 1 << 32));
            }
            if resets.iter().any(|p| p.0 == place) {
                items.retain(|item| item.stamp > clock);
            }
            (shared.places).put(&self.layout, place as usize, items, state)?;
        }
        Ok(())
    }
}

/// Whether an input arc may take tokens before their stamps.
fn takes_early(transition: &Transition) -> bool {
    let stamped = |arc: &Arc| matches!(arc.tokens, Tokens::Stamped(_));
    transition.inputs.iter().any(stamped)
}

/// Takes tokens, those with the latest stamp that is ready first.
fn remove(items: &mut Vec<Item>, take: &Take, clock: i64) {
    let mut left = take.count;
    for item in items.iter_mut().rev() {
        if item.token == take.token && item.stamp.saturating_sub(take.early) <= clock {
            let taken = left.min(item.count);
            item.count -= taken;
            left -= taken;
        }
    }
    items.retain(|item| item.count > 0);
}
