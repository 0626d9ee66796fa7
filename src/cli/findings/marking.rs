//! A marking: for people a line for each place that has tokens, and as JSON.

use super::shorten;
use crate::engine::Worker;
use crate::visible;
use serde_json::{Value, json};
use std::io::{self, Write};

/// Characters of a place's tokens that are shown unless all are wanted: only enormous ones have more.
const MOST: usize = 2000;

/// For people.
pub fn show_marking(
    out: &mut impl Write,
    worker: &mut Worker,
    state: &[u64],
    full: bool,
) -> io::Result<()> {
    let shared = worker.shared().clone();
    let mut mark = "-";
    let mut cut = false;
    if shared.net.timed {
        let time = shared.net.show_time(worker.clock(state));
        writeln!(out, "  {mark} time {time}")?;
        mark = " ";
    }
    for (place, net) in shared.net.places.iter().enumerate() {
        let shown = worker.show_place(place, state);
        if shown != "empty" {
            let most = if full { usize::MAX } else { MOST };
            let short = shorten(&shown, most);
            cut |= short.len() < shown.len();
            let short = visible::line(&short);
            writeln!(out, "  {mark} {} {short}", net.full_name())?;
            mark = " ";
        }
    }
    if mark == "-" {
        writeln!(out, "  - no tokens at all")?;
    }
    match cut {
        true => writeln!(out, "    (lines are cut; --full shows all of them)"),
        false => Ok(()),
    }
}

/// As JSON, with all places.
pub fn marking_json(worker: &mut Worker, state: &[u64]) -> Value {
    let shared = worker.shared().clone();
    let places = shared.net.places.iter().enumerate().map(|(place, net)| {
        let tokens = worker.show_place(place, state);
        json!({"place": net.name, "instance": net.instance, "tokens": tokens})
    });
    places.collect()
}
