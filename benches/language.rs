//! The language's speed beside Poly/ML's native code, in one run, as ratios of CPU time; and how often a guard can be evaluated.
//!
//! Each program in `benches/programs` declares `work : unit -> int`, the value it must give (`expected`) and how many rounds make a measurable time. Both sides
//! time only the rounds: Sweepnet in this process, Poly/ML with its own CPU timer. Best of five. Run with `cargo bench --bench language`.

use cpu_time::ProcessTime;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;
use sweepnet_lang::session::{Compiled, Dialect, Event, Session};

const PROGRAMS: &[&str] = &[
    "fib",
    "queens",
    "mergesort",
    "strings",
    "records",
    "multisets",
];
const REPEATS: usize = 5;

fn main() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/programs");
    let read = |name: &str| {
        std::fs::read_to_string(format!("{folder}/{name}.sml")).expect("a benchmark program")
    };
    println!(
        "{:<12}{:>14}{:>14}{:>9}",
        "program", "Sweepnet", "Poly/ML", "ratio"
    );
    for name in PROGRAMS {
        let program = read(name);
        let own = sweepnet(&program);
        let prelude = if *name == "multisets" {
            read("multisets-poly")
        } else {
            String::new()
        };
        match poly(&format!("{prelude};\n{program}")) {
            Some(theirs) => println!(
                "{name:<12}{:>11.3} ms{:>11.3} ms{:>8.2}x",
                millis(own),
                millis(theirs),
                own.as_secs_f64() / theirs.as_secs_f64()
            ),
            None => println!(
                "{name:<12}{:>11.3} ms   (poly is not installed)",
                millis(own)
            ),
        }
    }
    guard();
    start();
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn best(mut work: impl FnMut()) -> Duration {
    (0..REPEATS)
        .map(|_| {
            let start = ProcessTime::now();
            work();
            start.elapsed()
        })
        .min()
        .unwrap_or_default()
}

/// CPU time of one round.
fn sweepnet(program: &str) -> Duration {
    let mut session = Session::new(Dialect::Sml);
    let outcome = session.run("program", program);
    assert!(!outcome.failed(), "{:?}", outcome.diagnostics);
    let rounds = constant(&outcome.events, "rounds") as u32;
    let expected = constant(&outcome.events, "expected");
    let work = session
        .compile("work", &[], "work ()", false)
        .expect("`work` is declared");
    let Compiled(work) = work;
    best(|| {
        for _ in 0..rounds {
            assert_eq!(
                session.vm.call(work, &[]).expect("a value") as i64,
                expected
            );
        }
    }) / rounds
}

fn constant(events: &[Event], wanted: &str) -> i64 {
    let found = events.iter().find_map(|event| match event {
        Event::Bound { name, value, .. } if name == wanted => value.parse().ok(),
        _ => None,
    });
    found.expect("a constant of the program")
}

/// CPU time of one round in Poly/ML, if it is installed.
fn poly(program: &str) -> Option<Duration> {
    let driver = format!(
        "{program};
        fun repeat 0 = () | repeat n = (if work () = expected then () else raise Fail \"wrong\"; repeat (n - 1));
        fun measure () = let val t = Timer.startCPUTimer () val _ = repeat rounds val {{usr, sys}} = Timer.checkCPUTimer t
          in Time.toMicroseconds (Time.+ (usr, sys)) end;
        fun least (0, best) = best | least (n, best) = least (n - 1, LargeInt.min (best, measure ()));
        print (\"microseconds \" ^ LargeInt.toString (least ({REPEATS}, 1000000000) * 1000 div LargeInt.fromInt rounds) ^ \"\\n\");"
    );
    let mut child = Command::new("poly")
        .arg("-q")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(driver.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let nanos = text
        .lines()
        .find_map(|l| l.trim().strip_prefix("microseconds "))?;
    Some(Duration::from_nanos(nanos.trim().parse().ok()?))
}

/// Evaluations a second of a compiled guard over bound variables.
fn guard() {
    let mut session = Session::new(Dialect::Cpn);
    let text = "((x*3+y) mod 7 < z) andalso x <> y";
    let params = [("x", "int"), ("y", "int"), ("z", "int")];
    let Compiled(guard) = session
        .compile("guard", &params, text, true)
        .expect("a guard");
    let count = 10_000_000;
    let mut holds = 0;
    let time = best(|| {
        holds = 0;
        for i in 0..count {
            holds += session.vm.call(guard, &[i & 15, 3, 4]).expect("a value");
        }
    });
    assert_eq!(holds, count / 16 * 9);
    let rate = count as f64 / time.as_secs_f64();
    println!(
        "guard {text}: {:.1} million evaluations a second",
        rate / 1e6
    );
}

/// Time until a session with the library is ready.
fn start() {
    let time = best(|| drop(Session::new(Dialect::Sml)));
    println!(
        "start of a session, library included: {:.1} ms",
        millis(time)
    );
}
