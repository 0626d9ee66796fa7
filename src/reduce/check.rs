//! Is a declared symmetry one? Where that cannot be proven, it is looked at while the net is explored: a marking's steps, permuted, must be the steps of the
//! permuted marking.
//!
//! The first markings are compared with all copies in which two colours changed places. Later ones are compared with one copy each, and then only some of
//! them: a net that treats a colour specially most often shows it early.

use super::canonical::Canonical;
use super::symmetry::Permutation;
use crate::engine::{Batch, Binding, Halt, Worker};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use sweepnet_lang::diagnostic::Diagnostic;

/// Markings that are compared with many copies.
const THOROUGH: u64 = 500;
/// Copies of these at most.
const COPIES: usize = 100;
/// Markings that are compared with one copy each, by every thread.
const EACH: u64 = 20_000;
/// Of the others every so manyth is.
const SOME: u64 = 8;

/// One thread's part of the check.
#[derive(Debug)]
pub struct Check {
    exchanges: Vec<Permutation>,
    seen: u64,
    chosen: usize,
    random: u64,
    batch: Batch,
    /// Comparisons made by all threads.
    compared: Arc<AtomicU64>,
}

impl Check {
    /// Nothing looked at yet.
    pub fn new(canonical: &Canonical, compared: Arc<AtomicU64>) -> Check {
        Check {
            exchanges: canonical.symmetry().all_exchanges(),
            seen: 0,
            chosen: 0,
            random: 1,
            batch: Batch::markings(),
            compared,
        }
    }

    /// The permutations to try on the next marking.
    pub fn next(&mut self, canonical: &Canonical) -> Vec<Permutation> {
        self.seen += 1;
        if self.seen <= THOROUGH {
            let mut some: Vec<Permutation> = Vec::new();
            for _ in 0..self.exchanges.len().min(COPIES) {
                some.push(self.next_exchange());
            }
            some.push(self.by_chance(canonical));
            return some;
        }
        match self.seen {
            seen if seen > EACH && !seen.is_multiple_of(SOME) => Vec::new(),
            seen if seen.is_multiple_of(2 * SOME) => vec![self.by_chance(canonical)],
            _ => vec![self.next_exchange()],
        }
    }

    fn next_exchange(&mut self) -> Permutation {
        self.chosen = (self.chosen + 1) % self.exchanges.len().max(1);
        self.exchanges.get(self.chosen).cloned().unwrap_or_default()
    }

    fn by_chance(&mut self, canonical: &Canonical) -> Permutation {
        let random = &mut self.random;
        canonical.symmetry().random(|below| {
            *random = sweepnet_lang::vm::equal::mix(*random, 0x5EED);
            (*random % below.max(1) as u64) as usize
        })
    }

    /// Compares the steps of a marking, which are in `steps` from `from` on, with those of some of its copies.
    pub fn look(
        &mut self,
        canonical: &mut Canonical,
        worker: &mut Worker,
        state: &[u64],
        steps: &Batch,
        from: usize,
    ) -> Result<(), Box<Halt>> {
        for permutation in self.next(canonical) {
            self.compare(canonical, worker, &permutation, state, steps, from)?;
            self.compared.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }

    fn compare(
        &mut self,
        canonical: &mut Canonical,
        worker: &mut Worker,
        permutation: &[u8],
        state: &[u64],
        steps: &Batch,
        from: usize,
    ) -> Result<(), Box<Halt>> {
        let copy = permuted(canonical, worker, permutation, state)?;
        if let Err(halt) = worker.check_legal_marking(&copy) {
            let Halt::Failure(failure) = *halt else {
                return Err(halt);
            };
            let why = &failure.message;
            return Err(violation(canonical, worker, permutation, state, None, why));
        }
        self.batch.clear();
        if let Err(halt) = worker.steps(&copy, &mut self.batch) {
            return Err(match *halt {
                Halt::Failure(failure) => violation(
                    canonical,
                    worker,
                    permutation,
                    state,
                    None,
                    &failure.message,
                ),
                halt => Box::new(halt),
            });
        }
        let width = steps.width;
        let mut expected: Vec<Vec<u64>> = Vec::new();
        for successor in steps.words[from * width..].chunks_exact(width) {
            expected.push(permuted(canonical, worker, permutation, successor)?);
        }
        let successors = self.batch.words.chunks_exact(width);
        let mut found: Vec<Vec<u64>> = successors.map(<[u64]>::to_vec).collect();
        expected.sort_unstable();
        found.sort_unstable();
        match expected == found {
            true => Ok(()),
            false => Err(difference(canonical, worker, permutation, state, &copy)?),
        }
    }
}

fn permuted(
    canonical: &mut Canonical,
    worker: &Worker,
    permutation: &[u8],
    state: &[u64],
) -> Result<Vec<u64>, Box<Halt>> {
    let mut copy = state.to_vec();
    canonical
        .permute(worker.shared(), worker.layout(), permutation, &mut copy)
        .map_err(|demand| Box::new(Halt::Demand(demand)))?;
    Ok(copy)
}

/// Finds the step that has no counterpart.
fn difference(
    canonical: &mut Canonical,
    worker: &mut Worker,
    permutation: &[u8],
    state: &[u64],
    copy: &[u64],
) -> Result<Box<Halt>, Box<Halt>> {
    let mut here = all_steps(worker, state)?;
    let there = all_steps(worker, copy)?;
    for (_, to) in &mut here {
        *to = permuted(canonical, worker, permutation, to)?;
    }
    let missing = |all: &[(Binding, Vec<u64>)], one: &(Binding, Vec<u64>)| {
        let same = |other: &(Binding, Vec<u64>)| {
            (other.0.transition, &other.1) == (one.0.transition, &one.1)
        };
        let count = |steps: &[(Binding, Vec<u64>)]| steps.iter().filter(|s| same(s)).count();
        count(all) == 0
    };
    let why = "and nothing corresponds to it in the permuted marking";
    if let Some((binding, _)) = here.iter().find(|step| missing(&there, step)) {
        return Ok(violation(
            canonical,
            worker,
            permutation,
            state,
            Some((binding, false)),
            why,
        ));
    }
    let why = "and nothing corresponds to it in the marking itself";
    let extra = there
        .iter()
        .find(|step| missing(&here, step))
        .map(|step| (&step.0, true));
    Ok(violation(canonical, worker, permutation, state, extra, why))
}

fn all_steps(worker: &mut Worker, state: &[u64]) -> Result<Vec<(Binding, Vec<u64>)>, Box<Halt>> {
    let mut batch = Batch::traced();
    worker.steps(state, &mut batch)?;
    let markings = batch.words.chunks_exact(batch.width.max(1));
    Ok((batch.occurrences.iter().zip(markings))
        .map(|(&occurrence, to)| (worker.binding(occurrence), to.to_vec()))
        .collect())
}

/// The message: marking, permutation, and the step with whether it is one of the permuted marking.
fn violation(
    canonical: &Canonical,
    worker: &mut Worker,
    permutation: &[u8],
    state: &[u64],
    step: Option<(&Binding, bool)>,
    why: &str,
) -> Box<Halt> {
    let shared = worker.shared().clone();
    let program = &shared.net.session.vm.program;
    let cycles = canonical.symmetry().show_permutation(program, permutation);
    let marking = worker.show(state);
    let message = "The net does not treat the colours of its symmetries alike.";
    let declared = canonical.symmetry().span;
    let transition = |binding: &Binding| shared.net.transitions[binding.transition].span;
    let span = step.map_or(declared, |(binding, _)| transition(binding));
    let mut told = Diagnostic::error("E1601", span, message);
    told = match step {
        Some((binding, permuted)) => {
            let shown = worker.show_binding(binding);
            let which = if permuted {
                "the permuted marking"
            } else {
                "the marking"
            };
            told.at(format!("can occur with {shown} in {which}, {why}"))
        }
        None => told.at(why),
    };
    if step.is_some() {
        told = told.label(declared, "declared to be alike");
    }
    let help = format!(
        "The marking is: {marking}. The permutation is: {cycles}. Treat the colours alike, or leave those that are special out of the symmetry."
    );
    Box::new(Halt::Failure(Box::new(told.help(help))))
}
