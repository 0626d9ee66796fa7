//! The lock management protocol by four methods: full exploration, the sweep-line method by clock, symmetry, and both together.
//!
//! Prints the table of `docs/lmp.md`: what each method stores and how long it takes, in per cent of full exploration. Each run is a process of its own and its CPU seconds are taken, best of three; with
//! millions of states one run is enough. All methods must agree on the state space. Run with `cargo bench --bench lmp`, or `cargo bench --bench lmp -- AM:3 VM:4` for some configurations.

#[path = "../measure/mod.rs"]
mod measure;

use std::path::{Path, PathBuf};
use sweepnet::numbers::grouped;

/// Seconds after which a run is stopped.
const LIMIT: u64 = 590;
/// Runs of which the best counts.
const REPEATS: usize = 3;
/// With so many devices there are millions of states, and one run is enough.
const LARGE: u32 = 6;
/// Sizes of the system.
const DEVICES: std::ops::RangeInclusive<u32> = 3..=6;

/// What a method found and used.
struct Found {
    states: u64,
    arcs: u64,
    dead: u64,
    /// Markings that the states stand for, and how many of them are dead.
    stands_for: (u64, u64),
    peak: u64,
    cpu: f64,
    megabytes: f64,
}

fn main() {
    measure::serve();
    let chosen: Vec<String> = (std::env::args().skip(1))
        .filter(|a| !a.starts_with("--"))
        .collect();
    println!(
        "| configuration | states | sweep: peak % | time % | symmetry: states % | time % | combined: peak % | time % | memory: full MB | combined MB |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for master in ["AM", "VM"] {
        for devices in DEVICES {
            let name = format!("{master}:{devices}");
            if chosen.is_empty() || chosen.contains(&name) {
                row(&name, master, devices);
            }
        }
    }
}

/// Explores a configuration by all methods and prints a line.
fn row(name: &str, master: &str, devices: u32) {
    let run = |options: &[&str]| explore(master, devices, options);
    let full = run(&[]);
    let sweep = run(&["--sweep", "clock"]);
    let symmetry = run(&["--symmetry"]);
    let combined = run(&["--sweep", "clock", "--symmetry"]);
    let space = |found: &Found| (found.states, found.arcs, found.dead);
    assert_eq!(space(&sweep), space(&full), "{name}: sweep");
    assert_eq!(symmetry.stands_for, full.stands_for, "{name}: symmetry");
    assert_eq!(space(&combined), space(&symmetry), "{name}: combined");
    let states = |found: u64| 100.0 * found as f64 / full.states as f64;
    let time = |found: &Found| 100.0 * found.cpu / full.cpu;
    println!(
        "| {name} | {} | {:.1} | {:.0} | {:.1} | {:.0} | {:.2} | {:.0} | {:.0} | {:.0} |",
        grouped(full.states),
        states(sweep.peak),
        time(&sweep),
        states(symmetry.states),
        time(&symmetry),
        states(combined.peak),
        time(&combined),
        full.megabytes,
        combined.megabytes,
    );
}

/// What `sweepnet explore` finds, the best of some runs.
fn explore(master: &str, devices: u32, options: &[&str]) -> Found {
    let net = Path::new(env!("CARGO_MANIFEST_DIR")).join("nets/lmp");
    let program = PathBuf::from(env!("CARGO_BIN_EXE_sweepnet"));
    let (kind, size) = (format!("master={master}"), format!("devices={devices}"));
    let command = ["explore", ".", "--json", "--set", &kind, "--set", &size];
    let arguments: Vec<String> = (command.iter().chain(options))
        .map(|a| a.to_string())
        .collect();
    let repeats = if devices < LARGE { REPEATS } else { 1 };
    let run = measure::best(repeats, || measure::run(&program, &arguments, &net, LIMIT));
    let run = run.expect("it ends in time");
    let answer: serde_json::Value = serde_json::from_str(&run.output).expect("JSON");
    assert_eq!(answer["stop_reason"], "complete");
    let figure = |name: &str| answer[name].as_u64().expect("a count");
    let (states, dead) = (figure("states"), figure("dead_markings"));
    let represented = |name: &str, otherwise| answer[name].as_u64().unwrap_or(otherwise);
    Found {
        states,
        arcs: figure("arcs"),
        dead,
        stands_for: (
            represented("represented_states", states),
            represented("represented_dead_markings", dead),
        ),
        peak: figure("peak_states"),
        cpu: run.cpu,
        megabytes: run.rss as f64 / 1e6,
    }
}
