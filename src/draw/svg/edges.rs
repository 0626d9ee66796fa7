//! Edges with their ends and labels.

use super::super::figure;
use super::super::graph::{Edge, End, Line, Style};
use super::super::layer::{Point, Route, Segment};
use super::{At, Writer};

/// Length of an arrow head.
const HEAD: f64 = 9.0;
/// Radius of the circle that ends an edge.
const CIRCLE: f64 = 4.0;

impl Writer {
    /// The line of an edge and how it ends.
    pub(super) fn edge(&mut self, edge: &Edge, route: &Route) {
        let Some(&Segment(_, before, end)) = route.segments.last() else {
            return;
        };
        let after = route.segments[0].0;
        let mut route = route.clone();
        self.put(format_args!("<g class=\"arc\">"));
        self.title(&edge.title);
        route.start = self.end(edge.tail, route.start, after);
        let end = self.end(edge.head, end, before);
        if let Some(last) = route.segments.last_mut() {
            last.2 = end;
        }
        let Point { x, y } = route.start;
        self.put(format_args!("<path d=\"M{} {}", At(x), At(y)));
        for Segment(a, b, to) in &route.segments {
            if a.x == to.x && b.x == to.x {
                self.put(format_args!("V{}", At(to.y)));
            } else {
                let points = [a.x, a.y, b.x, b.y, to.x, to.y].map(At);
                let [ax, ay, bx, by, x, y] = points;
                self.put(format_args!("C{ax} {ay} {bx} {by} {x} {y}"));
            }
        }
        self.put(format_args!("\"/></g>\n"));
    }

    /// Draws how an edge ends at `tip`, coming from the direction of `from`. Gives the point up to which its line is drawn.
    fn end(&mut self, end: End, tip: Point, from: Point) -> Point {
        let (dx, dy) = (tip.x - from.x, tip.y - from.y);
        let length = libm::hypot(dx, dy);
        let (dx, dy) = match length > 0.0 {
            true => (dx / length, dy / length),
            false => (0.0, 1.0),
        };
        let back = |by: f64| Point::new(tip.x - dx * by, tip.y - dy * by);
        let mut head = |tip: Point| {
            let (x, y) = (tip.x - dx * HEAD, tip.y - dy * HEAD);
            let (wx, wy) = (-dy * HEAD * 0.4, dx * HEAD * 0.4);
            let points = [tip.x, tip.y, x + wx, y + wy, x - wx, y - wy].map(At);
            let [a, b, c, d, e, f] = points;
            self.put(format_args!(
                "<path class=\"head\" d=\"M{a} {b}L{c} {d}L{e} {f}Z\"/>"
            ));
        };
        match end {
            End::Plain => tip,
            End::Arrow => {
                head(tip);
                back(HEAD - 1.0)
            }
            End::DoubleArrow => {
                head(tip);
                head(back(HEAD));
                back(2.0 * HEAD - 1.0)
            }
            End::Circle => {
                let Point { x, y } = back(CIRCLE + 0.5);
                self.put(format_args!(
                    "<circle class=\"ring\" cx=\"{}\" cy=\"{}\" r=\"{CIRCLE}\"/>",
                    At(x),
                    At(y)
                ));
                back(2.0 * CIRCLE + 0.5)
            }
        }
    }

    /// The label of an edge.
    pub(super) fn label(&mut self, edge: &Edge, route: &Route) {
        let (Some((width, _)), Some(centre)) = (figure::label(&edge.label), route.label) else {
            return;
        };
        self.put(format_args!("<g>"));
        self.title(&edge.title);
        let line = |text: &String| Line::new(Style::Arc, text.as_str());
        let lines: Vec<Line> = edge.label.iter().map(line).collect();
        // Inscriptions read best with their lines beginning below one another.
        self.lines(
            &lines,
            centre.x - width / 2.0 + figure::LABEL_PADDING,
            centre.y,
            "start",
        );
        self.put(format_args!("</g>\n"));
    }
}
