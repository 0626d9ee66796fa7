//! Expressions over a marking, such as the predicate of `explore --trace` or a progress measure: in them `Page'Place` is the multi-set of a place's tokens.
//!
//! Such an expression is a function of the places it mentions. `Place` alone will do where one page has such a place and nothing else has that name;
//! further instances of a page are `Page'Place'2` and so on. In a predicate `dead` says whether the
//! marking is dead.

use super::flat::{FlatNet, PlaceId};
use super::{foreign, names};
use std::collections::BTreeMap;
use sweepnet_lang::core::CoreId;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::inscription::{Reading, TokenForm, Wanted};
use sweepnet_lang::session::Compiled;
use sweepnet_lang::span::{SourceId, Span};
use sweepnet_lang::types::effects::Clock;
use sweepnet_lang::types::ty::Ty;
use sweepnet_lang::vm::program::{Program, Shape, ShapeId};

/// The word that says whether a marking is dead.
const DEAD: &str = "dead";

/// A compiled expression over a marking.
#[derive(Clone, Debug)]
pub struct MarkingExpression {
    /// The code: one multi-set for each of `places`, and whether the marking is dead, if it asks.
    pub code: Compiled,
    /// What it computes, for those who want to look at it.
    pub body: CoreId,
    /// The places it mentions.
    pub places: Vec<PlaceId>,
    /// Whether it asks if the marking is dead.
    pub dead: bool,
    /// How it depends on the clock.
    pub clock: Clock,
    /// How its value looks.
    pub shape: ShapeId,
    /// The whole text.
    pub span: Span,
    /// What it hardly means.
    pub warnings: Vec<Diagnostic>,
}

impl MarkingExpression {
    /// An expression that is true or false.
    pub fn predicate(
        net: &mut FlatNet,
        name: &str,
        text: &str,
    ) -> Result<MarkingExpression, Vec<Diagnostic>> {
        let source = net.session.sources.add(name, text);
        let (predicate, _) = MarkingExpression::compile(net, source, &Wanted::Bool)?;
        Ok(predicate)
    }

    /// An expression whose values can be a progress measure's: integers, or tuples of them.
    pub fn measure(
        net: &mut FlatNet,
        source: SourceId,
    ) -> Result<MarkingExpression, Vec<Diagnostic>> {
        let (measure, ty) = MarkingExpression::compile(net, source, &Wanted::Any)?;
        if is_ordered(&net.session.vm.program, measure.shape) {
            return Ok(measure);
        }
        let message =
            format!("A progress measure gives an integer or a tuple of integers. This gives {ty}.");
        Err(vec![
            Diagnostic::error("E1112", measure.span, message)
                .help("Of a place with one token, `ms_to_col Page'Place` is its colour; `size Page'Place` counts the tokens of a place."),
        ])
    }

    /// An expression that a simulation observes: a number, or true or false.
    pub fn observation(
        net: &mut FlatNet,
        source: SourceId,
    ) -> Result<MarkingExpression, Vec<Diagnostic>> {
        let (observation, ty) = MarkingExpression::compile(net, source, &Wanted::Any)?;
        let shape = &net.session.vm.program.shapes[observation.shape.0 as usize];
        if matches!(
            shape,
            Shape::Int | Shape::IntInf | Shape::Real | Shape::Bool
        ) {
            return Ok(observation);
        }
        let message =
            format!("A monitor observes a number, or whether something holds. This gives {ty}.");
        Err(vec![
            Diagnostic::error("E1113", observation.span, message)
                .help("`size Page'Place` counts the tokens of a place; `size Page'Place > 5` ends a run when it holds."),
        ])
    }

    fn compile(
        net: &mut FlatNet,
        source: SourceId,
        wanted: &Wanted,
    ) -> Result<(MarkingExpression, String), Vec<Diagnostic>> {
        let known = place_names(net);
        let text = net.session.sources.get(source).text.clone();
        let mut mentioned: Vec<(&str, PlaceId)> = Vec::new();
        for word in identifiers(&text) {
            if let Some(&place) = known.get(word)
                && !mentioned.iter().any(|m| m.0 == word)
            {
                mentioned.push((word, place));
            }
        }
        // What the net calls so comes first.
        let dead = matches!(wanted, Wanted::Bool)
            && !known.contains_key(DEAD)
            && !net.session.is_value(DEAD)
            && identifiers(&text).any(|word| word == DEAD);
        let params: Vec<(&str, Ty)> = (mentioned.iter())
            .map(|(name, place)| {
                let place = &net.places[place.0 as usize];
                let tokens = net.session.tokens_type(place.colour, place.timed);
                (*name, tokens)
            })
            .collect();
        let of_dead = dead.then(|| (DEAD, net.session.bool_type()));
        let params: Vec<(&str, Ty)> = params.into_iter().chain(of_dead).collect();
        let warnings = untimed_comparisons(net, source, &mentioned);
        let typed = net.session.compile_as(source, &params, true, wanted);
        let typed = typed.map_err(|mut problems| {
            foreign::explain(&net.session.sources, &mut problems);
            problems
        })?;
        let expression = MarkingExpression {
            code: typed.code,
            body: typed.body,
            places: mentioned.iter().map(|m| m.1).collect(),
            dead,
            clock: typed.clock,
            shape: typed.shape,
            span: Span::new(source, 0, text.len()),
            warnings,
        };
        Ok((expression, typed.ty))
    }
}

/// Warns where tokens of a timed place are compared with tokens that have no stamp: these get one.
fn untimed_comparisons(
    net: &mut FlatNet,
    source: SourceId,
    mentioned: &[(&str, PlaceId)],
) -> Vec<Diagnostic> {
    let timed = |place: &PlaceId| net.places[place.0 as usize].timed;
    if !mentioned.iter().any(|(_, place)| timed(place)) {
        return Vec::new();
    }
    let Ok(expression) = net.session.inscription(source, Reading::Expression) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for [left, right] in net.session.comparisons(&expression) {
        for (side, other) in [(&left, &right), (&right, &left)] {
            let name = side.name().map_or("", |name| &**name);
            let place = mentioned.iter().find(|known| known.0 == name);
            let Some(place) = place.map(|known| &net.places[known.1.0 as usize]) else {
                continue;
            };
            let nothing = other.name().is_some_and(|name| &**name == "empty")
                || other.elements().is_some_and(|list| list.is_empty());
            let is_place = other
                .name()
                .is_some_and(|name| mentioned.iter().any(|m| *m.0 == **name));
            let (timed, colour) = (place.timed, place.colour);
            if !timed || nothing || is_place {
                continue;
            }
            if net.session.token_form(other, colour) == TokenForm::Stamped {
                continue;
            }
            let message = "Tokens without a stamp are compared with those of a timed place: they mean the stamp of exactly now.";
            let report = Diagnostic::warning("W1118", other.span(), message)
                .at("gets the stamp of the current time")
                .label(side.span(), "these tokens have stamps");
            found.push(report.help(format!(
                "Whatever the stamps are: write `ms {name}` instead of `{name}`."
            )));
        }
    }
    found
}

/// Whether values of this shape are integers or tuples of them, however nested.
fn is_ordered(program: &Program, shape: ShapeId) -> bool {
    match &program.shapes[shape.0 as usize] {
        Shape::Int | Shape::IntInf => true,
        Shape::Tuple(parts) => parts.iter().all(|part| is_ordered(program, part.1)),
        _ => false,
    }
}

/// What places are called in expressions.
fn place_names(net: &FlatNet) -> BTreeMap<String, PlaceId> {
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
            && !net.session.is_value(&name)
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
