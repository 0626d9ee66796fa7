//! `sweepnet simulate`: one run of a net, by chance, by hand, or as it was saved.

mod command;
mod hand;
mod run;
mod tell;
mod texts;

use super::limits::Resources;
use super::net::{Net, Ready};
use super::stop::Stop;
use super::{Exit, output};
use crate::engine::{Engine, Failure};
use crate::file;
use crate::guard::Stage;
use crate::net;
use crate::report::{Refusal, Reporter, json};
use crate::simulate::game::{BACK, Game};
use crate::simulate::monitors::Monitors;
use crate::simulate::record::{self, Run, Saved};
use crate::write::{self, keep_apart};
use clap::Args;
use run::{Ending, Goal};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::span::Sources;
use tell::{Style, Teller};
use texts::Texts;

/// Steps of a run that nothing else ends.
const STEPS: u64 = 1000;

/// Play one run of a net
#[derive(Args, Debug)]
pub struct Simulate {
    #[command(flatten)]
    net: Net,

    /// Choose each step yourself; Enter leaves the choice to chance, `h` shows the commands
    #[arg(short, long, conflicts_with_all = ["steps", "until_time", "json", "quiet"])]
    interactive: bool,

    /// End after so many steps; 1000 unless something else is given that ends the run
    #[arg(long, value_name = "N")]
    steps: Option<u64>,

    /// End before the first step after this time
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(i64).range(0..))]
    until_time: Option<i64>,

    /// Where random numbers begin: the same seed gives the same run
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Save the run to this file
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Do the steps of a saved run, with its parameters and seed
    #[arg(long, value_name = "FILE", conflicts_with_all = ["steps", "until_time", "seed", "set"])]
    replay: Option<PathBuf>,

    /// Write the texts of monitors to files in this folder; without it they are dropped
    #[arg(long, value_name = "DIR", conflicts_with = "interactive")]
    monitor_output: Option<PathBuf>,

    #[command(flatten)]
    limits: Resources,

    /// Print only how the run ended, and what the net itself prints
    #[arg(short, long)]
    quiet: bool,

    /// Print one JSON object on standard output and nothing else there
    #[arg(long)]
    json: bool,
}

impl Simulate {
    /// Plays the run and prints it.
    pub fn run(self) -> io::Result<Exit> {
        let saved = match self.replay.as_deref().map(read).transpose() {
            Ok(saved) => saved,
            Err(refusal) => return self.refuse(&refusal, Exit::Mistake),
        };
        let settings = saved.as_ref().map(Run::settings);
        let stop = self.limits.stop(self.json);
        let mut ready = match self.net.load_with(settings, self.json)? {
            Ok(ready) => ready,
            Err(exit) => return Ok(exit),
        };
        let name = &ready.model.name.text;
        if let Some(saved) = saved.as_ref().filter(|saved| saved.net != *name) {
            let refusal = Refusal {
                message: format!(
                    "The saved run is one of the net {}, not of {name}.",
                    saved.net
                ),
                help: Some("Simulate that net, or change the name in the file.".to_string()),
            };
            return self.refuse(&refusal, Exit::Mistake);
        }
        if self.until_time.is_some() && !ready.net.timed {
            let refusal = Refusal {
                message: format!("{name} has no clock, so no step is ever after a time."),
                help: Some("Say with `--steps` how long the run is to be.".to_string()),
            };
            return self.refuse(&refusal, Exit::Mistake);
        }
        let mut inputs = net::files(&ready.net.session.sources);
        inputs.extend(self.replay.clone());
        let outputs = self.save.as_deref().map(|path| ("--save", path));
        if let Err(refusal) = keep_apart(outputs.as_slice(), &inputs, self.json) {
            return self.refuse(&refusal, Exit::Mistake);
        }
        let seed = saved.as_ref().map(|saved| saved.seed).or(self.seed);
        let head = Run::new(&ready.model, seed.unwrap_or_else(random_seed));
        self.limits.watch(&stop, &mut ready.net.session);
        stop.begin(Stage::Searching);
        let monitors = Monitors::new(std::mem::take(&mut ready.net.observations));
        let sources = ready.net.session.sources.clone();
        let Ready { net, .. } = ready;
        let engine = match Engine::new(net) {
            Ok(engine) => engine,
            Err(failure) => return self.fail(&sources, &failure),
        };
        let steps = saved.map(|saved| saved.steps);
        match self.interactive {
            true => self.by_hand(&engine, &head, steps.as_deref(), (&sources, &inputs), &stop),
            false => self.by_itself(&engine, &head, steps, monitors, (&sources, &inputs), &stop),
        }
    }

    fn by_itself(
        &self,
        engine: &Engine,
        head: &Run,
        steps: Option<Vec<Saved>>,
        mut monitors: Monitors,
        (sources, inputs): (&Sources, &[PathBuf]),
        stop: &Stop,
    ) -> io::Result<Exit> {
        let mut game = Game::new(engine, head.seed, None);
        let net = &game.worker().shared().net;
        let goal = Goal {
            steps: self.steps.or((self.until_time.is_none()).then_some(STEPS)),
            time: self.until_time.map(|time| net.time_ticks(time)),
            replay: steps,
        };
        let style = match (self.json, self.quiet) {
            (true, quiet) => Style::Json { steps: !quiet },
            (false, true) => Style::Quiet,
            (false, false) => Style::Steps,
        };
        let folder = self.monitor_output.as_deref();
        let mut texts = match Texts::begin(folder, monitors.files(), inputs) {
            Ok(texts) => texts,
            Err(refusal) => return self.refuse(&refusal, Exit::Mistake),
        };
        let mut teller = Teller::new(style, head);
        let mut play = |save: Option<&mut dyn Write>| {
            let seed = head.seed;
            run::play(
                &mut game,
                &goal,
                seed,
                stop,
                (&mut monitors, &mut texts),
                &mut teller,
                save,
            )
        };
        let (result, saved) = match &self.save {
            None => (play(None), Ok(())),
            Some(path) => {
                let mut result = None;
                let saved = write::write(path, |out| {
                    head.begin(out)?;
                    result = Some(play(Some(out)));
                    record::end(out)
                });
                match (result, saved) {
                    (Some(result), saved) => (result, saved),
                    (None, Ok(())) => (Ok(Ending::Interrupted), Ok(())),
                    (None, Err(refusal)) => return self.refuse(&refusal, Exit::Mistake),
                }
            }
        };
        let result = run::end(&mut game, &mut monitors, &mut texts, &mut teller, result);
        let mut unwritten = texts.finish();
        let exit = teller.end(&mut game, sources, (&monitors, &texts), result)?;
        // The run is there all the same.
        unwritten.extend(saved.err());
        unwritten
            .iter()
            .for_each(|refusal| Reporter::default().refuse_once(refusal));
        Ok(match unwritten.is_empty() {
            true => exit,
            false => Exit::Mistake,
        })
    }

    fn by_hand(
        &self,
        engine: &Engine,
        head: &Run,
        steps: Option<&[Saved]>,
        (sources, inputs): (&Sources, &[PathBuf]),
        stop: &Stop,
    ) -> io::Result<Exit> {
        let mut game = Game::new(engine, head.seed, Some(BACK));
        let mut out = io::stdout();
        for step in steps.unwrap_or_default() {
            let done = match record::find(&mut game, step) {
                Ok(Ok(occurrence)) => game.occur(occurrence),
                Ok(Err(refusal)) => return self.refuse(&refusal, Exit::Failed),
                Err(failure) => Err(failure),
            };
            tell::show_printed(&mut out, &game.worker().printed())?;
            if let Err(failure) = done {
                return self.fail(sources, &failure);
            }
        }
        hand::Hand::new(&mut game, head, (sources, inputs), stop).talk()?;
        let Some(path) = &self.save else {
            return Ok(Exit::Done);
        };
        match write::write(path, |out| head.save(out, &game, &engine.shared.net)) {
            Ok(()) => Ok(Exit::Done),
            Err(refusal) => self.refuse(&refusal, Exit::Mistake),
        }
    }

    fn refuse(&self, refusal: &Refusal, exit: Exit) -> io::Result<Exit> {
        match self.json {
            true => super::net::failure(vec![refusal.into()])?,
            false => Reporter::default().refuse_once(refusal),
        }
        Ok(exit)
    }

    fn fail(&self, sources: &Sources, failure: &Failure) -> io::Result<Exit> {
        let problems: &[Diagnostic] = std::slice::from_ref(failure);
        match self.json {
            true => super::net::failure(json::diagnostics(sources, problems))?,
            false => Reporter::default().show(sources, problems),
        }
        Ok(output::exit(problems))
    }
}

fn read(path: &Path) -> Result<Run, Refusal> {
    Run::read(&path.display().to_string(), &file::read(path)?)
}

/// A short one, so that people can type it.
fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000_000
}
