//! `sweepnet explore`: every reachable marking of a net.

use super::net::{Net, Ready};
use super::progress::{Line, max_rss};
use super::reductions::Reductions;
use super::stop::Stop;
use super::{Exit, limits, output};
use crate::engine::{Engine, Failure, Worker};
use crate::explore::bounds::{Bounds, bounds};
use crate::explore::components::{Components, components};
use crate::explore::control::{Control, StopReason};
use crate::explore::full::{Order, Space, explore};
use crate::explore::represented::{Represented, represented};
use crate::explore::trace;
use crate::net::expression::MarkingExpression;
use crate::reduce::equivalence::Equivalence;
use crate::report::{Reporter, json};
use clap::Args;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::span::Sources;

/// Find every reachable marking of a net
#[derive(Args, Debug)]
pub struct Explore {
    #[command(flatten)]
    net: Net,

    /// Expand the newest marking first, not the oldest
    #[arg(long)]
    depth_first: bool,

    /// Find a shortest way to a marking for which this expression is true; in it `Page'Place` is the multi-set of a place's tokens
    #[arg(long, value_name = "PRED", conflicts_with = "depth_first")]
    trace: Option<String>,

    /// Find the strongly connected components too
    #[arg(long)]
    sccs: bool,

    /// Show long multi-sets in full
    #[arg(long)]
    full: bool,

    #[command(flatten)]
    reductions: Reductions,

    #[command(flatten)]
    bounds: Limits,

    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,

    /// Print one JSON object on standard output and nothing else there
    #[arg(long)]
    json: bool,
}

/// Where a search stops.
#[derive(Args, Debug)]
pub struct Limits {
    /// Stop when so many markings were found
    #[arg(long, value_name = "N")]
    max_states: Option<usize>,

    /// Stop after so many seconds
    #[arg(long, value_name = "S", value_parser = limits::seconds)]
    max_seconds: Option<Duration>,

    /// Stop when so much memory is in use, such as 512M or 8G [default: most of what is free]
    #[arg(long, value_name = "SIZE", value_parser = limits::size)]
    memory: Option<usize>,
}

impl Limits {
    /// Makes them a search's.
    pub fn apply(&self, control: &mut Control<'_>) {
        control.max_states = self.max_states;
        control.max_time = self.max_seconds;
        control.memory = self.memory.or_else(super::progress::most_of_free_memory);
    }
}

/// What was found, for printing.
pub struct Findings {
    /// The markings.
    pub space: Space,
    /// Prints colours.
    pub worker: Worker,
    /// Bounds of all places.
    pub bounds: Vec<Bounds>,
    /// Components, if wanted.
    pub components: Option<Components>,
    /// The trace, if one was looked for and found.
    pub trace: Option<Vec<trace::Step>>,
    /// How long the search took.
    pub search: Duration,
    /// Most memory the process had.
    pub max_rss: usize,
    /// Which markings are one, and how many the representatives stand for.
    pub reduced: Option<(Arc<Equivalence>, Represented)>,
}

impl Explore {
    /// Explores and prints what was found.
    pub fn run(self) -> io::Result<Exit> {
        let mut ready = match self.net.load(self.json)? {
            Ok(ready) => ready,
            Err(exit) => return Ok(exit),
        };
        let predicate = match self.predicate(&mut ready) {
            Ok(predicate) => predicate,
            Err(problems) => return self.fail(&ready.net.session.sources, &problems),
        };
        let stop = Stop::on_ctrl_c();
        if let Some(time) = self.bounds.max_seconds {
            stop.after(time);
        }
        stop.watch(&mut ready.net.session);
        let sources = ready.net.session.sources.clone();
        match self.find(ready, predicate, &stop) {
            Ok(mut findings) => {
                match self.json {
                    true => super::findings::json(
                        &mut findings,
                        self.method(),
                        self.full,
                        self.trace.is_some(),
                    )?,
                    false => {
                        super::findings::text(&mut findings, self.full, self.trace.as_deref())?
                    }
                }
                Ok(exit(&findings, self.trace.is_some()))
            }
            Err(failure) => self.fail(&sources, &[*failure]),
        }
    }

    fn method(&self) -> &'static str {
        match self.depth_first {
            true => "depth-first",
            false => "breadth-first",
        }
    }

    fn predicate(&self, ready: &mut Ready) -> Result<Option<MarkingExpression>, Vec<Diagnostic>> {
        let Some(text) = &self.trace else {
            return Ok(None);
        };
        MarkingExpression::predicate(&mut ready.net, "<--trace>", text).map(Some)
    }

    fn find(
        &self,
        ready: Ready,
        predicate: Option<MarkingExpression>,
        stop: &Stop,
    ) -> Result<Findings, Failure> {
        let mut engine = Engine::new(ready.net)?;
        let equivalence = self.reductions.apply(&mut engine)?;
        let mut line = Line::on_stderr();
        let mut observe = |progress: &_| line.show(progress);
        let mut control = Control::default();
        control.threads = usize::from(self.threads);
        control.interrupt = Some(stop.flag());
        control.observe = Some(&mut observe);
        self.bounds.apply(&mut control);
        let order = match self.depth_first {
            true => Order::Depth,
            false => Order::Breadth,
        };
        let start = Instant::now();
        let mut goal = None;
        let space = match &predicate {
            None => explore(engine, &mut control, order, None)?,
            Some(predicate) => {
                let mut invariance = (equivalence.as_ref())
                    .and_then(|e| e.invariance(&engine, "The predicate", predicate.span));
                let mut visit = |worker: &mut Worker, id, state: &[u64]| {
                    if let Some(invariance) = &mut invariance {
                        invariance.look(worker.layout(), state, |worker, state| {
                            worker.holds_in(predicate, state)
                        })?;
                    }
                    let holds = worker.holds_in(predicate, state)?;
                    goal = holds.then_some(id);
                    Ok(holds)
                };
                explore(engine, &mut control, order, Some(&mut visit))?
            }
        };
        let search = start.elapsed();
        line.clear();
        // What follows should be told even if Ctrl-C ended the search.
        stop.reset();
        let mut worker = space.engine.worker();
        let trace = match goal {
            Some(goal) => trace::replay(&space, &mut worker, &trace::way(&space, goal))?,
            None => None,
        };
        let mut bounds = bounds(&space);
        if let Some(equivalence) = &equivalence {
            equivalence.spread(&space.engine.shared, &mut bounds);
        }
        Ok(Findings {
            reduced: equivalence.map(|equivalence| (equivalence, represented(&space))),
            bounds,
            // Of a part of the state space they would mean nothing.
            components: (self.sccs && space.stop == StopReason::Complete)
                .then(|| components(&space))
                .transpose()?,
            trace,
            worker,
            space,
            search,
            max_rss: max_rss(),
        })
    }

    fn fail(&self, sources: &Sources, problems: &[Diagnostic]) -> io::Result<Exit> {
        match self.json {
            true => super::net::failure(json::diagnostics(sources, problems))?,
            false => Reporter::default().show(sources, problems),
        }
        Ok(output::exit(problems))
    }
}

fn exit(findings: &Findings, looked: bool) -> Exit {
    match findings.space.stop {
        StopReason::Found => Exit::Done,
        StopReason::Complete if looked => Exit::Failed,
        StopReason::Complete => Exit::Done,
        _ => Exit::Limit,
    }
}
