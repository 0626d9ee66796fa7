//! Sweepnet beside its peers: CPU seconds for the full state spaces of four models, in one run.
//!
//! Each program runs as a process of its own, start-up included; a peer's model is compiled before. Best of three. All must find the same states and steps.
//! Run with `cargo bench --bench peers`, or `cargo bench --bench peers -- w1 w4` for some models only.

mod native;
mod spin;
mod stateright;

#[path = "../measure/mod.rs"]
mod measure;

use measure::Run;
use std::path::{Path, PathBuf};

/// Runs of which the best counts.
const REPEATS: usize = 3;
/// Seconds after which a program is stopped.
const LIMIT: u64 = 60;
/// The first argument by which this program explores a model itself.
const ITSELF: &str = "explore-one";

/// A model, and what everybody must find.
struct Workload {
    name: &'static str,
    title: &'static str,
    net: &'static str,
    setting: &'static str,
    counts: Counts,
}

/// The size of a state space.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Reachable markings.
    pub states: u64,
    /// Steps between them.
    pub arcs: u64,
}

const fn counts(states: u64, arcs: u64) -> Counts {
    Counts { states, arcs }
}

const WORKLOADS: &[Workload] = &[
    Workload {
        name: "w1",
        title: "dining philosophers, n = 28",
        net: "dining-philosophers",
        setting: "n=28",
        counts: counts(710_647, 10_999_408),
    },
    Workload {
        name: "w2",
        title: "two-phase commit, 12 workers",
        net: "two-phase-commit",
        setting: "workers=12",
        counts: counts(1_062_883, 6_385_485),
    },
    Workload {
        name: "w3",
        title: "small stop-and-wait, 100,000 packets",
        net: "small-stop-and-wait",
        setting: "packets=100000",
        counts: counts(900_000, 1_999_996),
    },
    Workload {
        name: "w4",
        title: "distributed database, n = 11",
        net: "distributed-database",
        setting: "n=11",
        counts: counts(649_540, 4_330_282),
    },
];

fn main() {
    measure::serve();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [first, tool, name] = &arguments[..]
        && first == ITSELF
    {
        let found = match tool.as_str() {
            "native" => native::explore(name),
            _ => stateright::explore(name),
        };
        let Counts { states, arcs } = found.expect("a model that this tool has");
        return println!("{states} {arcs}");
    }
    let chosen = |w: &&Workload| {
        let mut names = arguments.iter().filter(|a| !a.starts_with("--")).peekable();
        names.peek().is_none() || names.any(|n| n == w.name)
    };
    let folder = tempfile::tempdir().expect("a folder for SPIN's files");
    for workload in WORKLOADS.iter().filter(chosen) {
        compare(workload, folder.path());
    }
}

/// Measures all programs on one model and prints a table.
fn compare(workload: &Workload, folder: &Path) {
    let Counts { states, arcs } = workload.counts;
    println!(
        "\n{}: {}: {states} states, {arcs} arcs",
        workload.name, workload.title
    );
    println!("{:<20}{:>8}{:>8}{:>9}", "", "CPU s", "ratio", "RSS MB");
    let own = measure::best(REPEATS, || sweepnet(workload, 1));
    let row = |title: &str, run: Option<&Run>| {
        let Some(run) = run else {
            return println!("{title:<20}{:>8}", format!("> {LIMIT}"));
        };
        let ratio = own.as_ref().map(|own| format!("{:.2}", run.cpu / own.cpu));
        let ratio = ratio.unwrap_or_default();
        let megabytes = run.rss as f64 / 1e6;
        println!("{title:<20}{:>8.2}{ratio:>8}{megabytes:>9.1}", run.cpu);
    };
    row("Sweepnet", own.as_ref());
    if native::explores(workload.name) {
        let run = measure::best(REPEATS, || itself(workload, "native"));
        row("native code", run.as_ref());
    }
    match spin::compile(workload.name, folder) {
        Ok(pan) => {
            let run = || pan.run(workload.counts, LIMIT);
            row("SPIN", measure::best(REPEATS, run).as_ref());
        }
        Err(absent) => println!("{:<20}skipped: {absent}", "SPIN"),
    }
    let run = measure::best(REPEATS, || itself(workload, "stateright"));
    row("Stateright", run.as_ref());
    let two = measure::best(REPEATS, || sweepnet(workload, 2));
    if let (Some(one), Some(two)) = (own, two) {
        println!(
            "Sweepnet on the clock: one thread {:.2} s, two threads {:.2} s, gain {:.2}",
            one.wall,
            two.wall,
            one.wall / two.wall
        );
    }
}

/// The command `sweepnet explore`.
fn sweepnet(workload: &Workload, threads: usize) -> Option<Run> {
    let nets = Path::new(env!("CARGO_MANIFEST_DIR")).join("nets");
    let program = PathBuf::from(env!("CARGO_BIN_EXE_sweepnet"));
    let threads = threads.to_string();
    let arguments = [
        "explore",
        workload.net,
        "--set",
        workload.setting,
        "--threads",
        &threads,
        "--json",
    ];
    let run = measure::run(&program, &arguments.map(String::from), &nets, LIMIT)?;
    let answer: serde_json::Value = serde_json::from_str(&run.output).expect("JSON");
    let figure = |name: &str| answer[name].as_u64().expect("a count");
    let found = counts(figure("states"), figure("arcs"));
    agree("Sweepnet", found, workload.counts);
    Some(run)
}

/// This program, told to explore a model by one of the tools that are compiled into it.
fn itself(workload: &Workload, tool: &str) -> Option<Run> {
    let this = std::env::current_exe().expect("the benchmark knows where it is");
    let arguments = [ITSELF, tool, workload.name].map(String::from);
    let run = measure::run(&this, &arguments, Path::new("."), LIMIT)?;
    let (states, arcs) = (run.output.trim().split_once(' ')).expect("two figures");
    let figure = |text: &str| text.parse().expect("a count");
    agree(tool, counts(figure(states), figure(arcs)), workload.counts);
    Some(run)
}

/// Ends the benchmark if somebody found something else.
pub fn agree(tool: &str, found: Counts, expected: Counts) {
    assert_eq!(found, expected, "{tool} found another state space");
}
