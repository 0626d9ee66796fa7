//! SPIN: a model in Promela becomes a C program that walks its states depth-first.
//!
//! The models are in this folder. Each has one process whose loop takes a step of the net at once, so that SPIN's states are the net's markings.

use super::measure::{self, Run};
use super::{Counts, agree, counts};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const FLAGS: &[&str] = &["-O2", "-w", "-DNOREDUCE", "-DSAFETY", "-DMEMLIM=8000"];

/// A compiled model.
pub struct Pan {
    program: PathBuf,
    folder: PathBuf,
}

/// Compiles a model; says what is missing if that cannot be done here.
pub fn compile(name: &str, folder: &Path) -> Result<Pan, String> {
    let model = format!("{}/benches/peers/{name}.pml", env!("CARGO_MANIFEST_DIR"));
    let folder = folder.join(name);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    call(Command::new("spin").args(["-a", &model]), &folder)?;
    let arguments = ["-o", "pan", "pan.c"];
    call(Command::new("cc").args(FLAGS).args(arguments), &folder)?;
    Ok(Pan {
        program: folder.join("pan"),
        folder,
    })
}

fn call(command: &mut Command, folder: &Path) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.current_dir(folder).stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("`{program}` cannot be run: {error}"))?;
    assert!(
        output.status.success(),
        "`{program}` failed:\n{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(())
}

impl Pan {
    /// Walks the model. No path is longer than there are states, so the stack is as deep as that.
    pub fn run(&self, expected: Counts, limit: u64) -> Option<Run> {
        let depth = format!("-m{}", expected.states + 10);
        let arguments = [depth, "-E".to_owned(), "-n".to_owned()];
        let run = measure::run(&self.program, &arguments, &self.folder, limit)?;
        let figure = |label: &str| -> u64 {
            let line = run.output.lines().find(|line| line.contains(label));
            let figure = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
            figure.expect("SPIN's statistics")
        };
        // The start counts as a step to the initial state.
        let arcs = figure("transitions (= stored+matched)") - 1;
        agree("SPIN", counts(figure("states, stored"), arcs), expected);
        Some(run)
    }
}
