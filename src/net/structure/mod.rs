//! Whether the parts of a net fit together: names, hierarchy, fusion sets. Inscriptions are checked later, on their own.

mod colours;
mod fusion;
mod hierarchy;
mod loose;
mod ports;

pub use loose::loose_ends;

use super::flatten::{Instances, place_index};
use super::model::{Model, Name, Page, Place};
use super::{names, suggest};
use std::collections::{BTreeMap, BTreeSet};
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::session::Session;

/// After this many problems no more names are suggested: in a large file, comparing names takes long.
const SUGGESTIONS: usize = 100;

/// All problems of the structure. `unread` are names that the file has and the model lacks.
pub fn check(model: &Model, unread: &BTreeSet<String>) -> Vec<Diagnostic> {
    let mut structure = Structure::new(model, unread);
    structure.names();
    structure.arcs();
    structure.ports();
    structure.hierarchy();
    structure.fusion_sets();
    structure.problems
}

/// Problems with the colour sets of places that are one place; the declarations are known to the session.
pub fn check_colours(model: &Model, session: &Session) -> Vec<Diagnostic> {
    let unread = BTreeSet::new();
    let mut structure = Structure::new(model, &unread);
    structure.colours(session);
    structure.problems
}

/// Instances of places and of transitions that cannot be told apart.
pub fn check_instances(model: &Model, instances: &Instances) -> Vec<Diagnostic> {
    let places = instances.places.iter().map(|at| {
        let page = &model.pages[at.page];
        (page, &page.places[at.place].name, at.instance)
    });
    let transitions = instances.transitions.iter().map(|at| {
        let page = &model.pages[at.page];
        (page, &page.transitions[at.transition].name, at.instance)
    });
    let mut problems = names::instance_clashes("places", places);
    problems.extend(names::instance_clashes("transitions", transitions));
    problems
}

/// Lets all members of a fusion set have its initial marking, which one of them gives; a port has that of its socket.
pub fn share_initial_markings(model: &mut Model) {
    let places = || model.pages.iter().flat_map(|page| &page.places);
    let given: BTreeMap<String, _> = places()
        .filter_map(|place| Some((place.fusion.as_ref()?.text.clone(), place.initial?)))
        .collect();
    for place in model.pages.iter_mut().flat_map(|page| &mut page.places) {
        if let (Some(fusion), None) = (&place.fusion, place.port) {
            place.initial = place.initial.or(given.get(&fusion.text).copied());
        }
    }
}

struct Structure<'m> {
    model: &'m Model,
    unread: &'m BTreeSet<String>,
    pages: BTreeMap<&'m str, usize>,
    /// Of each page its places by name.
    places: Vec<BTreeMap<&'m str, usize>>,
    problems: Vec<Diagnostic>,
}

impl<'m> Structure<'m> {
    fn new(model: &'m Model, unread: &'m BTreeSet<String>) -> Self {
        Structure {
            model,
            unread,
            pages: (model.pages.iter().enumerate())
                .map(|(at, page)| (page.name.text.as_str(), at))
                .collect(),
            places: model.pages.iter().map(place_index).collect(),
            problems: Vec::new(),
        }
    }

    fn place(&self, page: usize, name: &Name) -> Option<&'m Place> {
        let at = *self.places[page].get(name.text.as_str())?;
        self.model.pages[page].places.get(at)
    }

    fn is_unread(&self, name: &Name) -> bool {
        self.unread.contains(&name.text)
    }

    fn names(&mut self) {
        let model = self.model;
        let pages = &model.pages;
        if self.unread.is_empty()
            && pages
                .iter()
                .all(|page| page.transitions.is_empty() && page.places.is_empty())
        {
            let message = "This net has no places and no transitions";
            let help = "Write `places:` and `transitions:`, or `pages:` that have them";
            let problem = Diagnostic::error("E1201", model.name.span, message).help(help);
            self.problems.push(problem);
        }
        self.problems
            .extend(names::clashes("pages", pages.iter().map(|page| &page.name)));
        for page in pages {
            let places = page.places.iter().map(|place| &place.name);
            let transitions = page.transitions.iter().map(|t| &t.name);
            let all = transitions.chain(page.substitutions.iter().map(|s| &s.name));
            self.problems.extend(names::clashes("places", places));
            self.problems.extend(names::clashes("transitions", all));
        }
    }

    /// Arcs go to places of their page.
    fn arcs(&mut self) {
        for (at, page) in self.model.pages.iter().enumerate() {
            for arc in page.transitions.iter().flat_map(|t| &t.arcs) {
                if self.place(at, &arc.place).is_none() && !self.is_unread(&arc.place) {
                    let message = no_place(&arc.place, page);
                    let help = self.suggest_place(at, &arc.place);
                    self.problems
                        .push(Diagnostic::error("E1203", arc.place.span, message).help(help));
                }
            }
        }
    }

    /// Help with the name of a place that a page does not have.
    fn suggest_place(&self, page: usize, name: &Name) -> String {
        let others = self.places.iter().enumerate();
        let elsewhere = others
            .filter(|(other, _)| *other != page)
            .find(|(_, places)| places.contains_key(name.text.as_str()));
        let known = &self.places[page];
        let near = (self.problems.len() < SUGGESTIONS)
            .then(|| suggest::nearest(&name.text, known.keys().copied()))
            .flatten();
        match (near, elsewhere) {
            _ if name.text.contains([')', '(']) => {
                "Inside `{…}` a comma starts the next entry. An inscription with a comma in it needs quotes: `\"(x, y)\"`".to_string()
            }
            (_, Some((other, _))) => format!(
                "It is a place of page `{}`. To use it here, make it a port or a member of a fusion set",
                self.model.pages[other].name.text
            ),
            (Some(near), None) => format!("Did you mean `{near}`?"),
            (None, None) => {
                let known: Vec<&str> = known.keys().copied().collect();
                match known.is_empty() {
                    true => "The page has no places".to_string(),
                    false => format!("The page has {}", suggest::listed(&known)),
                }
            }
        }
    }
}

fn no_place(name: &Name, page: &Page) -> String {
    format!("Page `{}` has no place `{}`", page.name.text, name.text)
}
