//! The same questions asked of the program itself: exit codes, and what it says in JSON.

use super::case::Case;
use super::exact::Words;
use super::naive::step::State;
use serde_json::Value;
use std::fs;
use std::process::Command;

/// The searches.
const SEARCHES: &[&[&str]] = &[
    &[],
    &["--threads", "2"],
    &["--sweep", "1"],
    &["--sweep", "size Top'P0", "--threads", "2"],
    &["--sweep", "0 - size Top'P1"],
];

/// Looks for a state by every search.
pub fn ask(case: &mut Case, state: &State, words: Words, reachable: bool) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("net.yaml"), &case.text).expect("written");
    let predicate = case.exact(state, words, true);
    for search in SEARCHES {
        let output = Command::new(env!("CARGO_BIN_EXE_sweepnet"))
            .current_dir(folder.path())
            .args(["explore", "net.yaml", "--json", "--trace", &predicate])
            .args(*search)
            .output()
            .expect("the program runs");
        let context = || format!("{}\n{search:?} for {predicate}\n{output:#?}", case.text);
        let answer: Value =
            serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", context()));
        let (code, reason, trace) = match reachable {
            true => (0, "found", answer["trace"].is_array()),
            false => (1, "complete", answer["trace"].is_null()),
        };
        assert_eq!(output.status.code(), Some(code), "{}", context());
        assert_eq!(answer["stop_reason"], reason, "{}", context());
        assert!(trace, "{}", context());
    }
}
