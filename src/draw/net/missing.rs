//! Nodes that a layout does not know, because they were added to the file later: near to their neighbours, where there is room.

use crate::net::layout::{Layout, Point, Spot, sockets, usual_size};
use crate::net::model::{Model, Page};

/// Between two nodes.
const GAP: f64 = 40.0;
/// So far out room is looked for, in steps of `GAP`.
const RINGS: usize = 60;

/// The layout of a page with all its nodes in it; `None` if it knows none of them.
pub fn complete(model: &Model, page: &Page) -> Option<Layout> {
    let mut layout = model.layout.get(&page.name.text)?.clone();
    let places: Vec<&str> = page.places.iter().map(|p| p.name.text.as_str()).collect();
    let transitions = page.transitions.iter().map(|t| t.name.text.as_str());
    let substitutions = page.substitutions.iter().map(|s| s.name.text.as_str());
    let transitions: Vec<&str> = transitions.chain(substitutions).collect();
    let known = |place: &&str| layout.places.contains_key(*place);
    let is_known = |transition: &&str| layout.transitions.contains_key(*transition);
    if !places.iter().any(known) && !transitions.iter().any(is_known) {
        return None;
    }
    let mut pairs: Vec<(String, String)> = Vec::new();
    for transition in &page.transitions {
        let arcs = transition.arcs.iter().map(|arc| &arc.place.text);
        pairs.extend(arcs.map(|place| (transition.name.text.clone(), place.clone())));
    }
    for substitution in &page.substitutions {
        let sockets = sockets(model, page, substitution);
        let name = &substitution.name.text;
        pairs.extend((sockets.iter()).map(|socket| (name.clone(), socket.place.to_string())));
    }
    for place in places {
        if !layout.places.contains_key(place) {
            let mine = pairs.iter().filter(|pair| pair.1 == place);
            let near = mine.filter_map(|pair| layout.transitions.get(&pair.0));
            let spot = beside(near, &layout, place);
            layout.places.insert(place.to_string(), spot);
        }
    }
    for transition in transitions {
        if !layout.transitions.contains_key(transition) {
            let mine = pairs.iter().filter(|pair| pair.0 == transition);
            let near = mine.filter_map(|pair| layout.places.get(&pair.1));
            let spot = beside(near, &layout, transition);
            layout.transitions.insert(transition.to_string(), spot);
        }
    }
    Some(layout)
}

/// A place for a node between its neighbours, or below all others if it has none.
fn beside<'l>(near: impl Iterator<Item = &'l Spot>, layout: &Layout, name: &str) -> Spot {
    let all = || layout.places.iter().chain(&layout.transitions);
    let near: Vec<Point> = near.map(|spot| spot.at).collect();
    let mean = |all: &dyn Fn(&Point) -> f64| near.iter().map(all).sum::<f64>() / near.len() as f64;
    let wanted = match near.is_empty() {
        true => Point::new(
            all().map(|(_, spot)| spot.at.x).fold(f64::MAX, f64::min),
            all().map(|(_, spot)| spot.at.y).fold(f64::MAX, f64::min) - 2.0 * GAP,
        ),
        false => Point::new(mean(&|p| p.x), mean(&|p| p.y)),
    };
    let size = usual_size(name);
    let is_free = |at: &Point| {
        all().all(|(name, other)| {
            let far = at.minus(other.at);
            let other = other.size.unwrap_or_else(|| usual_size(name));
            far.x.abs() >= (size.x + other.x + GAP) / 2.0
                || far.y.abs() >= (size.y + other.y + GAP) / 2.0
        })
    };
    let ring = |ring: usize| {
        let far = ring as f64 * GAP;
        let around = (8 * ring).max(1);
        (0..around).map(move |i| {
            let angle = i as f64 / around as f64 * std::f64::consts::TAU;
            Point::new(
                wanted.x + far * libm::cos(angle),
                wanted.y + far * libm::sin(angle),
            )
        })
    };
    let at = (0..RINGS).flat_map(ring).find(is_free).unwrap_or(wanted);
    Spot {
        at: at.rounded(),
        ..Spot::default()
    }
}
