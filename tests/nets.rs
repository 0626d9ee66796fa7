//! The example nets: the engine finds the figures that each net says of itself. One test an entry of `expect`.
//!
//! Large state spaces are explored only if `ALL_NETS` is set.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use sweepnet::engine::Engine;
use sweepnet::explore::control::{Control, StopReason};
use sweepnet::explore::expect::{compare, settings};
use sweepnet::net::load;
use sweepnet::net::model::Expectation;

/// More states than this take too long for every run of the tests.
const LARGE: u64 = 200_000;

fn main() {
    let arguments = Arguments::from_args();
    let all = std::env::var_os("ALL_NETS").is_some();
    let mut trials = Vec::new();
    for folder in folders() {
        let name = folder.file_name().unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        let model = load(&folder, &[]).ok().and_then(|loaded| loaded.model);
        let Some(model) = model else {
            trials.push(Trial::test(name, || Err("it cannot be read".into())));
            continue;
        };
        for expectation in model.expect {
            let folder = folder.clone();
            let title = format!("{name} {}", settings(&expectation).join(" "));
            let states = expectation.figures.iter().find(|f| f.0.text == "states");
            let large = states.is_some_and(|states| states.1 > LARGE);
            let test = Trial::test(title, move || holds(&folder, &expectation));
            trials.push(test.with_ignored_flag(large && !all));
        }
    }
    trials.push(Trial::test(
        "check --run tells wrong figures",
        wrong_figures,
    ));
    libtest_mimic::run(&arguments, trials).exit();
}

/// The folders of the example nets.
fn folders() -> Vec<PathBuf> {
    let nets = Path::new(env!("CARGO_MANIFEST_DIR")).join("nets");
    let mut folders: Vec<PathBuf> = (std::fs::read_dir(nets).expect("nets is a folder"))
        .map(|entry| entry.expect("nets can be listed").path())
        .filter(|path| path.join("net.yaml").exists())
        .collect();
    folders.sort();
    folders
}

fn holds(folder: &Path, expectation: &Expectation) -> Result<(), Failed> {
    let loaded = load(folder, &settings(expectation)).map_err(|refusal| refusal.message)?;
    let problems = loaded.diagnostics;
    let net = loaded.net.ok_or_else(|| format!("{problems:#?}"))?;
    let engine = Engine::new(net).map_err(|failure| failure.message.clone())?;
    let compared = compare(engine, expectation, &mut Control::default())
        .map_err(|failure| failure.message.clone())?;
    assert_eq!(compared.stop, StopReason::Complete);
    for figure in compared.figures {
        if figure.found != Some(figure.expected) {
            return Err(format!("{figure:?}").into());
        }
    }
    Ok(())
}

/// The command says which figure differs.
fn wrong_figures() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let net = "\
declarations: |
  colset N = int with 0..3;
  var n : N;
places:
  A: {colset: N, initial: 1`0}
transitions:
  Add: {guard: n < 3, in: {A: n}, out: {A: n + 1}}
expect: {states: 4, arcs: 5, dead_markings: 1}
";
    std::fs::write(folder.path().join("net.yaml"), net)?;
    let check = |more: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_sweepnet"));
        let command = command.current_dir(folder.path());
        command
            .args(["check", "--run", "net.yaml"])
            .args(more)
            .output()
    };
    for more in [&[][..], &["--quiet"]] {
        let output = check(more)?;
        assert_eq!(output.status.code(), Some(1));
        let text = String::from_utf8(output.stdout)?;
        let lines: Vec<String> = (text.lines().skip(1))
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        let expected = [
            "defaults",
            "states expected 4 found 4",
            "arcs expected 5 found 3 differs",
            "dead_markings expected 1 found 1",
        ];
        assert_eq!(lines, expected);
    }
    let output = check(&["--json"])?;
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    assert_eq!(answer["ok"], false);
    assert_eq!(answer["runs"][0]["figures"][1]["found"], 3);
    let limited = check(&["--max-seconds", "0"])?;
    assert_eq!(limited.status.code(), Some(3));
    Ok(())
}
