//! Saved runs: any text is a run of one of a few nets or is refused. The steps are done as far as
//! they are enabled; the run that comes of them can be saved, read again and is the same.

use super::alarm::Alarm;
use super::{load, show};
use sweepnet::engine::{Engine, Failure};
use sweepnet::net::model::Model;
use sweepnet::simulate::game::Game;
use sweepnet::simulate::record::{self, Run};

/// Markings one can go back to.
const BACK: usize = 4;

/// Nets by name: with strings, with stamps, with instances of pages, with records and real time.
const NETS: &[(&str, &str)] = &[
    (
        "stop-and-wait",
        include_str!("../../../nets/stop-and-wait/net.yaml"),
    ),
    (
        "timed-protocol",
        include_str!("../../../nets/timed-protocol/net.yaml"),
    ),
    (
        "hierarchical-protocol",
        include_str!("../../../nets/hierarchical-protocol/net.yaml"),
    ),
    ("small", include_str!("small.yaml")),
];

/// Takes a text as a saved run.
pub fn run(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    let Ok(run) = Run::read("run.json", text) else {
        return false;
    };
    let Some((_, net)) = NETS.iter().find(|(name, _)| *name == run.net) else {
        return false;
    };
    let alarm = Alarm::start();
    let loaded = load("net.yaml", *net, &run.settings(), &alarm);
    show(&loaded.sources, &loaded.problems());
    let (Some(model), Some(net)) = (loaded.model, loaded.net) else {
        return false;
    };
    let sources = net.session.sources.clone();
    let done = Engine::new(net).and_then(|engine| replay(&engine, &model, &run, &alarm));
    if let Err(failure) = done {
        show(&sources, &[*failure]);
    }
    true
}

fn replay(engine: &Engine, model: &Model, run: &Run, alarm: &Alarm) -> Result<(), Failure> {
    let mut game = Game::new(engine, run.seed, Some(BACK));
    for step in &run.steps {
        if alarm.rang() {
            return Ok(());
        }
        match record::find(&mut game, step)? {
            Ok(occurrence) => game.occur(occurrence)?,
            Err(_) => break,
        }
    }
    let mut text = Vec::new();
    let head = Run::new(model, run.seed);
    let saved = head.save(&mut text, &game, &engine.shared.net);
    saved.expect("memory takes what is written");
    let text = String::from_utf8(text).expect("JSON is text");
    let again = Run::read("again.json", &text).expect("a saved run can be read");
    assert_eq!(again.steps.len() as u64, game.steps());
    for (step, before) in again.steps.iter().zip(&run.steps) {
        assert_eq!(step.binding, before.binding);
        assert!(before.time.is_none() || before.time == step.time);
    }
    Ok(())
}
