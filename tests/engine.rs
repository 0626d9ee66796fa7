//! The example nets: the engine and the naive interpreter find the figures that each net says of itself, and the same states and arcs.
//!
//! One test an expectation. State spaces larger than the naive interpreter can walk are for the engine alone.

mod compare;
mod naive;

use compare::Graph;
use libtest_mimic::{Arguments, Failed, Trial};
use naive::net::Net;
use naive::space::Space;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use sweepnet::engine::Engine;
use sweepnet::explore::components::components;
use sweepnet::explore::control::{Control, Rest};
use sweepnet::explore::full::{Order, explore};
use sweepnet::net::model::{Expectation, ParameterValue};
use sweepnet::net::{Loaded, load};

/// Larger state spaces are not walked here.
const LIMIT: u64 = 700;

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for folder in folders() {
        let name = folder
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let loaded = load(&folder, &[])
            .map_err(|_| format!("{name} cannot be read"))
            .and_then(checked);
        let expectations = loaded.map(|loaded| loaded.model.map_or(Vec::new(), |m| m.expect));
        match expectations {
            Ok(all) => {
                for expectation in all {
                    let folder = folder.clone();
                    let title = format!("{name} {}", settings(&expectation).join(" "));
                    let large = figure(&expectation, "states").is_some_and(|states| states > LIMIT);
                    trials.push(Trial::test(title, move || match large {
                        true => figures(&folder, &expectation),
                        false => compare(&folder, &expectation),
                    }));
                }
            }
            Err(problem) => trials.push(Trial::test(name, || Err(problem.into()))),
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// The folders of the example nets.
fn folders() -> Vec<PathBuf> {
    let nets = Path::new(env!("CARGO_MANIFEST_DIR")).join("nets");
    let mut folders: Vec<PathBuf> = (std::fs::read_dir(nets).expect("nets is a folder"))
        .map(|entry| entry.expect("nets can be listed").path())
        .filter(|path| path.join("net.yaml").exists())
        .collect();
    folders.sort();
    folders
}

fn checked(loaded: Loaded) -> Result<Loaded, String> {
    match loaded.diagnostics.is_empty() {
        true => Ok(loaded),
        false => Err(format!("{:#?}", loaded.diagnostics)),
    }
}

fn settings(expectation: &Expectation) -> Vec<String> {
    let plain = |value: &ParameterValue| match value {
        ParameterValue::Int(number) => number.to_string(),
        ParameterValue::Bool(truth) => truth.to_string(),
        ParameterValue::String(text) => text.clone(),
        ParameterValue::Real(number) => number.to_string(),
    };
    let setting = |(name, value): &(sweepnet::net::model::Name, ParameterValue)| {
        format!("{}={}", name.text, plain(value))
    };
    expectation.set.iter().map(setting).collect()
}

fn figure(expectation: &Expectation, name: &str) -> Option<u64> {
    expectation
        .figures
        .iter()
        .find(|(n, _)| n.text == name)
        .map(|f| f.1)
}

fn compare(folder: &Path, expectation: &Expectation) -> Result<(), Failed> {
    let settings = settings(expectation);
    let (mut net, loaded) = read(folder, &settings)?;
    let space = Space::explore(&mut net, 2 * LIMIT as usize).ok_or("there are too many states")?;
    let found = [
        ("states", space.states.len() as u64),
        ("arcs", space.arcs.len() as u64),
        ("dead_markings", space.dead().len() as u64),
        ("dead_transitions", dead_transitions(&net, &space)),
    ];
    agree(expectation, &found)?;
    let expected = Graph::naive(&mut net, &space);
    for order in [Order::Breadth, Order::Depth] {
        let flat = loaded.net.clone().ok_or("the net has errors")?;
        let found = Graph::engine(flat, 1, order)?;
        if let Some(difference) = expected.difference(&found) {
            return Err(format!("{order:?} first: {difference}").into());
        }
    }
    let flat = loaded.net.clone().ok_or("the net has errors")?;
    if let Some(difference) = expected.difference(&Graph::forgetful(flat, true)?) {
        return Err(format!("without the memo: {difference}").into());
    }
    for threads in 1..=2 {
        let flat = loaded.net.clone().ok_or("the net has errors")?;
        let found = Graph::shaky(flat, threads, threads as u64)?;
        if let Some(difference) = expected.difference(&found) {
            return Err(format!("shaken, {threads} threads: {difference}").into());
        }
    }
    figures(folder, expectation)
}

/// How many transitions never occur.
fn dead_transitions(net: &Net, space: &Space) -> u64 {
    let occurring: BTreeSet<usize> = space.arcs.iter().map(|arc| arc.1.transition).collect();
    (net.transitions.len() - occurring.len()) as u64
}

/// The engine's figures, on one, two and three threads.
fn figures(folder: &Path, expectation: &Expectation) -> Result<(), Failed> {
    for threads in 1..=3 {
        let (_, loaded) = read(folder, &settings(expectation))?;
        let flat = loaded.net.ok_or("the net has errors")?;
        let engine = Engine::new(flat).map_err(|failure| format!("{failure:#?}"))?;
        let mut control = Control::default();
        control.threads = threads;
        control.parallel_from = 1;
        let space = explore(engine, &mut control, Order::Breadth, None)
            .map_err(|failure| format!("{failure:#?}"))?;
        let mut found = vec![
            ("states", space.store.len() as u64),
            ("arcs", space.arcs),
            ("dead_markings", space.dead.len() as u64),
            (
                "dead_transitions",
                space.occurred.iter().filter(|o| !**o).count() as u64,
            ),
        ];
        if threads == 1 && figure(expectation, "sccs").is_some() {
            let components = components(&space, &Rest::default());
            let components = components.map_err(|failure| format!("{failure:#?}"))?;
            let components = components.ok_or("there is time")?;
            found.push(("sccs", components.count as u64));
        }
        agree(expectation, &found).map_err(|problem| format!("{threads} threads: {problem}"))?;
    }
    Ok(())
}

fn read(folder: &Path, settings: &[String]) -> Result<(Net, Loaded), String> {
    let loaded = load(folder, settings).map_err(|_| "the net cannot be read")?;
    let loaded = checked(loaded)?;
    let model = loaded.model.as_ref().ok_or("there is no net")?;
    Ok((Net::new(model, &loaded.sources), loaded))
}

fn agree(expectation: &Expectation, found: &[(&str, u64)]) -> Result<(), String> {
    for (name, found) in found {
        if let Some(expected) = figure(expectation, name)
            && expected != *found
        {
            return Err(format!("{name}: {found} instead of {expected}"));
        }
    }
    Ok(())
}
