//! Hierarchy, and what it means to CPN Tools where a net here must be stricter: a port that nothing is assigned to is a place of its own, the initial
//! marking of a port that is assigned is not looked at, and the direction of a port is a hint.

use super::super::note::Effect;
use super::super::xml::Element;
use super::own::OwnInstances;
use super::page::Nodes;
use super::{Namer, Reader, name_at};
use crate::net::flatten::place_index;
use crate::net::model::{ArcKind, Name, Page, Place, Port, Substitution};
use crate::net::names::qualified;
use crate::net::suggest;
use std::collections::{BTreeMap, BTreeSet};
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::span::Span;

/// Of each port, by page and number there, how often it is assigned.
pub type Assigned = BTreeMap<(usize, usize), usize>;

impl Reader<'_> {
    fn no_assignment(&mut self, span: Span, pair: &str, why: &str) {
        let end = if pair.starts_with('(') { ")" } else { "" };
        let message = format!("The port assignment `{pair}{end}` is left out: {why}");
        let help = "A pair is `(port,socket)`, the ids of a place on the page and of one beside the transition. Assign the port again in CPN Tools";
        let note = Diagnostic::warning("W1703", span, message).help(help);
        self.note(Effect::Behaviour, note);
    }

    /// The page that is not there keeps its name where the file tells it, to be corrected; but not that of a page that is there, which it would mean then.
    fn no_page(
        &mut self,
        subst: Element,
        substitution: &mut Substitution,
        pages: &BTreeSet<String>,
    ) {
        let name = &substitution.name.text;
        let message = format!("`{name}` stands for a page that is not in this file");
        let help = "Assign a page to it again in CPN Tools, or remove it";
        let span = subst.attribute_span("subpage");
        let written = subst
            .child("subpageinfo")
            .and_then(|info| info.attribute("name"));
        let known = [written, subst.attribute("subpage"), Some(name)];
        let mut known = known.into_iter().flatten().map(str::to_string);
        let page = known.find(|name| !name.is_empty() && !pages.contains(name));
        let page = page.unwrap_or_else(|| format!("{name} (missing)"));
        self.unread.insert(page.clone());
        substitution.page.text = page;
        self.problem(Diagnostic::error("E1704", span, message).help(help));
    }

    /// Finds the pages of substitution transitions and assigns their ports.
    pub fn substitutions(&mut self, nodes: &Nodes, pages: &mut [Page]) -> Assigned {
        let mut assigned = Assigned::new();
        let names: BTreeSet<String> = pages.iter().map(|page| page.name.text.clone()).collect();
        for &(page, number, element) in &nodes.substitutions {
            let Some(subst) = element.child("subst") else {
                continue;
            };
            let below = subst
                .attribute("subpage")
                .and_then(|id| nodes.pages.get(id));
            let Some(&below) = below else {
                self.no_page(subst, &mut pages[page].substitutions[number], &names);
                continue;
            };
            let span = subst.attribute_span("portsock");
            let mut ports: Vec<(Name, Name)> = Vec::new();
            // For each port where it stands in `ports`, and its pair.
            let mut done: BTreeMap<usize, (usize, &str)> = BTreeMap::new();
            for pair in pairs(subst.attribute("portsock").unwrap_or("")) {
                match assignment(pair, nodes, (below, page)) {
                    Ok((port, socket)) => {
                        let port_name = pages[below].places[port].name.text.clone();
                        let socket_name = pages[page].places[socket].name.text.clone();
                        let names = (name_at(port_name, span), name_at(socket_name, span));
                        match done.get_mut(&port) {
                            // CPN Tools takes the last pair.
                            Some((at, before)) => {
                                ports[*at] = names;
                                let why = "the port is assigned again after it";
                                self.no_assignment(span, std::mem::replace(before, pair), why);
                            }
                            None => {
                                *assigned.entry((below, port)).or_insert(0) += 1;
                                done.insert(port, (ports.len(), pair));
                                ports.push(names);
                            }
                        }
                    }
                    Err(why) => self.no_assignment(span, pair, why),
                }
            }
            let name = pages[below].name.text.clone();
            let substitution = &mut pages[page].substitutions[number];
            substitution.page.text = name;
            substitution.ports = ports;
        }
        assigned
    }

    /// Makes ports mean what they mean to CPN Tools.
    pub fn settle_ports(&mut self, pages: &mut [Page], assigned: &Assigned, own: &OwnInstances) {
        let mut alone: Vec<String> = Vec::new();
        let mut first = None;
        for (at, page) in pages.iter_mut().enumerate() {
            for (number, place) in page.places.iter_mut().enumerate() {
                let is_assigned = assigned.contains_key(&(at, number));
                match place.port {
                    // A port that nothing is ever assigned to is an ordinary place.
                    Some(_) if !is_assigned => {
                        place.port = None;
                        first.get_or_insert(place.name.span);
                        alone.push(qualified(&page.name.text, &place.name.text));
                    }
                    None if is_assigned => place.port = Some(Port::Both),
                    _ => {}
                }
            }
        }
        if let Some(first) = first {
            let message = format!(
                "Ports that are never assigned are places of their own: {}",
                suggest::listed(&alone)
            );
            let help = "CPN Tools sees it so too; assign the ports if that is not meant";
            let note = Diagnostic::warning("W1704", first, message).help(help);
            self.note(Effect::None, note);
        }
        self.own_sockets(pages, own);
        let told = self.other_markings(pages);
        self.own_markings(pages, &told);
        self.fused_markings(pages);
        widen(pages);
    }

    /// A port that only some substitution transitions assign is, for the others, a place of its own: it gets a socket of its own. That is told, unless it is meant so.
    fn own_sockets(&mut self, pages: &mut [Page], own: &OwnInstances) {
        let by_name: BTreeMap<String, usize> = (pages.iter().enumerate())
            .map(|(at, page)| (page.name.text.clone(), at))
            .collect();
        for at in 0..pages.len() {
            let mut namer = None;
            for number in 0..pages[at].substitutions.len() {
                let substitution = &pages[at].substitutions[number];
                let Some(&below) = by_name.get(&substitution.page.text) else {
                    continue;
                };
                let known: BTreeSet<&str> = (substitution.ports.iter())
                    .map(|(port, _)| port.text.as_str())
                    .collect();
                let missing: Vec<Place> = (pages[below].places.iter())
                    .filter(|place| {
                        place.port.is_some() && !known.contains(place.name.text.as_str())
                    })
                    .cloned()
                    .collect();
                let (owner, span) = (substitution.name.text.clone(), substitution.name.span);
                for port in missing {
                    let places = pages[at].places.iter().map(|place| &place.name.text);
                    let namer = namer.get_or_insert_with(|| Namer::new(places));
                    let wanted = format!("{} of {owner}", port.name.text);
                    let socket = namer.fresh(&wanted, span);
                    if !own.contains_key(&(at, number)) {
                        let message = format!(
                            "`{owner}` does not assign the port `{}`, which is then a place of its own, `{}`",
                            port.name.text, socket.text
                        );
                        let help = "CPN Tools sees it so too; assign the port if that is not meant";
                        let note = Diagnostic::warning("W1704", span, message).help(help);
                        self.note(Effect::None, note);
                    }
                    pages[at].substitutions[number]
                        .ports
                        .push((port.name.clone(), socket.clone()));
                    pages[at].places.push(Place {
                        name: socket,
                        port: None,
                        ..port
                    });
                }
            }
        }
    }

    /// Ports, by page and name, whose initial marking is not that of all their sockets.
    fn other_markings(&self, pages: &[Page]) -> BTreeSet<(String, String)> {
        let by_name: BTreeMap<&str, usize> = (pages.iter().enumerate())
            .map(|(at, page)| (page.name.text.as_str(), at))
            .collect();
        let places: Vec<BTreeMap<&str, usize>> = pages.iter().map(place_index).collect();
        let place = |page: &str, name: &str| {
            let page = *by_name.get(page)?;
            pages[page].places.get(*places[page].get(name)?)
        };
        let written = |place: Option<&Place>| {
            let initial = place.and_then(|place| place.initial);
            initial.map(|text| self.sources.get(text.source).text.to_string())
        };
        let mut other = BTreeSet::new();
        for page in pages {
            for substitution in &page.substitutions {
                let below = &substitution.page.text;
                for (port, socket) in &substitution.ports {
                    let above = written(place(&page.name.text, &socket.text));
                    if above != written(place(below, &port.text)) {
                        other.insert((below.clone(), port.text.clone()));
                    }
                }
            }
        }
        other
    }

    /// The marking of a port is that of its socket, so what the port says of it does not count.
    fn own_markings(&mut self, pages: &mut [Page], told: &BTreeSet<(String, String)>) {
        for page in pages {
            for place in page.places.iter_mut().filter(|place| place.port.is_some()) {
                let Some(initial) = place.initial.take() else {
                    continue;
                };
                if !told.contains(&(page.name.text.clone(), place.name.text.clone())) {
                    continue;
                }
                let message = format!(
                    "The initial marking of the port `{}` is left out: that of its socket counts",
                    place.name.text
                );
                let help = "CPN Tools sees it so too";
                let note = Diagnostic::warning("W1704", initial.span, message).help(help);
                self.note(Effect::None, note);
            }
        }
    }
}

/// The numbers of port and socket in a pair, the page below and that of the transition being known; or what is wrong with it.
fn assignment(
    pair: &str,
    nodes: &Nodes,
    (below, page): (usize, usize),
) -> Result<(usize, usize), &'static str> {
    let ids = pair.strip_prefix('(').and_then(|pair| pair.split_once(','));
    let (port, socket) = ids.ok_or("it is no pair")?;
    let place = |id: &str| nodes.places.get(id.trim()).copied();
    match (place(port), place(socket)) {
        (Some((a, port)), Some((b, socket))) if (a, b) == (below, page) => Ok((port, socket)),
        (Some((a, _)), Some((b, _))) if (a, b) == (page, below) => {
            Err("its socket stands before its port")
        }
        (None, _) => Err("its port is no place of the file"),
        (_, None) => Err("its socket is no place of the file"),
        (Some((a, _)), _) if a != below => Err("its port is not on the page below"),
        _ => Err("its socket is not on the page of the transition"),
    }
}

/// What stands between the brackets of `(port,socket)(port,socket)…`, with the first bracket.
fn pairs(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(')').map(|part| {
        // Some put commas between pairs.
        part.trim_matches(|c: char| c.is_whitespace() || c == ',' || c == ';')
    });
    parts.filter(|part| !part.is_empty())
}

/// Makes a port one of both directions, where its page, or a page below, uses it otherwise than its type says.
fn widen(pages: &mut [Page]) {
    let ports = |page: &Page| {
        let ports = page
            .places
            .iter()
            .filter_map(|p| Some((p.name.text.clone(), p.port?)));
        ports.collect::<BTreeMap<String, Port>>()
    };
    let mut types: Vec<BTreeMap<String, Port>> = pages.iter().map(ports).collect();
    let by_name: BTreeMap<&str, usize> = (pages.iter().enumerate())
        .map(|(at, page)| (page.name.text.as_str(), at))
        .collect();
    for (at, page) in pages.iter().enumerate() {
        for arc in page.transitions.iter().flat_map(|t| &t.arcs) {
            let Some(port) = types[at].get_mut(&arc.place.text) else {
                continue;
            };
            let fits = match port {
                Port::In => matches!(arc.kind, ArcKind::In | ArcKind::Inhibitor),
                Port::Out => matches!(arc.kind, ArcKind::Out | ArcKind::Reset),
                Port::Both => true,
            };
            if !fits {
                *port = Port::Both;
            }
        }
    }
    // A page that is widened may need the ones above it to be.
    let mut above: Vec<Vec<(usize, usize)>> = vec![Vec::new(); pages.len()];
    for (at, page) in pages.iter().enumerate() {
        for (number, substitution) in page.substitutions.iter().enumerate() {
            if let Some(&below) = by_name.get(substitution.page.text.as_str()) {
                above[below].push((at, number));
            }
        }
    }
    let mut changed: Vec<usize> = (0..pages.len()).collect();
    while let Some(below) = changed.pop() {
        for &(at, number) in &above[below] {
            let before = changed.len();
            for (port, socket) in &pages[at].substitutions[number].ports {
                let lower = types[below].get(&port.text).copied();
                if let Some(upper) = types[at].get_mut(&socket.text)
                    && *upper != Port::Both
                    && lower.is_some_and(|lower| lower != *upper)
                {
                    *upper = Port::Both;
                    changed.push(at);
                }
            }
            changed.truncate(before + 1);
        }
    }
    for (page, types) in pages.iter_mut().zip(types) {
        for place in &mut page.places {
            place.port = types.get(&place.name.text).copied().or(place.port);
        }
    }
}
