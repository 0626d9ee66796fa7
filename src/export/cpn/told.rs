//! What the file cannot hold, or holds otherwise: a sentence each.

use super::declarations;
use super::monitors::Changed;
use crate::net::model::{Model, Monitor, Name, ParameterValue, Text, Watch};
use crate::net::names::ml_form;
use crate::net::{parameters, unused};
use num_bigint::BigInt;
use std::collections::BTreeSet;
use sweepnet_lang::span::Sources;
use sweepnet_lang::syntax::lexer;
use sweepnet_lang::syntax::token::Token;

/// The largest integer of CPN Tools. Integers there have 31 bits.
const LARGEST: i64 = (1 << 30) - 1;

/// All that is to be told.
pub fn sentences(model: &Model, sources: &Sources, monitors: &Changed) -> Vec<String> {
    let named = |list: &[(Name, Text)]| list.iter().map(|(name, _)| name.text.clone()).collect();
    let symmetries = model.symmetries.iter();
    let figures = model
        .expect
        .iter()
        .flat_map(|expectation| &expectation.figures);
    let figures: BTreeSet<String> = figures.map(|(name, _)| name.text.clone()).collect();
    let groups: [(&str, Vec<String>); 5] = [
        ("measures", named(&model.measures)),
        ("properties", named(&model.properties)),
        ("monitors", monitors.left.clone()),
        (
            "symmetries",
            symmetries.map(|s| s.colset.text.clone()).collect(),
        ),
        ("expected figures", figures.into_iter().collect()),
    ];
    let missing = groups.iter().filter(|(_, names)| !names.is_empty());
    let missing = missing.map(|(what, names)| {
        let names = names.join(", ");
        format!("The {what} ({names}) have no place in the file.")
    });
    let mut all: Vec<String> = missing.collect();
    for parameter in &model.parameters {
        let value = parameters::plain(&parameter.value);
        all.push(format!(
            "The parameter {} is a constant, {value}.",
            parameter.name.text
        ));
    }
    if !monitors.functions.is_empty() {
        all.push(format!(
            "The expressions of the monitors ({}) are functions there, which look after steps of the transitions around their places.",
            monitors.functions.join(", ")
        ));
    }
    all.extend(model.monitors.iter().filter_map(otherwise));
    let chars = declarations::without_form(model, sources);
    if !chars.is_empty() {
        all.push(format!(
            "CPN Tools cannot declare a colour set of characters, so it will not know {}.",
            chars.join(", ")
        ));
    }
    let large = large(model, sources);
    if !large.is_empty() {
        let large: Vec<String> = large.iter().map(BigInt::to_string).collect();
        all.push(format!(
            "Integers of CPN Tools have 31 bits, so these are too large for it unless they are of the type intinf: {}.",
            large.join(", ")
        ));
    }
    all
}

/// How a monitor is not quite what it was.
fn otherwise(monitor: &Monitor) -> Option<String> {
    let name = &monitor.name.text;
    let file = match &monitor.watch {
        Watch::Functions(functions) => {
            let around = [&functions.init, &functions.stop, &functions.action];
            if functions.observe.is_none() && around.iter().any(|text| text.is_some()) {
                return Some(format!(
                    "The monitor {name} ends a run, and such monitors of CPN Tools have one function: init, action and stop are left out."
                ));
            }
            functions.file.as_ref()
        }
        Watch::Kept(kept) => kept.file.as_ref(),
        _ => None,
    };
    let (called, own) = (&file?.text, ml_form(name));
    let stem = called
        .rsplit_once('.')
        .map_or(called.as_str(), |parts| parts.0);
    (stem != own).then(|| {
        format!("The file of the monitor {name}, {called}, is called by the monitor's name there.")
    })
}

/// Integer constants that do not fit into 31 bits.
fn large(model: &Model, sources: &Sources) -> BTreeSet<BigInt> {
    let mut found = BTreeSet::new();
    for text in unused::texts(model) {
        let source = &sources.get(text.source).text;
        for token in lexer::lex(source, text.source, &mut Vec::new()).tokens {
            if let Token::Int(number) = token.token {
                found.insert(number);
            }
        }
    }
    let values = model.parameters.iter().map(|parameter| &parameter.value);
    found.extend(values.filter_map(|value| match value {
        ParameterValue::Int(number) => Some(BigInt::from(*number)),
        _ => None,
    }));
    let (least, most) = (BigInt::from(-LARGEST - 1), BigInt::from(LARGEST));
    found.retain(|number| *number < least || *number > most);
    found
}
