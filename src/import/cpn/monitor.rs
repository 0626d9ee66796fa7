//! A monitor in the file: what it is called, which nodes it is for in which instances of their pages, and what its options say.

use super::super::xml::Element;
use super::compose::Composed;
use super::instances::PageInstances;
use super::name_at;
use super::page::Nodes;
use crate::net::comment::in_comment;
use crate::net::model::{Name, Page};
use crate::net::names::{instance_name, ml_form, qualified};
use crate::net::observe::KINDS;
use std::collections::{BTreeMap, BTreeSet};
use sweepnet_lang::span::Span;

/// The option that says how the name of a file ends.
const FILE_EXTENSION: &str = "File extension";

/// The places and transitions that a monitor is for.
pub type Ends = (Vec<Name>, Vec<Name>);

/// A monitor in the file, with what its nodes may be.
pub struct Found<'m> {
    pub monitor: Element<'m>,
    pub nodes: &'m Nodes<'m>,
    pub pages: &'m [Page],
    pub instances: &'m PageInstances<'m>,
}

impl Found<'_> {
    pub fn option(&self, name: &str) -> Option<&str> {
        let mut options = self.monitor.all("option");
        let found = options.find(|option| option.attribute("name") == Some(name));
        found?.attribute("value")
    }

    /// Older files have an option for it.
    pub fn is_off(&self) -> bool {
        self.monitor.attribute("disabled") == Some("true")
            || self.option("Disabled") == Some("true")
    }

    /// Its options but for the one that `file` is for.
    pub fn options(&self) -> Vec<(Name, Name)> {
        let options = self.monitor.all("option").filter_map(|option| {
            let attribute = |name: &str| {
                let text = option.attribute(name)?.to_string();
                Some(name_at(text, option.attribute_span(name)))
            };
            let (name, value) = (attribute("name")?, attribute("value")?);
            (name.text != FILE_EXTENSION && !value.text.is_empty()).then_some((name, value))
        });
        options.collect()
    }

    /// Its kind, if it is one of CPN Tools.
    pub fn kind(&self) -> Option<&'static str> {
        let number: usize = self.monitor.attribute("type")?.parse().ok()?;
        KINDS.get(number).copied()
    }

    /// The file that its texts go to.
    pub fn file(&self) -> Option<Name> {
        let usual = (self.kind() == Some("Write in file")).then_some("txt");
        let extension = self.option(FILE_EXTENSION).or(usual)?;
        let name = self.monitor.attribute("name").unwrap_or("");
        let file = format!("{}.{}", ml_form(name.trim()), ml_form(extension));
        Some(name_at(file, self.monitor.attribute_span("name")))
    }

    /// Its transitions; those that stand for pages do not occur. One that is meant in all instances of its page has its name, otherwise each instance has a name.
    pub fn transitions(&self) -> Vec<Name> {
        let mut found: BTreeMap<(usize, &str), (Span, BTreeSet<u32>)> = BTreeMap::new();
        for node in self.monitor.all("node") {
            let id = node.attribute("idref").unwrap_or("");
            let Some((at, name)) = self.nodes.transitions.get(id) else {
                continue;
            };
            let mut real = self.pages[*at].transitions.iter();
            if real.any(|transition| transition.name.text == *name) {
                let known = found.entry((*at, name));
                let (_, instances) = known.or_insert_with(|| (node.span, BTreeSet::new()));
                instances.extend(self.instance(node));
            }
        }
        let named = found
            .into_iter()
            .flat_map(|((at, name), (span, instances))| {
                let name = qualified(&self.pages[at].name.text, name);
                let all =
                    instances.is_empty() || instances.len() == self.instances.counts[at] as usize;
                let names = match all {
                    true => vec![name],
                    false => (instances.iter())
                        .map(|instance| format!("{name}'{instance}"))
                        .collect(),
                };
                names.into_iter().map(move |name| name_at(name, span))
            });
        named.collect()
    }

    /// Which instance of its page a node is meant in, if the file says so.
    fn instance(&self, node: Element) -> Option<u32> {
        let id = node.attribute("pageinstanceidref")?;
        Some(self.instances.by_id.get(id)?.1)
    }

    /// Its places; whether expressions know one by this name, which is so if it is no port, not fused, and its page is there once; and its colour set.
    pub fn places(&self) -> Vec<(Name, bool, &str)> {
        let nodes = self.monitor.all("node").filter_map(|node| {
            let &(at, place) = self.nodes.places.get(node.attribute("idref")?)?;
            let page = self.pages.get(at)?;
            let place = page.places.get(place)?;
            let single = self.instances.counts[at] == 1;
            let known = place.port.is_none() && place.fusion.is_none() && single;
            let name = qualified(&page.name.text, &place.name.text);
            let instance = self.instance(node).unwrap_or(1);
            let name = name_at(instance_name(&name, instance), node.span);
            Some((name, known, place.colset.text.as_str()))
        });
        nodes.collect()
    }

    pub fn place_names(&self) -> Vec<Name> {
        self.places().into_iter().map(|(name, ..)| name).collect()
    }

    /// Its functions, or what its kind says of its nodes.
    pub fn kept(&self, places: &[Name], transitions: &[Name]) -> Composed {
        let mut text = Composed::of(self.monitor);
        let functions = self
            .monitor
            .all("declaration")
            .filter_map(|d| d.child("ml"));
        text.pieces(functions, "\n");
        if text.text.is_empty() {
            let names = places.iter().chain(transitions);
            let names: Vec<&str> = names.map(|name| name.text.as_str()).collect();
            let described = self.monitor.attribute("typedescription");
            let kind = self.kind().or(described).unwrap_or("Monitor");
            text.glue(&format!("(* {} *) {}", in_comment(kind), names.join(", ")));
        }
        text
    }
}
