//! Random nets with symmetries and time: exploring representatives agrees with exploring all markings.
//!
//! `CASES` says how many nets each test compares. What must agree: the representatives of all markings are the markings found, and the same for the dead ones; integer bounds; how many markings the
//! representatives stand for. And a representative must not depend on which of the equivalent markings it is found from.

#[path = "support/cases.rs"]
mod cases;
#[path = "random_symmetry/generator.rs"]
mod generator;

use generator::{Random, net};
use std::collections::BTreeSet;
use std::path::Path;
use sweepnet::engine::{Batch, Engine, Worker};
use sweepnet::explore::bounds::bounds;
use sweepnet::explore::control::{Control, Rest, StopReason};
use sweepnet::explore::cutoff::Cutoff;
use sweepnet::explore::full::{Order, Space, explore};
use sweepnet::explore::measure::Clock;
use sweepnet::explore::sweep::{Options, Sweep};
use sweepnet::explore::ways::Ways;
use sweepnet::net::expression::MarkingExpression;
use sweepnet::net::load_into;
use sweepnet::reduce::equivalence::Equivalence;
use sweepnet::reduce::symmetry::Symmetry;
use sweepnet::reduce::time;
use sweepnet_lang::session::{Dialect, Session};

/// Nets of each test.
const NETS: usize = 100;
/// Larger state spaces are left out.
const LIMIT: usize = 1500;

#[derive(Copy, Clone)]
struct Wanted {
    symmetry: bool,
    time: bool,
}

fn engine(session: &Session, text: &str) -> Engine {
    let loaded = load_into(
        session.clone(),
        "random.yaml",
        text.into(),
        Path::new(""),
        "random",
        &[],
    );
    let net = loaded
        .net
        .unwrap_or_else(|| panic!("{text}\n{:#?}", loaded.diagnostics));
    let engine = Engine::new(net).unwrap_or_else(|failure| panic!("{text}\n{failure:#?}"));
    // With the memo and without, with changes at random moments and without, by turns
    Engine {
        forgetful: text.len() % 2 == 1,
        shaky: text.len().is_multiple_of(3).then_some(text.len() as u64),
        ..engine
    }
}

fn reduced(mut engine: Engine, wanted: Wanted) -> Engine {
    let mut equivalence = Equivalence::default();
    if wanted.time {
        assert!(time::refusal(&engine.shared).is_none());
        equivalence = equivalence.timed();
    }
    if wanted.symmetry {
        let symmetry = Symmetry::new(&engine.shared.net).expect("a symmetry");
        equivalence = equivalence.symmetric(symmetry, &engine.shared, false);
    }
    equivalence.apply(&mut engine);
    engine
}

fn run(engine: Engine, threads: usize) -> Result<Space, String> {
    let mut control = Control::default();
    control.threads = threads;
    control.parallel_from = 1;
    control.max_states = Some(LIMIT);
    let space = explore(engine, &mut control, Order::Breadth, None);
    let mut space = space.map_err(|failure| format!("{failure:#?}"))?;
    // What was found is read in one layout.
    space.engine.shaky = None;
    Ok(space)
}

/// Markings as text, so that layouts and numbers of tokens do not matter.
fn texts(space: &Space, ids: impl Iterator<Item = u32>) -> BTreeSet<String> {
    let mut worker = space.engine.worker();
    let mut state = vec![0; space.store.width()];
    ids.map(|id| {
        space.store.read(id, &mut state);
        worker.show(&state)
    })
    .collect()
}

/// The representatives of some markings of a plain space, as text. Its layout is widened where they do not fit.
fn representatives(
    plain: &Space,
    wanted: Wanted,
    text: &str,
    ids: &mut dyn Iterator<Item = u32>,
) -> BTreeSet<String> {
    let equivalent = reduced(
        Engine {
            shared: plain.engine.shared.clone(),
            layout: plain.engine.layout.clone(),
            initial: plain.engine.initial.clone(),
            reduction: None,
            forgetful: false,
            until: None,
            shaky: None,
        },
        wanted,
    );
    let mut worker = equivalent.worker();
    let mut state = vec![0; plain.store.width()];
    let mut found = BTreeSet::new();
    for id in ids {
        plain.store.read(id, &mut state);
        let representative = representative(&mut worker, plain, &state);
        found.insert(worker.show(&representative));
        assert!(worker.layout().words > 0, "{text}");
    }
    found
}

fn representative(worker: &mut Worker, plain: &Space, state: &[u64]) -> Vec<u64> {
    loop {
        let layout = worker.layout().clone();
        let mut from = vec![0; layout.words];
        let recode = sweepnet::engine::Recode::new(
            &plain.engine.shared.places,
            &plain.engine.layout,
            &layout,
        );
        let fits = recode.marking(state, &mut from, &mut Vec::new());
        let mut batch = Batch::one(&from);
        let demand = match fits {
            Err(demand) => demand,
            Ok(()) => match worker.reduce(&mut batch, 0) {
                Ok(()) => return batch.words,
                Err(halt) => sweepnet::engine::demanded(*halt).expect("no failure"),
            },
        };
        let mut demands = vec![demand];
        worker
            .shared()
            .complete(&layout, &mut demands)
            .expect("a layout");
        worker.adopt(std::sync::Arc::new(layout.adapted(&demands)));
    }
}

fn agree(part: u64, wanted: Wanted) {
    let session = Session::new(Dialect::Cpn);
    let seed = cases::number("SEED").unwrap_or(0);
    let mut random = Random(part + (seed << 8));
    let (mut compared, mut states, mut saved, mut ended) = (0, 0, 0, 0);
    while compared < cases::cases(NETS) {
        let (text, symmetric) = net(&mut random, wanted.time);
        let Ok(plain) = run(engine(&session, &text), 1) else {
            continue;
        };
        let complete = plain.stop == StopReason::Complete;
        if !complete && !wanted.time {
            continue;
        }
        let all: Vec<u32> = plain.used.iter().cloned().flatten().collect();
        for threads in 1..=2 {
            let found = run(reduced(engine(&session, &text), wanted), threads)
                .unwrap_or_else(|failure| panic!("{text}\n{failure}"));
            if found.stop != StopReason::Complete {
                // Without an end up to equivalence, too.
                continue;
            }
            let expected = representatives(&plain, wanted, &text, &mut all.iter().copied());
            let states = texts(&found, found.used.iter().cloned().flatten());
            assert_eq!(states.len(), found.store.len(), "{text}");
            swept(&session, &text, wanted, threads, &found);
            if wanted.time && threads == 1 {
                ends_at_points(&session, &text, wanted, &found, &states);
            }
            if !complete {
                let missing = expected.difference(&states).next();
                assert_eq!(missing, None, "{text}");
                ended += 1;
                continue;
            }
            assert_eq!(expected, states, "{text}");
            let dead = representatives(&plain, wanted, &text, &mut plain.dead.iter().copied());
            assert_eq!(dead, texts(&found, found.dead.iter().copied()), "{text}");
            assert_eq!(plain.occurred, found.occurred, "{text}");
            let all = |space: &Space| bounds(space, &Rest::default()).expect("there is time");
            for (a, b) in all(&plain).iter().zip(&all(&found)) {
                assert_eq!((a.lower, a.upper), (b.lower, b.upper), "{text}");
            }
            if symmetric && !wanted.time {
                let mut worker = found.engine.worker();
                let mut state = vec![0; found.store.width()];
                let sum: u128 = (found.used.iter().cloned().flatten())
                    .map(|id| {
                        found.store.read(id, &mut state);
                        worker.stands_for(&state).expect("a number")
                    })
                    .sum();
                assert_eq!(sum, plain.store.len() as u128, "{text}");
            }
            saved += plain.store.len() - found.store.len();
        }
        compared += 1;
        states += plain.store.len();
    }
    println!(
        "{compared} nets with {states} states compared, {saved} states saved, {ended} made finite"
    );
    let enough = saved > states / 3 || ended > 5;
    assert!(
        enough,
        "the nets say little: {states} states, {saved} saved, {ended} made finite"
    );
}

/// A net with an expression over its markings.
fn with_expression(session: &Session, text: &str, expression: &str) -> (Engine, MarkingExpression) {
    let loaded = load_into(
        session.clone(),
        "random.yaml",
        text.into(),
        Path::new(""),
        "random",
        &[],
    );
    let mut net = loaded.net.expect("a net");
    let compiled = match expression.starts_with("size") {
        true => {
            let source = net.session.sources.add("<measure>", expression);
            MarkingExpression::measure(&mut net, source)
        }
        false => MarkingExpression::predicate(&mut net, "<point>", expression),
    };
    let compiled = compiled.unwrap_or_else(|problems| panic!("{problems:#?}"));
    (Engine::new(net).expect("an initial marking"), compiled)
}

/// A sweep finds what plain exploration of representatives finds.
fn swept(session: &Session, text: &str, wanted: Wanted, threads: usize, found: &Space) {
    let (engine, measure) = with_expression(session, text, "size P0 + 2 * size P1");
    let engine = reduced(engine, wanted);
    let options = Options::default();
    let mut sweep = Sweep::new(engine, Box::new(measure), None, options, threads).expect("a sweep");
    let mut control = Control::default();
    control.parallel_from = 1;
    let reason = sweep
        .run(&mut control)
        .unwrap_or_else(|failure| panic!("{text}\n{failure:#?}"));
    assert_eq!(reason, StopReason::Complete);
    let exact = sweep.tally.sweeps == 1 && sweep.persistent.is_empty();
    let states = found.store.len() as u64;
    assert!(
        sweep.tally.explored >= states && sweep.tally.in_one_sweep <= states,
        "{text}"
    );
    assert!(!exact || sweep.tally.explored == states, "{text}");
    let mut worker = sweep.engine.worker();
    let mut state = vec![0; sweep.engine.layout.words];
    let dead: BTreeSet<String> = (sweep.dead.ids())
        .map(|id| {
            sweep.dead.store.read(id, &mut state);
            worker.show(&state)
        })
        .collect();
    assert_eq!(dead, texts(found, found.dead.iter().copied()), "{text}");
    assert_eq!(sweep.occurred(), found.occurred, "{text}");
}

/// If every marking is a cut-off point, a sweep by the clock meets the classes that plain exploration of representatives finds, and ends.
fn ends_at_points(
    session: &Session,
    text: &str,
    wanted: Wanted,
    found: &Space,
    states: &BTreeSet<String>,
) {
    let (engine, point) = with_expression(session, text, "true");
    let mut engine = reduced(engine, wanted);
    let worker = engine.worker();
    engine.reduction = None;
    let options = Options {
        ways: Some(Ways::temporary().expect("a folder")),
        cutoff: Some(Cutoff::new(&point, worker, 10)),
        ..Options::default()
    };
    let mut sweep = Sweep::new(engine, Box::new(Clock), None, options, 1).expect("a sweep");
    let reason = sweep
        .run(&mut Control::default())
        .unwrap_or_else(|failure| panic!("{text}\n{failure:#?}"));
    assert_eq!(reason, StopReason::Complete, "{text}");
    assert_eq!(sweep.occurred(), found.occurred, "{text}");
    let classes = &sweep.cutoff().expect("cut-off points").classes;
    let mut worker = sweep.engine.worker();
    let mut state = vec![0; sweep.engine.layout.words];
    let met: BTreeSet<String> = (classes.ids())
        .map(|id| {
            classes.store.read(id, &mut state);
            worker.show(&state)
        })
        .collect();
    assert_eq!(&met, states, "{text}");
}

#[test]
fn symmetry() {
    agree(
        1,
        Wanted {
            symmetry: true,
            time: false,
        },
    );
}

#[test]
fn more_symmetry() {
    agree(
        2,
        Wanted {
            symmetry: true,
            time: false,
        },
    );
}

#[test]
fn time_equivalence() {
    agree(
        3,
        Wanted {
            symmetry: false,
            time: true,
        },
    );
}

#[test]
fn both() {
    agree(
        4,
        Wanted {
            symmetry: true,
            time: true,
        },
    );
}
