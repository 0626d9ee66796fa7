//! What an evaluation and a whole command may use: `--max-steps`, `--memory`, `--max-seconds`, and sizes such as `512M`.

use super::stop::Stop;
use crate::guard::system::Meter;
use clap::Args;
use std::time::Duration;
use sweepnet_lang::session::Session;

/// Limits of each text that is evaluated.
#[derive(Args, Debug)]
pub struct Limits {
    /// Stop after this many function calls [default: 250 million]
    #[arg(long, value_name = "N")]
    max_steps: Option<u64>,

    /// Stop when values and calls need more than this, such as 512M or 2G [default: 1G]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub memory: Option<usize>,
}

impl Limits {
    /// Makes them a session's.
    pub fn apply(&self, stop: &Stop, session: &mut Session) {
        if let Some(steps) = self.max_steps {
            session.limits.steps = steps;
        }
        match self.memory {
            Some(memory) => session.limits.memory = memory,
            None => share(None, stop, session),
        }
        stop.watch(session);
    }
}

/// What a command on a net may use.
#[derive(Args, Debug)]
pub struct Resources {
    /// Stop after so many seconds
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub max_seconds: Option<Duration>,

    /// Stop when so much memory is in use, such as 512M or 8G [default: most of what is free]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub memory: Option<usize>,
}

impl Resources {
    /// Limits this process from now on.
    pub fn stop(&self, json: bool) -> Stop {
        let stop = Stop::new(self.memory, json);
        stop.after(self.max_seconds);
        stop
    }

    /// Makes them a session's.
    pub fn watch(&self, stop: &Stop, session: &mut Session) {
        share(self.memory, stop, session);
        stop.watch(session);
    }
}

/// Lets each evaluation use most of what the limit of the whole command leaves: with its own limit it ends with a message that names the
/// expression. Unless the user gave a limit, an evaluation may use no more than the session's default.
pub fn share(given: Option<usize>, stop: &Stop, session: &mut Session) {
    let Some(most) = stop.memory() else { return };
    let used = Meter::new().read().resident;
    let left = most.saturating_sub(used) / 8 * 7;
    session.limits.memory = match given {
        Some(_) => left,
        None => left.min(session.limits.memory),
    };
}

/// `512M`, `2G`, `64KB`, `1GiB`; without a letter, bytes.
pub fn size(text: &str) -> Result<usize, String> {
    let wrong = || "a size is a number with K, M, G or T after it, such as 512M".to_string();
    let upper = text.trim().to_ascii_uppercase();
    let digits = upper.trim_end_matches(|c: char| !c.is_ascii_digit());
    let shift = match &upper[digits.len()..] {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        "T" | "TB" | "TIB" => 40,
        _ => return Err(wrong()),
    };
    let number: usize = digits.parse().map_err(|_| wrong())?;
    number
        .checked_mul(1 << shift)
        .ok_or_else(|| "that is more memory than any machine has".to_string())
}

/// Seconds, perhaps with a fraction.
pub fn seconds(text: &str) -> Result<std::time::Duration, String> {
    let wrong = || "a number of seconds such as 10 or 0.5 is needed".to_string();
    let number: f64 = text.parse().map_err(|_| wrong())?;
    std::time::Duration::try_from_secs_f64(number).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(size("512M"), Ok(512 << 20));
        assert_eq!(size("2g"), Ok(2 << 30));
        assert_eq!(size("3KiB"), Ok(3 << 10));
        assert_eq!(size("70"), Ok(70));
        for wrong in ["", "M", "1.5G", "-1", "5X", "9999999999T"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn times() {
        assert_eq!(seconds("0.5"), Ok(std::time::Duration::from_millis(500)));
        for wrong in ["", "-1", "NaN", "inf", "1s"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
