//! Counts the instructions of whole runs of `sweepnet` and compares them with the counts in
//! `baseline.tsv`, so that a slower hot path is noticed on a busy machine too.
//!
//! Callgrind counts what one thread executes, so a count does not depend on the load of the
//! machine; two runs of one binary differ by less than 0.01 %. Needs `valgrind` and is skipped
//! without it. Fails if the geometric mean of the ratios is above 1.02, or if the ratio of an
//! instance is above its limit, which is 1.05 unless the baseline has a reason for another one.
//! Run with `cargo bench --bench instructions`, name instances behind `--` for some of them, and
//! add `--update` to write a new baseline: `cargo bench --bench instructions -- timed --update`.

mod baseline;

use baseline::Baseline;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use sweepnet::numbers::grouped;

/// Highest geometric mean of all ratios.
const MEAN: f64 = 1.02;
/// Folder in which the runs take place: the root of the repository.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Name of an instance, what it covers, and its command line.
type Instance = (&'static str, &'static str, &'static [&'static str]);

/// Each takes less than half a second without Callgrind. `--memory` keeps the limit independent of
/// the machine.
#[rustfmt::skip]
const INSTANCES: &[Instance] = &[
    ("start", "read and check a net", &["check", "nets/lmp"]),
    ("dense", "one bit for each token",
        &["explore", "nets/dining-philosophers", "--set", "n=24", "--memory", "4G"]),
    ("counters", "counters of several bits",
        &["explore", "nets/simple-protocol", "--set", "limit=5", "--memory", "4G"]),
    ("sparse", "tokens that do not recur",
        &["explore", "nets/small-stop-and-wait", "--set", "packets=30000", "--memory", "4G"]),
    ("lists", "growing lists of strings",
        &["explore", "nets/stop-and-wait", "--set", "packets=500", "--memory", "4G"]),
    ("values", "functions over nested records",
        &["explore", "benches/nets/structured.yaml", "--memory", "4G"]),
    ("timed", "tokens with time stamps",
        &["explore", "nets/lmp", "--set", "devices=4", "--memory", "4G"]),
    ("sweep", "a sweep by a measure of the net",
        &["explore", "nets/distributed-database", "--set", "n=8", "--sweep", "handled",
            "--memory", "4G"]),
    ("symmetry", "representatives of orbits",
        &["explore", "nets/lmp", "--set", "devices=5", "--symmetry", "--memory", "4G"]),
    ("equivalence", "markings shifted to time 0",
        &["explore", "nets/lmp", "--set", "phase=full", "--set", "devices=3",
            "--time-equivalence", "--memory", "4G"]),
    ("query", "the query script of a net",
        &["query", "nets/distributed-database", "nets/distributed-database/queries.sml",
            "--set", "n=7", "--memory", "4G"]),
    ("simulate", "one run of 100,000 steps",
        &["simulate", "nets/distributed-database", "--steps", "100000", "--seed", "1", "-q"]),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let update = arguments.iter().any(|argument| argument == "--update");
    let chosen: Vec<&String> = (arguments.iter())
        .filter(|argument| !argument.starts_with("--"))
        .collect();
    if let Some(unknown) = chosen.iter().find(|c| INSTANCES.iter().all(|i| i.0 != **c)) {
        println!("There is no instance `{unknown}`.");
        return ExitCode::FAILURE;
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("Skipped: valgrind, which counts the instructions, is not installed.");
        return ExitCode::SUCCESS;
    }
    let mut baseline = Baseline::read();
    let compiler = compiler();
    if !update && baseline.compiler != compiler {
        println!("The baseline was counted with {},", baseline.compiler);
        println!("this binary was compiled by {compiler}:");
        println!("ratios show the difference between the compilers too.\n");
    }
    println!("| instance | what | instructions | baseline | ratio |");
    println!("|---|---|---|---|---|");
    let (mut good, mut ratios) = (true, Vec::new());
    for (name, what, command) in INSTANCES {
        if !chosen.is_empty() && chosen.iter().all(|c| c != name) {
            continue;
        }
        let found = count(command);
        let counted = grouped(found);
        match baseline.entry(name) {
            Some(entry) => {
                let ratio = found as f64 / entry.instructions as f64;
                let slow = ratio > entry.limit;
                good &= !slow;
                if entry.reason.is_empty() {
                    ratios.push(ratio);
                }
                println!(
                    "| {name} | {what} | {counted} | {} | {ratio:.4} |{}{}",
                    grouped(entry.instructions),
                    if slow { " SLOW" } else { "" },
                    entry.remark(),
                );
            }
            None => {
                good = false;
                println!("| {name} | {what} | {counted} | – | – | NEW");
            }
        }
        baseline.set(name, found);
    }
    if !ratios.is_empty() {
        let logarithms = ratios.iter().map(|ratio| libm::log(*ratio));
        let mean = libm::exp(logarithms.sum::<f64>() / ratios.len() as f64);
        let slow = mean > MEAN;
        good &= !slow;
        let verdict = if slow { " SLOW" } else { "" };
        println!("\nGeometric mean of the ratios: {mean:.4}{verdict}");
    }
    if update {
        baseline.compiler = compiler;
        baseline.write();
        println!("The baseline was written.");
        return ExitCode::SUCCESS;
    }
    match good {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// Instructions of one run. Ends the benchmark if the run fails.
///
/// The environment is emptied because its size moves the stack. Callgrind itself places all memory
/// at the same addresses in each run.
fn count(command: &[&str]) -> u64 {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(env!("CARGO_BIN_EXE_sweepnet"))
        .args(command)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .current_dir(Path::new(ROOT))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .output()
        .expect("valgrind starts");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?} failed:\n{text}");
    (text.lines())
        .filter_map(|line| line.rsplit_once("Collected : "))
        .find_map(|(_, figure)| figure.trim().parse().ok())
        .unwrap_or_else(|| panic!("Callgrind printed no count:\n{text}"))
}

/// The version of the compiler: it decides about the instructions as much as the source does.
fn compiler() -> String {
    let version = Command::new("rustc").arg("--version").output();
    match version {
        Ok(output) => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        Err(_) => "an unknown compiler".to_owned(),
    }
}
