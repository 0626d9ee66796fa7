//! Pictures whose nodes stand where their author put them.
//!
//! Texts here are as wide as they are here, not as in the tool where the picture was drawn, so distances grow, across and down each by its own factor, until nodes and the
//! texts between them have room. Edges are straight, or go through the points where they bend; several between the same two nodes lie side by side.

use super::graph::Placed;
use super::layer::{Item, Layout, Link, Point, Route, Segment};
use std::collections::BTreeMap;

/// A picture grows at most so much.
const LARGEST: f64 = 2.5;
/// Between two nodes.
const GAP: f64 = 14.0;
/// Between two edges that have the same ends.
const BESIDE: f64 = 16.0;

/// The layout of nodes whose centres are given.
pub fn layout(items: &[Item], links: &[Link], placed: &Placed) -> Layout {
    let scale = scale(items, links, placed);
    let grown = |p: &Point| Point::new(p.x * scale.x, p.y * scale.y);
    let mut centres: Vec<Point> = placed.centres.iter().map(grown).collect();
    let mut routes = Vec::with_capacity(links.len());
    let mut known: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for (link, bends) in links.iter().zip(&placed.bends) {
        let ends = (link.from.min(link.to), link.from.max(link.to));
        let before = known.entry(ends).or_insert(0);
        let mut bends: Vec<Point> = bends.iter().map(grown).collect();
        if bends.is_empty() && *before > 0 {
            bends.push(beside(centres[ends.0], centres[ends.1], *before));
        }
        *before += 1;
        routes.push(route(items, &centres, link, &bends));
    }
    place_labels(items, &centres, links, &mut routes);
    // The upper left corner is where the picture begins.
    let (mut low, mut high) = (
        Point::new(f64::MAX, f64::MAX),
        Point::new(f64::MIN, f64::MIN),
    );
    let mut reach = |left: f64, top: f64, right: f64, bottom: f64| {
        low = Point::new(low.x.min(left), low.y.min(top));
        high = Point::new(high.x.max(right), high.y.max(bottom));
    };
    for (item, at) in items.iter().zip(&centres) {
        let (top, bottom) = (at.y - item.half_height, at.y + item.half_height);
        reach(at.x - item.left, top, at.x + item.right, bottom);
    }
    for (route, link) in routes.iter().zip(links) {
        for Segment(_, _, to) in &route.segments {
            reach(to.x, to.y, to.x, to.y);
        }
        if let (Some(at), Some((width, height))) = (route.label, link.label) {
            let (x, y) = (width / 2.0, height / 2.0);
            reach(at.x - x, at.y - y, at.x + x, at.y + y);
        }
    }
    if centres.is_empty() {
        return Layout::default();
    }
    let by = Point::new(-low.x, -low.y);
    for centre in &mut centres {
        *centre = Point::new(centre.x + by.x, centre.y + by.y);
    }
    routes.iter_mut().for_each(|route| route.shift(by));
    Layout {
        centres,
        routes,
        width: high.x - low.x,
        height: high.y - low.y,
    }
}

/// How much distances must grow for no two nodes to touch, and for the text of a straight edge to stand between its ends.
fn scale(items: &[Item], links: &[Link], placed: &Placed) -> Point {
    let centres = &placed.centres;
    let mut scale = Point::new(1.0, 1.0);
    // Grows in the direction in which less is needed.
    let mut grow = |a: usize, b: usize, wide: f64, high: f64| {
        let (dx, dy) = (
            (centres[a].x - centres[b].x).abs(),
            (centres[a].y - centres[b].y).abs(),
        );
        let (x, y) = (wide / dx.max(0.01), high / dy.max(0.01));
        if x <= scale.x || y <= scale.y || x.min(y) > LARGEST {
            return;
        }
        match x / scale.x < y / scale.y {
            true => scale.x = x,
            false => scale.y = y,
        }
    };
    for a in 0..items.len() {
        for b in a + 1..items.len() {
            let (one, other) = (&items[a], &items[b]);
            let wide = one.rx + other.rx + GAP;
            grow(a, b, wide, one.half_height + other.half_height + GAP);
        }
    }
    for (link, bends) in links.iter().zip(&placed.bends) {
        let (Some((width, height)), true) = (link.label, bends.is_empty()) else {
            continue;
        };
        let (one, other) = (&items[link.from], &items[link.to]);
        let wide = one.rx + other.rx + width + GAP;
        let high = one.half_height + other.half_height + height + GAP;
        grow(link.from, link.to, wide, high);
    }
    scale
}

/// A point beside the middle of the way between two nodes.
fn beside(a: Point, b: Point, number: usize) -> Point {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let length = dx.hypot(dy).max(1.0);
    let side = if number % 2 == 1 { 1.0 } else { -1.0 };
    let far = BESIDE * number.div_ceil(2) as f64 * side;
    let middle = Point::new((a.x + b.x) / 2.0, (a.y + b.y) / 2.0);
    Point::new(middle.x - dy / length * far, middle.y + dx / length * far)
}

fn route(items: &[Item], centres: &[Point], link: &Link, bends: &[Point]) -> Route {
    let (from, to) = (centres[link.from], centres[link.to]);
    let first = bends.first().copied().unwrap_or(to);
    let last = bends.last().copied().unwrap_or(from);
    let start = border(&items[link.from], from, first);
    let end = border(&items[link.to], to, last);
    let points: Vec<Point> = bends.iter().copied().chain([end]).collect();
    let mut at = start;
    let mut segments = Vec::new();
    for &point in &points {
        // Straight, with points between that give its ends their direction.
        let part = |by: f64| Point::new(at.x + (point.x - at.x) * by, at.y + (point.y - at.y) * by);
        segments.push(Segment(part(1.0 / 3.0), part(2.0 / 3.0), point));
        at = point;
    }
    let label = link.label.map(|_| along(start, &points, 0.5));
    Route {
        start,
        segments,
        label,
    }
}

/// Where along its edge a text may stand, the best place first.
const PLACES: [f64; 9] = [0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78, 0.15, 0.85];

/// Puts each text where it covers no node and no other text, if there is such a place on its edge.
fn place_labels(items: &[Item], centres: &[Point], links: &[Link], routes: &mut [Route]) {
    // Centre and half of the size of what is there already.
    let nodes = items.iter().zip(centres);
    let mut taken: Vec<(Point, f64, f64)> = nodes
        .map(|(item, &at)| (at, item.rx, item.half_height))
        .collect();
    for (link, route) in links.iter().zip(routes) {
        let Some((width, height)) = link.label else {
            continue;
        };
        let (x, y) = (width / 2.0, height / 2.0);
        let points: Vec<Point> = route.segments.iter().map(|s| s.2).collect();
        let free = |at: &Point| {
            let covers = |&(other, rx, ry): &(Point, f64, f64)| {
                (at.x - other.x).abs() < x + rx && (at.y - other.y).abs() < y + ry
            };
            !taken.iter().any(covers)
        };
        let start = route.start;
        let places = PLACES.map(|part| along(start, &points, part));
        let at = places.iter().copied().find(free).unwrap_or(places[0]);
        route.label = Some(at);
        taken.push((at, x, y));
    }
}

/// The point at a part of the length of a line.
fn along(start: Point, points: &[Point], part: f64) -> Point {
    let mut at = start;
    let pieces: Vec<(Point, Point)> = (points.iter())
        .map(|&to| (std::mem::replace(&mut at, to), to))
        .collect();
    let length = |(a, b): &(Point, Point)| (b.x - a.x).hypot(b.y - a.y);
    let mut left = pieces.iter().map(length).sum::<f64>() * part;
    for piece in &pieces {
        let here = length(piece);
        if left <= here {
            let part = left / here.max(0.01);
            let (a, b) = piece;
            return Point::new(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part);
        }
        left -= here;
    }
    at
}

/// Where a line from the centre of a node to a point leaves its border.
fn border(item: &Item, centre: Point, to: Point) -> Point {
    let (dx, dy) = (to.x - centre.x, to.y - centre.y);
    if dx == 0.0 && dy == 0.0 {
        return centre;
    }
    let part = match item.round {
        true => 1.0 / (dx / item.rx).hypot(dy / item.ry),
        false => (item.rx / dx.abs().max(0.001)).min(item.ry / dy.abs().max(0.001)),
    };
    let part = part.min(1.0);
    Point::new(centre.x + dx * part, centre.y + dy * part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(round: bool) -> Item {
        Item {
            rx: 20.0,
            ry: 10.0,
            round,
            left: 20.0,
            right: 20.0,
            half_height: 10.0,
        }
    }

    #[test]
    fn nodes_keep_their_order_and_get_room() {
        let items = [item(true), item(false), item(true)];
        let placed = Placed {
            centres: vec![
                Point::new(0.0, 0.0),
                Point::new(30.0, 0.0),
                Point::new(0.0, 60.0),
            ],
            bends: vec![Vec::new(), vec![Point::new(30.0, 60.0)], Vec::new()],
        };
        let link = |from, to| Link {
            from,
            to,
            label: Some((10.0, 10.0)),
        };
        let layout = layout(&items, &[link(0, 1), link(1, 2), link(1, 0)], &placed);
        let [a, b, c] = layout.centres[..] else {
            panic!("three centres");
        };
        assert!(
            b.x - a.x >= 40.0 && (a.y - b.y).abs() < 0.01 && c.y > a.y,
            "{layout:?}"
        );
        assert_eq!(layout.routes[1].segments.len(), 2);
        // A straight line has a direction at its end, which the arrow head takes.
        let Segment(_, before, end) = layout.routes[0].segments[0];
        assert!(end.x > before.x && (end.y - before.y).abs() < 0.01);
        // Two edges between the same nodes do not lie on each other.
        assert_ne!(layout.routes[0].label, layout.routes[2].label);
        let inside = |p: Point| p.x >= -0.01 && p.y >= -0.01 && p.x <= layout.width + 0.01;
        assert!(layout.centres.iter().all(|&p| inside(p)));
    }

    #[test]
    fn nodes_on_one_spot() {
        let placed = Placed {
            centres: vec![Point::new(5.0, 5.0); 2],
            bends: vec![Vec::new()],
        };
        let link = Link {
            from: 0,
            to: 1,
            label: None,
        };
        let layout = layout(&[item(true), item(false)], &[link], &placed);
        assert!(layout.width.is_finite() && layout.height.is_finite());
    }
}
