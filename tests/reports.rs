//! The standard report by every method: what a sweep or a reduced state space says must be what the full state space says, for every net; what a method cannot know it must say.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use sweepnet::explore::expect::settings;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn sweepnet(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sweepnet"))
        .current_dir(root())
        .env("NO_COLOR", "1")
        .args(arguments)
        .output()
        .expect("the program starts")
}

/// A net in its smallest form, as the first figures that it says of itself have it.
struct Subject {
    path: PathBuf,
    settings: Vec<String>,
    measures: Vec<String>,
    symmetric: bool,
    timed: bool,
}

fn subjects() -> Vec<Subject> {
    let mut folders: Vec<PathBuf> = (std::fs::read_dir(root().join("nets")).expect("nets"))
        .map(|entry| entry.expect("nets can be listed").path())
        .filter(|path| path.join("net.yaml").exists())
        .collect();
    folders.sort();
    let subject = |path: PathBuf| {
        let loaded = sweepnet::net::load(&path, &[]).expect("a net");
        let (model, net) = (loaded.model.expect("a model"), loaded.net.expect("a net"));
        let declared = model.measures.iter().map(|(name, _)| name.text.clone());
        // One that goes up and down, besides.
        let place = &net.places.first().expect("a place").name;
        let mut measures: Vec<String> = declared.chain([format!("size {place} mod 3")]).collect();
        if net.timed {
            measures.push("clock".to_string());
        }
        Subject {
            settings: (model.expect.first()).map_or(Vec::new(), settings),
            symmetric: !model.symmetries.is_empty(),
            timed: net.timed,
            measures,
            path,
        }
    };
    folders.into_iter().map(subject).collect()
}

/// The report of a net by some method.
fn report(subject: &Subject, method: &[&str]) -> Value {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("report.json");
    let (net, file) = (subject.path.to_string_lossy(), file.to_string_lossy());
    let set = subject.settings.iter().flat_map(|s| ["--set", s.as_str()]);
    let arguments: Vec<&str> = (["explore", &net, "--report", &file].into_iter())
        .chain(set)
        .chain(method.iter().copied())
        .collect();
    let output = sweepnet(&arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    let text = std::fs::read_to_string(&*file).expect("a report");
    serde_json::from_str(&text).expect("JSON")
}

/// Parts of a report that must be equal.
fn agree(a: &Value, b: &Value, paths: &[&str], what: &str) {
    for path in paths {
        let (a, b) = (a.pointer(path), b.pointer(path));
        assert!(a.is_some(), "{what}: no {path}");
        assert_eq!(a, b, "{what}: {path}");
    }
}

/// What every method knows.
const EVERYWHERE: &[&str] = &[
    "/transitions",
    "/bounds",
    "/liveness/dead_transitions",
    "/never",
];

#[test]
fn sweeps_and_full_state_spaces_report_the_same() {
    for subject in subjects() {
        let full = report(&subject, &[]);
        for measure in &subject.measures {
            let what = format!("{} by {measure}", subject.path.display());
            let swept = report(&subject, &["--sweep", measure, "--full"]);
            agree(&swept, &full, EVERYWHERE, &what);
            agree(&swept, &full, &["/liveness/dead_markings/count"], &what);
            let states = full["statistics"]["states"].as_u64();
            match swept["statistics"]["states"].as_u64() {
                Some(_) => agree(
                    &swept,
                    &full,
                    &["/statistics/states", "/statistics/arcs"],
                    &what,
                ),
                None => {
                    let between = &swept["statistics"]["states_between"];
                    assert!(between[0].as_u64() <= states && states <= between[1].as_u64());
                }
            }
            if full["liveness"]["dead_markings"]["count"] == 1 {
                agree(&swept, &full, &["/liveness/examples/0/marking"], &what);
            }
            for section in [
                "/home",
                "/fairness",
                "/liveness/live_transitions",
                "/statistics/scc_graph",
            ] {
                let why = swept
                    .pointer(&format!("{section}/unknown"))
                    .and_then(Value::as_str);
                assert!(
                    why.is_some_and(|why| why.contains("a sweep has deleted")),
                    "{what}"
                );
            }
        }
    }
}

/// A script writes the same report as the command, and of a part what is known of a part.
#[test]
fn scripts_write_reports() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("r.json");
    let script = format!("OGSaveReport.SaveReport {:?}", file.to_string_lossy());
    let part = format!(
        "OGSet.StopOptions {{Nodes = 20, Arcs = 0, Secs = 0, Predicate = fn _ => false}}; CalculateOccGraph () handle StopCritSatisfied => (); {script}"
    );
    let read = || -> Value {
        let text = std::fs::read_to_string(&file).expect("a report");
        serde_json::from_str(&text).expect("JSON")
    };
    for subject in subjects() {
        let net = subject.path.to_string_lossy();
        let set = subject.settings.iter().flat_map(|s| ["--set", s.as_str()]);
        let ask = ["query", &net, "-e", &script];
        let output = sweepnet(&ask.into_iter().chain(set).collect::<Vec<_>>());
        assert!(output.status.success(), "{output:?}");
        let (mut scripted, mut full) = (read(), report(&subject, &[]));
        for report in [&mut scripted, &mut full] {
            report["statistics"]["seconds"] = Value::Null;
            report["statistics"]["scc_graph"]["seconds"] = Value::Null;
        }
        assert_eq!(scripted, full, "{net}");
    }
    let output = sweepnet(&["query", "nets/stop-and-wait", "-e", &part]);
    assert!(output.status.success(), "{output:?}");
    assert!(read()["home"]["unknown"].is_string());
}

/// With several threads a sweep says the same.
#[test]
fn threads_change_nothing() {
    for subject in subjects() {
        let measure = subject.measures[0].as_str();
        let mut reports = ["1", "2"].map(|threads| {
            let method = ["--sweep", measure, "--full", "--threads", threads];
            report(&subject, &method)
        });
        for report in &mut reports {
            report["statistics"]["seconds"] = Value::Null;
        }
        let [one, two] = reports;
        assert_eq!(one, two, "{}", subject.path.display());
    }
}

#[test]
fn representatives_and_full_state_spaces_report_the_same() {
    for subject in subjects().iter().filter(|subject| subject.symmetric) {
        let full = report(subject, &[]);
        let measure = [
            "--symmetry",
            "--sweep",
            subject.measures[0].as_str(),
            "--full",
        ];
        for method in [&["--symmetry"][..], &measure] {
            let what = format!("{} with {method:?}", subject.path.display());
            let reduced = report(subject, method);
            let stands = &reduced["statistics"]["equivalence"];
            // Else permuted initial markings, which the full state space does not know, count too.
            assert_eq!(stands["initial_alone"], true, "{what}");
            agree(&reduced, &full, EVERYWHERE, &what);
            if !stands["states"].is_null() {
                assert_eq!(stands["states"], full["statistics"]["states"], "{what}");
            }
            assert_eq!(
                stands["dead_markings"], full["liveness"]["dead_markings"]["count"],
                "{what}"
            );
            if method.len() == 1 {
                agree(
                    &reduced,
                    &full,
                    &["/liveness/live_transitions", "/fairness", "/home/initial"],
                    &what,
                );
            }
        }
    }
}

#[test]
fn time_equivalence_and_full_state_spaces_report_the_same() {
    let timed: Vec<Subject> = subjects()
        .into_iter()
        .filter(|subject| subject.timed)
        .collect();
    assert!(!timed.is_empty());
    for subject in &timed {
        let what = subject.path.display().to_string();
        let full = report(subject, &[]);
        let reduced = report(subject, &["--time-equivalence"]);
        agree(&reduced, &full, EVERYWHERE, &what);
        agree(
            &reduced,
            &full,
            &["/liveness/live_transitions", "/fairness", "/home/initial"],
            &what,
        );
        // The shortest way to a dead marking is as long.
        let steps = |report: &Value| {
            report
                .pointer("/liveness/examples/0/way")
                .and_then(Value::as_array)
                .map(Vec::len)
        };
        assert_eq!(steps(&reduced), steps(&full), "{what}");
    }
}

/// Philosophers who take one fork after the other, and so may all wait with one in their hand.
const FORKS: &str = "\
net: forks
declarations: |
  colset PH = index ph with 1..4;
  var p : PH;
  fun next (ph i) = ph (i mod 4 + 1);
page: Table
places:
  Think: {colset: PH, initial: PH.all ()}
  Wait: PH
  Gone: PH
  Forks: {colset: PH, initial: PH.all ()}
transitions:
  Take one: {in: {Think: p, Forks: p}, out: {Wait: p}}
  Take other: {in: {Wait: p, Forks: next p}, out: {Gone: p}}
symmetries: {PH: rotations}
";

/// Of dead markings that are permuted copies of each other one is shown, with as many steps that lead to it as the net needs.
#[test]
fn a_way_among_representatives_is_one_of_the_net() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("forks.yaml");
    std::fs::write(&path, FORKS).expect("a net");
    let net = path.to_string_lossy();
    let (file, script) = (folder.path().join("r.json"), folder.path().join("dead.sml"));
    let output = sweepnet(&[
        "explore",
        &net,
        "--symmetry",
        "--report",
        &file.to_string_lossy(),
    ]);
    assert!(output.status.success(), "{output:?}");
    let report = std::fs::read_to_string(&file).expect("a report");
    let report: Value = serde_json::from_str(&report).expect("JSON");
    let example = &report["liveness"]["examples"][0];
    let lines = example["marking"].as_array().expect("lines").iter();
    let marking: Vec<&str> = lines.filter_map(Value::as_str).collect();
    let steps = example["way"].as_array().expect("a way").len();
    let wanted = format!("({steps}, {:?})", format!("{}\n", marking.join("\n")));
    let text = format!(
        "fun told n = (length (ArcsInPath (1, n)), String.extract (NodeDescriptor n, size (st_Node n) + 2, NONE));\n\
         assert (length (ListDeadMarkings ()) > 1);\nassert (List.exists (fn n => told n = {wanted}) (ListDeadMarkings ()));"
    );
    std::fs::write(&script, &text).expect("a script");
    let output = sweepnet(&["query", &net, &script.to_string_lossy()]);
    assert!(
        output.status.success(),
        "{text}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// A net that goes on for ever: by a sweep that ends at cut-off points, and with time equivalence.
#[test]
fn cutoff_points_and_time_equivalence_report_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("endless.yaml");
    std::fs::write(&path, ENDLESS).expect("a net");
    let subject = Subject {
        path,
        settings: Vec::new(),
        measures: Vec::new(),
        symmetric: true,
        timed: true,
    };
    let cutoff = [
        "--time-equivalence",
        "--sweep",
        "clock",
        "--cutoff",
        "size Idle = 3",
    ];
    let classes = report(&subject, &["--time-equivalence"]);
    for method in [&cutoff[..], &[&cutoff[..], &["--symmetry"]].concat()] {
        let swept = report(&subject, method);
        agree(&swept, &classes, EVERYWHERE, &format!("{method:?}"));
        assert!(
            swept["statistics"]["sweep"]["cutoff"][0].as_u64() > Some(0),
            "{swept:#}"
        );
    }
}

/// A net that goes on for ever, with a clock.
const ENDLESS: &str = "\
net: endless
declarations: |
  colset D = index d with 1..3;
  colset DT = D timed;
  var x : D;
page: P
places:
  Idle: {colset: DT, initial: D.all ()}
  Busy: DT
transitions:
  Start: {in: {Idle: x}, out: {Busy: x @+ 2}}
  Stop: {in: {Busy: x}, out: {Idle: x @+ 3}}
symmetries: {D: all}
";

#[test]
fn every_format_says_what_is_not_known() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["r.txt", "r.md", "r.json", "r.html"] {
        let file = folder.path().join(name);
        let path = file.to_string_lossy();
        let net = "nets/stop-and-wait";
        let output = sweepnet(&[
            "explore",
            net,
            "--sweep",
            "received",
            "--threads",
            "2",
            "--report",
            &path,
        ]);
        assert!(output.status.success(), "{output:?}");
        let text = std::fs::read_to_string(&file).expect("a report");
        assert!(text.contains("StopAndWait'Receive_Ack 1"), "{text}");
        assert!(
            text.contains("a sweep has deleted those that it passed"),
            "{text}"
        );
        assert!(text.contains("received"), "{text}");
        assert_eq!(
            text.contains("States stored and memory"),
            name == "r.html",
            "{text}"
        );
    }
}

/// A part of a state space has bounds; but home markings, liveness and fairness are not guessed.
#[test]
fn a_part_claims_nothing_about_the_rest() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("r.txt");
    let path = file.to_string_lossy();
    for method in [&[][..], &["--sweep", "received"]] {
        let limited = [
            "explore",
            "nets/stop-and-wait",
            "--max-states",
            "100",
            "--report",
            &path,
        ];
        let output = sweepnet(&[&limited[..], method].concat());
        assert_eq!(output.status.code(), Some(3));
        let text = std::fs::read_to_string(&file).expect("a report");
        assert!(
            text.contains("Status: Partial: the limit of states was reached"),
            "{text}"
        );
        for section in [
            "Home Markings",
            "Dead Transition Instances",
            "Live Transition Instances",
            "Fairness Properties",
        ] {
            let after = text.split(section).nth(1).unwrap_or("");
            let line = after
                .lines()
                .map(str::trim)
                .find(|line| line.starts_with(char::is_alphabetic));
            assert!(
                line.is_some_and(|line| line.starts_with("Not known.")),
                "{section}: {text}"
            );
        }
    }
}

#[test]
fn threads_are_refused_where_nodes_have_numbers() {
    let output = sweepnet(&[
        "explore",
        "nets/stop-and-wait",
        "--threads",
        "2",
        "--report",
        "never.txt",
    ]);
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("one thread"), "{told}");
}
