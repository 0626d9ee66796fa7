//! Searches that end at a time (`--until-time`), entries of `expect` with reductions, and times in the
//! paths of queries.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};

/// Ends by itself: a message is sent three times at most, and may be late.
const FINITE: &str = r#"
net: finite
declarations: |
  colset NO = int with 0..3 timed;
  colset LATE = int with 1..2;
  var n : NO;
  var d : LATE;
page: P
places:
  Send: {colset: NO, initial: 1`3}
  Net: NO
  Got: {colset: NO}
transitions:
  Try: {in: {Send: n}, out: {Send: n - 1 @+ 3, Net: n @+ d}, guard: n > 0}
  Take: {in: {Net: n}, out: {Got: n}}
"#;

/// Goes on for ever.
const CYCLIC: &str = r#"
net: cyclic
declarations: |
  colset ID = index id with 1..2 timed;
  var i : ID;
page: P
places:
  Work: {colset: ID, initial: ID.all ()}
  Rest: ID
transitions:
  Stop: {in: {Work: i}, out: {Rest: i}, delay: 3}
  Go: {in: {Rest: i}, out: {Work: i}, delay: 2}
symmetries: {ID: all}
"#;

fn file(name: &str, text: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("sweepnet-time-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a file");
    path
}

fn sweepnet(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sweepnet"))
        .env("NO_COLOR", "1")
        .args(arguments)
        .output()
        .expect("the program starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn every_search_finds_the_markings_up_to_a_time_and_no_others() {
    let path = file("finite.yaml", FINITE);
    let path = path.to_str().expect("a path");
    for until in 0..12 {
        let count = format!("length (PredAllNodes (fn n => Mark.time n <= {until}))");
        let dead =
            format!("length (List.filter (fn n => Mark.time n <= {until}) (ListDeadMarkings ()))");
        let asked = sweepnet(&["query", path, "-e", &count, "-e", &dead]);
        let numbers: Vec<u64> = (stdout(&asked).lines())
            .map(|line| {
                line.split(' ')
                    .nth(3)
                    .expect("a number")
                    .parse()
                    .expect("a number")
            })
            .collect();
        let until = until.to_string();
        let ways: [&[&str]; 6] = [
            &[],
            &["--threads", "2"],
            &["--depth-first"],
            &["--sweep", "clock"],
            &["--sweep", "size P'Got"],
            &["--sweep", "1", "--threads", "2"],
        ];
        let mut reasons = Vec::new();
        for way in ways {
            let base = ["explore", path, "--until-time", &until, "--json"];
            let output = sweepnet(&[&base, way].concat());
            let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
            assert_eq!(found["states"], numbers[0], "{until} {way:?}");
            assert_eq!(found["dead_markings"], numbers[1], "{until} {way:?}");
            let whole = found["stop_reason"] == "complete";
            assert_eq!(output.status.code(), Some(if whole { 0 } else { 3 }));
            assert!(whole || found["stop_reason"] == "until_time");
            assert!(whole || found["dead_transitions"].is_null());
            reasons.push(whole);
        }
        assert!(reasons.iter().all(|whole| *whole == reasons[0]), "{until}");
    }
}

#[test]
fn a_search_that_ends_at_a_time_says_so() {
    let path = file("cyclic.yaml", CYCLIC);
    let path = path.to_str().expect("a path");
    let bounded = stdout(&sweepnet(&["explore", path, "--until-time", "7"]));
    assert!(
        bounded.contains("all steps up to time 7 were followed, "),
        "{bounded}"
    );
    assert!(bounded.contains("No dead markings so far"), "{bounded}");
    let never = sweepnet(&[
        "explore",
        path,
        "--until-time",
        "7",
        "--trace",
        "size Work = 3",
    ]);
    assert!(stdout(&never).starts_with("Up to time 7 no marking satisfies size Work = 3"));
    assert_eq!(never.status.code(), Some(3));
    let found = sweepnet(&[
        "explore",
        path,
        "--until-time",
        "7",
        "--trace",
        "time () = 5",
    ]);
    assert_eq!(found.status.code(), Some(0));
    let limited = stdout(&sweepnet(&["explore", path, "--max-states", "50"]));
    assert!(
        limited.contains("--time-equivalence counts these once"),
        "{limited}"
    );
    let reduced = ["explore", path, "--time-equivalence", "--max-states", "2"];
    assert!(!stdout(&sweepnet(&reduced)).contains("The clock runs on"));
    for (name, text, more) in [
        ("cyclic.yaml", CYCLIC, vec!["--time-equivalence"]),
        (
            "untimed.yaml",
            "places: {A: unit}\ntransitions: {T: {in: {A: ()}}}",
            vec![],
        ),
    ] {
        let path = file(name, text);
        let base = [
            "explore",
            path.to_str().expect("a path"),
            "--until-time",
            "7",
        ];
        let refused = sweepnet(&[&base, more.as_slice()].concat());
        assert_eq!(refused.status.code(), Some(2), "{name}");
    }
}

#[test]
fn expected_figures_of_cyclic_nets_are_those_of_a_reduction() {
    let found = |options: &[&str]| {
        let path = file("cyclic.yaml", CYCLIC);
        let base = ["explore", path.to_str().expect("a path"), "--json"];
        let output = sweepnet(&[&base, options].concat());
        let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        (
            found["states"].as_u64().expect("states"),
            found["arcs"].as_u64().expect("arcs"),
        )
    };
    let (timed, both) = (
        found(&["--time-equivalence"]),
        found(&["--time-equivalence", "--symmetry"]),
    );
    let until = found(&["--until-time", "9"]);
    assert!(both.0 < timed.0 && timed != until);
    let expect = format!(
        "expect:
  - {{time-equivalence: true, states: {}, arcs: {}, dead_markings: 0, sccs: 2}}
  - {{time-equivalence: true, symmetry: true, states: {}, arcs: {}}}
  - {{until-time: 9, states: {}, arcs: {}}}
",
        timed.0, timed.1, both.0, both.1, until.0, until.1
    );
    let right = file("expect.yaml", &format!("{CYCLIC}{expect}"));
    let checked = sweepnet(&["check", "--run", right.to_str().expect("a path")]);
    let shown = format!(
        "{}{}",
        stdout(&checked),
        String::from_utf8_lossy(&checked.stderr)
    );
    assert_eq!(checked.status.code(), Some(0), "{shown}");
    assert!(shown.contains("until-time=9"), "{shown}");
    let wrong = expect.replace(&format!("states: {}", timed.0), "states: 12345");
    let wrong = file("wrong.yaml", &format!("{CYCLIC}{wrong}"));
    let checked = sweepnet(&["check", "--run", wrong.to_str().expect("a path")]);
    assert_eq!(checked.status.code(), Some(1));
    let clash = format!("{CYCLIC}expect: {{time-equivalence: true, until-time: 9, states: 1}}\n");
    let clash = file("clash.yaml", &clash);
    let checked = sweepnet(&["check", "--run", clash.to_str().expect("a path")]);
    assert_eq!(checked.status.code(), Some(2));
}

#[test]
fn a_path_says_when_its_steps_occur() {
    let path = file("finite.yaml", FINITE);
    let path = path.to_str().expect("a path");
    let query = "print (PathTo (hd (PredAllNodes (fn n => mssize (Mark.P'Got 1 n) = 1))))";
    let shown = stdout(&sweepnet(&["query", path, "-e", query]));
    assert!(shown.contains("1. P'Try 1: {d=1,n=3} at 0\n"), "{shown}");
    assert!(shown.contains("2. P'Take 1: {n=3} at 1\n"), "{shown}");
    let real = FINITE.replace("net: finite", "net: finite\ntime: real");
    let real = file("real.yaml", &real.replace("@+ 3", "@++ 0.5"));
    let shown = stdout(&sweepnet(&[
        "query",
        real.to_str().expect("a path"),
        "-e",
        query,
    ]));
    assert!(
        shown.contains(" at 0.0\n") || shown.contains(" at 0.5\n"),
        "{shown}"
    );
}
