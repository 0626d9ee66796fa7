//! Nets: from a file to what the engine runs.
//!
//! ```text
//! file ─ yaml ──► tree ─ read ──► Model ─ structure, flatten ──► instances ─ inscriptions ──► FlatNet
//! ```
//!
//! `yaml` knows the YAML crate and nothing of nets, `read` the keys of the format, `structure` how the parts must fit together. The whole net is one session of
//! the language: first the parameters, then the declarations, then each inscription. Every step tells all the problems it finds, and the next
//! one is done as long as its answers would mean something.

mod adopt;
pub mod beside;
pub mod codes;
pub(crate) mod comment;
mod declare;
mod declared;
pub mod delay;
pub mod elements;
pub mod expression;
pub mod flat;
pub mod flatten;
pub mod foreign;
mod hints;
pub mod inscriptions;
pub mod layout;
pub mod model;
pub mod named;
pub mod names;
pub mod observe;
pub mod parameters;
pub mod plan;
pub mod read;
pub mod structure;
pub(crate) mod suggest;
pub(crate) mod unused;
pub mod yaml;

use crate::file;
use crate::import;
use crate::import::note::{Effect, Note};
use crate::report::Refusal;
use beside::Beside;
use expression::MarkingExpression;
use flat::FlatNet;
use model::Model;
use observe::Observation;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::session::{Dialect, Session};
use sweepnet_lang::span::{SourceId, Sources, Text};

/// The JSON Schema of the format.
pub const SCHEMA: &str = include_str!("schema.json");
/// The file of a net that is a folder.
pub const NET_FILE: &str = "net.yaml";
/// The code of a file that cannot be included: its declarations are missing.
const NO_INCLUDE: &str = "E1009";
/// The code of a variable that no arc gives a value.
const UNBOUND: &str = "E1102";
/// Larger files are no nets.
const LARGEST: u64 = 16 << 20;
/// Models of CPN Tools hold their pictures too.
const LARGEST_CPN: u64 = 64 << 20;

/// What loading a net gave.
#[derive(Debug)]
pub struct Loaded {
    /// All texts, for showing the problems.
    pub sources: Sources,
    /// The net as it is written; `None` if the file could not be read as one.
    pub model: Option<Model>,
    /// What the engine runs; `None` if there are errors.
    pub net: Option<FlatNet>,
    /// Errors and warnings in the order of the file.
    pub diagnostics: Vec<Diagnostic>,
    /// Of a model of another tool: what was not carried over as it is.
    pub notes: Vec<Note>,
}

impl Loaded {
    /// Errors and warnings, and notes that the state space may be another one. Notes that mean nothing for it are for those who import the model.
    pub fn problems(&self) -> Vec<Diagnostic> {
        let changes = self.notes.iter().filter(|n| n.effect == Effect::Behaviour);
        let changes = changes.map(|note| &note.diagnostic);
        self.diagnostics.iter().chain(changes).cloned().collect()
    }
}

/// Whether a path is meant as a net: a YAML file, a model of CPN Tools or a folder.
pub fn is_net(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|e| e.eq_ignore_ascii_case("yaml") || e.eq_ignore_ascii_case("yml"))
        || import::is_cpn(path)
        || path.is_dir()
}

/// The file of a net.
pub fn file_of(path: &Path) -> PathBuf {
    match path.is_dir() {
        true => path.join(NET_FILE),
        false => path.to_path_buf(),
    }
}

/// The files that texts were read from.
pub fn files(sources: &Sources) -> Vec<PathBuf> {
    let all = (0..sources.len() as u32).map(SourceId);
    // Parts of files have their names.
    let names: BTreeSet<&str> = all.map(|source| &*sources.get(source).name).collect();
    let paths = names.into_iter().map(PathBuf::from);
    paths.filter(|path| path.is_file()).collect()
}

/// Loads a net from a file, or a folder with a `net.yaml`. `settings` are `NAME=VALUE`.
pub fn load(path: &Path, settings: &[String]) -> Result<Loaded, Refusal> {
    load_allowing(path, settings, &[])
}

/// The same, where included files may be in further folders.
pub fn load_allowing(
    path: &Path,
    settings: &[String],
    allowed: &[PathBuf],
) -> Result<Loaded, Refusal> {
    if path.is_dir() && !path.join(NET_FILE).exists() {
        return Err(Refusal {
            message: format!(
                "`{}` is a directory without a `{NET_FILE}`, so it is no net.",
                path.display()
            ),
            help: Some("Name the net's file.".to_string()),
        });
    }
    let path = file_of(path);
    let text = match import::is_cpn(&path) {
        true => import::encoding::decode(file::bytes_up_to(&path, LARGEST_CPN)?),
        false => file::read_up_to(&path, LARGEST)?,
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    // The folder's name, if the file is called as all nets are.
    let named = match path.file_name().is_some_and(|name| name == NET_FILE) {
        true => std::path::absolute(folder).unwrap_or_default(),
        false => path.clone(),
    };
    let name = named.file_stem().unwrap_or_default().to_string_lossy();
    let name = if name.is_empty() { "net".into() } else { name };
    let shown = path.display().to_string();
    let beside = Beside::new(folder, allowed);
    Ok(load_text(&shown, text, beside, &name, settings))
}

/// Loads a net from a text; the name of the file says what it is. `folder` is where included files are looked for, `name` what the net is called if it does not say.
pub fn load_text<'a>(
    file: &str,
    text: impl Into<Text>,
    folder: impl Into<Beside<'a>>,
    name: &str,
    settings: &[String],
) -> Loaded {
    let session = Session::new(Dialect::Cpn);
    load_into(session, file, text.into(), folder, name, settings)
}

/// The same, in a new session made before: who loads many nets makes one and copies it.
pub fn load_into<'a>(
    mut session: Session,
    file: &str,
    text: Text,
    folder: impl Into<Beside<'a>>,
    name: &str,
    settings: &[String],
) -> Loaded {
    let source = session.sources.add(file, text);
    let reader = match import::is_cpn(Path::new(file)) {
        true => import::cpn::read,
        false => read::read,
    };
    let beside = folder.into();
    let own_folder = beside.folder();
    let read = reader(&mut session.sources, source, beside, name);
    let mut diagnostics = read.problems;
    let whole = !diagnostics.iter().any(|problem| problem.code == NO_INCLUDE);
    let Some(mut model) = read.model else {
        return Loaded {
            sources: session.sources,
            model: None,
            net: None,
            diagnostics,
            notes: Vec::new(),
        };
    };
    let imported = read.imported.is_some();
    let mut notes = read.imported.unwrap_or_default();
    diagnostics.extend(parameters::set(&mut model, &mut session.sources, settings));
    diagnostics.extend(parameters::check_expectations(&mut model));
    diagnostics.extend(structure::check(&model, &read.unread));
    structure::share_initial_markings(&mut model);
    let sound = !failed(&diagnostics);
    if !sound || imported {
        // Something may only look loose or forgotten, because what uses it could not be read. Those who made a model with another tool were not told.
        diagnostics.retain(Diagnostic::is_error);
    }
    if model.real_time {
        session.use_real_time();
    }
    let mut adopted = None;
    let declared = match imported {
        true => {
            adopted = Some(adopt::declarations_of(&mut model, &mut session));
            true
        }
        false => whole && declare::all(&model, &mut session, &mut diagnostics),
    };
    diagnostics.extend(parameters::hidden(&model, &session.sources));
    let colours = structure::check_colours(&model, &session);
    let sound = sound && colours.is_empty();
    diagnostics.extend(colours);
    let mut symmetries = Vec::new();
    let net = match declared {
        true => {
            symmetries = inscriptions::symmetries(&model, &mut session, &mut diagnostics);
            inscribe(&model, &mut session, &mut diagnostics, sound)
        }
        false => None,
    };
    if let Some(adopted) = adopted {
        let sources = &mut session.sources;
        adopted.judge(&mut model, sources, &mut diagnostics, &mut notes);
    }
    if !failed(&diagnostics) && !imported {
        diagnostics.extend(structure::loose_ends(&model));
        diagnostics.extend(unused::unused(&model, &session.sources, source, own_folder));
    }
    hints::explain(&model, &session.sources, &mut diagnostics);
    sort(&session.sources, &mut diagnostics);
    let mut sources = session.sources.clone();
    let assemble = |(places, transitions): (Vec<flat::Place>, Vec<flat::Transition>)| FlatNet {
        name: model.name.text.clone(),
        timed: places.iter().any(|place| place.timed)
            || transitions
                .iter()
                .any(|transition| transition.delay.is_some()),
        session,
        places,
        transitions,
        symmetries,
        observations: Vec::new(),
    };
    let mut net = net.filter(|_| !failed(&diagnostics)).map(assemble);
    if let Some(net) = &mut net {
        diagnostics.extend(net.transitions.iter().filter_map(quiet_cell));
        for (_, text) in &model.measures {
            let measure = MarkingExpression::measure(net, text.source);
            diagnostics.extend(measure.map_or_else(|problems| problems, |m| m.warnings));
        }
        let (observations, broken) = observe::observations(&model, net);
        diagnostics.extend(observations.iter().flat_map(Observation::warnings));
        net.observations = observations;
        match imported {
            true => notes.extend(observe::keep(&mut model, broken)),
            false => diagnostics.extend(broken.into_iter().flat_map(|(_, problems)| problems)),
        }
        if !model.monitors.is_empty() {
            // What was framed for them has spans of its own.
            sources = net.session.sources.clone();
        }
        sort(&sources, &mut diagnostics);
    }
    notes.extend(observe::lost_options(&model));
    Loaded {
        sources,
        model: Some(model),
        net: net.filter(|_| !failed(&diagnostics)),
        diagnostics,
        notes,
    }
}

fn failed(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(Diagnostic::is_error)
}

/// Compiles the inscriptions. In a net that is not `sound` they are checked all the same, but a missing arc says nothing of the variables on it.
fn inscribe(
    model: &Model,
    session: &mut Session,
    diagnostics: &mut Vec<Diagnostic>,
    sound: bool,
) -> Option<(Vec<flat::Place>, Vec<flat::Transition>)> {
    let instances = match sound {
        true => flatten::flatten(model),
        false => flatten::Instances::default(),
    };
    diagnostics.extend(structure::check_instances(model, &instances));
    let (places, transitions, problems) = inscriptions::compile(model, &instances, session);
    let follows = |problem: &Diagnostic| problem.code == UNBOUND;
    diagnostics.extend(problems.into_iter().filter(|p| sound || !follows(p)));
    sound.then_some((places, transitions))
}

/// A state space does not run code segments that bind nothing, and what they assign to a ref cell may matter.
fn quiet_cell(transition: &flat::Transition) -> Option<Diagnostic> {
    let function = transition.quiet()?;
    let message = format!(
        "In a state space {} reads a ref cell that keeps its first value.",
        transition.name
    );
    let help = "Only code segments that bind nothing assign to the cell. A simulation runs these, a state space does not.";
    Some(Diagnostic::warning("W1114", function.span, message).help(help))
}

/// Puts problems in the order of the file. What an alias repeats is told once.
fn sort(sources: &Sources, diagnostics: &mut Vec<Diagnostic>) {
    foreign::explain(sources, diagnostics);
    let place = |d: &Diagnostic| d.span().map(|span| sources.in_file(span));
    diagnostics.sort_by_key(|d| (place(d), d.code));
    diagnostics.dedup_by(|next, before| {
        place(next) == place(before) && next.code == before.code && next.message == before.message
    });
}
