//! What scripts and monitors call the places and transitions of a net: `Page'Place` and an instance of the page. A port can be asked for by its own name as well as by its socket's.

use super::flat::FlatNet;
use super::flatten;
use super::model::Model;
use super::names::{ml_form, qualified};
use std::collections::BTreeMap;

/// A name and the flat places or transitions it stands for: one for each instance of its page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// `Page'Name`
    pub name: String,
    /// Indices of the flat net, by instance.
    pub instances: Vec<usize>,
    /// A port: the same place as its socket on the page above.
    pub port: bool,
}

impl Named {
    /// The flat index of an instance, counted from 1.
    #[inline]
    pub fn instance(&self, instance: u64) -> Option<usize> {
        let at = usize::try_from(instance).ok()?.checked_sub(1)?;
        self.instances.get(at).copied()
    }
}

/// All names.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Places, ports too.
    pub places: Vec<Named>,
    /// Transitions.
    pub transitions: Vec<Named>,
    /// For each flat transition its index among `transitions`.
    pub transition_names: Vec<usize>,
}

impl Names {
    /// The names of a net.
    pub fn new(model: &Model, net: &FlatNet) -> Names {
        let instances = flatten::flatten(model);
        let mut places: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
        for page in &instances.pages {
            for (at, place) in page.places.iter().enumerate() {
                let found = places.entry((page.page, at)).or_default();
                found.push(place.0 as usize);
            }
        }
        let named = |((page, at), instances): ((usize, usize), Vec<usize>)| {
            let page = &model.pages[page];
            Named {
                name: qualified(&page.name.text, &page.places[at].name.text),
                instances,
                port: page.places[at].port.is_some(),
            }
        };
        let mut names = Names {
            places: places.into_iter().map(named).collect(),
            ..Names::default()
        };
        for (number, transition) in net.transitions.iter().enumerate() {
            let known = names.transitions.iter();
            let at = match known.clone().position(|t| t.name == transition.name) {
                Some(at) => at,
                None => {
                    names.transitions.push(Named {
                        name: transition.name.clone(),
                        instances: Vec::new(),
                        port: false,
                    });
                    names.transitions.len() - 1
                }
            };
            names.transitions[at].instances.push(number);
            names.transition_names.push(at);
        }
        names
    }

    /// A flat place by its name in expressions: `Page'Place`, or `Page'Place'2` for another instance of its page.
    pub fn place(&self, name: &str) -> Option<usize> {
        let wanted = ml_form(name);
        let named = |name: &str, instance| {
            let found = self.places.iter().find(|place| place.name == name)?;
            found.instance(instance)
        };
        named(&wanted, 1).or_else(|| {
            let (name, instance) = wanted.rsplit_once('\'')?;
            named(name, instance.parse().ok()?)
        })
    }

    /// A transition by its name: its index among `transitions`, and its instances; just one of them for `Page'Transition'2`.
    pub fn transition(&self, name: &str) -> Option<(usize, &[usize])> {
        let wanted = ml_form(name);
        let named = |wanted: &str| {
            let mut names = self.transitions.iter();
            names.position(|transition| ml_form(&transition.name) == wanted)
        };
        if let Some(at) = named(&wanted) {
            return Some((at, &self.transitions[at].instances));
        }
        let (name, instance) = wanted.rsplit_once('\'')?;
        let (at, instance) = (named(name)?, instance.parse::<usize>().ok()?);
        let one = self.transitions[at].instances.get(instance.checked_sub(1)?);
        Some((at, std::slice::from_ref(one?)))
    }
}
