//! Pictures whose nodes stand where their author put them.
//!
//! Texts here are as wide as they are here, not as in the tool where the picture was drawn. So distances grow, across and down alike, until nodes and texts have room, and a text that
//! would cover another or a node makes way (`texts`). Edges are straight, or go through the points where they bend; several between the same two nodes lie side by side (`route`).

mod route;
mod texts;

use super::figure;
use super::graph::{Edge, End, Figure, Graph, Node, Placed, Shape};
use super::layer::{Item, Layout, Link, Point, Route, Segment};
use route::{along, beside};
use std::collections::BTreeMap;
use texts::{Spot, Text};

/// How much distances may grow.
const GROWTHS: [f64; 6] = [1.0, 1.15, 1.3, 1.5, 1.75, 2.0];
/// Two nodes that would need more room than this are left as they are: one pair shall not make all others far.
const FOR_NODES: f64 = 2.0;
/// Between two nodes.
const GAP: f64 = 4.0;
/// From the end of an edge to the middle of its arrow head.
const HEAD: f64 = 4.5;
/// Where along its edge a text may stand, the best place first.
const PLACES: [f64; 7] = [0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78];

/// Where everything is.
#[derive(Clone, Debug, Default)]
pub struct Arranged {
    /// The size of each node.
    pub items: Vec<Item>,
    /// Nodes and edges.
    pub layout: Layout,
    /// The centres of the captions, node after node.
    pub captions: Vec<Point>,
}

/// The layout of nodes whose centres are given.
pub fn layout(graph: &Graph, links: &[Link], placed: &Placed) -> Arranged {
    let nodes = graph.nodes.iter().zip(&placed.nodes);
    let items: Vec<Item> = nodes.map(|(node, figure)| item(node, figure)).collect();
    let least = growth(&items, placed);
    let mut best: Option<(usize, Arranged)> = None;
    for by in GROWTHS.into_iter().filter(|&by| by >= least) {
        let (covered, arranged) = arrange(graph, &items, links, placed, by);
        if best.as_ref().is_none_or(|(least, _)| covered < *least) {
            best = Some((covered, arranged));
        }
        if covered == 0 {
            break;
        }
    }
    let mut arranged = best.map(|(_, arranged)| arranged).unwrap_or_default();
    if !arranged.layout.centres.is_empty() {
        to_corner(&mut arranged, links, placed);
    }
    arranged
}

/// As large as it is given, but not smaller than its name.
fn item(node: &Node, figure: &Figure) -> Item {
    let (width, height) = figure::size(&figure.lines);
    let (x, y) = (width / 2.0, height / 2.0);
    let (mut rx, mut ry) = (figure.size.x / 2.0, figure.size.y / 2.0);
    let round = node.shape == Shape::Ellipse;
    match round {
        true => {
            // Letters do not fill the corners.
            let out = libm::hypot(x / rx, (y - 4.0) / ry);
            (rx, ry) = (rx * out.max(1.0), ry * out.max(1.0));
        }
        false => (rx, ry) = (rx.max(x + 6.0), ry.max(y + 2.0)),
    }
    Item {
        rx,
        ry,
        round,
        left: rx,
        right: rx,
        half_height: ry,
    }
}

/// How much distances must grow for no two nodes to touch.
fn growth(items: &[Item], placed: &Placed) -> f64 {
    let mut most: f64 = 1.0;
    for (a, one) in placed.nodes.iter().enumerate() {
        for (b, other) in placed.nodes.iter().enumerate().skip(a + 1) {
            let dx = (one.centre.x - other.centre.x).abs();
            let dy = (one.centre.y - other.centre.y).abs();
            let x = (items[a].rx + items[b].rx + GAP) / dx.max(0.01);
            let y = (items[a].ry + items[b].ry + GAP) / dy.max(0.01);
            if x.min(y) <= FOR_NODES {
                most = most.max(x.min(y));
            }
        }
    }
    most
}

/// Puts everything somewhere. Also tells how many texts still cover something.
fn arrange(
    graph: &Graph,
    items: &[Item],
    links: &[Link],
    placed: &Placed,
    by: f64,
) -> (usize, Arranged) {
    let grown = |p: &Point| Point::new(p.x * by, p.y * by);
    let centres: Vec<Point> = placed.nodes.iter().map(|n| grown(&n.centre)).collect();
    let mut routes: Vec<Route> = Vec::with_capacity(links.len());
    let mut texts = Vec::new();
    for (i, (node, &centre)) in placed.nodes.iter().zip(&centres).enumerate() {
        for caption in &node.captions {
            let half = figure::caption(caption);
            texts.push(Text {
                half: Point::new(half.0 / 2.0, half.1 / 2.0),
                places: vec![Point::new(centre.x + caption.by.x, centre.y + caption.by.y)],
                node: Some(i),
                tag: caption.tag,
                given: caption.given,
            });
        }
    }
    let mut known: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let mut heads = Vec::new();
    let given = placed.bends.iter().zip(&placed.labels);
    for ((edge, link), (bends, label)) in graph.edges.iter().zip(links).zip(given) {
        let ends = (link.from.min(link.to), link.from.max(link.to));
        let mut bends: Vec<Point> = bends.iter().map(grown).collect();
        if bends.is_empty() {
            let straight = known.entry(ends).or_insert(0);
            if *straight > 0 {
                bends.push(beside(centres[ends.0], centres[ends.1], *straight));
            }
            *straight += 1;
        }
        let route = route::route(items, &centres, link, &bends);
        heads.extend(ends_with_heads(edge, &route));
        if let Some((width, height)) = link.label {
            let places = match label {
                Some(by) => {
                    bends.push(centres[link.to]);
                    let middle = along(centres[link.from], &bends, 0.5);
                    vec![Point::new(middle.x + by.x, middle.y + by.y)]
                }
                None => {
                    let points: Vec<Point> = route.segments.iter().map(|s| s.2).collect();
                    let at = |part| along(route.start, &points, part);
                    PLACES.into_iter().map(at).collect()
                }
            };
            texts.push(Text {
                half: Point::new(width / 2.0, height / 2.0),
                places,
                node: None,
                tag: false,
                given: label.is_some(),
            });
        }
        routes.push(route);
    }
    let spot = |((item, figure), &centre): ((&Item, &Figure), &Point)| {
        let (width, height) = figure::size(&figure.lines);
        Spot {
            item: *item,
            centre,
            name: Point::new(width / 2.0, height / 2.0),
        }
    };
    let spots: Vec<Spot> = (items.iter().zip(&placed.nodes).zip(&centres))
        .map(spot)
        .collect();
    let (covered, found) = texts::place(&spots, &heads, &texts);
    let captions = placed.nodes.iter().map(|n| n.captions.len()).sum();
    let mut labels = found[captions..].iter();
    for (route, link) in routes.iter_mut().zip(links) {
        route.label = link.label.and_then(|_| labels.next().copied());
    }
    let arranged = Arranged {
        items: items.to_vec(),
        layout: Layout {
            centres,
            routes,
            ..Layout::default()
        },
        captions: found[..captions].to_vec(),
    };
    (covered, arranged)
}

/// Where an edge has arrow heads, or whatever else it ends with.
fn ends_with_heads(edge: &Edge, route: &Route) -> impl Iterator<Item = Point> {
    let back = |tip: Point, from: Point| {
        let length = libm::hypot(from.x - tip.x, from.y - tip.y).max(0.01);
        let part = HEAD / length;
        Point::new(
            tip.x + (from.x - tip.x) * part,
            tip.y + (from.y - tip.y) * part,
        )
    };
    let first = route.segments.first().map(|s| back(route.start, s.0));
    let last = route.segments.last().map(|s| back(s.2, s.1));
    let tail = first.filter(|_| edge.tail != End::Plain);
    tail.into_iter()
        .chain(last.filter(|_| edge.head != End::Plain))
}

/// Moves everything so that the picture begins in the upper left corner, and measures it.
fn to_corner(arranged: &mut Arranged, links: &[Link], placed: &Placed) {
    let (mut low, mut high) = (
        Point::new(f64::MAX, f64::MAX),
        Point::new(f64::MIN, f64::MIN),
    );
    let mut reach = |at: &Point, x: f64, y: f64| {
        low = Point::new(low.x.min(at.x - x), low.y.min(at.y - y));
        high = Point::new(high.x.max(at.x + x), high.y.max(at.y + y));
    };
    let layout = &mut arranged.layout;
    for (item, at) in arranged.items.iter().zip(&layout.centres) {
        reach(at, item.rx, item.ry);
    }
    for (route, link) in layout.routes.iter().zip(links) {
        for Segment(_, _, to) in &route.segments {
            reach(to, 0.0, 0.0);
        }
        if let (Some(at), Some((width, height))) = (&route.label, link.label) {
            reach(at, width / 2.0, height / 2.0);
        }
    }
    let captions = placed.nodes.iter().flat_map(|n| &n.captions);
    for (caption, at) in captions.zip(&arranged.captions) {
        let (width, height) = figure::caption(caption);
        reach(at, width / 2.0, height / 2.0);
    }
    let by = Point::new(-low.x, -low.y);
    for point in layout.centres.iter_mut().chain(&mut arranged.captions) {
        *point = Point::new(point.x + by.x, point.y + by.y);
    }
    layout.routes.iter_mut().for_each(|route| route.shift(by));
    layout.width = high.x - low.x;
    layout.height = high.y - low.y;
}

#[cfg(test)]
mod tests;
