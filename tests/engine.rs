//! The example nets: the naive interpreter finds the figures that each net says of itself.
//!
//! One test an expectation. Larger state spaces than the naive interpreter can walk are left to the engine.

mod naive;

use libtest_mimic::{Arguments, Failed, Trial};
use naive::net::Net;
use naive::space::Space;
use std::path::{Path, PathBuf};
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
                    if !large {
                        trials.push(Trial::test(title, move || compare(&folder, &expectation)));
                    }
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
    let loaded = load(folder, &settings(expectation)).map_err(|_| "the net cannot be read")?;
    let loaded = checked(loaded)?;
    let model = loaded.model.ok_or("there is no net")?;
    let mut net = Net::new(&model, &loaded.sources);
    let space = Space::explore(&mut net, 2 * LIMIT as usize).ok_or("there are too many states")?;
    let found = [
        ("states", space.states.len()),
        ("arcs", space.arcs.len()),
        ("dead_markings", space.dead().len()),
        ("dead_transitions", space.dead_transitions(&net)),
    ];
    for (name, found) in found {
        if let Some(expected) = figure(expectation, name)
            && expected != found as u64
        {
            return Err(format!("{name}: {found} instead of {expected}").into());
        }
    }
    Ok(())
}
