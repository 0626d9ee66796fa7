//! A page of a net as a graph: places are ellipses, transitions boxes, arcs edges with their inscriptions.
//!
//! Texts are broken and shortened to keep the picture small; the whole text is in the title of the node or edge. A page that has a layout is drawn as that says (`placed`), with nodes that it
//! does not know where there is room (`missing`).

mod missing;
mod placed;

pub use missing::complete;

use super::graph::{Edge, End, Graph, Line, Look, Node, Shape, Style};
use super::layer::{Flow, Point};
use super::text::{wrap, written};
use crate::export::guard::conditions;
use crate::net::delay::Delay;
use crate::net::layout::{ArcKey, LINE, Numbering, Socket, sockets};
use crate::net::model::{
    Arc, ArcKind, Code, Model, Name, Page, Place, Port, Substitution, Text, Transition,
};
use std::collections::BTreeMap;
use sweepnet_lang::span::Sources;

/// The graph of one page. `model` tells the port types of the pages that its substitution transitions stand for.
pub fn page(model: &Model, page: &Page, sources: &Sources) -> Graph {
    let layout = missing::complete(model, page);
    let painter = Painter {
        sources,
        written: layout.is_some(),
    };
    let ordered = ordered(page);
    let mut nodes: Vec<Node> = ordered.iter().map(|p| painter.place(p)).collect();
    nodes.extend(page.transitions.iter().map(|t| painter.transition(t)));
    nodes.extend(page.substitutions.iter().map(substitution));
    let (edges, keys) = edges(&painter, model, page, &ordered);
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
        placed: layout
            .map(|layout| placed::placed(&painter, page, &ordered, &layout, &edges, &keys)),
        nodes,
        edges,
        flow: Flow::Depth,
    }
}

/// The arcs of a page, and by which key a layout knows each.
fn edges(
    painter: &Painter,
    model: &Model,
    page: &Page,
    ordered: &[&Place],
) -> (Vec<Edge>, Vec<ArcKey>) {
    let named = ordered.iter().enumerate();
    let places: BTreeMap<&str, usize> = named.map(|(i, p)| (p.name.text.as_str(), i)).collect();
    let (mut edges, mut keys) = (Vec::new(), Vec::new());
    let mut numbering = Numbering::default();
    for (i, transition) in page.transitions.iter().enumerate() {
        let from = page.places.len() + i;
        for arc in &transition.arcs {
            if let Some(&place) = places.get(arc.place.text.as_str()) {
                edges.push(painter.arc(arc, &transition.name, place, from));
                let name = &transition.name.text;
                keys.push(numbering.next(name, arc.kind, &arc.place.text));
            }
        }
    }
    for (i, substitution) in page.substitutions.iter().enumerate() {
        let from = page.places.len() + page.transitions.len() + i;
        for socket in sockets(model, page, substitution) {
            if let Some(&place) = places.get(socket.place) {
                edges.push(painter.socket(substitution, &socket, place, from));
                let name = &substitution.name.text;
                keys.push(numbering.next(name, socket.kind, socket.place));
            }
        }
    }
    (edges, keys)
}

/// The places of a page: where tokens come from is drawn first, and so at the top.
fn ordered(page: &Page) -> Vec<&Place> {
    let mut ordered: Vec<&Place> = page.places.iter().collect();
    ordered.sort_by_key(|p| (p.port != Some(Port::In), p.initial.is_none()));
    ordered
}

/// Where a picture of a page without layout has its places and transitions, by name.
pub fn positions(model: &Model, page: &Page, sources: &Sources) -> Positions {
    let graph = self::page(model, page, sources);
    let mut centres = super::svg::layout(&graph).layout.centres.into_iter();
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
    sources: &'a Sources,
    /// Whether texts keep the lines in which they are written.
    written: bool,
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
            let kind = match port {
                Port::In => "input",
                Port::Out => "output",
                Port::Both => "input and output",
            };
            tags.push(port_tag(port).to_string());
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
        if let Some(guard) = self.guard(transition) {
            inside.extend(lines(Style::Guard, &guard, 30, 4));
            title += &format!("\nguard {guard}");
        }
        inside.extend(name_lines(&transition.name));
        let mut details = Vec::new();
        details.extend(self.delay(transition));
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

    fn conditions(&self, transition: &Transition) -> Vec<String> {
        let texts = transition.guard.iter().map(|guard| self.text(guard));
        texts.flat_map(conditions).collect()
    }

    fn guard(&self, transition: &Transition) -> Option<String> {
        let conditions = self.conditions(transition);
        (!conditions.is_empty()).then(|| format!("[{}]", conditions.join(", ")))
    }

    fn delay(&self, transition: &Transition) -> Option<String> {
        let delay = self.text(transition.delay.as_ref()?);
        Some(match Delay::of(delay).operator {
            Some(_) => delay.to_string(),
            // As people write it; signs would become one with the operator.
            None if delay.starts_with(|c: char| c.is_ascii_alphanumeric()) => format!("@+{delay}"),
            None => format!("@+ {delay}"),
        })
    }

    fn code(&self, code: &Code) -> String {
        let names = |names: &[Name]| {
            let names: Vec<&str> = names.iter().map(|n| n.text.as_str()).collect();
            format!("({})", names.join(", "))
        };
        let mut text = String::new();
        if let Some(input) = &code.input {
            text += &format!("input {}\n", names(input));
        }
        if !code.output.is_empty() {
            text += &format!("output {}\n", names(&code.output));
        }
        if let Some(action) = &code.action {
            text += &format!("action {}", self.text(action));
        }
        text
    }

    fn arc(&self, arc: &Arc, transition: &Name, place: usize, from: usize) -> Edge {
        let what = match arc.kind {
            ArcKind::In => "takes",
            ArcKind::Out => "puts",
            ArcKind::Both => "needs",
            ArcKind::Inhibitor => "needs nothing",
            ArcKind::Reset => "empties it",
        };
        let text = arc.text.as_ref().map_or("", |t| self.text(t));
        let title = format!("{} and {}: {what} {text}", transition.text, arc.place.text);
        let label = match self.written {
            true => written(text, LINE, 10),
            false => wrap(text, 22, 5),
        };
        edge(arc.kind, place, from, label, title.trim_end().to_string())
    }

    /// The edge between a substitution transition and a place.
    fn socket(
        &self,
        substitution: &Substitution,
        socket: &Socket,
        place: usize,
        from: usize,
    ) -> Edge {
        let ports: Vec<&str> = socket.ports.iter().map(|p| p.text.as_str()).collect();
        // A port that is called like its socket needs no label.
        let label = match ports.iter().all(|port| *port == socket.place) {
            true => Vec::new(),
            false => wrap(&ports.join(", "), 20, 2),
        };
        let (what, page) = (ports.join(", "), &substitution.page.text);
        let title = match ports.is_empty() {
            true => format!("{} and {}", substitution.name.text, socket.place),
            false => format!("{} is the port {what} of {page}", socket.place),
        };
        edge(socket.kind, place, from, label, title)
    }
}

/// The edge of an arc between a place and a transition.
fn edge(kind: ArcKind, place: usize, transition: usize, label: Vec<String>, title: String) -> Edge {
    let (from, to, tail, head) = match kind {
        ArcKind::In => (place, transition, End::Plain, End::Arrow),
        ArcKind::Out => (transition, place, End::Plain, End::Arrow),
        ArcKind::Both => (place, transition, End::Arrow, End::Arrow),
        ArcKind::Inhibitor => (place, transition, End::Plain, End::Circle),
        ArcKind::Reset => (place, transition, End::Plain, End::DoubleArrow),
    };
    Edge {
        from,
        to,
        tail,
        head,
        label,
        title,
    }
}

fn port_tag(port: Port) -> &'static str {
    match port {
        Port::In => "In",
        Port::Out => "Out",
        Port::Both => "I/O",
    }
}

#[cfg(test)]
mod tests;
