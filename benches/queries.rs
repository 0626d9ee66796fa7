//! What it costs to ask: a predicate over three places of every node beside the calculation of the state space, and a sweep by a measure that a script gives beside one by the net's own.
//!
//! CPU time, best of five. Run with `cargo bench --bench queries`. Ends with an error if a bar is missed.

use cpu_time::ProcessTime;
use std::path::Path;
use std::process::ExitCode;
use sweepnet::engine::Engine;
use sweepnet::explore::control::Control;
use sweepnet::explore::measure::Measure;
use sweepnet::explore::sweep::{Options, Sweep};
use sweepnet::net::expression::MarkingExpression;
use sweepnet::net::{Loaded, load};
use sweepnet::query;
use sweepnet_lang::session::{Event, Session};

/// As a multiple of the calculation of the state space, going through all of it may take so long.
const PREDICATE: f64 = 2.0;
/// As a multiple of a sweep by the net's own measure, one by a script's may take so long.
const MEASURE: f64 = 1.5;
/// Runs of each.
const TIMES: usize = 5;

/// Three places of each node.
const LOOK: &str = "\
    fun busy n = mssize (Mark.Database'Waiting 1 n) = 1 andalso cf (site 3, Mark.Database'Performing 1 n) = 1 andalso mssize (Mark.Database'Sent 1 n) > 2;";

/// The measure `handled` of the net, as a script writes it.
const HANDLED: &str = "\
    fun handled m = IntInf.fromInt (mssize (SLMark.Database'Active 1 m) + mssize (SLMark.Database'Received 1 m) + 2 * mssize (SLMark.Database'Acknowledged 1 m));";

fn loaded() -> Loaded {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("nets/distributed-database");
    match load(&folder, &["n=11".to_string()]) {
        Ok(loaded) => loaded,
        Err(refusal) => panic!("{}", refusal.message),
    }
}

fn session() -> Session {
    let loaded = loaded();
    let (model, net) = (loaded.model.expect("a model"), loaded.net.expect("a net"));
    let Ok(session) = query::session(&model, net, query::Limits::default()) else {
        panic!("there is no session");
    };
    session
}

/// What a text gives last, and the seconds it takes.
fn ask(session: &mut Session, text: &str) -> (String, f64) {
    let mut last = String::new();
    let start = ProcessTime::now();
    let problems = query::run_each(session, "benchmark", text, &mut |event| {
        if let Event::Bound { value, .. } = event {
            last = value;
        }
    });
    assert!(problems.is_empty(), "{problems:#?}");
    (last, start.elapsed().as_secs_f64())
}

/// Seconds of a sweep by the measure that the net declares, and how many states it visits.
fn own_sweep() -> (u64, f64) {
    let loaded = loaded();
    let (model, mut net) = (loaded.model.expect("a model"), loaded.net.expect("a net"));
    let declared = model
        .measures
        .iter()
        .find(|(name, _)| name.text == "handled");
    let (_, text) = declared.expect("a measure");
    let measure = MarkingExpression::measure(&mut net, text.source).expect("a measure");
    let start = ProcessTime::now();
    let engine = Engine::new(net).expect("an initial marking");
    let measure: Box<dyn Measure> = Box::new(measure);
    let mut sweep = Sweep::new(engine, measure, None, Options::default(), 1).expect("a sweep");
    sweep.run(&mut Control::default()).expect("a net that runs");
    (sweep.tally.explored, start.elapsed().as_secs_f64())
}

/// One run: seconds of calculation, predicate as search and as list, own sweep, script's sweep.
fn run() -> [f64; 5] {
    let mut script = session();
    ask(&mut script, LOOK);
    let (_, calculated) = ask(&mut script, "CalculateOccGraph ()");
    let (found, searched) = ask(&mut script, "SearchAllNodes (busy, fn _ => 1, 0, op +)");
    let (listed, evaluated) = ask(
        &mut script,
        "List.length (List.filter (fn b => b) (EvalAllNodes busy))",
    );
    assert_eq!(found, listed);
    let (states, own) = own_sweep();
    let mut script = session();
    ask(&mut script, HANDLED);
    let (explored, scripted) = ask(
        &mut script,
        "(SL.ExploreStateSpace {PM = handled, GC = 0, Secs = 0, Logfile = NONE}; #Explored (SL.Statistics ()))",
    );
    assert_eq!(explored, states.to_string());
    [calculated, searched, evaluated, own, scripted]
}

fn main() -> ExitCode {
    let mut best = [f64::MAX; 5];
    for _ in 0..TIMES {
        (best.iter_mut().zip(run())).for_each(|(best, time)| *best = best.min(time));
    }
    let [calculated, searched, evaluated, own, scripted] = best;
    println!("distributed database, n = 11");
    println!("calculation of the state space   {calculated:.3} s");
    let mut missed = false;
    for (what, time, beside, bar) in [
        (
            "SearchAllNodes over three places",
            searched,
            calculated,
            PREDICATE,
        ),
        (
            "EvalAllNodes over three places",
            evaluated,
            calculated,
            PREDICATE,
        ),
        ("sweep by the net's own measure", own, own, MEASURE),
        ("sweep by a script's measure", scripted, own, MEASURE),
    ] {
        let ratio = time / beside;
        let verdict = if ratio > bar { "  SLOW" } else { "" };
        missed |= ratio > bar;
        println!("{what:32} {time:.3} s, {ratio:.2}{verdict}");
    }
    match missed {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    }
}
