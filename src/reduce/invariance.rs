//! Does an expression over a marking have the same value for equivalent markings? Where that is not proven, it is looked at for the markings that are visited.
//! An expression that tells equivalent markings apart says nothing about those that a representative stands for.

use super::canonical::Canonical;
use super::check::Check;
use crate::engine::{Failure, Halt, Layout, Recode, Worker};
use crate::explore::measure::{Measure, Reads, Value};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::span::Span;

/// Compares the values of an expression for markings and permuted copies of them.
#[derive(Debug)]
pub struct Invariance {
    canonical: Canonical,
    check: Check,
    /// An engine of its own: copies may need a layout that the search has no use for.
    worker: Worker,
    /// The search's layout that the engine's own was made from.
    layout: Arc<Layout>,
    /// What the expression is, and where it stands.
    what: String,
    span: Span,
}

impl Invariance {
    /// Nothing compared yet.
    pub fn new(
        canonical: Canonical,
        check: Check,
        mut worker: Worker,
        what: &str,
        span: Span,
    ) -> Invariance {
        worker.set_reducer(None);
        Invariance {
            canonical,
            check,
            layout: worker.layout().clone(),
            worker,
            what: what.to_string(),
            span,
        }
    }

    /// Compares the value for a marking of a search with that for some copies; the message says which two markings differ.
    pub fn look<T: PartialEq>(
        &mut self,
        search: &Worker,
        state: &[u64],
        mut evaluate: impl FnMut(&mut Worker, &[u64]) -> Result<T, Box<Halt>>,
    ) -> Result<(), Box<Halt>> {
        let mut value = None;
        for permutation in self.check.next(&self.canonical) {
            let (marking, copy) = self.copies(search, state, &permutation)?;
            if value.is_none() {
                value = Some(evaluate(&mut self.worker, &marking)?);
            }
            if value != Some(evaluate(&mut self.worker, &copy)?) {
                return Err(self.violation(&marking, &permutation).into());
            }
        }
        Ok(())
    }

    /// The marking and its copy, in this engine's layout.
    fn copies(
        &mut self,
        search: &Worker,
        state: &[u64],
        permutation: &[u8],
    ) -> Result<(Vec<u64>, Vec<u64>), Box<Halt>> {
        let shared = search.shared();
        if !Arc::ptr_eq(self.worker.shared(), shared) {
            self.worker.move_to(shared.clone());
            self.canonical.forget();
        }
        if !Arc::ptr_eq(&self.layout, search.layout()) {
            self.layout = search.layout().clone();
            self.worker.adopt(self.layout.clone());
        }
        let mut marking = loop {
            let own = self.worker.layout().clone();
            let mut marking = vec![0; own.words];
            let recode = Recode::new(&shared.places, &self.layout, &own);
            match recode.marking(state, &mut marking, &mut Vec::new()) {
                Ok(()) => break marking,
                Err(demand) => {
                    let (wider, _) = shared.widened(&own, demand, &vec![0; own.words])?;
                    self.worker.adopt(Arc::new(wider));
                }
            }
        };
        loop {
            let mut copy = marking.clone();
            let own = self.worker.layout().clone();
            match self.canonical.permute(shared, &own, permutation, &mut copy) {
                Ok(_) => return Ok((marking, copy)),
                Err(demand) => {
                    let (wider, moved) = shared.widened(&own, demand, &marking)?;
                    self.worker.adopt(Arc::new(wider));
                    marking = moved;
                }
            }
        }
    }

    fn violation(&mut self, marking: &[u64], permutation: &[u8]) -> Failure {
        let shared = self.worker.shared().clone();
        let program = &shared.net.session.vm.program;
        let cycles = (self.canonical.symmetry()).show_permutation(program, permutation);
        let shown = self.worker.show(marking);
        let message = format!(
            "{} tells markings apart that the symmetry makes equal.",
            self.what
        );
        Box::new(
            Diagnostic::error("E1602", self.span, message)
                .at("has another value when colours are permuted")
                .label(self.canonical.symmetry().span, "declared to be alike")
                .help(format!(
                    "The marking is: {shown}. The permutation is: {cycles}. Ask for something that does not name the colours, or explore without --symmetry."
                )),
        )
    }
}

/// A progress measure or a predicate that is looked at while a sweep uses it.
#[derive(Debug)]
pub struct Watched {
    measure: Box<dyn Measure>,
    /// Until it has told two apart.
    invariance: Option<Invariance>,
    /// Where that is noted.
    differs: Option<Arc<AtomicBool>>,
}

impl Watched {
    /// A progress measure may tell equivalent markings apart: that of the representative counts, and the sweep is right all the same. But whoever believes in it
    /// should know, so it is noted in `differs`.
    pub fn measure(
        measure: Box<dyn Measure>,
        invariance: Invariance,
        differs: Arc<AtomicBool>,
    ) -> Watched {
        Watched {
            measure,
            invariance: Some(invariance),
            differs: Some(differs),
        }
    }

    /// A predicate must not.
    pub fn predicate(predicate: Box<dyn Measure>, invariance: Invariance) -> Watched {
        Watched {
            measure: predicate,
            invariance: Some(invariance),
            differs: None,
        }
    }
}

impl Measure for Watched {
    fn value(
        &mut self,
        worker: &mut Worker,
        marking: &[u64],
        reads: &mut Reads,
    ) -> Result<Value, Box<Halt>> {
        if let Some(invariance) = &mut self.invariance {
            let measure = &mut self.measure;
            let same = invariance.look(worker, marking, |worker, marking| {
                measure.value(worker, marking, &mut Reads::default())
            });
            match (same, &self.differs) {
                (Ok(()), _) => {}
                (Err(halt), Some(differs)) if matches!(*halt, Halt::Failure(_)) => {
                    differs.store(true, Ordering::Relaxed);
                    self.invariance = None;
                }
                (Err(halt), _) => return Err(halt),
            }
        }
        self.measure.value(worker, marking, reads)
    }

    /// One thread watches; that is enough.
    fn share(&self) -> Box<dyn Measure> {
        self.measure.share()
    }

    fn uses_clock(&self) -> bool {
        self.measure.uses_clock()
    }
}
