//! Connected parts of a graph, and a place for each in the picture.

use super::{Layout, Link, Point};

/// Between two parts.
const GAP: f64 = 48.0;

/// Items that hang together, and the links among them.
#[derive(Debug, Default)]
pub struct Part {
    /// Indices of items, rising.
    pub items: Vec<usize>,
    /// Indices of links, rising.
    pub links: Vec<usize>,
}

impl Part {
    /// Its links, with its items numbered from 0.
    pub fn local(&self, links: &[Link]) -> Vec<Link> {
        let number = |item: usize| self.items.partition_point(|&i| i < item);
        let local = |&link: &usize| Link {
            from: number(links[link].from),
            to: number(links[link].to),
            label: links[link].label,
        };
        self.links.iter().map(local).collect()
    }
}

/// The connected parts, in the order of their first items.
pub fn components(count: usize, links: &[Link]) -> Vec<Part> {
    let mut leader: Vec<usize> = (0..count).collect();
    for link in links {
        let (a, b) = (find(&mut leader, link.from), find(&mut leader, link.to));
        leader[a.max(b)] = a.min(b);
    }
    let mut parts: Vec<Part> = Vec::new();
    let mut part_of = vec![usize::MAX; count];
    for item in 0..count {
        let first = find(&mut leader, item);
        if first == item {
            part_of[item] = parts.len();
            parts.push(Part::default());
        }
        part_of[item] = part_of[first];
        parts[part_of[item]].items.push(item);
    }
    for (i, link) in links.iter().enumerate() {
        parts[part_of[link.from]].links.push(i);
    }
    parts
}

/// The least item of a part; shortens the way there.
fn find(leader: &mut [usize], mut item: usize) -> usize {
    while leader[item] != item {
        leader[item] = leader[leader[item]];
        item = leader[item];
    }
    item
}

/// The upper left corner of each part: from left to right, in rows if there are many.
pub fn side_by_side(parts: &[Layout]) -> Vec<Point> {
    let area: f64 = parts
        .iter()
        .map(|p| (p.width + GAP) * (p.height + GAP))
        .sum();
    let widest = parts.iter().map(|p| p.width).fold(0.0, f64::max);
    let limit = widest.max(area.sqrt() * 1.4);
    let mut at = Point::default();
    let mut row: f64 = 0.0;
    let corner = |part: &Layout| {
        if at.x > 0.0 && at.x + part.width > limit {
            at = Point::new(0.0, at.y + row + GAP);
            row = 0.0;
        }
        let corner = at;
        at.x += part.width + GAP;
        row = row.max(part.height);
        corner
    };
    parts.iter().map(corner).collect()
}
