//! Pages: places, transitions and arcs with all that their picture needs.

use super::VERSION;
use super::picture;
use super::standard::Standard;
use super::xml::Xml;
use crate::export::guard::conditions;
use crate::net::layout::{
    ArcKey, Caption, Layout, Numbering, Point, Spot, sockets, usual_label, usual_size,
};
use crate::net::model::*;
use std::collections::BTreeMap;
use sweepnet_lang::span::{SourceId, Sources};

/// So far above the middle of its arc an inscription stands unless a layout says otherwise: import takes that for the middle.
const ABOVE: f64 = 6.0;

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
        let mut numbering = Numbering::default();
        for transition in &page.transitions {
            for arc in &transition.arcs {
                let text = arc.text.map(|text| painter.text(text));
                let text = text.unwrap_or_default();
                let key = numbering.next(&transition.name.text, arc.kind, &arc.place.text);
                painter.arc(out, &key, &text);
            }
        }
        for substitution in &page.substitutions {
            for socket in sockets(model, page, substitution) {
                let name = &substitution.name.text;
                let key = numbering.next(name, socket.kind, socket.place);
                painter.arc(out, &key, "");
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
        let around = Around::new(self.layout.places.get(&place.name.text), &place.name.text);
        let id = self.ids.place(self.number, &place.name).unwrap_or("");
        let size = (number(around.size.x), number(around.size.y));
        out.element("place", &[("id", id)], |out| {
            look(out, around.at, "", "Black", "1");
            out.text("text", &[], &place.name.text);
            out.empty("ellipse", &[("w", &size.0), ("h", &size.1)]);
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
            let colset = self.standard.name(&place.colset.text);
            around.inscription(out, "type", Caption::Colset, &colset);
            let initial = place.initial.map(|text| self.text(text));
            let initial = initial.unwrap_or_default();
            around.inscription(out, "initmark", Caption::Initial, &initial);
            if let Some(fusion) = &place.fusion {
                let id = out.id();
                let attributes = [("id", id.as_str()), ("name", &fusion.text)];
                let at = around.caption(Caption::Fusion, &fusion.text);
                out.element("fusioninfo", &attributes, |out| {
                    look(out, at, "Solid", "Black", "0");
                });
            }
            if let Some(port) = place.port {
                let id = out.id();
                let kind = match port {
                    Port::In => "In",
                    Port::Out => "Out",
                    Port::Both => "I/O",
                };
                let at = around.caption(Caption::Port, "");
                out.element("port", &[("id", &id), ("type", kind)], |out| {
                    look(out, at, "Solid", "Black", "0");
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
        self.node(out, &transition.name, |out, around| {
            let texts = [Some(guard), delay.cloned(), code, priority];
            around.inscriptions(out, &texts.map(Option::unwrap_or_default));
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
        let action = code.action.map(|action| self.text(action));
        text + "action\n" + &action.unwrap_or_else(|| "()".to_string()) + ";"
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
        self.node(out, &substitution.name, |out, around| {
            let id = out.id();
            let at = around.caption(Caption::Page, &substitution.page.text);
            out.element("subst", &[("subpage", page), ("portsock", &ports)], |out| {
                let info = [("id", id.as_str()), ("name", &substitution.page.text)];
                out.element("subpageinfo", &info, |out| {
                    look(out, at, "Solid", "Black", "0");
                });
            });
            around.inscriptions(out, &<[String; 4]>::default());
        });
    }

    fn node(&self, out: &mut Xml, name: &Name, content: impl FnOnce(&mut Xml, &Around)) {
        let around = Around::new(self.layout.transitions.get(&name.text), &name.text);
        let id = self.ids.transition(self.number, name).unwrap_or("");
        let size = (number(around.size.x), number(around.size.y));
        out.element("trans", &[("id", id), ("explicit", "false")], |out| {
            look(out, around.at, "", "Black", "1");
            out.text("text", &[], &name.text);
            out.empty("box", &[("w", &size.0), ("h", &size.1)]);
            content(out, &around);
        });
    }

    fn arc(&self, out: &mut Xml, key: &ArcKey, text: &str) {
        let (transition, kind, place, _) = key;
        let id = out.id();
        let orientation = match kind {
            ArcKind::In => "PtoT",
            ArcKind::Out => "TtoP",
            ArcKind::Both => "BOTHDIR",
            ArcKind::Inhibitor => "Inhibitor",
            ArcKind::Reset => "Reset",
        };
        let ids = (
            &self.ids.transitions[self.number],
            &self.ids.places[self.number],
        );
        let ends = (
            ids.0.get(transition).map_or("", String::as_str),
            ids.1.get(place).map_or("", String::as_str),
        );
        let bends = self.layout.bends.get(key).map_or(&[][..], Vec::as_slice);
        let middle = self.layout.middle(key).unwrap_or_default();
        let label = self.layout.labels.get(key).copied();
        let usual = usual_label(key).plus(Point::new(0.0, ABOVE));
        let label = middle.plus(label.unwrap_or(usual));
        let attributes = [
            ("id", id.as_str()),
            ("orientation", orientation),
            ("order", "1"),
        ];
        out.element("arc", &attributes, |out| {
            look(out, Point::default(), "", "Black", "1");
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
            inscription(out, "annot", label, text);
        });
    }
}

/// A node and where its texts stand.
struct Around<'l> {
    at: Point,
    size: Point,
    captions: Option<&'l BTreeMap<Caption, Point>>,
}

impl<'l> Around<'l> {
    fn new(spot: Option<&'l Spot>, name: &str) -> Around<'l> {
        let size = spot.and_then(|spot| spot.size);
        Around {
            at: spot.map(|spot| spot.at).unwrap_or_default(),
            size: size.unwrap_or_else(|| usual_size(name)),
            captions: spot.map(|spot| &spot.captions),
        }
    }

    fn caption(&self, caption: Caption, text: &str) -> Point {
        let given = self.captions.and_then(|all| all.get(&caption)).copied();
        (self.at).plus(given.unwrap_or_else(|| caption.usual(self.size, text)))
    }

    fn inscription(&self, out: &mut Xml, name: &'static str, caption: Caption, text: &str) {
        inscription(out, name, self.caption(caption, text), text);
    }

    /// The texts of a transition: guard, delay, code segment and priority.
    fn inscriptions(&self, out: &mut Xml, texts: &[String; 4]) {
        out.empty("binding", &[("x", "7.000000"), ("y", "-3.000000")]);
        let elements = [
            ("cond", Caption::Guard),
            ("time", Caption::Delay),
            ("code", Caption::Code),
            ("priority", Caption::Priority),
        ];
        for ((name, caption), text) in elements.into_iter().zip(texts) {
            self.inscription(out, name, caption, text);
        }
    }
}

/// A text beside a node.
fn inscription(out: &mut Xml, name: &'static str, at: Point, text: &str) {
    let id = out.id();
    out.element(name, &[("id", &id)], |out| {
        look(out, at, "Solid", "Black", "0");
        out.ml("text", &[("tool", "CPN Tools"), ("version", VERSION)], text);
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

fn number(number: f64) -> String {
    format!("{number:.6}")
}
