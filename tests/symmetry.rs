//! Symmetry against plain exploration: orbits of the representatives add up to all states, on every number of threads.

use std::path::Path;
use std::sync::Arc;
use sweepnet::engine::Engine;
use sweepnet::explore::control::Control;
use sweepnet::explore::full::{Order, Space, explore};
use sweepnet::net::{load, load_text};
use sweepnet::reduce::canonical::Symmetric;
use sweepnet::reduce::symmetry::Symmetry;

fn shipped(name: &str, settings: &[&str]) -> Engine {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("nets").join(name);
    let settings: Vec<String> = settings.iter().map(|s| s.to_string()).collect();
    let loaded = load(&folder, &settings).expect("a net");
    Engine::new(loaded.net.expect("a net without errors")).expect("an initial marking")
}

#[allow(dead_code)]
fn written(text: &str) -> Engine {
    let loaded = load_text("net.yaml", text, Path::new(""), "net", &[]);
    let net = loaded.net.unwrap_or_else(|| panic!("{:#?}", loaded.diagnostics));
    Engine::new(net).expect("an initial marking")
}

fn symmetric(mut engine: Engine) -> Engine {
    let symmetry = Arc::new(Symmetry::new(&engine.shared.net));
    engine.reduction = Some(Arc::new(Symmetric::new(symmetry, &engine.shared)));
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
        assert_eq!(sum, states, "{threads} threads, {representatives} representatives");
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
