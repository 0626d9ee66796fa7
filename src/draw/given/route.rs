//! Edges between nodes that stand somewhere: straight, or through the points where they bend.

use super::super::layer::{Item, Link, Point, Route, Segment};

/// Between two edges that have the same ends.
const BESIDE: f64 = 16.0;

/// A point beside the middle of the way between two nodes.
pub fn beside(a: Point, b: Point, number: usize) -> Point {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let length = libm::hypot(dx, dy).max(1.0);
    let side = if number % 2 == 1 { 1.0 } else { -1.0 };
    let far = BESIDE * number.div_ceil(2) as f64 * side;
    let middle = Point::new((a.x + b.x) / 2.0, (a.y + b.y) / 2.0);
    Point::new(middle.x - dy / length * far, middle.y + dx / length * far)
}

/// The way of an edge.
pub fn route(items: &[Item], centres: &[Point], link: &Link, bends: &[Point]) -> Route {
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
    Route {
        start,
        segments,
        label: None,
    }
}

/// The point at a part of the length of a line.
pub fn along(start: Point, points: &[Point], part: f64) -> Point {
    let mut at = start;
    let pieces: Vec<(Point, Point)> = (points.iter())
        .map(|&to| (std::mem::replace(&mut at, to), to))
        .collect();
    let length = |(a, b): &(Point, Point)| libm::hypot(b.x - a.x, b.y - a.y);
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
        true => 1.0 / libm::hypot(dx / item.rx, dy / item.ry),
        false => (item.rx / dx.abs().max(0.001)).min(item.ry / dy.abs().max(0.001)),
    };
    let part = part.min(1.0);
    Point::new(centre.x + dx * part, centre.y + dy * part)
}
