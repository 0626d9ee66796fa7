//! Queries for which the tool chooses how to search: whatever it chooses, the answer must be the same, for every net; and what it chose is told. And searches of parts of a state
//! space, which must agree with what the library says by other means.

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

/// A net in its smallest form, with the names of its places and whether it has a measure.
struct Subject {
    path: PathBuf,
    settings: Vec<String>,
    places: Vec<String>,
    measured: bool,
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
        let places = net.places.iter().filter(|place| place.instance == 1);
        Subject {
            settings: (model.expect.first()).map_or(Vec::new(), settings),
            places: places.map(|place| place.name.clone()).collect(),
            measured: net.timed || !model.measures.is_empty(),
            path,
        }
    };
    folders.into_iter().map(subject).collect()
}

/// What a script gives: for each value how short forms searched for it, and the value.
fn ask(subject: &Subject, script: &str) -> Vec<(Vec<String>, String)> {
    let net = subject.path.to_string_lossy();
    let set = subject.settings.iter().flat_map(|s| ["--set", s.as_str()]);
    let arguments: Vec<&str> = (["query", &net, "--json", "-e", script].into_iter())
        .chain(set)
        .collect();
    let output = sweepnet(&arguments);
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["ok"], true, "{net}: {script}\n{answer:#}");
    let results = answer["results"].as_array().expect("results").iter();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let searched = |result: &Value| {
        let told = result["searched"].as_array().into_iter().flatten();
        told.map(text).collect()
    };
    results
        .filter(|result| result["name"] == "it")
        .map(|result| (searched(result), text(&result["value"])))
        .collect()
}

#[test]
fn sweeps_and_state_spaces_answer_the_same() {
    for subject in subjects() {
        let mut script = String::new();
        for place in &subject.places {
            let marks = format!("SLMark.{place} 1");
            for function in [
                "BestUpperInteger",
                "BestLowerInteger",
                "BestUpperMultiSet",
                "BestLowerMultiSet",
            ] {
                script.push_str(&format!("{function} ({marks});\n"));
            }
            script.push_str(&format!(
                "BestUpperInteger (fn m => 3 - mssize ({marks} m));\n"
            ));
            script.push_str(&format!(
                "BestLowerInteger (fn m => 3 - mssize ({marks} m));\n"
            ));
            for few in 0..3 {
                script.push_str(&format!(
                    "Reachable (fn m => mssize ({marks} m) = {few});\n"
                ));
            }
        }
        let chosen = ask(&subject, &script);
        let graph = ask(&subject, &format!("CalculateOccGraph ();\n{script}"));
        let values = |found: &[(Vec<String>, String)]| -> Vec<String> {
            found.iter().map(|(_, value)| value.clone()).collect()
        };
        let what = subject.path.display();
        assert_eq!(values(&chosen), values(&graph[1..]), "{what}");
        let told = |found: &[(Vec<String>, String)], how: &str| {
            let all = found
                .iter()
                .all(|(searched, _)| matches!(&searched[..], [one] if one.starts_with(how)));
            assert!(all, "{what}: {found:#?}");
        };
        told(&graph[1..], "on the state space");
        match subject.measured {
            true => told(&chosen, "by a sweep with the measure"),
            // The first answer calculates the state space.
            false => told(&chosen, "on the state space"),
        }
    }
}

/// A part of a state space is no reason not to sweep, and a sweep that a limit ends gives no answer.
#[test]
fn what_is_not_whole_gives_no_answer() {
    let net = "nets/stop-and-wait";
    let short = "BestUpperInteger (fn m => ms_to_col (SLMark.StopAndWait'NextRec 1 m))";
    let script = format!(
        "OGSet.StopOptions {{Nodes = 10, Arcs = 0, Secs = 0, Predicate = fn _ => false}}; CalculateOccGraph () handle StopCritSatisfied => (); {short}; SearchMethod ()"
    );
    let output = sweepnet(&["query", net, "--verbose", "-e", &script]);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        told.contains("val it = 5 : int") && told.contains("by a sweep"),
        "{told}"
    );
    let notes = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        notes.starts_with("searched by a sweep with the measure received"),
        "{notes}"
    );
    let output = sweepnet(&["query", net, "--max-states", "100", "-e", short]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("E1501"), "{told}");
    // What was found before the limit is found.
    let found = "Reachable (fn m => mssize (SLMark.StopAndWait'Transmit_Data 1 m) = 1)";
    let output = sweepnet(&["query", net, "--max-states", "100", "-e", found]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

/// Definitions of fairness and liveness by searches of parts, against the functions that say the same.
#[test]
fn parts_agree_with_the_whole() {
    let script = "\
        fun without ti = (fn _ => true, fn a => ArcToTI a <> ti);
        fun found (pred, eval, start, comb) ti = let val (n, a) = without ti in SearchSubgraphSccs (n, a, pred, NoLimit, eval, start, comb) end;
        fun impartial ti = found (not o TrivialSubgraphScc, fn _ => (), true, fn _ => false) ti;
        fun enabled ti n = List.exists (fn a => ArcToTI a = ti) (OutArcs n);
        fun fair ti = found (fn (nodes, inside, out) => not (TrivialSubgraphScc (nodes, inside, out)) andalso List.exists (enabled ti) nodes, fn _ => (), true, fn _ => false) ti;
        List.filter impartial TI.All = ListImpartialTIs ();
        List.filter fair TI.All = ListFairTIs ();
        fun all x = (fn _ => true) x;
        val sccs = SearchSubgraphSccs (all, all, all, NoLimit, fn c => c, [], op ::);
        rev (map #1 sccs) = map SccToNodes (PredAllSccs all);
        rev (map (sort_int_list o #3) sccs) = map SccOutArcs (PredAllSccs all);
        rev (map (sort_int_list o #2) sccs) = map (sort_int_list o SccToArcs) (PredAllSccs all);
        length (List.filter TerminalSubgraphScc sccs) = length (TerminalSccs ());
        fun follows (a, b) = List.exists (fn n => n = b) (OutNodes a);
        fun closed (first, [last]) = follows (last, first)
          | closed (first, a :: b :: rest) = follows (a, b) andalso closed (first, b :: rest)
          | closed (_, []) = false;
        val cycles = SearchSubgraphCycles ([InitNode], all, all, all, NoLimit, fn c => c, [], op ::);
        List.all (fn c => closed (hd c, c)) cycles;
        null cycles = List.all SccTrivial (PredAllSccs all);
        length (SearchReachableSccs (InitScc, all, NoLimit, fn s => s, [], op ::)) = SccNoOfNodes ();
        SccListDeadMarkings () = ListDeadMarkings () andalso ListDeadlocks () = ListProcDeadlocks () andalso ListDeadlocks () = ListDeadMarkings ();
        MaxEnab () <= length TI.All";
    for subject in subjects() {
        for (_, value) in ask(&subject, script) {
            assert_eq!(value, "true", "{}", subject.path.display());
        }
    }
}

/// Nodes expanded one by one in any order make the same state space in the end.
#[test]
fn nodes_that_a_script_expands() {
    let script = "\
        GenOG [1]; GenOG [2]; GenOG [3];
        val last = NoOfNodes ();
        GenOG [last];
        (FullyProcessed last, FullyProcessed (last - 1), EntireGraphCalculated ()) = (true, false, false);
        length (OutArcs last) > 0 andalso null (OutArcs (last - 1));
        OGSet.Defaults (); CalculateOccGraph ();
        (NoOfNodes (), NoOfArcs (), length (PredAllArcs (fn _ => true)), length (ListDeadMarkings ()), EntireGraphCalculated ()) = (818, 2213, 2213, 1, true)";
    let subject = Subject {
        path: root().join("nets/stop-and-wait"),
        settings: Vec::new(),
        places: Vec::new(),
        measured: true,
    };
    let answers = ask(&subject, script);
    let answers: Vec<&str> = answers
        .iter()
        .map(|(_, value)| value.as_str())
        .filter(|value| *value != "()")
        .collect();
    assert_eq!(answers, ["true", "true", "true"]);
}

/// Texts as a script wants them.
#[test]
fn texts_are_written_as_wanted() {
    let script = "\
        OGSet.StringRepOptions'TI (fn (page, name, i) => name ^ \"@\" ^ page ^ i);
        OGSet.StringRepOptions'BE (fn (ti, binding) => ti ^ binding);
        OGSet.StringRepOptions'Arc (fn (a, from, to) => from ^ \"-\" ^ a ^ \"-\" ^ to);
        OGSet.StringRepOptions'Node (fn n => \"n\" ^ n);
        OGSet.NodeDescriptorOptions (fn n => \"marking \" ^ st_Node n);
        (st_BE (ArcToBE 1), st_Arc 1, NodeDescriptor 1, mkst_BE (ArcToBE 1)) = (\"Send@Protocol1{k=1}\", \"1-1-2\", \"marking n1\", \"Bind.Protocol'Send (1,{k=1})\")"
;
    let output = sweepnet(&["query", "nets/small-stop-and-wait", "-e", script]);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        told.ends_with("val it = true : bool\n"),
        "{told}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
