//! Symmetry against plain exploration: orbits of the representatives add up to all states, on every number of threads.

use std::path::Path;
use sweepnet::engine::Engine;
use sweepnet::explore::control::Control;
use sweepnet::explore::full::{Order, Space, explore};
use sweepnet::net::{load, load_text};
use sweepnet::reduce::equivalence::Equivalence;
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
        assert_eq!(failure.code, "E1501");
        let told = format!("{failure:?}");
        assert!(told.contains("d 3") && told.contains("Top'Busy"), "{told}");
    }
    // Without the special one it is a symmetry.
    let alike = BROKEN.replace("{D: all}", "{D: {all: \"D.all () -- 1`d 3\"}}");
    let plain = run(written(&alike), 1).store.len() as u128;
    adds_up(|| written(&alike), plain, plain as usize / 2);
}
