//! `sweepnet simulate` as a shell sees it: runs by chance, by hand and as they were saved; and the game behind it.

use proptest::prelude::*;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;
use sweepnet::engine::Engine;
use sweepnet::net::load_text;
use sweepnet::simulate::game::{Game, NoWay, Taken};

#[path = "support/simulating.rs"]
mod simulating;
use simulating::{TURNS, complaint, folder, simulate, stdout};

/// Jobs that take a random time and say so.
const JOBS: &str = "\
net: jobs
parameters:
  longest: 9
declarations: |
  colset JOB = int timed;
  var j, t : JOB;
page: Top
places:
  Waiting: {colset: JOB, initial: 1`1 ++ 1`2 ++ 1`3}
  Done: JOB
transitions:
  Work:
    in: {Waiting: j}
    out: {Done: t}
    delay: \"@+ t\"
    code: {input: [j], output: [t], action: \"(print (\\\"job \\\" ^ Int.toString j ^ \\\"\\\\n\\\"); discrete (1, longest))\"}
";

#[test]
fn a_run_by_chance_shows_what_changes() {
    let folder = folder(TURNS);
    let text = stdout(&simulate(
        folder.path(),
        &["--seed", "1", "--steps", "2"],
        "",
    ));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "turns, seed 1");
    let process = lines[1]
        .strip_prefix("   1  Top'Begin {n=0,p=")
        .expect("it begins");
    let process = process.trim_end_matches('}');
    assert_eq!(lines[2], format!("      - Top'Idle 1`{process}"));
    assert!(
        text.contains("\n      - Top'Uses 1`0\n      + Top'Uses 1`1\n"),
        "{text}"
    );
    assert!(
        text.contains("\n2 steps; that many were wanted.\n"),
        "{text}"
    );
}

#[test]
fn a_run_ends_when_nothing_is_enabled() {
    let folder = folder(TURNS);
    let text = stdout(&simulate(folder.path(), &["--quiet", "--seed", "5"], ""));
    assert_eq!(
        text,
        "turns, seed 5\n10 steps; nothing is enabled any more.\n  Top'Idle 1`a ++ 1`b\n  Top'Uses 1`5\n"
    );
}

#[test]
fn a_seed_gives_the_same_run() {
    for net in [TURNS, JOBS] {
        let folder = folder(net);
        let run = |seed: &str| stdout(&simulate(folder.path(), &["--seed", seed], ""));
        assert_eq!(run("7"), run("7"));
        let others: Vec<String> = (0..20).map(|seed| run(&seed.to_string())).collect();
        let bodies = others
            .iter()
            .map(|text| text.split_once('\n').expect("lines").1);
        assert!(bodies.collect::<std::collections::BTreeSet<_>>().len() > 3);
    }
}

#[test]
fn the_seed_is_told_and_can_be_used_again() {
    let folder = folder(TURNS);
    let first = stdout(&simulate(folder.path(), &[], ""));
    let seed = first
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("turns, seed "));
    let again = stdout(&simulate(
        folder.path(),
        &["--seed", seed.expect("a seed")],
        "",
    ));
    assert_eq!(first, again);
}

#[test]
fn by_hand_with_undo_and_back() {
    let folder = folder(TURNS);
    let input = "2\nu\n1\n2\nb 0\nb 2\nm\nm Idle\nm Nowhere\n0\n9\nb 7\nwhat\nq\n";
    let text = stdout(&simulate(folder.path(), &["-i", "--seed", "1"], input));
    let expected = "\
turns, seed 1; `h` helps
Enabled:
   1  Top'Begin {n=0,p=a}
   2  Top'Begin {n=0,p=b}
   1  Top'Begin {n=0,p=b}
      - Top'Idle 1`b
      + Top'Busy 1`b
      - Top'Uses 1`0
      + Top'Uses 1`1
Enabled:
   1  Top'Begin {n=1,p=a}
   2  Top'End {p=b}
This is the marking after 0 steps.
Enabled:
   1  Top'Begin {n=0,p=a}
   2  Top'Begin {n=0,p=b}
   1  Top'Begin {n=0,p=a}
      - Top'Idle 1`a
      + Top'Busy 1`a
      - Top'Uses 1`0
      + Top'Uses 1`1
Enabled:
   1  Top'Begin {n=1,p=b}
   2  Top'End {p=a}
   2  Top'End {p=a}
      + Top'Idle 1`a
      - Top'Busy 1`a
Enabled:
   1  Top'Begin {n=1,p=a}
   2  Top'Begin {n=1,p=b}
This is the marking after 0 steps.
Enabled:
   1  Top'Begin {n=0,p=a}
   2  Top'Begin {n=0,p=b}
This is the marking after 2 steps.
Enabled:
   1  Top'Begin {n=1,p=a}
   2  Top'Begin {n=1,p=b}
  Top'Idle 1`a ++ 1`b
  Top'Uses 1`1
  Top'Idle 1`a ++ 1`b
There is no place `Nowhere`. There are Top'Idle, Top'Busy, Top'Uses.
There is no step 0; choose one from 1 to 2.
There is no step 9; choose one from 1 to 2.
There is no way to step 7; choose one from 0 to 2.
`what` is no command; `h` shows them.
";
    assert_eq!(text, expected);
}

#[test]
fn by_hand_until_the_end() {
    let folder = folder(TURNS);
    let text = stdout(&simulate(folder.path(), &["-i"], "r 100\n\n1\n"));
    let dead = "Nothing is enabled: the marking is dead.\n";
    assert!(text.ends_with(&dead.repeat(3)), "{text}");
}

#[test]
fn many_enabled_steps_are_counted() {
    let net = "\
net: many
declarations: |
  colset N = int;
  var n : N;
places:
  A: {colset: N, initial: \"List.tabulate (100, fn i => i)\"}
transitions:
  T: {in: {A: n}}
";
    let folder = folder(net);
    let text = stdout(&simulate(folder.path(), &["-i"], "q\n"));
    assert!(
        text.ends_with("      and 70 more; `l` lists them all\n"),
        "{text}"
    );
    let text = stdout(&simulate(folder.path(), &["-i"], "l\nq\n"));
    assert!(text.ends_with(" 100  Top'T {n=99}\n"), "{text}");
}

#[test]
fn a_saved_run_is_done_again() {
    for (net, set) in [(TURNS, None), (JOBS, Some("longest=50"))] {
        let folder = folder(net);
        let mut arguments = vec!["--seed", "11", "--steps", "6", "--save", "run.json"];
        arguments.extend(set.iter().flat_map(|set| ["--set", set]));
        let first = stdout(&simulate(folder.path(), &arguments, ""));
        let saved = fs::read_to_string(folder.path().join("run.json")).expect("saved");
        let run: Value = serde_json::from_str(&saved).expect("JSON");
        assert_eq!(run["seed"], 11);
        let again = ["--replay", "run.json", "--save", "again.json"];
        let again = stdout(&simulate(folder.path(), &again, ""));
        let steps = |text: &str| text.split("steps").next().map(str::to_string);
        assert_eq!(steps(&first), steps(&again));
        let resaved = fs::read_to_string(folder.path().join("again.json")).expect("saved");
        assert_eq!(saved, resaved);
    }
}

/// Hierarchies, timed places, long lists: what one run saves, another does.
#[test]
fn runs_of_all_example_nets_are_done_again() {
    let nets = Path::new(env!("CARGO_MANIFEST_DIR")).join("nets");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut steps = 0;
    for entry in fs::read_dir(nets).expect("nets is a folder") {
        let net = entry.expect("nets can be listed").path();
        if !net.join("net.yaml").exists() {
            continue;
        }
        let run = |arguments: &[&str]| -> Value {
            let output = Command::new(env!("CARGO_BIN_EXE_sweepnet"))
                .current_dir(folder.path())
                .arg("simulate")
                .arg(&net)
                .args(["--json"])
                .args(arguments)
                .output()
                .expect("the program runs");
            assert!(output.status.success(), "{}", complaint(&output));
            serde_json::from_slice(&output.stdout).expect("JSON")
        };
        let first = run(&["--seed", "8", "--steps", "300", "--save", "run.json"]);
        let again = run(&["--replay", "run.json"]);
        assert_eq!(again["stop_reason"], "replayed");
        for key in ["net", "parameters", "seed", "steps", "marking", "time"] {
            assert_eq!(first[key], again[key], "{}", net.display());
        }
        steps += first["step_count"].as_u64().unwrap_or(0);
    }
    assert!(steps > 1000, "{steps}");
}

#[test]
fn what_is_saved_by_hand_is_the_way_that_was_kept() {
    let folder = folder(TURNS);
    let input = "1\n2\nu\nu\n2\ns run.json\nq\n";
    stdout(&simulate(folder.path(), &["-i", "--seed", "3"], input));
    let saved = fs::read_to_string(folder.path().join("run.json")).expect("saved");
    assert_eq!(
        saved,
        "{\"net\":\"turns\",\"parameters\":{},\"seed\":3,\"steps\":[\n{\"transition\":\"Top'Begin\",\"binding\":{\"n\":\"0\",\"p\":\"b\"}}\n]}\n"
    );
    let text = stdout(&simulate(
        folder.path(),
        &["-i", "--replay", "run.json"],
        "u\nq\n",
    ));
    assert!(
        text.contains("   2  Top'End {p=b}\nThis is the marking after 0 steps.\n"),
        "{text}"
    );
}

#[test]
fn a_saved_step_that_is_not_enabled_is_told() {
    let folder = folder(TURNS);
    let run = "{\"net\": \"turns\", \"steps\": [
        {\"transition\": \"Top'Begin\", \"binding\": {\"n\": \"0\", \"p\": \"a\"}},
        {\"transition\": \"Top'End\", \"binding\": {\"p\": \"b\"}}]}";
    fs::write(folder.path().join("run.json"), run).expect("written");
    for more in [&["--quiet"][..], &["-i"]] {
        let arguments = [&["--replay", "run.json"][..], more].concat();
        let output = simulate(folder.path(), &arguments, "");
        assert_eq!(output.status.code(), Some(1));
        let text = complaint(&output);
        assert!(
            text.contains("Step 2 of the run is not enabled: Top'End {p=b}."),
            "{text}"
        );
        assert!(
            text.contains("Enabled there: Top'End {p=a}, Top'Begin {n=1,p=b}."),
            "{text}"
        );
    }
}

/// Two strings that look the same where they are shown, and two reals with the same twelve digits.
#[test]
fn a_saved_run_keeps_every_byte_and_every_digit() {
    let net = "\
net: bytes
declarations: |
  colset S = string;
  colset R = real;
  var s : S;
  var r : R;
page: Top
places:
  A: {colset: S, initial: '1`\"\\255\" ++ 1`\"\\254\" ++ 1`\"a\\\"b\" ++ 1`\"\\195\\169\"'}
  B: {colset: R, initial: '1`0.3 ++ 1`(0.1 + 0.2)'}
  C: S
  D: R
transitions:
  Text: {in: {A: s}, out: {C: s}}
  Number: {in: {B: r}, out: {D: r}}
";
    let folder = folder(net);
    for seed in 1..=8 {
        let seed = seed.to_string();
        let first = [
            "--seed", &seed, "--steps", "3", "--save", "run.json", "--json",
        ];
        let first: Value =
            serde_json::from_str(&stdout(&simulate(folder.path(), &first, ""))).expect("JSON");
        let again = ["--replay", "run.json", "--save", "again.json", "--json"];
        let again: Value =
            serde_json::from_str(&stdout(&simulate(folder.path(), &again, ""))).expect("JSON");
        assert_eq!(first["marking"], again["marking"]);
        let read = |name| fs::read_to_string(folder.path().join(name)).expect("saved");
        assert_eq!(read("run.json"), read("again.json"));
    }
    for (name, value, count) in [
        ("Text", r#""s":"\"\\254\"""#, 1),
        ("Text", r#""s":"\"\\255\"""#, 1),
        ("Text", r#""s":"\"a\\\"b\"""#, 1),
        ("Text", "\"s\":\"\\\"\u{e9}\\\"\"", 1),
        ("Number", r#""r":"0.3""#, 1),
        ("Number", r#""r":"0.30000000000000004""#, 1),
        // What older versions wrote for both bytes is neither of them.
        ("Text", "\"s\":\"\\\"\u{fffd}\\\"\"", 0),
    ] {
        let step = format!(r#"{{"transition":"Top'{name}","binding":{{{value}}}}}"#);
        let run = format!(r#"{{"net":"bytes","steps":[{step}]}}"#);
        fs::write(folder.path().join("run.json"), run).expect("written");
        let output = simulate(folder.path(), &["--replay", "run.json"], "");
        assert_eq!(output.status.success(), count == 1, "{step}");
        if count == 0 {
            let text = complaint(&output);
            assert!(text.contains("Step 1 of the run is not enabled"), "{text}");
        }
    }
    // The last step that was not there is the one that is named.
    let text = r#"{"transition":"Top'Text","binding":{"s":"\"\\255\""}}"#;
    let run = format!(r#"{{"net":"bytes","steps":[{text},{text}]}}"#);
    fs::write(folder.path().join("run.json"), run).expect("written");
    let output = simulate(folder.path(), &["--replay", "run.json"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(complaint(&output).contains("Step 2 of the run is not enabled"));
}

#[test]
fn what_is_no_saved_run_is_refused() {
    let folder = folder(TURNS);
    for (run, sentence) in [
        ("[", "is not a saved run"),
        ("{\"steps\": []}", "missing field `net`"),
        (
            "{\"net\": \"other\"}",
            "is one of the net other, not of turns",
        ),
        (
            "{\"net\": \"turns\", \"parameters\": {\"n\": \"1\"}}",
            "no parameter `n`",
        ),
    ] {
        fs::write(folder.path().join("run.json"), run).expect("written");
        let output = simulate(folder.path(), &["--replay", "run.json"], "");
        assert_eq!(output.status.code(), Some(2), "{run}");
        assert!(
            complaint(&output).contains(sentence),
            "{}",
            complaint(&output)
        );
    }
    let output = simulate(folder.path(), &["--replay", "missing.json"], "");
    assert!(complaint(&output).contains("There is no file"));
}

#[test]
fn code_segments_print_and_draw_random_numbers() {
    let folder = folder(JOBS);
    let text = stdout(&simulate(folder.path(), &["--seed", "2"], ""));
    for job in 1..=3 {
        assert_eq!(text.matches(&format!("job {job}\n")).count(), 1, "{text}");
    }
    let quiet = stdout(&simulate(folder.path(), &["--seed", "2", "-q"], ""));
    assert_eq!(quiet.matches("job ").count(), 3, "{quiet}");
    assert!(
        quiet.contains("\n3 steps, time 0; nothing is enabled any more.\n"),
        "{quiet}"
    );
}

#[test]
fn a_step_taken_again_has_the_same_random_numbers() {
    let folder = folder(JOBS);
    let text = stdout(&simulate(
        folder.path(),
        &["-i", "--seed", "2"],
        "1\nu\n1\nq\n",
    ));
    let steps: Vec<&str> = text.lines().filter(|line| line.contains(",t=")).collect();
    assert_eq!(steps.len(), 2, "{text}");
    assert_eq!(steps[0], steps[1]);
}

#[test]
fn steps_are_counted_for_inscriptions_and_monitors() {
    let net = "\
net: steps
declarations: |
  colset I = int;
  colset S = intinf;
  var n : I;
  var s : S;
page: Top
places:
  A: {colset: I, initial: 1`1 ++ 1`2 ++ 1`3}
  B: S
transitions:
  T: {in: {A: n}, out: {B: s}, code: {output: s, action: step ()}}
monitors:
  numbers: {transitions: Top'T, observe: fun obs _ = IntInf.toInt (step ())}
";
    let folder = folder(net);
    let text = stdout(&simulate(folder.path(), &["--quiet"], ""));
    assert!(text.contains("Top'B 1`1 ++ 1`2 ++ 1`3\n"), "{text}");
    assert!(
        text.contains("numbers      3    6     2    1    3"),
        "{text}"
    );
    // Going back takes steps back.
    let back = stdout(&simulate(folder.path(), &["-i"], "1\n1\nu\n1\nq\n"));
    assert_eq!(back.matches("s=2}").count(), 2, "{back}");
}

#[test]
fn time_ends_a_run() {
    let net = "\
net: clock
declarations: |
  colset U = unit timed;
places:
  A: {colset: U, initial: ()}
transitions:
  Tick: {in: {A: ()}, out: {A: ()}, delay: 5}
";
    let folder = folder(net);
    let text = stdout(&simulate(folder.path(), &["--until-time", "23", "-q"], ""));
    let end = "\n5 steps, time 20; the next step is after the time wanted.\n  Top'A 1`()@25\n";
    assert!(text.ends_with(end), "{text}");
    let output = simulate(self::folder(TURNS).path(), &["--until-time", "3"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(complaint(&output).contains("turns has no clock"));
    // More time than a layout begins with room for.
    let text = stdout(&simulate(folder.path(), &["--steps", "100001", "-q"], ""));
    assert!(text.contains("\n100,001 steps, time 500000;"), "{text}");
}

#[test]
fn one_json_object() {
    let folder = folder(JOBS);
    let text = stdout(&simulate(folder.path(), &["--json", "--seed", "2"], ""));
    let run: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(run["net"], "jobs");
    assert_eq!(run["parameters"]["longest"], "9");
    assert_eq!(run["step_count"], 3);
    assert_eq!(run["stop_reason"], "dead");
    assert_eq!(run["steps"].as_array().map(Vec::len), Some(3));
    assert_eq!(run["steps"][0]["transition"], "Top'Work");
    assert!(
        run["steps"][0]["output"]
            .as_str()
            .is_some_and(|text| text.starts_with("job "))
    );
    assert_eq!(run["marking"][0]["tokens"], "empty");
    let quiet = stdout(&simulate(folder.path(), &["--json", "-q"], ""));
    let run: Value = serde_json::from_str(&quiet).expect("JSON");
    assert_eq!(run["steps"], Value::Array(Vec::new()));
}

const RAISING: &str = "\
net: raising
declarations: |
  colset N = int;
  var n : N;
places:
  A: {colset: N, initial: 1`3}
transitions:
  Count: {in: {A: n}, out: {A: 6 div n * 0 + n - 1}}
";

#[test]
fn an_inscription_that_raises_ends_the_run() {
    let folder = folder(RAISING);
    let output = simulate(folder.path(), &["--quiet", "--save", "run.json"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(complaint(&output).contains("Div"), "{}", complaint(&output));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        text.contains("\n3 steps; the next one failed.\n  Top'A 1`0\n"),
        "{text}"
    );
    // What happened before is saved.
    assert!(
        simulate(folder.path(), &["--replay", "run.json"], "")
            .status
            .success()
    );
    let output = simulate(folder.path(), &["--json"], "");
    assert_eq!(output.status.code(), Some(1));
    let run: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(run["stop_reason"], "failed");
    assert_eq!(run["diagnostics"].as_array().map(Vec::len), Some(1));
    let output = simulate(folder.path(), &["-i"], "r 9\nu\nm\nq\n");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.ends_with("  Top'A 1`1\n"), "{text}");
}

/// A game on a net whose layout must grow, with timed and untimed places of all kinds.
const GROWING: &str = "\
net: growing
declarations: |
  colset N = int;
  colset T = int timed;
  colset L = list N;
  var n : N;
  var t : T;
  var l : L;
page: Top
places:
  Count: {colset: N, initial: 1`0}
  Seen: N
  Log: {colset: L, initial: \"1`[]\"}
  Timer: {colset: T, initial: 1`0 ++ 1`1}
transitions:
  Add: {in: {Count: n}, out: {Count: n + 1, Seen: 3`n}}
  Write: {in: {Log: l, Seen: n}, out: {Log: \"n :: l\"}}
  Wait: {in: {Timer: t}, out: {Timer: t}, delay: 700}
";

fn game(net: &str, back: usize) -> Game {
    let loaded = load_text("net.yaml", net, Path::new("."), "net", &[]);
    let net = loaded.net.expect("the net has no errors");
    Game::new(
        &Engine::new(net).expect("an initial marking"),
        1,
        Some(back),
    )
}

fn marking(game: &mut Game) -> Vec<String> {
    let state = game.marking().to_vec();
    let places = game.worker().shared().net.places.len();
    let time = game.clock().to_string();
    let tokens = (0..places).map(|place| game.worker().show_place(place, &state));
    std::iter::once(time).chain(tokens).collect()
}

fn choose(game: &mut Game, choice: usize) -> Taken {
    let enabled = game.enabled().expect("no inscription fails").to_vec();
    let occurrence = enabled[choice % enabled.len()];
    let taken = game.taken(occurrence);
    game.occur(occurrence).expect("no inscription fails");
    taken
}

fn choose_same(game: &mut Game, taken: &Taken) {
    let enabled = game.enabled().expect("no inscription fails").to_vec();
    let same = enabled
        .iter()
        .find(|&&occurrence| game.taken(occurrence) == *taken);
    game.occur(*same.expect("it is enabled"))
        .expect("no inscription fails");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// After any steps taken and taken back, the marking is that of the steps that remain.
    #[test]
    fn what_remains_is_what_happened(
        moves in proptest::collection::vec((0u8..4, 0usize..1000), 1..80)
    ) {
        let mut played = game(GROWING, 1000);
        let mut remaining: Vec<Taken> = Vec::new();
        for (what, number) in moves {
            match what {
                0 if !remaining.is_empty() => {
                    let to = number % (remaining.len() + 1);
                    played.go(to).expect("all markings are kept");
                    remaining.truncate(to);
                }
                _ => remaining.push(choose(&mut played, number)),
            }
        }
        let mut replayed = game(GROWING, 1000);
        remaining.iter().for_each(|taken| choose_same(&mut replayed, taken));
        prop_assert_eq!(marking(&mut played), marking(&mut replayed));
        prop_assert!(played.way().eq(remaining.iter()));
        prop_assert_eq!(played.steps() as usize, remaining.len());
    }
}

/// The steps that can be gone to where another one cannot.
fn reach(went: Result<(), NoWay>) -> Result<(), (usize, usize)> {
    went.map_err(|why| match why {
        NoWay::TooFar(reach) => (reach.first, reach.last),
        NoWay::Failed(failure) => panic!("{}", failure.message),
    })
}

#[test]
fn what_was_undone_can_be_gone_to_until_another_step_is_taken() {
    let mut game = game(GROWING, 1000);
    let mut markings = vec![marking(&mut game)];
    for number in 0..60 {
        choose(&mut game, number * 7);
        markings.push(marking(&mut game));
    }
    for step in [3, 60, 0, 17] {
        game.go(step).expect("all markings are kept");
        assert_eq!(marking(&mut game), markings[step]);
    }
    choose(&mut game, 0);
    assert_eq!(reach(game.go(19)), Err((0, 18)));
}

#[test]
fn only_the_latest_markings_are_kept() {
    let mut game = game(GROWING, 10);
    for number in 0..50 {
        choose(&mut game, number);
    }
    assert_eq!(reach(game.go(40)), Err((41, 50)));
    game.go(41).expect("it is kept");
    // The steps are all there, to be saved.
    game.go(50).expect("it is kept");
    assert_eq!(game.way().count(), 50);
}

/// Every step makes values that never come again.
const FRESH: &str = "\
declarations: |
  colset N = int;
  colset T = int timed;
  colset L = list N;
  var n : N;
  var t : T;
  var l : L;
page: Top
places:
  Count: {colset: N, initial: 1`0}
  Timer: {colset: T, initial: 1`0}
  Last: {colset: L, initial: \"1`[]\"}
transitions:
  Go: {in: {Count: n, Timer: t, Last: l}, out: {Count: n + 1, Timer: t + n @+ 3, Last: \"[n, n * n, n + 7]\"}}
";

#[test]
fn a_run_of_any_length_keeps_only_the_values_of_late() {
    let net = load_text("net.yaml", FRESH, Path::new("."), "net", &[]).net;
    let engine = Engine::new(net.expect("no errors")).expect("an initial marking");
    let mut game = Game::new(&engine, 1, None);
    let mut most = 0;
    for _ in 0..100_000 {
        let enabled = game.enabled().expect("nothing fails")[0];
        game.occur(enabled).expect("nothing fails");
        most = most.max(game.worker().known());
        assert!(game.worker().memo_bytes() < 8 << 20);
    }
    // Each step adds some twenty words.
    assert!(most < 400_000, "{most} words");
}
