//! `sweepnet check --run`: is it true what nets say of their state spaces?

use super::limits::share;
use super::net::Settings;
use super::progress::grouped;
use super::reductions::Reductions;
use super::stop::Stop;
use super::{Exit, output};
use crate::engine::{Engine, Failure};
use crate::explore::control::{Control, StopReason};
use crate::explore::expect::{Compared, Figure, compare, settings};
use crate::guard::Stage;
use crate::net::flat::FlatNet;
use crate::net::model::Expectation;
use crate::net::{self, Loaded};
use crate::report::Reporter;
use crate::visible;
use serde::Serialize;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use sweepnet_lang::diagnostic::Diagnostic;

/// Which entries are printed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Show {
    /// All.
    All,
    /// Those that are not as expected.
    Wrong,
    /// None.
    Nothing,
}

/// Explores nets for all they expect.
pub struct Runner {
    /// Folders that nets may include files of.
    allowed: Vec<PathBuf>,
    stop: Stop,
    memory: Option<usize>,
    max_time: Option<Duration>,
    /// The worst that happened.
    pub exit: Exit,
    /// What was found, for JSON.
    pub runs: Vec<Run>,
}

/// One entry of one net.
#[derive(Serialize)]
pub struct Run {
    file: String,
    set: Vec<String>,
    figures: Vec<Value>,
    stop_reason: Option<StopReason>,
    ok: bool,
}

impl Runner {
    /// Each search may take so much memory and time.
    pub fn new(
        stop: Stop,
        (memory, max_time): (Option<usize>, Option<Duration>),
        settings: &Settings,
    ) -> Runner {
        Runner {
            allowed: settings.allow_include.clone(),
            stop,
            memory,
            max_time,
            exit: Exit::Done,
            runs: Vec::new(),
        }
    }

    /// Explores a net without errors for each of its entries, and prints a table of those that are to be shown.
    pub fn run(&mut self, path: &Path, expect: &[Expectation], show: Show) -> io::Result<()> {
        let mut out = io::stdout();
        for expectation in expect {
            let set = settings(expectation);
            let compared = self.explore(path, expectation, &set);
            let figures: &[Figure] = compared.as_ref().map_or(&[], |c| &c.figures);
            let differs = figures.iter().any(Figure::differs);
            let stop = compared.as_ref().map(|c| c.stop);
            match (differs, stop) {
                (true, _) => self.exit = Exit::Failed,
                (false, None) => {}
                (false, Some(stop)) if is_whole(stop) => {}
                (false, Some(_)) if self.exit == Exit::Done => self.exit = Exit::Limit,
                _ => {}
            }
            let ok = !differs && stop.is_some_and(is_whole);
            if show == Show::Wrong && !ok {
                writeln!(out, "{}", visible::line(&path.to_string_lossy()))?;
            }
            if show == Show::All || show == Show::Wrong && !ok {
                table(&mut out, &set, expectation, compared.as_ref())?;
            }
            let value =
                |f: &Figure| json!({"name": f.name, "expected": f.expected, "found": f.found});
            self.runs.push(Run {
                file: path.display().to_string(),
                set,
                figures: figures.iter().map(value).collect(),
                stop_reason: stop,
                ok,
            });
            if stop == Some(StopReason::Interrupted) {
                break;
            }
        }
        Ok(())
    }

    /// `None` if the net is at fault, which is told.
    fn explore(
        &mut self,
        path: &Path,
        expectation: &Expectation,
        set: &[String],
    ) -> Option<Compared> {
        self.stop.next(Stage::Loading, self.max_time);
        let Loaded {
            sources,
            net,
            diagnostics,
            ..
        } = match net::load_allowing(path, set, &self.allowed) {
            Ok(loaded) => loaded,
            Err(refusal) => {
                Reporter::default().refuse_once(&refusal);
                self.exit = Exit::Mistake;
                return None;
            }
        };
        let Some(mut net) = net else {
            Reporter::default().show(&sources, &diagnostics);
            self.exit = Exit::Mistake;
            return None;
        };
        share(self.memory, &self.stop, &mut net.session);
        self.stop.watch(&mut net.session);
        self.stop.next(Stage::Searching, self.max_time);
        let mut control = Control::default();
        control.max_time = self.max_time;
        control.memory = self.stop.memory();
        control.interrupt = Some(self.stop.flag());
        let compared =
            engine(net, expectation).and_then(|engine| compare(engine, expectation, &mut control));
        match compared {
            Ok(compared) => Some(compared),
            Err(failure) => {
                let problems: &[Diagnostic] = std::slice::from_ref(&failure);
                Reporter::default().show(&sources, problems);
                self.exit = output::exit(problems);
                None
            }
        }
    }
}

/// Whether a search found all that the entry is about.
fn is_whole(stop: StopReason) -> bool {
    matches!(stop, StopReason::Complete | StopReason::UntilTime)
}

/// The engine for an entry, with its reductions.
fn engine(net: FlatNet, expectation: &Expectation) -> Result<Engine, Failure> {
    let until = expectation.until_time.map(|time| net.time_ticks(time));
    let reductions = Reductions {
        symmetry: expectation.symmetry,
        time_equivalence: expectation.time_equivalence,
    };
    reductions.refuse_clock(until.is_some(), "`until-time`")?;
    let mut engine = Engine::new(net)?;
    engine.until = until;
    reductions.apply(&mut engine)?;
    Ok(engine)
}

/// One entry: the values of the parameters, and a line for each figure.
fn table(
    out: &mut impl Write,
    set: &[String],
    expectation: &Expectation,
    compared: Option<&Compared>,
) -> io::Result<()> {
    let mut given = match set.is_empty() {
        true => "defaults".to_string(),
        false => set.join(" "),
    };
    for (is_on, option) in [
        (expectation.time_equivalence, "time-equivalence"),
        (expectation.symmetry, "symmetry"),
    ] {
        if is_on {
            given = format!("{given} {option}");
        }
    }
    if let Some(time) = expectation.until_time {
        given = format!("{given} until-time={time}");
    }
    writeln!(out, "  {}", visible::line(&given))?;
    for (number, (name, expected)) in expectation.figures.iter().enumerate() {
        let figure = compared.and_then(|c| c.figures.get(number));
        let found = figure.and_then(|f| f.found);
        let remark = match figure {
            Some(figure) if figure.differs() => "  differs",
            Some(figure) if figure.found.is_none() => "  not known: the search was ended",
            _ => "",
        };
        writeln!(
            out,
            "    {:<16} expected {:>12}  found {:>12}{remark}",
            visible::line(&name.text),
            grouped(*expected),
            found.map_or("-".to_string(), grouped),
        )?;
    }
    Ok(())
}
