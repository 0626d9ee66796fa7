//! `sweepnet import`: a model of another tool becomes a net in YAML, with a report of what was not carried over as it is.

use super::stop::Stop;
use super::{Exit, net, output};
use crate::export::yaml;
use crate::import::note::Effect;
use crate::net::model::Model;
use crate::net::{self as nets, Loaded, NET_FILE};
use crate::report::json::{self, JsonDiagnostic};
use crate::report::{Refusal, Reporter};
use crate::visible;
use crate::write::{self, keep_apart};
use clap::Args;
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;
use sweepnet_lang::diagnostic::Diagnostic;

/// Make a YAML net from a model of CPN Tools
#[derive(Args, Debug)]
pub struct Import {
    /// The model (`.cpn`)
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Write the net to this file; in a folder (`model/`) it is called `net.yaml`
    #[arg(short, long, value_name = "NET", default_value = "-")]
    output: PathBuf,

    /// Let the model use files of this folder too, and not only of its own; may be given several times
    #[arg(long, value_name = "DIR")]
    allow_include: Vec<PathBuf>,

    /// Print the report as one JSON object on standard output; the net then needs a file
    #[arg(long, requires = "output")]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    file: String,
    output: String,
    pages: usize,
    places: usize,
    transitions: usize,
    substitutions: usize,
    declarations: usize,
    notes: Vec<JsonNote>,
    diagnostics: Vec<JsonDiagnostic>,
    ok: bool,
}

#[derive(Serialize)]
struct JsonNote {
    #[serde(flatten)]
    note: JsonDiagnostic,
    /// Whether the state space may be another one.
    changes_behaviour: bool,
}

impl Import {
    /// Writes the net, also of a model with mistakes: they can be corrected there.
    pub fn run(mut self) -> io::Result<Exit> {
        let _stop = Stop::new(None, self.json);
        // A folder is a net if there is a `net.yaml` in it.
        if write::is_folder(&self.output) {
            self.output.push(NET_FILE);
        }
        if self.json && self.output.as_os_str() == "-" {
            return self.refuse(&Refusal {
                message:
                    "With `--json` the report goes to standard output, so the net needs a file."
                        .to_string(),
                help: Some("Name it with `-o NET`.".to_string()),
            });
        }
        if !crate::import::is_cpn(&self.file) {
            return self.refuse(&Refusal {
                message: format!(
                    "`{}` is no model of CPN Tools: its name does not end in `.cpn`.",
                    self.file.display()
                ),
                help: Some("Other formats cannot be imported.".to_string()),
            });
        }
        let loaded = match nets::load_allowing(&self.file, &[], &self.allow_include) {
            Ok(loaded) => loaded,
            Err(refusal) => return self.refuse(&refusal),
        };
        if let Some(model) = &loaded.model {
            let text = yaml::write(model, &loaded.sources);
            let inputs = nets::files(&loaded.sources);
            let written = keep_apart(&[("-o", &self.output)], &inputs, self.json)
                .and_then(|()| write::write(&self.output, |out| out.write_all(text.as_bytes())));
            if let Err(refusal) = written {
                return self.refuse(&refusal);
            }
        }
        let errors = loaded.diagnostics.iter().any(Diagnostic::is_error);
        match self.json {
            true => self.answer(&loaded, !errors)?,
            false => self.tell(&loaded)?,
        }
        Ok(match errors {
            true => Exit::Mistake,
            false => Exit::Done,
        })
    }

    fn refuse(&self, refusal: &Refusal) -> io::Result<Exit> {
        net::refuse(refusal, self.json)
    }

    fn answer(&self, loaded: &Loaded, ok: bool) -> io::Result<()> {
        let counts = Counts::of(loaded.model.as_ref());
        let notes = loaded.notes.iter().map(|note| JsonNote {
            note: JsonDiagnostic::of(&loaded.sources, &note.diagnostic),
            changes_behaviour: note.effect == Effect::Behaviour,
        });
        output::json(&Answer {
            file: self.file.display().to_string(),
            output: self.output.display().to_string(),
            pages: counts.pages,
            places: counts.places,
            transitions: counts.transitions,
            substitutions: counts.substitutions,
            declarations: counts.declarations,
            notes: notes.collect(),
            diagnostics: json::diagnostics(&loaded.sources, &loaded.diagnostics),
            ok,
        })
    }

    fn tell(&self, loaded: &Loaded) -> io::Result<()> {
        let mut reporter = Reporter::default();
        let notes = loaded.notes.iter().map(|note| &note.diagnostic);
        reporter.show(&loaded.sources, notes.chain(&loaded.diagnostics));
        reporter.summary();
        let Some(model) = &loaded.model else {
            return Ok(());
        };
        let counts = Counts::of(Some(model));
        let changed = loaded
            .notes
            .iter()
            .filter(|note| note.effect == Effect::Behaviour);
        let errors = loaded.diagnostics.iter().any(Diagnostic::is_error);
        let behaviour = match changed.count() {
            _ if errors => "It has mistakes, which can be corrected in the YAML.".to_string(),
            0 => "Nothing that was left out changes the state space.".to_string(),
            1 => "One thing that was left out may change the state space.".to_string(),
            n => format!("{n} things that were left out may change the state space."),
        };
        let transitions = several(counts.transitions, "transition");
        let substitutions = several(counts.substitutions, "substitution transition");
        let transitions = match counts.substitutions {
            0 => transitions,
            _ => format!("{transitions}, {substitutions}"),
        };
        // Whoever closed standard error does not want to know.
        let _ = writeln!(
            io::stderr(),
            "{}: {}, {}, {transitions} and {}. {behaviour}",
            visible::line(&model.name.text),
            several(counts.pages, "page"),
            several(counts.places, "place"),
            several(counts.declarations, "declaration"),
        );
        Ok(())
    }
}

/// How much there is of what.
#[derive(Default)]
struct Counts {
    pages: usize,
    places: usize,
    transitions: usize,
    substitutions: usize,
    declarations: usize,
}

impl Counts {
    fn of(model: Option<&Model>) -> Counts {
        let Some(model) = model else {
            return Counts::default();
        };
        let pages = || model.pages.iter();
        Counts {
            pages: model.pages.len(),
            places: pages().map(|page| page.places.len()).sum(),
            transitions: pages().map(|page| page.transitions.len()).sum(),
            substitutions: pages().map(|page| page.substitutions.len()).sum(),
            declarations: model.declarations.len(),
        }
    }
}

fn several(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    }
}
