//! CPU time and memory of a program that runs as a process of its own.
//!
//! The system keeps these figures for all finished children of a process together. So a program is not started by the benchmark itself but by another
//! copy of it that has no other child: [`serve`] is what that copy does, [`run`] asks for it.

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeVal;
use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The first argument of the copy.
const COPY: &str = "measure-one";
/// How often the copy looks whether the program has ended.
const LOOK: Duration = Duration::from_millis(2);

/// What a program used, and what it printed.
#[derive(Clone, Debug)]
pub struct Run {
    /// User and system time of all its threads, in seconds.
    pub cpu: f64,
    /// Seconds on the clock.
    pub wall: f64,
    /// Most memory it had, in bytes.
    pub rss: u64,
    /// Standard output.
    pub output: String,
}

/// Must come first in `main`: does the work of a copy, if this process is one, and ends it.
pub fn serve() {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().as_deref() != Some(OsStr::new(COPY)) {
        return;
    }
    let limit = arguments.next().and_then(|a| a.to_str()?.parse().ok());
    let limit = Duration::from_secs(limit.expect("a time limit in seconds"));
    let program = arguments.next().expect("a program");
    let start = Instant::now();
    let mut child = (Command::new(program).args(arguments).spawn()).expect("the program starts");
    let mut ended = None;
    while ended.is_none() && start.elapsed() < limit {
        ended = child.try_wait().expect("the child can be waited for");
        if ended.is_none() {
            std::thread::sleep(LOOK);
        }
    }
    if ended.is_none() {
        child.kill().expect("the child can be killed");
        child.wait().expect("the child can be waited for");
    }
    let wall = start.elapsed().as_secs_f64();
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the system counts");
    let cpu = seconds(usage.user_time()) + seconds(usage.system_time());
    println!("\n{cpu} {wall} {}", usage.max_rss() * 1024);
    // Sweepnet ends with 1 where there is no trace, which is an answer.
    let good = ended.is_some_and(|status| matches!(status.code(), Some(0 | 1)));
    std::process::exit(if good {
        0
    } else {
        1 + i32::from(ended.is_none())
    });
}

fn seconds(time: TimeVal) -> f64 {
    time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6
}

/// Runs a program to its end; `None` if it takes longer than `limit` seconds. Ends the benchmark if the program fails.
pub fn run(program: &Path, arguments: &[String], folder: &Path, limit: u64) -> Option<Run> {
    let this = std::env::current_exe().expect("the benchmark knows where it is");
    let output = Command::new(this)
        .args([COPY, &limit.to_string()])
        .arg(program)
        .args(arguments)
        .current_dir(folder)
        .stderr(Stdio::inherit())
        .output()
        .expect("the benchmark can be started again");
    if output.status.code() == Some(2) {
        return None;
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{} failed:\n{text}",
        program.display()
    );
    let (printed, figures) = (text.trim_end().rsplit_once('\n')).expect("a line of figures");
    let mut figures = figures.split(' ').map(|f| f.parse().expect("a figure"));
    let mut next = || figures.next().expect("three figures");
    Some(Run {
        cpu: next(),
        wall: next(),
        rss: next() as u64,
        output: printed.to_owned(),
    })
}

/// Of several runs the one with the least CPU time, its wall-clock time being the least of all; `None` if one took too long.
pub fn best(times: usize, mut run: impl FnMut() -> Option<Run>) -> Option<Run> {
    let mut best = run()?;
    for _ in 1..times {
        let next = run()?;
        let wall = best.wall.min(next.wall);
        if next.cpu < best.cpu {
            best = next;
        }
        best.wall = wall;
    }
    Some(best)
}
