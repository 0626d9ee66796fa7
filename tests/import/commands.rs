//! What `import` and `export` write, and what other commands make of a model.

use crate::maker::{Page, colset, ml, model, var};
use serde_json::Value;
use std::process::{Command, Output};

/// Runs the program.
pub fn sweepnet(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sweepnet"))
        .args(arguments)
        .output()
        .expect("the program runs")
}

/// Its answer as JSON.
pub fn answer(arguments: &[&str]) -> Value {
    let output = sweepnet(arguments);
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// A queue whose order matters.
fn queue() -> String {
    let all = [
        colset("I", "<int/>"),
        colset("L", "<list><id>I</id></list>"),
        var("l", "L"),
        ml("fun add (l, n) = l ++ [n]"),
        ml("fun rest l = if List.null l then empty else List.tl l"),
    ];
    let page = Page::default()
        .place("A", "The queue", "L", "1`[3,1]", "")
        .transition(
            "T",
            "T",
            "<cond><text>[hd l = 3, length l &lt; 5]</text></cond>",
        )
        .arc("PtoT", "T", "A", "l")
        .arc("TtoP", "T", "A", "add (rest l, 2) ^^ [0]");
    model(&all.concat(), &page.page("1", "Top"))
}

#[test]
fn a_model_opens_everywhere_and_lists_keep_their_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("queue.cpn");
    std::fs::write(&path, queue()).expect("written");
    let path = path.to_str().expect("a path");
    let explored = answer(&["explore", "--json", path]);
    assert_eq!(explored["states"], 2, "{explored}");
    assert!(
        explored["bounds"].to_string().contains("[1,2,0]"),
        "{explored}"
    );
    assert!(sweepnet(&["check", path]).status.success());
    assert!(
        sweepnet(&["simulate", path, "--steps", "1"])
            .status
            .success()
    );
    assert!(sweepnet(&["draw", path]).status.success());
}

#[test]
fn import_writes_yaml_that_is_the_same_net() {
    let folder = tempfile::tempdir().expect("a folder");
    let from = folder.path().join("queue.cpn");
    let to = folder.path().join("queue").join("net.yaml");
    std::fs::write(&from, queue()).expect("written");
    let (from, to) = (from.to_str().expect("a path"), to.to_str().expect("a path"));
    let report = answer(&["import", from, "-o", to, "--json"]);
    assert_eq!(
        (&report["ok"], &report["places"], &report["pages"]),
        (&true.into(), &1.into(), &1.into())
    );
    let yaml = std::fs::read_to_string(to).expect("a net");
    let expected = "\
net: queue

declarations: |
  colset I = int;
  colset L = list I;
  var l : L;
  fun add (l, n) = l ++ [n];
  fun rest l = if List.null l then empty else List.tl l;

page: Top
places:
  The queue: {colset: L, initial: '1`[3,1]'}
transitions:
  T:
    in: {The queue: l}
    out: {The queue: 'add (rest l, 2) ^^ [0]'}
    guard: [hd l = 3, length l < 5]

layout:
  Top:
    places:
      The queue: [1, -3]
";
    assert_eq!(yaml, expected);
    let (direct, written) = (
        answer(&["explore", "--json", from]),
        answer(&["explore", "--json", to]),
    );
    for key in ["states", "arcs", "dead_markings", "bounds"] {
        assert_eq!(direct[key], written[key], "{key}");
    }
}

#[test]
fn a_model_with_mistakes_is_written_and_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let (from, to) = (folder.path().join("m.cpn"), folder.path().join("m.yaml"));
    let page = Page::default()
        .place("A", "A", "NONE", "1", "")
        .page("1", "Top");
    std::fs::write(&from, model("", &page)).expect("written");
    let arguments = [
        "import",
        from.to_str().expect("a path"),
        "-o",
        to.to_str().expect("a path"),
        "--json",
    ];
    let report = answer(&arguments);
    assert_eq!(report["ok"], false);
    assert_eq!(report["diagnostics"][0]["code"], "E1101");
    assert_eq!(sweepnet(&arguments).status.code(), Some(2));
    assert!(to.exists());
    let refused = sweepnet(&["import", "net.yaml"]);
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn pictures_stand_where_they_stood() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("net.yaml");
    let net = "places: {A: unit, B: unit}\ntransitions: {T: {in: {A: ()}, out: {B: ()}}}\n";
    let layout = "layout: {Top: {places: {A: [0, 0], B: [500, 0]}, transitions: {T: [250, -300]}, bends: {T: {out: {B: [[500, -300]]}}}}}\n";
    let draw = |text: &str| {
        std::fs::write(&path, text).expect("written");
        let output = sweepnet(&["draw", path.to_str().expect("a path")]);
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout).expect("text")
    };
    let size = |svg: &str| {
        let width = svg
            .split("width=\"")
            .nth(1)
            .and_then(|rest| rest.split('"').next());
        width
            .and_then(|width| width.parse::<f64>().ok())
            .expect("a width")
    };
    let (plain, placed) = (draw(net), draw(&format!("{net}{layout}")));
    assert!(
        size(&plain) < 300.0 && size(&placed) > 500.0,
        "{plain}\n{placed}"
    );
}

/// What is made from a file does not replace it, and nothing is written.
#[test]
fn a_model_is_not_replaced_by_what_is_made_from_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("queue.cpn");
    std::fs::write(&path, queue()).expect("written");
    let path = path.to_str().expect("a path");
    for command in ["import", "export"] {
        let output = sweepnet(&[command, path, "-o", path]);
        assert_eq!(output.status.code(), Some(2), "{command}");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains("would replace a file that is read"), "{told}");
    }
    assert_eq!(std::fs::read_to_string(path).expect("a file"), queue());
}

/// Every command tells what may change the state space, `check` too.
#[test]
fn check_tells_what_was_left_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("queue.cpn");
    let text = queue().replacen("orientation='TtoP'", "orientation='nodir'", 1);
    std::fs::write(&path, text).expect("written");
    let path = path.to_str().expect("a path");
    let checked = answer(&["check", "--json", path]);
    assert_eq!(checked["diagnostics"][0]["code"], "W1703", "{checked}");
    assert_eq!(
        sweepnet(&["check", "--strict", path]).status.code(),
        Some(2)
    );
}

/// A query cannot seem to set what the state space takes for a constant.
#[test]
fn a_query_does_not_set_constants_of_the_net() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("net.yaml");
    let net = "declarations: |\n  colset N = int with 0..10;\n  var n : N;\n  globref limit = 3;\n\
        places: {A: {colset: N, initial: 0}}\n\
        transitions: {T: {in: {A: n}, out: {A: n + 1}, guard: n < !limit}}\n";
    std::fs::write(&path, net).expect("written");
    let path = path.to_str().expect("a path");
    let read = sweepnet(&["query", path, "-e", "NoOfNodes () + !limit"]);
    let told = String::from_utf8_lossy(&read.stdout);
    assert!(told.contains("= 7"), "{told}");
    let set = sweepnet(&["query", path, "-e", "limit := 6"]);
    assert_eq!(set.status.code(), Some(2));
    let told = String::from_utf8_lossy(&set.stderr);
    assert!(
        told.contains("E0408") && told.contains("cannot be set"),
        "{told}"
    );
}
