//! The way of each edge: straight down through its layers, in curves between them.

use super::fit::fit;
use super::grid::Grid;
use super::place::Row;
use super::{Item, Link, Point};

/// Between two edges at the same side of an item, where it is wide enough.
const PORT_GAP: f64 = 14.0;
/// At its ends an edge is straight, so that an arrow head sits well on it.
const STUB: f64 = 7.0;
/// How far a loop reaches from its item.
const LOOP: f64 = 26.0;
/// Between a loop and its label.
const LOOP_GAP: f64 = 4.0;
/// Height of a loop without label.
const LOOP_HEIGHT: f64 = 18.0;

/// The way of an edge, from where it begins to where it ends.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Route {
    /// Where it begins, on the border of the first item.
    pub start: Point,
    /// Its pieces.
    pub segments: Vec<Segment>,
    /// The centre of its label.
    pub label: Option<Point>,
}

/// A cubic Bézier curve from where the one before ended: two control points, then the end. A straight piece is one too.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Segment(pub Point, pub Point, pub Point);

impl Route {
    /// Moves it.
    pub fn shift(&mut self, by: Point) {
        let shift = |p: &mut Point| *p = Point::new(p.x + by.x, p.y + by.y);
        shift(&mut self.start);
        self.label.as_mut().map(shift);
        for Segment(a, b, c) in &mut self.segments {
            shift(a);
            shift(b);
            shift(c);
        }
    }

    fn down_to(&mut self, to: Point) {
        let from = self.segments.last().map_or(self.start, |s| s.2);
        if from != to {
            let middle = (from.y + to.y) / 2.0;
            let bend = |x: f64| Point::new(x, middle);
            self.segments.push(Segment(bend(from.x), bend(to.x), to));
        }
    }

    fn reverse(&mut self) {
        let mut from = self.start;
        for segment in &mut self.segments {
            let Segment(a, b, to) = *segment;
            *segment = Segment(b, a, from);
            from = to;
        }
        self.start = from;
        self.segments.reverse();
    }
}

/// Items with links to themselves need room at the right.
pub fn make_room_for_loops(items: &mut [Item], links: &[Link]) {
    let mut heights = vec![0.0; items.len()];
    let mut widths = vec![0.0f64; items.len()];
    for link in links.iter().filter(|l| l.from == l.to) {
        let width = link.label.map_or(0.0, |l| l.0);
        heights[link.from] += loop_height(link);
        widths[link.from] = widths[link.from].max(LOOP + LOOP_GAP + width);
    }
    for ((item, height), width) in items.iter_mut().zip(heights).zip(widths) {
        item.right += width;
        item.half_height = item.half_height.max(height / 2.0);
    }
}

/// The ways of all links.
pub fn routes(
    grid: &Grid,
    columns: &[f64],
    rows: &[Row],
    items: &[Item],
    links: &[Link],
    upwards: &[bool],
) -> Vec<Route> {
    let ports = Ports::new(grid, columns, items);
    let mut slots = vec![0.0; items.len()];
    for link in links.iter().filter(|l| l.from == l.to) {
        slots[link.from] -= loop_height(link) / 2.0;
    }
    let mut routes = Vec::with_capacity(links.len());
    for (i, link) in links.iter().enumerate() {
        let chain = &grid.chains[i];
        let [top, .., bottom] = chain.as_slice() else {
            let centre = Point::new(
                columns[link.from],
                rows[grid.cells[link.from].rank].middle(),
            );
            routes.push(around(&items[link.from], centre, slots[link.from], link));
            slots[link.from] += loop_height(link);
            continue;
        };
        let row = |cell: usize| rows[grid.cells[cell].rank];
        let (leave, arrive) = (ports.leave[i], ports.arrive[i]);
        let mut route = Route {
            start: Point::new(
                columns[*top] + leave,
                row(*top).middle() + edge(&items[*top], leave),
            ),
            ..Route::default()
        };
        route.down_to(Point::new(route.start.x, row(*top).bottom + STUB));
        for &cell in &chain[1..chain.len() - 1] {
            route.down_to(Point::new(columns[cell], row(cell).top));
            route.down_to(Point::new(columns[cell], row(cell).bottom));
        }
        let end = Point::new(
            columns[*bottom] + arrive,
            row(*bottom).middle() - edge(&items[*bottom], arrive),
        );
        route.down_to(Point::new(end.x, row(*bottom).top - STUB));
        route.down_to(end);
        route.label = grid.labels[i].map(|c| Point::new(columns[c], row(c).middle()));
        if upwards[i] {
            route.reverse();
        }
        routes.push(route);
    }
    routes
}

/// How far above or below its centre the border of an item is, `aside` from the centre.
fn edge(item: &Item, aside: f64) -> f64 {
    let part = (aside / item.rx).clamp(-1.0, 1.0);
    match item.round {
        true => item.ry * (1.0 - part * part).sqrt(),
        false => item.ry,
    }
}

fn loop_height(link: &Link) -> f64 {
    LOOP_HEIGHT.max(link.label.map_or(0.0, |l| l.1))
}

/// A loop at the right of an item; its slot begins `down` from the centre.
fn around(item: &Item, centre: Point, down: f64, link: &Link) -> Route {
    let middle = down + loop_height(link) / 2.0;
    let at = |y: f64| y.clamp(-item.ry * 0.7, item.ry * 0.7);
    let border = |y: f64| match item.round {
        true => item.rx * (1.0 - (y / item.ry) * (y / item.ry)).max(0.0).sqrt(),
        false => item.rx,
    };
    let (first, last) = (at(middle - 6.0), at(middle + 6.0));
    let point = |x: f64, y: f64| Point::new(centre.x + x, centre.y + y);
    // A curve reaches three quarters of the way to its control points.
    let out = item.rx + (LOOP - 2.0) / 0.75;
    let width = link.label.map_or(0.0, |l| l.0);
    Route {
        start: point(border(first), first),
        segments: vec![Segment(
            point(out, middle - 8.0),
            point(out, last),
            point(border(last), last),
        )],
        label: link.label.map(|_| point(item.right - width / 2.0, middle)),
    }
}

/// Where edges leave an item at the bottom and arrive at the top, aside from its centre.
struct Ports {
    leave: Vec<f64>,
    arrive: Vec<f64>,
}

impl Ports {
    fn new(grid: &Grid, columns: &[f64], items: &[Item]) -> Ports {
        let mut ports = Ports {
            leave: vec![0.0; grid.chains.len()],
            arrive: vec![0.0; grid.chains.len()],
        };
        let mut leaving: Vec<Vec<(f64, usize)>> = vec![Vec::new(); items.len()];
        let mut arriving = leaving.clone();
        for (i, chain) in grid.chains.iter().enumerate() {
            if let [top, second, ..] = chain[..] {
                leaving[top].push((columns[second] - columns[top], i));
            }
            if let [.., second, bottom] = chain[..] {
                arriving[bottom].push((columns[second] - columns[bottom], i));
            }
        }
        for (item, (leaving, arriving)) in items.iter().zip(leaving.into_iter().zip(arriving)) {
            spread(item, leaving, &mut ports.leave);
            spread(item, arriving, &mut ports.arrive);
        }
        ports
    }
}

/// Each edge gets a port as near as possible to where it goes.
fn spread(item: &Item, mut edges: Vec<(f64, usize)>, ports: &mut [f64]) {
    edges.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let reach = item.reach();
    let between = edges.len().saturating_sub(1) as f64;
    let gap = PORT_GAP.min(2.0 * reach / between.max(1.0));
    let wanted: Vec<f64> = edges.iter().map(|e| e.0.clamp(-reach, reach)).collect();
    let fitted = fit(&wanted, &vec![1.0; edges.len()], &vec![gap; edges.len()]);
    // All of them within reach, which is wide enough for all gaps. Clamping keeps the fit the best there is.
    let slack = (2.0 * reach - gap * between).max(0.0);
    for (i, ((_, edge), at)) in edges.into_iter().zip(fitted).enumerate() {
        let first = i as f64 * gap - reach;
        ports[edge] = at.clamp(first, first + slack);
    }
}
