//! The reductions that are on, as the engine asks them.

use super::action::Action;
use super::canonical::Canonical;
use super::check::Check;
use super::invariance::Invariance;
use super::proof;
use super::spread::spread;
use super::symmetry::Symmetry;
use super::time::Shift;
use crate::engine::{Batch, Demand, Engine, Halt, Layout, Reducer, Reduction, Shared, Worker};
use crate::explore::bounds::Bounds;
use crate::net::expression::MarkingExpression;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Which markings are one.
#[derive(Debug, Default)]
pub struct Equivalence {
    /// Markings that a permutation makes equal.
    symmetry: Option<Action>,
    /// Markings that a shift in time makes equal.
    time: bool,
    /// Whether the symmetry is to be checked; then how often it was.
    check: Option<Arc<AtomicU64>>,
}

impl Equivalence {
    /// Markings that a permutation of a group makes equal are one. The group is believed to be a symmetry of the net if it is `proven`.
    pub fn symmetric(mut self, symmetry: Symmetry, shared: &Shared, proven: bool) -> Equivalence {
        self.symmetry = Some(Action::new(Arc::new(symmetry), shared));
        self.check = (!proven).then(Arc::default);
        self
    }

    /// Markings that a shift in time makes equal are one.
    pub fn timed(mut self) -> Equivalence {
        self.time = true;
        self
    }

    /// Makes an engine take equivalent markings as one.
    pub fn apply(self, engine: &mut Engine) -> Arc<Equivalence> {
        let equivalence = Arc::new(self);
        engine.reduction = Some(equivalence.clone());
        equivalence
    }

    /// Whether markings that a permutation makes equal are one.
    pub fn is_symmetric(&self) -> bool {
        self.symmetry.is_some()
    }

    /// Whether markings that a shift in time makes equal are one.
    pub fn is_timed(&self) -> bool {
        self.time
    }

    /// The group, if there is one.
    pub fn symmetry(&self) -> Option<&Symmetry> {
        self.symmetry.as_ref().map(|action| &*action.symmetry)
    }

    /// Compares the values of an expression for copies of markings; `None` if they must be the same.
    pub fn invariance(
        &self,
        engine: &Engine,
        what: &str,
        expression: &MarkingExpression,
    ) -> Option<Invariance> {
        let action = self.symmetry.clone()?;
        if proof::of_expression(engine, &action.symmetry, expression.body).is_ok() {
            return None;
        }
        let canonical = Canonical::new(action);
        let check = Check::new(&canonical, Arc::default());
        let worker = engine.worker();
        Some(Invariance::new(
            canonical,
            check,
            worker,
            what,
            expression.span,
        ))
    }

    /// Makes bounds of representatives those of all markings that they stand for. Where the multi-sets get too large they are given up.
    pub fn spread(&self, shared: &Shared, bounds: &mut [Bounds]) {
        let Some(mut action) = self.symmetry.clone() else {
            return;
        };
        for place in action.places.clone() {
            let of = &mut bounds[place];
            let lower = spread(&mut action, shared, place, &of.lower_multiset, false);
            let upper = spread(&mut action, shared, place, &of.upper_multiset, true);
            match lower.zip(upper) {
                Some((lower, upper)) => (of.lower_multiset, of.upper_multiset) = (lower, upper),
                None => of.forget_colours(),
            }
        }
    }

    /// How many copies of markings were compared; `None` if that was not needed.
    pub fn compared(&self) -> Option<u64> {
        self.check
            .as_ref()
            .map(|compared| compared.load(Ordering::Relaxed))
    }
}

impl Reduction for Equivalence {
    fn reducer(&self) -> Box<dyn Reducer> {
        let canonical = self.symmetry.clone().map(Canonical::new);
        let check = canonical.as_ref().zip(self.check.clone());
        Box::new(Representative {
            check: check.map(|(canonical, compared)| Check::new(canonical, compared)),
            canonical,
            shift: self.time.then(Shift::default),
        })
    }
}

/// One thread's part.
#[derive(Debug)]
struct Representative {
    shift: Option<Shift>,
    canonical: Option<Canonical>,
    check: Option<Check>,
}

impl Reducer for Representative {
    fn reduce(
        &mut self,
        shared: &Shared,
        layout: &Layout,
        state: &mut [u64],
    ) -> Result<bool, Demand> {
        let mut changed = false;
        // The time first: which of two equal tokens is older must not tell their colours apart.
        if let Some(shift) = &mut self.shift {
            changed |= shift.reduce(shared, layout, state)?;
        }
        if let Some(canonical) = &mut self.canonical {
            changed |= canonical.reduce(shared, layout, state)?;
        }
        Ok(changed)
    }

    fn examine(
        &mut self,
        worker: &mut Worker,
        state: &[u64],
        steps: &Batch,
        from: usize,
    ) -> Result<(), Box<Halt>> {
        match (&mut self.check, &mut self.canonical) {
            (Some(check), Some(canonical)) => check.look(canonical, worker, state, steps, from),
            _ => Ok(()),
        }
    }

    fn stands_for(&mut self, shared: &Shared, layout: &Layout, state: &[u64]) -> Option<u128> {
        match (&self.shift, &mut self.canonical) {
            (Some(_), _) => None,
            (None, Some(canonical)) => Some(canonical.stands_for(shared, layout, state)),
            (None, None) => Some(1),
        }
    }

    fn copies(&mut self, shared: &Shared, layout: &Layout, state: &[u64]) -> u128 {
        let mut state = state.to_vec();
        if let Some(shift) = &mut self.shift {
            // What has no room stays as it is, and is only more different for it.
            let _ = shift.reduce(shared, layout, &mut state);
        }
        let canonical = self.canonical.as_mut();
        canonical.map_or(1, |canonical| canonical.stands_for(shared, layout, &state))
    }

    fn forgets_past(&self) -> bool {
        self.shift.is_some()
    }

    fn forget(&mut self) {
        if let Some(shift) = &mut self.shift {
            shift.forget();
        }
        if let Some(canonical) = &mut self.canonical {
            canonical.forget();
        }
    }

    fn bytes(&self) -> usize {
        let shift = self.shift.as_ref().map_or(0, Shift::bytes);
        shift + self.canonical.as_ref().map_or(0, Canonical::bytes)
    }
}
