//! `sweepnet check`: finds every problem in nets, and in programs without running them.

use super::expectations::{Run, Runner, Show};
use super::inputs::file_name;
use super::net::Settings;
use super::stop::Stop;
use super::{Exit, Language, limits, output};
use crate::file;
use crate::guard::Stage;
use crate::net::model::{Expectation, Model};
use crate::net::{self, Loaded};
use crate::report::json::{self, JsonDiagnostic};
use crate::report::{Refusal, Reporter};
use crate::visible;
use clap::Args;
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::session::Session;
use sweepnet_lang::span::Sources;

/// Find every problem in nets, and in programs without running them
#[derive(Args, Debug)]
pub struct Check {
    /// Nets (YAML files, folders with a `net.yaml`, models of CPN Tools) and programs (other files), each checked for itself; `-` is a program on standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    settings: Settings,

    #[command(flatten)]
    language: Language,

    /// Explore each net as its `expect` entries say, and compare the figures
    #[arg(long, conflicts_with = "set")]
    run: bool,

    /// Stop after so many seconds for each file, and with `--run` for each search
    #[arg(long, value_name = "S", value_parser = limits::seconds)]
    max_seconds: Option<Duration>,

    /// Stop when so much memory is in use, such as 512M or 8G [default: most of what is free]
    #[arg(long, value_name = "SIZE", value_parser = limits::size)]
    memory: Option<usize>,

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
    #[serde(skip_serializing_if = "Vec::is_empty")]
    runs: Vec<Run>,
    ok: bool,
    /// How files with problems end the command: at a limit, if no file has another problem.
    #[serde(skip)]
    exit: Exit,
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
        let mut session = None;
        let mut reporter = Reporter::default();
        let mut answer = Answer {
            files: Vec::new(),
            diagnostics: Vec::new(),
            runs: Vec::new(),
            ok: true,
            exit: Exit::Limit,
        };
        let stop = Stop::new(self.memory, self.json);
        let limits = (self.memory, self.max_seconds);
        let mut runner = (self.run).then(|| Runner::new(stop.clone(), limits, &self.settings));
        for path in &self.files {
            stop.next(Stage::Loading, self.max_seconds);
            let found = match net::is_net(path) {
                true => {
                    let Settings { set, allow_include } = &self.settings;
                    let loaded = net::load_allowing(path, set, allow_include);
                    loaded.map(|loaded| Found::net(path, loaded))
                }
                false => self.program(path, &mut session),
            };
            match found {
                Ok(found) => {
                    let expect = found.expect.clone();
                    self.tell(found, &mut reporter, &mut answer)?;
                    if let Some(runner) = &mut runner {
                        runner.run(path, &expect, self.show())?;
                    }
                }
                Err(refusal) => {
                    answer.ok = false;
                    answer.exit = Exit::Mistake;
                    match self.json {
                        true => answer.diagnostics.push(JsonDiagnostic::from(&refusal)),
                        false => reporter.refuse(&refusal),
                    }
                }
            }
        }
        let mut exit = match answer.ok {
            true => Exit::Done,
            false => answer.exit,
        };
        if let Some(runner) = runner {
            answer.ok &= runner.exit == Exit::Done;
            answer.runs = runner.runs;
            exit = if exit == Exit::Done {
                runner.exit
            } else {
                exit
            };
        }
        match self.json {
            true => output::json(&answer)?,
            false => reporter.summary(),
        }
        Ok(exit)
    }

    fn show(&self) -> Show {
        match (self.json, self.quiet) {
            (true, _) => Show::Nothing,
            (false, true) => Show::Wrong,
            (false, false) => Show::All,
        }
    }

    fn program(&self, path: &Path, session: &mut Option<Session>) -> Result<Found, Refusal> {
        let name = file_name(path);
        let text = file::read(path)?;
        let session = session.get_or_insert_with(|| Session::new(self.language.dialect()));
        let problems = session.check(&name, &text);
        Ok(Found {
            name,
            sources: session.sources.clone(),
            problems,
            size: None,
            expect: Vec::new(),
        })
    }

    fn tell(&self, found: Found, reporter: &mut Reporter, answer: &mut Answer) -> io::Result<()> {
        let errors = found.problems.iter().filter(|d| d.is_error()).count();
        let good = errors == 0 && (found.problems.is_empty() || !self.strict);
        answer.ok &= good;
        if !good && output::exit(&found.problems) != Exit::Limit {
            answer.exit = Exit::Mistake;
        }
        if self.json {
            let problems = json::diagnostics(&found.sources, &found.problems);
            answer.diagnostics.extend(problems);
            answer.files.push(Checked {
                name: found.name,
                errors,
                warnings: found.problems.len() - errors,
            });
            return Ok(());
        }
        reporter.show(&found.sources, &found.problems);
        // After warnings the name is told only if figures follow.
        let figures = self.run && !found.expect.is_empty();
        if self.quiet || !found.problems.is_empty() && !figures {
            return Ok(());
        }
        let size = found
            .size
            .map_or(String::new(), |size| format!(" ({size})"));
        let problems = match found.problems.len() {
            0 => "no problems".to_string(),
            1 => "1 warning".to_string(),
            n => format!("{n} warnings"),
        };
        let name = visible::line(&found.name);
        writeln!(io::stdout(), "{name}: {problems}{size}")
    }
}

/// What checking one file came to.
struct Found {
    name: String,
    sources: Sources,
    problems: Vec<Diagnostic>,
    /// How large a net is.
    size: Option<String>,
    /// What a net without errors expects.
    expect: Vec<Expectation>,
}

impl Found {
    fn net(path: &Path, loaded: Loaded) -> Found {
        Found {
            name: file_name(&net::file_of(path)),
            expect: match (&loaded.net, &loaded.model) {
                (Some(_), Some(model)) => model.expect.clone(),
                _ => Vec::new(),
            },
            problems: loaded.problems(),
            sources: loaded.sources,
            size: loaded.model.as_ref().map(size),
        }
    }
}

/// `5 places, 3 transitions`, and the pages if there are several.
fn size(model: &Model) -> String {
    let count = |n: usize, what: &str| match n {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    };
    let places = model.pages.iter().map(|page| page.places.len()).sum();
    let transitions = model.pages.iter().map(|page| page.transitions.len()).sum();
    let pages = match model.pages.len() {
        0 | 1 => String::new(),
        n => format!("{}, ", count(n, "page")),
    };
    format!(
        "{pages}{}, {}",
        count(places, "place"),
        count(transitions, "transition")
    )
}
