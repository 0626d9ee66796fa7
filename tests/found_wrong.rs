//! Answers that were once wrong, each by the net that showed it, through the commands that gave it.

use serde_json::Value;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use sweepnet::engine::Engine;
use sweepnet::explore::control::{Control, StopReason};
use sweepnet::explore::full::{Order, explore};
use sweepnet::explore::measure::Clock;
use sweepnet::explore::sweep::{Options, Sweep};
use sweepnet::net::load_text;
use tempfile::TempDir;

/// What a command did.
struct Run {
    code: i32,
    stdout: String,
    stderr: String,
}

/// A folder with one net.
struct Net(TempDir);

impl Net {
    fn new(text: &str) -> Net {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("net.yaml"), text).expect("written");
        Net(folder)
    }

    /// Runs a command on the net, within ten seconds of its own time limit where it has one.
    fn run(&self, command: &str, arguments: &[&str]) -> Run {
        let output = Command::new(env!("CARGO_BIN_EXE_sweepnet"))
            .current_dir(self.0.path())
            .args([command, "net.yaml"])
            .args(arguments)
            .output()
            .expect("the program starts");
        Run {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// The length of the trace that was found.
    fn steps_to(&self, predicate: &str, arguments: &[&str]) -> usize {
        let run = self.run(
            "explore",
            &[&["--json", "--trace", predicate], arguments].concat(),
        );
        assert_eq!(run.code, 0, "{predicate}: {}{}", run.stdout, run.stderr);
        let value: Value = serde_json::from_str(&run.stdout).expect("one JSON value");
        assert_eq!(value["stop_reason"], "found", "{predicate}");
        value["trace"].as_array().expect("a trace").len()
    }
}

/// Sends with a go-back-n window; `Wrong` stays empty as long as the window is less than the numbers.
const WINDOW: &str = "\
net: window
parameters: {n: 3000, w: 3, m: 5}
declarations: |
  colset N = int;
  colset P = record seq : int * ghost : int;
  colset Q = list P;
  var base, next, expected, a : N;
  var p : P;
  var q : Q;
  var acks : Q;
page: GBN
places:
  Base: {colset: N, initial: 0}
  Next: {colset: N, initial: 0}
  Expected: {colset: N, initial: 0}
  Data: {colset: Q, initial: '1`[]'}
  Acks: {colset: Q, initial: '1`[]'}
  Wrong: N
transitions:
  Send:
    guard: 'next < base + w andalso next < n andalso length q < 4'
    both: {Base: base}
    in: {Next: next, Data: q}
    out: {Next: next + 1, Data: 'q ^^ [{seq = next mod m, ghost = next}]'}
  Timeout: {both: {Base: base}, in: {Next: next}, out: {Next: base}}
  Lose: {in: {Data: 'p :: q'}, out: {Data: q}}
  Receive:
    guard: 'length acks < 4'
    in: {Data: 'p :: q', Expected: expected, Acks: acks}
    out:
      Data: q
      Expected: 'if #seq p = expected mod m then expected + 1 else expected'
      Acks: 'acks ^^ [{seq = expected mod m, ghost = if #seq p = expected mod m then expected + 1 else expected}]'
      Wrong: 'if #seq p = expected mod m andalso #ghost p <> expected then 1`expected else empty'
  Acknowledge:
    in: {Acks: 'p :: acks', Base: base, Next: next}
    out:
      Acks: acks
      Base: 'if #ghost p > base then #ghost p else base'
      Next: 'if #ghost p > next then #ghost p else next'
";

#[test]
fn a_simulation_of_a_correct_protocol_never_shows_what_it_cannot_do() {
    let net = Net::new(WINDOW);
    for seed in ["1", "2", "3", "4"] {
        let steps = ["--steps", "20000", "--seed", seed, "-q"];
        let run = net.run("simulate", &steps);
        let value = |place: &str| -> u64 {
            let line = run.stdout.lines().find(|line| line.contains(place));
            let line = line.unwrap_or_else(|| panic!("{place} in {}", run.stdout));
            let shown = line.rsplit('`').next().expect("a token");
            shown.trim().parse().expect("one number")
        };
        assert!(!run.stdout.contains("GBN'Wrong"), "{}", run.stdout);
        assert!(
            value("GBN'Base ") <= value("GBN'Expected "),
            "{}",
            run.stdout
        );
    }
}

/// A place gets more than 32 bits can count, at the second step, on an untimed and on a timed net.
const TOO_MANY: [&str; 3] = [
    "\
declarations: |
  colset N = int;
  var n : N;
places:
  A: {colset: N, initial: 1`0 ++ 1`1 ++ 1`2 ++ 1`3 ++ 1`4 ++ 1`5 ++ 1`6 ++ 1`7 ++ 1`8 ++ 1`9 ++ 1`10 ++ 4000000000`11}
  B: {colset: N, initial: 1`5}
  C: {colset: unit, initial: 1`()}
transitions:
  Start: {in: {C: ()}, out: {B: 11}}
  Go: {guard: n = 11, in: {A: n, B: n}, out: {A: 3000000000`n}}
",
    "\
declarations: |
  colset N = int;
  colset M = int timed;
  var n : N;
places:
  A: {colset: N, initial: 1`0 ++ 1`1 ++ 1`2 ++ 1`3 ++ 1`4 ++ 1`5 ++ 1`6 ++ 1`7 ++ 1`8 ++ 1`9 ++ 1`10 ++ 4000000000`11}
  B: {colset: M, initial: 1`11}
transitions:
  Go: {guard: n = 11, in: {A: n, B: n}, out: {A: 3000000000`n}, delay: 1}
",
    "\
places: {A: {colset: unit, initial: 1`()}}
transitions: {Go: {in: {A: ()}, out: {A: 3000000000`()}}}
",
];

#[test]
fn more_tokens_than_can_be_counted_end_every_search_and_simulation() {
    for text in TOO_MANY {
        let net = Net::new(text);
        let ways: [(&str, &[&str]); 5] = [
            ("explore", &[]),
            ("explore", &["--sweep", "1"]),
            ("explore", &["--threads", "2"]),
            ("query", &["-e", "NoOfNodes ()"]),
            ("simulate", &["--steps", "9"]),
        ];
        for (command, arguments) in ways {
            let run = net.run(command, arguments);
            let shown = format!("{command} {arguments:?}: {}{}", run.stdout, run.stderr);
            assert!(run.stderr.contains("E1402"), "{shown}");
            assert_ne!(run.code, 0, "{shown}");
        }
    }
}

#[test]
fn a_stamp_beyond_the_last_time_ends_every_search_and_simulation() {
    let net = Net::new(
        "\
declarations: |
  colset T = int with 0..9 timed;
  var n : T;
places: {A: {colset: T, initial: 1`0}}
transitions: {Go: {in: {A: n}, out: {A: n}, delay: 4611686018427387904}}
",
    );
    for command in ["explore", "simulate"] {
        let run = net.run(command, &[]);
        assert!(run.stderr.contains("E1401"), "{command}: {}", run.stderr);
        assert_ne!(run.code, 0);
    }
}

/// Fields that are not declared in the order of the alphabet.
const RECORDS: &str = "\
declarations: |
  colset R = record b : int * a : int;
  colset P = product R * bool;
  var r : R;
  var p : P;
page: Top
places:
  P: {colset: R, initial: '1`{a=1, b=2} ++ 1`{a=2, b=1}'}
  Q: R
  S: {colset: P, initial: '1`({a=1, b=2}, true) ++ 1`({a=2, b=1}, true)'}
transitions:
  T: {in: {P: r}, out: {Q: r}}
monitors:
  all: 'cf ({a=2,b=1}, P) + cf ({a=2,b=1}, Q)'
";

#[test]
fn multisets_of_records_are_what_the_language_says_whatever_the_order_of_their_fields() {
    let net = Net::new(RECORDS);
    let holding = [
        "cf ({a=1,b=2}, P) = 1 andalso cf ({a=2,b=1}, P) = 1",
        "P == 1`{a=1,b=2} ++ 1`{a=2,b=1}",
        "(P -- 1`{a=1,b=2}) == 1`{a=2,b=1}",
        "1`{a=2,b=1} <<= P andalso 1`{a=1,b=2} <<= P",
        "(P -- 1`{a=2,b=1}) ++ 1`{a=2,b=1} = P",
        "cf (({a=1,b=2}, true), S) + cf (({a=2,b=1}, true), S) = 2",
    ];
    for predicate in holding {
        assert_eq!(net.steps_to(predicate, &[]), 0, "{predicate}");
        assert_eq!(net.steps_to(predicate, &["--sweep", "1"]), 0, "{predicate}");
    }
    assert_eq!(
        net.steps_to("cf ({a=1,b=2}, Q) + cf ({a=2,b=1}, Q) = 2", &[]),
        2
    );
    let run = net.run("simulate", &["--json", "--seed", "1"]);
    let value: Value = serde_json::from_str(&run.stdout).expect("one JSON value");
    let all = value["monitors"].as_array().expect("monitors")[0].clone();
    assert_eq!(
        (all["min"].as_f64(), all["max"].as_f64()),
        (Some(1.0), Some(1.0)),
        "{all}"
    );
}

#[test]
fn what_a_search_found_last_is_not_lost_and_its_way_is_a_shortest_one() {
    let chain = Net::new(
        "\
declarations: |
  var n : int;
places: {A: {colset: int, initial: 0}}
transitions:
  Inc: {in: {A: n}, out: {A: n + 1}, guard: n < 4}
  Jump: {in: {A: n}, out: {A: n + 2}, guard: n < 4}
",
    );
    for (number, steps) in [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3)] {
        let predicate = format!("cf ({number}, A) = 1");
        for arguments in [&[][..], &["--threads", "2"]] {
            assert_eq!(chain.steps_to(&predicate, arguments), steps, "{predicate}");
        }
    }
    let lost = Net::new(
        "\
declarations: |
  colset N = int;
  var x : N;
page: P
places: {S: {colset: N, initial: 0}}
transitions:
  A: {in: {S: x}, out: {S: case x of 0 => 1 | 1 => 3 | _ => 4}}
  B: {in: {S: x}, out: {S: 2}}
",
    );
    for (number, steps) in [(1, 1), (2, 1), (3, 2), (4, 2)] {
        let predicate = format!("ms_to_col P'S = {number}");
        assert_eq!(lost.steps_to(&predicate, &[]), steps, "{predicate}");
    }
    let longer = Net::new(
        "\
declarations: |
  colset P = int with 1..3;
  colset OWNER = int with 0..3;
  var i : P;
  var x : OWNER;
page: F
places: {Idle: {colset: P, initial: P.all ()}, Writing: P, Waiting: P, Critical: P, Owner: {colset: OWNER, initial: 0}}
transitions:
  Read: {in: {Idle: i}, both: {Owner: 0}, out: {Writing: i}}
  Write: {in: {Writing: i, Owner: x}, out: {Waiting: i, Owner: i}}
  Enter: {in: {Waiting: i}, both: {Owner: i}, out: {Critical: i}}
  Back: {guard: x <> i, in: {Waiting: i}, both: {Owner: x}, out: {Idle: i}}
  Leave: {in: {Critical: i, Owner: x}, out: {Idle: i, Owner: 0}}
",
    );
    assert_eq!(longer.steps_to("size F'Critical > 1", &[]), 6);
}

/// A net with real time.
const REAL: &str = "\
time: real
declarations: |
  colset T = int with 0..3 timed;
  var n : T;
page: Top
places: {A: {colset: T, initial: 1`0}}
transitions: {Go: {guard: n < 2, in: {A: n}, out: {A: n + 1}, delay: 1.5}}
";

#[test]
fn times_of_real_nets_are_real_numbers_everywhere() {
    let net = Net::new(REAL);
    let asked = [
        "-e",
        "CreationTime 3",
        "-e",
        "NodeDescriptor 3",
        "-e",
        "OccurrenceTime 2",
    ];
    let run = net.run("query", &asked);
    assert!(
        run.stdout.contains("val it = 1.5 : real"),
        "{}{}",
        run.stdout,
        run.stderr
    );
    assert!(
        run.stdout.contains("time 1.5\\nTop'A 1: 1`2@3.0"),
        "{}",
        run.stdout
    );
    let run = net.run(
        "explore",
        &["--sweep", "clock", "--log", "log.csv", "--report", "r.txt"],
    );
    assert!(
        run.stdout.contains("- time 1.5\n    Top'A 1`2@3.0"),
        "{}",
        run.stdout
    );
    let read = |name: &str| std::fs::read_to_string(net.0.path().join(name)).expect("written");
    let progress: Vec<String> = (read("log.csv").lines().skip(1))
        .map(|line| line.split(',').nth(2).expect("a column").to_string())
        .collect();
    assert_eq!(progress, ["0.0", "1.5"]);
    assert!(!read("r.txt").contains("1500000"), "{}", read("r.txt"));
}

#[test]
fn a_search_whose_evaluations_are_interrupted_ends() {
    let text = "\
declarations: |
  colset N = int timed;
  var n : N;
  fun slow 0 = true | slow k = slow (k - 1);
page: Top
places: {A: {colset: N, initial: 0}}
transitions: {T: {guard: slow 1000000, in: {A: n}, out: {A: n + 1}, delay: 1}}
";
    let engine = || {
        let net = load_text("net.yaml", text, Path::new("."), "net", &[]).net;
        let mut net = net.expect("no errors");
        // Only the evaluations know the flag: no limit of the search does.
        net.session.set_interrupt(Arc::new(AtomicUsize::new(1)));
        Engine::new(net).expect("an initial marking")
    };
    for threads in [1, 2] {
        let mut control = Control::default();
        (control.threads, control.parallel_from) = (threads, 1);
        let space = explore(engine(), &mut control, Order::Breadth, None).expect("no mistake");
        assert_eq!((space.stop, space.frontier), (StopReason::Interrupted, 1));
        let measure = Box::new(Clock);
        let mut sweep = Sweep::new(engine(), measure, None, Options::default(), threads)
            .expect("an initial marking");
        let reason = sweep.run(&mut Control::default()).expect("no mistake");
        assert_eq!(reason, StopReason::Interrupted);
    }
}

#[test]
fn a_marking_with_later_steps_is_not_dead_and_the_path_to_an_error_keeps_to_its_time() {
    let net = Net::new(
        "\
declarations: |
  colset T = int timed;
  colset U = int;
  var n : int;
places:
  A: {colset: U, initial: 1`0}
  B: {colset: T}
  Y: {colset: U}
  Z: {colset: U}
transitions:
  Late: {in: {A: n}, out: {B: n}, delay: 100}
  Fails: {in: {B: n}, out: {Z: 1 div n}}
  First: {in: {A: n}, out: {Y: n}}
  Second: {in: {Y: n}, out: {Y: n + 1}, guard: n < 4}
  Bad: {in: {Y: n}, out: {Z: n mod (n - n)}, guard: n = 3}
",
    );
    let run = net.run("explore", &["--until-time", "50"]);
    assert!(
        run.stdout.contains("Second") && !run.stdout.contains("Late"),
        "{}",
        run.stdout
    );
    let sound = Net::new(
        "\
declarations: |
  colset T = int timed;
  colset U = int;
  var n : int;
places: {A: {colset: U, initial: 1`0}, B: T, D: U, E: T}
transitions:
  Right: {in: {A: n}, out: {D: n}}
  Left: {in: {A: n}, out: {B: n}, delay: 100}
  Go: {in: {B: n}, out: {E: n}}
",
    );
    let dead = sound.run(
        "explore",
        &["--until-time", "50", "--trace", "dead andalso size E = 7"],
    );
    assert!(dead.stdout.contains("1 dead marking:"), "{}", dead.stdout);
    let found = sound.run(
        "explore",
        &["--until-time", "50", "--trace", "dead andalso size D = 0"],
    );
    assert!(
        found.stdout.contains("no marking satisfies"),
        "{}",
        found.stdout
    );
}

#[test]
fn a_strict_sweep_shows_its_step_also_at_a_limit() {
    let net = Net::new(
        "\
declarations: |
  colset U = int;
  var n : int;
places: {A: {colset: U, initial: 1`0}, B: {colset: U, initial: 1`0}}
transitions:
  Go: {in: {A: n}, out: {A: n+1}, guard: n < 1000000}
  Fall: {in: {A: n, B: 0}, out: {A: n}, guard: n = 100}
",
    );
    let run = net.run(
        "explore",
        &["--sweep", "size B", "--strict", "--max-states", "5000"],
    );
    assert_eq!(run.code, 1, "{}", run.stdout);
    assert!(run.stdout.contains("Fall {n=100}"), "{}", run.stdout);
}

#[test]
fn a_name_that_the_language_cannot_write_has_one_that_it_can() {
    let net = Net::new(
        "\
declarations: |
  colset N = int with 0..2;
  var n : N;
page: Top
places: {é: {colset: N, initial: 1`0}}
transitions: {ü 1: {in: {é: n}, out: {é: (n + 1) mod 3}}}
",
    );
    let run = net.run("query", &["-e", "NoOfNodes ()", "-e", "Mark.Top'_ 1 2"]);
    assert!(run.stdout.contains("val it = 3 : int"), "{}", run.stderr);
    assert!(
        run.stdout.contains("val it = 1`1 : int ms"),
        "{}{}",
        run.stdout,
        run.stderr
    );
}

#[test]
fn layers_that_are_kept_for_long_cost_nothing_more() {
    let text = |most: u32| {
        format!(
            "\
declarations: |
  colset N = int;
  var n : N;
places: {{A: {{colset: N, initial: 1`0}}}}
transitions: {{T: {{guard: n < {most}, in: {{A: n}}, out: {{A: n + 1}}}}}}
"
        )
    };
    let seconds = |collect: &str| {
        let start = std::time::Instant::now();
        let sweep = ["--sweep", "ms_to_col A", "--gc", collect];
        let run = Net::new(&text(60_000)).run("explore", &sweep);
        assert!(run.stdout.contains("60,001 states"), "{}", run.stdout);
        start.elapsed().as_secs_f64()
    };
    // It took a hundred times as long where every layer looked at all passed ones.
    let best = |collect: &str| (0..3).map(|_| seconds(collect)).fold(f64::MAX, f64::min);
    let (kept, deleted) = (best("100000000"), best("1"));
    assert!(kept < 5.0 * deleted + 1.0, "{kept} s against {deleted} s");
}

#[test]
fn dead_markings_and_steps_that_are_shown_are_the_same_whatever_the_threads_do() {
    let net = Net::new(
        "\
declarations: |
  colset N = int with 0..19;
  colset M = int;
  var a, b, c : N;
  var m : M;
page: Top
places:
  In: {colset: N, initial: N.all ()}
  Out: M
  Count: {colset: M, initial: 0}
transitions:
  Take: {guard: m < 4, in: {In: a, Count: m}, out: {Out: 31 * a - m * m, Count: m + 1}}
",
    );
    let shown = |arguments: &[&str]| {
        let run = net.run("explore", arguments);
        assert_eq!(run.stderr, "");
        run.stdout
    };
    let full = shown(&[]);
    assert!(full.contains("dead markings"), "{full}");
    let swept = shown(&["--sweep", "~ (size Top'In)"]);
    let dead = |text: &str| -> Vec<String> {
        let lines = text
            .lines()
            .skip_while(|line| !line.contains("dead markings"));
        lines
            .take_while(|line| !line.is_empty())
            .map(str::to_string)
            .collect()
    };
    assert_eq!(dead(&full), dead(&swept));
    for _ in 0..3 {
        assert_eq!(shown(&["--threads", "2"]), full);
        assert_eq!(
            shown(&["--threads", "3", "--sweep", "~ (size Top'In)"]),
            swept
        );
    }
    let strict = ["--sweep", "size Top'In mod 7", "--strict"];
    let fall = shown_with_code(&net, &strict, 1);
    for _ in 0..3 {
        let threads = [&strict[..], &["--threads", "2"]].concat();
        assert_eq!(shown_with_code(&net, &threads, 1), fall);
    }
}

fn shown_with_code(net: &Net, arguments: &[&str], code: i32) -> String {
    let run = net.run("explore", arguments);
    assert_eq!(run.code, code, "{}{}", run.stdout, run.stderr);
    run.stdout
}
