//! What must hold for every layout.

use super::*;
use proptest::prelude::*;
use std::time::{Duration, Instant};

fn item(width: f64, round: bool) -> Item {
    Item {
        rx: width / 2.0,
        ry: 15.0,
        round,
        left: width / 2.0 + 4.0,
        right: width / 2.0 + 20.0,
        half_height: 18.0,
    }
}

fn link(from: usize, to: usize) -> Link {
    Link {
        from,
        to,
        label: (!from.is_multiple_of(3)).then_some((40.0, 16.0)),
    }
}

/// Left, top, right, bottom.
fn area(item: &Item, at: Point) -> [f64; 4] {
    let [x, y] = [at.x, at.y];
    [
        x - item.left,
        y - item.half_height,
        x + item.right,
        y + item.half_height,
    ]
}

fn overlap(a: [f64; 4], b: [f64; 4]) -> bool {
    let near = 0.001;
    a[0] + near < b[2] && b[0] + near < a[2] && a[1] + near < b[3] && b[1] + near < a[3]
}

fn on_border(item: &Item, centre: Point, at: Point) -> bool {
    let (dx, dy) = ((at.x - centre.x) / item.rx, (at.y - centre.y) / item.ry);
    match item.round {
        true => (libm::hypot(dx, dy) - 1.0).abs() < 0.001,
        false => (dx.abs().max(dy.abs()) - 1.0).abs() < 0.001,
    }
}

fn check(items: &[Item], links: &[Link], flow: Flow) -> Result<(), TestCaseError> {
    let layout = super::layout(items, links, flow);
    prop_assert_eq!(&layout, &super::layout(items, links, flow), "deterministic");
    let mut areas: Vec<[f64; 4]> = Vec::new();
    for (item, &at) in items.iter().zip(&layout.centres) {
        areas.push(area(item, at));
    }
    for (link, route) in links.iter().zip(&layout.routes) {
        let end = route.segments.last().expect("it leads somewhere").2;
        let (from, to) = (link.from, link.to);
        prop_assert!(
            on_border(&items[from], layout.centres[from], route.start),
            "begins"
        );
        prop_assert!(on_border(&items[to], layout.centres[to], end), "ends");
        prop_assert_eq!(route.label.is_some(), link.label.is_some());
        if let (Some(at), Some((w, h))) = (route.label, link.label) {
            areas.push([
                at.x - w / 2.0,
                at.y - h / 2.0,
                at.x + w / 2.0,
                at.y + h / 2.0,
            ]);
        }
    }
    for (i, &a) in areas.iter().enumerate() {
        let inside = a[0] > -0.001
            && a[1] > -0.001
            && a[2] < layout.width + 0.001
            && a[3] < layout.height + 0.001;
        prop_assert!(inside, "{a:?} is outside");
        for &b in &areas[..i] {
            prop_assert!(!overlap(a, b), "{a:?} and {b:?}");
        }
    }
    Ok(())
}

fn graphs() -> impl Strategy<Value = (Vec<Item>, Vec<Link>)> {
    (1usize..24).prop_flat_map(|n| {
        let item = (20.0..120.0f64, any::<bool>()).prop_map(|(w, r)| item(w, r));
        let link = (0..n, 0..n).prop_map(|(a, b)| link(a, b));
        (
            prop::collection::vec(item, n),
            prop::collection::vec(link, 0..2 * n),
        )
    })
}

proptest! {
    #[test]
    fn nothing_overlaps_and_all_is_inside((items, links) in graphs()) {
        check(&items, &links, Flow::Depth)?;
        check(&items, &links, Flow::Breadth)?;
    }

    #[test]
    fn edges_go_down_unless_they_close_a_cycle((items, links) in graphs()) {
        for flow in [Flow::Depth, Flow::Breadth] {
            let up = cycles::upwards(items.len(), &links, flow);
            let layout = layout(&items, &links, flow);
            for (link, up) in links.iter().zip(up).filter(|(l, _)| l.from != l.to) {
                let (from, to) = (layout.centres[link.from].y, layout.centres[link.to].y);
                let (top, bottom) = if up { (to, from) } else { (from, to) };
                prop_assert!(top < bottom);
            }
        }
    }
}

#[test]
fn without_cycles_nothing_goes_up_when_followed_in_depth() {
    let links = [link(0, 1), link(1, 2), link(0, 2), link(3, 2)];
    assert_eq!(cycles::upwards(4, &links, Flow::Depth), [false; 4]);
}

#[test]
fn a_chain_is_straight() {
    let items = [item(40.0, true); 5];
    let links: Vec<Link> = (0..4).map(|i| link(i, i + 1)).collect();
    let layout = layout(&items, &links, Flow::Depth);
    assert!(
        layout
            .centres
            .iter()
            .all(|c| (c.x - layout.centres[0].x).abs() < 0.01)
    );
}

#[test]
fn nothing_is_a_picture_too() {
    assert_eq!(layout(&[], &[], Flow::Depth), Layout::default());
}

/// A graph of this size is beyond reading; it must merely not hang. The bound is generous, for slow machines and unoptimised builds.
fn is_quick(count: usize, links: &[Link]) {
    let started = Instant::now();
    for flow in [Flow::Depth, Flow::Breadth] {
        let layout = layout(&vec![item(40.0, false); count], links, flow);
        assert!(layout.width.is_finite() && layout.height.is_finite());
    }
    let taken = started.elapsed();
    assert!(taken < Duration::from_secs(30), "{taken:?}");
}

#[test]
fn large_random_graph() {
    let mut seed = 1usize;
    let mut random = || {
        seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (seed >> 33) % 2000
    };
    let links: Vec<Link> = (0..4000).map(|_| link(random(), random())).collect();
    is_quick(2000, &links);
}

#[test]
fn long_chain_with_long_edges() {
    let next = (0..4999).map(|i| link(i, i + 1));
    let links: Vec<Link> = next.chain((0..5000).map(|i| link(i, 4999 - i))).collect();
    is_quick(5000, &links);
}

#[test]
fn one_node_in_the_middle_of_all() {
    let links: Vec<Link> = (1..3000).map(|i| link(0, i)).collect();
    is_quick(3000, &links);
}

#[test]
fn many_loops_and_parallel_edges() {
    let links: Vec<Link> = (0..2000).map(|i| link(i % 2, 1)).collect();
    is_quick(2, &links);
}
