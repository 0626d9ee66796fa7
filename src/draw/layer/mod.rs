//! Layered layout: nodes stand in layers, edges run from layer to layer.
//!
//! The steps are those of Sugiyama's method, a file each: `cycles` chooses the edges that lead upwards, `ranks` gives each node a layer, `grid` cuts
//! long edges into pieces between neighbouring layers and makes room for their labels, `order` sorts each layer so that few edges cross,
//! `place` gives coordinates, `straighten` takes bends out of edges, `route` draws them. Parts that are not connected are laid out by themselves and put side by side (`pack`).
//! Nothing here knows what a node is: it has a size and a border.
//!
//! The result depends on the order of nodes and links only. No step is recursive; for large graphs the steps that improve the picture are
//! shortened, so that time grows little faster than the graph.

mod cycles;
mod fit;
mod grid;
mod order;
mod pack;
mod place;
mod ranks;
mod route;
mod straighten;

use grid::Grid;
pub use route::{Route, Segment};

/// The size of a node around its centre.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Item {
    /// Half the width of its border.
    pub rx: f64,
    /// Half the height of its border.
    pub ry: f64,
    /// Whether the border is an ellipse; else a rectangle.
    pub round: bool,
    /// How far it reaches to the left, with all that belongs to it; at least `rx`.
    pub left: f64,
    /// How far it reaches to the right; at least `rx`.
    pub right: f64,
    /// How far it reaches up and down; at least `ry`.
    pub half_height: f64,
}

impl Item {
    /// How far from the centre edges may begin and end. An ellipse is steep near its ends.
    fn reach(&self) -> f64 {
        self.rx * if self.round { 0.62 } else { 0.86 }
    }
}

/// An edge between two items.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Link {
    /// Where it begins.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// Width and height of its label.
    pub label: Option<(f64, f64)>,
}

/// Which edges of a cycle are drawn upwards.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Those that close a cycle when edges are followed as far as they go. Few edges lead upwards. For nets.
    Depth,
    /// Those that lead to a node nearer to the start. Nodes stand as high as they can. For state spaces.
    Breadth,
}

/// A place in the picture, in pixels from the upper left corner.
#[derive(Copy, Clone, Debug, PartialEq, Default)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

impl Point {
    /// The point.
    pub fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }
}

/// Where everything is.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Layout {
    /// The centre of each item.
    pub centres: Vec<Point>,
    /// The way of each link.
    pub routes: Vec<Route>,
    /// Width of the picture.
    pub width: f64,
    /// Height of the picture.
    pub height: f64,
}

/// Lays out a graph. Links name items by index; a link to an item that does not exist is a mistake of the caller.
pub fn layout(items: &[Item], links: &[Link], flow: Flow) -> Layout {
    let mut whole = Layout {
        centres: vec![Point::default(); items.len()],
        routes: vec![Route::default(); links.len()],
        ..Layout::default()
    };
    let parts = pack::components(items.len(), links);
    let drawn: Vec<Layout> = parts
        .iter()
        .map(|p| connected(p, items, links, flow))
        .collect();
    let corners = pack::side_by_side(&drawn);
    for ((part, drawn), corner) in parts.iter().zip(drawn).zip(corners) {
        whole.width = whole.width.max(corner.x + drawn.width);
        whole.height = whole.height.max(corner.y + drawn.height);
        for (&item, centre) in part.items.iter().zip(drawn.centres) {
            whole.centres[item] = Point::new(centre.x + corner.x, centre.y + corner.y);
        }
        for (&link, mut route) in part.links.iter().zip(drawn.routes) {
            route.shift(corner);
            whole.routes[link] = route;
        }
    }
    whole
}

/// Lays out one connected part.
fn connected(part: &pack::Part, items: &[Item], links: &[Link], flow: Flow) -> Layout {
    let links: Vec<Link> = part.local(links);
    let mut items: Vec<Item> = part.items.iter().map(|&i| items[i]).collect();
    route::make_room_for_loops(&mut items, &links);
    let upwards = cycles::upwards(items.len(), &links, flow);
    let ranks = ranks::assign(items.len(), &links, &upwards);
    let mut grid = Grid::new(&items, &links, &upwards, &ranks);
    order::reduce_crossings(&mut grid);
    let mut columns = place::columns(&grid);
    straighten::straighten(&grid, &items, &mut columns);
    let rows = place::rows(&grid, &columns);
    let routes = route::routes(&grid, &columns, &rows, &items, &links, &upwards);
    let centre = |i: usize| Point::new(columns[i], rows[grid.cells[i].rank].middle());
    Layout {
        centres: (0..items.len()).map(centre).collect(),
        routes,
        width: place::width(&grid, &columns),
        height: rows.last().map_or(0.0, |r| r.bottom),
    }
}

#[cfg(test)]
mod tests;
