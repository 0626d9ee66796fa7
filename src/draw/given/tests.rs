//! Graphs made by hand, with places of their own.

use super::super::graph::{Caption, Edge, End, Line, Look, Style};
use super::super::layer::Flow;
use super::*;

fn node(shape: Shape) -> Node {
    Node {
        shape,
        look: Look::Place,
        lines: Vec::new(),
        beside: Vec::new(),
        tags: Vec::new(),
        title: String::new(),
    }
}

fn figure_at(x: f64, y: f64) -> Figure {
    Figure {
        centre: Point::new(x, y),
        size: Point::new(40.0, 20.0),
        lines: vec![Line::new(Style::Name, "A")],
        captions: Vec::new(),
    }
}

/// Ends, bends, the place of the label and the label.
type Drawn = (usize, usize, Vec<Point>, Option<Point>, &'static str);

/// Arranges ellipses with edges between them.
fn arranged(nodes: Vec<Figure>, edges: &[Drawn]) -> Arranged {
    let edge = |(from, to, _, _, label): &Drawn| Edge {
        from: *from,
        to: *to,
        tail: End::Plain,
        head: End::Arrow,
        label: label.lines().map(str::to_string).collect(),
        title: String::new(),
    };
    let graph = Graph {
        title: String::new(),
        description: String::new(),
        nodes: vec![node(Shape::Ellipse); nodes.len()],
        edges: edges.iter().map(edge).collect(),
        flow: Flow::Depth,
        placed: Some(Placed {
            nodes,
            bends: edges.iter().map(|edge| edge.2.clone()).collect(),
            labels: edges.iter().map(|edge| edge.3).collect(),
        }),
    };
    super::super::svg::layout(&graph)
}

fn apart(a: Point, b: Point) -> Point {
    Point::new((a.x - b.x).abs(), (a.y - b.y).abs())
}

#[test]
fn proportions_stay() {
    let nodes = vec![
        figure_at(0.0, 0.0),
        figure_at(25.0, 0.0),
        figure_at(0.0, 50.0),
    ];
    let layout = arranged(nodes, &[]).layout;
    let [a, b, c] = layout.centres[..] else {
        panic!("three centres");
    };
    let (across, down) = (b.x - a.x, c.y - a.y);
    assert!(across >= 44.0, "nodes have room: {layout:?}");
    assert!((down / across - 2.0).abs() < 0.01, "{layout:?}");
    let inside = |p: &Point| p.x >= 19.9 && p.y >= 9.9 && p.x <= layout.width - 19.9;
    assert!(layout.centres.iter().all(inside), "{layout:?}");
}

#[test]
fn edges_go_as_given_or_beside_each_other() {
    let nodes = vec![figure_at(0.0, 0.0), figure_at(200.0, 0.0)];
    let bend = vec![Point::new(100.0, 60.0)];
    let edges = [
        (0, 1, bend, None, ""),
        (0, 1, Vec::new(), None, ""),
        (1, 0, Vec::new(), None, ""),
    ];
    let layout = arranged(nodes, &edges).layout;
    let bends: Vec<usize> = layout.routes.iter().map(|r| r.segments.len()).collect();
    assert_eq!(bends, [2, 1, 2], "only what would lie on another is moved");
    // A straight line has a direction at its end, which the arrow head takes.
    let Segment(_, before, end) = layout.routes[1].segments[0];
    assert!(end.x > before.x && (end.y - before.y).abs() < 0.01);
}

#[test]
fn labels_stand_where_they_are_given_and_make_way() {
    let nodes = vec![figure_at(0.0, 0.0), figure_at(300.0, 0.0)];
    let by = Some(Point::new(10.0, -40.0));
    let edges = [
        (0, 1, Vec::new(), by, "the first"),
        (0, 1, vec![Point::new(150.0, 80.0)], None, "other"),
        (0, 1, vec![Point::new(150.0, 0.0)], by, "the second"),
        (
            0,
            1,
            vec![Point::new(150.0, 0.1)],
            Some(Point::new(-150.0, 0.0)),
            "on a node",
        ),
    ];
    let layout = arranged(nodes, &edges).layout;
    let label = |i: usize| layout.routes[i].label.expect("a label");
    let first = label(0);
    let middle = Point::new(
        (layout.centres[0].x + layout.centres[1].x) / 2.0,
        layout.centres[0].y,
    );
    let from_middle = apart(first, Point::new(middle.x + 10.0, middle.y - 40.0));
    assert!(from_middle.x < 0.01 && from_middle.y < 0.01, "{layout:?}");
    let away = apart(first, label(2));
    assert!(
        away.x >= 60.0 || away.y >= 14.0,
        "one above the other: {layout:?}"
    );
    let from_node = apart(layout.centres[0], label(3));
    assert!(from_node.x >= 50.0 || from_node.y >= 15.0, "{layout:?}");
}

#[test]
fn captions_may_stand_in_their_own_node_only() {
    let caption = |x, y| Caption {
        lines: vec![Line::new(Style::Kind, "INT")],
        by: Point::new(x, y),
        given: true,
        tag: false,
    };
    let mut large = figure_at(0.0, 0.0);
    large.size = Point::new(200.0, 120.0);
    large.captions = vec![caption(0.0, 30.0), caption(0.0, 2.0)];
    let mut other = figure_at(300.0, 0.0);
    other.captions = vec![caption(-300.0, -30.0)];
    let found = arranged(vec![large, other], &[]);
    let [below, on_name, foreign] = found.captions[..] else {
        panic!("three captions");
    };
    let centre = found.layout.centres[0];
    let stays = apart(below, Point::new(centre.x, centre.y + 30.0));
    assert!(stays.x < 0.01 && stays.y < 0.01, "{found:?}");
    assert!(
        apart(on_name, centre).y + apart(on_name, centre).x > 14.0,
        "{found:?}"
    );
    let out = apart(foreign, centre);
    assert!(out.x > 100.0 || out.y > 60.0, "{found:?}");
}

#[test]
fn nodes_on_one_spot() {
    let nodes = vec![figure_at(5.0, 5.0); 2];
    let layout = arranged(nodes, &[(0, 1, Vec::new(), None, "x")]).layout;
    assert!(layout.width.is_finite() && layout.height.is_finite());
}
