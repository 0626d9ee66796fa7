//! Sweeps beside full exploration: what both store, take and need; what it costs to keep the ways to markings; and whether memory stays where it is while a net gets longer.
//!
//! Each run is a process of its own; CPU seconds, best of three. Both methods must find the same state space. Says `SLOW` where a sweep takes more than 1.15 times as long as full exploration or
//! keeping ways adds more than 15 %, and `GROWS` where memory grows by more than 10 %. Run with `cargo bench --bench sweep`, or with the names of some nets behind `--`.

#[path = "../measure/mod.rs"]
mod measure;

use std::path::{Path, PathBuf};
use sweepnet::numbers::grouped;

/// Seconds after which a run is stopped.
const LIMIT: u64 = 590;
/// Runs of which the best counts.
const REPEATS: usize = 3;
/// How much longer a sweep may take, or one that keeps ways.
const SLOW: f64 = 1.15;
/// How much more memory a longer net may need.
const GROWS: f64 = 1.10;

/// Nets with more than 100,000 states, their parameters, and a measure that never decreases.
const NETS: &[(&str, &[&str], &str)] = &[
    ("stop-and-wait", &["packets=2000"], "received"),
    ("small-stop-and-wait", &["packets=100000"], "received"),
    ("lmp", &["devices=5"], "clock"),
    (
        "simple-protocol",
        &["limit=6", "packets=4", "monotone=true"],
        "ms_to_col NextSend + ms_to_col NextRec",
    ),
    ("dining-philosophers", &["n=28"], "0"),
];

/// Packets of ever longer nets.
const LENGTHS: [u32; 3] = [1_000, 10_000, 100_000];

/// What a run found and used.
struct Found {
    space: [u64; 3],
    peak: u64,
    cpu: f64,
    megabytes: f64,
}

fn main() {
    measure::serve();
    let chosen: Vec<String> = (std::env::args().skip(1))
        .filter(|a| !a.starts_with("--"))
        .collect();
    let wanted = |net: &str| chosen.is_empty() || chosen.iter().any(|c| c == net);
    println!("| net | states | peak | full | sweep | ratio | with ways | full MB | sweep MB |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for &(net, set, by) in NETS.iter().filter(|net| wanted(net.0)) {
        compare(net, set, by);
    }
    if wanted("stop-and-wait") {
        lengthen();
    }
}

/// Explores a net in full and by sweeps, and prints a line.
fn compare(net: &str, set: &[&str], by: &str) {
    let full = explore(net, set, &[]);
    let sweep = explore(net, set, &["--sweep", by]);
    let ways = explore(net, set, &["--sweep", by, "--trace", "false"]);
    assert_eq!(sweep.space, full.space, "{net}: sweep");
    assert_eq!(ways.space, full.space, "{net}: with ways");
    let slow = sweep.cpu > SLOW * full.cpu || ways.cpu > SLOW * sweep.cpu;
    println!(
        "| {net} {} by {by} | {} | {} | {:.2} s | {:.2} s | {:.2} | {:.2} s | {:.1} | {:.1} |{}",
        set.join(" "),
        grouped(full.space[0]),
        grouped(sweep.peak),
        full.cpu,
        sweep.cpu,
        sweep.cpu / full.cpu,
        ways.cpu,
        full.megabytes,
        sweep.megabytes,
        if slow { " SLOW" } else { "" },
    );
}

/// Sweeps over ever longer nets whose markings hold ever longer lists.
fn lengthen() {
    println!("\n| packets | states | peak | seconds | MB |\n|---|---|---|---|---|");
    let mut first = None;
    for packets in LENGTHS {
        let set = format!("packets={packets}");
        let found = explore("stop-and-wait", &[&set], &["--sweep", "received"]);
        let least = *first.get_or_insert(found.megabytes);
        let grows = found.megabytes > GROWS * least;
        println!(
            "| {} | {} | {} | {:.2} | {:.1} |{}",
            grouped(u64::from(packets)),
            grouped(found.space[0]),
            grouped(found.peak),
            found.cpu,
            found.megabytes,
            if grows { " GROWS" } else { "" },
        );
    }
}

/// What `sweepnet explore` finds, the best of some runs.
fn explore(net: &str, set: &[&str], options: &[&str]) -> Found {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("nets").join(net);
    let program = PathBuf::from(env!("CARGO_BIN_EXE_sweepnet"));
    let parameters = set.iter().flat_map(|one| ["--set", one]);
    let arguments: Vec<String> = (["explore", ".", "--json"].into_iter())
        .chain(parameters)
        .chain(options.iter().copied())
        .map(str::to_owned)
        .collect();
    let run = measure::best(REPEATS, || {
        measure::run(&program, &arguments, &folder, LIMIT)
    });
    let run = run.expect("it ends in time");
    let answer: serde_json::Value = serde_json::from_str(&run.output).expect("JSON");
    assert_eq!(answer["stop_reason"], "complete");
    let figure = |name: &str| answer[name].as_u64().expect("a count");
    Found {
        space: ["states", "arcs", "dead_markings"].map(figure),
        peak: figure("peak_states"),
        cpu: run.cpu,
        megabytes: run.rss as f64 / 1e6,
    }
}
