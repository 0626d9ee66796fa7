//! Sweeps that scripts drive: one thing met after the other (`running`), and the markings that were met or kept (`kept`).

mod kept;
mod running;

pub use kept::{KEPT, Kept};
pub use running::Running;

use kept::PASSING;
use running::{ARCS, At, Met, Next};

use super::measure::ScriptMeasure;
use super::read::Reader;
use super::remarks::Remark;
use super::tool::{Answer, Tool};
use crate::engine::{Engine, Halt};
use crate::explore::control::{Control, StopReason};
use crate::explore::heard::Heard;
use crate::explore::log::Log;
use crate::explore::measure::Measure;
use crate::explore::sweep::{Options, Sweep};
use crate::write::Output;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use sweepnet_lang::vm::Vm;
use sweepnet_lang::vm::host::Refusal;
use sweepnet_lang::vm::program::Word;

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
            Ok(None) => {
                vm.alarm = alarm;
                self.ended = Ended {
                    reason: name(StopReason::MaxSeconds),
                    figures: [0; 6],
                };
                self.remark_end(Some(StopReason::MaxSeconds));
                Err(Refusal::Raise("TimeOut"))
            }
            Err(refusal) => {
                vm.alarm = alarm;
                Err(refusal)
            }
            Ok(Some(number)) => Ok(number),
        }
    }

    /// Begins a sweep and returns its number; `None` if time was up before its first marking had a
    /// progress value.
    fn begin_with(
        &mut self,
        vm: &mut Vm,
        measure: impl FnOnce(&mut Tool, &mut Vm) -> Result<Box<dyn Measure>, Refusal>,
        kinds: Word,
        wanted: &Wanted,
        alarm: Option<Arc<AtomicBool>>,
    ) -> Result<Option<Word>, Refusal> {
        let seconds = Duration::from_secs(wanted.seconds);
        if wanted.seconds > 0 {
            let ours = Arc::new(AtomicBool::new(false));
            vm.alarm = Some(ours.clone());
            // Without memory for a thread the limits of the command end the sweep.
            let _ = std::thread::Builder::new().spawn(move || {
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
                let out = Output::create(Path::new(&wanted.log)).map_err(|error| {
                    Refusal::Fail(format!("`{}` cannot be written: {error}", wanted.log))
                })?;
                Some(Log::new(Some(out), false))
            }
        };
        let options = Options {
            collect: wanted.collect,
            log,
            heard: (kinds != 0).then(|| Heard::new(kinds & ARCS != 0)),
            ..Options::default()
        };
        let tables = (engine.shared.clone(), engine.layout.clone());
        let sweep = match Sweep::new(engine, measure, None, options, 1) {
            Ok(sweep) => sweep,
            Err(halt) if matches!(*halt, Halt::Interrupted(_)) => return Ok(None),
            Err(halt) => return Err(Refusal::Stop(halt.into())),
        };
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
        Ok(Some(self.sweeps().len() as Word))
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

    /// Ends a sweep, and tells why it ended if it did by itself or is not `in_time`.
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
        let end = match in_time {
            true => running.end,
            false => Some(StopReason::MaxSeconds),
        };
        vm.alarm = running.alarm.take();
        let sweep = &mut running.sweep;
        let tally = sweep.tally;
        let persistent = sweep.persistent.ids().count() as u64;
        self.ended = Ended {
            reason: name(end.unwrap_or(StopReason::Interrupted)),
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
        if let Some(Err(error)) = log.map(|mut log| log.finish()) {
            self.remark(Remark::Log(error.to_string()));
        }
        Ok(end)
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
}

fn name(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Complete => "complete",
        StopReason::Found => "found",
        StopReason::MaxStates => "max_states",
        StopReason::MaxSeconds => "max_seconds",
        StopReason::Memory => "memory",
        StopReason::Numbers => "numbers",
        StopReason::UntilTime => "until_time",
        StopReason::Interrupted => "interrupted",
        StopReason::Regress => "regress",
        StopReason::Disk => "disk",
        StopReason::NoCutoff => "no_cutoff",
    }
}
