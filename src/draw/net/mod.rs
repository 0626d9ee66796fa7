//! A page of a net as a graph: places are ellipses, transitions boxes, arcs edges with their inscriptions.
//!
//! Texts are broken and shortened to keep the picture small; the whole text is in the title of the node or edge.

use super::graph::{Edge, End, Graph, Line, Look, Node, Placed, Shape, Style};
use super::layer::{Flow, Point};
use super::text::wrap;
use crate::net::model::{
    Arc, ArcKind, Code, Model, Name, Page, Place, Port, Substitution, Text, Transition,
};
use std::collections::BTreeMap;
use sweepnet_lang::span::Sources;

/// The graph of one page. `model` tells the port types of the pages that its substitution transitions stand for.
pub fn page(model: &Model, page: &Page, sources: &Sources) -> Graph {
    let painter = Painter { model, sources };
    let ordered = ordered(page);
    let mut nodes: Vec<Node> = ordered.iter().map(|p| painter.place(p)).collect();
    nodes.extend(page.transitions.iter().map(|t| painter.transition(t)));
    nodes.extend(page.substitutions.iter().map(substitution));
    let named = ordered.iter().enumerate();
    let places: BTreeMap<&str, usize> = named.map(|(i, p)| (p.name.text.as_str(), i)).collect();
    let mut edges = Vec::new();
    let mut bends = Vec::new();
    let layout = model.layout.get(&page.name.text);
    let bent = |transition: &Name, kind: ArcKind, place: &Name| {
        let key = (transition.text.clone(), kind, place.text.clone());
        let points = layout.and_then(|layout| layout.bends.get(&key));
        points.into_iter().flatten().map(downwards).collect()
    };
    for (i, transition) in page.transitions.iter().enumerate() {
        let from = page.places.len() + i;
        for arc in &transition.arcs {
            if let Some(&place) = places.get(arc.place.text.as_str()) {
                edges.push(painter.arc(arc, &transition.name, place, from));
                let mut points: Vec<_> = bent(&transition.name, arc.kind, &arc.place);
                // Bends are listed from the transition on.
                if arc.kind != ArcKind::Out {
                    points.reverse();
                }
                bends.push(points);
            }
        }
    }
    for (i, substitution) in page.substitutions.iter().enumerate() {
        let from = page.places.len() + page.transitions.len() + i;
        for (port, socket) in &substitution.ports {
            if let Some(&place) = places.get(socket.text.as_str()) {
                let edge = painter.socket(substitution, port, socket, place, from);
                let kinds = [ArcKind::In, ArcKind::Out, ArcKind::Both].into_iter();
                let points = kinds.map(|kind| bent(&substitution.name, kind, socket));
                let mut points: Vec<_> = points
                    .into_iter()
                    .find(|p| !p.is_empty())
                    .unwrap_or_default();
                if edge.from != from {
                    points.reverse();
                }
                bends.push(points);
                edges.push(edge);
            }
        }
    }
    let transitions = page.transitions.len() + page.substitutions.len();
    Graph {
        title: match model.pages.len() {
            1 => model.name.text.clone(),
            _ => format!("{}: {}", model.name.text, page.name.text),
        },
        description: format!(
            "Page {} of the Petri net {}, with {}, {} and {}.",
            page.name.text,
            model.name.text,
            several(page.places.len(), "place"),
            several(transitions, "transition"),
            several(edges.len(), "arc"),
        ),
        nodes,
        edges,
        flow: Flow::Depth,
        placed: layout.and_then(|layout| {
            let places = ordered.iter().map(|p| layout.places.get(&p.name.text));
            let transitions = page.transitions.iter().map(|t| &t.name);
            let all = transitions.chain(page.substitutions.iter().map(|s| &s.name));
            let all = all.map(|name| layout.transitions.get(&name.text));
            let centres: Option<Vec<_>> = places.chain(all).map(|at| at.map(downwards)).collect();
            Some(Placed {
                centres: centres?,
                bends,
            })
        }),
    }
}

/// The places of a page: where tokens come from is drawn first, and so at the top.
fn ordered(page: &Page) -> Vec<&Place> {
    let mut ordered: Vec<&Place> = page.places.iter().collect();
    ordered.sort_by_key(|p| (p.port != Some(Port::In), p.initial.is_none()));
    ordered
}

/// Where a picture of a page has its places and transitions, by name.
pub fn positions(model: &Model, page: &Page, sources: &Sources) -> Positions {
    let graph = self::page(model, page, sources);
    let mut centres = super::svg::layout(&graph).1.centres.into_iter();
    let named = |(name, at): (&Name, Point)| (name.text.clone(), at);
    let places = ordered(page).into_iter().map(|place| &place.name);
    let places = places.zip(centres.by_ref()).map(named).collect();
    let transitions = page.transitions.iter().map(|t| &t.name);
    let all = transitions.chain(page.substitutions.iter().map(|s| &s.name));
    Positions {
        places,
        transitions: all.zip(centres).map(named).collect(),
    }
}

/// Positions of nodes by name.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    /// Of places.
    pub places: Vec<(String, Point)>,
    /// Of transitions, those that stand for pages included.
    pub transitions: Vec<(String, Point)>,
}

/// Pictures are measured from the top.
fn downwards(point: &crate::net::model::Point) -> Point {
    Point::new(point.x, -point.y)
}

fn several(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    }
}

/// Lines of one style, of at most so many characters, at most so many.
fn lines(style: Style, text: &str, width: usize, most: usize) -> impl Iterator<Item = Line> {
    let lines = wrap(text, width, most).into_iter();
    lines.map(move |text| Line::new(style, text))
}

fn name_lines(name: &Name) -> impl Iterator<Item = Line> {
    lines(Style::Name, &name.text, 18, 3)
}

fn substitution(substitution: &Substitution) -> Node {
    let name = &substitution.name.text;
    let page = &substitution.page.text;
    let mut inside: Vec<Line> = name_lines(&substitution.name).collect();
    inside.extend(lines(Style::Kind, &format!("page {page}"), 24, 2));
    Node {
        shape: Shape::DoubleBox,
        look: Look::Substitution,
        lines: inside,
        beside: Vec::new(),
        tags: Vec::new(),
        title: format!("Substitution transition {name}, which stands for the page {page}"),
    }
}

struct Painter<'a> {
    model: &'a Model,
    sources: &'a Sources,
}

impl<'a> Painter<'a> {
    fn text(&self, text: &Text) -> &'a str {
        self.sources.get(text.source).text.trim()
    }

    fn place(&self, place: &Place) -> Node {
        let mut inside: Vec<Line> = name_lines(&place.name).collect();
        inside.extend(lines(Style::Kind, &place.colset.text, 22, 2));
        let mut title = format!("Place {}: {}", place.name.text, place.colset.text);
        let mut tags = Vec::new();
        if let Some(port) = place.port {
            let (tag, kind) = match port {
                Port::In => ("In", "input"),
                Port::Out => ("Out", "output"),
                Port::Both => ("I/O", "input and output"),
            };
            tags.push(tag.to_string());
            title += &format!("\n{kind} port");
        }
        if let Some(fusion) = &place.fusion {
            tags.extend(wrap(&fusion.text, 16, 1));
            title += &format!("\nfusion set {}", fusion.text);
        }
        let mut beside = Vec::new();
        if let Some(initial) = &place.initial {
            let text = self.text(initial);
            beside.extend(lines(Style::Marking, text, 24, 4));
            title += &format!("\ninitial marking {text}");
        }
        Node {
            shape: Shape::Ellipse,
            look: Look::Place,
            lines: inside,
            beside,
            tags,
            title,
        }
    }

    fn transition(&self, transition: &Transition) -> Node {
        let mut inside = Vec::new();
        let mut title = format!("Transition {}", transition.name.text);
        if !transition.guard.is_empty() {
            let guards: Vec<&str> = transition.guard.iter().map(|g| self.text(g)).collect();
            let guard = format!("[{}]", guards.join(", "));
            inside.extend(lines(Style::Guard, &guard, 30, 4));
            title += &format!("\nguard {guard}");
        }
        inside.extend(name_lines(&transition.name));
        let mut details = Vec::new();
        if let Some(delay) = &transition.delay {
            let delay = self.text(delay);
            details.push(match delay.starts_with('@') {
                true => delay.to_string(),
                false => format!("@+ {delay}"),
            });
        }
        if let Some(priority) = &transition.priority {
            details.push(format!("priority {}", self.text(priority)));
        }
        details.extend(transition.code.as_ref().map(|c| self.code(c)));
        for detail in details {
            inside.extend(lines(Style::Detail, &detail, 30, 3));
            title += &format!("\n{detail}");
        }
        Node {
            shape: Shape::Box,
            look: Look::Transition,
            lines: inside,
            beside: Vec::new(),
            tags: Vec::new(),
            title,
        }
    }

    fn code(&self, code: &Code) -> String {
        let names = |names: &[Name]| {
            let names: Vec<&str> = names.iter().map(|n| n.text.as_str()).collect();
            format!("({})", names.join(", "))
        };
        let mut text = String::new();
        if let Some(input) = &code.input {
            text += &format!("input {} ", names(input));
        }
        if !code.output.is_empty() {
            text += &format!("output {} ", names(&code.output));
        }
        text + "action " + self.text(&code.action)
    }

    fn arc(&self, arc: &Arc, transition: &Name, place: usize, from: usize) -> Edge {
        let (what, from, to, tail, head) = match arc.kind {
            ArcKind::In => ("takes", place, from, End::Plain, End::Arrow),
            ArcKind::Out => ("puts", from, place, End::Plain, End::Arrow),
            ArcKind::Both => ("needs", place, from, End::Arrow, End::Arrow),
            ArcKind::Inhibitor => ("needs nothing", place, from, End::Plain, End::Circle),
            ArcKind::Reset => ("empties it", place, from, End::Plain, End::DoubleArrow),
        };
        let text = arc.text.as_ref().map_or("", |t| self.text(t));
        let title = format!("{} and {}: {what} {text}", transition.text, arc.place.text);
        Edge {
            from,
            to,
            tail,
            head,
            label: wrap(text, 22, 5),
            title: title.trim_end().to_string(),
        }
    }

    /// The edge between a substitution transition and a place. Which way it points is for the port to say.
    fn socket(
        &self,
        substitution: &Substitution,
        port: &Name,
        socket: &Name,
        place: usize,
        from: usize,
    ) -> Edge {
        let pages = &self.model.pages;
        let page = pages.iter().find(|p| p.name.text == substitution.page.text);
        let inner = page.and_then(|p| p.places.iter().find(|p| p.name.text == port.text));
        let (from, to, tail) = match inner.and_then(|p| p.port) {
            Some(Port::In) => (place, from, End::Plain),
            Some(Port::Out) => (from, place, End::Plain),
            Some(Port::Both) | None => (place, from, End::Arrow),
        };
        // A port that is called like its socket needs no label.
        let label = match port.text == socket.text {
            true => Vec::new(),
            false => wrap(&port.text, 20, 2),
        };
        Edge {
            from,
            to,
            tail,
            head: End::Arrow,
            label,
            title: format!(
                "{} is the port {} of {}",
                socket.text, port.text, substitution.page.text
            ),
        }
    }
}

#[cfg(test)]
mod tests;
