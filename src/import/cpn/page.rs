//! Pages: places, transitions and the arcs between them.

use super::super::note::Effect;
use super::super::xml::Element;
use super::compose::Composed;
use super::{Namer, Reader, name_at};
use crate::net::delay::Delay;
use crate::net::model::{Arc, ArcKind, Name, Page, Place, Port, Substitution, Text, Transition};
use crate::net::suggest;
use std::collections::{BTreeMap, BTreeSet};
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::span::{SourceId, Span};
use sweepnet_lang::syntax::lexer;

/// The colour set of a place that names none.
const UNIT: &str = "UNIT";

/// Inscriptions of transitions.
const OF_TRANSITIONS: &[&str] = &["cond", "time", "code", "priority"];

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
        let written = |page: Element<'e>| page.child("pageattr")?.attribute("name");
        let mut namer = Namer::new(net.all("page").filter_map(written));
        let mut pages = Vec::new();
        for (at, element) in net.all("page").enumerate() {
            let attributes = element.child("pageattr");
            let span = attributes.map_or(element.span, |a| a.attribute_span("name"));
            let name = namer.name(written(element).unwrap_or(""), "Page", span);
            let id = element.attribute("id").unwrap_or("");
            if *nodes.pages.entry(id).or_insert(at) != at {
                self.same_id(element, "page", &name.text);
            }
            let page = self.page(at, name, element, nodes);
            pages.push(page);
        }
        self.renamed("Pages of this net", &namer.changed);
        pages
    }

    /// Tells of new names.
    fn renamed(&mut self, what: &str, new: &[Name]) {
        let Some(first) = new.first() else {
            return;
        };
        let names: Vec<&str> = new.iter().map(|name| name.text.as_str()).collect();
        let message = format!("{what} have new names: {}", suggest::listed(&names));
        let help = "Each needs a name, which differs from others in more than blanks and signs, and is not that of an instance, as `A'2` is of `A`. Queries written for CPN Tools may call them otherwise";
        let note = Diagnostic::warning("W1705", first.span, message).help(help);
        self.note(Effect::None, note);
    }

    fn page<'e>(
        &mut self,
        at: usize,
        name: Name,
        element: Element<'e>,
        nodes: &mut Nodes<'e>,
    ) -> Page {
        let mut page = Page {
            name,
            description: notes(element),
            places: Vec::new(),
            transitions: Vec::new(),
            substitutions: Vec::new(),
        };
        let names = |kind| element.all(kind).map(|node| written_name(node).0);
        let mut of_places = Namer::new(names("place"));
        let mut of_transitions = Namer::new(names("trans"));
        for element in element.all("place") {
            let (written, span) = written_name(element);
            let name = of_places.name(&written, "Place", span);
            let id = element.attribute("id").unwrap_or("");
            let place = (at, page.places.len());
            if *nodes.places.entry(id).or_insert(place) != place {
                self.same_id(element, "place", &name.text);
            }
            self.repeated(element, &["type", "initmark"], "place", &name.text);
            let place = self.place(name, element);
            page.places.push(place);
        }
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        for element in element.all("trans") {
            let (written, span) = written_name(element);
            let name = of_transitions.name(&written, "Transition", span);
            let id = element.attribute("id").unwrap_or("");
            let known = nodes.transitions.entry(id);
            let known = known.or_insert_with(|| (at, name.text.clone()));
            if *known != (at, name.text.clone()) {
                self.same_id(element, "transition", &name.text);
            }
            self.repeated(element, OF_TRANSITIONS, "transition", &name.text);
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
        let on = |what: &str| format!("{what} on the page `{}`", page.name.text);
        self.renamed(&on("Places"), &of_places.changed);
        self.renamed(&on("Transitions"), &of_transitions.changed);
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
        let colset = match written(element, "type") {
            Some(colset) => name_at(colset.text, colset.span),
            None => {
                let declared = self.unit.contains(UNIT);
                let text = if declared { UNIT } else { "unit" };
                name_at(text.to_string(), element.span)
            }
        };
        let initial = self.tokens(written(element, "initmark"), &colset.text);
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
        // A bare operator is what CPN Tools shows where nothing was written.
        let delay = written(element, "time").filter(|delay| Delay::of(&delay.text).is_given());
        let code = written(element, "code");
        Transition {
            guard: (guard(element).and_then(|guard| self.text(guard)))
                .into_iter()
                .collect(),
            delay: delay.and_then(|delay| self.text(delay)),
            priority: written(element, "priority").and_then(|text| self.text(text)),
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
        let here = |(on, _): &(usize, _)| *on == at;
        let place = place.filter(|(on, _)| *on == at);
        let (Some((_, place)), Some(idref)) = (place, idref.filter(|_| known.is_some_and(here)))
        else {
            return self.dangling(at, element, nodes);
        };
        let Some(&transition) = transitions.get(idref) else {
            return;
        };
        let place = &page.places[place];
        self.repeated(element, &["annot"], "arc to the place", &place.name.text);
        let Some(kind) = arc_kind(element) else {
            return self.no_direction(element);
        };
        let text = match kind {
            ArcKind::Inhibitor | ArcKind::Reset => None,
            ArcKind::In | ArcKind::Out | ArcKind::Both => {
                let owner = &page.transitions[transition].name;
                let written = written(element, "annot");
                let written = written.or_else(|| self.no_inscription(element, place, owner));
                let Some(written) = written else {
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
    fn no_inscription(&mut self, element: Element, place: &Place, of: &Name) -> Option<Composed> {
        if self.is_unit(&place.colset.text) {
            let mut unit = Composed::of(element);
            unit.glue("()");
            return Some(unit);
        }
        let message = format!(
            "The transition `{}` is left out, since its arc to `{}` has no inscription",
            of.text, place.name.text
        );
        let help =
            "CPN Tools cannot run the transition either; write which tokens the arc takes or puts";
        let note = Diagnostic::warning("W1707", element.span, message);
        self.note(
            Effect::Behaviour,
            note.label(of.span, "the transition")
                .label(place.name.span, "the place")
                .help(help),
        );
        None
    }

    fn no_direction(&mut self, element: Element) {
        let message = match element.attribute("orientation") {
            Some(other) => format!("An arc is left out: `{other}` is no direction"),
            None => "An arc is left out: it has no direction".to_string(),
        };
        let help = "Draw the arc again in CPN Tools: `orientation` is PtoT, TtoP, BOTHDIR, Inhibitor or Reset";
        let span = element.attribute_span("orientation");
        let note = Diagnostic::warning("W1703", span, message).help(help);
        self.note(Effect::Behaviour, note);
    }

    /// Whatever names the id means the first of them.
    fn same_id(&mut self, element: Element, what: &str, name: &str) {
        let message = format!(
            "The {what} `{name}` has the id of another one, so nothing in the file is connected to it"
        );
        let help = "Give each an id of its own; CPN Tools writes different ids";
        let span = element.attribute_span("id");
        let note = Diagnostic::warning("W1703", span, message).help(help);
        self.note(Effect::Behaviour, note);
    }

    fn dangling(&mut self, at: usize, element: Element, nodes: &Nodes) {
        let idref = |end: &str| element.child(end)?.attribute("idref");
        let (place, transition) = (idref("placeend"), idref("transend"));
        let is_place = |id: &str| nodes.places.get(id).is_some_and(|(on, _)| *on == at);
        let is_transition = |id: &str| nodes.transitions.get(id).is_some_and(|(on, _)| *on == at);
        let why = match (place, transition) {
            (None, _) => "it has no place",
            (_, None) => "it has no transition",
            (Some(id), _) if is_transition(id) => "its end at a place names a transition",
            (_, Some(id)) if is_place(id) => "its end at a transition names a place",
            (Some(id), _) if !is_place(id) => "its place is not on its page",
            _ => "its transition is not on its page",
        };
        let message = format!("An arc is left out: {why}");
        let help = "Draw the arc again in CPN Tools";
        let note = Diagnostic::warning("W1703", element.span, message).help(help);
        self.note(Effect::Behaviour, note);
    }

    /// Tells of an inscription that is there several times and says different things: the first one counts.
    fn repeated(&mut self, element: Element, kinds: &[&str], what: &str, name: &str) {
        for kind in kinds {
            let said = |inscription: &Element| inscription.text_of("text");
            let mut all = element.all(kind);
            let first = all.next();
            let Some(other) = all.find(|other| Some(said(other)) != first.as_ref().map(said))
            else {
                continue;
            };
            let message =
                format!("The {what} `{name}` has several `{kind}`; only the first one counts");
            let help = "Remove the others: CPN Tools writes one";
            let note = Diagnostic::warning("W1703", other.span, message).help(help);
            self.note(Effect::Behaviour, note);
        }
    }
}

/// What an arc does, if it says so. Converters write its orientation in small letters.
pub fn arc_kind(element: Element) -> Option<ArcKind> {
    let orientation = element.attribute("orientation")?;
    Some(match orientation.to_ascii_lowercase().as_str() {
        "ptot" => ArcKind::In,
        "ttop" => ArcKind::Out,
        "bothdir" => ArcKind::Both,
        "inhibitor" => ArcKind::Inhibitor,
        "reset" => ArcKind::Reset,
        _ => return None,
    })
}

/// An inscription that says something; a comment alone does not.
fn written(element: Element, name: &str) -> Option<Composed> {
    let composed = Composed::inscription(element, name)?;
    (!composed.text.is_empty() && !is_comment(&composed.text)).then_some(composed)
}

/// A guard. One that is only a comment, as of a condition that was tried, holds always.
fn guard(element: Element) -> Option<Composed> {
    let mut guard = Composed::inscription(element, "cond")?;
    if is_comment(&guard.text) {
        guard.glue(" true");
    }
    (!guard.text.is_empty()).then_some(guard)
}

fn is_comment(text: &str) -> bool {
    let tokens = || lexer::lex(text, SourceId(0), &mut Vec::new()).tokens;
    text.starts_with("(*") && tokens().is_empty()
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
