//! Reset arcs that do less, or more, than they seem to. They act last when a transition occurs, as in
//! CPN Tools: tokens that it put are removed too, and on a timed place those that are not ready stay.

use super::super::flat::Place;
use super::super::flatten::{Instances, place_index};
use super::super::model::{Arc, ArcKind, Model, Name};
use std::collections::BTreeSet;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::span::Span;

/// Warnings of reset arcs on timed places, and of those that remove what their transition puts; each
/// once, however many instances its page has.
pub fn warnings(model: &Model, instances: &Instances, places: &[Place]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut seen: BTreeSet<(Span, bool)> = BTreeSet::new();
    for at in &instances.transitions {
        let page = &model.pages[at.page];
        let transition = &page.transitions[at.transition];
        let index = place_index(page);
        let flat = |arc: &Arc| Some(at.places[*index.get(arc.place.text.as_str())?].0 as usize);
        let resets = transition
            .arcs
            .iter()
            .filter(|arc| arc.kind == ArcKind::Reset);
        for reset in resets {
            let Some(place) = flat(reset) else { continue };
            let timed = places[place].timed;
            if timed && seen.insert((reset.place.span, false)) {
                found.push(stays(&transition.name, reset));
            }
            let puts = |arc: &&Arc| matches!(arc.kind, ArcKind::Out | ArcKind::Both);
            let mut puts = transition.arcs.iter().filter(puts);
            if let Some(put) = puts.find(|arc| flat(arc) == Some(place))
                && seen.insert((reset.place.span, true))
            {
                found.push(lost(&transition.name, reset, put, timed));
            }
        }
    }
    found
}

fn stays(transition: &Name, reset: &Arc) -> Diagnostic {
    let message = format!(
        "`{}` empties `{}`, which is timed: tokens that are not ready yet stay there",
        transition.text, reset.place.text
    );
    Diagnostic::warning("W1115", reset.place.span, message)
        .at("removes the tokens that are ready")
        .help("An input arc takes a token early: `in: {PLACE: x @+ 100}` takes one that is ready within 100")
}

fn lost(transition: &Name, reset: &Arc, put: &Arc, timed: bool) -> Diagnostic {
    let unless = if timed {
        " unless they have a delay"
    } else {
        ""
    };
    let message = format!(
        "`{}` puts tokens on `{}` and then empties it, so they are lost{unless}",
        transition.text, put.place.text
    );
    let same = match put.place.text == reset.place.text {
        true => "emptied after that".to_string(),
        false => format!("the same place as `{}`, emptied after that", put.place.text),
    };
    Diagnostic::warning("W1116", put.place.span, message)
        .at("tokens are put here")
        .label(reset.place.span, same)
        .help("Let one transition empty the place and another, which follows it, put the token")
}
