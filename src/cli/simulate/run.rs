//! A run that goes by itself: by chance, or as it was saved.

use super::tell::Teller;
use super::texts::Texts;
use crate::cli::Exit;
use crate::cli::stop::Stop;
use crate::engine::Failure;
use crate::guard;
use crate::report::Refusal;
use crate::simulate::game::Game;
use crate::simulate::monitors::Monitors;
use crate::simulate::random::Chooser;
use crate::simulate::record::{self, Saved};
use serde::Serialize;
use std::io::{self, Write};
use std::sync::atomic::Ordering;

/// Where a run is to end.
pub struct Goal {
    /// After so many steps.
    pub steps: Option<u64>,
    /// Before the first step after this time.
    pub time: Option<i64>,
    /// After these steps, which are not left to chance.
    pub replay: Option<Vec<Saved>>,
}

/// Why a run ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Nothing is enabled.
    Dead,
    /// As many steps as wanted.
    Steps,
    /// As much time as wanted.
    Time,
    /// All steps of a saved run were done.
    Replayed,
    /// A monitor ended it.
    Monitor,
    /// Ctrl-C.
    Interrupted,
    /// As many seconds as allowed.
    MaxSeconds,
    /// As much memory as allowed.
    Memory,
}

impl Ending {
    /// What a flag asks for, if it asks for something.
    fn asked(flag: usize) -> Option<Ending> {
        match flag {
            guard::RUN => None,
            guard::TIME => Some(Ending::MaxSeconds),
            guard::MEMORY => Some(Ending::Memory),
            _ => Some(Ending::Interrupted),
        }
    }

    /// Whether the run was broken off.
    pub fn is_limit(self) -> bool {
        matches!(
            self,
            Ending::Interrupted | Ending::MaxSeconds | Ending::Memory
        )
    }
}

/// What went wrong.
pub enum Trouble {
    /// An inscription failed.
    Net(Failure),
    /// A monitor failed.
    Monitor(Failure),
    /// A saved step is not enabled.
    Refused(Refusal, Exit),
    /// Standard output.
    Output(io::Error),
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Trouble {
        Trouble::Net(failure)
    }
}

/// Plays until the goal, the end or a limit.
pub fn play(
    game: &mut Game,
    goal: &Goal,
    seed: u64,
    stop: &Stop,
    observers: (&mut Monitors, &mut Texts),
    teller: &mut Teller,
    save: Option<&mut dyn Write>,
) -> Result<Ending, Trouble> {
    let flag = stop.flag();
    let asked = || Ending::asked(flag.load(Ordering::Relaxed));
    let result = steps(game, goal, seed, asked, observers, teller, save);
    match (result, asked()) {
        // The flag ended an evaluation.
        (Err(Trouble::Net(_) | Trouble::Monitor(_)), Some(ending)) => Ok(ending),
        (result, _) => result,
    }
}

fn steps(
    game: &mut Game,
    goal: &Goal,
    seed: u64,
    asked: impl Fn() -> Option<Ending>,
    (monitors, texts): (&mut Monitors, &mut Texts),
    teller: &mut Teller,
    mut save: Option<&mut dyn Write>,
) -> Result<Ending, Trouble> {
    let mut chooser = Chooser::new(seed);
    teller.begin().map_err(Trouble::Output)?;
    let observed = monitors.observe(game, None);
    let printed = game.worker().printed();
    teller.printed(&printed).map_err(Trouble::Output)?;
    let mut ended = observed.map_err(Trouble::Monitor)?;
    loop {
        texts.add(monitors.take_texts());
        if let Some(monitor) = ended {
            teller.ended_by(monitor);
            return Ok(Ending::Monitor);
        }
        if let Some(ending) = asked() {
            return Ok(ending);
        }
        let occurrence = match &goal.replay {
            Some(steps) => {
                let Some(step) = steps.get(game.steps() as usize) else {
                    return Ok(Ending::Replayed);
                };
                record::find(game, step)?.map_err(|r| Trouble::Refused(r, Exit::Failed))?
            }
            None => {
                if goal.steps.is_some_and(|steps| game.steps() >= steps) {
                    return Ok(Ending::Steps);
                }
                match game.choose(&mut chooser)? {
                    Some(occurrence) => occurrence,
                    None => return Ok(Ending::Dead),
                }
            }
        };
        if goal.time.is_some_and(|time| occurrence.clock > time) {
            return Ok(Ending::Time);
        }
        let saved = save.as_ref().map(|_| {
            let taken = game.taken(occurrence);
            Saved::new(&game.worker().shared().net, &taken)
        });
        if let Err(failure) = game.occur(occurrence) {
            let printed = game.worker().printed();
            teller.printed(&printed).map_err(Trouble::Output)?;
            return Err(failure.into());
        }
        // What monitors print belongs to the step.
        let observed = monitors.observe(game, Some(occurrence));
        let printed = game.worker().printed();
        teller
            .step(game, occurrence, &printed)
            .map_err(Trouble::Output)?;
        if let (Some(out), Some(saved)) = (&mut save, saved) {
            // What goes wrong is told at the end.
            let _ = saved.write(*out, game.steps() == 1);
        }
        ended = observed.map_err(Trouble::Monitor)?;
    }
}

/// After a run: monitors look at its last marking, if it came to an end and was not broken off, and their texts are complete.
pub fn end(
    game: &mut Game,
    monitors: &mut Monitors,
    texts: &mut Texts,
    teller: &mut Teller,
    result: Result<Ending, Trouble>,
) -> Result<Ending, Trouble> {
    let ended = match result {
        Err(_) => Ok(()),
        Ok(ending) if ending.is_limit() => Ok(()),
        Ok(_) => monitors.end(game),
    };
    let printed = game.worker().printed();
    teller.printed(&printed).map_err(Trouble::Output)?;
    texts.add(monitors.take_texts());
    let ending = result?;
    ended.map_err(Trouble::Monitor)?;
    Ok(ending)
}
