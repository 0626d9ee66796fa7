//! No program, however large, deep or endless, makes the language crash or hang: each ends in a value or in a clear error.
//!
//! Each case runs in a process of its own, in a thread with the 2 MB of stack that Rust gives by default, so that a stack overflow, a panic or a hang fails that one
//! test. It must be done within 5 seconds and 2 GB. A machine that is slower than most, or busy with something else, gets as much more time as a plain loop takes longer there.

use libtest_mimic::{Arguments, Failed, Trial};
use std::fmt::Write;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use sweepnet_lang::session::{Dialect, Event, Outcome, Session};

const SECONDS: u64 = 5;
/// A plain loop, and the longest that it takes on a machine that gets no more time than others.
const LOOP: &str = "fun loop n = if n = 0 then 0 else loop (n - 1); loop 10000000;";
const LOOP_TIME: Duration = Duration::from_millis(70);
const MEGABYTES: u64 = 2048;
/// Megabytes that the program itself may need, beside the values of the evaluation.
const PROGRAM: u64 = 150;
const STACK: usize = 2 << 20;
const CASE: &str = "LIMITS_CASE";

fn main() -> ExitCode {
    if let Ok(name) = std::env::var(CASE) {
        let case = cases().into_iter().find(|case| case.name == name);
        return case.expect("a known case").run();
    }
    let arguments = Arguments::from_args();
    let trial = |case: Case| Trial::test(case.name, move || in_child(case.name));
    libtest_mimic::run(&arguments, cases().into_iter().map(trial).collect()).exit_code()
}

/// Runs a case in a child process, which is stopped when it takes far too long.
fn in_child(name: &str) -> Result<(), Failed> {
    let mut child = Command::new(std::env::current_exe()?)
        .env(CASE, name)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()?;
    let start = Instant::now();
    while child.try_wait()?.is_none() {
        if start.elapsed() > Duration::from_secs(8 * SECONDS) {
            child.kill()?;
        }
        thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output()?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!(
            "{}: {}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        )
        .into()),
    }
}

struct Case {
    name: &'static str,
    text: Box<dyn Fn() -> String + Send>,
    expected: Expected,
    /// Megabytes the evaluation may use; Sweepnet's own default if there is none.
    memory: Option<usize>,
    /// The time limit that the evaluation is given. It must end within a second more.
    seconds: Option<u64>,
    dialect: Dialect,
}

enum Expected {
    /// The last value.
    Value(String),
    /// The code of the one error.
    Error(&'static str),
    /// A value or an error: which one is not the point.
    Any,
}

impl Case {
    fn run(self) -> ExitCode {
        let body = move || {
            let mut session = Session::new(self.dialect);
            if let Some(megabytes) = self.memory {
                session.limits.memory = megabytes << 20;
            }
            let text = (self.text)();
            let before = slowness();
            if let Some(seconds) = self.seconds {
                let flag = Arc::new(AtomicUsize::new(0));
                session.set_interrupt(flag.clone());
                thread::spawn(move || {
                    thread::sleep(Duration::from_secs(seconds));
                    flag.store(2, Ordering::Relaxed);
                });
            }
            let (outcome, spent) = timed(|| session.run("limits.sml", &text));
            let slow = before.max(slowness());
            self.judge(&outcome, spent.div_f64(slow))
        };
        let thread = thread::Builder::new().stack_size(STACK).spawn(body);
        let result = thread.expect("a thread").join();
        match result {
            Ok(Ok(())) => ExitCode::SUCCESS,
            Ok(Err(complaint)) => {
                eprintln!("{complaint}");
                ExitCode::FAILURE
            }
            Err(_) => ExitCode::from(101),
        }
    }

    fn judge(&self, outcome: &Outcome, spent: Duration) -> Result<(), String> {
        let errors: Vec<_> = outcome
            .diagnostics
            .iter()
            .filter(|d| d.is_error())
            .collect();
        let told = || {
            let told: Vec<String> = errors
                .iter()
                .take(3)
                .map(|d| format!("{} {}", d.code, d.message))
                .collect();
            told.join("\n")
        };
        match (&self.expected, outcome.events.last()) {
            (Expected::Value(expected), Some(Event::Bound { value, .. }))
                if errors.is_empty() && value == expected => {}
            (Expected::Value(expected), last) => {
                let found = match last {
                    Some(Event::Bound { value, .. }) => value.chars().take(200).collect(),
                    _ => String::from("nothing"),
                };
                return Err(format!(
                    "expected {expected}, found {found}; errors: {}",
                    told()
                ));
            }
            (Expected::Error(code), _) if errors.len() == 1 && errors[0].code == *code => {}
            (Expected::Error(code), _) => {
                return Err(format!(
                    "expected one error {code}, found {}: {}",
                    errors.len(),
                    told()
                ));
            }
            (Expected::Any, _) => {}
        }
        let seconds = self.seconds.map_or(SECONDS, |seconds| seconds + 1);
        if spent > Duration::from_secs(seconds) {
            return Err(format!("took {spent:?}, more than {seconds} s. {}", told()));
        }
        let most = self
            .memory
            .map_or(MEGABYTES, |limit| limit as u64 + PROGRAM);
        match peak_megabytes() {
            Some(peak) if peak > most => {
                Err(format!("needed {peak} MB, more than {most}. {}", told()))
            }
            _ => Ok(()),
        }
    }
}

/// How many times longer a plain loop takes now than it may.
fn slowness() -> f64 {
    let mut session = Session::new(Dialect::Sml);
    let (_, needed) = timed(|| session.run("loop.sml", LOOP));
    (needed.as_secs_f64() / LOOP_TIME.as_secs_f64()).max(1.0)
}

/// Does something, and tells how long it took.
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let before = processor_time();
    let done = work();
    let spent = match (before, processor_time()) {
        (Some(before), Some(after)) => after - before,
        _ => start.elapsed(),
    };
    (done, spent)
}

/// The time this thread was on a processor, where the system tells it: tests that run beside it do not count.
fn processor_time() -> Option<Duration> {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = statistics.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

/// The most memory this process had, where the system tells it.
fn peak_megabytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1024)
}

type Text = fn() -> String;

fn value(name: &'static str, expected: &str, text: Text) -> Case {
    case(name, Expected::Value(expected.to_string()), text)
}

fn error(name: &'static str, code: &'static str, text: Text) -> Case {
    case(name, Expected::Error(code), text)
}

fn ends(name: &'static str, text: Text) -> Case {
    case(name, Expected::Any, text)
}

fn case(name: &'static str, expected: Expected, text: Text) -> Case {
    Case {
        name,
        text: Box::new(text),
        expected,
        memory: None,
        seconds: None,
        dialect: Dialect::Sml,
    }
}

/// `open` so many times, the middle, `close` so many times.
fn nested(depth: usize, open: &str, middle: &str, close: &str) -> String {
    format!("{}{middle}{};", open.repeat(depth), close.repeat(depth))
}

/// The parts for 0, 1, … joined.
fn joined(count: usize, separator: &str, part: impl Fn(usize) -> String) -> String {
    let parts: Vec<String> = (0..count).map(part).collect();
    parts.join(separator)
}

fn cases() -> Vec<Case> {
    let mut cases = deep_programs();
    cases.extend(large_programs());
    cases.extend(evaluation());
    cases.extend(large_values());
    cases.extend(types());
    cases.extend(shared_parts());
    cases.extend(colour_sets());
    cases.extend(large_numbers());
    cases
}

/// `val x0 = first val x1 = (x0, x0) …`, so many times.
fn doubled(name: &str, first: &str, times: usize) -> String {
    let rest = joined(times, "", |n| {
        format!("val {name}{} = ({name}{n}, {name}{n});\n", n + 1)
    });
    format!("val {name}0 = {first};\n{rest}")
}

/// Types and values that are small as graphs and exponential as trees.
fn shared_parts() -> Vec<Case> {
    let cpn = |name, expected: &str, text: Text| Case {
        dialect: Dialect::Cpn,
        ..value(name, expected, text)
    };
    let timed = |name, text: Text| Case {
        seconds: Some(1),
        ..ends(name, text)
    };
    vec![
        ends("two shared types: unified", || {
            let (a, b) = (doubled("a", "1", 60), doubled("b", "2", 60));
            format!("{a}{b} if true then a60 else b60;")
        }),
        value("two shared types: compared", "false", || {
            let (a, b) = (doubled("a", "1", 60), doubled("b", "2", 60));
            format!("{a}{b} a60 = b60;")
        }),
        ends("a shared type: printed", || {
            format!("{} fun f x = (x, a40); f;", doubled("a", "1", 40))
        }),
        ends("a shared type: in a message", || {
            format!("{} a60 + 1;", doubled("a", "1", 60))
        }),
        ends("a shared type: in an overloaded application", || {
            let (a, b) = (doubled("a", "1", 40), doubled("b", "2", 40));
            format!("{a}{b} fun f x = x + x; f a40; a40 < b40;")
        }),
        value("a shared type: in a datatype", "true", || {
            let chain = joined(60, "\n", |n| format!("type t{} = t{n} * t{n}", n + 1));
            format!("type t0 = int\n{chain} datatype d = D of t60 | E; E = E;")
        }),
        cpn("shared values: in a multi-set", "2", || {
            let (a, b) = (doubled("a", "1", 60), doubled("b", "2", 60));
            format!("{a}{b} size (1`a60 ++ 1`b60);")
        }),
        cpn("shared values: equal ones in a multi-set", "2`1", || {
            let (a, b) = (doubled("a", "1", 60), doubled("b", "1", 60));
            let same = "val m = 1`a60 ++ 1`b60;";
            format!("{a}{b} {same} 2`(if m == 2`a60 then 1 else 2);")
        }),
        value("shared values: compared often", "true", || {
            let tree = "datatype t = L | N of t * t;";
            let make = "fun f 0 = L | f n = let val x = f (n - 1) in N (x, x) end;";
            format!(
                "{tree} {make} val xs = List.tabulate (1000, fn _ => f 60); List.all (fn x => x = f 60) xs;"
            )
        }),
        Case {
            dialect: Dialect::Cpn,
            ..timed("large values: sorted over and over", || {
                let make = "fun f 0 = [] | f n = n :: f (n - 1);";
                let sort =
                    "fun g n = g (size (list_to_ms (List.tabulate (200, fn i => f 20000))));";
                format!("{make} {sort} g 1;")
            })
        },
        timed("large values: compared over and over", || {
            let make = "val (a, b) = (List.tabulate (1000000, fn n => n), List.tabulate (1000000, fn n => n));";
            format!("{make} fun f n = if a = b then f (n + 1) else n; f 1;")
        }),
        timed("long strings: compared over and over", || {
            let make = "fun s 0 = \"a\" | s n = s (n - 1) ^ s (n - 1); val (a, b) = (s 20, s 20);";
            format!("{make} fun f n = if a < b then n else f (n + 1); f 1;")
        }),
        timed("long strings: joined over and over", || {
            let make = "fun s 0 = \"a\" | s n = let val t = s (n - 1) in t ^ t end; val a = s 24;";
            format!("{make} fun f n = f (n + size (a ^ a)); f 1;")
        }),
        timed("40,000 declarations of ever deeper types", || {
            format!("structure S = struct {} end;", doubled("a", "1", 40_000))
        }),
    ]
}

/// Colour sets with many or large values.
fn colour_sets() -> Vec<Case> {
    let limited = |name, text: Text| Case {
        memory: Some(200),
        dialect: Dialect::Cpn,
        ..error(name, "E0703", text)
    };
    vec![
        limited("all lists up to 60,000 of one value", || {
            "colset U = unit; colset L = list U with 0..60000; L.all ();".into()
        }),
        limited("all strings up to 80,000 of one letter", || {
            "colset S = string with \"a\"..\"a\" and 0..80000; S.all ();".into()
        }),
        limited("all values of a wide product", || {
            let parts = joined(60, " * ", |_| "U".into());
            format!(
                "colset U = unit; colset I = int with 1..1200000; colset P = product I * {parts}; P.all ();"
            )
        }),
        limited("a union of many long lists", || {
            "colset U = unit; colset L = list U with 0..60000; colset V = union a : L + b; V.all ();".into()
        }),
        Case {
            dialect: Dialect::Cpn,
            seconds: Some(1),
            ..error("a subset of very many values", "E0704", || {
                "fun even n = n mod 2 = 0; colset I = int with 1..5000000; colset S = subset I by even; S.size () + S.size () + S.size () + S.size () + S.size ();".into()
            })
        },
    ]
}

/// Integers of millions of digits, which take long to divide and to print.
fn large_numbers() -> Vec<Case> {
    let timed = |name, text: Text| Case {
        seconds: Some(1),
        ..ends(name, text)
    };
    vec![
        timed("quotient of millions of digits", || {
            "IntInf.pow (3, 20000000) div IntInf.pow (7, 5000000);".into()
        }),
        timed("remainder of millions of digits", || {
            "val (a, b) = (IntInf.pow (3, 40000000), IntInf.pow (7, 10000000)); a mod b + IntInf.rem (a, b);".into()
        }),
        timed("product of millions of digits", || {
            "fun f (a : IntInf.int) n = if n = 0 then a else f (a * a) (n - 1); IntInf.log2 (f 3 26);".into()
        }),
        timed("text of millions of digits", || {
            "size (IntInf.toString (IntInf.pow (3, 20000000)));".into()
        }),
        timed("number from a text of millions of digits", || {
            "fun s 0 = \"7\" | s n = let val t = s (n - 1) in t ^ t end; IntInf.log2 (valOf (IntInf.fromString (s 24)));".into()
        }),
        timed("value of millions of digits, printed", || {
            "IntInf.pow (3, 20000000);".into()
        }),
        value("quotient and remainder make up the whole", "true", || {
            "val (a, b) = (IntInf.pow (3, 400000), IntInf.pow (7, 100000)); val (q, r) = (a div ~b, a mod ~b); q * ~b + r = a andalso r <= 0 andalso r > ~b;".into()
        }),
        value("text and number agree", "true", || {
            "val a = IntInf.pow (3, 200000); IntInf.fromString (IntInf.toString a) = SOME a;".into()
        }),
    ]
}

const DEEP: usize = 100_000;

/// Programs nested deeper than anyone writes. Whether the depth is refused or not is Sweepnet's choice.
fn deep_programs() -> Vec<Case> {
    vec![
        ends("deep parentheses", || nested(DEEP, "(", "1", ")")),
        ends("deep parentheses, never closed", || "(".repeat(DEEP)),
        ends("deep parentheses, never opened", || ")".repeat(DEEP)),
        ends("deep lists", || nested(DEEP, "[", "", "]")),
        ends("deep tuples", || nested(DEEP, "(1,", "1", ")")),
        ends("deep records", || nested(DEEP, "{a=", "1", "}")),
        ends("deep lets", || {
            nested(DEEP, "let val x = 1 in ", "x", " end")
        }),
        ends("deep lets in bindings", || {
            nested(DEEP, "let val x = ", "1", " in x end")
        }),
        ends("deep ifs", || nested(DEEP, "if true then ", "1", " else 2")),
        ends("deep else ifs", || {
            nested(DEEP, "if false then 1 else ", "2", "")
        }),
        ends("deep fns", || nested(DEEP, "fn x => ", "x", "")),
        ends("deep cases", || nested(DEEP, "case 1 of _ => ", "1", "")),
        ends("deep handlers", || {
            nested(DEEP, "(", "1", " handle _ => 2)")
        }),
        ends("deep raises", || nested(DEEP, "raise ", "Div", "")),
        ends("deep applications", || nested(DEEP, "not (", "true", ")")),
        ends("deep negations", || nested(DEEP, "~ ", "1", "")),
        ends("deep selections", || nested(DEEP, "#a ", "x", "")),
        ends("deep sequences", || nested(DEEP, "((); ", "1", ")")),
        ends("deep constraints", || nested(DEEP, "(", "1", " : int)")),
        ends("deep patterns", || {
            format!("fn {}", nested(DEEP, "(", "x", ")").replace(';', " => 1;"))
        }),
        ends("deep list patterns", || {
            format!("fn {}", nested(DEEP, "[", "_", "]").replace(';', " => 1;"))
        }),
        ends("deep constructor patterns", || {
            format!(
                "fn {}",
                nested(DEEP, "SOME (", "_", ")").replace(';', " => 1;")
            )
        }),
        ends("deep layered patterns", || {
            format!(
                "fn {}",
                nested(DEEP, "x as (", "_", ")").replace(';', " => 1;")
            )
        }),
        ends("deep types", || {
            format!("type t = {}", nested(DEEP, "(", "int", ")"))
        }),
        ends("deep type arrows", || {
            format!("type t = {}", nested(DEEP, "int -> ", "int", ""))
        }),
        ends("deep type constructors", || {
            format!("type t = int{};", " list".repeat(DEEP))
        }),
        ends("deep structures", || {
            nested(DEEP, "structure S = struct ", "val x = 1", " end")
        }),
        ends("deep locals", || {
            nested(DEEP, "local val x = 1 in ", "val y = 2", " end")
        }),
        ends("deep comments", || nested(DEEP, "(*", "", "*)")),
    ]
}

/// Programs larger than anyone writes. Some may be refused as too large, which is Sweepnet's choice; the others must work.
fn large_programs() -> Vec<Case> {
    vec![
        value("string constant of 50 MB", "52428800", || {
            format!("size \"{}\";", "a".repeat(50 << 20))
        }),
        ends("integer constant of 1 MB", || {
            format!("{};", "9".repeat(1 << 20))
        }),
        ends("real constant of 1 MB", || {
            format!("{}.5;", "9".repeat(1 << 20))
        }),
        value("identifier of 1 MB", "3", || {
            let name = "x".repeat(1 << 20);
            format!("val {name} = 3; {name} + 0;")
        }),
        value("comment of 50 MB", "1", || {
            format!("(*{}*) 1;", "* ".repeat(25 << 20))
        }),
        value("100,000 declarations", "99999", || {
            let declarations = joined(100_000, "", |n| format!("val x{n} = {n};\n"));
            format!("{declarations} x99999;")
        }),
        ends("100,000 declarations in one let", || {
            let declarations = joined(100_000, "\n", |n| format!("val x{n} = {n}"));
            format!("let {declarations} in x99999 end;")
        }),
        value("10,000 functions that call each other", "10000", || {
            let functions = joined(10_000, "\nand ", |n| format!("f{n} x = f{} (x + 1)", n + 1));
            format!("fun {functions} and f10000 x = x; f0 0;")
        }),
        ends("300 curried parameters", || {
            let parameters = joined(300, " ", |n| format!("x{n}"));
            let sum = joined(300, " + ", |n| format!("x{n}"));
            let arguments = joined(300, " ", |n| n.to_string());
            format!("fun f {parameters} = {sum}; f {arguments};")
        }),
        value("tuple with 1,000 components", "1000", || {
            format!("#1000 ({});", joined(1000, ",", |n| (n + 1).to_string()))
        }),
        value("record with 1,000 fields", "999", || {
            format!("#x999 {{{}}};", joined(1000, ",", |n| format!("x{n}={n}")))
        }),
        value("case with 5,000 rows", "4999", || {
            let rows = joined(5000, " | ", |n| format!("{} => {n}", n * 3));
            format!("fun f x = case x of {rows} | _ => ~1; f 14997;")
        }),
        value("case with 5,000 rows of strings", "4999", || {
            let rows = joined(5000, " | ", |n| format!("\"s{n}\" => {n}"));
            format!("fun f x = case x of {rows} | _ => ~1; f \"s4999\";")
        }),
        value("datatype with 5,000 constructors", "4999", || {
            let constructors = joined(5000, " | ", |n| format!("C{n}"));
            let rows = joined(5000, " | ", |n| format!("f C{n} = {n}"));
            format!("datatype t = {constructors}; fun {rows}; f C4999;")
        }),
        ends("case whose columns multiply", || {
            let rows = joined(20, " | ", |n| {
                let columns = joined(20, ",", |c| if c == n { "true".into() } else { "_".into() });
                format!("({columns}) => {n}")
            });
            format!("fn x => case x of {rows} | _ => 20;")
        }),
        value("list of 10,000 constants", "10000", || {
            format!("length [{}];", joined(10_000, ",", |n| n.to_string()))
        }),
        value("chain of 9,000 ::", "9000", || {
            format!("length ({} nil);", "1 :: ".repeat(9000))
        }),
        value("chain of 9,000 +", "9001", || {
            format!("1{};", " + 1".repeat(9000))
        }),
        value("chain of 9,000 andalso", "true", || {
            format!("true{};", " andalso true".repeat(9000))
        }),
        value("chain of 9,000 ^", "9001", || {
            format!("size (\"a\"{});", " ^ \"a\"".repeat(9000))
        }),
        ends("chain of 9,000 applications of the identity", || {
            format!("fun i x = x; ({} 1);", "i ".repeat(9000))
        }),
        value("sequence of 9,000 expressions", "9000", || {
            format!("val r = ref 0; ({} !r);", "r := !r + 1; ".repeat(9000))
        }),
    ]
}

/// Recursion with and without end.
fn evaluation() -> Vec<Case> {
    let mut long_loop = value("10,000,000 tail calls in 16 MB", "0", || {
        "fun f 0 = 0 | f n = f (n - 1); f 10000000;".into()
    });
    long_loop.memory = Some(16);
    let mut mutual = value("1,000,000 mutual tail calls in 16 MB", "true", || {
        "fun even 0 = true | even n = odd (n - 1) and odd 0 = false | odd n = even (n - 1); even 1000000;".into()
    });
    mutual.memory = Some(16);
    vec![
        long_loop,
        mutual,
        error("tail recursion without end", "E0702", || {
            "fun f x = f x; f 1;".into()
        }),
        error("recursion without end", "E0703", || {
            "fun f n = 1 + f n; f 1;".into()
        }),
        error("mutual recursion without end", "E0703", || {
            "fun f n = 1 + g n and g n = 2 + f n; f 1;".into()
        }),
        error("recursion through a reference", "E0702", || {
            "val r = ref (fn x : int => x); r := (fn x => !r x); !r 1;".into()
        }),
        error("list without end", "E0703", || {
            "fun f xs = f (1 :: xs); f [];".into()
        }),
        error("string without end", "E0703", || {
            "fun f s = f (s ^ s); f \"a\";".into()
        }),
        error("integer without end", "E0703", || {
            "fun f n = f (n * n : IntInf.int); f 2;".into()
        }),
        error("exceptions without end", "E0702", || {
            "fun f n = (raise Fail \"x\") handle _ => f n; f 1;".into()
        }),
        error("handlers without end", "E0703", || {
            "fun f n = f n handle Div => 1; f 1;".into()
        }),
        value("1,000,000 calls deep", "500000500000", || {
            "fun sum 0 = 0 | sum n = n + sum (n - 1); sum 1000000;".into()
        }),
        value("raise through 1,000,000 calls", "7", || {
            "fun f 0 = raise Fail \"x\" | f n = 1 + f (n - 1); f 1000000 handle Fail _ => 7;".into()
        }),
        value("1,000,000 handlers deep", "1000000", || {
            "fun f 0 = 0 | f n = (1 + f (n - 1)) handle Div => 0; f 1000000;".into()
        }),
        value("1,000,000 functions composed", "1000000", || {
            "fun build 0 f = f | build n f = build (n - 1) (fn x : int => f x + 1); build 1000000 (fn x => x) 0;".into()
        }),
    ]
}

/// Values larger than anyone looks at.
fn large_values() -> Vec<Case> {
    let numbers = "val xs = List.tabulate (1000000, fn n => n);";
    let list = |name, expected: &str, expression: &'static str| Case {
        name,
        text: Box::new(move || format!("{numbers} {expression};")),
        expected: Expected::Value(expected.to_string()),
        memory: None,
        seconds: None,
        dialect: Dialect::Sml,
    };
    let tree = "datatype t = L | N of t * int; fun deep 0 = L | deep n = N (deep (n - 1), n); val a = deep 1000000; val b = deep 1000000;";
    let deep = |name, expected: &str, expression: &'static str| Case {
        name,
        text: Box::new(move || format!("{tree} {expression};")),
        expected: Expected::Value(expected.to_string()),
        memory: None,
        seconds: None,
        dialect: Dialect::Sml,
    };
    vec![
        list("large list: length", "1000000", "length xs"),
        list(
            "large list: map",
            "1999998",
            "List.last (map (fn x => 2 * x) xs)",
        ),
        list("large list: rev", "999999", "hd (rev xs)"),
        list("large list: append", "2000000", "length (xs @ xs)"),
        list("large list: equal", "true", "map (fn x => x) xs = xs"),
        list("large list: fold", "499999500000", "foldl (op +) 0 xs"),
        list(
            "large list: nested",
            "true",
            "map (fn x => [x]) xs = map (fn x => [x]) xs",
        ),
        ends("large list: printed", || {
            "List.tabulate (1000000, fn n => n);".into()
        }),
        ends("large string: printed", || {
            "concat (List.tabulate (1000000, fn _ => \"long \"));".into()
        }),
        deep("deep value: equal", "true", "a = b"),
        deep("deep value: not equal", "false", "a = N (b, 0)"),
        ends("deep value: printed", || {
            "datatype t = L | N of t; fun deep (0, t) = t | deep (n, t) = deep (n - 1, N t); deep (1000000, L);".into()
        }),
        ends("deep options: printed", || {
            format!(
                "val x = {};",
                nested(500, "SOME (", "1", ")").replace(';', "")
            )
        }),
        value("2 to the power of 100,000", "30103", || {
            "size (IntInf.toString (IntInf.pow (2, 100000)));".into()
        }),
        value("factorial of 3,000", "9131", || {
            "fun fact 0 = 1 : IntInf.int | fact n = IntInf.fromInt n * fact (n - 1); size (IntInf.toString (fact 3000));".into()
        }),
        error("2 to the power of 2 to the power of 60", "E0703", || {
            "IntInf.pow (2, 1152921504606846976);".into()
        }),
        value("shared value that is exponential as a tree", "1", || {
            "datatype t = L | N of t * t; fun f 0 = L | f n = let val x = f (n - 1) in N (x, x) end; val N _ = f 200; 1;".into()
        }),
        ends(
            "shared value that is exponential as a tree: printed",
            || {
                "datatype t = L | N of t * t; fun f 0 = L | f n = let val x = f (n - 1) in N (x, x) end; f 200;".into()
            },
        ),
        ends(
            "shared value that is exponential as a tree: compared",
            || {
                "datatype t = L | N of t * t; fun f 0 = L | f n = let val x = f (n - 1) in N (x, x) end; f 60 = f 60;".into()
            },
        ),
    ]
}

/// Types that grow.
fn types() -> Vec<Case> {
    vec![
        ends("exponential type: pairs nested 25 times", || {
            format!("fun d x = (x, x); {}", nested(25, "d (", "1", ")"))
        }),
        ends("exponential type: pairs nested 100 times", || {
            format!("fun d x = (x, x); {}", nested(100, "d (", "1", ")"))
        }),
        ends("exponential type: chain of lets", || {
            let mut text = String::from("val f0 = fn x => (x, x);\n");
            for n in 1..=30 {
                let _ = writeln!(text, "val f{n} = fn x => f{} (f{} x);", n - 1, n - 1);
            }
            text + "f30 1;"
        }),
        ends("exponential type: chain of lets, never applied", || {
            let mut text = String::from("let val f0 = fn x => (x, x)\n");
            for n in 1..=30 {
                let _ = writeln!(text, "val f{n} = fn x => f{} (f{} x)", n - 1, n - 1);
            }
            text + "in f30 end;"
        }),
        ends("exponential type: chain of tuples", || {
            let chain = joined(30, " ", |n| format!("fun f{} y = f{n} (y, y)", n + 1));
            format!("fun f0 x = x {chain}; f30 1;")
        }),
        ends("type abbreviations that double", || {
            let chain = joined(60, "\n", |n| format!("type t{} = t{n} * t{n}", n + 1));
            format!("type t0 = int\n{chain} fun f (x : t60) = x;")
        }),
        ends("non-regular datatype", || {
            "datatype 'a nest = End | More of 'a * ('a * 'a) nest; val n = More (1, More ((2, 3), More (((4, 5), (6, 7)), End))); case n of More (_, More (_, More ((_, (_, x)), _))) => x | _ => 0;".into()
        }),
        ends("polymorphic recursion without an end of types", || {
            "datatype 'a nest = End | More of 'a * ('a * 'a) nest; fun size n = case n of End => 0 | More (_, rest) => 1 + size rest; size (More (1, End));".into()
        }),
        ends("instances without end through a local function", || {
            "fun f x n = if n = 0 then 0 else f (x, x) (n - 1); f 1 3;".into()
        }),
        value("mutually recursive datatypes", "2", || {
            "datatype a = A of b | Z and b = B of a; fun f Z = 0 | f (A b) = 1 + g b and g (B a) = f a; f (A (B (A (B Z))));".into()
        }),
        value("one function at 200 types", "7", || {
            let uses = joined(200, ";\n", |n| {
                format!("id {}1{}", "[".repeat(n), "]".repeat(n))
            });
            format!("fun id x = x; {uses}; id 7;")
        }),
    ]
}
