//! Query scripts. Each example net has one, with what it prints beside it; `UPDATE_QUERIES=1 cargo test --test queries` writes what is printed now: read the
//! difference before you commit it. What sweeps and the full state space both say must be the same for every net.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use sweepnet::explore::expect::settings;

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for folder in folders() {
        let name = folder.file_name().unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        let net = folder.clone();
        trials.push(Trial::test(format!("{name} script"), move || script(&net)));
        trials.push(Trial::test(format!("{name} both ways"), move || {
            both_ways(&folder)
        }));
    }
    trials.push(Trial::test("stop and branching options", options));
    trials.push(Trial::test("limits", limits));
    trials.push(Trial::test("bad scripts", bad_scripts));
    trials.push(Trial::test("a measure that fails", bad_measures));
    trials.push(Trial::test("endless predicates", endless));
    trials.push(Trial::test("kept markings", kept));
    trials.push(Trial::test("pictures", pictures));
    trials.push(Trial::test("reports", reports));
    trials.push(Trial::test("json", json));
    trials.push(Trial::test("library examples", examples));
    trials.push(Trial::test("manual", manual));
    libtest_mimic::run(&arguments, trials).exit();
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn folders() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = (std::fs::read_dir(root().join("nets")).expect("nets"))
        .map(|entry| entry.expect("nets can be listed").path())
        .filter(|path| path.join("net.yaml").exists())
        .collect();
    folders.sort();
    folders
}

fn sweepnet(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sweepnet"))
        .current_dir(root())
        .env("NO_COLOR", "1")
        .args(arguments)
        .output()
        .expect("the program starts")
}

/// What expressions about a net give, one a line, without types; and whether all went well.
fn ask(net: &Path, expressions: &[&str]) -> Result<Vec<String>, Failed> {
    ask_as(net, &[], expressions)
}

/// The same, with values of the net's parameters.
fn ask_with(net: &Path, settings: &[String], expressions: &[&str]) -> Result<Vec<String>, Failed> {
    let set = settings.iter().flat_map(|s| ["--set", s.as_str()]);
    ask_as(net, &set.collect::<Vec<&str>>(), expressions)
}

/// The same, with options of the command.
fn ask_as(net: &Path, options: &[&str], expressions: &[&str]) -> Result<Vec<String>, Failed> {
    let net = net.to_string_lossy();
    let text = expressions.join(";\n");
    let output = sweepnet(&[&["query", &net, "--json", "-e", &text], options].concat());
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    if answer["ok"] != true {
        return Err(format!("{text}\n{answer:#}").into());
    }
    values(&answer)
}

/// What the expressions of an answer give.
fn values(answer: &serde_json::Value) -> Result<Vec<String>, Failed> {
    let results = answer["results"].as_array().ok_or("no results")?;
    let values = results.iter().filter(|r| r["name"] == "it");
    Ok(values
        .map(|r| r["value"].as_str().unwrap_or_default().to_string())
        .collect())
}

fn same<T: PartialEq + std::fmt::Debug>(a: T, b: T) -> Result<(), Failed> {
    match a == b {
        true => Ok(()),
        false => Err(format!("{a:#?}\nis not\n{b:#?}").into()),
    }
}

fn script(folder: &Path) -> Result<(), Failed> {
    let script = folder.join("queries.sml");
    let output = sweepnet(&[
        "query",
        &folder.to_string_lossy(),
        &script.to_string_lossy(),
    ]);
    let told = String::from_utf8(output.stderr)?;
    if !output.status.success() || !told.is_empty() {
        return Err(told.into());
    }
    let printed = String::from_utf8(output.stdout)?;
    let expected = folder.join("queries.expected");
    if std::env::var_os("UPDATE_QUERIES").is_some() {
        std::fs::write(&expected, &printed)?;
    }
    same(printed, std::fs::read_to_string(&expected)?)
}

/// Every query that both a sweep and the full state space answer, with a measure that never decreases and one that does.
fn both_ways(folder: &Path) -> Result<(), Failed> {
    let loaded = sweepnet::net::load(folder, &[]).map_err(|refusal| refusal.message)?;
    // The first figures that a net says of itself are of its smallest form.
    let smallest = loaded
        .model
        .and_then(|model| model.expect.into_iter().next());
    let settings = smallest.map_or(Vec::new(), |expectation| settings(&expectation));
    let net = loaded.net.ok_or("it has no net")?;
    let place = net.places.first().ok_or("it has no place")?.clone();
    let places: Vec<_> = (net.places.iter()).filter(|p| p.instance == 1).collect();
    let measures = [
        "fn _ => 0 : IntInf.int".to_string(),
        format!(
            "fn m => IntInf.fromInt (mssize (SLMark.{} 1 m) mod 3)",
            place.name
        ),
        format!(
            "fn m => ~ (IntInf.fromInt (mssize (SLMark.{} 1 m)))",
            places.last().ok_or("no place")?.name
        ),
    ];
    for measure in &measures {
        let spec = format!("{{PM = {measure}, GC = 0, Secs = 0, Logfile = NONE}}");
        let mut sweep = Vec::new();
        let mut full = Vec::new();
        for place in &places {
            let name = &place.name;
            let size = format!("(fn m => mssize (SLMark.{name} 1 m))");
            sweep.push(format!("SL.BestUpperInteger ({spec}, {size})"));
            full.push(format!("UpperInteger (Mark.{name} 1)"));
            sweep.push(format!("SL.BestLowerInteger ({spec}, {size})"));
            full.push(format!("LowerInteger (Mark.{name} 1)"));
            sweep.push(format!("SLBestUpperMultiSet ({spec}, SLMark.{name} 1)"));
            full.push(format!("UpperMultiSet (Mark.{name} 1)"));
            sweep.push(format!("SLBestLowerMultiSet ({spec}, SLMark.{name} 1)"));
            full.push(format!("LowerMultiSet (Mark.{name} 1)"));
            let goal = format!("mssize (SLMark.{name} 1 m) = 0");
            sweep.push(format!("SLReachable ({spec}, fn m => {goal}, false)"));
            full.push(format!("Reachable (fn m => {goal})"));
        }
        let shown = (places.iter()).map(|p| format!("st_Mark.{} 1 n", p.name));
        let shown = shown.collect::<Vec<_>>().join(" ^ ");
        let sorted = "sort (fn (a, b) => String.< (a, b))";
        sweep.push(format!(
            "{sorted} (map (fn n => {shown}) (SLListDeadMarkings {spec}))"
        ));
        full.push(format!(
            "{sorted} (map (fn n => {shown}) (ListDeadMarkings ()))"
        ));
        sweep.push(format!("SL.ListDeadTIs {spec}"));
        full.push("ListDeadTIs ()".to_string());
        let sweep: Vec<&str> = sweep.iter().map(String::as_str).collect();
        let full: Vec<&str> = full.iter().map(String::as_str).collect();
        same(
            ask_with(folder, &settings, &sweep)?,
            ask_with(folder, &settings, &full)?,
        )?;
        // Once there is a state space, kept markings are its nodes.
        let dead = format!("SLListDeadMarkings {spec} = ListDeadMarkings ()");
        same(
            ask_with(folder, &settings, &["NoOfNodes () > 0", &dead])?,
            vec!["true".to_string(), "true".to_string()],
        )?;
    }
    Ok(())
}

fn stop_and_wait() -> PathBuf {
    root().join("nets/stop-and-wait")
}

/// A calculation under a script's eyes finds the same, and stops where it should.
fn options() -> Result<(), Failed> {
    let net = stop_and_wait();
    let grown = [
        "OGSet.StopOptions {Nodes = 0, Arcs = 0, Secs = 0, Predicate = fn _ => false}",
        "CalculateOccGraph ()",
        "(NoOfNodes (), NoOfArcs (), ListDeadMarkings (), SccNoOfNodes (), EntireGraphCalculated ())",
    ];
    let plain = "(NoOfNodes (), NoOfArcs (), ListDeadMarkings (), SccNoOfNodes (), EntireGraphCalculated ())";
    same(
        ask(&net, &grown)?[2].clone(),
        ask(&net, &["CalculateOccGraph ()", plain])?[1].clone(),
    )?;
    let stops = [
        "OGSet.StopOptions {Nodes = 0, Arcs = 0, Secs = 0, Predicate = fn n => n = 20}",
        "(CalculateOccGraph (); false) handle StopCritSatisfied => true",
        "(FullyProcessed 20, FullyProcessed 21, EntireGraphCalculated ())",
        "OGSet.Defaults ()",
        "CalculateOccGraph ()",
        "(NoOfNodes (), NoOfArcs (), ListDeadMarkings ())",
        "DeleteStateSpace ()",
        "OGSet.StopOptions {Nodes = 30, Arcs = 0, Secs = 0, Predicate = fn _ => false}",
        "(CalculateOccGraph (); false) handle StopCritSatisfied => true",
        "NoOfNodes () >= 31 andalso NoOfNodes () < 60",
    ];
    let answers = ask(&net, &stops)?;
    same(&answers[1][..], "true")?;
    same(&answers[2][..], "(true,false,false)")?;
    same(&answers[5][..], "(818,2213,[526])")?;
    same(&answers[8..], &["true".to_string(), "true".to_string()])?;
    // One binding of one transition of each node; then one of each transition; then all.
    let all =
        "map (fn n => (OutNodes n, Processed n, FullyProcessed n)) (PredAllNodes (fn _ => true))";
    let narrow = [
        "OGSet.BranchingOptions {TransInsts = 1, Bindings = 1, Predicate = fn n => n < 5}",
        "CalculateOccGraph ()",
        all,
        "OGSet.BranchingOptions {TransInsts = 0, Bindings = 1, Predicate = fn n => n < 5}",
        "CalculateOccGraph ()",
        all,
        "OGSet.Defaults ()",
        "CalculateOccGraph ()",
        "(NoOfNodes (), NoOfArcs (), List.length (PredAllArcs (fn _ => true)), EntireGraphCalculated ())",
    ];
    let answers = ask(&net, &narrow)?;
    same(
        &answers[2][..],
        "[([2],true,true),([3],true,true),([4],true,false),([2],true,false)]",
    )?;
    same(
        &answers[5][..],
        "[([2],true,true),([3],true,true),([4,5],true,false),([2],true,false),([],false,false)]",
    )?;
    same(&answers[8][..], "(818,2213,2213,true)")
}

fn limits() -> Result<(), Failed> {
    let net = "nets/stop-and-wait";
    let output = sweepnet(&["query", net, "--max-states", "100", "-e", "NoOfArcs ()"]);
    same(output.status.code(), Some(3))?;
    let told = String::from_utf8(output.stderr)?;
    assert!(told.contains("limit of states"), "{told}");
    let part = "(CalculateOccGraph (); 0) handle StopCritSatisfied => NoOfNodes ()";
    let output = sweepnet(&["query", net, "--max-states", "100", "-e", part]);
    same(output.status.code(), Some(0))?;
    let endless = "fun f n = f (n + 1) : bool; PredAllNodes f";
    let output = sweepnet(&["query", net, "--max-steps", "1000000", "-e", endless]);
    same(output.status.code(), Some(3))?;
    let told = String::from_utf8(output.stderr)?;
    assert!(told.contains("The search was at node 1"), "{told}");
    let output = sweepnet(&["query", net, "--max-seconds", "0.3", "-e", endless]);
    same(output.status.code(), Some(3))
}

/// Source and message together, as a user sees them.
fn bad_scripts() -> Result<(), Failed> {
    let cases: &[(&str, &str, i32)] = &[
        (
            "Mark.StopAndWait'Sendr 1 1",
            "Did you mean `Mark.StopAndWait'Sender`?",
            2,
        ),
        ("Mark.StopAndWait'Sender 1 true", "this is `bool`", 2),
        (
            "PredAllNodes (fn n => n)",
            "`PredAllNodes` takes `int -> bool`",
            2,
        ),
        ("NoOfNods ()", "Did you mean `NoOfNodes`?", 2),
        (
            "Mark.Top'Sender 1 1",
            "Did you mean `Mark.StopAndWait'Sender`?",
            2,
        ),
        (
            "eval_node (POS (TT)) 1",
            "Formulas of ASK-CTL are not there.",
            2,
        ),
        ("Mark.StopAndWait'Sender 2 1", "IllegalId", 1),
        (
            "OutNodes 819",
            "There are nodes 1 to 818 and arcs 1 to 2213",
            1,
        ),
        ("assert (NoOfNodes () = 1)", "Assert", 1),
        (
            "PredAllNodes (fn n => 10 div (5 - n) > 0)",
            "The search was at node 5: StopAndWait'Sender 1: 1`(waiting,1)",
            1,
        ),
        (
            "SLReachable ({PM = fn _ => 0, GC = 0, Secs = 0, Logfile = NONE}, fn m => hd (ms_to_list (SLMark.StopAndWait'Receive_Ack 1 m)) > 0, false)",
            "The search was at this marking: StopAndWait'Sender 1: 1`(idle,1)",
            1,
        ),
        (
            "_prim \"host_raw\" : int * int * int * int -> int",
            "_prim",
            2,
        ),
    ];
    for (script, expected, code) in cases {
        let output = sweepnet(&["query", "nets/stop-and-wait", "-e", script]);
        let told = String::from_utf8(output.stderr)?.replace("\n  │ ", " ");
        if !told.contains(expected) || output.status.code() != Some(*code) {
            return Err(format!("{script}\n{:?}\n{told}", output.status).into());
        }
    }
    Ok(())
}

fn bad_measures() -> Result<(), Failed> {
    let sweep = |measure: &str| {
        let script =
            format!("SL.ExploreStateSpace {{PM = {measure}, GC = 0, Secs = 0, Logfile = NONE}}");
        let output = sweepnet(&["query", "nets/stop-and-wait", "-e", &script]);
        let told = String::from_utf8_lossy(&output.stderr).replace("\n  │ ", " ");
        (output.status.code(), told)
    };
    let (code, told) =
        sweep("fn m => IntInf.fromInt (ms_to_col (SLMark.StopAndWait'Receive_Ack 1 m))");
    assert!(
        told.contains("The progress measure raises no_singleton in this marking"),
        "{told}"
    );
    same(code, Some(2))?;
    let (_, told) = sweep("fn m => IntInf.fromInt (NoOfNodes ())");
    assert!(
        told.contains("only look at the marking it is given"),
        "{told}"
    );
    let (code, told) = sweep("fn m => 3");
    assert!(told.is_empty(), "{told}");
    same(code, Some(0))
}

/// An evaluation that never ends is ended by `Secs`, and what was found so far stays.
fn endless() -> Result<(), Failed> {
    let script = "\
        val count = ref 0;
        fun loop n = loop (n + 1) : bool;
        fun pred m = (count := !count + 1; if !count > 50 then loop 0 else true);
        SL.ExploreStates {PM = fn _ => 0, GC = 0, Secs = 1, Logfile = NONE, Pred = pred, Store = fn _ => false,
          Eval = fn _ => 1, Comb = op +, Init = 0};
        SL.StopReason ();
        SL.ExploreStateSpace {PM = fn _ => if loop 0 then 1 else 0, GC = 0, Secs = 1, Logfile = NONE};
        SL.StopReason ()";
    // The time is the limit, however many calls the machine makes in it.
    let net = stop_and_wait();
    let net = net.to_string_lossy();
    let options = ["--json", "--max-steps", "1000000000000"];
    let output = sweepnet(&[&["query", &net, "-e", script], &options[..]].concat());
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let codes: Vec<&str> = (answer["diagnostics"].as_array().into_iter().flatten())
        .filter_map(|problem| problem["code"].as_str())
        .collect();
    same((output.status.code(), codes), (Some(3), vec!["W1503"; 2]))?;
    same(
        values(&answer)?,
        ["50", "\"max_seconds\"", "()", "\"max_seconds\""]
            .map(String::from)
            .to_vec(),
    )
}

/// What is kept stays; what is not is gone when the sweep goes on; a sweep may run inside another one.
fn kept() -> Result<(), Failed> {
    let net = stop_and_wait();
    let options = "GC = 0, Secs = 0, Logfile = NONE";
    let next = "SLMark.StopAndWait'NextRec 1";
    let spec = format!("{{PM = fn m => IntInf.fromInt (ms_to_col ({next} m)), {options}}}");
    let explore = |eval: &str| {
        format!(
            "SL.ExploreStates {{PM = fn _ => 0, {options}, Pred = fn _ => true, Store = fn _ => false, \
             Eval = {eval}, Comb = fn (a, b) => b :: a, Init = []}}"
        )
    };
    let dead = format!("map (Mark.StopAndWait'NextRec 1) (SLListDeadMarkings {spec})");
    let gone = format!(
        "({next} (hd ({})); \"there\") handle Fail why => String.substring (why, 0, 21)",
        explore("fn m => m")
    );
    let numbers = format!(
        "map (Mark.StopAndWait'NextRec 1) (remdupl ({}))",
        explore("GetNodeNo")
    );
    let nested = format!(
        "SLBestUpperInteger ({spec}, fn m => SLBestUpperInteger ({spec}, fn k => if {next} k = {next} m then 1 else 0))"
    );
    let small = root().join("nets/small-stop-and-wait");
    let nested = nested.replace("StopAndWait'NextRec", "Protocol'Next_Receive");
    same(
        ask(&net, &[&dead, &gone, &format!("List.length ({numbers})")])?,
        vec![
            "[1`5]".to_string(),
            "\"the sweep has gone on\"".to_string(),
            "818".to_string(),
        ],
    )?;
    same(ask(&small, &[&nested])?, vec!["1".to_string()])
}

fn pictures() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    for (name, begins) in [("p.svg", "<"), ("p.dot", "digraph"), ("p.json", "{")] {
        let file = folder.path().join(name);
        let draw = format!(
            "Draw.Path ({:?}, 1, hd (ListDeadMarkings ()))",
            file.display().to_string()
        );
        ask(&stop_and_wait(), &[&draw])?;
        let text = std::fs::read_to_string(&file)?;
        assert!(text.starts_with(begins), "{name}");
        assert!(text.contains("526"), "{name}");
    }
    let refused = ask(
        &stop_and_wait(),
        &["Draw.StateSpace \"space.png\" handle Fail _ => ()"],
    )?;
    same(refused, vec!["()".to_string()])
}

fn reports() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    for name in ["r.txt", "r.md", "r.json", "r.html"] {
        let file = folder.path().join(name);
        let path = file.to_string_lossy();
        let output = sweepnet(&["explore", "nets/resource-allocation", "--report", &path]);
        assert!(output.status.success(), "{:?}", output);
        let text = std::fs::read_to_string(&file)?;
        assert!(text.contains("Allocation'T1 1"), "{name}: {text}");
    }
    let json: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(folder.path().join("r.json"))?)?;
    same(json["statistics"]["states"].as_u64(), Some(13))?;
    same(json["home"]["markings"]["count"].as_u64(), Some(13))?;
    same(
        json["bounds"][1]["upper_multiset"].as_str(),
        Some("2`p ++ 1`q"),
    )?;
    let text = std::fs::read_to_string(folder.path().join("r.txt"))?;
    assert!(text.contains("Home Markings\n    All"), "{text}");
    Ok(())
}

fn json() -> Result<(), Failed> {
    let output = sweepnet(&[
        "query",
        "nets/stop-and-wait",
        "--json",
        "-e",
        "NoOfNodes (); print \"x\"; hd []",
    ]);
    same(output.status.code(), Some(1))?;
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    same(answer["results"][0]["value"].as_str(), Some("818"))?;
    same(answer["results"][0]["type"].as_str(), Some("int"))?;
    assert!(answer["results"][0]["seconds"].is_f64());
    same(answer["results"][1]["output"].as_str(), Some("x"))?;
    same(answer["diagnostics"][0]["code"].as_str(), Some("E0701"))
}

/// The examples in the comments of the library: `>> expression` and the value below it, on the stop-and-wait net with two packets.
fn examples() -> Result<(), Failed> {
    let mut asked = Vec::new();
    for (_, text) in sweepnet::query::FILES {
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            if let Some(expression) = line.trim().strip_prefix(">> ") {
                let expected = lines.peek().map_or("", |line| line.trim());
                let expected = expected.trim_end_matches("*)").trim();
                asked.push((expression.to_string(), expected.to_string()));
            }
        }
    }
    assert!(asked.len() > 10);
    for (expression, expected) in asked {
        let handled = match expected.strip_prefix("raises ") {
            Some(name) => format!("(({expression}); false) handle {name} => true"),
            None => expression.clone(),
        };
        let wanted = if expected.starts_with("raises ") {
            "true"
        } else {
            &expected
        };
        let found = ask(&stop_and_wait(), &["CalculateOccGraph ()", &handled])?;
        if found.last().map(String::as_str) != Some(wanted) {
            return Err(format!("{expression}: {found:?}, not {wanted}").into());
        }
    }
    Ok(())
}

/// The manual's tables: every documented function of the library is there, and every example (`expression` = `value`) holds.
fn manual() -> Result<(), Failed> {
    let page = std::fs::read_to_string(root().join("docs/queries.md"))?;
    for (file, text) in sweepnet::query::FILES {
        let documented = text.split("(**").skip(1).filter_map(|comment| {
            let (_, rest) = comment.split_once("*)")?;
            let declared = rest.trim_start();
            let name = declared
                .strip_prefix("fun ")
                .or(declared.strip_prefix("val "))?;
            name.split([' ', ':']).next()
        });
        let missing = |name: &&str| {
            let inner = format!("{name}`");
            // Short forms are described by the names that users write.
            let short = ["Node", "Marking", "Place", "Predicate"];
            !page.contains(&inner) && !short.iter().any(|s| name.starts_with(s))
        };
        let missing: Vec<&str> = documented.filter(missing).collect();
        if !missing.is_empty() {
            return Err(format!("{file}: {missing:?} are not in the manual").into());
        }
    }
    let net = root().join("nets/small-stop-and-wait");
    let spec = "val spec = {PM = fn m => IntInf.fromInt (ms_to_col (SLMark.Protocol'Next_Receive 1 m)), GC = 0, Secs = 0, Logfile = NONE : string option}";
    let mut checked = 0;
    for row in page.lines().filter(|line| line.starts_with("| `")) {
        let Some((expression, value)) = row.rsplit_once(" = ") else {
            continue;
        };
        let plain = |text: &str| text.trim().trim_matches('`').trim().to_string();
        let cell = expression.rsplit(" | ").next().unwrap_or_default();
        let value = plain(value.trim().trim_end_matches('|'));
        let found = ask(&net, &[spec, &plain(cell)])?;
        if found.last() != Some(&value) {
            return Err(format!("{row}\ngives {found:?}").into());
        }
        checked += 1;
    }
    assert!(checked > 80, "{checked}");
    Ok(())
}
