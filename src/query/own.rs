//! How the short forms search: `Reachable pred` and the others that are given a function of markings alone. The tool chooses.
//!
//! If all of the state space is there, they look at it. Else they sweep, if the net declares a measure or has a clock, since that needs less memory; and if it
//! has neither, the state space is calculated. What was chosen is told (`Limits::notes`).

use super::sweeps::Ended;
use super::tool::{Answer, Tool, incomplete};
use crate::explore::control::StopReason;
use crate::explore::measure::{Clock, Measure};
use crate::net::expression::MarkingExpression;
use crate::net::flat::FlatNet;
use crate::net::model::Model;
use std::sync::PoisonError;
use sweepnet_lang::vm::Vm;
use sweepnet_lang::vm::host::Refusal;
use sweepnet_lang::vm::program::Word;

/// A measure of the net itself: the first that it declares, or its clock.
#[derive(Clone, Debug)]
pub struct OwnMeasure {
    /// What it is called.
    name: String,
    /// `None` for the clock.
    expression: Option<MarkingExpression>,
}

impl OwnMeasure {
    /// The measure of a net, if it has one.
    pub fn of(model: &Model, net: &mut FlatNet) -> Option<OwnMeasure> {
        let declared = model.measures.first().and_then(|(name, text)| {
            let expression = MarkingExpression::measure(net, text.source).ok()?;
            Some(OwnMeasure {
                name: name.text.clone(),
                expression: Some(expression),
            })
        });
        let clock = || OwnMeasure {
            name: "clock".to_string(),
            expression: None,
        };
        declared.or_else(|| net.timed.then(clock))
    }

    fn measure(&self) -> Box<dyn Measure> {
        match &self.expression {
            Some(expression) => Box::new(expression.clone()),
            None => Box::new(Clock),
        }
    }
}

impl Tool {
    /// Whether a short form sweeps now; if not, it looks at the state space, and that is told.
    pub fn chooses_sweep(&mut self) -> bool {
        let whole = self.graph.as_ref().is_some_and(|graph| graph.is_complete());
        let sweeps = !whole && self.own.is_some() && !self.limits.time_equivalence;
        if !sweeps {
            self.tell("on the state space".to_string());
        }
        sweeps
    }

    /// Begins the sweep of a short form.
    pub fn begin_own_sweep(&mut self, vm: &mut Vm, kinds: Word) -> Answer {
        let Some(own) = &self.own else {
            return Err(Refusal::Raise("IllegalId"));
        };
        let measure = own.measure();
        self.wanted = super::sweeps::Wanted::default();
        self.begin_sweep_by(vm, kinds, |_, _| Ok(measure))
    }

    /// Ends it. Unless the script has `found` what it wanted, all must have been visited.
    pub fn end_own_sweep(&mut self, vm: &mut Vm, number: Word, found: bool) -> Answer {
        let reason = self.end_sweep(vm, number, true)?;
        let Ended { figures, .. } = &self.ended;
        let name = self.own.as_ref().map_or("", |own| own.name.as_str());
        let told = format!(
            "by a sweep with the measure {name}: {} states explored, at most {} stored",
            figures[0], figures[2]
        );
        let explored = figures[0] as usize;
        self.tell(told);
        match reason.filter(|reason| !found && *reason != StopReason::Complete) {
            Some(reason) => Err(Refusal::Stop(Box::new(incomplete(
                &self.net, reason, explored,
            )))),
            None => Ok(0),
        }
    }

    /// Says how a short form searched.
    fn tell(&mut self, how: String) {
        let mut notes = (self.limits.notes.lock()).unwrap_or_else(PoisonError::into_inner);
        notes.push(how.clone());
        drop(notes);
        self.method = how;
    }
}
