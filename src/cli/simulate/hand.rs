//! A simulation by hand: what is enabled is listed, a line chooses.

use super::command::{self, Command};
use super::tell::{show_marking, show_printed};
use crate::cli::findings::{shorten, show_step};
use crate::cli::repl::reader::{Line, Reader};
use crate::cli::signals;
use crate::cli::stop::Stop;
use crate::engine::{Failure, Occurrence};
use crate::explore::trace::{Step, changes};
use crate::net::names::instance_name;
use crate::net::names::ml_form;
use crate::report::Reporter;
use crate::simulate::game::{Game, NoWay};
use crate::simulate::random::Chooser;
use crate::simulate::record::{Run, Saved};
use crate::visible;
use crate::write::{self, keep_apart};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::span::Sources;

/// Enabled steps that are listed unless all are wanted.
const LISTED: usize = 30;
/// Characters of a step in the list.
const WIDTH: usize = 160;
/// Places that a message names.
const NAMED: usize = 12;

/// Somebody plays.
pub struct Hand<'g> {
    game: &'g mut Game,
    head: &'g Run,
    sources: &'g Sources,
    /// Files that a saved run must not replace.
    inputs: &'g [PathBuf],
    stop: &'g Stop,
    chooser: Chooser,
}

impl<'g> Hand<'g> {
    /// Goes on where the game stands.
    pub fn new(
        game: &'g mut Game,
        head: &'g Run,
        (sources, inputs): (&'g Sources, &'g [PathBuf]),
        stop: &'g Stop,
    ) -> Hand<'g> {
        Hand {
            chooser: Chooser::new(head.seed),
            game,
            head,
            sources,
            inputs,
            stop,
        }
    }

    /// Reads and does commands until the end.
    pub fn talk(&mut self) -> io::Result<()> {
        let mut reader = Reader::for_stdin(false);
        let mut out = io::stdout();
        let net = visible::line(&self.head.net);
        writeln!(out, "{net}, seed {}; `h` helps", self.head.seed)?;
        self.list(LISTED)?;
        while !signals::is_ending() {
            let prompt = format!("{}> ", self.game.steps());
            let line = match reader.line(&prompt, Vec::new) {
                Line::Text(line) => line,
                Line::Interrupted => continue,
                Line::End => return Ok(()),
            };
            // Ctrl-C ends what a command does, not the next one.
            self.stop.reset();
            reader.remember(&line);
            match Command::parse(&line) {
                Ok(Command::Quit) => return Ok(()),
                Ok(command) => self.obey(command)?,
                Err(sentence) => writeln!(out, "{}", visible::line(&sentence))?,
            }
        }
        Ok(())
    }

    fn obey(&mut self, command: Command) -> io::Result<()> {
        let mut out = io::stdout();
        match command {
            Command::Choose(number) => self.choose(number),
            Command::Random(steps) => self.by_chance(steps),
            Command::Undo => match self.game.steps() {
                0 => writeln!(
                    out,
                    "There is nothing to undo: this is the initial marking."
                ),
                n => self.go(n as usize - 1),
            },
            Command::Back(steps) => self.go(steps),
            Command::Marking(None) => show_marking(&mut out, self.game, usize::MAX),
            Command::Marking(Some(place)) => self.show_place(&place),
            Command::List => self.list(usize::MAX),
            Command::Save(path) => self.save(&path),
            Command::Help => write!(out, "{}", command::HELP),
            Command::Quit => Ok(()),
        }
    }

    /// What is enabled. `None` if an inscription fails, which is told.
    fn enabled(&mut self) -> Option<Vec<Occurrence>> {
        match self.game.choices() {
            Ok(enabled) => Some(enabled),
            Err(failure) => {
                self.tell(&failure);
                None
            }
        }
    }

    fn tell(&self, failure: &Failure) {
        Reporter::default().show(self.sources, std::slice::from_ref::<Diagnostic>(failure));
    }

    fn list(&mut self, most: usize) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let Some(enabled) = self.enabled() else {
            return Ok(());
        };
        let shared = self.game.worker().shared().clone();
        if enabled.is_empty() {
            return writeln!(out, "Nothing is enabled: the marking is dead.");
        }
        writeln!(out, "Enabled:")?;
        for (number, &occurrence) in enabled.iter().enumerate().take(most) {
            let step = Saved::new(&shared.net, &self.game.taken(occurrence)).to_string();
            let step = shorten(&step, WIDTH);
            writeln!(out, "{:>4}  {}", number + 1, visible::line(&step))?;
        }
        match enabled.len().saturating_sub(most) {
            0 => Ok(()),
            more => writeln!(out, "      and {more} more; `l` lists them all"),
        }
    }

    fn choose(&mut self, number: usize) -> io::Result<()> {
        let Some(enabled) = self.enabled() else {
            return Ok(());
        };
        match number.checked_sub(1).and_then(|index| enabled.get(index)) {
            Some(&occurrence) => {
                self.step(occurrence)?;
                self.list(LISTED)
            }
            None if enabled.is_empty() => self.list(LISTED),
            None => writeln!(
                io::stdout(),
                "There is no step {number}; choose one from 1 to {}.",
                enabled.len()
            ),
        }
    }

    fn by_chance(&mut self, steps: u64) -> io::Result<()> {
        let interrupted = self.stop.flag();
        for _ in 0..steps {
            // What fails here is told where the enabled steps are listed.
            let Ok(Some(occurrence)) = self.game.choose(&mut self.chooser) else {
                break;
            };
            if !self.step(occurrence)? || interrupted.load(Ordering::Relaxed) != 0 {
                break;
            }
        }
        self.list(LISTED)
    }

    /// Takes a step and shows it; `false` if its inscriptions fail.
    fn step(&mut self, occurrence: Occurrence) -> io::Result<bool> {
        let mut out = io::stdout().lock();
        let done = self.game.occur(occurrence);
        let printed = self.game.worker().printed();
        if let Err(failure) = done {
            show_printed(&mut out, &printed)?;
            self.tell(&failure);
            return Ok(false);
        }
        let number = self.game.steps() as usize;
        let binding = self.game.binding(occurrence);
        let (worker, before, after) = self.game.last();
        let step = Step {
            binding,
            time: occurrence.clock,
            changes: changes(worker, before, after),
        };
        show_step(&mut out, worker, number, &step)?;
        show_printed(&mut out, &printed)?;
        Ok(true)
    }

    fn go(&mut self, steps: usize) -> io::Result<()> {
        let mut out = io::stdout();
        match self.game.go(steps) {
            Ok(()) => {
                let plural = if steps == 1 { "" } else { "s" };
                writeln!(out, "This is the marking after {steps} step{plural}.")?;
                self.list(LISTED)
            }
            Err(NoWay::TooFar(reach)) => writeln!(
                out,
                "There is no way to step {steps}; choose one from {} to {}.",
                reach.first, reach.last
            ),
            Err(NoWay::Failed(failure)) => {
                self.tell(&failure);
                Ok(())
            }
        }
    }

    fn show_place(&mut self, name: &str) -> io::Result<()> {
        let mut out = io::stdout();
        let shared = self.game.worker().shared().clone();
        let marking = self.game.marking().to_vec();
        let places = &shared.net.places;
        let wanted = ml_form(name);
        let is_meant = |full: &str| {
            let full = ml_form(full);
            let short = full.split_once('\'').map_or(&*full, |(_, short)| short);
            full == wanted || short == wanted
        };
        let mut found = false;
        for (place, net) in places.iter().enumerate() {
            let full = instance_name(&net.name, net.instance);
            if is_meant(&net.name) || full == name {
                found = true;
                let tokens = self.game.worker().show_place(place, &marking);
                writeln!(out, "  {full} {}", visible::line(&tokens))?;
            }
        }
        if found {
            return Ok(());
        }
        let names = places.iter().take(NAMED);
        let names: Vec<String> = names.map(|p| instance_name(&p.name, p.instance)).collect();
        let more = if places.len() > NAMED {
            " and others"
        } else {
            ""
        };
        writeln!(
            out,
            "There is no place `{}`. There are {}{more}.",
            visible::line(name),
            names.join(", ")
        )
    }

    fn save(&mut self, path: &Path) -> io::Result<()> {
        let shared = self.game.worker().shared().clone();
        let written = keep_apart(&[("s", path)], self.inputs, false)
            .and_then(|()| write::write(path, |out| self.head.save(out, self.game, &shared.net)));
        match written {
            Ok(()) => writeln!(
                io::stdout(),
                "Saved; `sweepnet simulate NET --replay {}` does it again.",
                visible::line(&path.to_string_lossy())
            ),
            Err(refusal) => {
                Reporter::default().refuse_once(&refusal);
                Ok(())
            }
        }
    }
}
