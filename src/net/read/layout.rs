//! Hints for pictures: where nodes stand and arcs bend.

use super::super::model::{ArcKind, Layout, Point};
use super::super::yaml::node::{Kind, Node};
use super::{Reader, keys};
use std::collections::BTreeMap;

/// Kinds of arcs by their keys.
const KINDS: &[(&str, ArcKind)] = &[
    ("in", ArcKind::In),
    ("out", ArcKind::Out),
    ("both", ArcKind::Both),
    ("inhibitor", ArcKind::Inhibitor),
    ("reset", ArcKind::Reset),
];

impl Reader<'_> {
    /// The layout of each page.
    pub fn layouts(&mut self, node: &Node) -> BTreeMap<String, Layout> {
        let pages = self.named(node, "the layout of a net", "page");
        (pages.unwrap_or_default().into_iter())
            .filter_map(|(name, node)| Some((name.text, self.layout(node)?)))
            .collect()
    }

    fn layout(&mut self, node: &Node) -> Option<Layout> {
        let mut entries = self.entries(node, "the layout of a page", keys::LAYOUT)?;
        let mut layout = Layout::default();
        if let Some((_, node)) = entries.take("places") {
            layout.places = self.positions(node);
        }
        if let Some((_, node)) = entries.take("transitions") {
            layout.transitions = self.positions(node);
        }
        if let Some((_, node)) = entries.take("bends") {
            let transitions = self.named(node, "the bends of arcs", "transition");
            for (transition, node) in transitions.unwrap_or_default() {
                self.bends(&transition.text, node, &mut layout);
            }
        }
        Some(layout)
    }

    fn positions(&mut self, node: &Node) -> BTreeMap<String, Point> {
        let nodes = self.named(node, "positions", "node").unwrap_or_default();
        (nodes.into_iter())
            .filter_map(|(name, node)| Some((name.text, self.point(node)?)))
            .collect()
    }

    fn bends(&mut self, transition: &str, node: &Node, layout: &mut Layout) {
        let what = "the bends of a transition's arcs";
        let Some(mut entries) = self.entries(node, what, keys::BENDS) else {
            return;
        };
        for (key, kind) in KINDS {
            let Some((_, node)) = entries.take(key) else {
                continue;
            };
            let places = self.named(node, "bends", "place");
            for (place, node) in places.unwrap_or_default() {
                let points = match &node.kind {
                    Kind::List(list) => list.iter().filter_map(|node| self.point(node)).collect(),
                    _ => self.point(node).into_iter().collect(),
                };
                let key = (transition.to_string(), *kind, place.text);
                layout.bends.insert(key, points);
            }
        }
    }

    /// `[x, y]`
    fn point(&mut self, node: &Node) -> Option<Point> {
        let numbers: Vec<f64> = match &node.kind {
            Kind::List(list) => (list.iter())
                .filter_map(|node| node.text()?.trim().parse().ok())
                .filter(|number: &f64| number.is_finite())
                .collect(),
            _ => Vec::new(),
        };
        if let [x, y] = numbers[..] {
            return Some(Point { x, y });
        }
        self.wrong(
            node,
            "a position, which is a list of two numbers",
            "Write `[x, y]`",
        );
        None
    }
}
