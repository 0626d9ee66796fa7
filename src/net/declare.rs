//! Runs the declarations of a net, which must be right as a whole; those of another tool's models are adopted (`adopt`).

use super::declared::{Declared, Kind, declarations, words};
use super::model::{Model, Text};
use super::{failed, parameters, unused};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::session::Session;
use sweepnet_lang::span::{SourceId, Sources};
use sweepnet_lang::syntax::lexer;
use sweepnet_lang::syntax::token::Token;

/// Priorities have names in every net.
const PREDEFINED: &str = "val P_HIGH = 100 val P_NORMAL = 1000 val P_LOW = 10000";

/// Declares a reference cell; `val x = ref e` does too.
const GLOBREF: &str = "globref";
const REF: &str = "ref";

/// What is there before the first declaration. In a model of another tool, functions that nothing calls, such as helpers of queries, may set ref cells: these are constants all the same.
pub fn predefined(model: &Model, session: &mut Session, imported: bool) {
    let predefined = session.run("<net>", PREDEFINED);
    debug_assert!(!predefined.failed());
    let cells = Cells::of(model, &session.sources, imported);
    session.set_quiet_refs(&cells.assigned_aside - &cells.assigned);
    session.set_constant_refs(&(&cells.declared - &cells.assigned) - &cells.assigned_aside);
}

/// The reference cells of a net, by what is done to them.
#[derive(Default)]
struct Cells {
    declared: BTreeSet<Arc<str>>,
    /// They may be assigned to: something else is done with them than reading. Those that are only read are constants; models of CPN Tools have such, to be set before a simulation.
    assigned: BTreeSet<Arc<str>>,
    /// The same in code segments that bind nothing, which a state space does not run.
    assigned_aside: BTreeSet<Arc<str>>,
}

impl Cells {
    fn of(model: &Model, sources: &Sources, imported: bool) -> Cells {
        let mut cells = Cells::default();
        let declares = |text: &Text| sources.get(text.source).text.contains(REF);
        if !model.declarations.iter().any(declares) {
            return cells;
        }
        let transitions = model.pages.iter().flat_map(|page| &page.transitions);
        let codes = transitions.filter_map(|transition| transition.code.as_ref());
        let aside = codes.filter(|code| code.output.is_empty());
        let aside: BTreeSet<SourceId> =
            aside.filter_map(|code| Some(code.action?.source)).collect();
        let reached = imported.then(|| reached(model, sources));
        for text in unused::texts(model) {
            let passed = reached.as_ref().is_some_and(|r| !r.contains(&text.source));
            let otherwise = match aside.contains(&text.source) {
                true => &mut cells.assigned_aside,
                false => &mut cells.assigned,
            };
            let lexed = lexer::lex(&sources.get(text.source).text, text.source, &mut Vec::new());
            let word = |at: usize| lexed.tokens.get(at).map_or("", |t| sources.slice(t.span));
            for (at, token) in lexed.tokens.iter().enumerate() {
                let Token::Id(name) = &token.token else {
                    continue;
                };
                match at.checked_sub(1).map_or("", word) {
                    GLOBREF => cells.declared.insert(name.clone()),
                    "val" if word(at + 1) == "=" && word(at + 2) == REF => {
                        cells.declared.insert(name.clone())
                    }
                    // `@+!x` is a delay.
                    before if before.ends_with('!') || passed => false,
                    _ => otherwise.insert(name.clone()),
                };
            }
        }
        cells
    }
}

/// Runs parameters and declarations. After the first text with errors it gives up: what comes after would only complain of what that text did not declare.
pub fn all(model: &Model, session: &mut Session, diagnostics: &mut Vec<Diagnostic>) -> bool {
    predefined(model, session, false);
    let mut problems = parameters::declare(model, session);
    for text in &model.declarations {
        if failed(&problems) {
            break;
        }
        problems.extend(session.run_source(text.source).diagnostics);
    }
    let done = !failed(&problems);
    diagnostics.extend(problems);
    done
}

/// The texts that may run: inscriptions, values, which are evaluated once, and what these mention.
fn reached(model: &Model, sources: &Sources) -> BTreeSet<SourceId> {
    let mut functions: BTreeMap<String, Vec<SourceId>> = BTreeMap::new();
    let mut waiting: BTreeSet<SourceId> = BTreeSet::new();
    for text in &model.declarations {
        let declared = declarations(sources, text.source);
        if declared.iter().all(|d| d.kind == Kind::Function) && !declared.is_empty() {
            waiting.insert(text.source);
        }
        for name in declared.iter().flat_map(Declared::names) {
            let known = functions.entry(name.name.to_string()).or_default();
            known.push(text.source);
        }
    }
    let all: BTreeSet<SourceId> = unused::texts(model).map(|text| text.source).collect();
    let mut reached = &all - &waiting;
    let mut to_visit: Vec<SourceId> = reached.iter().copied().collect();
    while let Some(source) = to_visit.pop() {
        words(sources, source, |word, _| {
            for &mentioned in functions.get(word).into_iter().flatten() {
                if reached.insert(mentioned) {
                    to_visit.push(mentioned);
                }
            }
        });
    }
    reached
}
