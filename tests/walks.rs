//! A simulation is a path of the net.
//!
//! Long random runs of nets whose values, counts and clocks grow: after each step the whole marking is
//! what the naive interpreter makes of the same step, and now and then the same steps are enabled. `CASES` is how many nets each test
//! walks through, `STEPS` how many steps in each, `SEED` which ones.

#[path = "support/cases.rs"]
mod cases;
#[path = "walks/gadgets.rs"]
mod gadgets;
mod naive;
#[path = "walks/told.rs"]
mod told;

use gadgets::{Chance, Time};
use naive::net::{Instants, Net};
use naive::space::{describe, label};
use naive::unfold::LIBRARY;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use std::collections::BTreeSet;
use std::path::Path;
use sweepnet::engine::Engine;
use sweepnet::net::{Loaded, load_into};
use sweepnet::simulate::game::Game;
use sweepnet::simulate::random::Chooser;

/// Nets of each test.
const NETS: usize = 12;
/// Steps of each net.
const STEPS: usize = 1500;
/// Steps between two comparisons of all that is enabled.
const ENABLED: usize = 16;

fn load(text: &str) -> Loaded {
    let session = LIBRARY.clone();
    load_into(
        session,
        "walk.yaml",
        text.into(),
        Path::new(""),
        "walk",
        &[],
    )
}

/// Walks through a net: in what the game differs from the naive interpreter.
fn walk(
    text: &str,
    seed: u64,
    steps: usize,
    back: Option<usize>,
    shaky: bool,
) -> Result<(), String> {
    let loaded = load(text);
    let (Some(model), Some(flat)) = (&loaded.model, loaded.net) else {
        return Err(format!("refused: {:#?}", loaded.diagnostics));
    };
    let mut net = Net::new(model, &loaded.sources);
    net.instants = Instants::Stamps;
    let mut engine = Engine::new(flat).map_err(|failure| format!("{failure:#?}"))?;
    engine.shaky = shaky.then_some(seed);
    let mut game = Game::new(&engine, seed, back);
    let mut chooser = Chooser::new(seed);
    let mut state = net.initial();
    for number in 0..steps {
        let (here, expected) = (told::marking(&mut game), describe(&mut net, &state));
        if here != expected {
            return Err(format!(
                "before step {number}: {here}\ninstead of {expected}"
            ));
        }
        let chosen = game
            .choose(&mut chooser)
            .map_err(|failure| format!("{failure:#?}"))?;
        let successors = net.successors(&state);
        if number % ENABLED == 0 {
            let enabled = game
                .enabled()
                .map_err(|failure| format!("{failure:#?}"))?
                .to_vec();
            let ours: BTreeSet<String> = (enabled.into_iter())
                .map(|occurrence| told::step(&mut game, occurrence))
                .collect();
            let theirs: BTreeSet<String> = (successors.iter())
                .map(|(binding, _)| label(&mut net, binding))
                .collect();
            if ours != theirs {
                return Err(format!(
                    "enabled in {here}: {ours:#?}\ninstead of {theirs:#?}"
                ));
            }
        }
        let Some(chosen) = chosen else {
            return Err(format!("the net ends after {number} steps: {here}"));
        };
        let step = told::step(&mut game, chosen);
        let same = |(binding, _): &&(_, _)| label(&mut net, binding) == step;
        let Some((_, next)) = successors.iter().find(same) else {
            return Err(format!("step {number}: {step} is not enabled in {here}"));
        };
        if chosen.clock != next.clock {
            return Err(format!(
                "step {number}: {step} at {} in {here}",
                chosen.clock
            ));
        }
        state = next.clone();
        game.occur(chosen)
            .map_err(|failure| format!("{failure:#?}"))?;
    }
    Ok(())
}

fn walks(part: u64, time: Time) {
    let mut random = Pcg64::from_seed(cases::seed(part));
    let steps = cases::number("STEPS").map_or(STEPS, |steps| steps as usize);
    for number in 0..cases::cases(NETS) as u64 {
        let text = gadgets::net(&mut Chance(|| random.next_u64() >> 1), time);
        // With a way back, all old markings are translated where tables are renewed.
        let back = number.is_multiple_of(3).then_some(20);
        if let Err(problem) = walk(&text, number, steps, back, number % 2 == 1) {
            panic!("{text}\nseed {number}: {problem}");
        }
    }
}

#[test]
fn every_marking_of_a_run_without_time_is_that_of_the_steps_taken() {
    walks(1, Time::None);
}

#[test]
fn every_marking_of_a_run_with_time_is_that_of_the_steps_taken() {
    walks(2, Time::Whole);
}

#[test]
fn every_marking_of_a_run_in_real_time_is_that_of_the_steps_taken() {
    walks(3, Time::Real);
}
