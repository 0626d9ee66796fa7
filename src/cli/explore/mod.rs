//! `sweepnet explore`: every reachable marking of a net.

mod fault;
mod report;
mod save;
mod sweep;

use super::findings::{self, Equivalent, Findings};
use super::limits::Resources;
use super::net::{Net, Ready};
use super::progress::Line;
use super::reductions::Reductions;
use super::stop::Stop;
use super::{Exit, output};
use crate::engine::{Engine, Failure, Worker};
use crate::explore::control::{Control, StopReason};
use crate::explore::full::{Order, explore};
use crate::explore::represented::represented;
use crate::guard::Stage;
use crate::net::expression::MarkingExpression;
use crate::net::flat::FlatNet;
use crate::query;
use crate::query::report::{Chart, Names, chart};
use crate::report::{Refusal, Reporter, json};
use crate::simulate::record::Run;
use clap::Args;
use fault::Again;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;
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

    /// Find a shortest way to a marking for which this expression is true; in it `Page'Place` is the multi-set of a place's tokens, and `dead` holds where nothing is enabled
    #[arg(long, value_name = "PRED", conflicts_with = "depth_first")]
    trace: Option<String>,

    /// Save the way that is shown, to the marking of --trace or to an error of the net, as a run that `simulate --replay` plays
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Find the strongly connected components too
    #[arg(long)]
    sccs: bool,

    /// Show long multi-sets in full
    #[arg(long)]
    full: bool,

    /// Write the standard report to this file: bounds, home markings, liveness, fairness, as far as the method knows them. Its name says how: .txt, .md, .json or .html
    #[arg(long, value_name = "FILE", conflicts_with_all = ["depth_first", "trace"])]
    report: Option<PathBuf>,

    #[command(flatten)]
    reductions: Reductions,

    #[command(flatten)]
    sweep: sweep::Sweeping,

    #[command(flatten)]
    bounds: Limits,

    /// Follow no step after this time
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = clap::value_parser!(i64).range(0..))]
    until_time: Option<i64>,

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

    #[command(flatten)]
    pub resources: Resources,
}

impl Limits {
    /// Makes them a search's.
    pub fn apply(&self, stop: &Stop, control: &mut Control<'_>) {
        control.max_states = self.max_states;
        control.max_time = self.resources.max_seconds;
        control.memory = stop.memory();
        control.interrupt = Some(stop.flag());
    }

    /// Makes them those of the searches that scripts start. What a script does with what was found needs memory too.
    pub fn for_queries(&self, stop: &Stop) -> query::Limits {
        query::Limits {
            max_states: self.max_states,
            memory: stop.memory().map(|most| most / 8 * 7),
            interrupt: Some(stop.flag()),
            ..query::Limits::default()
        }
    }
}

impl Explore {
    /// Explores and prints what was found.
    pub fn run(self) -> io::Result<Exit> {
        let stop = self.bounds.resources.stop(self.json);
        let mut ready = match self.net.load(self.json)? {
            Ok(ready) => ready,
            Err(exit) => return Ok(exit),
        };
        let compiled = self.predicate(&mut ready).and_then(|predicate| {
            let measure = self.sweep.measure(&mut ready)?;
            Ok((predicate, measure, self.sweep.points(&mut ready)?))
        });
        let (predicate, measure, points) = match compiled {
            Ok(compiled) => compiled,
            Err(problems) => return self.fail(&ready.net.session.sources, &problems),
        };
        if let Some(predicate) = predicate
            .as_ref()
            .filter(|p| !p.warnings.is_empty() && !self.json)
        {
            Reporter::default().show(&ready.net.session.sources, &predicate.warnings);
        }
        let inputs = crate::net::files(&ready.net.session.sources);
        let refusal = self.unnumbered().or_else(|| self.untimed(&ready));
        if let Some(refusal) = refusal.or_else(|| self.unwritable(&inputs)) {
            return super::net::refuse(&refusal, self.json);
        }
        let recording = match self.sweep.record(self.trace.is_some(), self.plots()) {
            Ok(recording) => recording,
            Err(refusal) => return super::net::refuse(&refusal, self.json),
        };
        self.bounds.resources.watch(&stop, &mut ready.net.session);
        stop.begin(Stage::Searching);
        let sources = ready.net.session.sources.clone();
        let names = (self.report.as_ref()).map(|_| Names::new(&ready.model, &ready.net));
        let mut chart = None;
        let net = Arc::new(ready.net);
        let watched = measure.as_ref().and_then(sweep::Chosen::expression);
        let again = Again {
            net: net.clone(),
            expressions: (predicate.iter().chain(watched).chain(&points))
                .cloned()
                .collect(),
            head: Run::new(&ready.model, 0),
        };
        let found = match measure {
            Some(measure) => self.sweep_by(net, measure, predicate, points, recording, &stop),
            None => self.find(net, predicate, &stop, &mut chart).map(Ok),
        };
        let mut findings = match found {
            Ok(Ok(findings)) => findings,
            Ok(Err(refusal)) => return super::net::refuse(&refusal, self.json),
            Err(failure) => return self.failed(failure, again, &sources, &stop),
        };
        let facts = names.map(|names| report::facts(&mut findings, &names, chart));
        let saved = match &findings.trace {
            Some(steps) => self.save_way(&again.head, &mut findings.worker, steps),
            None => {
                self.nothing_to_save();
                Ok(())
            }
        };
        let printed = match self.json {
            true => findings::json(&mut findings, self.full, self.trace.is_some()),
            false => findings::text(&mut findings, self.full, self.trace.as_deref()),
        };
        let exit = exit(&findings, self.trace.is_some());
        let swept = findings.swept.as_mut();
        let mut unwritten = swept.map_or(Vec::new(), |swept| std::mem::take(&mut swept.unwritten));
        unwritten.extend(saved.err());
        // The program ends here, and the system takes all memory back at once. Piece by piece it would take a good part of a short search.
        std::mem::forget(findings);
        if let (Some(file), Some(facts)) = (&self.report, facts) {
            unwritten.extend(report::write(file, &facts).err());
        }
        if unwritten.is_empty() {
            return printed.map(|()| exit);
        }
        unwritten
            .iter()
            .for_each(|refusal| Reporter::default().refuse_once(refusal));
        Ok(Exit::Mistake)
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
        net: Arc<FlatNet>,
        predicate: Option<MarkingExpression>,
        stop: &Stop,
        charted: &mut Option<Chart>,
    ) -> Result<Findings, Failure> {
        let mut engine = self.engine(net)?;
        let looked = predicate
            .as_ref()
            .is_some_and(|predicate| predicate.clock.now);
        self.reductions.refuse_clock(looked, "the predicate")?;
        let equivalence = self.reductions.apply(&mut engine)?;
        let mut line = Line::on_stderr();
        let mut observe = |progress: &_| line.show(progress);
        let mut control = self.control(stop);
        control.observe = Some(&mut observe);
        let order = match self.depth_first {
            true => Order::Depth,
            false => Order::Breadth,
        };
        let start = Instant::now();
        let mut goal = None;
        let mut space = match &predicate {
            None => explore(engine, &mut control, order, None)?,
            Some(predicate) => {
                let mut invariance = (equivalence.as_ref())
                    .and_then(|e| e.invariance(&engine, "The predicate", predicate));
                let mut visit = |worker: &mut Worker, id, state: &[u64]| {
                    if let Some(invariance) = &mut invariance {
                        invariance.look(worker, state, |worker, state| {
                            worker.holds_in(predicate, state)
                        })?;
                    }
                    let holds = worker.holds_in(predicate, state)?;
                    if holds {
                        goal = Some(id);
                    }
                    Ok(holds)
                };
                explore(engine, &mut control, order, Some(&mut visit))?
            }
        };
        let search = start.elapsed();
        line.clear();
        // What follows should be told even if Ctrl-C ended the search.
        let reason = space.stop;
        let mut rest = stop.report(reason);
        if self.report.is_some() {
            let permuted = equivalence.as_ref().is_some_and(|e| e.is_symmetric());
            (*charted, space) = chart(space, permuted, rest)?;
            rest = stop.rest();
            rest.room /= report::COPIES;
            if matches!(reason, StopReason::MaxSeconds | StopReason::Interrupted) {
                rest.room = rest.room.min(report::SOON);
            }
        }
        let equivalent = equivalence.map(|equivalence| {
            let sums = represented(&space, &rest);
            Equivalent {
                equivalence,
                sums,
                measure_differs: false,
            }
        });
        let symmetry = (equivalent.as_ref()).and_then(|e| e.equivalence.symmetry());
        let found = (goal, symmetry, search);
        let mut findings = Findings::of_space(space, self.method(), found, self.sccs, &rest)?;
        findings.reduce(equivalent);
        Ok(findings)
    }

    /// The engine of the net, which finds no steps after the time at which the search is to end.
    fn engine(&self, net: Arc<FlatNet>) -> Result<Engine, Failure> {
        let until = self.until_time.map(|time| net.time_ticks(time));
        let mut engine = Engine::of(net)?;
        engine.until = until;
        Ok(engine)
    }

    /// Returns why the search cannot end at a time.
    fn untimed(&self, ready: &Ready) -> Option<Refusal> {
        self.until_time?;
        let (message, help) = if !ready.net.timed {
            let message = format!(
                "{} has no clock, so no step is ever after a time.",
                ready.net.name
            );
            (
                message,
                "Leave --until-time out; --max-states limits the search.",
            )
        } else if self.reductions.time_equivalence {
            let message = "With --time-equivalence the clock is 0 in every marking, so no step is ever after a time.";
            (message.to_string(), "Leave one of the two options out.")
        } else {
            return None;
        };
        Some(Refusal {
            message,
            help: Some(help.to_string()),
        })
    }

    fn control<'a>(&self, stop: &Stop) -> Control<'a> {
        let mut control = Control::default();
        control.threads = usize::from(self.threads);
        self.bounds.apply(stop, &mut control);
        control
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
    match findings.stop {
        StopReason::Found => Exit::Done,
        StopReason::Regress | StopReason::NoCutoff => Exit::Failed,
        StopReason::Complete if looked => Exit::Failed,
        StopReason::Complete => Exit::Done,
        _ => Exit::Limit,
    }
}
