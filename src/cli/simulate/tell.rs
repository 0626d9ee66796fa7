//! What a run that goes by itself prints: its steps as they happen, and how it ended.

use super::run::{Ending, Trouble};
use super::texts::Texts;
use crate::cli::findings::{show_step, step_json};
use crate::cli::progress::grouped;
use crate::cli::{Exit, output};
use crate::engine::{Occurrence, Worker};
use crate::explore::trace::{Step, changes};
use crate::net::names::instance_name;
use crate::report::{Reporter, json};
use crate::simulate::game::Game;
use crate::simulate::monitors::Monitors;
use crate::simulate::record::Run;
use crate::visible;
use serde_json::{Map, Value, json};
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::span::Sources;

/// How much is printed, and for whom.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Style {
    /// All steps.
    Steps,
    /// Only the end.
    Quiet,
    /// One JSON object, with or without the steps.
    Json {
        /// Whether it has the steps.
        steps: bool,
    },
}

/// Prints a run.
pub struct Teller<'r> {
    style: Style,
    head: &'r Run,
    out: BufWriter<Stdout>,
    /// Somebody may be watching: what was printed is to be seen at once.
    live: bool,
    told: u64,
    /// The monitor that ended the run.
    ended_by: Option<String>,
}

impl<'r> Teller<'r> {
    /// For standard output.
    pub fn new(style: Style, head: &'r Run) -> Teller<'r> {
        let out = io::stdout();
        Teller {
            style,
            head,
            live: out.is_terminal(),
            out: BufWriter::new(out),
            told: 0,
            ended_by: None,
        }
    }

    /// The monitor that ended the run.
    pub fn ended_by(&mut self, monitor: String) {
        self.ended_by = Some(monitor);
    }

    /// Which run it is.
    pub fn begin(&mut self) -> io::Result<()> {
        let Run { net, seed, .. } = self.head;
        match self.style {
            Style::Json { .. } => {
                let mut head = Vec::new();
                self.head.begin(&mut head)?;
                let head = json::escaped(&String::from_utf8_lossy(&head));
                self.out.write_all(head.as_bytes())
            }
            _ => writeln!(self.out, "{}, seed {seed}", visible::line(net)),
        }
    }

    /// What an inscription printed. In JSON it is part of the step.
    pub fn printed(&mut self, text: &[u8]) -> io::Result<()> {
        if text.is_empty() || matches!(self.style, Style::Json { .. }) {
            return Ok(());
        }
        match self.style {
            Style::Steps => show_printed(&mut self.out, text)?,
            _ => write_printed(&mut self.out, text)?,
        }
        match self.live {
            true => self.out.flush(),
            false => Ok(()),
        }
    }

    /// The step just taken.
    pub fn step(&mut self, game: &mut Game, occurrence: Occurrence, text: &[u8]) -> io::Result<()> {
        if matches!(self.style, Style::Quiet | Style::Json { steps: false }) {
            return self.printed(text);
        }
        let number = game.steps() as usize;
        let binding = game.binding(occurrence);
        let (worker, before, after) = game.last();
        let step = Step {
            binding,
            time: occurrence.clock,
            changes: changes(worker, before, after),
        };
        if self.style == Style::Steps {
            show_step(&mut self.out, worker, number, &step)?;
            return self.printed(text);
        }
        let mut value = step_json(worker, &step);
        if !text.is_empty() {
            value["output"] = String::from_utf8_lossy(text).into();
        }
        let comma = if self.told == 0 { "" } else { "," };
        self.told += 1;
        write!(self.out, "{comma}{}", json::text(&value)?)
    }

    /// How it ended.
    pub fn end(
        &mut self,
        game: &mut Game,
        sources: &Sources,
        (monitors, texts): (&Monitors, &Texts),
        result: Result<Ending, Trouble>,
    ) -> io::Result<Exit> {
        let exit = match &result {
            Ok(ending) if ending.is_limit() => Exit::Limit,
            Ok(_) => Exit::Done,
            Err(Trouble::Net(failure) | Trouble::Monitor(failure)) => {
                output::exit(std::slice::from_ref(failure))
            }
            Err(Trouble::Refused(_, exit)) => *exit,
            Err(Trouble::Output(_)) => Exit::Mistake,
        };
        if let Err(Trouble::Output(error)) = result {
            return Err(error);
        }
        match self.style {
            Style::Json { .. } => self.end_json(game, sources, (monitors, texts), &result)?,
            _ => self.end_text(game, sources, (monitors, texts), &result)?,
        }
        Ok(exit)
    }

    fn end_json(
        &mut self,
        game: &mut Game,
        sources: &Sources,
        (monitors, texts): (&Monitors, &Texts),
        result: &Result<Ending, Trouble>,
    ) -> io::Result<()> {
        let shared = game.worker().shared().clone();
        let marking = game.marking().to_vec();
        let most = most(result);
        let places = shared.net.places.iter().enumerate().map(|(place, net)| {
            let tokens = shown(game.worker(), place, &marking, most);
            json!({"place": net.name, "instance": net.instance, "tokens": tokens})
        });
        let places: Vec<Value> = places.collect();
        let mut rest = Map::new();
        rest.insert("step_count".to_string(), game.steps().into());
        let clock = game.clock();
        let time = game.worker().shared().net.time_number(clock);
        rest.insert("time".to_string(), time);
        rest.insert("marking".to_string(), places.into());
        let diagnostics = match result {
            Ok(_) => Vec::new(),
            Err(Trouble::Net(failure) | Trouble::Monitor(failure)) => {
                json::diagnostics(sources, std::slice::from_ref::<Diagnostic>(failure))
            }
            Err(Trouble::Refused(refusal, _)) => vec![refusal.into()],
            Err(Trouble::Output(_)) => Vec::new(),
        };
        let reason = match result {
            Ok(ending) => serde_json::to_value(ending)?,
            Err(_) => {
                let diagnostics = serde_json::to_value(diagnostics)?;
                rest.insert("diagnostics".to_string(), diagnostics);
                "failed".into()
            }
        };
        rest.insert("stop_reason".to_string(), reason);
        if let Some(monitor) = &self.ended_by {
            rest.insert("monitor".to_string(), monitor.as_str().into());
        }
        let found = monitors.json(shared.net.timed, texts.folder());
        if !found.is_empty() {
            rest.insert("monitors".to_string(), found.into());
        }
        // The object has been open since the run began.
        let rest = json::text(&rest)?;
        writeln!(self.out, "],{}", rest.trim_start_matches('{'))?;
        self.out.flush()
    }

    fn end_text(
        &mut self,
        game: &mut Game,
        sources: &Sources,
        (monitors, texts): (&Monitors, &Texts),
        result: &Result<Ending, Trouble>,
    ) -> io::Result<()> {
        self.out.flush()?;
        match result {
            Err(Trouble::Net(failure) | Trouble::Monitor(failure)) => {
                Reporter::default().show(sources, std::slice::from_ref::<Diagnostic>(failure));
            }
            Err(Trouble::Refused(refusal, _)) => Reporter::default().refuse_once(refusal),
            _ => {}
        }
        let why = match result {
            Ok(Ending::Dead) => "nothing is enabled any more",
            Ok(Ending::Steps) => "that many were wanted",
            Ok(Ending::Time) => "the next step is after the time wanted",
            Ok(Ending::Replayed) => "the saved run ends here",
            Ok(Ending::Monitor) => &format!(
                "the monitor {} ended it",
                visible::line(self.ended_by.as_deref().unwrap_or_default())
            ),
            Ok(Ending::Interrupted) => "interrupted",
            Ok(Ending::MaxSeconds) => "the time limit was reached",
            Ok(Ending::Memory) => "the memory limit was reached",
            Err(Trouble::Monitor(_)) => "a monitor failed",
            Err(_) => "the next one failed",
        };
        let time = match game.worker().shared().net.timed {
            true => {
                let clock = game.clock();
                format!(", time {}", game.worker().shared().net.show_time(clock))
            }
            false => String::new(),
        };
        let steps = match game.steps() {
            1 => "1 step".to_string(),
            n => format!("{} steps", grouped(n)),
        };
        writeln!(self.out, "{steps}{time}; {why}.")?;
        show_marking(&mut self.out, game, most(result))?;
        show_table(
            &mut self.out,
            &monitors.table(game.worker().shared().net.timed),
        )?;
        if let Some(note) = texts.note(monitors.files().count()) {
            writeln!(self.out, "{}", visible::line(&note))?;
        }
        self.out.flush()
    }
}

/// What a step printed, among steps: the next one begins a line.
pub fn show_printed(out: &mut impl Write, text: &[u8]) -> io::Result<()> {
    write_printed(out, text)?;
    match text.last() {
        None | Some(b'\n') => Ok(()),
        Some(_) => writeln!(out),
    }
}

/// What a net prints is shown: it must not act on the terminal.
fn write_printed(out: &mut impl Write, text: &[u8]) -> io::Result<()> {
    let text = String::from_utf8_lossy(text);
    out.write_all(visible::lines(&text).as_bytes())
}

/// Rows in columns: names to the left, numbers to the right.
fn show_table(out: &mut impl Write, rows: &[Vec<String>]) -> io::Result<()> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in rows {
        let mut cells = row.iter().zip(&widths);
        if let Some((name, width)) = cells.next() {
            write!(out, "  {:width$}", visible::line(name))?;
        }
        for (cell, width) in cells {
            write!(out, "  {cell:>width$}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// A run that a limit broke off shows the tokens of a place with at most so many different ones: there is no time and memory for more.
const SHOWN: usize = 1000;

/// How many different tokens of a place are shown.
fn most(result: &Result<Ending, Trouble>) -> usize {
    match result {
        Ok(ending) if ending.is_limit() => SHOWN,
        _ => usize::MAX,
    }
}

/// The tokens of a place, or how many there are if they are more than `most`.
fn shown(worker: &mut Worker, place: usize, marking: &[u64], most: usize) -> String {
    match worker.different(place, marking) {
        many if many > most => format!("{} different tokens", grouped(many as u64)),
        _ => worker.show_place(place, marking),
    }
}

/// All places with tokens, those with more than `most` different ones in short.
pub fn show_marking(out: &mut impl Write, game: &mut Game, most: usize) -> io::Result<()> {
    let shared = game.worker().shared().clone();
    let marking = game.marking().to_vec();
    let mut empty = true;
    for (place, net) in shared.net.places.iter().enumerate() {
        let tokens = shown(game.worker(), place, &marking, most);
        if tokens != "empty" {
            empty = false;
            let place = instance_name(&net.name, net.instance);
            writeln!(out, "  {place} {}", visible::line(&tokens))?;
        }
    }
    match empty {
        true => writeln!(out, "  no tokens at all"),
        false => Ok(()),
    }
}
