//! Monitors: what a simulation observes. They say nothing of the state space; their functions are kept as they are written.

use super::super::note::Effect;
use super::super::xml::Element;
use super::compose::Composed;
use super::page::Nodes;
use super::{Namer, Reader, name_at};
use crate::net::model::{Name, Page, Text};
use crate::net::names::qualified;
use sweepnet_lang::diagnostic::Diagnostic;

impl Reader<'_> {
    /// The monitors of a net.
    pub fn monitors(&mut self, net: &Element, nodes: &Nodes, pages: &[Page]) -> Vec<(Name, Text)> {
        let mut found = Vec::new();
        for block in net.all("monitorblock") {
            gather(block, &mut found);
        }
        let mut namer = Namer::default();
        let mut monitors = Vec::new();
        for monitor in &found {
            let written = monitor.attribute("name").unwrap_or("");
            let name = name_at(
                namer.name(written, "Monitor"),
                monitor.attribute_span("name"),
            );
            let text = observation(monitor, nodes, pages);
            monitors.extend(self.text(text).map(|text| (name, text)));
        }
        if let Some(first) = found.first() {
            let message = format!(
                "The monitors ({}) are kept, but nothing runs them yet",
                found.len()
            );
            let help = "They observe simulations and have no influence on the state space";
            let note = Diagnostic::warning("W1706", first.span, message).help(help);
            self.note(Effect::None, note);
        }
        monitors
    }
}

/// Monitors of a block and of the blocks in it.
fn gather<'e>(block: &'e Element, found: &mut Vec<&'e Element>) {
    for child in &block.children {
        match child.name.as_str() {
            "monitor" => found.push(child),
            "monitorblock" => gather(child, found),
            _ => {}
        }
    }
}

/// Its functions, or what its kind says of its nodes.
fn observation(monitor: &Element, nodes: &Nodes, pages: &[Page]) -> Composed {
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
