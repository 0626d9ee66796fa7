//! What is printed does not depend on how often, on how many threads, or in which order markings are found.
//!
//! The program explores nets with many dead markings, of which it shows a few, and writes reports. Its
//! output is compared byte by byte over threads and repetitions, and over methods where these promise the
//! same. In JSON, figures of time and memory are left out. `CASES` is how many nets there are.

#[path = "support/cases.rs"]
mod cases;
#[path = "printed/wide.rs"]
mod wide;

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;
use wide::{KINDS, Style};

/// Nets.
const NETS: usize = 6;
/// Threads of the runs of each search.
const THREADS: [&str; 7] = ["1", "2", "3", "2", "3", "2", "3"];

/// Figures of a run, not of the net.
const OF_THE_RUN: &[&str] = &[
    "bytes_per_state",
    "table_bytes_per_state",
    "peak_store_bytes",
    "max_rss_bytes",
    "seconds",
    "states_per_second",
    "symmetry_comparisons",
];

fn style(number: usize) -> Style {
    let times = [None, Some(false), Some(true)];
    // All processes together stay below the limit, which six times the last is nearly.
    let tokens = ["1", "1", "700000000", "3", "715827882"];
    Style {
        kind: KINDS[number % KINDS.len()],
        real: times[number / 2 % times.len()],
        tokens: tokens[number % tokens.len()],
        processes: 5 + (number / 30 % 2) as u32,
    }
}

fn folder(net: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("net.yaml"), net).expect("written");
    folder
}

/// What the program prints, if it ends well.
fn explore(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_sweepnet"))
        .current_dir(folder)
        .args(["explore", "net.yaml"])
        .args(arguments)
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{arguments:?}: {output:#?}");
    String::from_utf8(output.stdout).expect("text")
}

/// Without figures of the run.
fn scrubbed(json: &str) -> String {
    let mut answer: Value = serde_json::from_str(json).expect("JSON");
    scrub(&mut answer);
    format!("{answer:#}")
}

fn scrub(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !OF_THE_RUN.contains(&name.as_str()));
            fields.values_mut().for_each(scrub);
        }
        Value::Array(values) => values.iter_mut().for_each(scrub),
        _ => {}
    }
}

/// The searches of a net.
fn searches(style: Style) -> Vec<Vec<&'static str>> {
    let mut searches = vec![
        vec![],
        vec!["--full"],
        vec!["--sweep", "size Top'B"],
        vec!["--sweep", "0 - size Top'A"],
    ];
    // Names of colours tell them apart.
    if !wide::net(style).contains("mkstr") {
        searches.push(vec!["--symmetry"]);
        searches.push(vec!["--sweep", "size Top'D", "--symmetry"]);
    }
    if style.real.is_some() {
        searches.push(vec!["--sweep", "clock"]);
        searches.push(vec!["--time-equivalence"]);
    }
    searches
}

fn each(mut test: impl FnMut(Style, &Path)) {
    for number in 0..cases::cases(NETS) {
        let style = style(number);
        let net = wide::net(style);
        let folder = folder(&net);
        test(style, folder.path());
    }
}

#[test]
fn threads_and_repetitions_print_the_same() {
    each(|style, folder| {
        for search in searches(style) {
            let run =
                |threads: &str| explore(folder, &[&search[..], &["--threads", threads]].concat());
            let first = run("1");
            for threads in THREADS {
                let again = run(threads);
                assert_eq!(first, again, "{style:?} {search:?}, {threads} threads");
            }
        }
    });
}

#[test]
fn threads_and_repetitions_print_the_same_json() {
    each(|style, folder| {
        for search in searches(style) {
            let run = |threads: &str| {
                let options = ["--json", "--threads", threads];
                scrubbed(&explore(folder, &[&search[..], &options].concat()))
            };
            let first = run("1");
            for threads in ["2", "3", "2"] {
                let again = run(threads);
                assert_eq!(first, again, "{style:?} {search:?}, {threads} threads");
            }
        }
    });
}

#[test]
fn threads_and_repetitions_write_the_same_report() {
    each(|style, folder| {
        for search in searches(style).iter().filter(|s| s.contains(&"--sweep")) {
            let run = |threads: &str| {
                let options = ["--report", "report.json", "--threads", threads];
                explore(folder, &[&search[..], &options].concat());
                let report = fs::read_to_string(folder.join("report.json")).expect("a report");
                scrubbed(&report)
            };
            let first = run("1");
            for threads in ["2", "3"] {
                let again = run(threads);
                assert_eq!(first, again, "{style:?} {search:?}, {threads} threads");
            }
        }
    });
}

/// The part about dead markings.
fn dead(text: &str) -> &str {
    let start = text.find("dead marking").expect("it has some");
    let end = text.find("Every transition occurs").expect("they do");
    &text[start..end]
}

#[test]
fn all_orders_show_the_same_dead_markings() {
    each(|style, folder| {
        let breadth = explore(folder, &[]);
        assert_eq!(breadth, explore(folder, &["--depth-first"]), "{style:?}");
        let sweeps: &[&[&str]] = &[
            &["--sweep", "size Top'B"],
            &["--sweep", "0 - size Top'A"],
            &["--sweep", "1"],
        ];
        for search in sweeps {
            let swept = explore(folder, search);
            assert_eq!(dead(&breadth), dead(&swept), "{style:?} {search:?}");
        }
    });
}
