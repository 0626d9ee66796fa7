//! Where things stand: as the net says, or as a picture of it would be drawn.

use crate::draw;
use crate::net::model::{Layout, Model, Point};
use sweepnet_lang::span::Sources;

/// The layout of a page: the one it has, with all that is missing in it where a picture has it.
pub fn layout(model: &Model, number: usize, sources: &Sources) -> Layout {
    let page = &model.pages[number];
    let mut layout = model
        .layout
        .get(&page.name.text)
        .cloned()
        .unwrap_or_default();
    let nodes = page.places.len() + page.transitions.len() + page.substitutions.len();
    if layout.places.len() + layout.transitions.len() < nodes {
        let drawn = draw::net::positions(model, page, sources);
        let upwards =
            |(name, at): (String, draw::layer::Point)| (name, Point { x: at.x, y: -at.y });
        for (name, at) in drawn.places.into_iter().map(upwards) {
            layout.places.entry(name).or_insert(at);
        }
        for (name, at) in drawn.transitions.into_iter().map(upwards) {
            layout.transitions.entry(name).or_insert(at);
        }
    }
    layout
}
