//! Real models, where they are present: all are read, most check, and import and export keep them.

use crate::commands::answer;
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

/// At least this part of the models that need nothing else must check without an error.
const CHECKED: f64 = 0.95;

#[test]
fn models_are_read_and_most_check() {
    let Some(folder) = folder() else {
        return;
    };
    let complete: Vec<String> = table(&folder.join("INDEX.tsv"))
        .into_iter()
        .filter(|row| row["self_contained"] == "y")
        .map(|row| row["file"].clone())
        .collect();
    let (mut sound, mut all) = (0, 0);
    for path in files(&folder) {
        let loaded = net::load(&path, &[]).expect("a file");
        assert!(loaded.model.is_some(), "{}", path.display());
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if loaded.net.is_none() {
            // A sentence says why, at a place in the file.
            let problem = loaded.diagnostics.iter().find(|d| d.is_error());
            assert!(problem.is_some_and(|d| !d.message.is_empty() && !d.labels.is_empty()));
        }
        if complete.iter().any(|file| *file == *name) {
            all += 1;
            sound += usize::from(loaded.net.is_some());
        }
    }
    println!("{sound} of {all} self-contained models check without an error");
    assert!(sound as f64 >= CHECKED * all as f64);
}

#[test]
fn what_is_imported_and_exported_has_the_same_state_space() {
    let Some(folder) = folder() else {
        return;
    };
    for path in files(&folder) {
        let loaded = net::load(&path, &[]).expect("a file");
        let Some(model) = loaded.model.as_ref().filter(|_| loaded.net.is_some()) else {
            continue;
        };
        let again =
            |file: &str, text: &str| net::load_text(file, text, Path::new(""), "again", &[]);
        let yaml = again("net.yaml", &export::yaml::write(model, &loaded.sources));
        let cpn = again("net.cpn", &export::cpn::write(model, &loaded.sources).text);
        let direct = figures(loaded, 1000);
        assert_eq!(direct, figures(yaml, 1000), "YAML of {}", path.display());
        assert_eq!(direct, figures(cpn, 1000), "export of {}", path.display());
    }
}

#[test]
fn bounds_and_dead_transitions_are_those_of_the_reports() {
    let Some(folder) = folder() else {
        return;
    };
    let mut compared = 0;
    for row in table(&folder.join("ORACLE.tsv")) {
        let file = &row["file"];
        let report = std::fs::read_to_string(folder.join("reports").join(format!("{file}.txt")));
        let (Ok(report), false) = (report, crate::oracle::differs(file)) else {
            continue;
        };
        let path = folder.join("files").join(file);
        let found = answer(&[
            "explore",
            "--json",
            "--max-seconds",
            "30",
            path.to_str().expect("a path"),
        ]);
        let wanted = integer_bounds(&report);
        for bound in found["bounds"].as_array().expect("bounds") {
            let place = bound["place"].as_str().unwrap_or("").to_string();
            let instance = bound["instance"].as_u64().unwrap_or(1);
            // Some characters of names become other ones there.
            if let Some(&(upper, lower)) = wanted.get(&(place.clone(), instance)) {
                let ours = (bound["upper"].as_u64(), bound["lower"].as_u64());
                assert_eq!(ours, (Some(upper), Some(lower)), "{place} in {file}");
                compared += 1;
            }
        }
        if let Some(dead) = dead_transitions(&report) {
            assert_eq!(
                found["dead_transitions"].as_array().map(Vec::len),
                Some(dead),
                "{file}"
            );
        }
    }
    println!("{compared} bounds are equal");
    assert!(compared > 300);
}

/// The best integer bounds of a report: upper and lower by place and instance.
fn integer_bounds(report: &str) -> BTreeMap<(String, u64), (u64, u64)> {
    let section = report.split("Best Integer Bounds").nth(1).unwrap_or("");
    let section = section.split("Best Upper").next().unwrap_or("");
    let words: Vec<&str> = section.split_whitespace().skip(2).collect();
    let row = |row: &[&str]| {
        let number = |at: usize| row.get(at)?.parse::<u64>().ok();
        Some((
            (row.first()?.to_string(), number(1)?),
            (number(2)?, number(3)?),
        ))
    };
    words.chunks(4).filter_map(row).collect()
}

/// How many transitions a report says never occur; `None` if it says all.
fn dead_transitions(report: &str) -> Option<usize> {
    let section = report.split("Dead Transition Instances").nth(1)?;
    let section = section.split("Live Transition").next()?;
    let names: Vec<&str> = section
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    match names[..] {
        ["All"] => None,
        ["None"] => Some(0),
        _ => Some(names.len()),
    }
}
