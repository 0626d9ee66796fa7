//! The trials.

use crate::nets::{NETS, PROGRAMS};
use libtest_mimic::{Arguments, Failed, Trial};
use nix::sys::resource::{UsageWho, getrusage};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

const MEGABYTE: f64 = 1024.0 * 1024.0;
/// The limits that are tested.
const MEMORY: f64 = 64.0;
const SECONDS: f64 = 1.0;
/// A command that takes longer hangs.
const HANGS: f64 = 60.0;
/// Tells a copy of this test what to do: seconds until Ctrl-C (0: never), then the command.
const COPY: &str = "measure-one";

/// Runs the trials, or one command.
pub fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == COPY) {
        return copy(&arguments[1..]);
    }
    let folder = tempfile::tempdir().expect("a folder");
    for net in NETS {
        let file = folder.path().join(format!("{}.yaml", net.name));
        std::fs::write(file, net.text()).expect("a net is written");
    }
    let trials = trials(&Arc::new(folder.path().to_path_buf()));
    let conclusion = libtest_mimic::run(&Arguments::from_args(), trials);
    // `exit` would leave the folder behind.
    let code = conclusion.exit_code();
    drop(folder);
    code
}

/// What a command came to.
#[derive(Debug)]
struct Ran {
    /// Its exit code; negative: the signal that ended it.
    code: i32,
    seconds: f64,
    /// The most memory it had.
    megabytes: f64,
    output: String,
}

/// Runs a command, in this process that has no other child, and prints its figures last.
fn copy(arguments: &[String]) -> ExitCode {
    use std::os::unix::process::ExitStatusExt;
    let [pause, program, arguments @ ..] = arguments else {
        return ExitCode::FAILURE;
    };
    let pause: f64 = pause.parse().expect("seconds");
    let start = Instant::now();
    let command = Command::new(program).args(arguments).spawn();
    let mut child = command.expect("the command starts");
    let mut since = start;
    let mut asked = pause == 0.0;
    let status = loop {
        if let Some(status) = child.try_wait().expect("the child can be waited for") {
            break status;
        }
        if !asked && since.elapsed().as_secs_f64() > pause {
            asked = true;
            since = Instant::now();
            let pid = child.id().to_string();
            let kill = Command::new("kill").args(["-INT", &pid]).status();
            assert!(kill.expect("kill runs").success());
        }
        if start.elapsed().as_secs_f64() > HANGS {
            child.kill().expect("the child can be killed");
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the system counts");
    let unit = if cfg!(target_os = "macos") { 1 } else { 1024 };
    let megabytes = (usage.max_rss() * unit) as f64 / MEGABYTE;
    let code = status.code().or(status.signal().map(|signal| -signal));
    println!(
        "\n{} {} {megabytes}",
        code.unwrap_or(0),
        since.elapsed().as_secs_f64()
    );
    ExitCode::SUCCESS
}

/// Runs a command by a copy; with Ctrl-C after so many seconds, from which on the time counts.
fn run(pause: f64, arguments: &[String]) -> Result<Ran, Failed> {
    let output = Command::new(std::env::current_exe()?)
        .args([COPY, &pause.to_string()])
        .args(arguments)
        .stdin(Stdio::null())
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let problems = String::from_utf8_lossy(&output.stderr).into_owned();
    let (printed, figures) = text.trim_end().rsplit_once('\n').ok_or("no figures")?;
    let figures: Vec<f64> = (figures.split(' '))
        .map(str::parse)
        .collect::<Result<_, _>>()?;
    let [code, seconds, megabytes] = figures[..] else {
        return Err("three figures were expected".into());
    };
    Ok(Ran {
        code: code as i32,
        seconds,
        megabytes,
        output: format!(
            "{problems}{}",
            printed.chars().take(2000).collect::<String>()
        ),
    })
}

/// Runs a command up to twice: another process may have taken the time.
fn judged(
    pause: f64,
    arguments: &[String],
    judge: impl Fn(&Ran) -> Result<(), String>,
) -> Result<(), Failed> {
    if judge(&run(pause, arguments)?).is_ok() {
        return Ok(());
    }
    let again = run(pause, arguments)?;
    judge(&again).map_err(|complaint| format!("{complaint}: {again:?}").into())
}

/// It ended by itself, with an exit code that means something, and not with a panic.
fn ended_well(ran: &Ran) -> Result<(), String> {
    match ran.code {
        0 | 1 | 3 if !ran.output.contains("panicked") => Ok(()),
        _ => Err("it ended badly".to_string()),
    }
}

fn within(ran: &Ran, memory: Option<f64>, seconds: Option<f64>) -> Result<(), String> {
    ended_well(ran)?;
    if memory.is_some_and(|limit| ran.megabytes > limit * 1.05 + 20.0) {
        return Err(format!("{} MB", ran.megabytes));
    }
    if seconds.is_some_and(|limit| ran.seconds > limit + 1.0) {
        return Err(format!("{} s", ran.seconds));
    }
    Ok(())
}

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_string).collect()
}

fn program() -> String {
    env!("CARGO_BIN_EXE_sweepnet").to_string()
}

/// Commands on a net, and the nets on which each runs by default.
const COMMANDS: &[(&str, &str, &[&str])] = &[
    ("explore", "", &["*"]),
    (
        "explore",
        "--json --sccs --report /dev/null",
        &["counter", "cube", "bag"],
    ),
    ("explore", "--sweep 0", &["cube", "text", "list", "strings"]),
    ("explore", "--threads 2", &["flips", "counter"]),
    ("explore", "--depth-first", &["grid"]),
    (
        "simulate",
        "--quiet --steps 1000000000",
        &["free", "list", "bag", "power"],
    ),
    ("check", "", &["value", "file", "initial"]),
    ("check", "--run", &["cube", "strings", "free"]),
    ("draw", "--space", &["free", "deep", "double"]),
    (
        "query",
        "-e CalculateOccGraph() -e CalculateSccGraph()",
        &["counter", "cube", "text", "garbage", "free"],
    ),
];

fn trials(folder: &Arc<PathBuf>) -> Vec<Trial> {
    let all = std::env::var_os("ALL_LIMITS").is_some();
    let mut trials = Vec::new();
    for (command, options, sample) in COMMANDS {
        for net in NETS {
            if all || sample == &["*"] || sample.contains(&net.name) {
                trials.extend(limited(folder, net.name, command, options));
            }
        }
    }
    for (name, text) in PROGRAMS {
        trials.extend(evaluated(name, text));
    }
    for (net, options) in INTERRUPTED {
        trials.push(interrupted(folder, net, options));
    }
    for megabytes in REFUSED {
        for (command, net) in [("explore", "cube"), ("explore", "list"), ("check", "file")] {
            if all || megabytes % 160 == 80 {
                trials.push(refused(folder, *megabytes, command, net));
            }
        }
    }
    trials
}

/// A command on a net, with little memory and with little time.
fn limited(folder: &Path, net: &'static str, command: &str, options: &str) -> [Trial; 2] {
    let file = folder.join(format!("{net}.yaml")).display().to_string();
    let with = |limits: &str| {
        let mut arguments = vec![program(), command.to_string(), file.clone()];
        arguments.extend(words(limits));
        arguments.extend(words(options).into_iter().filter(|word| !word.is_empty()));
        arguments
    };
    let little_memory = with("--memory 64M --max-seconds 10");
    let little_time = with("--memory 2G --max-seconds 1");
    let name = |limit: &str| format!("{command} {options} {net} within {limit}");
    [
        Trial::test(name("64 MB"), move || {
            judged(0.0, &little_memory, |ran| within(ran, Some(MEMORY), None))
        }),
        Trial::test(name("1 s"), move || {
            judged(0.0, &little_time, |ran| within(ran, None, Some(SECONDS)))
        }),
    ]
}

/// A program without a net.
fn evaluated(name: &str, text: &'static str) -> [Trial; 2] {
    let with = |limits: &str| {
        let mut arguments = vec![program(), "eval".to_string()];
        arguments.extend(words(limits));
        arguments.extend(["-e".to_string(), text.to_string()]);
        arguments
    };
    let little_memory = with("--memory 64M --max-seconds 10");
    let little_time = with("--memory 2G --max-seconds 1");
    [
        Trial::test(format!("eval {name} within 64 MB"), move || {
            judged(0.0, &little_memory, |ran| within(ran, Some(MEMORY), None))
        }),
        Trial::test(format!("eval {name} within 1 s"), move || {
            judged(0.0, &little_time, |ran| within(ran, None, Some(SECONDS)))
        }),
    ]
}

/// Nets and options at which Ctrl-C comes after half a second.
const INTERRUPTED: &[(&str, &str)] = &[
    ("cube", "explore"),
    ("cube", "explore --threads 2"),
    ("strings", "explore --sweep 0"),
    ("forever", "explore"),
    ("begin", "explore"),
    ("free", "explore"),
    ("pairs", "explore"),
    ("file", "check"),
    ("free", "simulate --quiet"),
    ("grid", "query -e CalculateOccGraph()"),
];

/// Ctrl-C ends a command within a second.
fn interrupted(folder: &Path, net: &'static str, command: &str) -> Trial {
    let file = folder.join(format!("{net}.yaml")).display().to_string();
    let mut arguments = vec![program()];
    arguments.extend(words(command));
    arguments.insert(2, file);
    let judge = |ran: &Ran| match ran.code {
        // The signal itself, while the net is read.
        -2 => within(
            &Ran {
                code: 0,
                ..clone(ran)
            },
            None,
            Some(0.0),
        ),
        _ => within(ran, None, Some(0.0)),
    };
    Trial::test(format!("Ctrl-C ends {command} {net}"), move || {
        judged(0.5, &arguments, judge)
    })
}

fn clone(ran: &Ran) -> Ran {
    Ran {
        output: ran.output.clone(),
        ..*ran
    }
}

/// Megabytes that the system lets a process map.
const REFUSED: &[u32] = &[40, 80, 120, 160, 240, 320, 400];

/// A system that refuses memory gets a sentence, whatever the program is at.
fn refused(folder: &Path, megabytes: u32, command: &str, net: &'static str) -> Trial {
    let file = folder.join(format!("{net}.yaml")).display().to_string();
    let script = format!(
        "ulimit -v {} && exec {} {command} {file} --max-seconds 10 --threads 2 2>&1",
        megabytes * 1024,
        program(),
    );
    let script = match command {
        "explore" => script,
        _ => script.replace(" --threads 2", ""),
    };
    let arguments = vec!["sh".to_string(), "-c".to_string(), script];
    let judge = |ran: &Ran| match ran.seconds > HANGS {
        true => Err("it hangs".to_string()),
        false => ended_well(ran),
    };
    Trial::test(
        format!("{command} {net} with {megabytes} MB of addresses"),
        move || judged(0.0, &arguments, judge),
    )
}
