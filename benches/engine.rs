//! What a step costs Sweepnet on nets of different shapes, to notice when one of them becomes slow; and whether cost grows with size.
//!
//! Each net is explored in a process of its own, so that memory is its own. A step's cost is the CPU time of the search alone, in the best of three runs. Run with
//! `cargo bench --bench engine`, or name shapes: `cargo bench --bench engine -- tokens`.

mod measure;

use cpu_time::ProcessTime;
use std::path::Path;
use std::process::ExitCode;
use sweepnet::engine::Engine;
use sweepnet::explore::bounds::bounds;
use sweepnet::explore::control::{Control, Rest};
use sweepnet::explore::full::{Order, explore};
use sweepnet::net::load;

/// Runs of which the best counts.
const REPEATS: usize = 3;
/// Seconds after which a search is stopped.
const LIMIT: u64 = 60;
/// The first argument by which this program explores a net itself.
const ITSELF: &str = "explore-one";
/// CPU seconds above which the search of a large net is told as slow.
const SECONDS: f64 = 5.0;
/// Cost of a step, as a multiple of the first shape's, above which a shape is told as slow.
const RATIO: f64 = 3.0;
const SLOW: &str = "SLOW";
const WRONG: &str = "WRONG";

/// A net, values for its parameters, and what must be found.
struct Shape {
    name: &'static str,
    net: &'static str,
    set: &'static [&'static str],
    states: u64,
    arcs: u64,
    kind: Kind,
}

#[derive(Copy, Clone, PartialEq)]
enum Kind {
    /// Judged by the cost of a step.
    Steps,
    /// Its size alone is the challenge: judged by seconds.
    Large,
    /// Too large for a full search: as many states as are said, or a few more, are enough.
    Endless,
}

type Set = &'static [&'static str];

const fn shape(name: &'static str, net: &'static str, set: Set, states: u64, arcs: u64) -> Shape {
    Shape {
        name,
        net,
        set,
        states,
        arcs,
        kind: Kind::Steps,
    }
}

const fn large(name: &'static str, net: &'static str, states: u64, arcs: u64) -> Shape {
    Shape {
        kind: Kind::Large,
        ..shape(name, net, &[], states, arcs)
    }
}

const fn endless(name: &'static str, net: &'static str, states: u64) -> Shape {
    Shape {
        kind: Kind::Endless,
        ..shape(name, net, &[], states, 0)
    }
}

const PHILOSOPHERS: &str = "nets/dining-philosophers";
const DATABASE: &str = "nets/distributed-database";
const STOP_AND_WAIT: &str = "nets/stop-and-wait";
const SMALL: &str = "nets/small-stop-and-wait";
const TIMED: &str = "nets/timed-protocol";
const STRUCTURED: &str = "benches/nets/structured.yaml";
const WIDE: &str = "benches/nets/wide.yaml";
const WIDE_CHOICE: &str = "benches/nets/wide-choice.yaml";
const COLOURS: &str = "benches/nets/many-colours.yaml";
const LIST: &str = "benches/nets/long-list.yaml";
const QUEUE: &str = "benches/nets/queue.yaml";
const TWICE: Set = &["packets=5", "retries=2"];

/// The first is what the others are compared with.
#[rustfmt::skip]
const SHAPES: &[Shape] = &[
    shape("many processes", PHILOSOPHERS, &["n=28"], 710_647, 10_999_408),
    shape("structured colours", STRUCTURED, &[], 15_625, 75_000),
    shape("growing list", STOP_AND_WAIT, &["packets=300"], 71_266, 195_501),
    shape("distinct tokens", SMALL, &["packets=20000"], 180_000, 399_996),
    shape("timed tokens", TIMED, TWICE, 48_991, 71_082),
    large("5,000 tokens", WIDE, 10_002, 10_001),
    endless("5,000 tokens, any", WIDE_CHOICE, 10_000),
    large("10,000 colours", COLOURS, 10_001, 20_000),
    large("list of 20,000", LIST, 10_001, 10_000),
    large("queue of 20,000", QUEUE, 10_001, 10_000),
];

#[rustfmt::skip]
const GROWTH: &[Shape] = &[
    shape("database 9", DATABASE, &["n=9"], 59_050, 314_946),
    shape("database 10", DATABASE, &["n=10"], 196_831, 1_181_000),
    shape("database 11", DATABASE, &["n=11"], 649_540, 4_330_282),
    shape("database 12", DATABASE, &["n=12"], 2_125_765, 15_588_960),
];

/// What a search found and used.
struct Figures {
    states: f64,
    arcs: f64,
    /// CPU seconds of the search.
    search: f64,
    /// Bytes of the markings, and of the table over them.
    markings: f64,
    table: f64,
    /// CPU seconds of the process: the search, and before it loading, after it bounds.
    all: f64,
    rss: f64,
}

impl Figures {
    fn per_arc(&self) -> f64 {
        self.search * 1e9 / self.arcs
    }
}

fn main() -> ExitCode {
    measure::serve();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [first, net, most, set @ ..] = &arguments[..]
        && first == ITSELF
    {
        explore_one(net, most.parse().expect("a number"), set);
        return ExitCode::SUCCESS;
    }
    let words: Vec<&String> = arguments.iter().filter(|a| !a.starts_with("--")).collect();
    let mut remarks = table("shape", SHAPES, &words);
    remarks.extend(table("growth", GROWTH, &words));
    println!();
    for remark in &remarks {
        println!("{remark}");
    }
    match remarks.iter().any(|r| r.starts_with(WRONG)) {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    }
}

/// Prints a table of all shapes, or those that a word names; gives what is slow or wrong.
fn table(title: &str, shapes: &[Shape], words: &[&String]) -> Vec<String> {
    let chosen = |s: &&Shape| words.is_empty() || words.iter().any(|w| s.name.contains(*w));
    println!(
        "\n{title:<20}{:>10}{:>11}{:>9}{:>8}{:>9}{:>8}{:>9}{:>8}{:>9}",
        "states", "arcs", "ns/arc", "ratio", "B/state", "table", "search s", "all s", "RSS MB"
    );
    let mut remarks = Vec::new();
    let mut first = None;
    for shape in shapes.iter().filter(chosen) {
        let name = shape.name;
        let Some(figures) = measured(shape) else {
            println!("{name:<20}  not done in {LIMIT} s");
            remarks.push(format!("{SLOW}: {name} takes more than {LIMIT} s"));
            continue;
        };
        let per_arc = figures.per_arc();
        let ratio = per_arc / *first.get_or_insert(per_arc);
        println!(
            "{name:<20}{:>10}{:>11}{per_arc:>9.0}{ratio:>8.2}{:>9.1}{:>8.1}{:>9.3}{:>8.3}{:>9.1}",
            figures.states,
            figures.arcs,
            figures.markings / figures.states,
            figures.table / figures.states,
            figures.search,
            figures.all,
            figures.rss / 1e6
        );
        remarks.extend(wrong(shape, &figures));
        remarks.extend(slow(shape, &figures, ratio));
    }
    remarks
}

fn wrong(shape: &Shape, figures: &Figures) -> Option<String> {
    let (states, arcs) = (figures.states as u64, figures.arcs as u64);
    let right = match shape.kind {
        Kind::Endless => states >= shape.states,
        _ => (states, arcs) == (shape.states, shape.arcs),
    };
    (!right).then(|| {
        format!(
            "{WRONG}: {}: {states} states, {arcs} arcs; there are {}, {}",
            shape.name, shape.states, shape.arcs
        )
    })
}

fn slow(shape: &Shape, figures: &Figures, ratio: f64) -> Option<String> {
    let (name, all) = (shape.name, figures.all);
    match shape.kind {
        Kind::Steps => (ratio > RATIO)
            .then(|| format!("{SLOW}: {name}: a step costs {ratio:.1} times the first's")),
        _ => (all > SECONDS).then(|| format!("{SLOW}: {name} takes {all:.1} s")),
    }
}

fn measured(shape: &Shape) -> Option<Figures> {
    let this = std::env::current_exe().expect("the benchmark knows where it is");
    let most = match shape.kind {
        Kind::Endless => shape.states,
        _ => u64::MAX,
    };
    let mut arguments = vec![ITSELF.to_owned(), shape.net.to_owned(), most.to_string()];
    arguments.extend(shape.set.iter().map(|s| s.to_string()));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let run = || measure::run(&this, &arguments, folder, LIMIT);
    let run = measure::best(REPEATS, run)?;
    let mut figures = run.output.split_whitespace().map(|f| f.parse());
    let mut next = || figures.next().and_then(Result::ok).expect("a figure");
    Some(Figures {
        states: next(),
        arcs: next(),
        search: next(),
        markings: next(),
        table: next(),
        all: run.cpu,
        rss: run.rss as f64,
    })
}

/// Explores a net in this process and prints figures.
fn explore_one(net: &str, most: usize, set: &[String]) {
    let loaded = load(Path::new(net), set).unwrap_or_else(|r| panic!("{net}: {}", r.message));
    let net = loaded
        .net
        .unwrap_or_else(|| panic!("{net}: {:?}", loaded.diagnostics));
    let engine = Engine::new(net).expect("a net that can start");
    let mut control = Control::default();
    control.max_states = Some(most);
    let start = ProcessTime::now();
    let space = explore(engine, &mut control, Order::Breadth, None).expect("a state space");
    let search = start.elapsed().as_secs_f64();
    let (markings, table) = space.store.bytes();
    // Part of what the command does, so part of the process's time.
    let bounds = bounds(&space, &Rest::default()).unwrap_or_default();
    assert!(!bounds.is_empty());
    println!(
        "{} {} {search} {markings} {table}",
        space.store.len(),
        space.arcs
    );
}
