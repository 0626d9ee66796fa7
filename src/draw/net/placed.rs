//! A page as its author drew it: names in the nodes, all other texts around them.

use super::super::figure;
use super::super::graph::{Caption, Edge, Figure, Line, Placed, Style};
use super::super::layer::Point;
use super::super::text::{wrap, written};
use super::{Painter, port_tag};
use crate::net::layout::{self, ArcKey, LINE, Layout, Spot, usual_size};
use crate::net::model::{Name, Page, Place, Substitution, Transition};

/// Pixels for a unit of CPN Tools: letters are a little larger here.
const ZOOM: f64 = 1.2;
/// A node is at most so many units wide and high.
const LARGEST: f64 = 2000.0;

/// How a page is drawn whose nodes all have a place. `keys` tell by which names the layout knows the edges.
pub fn placed(
    painter: &Painter,
    page: &Page,
    ordered: &[&Place],
    layout: &Layout,
    edges: &[Edge],
    keys: &[ArcKey],
) -> Placed {
    let spot = |spot: Option<&Spot>| spot.cloned().unwrap_or_default();
    let places = ordered.iter().map(|place| {
        let spot = spot(layout.places.get(&place.name.text));
        figure(&place.name, &spot, painter.around_place(place))
    });
    let transitions = page.transitions.iter().map(|transition| {
        let spot = spot(layout.transitions.get(&transition.name.text));
        figure(
            &transition.name,
            &spot,
            painter.around_transition(transition),
        )
    });
    let substitutions = page.substitutions.iter().map(|substitution| {
        let spot = spot(layout.transitions.get(&substitution.name.text));
        figure(&substitution.name, &spot, around_substitution(substitution))
    });
    let nodes: Vec<Figure> = places.chain(transitions).chain(substitutions).collect();
    let (mut bends, mut labels) = (Vec::new(), Vec::new());
    for (edge, key) in edges.iter().zip(keys) {
        let points = layout.bends.get(key);
        let mut points: Vec<Point> = points.into_iter().flatten().map(pixels).collect();
        // Bends are listed from the transition on, and places come before transitions.
        if edge.from < edge.to {
            points.reverse();
        }
        bends.push(points);
        labels.push(layout.labels.get(key).map(pixels));
    }
    Placed {
        nodes,
        bends,
        labels,
    }
}

/// Pictures are measured from the top.
fn pixels(point: &layout::Point) -> Point {
    Point::new(point.x * ZOOM, -point.y * ZOOM)
}

/// What stands around a node: what it is, its lines, whether it is a mark.
type Around = Vec<(layout::Caption, Vec<Line>, bool)>;

fn figure(name: &Name, spot: &Spot, around: Around) -> Figure {
    let units = spot.size.unwrap_or_else(|| usual_size(&name.text));
    let units = layout::Point::new(units.x.clamp(1.0, LARGEST), units.y.clamp(1.0, LARGEST));
    let size = Point::new(units.x * ZOOM, units.y * ZOOM);
    let captions = around.into_iter().map(|(caption, lines, tag)| {
        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        let given = spot.captions.get(&caption);
        let by = (given.copied()).unwrap_or_else(|| caption.usual(units, &texts.join("\n")));
        Caption {
            by: pixels(&by),
            given: given.is_some(),
            lines,
            tag,
        }
    });
    Figure {
        centre: pixels(&spot.at),
        lines: name_in(&name.text, size),
        captions: captions.collect(),
        size,
    }
}

/// The name in lines that fit best into a node of that size.
fn name_in(name: &str, size: Point) -> Vec<Line> {
    let longest = name.split_whitespace().map(|word| word.chars().count());
    let shortest = longest.max().unwrap_or(0).clamp(1, 24);
    let too_large = |lines: &Vec<Line>| {
        let (width, height) = figure::size(lines);
        let beyond = (width + 16.0 - size.x).max(0.0) + 2.0 * (height + 4.0 - size.y).max(0.0);
        (beyond, lines.len())
    };
    let broken = (shortest..=shortest.max(40)).map(|width| {
        let lines = wrap(name, width, 4).into_iter();
        lines.map(|text| Line::new(Style::Name, text)).collect()
    });
    let best = broken.min_by(|a, b| {
        let (a, b) = (too_large(a), too_large(b));
        a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))
    });
    best.unwrap_or_default()
}

fn as_written(style: Style, text: &str, most: usize) -> Vec<Line> {
    let lines = written(text, LINE, most).into_iter();
    lines.map(|text| Line::new(style, text)).collect()
}

fn mark(text: &str) -> Vec<Line> {
    let lines = wrap(text, 24, 1).into_iter();
    lines.map(|text| Line::new(Style::Tag, text)).collect()
}

fn around_substitution(substitution: &Substitution) -> Around {
    vec![(layout::Caption::Page, mark(&substitution.page.text), true)]
}

impl Painter<'_> {
    fn around_place(&self, place: &Place) -> Around {
        use layout::Caption::{Colset, Fusion, Initial, Port};
        let colset = as_written(Style::Kind, &place.colset.text, 2);
        let mut around = vec![(Colset, colset, false)];
        if let Some(initial) = &place.initial {
            let lines = as_written(Style::Marking, self.text(initial), 10);
            around.push((Initial, lines, false));
        }
        if let Some(port) = place.port {
            around.push((Port, mark(port_tag(port)), true));
        }
        if let Some(fusion) = &place.fusion {
            around.push((Fusion, mark(&fusion.text), true));
        }
        around
    }

    fn around_transition(&self, transition: &Transition) -> Around {
        use layout::Caption::{Code, Delay, Guard, Priority};
        let mut around = Vec::new();
        if let Some(mut guard) = self.guard(transition) {
            if guard.chars().count() > LINE {
                // A line for each condition.
                guard = format!("[{}]", self.conditions(transition).join(",\n"));
            }
            around.push((Guard, as_written(Style::Guard, &guard, 8), false));
        }
        if let Some(delay) = self.delay(transition) {
            around.push((Delay, as_written(Style::Detail, &delay, 4), false));
        }
        if let Some(priority) = &transition.priority {
            let lines = as_written(Style::Detail, self.text(priority), 2);
            around.push((Priority, lines, false));
        }
        if let Some(code) = &transition.code {
            let lines = as_written(Style::Detail, &self.code(code), 14);
            around.push((Code, lines, false));
        }
        around
    }
}
