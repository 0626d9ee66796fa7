//! Pages made by hand, drawn.

use super::*;
use crate::draw::{dot, svg};
use sweepnet_lang::span::{SourceId, Span};

/// Makes models whose texts have no file.
#[derive(Default)]
struct Maker {
    sources: Sources,
}

fn name(text: &str) -> Name {
    Name {
        text: text.to_string(),
        span: Span::new(SourceId(0), 0, 0),
    }
}

impl Maker {
    fn text(&mut self, text: &str) -> Option<Text> {
        let source = self.sources.add("net.yaml", text);
        let span = Span::new(source, 0, text.len());
        (!text.is_empty()).then_some(Text { source, span })
    }

    fn place(&mut self, called: &str, colset: &str, initial: &str) -> Place {
        Place {
            name: name(called),
            colset: name(colset),
            initial: self.text(initial),
            port: None,
            fusion: None,
            description: None,
        }
    }

    fn transition(&mut self, called: &str, arcs: &[(ArcKind, &str, &str)]) -> Transition {
        let arc = |&(kind, place, text): &(ArcKind, &str, &str)| Arc {
            kind,
            place: name(place),
            text: self.text(text),
        };
        Transition {
            name: name(called),
            arcs: arcs.iter().map(arc).collect(),
            guard: Vec::new(),
            delay: None,
            priority: None,
            code: None,
            description: None,
        }
    }
}

fn page_of(called: &str, places: Vec<Place>, transitions: Vec<Transition>) -> Page {
    Page {
        description: None,
        name: name(called),
        places,
        transitions,
        substitutions: Vec::new(),
    }
}

fn model(pages: Vec<Page>) -> Model {
    Model {
        name: name("example"),
        description: None,
        real_time: false,
        parameters: Vec::new(),
        declarations: Vec::new(),
        pages,
        measures: Vec::new(),
        symmetries: Vec::new(),
        properties: Vec::new(),
        monitors: Vec::new(),
        expect: Vec::new(),
        layout: Default::default(),
    }
}

/// Fails unless every tag is closed in order, every attribute quoted and every `&` the beginning of a character reference.
fn assert_well_formed(svg: &str) {
    let mut open = Vec::new();
    let mut rest = svg;
    while let Some((text, tag)) = rest.split_once('<') {
        assert_text(text);
        let (tag, after) = tag.split_once('>').expect("a tag ends");
        rest = after;
        if let Some(closed) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closed));
            continue;
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        assert_text(tag);
        if !tag.ends_with('/') {
            open.push(tag.split(' ').next().expect("a name"));
        }
    }
    assert_text(rest);
    assert!(open.is_empty(), "{open:?}");
}

fn assert_text(text: &str) {
    for (at, _) in text.match_indices('&') {
        let name = text[at + 1..].split(';').next().unwrap_or("");
        assert!(
            ["lt", "gt", "amp", "quot", "#10"].contains(&name),
            "&{name}"
        );
    }
    let allowed = |c: char| !c.is_control() || c == '\n' || c == '\t';
    assert!(text.chars().all(allowed), "{text:?}");
}

#[test]
fn every_kind_of_arc_and_mark() {
    use ArcKind::*;
    let mut make = Maker::default();
    let mut places = vec![
        make.place("Ready", "NO", "1`1 ++ 1`2"),
        make.place("Busy", "NO", ""),
        make.place("Log", "LIST", "[]"),
    ];
    places[0].port = Some(Port::In);
    places[2].fusion = Some(name("Logs"));
    let arcs = [
        (In, "Ready", "n"),
        (Out, "Busy", "n"),
        (Both, "Log", "l"),
        (Inhibitor, "Busy", ""),
        (Reset, "Ready", ""),
    ];
    let mut begin = make.transition("Begin", &arcs);
    begin.guard = make.text("n > 0").into_iter().collect();
    begin.delay = make.text("9");
    begin.priority = make.text("P_HIGH");
    let model = model(vec![page_of("Top", places, vec![begin])]);
    let graph = page(&model, &model.pages[0], &make.sources);
    let ends: Vec<(End, End)> = graph.edges.iter().map(|e| (e.tail, e.head)).collect();
    assert_eq!(
        ends,
        [
            (End::Plain, End::Arrow),
            (End::Plain, End::Arrow),
            (End::Arrow, End::Arrow),
            (End::Plain, End::Circle),
            (End::Plain, End::DoubleArrow)
        ]
    );
    // Ports and marked places come first.
    let named = |i: usize| graph.nodes[i].title.lines().next().unwrap_or("");
    let nodes: Vec<&str> = (0..4).map(named).collect();
    assert_eq!(
        nodes,
        [
            "Place Ready: NO",
            "Place Log: LIST",
            "Place Busy: NO",
            "Transition Begin"
        ]
    );
    assert_eq!((graph.edges[0].from, graph.edges[0].to), (0, 3));
    assert_eq!((graph.edges[1].from, graph.edges[1].to), (3, 2));
    assert_eq!(
        (
            graph.nodes[0].tags.as_slice(),
            graph.nodes[1].tags.as_slice()
        ),
        (
            ["In".to_string()].as_slice(),
            ["Logs".to_string()].as_slice()
        )
    );
    let texts: Vec<&str> = graph.nodes[3]
        .lines
        .iter()
        .map(|l| l.text.as_str())
        .collect();
    assert_eq!(texts, ["[n > 0]", "Begin", "@+9", "priority P_HIGH"]);
    assert_well_formed(&svg::write(&graph));
}

#[test]
fn a_port_says_where_its_arc_points() {
    let mut make = Maker::default();
    let top = vec![make.place("From", "E", ""), make.place("To", "E", "")];
    let mut inner = vec![make.place("In", "E", ""), make.place("To", "E", "")];
    inner[0].port = Some(Port::In);
    inner[1].port = Some(Port::Out);
    let mut pages = vec![page_of("Top", top, vec![]), page_of("Inner", inner, vec![])];
    pages[0].substitutions.push(Substitution {
        name: name("Step"),
        page: name("Inner"),
        ports: vec![(name("In"), name("From")), (name("To"), name("To"))],
        description: None,
    });
    let model = model(pages);
    let graph = page(&model, &model.pages[0], &make.sources);
    let ends: Vec<(usize, usize)> = graph.edges.iter().map(|e| (e.from, e.to)).collect();
    assert_eq!(ends, [(0, 2), (2, 1)]);
    assert_eq!(graph.edges[0].label, ["In"]);
    assert!(
        graph.edges[1].label.is_empty(),
        "port and socket have one name"
    );
    assert_eq!(graph.nodes[2].shape, Shape::DoubleBox);
    assert_eq!(graph.title, "example: Top");
}

#[test]
fn strange_names() {
    let mut make = Maker::default();
    let long = "x".repeat(5000);
    let names = [
        "<script>&amp;\"'",
        "\\N \"quoted\"\nnext",
        "\u{0}\u{7}\u{ffff}",
        "日本語 🐐",
        &long,
    ];
    let places: Vec<Place> = names.iter().map(|n| make.place(n, n, n)).collect();
    let arcs: Vec<_> = names.iter().map(|&n| (ArcKind::In, n, n)).collect();
    let transitions = names.iter().map(|n| make.transition(n, &arcs)).collect();
    let model = model(vec![page_of("<&>", places, transitions)]);
    let graph = page(&model, &model.pages[0], &make.sources);
    let picture = svg::write(&graph);
    assert_well_formed(&picture);
    assert!(picture.contains("&lt;script&gt;&amp;amp;&quot;'"));
    // Shown in part, told in full.
    assert!(picture.contains(&long));
    assert!(
        graph
            .nodes
            .iter()
            .all(|n| n.lines.iter().all(|l| l.text.chars().count() <= 22))
    );
    let dot = dot::write(&graph);
    assert!(dot.contains(r#"\\N \"quoted\"\nnext"#), "{dot}");
}

#[test]
fn an_empty_page() {
    let model = model(vec![page_of("Top", vec![], vec![])]);
    let graph = page(&model, &model.pages[0], &Sources::default());
    assert_well_formed(&svg::write(&graph));
}
