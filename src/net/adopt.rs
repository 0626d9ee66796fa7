//! Runs the declarations of a model of another tool.
//!
//! Such a model is often not right as a whole: it holds helpers of queries that need that tool, leftovers, and declarations in an order that its tool does not mind. So each text is tried by itself, one that
//! does not work declaration by declaration, and each of those again when one that it mentions has worked. One that does not work is a mistake only if the net needs it: the names that it declares are lost, so that what uses them is told and nothing
//! gets an older meaning, such as that of the library.

use super::comment::in_comment;
use super::declared::{Declared, Kind, declarations, opens, pieces, words};
use super::model::{Model, Text};
use super::{declare, failed};
use crate::import::note::{Effect, Note};
use std::collections::{BTreeMap, BTreeSet};
use sweepnet_lang::diagnostic::{Diagnostic, Severity};
use sweepnet_lang::session::Session;
use sweepnet_lang::span::{OffsetMap, Sources, Span};

/// What comes of an evaluation: another order does not help.
const EVALUATION: &str = "E07";

/// Where a declaration stands: the number of its text, and its own in there; 0 is the whole text.
type Place = (usize, usize);

/// A declaration that does not work.
#[derive(Debug)]
pub struct Broken {
    text: Text,
    at: Place,
    declared: Vec<Declared>,
    /// What it mentions.
    words: BTreeSet<String>,
    problems: Vec<Diagnostic>,
}

/// The declarations of a model, tried.
#[derive(Debug, Default)]
pub struct Adopted {
    /// Where those that work stood, in the order in which they work, which is that of the model now.
    order: Vec<Place>,
    broken: Vec<Broken>,
}

/// Runs the declarations that can be run, in an order that works, which becomes that of the model.
pub fn declarations_of(model: &mut Model, session: &mut Session) -> Adopted {
    declare::predefined(model, session, true);
    let texts = std::mem::take(&mut model.declarations).into_iter();
    let mut next: BTreeMap<Place, Text> = texts.enumerate().map(|(i, t)| ((i, 0), t)).collect();
    let mut order = Vec::new();
    let mut broken: BTreeMap<Place, Broken> = BTreeMap::new();
    while let Some((at, text)) = next.pop_first() {
        let mut problems = session.run_source(text.source).diagnostics;
        if !failed(&problems) {
            model.declarations.push(text);
            order.push(at);
            if !broken.is_empty() {
                for woken in waiting_for(&session.sources, text, &broken) {
                    next.extend(broken.remove(&woken).map(|broken| (woken, broken.text)));
                }
            }
            continue;
        }
        let pieces = match at.1 {
            0 => pieces(&session.sources, text.source),
            _ => Vec::new(),
        };
        if pieces.len() > 1 {
            for (i, range) in pieces.into_iter().enumerate() {
                let source = session.sources.add_slice(text.source, range);
                let all = Span::new(source, 0, session.sources.get(source).text.len());
                let span = session.sources.in_file(all);
                next.insert((at.0, i + 1), Text { source, span });
            }
            continue;
        }
        problems.retain(Diagnostic::is_error);
        let failure = Broken::new(&session.sources, text, at, problems);
        failure.lose(session);
        broken.insert(at, failure);
    }
    Adopted {
        order,
        broken: broken.into_values().collect(),
    }
}

/// The declarations that may work now that this one has.
fn waiting_for(sources: &Sources, text: Text, broken: &BTreeMap<Place, Broken>) -> Vec<Place> {
    let declared = declarations(sources, text.source);
    let names: Vec<&str> = (declared.iter().flat_map(Declared::names))
        .map(|name| &*name.name)
        .collect();
    let all = opens(sources, text.source);
    let helps = |broken: &Broken| all || names.iter().any(|name| broken.words.contains(*name));
    let curable = |broken: &&Broken| {
        !broken
            .problems
            .iter()
            .any(|p| p.code.starts_with(EVALUATION))
    };
    let waiting = broken.values().filter(curable);
    waiting.filter(|b| helps(b)).map(|b| b.at).collect()
}

impl Broken {
    fn new(sources: &Sources, text: Text, at: Place, problems: Vec<Diagnostic>) -> Broken {
        let mut mentioned = BTreeSet::new();
        words(sources, text.source, |name, _| {
            mentioned.insert(name.to_string());
        });
        Broken {
            text,
            at,
            declared: declarations(sources, text.source),
            words: mentioned,
            problems,
        }
    }

    /// What it declares means nothing now, even if it meant something before.
    fn lose(&self, session: &mut Session) {
        for declared in &self.declared {
            match declared.kind {
                Kind::Value | Kind::Part | Kind::Function | Kind::Cell | Kind::Other => {
                    let names = declared.names();
                    names.for_each(|name| session.lose_value(&name.name, name.span));
                }
                Kind::ColourSet => {
                    session.lose_colour_set(&declared.name.name);
                    let values = declared.also.iter();
                    values.for_each(|name| session.lose_value(&name.name, name.span));
                }
                Kind::Variable => {
                    session.lose_variable(&declared.name.name, declared.name.span);
                }
            }
        }
    }

    /// A note that it is left out.
    fn note(&self) -> Option<Note> {
        let mut diagnostic = self.problems.first()?.clone();
        let names: Vec<String> = (self.declared.iter())
            .map(|declared| format!("`{}`", declared.name.name))
            .collect();
        let what = match &names[..] {
            [] => "A declaration is".to_string(),
            [one] => format!("The declaration of {one} is"),
            [names @ .., last] => {
                format!("The declarations of {} and {last} are", names.join(", "))
            }
        };
        diagnostic.message = format!(
            "{what} left out, since nothing in the net uses it and it has a mistake: {}",
            diagnostic.message
        );
        diagnostic.code = "W1701";
        diagnostic.severity = Severity::Warning;
        Some(Note {
            diagnostic,
            effect: Effect::None,
        })
    }

    /// It as a comment.
    fn comment(&self, sources: &mut Sources) -> Text {
        let own = sources.get(self.text.source);
        let inside = in_comment(own.text.trim_end());
        let text = format!("(* Left out by the import:\n{inside}\n*)");
        let name = own.name.clone();
        let mut map = OffsetMap::new(self.text.span.range());
        map.run(text.len(), self.text.span.range());
        let source = sources.add_part(&name, &text, self.text.span.source, map);
        Text {
            source,
            span: self.text.span,
        }
    }
}

impl Adopted {
    /// Declarations with mistakes are mistakes of the net if it has others, for which they may be the reason; then the model has them where they stood, to be corrected. Else nothing in the net uses
    /// them, and they stay as comments.
    pub fn judge(
        self,
        model: &mut Model,
        sources: &mut Sources,
        diagnostics: &mut Vec<Diagnostic>,
        notes: &mut Vec<Note>,
    ) {
        let needed = failed(diagnostics);
        if needed {
            // Missing files may be the reason too.
            for note in notes.extract_if(.., |note| note.diagnostic.code == "W1702") {
                diagnostics.push(Diagnostic {
                    code: "E1705",
                    severity: Severity::Error,
                    ..note.diagnostic
                });
            }
        }
        let mut order = self.order;
        for broken in self.broken {
            let text = match needed {
                true => broken.text,
                false => broken.comment(sources),
            };
            // After what stood before it.
            let before = order.iter().rposition(|&at| at < broken.at);
            let place = before.map_or(0, |before| before + 1);
            model.declarations.insert(place, text);
            order.insert(place, broken.at);
            match needed {
                true => diagnostics.extend(broken.problems),
                false => notes.extend(broken.note()),
            }
        }
    }
}
