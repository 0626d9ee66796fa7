//! Runs `sweepnet simulate` on a net in a folder of its own.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// Two processes that take turns at a resource, which has a number of its own.
pub const TURNS: &str = "\
net: turns
declarations: |
  colset P = with a | b;
  colset N = int;
  var p : P;
  var n : N;
page: Top
places:
  Idle: {colset: P, initial: 1`a ++ 1`b}
  Busy: P
  Uses: {colset: N, initial: 1`0}
transitions:
  Begin: {guard: n < 5, in: {Idle: p, Uses: n}, out: {Busy: p, Uses: n + 1}}
  End: {in: {Busy: p}, out: {Idle: p}}
";

/// A folder with a net.
pub fn folder(net: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("net.yaml"), net).expect("written");
    folder
}

/// Runs the program there.
pub fn simulate(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sweepnet"))
        .current_dir(folder)
        .args(["simulate", "net.yaml"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut stdin = child.stdin.take().expect("piped");
    // A program that ends early does not read all of it.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

/// What it printed, if it found nothing wrong.
pub fn stdout(output: &Output) -> String {
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaint}");
    assert_eq!(complaint, "");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Words only: where lines are broken depends on the terminal.
pub fn complaint(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
