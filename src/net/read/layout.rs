//! Hints for pictures: where nodes stand, arcs bend and texts are.

use super::super::layout::{Caption, Layout, Point, Spot};
use super::super::model::ArcKind;
use super::super::yaml::node::{Kind, Node};
use super::transition::one_or_several;
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
            layout.places = self.spots(node, "place", keys::PLACE_SPOT, &Caption::OF_PLACES);
        }
        if let Some((_, node)) = entries.take("transitions") {
            let captions = &Caption::OF_TRANSITIONS;
            layout.transitions = self.spots(node, "transition", keys::TRANSITION_SPOT, captions);
        }
        if let Some((_, node)) = entries.take("bends") {
            for (transition, kind, node) in self.by_kind(node, "the bends of arcs") {
                let places = self.named(node, "bends", "place").unwrap_or_default();
                for (place, node) in places {
                    let several = items(node).iter().any(|n| is_empty(n) || has_lists(n));
                    for (number, node) in arcs(node, several) {
                        let points = match &node.kind {
                            Kind::List(list) => list.iter().filter_map(|n| self.point(n)).collect(),
                            _ => self.point(node).into_iter().collect(),
                        };
                        let key = (transition.clone(), kind, place.text.clone(), number);
                        layout.bends.insert(key, points);
                    }
                }
            }
        }
        if let Some((_, node)) = entries.take("labels") {
            for (transition, kind, node) in self.by_kind(node, "the labels of arcs") {
                let places = self.named(node, "labels", "place").unwrap_or_default();
                for (place, node) in places {
                    for (number, node) in arcs(node, has_lists(node)) {
                        let key = (transition.clone(), kind, place.text.clone(), number);
                        (layout.labels).extend(self.point(node).map(|at| (key, at)));
                    }
                }
            }
        }
        if let Some((_, node)) = entries.take("arrows") {
            for (transition, kind, node) in self.by_kind(node, "the arrows of arcs") {
                for place in one_or_several(node) {
                    if let Some(place) = self.name(place, "the name of a place") {
                        let key = (transition.clone(), place.text);
                        layout.arrows.entry(key).or_default().push(kind);
                    }
                }
            }
        }
        Some(layout)
    }

    /// Nodes by name: a position, or a mapping with that and more.
    fn spots(
        &mut self,
        node: &Node,
        kind: &str,
        known: &[&str],
        captions: &[Caption],
    ) -> BTreeMap<String, Spot> {
        let mut spots = BTreeMap::new();
        for (name, node) in self.named(node, "positions", kind).unwrap_or_default() {
            let mut spot = Spot::default();
            let at = match &node.kind {
                Kind::Map(_) => {
                    let what = format!("a {kind} in a picture");
                    let Some(mut entries) = self.entries(node, &what, known) else {
                        continue;
                    };
                    spot.size = (entries.take("size")).and_then(|(_, node)| self.point(node));
                    for &caption in captions {
                        let at = entries.take(caption.key());
                        let at = at.and_then(|(_, node)| self.point(node));
                        spot.captions.extend(at.map(|at| (caption, at)));
                    }
                    let owner = format!("The picture of `{}`", name.text);
                    let help = "Write where its centre is: `at: [x, y]`";
                    let owner = (owner.as_str(), name.span);
                    self.required(&mut entries, owner, "at", help)
                }
                _ => Some(node),
            };
            if let Some(at) = at.and_then(|node| self.point(node)) {
                spots.insert(name.text, Spot { at, ..spot });
            }
        }
        spots
    }

    /// What is said of arcs, by transition and kind.
    fn by_kind<'n>(&mut self, node: &'n Node, what: &str) -> Vec<(String, ArcKind, &'n Node)> {
        let mut found = Vec::new();
        for (transition, node) in self.named(node, what, "transition").unwrap_or_default() {
            let Some(mut entries) = self.entries(node, what, keys::ARCS) else {
                continue;
            };
            for &(key, kind) in KINDS {
                let entry = entries.take(key);
                found.extend(entry.map(|(_, node)| (transition.text.clone(), kind, node)));
            }
        }
        found
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
            return Some(Point::new(x, y));
        }
        self.wrong(
            node,
            "a position, which is a list of two numbers",
            "Write `[x, y]`",
        );
        None
    }
}

fn items(node: &Node) -> &[Node] {
    match &node.kind {
        Kind::List(list) => list,
        _ => &[],
    }
}

fn is_empty(node: &Node) -> bool {
    matches!(&node.kind, Kind::List(list) if list.is_empty())
}

fn has_lists(node: &Node) -> bool {
    let mut items = items(node).iter();
    items.any(|item| matches!(item.kind, Kind::List(_)))
}

/// What is said of one arc, or of each of `several` arcs in turn. Of some nothing is said: `[]`.
fn arcs(node: &Node, several: bool) -> impl Iterator<Item = (usize, &Node)> {
    let each = match several {
        true => items(node),
        false => std::slice::from_ref(node),
    };
    let said = move |(_, node): &(usize, &Node)| !several || !is_empty(node);
    each.iter().enumerate().filter(said)
}
