//! Instances of pages that no substitution transition makes. To CPN Tools any page may be prime, and several times so; here a page is prime once, and only if no substitution
//! transition stands for it. So a further page gets a substitution transition for each of the others.

use super::super::note::Effect;
use super::super::xml::Element;
use super::page::Nodes;
use super::{Namer, Reader, name_at};
use crate::net::model::{Page, Substitution};
use crate::net::suggest;
use std::collections::{BTreeMap, BTreeSet};
use sweepnet_lang::diagnostic::Diagnostic;

/// What the further page is called.
const FURTHER: &str = "Prime pages";

/// The instances in the file that substitution transitions of the further page make, by page and number there.
pub type OwnInstances<'e> = BTreeMap<(usize, usize), Element<'e>>;

/// The prime instances of each page as the file lists them.
pub fn listed<'e>(net: Element<'e>, nodes: &Nodes<'e>) -> BTreeMap<usize, Vec<Element<'e>>> {
    let mut listed: BTreeMap<usize, Vec<Element>> = BTreeMap::new();
    let list = net.child("instances");
    for instance in list.iter().flat_map(|list| list.all("instance")) {
        let id = instance.attribute("page");
        if let Some(&page) = id.and_then(|id| nodes.pages.get(id)) {
            listed.entry(page).or_default().push(instance);
        }
    }
    listed
}

impl Reader<'_> {
    /// Adds the further page, if it is needed.
    pub fn own_instances<'e>(
        &mut self,
        net: Element<'e>,
        nodes: &Nodes<'e>,
        pages: &mut Vec<Page>,
    ) -> OwnInstances<'e> {
        let substitutions = pages.iter().flat_map(|page| &page.substitutions);
        let used: BTreeSet<String> = substitutions.map(|s| s.page.text.clone()).collect();
        let mut made = OwnInstances::new();
        let mut further: Vec<Substitution> = Vec::new();
        let mut of_pages = Namer::new(pages.iter().map(|page| &page.name.text));
        let title = of_pages.fresh(FURTHER, net.span);
        let mut of_transitions = Namer::default();
        for (at, instances) in listed(net, nodes) {
            let page = &pages[at];
            let idle = page.transitions.is_empty() && page.substitutions.is_empty();
            let is_prime = !used.contains(&page.name.text);
            if idle || is_prime && instances.len() == 1 {
                continue;
            }
            let mut names = Vec::new();
            for &instance in &instances {
                let name = of_transitions.fresh(&page.name.text, instance.span);
                names.push(name.text.clone());
                made.insert((pages.len(), further.len()), instance);
                further.push(Substitution {
                    name,
                    page: name_at(page.name.text.clone(), instance.span),
                    ports: Vec::new(),
                    description: None,
                });
            }
            let message = format!(
                "The page `{}` has instances of its own, which substitution transitions on a new page `{}` make: {}",
                page.name.text,
                title.text,
                suggest::listed(&names)
            );
            let help = "Its ports are places of their own there, as in CPN Tools. If the page is not meant to be prime too, say so in CPN Tools";
            let note = Diagnostic::warning("W1709", instances[0].span, message);
            let note = note.label(page.name.span, "the page").help(help);
            self.note(Effect::None, note);
        }
        if !further.is_empty() {
            pages.push(Page {
                name: title,
                description: None,
                places: Vec::new(),
                transitions: Vec::new(),
                substitutions: further,
            });
        }
        made
    }
}
