//! A live line on standard error while a search runs, if somebody is there to see it.

use crate::explore::control::Progress;
pub use crate::numbers::grouped;
use std::io::{IsTerminal, Write};
use std::time::Duration;

/// The line.
#[derive(Debug)]
pub struct Line {
    shown: bool,
    wanted: bool,
    last: Option<(usize, Duration)>,
}

impl Line {
    /// A line, if standard error is a terminal.
    pub fn on_stderr() -> Line {
        Line {
            shown: false,
            wanted: std::io::stderr().is_terminal(),
            last: None,
        }
    }

    /// Shows how far a search has come. A search shorter than half a second shows nothing.
    pub fn show(&mut self, progress: &Progress) {
        if !self.wanted || progress.elapsed < Duration::from_millis(500) {
            return;
        }
        let (states, since) = self.last.unwrap_or_default();
        let seconds = (progress.elapsed - since).as_secs_f64();
        let rate = (progress.states.saturating_sub(states)) as f64 / seconds.max(1e-3);
        self.last = Some((progress.states, progress.elapsed));
        self.shown = true;
        let at = match &progress.at {
            Some(value) => format!("at {value}, "),
            None => String::new(),
        };
        let text = format!(
            "{at}{} states, {} waiting, {} states/s, {}, {:.0} s",
            grouped(progress.states as u64),
            grouped(progress.frontier as u64),
            grouped(rate as u64),
            bytes(progress.bytes),
            progress.elapsed.as_secs_f64(),
        );
        let _ = write!(std::io::stderr(), "\r\x1b[K{text}");
        let _ = std::io::stderr().flush();
    }

    /// Takes the line away.
    pub fn clear(&mut self) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
            self.shown = false;
        }
    }
}

/// A number of bytes for people.
pub fn bytes(number: usize) -> String {
    let number = number as f64;
    match number {
        n if n >= 1e9 => format!("{:.1} GB", n / 1e9),
        n if n >= 1e6 => format!("{:.1} MB", n / 1e6),
        n if n >= 1e3 => format!("{:.1} kB", n / 1e3),
        n => format!("{n} bytes"),
    }
}

/// The most memory that this process has had, as the system counts it; 0 if it does not say.
pub fn max_rss() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
    let now = || memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem);
    kilobytes.map_or_else(now, |kb: usize| kb * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_people() {
        assert_eq!(bytes(999), "999 bytes");
        assert_eq!(bytes(15_600_000), "15.6 MB");
    }

    #[test]
    fn a_process_has_memory() {
        assert!(max_rss() > 100_000);
    }
}
