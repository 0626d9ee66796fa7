//! Where nodes stand and arcs bend, so that pictures look as they did.

use super::super::xml::Element;
use super::page::{Nodes, arc_kind};
use crate::net::model::{Layout, Page, Point};
use std::collections::BTreeMap;

/// The layout of each page, by its name.
pub fn layouts(net: Element, nodes: &Nodes, pages: &[Page]) -> BTreeMap<String, Layout> {
    let mut all = BTreeMap::new();
    for (page, element) in pages.iter().zip(net.all("page")) {
        let layout = of_page(element, nodes, pages);
        if layout != Layout::default() {
            all.insert(page.name.text.clone(), layout);
        }
    }
    all
}

fn of_page(element: Element, nodes: &Nodes, pages: &[Page]) -> Layout {
    let mut layout = Layout::default();
    let place_name = |element: Element, id: &str| {
        let &(page, place) = nodes.places.get(element.attribute(id)?)?;
        Some(pages.get(page)?.places.get(place)?.name.text.clone())
    };
    for place in element.all("place") {
        if let (Some(name), Some(at)) = (place_name(place, "id"), position(place)) {
            layout.places.insert(name, at);
        }
    }
    for transition in element.all("trans") {
        let id = transition.attribute("id").unwrap_or("");
        if let (Some((_, name)), Some(at)) = (nodes.transitions.get(id), position(transition)) {
            layout.transitions.insert(name.clone(), at);
        }
    }
    for arc in element.all("arc") {
        let bends: Vec<Point> = arc.all("bendpoint").filter_map(position).collect();
        let place = arc
            .child("placeend")
            .and_then(|end| place_name(end, "idref"));
        let transition =
            (arc.child("transend")).and_then(|end| nodes.transitions.get(end.attribute("idref")?));
        if let (false, Some(place), Some((_, transition)), Some(kind)) =
            (bends.is_empty(), place, transition, arc_kind(arc))
        {
            let key = (transition.clone(), kind, place);
            layout.bends.entry(key).or_insert(bends);
        }
    }
    layout
}

fn position(element: Element) -> Option<Point> {
    let at = element.child("posattr")?;
    let number = |name: &str| {
        // Some write numbers as their country does.
        let number: f64 = at.attribute(name)?.replace(',', ".").parse().ok()?;
        number.is_finite().then_some(number)
    };
    Some(Point {
        x: number("x")?,
        y: number("y")?,
    })
}
