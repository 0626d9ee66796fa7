//! Nets: from a YAML file to what the engine runs.
//!
//! ```text
//! file ─ yaml ──► tree ─ read ──► Model ─ structure, flatten ──► instances ─ inscriptions ──► FlatNet
//! ```
//!
//! `yaml` knows the YAML crate and nothing of nets, `read` the keys of the format, `structure` how the parts must fit together. The whole net is one session of
//! the language: first the parameters, then the declarations, then each inscription. Every step tells all the problems it finds, and the next
//! one is done as long as its answers would mean something.

pub mod codes;
pub mod flat;
pub mod flatten;
pub mod inscriptions;
pub mod model;
pub mod names;
pub mod parameters;
pub mod plan;
pub mod read;
pub mod structure;
mod suggest;
pub mod yaml;

use crate::file;
use crate::report::Refusal;
use flat::FlatNet;
use model::Model;
use std::path::{Path, PathBuf};
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::session::{Dialect, Session};
use sweepnet_lang::span::Sources;

/// The file of a net that is a folder.
pub const NET_FILE: &str = "net.yaml";
/// Names of usual priorities.
const PRIORITIES: &str = "val P_HIGH = 100; val P_NORMAL = 1000; val P_LOW = 10000";
/// Larger files are no nets.
const LARGEST: u64 = 16 << 20;

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
}

/// Whether a path is meant as a net: a YAML file, or a folder with a `net.yaml`.
pub fn is_net(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|e| e.eq_ignore_ascii_case("yaml") || e.eq_ignore_ascii_case("yml"))
        || path.join(NET_FILE).is_file()
}

/// The file of a net.
pub fn file_of(path: &Path) -> PathBuf {
    match path.is_dir() {
        true => path.join(NET_FILE),
        false => path.to_path_buf(),
    }
}

/// Loads a net from a file, or a folder with a `net.yaml`. `settings` are `NAME=VALUE`.
pub fn load(path: &Path, settings: &[String]) -> Result<Loaded, Refusal> {
    let path = file_of(path);
    let text = file::read_up_to(&path, LARGEST)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    // The folder's name, if the file is called as all nets are.
    let named = match path.file_name().is_some_and(|name| name == NET_FILE) {
        true => std::path::absolute(folder).unwrap_or_default(),
        false => path.clone(),
    };
    let name = named.file_stem().unwrap_or_default().to_string_lossy();
    let name = if name.is_empty() { "net".into() } else { name };
    let shown = path.display().to_string();
    Ok(load_text(&shown, &text, folder, &name, settings))
}

/// Loads a net from a text. `folder` is where included files are looked for, `name` what the net is called if it does not say.
pub fn load_text(file: &str, text: &str, folder: &Path, name: &str, settings: &[String]) -> Loaded {
    let mut session = Session::new(Dialect::Cpn);
    let source = session.sources.add(file, text);
    let (model, mut diagnostics) = read::read(&mut session.sources, source, folder, name);
    let Some(mut model) = model else {
        return Loaded {
            sources: session.sources,
            model: None,
            net: None,
            diagnostics,
        };
    };
    diagnostics.extend(parameters::set(&mut model, &mut session.sources, settings));
    diagnostics.extend(parameters::check_expectations(&mut model));
    diagnostics.extend(structure::check(&model, &session.sources));
    session.run("<priorities>", PRIORITIES);
    diagnostics.extend(parameters::declare(&model, &mut session));
    structure::share_initial_markings(&mut model);
    let net = compile(&model, &mut session, &mut diagnostics);
    sort(&session.sources, &mut diagnostics);
    Loaded {
        sources: session.sources.clone(),
        net: net.map(|(places, transitions)| FlatNet {
            name: model.name.text.clone(),
            timed: places.iter().any(|p| p.timed) || transitions.iter().any(|t| t.delay.is_some()),
            session,
            places,
            transitions,
        }),
        model: Some(model),
        diagnostics,
    }
}

/// Runs the declarations and compiles the inscriptions, each as long as nothing is wrong with what comes before.
fn compile(
    model: &Model,
    session: &mut Session,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(Vec<flat::Place>, Vec<flat::Transition>)> {
    for text in &model.declarations {
        diagnostics.extend(session.run_source(text.source).diagnostics);
    }
    if diagnostics.iter().any(Diagnostic::is_error) {
        return None;
    }
    let instances = flatten::flatten(model);
    let (places, transitions, found) = inscriptions::compile(model, &instances, session);
    let failed = found.iter().any(Diagnostic::is_error);
    diagnostics.extend(found);
    (!failed).then_some((places, transitions))
}

/// Puts problems in the order of the file.
fn sort(sources: &Sources, diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by_key(|d| (d.span().map(|span| sources.in_file(span)), d.code));
}
