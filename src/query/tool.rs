//! The host of a script's evaluator: the state space calculated so far, and what is needed to read it.

use super::declare::{MARK_TEXTS, MARKS};
use super::functions;
use super::functions::Component;
use super::graph::{Branching, Graph};
use super::own::OwnMeasure;
use super::read::{Packed, Reader};
use super::remarks::{Remarks, why};
use super::sweeps::{Ended, KEPT, Kept, Running, Wanted};
use crate::engine::{Engine, Failure, Worker};
use crate::explore::control::{Control, Rest, StopReason};
use crate::explore::store::{StateId, Store};
use crate::net::flat::FlatNet;
use crate::net::named::Names;
use crate::reduce::equivalence::Equivalence;
use crate::reduce::time;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::session::Session;
use sweepnet_lang::span::{SourceId, Span};
use sweepnet_lang::vm::host::{ARGUMENTS, Host, Refusal};
use sweepnet_lang::vm::program::{ShapeId, Word};
use sweepnet_lang::vm::{Budget, Vm};

/// What a host function gives.
pub type Answer = Result<Word, Refusal>;

/// Limits of the searches that scripts start.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Stop at so many states.
    pub max_states: Option<usize>,
    /// Stop when so many bytes are in use.
    pub memory: Option<usize>,
    /// Stop when this is not 0; 2 means that time is up.
    pub interrupt: Option<Arc<AtomicUsize>>,
    /// Nodes that differ only in when they are count once.
    pub time_equivalence: bool,
    /// How short forms searched, for those who want to know.
    pub notes: Arc<Mutex<Vec<String>>>,
}

/// When a calculation ends early, and how wide it is.
#[derive(Copy, Clone, Debug, Default)]
pub struct Options {
    /// Stop after so many more nodes, arcs, seconds; 0 means no limit.
    pub nodes: usize,
    /// See `nodes`.
    pub arcs: usize,
    /// See `nodes`.
    pub seconds: u64,
    /// How many binding elements are followed.
    pub branching: Branching,
}

/// The host.
pub struct Tool {
    /// The net, from which engines are made.
    pub net: FlatNet,
    /// What scripts call its parts.
    pub names: Arc<Names>,
    /// Which texts are the library's.
    pub library: Arc<BTreeSet<SourceId>>,
    /// Limits of searches.
    pub limits: Limits,
    /// How values of `Bind.Elem` look.
    pub elements: ShapeId,
    /// What one marking's evaluation may use.
    pub budget: Budget,
    /// Options of the next calculation.
    pub options: Options,
    /// The state space.
    pub graph: Option<Graph>,
    /// When the session began.
    pub start: Instant,
    /// How long the calculation took.
    pub seconds: f64,
    /// The components took this long.
    pub scc_seconds: f64,
    /// The node that a search looks at, for messages.
    pub looking: Option<StateId>,
    /// Values read from the state space.
    pub reader: Reader,
    /// The layout they were read from.
    layout: usize,
    /// Options of the next sweep.
    pub wanted: Wanted,
    /// Sweeps under way, the newest last. Only we use them, but not everything in them may be shared.
    sweeps: Mutex<Vec<Running>>,
    /// How many sweeps began.
    pub sweeps_begun: u64,
    /// How many events sweeps had.
    pub serial: u64,
    /// What sweeps kept, by their number.
    pub kept: BTreeMap<u64, Kept>,
    /// What the last sweep came to.
    pub ended: Ended,
    /// A measure of the net itself.
    pub own: Option<OwnMeasure>,
    /// What sweeps have to report besides their answers.
    pub remarks: Remarks,
    /// How the last short form searched.
    pub method: String,
    /// The components of the part that a script chose.
    pub part: Vec<Component>,
    /// Collections of nodes that searches of scripts met.
    pub met: Vec<FxHashSet<StateId>>,
}

/// A marking of a store.
struct Stored<'s>(&'s Store, StateId);

impl Packed for Stored<'_> {
    #[inline]
    fn word(&self, word: usize) -> u64 {
        self.0.word(self.1, word)
    }

    fn copy(&self, words: &mut [u64]) {
        self.0.read(self.1, words);
    }
}

impl Host for Tool {
    fn call(&mut self, vm: &mut Vm, function: Word, arguments: [Word; ARGUMENTS]) -> Answer {
        match function {
            MARKS..MARK_TEXTS => self.mark(vm, (function - MARKS) as usize, arguments),
            MARK_TEXTS.. => self.mark_text(vm, (function - MARK_TEXTS) as usize, arguments),
            _ => match functions::get(function as usize) {
                Some(function) => (function.run)(self, vm, arguments),
                None => Err(Refusal::Fail("no such host function".to_string())),
            },
        }
    }
}

impl Tool {
    /// Nothing calculated yet.
    pub fn new(
        net: FlatNet,
        names: Names,
        own: Option<OwnMeasure>,
        limits: Limits,
        elements: ShapeId,
        session: &mut Session,
    ) -> Tool {
        let budget = Budget {
            steps: net.session.limits.steps,
            memory: net.session.limits.memory / 2,
        };
        Tool {
            reader: Reader::new(&mut session.vm, net.places.len()),
            library: Arc::new(session.library_sources().clone()),
            net,
            names: Arc::new(names),
            limits,
            elements,
            budget,
            options: Options::default(),
            graph: None,
            start: Instant::now(),
            seconds: 0.0,
            scc_seconds: 0.0,
            looking: None,
            layout: 0,
            wanted: Wanted::default(),
            sweeps: Mutex::new(Vec::new()),
            sweeps_begun: 0,
            serial: 0,
            kept: BTreeMap::new(),
            ended: Ended::default(),
            own,
            remarks: Remarks::default(),
            method: String::new(),
            part: Vec::new(),
            met: Vec::new(),
        }
    }

    /// The sweeps under way.
    pub fn sweeps(&mut self) -> &mut Vec<Running> {
        self.sweeps
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The state space, calculated now if it was not yet.
    pub fn graph(&mut self) -> Result<&mut Graph, Refusal> {
        if self.graph.is_none() {
            let reason = self.calculate(Options::default())?;
            let found = self.graph.as_ref().map_or(0, Graph::nodes);
            if reason != StopReason::Complete {
                return Err(Refusal::Stop(Box::new(incomplete(
                    &self.net, reason, found,
                ))));
            }
        }
        match &mut self.graph {
            Some(graph) => Ok(graph),
            None => Err(Refusal::Fail("there is no state space".to_string())),
        }
    }

    /// Calculates the state space, or goes on with it.
    pub fn calculate(&mut self, options: Options) -> Result<StopReason, Refusal> {
        let start = Instant::now();
        let result = self.calculate_now(options);
        self.seconds += start.elapsed().as_secs_f64();
        let reason = result.map_err(Refusal::Stop)?;
        match (reason, self.interrupted()) {
            (StopReason::Complete, _) | (_, 0) => Ok(reason),
            (_, why) => Err(Refusal::Interrupted(why)),
        }
    }

    fn calculate_now(&mut self, options: Options) -> Result<StopReason, Failure> {
        let before = self.graph.as_ref().map_or(0, Graph::nodes);
        let mut control = Control::default();
        let wanted = (options.nodes > 0).then_some(before + options.nodes);
        control.max_states = wanted.into_iter().chain(self.limits.max_states).min();
        control.max_time = (options.seconds > 0).then(|| Duration::from_secs(options.seconds));
        control.memory = self.limits.memory;
        control.interrupt = self.limits.interrupt.clone();
        let plain = options.arcs == 0 && options.branching == Branching::default();
        if self.graph.is_none() {
            let engine = self.engine()?;
            if plain {
                let mut graph = Graph::calculate(engine, &mut control)?;
                graph.rest = Rest::new(self.limits.interrupt.clone(), usize::MAX);
                let reason = graph.space.stop;
                self.graph = Some(graph);
                return Ok(reason);
            }
            self.graph = Some(self.begun(engine)?);
        }
        let Some(graph) = &mut self.graph else {
            return Ok(StopReason::Complete);
        };
        graph.grow(&mut control, options)
    }

    fn begun(&self, engine: Engine) -> Result<Graph, Failure> {
        let mut graph = Graph::begin(engine)?;
        graph.rest = Rest::new(self.limits.interrupt.clone(), usize::MAX);
        Ok(graph)
    }

    fn engine(&self) -> Result<Engine, Failure> {
        let mut engine = Engine::new(self.net.clone())?;
        if self.limits.time_equivalence {
            if let Some(refusal) = time::refusal(&engine.shared) {
                return Err(Box::new(refusal));
            }
            Equivalence::default().timed().apply(&mut engine);
        }
        Ok(engine)
    }

    /// Starts a state space with the initial marking, for a script that lets it grow.
    pub fn begin(&mut self) -> Result<(), Refusal> {
        if self.graph.is_none() {
            let engine = self.engine().map_err(Refusal::Stop)?;
            self.graph = Some(self.begun(engine).map_err(Refusal::Stop)?);
        }
        Ok(())
    }

    /// Forgets the state space.
    pub fn delete(&mut self, vm: &mut Vm) {
        self.reader.forget(vm);
        self.graph = None;
        self.part.clear();
        (self.seconds, self.scc_seconds) = (0.0, 0.0);
    }

    /// Forgets all values that were read: the evaluator is another one now.
    pub fn forget_values(&mut self, vm: &mut Vm) {
        self.leave_sweeps(vm, 0);
        self.reader.forget(vm);
        for kept in self.kept.values_mut() {
            kept.reader.forget(vm);
        }
    }

    pub(super) fn interrupted(&self) -> usize {
        let flag = self.limits.interrupt.as_ref();
        flag.map_or(0, |flag| flag.load(Ordering::Relaxed))
    }

    /// A node by its number in scripts.
    pub fn node(&mut self, number: Word) -> Result<StateId, Refusal> {
        let nodes = self.graph()?.nodes() as u64;
        match number {
            1.. if number <= nodes => Ok((number - 1) as StateId),
            _ => Err(Refusal::Raise("IllegalId")),
        }
    }

    /// Looks at a marking, of the state space or of a sweep.
    pub fn at<R>(
        &mut self,
        node: Word,
        look: impl FnOnce(&mut Worker, &[u64]) -> R,
    ) -> Result<R, Refusal> {
        if node > KEPT {
            return self.elsewhere(node, look);
        }
        let id = self.node(node)?;
        let graph = self.graph()?;
        let mut state = vec![0; graph.space.store.width()];
        graph.space.store.read(id, &mut state);
        Ok(look(&mut graph.worker, &state))
    }

    /// `Mark.Page'Place i n`
    fn mark(&mut self, vm: &mut Vm, name: usize, [instance, node, _]: [Word; 3]) -> Answer {
        let place = self.place(name, instance)?;
        if node > KEPT {
            return self.place_elsewhere(vm, place, node);
        }
        let id = self.node(node)?;
        let Some(graph) = &self.graph else {
            return Err(Refusal::Raise("IllegalId"));
        };
        if graph.layouts != self.layout {
            self.layout = graph.layouts;
            self.reader.forget(vm);
        }
        let engine = &graph.space.engine;
        let marking = Stored(&graph.space.store, id);
        Ok((self.reader).place(vm, &engine.shared, &engine.layout, place, marking))
    }

    /// `st_Mark.Page'Place i n`
    fn mark_text(&mut self, vm: &mut Vm, name: usize, [instance, node, _]: [Word; 3]) -> Answer {
        let place = self.place(name, instance)?;
        let shown = self.at(node, |worker, state| worker.show_place(place, state))?;
        let name = &self.names.places[name].name;
        let text = format!("{name} {instance}: {shown}\n");
        Ok(vm.heap.alloc_str(text.as_bytes()))
    }

    fn place(&self, name: usize, instance: Word) -> Result<usize, Refusal> {
        let named = self.names.places.get(name);
        let found = named.and_then(|named| named.instance(instance));
        found.ok_or(Refusal::Raise("IllegalId"))
    }

    /// Which numbers mean something.
    pub fn legal(&self) -> String {
        let found = match &self.graph {
            Some(graph) => format!(
                "There are nodes 1 to {} and arcs 1 to {}. ",
                graph.nodes(),
                graph.space.arcs
            ),
            None => String::new(),
        };
        format!(
            "{found}Nodes and arcs are numbered from 1, components from ~1 downwards; instances of a page from 1, and a page that is used once has instance 1 alone."
        )
    }

    /// What a search was looking at when it failed: the node and its marking.
    pub fn looked_at(&mut self) -> Option<String> {
        let looking = self.looking.take();
        if let Some(running) = self.sweeps().last_mut() {
            return running
                .looked_at()
                .map(|shown| format!("this marking: {shown}"));
        }
        let node = u64::from(looking?) + 1;
        let shown = self.at(node, |worker, state| describe(worker, state).join(", "));
        Some(format!("node {node}: {}", shown.ok()?))
    }
}

/// The places that have tokens, with them, and the time.
pub fn describe(worker: &mut Worker, state: &[u64]) -> Vec<String> {
    let shared = worker.shared().clone();
    let mut lines = Vec::new();
    if shared.net.timed {
        let time = shared.net.show_time(worker.clock(state));
        lines.push(format!("time {time}"));
    }
    for (number, place) in shared.net.places.iter().enumerate() {
        let shown = worker.show_place(number, state);
        if shown != "empty" {
            lines.push(format!("{} {}: {shown}", place.name, place.instance));
        }
    }
    if lines.is_empty() {
        lines.push("no tokens at all".to_string());
    }
    lines
}

/// A query that needs all of the state space, of which there is a part only.
pub fn incomplete(net: &FlatNet, reason: StopReason, found: usize) -> Diagnostic {
    let why = why(reason);
    let span = net.places.first().map(|place| place.span);
    let span = span.unwrap_or(Span::new(SourceId(0), 0, 0));
    let message =
        format!("The state space was not calculated to its end: {why}, {found} states were found.");
    let mut diagnostic = Diagnostic::error("E1501", span, message)
        .help("Raise the limit; or call `CalculateOccGraph ()` and handle `StopCritSatisfied` to look at the part that was found.");
    // It is about the script, which is labelled by who asked.
    diagnostic.labels.clear();
    diagnostic
}
