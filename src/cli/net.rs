//! What all commands on nets share: which net, and the values of its parameters.

use super::{Exit, output};
use crate::net::flat::FlatNet;
use crate::net::model::Model;
use crate::net::{self, Loaded, unused};
use crate::report::json::{self, JsonDiagnostic};
use crate::report::{Refusal, Reporter};
use clap::Args;
use serde::Serialize;
use std::io;
use std::path::PathBuf;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::span::Sources;

/// Values of parameters, and what the net may read.
#[derive(Args, Clone, Debug)]
pub struct Settings {
    /// Give a parameter of the net a value; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,

    /// Let the net include files of this folder too, and not only of its own; may be given several times
    #[arg(long, value_name = "DIR")]
    pub allow_include: Vec<PathBuf>,
}

/// A net and the values of its parameters.
#[derive(Args, Debug)]
pub struct Net {
    /// The net: a YAML file, a folder with a `net.yaml`, or a model of CPN Tools (`.cpn`)
    #[arg(value_name = "NET")]
    pub path: PathBuf,

    #[command(flatten)]
    settings: Settings,
}

/// A net without errors.
pub struct Ready {
    /// As it is written.
    pub model: Model,
    /// As it runs.
    pub net: FlatNet,
}

/// A net as it is written, maybe with errors.
pub struct Written {
    /// The net.
    pub model: Model,
    /// Its texts.
    pub sources: Sources,
    /// `Mistake` if it has errors, which were told.
    pub exit: Exit,
}

#[derive(Serialize)]
struct Failure {
    diagnostics: Vec<JsonDiagnostic>,
    ok: bool,
}

impl Net {
    /// A net that was not named by the command line's arguments alone.
    pub fn new(path: PathBuf, settings: Settings) -> Net {
        Net { path, settings }
    }

    /// Loads the net and reports its problems: on standard error, or with `json` its errors as the command's only answer. A net with errors gives the
    /// exit code.
    pub fn load(&self, json: bool) -> io::Result<Result<Ready, Exit>> {
        self.load_with(None, json)
    }

    /// The same for those who need not run the net: its errors are told, but only a net that cannot be read at all gives the exit code alone.
    pub fn written(&self) -> Result<Written, Exit> {
        let Settings { set, allow_include } = &self.settings;
        let loaded = net::load_allowing(&self.path, set, allow_include).map_err(|refusal| {
            Reporter::default().refuse_once(&refusal);
            Exit::Mistake
        })?;
        let mut reporter = Reporter::default();
        reporter.show(&loaded.sources, &problems(&loaded));
        let exit = match loaded.net {
            Some(_) => Exit::Done,
            None => {
                reporter.summary();
                Exit::Mistake
            }
        };
        let model = loaded.model.ok_or(Exit::Mistake)?;
        Ok(Written {
            model,
            sources: loaded.sources,
            exit,
        })
    }

    /// The same, with other values of the parameters than those of the command line.
    pub fn load_with(
        &self,
        settings: Option<Vec<String>>,
        json: bool,
    ) -> io::Result<Result<Ready, Exit>> {
        let settings = settings.as_ref().unwrap_or(&self.settings.set);
        let allowed = &self.settings.allow_include;
        let loaded = match net::load_allowing(&self.path, settings, allowed) {
            Ok(loaded) => loaded,
            Err(refusal) => return refuse(&refusal, json).map(Err),
        };
        let problems = problems(&loaded);
        let sources = &loaded.sources;
        if let (Some(model), Some(net)) = (loaded.model, loaded.net) {
            Reporter::default().show(sources, &problems);
            return Ok(Ok(Ready { model, net }));
        }
        match json {
            true => failure(json::diagnostics(sources, &problems))?,
            false => {
                let mut reporter = Reporter::default();
                reporter.show(sources, &problems);
                reporter.summary();
            }
        }
        Ok(Err(match output::exit(&problems) {
            Exit::Limit => Exit::Limit,
            _ => Exit::Mistake,
        }))
    }
}

/// What reset arcs do is right, and maybe not what was meant.
const RESETS: [&str; 2] = ["W1115", "W1116"];

/// What is wrong with a net for those who run it. `check` reports also what nothing uses, and what
/// reset arcs leave or remove.
fn problems(loaded: &Loaded) -> Vec<Diagnostic> {
    let mut problems = loaded.problems();
    let by_check = |code: &str| unused::CODES.contains(&code) || RESETS.contains(&code);
    problems.retain(|problem| !by_check(problem.code));
    problems
}

/// What the tool itself refuses, as a command's only answer.
pub fn refuse(refusal: &Refusal, json: bool) -> io::Result<Exit> {
    match json {
        true => failure(vec![JsonDiagnostic::from(refusal)])?,
        false => Reporter::default().refuse_once(refusal),
    }
    Ok(Exit::Mistake)
}

/// Problems as a command's only answer.
pub fn failure(diagnostics: Vec<JsonDiagnostic>) -> io::Result<()> {
    output::json(&Failure {
        diagnostics,
        ok: false,
    })
}
