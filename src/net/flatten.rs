//! Instances: pages that are used several times are there several times, and places that are one place are one.
//!
//! Prime pages, those that no substitution transition uses, have one instance. Walking down from them, each substitution transition makes an instance of
//! its page. A port is the place that it is assigned to, and all places of a fusion set are one.

use super::flat::PlaceId;
use super::model::{Model, Page};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The most instances of places and transitions that a net may have.
pub const MOST_INSTANCES: u64 = 100_000;

/// Place and transition instances.
#[derive(Clone, Debug, Default)]
pub struct Instances {
    /// Place instances; places that are fused are one.
    pub places: Vec<PlaceInstance>,
    /// Transition instances.
    pub transitions: Vec<TransitionInstance>,
    /// Page instances.
    pub pages: Vec<PageInstance>,
    /// Places, by page and number there, that are one place somewhere and both give its initial marking.
    pub given_twice: BTreeSet<[(usize, usize); 2]>,
}

impl Instances {
    /// How many instances each of so many pages has.
    pub fn counts(&self, pages: usize) -> Vec<u32> {
        let mut counts = vec![0; pages];
        for instance in &self.pages {
            counts[instance.page] += 1;
        }
        counts
    }
}

/// A page instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageInstance {
    /// Index into `Model::pages`.
    pub page: usize,
    /// Which instance of the page, from 1.
    pub instance: u32,
    /// For each place of the page, in its order, the flat place it is.
    pub places: Arc<[PlaceId]>,
}

/// A place instance: of a port and its socket the topmost place, of a fusion set its first member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceInstance {
    /// Index into `Model::pages`.
    pub page: usize,
    /// Index into `Page::places`.
    pub place: usize,
    /// Which instance of its page, from 1.
    pub instance: u32,
    /// The place, by page and number there, that gives its initial marking: the first that does of all that it is.
    pub initial: Option<(usize, usize)>,
}

/// A transition instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransitionInstance {
    /// Index into `Model::pages`.
    pub page: usize,
    /// Index into `Page::transitions`.
    pub transition: usize,
    /// Which instance of its page, from 1.
    pub instance: u32,
    /// For each place of its page, in the page's order, the flat place it is.
    pub places: Arc<[PlaceId]>,
}

/// A page instance on the way.
struct Visit {
    page: usize,
    depth: usize,
    /// Of each place that is a port, the place above, as an index into the places found so far.
    ports: BTreeMap<usize, usize>,
}

/// The instances of a model. Meant for one without structural errors; in another one, names that are not there are passed over, and pages that contain themselves
/// end somewhere.
pub fn flatten(model: &Model) -> Instances {
    let by_name: BTreeMap<&str, usize> = index(model.pages.iter().map(|p| p.name.text.as_str()));
    let places: Vec<BTreeMap<&str, usize>> = (model.pages.iter()).map(place_index).collect();
    let mut found = Found::default();
    let mut counts = vec![0; model.pages.len()];
    let mut to_visit: Vec<Visit> = (prime_pages(model).into_iter().rev())
        .map(|page| Visit {
            page,
            depth: 0,
            ports: BTreeMap::new(),
        })
        .collect();
    while let Some(visit) = to_visit.pop() {
        let page = &model.pages[visit.page];
        if visit.depth > model.pages.len() || found.places.len() as u64 > 2 * MOST_INSTANCES {
            continue;
        }
        counts[visit.page] += 1;
        let first = found.add(model, &visit, counts[visit.page]);
        for substitution in page.substitutions.iter().rev() {
            let Some(&below) = by_name.get(substitution.page.text.as_str()) else {
                continue;
            };
            let ports = (substitution.ports.iter())
                .filter_map(|(port, socket)| {
                    let port = places[below].get(port.text.as_str())?;
                    let socket = places[visit.page].get(socket.text.as_str())?;
                    Some((*port, first + socket))
                })
                .collect();
            to_visit.push(Visit {
                page: below,
                depth: visit.depth + 1,
                ports,
            });
        }
    }
    found.finish(model)
}

/// Pages that no substitution transition uses.
pub fn prime_pages(model: &Model) -> Vec<usize> {
    let substitutions = model.pages.iter().flat_map(|page| &page.substitutions);
    let used: BTreeSet<&str> = substitutions.map(|s| s.page.text.as_str()).collect();
    (0..model.pages.len())
        .filter(|&page| !used.contains(model.pages[page].name.text.as_str()))
        .collect()
}

fn index<'n>(names: impl Iterator<Item = &'n str>) -> BTreeMap<&'n str, usize> {
    names.enumerate().map(|(at, name)| (name, at)).collect()
}

/// The places of a page by name.
pub fn place_index(page: &Page) -> BTreeMap<&str, usize> {
    index(page.places.iter().map(|place| place.name.text.as_str()))
}

/// Places of page instances, of which several may be one.
#[derive(Default)]
struct Found<'m> {
    places: Vec<PlaceInstance>,
    /// Of each place an earlier one that it is the same as, or itself.
    same_as: Vec<usize>,
    /// Of each fusion set its first place.
    fusions: BTreeMap<&'m str, usize>,
    /// Page, instance, and where its places start.
    pages: Vec<(usize, u32, usize)>,
}

impl<'m> Found<'m> {
    /// Adds the places of a page instance and returns where they start.
    fn add(&mut self, model: &'m Model, visit: &Visit, instance: u32) -> usize {
        let first = self.places.len();
        self.pages.push((visit.page, instance, first));
        for (at, place) in model.pages[visit.page].places.iter().enumerate() {
            let this = first + at;
            self.places.push(PlaceInstance {
                page: visit.page,
                place: at,
                instance,
                initial: None,
            });
            self.same_as.push(this);
            if let Some(&socket) = visit.ports.get(&at) {
                self.join(socket, this);
            }
            if let Some(fusion) = &place.fusion {
                let member = *self.fusions.entry(&fusion.text).or_insert(this);
                self.join(member, this);
            }
        }
        first
    }

    fn root(&mut self, mut at: usize) -> usize {
        while self.same_as[at] != at {
            self.same_as[at] = self.same_as[self.same_as[at]];
            at = self.same_as[at];
        }
        at
    }

    /// Two places are one. Sockets are found before their ports, so the earlier one stands for both.
    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.same_as[a.max(b)] = a.min(b);
    }

    fn finish(mut self, model: &Model) -> Instances {
        let mut instances = Instances::default();
        let mut ids = Vec::with_capacity(self.places.len());
        for at in 0..self.places.len() {
            let root = self.root(at);
            if root == at {
                ids.push(PlaceId(instances.places.len() as u32));
                instances.places.push(self.places[at].clone());
            } else {
                ids.push(ids[root]);
            }
            let this = (self.places[at].page, self.places[at].place);
            let given = model.pages[this.0].places[this.1].initial.is_some();
            let initial = &mut instances.places[ids[at].0 as usize].initial;
            match *initial {
                _ if !given => {}
                None => *initial = Some(this),
                Some(first) if first == this => {}
                Some(first) => {
                    instances.given_twice.insert([first, this]);
                }
            }
        }
        for &(page, instance, first) in &self.pages {
            let places: Arc<[PlaceId]> = ids[first..first + model.pages[page].places.len()].into();
            for transition in 0..model.pages[page].transitions.len() {
                instances.transitions.push(TransitionInstance {
                    page,
                    transition,
                    instance,
                    places: places.clone(),
                });
            }
            instances.pages.push(PageInstance {
                page,
                instance,
                places,
            });
        }
        instances
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::read::read;
    use std::path::Path;
    use sweepnet_lang::span::Sources;

    fn model(text: &str) -> Model {
        let mut sources = Sources::default();
        let file = sources.add("test.yaml", text);
        let read = read(&mut sources, file, Path::new("").into(), "test");
        assert!(read.problems.is_empty(), "{:?}", read.problems);
        read.model.expect("a model")
    }

    /// Places as `Page'Place'instance`, and transitions with the places of their page.
    fn names(text: &str) -> (Vec<String>, Vec<String>) {
        let model = model(text);
        let found = flatten(&model);
        let places: Vec<String> = (found.places.iter())
            .map(|at| {
                let page = &model.pages[at.page];
                let place = &page.places[at.place].name.text;
                format!("{}'{place}'{}", page.name.text, at.instance)
            })
            .collect();
        let transitions = (found.transitions.iter())
            .map(|at| {
                let page = &model.pages[at.page];
                let name = &page.transitions[at.transition].name.text;
                let own: Vec<&str> = (at.places.iter())
                    .map(|id| places[id.0 as usize].as_str())
                    .collect();
                format!(
                    "{}'{name}'{}: {}",
                    page.name.text,
                    at.instance,
                    own.join(" ")
                )
            })
            .collect();
        (places, transitions)
    }

    const NESTED: &str = "
pages:
  Leaf:
    places: {P: {colset: C, port: both}, Own: C}
    transitions: {T: {both: {P: x, Own: x}}}
  Top:
    places: {A: C, B: C}
    substitutions: {S: {page: Middle, ports: {M: A}}, L: {page: Leaf, ports: {P: B}}}
  Middle:
    places: {M: {colset: C, port: both}}
    substitutions: {S: {page: Leaf, ports: {P: M}}, R: {page: Leaf, ports: {P: M}}}
";

    #[test]
    fn ports_are_their_sockets_and_instances_are_numbered_in_the_order_of_use() {
        let (places, transitions) = names(NESTED);
        assert_eq!(
            places,
            [
                "Top'A'1",
                "Top'B'1",
                "Leaf'Own'1",
                "Leaf'Own'2",
                "Leaf'Own'3"
            ]
        );
        assert_eq!(
            transitions,
            [
                "Leaf'T'1: Top'A'1 Leaf'Own'1",
                "Leaf'T'2: Top'A'1 Leaf'Own'2",
                "Leaf'T'3: Top'B'1 Leaf'Own'3",
            ]
        );
    }

    #[test]
    fn a_fusion_set_is_one_place_in_all_instances() {
        let fused = NESTED.replace("Own: C", "Own: {colset: C, fusion: F}");
        let (places, transitions) = names(&fused);
        assert_eq!(places, ["Top'A'1", "Top'B'1", "Leaf'Own'1"]);
        assert_eq!(transitions[2], "Leaf'T'3: Top'B'1 Leaf'Own'1");
    }

    #[test]
    fn pages_that_contain_themselves_end() {
        let circle = "
pages:
  Top: {places: {A: C}, substitutions: {S: {page: One}}}
  One: {places: {A: C}, substitutions: {S: {page: One}, R: {page: One}, Q: {page: None}}}
";
        assert!(flatten(&model(circle)).places.len() as u64 <= 3 * MOST_INSTANCES);
    }
}
