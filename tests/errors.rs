//! Error messages as snapshots: each `tests/errors/NAME.sml` is run, and what a terminal shows is compared with `NAME.txt` beside it.
//!
//! Programs named `cpn-…` are run with `--cpn`. More options stand in a first line `(* options: … *)`. `UPDATE=1 cargo test --test errors` rewrites
//! the snapshots; read the difference before committing it.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join("errors");
    let mut programs: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the folder of snapshots")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "sml"))
        .collect();
    programs.sort();
    let trials = programs.into_iter().map(|program| {
        let name = program.file_stem().unwrap_or_default().to_string_lossy();
        Trial::test(name.into_owned(), move || compare(&program))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
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
        .map_or("", |(options, _)| options);
    let mut arguments = vec!["eval", &*file];
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
