//! Error messages as snapshots: each `tests/errors/NAME.sml` is run, each `tests/errors/net/NAME.yaml` is checked, and what a terminal shows is compared with
//! `NAME.txt` beside it.
//!
//! Programs named `cpn-…` are run with `--cpn`. More options stand in a first line `(* options: … *)`, in a net `# options: …`. `UPDATE=1 cargo test
//! --test errors` rewrites the snapshots; read the difference before committing it.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join("errors");
    let mut inputs = files(&folder, "sml");
    inputs.extend(files(&folder.join("net"), "yaml"));
    let trials = inputs.into_iter().map(|input| {
        let name = input.strip_prefix(&folder).unwrap_or(&input);
        let name = name.with_extension("").to_string_lossy().into_owned();
        Trial::test(name, move || compare(&input))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

fn files(folder: &Path, kind: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of snapshots")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == kind))
        .collect();
    files.sort();
    files
}

fn compare(program: &Path) -> Result<(), Failed> {
    let shown = run(program)?;
    let snapshot = program.with_extension("txt");
    let expected = std::fs::read_to_string(&snapshot).unwrap_or_default();
    if shown == expected {
        return Ok(());
    }
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&snapshot, shown)?;
        return Ok(());
    }
    Err(format!("expected\n{expected}\nbut the terminal shows\n{shown}").into())
}

/// The command, what it prints, and its exit code.
fn run(program: &Path) -> Result<String, Failed> {
    let file = program.file_name().unwrap_or_default().to_string_lossy();
    let text = std::fs::read(program)?;
    let text = String::from_utf8_lossy(&text);
    let options = text
        .strip_prefix("(* options: ")
        .and_then(|rest| rest.split_once(" *)"))
        .or_else(|| text.strip_prefix("# options: ")?.split_once('\n'))
        .map_or("", |(options, _)| options);
    let command = if file.ends_with(".yaml") {
        "check"
    } else {
        "eval"
    };
    let mut arguments = vec![command, &*file];
    if file.starts_with("cpn-") {
        arguments.push("--cpn");
    }
    arguments.extend(options.split_whitespace());
    let output = Command::new(env!("CARGO_BIN_EXE_sweepnet"))
        .args(&arguments)
        .current_dir(program.parent().unwrap_or(Path::new(".")))
        .output()?;
    Ok(format!(
        "$ sweepnet {}\n{}{}exit code {}\n",
        arguments.join(" "),
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
        output.status.code().unwrap_or(-1),
    ))
}
