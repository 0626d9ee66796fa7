//! One step of a net, for people and as JSON: what occurs, and only the tokens that change.

use crate::engine::Worker;
use crate::explore::trace::Step;
use crate::net::names::instance_name;
use crate::visible;
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// As JSON.
pub fn step_json(worker: &mut Worker, step: &Step) -> Value {
    let shared = worker.shared().clone();
    let transition = &shared.net.transitions[step.binding.transition];
    let values = worker.show_values(&step.binding);
    let names = transition.variables.iter().map(|v| v.name.clone());
    let binding: Map<String, Value> = names.zip(values.into_iter().map(Value::from)).collect();
    let changes: Vec<Value> = (step.changes.iter())
        .map(|change| {
            json!({
                "place": shared.net.places[change.place].name,
                "instance": shared.net.places[change.place].instance,
                "removed": worker.show_items(change.place, &change.removed),
                "added": worker.show_items(change.place, &change.added),
            })
        })
        .collect();
    json!({
        "transition": transition.name,
        "instance": transition.instance,
        "binding": binding,
        "time": shared.net.time_number(step.time),
        "changes": changes,
    })
}

/// For people: what occurs, and under it what changes.
pub fn show_step(
    out: &mut impl Write,
    worker: &mut Worker,
    number: usize,
    step: &Step,
) -> io::Result<()> {
    let shared = worker.shared().clone();
    let transition = &shared.net.transitions[step.binding.transition];
    let name = instance_name(&transition.name, transition.instance);
    let time = match shared.net.timed {
        true => format!(" at {}", shared.net.show_time(step.time)),
        false => String::new(),
    };
    let binding = worker.show_binding(&step.binding);
    writeln!(out, "{number:>4}  {name}{time} {}", visible::line(&binding))?;
    for change in &step.changes {
        let net = &shared.net.places[change.place];
        let place = instance_name(&net.name, net.instance);
        for (sign, items) in [("-", &change.removed), ("+", &change.added)] {
            if !items.is_empty() {
                writeln!(
                    out,
                    "      {sign} {place} {}",
                    visible::line(&worker.show_items(change.place, items))
                )?;
            }
        }
    }
    Ok(())
}
