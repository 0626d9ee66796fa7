//! `sweepnet draw` as a shell sees it: which files it writes, in which format, and what it refuses.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

const ONE_PAGE: &str = "\
net: lamp
declarations: colset UNIT = unit;
page: Lamp
places:
  Off: {colset: UNIT, initial: ()}
  On: UNIT
transitions:
  Switch on: {in: {Off: ()}, out: {On: ()}}
  Switch off: {in: {On: ()}, out: {Off: ()}}
";

const TWO_PAGES: &str = "\
net: relay
declarations: colset UNIT = unit;
pages:
  Top:
    places:
      A: {colset: UNIT, initial: ()}
      B: UNIT
    substitutions:
      Step: {page: Inner page, ports: {From: A, To: B}}
  Inner page:
    places:
      From: {colset: UNIT, port: in}
      To: {colset: UNIT, port: out}
    transitions:
      Move: {in: {From: ()}, out: {To: ()}}
";

fn folder(net: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("net.yaml"), net).expect("written");
    folder
}

fn draw(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sweepnet"))
        .current_dir(folder)
        .args(["draw", "net.yaml"])
        .args(arguments)
        .output()
        .expect("the program runs")
}

fn stdout(output: &Output) -> String {
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn refusal(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    // Words only: where lines are broken depends on the terminal.
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("readable").file_name();
    let mut names: Vec<String> = entries
        .map(|e| name(e).to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn one_page_goes_to_standard_output() {
    let folder = folder(ONE_PAGE);
    let svg = stdout(&draw(folder.path(), &[]));
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(svg.contains("<title id=\"title\">lamp</title>"));
    assert!(svg.contains(">Switch on</text>"));
    assert_eq!(
        svg,
        stdout(&draw(folder.path(), &[])),
        "every time the same"
    );
    let dot = stdout(&draw(folder.path(), &["--format", "dot"]));
    assert!(dot.starts_with("digraph \"lamp\" {"));
    assert_eq!(files(folder.path()), ["net.yaml"]);
}

#[test]
fn the_file_name_says_the_format_unless_an_option_does() {
    let folder = folder(ONE_PAGE);
    let first = |arguments: &[&str], file: &str| {
        assert_eq!(stdout(&draw(folder.path(), arguments)), "");
        let text = fs::read_to_string(folder.path().join(file)).expect("written");
        text.split(' ').next().unwrap_or("").to_string()
    };
    assert_eq!(first(&["-o", "a.svg"], "a.svg"), "<svg");
    assert_eq!(first(&["-o", "a.dot"], "a.dot"), "digraph");
    assert_eq!(first(&["-o", "a.GV"], "a.GV"), "digraph");
    assert_eq!(first(&["-o", "a"], "a"), "<svg");
    assert_eq!(
        first(&["-o", "b.svg", "--format", "dot"], "b.svg"),
        "digraph"
    );
    assert_eq!(first(&["-o", "b.x", "--format", "svg"], "b.x"), "<svg");
    let message = refusal(&draw(folder.path(), &["-o", "a.png"]));
    assert!(message.contains("of the kind `png`"), "{message}");
    assert!(!folder.path().join("a.png").exists());
}

#[test]
fn several_pages_need_a_folder_or_a_choice() {
    let folder = folder(TWO_PAGES);
    for arguments in [&[][..], &["-o", "all.svg"]] {
        let message = refusal(&draw(folder.path(), arguments));
        assert!(message.contains("The net has 2 pages"), "{message}");
        assert!(message.contains("--page NAME"), "{message}");
    }
    assert_eq!(stdout(&draw(folder.path(), &["-o", "new/pictures/"])), "");
    let pictures = folder.path().join("new/pictures");
    assert_eq!(files(&pictures), ["Inner_page.svg", "Top.svg"]);
    stdout(&draw(folder.path(), &["-o", "new", "--format", "dot"]));
    assert_eq!(
        files(&folder.path().join("new")),
        ["Inner_page.dot", "Top.dot", "pictures"]
    );
    let one = stdout(&draw(folder.path(), &["--page", "Inner page"]));
    assert!(one.contains("relay: Inner page"));
    let message = refusal(&draw(folder.path(), &["--page", "Inner"]));
    assert!(message.contains("no page `Inner`"), "{message}");
    assert!(message.contains("`Top`, `Inner page`"), "{message}");
}

#[test]
fn what_cannot_be_written_or_read_is_told() {
    let lamp = folder(ONE_PAGE);
    // A file is no folder.
    for nowhere in ["net.yaml/where.svg", "net.yaml/"] {
        let message = refusal(&draw(lamp.path(), &["-o", nowhere]));
        assert!(message.contains("cannot be written"), "{message}");
    }
    let wrong = folder("net: [lamp\n");
    let message = refusal(&draw(wrong.path(), &["-o", "a.svg"]));
    assert!(message.contains("net.yaml"), "{message}");
    assert_eq!(files(wrong.path()), ["net.yaml"], "nothing could be read");
}

#[test]
fn a_net_with_errors_is_drawn_and_its_errors_are_told() {
    let nowhere = ONE_PAGE.replace("out: {On", "out: {Onn");
    let untyped = ONE_PAGE.replace("in: {On: ()", "in: {On: 1 + true");
    for (net, told) in [(&nowhere, "Onn"), (&untyped, "bool")] {
        let folder = folder(net);
        let output = draw(folder.path(), &["-o", "a.svg"]);
        let message = refusal(&output);
        assert!(message.contains(told), "{message}");
        let svg = fs::read_to_string(folder.path().join("a.svg")).expect("a picture");
        assert!(svg.contains(">Switch on</text>"), "{svg}");
        let refused = refusal(&draw(folder.path(), &["--space"]));
        assert!(refused.contains(told), "a state space is another matter");
    }
}

#[test]
fn a_state_space_is_one_picture() {
    let folder = folder(TWO_PAGES);
    let text = stdout(&draw(folder.path(), &["--space", "--format", "dot"]));
    assert_eq!(text.matches(" label=\"").count(), 2, "{text}");
    assert!(text.contains("'Move\""), "{text}");
    assert!(text.contains("xlabel=\"dead\""), "{text}");
    stdout(&draw(folder.path(), &["--space", "-o", "pictures/"]));
    assert_eq!(files(&folder.path().join("pictures")), ["space.svg"]);
    let text = refusal(&draw(folder.path(), &["--space", "--page", "Top"]));
    assert!(text.contains("cannot be used with"), "{text}");
}

#[test]
fn the_beginning_of_an_endless_state_space() {
    let net = "\
net: counter
declarations: |
  colset N = int;
  var n : N;
places:
  Count: {colset: N, initial: 1`0}
transitions:
  Add: {in: {Count: n}, out: {Count: n + 1}}
";
    let folder = folder(net);
    let output = draw(
        folder.path(),
        &["--space", "--max-states", "4", "--format", "dot"],
    );
    let text = stdout(&output);
    assert!(text.contains("Count: 1`3"), "{text}");
    assert!(!text.contains("Count: 1`4"), "{text}");
    assert_eq!(text.matches("xlabel=\"more\"").count(), 1, "{text}");
    assert_eq!(text.matches(" -> ").count(), 3, "{text}");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("its first 4 states are drawn"), "{said}");
}
