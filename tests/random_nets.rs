//! Random small nets: the engine finds the same states, arcs and dead markings as the naive interpreter, and a sweep by a random measure the same as full
//! exploration.
//!
//! `CASES` says how many nets each test compares and `SEED` which ones; both have fixed defaults so that a run can be repeated. Nets with
//! more states than the limit are left out. A net on which the two differ is made smaller before it is shown.

#[path = "support/cases.rs"]
mod cases;
mod compare;
#[path = "random_nets/drawn.rs"]
mod drawn;
#[path = "random_nets/extremes.rs"]
mod extremes;
#[path = "random_nets/generator.rs"]
mod generator;
#[path = "random_nets/inscriptions.rs"]
mod inscriptions;
mod naive;
mod swept;

use compare::Graph;
use extremes::Extreme;
use naive::inscription::Variable;
use naive::net::{Net, Transition};
use naive::space::Space;
use naive::unfold::LIBRARY;
use proptest::collection::vec;
use proptest::prelude::any;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::path::Path;
use std::time::{Duration, Instant};
use sweepnet::engine::Engine;
use sweepnet::explore::bounds::bounds;
use sweepnet::explore::control::{Control, Rest};
use sweepnet::explore::full::{Order, explore};
use sweepnet::net::flat::FlatNet;
use sweepnet::net::{Loaded, load_into};
use swept::{Silly, Way};

/// Of each test; there are several so that they run at the same time.
const NETS: usize = 500;
/// Nets with more states are left out.
const LIMIT: usize = 300;
/// Nets in which more combinations of values must be tried for a transition are left out.
const COMBINATIONS: usize = 1500;
/// How long a net that fails is made smaller.
const SHRINKING: Duration = Duration::from_secs(30);

/// What came of a net.
enum Verdict {
    /// Both agree: how many states there are, and whether random numbers were in it too.
    Same(usize, bool),
    /// It has too many states.
    TooLarge,
    /// It has too many tokens, and all searches say so.
    Refused,
    /// They differ, or one refuses the net.
    Different(String),
}

#[test]
fn first_nets() {
    agree(1, Extreme::None);
}

#[test]
fn second_nets() {
    agree(2, Extreme::None);
}

#[test]
fn third_nets() {
    agree(3, Extreme::None);
}

#[test]
fn fourth_nets() {
    agree(4, Extreme::None);
}

#[test]
fn nets_with_huge_counts() {
    agree(5, Extreme::Huge);
}

#[test]
fn nets_in_real_time() {
    agree(6, Extreme::Real);
}

/// Tokens of one colour add up over their stamps, to more than an item of a bound counts.
#[test]
fn bounds_of_more_tokens_than_fit_into_32_bits_are_not_cut() {
    let net = "\
declarations: |
  colset U = unit timed;
places:
  A: {colset: U, initial: \"4294967295`()@1 +++ 1`()@2\"}
";
    let engine = Engine::new(load(net).net.expect("no errors")).expect("an initial marking");
    let space = explore(engine, &mut Control::default(), Order::Breadth, None);
    let space = space.expect("explored");
    let bounds = bounds(&space, &Rest::default()).expect("there is time");
    assert_eq!((bounds[0].upper, bounds[0].colours), (1 << 32, false));
    assert!(bounds[0].upper_multiset.is_empty());
}

fn agree(part: u64, extreme: Extreme) {
    let mut runner = runner(part);
    let tapes = vec(any::<u32>(), 20..120);
    let (mut compared, mut large, mut refused, mut states, mut drawn) = (0, 0, 0, 0, 0);
    while compared < runner.config().cases {
        let mut tree = tapes
            .new_tree(&mut runner)
            .expect("tapes are always accepted");
        match verdict(&tree.current(), extreme) {
            Verdict::Same(found, random) => {
                compared += 1;
                states += found;
                drawn += u32::from(random);
            }
            Verdict::TooLarge => large += 1,
            Verdict::Refused => refused += 1,
            Verdict::Different(problem) => {
                let (tape, problem) = smaller(&mut tree, problem, extreme);
                let net = extreme.of(generator::net(&tape));
                panic!("{net}\n{problem}\nThe tape: {tape:?}");
            }
        }
    }
    println!(
        "{compared} nets with {states} states compared, {drawn} of them with random numbers too, {large} left out, {refused} refused"
    );
    assert!(10 * drawn > compared, "few nets draw: {drawn}");
    assert!(
        large < 2 * compared,
        "{large} nets were too large, {compared} were compared"
    );
    assert!(
        states as u32 > 5 * compared,
        "the nets have too few states to say much: {states}"
    );
}

fn load(text: &str) -> Loaded {
    let session = LIBRARY.clone();
    let folder = Path::new("");
    load_into(session, "random.yaml", text.into(), folder, "random", &[])
}

fn verdict(tape: &[u32], extreme: Extreme) -> Verdict {
    let text = extreme.of(generator::net(tape));
    let loaded = load(&text);
    let (Some(model), Some(flat)) = (&loaded.model, loaded.net) else {
        return Verdict::Different(format!("refused: {:#?}", loaded.diagnostics));
    };
    let mut net = Net::new(model, &loaded.sources);
    if net
        .transitions
        .iter()
        .any(|t| combinations(&net, t) > COMBINATIONS)
    {
        return Verdict::TooLarge;
    }
    let Some(space) = Space::explore(&mut net, LIMIT) else {
        return Verdict::TooLarge;
    };
    if space.has_too_many_tokens() {
        return refused(flat, tape);
    }
    // See `bounds_of_more_tokens_than_fit_into_32_bits_are_not_cut`.
    if space.has_bounds_too_large() {
        return Verdict::TooLarge;
    }
    let expected = Graph::naive(&mut net, &space);
    if let Some(problem) = problem(flat, &expected, tape) {
        return Verdict::Different(problem);
    }
    let drawn = drawn::drawn(&text);
    if let Some(text) = &drawn {
        let loaded = load(text);
        let problem = match loaded.net {
            Some(flat) => problem(flat, &expected, tape),
            None => Some(format!("refused: {:#?}", loaded.diagnostics)),
        };
        if let Some(problem) = problem {
            return Verdict::Different(format!("with random numbers: {problem}\n{text}"));
        }
    }
    Verdict::Same(expected.states.len(), drawn.is_some())
}

/// A net with more equal tokens than can be counted: every search must say so.
fn refused(flat: FlatNet, tape: &[u32]) -> Verdict {
    let silly = Box::new(Silly::Hash(9));
    let searches = [
        (
            "one thread",
            Graph::engine(flat.clone(), 1, Order::Breadth).err(),
        ),
        (
            "two threads",
            Graph::engine(flat.clone(), 2, Order::Breadth).err(),
        ),
        (
            "without the memo",
            Graph::forgetful(flat.clone(), true).err(),
        ),
        (
            "shaken",
            Graph::shaky(flat.clone(), 1, tape.len() as u64).err(),
        ),
        ("swept", swept::swept(flat, silly, Way::plain()).err()),
    ];
    for (search, problem) in searches {
        match problem {
            Some(problem) if problem.contains("E1402") => {}
            other => {
                let told = other.unwrap_or("nothing".to_string());
                return Verdict::Different(format!("{search}: too many tokens, but {told}"));
            }
        }
    }
    Verdict::Refused
}

/// Where the engine finds something else, in one way or another.
fn problem(flat: FlatNet, expected: &Graph, tape: &[u32]) -> Option<String> {
    // One thread, and one of the other ways of doing it
    let others = [(2, Order::Breadth), (3, Order::Breadth), (1, Order::Depth)];
    let other = others[tape.len() % others.len()];
    for (threads, order) in [(1, Order::Breadth), other] {
        let problem = match Graph::engine(flat.clone(), threads, order) {
            Ok(found) => expected.difference(&found),
            Err(problem) => Some(problem),
        };
        if let Some(problem) = problem {
            return Some(format!("{threads} threads, {order:?} first: {problem}"));
        }
    }
    for numbers in [false, true] {
        let found = Graph::forgetful(flat.clone(), numbers);
        if let Some(problem) = found.map_or_else(Some, |found| expected.difference(&found)) {
            return Some(format!("without the memo ({numbers}): {problem}"));
        }
    }
    let found = Graph::shaky(flat.clone(), 1 + tape.len() % 3, tape.len() as u64);
    if let Some(problem) = found.map_or_else(Some, |found| expected.difference(&found)) {
        return Some(format!("shaken: {problem}"));
    }
    sweep(&flat, tape.len())
}

/// Where a sweep by a random measure finds something else than full exploration.
fn sweep(flat: &FlatNet, number: usize) -> Option<String> {
    let full = match swept::full(flat.clone(), 2 * LIMIT) {
        Ok(full) => full?,
        Err(problem) => return Some(problem),
    };
    let ways = [Way::plain(), Way::late(10), Way::with_threads(2)];
    let measures = [Silly::Hash(2), Silly::Hash(9), Silly::Fewest];
    let (mut way, measure) = (ways[number % 3], measures[number / 3 % 3]);
    if number.is_multiple_of(2) {
        way = way.shaky(number as u64);
    }
    let found = swept::swept(flat.clone(), Box::new(measure), way);
    let problem = match found {
        Ok(found) => full.difference(&found),
        Err(problem) => Some(problem),
    };
    problem.map(|problem| format!("swept by {measure:?}, {way:?}: {problem}"))
}

/// How many combinations of values a transition has, about: of an infinite colour set few colours are there at a time.
fn combinations(net: &Net, transition: &Transition) -> usize {
    let candidates = |v: &Variable| net.colours.get(&v.set).map_or(4, Vec::len);
    transition.variables.iter().map(candidates).product()
}

/// Makes a failing tape smaller as long as the net still fails.
fn smaller(
    tree: &mut dyn ValueTree<Value = Vec<u32>>,
    problem: String,
    extreme: Extreme,
) -> (Vec<u32>, String) {
    let start = Instant::now();
    let mut smallest = (tree.current(), problem);
    let mut going = tree.simplify();
    while going && start.elapsed() < SHRINKING {
        going = match verdict(&tree.current(), extreme) {
            Verdict::Different(problem) => {
                smallest = (tree.current(), problem);
                tree.simplify()
            }
            _ => tree.complicate(),
        };
    }
    smallest
}

fn runner(part: u64) -> TestRunner {
    let config = Config {
        cases: cases::cases(NETS) as u32,
        ..Config::default()
    };
    let seed = cases::seed(part);
    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed))
}
