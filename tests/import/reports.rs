//! The standard report against the reports that CPN Tools itself wrote of the same models, section by section.
//!
//! Node numbers are compared by how many there are: there they are given in another order. Names are compared as far as they agree: there a name ends at a parenthesis, and
//! each blank or line end becomes an underscore of its own.

use crate::commands::answer;
use crate::corpus::folder;
use crate::oracle::{Reason, reason, without_what_the_table_lacks};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use sweepnet::import::encoding;
use sweepnet::import::xml;
use sweepnet_lang::span::SourceId;

/// A model whose substitution transitions are all missing there, so that its ports stand alone and pages without a step are gone.
const PORTS_APART: &str = "bptlab__fcm2cpn__coloredPN.cpn";

/// The parts of a report: the lines below each heading. Headings of sections have one blank before them, those of parts two.
fn parts(report: &str) -> BTreeMap<String, Vec<String>> {
    let mut parts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut heading = String::new();
    for line in report.lines().filter(|line| !line.starts_with("-----")) {
        let blanks = line.len() - line.trim_start_matches(' ').len();
        match blanks {
            1 | 2 if line.len() > blanks => heading = line.trim().to_string(),
            _ => parts
                .entry(heading.clone())
                .or_default()
                .push(line.to_string()),
        }
    }
    parts
}

/// What a part says in one line.
fn line(lines: &[String]) -> String {
    let words: Vec<&str> = lines
        .iter()
        .map(|line| line.trim())
        .filter(|l| !l.is_empty())
        .collect();
    words.join(" ")
}

/// The number after a key: `Nodes:  428`.
fn number(lines: &[String], key: &str) -> u64 {
    let found = lines
        .iter()
        .find_map(|line| line.trim().strip_prefix(key)?.strip_prefix(':'));
    found.and_then(|n| n.trim().parse().ok()).expect("a number")
}

/// Entries of a table with a name and an instance in front: `Page'Place 1  text`, where the text may go on in the next lines.
fn entries(lines: &[String]) -> Vec<(String, String)> {
    let mut entries: Vec<(String, String)> = Vec::new();
    for line in lines {
        let rest = line
            .strip_prefix("     ")
            .filter(|rest| !rest.starts_with(' '));
        let named = rest.and_then(|rest| {
            let (name, after) = rest.split_once(' ')?;
            let (instance, text) = after.split_once(' ').unwrap_or((after, ""));
            instance.parse::<u64>().ok()?;
            name.contains('\'')
                .then(|| (format!("{name} {instance}"), text.trim().to_string()))
        });
        match (named, entries.last_mut()) {
            (Some(entry), _) => entries.push(entry),
            (None, Some((_, text))) => text.push_str(if line.starts_with("      ") {
                line.trim()
            } else {
                line
            }),
            (None, None) => {}
        }
    }
    entries
}

/// Underscores, which stand for what may not be in a name, are not counted.
fn plain(name: &str) -> String {
    let parts: Vec<&str> = name.split('_').filter(|part| !part.is_empty()).collect();
    parts.join("_").replace("'_", "'").replace("_ ", " ")
}

/// Our name for one of theirs.
fn ours<'n>(theirs: &str, names: &'n [String]) -> Option<&'n str> {
    let exact = names.iter().find(|name| plain(name) == plain(theirs));
    let (start, instance) = theirs.rsplit_once(' ')?;
    let cut = || {
        let begins = |name: &&String| {
            name.starts_with(&format!("{start}_")) && name.ends_with(&format!(" {instance}"))
        };
        let mut found = names.iter().filter(begins);
        found.next().filter(|_| found.next().is_none())
    };
    exact.or_else(cut).map(String::as_str)
}

/// `None`, `All`, `[1,2]` or `7 [1,2,...]`: how many of how many.
fn counted(text: &str, all: u64) -> u64 {
    match text {
        "None" => 0,
        "All" => all,
        _ => match text.split_once('[') {
            Some(("", list)) => list.split(',').count() as u64,
            Some((many, _)) => many.trim().parse().expect("a number"),
            None => panic!("{text}"),
        },
    }
}

/// Names that a part lists, as ours; `all` stands for `All`.
fn listed(lines: &[String], all: &[String]) -> BTreeSet<String> {
    match line(lines).as_str() {
        "None" => BTreeSet::new(),
        "All" => all.iter().cloned().collect(),
        _ => {
            let names = lines
                .iter()
                .map(|line| line.trim())
                .filter(|line| !line.is_empty());
            names
                .map(|name| {
                    ours(name, all)
                        .unwrap_or_else(|| panic!("{name} is not in {all:?}"))
                        .to_string()
                })
                .collect()
        }
    }
}

fn strings(value: &Value) -> Vec<String> {
    let items = value.as_array().into_iter().flatten();
    items.filter_map(Value::as_str).map(String::from).collect()
}

/// Compares every section of a report; gives how many facts were equal.
fn compare(file: &str, theirs: &str, found: &Value, places_missing: usize) -> usize {
    let parts = parts(theirs);
    let mut equal = 0;
    let mut same = |what: &str, ours: Value, theirs: Value| {
        assert_eq!(ours, theirs, "{what} of {file}");
        equal += 1;
    };
    let statistics = &found["statistics"];
    let states = statistics["states"].as_u64().expect("states");
    assert_eq!(
        (
            line(&parts["State Space"]).contains("Status: Full"),
            &statistics["stop_reason"]
        ),
        (true, &Value::from("complete")),
        "{file}"
    );
    for (part, ours) in [
        ("State Space", [&statistics["states"], &statistics["arcs"]]),
        (
            "Scc Graph",
            [
                &statistics["scc_graph"]["nodes"],
                &statistics["scc_graph"]["arcs"],
            ],
        ),
    ] {
        same(part, ours[0].clone(), number(&parts[part], "Nodes").into());
        same(part, ours[1].clone(), number(&parts[part], "Arcs").into());
    }
    let bounds = found["bounds"].as_array().expect("bounds");
    let places: Vec<String> = bounds
        .iter()
        .filter_map(|b| b["place"].as_str())
        .map(String::from)
        .collect();
    let bound = |name: &str| {
        let name =
            ours(name, &places).unwrap_or_else(|| panic!("{name} of {file} is not in {places:?}"));
        bounds.iter().find(|b| b["place"] == name).expect("a place")
    };
    let integers = entries(&parts["Best Integer Bounds"]);
    if file != PORTS_APART {
        let ours = places.len() - places_missing;
        same("places", ours.into(), integers.len().into());
    }
    for (name, numbers) in &integers {
        let ours = bound(name);
        let ours = format!("{} {}", ours["upper"], ours["lower"]);
        let numbers: Vec<&str> = numbers.split_whitespace().collect();
        same(name, ours.into(), numbers.join(" ").into());
    }
    for (part, key) in [
        ("Best Upper Multi-set Bounds", "upper_multiset"),
        ("Best Lower Multi-set Bounds", "lower_multiset"),
    ] {
        for (name, tokens) in entries(&parts[part]) {
            let ours = bound(&name)[key]
                .as_str()
                .expect("a multi-set")
                .replace(" ++ ", "++");
            same(&format!("{part} of {name}"), ours.into(), tokens.into());
        }
    }
    let home = line(&parts["Home Markings"]);
    match home.strip_prefix("Initial Marking is ") {
        // In nets with time, whether the tokens of the first marking come back.
        Some(initial) => {
            same("home", found["home"]["markings"].clone(), Value::Null);
            same(
                "home",
                found["home"]["initial"].clone(),
                (initial == "a home marking").into(),
            );
        }
        None => same(
            "home",
            found["home"]["markings"]["count"].clone(),
            counted(&home, states).into(),
        ),
    }
    let dead = counted(&line(&parts["Dead Markings"]), states);
    same(
        "dead markings",
        found["liveness"]["dead_markings"]["count"].clone(),
        dead.into(),
    );
    let transitions = transitions(found);
    for (part, key) in [
        ("Dead Transition Instances", "dead_transitions"),
        ("Live Transition Instances", "live_transitions"),
    ] {
        let ours: BTreeSet<String> = strings(&found["liveness"][key]).into_iter().collect();
        let theirs = listed(&parts[part], &transitions);
        same(
            part,
            ours.into_iter().collect(),
            theirs.into_iter().collect(),
        );
    }
    let fairness = found["fairness"].as_array();
    let endless = parts
        .get("Fairness Properties")
        .is_none_or(|lines| !line(lines).contains("No infinite occurrence sequences"));
    same(
        "infinite sequences",
        fairness.is_some().into(),
        endless.into(),
    );
    for (part, word) in [
        ("Impartial Transition Instances", "impartial"),
        ("Fair Transition Instances", "fair"),
        ("Just Transition Instances", "just"),
        ("Transition Instances with No Fairness", "no fairness"),
    ] {
        let Some(fairness) = fairness else { break };
        let ours = fairness
            .iter()
            .filter(|pair| pair[1] == word)
            .filter_map(|pair| pair[0].as_str());
        let ours: BTreeSet<String> = ours.map(String::from).collect();
        let theirs = listed(&parts[part], &transitions);
        same(
            part,
            ours.into_iter().collect(),
            theirs.into_iter().collect(),
        );
    }
    equal
}

/// All transition instances that the report names anywhere.
fn transitions(found: &Value) -> Vec<String> {
    let fairness = found["fairness"].as_array().into_iter().flatten();
    let mut names: BTreeSet<String> = fairness
        .filter_map(|pair| pair[0].as_str())
        .map(String::from)
        .collect();
    for key in ["dead_transitions", "live_transitions"] {
        names.extend(strings(&found["liveness"][key]));
    }
    names.into_iter().collect()
}

/// Places without a name or a colour set, which are missing there.
fn places_without_name_or_colours(text: &str) -> usize {
    let tree = xml::parse(SourceId(0), text).expect("XML");
    let pages = tree
        .root()
        .child("cpnet")
        .into_iter()
        .flat_map(|net| net.all("page"));
    let places = pages.flat_map(|page| page.all("place"));
    places
        .filter(|place| {
            let colours = place
                .child("type")
                .is_some_and(|t| !t.text_of("text").is_empty());
            !colours || place.text_of("text").is_empty()
        })
        .count()
}

#[test]
fn reports_are_those_of_cpn_tools() {
    let Some(folder) = folder() else {
        return;
    };
    let temporary = tempfile::tempdir().expect("a folder");
    let (model, report) = (
        temporary.path().join("model.cpn"),
        temporary.path().join("report.json"),
    );
    let path = |path: &Path| path.to_str().expect("a path").to_string();
    let (mut models, mut facts, mut apart) = (0, 0, 0);
    let mut reports: Vec<_> = (std::fs::read_dir(folder.join("reports")).expect("reports"))
        .map(|entry| entry.expect("an entry").path())
        .collect();
    reports.sort();
    for theirs in reports {
        let file = theirs
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let text =
            encoding::decode(std::fs::read(folder.join("files").join(&file)).expect("a model"));
        let text = match reason(&file) {
            None => text,
            Some(Reason::LeftOut) => without_what_the_table_lacks(&text),
            // There is no state space here: the test of the figures says why.
            Some(Reason::Random | Reason::Missing) => {
                apart += 1;
                continue;
            }
        };
        std::fs::write(&model, &text).expect("a file");
        answer(&[
            "explore",
            &path(&model),
            "--json",
            "--report",
            &path(&report),
        ]);
        let found = std::fs::read_to_string(&report).expect("a report");
        let found: Value = serde_json::from_str(&found).expect("JSON");
        let theirs = encoding::decode(std::fs::read(&theirs).expect("a report"));
        facts += compare(
            &file,
            &theirs,
            &found,
            places_without_name_or_colours(&text),
        );
        models += 1;
    }
    println!(
        "{facts} facts of {models} reports are equal; {apart} models have no state space here"
    );
    assert!(models >= 44 && facts > 2000, "{models} {facts}");
}
