//! The file `baseline.tsv`: for each instance the instructions counted when the baseline was
//! written, and optionally the highest ratio that is allowed with the reason for it.

use std::fmt::Write;
use std::path::PathBuf;

/// Highest ratio of an instance without a limit of its own.
const LIMIT: f64 = 1.05;
/// Comment at the beginning of the file.
const HEAD: &str = "\
# Instructions of `cargo bench --bench instructions`, written with `-- --update`.
# Two more columns may follow: the highest ratio that is allowed, and the reason for it.
";
/// Beginning of the line with the version of the compiler.
const COMPILER: &str = "# compiler: ";

/// All counts and the compiler behind them.
#[derive(Debug)]
pub struct Baseline {
    /// Output of `rustc --version`.
    pub compiler: String,
    entries: Vec<Entry>,
}

/// One line of the file.
#[derive(Debug)]
pub struct Entry {
    name: String,
    /// Instructions when the baseline was written.
    pub instructions: u64,
    /// Highest ratio that is allowed.
    pub limit: f64,
    /// Why another limit than the usual one was agreed on; empty if it was not.
    pub reason: String,
}

impl Entry {
    /// Text behind the row of the table.
    pub fn remark(&self) -> String {
        match self.reason.is_empty() {
            true => String::new(),
            false => format!(" up to {}: {}", self.limit, self.reason),
        }
    }
}

impl Baseline {
    /// Reads the file; it is empty if there is none yet.
    pub fn read() -> Baseline {
        let text = std::fs::read_to_string(path()).unwrap_or_default();
        let compiler = text.lines().find_map(|line| line.strip_prefix(COMPILER));
        Baseline {
            compiler: compiler.unwrap_or("an unknown compiler").to_owned(),
            entries: (text.lines())
                .filter(|line| !line.starts_with('#'))
                .map(|line| entry(line).unwrap_or_else(|| panic!("not a line of counts: {line}")))
                .collect(),
        }
    }

    /// Returns the line of an instance.
    pub fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.name == name)
    }

    /// Sets the count of an instance, whose limit returns to the usual one.
    pub fn set(&mut self, name: &str, instructions: u64) {
        self.entries.retain(|entry| entry.name != name);
        self.entries.push(Entry {
            name: name.to_owned(),
            instructions,
            limit: LIMIT,
            reason: String::new(),
        });
    }

    /// Writes the file, instances in alphabetical order.
    pub fn write(&mut self) {
        self.entries.sort_by(|a, b| a.name.cmp(&b.name));
        let mut text = format!("{HEAD}{COMPILER}{}\n", self.compiler);
        for entry in &self.entries {
            write!(text, "{}\t{}", entry.name, entry.instructions).expect("memory");
            if !entry.reason.is_empty() {
                write!(text, "\t{}\t{}", entry.limit, entry.reason).expect("memory");
            }
            text.push('\n');
        }
        std::fs::write(path(), text).expect("the baseline can be written");
    }
}

fn path() -> PathBuf {
    PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/benches/instructions/baseline.tsv"
    ))
}

/// Reads a line: name and count, or name, count, limit and reason.
fn entry(line: &str) -> Option<Entry> {
    let mut columns = line.split('\t');
    let (name, instructions) = (columns.next()?.to_owned(), columns.next()?.parse().ok()?);
    let (limit, reason) = match (columns.next(), columns.next()) {
        (None, _) => (LIMIT, String::new()),
        (Some(limit), Some(reason)) => (limit.parse().ok()?, reason.to_owned()),
        (Some(_), None) => return None,
    };
    Some(Entry {
        name,
        instructions,
        limit,
        reason,
    })
}
