//! The picture of a page as its author drew it: where nodes stand and how large they are, where arcs bend, where texts stand.
//!
//! Texts are placed from what they belong to, a node's centre or the middle of an arc, so that they follow it when a person moves it. Whatever is not said is as usual: `usual`,
//! `usual_size` and `usual_label` are CPN Tools' own choices or near them, which import leaves out, drawing begins with and export writes.

use super::model::{ArcKind, Model, Name, Page, Port, Substitution};
use std::collections::BTreeMap;

/// The width of a character of an inscription.
const CHARACTER: f64 = 7.0;
/// The height of a line of an inscription.
const LINE_HEIGHT: f64 = 15.0;
/// Longer lines are broken in pictures.
pub const LINE: usize = 48;

/// The picture of a page: places, transitions and arcs by name. Whatever is not in it is put where there is room.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    /// Places.
    pub places: BTreeMap<String, Spot>,
    /// Transitions, those that stand for pages included.
    pub transitions: BTreeMap<String, Spot>,
    /// Where arcs bend, from the transition on.
    pub bends: BTreeMap<ArcKey, Vec<Point>>,
    /// Where inscriptions of arcs stand, from the middle of the arc.
    pub labels: BTreeMap<ArcKey, Point>,
    /// Arcs between substitution transitions and places that are not as the types of ports say.
    pub arrows: BTreeMap<(String, String), Vec<ArcKind>>,
}

/// An arc: transition, kind, place, and which of several such arcs it is, from 0.
pub type ArcKey = (String, ArcKind, String, usize);

/// Numbers arcs that are otherwise alike.
#[derive(Clone, Debug, Default)]
pub struct Numbering(BTreeMap<(String, ArcKind, String), usize>);

impl Numbering {
    /// The key of the next arc like this.
    pub fn next(&mut self, transition: &str, kind: ArcKind, place: &str) -> ArcKey {
        let alike = (transition.to_string(), kind, place.to_string());
        let count = self.0.entry(alike).or_default();
        *count += 1;
        (transition.to_string(), kind, place.to_string(), *count - 1)
    }
}

/// Where the inscription of an arc stands unless a layout says otherwise, from the middle of the arc: those of several such arcs one below the other.
pub fn usual_label(key: &ArcKey) -> Point {
    Point::new(0.0, -LINE_HEIGHT * key.3 as f64)
}

/// Where a node stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spot {
    /// Its centre.
    pub at: Point,
    /// Width and height.
    pub size: Option<Point>,
    /// The centres of texts that belong to it, from its own centre.
    pub captions: BTreeMap<Caption, Point>,
}

/// A place in a picture or a way from one to another: to the right and up, in CPN Tools' units, which are about pixels.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Up.
    pub y: f64,
}

impl Point {
    /// The point.
    pub fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    /// The point that is so far from this one.
    pub fn plus(self, by: Point) -> Point {
        Point::new(self.x + by.x, self.y + by.y)
    }

    /// The way from another point to this one.
    pub fn minus(self, from: Point) -> Point {
        Point::new(self.x - from.x, self.y - from.y)
    }

    /// A whole number of units each way.
    pub fn rounded(self) -> Point {
        // Adding zero turns -0 into 0.
        Point::new(self.x.round() + 0.0, self.y.round() + 0.0)
    }
}

/// A text that belongs to a node.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Caption {
    /// The colour set of a place.
    Colset,
    /// The initial marking of a place.
    Initial,
    /// The mark of a port.
    Port,
    /// The fusion set of a place.
    Fusion,
    /// The guard of a transition.
    Guard,
    /// The delay of a transition.
    Delay,
    /// The priority of a transition.
    Priority,
    /// The code segment of a transition.
    Code,
    /// The page of a substitution transition.
    Page,
}

impl Caption {
    /// The captions of places.
    pub const OF_PLACES: [Caption; 4] = [
        Caption::Colset,
        Caption::Initial,
        Caption::Port,
        Caption::Fusion,
    ];
    /// The captions of transitions.
    pub const OF_TRANSITIONS: [Caption; 5] = [
        Caption::Guard,
        Caption::Delay,
        Caption::Priority,
        Caption::Code,
        Caption::Page,
    ];

    /// What it is called in a file: as what it shows.
    pub fn key(self) -> &'static str {
        match self {
            Caption::Colset => "colset",
            Caption::Initial => "initial",
            Caption::Port => "port",
            Caption::Fusion => "fusion",
            Caption::Guard => "guard",
            Caption::Delay => "delay",
            Caption::Priority => "priority",
            Caption::Code => "code",
            Caption::Page => "page",
        }
    }

    /// Where it stands unless a layout says otherwise, from the centre of a node of that size: around the corners.
    pub fn usual(self, size: Point, text: &str) -> Point {
        let (x, y) = (size.x / 2.0, size.y / 2.0);
        let lines = text.lines().map(|line| line.trim_end().chars().count());
        let half = lines.max().unwrap_or(0).min(LINE) as f64 * CHARACTER / 2.0;
        match self {
            Caption::Colset => Point::new(x - 5.0 + half, -y - 4.0),
            Caption::Initial => Point::new(x - 5.0 + half, y + 4.0),
            Caption::Port | Caption::Fusion => Point::new(6.0 - x, 3.0 - y),
            Caption::Guard => Point::new(-x - 5.0, y + 11.0),
            Caption::Delay => Point::new(x + 8.0 + half, y + 11.0),
            Caption::Priority => Point::new(-x - 5.0 - half, -y - 11.0),
            Caption::Code => Point::new(x + 8.0 + half, -y - 11.0),
            Caption::Page => Point::new(0.0, -y - 4.0),
        }
    }
}

/// Width and height of a node unless a layout says otherwise: its name fits in.
pub fn usual_size(name: &str) -> Point {
    let width = name.chars().count() as f64 * CHARACTER + 20.0;
    Point::new(width.max(60.0), 40.0)
}

impl Layout {
    /// The middle of an arc.
    pub fn middle(&self, key: &ArcKey) -> Option<Point> {
        let (transition, _, place, _) = key;
        let from = self.transitions.get(transition)?.at;
        let to = self.places.get(place)?.at;
        let bends = self.bends.get(key).into_iter().flatten().copied();
        let points: Vec<Point> = [from].into_iter().chain(bends).chain([to]).collect();
        let length = |pair: &[Point]| libm::hypot(pair[1].x - pair[0].x, pair[1].y - pair[0].y);
        let mut left = points.windows(2).map(length).sum::<f64>() / 2.0;
        for pair in points.windows(2) {
            let here = length(pair);
            if left <= here {
                let part = left / here.max(0.01);
                let by = pair[1].minus(pair[0]);
                return Some(pair[0].plus(Point::new(by.x * part, by.y * part)));
            }
            left -= here;
        }
        Some(to)
    }
}

/// An arc between a substitution transition and a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Socket<'m> {
    /// The place.
    pub place: &'m str,
    /// Which way it points.
    pub kind: ArcKind,
    /// The ports that the place is.
    pub ports: Vec<&'m Name>,
}

/// The arcs of a substitution transition: as its page is drawn, else as the types of ports say.
pub fn sockets<'m>(
    model: &'m Model,
    page: &Page,
    substitution: &'m Substitution,
) -> Vec<Socket<'m>> {
    let mut sockets = by_ports(&model.pages, substitution);
    let arrows = model.layout.get(&page.name.text).map(|l| &l.arrows);
    for ((owner, place), kinds) in arrows.into_iter().flatten() {
        if *owner != substitution.name.text {
            continue;
        }
        let mine = |socket: &Socket| socket.place == place;
        let at = sockets.iter().position(mine).unwrap_or(sockets.len());
        let (own, others): (Vec<_>, Vec<_>) = sockets.into_iter().partition(mine);
        sockets = others;
        let ports: Vec<&Name> = own.into_iter().flat_map(|socket| socket.ports).collect();
        for (i, &kind) in kinds.iter().enumerate() {
            let socket = Socket {
                place,
                kind,
                ports: if i == 0 { ports.clone() } else { Vec::new() },
            };
            sockets.insert(at + i, socket);
        }
    }
    sockets
}

/// The arcs of a substitution transition as the types of ports say.
pub fn by_ports<'m>(pages: &[Page], substitution: &'m Substitution) -> Vec<Socket<'m>> {
    let page = pages.iter().find(|p| p.name.text == substitution.page.text);
    let mut sockets: Vec<Socket> = Vec::new();
    for (port, place) in &substitution.ports {
        let inner = page.and_then(|p| p.places.iter().find(|p| p.name.text == port.text));
        let kind = match inner.and_then(|place| place.port) {
            Some(Port::In) => ArcKind::In,
            Some(Port::Out) => ArcKind::Out,
            Some(Port::Both) | None => ArcKind::Both,
        };
        let same = |s: &&mut Socket| s.place == place.text && s.kind == kind;
        match sockets.iter_mut().find(same) {
            Some(socket) => socket.ports.push(port),
            None => sockets.push(Socket {
                place: &place.text,
                kind,
                ports: vec![port],
            }),
        }
    }
    sockets
}
