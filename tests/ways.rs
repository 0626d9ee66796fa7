//! Paths that `explore` shows and saves: to errors of the net, to dead markings, with reductions. Each
//! saved path is played by `simulate`, which knows nothing of searches.

#[allow(dead_code)]
mod naive;

use naive::net::Net;
use naive::space::Space;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;
use sweepnet::net;
use tempfile::TempDir;

/// What a command did.
struct Run {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

fn folder(net: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("net.yaml"), net).expect("written");
    folder
}

fn sweepnet(folder: &Path, command: &str, options: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_sweepnet"))
        .current_dir(folder)
        .args([command, "net.yaml"])
        .args(options)
        .output()
        .expect("the program runs");
    Run {
        code: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// The JSON answer of `explore` and its exit code.
fn explore(folder: &Path, options: &[&str]) -> (Value, Option<i32>) {
    let run = sweepnet(folder, "explore", &[options, &["--json"]].concat());
    let answer = serde_json::from_str(&run.stdout);
    let answer = answer.unwrap_or_else(|error| panic!("{error}: {}{}", run.stdout, run.stderr));
    (answer, run.code)
}

/// The marking in which a saved path ends, as `simulate` plays it, and its number of steps.
fn played(folder: &Path) -> (Value, usize) {
    let run = sweepnet(folder, "simulate", &["--replay", "way.json", "--json"]);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    let answer: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(answer["stop_reason"], "replayed");
    let steps = answer["step_count"].as_u64().expect("a number");
    (answer["marking"].clone(), steps as usize)
}

/// All searches there are, and reductions.
const SEARCHES: [&[&str]; 7] = [
    &[],
    &["--threads", "2"],
    &["--threads", "3"],
    &["--depth-first"],
    &["--trace", "false"],
    &["--sweep", "1"],
    &["--sweep", "1", "--threads", "2"],
];

/// The first colour outside of the colour set is put after three steps; many other markings are
/// between.
const LEAVES: &str = "\
net: leaves
declarations: |
  colset SMALL = int with 0..3;
  colset N = int with 0..5;
  var n : SMALL;
  var m : N;
page: Top
places:
  A: {colset: SMALL, initial: 0}
  B: {colset: N, initial: 0}
transitions:
  Other: {in: {B: m}, out: {B: (m + 1) mod 6}}
  Inc: {in: {A: n}, both: {B: m}, out: {A: n + 1}}
";

#[test]
fn an_error_of_the_net_comes_with_a_shortest_path_whatever_the_search() {
    let folder = folder(LEAVES);
    for search in SEARCHES {
        let save = [search, &["--save", "way.json"]].concat();
        let (answer, code) = explore(folder.path(), &save);
        assert_eq!(code, Some(1), "{search:?}");
        let problem = &answer["diagnostics"][0];
        assert_eq!(problem["code"], "E1403");
        let labels = problem["labels"].as_array().expect("labels");
        let binding = "while evaluating Top'Inc with m = 0, n = 3";
        assert!(labels.iter().any(|label| label["text"] == binding));
        assert_eq!(answer["trace"].as_array().map(Vec::len), Some(3));
        assert_eq!(answer["marking"][0]["tokens"], "1`3");
        assert_eq!(played(folder.path()), (answer["marking"].clone(), 3));
    }
    let text = sweepnet(folder.path(), "explore", &[]);
    assert!(
        text.stdout
            .starts_with("3 steps to the marking where it happens\n   1  Top'Inc {m=0,n=0}\n")
    );
    let marking = "\nThe marking where it happens:\n  - Top'A 1`3\n    Top'B 1`0\n";
    assert!(text.stdout.ends_with(marking), "{}", text.stdout);
}

#[test]
fn every_error_of_a_running_net_gives_exit_code_1_and_a_path() {
    let net = |declarations: &str, rest: &str| {
        format!(
            "declarations: |\n  colset N = int;\n  colset TN = int timed;\n  var n, k : N;\n  {declarations}\npage: Top\n{rest}\n"
        )
    };
    let count = "places: {A: {colset: N, initial: 0}, B: N}\ntransitions:\n  T: ";
    for (code, steps, options, text) in [
        (
            "E0701",
            2,
            vec![],
            net(
                "fun f 0 = 1 | f 1 = 2;",
                &format!("{count}{{in: {{A: n}}, out: {{A: n + 1}}, guard: f n > 0}}"),
            ),
        ),
        (
            "E0701",
            4,
            vec![],
            net(
                "",
                &format!("{count}{{in: {{A: n}}, out: {{A: \"n + 1 + 0 div (4 - n)\"}}}}"),
            ),
        ),
        (
            "E0701",
            5,
            vec!["--trace", "1 div (5 - ms_to_col A) > 7"],
            net("", &format!("{count}{{in: {{A: n}}, out: {{A: n + 1}}}}")),
        ),
        (
            "E0701",
            6,
            vec!["--sweep", "ms_to_col A + 0 div (6 - ms_to_col A)"],
            net("", &format!("{count}{{in: {{A: n}}, out: {{A: n + 1}}}}")),
        ),
        (
            "E1401",
            1,
            vec![],
            net(
                "var t : TN;",
                "places: {A: {colset: TN, initial: 1}}\ntransitions:\n  T: {in: {A: t}, out: {A: t @+ 5000000000000000000}}",
            ),
        ),
        (
            "E1402",
            3,
            vec![],
            net(
                "",
                "places: {A: {colset: N, initial: 0}, B: {colset: unit, initial: ()}}\ntransitions:\n  T: {in: {A: n}, out: {A: n + 1, B: \"if n = 3 then 4294967295`() else empty\"}, guard: n < 9}",
            ),
        ),
        (
            "E1404",
            0,
            vec![],
            net(
                "",
                "places: {A: {colset: N, initial: 0}}\ntransitions:\n  T: {in: {A: n}, out: {A: k}, code: {output: [k], action: \"round (uniform (1.0, 6.0))\"}}",
            ),
        ),
    ] {
        let folder = folder(&text);
        let (answer, exit) = explore(folder.path(), &options);
        assert_eq!(answer["diagnostics"][0]["code"], code, "{text}{answer}");
        assert_eq!(exit, Some(1), "{code}");
        let trace = answer["trace"].as_array();
        assert_eq!(trace.map(Vec::len), Some(steps), "{code} {answer}");
        let run = sweepnet(folder.path(), "explore", &options);
        assert_eq!(run.code, Some(1));
        assert!(!run.stdout.contains("No reachable"), "{}", run.stdout);
    }
    // A mistake in the text stays one.
    let wrong = LEAVES.replace("n + 1", "n + \"1\"");
    assert_eq!(explore(folder(&wrong).path(), &[]).1, Some(2));
    // A simulation says the same.
    let simulated = sweepnet(folder(LEAVES).path(), "simulate", &["--seed", "1"]);
    assert_eq!(simulated.code, Some(1), "{}", simulated.stderr);
    assert!(simulated.stderr.contains("while evaluating Top'Inc with"));
}

#[test]
fn where_a_limit_ends_the_second_search_a_sentence_says_so() {
    // Depth first the error is found at once, breadth first only after some hundred markings.
    let deep = LEAVES
        .replace("0..3", "0..30")
        .replace("0..5", "0..49")
        .replace("mod 6", "mod 50");
    let folder = folder(&deep);
    let options = ["--depth-first", "--max-states", "200", "--save", "way.json"];
    let (answer, code) = explore(folder.path(), &options);
    assert_eq!(code, Some(1));
    assert_eq!(answer["trace"], Value::Null);
    let sentence = "The steps that lead there are not known: the limit of states ended the second search, which looks for them.";
    assert_eq!(answer["no_trace"], sentence);
    assert!(!folder.path().join("way.json").exists());
    let run = sweepnet(folder.path(), "explore", &options);
    assert_eq!(run.stdout, format!("{sentence}\n"));
    let without = explore(folder.path(), &options[..1]).0;
    assert_eq!(without["trace"].as_array().map(Vec::len), Some(30));
}

/// Mutual exclusion by timing among four processes, where waiting takes no longer than writing.
const FISCHER: &str = "\
net: fischer
declarations: |
  colset P = index p with 1..4;
  colset TP = P timed;
  colset OWNER = union none + own : P;
  colset D = int with 1..2;
  colset INSIDE = int with 0..1;
  var i : P;
  var x : OWNER;
  var d : D;
  var n : INSIDE;
page: F
places:
  Idle: {colset: P, initial: P.all ()}
  Writing: TP
  Waiting: TP
  Critical: TP
  Owner: {colset: OWNER, initial: none}
  Inside: {colset: INSIDE, initial: 0}
transitions:
  Read: {in: {Idle: i}, both: {Owner: none}, out: {Writing: i @+ d}}
  Write: {in: {Writing: i, Owner: x}, out: {Waiting: i @+ 1, Owner: own i}}
  Enter: {in: {Waiting: i}, both: {Owner: own i}, out: {Critical: i @+ 1}}
  Back: {guard: x <> own i, in: {Waiting: i}, both: {Owner: x}, out: {Idle: i}}
  Leave: {in: {Critical: i, Owner: x}, out: {Idle: i, Owner: none}}
symmetries: {P: all}
";

const REDUCTIONS: [&[&str]; 4] = [
    &[],
    &["--symmetry"],
    &["--time-equivalence"],
    &["--symmetry", "--time-equivalence"],
];

#[test]
fn a_violation_that_is_found_with_reductions_is_shown() {
    let folder = folder(FISCHER);
    for reduction in REDUCTIONS {
        for sweep in [&[][..], &["--sweep", "size F'Idle"]] {
            let options = [
                reduction,
                sweep,
                &["--trace", "size F'Critical > 1", "--save", "way.json"],
            ]
            .concat();
            let (answer, code) = explore(folder.path(), &options);
            assert_eq!((code, &answer["stop_reason"]), (Some(0), &"found".into()));
            // Two processes alone cannot break it with these delays in fewer steps.
            let trace = answer["trace"].as_array().map(Vec::len);
            assert_eq!(trace, Some(10), "{options:?}");
            let (marking, steps) = played(folder.path());
            assert_eq!(steps, 10);
            let critical = marking[3]["tokens"].as_str().expect("tokens");
            assert!(critical.contains("+++"), "{critical}");
            let text = sweepnet(folder.path(), "explore", &options).stdout;
            assert!(!text.contains("no marking was found"), "{text}");
        }
    }
}

#[test]
fn the_path_to_an_error_is_one_of_the_net_itself_with_reductions_too() {
    let net = FISCHER
        .replace(
            "Enter: {in: {Waiting: i}, both: {Owner: own i}, out: {Critical: i @+ 1}}",
            "Enter: {in: {Waiting: i, Inside: n}, both: {Owner: own i}, out: {Critical: i @+ 1, Inside: n + 1}}",
        )
        .replace(
            "Leave: {in: {Critical: i, Owner: x}, out: {Idle: i, Owner: none}}",
            "Leave: {in: {Critical: i, Owner: x, Inside: n}, out: {Idle: i, Owner: none, Inside: n - 1}}",
        );
    let folder = folder(&net);
    for reduction in REDUCTIONS {
        for sweep in [&[][..], &["--sweep", "size F'Idle"], &["--threads", "2"]] {
            let options = [reduction, sweep, &["--save", "way.json"]].concat();
            let (answer, code) = explore(folder.path(), &options);
            assert_eq!(code, Some(1));
            assert_eq!(answer["diagnostics"][0]["code"], "E1403", "{answer}");
            let trace = answer["trace"].as_array().map(Vec::len);
            assert_eq!(trace, Some(9), "{options:?} {answer}");
            assert_eq!(played(folder.path()), (answer["marking"].clone(), 9));
        }
    }
}

#[test]
fn a_symmetric_initial_marking_is_one_with_both_reductions() {
    let asymmetric = FISCHER.replace("initial: P.all ()", "initial: 1`(p 1) ++ 1`(p 2)");
    for (net, symmetric) in [(FISCHER, true), (&asymmetric, false)] {
        let folder = folder(net);
        for sweep in [&[][..], &["--sweep", "size F'Idle"]] {
            for reduction in [&["--symmetry"][..], REDUCTIONS[3]] {
                let limit: &[&str] = &["--max-states", "50"];
                let (answer, _) = explore(folder.path(), &[reduction, sweep, limit].concat());
                assert_eq!(answer["symmetric_initial_marking"], symmetric);
            }
        }
    }
}

/// One token waits 2, 3 or 4 before it can be taken again.
const WAITS: &str = "\
declarations: |
  colset N = int timed;
  var n : N;
page: P
places:
  A: {colset: N, initial: 1`0}
transitions:
  T: {in: {A: n}, out: {A: (n + 1) mod 3 @+ (n + 2)}}
";

#[test]
fn predicates_may_look_at_stamps_under_time_equivalence_but_not_at_the_clock() {
    let folder = folder(WAITS);
    for sweep in [&[][..], &["--sweep", "1"]] {
        for (predicate, code, steps) in [
            ("ms_exists (fn _ @ t => t > 3) P'A", 0, Some(3)),
            ("ms_exists (fn _ @ t => t > 2) P'A", 0, Some(2)),
            ("ms_exists (fn _ @ t => t > 4) P'A", 1, None),
            ("A == 1`0 @ 4", 0, Some(3)),
            ("A == 1`0 @+ 4", 0, Some(3)),
            ("A == 1`0 @+ 5", 1, None),
            ("time () > 3", 2, None),
            ("let val late = time () in late > 3 end", 2, None),
        ] {
            let options = [sweep, &["--time-equivalence", "--trace", predicate]].concat();
            let (answer, exit) = explore(folder.path(), &options);
            assert_eq!(exit, Some(code), "{predicate}");
            let trace = answer["trace"].as_array().map(Vec::len);
            assert_eq!(trace, steps, "{predicate} {answer}");
            let refused = answer["diagnostics"][0]["code"] == "E1604";
            assert_eq!(refused, code == 2, "{predicate}");
        }
        // A function of the net that asks for the time is refused too.
        let late = WAITS.replace("page: P", "  fun late () = time () > 3;\npage: P");
        let options = [sweep, &["--time-equivalence", "--trace", "late ()"]].concat();
        assert_eq!(explore(self::folder(&late).path(), &options).1, Some(2));
    }
}

/// A stamp that is counted from the clock is another one at another time.
#[test]
fn a_sweep_looks_for_stamps_as_a_full_search_does() {
    let net = "\
declarations: |
  colset N = int timed;
  var n : N;
page: P
places:
  A: {colset: N, initial: 1`1 @ 5}
  B: {colset: N, initial: 0}
transitions:
  Tick: {in: {B: n}, out: {B: n + 1 @+ 1}, guard: n < 9}
";
    let folder = folder(net);
    for (predicate, steps) in [("A == 1`1 @+ 2", 4), ("dead", 9)] {
        for sweep in [&[][..], &["--sweep", "1"], &["--sweep", "clock"]] {
            let options = [sweep, &["--trace", predicate]].concat();
            let (answer, _) = explore(folder.path(), &options);
            let trace = answer["trace"].as_array().map(Vec::len);
            assert_eq!(trace, Some(steps), "{options:?}");
        }
    }
}

/// The least number of steps to a dead marking with so many tokens on a place, by the definitions.
fn nearest_dead(net: &mut Net, place: usize, tokens: u64) -> Option<usize> {
    let space = Space::explore(net, 3000).expect("a small net");
    let mut depths = vec![usize::MAX; space.states.len()];
    depths[0] = 0;
    // The states, and so the arcs from them, are in breadth-first order.
    for (from, _, to) in &space.arcs {
        depths[*to] = depths[*to].min(depths[*from] + 1);
    }
    let fits = |&state: &usize| {
        let bag = &space.states[state].marking[place];
        bag.values().sum::<u64>() == tokens
    };
    space
        .dead()
        .into_iter()
        .filter(fits)
        .map(|s| depths[s])
        .min()
}

#[test]
fn the_nearest_dead_marking_is_found_by_every_search() {
    for (name, set) in [
        ("wolf-goat-cabbage", ""),
        ("small-stop-and-wait", "packets=3"),
        ("simple-protocol", "packets=1"),
        ("timed-protocol", "packets=1"),
        ("stop-and-wait", "packets=1"),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("nets")
            .join(name);
        let set: Vec<String> = (!set.is_empty())
            .then(|| set.to_string())
            .into_iter()
            .collect();
        let loaded = net::load(&path, &set).expect("a net");
        let mut naive = Net::new(&loaded.model.expect("a model"), &loaded.sources);
        let names: Vec<String> = (loaded.net.expect("a net").places.iter())
            .map(|place| net::names::ml_form(&place.name))
            .collect();
        for (place, tokens) in [(0, 0), (0, 1), (1, 1), (2, 0)] {
            let expected = nearest_dead(&mut naive, place, tokens);
            let predicate = format!("dead andalso size {} = {tokens}", names[place]);
            for search in [&[][..], &["--sweep", "1"]] {
                let run = Command::new(env!("CARGO_BIN_EXE_sweepnet"))
                    .arg("explore")
                    .arg(&path)
                    .args(set.iter().flat_map(|set| ["--set", set]))
                    .args(["--json", "--trace", &predicate])
                    .args(search)
                    .output()
                    .expect("the program runs");
                let answer: Value = serde_json::from_slice(&run.stdout).expect("JSON");
                let trace = answer["trace"].as_array().map(Vec::len);
                assert_eq!(trace, expected, "{name} {predicate} {answer}");
                let code = if expected.is_some() { 0 } else { 1 };
                assert_eq!(run.status.code(), Some(code));
            }
        }
    }
}

#[test]
fn dead_means_the_same_with_reductions_and_in_a_net_that_calls_something_else_so() {
    // The owner never leaves. All four read and write before: the clock stands still until they have.
    let stuck = FISCHER.replace(
        "Leave: {in: {Critical: i, Owner: x}",
        "Leave: {in: {Critical: i, Owner: x, Inside: 1}",
    );
    let folder = folder(&stuck);
    for reduction in REDUCTIONS {
        let options = [
            reduction,
            &[
                "--trace",
                "dead andalso size F'Idle = 3",
                "--save",
                "way.json",
            ],
        ]
        .concat();
        let (answer, code) = explore(folder.path(), &options);
        assert_eq!(code, Some(0), "{options:?} {answer}");
        assert_eq!(answer["trace"].as_array().map(Vec::len), Some(12));
        assert_eq!(played(folder.path()).1, 12);
    }
    let own = LEAVES.replace("var m : N;", "var m : N;\n  val dead = false;");
    let folder = self::folder(&own.replace("A: n + 1", "A: (n + 1) mod 4"));
    assert_eq!(explore(folder.path(), &["--trace", "dead"]).1, Some(1));
    let place = own
        .replace("  val dead = false;", "")
        .replace("  A:", "  dead:");
    let place = place
        .replace("{A: n}", "{dead: n}")
        .replace("A: n + 1", "dead: (n + 1) mod 4");
    let folder = self::folder(&place);
    assert_eq!(
        explore(folder.path(), &["--trace", "cf (2, dead) = 1"]).1,
        Some(0)
    );
}

#[test]
fn a_saved_path_is_played_by_hand_and_one_with_random_numbers_is_refused() {
    let sound = LEAVES.replace("A: n + 1", "A: (n + 1) mod 4");
    let folder = folder(&sound);
    let trace = ["--trace", "cf (3, A) > 0", "--save", "way.json"];
    let run = sweepnet(folder.path(), "explore", &trace);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(played(folder.path()).1, 3);
    let output = Command::new("sh")
        .current_dir(folder.path())
        .env("SWEEPNET", env!("CARGO_BIN_EXE_sweepnet"))
        .args([
            "-c",
            "printf 'u\\nm A\\nq\\n' | \"$SWEEPNET\" simulate net.yaml --replay way.json -i",
        ])
        .output()
        .expect("a shell");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.contains("This is the marking after 2 steps."),
        "{text}"
    );
    assert!(text.ends_with("  Top'A 1`2\n"), "{text}");
    fs::remove_file(folder.path().join("way.json")).expect("it was written");
    let none = ["--trace", "false", "--save", "way.json"];
    let run = sweepnet(folder.path(), "explore", &none);
    assert_eq!(run.code, Some(1));
    assert!(
        run.stderr.contains("`way.json` is not written"),
        "{}",
        run.stderr
    );
    assert!(!folder.path().join("way.json").exists());
    let draws = LEAVES.replace("A: n + 1", "A: 'discrete (0, 3)'");
    let folder = self::folder(&draws);
    let run = sweepnet(folder.path(), "explore", &trace);
    assert_eq!(run.code, Some(2));
    assert!(
        run.stdout.starts_with("1 step to a marking"),
        "{}",
        run.stdout
    );
    assert!(
        run.stderr.contains("draws random numbers"),
        "{}",
        run.stderr
    );
    assert!(!folder.path().join("way.json").exists());
}

#[test]
fn a_dead_marking_is_shown_in_full() {
    let net = |tokens: usize| {
        format!(
            "declarations: |\n  colset N = int;\npage: Top\nplaces:\n  A: {{colset: N, initial: \"List.tabulate ({tokens}, fn i => i)\"}}\n  B: {{colset: N}}\ntransitions:\n  T: {{in: {{B: 1}}}}\n"
        )
    };
    let all = |tokens: usize| {
        let tokens: Vec<String> = (0..tokens).map(|i| format!("1`{i}")).collect();
        format!("  - Top'A {}\n", tokens.join(" ++ "))
    };
    let folder = folder(&net(100));
    let text = sweepnet(folder.path(), "explore", &[]).stdout;
    assert!(text.contains(&all(100)), "{text}");
    let folder = self::folder(&net(1000));
    let text = sweepnet(folder.path(), "explore", &[]).stdout;
    let line = text
        .lines()
        .find(|line| line.starts_with("  - Top'A"))
        .expect("a dead marking");
    assert!(line.ends_with('…') && line.chars().count() > 1000, "{line}");
    assert!(text.contains("--full shows all of them"), "{text}");
    let text = sweepnet(folder.path(), "explore", &["--full"]).stdout;
    assert!(text.contains(&all(1000)), "{text}");
    // Also a single colour that is enormous.
    let long = "declarations: |\n  colset L = list int;\npage: Top\nplaces:\n  A: {colset: L, initial: \"List.tabulate (3000, fn i => i)\"}\n  B: {colset: L}\ntransitions:\n  T: {in: {B: \"[]\"}}\n";
    let folder = self::folder(
        &long
            .replace("\"List", "\"1`(List")
            .replace("=> i)\"", "=> i))\""),
    );
    let text = sweepnet(folder.path(), "explore", &["--full"]).stdout;
    assert!(text.contains("2998,2999]\n"), "{}", text.len());
}
