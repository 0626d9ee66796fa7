//! The sweep-line method finds what full exploration finds, whatever the measure: on the example nets with their own measures and with silly ones, in every way of
//! doing it. And the published figures.

mod swept;

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::Command;
use sweepnet::engine::Engine;
use sweepnet::explore::control::{Control, StopReason};
use sweepnet::explore::measure::{Clock, Goal, Measure};
use sweepnet::explore::sweep::{Options, Sweep, Tally};
use sweepnet::explore::trace;
use sweepnet::explore::ways::Ways;
use sweepnet::net::expression::MarkingExpression;
use sweepnet::net::flat::FlatNet;
use sweepnet::net::model::Model;
use swept::{Silly, Way, full, swept};

/// State spaces larger than this are not swept in all ways.
const LIMIT: usize = 6000;

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for folder in folders() {
        let name = folder.file_name().unwrap_or_default();
        let title = format!("{} agrees", name.to_string_lossy());
        trials.push(Trial::test(title, move || agrees(&folder)));
    }
    trials.push(Trial::test(
        "two-phase commit as published",
        two_phase_commit,
    ));
    trials.push(Trial::test("simple protocol as published", simple_protocol));
    trials.push(Trial::test("stop-and-wait stays small", stop_and_wait));
    // Elsewhere the memory that the program tells of is what it has at the end.
    if cfg!(target_os = "linux") {
        trials.push(Trial::test("memory does not grow with a list", memory));
    }
    trials.push(Trial::test("long-lived values are told right", long_lived));
    trials.push(Trial::test("ways are least in progress", ways));
    trials.push(Trial::test("a strict sweep shows the step", strict));
    libtest_mimic::run(&arguments, trials).exit();
}

fn folders() -> Vec<PathBuf> {
    let nets = Path::new(env!("CARGO_MANIFEST_DIR")).join("nets");
    let entries = std::fs::read_dir(nets).expect("nets is a folder");
    let mut folders: Vec<PathBuf> = entries
        .map(|entry| entry.expect("nets can be listed").path())
        .filter(|path| path.join("net.yaml").exists())
        .collect();
    folders.sort();
    folders
}

fn load(folder: &Path, settings: &[&str]) -> Result<(Model, FlatNet), Failed> {
    let settings: Vec<String> = settings.iter().map(|s| s.to_string()).collect();
    let loaded = sweepnet::net::load(folder, &settings).map_err(|_| "the net cannot be read")?;
    match (loaded.model, loaded.net) {
        (Some(model), Some(net)) => Ok((model, net)),
        _ => Err(format!("{:#?}", loaded.diagnostics).into()),
    }
}

fn net(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("nets")
        .join(name)
}

/// A measure that the net declares.
fn declared(model: &Model, net: &mut FlatNet, name: &str) -> Result<MarkingExpression, Failed> {
    let found = model.measures.iter().find(|m| m.0.text == name);
    let source = found.ok_or("there is no such measure")?.1.source;
    MarkingExpression::measure(net, source).map_err(|problems| format!("{problems:#?}").into())
}

/// All measures of a net and three silly ones; one thread and several, with layers deleted at once and later.
fn agrees(folder: &Path) -> Result<(), Failed> {
    let small: &[&str] = match folder.ends_with("lmp") {
        true => &["devices=3"],
        false => &[],
    };
    let (model, mut flat) = load(folder, small)?;
    let mut measures: Vec<(String, Box<dyn Measure>)> = vec![
        ("constant".to_string(), Box::new(Silly::Constant)),
        ("hash".to_string(), Box::new(Silly::Hash(7))),
        ("fewest tokens first".to_string(), Box::new(Silly::Fewest)),
    ];
    if flat.timed {
        measures.push(("clock".to_string(), Box::new(Clock)));
        measures.push(("reversed clock".to_string(), Box::new(Silly::ReversedClock)));
    }
    for (name, _) in &model.measures {
        let measure = declared(&model, &mut flat, &name.text)?;
        measures.push((name.text.clone(), Box::new(measure)));
    }
    let Some(expected) = full(flat.clone(), LIMIT)? else {
        return Err("the state space is too large for this test".into());
    };
    for (name, measure) in measures {
        for way in [Way::plain(), Way::late(50), Way::with_threads(3)] {
            let found = swept(flat.clone(), measure.share(), way)?;
            if let Some(difference) = expected.difference(&found) {
                return Err(format!("by {name}, {way:?}: {difference}").into());
            }
        }
    }
    Ok(())
}

fn tally(name: &str, settings: &[&str], measure: &str) -> Result<Tally, Failed> {
    let (model, mut flat) = load(&net(name), settings)?;
    let measure = declared(&model, &mut flat, measure)?;
    let engine = Engine::new(flat).map_err(|failure| format!("{failure:#?}"))?;
    let options = Options::default();
    let mut sweep = Sweep::new(engine, Box::new(measure), None, options, 1)
        .map_err(|failure| format!("{failure:#?}"))?;
    let stop = sweep
        .run(&mut Control::default())
        .map_err(|failure| format!("{failure:#?}"))?;
    assert_eq!(stop, StopReason::Complete);
    Ok(sweep.tally)
}

fn two_phase_commit() -> Result<(), Failed> {
    let found = tally("two-phase-commit", &["workers=2"], "phase")?;
    assert_eq!(
        (found.sweeps, found.explored, found.in_one_sweep),
        (2, 38, 19)
    );
    assert_eq!((found.peak, found.peak_with_persistent), (13, 14));
    Ok(())
}

fn simple_protocol() -> Result<(), Failed> {
    let monotone = |limit: &str, measure: &str| {
        let limit = format!("limit={limit}");
        tally(
            "simple-protocol",
            &[&limit, "packets=4", "monotone=true"],
            measure,
        )
    };
    for (limit, measure, states, peak) in [
        ("2", "both", 293, 92),
        ("2", "received", 293, 112),
        ("2", "acknowledged", 293, 134),
        ("4", "both", 9_025, 4_449),
        ("5", "both", 37_477, 20_826),
    ] {
        let found = monotone(limit, measure)?;
        let figures = (found.sweeps, found.regress, found.explored, found.peak);
        assert_eq!(figures, (1, 0, states, peak), "{limit} {measure}");
    }
    let plain = tally("simple-protocol", &["limit=3", "packets=4"], "acknowledged")?;
    assert!(plain.regress > 0 && plain.sweeps > 1, "{plain:?}");
    Ok(())
}

/// As many states at one time for many packets as for few, and tables that do not grow with what is gone.
fn stop_and_wait() -> Result<(), Failed> {
    let few = tally("stop-and-wait", &["packets=50"], "received")?;
    let many = tally("stop-and-wait", &["packets=3000"], "received")?;
    assert_eq!(few.peak, many.peak);
    assert_eq!(many.explored, 238 * 3000 - 134);
    // a list of 3,000 texts has about 200 kB; all packets and lists ever met would have many times that
    assert!(many.peak_bytes < 16 << 20, "{} bytes", many.peak_bytes);
    Ok(())
}

/// What `sweepnet explore --json` says of stop-and-wait.
fn told(packets: u32, options: &[&str]) -> Result<serde_json::Value, Failed> {
    let output = Command::new(env!("CARGO_BIN_EXE_sweepnet"))
        .args(["explore", "--json", "--set", &format!("packets={packets}")])
        .arg(net("stop-and-wait"))
        .args(options)
        .output()?;
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// Every marking holds the list of what was received; the memory of the process does not follow it.
fn memory() -> Result<(), Failed> {
    let resident = |packets| -> Result<f64, Failed> {
        let answer = told(packets, &["--sweep", "received"])?;
        Ok(answer["max_rss_bytes"].as_f64().ok_or("no memory told")?)
    };
    let (few, many) = (resident(1_000)?, resident(10_000)?);
    assert!(many < 1.1 * few, "{few} bytes, then {many}");
    Ok(())
}

/// Tables are renewed many times in such a sweep, and values go to the archive and come back.
fn long_lived() -> Result<(), Failed> {
    let full = told(3_000, &[])?;
    for threads in ["1", "2"] {
        let swept = told(3_000, &["--sweep", "received", "--threads", threads])?;
        for key in ["states", "arcs", "dead_markings", "dead_transitions"] {
            assert_eq!(full[key], swept[key], "{key}");
        }
    }
    // The last list, read back cell by cell.
    let whole = "hd (ms_to_col Received @ [\"\"]) = data 3000 andalso ms_to_col Received = List.rev (List.tabulate (3000, fn i => data (i + 1)))";
    let found = told(3_000, &["--sweep", "received", "--trace", whole])?;
    assert_eq!(found["stop_reason"], "found");
    Ok(())
}

/// The way that a sweep tells is done by the net, and no way has less progress.
fn ways() -> Result<(), Failed> {
    let (model, mut flat) = load(&net("simple-protocol"), &["packets=4", "limit=2"])?;
    let measure = declared(&model, &mut flat, "acknowledged")?;
    let text = "cf (4, Protocol'NextSend) = 1 andalso size Protocol'A = 2";
    let predicate = MarkingExpression::predicate(&mut flat, "<test>", text)
        .map_err(|problems| format!("{problems:#?}"))?;
    let engine = Engine::new(flat).map_err(|failure| format!("{failure:#?}"))?;
    let options = Options {
        ways: Some(Ways::temporary().map_err(|error| error.to_string())?),
        ..Options::default()
    };
    let goal = Goal::new(predicate.share());
    let mut sweep = Sweep::new(engine, Box::new(measure), Some(goal), options, 1)
        .map_err(|failure| format!("{failure:#?}"))?;
    let stop = sweep
        .run(&mut Control::default())
        .map_err(|failure| format!("{failure:#?}"))?;
    assert_eq!(stop, StopReason::Found);
    let to = sweep.goal.ok_or("it was found")?;
    let prints = sweep.ways().ok_or("there are ways")?.way(to)?;
    let found = trace::follow(&mut sweep.engine, &prints, |worker, marking| {
        worker.holds_in(&predicate, marking)
    });
    let found = found.map_err(|failure| format!("{failure:#?}"))?;
    let (_, steps) = found.ok_or("the way can be followed")?;
    // three packets are sent, received and acknowledged, then two more are sent
    assert!(steps.len() >= 17, "{} steps", steps.len());
    assert_eq!(sweep.tally.sweeps, 1);
    Ok(())
}

fn strict() -> Result<(), Failed> {
    let (model, mut flat) = load(&net("simple-protocol"), &["packets=4", "limit=3"])?;
    let measure = declared(&model, &mut flat, "acknowledged")?;
    let engine = Engine::new(flat).map_err(|failure| format!("{failure:#?}"))?;
    let options = Options {
        strict: true,
        ..Options::default()
    };
    let mut sweep = Sweep::new(engine, Box::new(measure), None, options, 1)
        .map_err(|failure| format!("{failure:#?}"))?;
    let stop = sweep
        .run(&mut Control::default())
        .map_err(|failure| format!("{failure:#?}"))?;
    assert_eq!(stop, StopReason::Regress);
    let regress = sweep.regress.as_ref().ok_or("the step is told")?;
    assert!(regress.values.0 > regress.values.1);
    assert_ne!(regress.from, regress.to);
    Ok(())
}
