//! Fusion sets, and what their initial marking is where a port is in one.

use super::super::note::Effect;
use super::super::xml::Element;
use super::page::Nodes;
use super::{Namer, Reader};
use crate::net::flatten::place_index;
use crate::net::model::Page;
use std::collections::{BTreeMap, BTreeSet};
use sweepnet_lang::diagnostic::Diagnostic;

/// A place: page and number there.
type At = (usize, usize);

impl Reader<'_> {
    /// Gives the members of fusion sets their set. `instances` says how many each page has.
    pub fn fusion_sets(
        &mut self,
        net: Element,
        nodes: &Nodes,
        pages: &mut [Page],
        instances: &[u32],
    ) {
        let written = net.all("fusion").filter_map(|set| set.attribute("name"));
        let mut namer = Namer::new(written);
        let mut in_sets = BTreeSet::new();
        for fusion in net.all("fusion") {
            let written = fusion.attribute("name").unwrap_or("");
            let name = namer.name(written, "Fusion", fusion.attribute_span("name"));
            let mut members = BTreeSet::new();
            for member in fusion.all("fusion_elm") {
                match nodes.place(member) {
                    Some(place) => {
                        members.insert(place);
                    }
                    None => self.no_member(member),
                }
            }
            in_sets.extend(members.iter().copied());
            // A set of one place does nothing, unless the place is there several times.
            if members.len() < 2 && members.iter().all(|(page, _)| instances[*page] < 2) {
                continue;
            }
            for (page, place) in members {
                let place = &mut pages[page].places[place];
                if place.fusion.is_none() {
                    place.fusion = Some(name.clone());
                    continue;
                }
                let message = format!(
                    "The place `{}` is in two fusion sets; it is left out of `{}`",
                    place.name.text, name.text
                );
                let help = "Make one fusion set of the two, or take the place out of one of them";
                let note = Diagnostic::warning("W1703", place.name.span, message);
                let note = note.label(name.span, "the fusion set").help(help);
                self.note(Effect::Behaviour, note);
            }
        }
        for element in net.all("page").flat_map(|page| page.all("place")) {
            let info = element.child("fusioninfo");
            let id = element.attribute("id").unwrap_or("");
            if let (Some(info), Some(place)) = (info, nodes.places.get(id))
                && !in_sets.contains(place)
            {
                let message = format!(
                    "The place `{}` is a place of its own: it names the fusion set `{}`, which does not have it",
                    pages[place.0].places[place.1].name.text,
                    info.attribute("name").unwrap_or("")
                );
                let help =
                    "Add it to the fusion set again in CPN Tools, if it is meant to be in it";
                let note = Diagnostic::warning("W1703", info.span, message).help(help);
                self.note(Effect::Behaviour, note);
            }
        }
    }

    fn no_member(&mut self, element: Element) {
        let message = "A member of the fusion set is left out: the file has no such place";
        let help = "Remove it in CPN Tools, or assign it again";
        let note = Diagnostic::warning("W1703", element.span, message).help(help);
        self.note(Effect::Behaviour, note);
    }

    /// The marking of a port is that of its socket. So if a port is in a fusion set, the marking of the set is the socket's, whatever its members say.
    pub fn fused_markings(&mut self, pages: &mut [Page]) {
        let above = sockets(pages);
        let is_socket: BTreeSet<At> = above.values().flatten().copied().collect();
        // Of each set the markings of sockets, and a port.
        let mut counts: BTreeMap<String, (BTreeSet<String>, String)> = BTreeMap::new();
        for &port in above.keys() {
            let place = &pages[port.0].places[port.1];
            let Some(fusion) = &place.fusion else {
                continue;
            };
            let initial = topmost(&above, port).filter_map(|(at, place)| {
                let initial = pages[at].places[place].initial?;
                Some(self.sources.get(initial.source).text.to_string())
            });
            let of_set = counts.entry(fusion.text.clone());
            let (said, _) = of_set.or_insert_with(|| (BTreeSet::new(), place.name.text.clone()));
            said.extend(initial);
        }
        for (at, page) in pages.iter_mut().enumerate() {
            for (number, place) in page.places.iter_mut().enumerate() {
                let (Some(fusion), Some(initial)) = (&place.fusion, place.initial) else {
                    continue;
                };
                let Some((said, port)) = counts.get(&fusion.text) else {
                    continue;
                };
                let own = &self.sources.get(initial.source).text;
                if is_socket.contains(&(at, number)) || said.iter().all(|said| **own == **said) {
                    continue;
                }
                let message = format!(
                    "The initial marking of `{}` is left out: its fusion set has the port `{port}`, and that of the port's socket counts",
                    place.name.text
                );
                let help = "Give the socket the initial marking that is meant";
                let note = Diagnostic::warning("W1704", initial.span, message).help(help);
                place.initial = None;
                self.note(Effect::Behaviour, note);
            }
        }
    }
}

/// The sockets of each port.
fn sockets(pages: &[Page]) -> BTreeMap<At, Vec<At>> {
    let by_name: BTreeMap<&str, usize> = (pages.iter().enumerate())
        .map(|(at, page)| (page.name.text.as_str(), at))
        .collect();
    let places: Vec<BTreeMap<&str, usize>> = pages.iter().map(place_index).collect();
    let mut above: BTreeMap<At, Vec<At>> = BTreeMap::new();
    for (at, page) in pages.iter().enumerate() {
        for substitution in &page.substitutions {
            let Some(&below) = by_name.get(substitution.page.text.as_str()) else {
                continue;
            };
            for (port, socket) in &substitution.ports {
                let port = places[below].get(port.text.as_str());
                let socket = places[at].get(socket.text.as_str());
                if let (Some(&port), Some(&socket)) = (port, socket) {
                    above.entry((below, port)).or_default().push((at, socket));
                }
            }
        }
    }
    above
}

/// The places above a port that are no ports themselves.
fn topmost(above: &BTreeMap<At, Vec<At>>, port: At) -> impl Iterator<Item = At> {
    let mut found = BTreeSet::from([port]);
    let mut to_visit = vec![port];
    while let Some(at) = to_visit.pop() {
        let further = above.get(&at).into_iter().flatten();
        to_visit.extend(further.filter(|socket| found.insert(**socket)));
    }
    found.into_iter().filter(|at| !above.contains_key(at))
}
