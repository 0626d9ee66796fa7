//! Markings and steps of a game in the words of the naive interpreter.

use sweepnet::engine::Occurrence;
use sweepnet::simulate::game::Game;

/// The marking, as `naive::space::describe` writes it.
pub fn marking(game: &mut Game) -> String {
    let (state, clock) = (game.marking().to_vec(), game.clock());
    let worker = game.worker();
    let shared = worker.shared().clone();
    let mut lines = Vec::new();
    for (index, place) in shared.net.places.iter().enumerate() {
        for item in worker.tokens_of(index, &state) {
            let stamp = match place.timed {
                true => format!("@{}", item.stamp),
                false => String::new(),
            };
            let colour = worker.show_token(index, item.token);
            let (name, instance, count) = (&place.name, place.instance, item.count);
            lines.push(format!("{name} {instance}: {count}`{colour}{stamp}"));
        }
    }
    lines.sort();
    format!("{clock}\n{}", lines.join("\n"))
}

/// A step, as `naive::space::label` writes it.
pub fn step(game: &mut Game, occurrence: Occurrence) -> String {
    let binding = game.binding(occurrence);
    let worker = game.worker();
    let shown = worker.show_binding(&binding);
    let net = &worker.shared().net.transitions[binding.transition];
    format!("{} {} {shown}", net.name, net.instance)
}
