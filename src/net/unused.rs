//! Declarations and parameters that nothing uses.
//!
//! A name is used if it occurs as a word anywhere but in its own declaration. That is not the language's idea of scope, and need not be: what is reported
//! is surely unused. Included files are not looked at, since other nets may use what this one does not. What a script in the net's folder (`*.sml`) mentions is used:
//! functions for queries belong to the net whose markings they are about.

use super::declared::{Declared, Kind, declarations, words};
use super::model::{Model, Monitor, Text};
use crate::file;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::span::{SourceId, Sources, Span};

/// How many files of a folder are looked at for scripts.
const FILES: usize = 1000;
/// Larger files are no scripts.
const LARGEST: u64 = 1 << 20;

/// What is told of these.
pub const CODES: [&str; 2] = ["W1205", "W1206"];

/// Warnings of everything that is declared and not used.
pub fn unused(model: &Model, sources: &Sources, file: SourceId, folder: &Path) -> Vec<Diagnostic> {
    let mut problems = of_net(model, sources, file);
    if !problems.is_empty() {
        let scripts = words_of_scripts(folder);
        problems.retain(|problem| {
            let name = problem.span().map_or("", |span| sources.slice(span));
            !scripts.contains(name)
        });
    }
    problems
}

/// The words of the scripts in a folder.
fn words_of_scripts(folder: &Path) -> BTreeSet<String> {
    let folder = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    let mut words = BTreeSet::new();
    let files = folder
        .read_dir()
        .into_iter()
        .flatten()
        .take(FILES)
        .flatten();
    for path in files.map(|file| file.path()) {
        let is_script =
            path.extension().is_some_and(|extension| extension == "sml") && path.is_file();
        if is_script && let Ok(text) = file::read_up_to(&path, LARGEST) {
            let part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '\'';
            words.extend(text.split(|c| !part(c)).map(str::to_string));
        }
    }
    words
}

/// Warnings of what no text of the net uses.
fn of_net(model: &Model, sources: &Sources, file: SourceId) -> Vec<Diagnostic> {
    let mut uses: BTreeMap<String, Vec<Span>> = BTreeMap::new();
    for text in texts(model) {
        words(sources, text.source, |name, span| {
            uses.entry(name.to_string()).or_default().push(span);
        });
    }
    let places = model.pages.iter().flat_map(|page| &page.places);
    let colsets = places.map(|place| &place.colset);
    let others = model.symmetries.iter().map(|symmetry| &symmetry.colset);
    let transitions = || model.pages.iter().flat_map(|page| &page.transitions);
    let codes = transitions().filter_map(|transition| transition.code.as_ref());
    let variables = codes.flat_map(|code| code.input.iter().flatten().chain(&code.output));
    for name in colsets.chain(others).chain(variables) {
        uses.entry(name.text.clone()).or_default().push(name.span);
    }
    let is_used = |name: &str, own: Option<Span>| {
        let outside = |span: &Span| {
            !own.is_some_and(|own| {
                own.source == span.source && own.start <= span.start && span.end <= own.end
            })
        };
        uses.get(name).is_some_and(|all| all.iter().any(outside))
    };
    let mut problems = Vec::new();
    for parameter in &model.parameters {
        let name = &parameter.name;
        if !is_used(&name.text, None) {
            let message = format!("The parameter `{}` is not used", name.text);
            let help = "Use it in the declarations or inscriptions, or remove it";
            problems.push(Diagnostic::warning("W1206", name.span, message).help(help));
        }
    }
    let mut told = BTreeSet::new();
    let own_texts = model
        .declarations
        .iter()
        .filter(|text| text.span.source == file);
    // Whoever takes a tuple apart need not want all of it, and of types values may be used only.
    let told_of =
        |declared: &Declared| !matches!(declared.kind, Kind::Part | Kind::Cell | Kind::Other);
    let all = own_texts.flat_map(|text| declarations(sources, text.source));
    for declared in all.filter(told_of) {
        let names = std::iter::once(&declared.name).chain(&declared.also);
        let used = names
            .into_iter()
            .any(|name| is_used(&name.name, Some(declared.span)));
        let superfluous = !used && !is_template(sources.slice(declared.span));
        if superfluous && told.insert(declared.name.name.clone()) {
            let message = format!("The {} `{}` is not used", declared.kind, declared.name.name);
            let help = match declared.kind {
                Kind::Function => {
                    "Remove it, or use it. A script in the net's folder, a file that ends in `.sml`, uses what it mentions"
                }
                _ => "Remove it, or use it",
            };
            problems.push(Diagnostic::warning("W1205", declared.name.span, message).help(help));
        }
    }
    problems
}

/// Whether a declaration is one that every new model of CPN Tools begins with, used or not: `colset INT = int;`, `val P_LOW = 10000;`.
fn is_template(declaration: &str) -> bool {
    let words = declaration.trim_end_matches(';').split_whitespace();
    match words.collect::<Vec<_>>()[..] {
        ["colset", name, "=", basic] => name == basic.to_uppercase(),
        ["val", name, "=", _] => ["P_HIGH", "P_NORMAL", "P_LOW"].contains(&name),
        _ => false,
    }
}

/// All texts of a net.
pub(crate) fn texts(model: &Model) -> impl Iterator<Item = &Text> {
    let places = model.pages.iter().flat_map(|page| &page.places);
    let transitions = model.pages.iter().flat_map(|page| &page.transitions);
    let of_transitions = transitions.flat_map(|transition| {
        let arcs = transition.arcs.iter().filter_map(|arc| arc.text.as_ref());
        let code = transition
            .code
            .iter()
            .filter_map(|code| code.action.as_ref());
        (transition.guard.iter())
            .chain(&transition.delay)
            .chain(&transition.priority)
            .chain(code)
            .chain(arcs)
    });
    let named = [&model.measures, &model.properties];
    (model.declarations.iter())
        .chain(places.filter_map(|place| place.initial.as_ref()))
        .chain(of_transitions)
        .chain(named.into_iter().flatten().map(|(_, text)| text))
        .chain(model.monitors.iter().flat_map(Monitor::texts))
        .chain(model.symmetries.iter().flat_map(|s| &s.blocks))
}

#[cfg(test)]
mod tests {
    use super::is_template;

    #[test]
    fn what_every_model_begins_with() {
        for text in [
            "colset INT = int;",
            "colset UNIT  = unit",
            "val P_LOW = 10000;",
        ] {
            assert!(is_template(text), "{text}");
        }
        for text in ["colset NO = int;", "colset INT = int timed;", "val P = 1;"] {
            assert!(!is_template(text), "{text}");
        }
    }
}
