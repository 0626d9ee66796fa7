//! Record updates and parts of tokens without a name, in the longer form that CPN Tools understands:
//! `let val record' = r in {…} end`, and variables that are used nowhere else.

use crate::net::flat::FlatNet;
use crate::net::inscriptions::unnamed;
use crate::net::model::{ArcKind, Model, Text};
use std::collections::BTreeSet;
use sweepnet_lang::session::Session;
use sweepnet_lang::span::Sources;
use sweepnet_lang::syntax::ast::Name;
use sweepnet_lang::vm::program::ColourSetId;

/// The model in which such texts are others, and all texts. Variables have one name in the whole model,
/// so each gets a name of its own.
pub fn of(model: &Model, net: &FlatNet) -> (Model, Sources) {
    let mut model = model.clone();
    let mut session = net.session.clone();
    let mut variables = BTreeSet::new();
    for text in &mut model.declarations {
        write_updates(&mut session, text);
    }
    for page in &mut model.pages {
        for place in &mut page.places {
            place
                .initial
                .iter_mut()
                .for_each(|text| write_updates(&mut session, text));
        }
        for transition in &mut page.transitions {
            for arc in &mut transition.arcs {
                let Some(text) = &mut arc.text else { continue };
                let place = page
                    .places
                    .iter()
                    .find(|place| place.name.text == arc.place.text);
                let colour = place.and_then(|p| session.colour_set_named(&p.colset.text));
                if let (ArcKind::In | ArcKind::Both, Some(colour)) = (arc.kind, colour) {
                    variables.extend(write_variables(&mut session, text, colour));
                }
                write_updates(&mut session, text);
            }
            transition
                .guard
                .iter_mut()
                .for_each(|text| write_updates(&mut session, text));
            let action = transition
                .code
                .as_mut()
                .and_then(|code| code.action.as_mut());
            action
                .into_iter()
                .for_each(|text| write_updates(&mut session, text));
        }
    }
    declare(&mut model, &mut session, variables);
    (model, session.sources)
}

fn write_updates(session: &mut Session, text: &mut Text) {
    if let Some(long) = session.without_updates(text.source) {
        text.source = session.sources.add("<longhand>", long);
    }
}

/// Writes variables for what has no name. Returns them.
fn write_variables(
    session: &mut Session,
    text: &mut Text,
    colour: ColourSetId,
) -> Vec<(Name, ColourSetId)> {
    let Some((long, names)) = unnamed::longhand(session, *text, colour) else {
        return Vec::new();
    };
    text.source = session.sources.add("<longhand>", long);
    names
}

/// Declares the variables, after all colour sets.
fn declare(model: &mut Model, session: &mut Session, variables: BTreeSet<(Name, ColourSetId)>) {
    let (Some(last), false) = (model.declarations.last().copied(), variables.is_empty()) else {
        return;
    };
    let sets = &session.vm.program.colour_sets;
    let declared = variables
        .iter()
        .map(|(name, colour)| format!("var {name} : {};\n", sets[colour.0 as usize].name));
    let text: String = declared.collect();
    let source = session.sources.add("<longhand>", text);
    model.declarations.push(Text { source, ..last });
}
