//! Where texts stand that would like to stand somewhere: there, unless that covers a node or another text; else as near as there is room.
//!
//! Most texts of a picture that a person made stand well. These get their places first, so that a text that must make way does not push others.

use super::super::layer::{Item, Point};
use std::collections::HashMap;

/// How far a text may be moved.
const FARTHEST: f64 = 160.0;
/// From one distance that is tried to the next.
const STEP: f64 = 4.0;
/// Directions that are tried at each distance.
const DIRECTIONS: usize = 16;
/// Texts may be so near to each other and to nodes that their boxes, which are a little larger than letters, share this much.
const SLACK: f64 = 1.5;
/// What is near is looked up by squares of this size.
const SQUARE: f64 = 100.0;

/// Half of the size of an arrow head.
const HEAD: Point = Point { x: 4.5, y: 4.5 };

/// A text to be placed.
#[derive(Clone, Debug)]
pub struct Text {
    /// Half of its width and height.
    pub half: Point,
    /// Where its centre would best be, the best place first; at least one.
    pub places: Vec<Point>,
    /// The node that it belongs to.
    pub node: Option<usize>,
    /// Whether it is a mark, which may lie on the border of its node.
    pub tag: bool,
    /// Whether somebody put it there.
    pub given: bool,
}

/// A node.
#[derive(Clone, Debug)]
pub struct Spot {
    /// Its border.
    pub item: Item,
    /// Its centre.
    pub centre: Point,
    /// Half of the width and height of its name, in the middle.
    pub name: Point,
}

/// What is in the picture already.
#[derive(Copy, Clone)]
enum Taken {
    /// A node by its number.
    Node(usize),
    /// A text that stands there, or an arrow head: centre and half of its size.
    Text(Point, Point),
}

/// The centre of each text, and how many of them still cover something. `heads` are the middles of arrow heads.
pub fn place(spots: &[Spot], heads: &[Point], texts: &[Text]) -> (usize, Vec<Point>) {
    let mut page = Page {
        spots,
        squares: HashMap::new(),
    };
    for (i, spot) in spots.iter().enumerate() {
        let half = Point::new(spot.item.rx, spot.item.ry);
        page.add(spot.centre, half, Taken::Node(i));
    }
    for &head in heads {
        page.add(head, HEAD, Taken::Text(head, HEAD));
    }
    let mut found: Vec<Option<Point>> = vec![None; texts.len()];
    for given in [true, false] {
        for (text, found) in texts.iter().zip(&mut found) {
            if text.given == given {
                *found = page.stay(text);
            }
        }
    }
    let mut covered = 0;
    let mut all = Vec::with_capacity(texts.len());
    for (text, found) in texts.iter().zip(found) {
        all.push(found.unwrap_or_else(|| {
            let (cover, at) = page.make_way(text);
            covered += usize::from(cover > 0.0);
            at
        }));
    }
    (covered, all)
}

struct Page<'s> {
    spots: &'s [Spot],
    squares: HashMap<(i64, i64), Vec<Taken>>,
}

impl Page<'_> {
    fn add(&mut self, at: Point, half: Point, what: Taken) {
        for square in squares(at, half) {
            self.squares.entry(square).or_default().push(what);
        }
    }

    /// What is there within a rectangle; some of it maybe twice.
    fn near(&self, at: Point, half: Point) -> Vec<Taken> {
        let found = squares(at, half).filter_map(|square| self.squares.get(&square));
        found.flatten().copied().collect()
    }

    /// The first of the places it would like that is free.
    fn stay(&mut self, text: &Text) -> Option<Point> {
        let free = |at: &&Point| {
            let near = self.near(**at, text.half);
            self.cover(text, **at, &near) == 0.0
        };
        let at = text.places.iter().find(free).copied()?;
        self.add(at, text.half, Taken::Text(at, text.half));
        Some(at)
    }

    /// The nearest place that is free, or else the one where it covers least; and how much it covers there.
    fn make_way(&mut self, text: &Text) -> (f64, Point) {
        let wanted = text.places.first().copied().unwrap_or_default();
        let half = Point::new(text.half.x + FARTHEST, text.half.y + FARTHEST);
        let near = self.near(wanted, half);
        let mut best = (self.cover(text, wanted, &near), wanted);
        let rings = (FARTHEST / STEP) as usize;
        for try_at in 0..rings * DIRECTIONS {
            if best.0 == 0.0 {
                break;
            }
            let far = (try_at / DIRECTIONS + 1) as f64 * STEP;
            let angle = (try_at % DIRECTIONS) as f64 / DIRECTIONS as f64 * std::f64::consts::TAU;
            let at = Point::new(
                wanted.x + far * libm::cos(angle),
                wanted.y + far * libm::sin(angle),
            );
            let cover = self.cover(text, at, &near);
            if cover < best.0 {
                best = (cover, at);
            }
        }
        self.add(best.1, text.half, Taken::Text(best.1, text.half));
        best
    }

    /// How much of others a text covers at a place.
    fn cover(&self, text: &Text, at: Point, near: &[Taken]) -> f64 {
        let mut cover = 0.0;
        for taken in near {
            cover += match taken {
                Taken::Text(other, half) => shared((at, text.half), (*other, *half)),
                Taken::Node(i) => {
                    let spot = &self.spots[*i];
                    let own = text.node == Some(*i);
                    match own && (text.tag || is_inside(spot, at, text.half)) {
                        // In its own node it may stand beside the name.
                        true => shared((at, text.half), (spot.centre, spot.name)),
                        false => on_node(spot, at, text.half),
                    }
                }
            };
        }
        cover
    }
}

/// The squares that a rectangle lies in.
fn squares(at: Point, half: Point) -> impl Iterator<Item = (i64, i64)> {
    let square = |x: f64| (x / SQUARE).floor() as i64;
    let (top, bottom) = (square(at.y - half.y), square(at.y + half.y));
    (square(at.x - half.x)..=square(at.x + half.x))
        .flat_map(move |x| (top..=bottom).map(move |y| (x, y)))
}

/// The area that two rectangles share.
fn shared((a, one): (Point, Point), (b, other): (Point, Point)) -> f64 {
    let x = one.x + other.x - (a.x - b.x).abs() - SLACK;
    let y = one.y + other.y - (a.y - b.y).abs() - SLACK;
    match x > 0.0 && y > 0.0 {
        true => x * y,
        false => 0.0,
    }
}

/// The area that a rectangle shares with a node; about, if it is an ellipse.
fn on_node(spot: &Spot, at: Point, half: Point) -> f64 {
    let item = &spot.item;
    let (dx, dy) = ((at.x - spot.centre.x).abs(), (at.y - spot.centre.y).abs());
    // The point of the rectangle that is nearest to the centre.
    let (x, y) = (
        (dx - half.x).max(0.0) + SLACK,
        (dy - half.y).max(0.0) + SLACK,
    );
    if item.round && libm::hypot(x / item.rx, y / item.ry) >= 1.0 {
        return 0.0;
    }
    shared((at, half), (spot.centre, Point::new(item.rx, item.ry)))
}

/// Whether a rectangle lies in a node.
fn is_inside(spot: &Spot, at: Point, half: Point) -> bool {
    let item = &spot.item;
    let x = (at.x - spot.centre.x).abs() + half.x - SLACK;
    let y = (at.y - spot.centre.y).abs() + half.y - SLACK;
    match item.round {
        true => libm::hypot(x / item.rx, y / item.ry) <= 1.0,
        false => x <= item.rx && y <= item.ry,
    }
}
