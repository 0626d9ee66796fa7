//! A sweep under way: it stands at what it met last, and goes on to the next thing.

use crate::engine::{Layout, Shared};
use crate::explore::control::StopReason;
use crate::explore::sweep::Sweep;
use crate::query::read::Reader;
use crate::query::tool::describe;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use sweepnet_lang::vm::Vm;
use sweepnet_lang::vm::program::Word;

/// What is handed over.
pub const STATES: Word = 1;
/// See `STATES`.
pub const ARCS: Word = 2;
/// See `STATES`.
pub const DEAD: Word = 4;

/// What a sweep has met.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Met {
    /// Nothing more.
    End = 0,
    /// A marking.
    State = 1,
    /// A marking without a step.
    Dead = 2,
    /// A step.
    Arc = 3,
}

/// Where a sweep stands.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct At {
    /// Which event of the session; 0 before the first.
    pub(super) serial: u64,
    /// The marking among those heard in this step of the sweep.
    pub(super) marking: usize,
    /// The step among those heard.
    pub(super) step: usize,
}

/// What comes next of a marking.
#[derive(Copy, Clone, Debug)]
pub(super) enum Next {
    State(usize),
    Dead(usize),
    Arc(usize, usize),
}

/// A sweep under way.
pub struct Running {
    pub(super) sweep: Sweep,
    /// Its number, from 1.
    pub(super) number: u64,
    pub(super) kinds: Word,
    pub(super) at: At,
    pub(super) next: Next,
    pub(super) end: Option<StopReason>,
    pub(super) deadline: Option<Instant>,
    /// The alarm before this sweep set its own.
    pub(super) alarm: Option<Arc<AtomicBool>>,
    pub(super) reader: Reader,
    /// What the reader has read from.
    pub(super) tables: (Arc<Shared>, Arc<Layout>),
}

impl Running {
    /// The next thing among those heard in the last step.
    pub(super) fn advance(&mut self) -> Option<(Met, At)> {
        let kinds = self.kinds;
        let (heard, _) = self.sweep.heard();
        let heard = heard?;
        loop {
            let (met, marking, step) = match self.next {
                Next::State(marking) if marking >= heard.len() => return None,
                Next::State(marking) => {
                    self.next = Next::Dead(marking);
                    ((kinds & STATES != 0).then_some(Met::State), marking, 0)
                }
                Next::Dead(marking) => {
                    self.next = Next::Arc(marking, heard.steps(marking).start);
                    let dead = kinds & DEAD != 0 && heard.is_dead(marking);
                    (dead.then_some(Met::Dead), marking, 0)
                }
                Next::Arc(marking, step) if step < heard.steps(marking).end => {
                    self.next = Next::Arc(marking, step + 1);
                    ((kinds & ARCS != 0).then_some(Met::Arc), marking, step)
                }
                Next::Arc(marking, _) => {
                    self.next = Next::State(marking + 1);
                    (None, marking, 0)
                }
            };
            if let Some(met) = met {
                let at = At {
                    serial: 0,
                    marking,
                    step,
                };
                return Some((met, at));
            }
        }
    }

    /// Forgets what was read from another layout or other tables.
    pub(super) fn read_anew(&mut self, vm: &mut Vm) {
        let engine = &self.sweep.engine;
        let (shared, layout) = &self.tables;
        if !Arc::ptr_eq(shared, &engine.shared) || !Arc::ptr_eq(layout, &engine.layout) {
            self.tables = (engine.shared.clone(), engine.layout.clone());
            self.reader.forget(vm);
        }
    }

    /// The source of what the sweep stands at, for messages.
    pub fn looked_at(&mut self) -> Option<String> {
        let marking = self.at.marking;
        if self.at.serial == 0 {
            return None;
        }
        let (heard, worker) = self.sweep.heard();
        let words = heard
            .filter(|h| marking < h.len())?
            .marking(marking)
            .to_vec();
        Some(describe(worker, &words).join(", "))
    }
}
