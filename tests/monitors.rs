//! What monitors observe while `sweepnet simulate` runs, and what they write.

use serde_json::Value;
use std::fs;

#[path = "support/simulating.rs"]
mod simulating;
use simulating::{TURNS, complaint, folder, simulate, stdout};

/// Five tokens go one by one: nothing is left to chance.
const MOVES: &str = "\
net: moves
page: Top
places: {A: {colset: unit, initial: 5`()}, B: unit}
transitions: {Go: {in: {A: ()}, out: {B: ()}}}
monitors:
  left: size Top'A
  moved: {count: Top'Go}
";

/// A number that is there longer and longer: 1 and 2 at time 0, 3 from 1, 4 from 3, 5 from 6.
const LONGER: &str = "\
net: longer
declarations: \"colset N = int timed; var n : N;\"
page: Top
places: {Counter: {colset: N, initial: 1`1}}
transitions: {Tick: {in: {Counter: n}, out: {Counter: n + 1}, delay: \"@+ n\"}}
monitors:
  number: ms_to_col (ms Top'Counter)
  half: real (ms_to_col (ms Top'Counter)) / 2.0
";

#[test]
fn monitors_collect_numbers_and_count() {
    let folder = folder(MOVES);
    let text = stdout(&simulate(folder.path(), &["--quiet", "--seed", "1"], ""));
    // 5, 4, 3, 2, 1, 0: the squares of the differences from 2.5 add up to 17.5.
    let table = "  monitor  count  sum  mean  min  max  deviation\n  left         6   15   2.5    0    5     1.8708\n  moved        5\n";
    assert!(text.ends_with(table), "{text}");
}

#[test]
fn monitors_weigh_numbers_by_time() {
    let folder = folder(LONGER);
    let arguments = ["--json", "--quiet", "--seed", "1", "--steps", "4"];
    let text = stdout(&simulate(folder.path(), &arguments, ""));
    let found: Value = serde_json::from_str(&text).expect("JSON");
    let number = &found["monitors"][0];
    assert_eq!(number["count"], 5);
    assert_eq!(
        (number["sum"].as_f64(), number["mean"].as_f64()),
        (Some(15.0), Some(3.0))
    );
    assert_eq!(
        (number["min"].as_f64(), number["max"].as_f64()),
        (Some(1.0), Some(5.0))
    );
    let close =
        |value: &Value, wanted: f64| (value.as_f64().expect("a number") - wanted).abs() < 1e-12;
    assert!(close(&number["deviation"], 2.5_f64.sqrt()));
    // 2 for one unit of time, 3 for two, 4 for three.
    assert!(close(&number["time_mean"], 20.0 / 6.0));
    assert!(close(&found["monitors"][1]["time_mean"], 10.0 / 6.0));
}

#[test]
fn a_monitor_ends_a_run() {
    let folder = folder(&MOVES.replace(
        "left: size Top'A",
        "left: size Top'A\n  two: size Top'A = 2",
    ));
    let text = stdout(&simulate(folder.path(), &["--quiet", "--seed", "1"], ""));
    assert!(
        text.contains("\n3 steps; the monitor two ended it.\n"),
        "{text}"
    );
    let text = stdout(&simulate(folder.path(), &["--json", "--seed", "1"], ""));
    let found: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(
        (&found["stop_reason"], &found["monitor"]),
        (&"monitor".into(), &"two".into())
    );
}

#[test]
fn a_monitor_of_a_transition_that_is_not_there_is_told() {
    let folder = folder(&MOVES.replace("Top'Go}", "Top'Goo}"));
    let told = complaint(&simulate(folder.path(), &[], ""));
    assert!(
        told.contains("There is no transition `Top'Goo` to observe."),
        "{told}"
    );
    assert!(told.contains("Did you mean `Top'Go`?"), "{told}");
}

/// Numbers go from A to B, the greatest last; every other one is told.
const WATCHED: &str = "\
net: watched
declarations: |
  colset N = int timed;
  colset M = int;
  var n : N;
  var m, k : M;
page: Top
places:
  A: {colset: N, initial: 1`1@0 +++ 1`2@1 +++ 1`3@2 +++ 1`4@3}
  B: M
  C: {colset: M, initial: 1`100}
transitions:
  Go:
    in: {A: n, C: m}
    out: {B: n, C: k}
    code: {input: [m], output: [k], action: m + 1}
  Rest: {in: {B: m}, guard: m > 100}
monitors:
  even:
    transitions: Top'Go
    when: |
      fun pred (Top'Go (1, {n, ...})) = n mod 2 = 0
        | pred _ = false
    observe: |
      fun obs (Top'Go (_, {n, k, ...})) = real (n * k)
        | obs _ = ~1.0
    init: fun init () = SOME 0.5
    stop: 'fun stop () = NONE'
  story:
    places: [Top'B, Top'A]
    transitions: [Top'Go, Top'Rest]
    init: |
      fun first (b : M ms, a : N tms) = \"begin\\n\"
    observe: |
      fun told (Top'Go (_, {n, ...}), b, a) =
            Int.toString n ^ \": \" ^ Int.toString (size b) ^ \" of \" ^ Int.toString (size b + size a) ^ \"\\n\"
        | told _ = \"\"
    stop: fun last (b, a) = if size a = 0 then \"empty\\n\" else \"\"
    file: story.txt
  three: {places: Top'B, when: fun enough b = size b = 3}
";

#[test]
fn functions_of_monitors_see_binding_elements_and_markings() {
    let folder = folder(WATCHED);
    let net = &WATCHED.replace(
        "  three: {places: Top'B, when: fun enough b = size b = 3}\n",
        "",
    );
    fs::write(folder.path().join("net.yaml"), net).expect("written");
    let text = stdout(&simulate(
        folder.path(),
        &["--quiet", "--seed", "1", "--monitor-output", "out/deep"],
        "",
    ));
    // Before the run 0.5; 2 is the second to go, so k is 102, and 4 the fourth.
    let numbers = 2.0 * 102.0 + 4.0 * 104.0 + 0.5;
    assert!(
        text.contains(&format!("  even         3  {numbers}")),
        "{text}"
    );
    assert!(text.contains("\n  story        6"), "{text}");
    assert!(
        text.ends_with("The texts of a monitor are in `out/deep`.\n"),
        "{text}"
    );
    let written = fs::read_to_string(folder.path().join("out/deep/story.txt")).expect("written");
    assert_eq!(
        written,
        "begin\n1: 1 of 4\n2: 2 of 4\n3: 3 of 4\n4: 4 of 4\nempty\n"
    );
    let files = fs::read_dir(folder.path().join("out/deep")).expect("a folder");
    assert_eq!(files.count(), 1);
}

#[test]
fn a_function_ends_a_run_and_texts_are_dropped() {
    let folder = folder(WATCHED);
    let text = stdout(&simulate(folder.path(), &["--quiet", "--seed", "1"], ""));
    assert!(
        text.contains("\n3 steps, time 2; the monitor three ended it.\n"),
        "{text}"
    );
    assert!(
        text.ends_with("The texts of a monitor are dropped; `--monitor-output DIR` writes them.\n"),
        "{text}"
    );
    let text = stdout(&simulate(folder.path(), &["--json", "--seed", "1"], ""));
    let found: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(found["monitors"][1]["texts"], 4);
    assert_eq!(found["monitors"][1]["file"], Value::Null);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

#[test]
fn an_action_gets_what_was_observed() {
    let monitor = "\
monitors:
  print:
    transitions: Top'Begin
    observe: fun obs (Top'Begin (i, {p, n})) = (i, P.mkstr p, n)
    action: fun act (i, p, n) = print (Int.toString (i + n) ^ p ^ \"\\n\")
    stop: fun stop () = print \"over\\n\"
";
    let folder = folder(&format!("{TURNS}{monitor}"));
    let text = stdout(&simulate(folder.path(), &["--quiet", "--seed", "3"], ""));
    let mut lines: Vec<&str> = text.lines().filter(|line| line.len() < 5).collect();
    lines.iter_mut().for_each(|line| *line = &line[..1]);
    assert_eq!(lines, ["1", "2", "3", "4", "5", "o"], "{text}");
    assert!(text.contains("\n  print        5\n"), "{text}");
}

#[test]
fn functions_of_a_monitor_look_after_steps_around_their_places() {
    let monitors = [
        "monitors:",
        "  busy: {places: Top'Busy, observe: fun f tokens = size tokens}",
        "  uses: {places: Top'Uses, observe: fun f u = ms_to_col u}",
        "  all: {observe: fun f () = 1}",
    ];
    let folder = folder(&format!("{TURNS}{}\n", monitors.join("\n")));
    let text = stdout(&simulate(folder.path(), &["--json", "--seed", "3"], ""));
    let found: Value = serde_json::from_str(&text).expect("JSON");
    let counts: Vec<i64> = (found["monitors"].as_array().expect("monitors").iter())
        .map(|monitor| monitor["count"].as_i64().expect("a number"))
        .collect();
    assert_eq!(counts, [10, 5, 10]);
    assert_eq!(found["monitors"][1]["sum"], 15.0);
}

#[test]
fn a_file_of_a_monitor_is_in_the_folder() {
    for name in ["../story.txt", "a/b", ".hidden"] {
        let folder = folder(&WATCHED.replace("story.txt", name));
        let told = complaint(&simulate(folder.path(), &[], ""));
        assert!(
            told.contains(&format!("`{name}` is not the name of a file in a folder.")),
            "{told}"
        );
    }
}

#[test]
fn a_function_of_a_monitor_that_fails_is_told_at_its_place() {
    let monitor = "\
monitors:
  log:
    transitions: Top'Begin
    observe: |
      fun f (Top'Begin (_, {n, ...})) =
        Int.toString (6 div (2 - n)) ^ \"\\n\"
";
    let folder = folder(&format!("{TURNS}{monitor}"));
    let arguments = ["--quiet", "--seed", "1", "--monitor-output", "out"];
    let output = simulate(folder.path(), &arguments, "");
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("Uncaught exception Div"), "{told}");
    assert!(told.contains("net.yaml:20:"), "{told}");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("; a monitor failed.\n"), "{text}");
    let written = fs::read_to_string(folder.path().join("out/log.log"));
    assert_eq!(written.expect("what came before"), "3\n6\n");
}
