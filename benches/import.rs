//! Models of CPN Tools beside CPN Tools: how long it took for a state space, or how far it came in its time, and what the same takes here, start-up included.
//!
//! The models and the figures of CPN Tools are no part of the project; `../shared/data/cpn` has them where it is present. Each model of more than 1,000 nodes is
//! explored as far as CPN Tools came, in a process of its own, one thread; CPU time of the whole process, the best of five runs. Run with `cargo bench --bench import`, or name
//! models: `cargo bench --bench import -- protocol`.

use nix::sys::resource::{UsageWho, getrusage};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

/// Runs of which the best counts.
const REPEATS: usize = 5;
/// Models with fewer nodes are all start-up.
const NODES: usize = 1000;
/// How many times faster each model is to be.
const WANTED: f64 = 100.0;

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let places = ["../shared/data/cpn", "../../shared/data/cpn"].map(|place| root.join(place));
    let Some(folder) = places.iter().find(|place| place.is_dir()) else {
        println!("skipped: there is no folder with models of CPN Tools");
        return ExitCode::SUCCESS;
    };
    let table = std::fs::read_to_string(folder.join("ORACLE.tsv")).expect("the figures");
    let names: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    let mut lines = table.lines();
    let keys: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    println!("| model | nodes | CPN Tools | Sweepnet | ratio |\n|---|---|---|---|---|");
    let (mut measured, mut slow, mut refused) = (0, 0, Vec::new());
    for line in lines {
        let row: BTreeMap<&str, &str> = keys.iter().copied().zip(line.split('\t')).collect();
        let nodes: usize = row["nodes"].parse().expect("a number");
        let file = row["file"];
        let chosen = names.is_empty() || names.iter().any(|n| file.contains(n.as_str()));
        if nodes <= NODES || !chosen {
            continue;
        }
        let path = folder.join("files").join(file);
        let limit = (row["full"] != "true").then_some(nodes);
        let Some(seconds) = best(&path, limit) else {
            refused.push(file);
            continue;
        };
        let theirs: f64 = row["seconds"].parse().expect("seconds");
        let ratio = theirs / seconds;
        measured += 1;
        slow += usize::from(ratio < WANTED);
        let (whole, mark) = (
            if limit.is_none() { "" } else { "≥ " },
            if ratio < WANTED { " SLOW" } else { "" },
        );
        let ms = seconds * 1e3;
        println!("| {file} | {whole}{nodes} | {theirs:.3} s | {ms:.1} ms | {ratio:.0}{mark} |");
    }
    println!("\n{measured} models, {slow} of them less than {WANTED} times faster");
    for file in refused {
        println!("not explored, since it draws random numbers of very many values: {file}");
    }
    ExitCode::SUCCESS
}

/// CPU seconds of the best run; `None` if the model is refused.
fn best(path: &Path, limit: Option<usize>) -> Option<f64> {
    let mut best = f64::INFINITY;
    for _ in 0..REPEATS {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sweepnet"));
        command.args(["explore", "--threads", "1"]).arg(path);
        if let Some(limit) = limit {
            command.args(["--max-states", &limit.to_string()]);
        }
        let before = used();
        let status = (command.stdout(Stdio::null()).stderr(Stdio::null())).status();
        // 0: done; 3: as many states as wanted.
        if !matches!(status.expect("the program runs").code(), Some(0 | 3)) {
            return None;
        }
        best = best.min(used() - before);
    }
    Some(best)
}

/// User and system time of all children that have ended, in seconds.
fn used() -> f64 {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the system counts");
    [usage.user_time(), usage.system_time()]
        .map(|t| t.tv_sec() as f64 + t.tv_usec() as f64 / 1e6)
        .iter()
        .sum()
}
