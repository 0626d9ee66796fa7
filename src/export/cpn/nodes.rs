//! The nodes that monitors are for: each is a node of a page and an instance of the page.

use super::instances::Instances;
use super::page::Ids;
use crate::net::model::{Model, Name};
use crate::net::names::{instance_name, ml_form, qualified};
use std::collections::BTreeMap;

/// The ids of a node and of the instance of its page.
pub type Node = (String, String);

/// Places and transitions by their names in expressions.
pub struct Nodes {
    places: BTreeMap<String, Node>,
    transitions: BTreeMap<String, Vec<Node>>,
}

impl Nodes {
    /// All nodes.
    pub fn new(model: &Model, ids: &Ids, instances: &Instances) -> Nodes {
        let (mut places, mut transitions) = (BTreeMap::new(), BTreeMap::new());
        for (number, page) in model.pages.iter().enumerate() {
            let with = |id: &str| {
                let instances = instances[number].iter();
                let all = instances.map(|instance| (id.to_string(), instance.clone()));
                all.collect::<Vec<Node>>()
            };
            for place in &page.places {
                let name = qualified(&page.name.text, &place.name.text);
                let all = ids.place(number, &place.name).map(with);
                for (at, node) in all.unwrap_or_default().into_iter().enumerate() {
                    places.insert(instance_name(&name, at as u32 + 1), node);
                }
            }
            for transition in &page.transitions {
                let name = qualified(&page.name.text, &transition.name.text);
                let all = ids.transition(number, &transition.name).map(with);
                let all = all.unwrap_or_default();
                for (at, node) in all.iter().enumerate() {
                    transitions.insert(format!("{name}'{}", at + 1), vec![node.clone()]);
                }
                transitions.insert(name, all);
            }
        }
        Nodes {
            places,
            transitions,
        }
    }

    /// The nodes of these names; those that are not there are passed over.
    pub fn all(&self, places: &[Name], transitions: &[Name]) -> Vec<Node> {
        let places = places.iter().filter_map(|name| self.place(&name.text));
        let transitions = transitions.iter();
        let transitions = transitions.filter_map(|name| self.transitions.get(&ml_form(&name.text)));
        places.chain(transitions.flatten()).cloned().collect()
    }

    /// The place of this name.
    pub fn place(&self, name: &str) -> Option<&Node> {
        self.places.get(&ml_form(name))
    }
}
