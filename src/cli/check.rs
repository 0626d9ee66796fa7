//! `sweepnet check`: finds every problem in programs without running them.

use super::inputs::file_name;
use super::{Exit, Language, file, output};
use crate::report::Reporter;
use crate::report::json::{self, JsonDiagnostic};
use clap::Args;
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::session::Session;

/// Find every problem in programs without running them
#[derive(Args, Debug)]
pub struct Check {
    /// Programs, each checked for itself; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    language: Language,

    /// Print one JSON object on standard output and nothing else there
    #[arg(long)]
    json: bool,

    /// Say nothing of files without problems
    #[arg(long, short)]
    quiet: bool,

    /// Fail on warnings too
    #[arg(long)]
    strict: bool,
}

#[derive(Serialize)]
struct Answer {
    files: Vec<Checked>,
    diagnostics: Vec<JsonDiagnostic>,
    ok: bool,
}

#[derive(Serialize)]
struct Checked {
    name: String,
    errors: usize,
    warnings: usize,
}

impl Check {
    /// Checks all files, also those after one with problems.
    pub fn run(self) -> io::Result<Exit> {
        let mut session = Session::new(self.language.dialect());
        let mut reporter = Reporter::default();
        let mut answer = Answer {
            files: Vec::new(),
            diagnostics: Vec::new(),
            ok: true,
        };
        for path in &self.files {
            let name = file_name(path);
            let text = match file::read(path) {
                Ok(text) => text,
                Err(refusal) => {
                    answer.ok = false;
                    match self.json {
                        true => answer.diagnostics.push(JsonDiagnostic::from(&refusal)),
                        false => reporter.refuse(&refusal),
                    }
                    continue;
                }
            };
            let found = session.check(&name, &text);
            let errors = found.iter().filter(|d| d.is_error()).count();
            answer.ok &= errors == 0 && (found.is_empty() || !self.strict);
            if self.json {
                let problems = json::diagnostics(&session.sources, &found);
                answer.diagnostics.extend(problems);
                answer.files.push(Checked {
                    name,
                    errors,
                    warnings: found.len() - errors,
                });
            } else {
                self.tell(&session, &mut reporter, &name, &found)?;
            }
        }
        match self.json {
            true => output::json(&answer)?,
            false => reporter.summary(),
        }
        Ok(match answer.ok {
            true => Exit::Done,
            false => Exit::Mistake,
        })
    }

    fn tell(
        &self,
        session: &Session,
        reporter: &mut Reporter,
        name: &str,
        found: &[Diagnostic],
    ) -> io::Result<()> {
        reporter.show(&session.sources, found);
        match found.is_empty() && !self.quiet {
            true => writeln!(io::stdout(), "{name}: no problems"),
            false => Ok(()),
        }
    }
}
