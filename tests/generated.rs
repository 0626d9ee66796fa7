//! Random well-typed programs print the same in Sweepnet and in Poly/ML.
//!
//! A plain run, as in `.ci/run`, is a fixed sample. `PROPTEST_CASES=20000 cargo test --test generated`
//! compares 20,000 programs in some minutes.
//!
//! `PROPTEST_CASES` says how many programs (1,000 by default) and `GENERATED_SEED` which ones; both have fixed defaults so that a run can be repeated. Where there
//! is no `poly` program, all that is tested is that Sweepnet evaluates the programs. A failing program is shrunk before it is shown.

#[path = "support/generator.rs"]
mod generator;
#[path = "support/poly.rs"]
mod poly;
#[path = "support/transcript.rs"]
mod transcript;

use proptest::collection::vec;
use proptest::prelude::any;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::io::Write;
use std::time::{Duration, Instant};
use sweepnet_lang::session::{Dialect, Session};
use transcript::transcript;

const PROGRAMS: u32 = 1000;
const BATCH: usize = 100;
/// How long a failing program is made smaller.
const SHRINKING: Duration = Duration::from_secs(20);
/// Function calls after which a program is left out: its answer would take too long.
const STEPS: u64 = 2_000_000;

#[test]
fn random_programs_print_the_same_as_in_poly() {
    let mut runner = runner();
    let tape = vec(any::<u32>(), 20..400);
    let mut ready = Session::new(Dialect::Sml);
    ready.limits.steps = STEPS;
    let wanted = runner.config().cases as usize;
    let compare = poly::available();
    if !compare {
        // Written past the test runner's capture: who has no `poly` should know what was not tested.
        let _ = writeln!(
            std::io::stderr(),
            "skipped: there is no `poly` program, so the values of random programs are not compared"
        );
    }
    let (mut done, mut too_long) = (0, 0);
    while done < wanted {
        let mut batch = Vec::new();
        while batch.len() < BATCH.min(wanted - done) {
            let tree = tape
                .new_tree(&mut runner)
                .expect("tapes are always accepted");
            let program = generator::program(&tree.current());
            match own_answer(&ready, &program) {
                Some(answer) => batch.push((tree, program, answer)),
                None => too_long += 1,
            }
        }
        done += batch.len();
        let refused = batch.iter().position(|(_, _, answer)| is_refused(answer));
        if let Some(index) = refused {
            let (tree, ..) = batch.swap_remove(index);
            fail(tree, |program| refusal(&ready, program));
        }
        if compare {
            let theirs = poly::run(batch.iter().map(|(_, program, _)| program.as_str()));
            let theirs = theirs.expect("Poly/ML answers");
            let differs = batch
                .iter()
                .zip(&theirs)
                .position(|((_, _, own), their)| poly::squeeze(own) != poly::squeeze(their));
            if let Some(index) = differs {
                let (tree, ..) = batch.swap_remove(index);
                fail(tree, |program| difference(&ready, program));
            }
        }
    }
    assert!(
        too_long * 10 < wanted,
        "{too_long} of {wanted} programs take too long to be compared"
    );
}

fn runner() -> TestRunner {
    let cases = std::env::var("PROPTEST_CASES")
        .ok()
        .and_then(|n| n.parse().ok());
    let seed = std::env::var("GENERATED_SEED")
        .ok()
        .and_then(|n| n.parse().ok());
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&u64::to_le_bytes(seed.unwrap_or(1)));
    let config = Config {
        cases: cases.unwrap_or(PROGRAMS),
        ..Config::default()
    };
    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes))
}

/// Sweepnet's answer, if it does not take too long.
fn own_answer(ready: &Session, program: &str) -> Option<String> {
    let answer = transcript(&ready.clone().run("generated.sml", program));
    (!answer.contains("error E0702") && !answer.contains("error E0703")).then_some(answer)
}

/// Sweepnet's errors, if it refuses a program.
fn refusal(ready: &Session, program: &str) -> Option<String> {
    own_answer(ready, program).filter(|answer| is_refused(answer))
}

fn is_refused(answer: &str) -> bool {
    answer.lines().any(|line| line.starts_with("error E"))
}

/// Both answers, if they differ.
fn difference(ready: &Session, program: &str) -> Option<String> {
    let own = own_answer(ready, program)?;
    let theirs = poly::run([program]).ok()?.pop()?;
    let same = poly::squeeze(&own) == poly::squeeze(&theirs);
    (!same).then(|| format!("Sweepnet:\n{own}\nPoly/ML:\n{theirs}"))
}

/// Makes a failing program small and fails with it.
fn fail(
    mut tree: impl ValueTree<Value = Vec<u32>>,
    complaint: impl Fn(&str) -> Option<String>,
) -> ! {
    let mut smallest = (generator::program(&tree.current()), String::new());
    let start = Instant::now();
    while start.elapsed() < SHRINKING {
        let program = generator::program(&tree.current());
        let moved = match complaint(&program) {
            Some(found) => {
                smallest = (program, found);
                tree.simplify()
            }
            None => tree.complicate(),
        };
        if !moved {
            break;
        }
    }
    panic!("{}\n{}", smallest.0, smallest.1);
}
