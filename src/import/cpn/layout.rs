//! How pages are drawn, so that pictures look as they did. What is as usual is not said (`net/layout.rs`), and what has no text has no place.

use super::super::xml::Element;
use super::page::{Nodes, arc_kind};
use crate::net::layout::{
    Caption, Layout, Numbering, Point, Spot, by_ports, usual_label, usual_size,
};
use crate::net::model::{Page, Place, Text, Transition};
use std::collections::BTreeMap;
use sweepnet_lang::span::Sources;

/// A text so near to its usual place stands there.
const NEAR: f64 = 6.0;

/// Texts around a node: what they are, in which element they are placed, what they say.
type Texts = Vec<(Caption, &'static str, String)>;

/// The layout of each page, by its name.
pub fn layouts(
    net: Element,
    nodes: &Nodes,
    pages: &[Page],
    sources: &Sources,
) -> BTreeMap<String, Layout> {
    let mut all = BTreeMap::new();
    for (page, element) in pages.iter().zip(net.all("page")) {
        let reader = OfPage {
            nodes,
            pages,
            page,
            sources,
        };
        let layout = reader.layout(element);
        if layout != Layout::default() {
            all.insert(page.name.text.clone(), layout);
        }
    }
    all
}

struct OfPage<'a> {
    nodes: &'a Nodes<'a>,
    pages: &'a [Page],
    page: &'a Page,
    sources: &'a Sources,
}

impl OfPage<'_> {
    fn layout(&self, element: Element) -> Layout {
        let mut layout = Layout::default();
        for place in element.all("place") {
            let Some(found) = self.place(place, "id") else {
                continue;
            };
            let texts = self.of_place(found);
            if let Some(spot) = spot(place, "ellipse", &found.name.text, &texts) {
                layout.places.insert(found.name.text.clone(), spot);
            }
        }
        for transition in element.all("trans") {
            let id = transition.attribute("id").unwrap_or("");
            let Some((_, name)) = self.nodes.transitions.get(id) else {
                continue;
            };
            let Some(texts) = self.of_transition(name) else {
                continue;
            };
            if let Some(spot) = spot(transition, "box", name, &texts) {
                layout.transitions.insert(name.clone(), spot);
            }
        }
        let mut numbering = Numbering::default();
        for arc in element.all("arc") {
            self.arc(arc, &mut numbering, &mut layout);
        }
        self.usual_arrows(&mut layout);
        layout
    }

    fn place(&self, element: Element, id: &str) -> Option<&Place> {
        let &(page, place) = self.nodes.places.get(element.attribute(id)?)?;
        self.pages.get(page)?.places.get(place)
    }

    /// What stands around a place.
    fn of_place(&self, place: &Place) -> Texts {
        let text = |text: &Text| self.sources.get(text.source).text.to_string();
        let mut texts = vec![(Caption::Colset, "type", place.colset.text.clone())];
        let initial = place.initial.as_ref().map(text);
        texts.extend(initial.map(|text| (Caption::Initial, "initmark", text)));
        texts.extend((place.port).map(|_| (Caption::Port, "port", String::new())));
        let fusion = place.fusion.as_ref();
        texts.extend(fusion.map(|f| (Caption::Fusion, "fusioninfo", f.text.clone())));
        texts
    }

    fn is_substitution(&self, name: &str) -> bool {
        let mut substitutions = self.page.substitutions.iter();
        substitutions.any(|s| s.name.text == name)
    }

    /// What stands around a transition; `None` if it was left out.
    fn of_transition(&self, name: &str) -> Option<Texts> {
        if self.is_substitution(name) {
            return Some(vec![(Caption::Page, "subpageinfo", String::new())]);
        }
        let found = |t: &&Transition| t.name.text == name;
        let transition = self.page.transitions.iter().find(found)?;
        let code = transition
            .code
            .as_ref()
            .and_then(|code| code.action.as_ref());
        let texts = [
            (Caption::Guard, "cond", transition.guard.first()),
            (Caption::Delay, "time", transition.delay.as_ref()),
            (Caption::Priority, "priority", transition.priority.as_ref()),
            (Caption::Code, "code", code),
        ];
        let texts = texts.into_iter().filter_map(|(caption, element, text)| {
            let text = self.sources.get(text?.source).text.to_string();
            Some((caption, element, text))
        });
        Some(texts.collect())
    }

    fn arc(&self, arc: Element, numbering: &mut Numbering, layout: &mut Layout) {
        let place = (arc.child("placeend")).and_then(|end| self.place(end, "idref"));
        let transition = (arc.child("transend"))
            .and_then(|end| self.nodes.transitions.get(end.attribute("idref")?));
        let (Some(place), Some((_, transition)), Some(kind)) = (place, transition, arc_kind(arc))
        else {
            return;
        };
        if !layout.transitions.contains_key(transition) {
            return;
        }
        let place = &place.name.text;
        let key = numbering.next(transition, kind, place);
        let is_socket = self.is_substitution(transition);
        if is_socket {
            let arrow = (transition.clone(), place.clone());
            layout.arrows.entry(arrow).or_default().push(kind);
        }
        let bends: Vec<Point> = arc.all("bendpoint").filter_map(position).collect();
        if !bends.is_empty() {
            layout.bends.insert(key.clone(), bends);
        }
        let annotation = arc.child("annot");
        let written = annotation.is_some_and(|a| !a.text_of("text").trim().is_empty());
        // Where it stands is not rounded: the middle of an arc may be between units, and only the way from there is in whole ones.
        let at = annotation
            .filter(|_| written && !is_socket)
            .and_then(written_position);
        if let (Some(at), Some(middle)) = (at, layout.middle(&key)) {
            let by = at.minus(middle).rounded();
            let from_usual = by.minus(usual_label(&key));
            if from_usual.x.abs() > NEAR || from_usual.y.abs() > NEAR {
                layout.labels.insert(key, by);
            }
        }
    }

    /// Leaves out the arrows that are as the types of ports say.
    fn usual_arrows(&self, layout: &mut Layout) {
        for substitution in &self.page.substitutions {
            let name = &substitution.name.text;
            let usual = by_ports(self.pages, substitution);
            layout.arrows.retain(|(owner, place), kinds| {
                let socket = usual.iter().filter(|s| s.place == *place);
                let usual: Vec<_> = socket.map(|socket| socket.kind).collect();
                kinds.sort();
                owner != name || *kinds != usual
            });
        }
    }
}

/// Where a node stands, how large it is, and where its texts stand that are elsewhere than usual.
fn spot(element: Element, shape: &str, name: &str, texts: &Texts) -> Option<Spot> {
    let at = position(element)?;
    let drawn = element.child(shape);
    let size = drawn.and_then(|s| Some(Point::new(number(s, "w")?, number(s, "h")?).rounded()));
    let size = size.filter(|size| size.x >= 1.0 && size.y >= 1.0);
    let usual = usual_size(name);
    let mut spot = Spot {
        at,
        size: size.filter(|size| *size != usual),
        ..Spot::default()
    };
    let size = size.unwrap_or(usual);
    for (caption, child, text) in texts {
        let parent = match caption {
            Caption::Page => element.child("subst"),
            _ => Some(element),
        };
        let stands = parent.and_then(|p| p.child(child)).and_then(position);
        let Some(by) = stands.map(|stands| stands.minus(at).rounded()) else {
            continue;
        };
        let from_usual = by.minus(caption.usual(size, text));
        if from_usual.x.abs() > NEAR || from_usual.y.abs() > NEAR {
            spot.captions.insert(*caption, by);
        }
    }
    Some(spot)
}

fn position(element: Element) -> Option<Point> {
    written_position(element).map(Point::rounded)
}

fn written_position(element: Element) -> Option<Point> {
    let at = element.child("posattr")?;
    Some(Point::new(number(at, "x")?, number(at, "y")?))
}

fn number(element: Element, name: &str) -> Option<f64> {
    // Some write numbers as their country does.
    let number: f64 = element.attribute(name)?.replace(',', ".").parse().ok()?;
    number.is_finite().then_some(number)
}
