//! Instances of pages. What runs follows from substitution transitions (`net/flatten.rs`); the file lists its instances too, and monitors name one by its id there.

use super::super::note::Effect;
use super::super::xml::Element;
use super::Reader;
use super::own::{OwnInstances, listed};
use super::page::Nodes;
use crate::net::model::Page;
use std::collections::{BTreeMap, BTreeSet};
use sweepnet_lang::diagnostic::Diagnostic;

/// More are not looked at: such a net is refused.
const MOST: usize = 100_000;

/// The instances of all pages.
#[derive(Debug, Default)]
pub struct PageInstances<'e> {
    /// Page and number of an instance by its id in the file.
    pub by_id: BTreeMap<&'e str, (usize, u32)>,
    /// How many each page has.
    pub counts: Vec<u32>,
}

impl Reader<'_> {
    /// Numbers the instances in the order in which a net has them, beside those that the file lists.
    pub fn instances<'e>(
        &mut self,
        net: Element<'e>,
        nodes: &Nodes<'e>,
        pages: &[Page],
        own: &OwnInstances<'e>,
    ) -> PageInstances<'e> {
        let by_name: BTreeMap<&str, usize> = (pages.iter().enumerate())
            .map(|(at, page)| (page.name.text.as_str(), at))
            .collect();
        let ids: BTreeMap<(usize, usize), &str> = (nodes.substitutions.iter())
            .filter_map(|(page, number, element)| {
                Some(((*page, *number), element.attribute("id")?))
            })
            .collect();
        let mut found = PageInstances {
            by_id: BTreeMap::new(),
            counts: vec![0; pages.len()],
        };
        let mut to_visit: Vec<(usize, Option<Element<'e>>)> = Vec::new();
        for page in self.prime_pages(net, nodes, pages, own).into_iter().rev() {
            to_visit.push(page);
        }
        let mut visited = 0;
        while let Some((page, listed)) = to_visit.pop() {
            visited += 1;
            if visited > MOST {
                break;
            }
            found.counts[page] += 1;
            if let Some(id) = listed.and_then(|listed| listed.attribute("id")) {
                found.by_id.insert(id, (page, found.counts[page]));
            }
            for (number, substitution) in pages[page].substitutions.iter().enumerate().rev() {
                let Some(&below) = by_name.get(substitution.page.text.as_str()) else {
                    continue;
                };
                let id = ids.get(&(page, number));
                let listed = own.get(&(page, number)).copied().or_else(|| {
                    let mut below = listed?.all("instance");
                    below.find(|instance| instance.attribute("trans") == id.copied())
                });
                to_visit.push((below, listed));
            }
        }
        found
    }

    /// The pages that no substitution transition stands for, each as the file lists it.
    fn prime_pages<'e>(
        &mut self,
        net: Element<'e>,
        nodes: &Nodes<'e>,
        pages: &[Page],
        own: &OwnInstances,
    ) -> Vec<(usize, Option<Element<'e>>)> {
        let substitutions = pages.iter().flat_map(|page| &page.substitutions);
        let used: BTreeSet<&str> = substitutions.map(|s| s.page.text.as_str()).collect();
        let is_listed = net.child("instances").is_some();
        let listed = listed(net, nodes);
        let mut primes = Vec::new();
        for (at, page) in pages.iter().enumerate() {
            if used.contains(page.name.text.as_str()) {
                continue;
            }
            let instance = listed.get(&at).and_then(|listed| listed.first().copied());
            let idle = page.transitions.is_empty() && page.substitutions.is_empty();
            let is_further = own.keys().any(|(page, _)| *page == at);
            if is_listed && instance.is_none() && !idle && !is_further {
                let message = format!(
                    "The page `{}` has one instance here, but the file lists none of it",
                    page.name.text
                );
                let help = "A page that no substitution transition stands for is part of the net here; remove it if it is not meant to be";
                let note = Diagnostic::warning("W1708", page.name.span, message).help(help);
                self.note(Effect::Behaviour, note);
            }
            primes.push((at, instance));
        }
        primes
    }
}
