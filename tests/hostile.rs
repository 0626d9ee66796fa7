//! Hostile surroundings: names that act on a terminal, files that must not be replaced or read, disks that are full, signals. Each case is a command line in a
//! folder of its own; `tests/hostile/*.txt` say what it prints, how it ends and what it leaves on disk.
//!
//! A case begins with `== ` and its name; the lines after it are
//!
//! ```text
//! $ COMMAND        what a shell runs, with the files of `tests/hostile/fixture` around it
//! code N           its exit code, if not 0
//! out TEXT         standard output has this in it
//! err TEXT         standard error has this in it; line breaks and frames of messages do not count
//! not TEXT         neither has this in it
//! new PATH         a file that it leaves
//! changed PATH     a file that it changes, or removes
//! holds PATH TEXT  a file with this in it afterwards
//! clean PATH       a file in which nothing acts on a terminal
//! prints           what the net prints stands on lines of its own
//! ```
//!
//! A file that is neither new nor changed is as it was, and there is no other. Whatever a command prints, no character in it acts on a terminal, and no text of a net begins a line.

use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use sweepnet::visible;

/// No command here takes a second; what hangs is ended after this time.
const LONGEST: Duration = Duration::from_secs(60);

fn main() -> ExitCode {
    // Devices such as `/dev/full`, and what a shell and its tools can do, differ elsewhere.
    if !cfg!(target_os = "linux") {
        println!("skipped: these command lines are Linux'");
        return ExitCode::SUCCESS;
    }
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for page in files(&folder()).into_keys() {
        let page = folder().join(page);
        if page.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let text = std::fs::read_to_string(&page).expect("a page of cases");
        let kind = page.file_stem().unwrap_or_default().to_string_lossy();
        for case in text.split("\n== ").skip(1) {
            let case = case.to_string();
            let name = format!("{kind}: {}", case.lines().next().unwrap_or_default());
            trials.push(Trial::test(name, move || check(&case)));
        }
    }
    assert!(!trials.is_empty());
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile")
}

/// All files below a folder, by their paths in it, with what they hold. A link counts as a file that holds where it leads.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(next) = waiting.pop() {
        for entry in std::fs::read_dir(&next).expect("a folder") {
            let path = entry.expect("an entry").path();
            let about = path.symlink_metadata().expect("an entry");
            let name = path.strip_prefix(folder).unwrap_or(&path);
            let name = name.to_string_lossy().into_owned();
            if about.is_dir() {
                waiting.push(path);
            } else if let Ok(target) = path.read_link() {
                found.insert(name, target.into_os_string().into_encoded_bytes());
            } else {
                let held = about.is_file().then(|| std::fs::read(&path));
                found.insert(name, held.transpose().expect("a file").unwrap_or_default());
            }
        }
    }
    found
}

struct Run {
    code: i32,
    out: String,
    err: String,
}

fn run(command: &str, place: &Path) -> Result<Run, Failed> {
    let program = Path::new(env!("CARGO_BIN_EXE_sweepnet"));
    let tools = std::env::var("PATH").unwrap_or_default();
    let tools = format!("{}:{tools}", program.parent().unwrap_or(program).display());
    // What is printed goes to files: a pipe would fill.
    let aside = tempfile::tempdir()?;
    let (out, err) = (aside.path().join("out"), aside.path().join("err"));
    let mut child = Command::new("sh")
        .args(["-c", command])
        .current_dir(place)
        .env("PATH", tools)
        .env("TMPDIR", aside.path())
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .stdout(std::fs::File::create(&out)?)
        .stderr(std::fs::File::create(&err)?)
        .spawn()?;
    let start = Instant::now();
    let code = loop {
        if let Some(status) = child.try_wait()? {
            break status.code().unwrap_or(-1);
        }
        if start.elapsed() > LONGEST {
            child.kill()?;
            return Err("it hangs".into());
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let text = |path| std::fs::read(path).map(|t| String::from_utf8_lossy(&t).into_owned());
    let run = Run {
        code,
        out: text(&out)?,
        err: text(&err)?,
    };
    std::fs::remove_file(out)?;
    std::fs::remove_file(err)?;
    let left = files(aside.path());
    match left.is_empty() {
        true => Ok(run),
        false => Err(format!("left among temporary files: {:?}", left.keys()).into()),
    }
}

/// A message without its frames and line breaks.
fn plain(message: &str) -> String {
    let frames = ['│', '×', '⚠', '╰', '─', '├', '▶'];
    let words = message.split(|c: char| c.is_whitespace() || frames.contains(&c));
    words
        .filter(|w| !w.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// What is wrong with a text that people read.
fn acting(text: &str, prints: bool) -> Option<String> {
    let acts = |c: char| c != '\n' && visible::acts(c);
    let forged = |line: &str| !prints && line.starts_with("FORGED");
    let line = (text.lines()).find(|line| line.contains(acts) || forged(line))?;
    Some(format!("this line acts: {line:?}"))
}

fn check(case: &str) -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    for (name, held) in files(&folder().join("fixture")) {
        std::fs::write(place.path().join(name), held)?;
    }
    let before = files(place.path());
    let lines = || case.lines().skip(1).filter(|line| !line.trim().is_empty());
    let commands = lines().filter_map(|line| line.strip_prefix("$ "));
    let command = commands.collect::<Vec<_>>().join("\n");
    let run = run(&command, place.path())?;
    let after = files(place.path());
    let prints = lines().any(|line| line == "prints");
    let mut wrong = Vec::new();
    let (mut code, mut expected) = (0, Vec::new());
    for line in lines().filter(|line| !line.starts_with('$') && *line != "prints") {
        let (word, rest) = line.split_once(' ').ok_or("a line of two words")?;
        let (path, part) = rest.split_once(' ').unwrap_or((rest, ""));
        let held =
            || String::from_utf8_lossy(after.get(path).map_or(&[], |held| held)).into_owned();
        let right = match word {
            "code" => {
                code = rest.parse()?;
                true
            }
            "out" => run.out.contains(rest),
            "err" => plain(&run.err).contains(rest),
            "not" => !run.out.contains(rest) && !plain(&run.err).contains(rest),
            "new" => {
                expected.push(rest);
                after.contains_key(rest) && !before.contains_key(rest)
            }
            "changed" => {
                expected.push(rest);
                after.get(rest) != before.get(rest)
            }
            "holds" => held().contains(part),
            "clean" => acting(&held(), prints).is_none() && !held().is_empty(),
            _ => return Err(format!("what does this mean? {line}").into()),
        };
        if !right {
            wrong.push(format!("this is not so: {line}"));
        }
    }
    if run.code != code {
        wrong.push(format!("the exit code is {}, not {code}", run.code));
    }
    wrong.extend(acting(&run.out, prints));
    wrong.extend(acting(&run.err, prints));
    let names = before
        .keys()
        .chain(after.keys().filter(|name| !before.contains_key(*name)));
    for name in names.filter(|name| !expected.contains(&name.as_str())) {
        match (before.get(name), after.get(name)) {
            (Some(_), None) => wrong.push(format!("{name} is gone")),
            (None, Some(_)) => wrong.push(format!("{name} is left")),
            (old, new) if old != new => wrong.push(format!("{name} is another")),
            _ => {}
        }
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "{}\n$ {command}\nstandard output:\n{}\nstandard error:\n{}",
            wrong.join("\n"),
            run.out,
            run.err
        )
        .into()),
    }
}
