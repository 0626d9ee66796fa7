//! Real models, where they are present: all are read, most check, and import and export keep them.

use crate::maker::figures;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use sweepnet::export;
use sweepnet::net;

/// The folder of real models, beside the project or its parent.
pub fn folder() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let places = ["../shared/data/cpn", "../../shared/data/cpn"];
    let found = places
        .iter()
        .map(|place| root.join(place))
        .find(|path| path.is_dir());
    if found.is_none() {
        println!("skipped: there is no folder with models of CPN Tools");
    }
    found
}

/// The rows of a table by the names of its columns.
pub fn table(path: &Path) -> Vec<BTreeMap<String, String>> {
    let text = std::fs::read_to_string(path).expect("a table");
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().unwrap_or("").split('\t').collect();
    let row = |line: &str| {
        let cells = line.split('\t').map(String::from);
        head.iter().map(|key| key.to_string()).zip(cells).collect()
    };
    lines.map(row).collect()
}

/// The models.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder.join("files")).expect("models");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    files
}

/// How many of the monitors run, at least.
const RUN: usize = 55;

#[test]
fn models_are_read_and_check() {
    let Some(folder) = folder() else {
        return;
    };
    let complete: Vec<String> = table(&folder.join("INDEX.tsv"))
        .into_iter()
        .filter(|row| row["self_contained"] == "y")
        .map(|row| row["file"].clone())
        .collect();
    let mut broken = Vec::new();
    for path in files(&folder) {
        let loaded = net::load(&path, &[]).expect("a file");
        assert!(loaded.model.is_some(), "{}", path.display());
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if loaded.net.is_none() {
            // A sentence says why, at a place in the file.
            let problem = loaded.diagnostics.iter().find(|d| d.is_error());
            assert!(problem.is_some_and(|d| !d.message.is_empty() && !d.labels.is_empty()));
        }
        if loaded.net.is_none() && complete.iter().any(|file| *file == *name) {
            broken.push(name.to_string());
        }
    }
    let (all, none): (usize, Vec<String>) = (complete.len(), Vec::new());
    assert_eq!(
        broken, none,
        "of {all} self-contained models, these have errors"
    );
}

#[test]
fn what_is_imported_and_exported_has_the_same_state_space() {
    let Some(folder) = folder() else {
        return;
    };
    for path in files(&folder) {
        let loaded = net::load(&path, &[]).expect("a file");
        let (Some(model), Some(net)) = (&loaded.model, &loaded.net) else {
            continue;
        };
        let again =
            |file: &str, text: &str| net::load_text(file, text, Path::new(""), "again", &[]);
        let yaml = again("net.yaml", &export::yaml::write(model, &loaded.sources));
        let cpn = again("net.cpn", &export::cpn::write(model, net).text);
        let direct = figures(loaded, 1000);
        assert_eq!(direct, figures(yaml, 1000), "YAML of {}", path.display());
        assert_eq!(direct, figures(cpn, 1000), "export of {}", path.display());
    }
}

/// The monitors of all models that check, and how many of them are run: 55 of 70 when this was written. Of the others 12 need parts of CPN Tools that are not here (`SimConfig`, Comms/CPN), 2 are empty
/// templates, and 1 waits for a transition to be enabled.
#[test]
fn most_monitors_are_run() {
    let Some(folder) = folder() else {
        return;
    };
    let (mut all, mut run) = (0, 0);
    let mut why: BTreeMap<String, usize> = BTreeMap::new();
    for path in files(&folder) {
        let loaded = net::load(&path, &[]).expect("a file");
        let (Some(model), Some(net)) = (&loaded.model, &loaded.net) else {
            continue;
        };
        all += model.monitors.len();
        run += net.observations.len();
        let notes = loaded.notes.iter().map(|note| &note.diagnostic);
        for note in notes.filter(|note| note.code == "W1706") {
            let reason = note.message.split("not run").last().unwrap_or_default();
            *why.entry(reason.to_string()).or_default() += 1;
        }
    }
    println!("{run} of {all} monitors are run; the others: {why:#?}");
    assert_eq!(all - run, why.values().sum::<usize>());
    assert!(run >= RUN);
}
