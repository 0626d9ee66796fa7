//! The part of `sweepnet explore` that sweeps.

use super::Explore;
use crate::cli::findings::{Equivalent, Findings};
use crate::cli::net::Ready;
use crate::cli::progress::Line;
use crate::cli::stop::Stop;
use crate::draw::plot;
use crate::engine::{Engine, Failure, Worker};
use crate::explore::control::StopReason;
use crate::explore::cutoff::Cutoff;
use crate::explore::log::Log;
use crate::explore::measure::{Clock, Goal, Measure};
use crate::explore::represented;
use crate::explore::sweep::{Options, Sweep};
use crate::explore::trace;
use crate::explore::ways::Ways;
use crate::net::expression::MarkingExpression;
use crate::net::flat::FlatNet;
use crate::net::model::Model;
use crate::net::names::ml_form;
use crate::reduce::equivalence::Equivalence;
use crate::reduce::invariance::Watched;
use crate::report::Refusal;
use crate::write::{self, Named, Output};
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::span::SourceId;

/// The code of a name that means nothing: perhaps a measure was meant.
const UNDECLARED: &str = "E0401";

/// How to sweep.
#[derive(Args, Debug)]
pub struct Sweeping {
    /// Expand markings in the order of their progress and delete those that were passed. MEASURE says how far a marking is: a name from the net's `measures`, an
    /// expression over places, or `clock`
    #[arg(long, value_name = "MEASURE", conflicts_with_all = ["depth_first", "sccs"])]
    sweep: Option<String>,

    /// Stop at the first step to less progress, and show it
    #[arg(long, requires = "sweep")]
    strict: bool,

    /// End branches at markings for which this expression is true, if an equivalent one was met before: for sweeps that would go on for ever
    #[arg(long, value_name = "PRED", requires = "sweep")]
    cutoff: Option<String>,

    /// Layers without a cut-off point on some way, after which the predicate of --cutoff is given up
    #[arg(long, value_name = "N", requires = "cutoff", default_value_t = 1000)]
    cutoff_layers: u64,

    /// Delete passed markings when so many were expanded since the last time [default: at every layer]
    #[arg(
        long,
        value_name = "N",
        requires = "sweep",
        default_value_t = 0,
        hide_default_value = true
    )]
    gc: usize,

    /// Write a line of CSV for every layer
    #[arg(long, value_name = "FILE", requires = "sweep")]
    log: Option<PathBuf>,

    /// Draw stored states and memory against progress, as SVG
    #[arg(long, value_name = "FILE.svg", requires = "sweep")]
    plot: Option<PathBuf>,

    /// The size of the full state space, for the picture
    #[arg(long, value_name = "STATES", requires = "plot")]
    plot_full: Option<u64>,

    /// Keep the steps that lead to markings in this folder, and not in one for temporary files
    #[arg(long, value_name = "FOLDER", requires = "sweep", requires = "trace")]
    trace_dir: Option<PathBuf>,
}

/// A measure.
pub enum Chosen {
    /// The clock.
    Clock,
    /// An expression.
    Expression(MarkingExpression),
}

impl Chosen {
    /// The measure of a sweep. Where equivalent markings are one and it is not known to be the same for them, it is watched: the second says what came of it.
    fn measure(
        self,
        engine: &Engine,
        equivalence: Option<&Equivalence>,
    ) -> (Box<dyn Measure>, Arc<AtomicBool>) {
        let differs: Arc<AtomicBool> = Arc::default();
        let expression = match self {
            Chosen::Clock => return (Box::new(Clock), differs),
            Chosen::Expression(expression) => expression,
        };
        let watch = equivalence.and_then(|e| e.invariance(engine, "The measure", &expression));
        let measure: Box<dyn Measure> = match watch {
            Some(invariance) => {
                let watched = Watched::measure(Box::new(expression), invariance, differs.clone());
                Box::new(watched)
            }
            None => Box::new(expression),
        };
        (measure, differs)
    }

    /// The expression, if it is one.
    pub fn expression(&self) -> Option<&MarkingExpression> {
        match self {
            Chosen::Clock => None,
            Chosen::Expression(expression) => Some(expression),
        }
    }

    fn uses_clock(&self) -> bool {
        match self {
            Chosen::Clock => true,
            Chosen::Expression(expression) => expression.clock.now,
        }
    }
}

/// What a sweep looks for. Where equivalent markings are one, it must be the same for them.
fn goal(predicate: &MarkingExpression, engine: &Engine, equivalence: Option<&Equivalence>) -> Goal {
    let watch = equivalence.and_then(|e| e.invariance(engine, "The predicate", predicate));
    Goal::new(match watch {
        Some(invariance) => Box::new(Watched::predicate(predicate.share(), invariance)),
        None => predicate.share(),
    })
}

/// What a sweep writes down while it runs.
pub struct Recording {
    ways: Option<Ways>,
    log: Option<Log>,
}

impl Sweeping {
    /// The measure: a declared one, the clock, or an expression.
    pub fn measure(&self, ready: &mut Ready) -> Result<Option<Chosen>, Vec<Diagnostic>> {
        let Some(text) = &self.sweep else {
            return Ok(None);
        };
        if let Some(source) = declared(&ready.model, text) {
            let measure = MarkingExpression::measure(&mut ready.net, source)?;
            return Ok(Some(Chosen::Expression(measure)));
        }
        if text == "clock" && ready.net.timed {
            return Ok(Some(Chosen::Clock));
        }
        let source = ready.net.session.sources.add("<--sweep>", text);
        let measure = MarkingExpression::measure(&mut ready.net, source);
        let measure = measure.map_err(|mut problems| {
            if let Some(first) = problems.first_mut()
                && first.code == UNDECLARED
            {
                first.help = Some(known_measures(&ready.model, ready.net.timed));
            }
            problems
        })?;
        Ok(Some(Chosen::Expression(measure)))
    }

    /// The predicate of cut-off points.
    pub fn points(&self, ready: &mut Ready) -> Result<Option<MarkingExpression>, Vec<Diagnostic>> {
        let Some(text) = &self.cutoff else {
            return Ok(None);
        };
        MarkingExpression::predicate(&mut ready.net, "<--cutoff>", text).map(Some)
    }

    /// Whether a sweep is wanted.
    pub fn is_wanted(&self) -> bool {
        self.sweep.is_some()
    }

    /// Opens what is written while sweeping. `picture`: one is wanted for a report.
    pub fn record(&self, trace: bool, picture: bool) -> Result<Recording, Refusal> {
        // A way without cut-off points is shown.
        let trace = trace || self.cutoff.is_some();
        let ways = match (&self.sweep, trace, &self.trace_dir) {
            (Some(_), true, Some(folder)) => Some(Ways::in_folder(folder)),
            (Some(_), true, None) => Some(Ways::temporary()),
            _ => None,
        };
        let ways = ways.transpose().map_err(|error| Refusal {
            message: format!("The steps that lead to markings cannot be written: {error}."),
            help: Some("Name a folder with room by `--trace-dir`.".to_string()),
        })?;
        let open =
            |path: &PathBuf| Output::create(path).map_err(|error| write::refusal(path, &error));
        let lines = self.log.as_ref().map(open).transpose()?;
        let picture = picture || self.plot.is_some();
        let wanted = lines.is_some() || picture;
        Ok(Recording {
            ways,
            log: wanted.then(|| Log::new(lines, picture)),
        })
    }

    /// The files that a sweep writes.
    pub fn outputs(&self) -> impl Iterator<Item = Named<'_>> {
        let log = self.log.as_deref().map(|path| ("--log", path));
        let plot = self.plot.as_deref().map(|path| ("--plot", path));
        log.into_iter().chain(plot)
    }

    /// Why the picture cannot be written: its name says that it is of another kind.
    pub fn misnamed(&self) -> Option<Refusal> {
        let path = self.plot.as_deref()?;
        let kind = path.extension()?;
        let refusal = || Refusal {
            message: format!(
                "`{}` would be a picture of the kind `{}`, which is not written.",
                path.display(),
                kind.to_string_lossy()
            ),
            help: Some("Name the file `.svg`.".to_string()),
        };
        (!kind.eq_ignore_ascii_case("svg")).then(refusal)
    }

    /// Ends what was written, and draws: the picture, if there is one, and what could not be written.
    fn conclude(&self, log: Option<Log>, net: &str) -> (Option<String>, Vec<Refusal>) {
        let Some(mut log) = log else {
            return (None, Vec::new());
        };
        let (finished, rows) = (log.finish(), log.rows.take());
        let mut unwritten = Vec::new();
        if let (Some(path), Err(error)) = (&self.log, finished) {
            unwritten.push(write::refusal(path, &error));
        }
        let measure = self.sweep.as_deref().unwrap_or_default();
        let picture = rows.map(|rows| plot::sweep(net, measure, &rows, self.plot_full));
        if let (Some(path), Some(picture)) = (&self.plot, &picture) {
            let written = write::write(path, |out| out.write_all(picture.as_bytes()));
            unwritten.extend(written.err());
        }
        (picture, unwritten)
    }
}

/// The text of a measure that the net declares.
fn declared(model: &Model, name: &str) -> Option<SourceId> {
    let same = |known: &str| known == name || ml_form(known) == ml_form(name);
    let found = model.measures.iter().find(|(known, _)| same(&known.text))?;
    Some(found.1.source)
}

fn known_measures(model: &Model, timed: bool) -> String {
    let mut names: Vec<&str> = model.measures.iter().map(|(name, _)| &*name.text).collect();
    if timed {
        names.push("clock");
    }
    match names.is_empty() {
        true => {
            "The net has no `measures`. Give an expression such as `size Page'Place`.".to_string()
        }
        false => format!("Measures of this net: {}.", names.join(", ")),
    }
}

impl Explore {
    /// Sweeps.
    pub(super) fn sweep_by(
        &self,
        net: Arc<FlatNet>,
        chosen: Chosen,
        predicate: Option<MarkingExpression>,
        points: Option<MarkingExpression>,
        recording: Recording,
        stop: &Stop,
    ) -> Result<Result<Findings, Refusal>, Failure> {
        let name = net.name.clone();
        let mut engine = self.engine(net)?;
        let (equivalence, cutoff) = match &points {
            Some(points) => {
                let (within, worker) = self.reductions.apply_at_points(&mut engine)?;
                let cutoff = Cutoff::new(points, worker, self.sweep.cutoff_layers);
                (within, Some(cutoff))
            }
            None => {
                let looked = predicate
                    .as_ref()
                    .is_some_and(|predicate| predicate.clock.now);
                self.reductions.refuse_clock(looked, "the predicate")?;
                self.reductions
                    .refuse_clock(chosen.uses_clock(), "the measure")?;
                (self.reductions.apply(&mut engine)?, None)
            }
        };
        let mut line = Line::on_stderr();
        let mut observe = |progress: &_| line.show(progress);
        let mut control = self.control(stop);
        control.observe = Some(&mut observe);
        let options = Options {
            strict: self.sweep.strict,
            collect: self.sweep.gc,
            all_colours: self.full,
            ways: recording.ways,
            log: recording.log,
            cutoff,
            heard: None,
        };
        let (measure, differs) = chosen.measure(&engine, equivalence.as_deref());
        let start = Instant::now();
        let goal = (predicate.as_ref()).map(|p| goal(p, &engine, equivalence.as_deref()));
        let mut sweep = Sweep::new(engine, measure, goal, options, usize::from(self.threads))?;
        let reason = sweep.run(&mut control)?;
        let search = start.elapsed();
        line.clear();
        // What follows should be told even if Ctrl-C ended the search.
        let rest = stop.report(reason);
        let log = sweep.take_log();
        let (picture, unwritten) = self.sweep.conclude(log, &name);
        let mut broken = None;
        let wanted = predicate.filter(|_| sweep.goal.is_some());
        let steps = match sweep.goal.or(sweep.stray()) {
            Some(end) => match sweep.ways().map_or(Ok(Vec::new()), |ways| ways.way(end)) {
                Ok(prints) => {
                    let arrived = |worker: &mut Worker, marking: &[u64]| {
                        wanted
                            .as_ref()
                            .map_or(Ok(true), |p| worker.holds_in(p, marking))
                    };
                    let found = trace::follow(&mut sweep.engine, &prints, arrived)?;
                    let symmetry = equivalence.as_ref().and_then(|e| e.symmetry());
                    let found = found.ok_or_else(|| trace::not_followed(symmetry))?;
                    Some(found.1)
                }
                Err(error) => {
                    broken = Some(error.to_string());
                    None
                }
            },
            None => None,
        };
        if let Some(error) = broken {
            return Ok(Err(Refusal {
                message: format!("A marking was found, but the way to it cannot be read: {error}."),
                help: Some("Name a folder with room by `--trace-dir`.".to_string()),
            }));
        }
        if let (StopReason::Disk, Some((path, error))) =
            (reason, sweep.ways().and_then(|ways| ways.error()))
        {
            let _ = writeln!(
                io::stderr(),
                "The steps that lead to markings cannot be written to `{}`: {error}. Name a folder with room by `--trace-dir`. What was found up to there:",
                path.display()
            );
        }
        let measure = self.sweep.sweep.as_deref().unwrap_or_default();
        let equivalent = equivalence.map(|equivalence| Equivalent {
            equivalence,
            sums: represented::of_sweep(&sweep, &rest),
            measure_differs: differs.load(Ordering::Relaxed),
        });
        let mut findings = Findings::of_sweep(sweep, measure, reason, steps, search, &rest)?;
        findings.reduce(equivalent);
        if let Some(swept) = &mut findings.swept {
            swept.picture = picture;
            swept.unwritten = unwritten;
        }
        Ok(Ok(findings))
    }
}
