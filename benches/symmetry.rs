//! What it costs to choose representatives: the distributed database against its full state space, and the time a successor of the lock management protocol takes, by the
//! number of devices that may change places.
//!
//! CPU time. Run with `cargo bench --bench symmetry`. Ends with an error if a bar is missed.

use cpu_time::ProcessTime;
use std::path::Path;
use std::process::ExitCode;
use sweepnet::engine::{Batch, Engine};
use sweepnet::explore::control::Control;
use sweepnet::explore::full::{Order, Space, explore};
use sweepnet::net::load;
use sweepnet::reduce::equivalence::Equivalence;
use sweepnet::reduce::proof;
use sweepnet::reduce::symmetry::Symmetry;

/// Microseconds that a successor with six devices may take.
const MICROSECONDS: f64 = 3.0;
/// The part of the full run's time that a run with symmetry may take.
const PART: f64 = 0.1;

fn engine(net: &str, settings: &[String], symmetric: bool) -> Engine {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("nets").join(net);
    let Ok(loaded) = load(&folder, settings) else {
        panic!("{net} cannot be read");
    };
    let mut engine =
        Engine::new(loaded.net.expect("a net without errors")).expect("an initial marking");
    if symmetric {
        let symmetry = Symmetry::new(&engine.shared.net).expect("a symmetry");
        let proven = proof::of_net(&engine, &symmetry).is_ok();
        Equivalence::default()
            .symmetric(symmetry, &engine.shared, proven)
            .apply(&mut engine);
    }
    engine
}

fn run(engine: Engine) -> (Space, f64) {
    let start = ProcessTime::now();
    let space =
        explore(engine, &mut Control::default(), Order::Breadth, None).expect("a net that runs");
    (space, start.elapsed().as_secs_f64())
}

/// Microseconds a successor takes to be found, and to be replaced by its representative.
fn cost(space: &Space) -> (f64, f64) {
    let mut worker = space.engine.worker();
    let (mut batch, mut state) = (Batch::markings(), vec![0; space.store.width()]);
    let mut markings = 0;
    let mut times = [0.0, 0.0];
    // Once to fill the memos, once to measure.
    for time in [None, Some(())] {
        for ids in &space.used {
            for some in ids.clone().step_by(256) {
                batch.clear();
                let start = ProcessTime::now();
                for id in some..ids.end.min(some + 256) {
                    space.store.read(id, &mut state);
                    worker
                        .steps(&state, &mut batch)
                        .expect("a marking that was expanded before");
                }
                let found = start.elapsed().as_secs_f64();
                worker
                    .reduce(&mut batch, 0)
                    .expect("room for representatives");
                if time.is_some() {
                    markings += batch.len();
                    times[0] += found;
                    times[1] += start.elapsed().as_secs_f64() - found;
                }
            }
        }
    }
    (
        1e6 * times[0] / markings as f64,
        1e6 * times[1] / markings as f64,
    )
}

fn main() -> ExitCode {
    let mut good = true;
    let setting = ["n=12".to_string()];
    let (full, whole) = run(engine("distributed-database", &setting, false));
    let (few, part) = run(engine("distributed-database", &setting, true));
    good &= part < PART * whole;
    println!(
        "distributed database, 12 sites: {} states in {whole:.2} s; {} with symmetry in {part:.3} s",
        full.store.len(),
        few.store.len()
    );
    for devices in 3..=7 {
        let setting = [format!("devices={devices}")];
        let (space, _) = run(engine("lmp", &setting, true));
        let (steps, reduce) = cost(&space);
        good &= devices != 6 || reduce < MICROSECONDS;
        println!(
            "lock management, {devices} devices: {:7} representatives; {steps:.2} µs a step, {reduce:.2} µs to canonicalise",
            space.store.len()
        );
    }
    match good {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}
