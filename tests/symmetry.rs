//! Symmetry against plain exploration: orbits of the representatives add up to all states, on every number of threads.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use sweepnet::engine::{Batch, Engine, Recode, Worker, demanded};
use sweepnet::explore::control::{Control, StopReason};
use sweepnet::explore::cutoff::Cutoff;
use sweepnet::explore::full::{Order, Space, explore};
use sweepnet::explore::measure::Clock;
use sweepnet::explore::sweep::{Options, Sweep};
use sweepnet::explore::trace::follow;
use sweepnet::explore::ways::Ways;
use sweepnet::net::expression::MarkingExpression;
use sweepnet::net::{load, load_text};
use sweepnet::reduce::equivalence::Equivalence;
use sweepnet::reduce::proof;
use sweepnet::reduce::symmetry::Symmetry;

fn shipped(name: &str, settings: &[&str]) -> Engine {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("nets")
        .join(name);
    let settings: Vec<String> = settings.iter().map(|s| s.to_string()).collect();
    let loaded = load(&folder, &settings).expect("a net");
    Engine::new(loaded.net.expect("a net without errors")).expect("an initial marking")
}

fn written(text: &str) -> Engine {
    let loaded = load_text("net.yaml", text, Path::new(""), "net", &[]);
    let net = loaded
        .net
        .unwrap_or_else(|| panic!("{:#?}", loaded.diagnostics));
    Engine::new(net).expect("an initial marking")
}

fn symmetric(mut engine: Engine) -> Engine {
    let symmetry = Symmetry::new(&engine.shared.net).expect("a symmetry");
    Equivalence::default()
        .symmetric(symmetry, &engine.shared, false)
        .apply(&mut engine);
    engine
}

fn run(engine: Engine, threads: usize) -> Space {
    let mut control = Control::default();
    control.threads = threads;
    control.parallel_from = 1;
    explore(engine, &mut control, Order::Breadth, None).expect("a net that runs")
}

/// How many markings the representatives stand for, and how many representatives there are.
fn represented(space: &Space) -> (u128, usize) {
    let mut worker = space.engine.worker();
    let mut state = vec![0; space.store.width()];
    let mut sum = 0;
    for id in space.used.iter().cloned().flatten() {
        space.store.read(id, &mut state);
        sum += worker.stands_for(&state).expect("orbits can be counted");
    }
    (sum, space.store.len())
}

fn adds_up(engine: impl Fn() -> Engine, states: u128, most: usize) {
    for threads in 1..=3 {
        let (sum, representatives) = represented(&run(symmetric(engine()), threads));
        assert_eq!(
            sum, states,
            "{threads} threads, {representatives} representatives"
        );
        assert!(representatives <= most, "{representatives} representatives");
    }
}

#[test]
fn distributed_database() {
    adds_up(|| shipped("distributed-database", &["n=3"]), 28, 10);
    adds_up(|| shipped("distributed-database", &["n=7"]), 5_104, 40);
    adds_up(|| shipped("distributed-database", &["n=10"]), 196_831, 80);
}

#[test]
fn a_random_colour_is_each_of_those_that_are_alike() {
    let net = "
declarations: \"colset E = with a | b | c; var x : E;\"
places:
  A: {colset: E, initial: 2`a ++ 2`b ++ 2`c}
  B: E
transitions:
  T: {in: {A: x}, out: {B: E.ran ()}}
  U: {in: {B: x}, out: {A: x}}
symmetries: {E: all}
";
    let plain = run(written(net), 1).store.len();
    adds_up(|| written(net), plain as u128, plain / 4);
}

#[test]
fn dining_philosophers() {
    adds_up(|| shipped("dining-philosophers", &["n=5"]), 11, 3);
    adds_up(|| shipped("dining-philosophers", &["n=10"]), 123, 20);
    adds_up(|| shipped("dining-philosophers", &["n=16"]), 2_207, 160);
}

#[test]
fn two_phase_commit() {
    adds_up(
        || shipped("two-phase-commit", &["workers=2"]),
        19,
        1 + 3 * 4,
    );
    adds_up(
        || shipped("two-phase-commit", &["workers=8"]),
        13_123,
        1 + 9 * 10,
    );
}

#[test]
fn lock_management() {
    adds_up(|| shipped("lmp", &["devices=3"]), 1_874, 1_002);
    adds_up(
        || shipped("lmp", &["devices=4", "master=VM"]),
        11_994,
        2_577,
    );
}

#[test]
fn producer_consumer() {
    let plain = run(shipped("producer-consumer", &[]), 1).store.len();
    adds_up(
        || shipped("producer-consumer", &[]),
        plain as u128,
        plain / 2,
    );
}

const BROKEN: &str = "
declarations: |
  colset D = index d with 1..4;
  var x : D;
places:
  Idle: {colset: D, initial: D.all ()}
  Busy: D
  Done: D
transitions:
  Start: {in: {Idle: x}, out: {Busy: x}}
  Stop: {in: {Busy: x}, out: {Done: x}, guard: x <> d 3}
symmetries: {D: all}
";

#[test]
fn a_symmetry_that_is_not_one_is_caught() {
    for threads in 1..=3 {
        let mut control = Control::default();
        control.threads = threads;
        control.parallel_from = 1;
        let explored = explore(
            symmetric(written(BROKEN)),
            &mut control,
            Order::Breadth,
            None,
        );
        let failure = explored.expect_err("the symmetry is broken");
        assert_eq!(failure.code, "E1601");
        let told = format!("{failure:?}");
        assert!(told.contains("d 3") && told.contains("Top'Busy"), "{told}");
    }
    // Without the special one it is a symmetry.
    let alike = BROKEN.replace("{D: all}", "{D: {all: \"D.all () -- 1`d 3\"}}");
    let plain = run(written(&alike), 1).store.len() as u128;
    adds_up(|| written(&alike), plain, plain as usize / 2);
}

/// Counts the classes of time-equivalent markings by walking over markings as they are, with a clock that runs on, and comparing them as text.
fn classes_by_hand(engine: &Engine) -> usize {
    let mut worker = engine.worker();
    let mut known: BTreeSet<String> = BTreeSet::new();
    let mut waiting = vec![(engine.layout.clone(), engine.initial.clone())];
    known.insert(class(&mut worker, &engine.initial));
    while let Some((mut layout, mut marking)) = waiting.pop() {
        let mut batch = Batch::markings();
        loop {
            let places = &engine.shared.places;
            let now = worker.layout().clone();
            let mut recoded = vec![0; now.words];
            let moved =
                Recode::new(places, &layout, &now).marking(&marking, &mut recoded, &mut Vec::new());
            let done = match moved {
                Err(demand) => Err(demand),
                Ok(()) => {
                    (layout, marking) = (now.clone(), recoded);
                    batch.clear();
                    worker
                        .steps(&marking, &mut batch)
                        .map_err(|halt| demanded(*halt).expect("no failure"))
                }
            };
            match done {
                Ok(()) => break,
                Err(demand) => {
                    let mut demands = vec![demand];
                    (engine.shared.complete(&now, &mut demands)).expect("a layout");
                    worker.adopt(Arc::new(now.adapted(&demands)));
                }
            }
        }
        for successor in batch.words.chunks_exact(layout.words) {
            if known.insert(class(&mut worker, successor)) {
                waiting.push((layout.clone(), successor.to_vec()));
            }
        }
    }
    known.len()
}

fn class(worker: &mut Worker, marking: &[u64]) -> String {
    let clock = worker.clock(marking);
    let mut text = String::new();
    for place in 0..worker.shared().net.places.len() {
        let mut tokens: Vec<(String, i64)> = Vec::new();
        for item in worker.tokens_of(place, marking) {
            let token = (
                worker.show_token(place, item.token),
                (item.stamp - clock).max(0),
            );
            tokens.extend((0..item.count).map(|_| token.clone()));
        }
        tokens.sort();
        text += &format!("{place}: {tokens:?}\n");
    }
    text
}

#[test]
fn time_equivalence_finds_the_classes() {
    let nets = [
        shipped("timed-protocol", &[]),
        shipped("lmp", &["phase=full", "devices=2"]),
        shipped("lmp", &["phase=full", "devices=3", "master=VM"]),
    ];
    for mut engine in nets {
        let classes = classes_by_hand(&engine);
        Equivalence::default().timed().apply(&mut engine);
        let name = engine.shared.net.name.clone();
        assert_eq!(run(engine, 1).store.len(), classes, "{name}");
    }
}

/// A net that goes on for ever, with a clock.
const ENDLESS: &str = "
declarations: |
  colset D = index d with 1..3;
  colset DT = D timed;
  var x : D;
places:
  Idle: {colset: DT, initial: D.all ()}
  Busy: DT
transitions:
  Start: {in: {Idle: x}, out: {Busy: x @+ 2}}
  Stop: {in: {Busy: x}, out: {Idle: x @+ 3}}
symmetries: {D: all}
";

fn swept(points: &str, most: u64) -> (Sweep, StopReason) {
    let loaded = load_text("net.yaml", ENDLESS, Path::new(""), "net", &[]);
    let mut net = loaded.net.expect("a net");
    let points = MarkingExpression::predicate(&mut net, "<points>", points).expect("a predicate");
    let mut engine = Engine::new(net).expect("an initial marking");
    let symmetry = Symmetry::new(&engine.shared.net).expect("a symmetry");
    let both = Equivalence::default()
        .timed()
        .symmetric(symmetry, &engine.shared, true);
    both.apply(&mut engine);
    let worker = engine.worker();
    let engine = symmetric(engine);
    let options = Options {
        ways: Some(Ways::temporary().expect("a folder")),
        cutoff: Some(Cutoff::new(&points, worker, most)),
        ..Options::default()
    };
    let mut sweep = Sweep::new(engine, Box::new(Clock), None, options, 1).expect("a sweep");
    let reason = sweep.run(&mut Control::default()).expect("a net that runs");
    (sweep, reason)
}

#[test]
fn a_sweep_without_an_end_ends_at_cutoff_points() {
    let (sweep, reason) = swept("size Idle = 3", 20);
    assert_eq!(reason, StopReason::Complete);
    let cutoff = sweep.cutoff().expect("cut-off points");
    assert!(cutoff.cut > 0 && cutoff.classes.store.len() < 20);
    // All equivalence classes were passed: as many as without cut-off points.
    assert!(sweep.tally.explored < 1000);
}

#[test]
fn a_way_without_cutoff_points_is_found() {
    let (mut sweep, reason) = swept("size Idle = 7", 20);
    assert_eq!(reason, StopReason::NoCutoff);
    let end = sweep.stray().expect("a way");
    let prints = sweep.ways().expect("ways").way(end).expect("readable");
    let found = follow(&mut sweep.engine, &prints, |_, _| Ok(true)).expect("a net that runs");
    let (_, steps) = found.expect("a way of the net");
    assert_eq!(steps.len(), prints.len());
    let times: Vec<i64> = steps.iter().map(|step| step.time).collect();
    assert!(times.is_sorted() && times.last() > Some(&20), "{times:?}");
}

/// Inscriptions, and whether they are proven to treat the colours of D alike.
#[test]
fn proofs() {
    let inscriptions = [
        ("x", "true", true),
        ("x", "x <> y", true),
        ("y", "mem [y, y] x", true),
        ("if x = y then x else y", "true", true),
        ("x", "x <> d 4", true),
        ("x", "x <> d 1", false),
        ("d 4", "true", true),
        ("d 2", "true", false),
        ("d (1 + 1)", "true", false),
        ("x", "D.ord x > 1", false),
        ("x", "D.lt (x, y)", false),
        ("x", "D.mkstr x = \\\"d(1)\\\"", false),
        ("first x", "true", false),
        ("x", "number x > 1", false),
        ("hd (ms_to_list (D.all ()))", "true", false),
        ("x", "size (filter (fn z => z <> x) (D.all ())) = 3", true),
        ("x", "cf (x, D.all ()) = 1", true),
        (
            "foldl (fn (z, _) => z) x (ms_to_list (1`x ++ 1`y))",
            "true",
            false,
        ),
        ("x", "mem someone x", false),
        ("x", "isEmpty [x]", true),
        ("if D.ran () = x then x else y", "true", true),
        ("random (1`x ++ 1`y)", "true", false),
    ];
    for (put, guard, expected) in inscriptions {
        let text = format!(
            "
declarations: |
  colset D = index d with 1..4;
  fun first z = if z = d 1 then z else z;
  fun number (d i) = i;
  fun isEmpty [] = true | isEmpty _ = false;
  val someone = [d 1];
  var x, y : D;
places:
  A: {{colset: D, initial: D.all ()}}
transitions:
  T: {{in: {{A: x}}, out: {{A: \"{put}\"}}, guard: \"{guard}\"}}
symmetries: {{D: {{all: \"[d 1, d 2, d 3]\"}}}}
"
        );
        let engine = written(&text);
        let symmetry = Symmetry::new(&engine.shared.net).expect("a symmetry");
        let proof = proof::of_net(&engine, &symmetry);
        assert_eq!(proof.is_ok(), expected, "{put} / {guard}: {proof:?}");
    }
}

/// How many markings permutations make of one: tokens are pairs of devices.
fn orbit(devices: u32, kind: &str, pairs: &str) -> u128 {
    let text = format!(
        "
declarations: |
  colset D = index d with 1..{devices};
  colset DD = product D * D;
  fun next (d i) = d (i mod {devices} + 1);
  fun partner (d i) = if i mod 2 = 0 then d (i - 1) else d (i + 1);
  var x : DD;
places:
  A: {{colset: DD, initial: \"{pairs}\"}}
transitions:
  T: {{in: {{A: x}}}}
symmetries: {{D: {kind}}}
"
    );
    let engine = symmetric(written(&text));
    engine
        .worker()
        .stands_for(&engine.initial)
        .expect("a number")
}

#[test]
fn symmetric_markings_without_colours_to_exchange_are_no_problem() {
    let factorial = |n: u128| (1..=n).product::<u128>();
    let ring = "ext_col (fn z => (z, next z)) (D.all ())";
    let couples = "ext_col (fn z => (z, partner z)) (D.all ())";
    assert_eq!(orbit(7, "all", ring), factorial(6));
    assert_eq!(orbit(20, "all", ring), factorial(19));
    assert_eq!(orbit(20, "rotations", ring), 1);
    assert_eq!(orbit(20, "rotations", "1`(d 1, d 2) ++ 1`(d 11, d 12)"), 10);
    // Two to the tenth times ten factorial permutations leave ten couples as they are.
    assert_eq!(
        orbit(20, "all", couples),
        factorial(20) / (1024 * factorial(10))
    );
    // Three rings of six.
    let rings =
        "ext_col (fn d i => (d i, if i mod 6 = 0 then d (i - 5) else d (i + 1))) (D.all ())";
    assert_eq!(orbit(18, "all", rings), factorial(18) / (6 * 6 * 6 * 6));
}

#[test]
fn colours_nested_deeply_are_permuted() {
    let mut sets = String::from("  colset P0 = index d with 1..2;\n");
    for i in 1..1500 {
        sets += &format!("  colset P{i} = product P{} * unit;\n", i - 1);
    }
    let text = format!(
        "declarations: |\n{sets}  var x : P1499;\nplaces:\n  A: {{colset: P1499, initial: P1499.all ()}}\ntransitions:\n  T: {{in: {{A: x}}}}\nsymmetries: {{P0: all}}\n"
    );
    assert_eq!(represented(&run(symmetric(written(&text)), 1)), (4, 3));
}
