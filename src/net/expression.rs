//! Expressions over a marking, such as the predicate of `explore --trace`: in them `Page'Place` is the multi-set of a place's tokens.
//!
//! Such an expression is a function of the places it mentions. `Place` alone will do where one page has such a place and nothing else has that name;
//! further instances of a page are `Page'Place'2` and so on.

use super::flat::{FlatNet, PlaceId};
use super::names;
use std::collections::BTreeMap;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::inscription::Wanted;
use sweepnet_lang::session::Compiled;
use sweepnet_lang::span::{SourceId, Span};

/// A compiled expression over a marking.
#[derive(Clone, Debug)]
pub struct MarkingExpression {
    /// The code: one multi-set for each of `places`.
    pub code: Compiled,
    /// The places it mentions.
    pub places: Vec<PlaceId>,
    /// The whole text.
    pub span: Span,
}

impl MarkingExpression {
    /// An expression that is true or false.
    pub fn predicate(
        net: &mut FlatNet,
        name: &str,
        text: &str,
    ) -> Result<MarkingExpression, Vec<Diagnostic>> {
        MarkingExpression::compile(net, name, text, &Wanted::Bool)
    }

    fn compile(
        net: &mut FlatNet,
        name: &str,
        text: &str,
        wanted: &Wanted,
    ) -> Result<MarkingExpression, Vec<Diagnostic>> {
        let known = place_names(net);
        let mut mentioned: Vec<(&str, PlaceId)> = Vec::new();
        for word in identifiers(text) {
            if let Some(&place) = known.get(word)
                && !mentioned.iter().any(|m| m.0 == word)
            {
                mentioned.push((word, place));
            }
        }
        let sets = &net.session.vm.program.colour_sets;
        let types: Vec<String> = (mentioned.iter())
            .map(|(_, place)| {
                let place = &net.places[place.0 as usize];
                let tokens = if place.timed { "tms" } else { "ms" };
                format!("{} {tokens}", sets[place.colour.0 as usize].name)
            })
            .collect();
        let params: Vec<(&str, &str)> = (mentioned.iter().zip(&types))
            .map(|((name, _), ty)| (*name, ty.as_str()))
            .collect();
        let code = net.session.compile_as(name, &params, text, true, wanted)?;
        // The text is the last that was added.
        let source = SourceId(net.session.sources.len() as u32 - 1);
        Ok(MarkingExpression {
            code,
            places: mentioned.iter().map(|m| m.1).collect(),
            span: Span::new(source, 0, text.len()),
        })
    }
}

/// What places are called in expressions.
fn place_names(net: &FlatNet) -> BTreeMap<String, PlaceId> {
    let declared = net.session.names();
    let mut names: BTreeMap<String, PlaceId> = BTreeMap::new();
    let mut short: BTreeMap<String, Vec<PlaceId>> = BTreeMap::new();
    for (number, place) in net.places.iter().enumerate() {
        let id = PlaceId(number as u32);
        let name = names::ml_form(&place.name);
        if let Some((_, alone)) = name.split_once('\'') {
            short.entry(alone.to_string()).or_default().push(id);
        }
        match place.instance {
            1 => names.insert(name, id),
            n => names.insert(format!("{name}'{n}"), id),
        };
    }
    for (name, places) in short {
        if let [place] = places[..]
            && declared.binary_search(&name).is_err()
        {
            names.entry(name).or_insert(place);
        }
    }
    names
}

/// The identifiers of a text; those in strings and comments too, which does no harm.
fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    let part = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
    text.split(move |c| !part(c))
        .filter(|word| !word.is_empty())
}
