//! Where things stand: as the net says, or as a picture of it would be drawn.

use crate::draw;
use crate::net::layout::{Layout, Point, Spot};
use crate::net::model::Model;
use sweepnet_lang::span::Sources;

/// The layout of a page: the one it has, else that of a picture.
pub fn layout(model: &Model, number: usize, sources: &Sources) -> Layout {
    let page = &model.pages[number];
    if let Some(layout) = draw::net::complete(model, page) {
        return layout;
    }
    let drawn = draw::net::positions(model, page, sources);
    let upwards = |(name, at): (String, draw::layer::Point)| {
        let at = Point::new(at.x, -at.y);
        let spot = Spot {
            at,
            ..Spot::default()
        };
        (name, spot)
    };
    Layout {
        places: drawn.places.into_iter().map(upwards).collect(),
        transitions: drawn.transitions.into_iter().map(upwards).collect(),
        ..Layout::default()
    }
}
