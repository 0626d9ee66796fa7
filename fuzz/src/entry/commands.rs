//! Command lines: each line of the input is one argument. The command runs in a temporary folder
//! with a net (`net.yaml`), its exported model (`model.cpn`), a saved run (`run.json`) and a script
//! (`script.sml`). Standard input must be empty.

use super::alarm::Alarm;
use super::load;
use super::sandbox::{Sandbox, leads_outside};
use clap::Parser;
use std::sync::LazyLock;
use sweepnet::cli::Arguments;
use sweepnet::export::cpn;

const NET: &str = include_str!("small.yaml");
const SCRIPT: &str = "length (ListDeadMarkings ());\nNoOfNodes ();\n";
const RUN: &str = r#"{"net": "small", "seed": 1, "steps": [
    {"transition": "Top'Arrive", "binding": {"i": "id(2)"}},
    {"transition": "Top'Arrive", "binding": {"i": "id(1)"}}]}"#;

/// Most digits of a number: larger ones ask for long work.
const DIGITS: usize = 4;
/// Most threads.
const THREADS: usize = 4;

/// Command lines about any net. The limits of the command line keep them short.
const ABOUT: &[&str] = &[
    "explore net.yaml --sweep 0 --symmetry --log log.csv --plot plot.svg",
    "explore net.yaml --sweep clock --gc 3 --trace false",
    "explore net.yaml --time-equivalence --symmetry --sccs --full",
    "explore net.yaml --threads 2",
    "explore net.yaml --report report.html",
    "explore net.yaml --depth-first --json",
    "query net.yaml --max-steps 9999 --time-equivalence -e ListHomeMarkings() -e ListLiveTIs()",
    "query net.yaml --max-steps 9999 -e SccNoOfArcs() -e ListFairTIs() -e PathTo(NoOfNodes())",
    "simulate net.yaml --steps 30 --seed 1 --save saved.json --monitor-output texts",
    "draw net.yaml -o net.svg",
    "draw net.yaml --space --max-states 30 -o space.dot",
    "export net.yaml -o model.cpn",
];
/// Limits that `explore` and `query` take.
const SHORT: &str = "--max-states 300 --max-seconds 1 --memory 512M";

static MODEL: LazyLock<String> = LazyLock::new(|| {
    let loaded = load("net.yaml", NET, &[], &Alarm::start());
    let (model, net) = (loaded.model.expect("a model"), loaded.net.expect("a net"));
    cpn::write(&model, &net).text
});

/// Takes a text as a command line.
pub fn run(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    let mut arguments: Vec<&str> = vec!["sweepnet"];
    arguments.extend(text.lines());
    if leads_outside(text) || is_long(&arguments) {
        return false;
    }
    let _sandbox = Sandbox::enter(&[
        ("net.yaml", NET.as_bytes()),
        ("model.cpn", MODEL.as_bytes()),
        ("run.json", RUN.as_bytes()),
        ("script.sml", SCRIPT.as_bytes()),
    ]);
    match Arguments::try_parse_from(arguments) {
        Ok(arguments) => {
            arguments.run();
            true
        }
        Err(error) => {
            error.to_string();
            false
        }
    }
}

/// Runs one of a few command lines about a net, chosen by the text of the net.
pub fn about(net: &str) {
    let sum: usize = net.bytes().map(usize::from).sum();
    let line = ABOUT[sum % ABOUT.len()];
    let limits = match line.starts_with("explore") || line.starts_with("query") {
        true => SHORT,
        false => "",
    };
    let words = [line, limits].map(str::split_whitespace);
    let arguments = ["sweepnet"].into_iter().chain(words.into_iter().flatten());
    let _sandbox = Sandbox::enter(&[("net.yaml", net.as_bytes())]);
    (Arguments::try_parse_from(arguments).expect("a command line")).run();
}

/// Whether a command line asks for long work: large limits, many threads, or an evaluation without
/// a limit of its steps.
fn is_long(arguments: &[&str]) -> bool {
    let large = |argument: &&str| {
        let mut numbers = argument.split(|c: char| !c.is_ascii_digit());
        numbers.any(|number| number.len() > DIGITS)
    };
    // The value of an option, in the next argument or behind `=`.
    let value = |name: &str| {
        let found = arguments.iter().position(|a| a.starts_with(name))?;
        let (_, attached) = arguments[found].split_once('=').unzip();
        attached.or_else(|| arguments.get(found + 1).copied())
    };
    let above = |name: &str, most: usize| {
        value(name).is_some_and(|value| value.parse().is_ok_and(|value: f64| value > most as f64))
    };
    let evaluates = arguments
        .iter()
        .any(|a| *a == "eval" || *a == "repl" || *a == "query");
    arguments.iter().any(large)
        || above("--max-seconds", 1)
        || above("--threads", THREADS)
        || (evaluates && value("--max-steps").is_none())
}
