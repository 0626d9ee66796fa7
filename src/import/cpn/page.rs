//! Pages: places, transitions and the arcs between them.

use super::super::note::Effect;
use super::super::xml::Element;
use super::compose::Composed;
use super::{Namer, Reader, name_at};
use crate::net::model::{Arc, ArcKind, Name, Page, Place, Port, Substitution, Text, Transition};
use std::collections::{BTreeMap, BTreeSet};
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::span::Span;

/// The colour set of a place that names none.
const UNIT: &str = "UNIT";

/// Where nodes are, by their ids.
#[derive(Debug, Default)]
pub struct Nodes<'e> {
    /// Pages.
    pub pages: BTreeMap<&'e str, usize>,
    /// Places: page and number there.
    pub places: BTreeMap<&'e str, (usize, usize)>,
    /// Transitions: page and name, those that stand for pages included.
    pub transitions: BTreeMap<&'e str, (usize, String)>,
    /// Substitution transitions: page, number there, element.
    pub substitutions: Vec<(usize, usize, Element<'e>)>,
}

impl<'e> Nodes<'e> {
    /// The place that an element refers to.
    pub fn place(&self, element: Element) -> Option<(usize, usize)> {
        self.places.get(element.attribute("idref")?).copied()
    }
}

impl Reader<'_> {
    /// The pages; those of substitution transitions are found later.
    pub fn pages<'e>(&mut self, net: Element<'e>, nodes: &mut Nodes<'e>) -> Vec<Page> {
        let mut namer = Namer::default();
        let mut pages = Vec::new();
        let mut changed = 0;
        for (at, element) in net.all("page").enumerate() {
            let attributes = element.child("pageattr");
            let written = attributes.and_then(|a| a.attribute("name"));
            let span = attributes.map_or(element.span, |a| a.attribute_span("name"));
            let name = namer.name(written.unwrap_or(""), "Page");
            let id = element.attribute("id").unwrap_or("");
            nodes.pages.entry(id).or_insert(at);
            let page = self.page(at, name_at(name, span), element, nodes, &mut changed);
            pages.push(page);
        }
        changed += namer.changed;
        if changed > 0 {
            let message = format!(
                "{changed} names of pages, places or transitions were empty or there twice, and got a number"
            );
            let help = "Queries written for CPN Tools may call them otherwise";
            let note = Diagnostic::warning("W1705", net.span, message).help(help);
            self.note(Effect::None, note);
        }
        pages
    }

    fn page<'e>(
        &mut self,
        at: usize,
        name: Name,
        element: Element<'e>,
        nodes: &mut Nodes<'e>,
        changed: &mut usize,
    ) -> Page {
        let mut page = Page {
            name,
            description: notes(element),
            places: Vec::new(),
            transitions: Vec::new(),
            substitutions: Vec::new(),
        };
        let (mut of_places, mut of_transitions) = (Namer::default(), Namer::default());
        for element in element.all("place") {
            let (written, span) = written_name(element);
            let name = name_at(of_places.name(&written, "Place"), span);
            let id = element.attribute("id").unwrap_or("");
            nodes.places.entry(id).or_insert((at, page.places.len()));
            let place = self.place(name, element);
            page.places.push(place);
        }
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        for element in element.all("trans") {
            let (written, span) = written_name(element);
            let name = name_at(of_transitions.name(&written, "Transition"), span);
            let id = element.attribute("id").unwrap_or("");
            let known = nodes.transitions.entry(id);
            known.or_insert_with(|| (at, name.text.clone()));
            if let Some(subst) = element.child("subst") {
                let number = page.substitutions.len();
                nodes.substitutions.push((at, number, element));
                page.substitutions.push(Substitution {
                    name,
                    page: name_at(String::new(), subst.attribute_span("subpage")),
                    ports: Vec::new(),
                    description: None,
                });
            } else {
                numbers.entry(id).or_insert(page.transitions.len());
                let transition = self.transition(name, element);
                page.transitions.push(transition);
            }
        }
        *changed += of_places.changed + of_transitions.changed;
        let mut broken = BTreeSet::new();
        for element in element.all("arc") {
            self.arc(at, element, nodes, &numbers, &mut broken, &mut page);
        }
        let mut number = 0..;
        page.transitions.retain(|_| {
            number
                .next()
                .is_some_and(|number| !broken.contains(&number))
        });
        page
    }

    fn place(&mut self, name: Name, element: Element) -> Place {
        let written = Composed::inscription(element, "type").filter(|c| !c.text.is_empty());
        let colset = match written {
            Some(colset) => name_at(colset.text, colset.span),
            None => {
                let declared = self.unit.contains(UNIT);
                let text = if declared { UNIT } else { "unit" };
                name_at(text.to_string(), element.span)
            }
        };
        let initial = self.tokens(Composed::inscription(element, "initmark"), &colset.text);
        let port = element.child("port").map(|port| {
            let kind = port.attribute("type").unwrap_or("").to_ascii_lowercase();
            match kind.as_str() {
                "in" | "input" => Port::In,
                "out" | "output" => Port::Out,
                _ => Port::Both,
            }
        });
        Place {
            name,
            colset,
            initial,
            port,
            fusion: None,
            description: None,
        }
    }

    /// Tokens. On a place whose tokens are all equal a number says how many.
    fn tokens(&mut self, written: Option<Composed>, colset: &str) -> Option<Text> {
        let mut written = written?;
        let number = !written.text.is_empty() && written.text.bytes().all(|b| b.is_ascii_digit());
        if number && self.is_unit(colset) {
            written.glue("`()");
        }
        self.text(written)
    }

    fn is_unit(&self, colset: &str) -> bool {
        self.unit.contains(colset) || colset == "unit"
    }

    fn transition(&mut self, name: Name, element: Element) -> Transition {
        let delay = Composed::inscription(element, "time");
        // A bare operator is what CPN Tools shows where nothing was written.
        let delay = delay.filter(|delay| !delay.text.trim_matches(['@', '+']).trim().is_empty());
        let code = Composed::inscription(element, "code").filter(|c| !c.text.is_empty());
        Transition {
            guard: (self.inscription(element, "cond")).into_iter().collect(),
            delay: delay.and_then(|delay| self.text(delay)),
            priority: self.inscription(element, "priority"),
            code: code.and_then(|code| self.code(&code, &name)),
            name,
            arcs: Vec::new(),
            description: None,
        }
    }

    /// An arc to a substitution transition only says what its port assignment says again.
    fn arc(
        &mut self,
        at: usize,
        element: Element,
        nodes: &Nodes,
        transitions: &BTreeMap<&str, usize>,
        broken: &mut BTreeSet<usize>,
        page: &mut Page,
    ) {
        let end = |name: &str| element.child(name);
        let place = end("placeend").and_then(|end| nodes.place(end));
        let idref = end("transend").and_then(|end| end.attribute("idref"));
        let known = idref.and_then(|id| nodes.transitions.get(id));
        let (Some((on, place)), Some((off, _)), Some(idref)) = (place, known, idref) else {
            return self.dangling(element);
        };
        if on != at || *off != at {
            return self.dangling(element);
        }
        let Some(&transition) = transitions.get(idref) else {
            return;
        };
        let place = &page.places[place];
        let kind = arc_kind(element);
        let text = match kind {
            ArcKind::Inhibitor | ArcKind::Reset => None,
            ArcKind::In | ArcKind::Out | ArcKind::Both => {
                let written = Composed::inscription(element, "annot");
                let written = written.filter(|written| !written.text.is_empty());
                let Some(written) = written.or_else(|| self.no_inscription(element, place)) else {
                    broken.insert(transition);
                    return;
                };
                self.tokens(Some(written), &place.colset.text)
            }
        };
        let arc = Arc {
            kind,
            place: name_at(place.name.text.clone(), element.span),
            text,
        };
        page.transitions[transition].arcs.push(arc);
    }

    /// What an arc without inscription means: one token, where all tokens are equal.
    fn no_inscription(&mut self, element: Element, place: &Place) -> Option<Composed> {
        if self.is_unit(&place.colset.text) {
            let mut unit = Composed::of(element);
            unit.glue("()");
            return Some(unit);
        }
        let message = format!(
            "An arc to `{}` has no inscription, so its transition is left out",
            place.name.text
        );
        let help =
            "CPN Tools cannot run the transition either; write which tokens the arc takes or puts";
        let note = Diagnostic::warning("W1707", element.span, message);
        self.note(
            Effect::Behaviour,
            note.label(place.name.span, "the place").help(help),
        );
        None
    }

    fn dangling(&mut self, element: Element) {
        let message = "An arc is left out: what it leads from or to is not on its page";
        let help = "Draw the arc again in CPN Tools";
        let note = Diagnostic::warning("W1703", element.span, message).help(help);
        self.note(Effect::Behaviour, note);
    }
}

/// What an arc does. Converters write its orientation in small letters.
pub fn arc_kind(element: Element) -> ArcKind {
    let orientation = element.attribute("orientation").unwrap_or("");
    match orientation.to_ascii_lowercase().as_str() {
        "ptot" => ArcKind::In,
        "ttop" => ArcKind::Out,
        "inhibitor" => ArcKind::Inhibitor,
        "reset" => ArcKind::Reset,
        _ => ArcKind::Both,
    }
}

/// The name of a node.
fn written_name(element: Element) -> (String, Span) {
    match element.child("text").map(|text| text.text()) {
        Some(written) if !written.text.is_empty() => (written.text, written.span),
        _ => (String::new(), element.span),
    }
}

/// The notes on a page, which are for people.
fn notes(page: Element) -> Option<String> {
    let texts = page.all("Aux").map(|note| note.text_of("text"));
    let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
    (!texts.is_empty()).then(|| texts.join("\n\n"))
}
