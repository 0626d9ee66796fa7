//! Places and transitions that nothing is connected to. Looked for in nets without errors only: an arc that could not be read would make a place look forgotten.

use super::super::model::{ArcKind, Model};
use std::collections::BTreeSet;
use sweepnet_lang::diagnostic::Diagnostic;

/// Warnings of loose ends.
pub fn loose_ends(model: &Model) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    for page in &model.pages {
        let arcs = page.transitions.iter().flat_map(|t| &t.arcs);
        let sockets = page.substitutions.iter().flat_map(|s| &s.ports);
        let used: BTreeSet<&str> = (arcs.map(|arc| arc.place.text.as_str()))
            .chain(sockets.map(|(_, socket)| socket.text.as_str()))
            .collect();
        for place in &page.places {
            let name = &place.name;
            if !used.contains(name.text.as_str()) && place.fusion.is_none() {
                let message = format!("No arc goes to the place `{}` or comes from it", name.text);
                let help = "Connect it to a transition, or remove it";
                problems.push(Diagnostic::warning("W1201", name.span, message).help(help));
            }
        }
        for transition in &page.transitions {
            let moves = |kind| !matches!(kind, ArcKind::Inhibitor | ArcKind::Reset);
            if !transition.arcs.iter().any(|arc| moves(arc.kind)) {
                let name = &transition.name;
                let message = format!("The transition `{}` moves no tokens", name.text);
                let help = "Give it arcs with `in`, `out` or `both`";
                problems.push(Diagnostic::warning("W1202", name.span, message).help(help));
            }
        }
    }
    problems
}
