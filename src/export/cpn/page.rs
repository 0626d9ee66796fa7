//! Pages: places, transitions and arcs with all that their picture needs.

use super::VERSION;
use super::picture;
use super::standard::Standard;
use super::xml::Xml;
use crate::export::guard::conditions;
use crate::net::model::*;
use std::collections::BTreeMap;
use sweepnet_lang::span::{SourceId, Sources};

/// Height of a node with one line of text.
pub const HEIGHT: f64 = 40.0;
/// A character of a name is about so wide.
const CHARACTER: f64 = 7.0;

/// Ids of pages, places and transitions.
#[derive(Debug)]
pub struct Ids {
    /// Of each page.
    pub pages: Vec<String>,
    places: Vec<BTreeMap<String, String>>,
    transitions: Vec<BTreeMap<String, String>>,
}

impl Ids {
    /// Gives everything an id.
    pub fn new(model: &Model, out: &mut Xml) -> Ids {
        let pages = model.pages.iter();
        let mut ids = Ids {
            pages: pages.map(|_| out.id()).collect(),
            places: Vec::new(),
            transitions: Vec::new(),
        };
        for page in &model.pages {
            let places = page.places.iter().map(|place| &place.name);
            let places = places.map(|name| (name.text.clone(), out.id())).collect();
            ids.places.push(places);
            let transitions = page.transitions.iter().map(|t| &t.name);
            let all = transitions.chain(page.substitutions.iter().map(|s| &s.name));
            let all = all.map(|name| (name.text.clone(), out.id())).collect();
            ids.transitions.push(all);
        }
        ids
    }

    /// Of a place on a page.
    pub fn place(&self, page: usize, name: &Name) -> Option<&str> {
        self.places[page].get(&name.text).map(String::as_str)
    }

    /// Of a transition on a page.
    pub fn transition(&self, page: usize, name: &Name) -> Option<&str> {
        self.transitions[page].get(&name.text).map(String::as_str)
    }
}

/// What all pages need.
#[derive(Copy, Clone, Debug)]
pub struct Shared<'m> {
    pub model: &'m Model,
    pub sources: &'m Sources,
    pub ids: &'m Ids,
    pub standard: &'m Standard,
    /// Delays as they are written.
    pub delays: &'m BTreeMap<SourceId, String>,
}

/// Writes a page.
pub fn write(out: &mut Xml, shared: &Shared, number: usize) {
    let Shared { model, sources, .. } = *shared;
    let page = &model.pages[number];
    let painter = Painter {
        model,
        sources,
        number,
        ids: shared.ids,
        standard: shared.standard,
        delays: shared.delays,
        layout: picture::layout(model, number, sources),
    };
    out.element("page", &[("id", &shared.ids.pages[number])], |out| {
        out.empty("pageattr", &[("name", &page.name.text)]);
        for place in &page.places {
            painter.place(out, place);
        }
        for transition in &page.transitions {
            painter.transition(out, transition);
        }
        for substitution in &page.substitutions {
            painter.substitution(out, substitution);
        }
        for transition in &page.transitions {
            for arc in &transition.arcs {
                let text = arc.text.map(|text| painter.text(text));
                let text = text.unwrap_or_default();
                painter.arc(out, &transition.name, arc.kind, &arc.place, &text);
            }
        }
        for substitution in &page.substitutions {
            for (port, socket) in &substitution.ports {
                let kind = painter.socket_kind(substitution, port);
                painter.arc(out, &substitution.name, kind, socket, "");
            }
        }
        out.empty("constraints", &[]);
        painter.notes(out, page);
    });
}

/// Writes what is on a page.
pub struct Painter<'m> {
    pub model: &'m Model,
    sources: &'m Sources,
    pub number: usize,
    ids: &'m Ids,
    standard: &'m Standard,
    delays: &'m BTreeMap<SourceId, String>,
    pub layout: Layout,
}

impl Painter<'_> {
    fn text(&self, text: Text) -> String {
        self.sources.get(text.source).text.trim().to_string()
    }

    fn place(&self, out: &mut Xml, place: &Place) {
        let at = at(self.layout.places.get(&place.name.text));
        let id = self.ids.place(self.number, &place.name).unwrap_or("");
        let width = width(&place.name.text);
        out.element("place", &[("id", id)], |out| {
            look(out, at, "", "Black", "1");
            out.text("text", &[], &place.name.text);
            out.empty("ellipse", &[("w", &number(width)), ("h", &number(HEIGHT))]);
            out.empty("token", &[("x", "-10.000000"), ("y", "0.000000")]);
            let marking = [("x", "0.000000"), ("y", "0.000000"), ("hidden", "false")];
            out.element("marking", &marking, |out| {
                let snap = [
                    ("snap_id", "0"),
                    ("anchor.horizontal", "0"),
                    ("anchor.vertical", "0"),
                ];
                out.empty("snap", &snap);
            });
            inscription(
                out,
                "type",
                beside(at, width / 2.0, -HEIGHT / 2.0),
                &self.standard.name(&place.colset.text),
            );
            let initial = place.initial.map(|text| self.text(text));
            let initial = initial.unwrap_or_default();
            inscription(
                out,
                "initmark",
                beside(at, width / 2.0, HEIGHT / 2.0),
                &initial,
            );
            if let Some(fusion) = &place.fusion {
                let id = out.id();
                let attributes = [("id", id.as_str()), ("name", &fusion.text)];
                out.element("fusioninfo", &attributes, |out| {
                    look(
                        out,
                        beside(at, -width / 2.0, -HEIGHT / 2.0),
                        "Solid",
                        "Black",
                        "0",
                    );
                });
            }
            if let Some(port) = place.port {
                let id = out.id();
                let kind = match port {
                    Port::In => "In",
                    Port::Out => "Out",
                    Port::Both => "I/O",
                };
                out.element("port", &[("id", &id), ("type", kind)], |out| {
                    look(
                        out,
                        beside(at, -width / 2.0, -HEIGHT / 2.0),
                        "Solid",
                        "Black",
                        "0",
                    );
                });
            }
        });
    }

    fn transition(&self, out: &mut Xml, transition: &Transition) {
        let guard = match transition.guard[..] {
            // A list of conditions or just one: CPN Tools reads both.
            [only] => self.text(only),
            _ => {
                let texts = transition.guard.iter().map(|guard| self.text(*guard));
                let conditions: Vec<String> = texts.flat_map(|text| conditions(&text)).collect();
                match conditions.is_empty() {
                    true => String::new(),
                    false => format!("[{}]", conditions.join(", ")),
                }
            }
        };
        let delay = (transition.delay).and_then(|delay| self.delays.get(&delay.source));
        let code = transition.code.as_ref().map(|code| self.code(code));
        let priority = transition.priority.map(|priority| self.text(priority));
        self.node(out, &transition.name, |out, at, width| {
            let (x, y) = (width / 2.0, HEIGHT / 2.0);
            out.empty("binding", &[("x", "7.000000"), ("y", "-3.000000")]);
            inscription(out, "cond", beside(at, -x, y), &guard);
            inscription(
                out,
                "time",
                beside(at, x, y),
                delay.map_or("", String::as_str),
            );
            inscription(
                out,
                "code",
                beside(at, x, -y),
                code.as_deref().unwrap_or(""),
            );
            let priority = priority.as_deref().unwrap_or("");
            inscription(out, "priority", beside(at, -x, -y), priority);
        });
    }

    fn code(&self, code: &Code) -> String {
        let names = |names: &[Name]| {
            let names: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
            names.join(", ")
        };
        let mut text = String::new();
        if let Some(input) = &code.input {
            text += &format!("input ({});\n", names(input));
        }
        if !code.output.is_empty() {
            text += &format!("output ({});\n", names(&code.output));
        }
        text + "action\n" + &self.text(code.action) + ";"
    }

    fn substitution(&self, out: &mut Xml, substitution: &Substitution) {
        let pages = &self.model.pages;
        let below = pages
            .iter()
            .position(|p| p.name.text == substitution.page.text);
        let pair = |(port, socket): &(Name, Name)| {
            let port = self.ids.place(below?, port)?;
            let socket = self.ids.place(self.number, socket)?;
            Some(format!("({port},{socket})"))
        };
        let ports: String = substitution.ports.iter().filter_map(pair).collect();
        let page = below.map_or("", |below| &self.ids.pages[below]);
        self.node(out, &substitution.name, |out, at, width| {
            let id = out.id();
            out.element("subst", &[("subpage", page), ("portsock", &ports)], |out| {
                let info = [("id", id.as_str()), ("name", &substitution.page.text)];
                out.element("subpageinfo", &info, |out| {
                    look(out, beside(at, 0.0, -HEIGHT / 2.0), "Solid", "Black", "0");
                });
            });
            let (x, y) = (width / 2.0, HEIGHT / 2.0);
            out.empty("binding", &[("x", "7.000000"), ("y", "-3.000000")]);
            inscription(out, "cond", beside(at, -x, y), "");
            inscription(out, "time", beside(at, x, y), "");
            inscription(out, "code", beside(at, x, -y), "");
            inscription(out, "priority", beside(at, -x, -y), "");
        });
    }

    fn node(&self, out: &mut Xml, name: &Name, content: impl FnOnce(&mut Xml, Point, f64)) {
        let at = at(self.layout.transitions.get(&name.text));
        let id = self.ids.transition(self.number, name).unwrap_or("");
        let width = width(&name.text);
        out.element("trans", &[("id", id), ("explicit", "false")], |out| {
            look(out, at, "", "Black", "1");
            out.text("text", &[], &name.text);
            out.empty("box", &[("w", &number(width)), ("h", &number(HEIGHT))]);
            content(out, at, width);
        });
    }

    /// Which way the arc of a substitution transition points.
    fn socket_kind(&self, substitution: &Substitution, port: &Name) -> ArcKind {
        let pages = &self.model.pages;
        let page = pages.iter().find(|p| p.name.text == substitution.page.text);
        let place = page.and_then(|p| p.places.iter().find(|p| p.name.text == port.text));
        match place.and_then(|place| place.port) {
            Some(Port::In) => ArcKind::In,
            Some(Port::Out) => ArcKind::Out,
            Some(Port::Both) | None => ArcKind::Both,
        }
    }

    fn arc(&self, out: &mut Xml, transition: &Name, kind: ArcKind, place: &Name, text: &str) {
        let id = out.id();
        let orientation = match kind {
            ArcKind::In => "PtoT",
            ArcKind::Out => "TtoP",
            ArcKind::Both => "BOTHDIR",
            ArcKind::Inhibitor => "Inhibitor",
            ArcKind::Reset => "Reset",
        };
        let from = at(self.layout.transitions.get(&transition.text));
        let to = at(self.layout.places.get(&place.text));
        let ends = (
            self.ids.transition(self.number, transition).unwrap_or(""),
            self.ids.place(self.number, place).unwrap_or(""),
        );
        let key = (transition.text.clone(), kind, place.text.clone());
        let bends = self.layout.bends.get(&key).map_or(&[][..], Vec::as_slice);
        let middle = match bends {
            [] => Point {
                x: (from.x + to.x) / 2.0,
                y: (from.y + to.y) / 2.0,
            },
            bends => bends[bends.len() / 2],
        };
        let attributes = [
            ("id", id.as_str()),
            ("orientation", orientation),
            ("order", "1"),
        ];
        out.element("arc", &attributes, |out| {
            look(out, Point { x: 0.0, y: 0.0 }, "", "Black", "1");
            out.empty(
                "arrowattr",
                &[("headsize", "1.200000"), ("currentcyckle", "2")],
            );
            out.empty("transend", &[("idref", ends.0)]);
            out.empty("placeend", &[("idref", ends.1)]);
            for (serial, bend) in bends.iter().enumerate() {
                let id = out.id();
                let serial = (serial + 1).to_string();
                out.element("bendpoint", &[("id", &id), ("serial", &serial)], |out| {
                    look(out, *bend, "Solid", "Black", "0");
                });
            }
            inscription(out, "annot", beside(middle, 0.0, 8.0), text);
        });
    }
}

/// A text beside a node.
fn inscription(out: &mut Xml, name: &'static str, at: Point, text: &str) {
    let id = out.id();
    out.element(name, &[("id", &id)], |out| {
        look(out, at, "Solid", "Black", "0");
        out.text("text", &[("tool", "CPN Tools"), ("version", VERSION)], text);
    });
}

/// Position and colours, which everything has.
pub fn look(out: &mut Xml, at: Point, pattern: &str, colour: &str, thick: &str) {
    out.empty("posattr", &[("x", &number(at.x)), ("y", &number(at.y))]);
    let fill = [
        ("colour", "White"),
        ("pattern", pattern),
        ("filled", "false"),
    ];
    out.empty("fillattr", &fill);
    let line = [("colour", colour), ("thick", thick), ("type", "Solid")];
    out.empty("lineattr", &line);
    out.empty("textattr", &[("colour", colour), ("bold", "false")]);
}

pub fn at(point: Option<&Point>) -> Point {
    point.copied().unwrap_or(Point { x: 0.0, y: 0.0 })
}

pub fn beside(at: Point, x: f64, y: f64) -> Point {
    Point {
        x: at.x + x,
        y: at.y + y,
    }
}

fn width(name: &str) -> f64 {
    (name.chars().count() as f64 * CHARACTER + 20.0).max(60.0)
}

fn number(number: f64) -> String {
    format!("{number:.6}")
}
