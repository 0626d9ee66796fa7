//! Sweeps that scripts drive: one thing met after the other, and the markings that were kept.
//!
//! A script sees a marking of a sweep as a number. While the sweep stands at it, the number says which event of the sweep it is; a marking that is kept gets a node
//! number of its own, which says which sweep it is from, or that of the state space if there is one.

use super::measure::ScriptMeasure;
use super::read::Reader;
use super::tool::{Answer, Tool};
use crate::engine::{Engine, Layout, Shared, Worker};
use crate::explore::control::{Control, StopReason};
use crate::explore::heard::Heard;
use crate::explore::layers::Pile;
use crate::explore::log::Log;
use crate::explore::measure::Measure;
use crate::explore::store::StateId;
use crate::explore::sweep::{INTERRUPTED, Options, Sweep};
use std::fs::File;
use std::io::BufWriter;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use sweepnet_lang::vm::Vm;
use sweepnet_lang::vm::host::Refusal;
use sweepnet_lang::vm::program::Word;

/// Node numbers of kept markings: those of the first sweep begin after this, those of the second after twice this, and so on. No state space has that many nodes.
pub const KEPT: u64 = 10_000_000_000;
/// Marks the number of a marking that is there only while the sweep stands at it.
const PASSING: Word = 1 << 63;

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
struct At {
    /// Which event of the session; 0 before the first.
    serial: u64,
    /// The marking among those heard in this step of the sweep.
    marking: usize,
    /// The step among those heard.
    step: usize,
}

/// What comes next of a marking.
#[derive(Copy, Clone, Debug)]
enum Next {
    State(usize),
    Dead(usize),
    Arc(usize, usize),
}

/// A sweep under way.
pub struct Running {
    sweep: Sweep,
    /// Its number, from 1.
    number: u64,
    kinds: Word,
    at: At,
    next: Next,
    end: Option<StopReason>,
    deadline: Option<Instant>,
    /// The alarm before this sweep set its own.
    alarm: Option<Arc<AtomicBool>>,
    reader: Reader,
    /// What the reader has read from.
    tables: (Arc<Shared>, Arc<Layout>),
}

/// Markings that a sweep kept.
pub struct Kept {
    worker: Worker,
    pile: Pile,
    /// Values read from them.
    pub reader: Reader,
}

/// What a sweep came to.
#[derive(Clone, Debug, Default)]
pub struct Ended {
    /// Why it ended.
    pub reason: &'static str,
    /// States and arcs explored, most states stored, persistent states, sweeps, layers.
    pub figures: [u64; 6],
}

/// Options of the next sweep.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Passed markings are deleted when so many were expanded.
    pub collect: usize,
    /// Stop after so many seconds; 0 means no limit.
    pub seconds: u64,
    /// Write a log here, unless it is empty.
    pub log: String,
}

impl Tool {
    /// Begins a sweep with a measure of the script, and tells its number among those under way.
    pub fn begin_sweep(&mut self, vm: &mut Vm, measure: Word, kinds: Word) -> Answer {
        self.begin_sweep_by(vm, kinds, |tool, vm| {
            let (library, names) = (tool.library.clone(), tool.names.clone());
            let measure = ScriptMeasure::new(vm, measure, tool.budget, library, names);
            Ok(Box::new(measure))
        })
    }

    /// The same with any measure.
    pub fn begin_sweep_by(
        &mut self,
        vm: &mut Vm,
        kinds: Word,
        measure: impl FnOnce(&mut Tool, &mut Vm) -> Result<Box<dyn Measure>, Refusal>,
    ) -> Answer {
        let wanted = std::mem::take(&mut self.wanted);
        let alarm = vm.alarm.clone();
        let result = self.begin_with(vm, measure, kinds, &wanted, alarm.clone());
        match result {
            Err(Refusal::Stop(failure)) if failure.code == INTERRUPTED => {
                vm.alarm = alarm;
                self.ended = Ended {
                    reason: name(StopReason::MaxSeconds),
                    figures: [0; 6],
                };
                Err(Refusal::Raise("TimeOut"))
            }
            Err(refusal) => {
                vm.alarm = alarm;
                Err(refusal)
            }
            Ok(number) => Ok(number),
        }
    }

    fn begin_with(
        &mut self,
        vm: &mut Vm,
        measure: impl FnOnce(&mut Tool, &mut Vm) -> Result<Box<dyn Measure>, Refusal>,
        kinds: Word,
        wanted: &Wanted,
        alarm: Option<Arc<AtomicBool>>,
    ) -> Answer {
        let seconds = Duration::from_secs(wanted.seconds);
        if wanted.seconds > 0 {
            let ours = Arc::new(AtomicBool::new(false));
            vm.alarm = Some(ours.clone());
            std::thread::spawn(move || {
                std::thread::sleep(seconds);
                ours.store(true, Ordering::Relaxed);
            });
        }
        let measure = measure(self, vm)?;
        if self.limits.time_equivalence {
            let message =
                "a sweep goes on in time, so it cannot be asked for with --time-equivalence";
            return Err(Refusal::Fail(message.to_string()));
        }
        let engine = Engine::new(self.net.clone()).map_err(Refusal::Stop)?;
        let log = match wanted.log.is_empty() {
            true => None,
            false => {
                let file = File::create(&wanted.log).map_err(|error| {
                    Refusal::Fail(format!("`{}` cannot be written: {error}", wanted.log))
                })?;
                Some(Log::new(Some(Box::new(BufWriter::new(file))), false))
            }
        };
        let options = Options {
            collect: wanted.collect,
            log,
            heard: (kinds != 0).then(|| Heard::new(kinds & ARCS != 0)),
            ..Options::default()
        };
        let tables = (engine.shared.clone(), engine.layout.clone());
        let sweep = Sweep::new(engine, measure, None, options, 1).map_err(Refusal::Stop)?;
        self.sweeps_begun += 1;
        let running = Running {
            sweep,
            number: self.sweeps_begun,
            kinds,
            at: At::default(),
            next: Next::State(0),
            end: None,
            deadline: (wanted.seconds > 0).then(|| Instant::now() + seconds),
            alarm,
            reader: Reader::new(vm, self.net.places.len()),
            tables,
        };
        self.sweeps().push(running);
        Ok(self.sweeps().len() as Word)
    }

    /// Goes on with a sweep to what it meets next. Sweeps that began after it are over.
    pub fn next_of_sweep(&mut self, vm: &mut Vm, number: Word) -> Answer {
        self.leave_sweeps(vm, number as usize);
        let (limits, budget) = (self.limits.clone(), self.budget);
        vm.set_budget(budget);
        self.serial += 1;
        let serial = self.serial;
        let Some(running) = self.sweeps().last_mut() else {
            return Ok(Met::End as Word);
        };
        loop {
            if let Some((met, at)) = running.advance() {
                running.at = At { serial, ..at };
                return Ok(met as Word);
            }
            if running.end.is_some() {
                return Ok(Met::End as Word);
            }
            let mut control = Control::default();
            control.max_states = limits.max_states;
            control.memory = limits.memory;
            control.interrupt = limits.interrupt.clone();
            let now = Instant::now();
            control.max_time = (running.deadline).map(|at| at.saturating_duration_since(now));
            running.end = running.sweep.step(&mut control).map_err(Refusal::Stop)?;
            running.next = Next::State(0);
            let flag = limits.interrupt.as_ref();
            let pressed = flag.map_or(0, |flag| flag.load(Ordering::Relaxed));
            if pressed != 0 {
                return Err(Refusal::Interrupted(pressed));
            }
        }
    }

    /// Ends a sweep, and tells why it ended if it did by itself.
    pub fn end_sweep(
        &mut self,
        vm: &mut Vm,
        number: Word,
        in_time: bool,
    ) -> Result<Option<StopReason>, Refusal> {
        self.leave_sweeps(vm, number as usize);
        let Some(mut running) = self.sweeps().pop() else {
            return Ok(None);
        };
        let end = running.end;
        vm.alarm = running.alarm.take();
        let sweep = &mut running.sweep;
        let tally = sweep.tally;
        let persistent = sweep.persistent.ids().count() as u64;
        self.ended = Ended {
            reason: match (in_time, running.end) {
                (false, _) => name(StopReason::MaxSeconds),
                (true, Some(reason)) => name(reason),
                (true, None) => name(StopReason::Interrupted),
            },
            figures: [
                tally.explored,
                tally.arcs,
                tally.peak as u64,
                persistent,
                tally.sweeps,
                tally.layers,
            ],
        };
        let log = sweep.take_log();
        running.reader.forget(vm);
        if !sweep.kept.is_empty() {
            let Running {
                sweep,
                number,
                reader,
                ..
            } = running;
            let kept = Kept {
                worker: sweep.engine.worker(),
                pile: sweep.kept,
                reader,
            };
            self.kept.insert(number, kept);
        }
        match log.map(|mut log| log.finish()) {
            Some(Err(error)) => Err(Refusal::Fail(format!("the log cannot be written: {error}"))),
            _ => Ok(end),
        }
    }

    /// Drops sweeps that were left by an exception, down to so many.
    pub fn leave_sweeps(&mut self, vm: &mut Vm, most: usize) {
        while self.sweeps().len() > most {
            if let Some(mut running) = self.sweeps().pop() {
                vm.alarm = running.alarm.take();
                running.reader.forget(vm);
            }
        }
    }

    /// The number of the marking that the newest sweep stands at: the source of the step, or its target.
    pub fn passing(&mut self, target: bool) -> Answer {
        match self.sweeps().last() {
            Some(running) => Ok(PASSING | running.at.serial << 1 | Word::from(target)),
            None => Err(Refusal::Raise("IllegalId")),
        }
    }

    /// The binding element of the step that the newest sweep stands at.
    pub fn passing_element(&mut self, vm: &mut Vm) -> Answer {
        let (elements, names) = (self.elements, self.names.clone());
        let Some(running) = self.sweeps().last_mut() else {
            return Err(Refusal::Raise("IllegalId"));
        };
        running.read_anew(vm);
        let step = running.at.step;
        let (heard, worker) = running.sweep.heard();
        let binding = heard.map(|heard| worker.binding(heard.occurrence(step)));
        let (shared, reader) = (&running.tables.0, &mut running.reader);
        binding
            .and_then(|b| super::elements::element(vm, reader, shared, &names, elements, &b))
            .ok_or(Refusal::Raise("IllegalId"))
    }

    /// A place of a marking that is not a node of the state space.
    pub fn place_elsewhere(&mut self, vm: &mut Vm, place: usize, marking: Word) -> Answer {
        if marking & PASSING != 0 {
            let running = self.standing(marking)?;
            running.read_anew(vm);
            let at = running.at;
            let (heard, _) = running.sweep.heard();
            let words = heard
                .map(|heard| words(heard, at, marking))
                .unwrap_or_default();
            let (shared, layout) = &running.tables;
            return Ok(running.reader.place(vm, shared, layout, place, words));
        }
        let (kept, id) = self.kept(marking)?;
        let mut state = vec![0; kept.pile.store.width()];
        kept.pile.store.read(id, &mut state);
        let (shared, layout) = (kept.worker.shared(), kept.worker.layout());
        Ok((kept.reader).place(vm, shared, layout, place, &state[..]))
    }

    /// The words of a marking that is not a node of the state space, and an engine's worker that understands them.
    pub fn elsewhere<R>(
        &mut self,
        marking: Word,
        look: impl FnOnce(&mut Worker, &[u64]) -> R,
    ) -> Result<R, Refusal> {
        if marking & PASSING != 0 {
            let running = self.standing(marking)?;
            let at = running.at;
            let (heard, worker) = running.sweep.heard();
            let words = heard
                .map(|heard| words(heard, at, marking))
                .unwrap_or_default();
            return Ok(look(worker, words));
        }
        let (kept, id) = self.kept(marking)?;
        let mut state = vec![0; kept.pile.store.width()];
        kept.pile.store.read(id, &mut state);
        Ok(look(&mut kept.worker, &state))
    }

    /// The sweep that stands at a marking.
    fn standing(&mut self, marking: Word) -> Result<&mut Running, Refusal> {
        let serial = (marking & !PASSING) >> 1;
        let found = self.sweeps().iter_mut().rfind(|r| r.at.serial == serial);
        found.ok_or_else(|| {
            Refusal::Fail(
                "the sweep has gone on, and this marking was not kept: keep it by Store or GetNodeNo"
                    .to_string(),
            )
        })
    }

    fn kept(&mut self, node: Word) -> Result<(&mut Kept, StateId), Refusal> {
        let (sweep, number) = (node / KEPT, node % KEPT);
        // While its sweep is under way, a kept marking moves with the sweep's tables.
        let kept = self.kept.get_mut(&sweep);
        let kept = kept.ok_or(Refusal::Raise("IllegalId"))?;
        let id = (number.checked_sub(1)).and_then(|id| StateId::try_from(id).ok());
        match id.filter(|id| kept.pile.used.iter().any(|ids| ids.contains(id))) {
            Some(id) => Ok((kept, id)),
            None => Err(Refusal::Raise("IllegalId")),
        }
    }

    /// Keeps a marking and tells its node number. If the state space has it, its number there.
    pub fn keep(&mut self, marking: Word) -> Answer {
        if marking & PASSING == 0 {
            return Ok(marking);
        }
        if self.graph.is_some()
            && let Some(node) = self.node_of(marking)?
        {
            return Ok(u64::from(node) + 1);
        }
        let running = self.standing(marking)?;
        let at = running.at;
        let (heard, _) = running.sweep.heard();
        let words = heard.map(|heard| words(heard, at, marking).to_vec());
        let id = running.sweep.keep(&words.unwrap_or_default());
        Ok(running.number * KEPT + u64::from(id) + 1)
    }

    /// The node of the state space that a passing marking is.
    fn node_of(&mut self, marking: Word) -> Result<Option<StateId>, Refusal> {
        let tokens = self.elsewhere(marking, |worker, words| {
            let shared = worker.shared().clone();
            let clock = worker.clock(words);
            let places = 0..shared.net.places.len();
            let items: Vec<_> = places.map(|p| worker.tokens_of(p, words)).collect();
            (shared, items, clock)
        })?;
        let (shared, items, clock) = tokens;
        Ok((self.graph.as_ref()).and_then(|graph| graph.find(&shared, &items, clock)))
    }
}

/// The words of the source or the target that a sweep stands at.
fn words(heard: &Heard, at: At, marking: Word) -> &[u64] {
    match marking & 1 {
        0 => heard.marking(at.marking),
        _ => heard.target(at.step),
    }
}

impl Running {
    /// The next thing among those heard in the last step.
    fn advance(&mut self) -> Option<(Met, At)> {
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
    fn read_anew(&mut self, vm: &mut Vm) {
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
        Some(super::tool::describe(worker, &words).join(", "))
    }
}

fn name(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Complete => "complete",
        StopReason::Found => "found",
        StopReason::MaxStates => "max_states",
        StopReason::MaxSeconds => "max_seconds",
        StopReason::Memory => "memory",
        StopReason::Interrupted => "interrupted",
        StopReason::Regress => "regress",
        StopReason::Disk => "disk",
        StopReason::NoCutoff => "no_cutoff",
    }
}
