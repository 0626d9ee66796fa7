//! Causes of problems that only the text around them shows: a comment of YAML that cuts an inscription
//! off, a comma that ends an entry, a declaration that stands further down.

use super::declared::{Declared, Kind, declarations};
use super::model::Model;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::span::{SourceId, Sources, Span};

/// Beginning of the codes of syntax errors.
const SYNTAX: &str = "E02";
/// Code of an arc without an inscription, such as what follows a comma inside `{…}`.
const NO_INSCRIPTION: &str = "E1006";
/// Codes of names that mean nothing.
const UNKNOWN: [&str; 4] = ["E0401", "E0402", "E0403", "E0417"];

/// What to write instead of a text that YAML cuts off.
pub const QUOTES: &str = "YAML takes `# …` as a comment: put the text in quotes, `'…'` or `\"…\"`";

/// Replaces problems by their causes.
pub fn explain(model: &Model, sources: &Sources, problems: &mut Vec<Diagnostic>) {
    cut_off(sources, problems);
    declared_later(model, sources, problems);
}

/// Texts that are incomplete because YAML ended them: one problem for each, at the place of the cut.
fn cut_off(sources: &Sources, problems: &mut Vec<Diagnostic>) {
    let is_incomplete = |d: &Diagnostic| d.is_error() && d.code.starts_with(SYNTAX);
    let mut broken: Vec<SourceId> = (problems.iter())
        .filter(|d| is_incomplete(d))
        .filter_map(|d| Some(d.span()?.source))
        .collect();
    broken.sort_unstable();
    broken.dedup();
    for source in broken {
        let Some((file, rest)) = after_plain_text(sources, source) else {
            continue;
        };
        let text = &sources.get(file).text;
        let line = text[rest..].lines().next().unwrap_or("");
        let blanks = line.len() - line.trim_start().len();
        let own = |d: &Diagnostic| is_incomplete(d) && d.span().is_some_and(|s| s.source == source);
        if blanks > 0 && line.trim_start().starts_with('#') {
            let comment = Span::new(file, rest + blanks, rest + line.trim_end().len());
            problems.retain(|d| !own(d));
            problems.push(
                Diagnostic::error("E1005", comment, "A comment of YAML cuts this text off")
                    .at("the text ends before this")
                    .help(QUOTES),
            );
        } else if text[rest..].starts_with(',') {
            // The entry that the comma begins is reported too, with what to do.
            let next = rest + 1 + text[rest + 1..].len() - text[rest + 1..].trim_start().len();
            let is_next = |d: &Diagnostic| {
                let span = d.span().map(|span| sources.in_file(span));
                d.code == NO_INSCRIPTION
                    && span.is_some_and(|span| (span.source, span.start as usize) == (file, next))
            };
            if problems.iter().any(is_next) {
                problems.retain(|d| !own(d));
            }
        }
    }
}

/// The file of a text that is written in one line without quotes, and where it ends there.
fn after_plain_text(sources: &Sources, source: SourceId) -> Option<(SourceId, usize)> {
    let length = sources.get(source).text.len();
    let whole = sources.in_file(Span::new(source, 0, length));
    if whole.source == source {
        return None;
    }
    let text = &sources.get(whole.source).text;
    let written = text.get(whole.range())?;
    let is_plain = *written == *sources.get(source).text
        && !text[..whole.start as usize].ends_with(['\'', '"'])
        && !written.contains('\n');
    is_plain.then_some((whole.source, whole.end as usize))
}

/// Names whose declaration stands below their use.
fn declared_later(model: &Model, sources: &Sources, problems: &mut [Diagnostic]) {
    let is_unknown = |d: &Diagnostic| UNKNOWN.contains(&d.code) && d.labels.len() == 1;
    if !problems.iter().any(is_unknown) {
        return;
    }
    let all: Vec<(usize, Declared)> = (model.declarations.iter().enumerate())
        .flat_map(|(number, text)| {
            let declared = declarations(sources, text.source);
            declared.into_iter().map(move |declared| (number, declared))
        })
        .collect();
    for problem in problems.iter_mut().filter(|d| is_unknown(d)) {
        let Some(span) = problem.span() else { continue };
        let texts = &model.declarations;
        let Some(at) = texts.iter().position(|text| text.source == span.source) else {
            continue;
        };
        let Some(name) = sources.slice(span).split('.').next() else {
            continue;
        };
        let is_it = |(number, declared): &&(usize, Declared)| {
            let below = *number > at || *number == at && declared.span.start > span.start;
            below && declared.names().any(|known| *known.name == *name)
        };
        let Some((_, declared)) = all.iter().find(is_it) else {
            continue;
        };
        let (line, _) = sources.line_column(declared.span.source, declared.span.start);
        let both = match declared.kind {
            Kind::Function => ", or join functions that call each other by `and`",
            _ => "",
        };
        problem.help = Some(format!(
            "It is declared in line {line}: move it up, before its first use{both}."
        ));
    }
}
