//! Nets in YAML: any text is a net or gets messages. A net without errors plays a few steps, goes
//! back, is explored a little, and is what one of a few commands is about.

use super::alarm::Alarm;
use super::{MEMORY, commands, load, show};
use sweepnet::engine::Engine;
use sweepnet::explore::control::Control;
use sweepnet::explore::full::{Order, explore};
use sweepnet::net::flat::FlatNet;
use sweepnet::simulate::game::Game;
use sweepnet::simulate::random::Chooser;

/// Steps of the run.
const STEPS: usize = 20;
/// Markings one can go back to.
const BACK: usize = 8;
/// Markings of the search.
const STATES: usize = 300;

/// Takes a text as a net.
pub fn run(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    let alarm = Alarm::start();
    let loaded = load("net.yaml", text, &[], &alarm);
    show(&loaded.sources, &loaded.problems());
    let Some(net) = loaded.net else {
        return false;
    };
    walk(net, &alarm);
    if !alarm.rang() {
        commands::about(text);
    }
    true
}

/// Plays a few steps of a net and explores it within limits. A net whose inscriptions fail ends
/// early, with a message.
pub fn walk(net: FlatNet, alarm: &Alarm) {
    let sources = net.session.sources.clone();
    let ended = Engine::new(net).and_then(|engine| {
        play(&engine, alarm)?;
        let mut control = Control::default();
        control.max_states = Some(STATES);
        control.memory = Some(MEMORY);
        control.interrupt = Some(alarm.flag());
        explore(engine, &mut control, Order::Breadth, None)
    });
    if let Err(failure) = ended {
        show(&sources, &[*failure]);
    }
}

fn play(engine: &Engine, alarm: &Alarm) -> Result<(), sweepnet::engine::Failure> {
    let mut game = Game::new(engine, 1, Some(BACK));
    let mut chooser = Chooser::new(1);
    for step in 0..STEPS {
        if alarm.rang() {
            return Ok(());
        }
        let Some(occurrence) = game.choose(&mut chooser)? else {
            break;
        };
        game.occur(occurrence)?;
        let marking = game.marking().to_vec();
        game.worker().show(&marking);
        if step == STEPS / 2 {
            let back = game.steps() as usize - BACK / 2;
            game.go(back).expect("this marking is still kept");
        }
    }
    Ok(())
}
