//! Runs the declarations of a net.
//!
//! A net of one's own must be right as a whole. A model of another tool is often not: it holds helpers of queries that need that tool, leftovers, declarations in
//! an order that its tool does not mind. There each declaration is tried by itself, again after others have worked, and one that does not work is a
//! mistake only if the net needs it.

use super::model::{Model, Text};
use super::{failed, parameters, unused};
use crate::import::note::{Effect, Note};
use std::collections::BTreeSet;
use std::sync::Arc;
use sweepnet_lang::diagnostic::{Diagnostic, Severity};
use sweepnet_lang::session::Session;
use sweepnet_lang::span::{SourceId, Sources};
use sweepnet_lang::syntax::lexer;
use sweepnet_lang::syntax::token::Token;

/// Priorities have names in every net.
const PREDEFINED: &str = "val P_HIGH = 100 val P_NORMAL = 1000 val P_LOW = 10000";

/// Declares a reference cell.
const GLOBREF: &str = "globref";

fn predefined(model: &Model, session: &mut Session) {
    let predefined = session.run("<net>", PREDEFINED);
    debug_assert!(!predefined.failed());
    let cells = Cells::of(model, &session.sources);
    session.set_quiet_refs(&cells.assigned_aside - &cells.assigned);
    session.set_constant_refs(&(&cells.declared - &cells.assigned) - &cells.assigned_aside);
}

/// The `globref`s of a net, by what is done to them.
#[derive(Default)]
struct Cells {
    declared: BTreeSet<Arc<str>>,
    /// They may be assigned to: something else is done with them than reading. Those that are only read are constants; models of CPN Tools have such, to be set before a simulation.
    assigned: BTreeSet<Arc<str>>,
    /// The same in code segments that bind nothing, which a state space does not run.
    assigned_aside: BTreeSet<Arc<str>>,
}

impl Cells {
    fn of(model: &Model, sources: &Sources) -> Cells {
        let mut cells = Cells::default();
        let declares = |text: &Text| sources.get(text.source).text.contains(GLOBREF);
        if !model.declarations.iter().any(declares) {
            return cells;
        }
        let transitions = model.pages.iter().flat_map(|page| &page.transitions);
        let codes = transitions.filter_map(|transition| transition.code.as_ref());
        let aside = codes.filter(|code| code.output.is_empty());
        let aside: BTreeSet<SourceId> = aside.map(|code| code.action.source).collect();
        for text in unused::texts(model) {
            let otherwise = match aside.contains(&text.source) {
                true => &mut cells.assigned_aside,
                false => &mut cells.assigned,
            };
            let lexed = lexer::lex(&sources.get(text.source).text, text.source, &mut Vec::new());
            let mut before = "";
            for token in lexed.tokens {
                if let Token::Id(name) = &token.token {
                    match before {
                        GLOBREF => cells.declared.insert(name.clone()),
                        "!" => false,
                        _ => otherwise.insert(name.clone()),
                    };
                }
                before = sources.slice(token.span);
            }
        }
        cells
    }
}

/// Runs parameters and declarations. After the first text with errors it gives up: what comes after would only complain of what that text did not declare.
pub fn all(model: &Model, session: &mut Session, diagnostics: &mut Vec<Diagnostic>) -> bool {
    predefined(model, session);
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

/// Runs the declarations that can be run, in an order that works, which becomes that of the model. The problems of the others are returned.
pub fn what_can_be(model: &mut Model, session: &mut Session) -> Vec<Diagnostic> {
    predefined(model, session);
    let mut waiting = std::mem::take(&mut model.declarations);
    let mut problems = Vec::new();
    loop {
        let before = waiting.len();
        problems.clear();
        let mut tried = |text: &Text| {
            let found = session.run_source(text.source).diagnostics;
            let works = !failed(&found);
            match works {
                true => model.declarations.push(*text),
                false => problems.extend(found.into_iter().filter(Diagnostic::is_error)),
            }
            !works
        };
        waiting.retain(&mut tried);
        if waiting.is_empty() || waiting.len() == before {
            return problems;
        }
    }
}

/// Declarations with mistakes are mistakes of the net if it has others, for which they may be the reason; else nothing in the net uses them.
pub fn judge(broken: Vec<Diagnostic>, diagnostics: &mut Vec<Diagnostic>, notes: &mut Vec<Note>) {
    if failed(diagnostics) {
        // Missing files may be the reason too.
        for note in notes.extract_if(.., |note| note.diagnostic.code == "W1702") {
            diagnostics.push(Diagnostic {
                code: "E1705",
                severity: Severity::Error,
                ..note.diagnostic
            });
        }
        diagnostics.extend(broken);
        return;
    }
    for mut diagnostic in broken {
        diagnostic.message = format!(
            "A declaration is left out, since nothing in the net uses it and it has a mistake: {}",
            diagnostic.message
        );
        diagnostic.code = "W1701";
        diagnostic.severity = Severity::Warning;
        notes.push(Note {
            diagnostic,
            effect: Effect::None,
        });
    }
}
