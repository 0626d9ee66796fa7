//! The table of codes against the language: each code of the table is used, each code used is in the table, and each example causes its code.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use sweepnet_lang::codes;
use sweepnet_lang::session::{Dialect, Session};

/// Codes whose example is no program, and why.
const WITHOUT_PROGRAM: &[(&str, &str)] = &[
    ("E0108", "needs a text of 4 GB"),
    ("E0210", "tested below with a generated program"),
    ("E0408", "only inscriptions are pure: tested below"),
    ("E0420", "tested below with a generated program"),
    ("E0421", "tested below with a generated program"),
    ("E0422", "`inst` belongs to nets: tested below"),
    ("E0601", "tested below with a generated program"),
    ("E0602", "a mistake in Sweepnet, none is known"),
    (
        "E0705",
        "needs colour-set predicates nested beyond a limit of the machine",
    ),
];

#[test]
fn each_example_causes_its_code() {
    let mut wrong = Vec::new();
    for code in codes::ALL {
        if WITHOUT_PROGRAM
            .iter()
            .any(|(skipped, _)| *skipped == code.code)
        {
            continue;
        }
        let found = codes_of(code.code, code.example);
        if !found.contains(code.code) {
            wrong.push(format!("{}: {found:?}", code.code));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn generated_programs_cause_their_codes() {
    let deep = format!("val x = {}1{}", "(".repeat(20_000), ")".repeat(20_000));
    assert!(codes_of("E0210", &deep).contains("E0210"));
    let locals: Vec<String> = (0..70_000).map(|i| format!("val x{i} = f y")).collect();
    let uses: Vec<String> = (0..70_000).map(|i| format!("x{i}")).collect();
    let wide = format!(
        "fun f x = x; fun g y = let {} in [{}] end; val z = g 1",
        locals.join(" "),
        uses.join(", ")
    );
    assert!(codes_of("E0601", &wide).contains("E0601"));
    let constructors: Vec<String> = (0..1500).map(|i| format!("C{i}")).collect();
    let many = format!("datatype t = N of int | {}", constructors.join(" | "));
    assert!(codes_of("E0420", &many).contains("E0420"));
    let long = format!("fun f [{}] = 1 | f _ = 2", vec!["_"; 1500].join(", "));
    assert!(codes_of("E0421", &long).contains("E0421"));
    let example = codes::find("E0408").expect("in the table").example;
    let refused = Session::new(Dialect::Cpn).compile("guard", &[], example, true);
    assert_eq!(refused.expect_err("it prints")[0].code, "E0408");
    let example = codes::find("E0422").expect("in the table").example;
    let outcome = Session::new(Dialect::Cpn).run("example", example);
    assert_eq!(outcome.diagnostics[0].code, "E0422");
}

fn codes_of(wanted: &str, program: &str) -> BTreeSet<&'static str> {
    let mut session = Session::new(Dialect::Sml);
    session.limits.memory = 16 << 20;
    session.limits.steps = if wanted == "E0702" { 1000 } else { u64::MAX };
    if wanted == "E0704" {
        session.set_interrupt(Arc::new(AtomicUsize::new(2)));
    }
    let outcome = session.run("example", program);
    outcome.diagnostics.iter().map(|d| d.code).collect()
}

#[test]
fn the_table_has_exactly_the_codes_in_use() {
    let mut used = BTreeSet::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("lang")
        .join("src");
    collect(&folder, &mut used);
    let listed: BTreeSet<String> = codes::ALL.iter().map(|c| c.code.to_string()).collect();
    assert_eq!(listed.len(), codes::ALL.len(), "a code is listed twice");
    assert_eq!(used, listed);
}

/// All string literals of the form `E0123` or `W0123`.
fn collect(folder: &Path, used: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("the sources") {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            collect(&path, used);
        } else if path.file_name().is_some_and(|name| name != "codes.rs") {
            let text = std::fs::read_to_string(&path).expect("text");
            let literals = text.split('"').filter(|part| {
                part.len() == 5
                    && part.starts_with(['E', 'W'])
                    && part[1..].bytes().all(|b| b.is_ascii_digit())
            });
            used.extend(literals.map(String::from));
        }
    }
}

#[test]
fn the_nearest_code_is_found() {
    let nearest = |code| codes::nearest(code).map(|near| near.code);
    assert_eq!(nearest("E0305"), Some("E0304"));
    assert_eq!(nearest("W0509"), Some("W0506"));
    assert_eq!(nearest("9999"), Some("E0705"));
    assert_eq!(nearest("match"), None);
    assert!(codes::find(" w0501").is_some());
}
