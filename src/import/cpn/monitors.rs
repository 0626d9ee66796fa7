//! Monitors: what a simulation observes. They say nothing of the state space. Those of the standard kinds are run here too; the functions of others are kept as they are written.

use super::super::note::Effect;
use super::super::xml::Element;
use super::compose::Composed;
use super::page::Nodes;
use super::{Namer, Reader, name_at};
use crate::net::model::{Monitor, Page, Watch};
use crate::net::names::qualified;
use sweepnet_lang::diagnostic::Diagnostic;

impl Reader<'_> {
    /// The monitors of a net. Those that are switched off are left out, as CPN Tools does.
    pub fn monitors(&mut self, net: Element, nodes: &Nodes, pages: &[Page]) -> Vec<Monitor> {
        let mut found = Vec::new();
        for block in net.all("monitorblock") {
            gather(block, &mut found);
        }
        found.retain(|monitor| monitor.attribute("disabled") != Some("true"));
        let mut namer = Namer::default();
        let (mut monitors, mut kept) = (Vec::new(), Vec::new());
        for &monitor in &found {
            let written = monitor.attribute("name").unwrap_or("");
            let span = monitor.attribute_span("name");
            let watches = self.watches(monitor, nodes, pages);
            if watches.iter().any(|watch| matches!(watch, Watch::Kept(_))) {
                kept.push(span);
            }
            for watch in watches {
                let name = name_at(namer.name(written, "Monitor"), span);
                monitors.push(Monitor { name, watch });
            }
        }
        if let Some(&first) = kept.first() {
            let message = match (kept.len(), found.len()) {
                (1, 1) => "The monitor is kept, but it is not run".to_string(),
                (some, all) => format!("{some} of the {all} monitors are kept, but not run"),
            };
            let help = "Monitors of CPN Tools with functions of their own need its simulator. They observe simulations and have no influence on the state space";
            self.note(
                Effect::None,
                Diagnostic::warning("W1706", first, message).help(help),
            );
        }
        monitors
    }

    /// What a monitor of CPN Tools is here: one for each node of one of the standard kinds, or its functions as they are written.
    fn watches(&mut self, monitor: Element, nodes: &Nodes, pages: &[Page]) -> Vec<Watch> {
        let standard: Option<Vec<Watch>> = (monitor.all("node"))
            .map(|node| self.standard(monitor, node, nodes, pages))
            .collect();
        match standard {
            Some(watches) if !watches.is_empty() => watches,
            _ => {
                let text = observation(monitor, nodes, pages);
                self.text(text).map(Watch::Kept).into_iter().collect()
            }
        }
    }

    /// A monitor of a standard kind at one node. Places are known by their names in expressions if there is one instance of their page and they are no ports.
    fn standard(
        &mut self,
        monitor: Element,
        node: Element,
        nodes: &Nodes,
        pages: &[Page],
    ) -> Option<Watch> {
        let id = node.attribute("idref")?;
        let place = || {
            let &(page, place) = nodes.places.get(id)?;
            let (page, place) = (pages.get(page)?, pages.get(page)?.places.get(place)?);
            let known = place.port.is_none() && place.fusion.is_none() && is_single(pages, page, 0);
            known.then(|| qualified(&page.name.text, &place.name.text))
        };
        let text = match monitor.attribute("type")? {
            "0" => format!("size {}", place()?),
            "7" => {
                let mut options = monitor.all("option");
                let empty = options.find(|o| o.attribute("name") == Some("If is empty"))?;
                match empty.attribute("value")? {
                    "true" => format!("size {} = 0", place()?),
                    _ => format!("size {} > 0", place()?),
                }
            }
            "6" => {
                let (page, name) = nodes.transitions.get(id)?;
                let text = qualified(&pages.get(*page)?.name.text, name);
                let is_real = pages.get(*page)?.transitions.iter();
                let mut is_real = is_real.filter(|t| t.name.text == *name);
                is_real.next()?;
                return Some(Watch::Count(name_at(text, node.span)));
            }
            _ => return None,
        };
        let mut composed = Composed::of(monitor);
        composed.glue(&text);
        self.text(composed).map(Watch::Marking)
    }
}

/// Whether a page has one instance.
fn is_single(pages: &[Page], page: &Page, depth: usize) -> bool {
    let mut above = pages.iter().flat_map(|above| {
        let uses = above.substitutions.iter();
        let uses = uses.filter(|s| s.page.text == page.name.text);
        uses.map(move |_| above)
    });
    match (above.next(), above.next()) {
        (None, _) => true,
        (Some(only), None) => depth < pages.len() && is_single(pages, only, depth + 1),
        _ => false,
    }
}

/// Monitors of a block and of the blocks in it.
fn gather<'e>(block: Element<'e>, found: &mut Vec<Element<'e>>) {
    for child in block.children() {
        match child.name {
            "monitor" => found.push(child),
            "monitorblock" => gather(child, found),
            _ => {}
        }
    }
}

/// Its functions, or what its kind says of its nodes.
fn observation(monitor: Element, nodes: &Nodes, pages: &[Page]) -> Composed {
    let mut text = Composed::of(monitor);
    let functions = monitor.all("declaration").filter_map(|d| d.child("ml"));
    text.pieces(functions, "\n");
    if !text.text.is_empty() {
        return text;
    }
    let names = monitor.all("node").filter_map(|node| {
        let id = node.attribute("idref")?;
        if let Some(&(page, place)) = nodes.places.get(id) {
            let page = pages.get(page)?;
            return Some(qualified(
                &page.name.text,
                &page.places.get(place)?.name.text,
            ));
        }
        let (page, name) = nodes.transitions.get(id)?;
        Some(qualified(&pages.get(*page)?.name.text, name))
    });
    let names: Vec<String> = names.collect();
    let kind = monitor.attribute("typedescription").unwrap_or("Monitor");
    text.glue(&format!("(* {kind} *) {}", names.join(", ")));
    text
}
