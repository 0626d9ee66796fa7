//! The table of net codes against the loader: each code of the table is used, each code used is in the table, and each example causes its code.

use std::collections::BTreeSet;
use std::path::Path;
use sweepnet::engine::Engine;
use sweepnet::explore::control::Control;
use sweepnet::explore::full::{Order, explore};
use sweepnet::net::{self, codes};

/// Codes whose example alone does not cause them, and why.
const WITHOUT_EXAMPLE: &[(&str, &str)] = &[
    ("E1214", "needs a long net: a snapshot in tests/errors/net"),
    ("E1702", "needs a long file: a test of the XML reader"),
    (
        "W1710",
        "needs a file beside the model: a test of imported declarations",
    ),
    ("E1405", "needs a disk that fails"),
    ("E1406", "needs two thousand million values"),
    (
        "E1504",
        "needs a disk that fails: a test of hostile surroundings",
    ),
    ("E1304", "an argument: a snapshot in tests/errors/net"),
];

#[test]
fn each_example_causes_its_code() {
    let mut wrong = Vec::new();
    for code in codes::structure::ALL.iter().chain(codes::inscriptions::ALL) {
        if WITHOUT_EXAMPLE
            .iter()
            .any(|(skipped, _)| *skipped == code.code)
        {
            continue;
        }
        let loaded = net::load_text("example.yaml", code.example, Path::new(""), "example", &[]);
        let found: Vec<&str> = loaded.diagnostics.iter().map(|d| d.code).collect();
        if !found.contains(&code.code) {
            wrong.push(format!("{}: {:#?}", code.code, loaded.diagnostics));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_example_of_a_running_net_causes_its_code() {
    let skipped = |code: &str| WITHOUT_EXAMPLE.iter().any(|(other, _)| *other == code);
    for code in codes::running::ALL.iter().filter(|c| !skipped(c.code)) {
        let loaded = net::load_text("example.yaml", code.example, Path::new(""), "example", &[]);
        let flat = loaded
            .net
            .unwrap_or_else(|| panic!("{}: {:#?}", code.code, loaded.diagnostics));
        let explored = Engine::new(flat)
            .and_then(|engine| explore(engine, &mut Control::default(), Order::Breadth, None));
        let failure = explored.err().map(|failure| failure.code);
        assert_eq!(failure, Some(code.code));
    }
}

#[test]
fn each_example_of_a_model_causes_its_code() {
    for code in codes::import::ALL {
        if WITHOUT_EXAMPLE.iter().any(|(other, _)| *other == code.code) {
            continue;
        }
        let loaded = net::load_text("example.cpn", code.example, Path::new(""), "example", &[]);
        let notes = loaded.notes.iter().map(|note| note.diagnostic.code);
        let mut found = loaded.diagnostics.iter().map(|d| d.code).chain(notes);
        assert!(
            found.any(|found| found == code.code),
            "{}: {loaded:#?}",
            code.code
        );
    }
}

#[test]
fn each_example_of_a_reduction_causes_its_code() {
    let naming = ["--symmetry", "--trace", "cf (d 1, A) = 0"];
    let options = [
        ("E1601", vec!["--symmetry"]),
        ("E1602", naming.to_vec()),
        ("E1602", [&naming[..], &["--sweep", "1"]].concat()),
        ("E1603", vec!["--time-equivalence"]),
        ("E1604", vec!["--symmetry"]),
    ];
    let names: BTreeSet<&str> = options.iter().map(|(name, _)| *name).collect();
    let codes = codes::reductions::ALL;
    assert!(codes.iter().map(|code| code.code).eq(names));
    for (name, options) in options {
        let code = (codes.iter().find(|code| code.code == name)).expect("looked at above");
        let path =
            std::env::temp_dir().join(format!("sweepnet-{}-{name}.yaml", std::process::id()));
        std::fs::write(&path, code.example).expect("a file");
        let run = std::process::Command::new(env!("CARGO_BIN_EXE_sweepnet"))
            .arg("explore")
            .arg(&path)
            .arg("--json")
            .args(options)
            .output()
            .expect("the program");
        std::fs::remove_file(&path).expect("the file");
        let told = String::from_utf8_lossy(&run.stdout);
        assert!(told.contains(name), "{told}");
        // A claim that is wrong is a failed check; the others are mistakes.
        let failed = ["E1601", "E1602"].contains(&name);
        assert_eq!(
            run.status.code(),
            Some(if failed { 1 } else { 2 }),
            "{name}"
        );
    }
}

#[test]
fn the_table_has_exactly_the_codes_in_use() {
    let mut used = BTreeSet::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("src")
        .join("net");
    collect(&folder, &mut used);
    collect(&folder.with_file_name("engine"), &mut used);
    collect(&folder.with_file_name("import"), &mut used);
    collect(&folder.with_file_name("reduce"), &mut used);
    literals(
        &folder.with_file_name("cli").join("reductions.rs"),
        &mut used,
    );
    let tables = (codes::structure::ALL.iter())
        .chain(codes::inscriptions::ALL)
        .chain(codes::running::ALL)
        .chain(codes::reductions::ALL)
        .chain(codes::import::ALL);
    let listed: Vec<String> = tables.map(|c| c.code.to_string()).collect();
    let set: BTreeSet<String> = listed.iter().cloned().collect();
    assert_eq!(listed.len(), set.len(), "a code is listed twice");
    assert_eq!(used, set);
}

/// All string literals of the form `E1234` or `W1234`.
fn collect(folder: &Path, used: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("the sources") {
        let path = entry.expect("a file").path();
        if path.is_dir() && !path.ends_with("codes") {
            collect(&path, used);
        } else if path.is_file() {
            literals(&path, used);
        }
    }
}

fn literals(path: &Path, used: &mut BTreeSet<String>) {
    let text = std::fs::read_to_string(path).expect("text");
    let literals = text.split('"').filter(|part| {
        part.len() == 5
            && part.starts_with(['E', 'W'])
            && part[1..].bytes().all(|b| b.is_ascii_digit())
            && part[1..].starts_with('1')
    });
    used.extend(literals.map(String::from));
}

#[test]
fn codes_are_found() {
    assert!(codes::find("e1003").is_some());
    assert!(codes::find("E0301").is_some());
    assert_eq!(codes::nearest("E1299").map(|code| code.code), Some("E1301"));
}

/// On a small net, with a limit that the first one needs.
#[test]
fn each_example_of_a_query_causes_its_code() {
    for code in codes::queries::ALL {
        if WITHOUT_EXAMPLE.iter().any(|(other, _)| *other == code.code) {
            continue;
        }
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_sweepnet"))
            .args(["query", "nets/small-stop-and-wait", "--json"])
            .args(["--max-states", "20", "-e", code.example])
            .output()
            .expect("the program starts");
        let answer: serde_json::Value =
            serde_json::from_slice(&output.stdout).expect("an object on standard output");
        assert_eq!(answer["diagnostics"][0]["code"], code.code, "{answer:#}");
    }
}
