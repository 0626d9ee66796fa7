//! A progress measure that a script gives as a function of markings. The sweep evaluates it in a copy of the script's evaluator, one for each thread, and remembers its
//! values by the places that it looked at.

use super::declare::{MARK_TEXTS, MARKS};
use super::functions::{number_of, time};
use super::read::Reader;
use super::tool::Answer;
use crate::engine::{Failure, Halt, Layout, Shared, Worker};
use crate::explore::measure::{Measure, Reads, Value};
use crate::net::named::Names;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::span::{SourceId, Span};
use sweepnet_lang::vm::host::{ARGUMENTS, Host, Refusal};
use sweepnet_lang::vm::program::Word;
use sweepnet_lang::vm::{Budget, Cause, Stop, Vm, exn, show};

/// The only marking that such an evaluator knows.
const HERE: Word = 1 << 63;

/// A measure of a script.
pub struct ScriptMeasure {
    vm: Vm,
    budget: Budget,
    library: Arc<BTreeSet<SourceId>>,
    names: Arc<Names>,
}

impl fmt::Debug for ScriptMeasure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ScriptMeasure")
    }
}

/// The host of its evaluator: one marking.
struct Place {
    names: Arc<Names>,
    /// The number of the function that tells the time.
    time: Word,
    tables: Option<(Arc<Shared>, Arc<Layout>)>,
    marking: Vec<u64>,
    reader: Reader,
    reads: Reads,
}

impl Host for Place {
    fn call(&mut self, vm: &mut Vm, function: Word, arguments: [Word; ARGUMENTS]) -> Answer {
        let Some((shared, layout)) = &self.tables else {
            return Err(Refusal::Raise("IllegalId"));
        };
        if function == self.time {
            self.reads.clock = true;
            let clock = layout
                .clock
                .map_or(0, |slot| slot.get(&self.marking) as i64);
            return Ok(time(vm, &shared.net, clock));
        }
        if !(MARKS..MARK_TEXTS).contains(&function) || arguments[1] != HERE {
            return Err(Refusal::Fail(
                "a progress measure can only look at the marking it is given".to_string(),
            ));
        }
        let named = self.names.places.get((function - MARKS) as usize);
        let place = named.and_then(|named| named.instance(arguments[0]));
        let place = place.ok_or(Refusal::Raise("IllegalId"))?;
        if !self.reads.places.contains(&place) {
            self.reads.places.push(place);
        }
        let marking = &self.marking[..];
        Ok((self.reader).place(vm, shared, layout, place, marking))
    }
}

impl ScriptMeasure {
    /// The measure that a closure of `vm` is.
    pub fn new(
        vm: &Vm,
        closure: Word,
        budget: Budget,
        library: Arc<BTreeSet<SourceId>>,
        names: Arc<Names>,
    ) -> ScriptMeasure {
        let mut vm = vm.fork();
        vm.held.push(vec![closure]);
        ScriptMeasure::with(vm, budget, library, names)
    }

    fn with(
        mut vm: Vm,
        budget: Budget,
        library: Arc<BTreeSet<SourceId>>,
        names: Arc<Names>,
    ) -> ScriptMeasure {
        vm.held.truncate(1);
        let place = Place {
            names: names.clone(),
            time: number_of("time") as Word,
            tables: None,
            marking: Vec::new(),
            reader: Reader::default(),
            reads: Reads::default(),
        };
        vm.host.0 = Some(Box::new(place));
        ScriptMeasure {
            vm,
            budget,
            library,
            names,
        }
    }

    fn failure(&self, worker: &mut Worker, marking: &[u64], stop: &Stop) -> Failure {
        let own = |span: &Span| !self.library.contains(&span.source);
        let spans = stop.span.into_iter().chain(stop.trace.iter().map(|t| t.1));
        let span = spans.clone().find(own).or_else(|| spans.clone().next());
        let span = span.unwrap_or(Span::new(SourceId(0), 0, 0));
        let what = match &stop.cause {
            Cause::Raised(packet) => {
                format!("raises {}", show::exception_message(&self.vm, *packet, 200))
            }
            Cause::Steps => "takes too many function calls".to_string(),
            Cause::Memory => "needs too much memory".to_string(),
            Cause::Interrupted(_) => "was interrupted".to_string(),
            Cause::Host(diagnostic) => diagnostic.message.clone(),
            Cause::Depth | Cause::BadCall => "cannot be evaluated".to_string(),
        };
        let shown = worker.show(marking);
        let message = format!("The progress measure {what} in this marking: {shown}.");
        let help = "A measure must give an integer for every reachable marking.";
        Box::new(Diagnostic::error("E1502", span, message).help(help))
    }
}

impl Measure for ScriptMeasure {
    fn value(
        &mut self,
        worker: &mut Worker,
        marking: &[u64],
        reads: &mut Reads,
    ) -> Result<Value, Box<Halt>> {
        let (shared, layout) = (worker.shared().clone(), worker.layout().clone());
        // The reader's list comes after the closure's.
        let places = shared.net.places.len();
        let known = self.vm.host::<Place>().and_then(|p| p.tables.as_ref());
        let same = known.is_some_and(|(s, l)| Arc::ptr_eq(s, &shared) && Arc::ptr_eq(l, &layout));
        let fresh = (!same).then(|| {
            self.vm.held.truncate(1);
            Reader::new(&mut self.vm, places)
        });
        if let Some(place) = self.vm.host::<Place>() {
            if let Some(reader) = fresh {
                place.reader = reader;
                place.tables = Some((shared, layout));
            }
            place.marking.clear();
            place.marking.extend_from_slice(marking);
            place.reads = Reads::default();
        }
        let closure = self.vm.held[0][0];
        self.vm.set_budget(self.budget);
        let result = self.vm.apply(closure, &[(HERE, false)], 1);
        if let Some(place) = self.vm.host::<Place>() {
            *reads = std::mem::take(&mut place.reads);
        }
        match result {
            Ok(word) => Ok(Value::of(vec![self.vm.heap.inf(word)])),
            Err(stop) => {
                let failure = self.failure(worker, marking, &stop);
                Err(Box::new(match stop.cause {
                    Cause::Interrupted(_) => Halt::Interrupted(failure),
                    // The time limit of the sweep itself.
                    Cause::Raised(packet) if is_time_out(&self.vm, packet) => {
                        Halt::Interrupted(failure)
                    }
                    _ => Halt::Failure(failure),
                }))
            }
        }
    }

    fn share(&self) -> Box<dyn Measure> {
        let (library, names) = (self.library.clone(), self.names.clone());
        let vm = self.vm.clone();
        Box::new(ScriptMeasure::with(vm, self.budget, library, names))
    }
}

fn is_time_out(vm: &Vm, packet: Word) -> bool {
    vm.exception_number(packet) == u32::from(exn::TIME_OUT)
}
