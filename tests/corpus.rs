//! Inputs on which a part of the tool once panicked, looped or lost a token: each goes through the
//! entry function of the fuzz target that its folder is named after, and must return in time.
//!
//! Each runs in a process of its own, in a thread with the 2 MB of stack that Rust gives by
//! default, so that a stack overflow or a hang fails that one test. With `CORPUS_FILE` and
//! `CORPUS_TARGET` set, the test runs that file only, in this process: this shows what a new
//! artifact of a fuzz target does.

#[path = "../fuzz/src/entry/mod.rs"]
mod entry;

use entry::ENTRIES;
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Time of one input. The entry functions stop searches and evaluations after half a second; a
/// busy machine needs more.
const LIMIT: Duration = Duration::from_secs(20);
const STACK: usize = 2 << 20;
const FILE: &str = "CORPUS_FILE";
const TARGET: &str = "CORPUS_TARGET";

fn main() -> ExitCode {
    if let (Ok(target), Ok(file)) = (std::env::var(TARGET), std::env::var(FILE)) {
        return run(&target, Path::new(&file));
    }
    let arguments = Arguments::from_args();
    libtest_mimic::run(&arguments, trials()).exit_code()
}

/// One test a file, and one that finds folders without a target.
fn trials() -> Vec<Trial> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut trials = Vec::new();
    for folder in entries(&corpus) {
        let target = folder.file_name().unwrap_or_default().to_string_lossy();
        if ENTRIES.iter().all(|(name, _)| *name != target) {
            let complaint = format!("there is no fuzz target `{target}`");
            trials.push(Trial::test(target, || Err(complaint.into())));
            continue;
        }
        for file in entries(&folder) {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let (title, target) = (format!("{target}/{name}"), target.to_string());
            trials.push(Trial::test(title, move || in_child(&target, &file)));
        }
    }
    trials
}

/// The entries of a folder in alphabetical order.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let listed = std::fs::read_dir(folder).expect("a folder of the corpus");
    let paths = listed.map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<PathBuf> = paths.collect();
    paths.sort();
    paths
}

/// Runs an input in a child process, which is stopped when it takes too long.
fn in_child(target: &str, file: &Path) -> Result<(), Failed> {
    let output = tempfile::NamedTempFile::new()?;
    let mut child = Command::new(std::env::current_exe()?)
        .env(TARGET, target)
        .env(FILE, file)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(output.reopen()?)
        .spawn()?;
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if start.elapsed() > LIMIT {
            child.kill()?;
            child.wait()?;
            return Err(format!("it did not return in {LIMIT:?}").into());
        }
        thread::sleep(Duration::from_millis(2));
    };
    match status.success() {
        true => Ok(()),
        false => {
            let printed = std::fs::read(output.path())?;
            let printed = String::from_utf8_lossy(&printed);
            Err(format!("{status}\n{printed}").into())
        }
    }
}

/// Runs an input in this process.
fn run(target: &str, file: &Path) -> ExitCode {
    let (_, entry) = (ENTRIES.iter())
        .find(|(name, _)| *name == target)
        .expect("a fuzz target");
    let bytes = std::fs::read(file).expect("the file can be read");
    let thread = thread::Builder::new().stack_size(STACK);
    let ended = thread
        .spawn(move || {
            entry(&bytes);
        })
        .expect("a thread")
        .join();
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::from(101),
    }
}
