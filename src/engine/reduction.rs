//! Equivalent markings as one: a reduction puts a representative in the place of each marking that a step leads to. Searches do not see the difference.
//!
//! What is equivalent is for `crate::reduce` to say; here is only where it is asked.

use super::batch::Batch;
use super::hash;
use super::layout::{Demand, Layout};
use super::shared::Shared;
use super::worker::{Halt, Worker};
use std::fmt::Debug;

/// A way to choose representatives.
pub trait Reduction: Debug + Send + Sync {
    /// What one thread needs to do so.
    fn reducer(&self) -> Box<dyn Reducer>;
}

/// One thread's part of a reduction. It may remember what it finds.
pub trait Reducer: Debug + Send + Sync {
    /// Puts the representative in the marking's place, or says what there is no room for. Whether it is another one.
    fn reduce(
        &mut self,
        shared: &Shared,
        layout: &Layout,
        state: &mut [u64],
    ) -> Result<bool, Demand>;

    /// Looks whether what is believed of the net is true of a marking; its steps are in the batch from `from` on.
    fn examine(
        &mut self,
        worker: &mut Worker,
        state: &[u64],
        steps: &Batch,
        from: usize,
    ) -> Result<(), Box<Halt>>;

    /// How many markings a representative stands for, where that can be told.
    fn stands_for(&mut self, shared: &Shared, layout: &Layout, state: &[u64]) -> Option<u128>;

    /// How many permuted copies the representative of a marking has, itself among them.
    fn copies(&mut self, shared: &Shared, layout: &Layout, state: &[u64]) -> u128;

    /// Whether stamps in the past are made equal.
    fn forgets_past(&self) -> bool;

    /// Tokens have other numbers from now on: forgets what was known of them.
    fn forget(&mut self);

    /// Bytes of what it remembers.
    fn bytes(&self) -> usize;
}

impl Worker {
    /// Chooses representatives from now on; `None` for none.
    pub fn set_reducer(&mut self, reducer: Option<Box<dyn Reducer>>) {
        self.forgets_past = reducer
            .as_ref()
            .is_some_and(|reducer| reducer.forgets_past());
        self.reducer = reducer;
    }

    /// Looks whether the reduction may be believed.
    pub(super) fn examine(
        &mut self,
        state: &[u64],
        steps: &Batch,
        from: usize,
    ) -> Result<(), Box<Halt>> {
        if !steps.successors {
            return Ok(());
        }
        let Some(mut reducer) = self.reducer.take() else {
            return Ok(());
        };
        let result = reducer.examine(self, state, steps, from);
        self.reducer = Some(reducer);
        result
    }

    /// Puts representatives in the place of the batch's markings from `from` on.
    pub fn reduce(&mut self, out: &mut Batch, from: usize) -> Result<(), Box<Halt>> {
        let Some(reducer) = &mut self.reducer else {
            return Ok(());
        };
        if !out.successors {
            return Ok(());
        }
        let width = out.width;
        for (i, hash) in out.hashes.iter_mut().enumerate().skip(from) {
            let state = &mut out.words[i * width..(i + 1) * width];
            match reducer.reduce(&self.shared, &self.layout, state) {
                Ok(false) => {}
                Ok(true) => *hash = hash::marking(state),
                Err(demand) => return Err(Box::new(Halt::Demand(demand))),
            }
        }
        Ok(())
    }

    /// Whether no permutation of a symmetry changes a marking, or its representative in time.
    pub fn is_symmetric(&mut self, state: &[u64]) -> bool {
        let (shared, layout) = (&self.shared, &self.layout);
        (self.reducer.as_mut()).is_none_or(|reducer| reducer.copies(shared, layout, state) == 1)
    }

    /// How many markings a representative stands for: 1 without a reduction, `None` if that is not known.
    pub fn stands_for(&mut self, state: &[u64]) -> Option<u128> {
        match &mut self.reducer {
            None => Some(1),
            Some(reducer) => reducer.stands_for(&self.shared, &self.layout, state),
        }
    }
}
