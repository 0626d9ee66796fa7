//! Pictures: what a model says of them comes through import and export, and is drawn.

use crate::again::{again, layouts};
use crate::commands::sweepnet;
use crate::maker::{colset, model, var};
use std::path::Path;
use sweepnet::export;
use sweepnet::net::layout::Point;
use sweepnet::net::{self, Loaded};

fn at(x: i32, y: i32) -> String {
    format!("<posattr x='{x}.0' y='{y}.0'/>")
}

fn place(id: &str, (x, y): (i32, i32), size: &str, more: &str) -> String {
    format!(
        "<place id='{id}'>{}<text>{id}</text><ellipse {size}/>{more}</place>",
        at(x, y)
    )
}

fn inscription(element: &str, (x, y): (i32, i32), text: &str) -> String {
    format!("<{element}>{}<text>{text}</text></{element}>", at(x, y))
}

fn arc(orientation: &str, transition: &str, place: &str, bends: &str, annotation: &str) -> String {
    format!(
        "<arc id='a' orientation='{orientation}'><transend idref='{transition}'/><placeend idref='{place}'/>{bends}{annotation}</arc>"
    )
}

/// Two pages. `Step` takes from `A` and puts to it by two arcs, though its port is of both kinds.
fn drawn() -> String {
    let usual = "w='60.0' h='40.0'";
    let top = [
        // The colour set is where it usually is, the initial marking is not.
        place(
            "A",
            (0, 0),
            usual,
            &(inscription("type", (28, -24), "I") + &inscription("initmark", (-10, 50), "1`7")),
        ),
        place(
            "B",
            (300, 0),
            "w='80,4' h='30.0'",
            &inscription("type", (330, -60), "I"),
        ),
        format!(
            "<trans id='T'>{}<text>T</text><box {usual}/>{}</trans>",
            at(150, 0),
            inscription("cond", (150, 40), "i &gt; 0")
        ),
        format!(
            "<trans id='S'>{}<text>Step</text><box {usual}/><subst subpage='2' portsock='(P,A)'><subpageinfo name='Below'>{}</subpageinfo></subst></trans>",
            at(0, -150),
            at(0, -174)
        ),
        // Near to the middle is in the middle.
        arc("PtoT", "T", "A", "", &inscription("annot", (77, 3), "i")),
        arc(
            "TtoP",
            "T",
            "B",
            &format!("<bendpoint>{}</bendpoint>", at(150, 100)),
            &inscription("annot", (150, 130), "i"),
        ),
        arc("PtoT", "S", "A", "", ""),
        arc(
            "TtoP",
            "S",
            "A",
            &format!("<bendpoint>{}</bendpoint>", at(40, -75)),
            "",
        ),
    ];
    let below = [
        place(
            "P",
            (0, 0),
            usual,
            "<type><text>I</text></type><port type='I/O'/>",
        ),
        format!("<trans id='U'>{}<text>U</text></trans>", at(100, 0)),
        arc("BOTHDIR", "U", "P", "", "<annot><text>i</text></annot>"),
    ];
    let page = |id: &str, name: &str, body: String| {
        format!("<page id='{id}'><pageattr name='{name}'/>{body}</page>")
    };
    let pages = page("1", "Top", top.concat()) + &page("2", "Below", below.concat());
    model(&(colset("I", "<int/>") + &var("i", "I")), &pages)
}

fn load(file: &str, text: &str) -> Loaded {
    net::load_text(file, text, Path::new(""), "model", &[])
}

fn yaml(loaded: &Loaded) -> String {
    export::yaml::write(loaded.model.as_ref().expect("a model"), &loaded.sources)
}

const LAYOUT: &str = "
layout:
  Below:
    places:
      P: [0, 0]
    transitions:
      U: [100, 0]
  Top:
    places:
      A: {at: [0, 0], initial: [-10, 50]}
      B: {at: [300, 0], size: [80, 30], colset: [30, -60]}
    transitions:
      Step: [0, -150]
      T: {at: [150, 0], guard: [0, 40]}
    bends:
      Step:
        out: {A: [[40, -75]]}
      T:
        out: {B: [[150, 100]]}
    labels:
      T:
        out: {B: [-33, 52]}
    arrows:
      Step: {in: [A], out: [A]}
";

#[test]
fn only_what_is_not_as_usual_is_written() {
    let text = yaml(&load("model.cpn", &drawn()));
    assert!(text.ends_with(LAYOUT), "{text}");
}

#[test]
fn pictures_come_through_yaml_and_back() {
    let imported = load("model.cpn", &drawn());
    let read = load("net.yaml", &yaml(&imported));
    assert!(read.diagnostics.is_empty(), "{:#?}", read.diagnostics);
    let layout = |loaded: &Loaded| loaded.model.as_ref().expect("a model").layout.clone();
    assert_eq!(layout(&imported), layout(&read));
    let exported = export::cpn::write(
        read.model.as_ref().expect("a model"),
        read.net.as_ref().expect("a net"),
    );
    let again = load("model.cpn", &exported.text);
    assert_eq!(layout(&imported), layout(&again), "{}", exported.text);
    for (orientation, times) in [("PtoT", 2), ("TtoP", 2), ("BOTHDIR", 1)] {
        let found = exported.text.matches(&format!("\"{orientation}\"")).count();
        assert_eq!(found, times, "{orientation}");
    }
}

/// One transition that takes three tokens by three arcs: the second bends and has its text aside, that of the third stands below.
fn several() -> String {
    let page = [
        place("A", (0, 0), "w='60' h='40'", "<type><text>I</text></type>"),
        format!("<trans id='T'>{}<text>T</text></trans>", at(200, 0)),
        arc("PtoT", "T", "A", "", &inscription("annot", (100, 3), "i")),
        arc(
            "PtoT",
            "T",
            "A",
            &format!("<bendpoint>{}</bendpoint>", at(100, 80)),
            &inscription("annot", (100, 100), "j"),
        ),
        arc(
            "PtoT",
            "T",
            "A",
            "",
            &inscription("annot", (100, -60), "i + j"),
        ),
    ];
    let page = format!(
        "<page id='1'><pageattr name='Top'/>{}</page>",
        page.concat()
    );
    model(
        &(colset("I", "<int/>") + &var("i", "I") + &var("j", "I")),
        &page,
    )
}

#[test]
fn each_of_several_arcs_has_its_own_picture() {
    let imported = load("model.cpn", &several());
    let text = yaml(&imported);
    assert!(
        text.ends_with(
            "
    bends:
      T:
        in: {A: [[], [[100, 80]]]}
    labels:
      T:
        in: {A: [[], [0, 20], [0, -60]]}
"
        ),
        "{text}"
    );
    let read = load("net.yaml", &text);
    assert!(read.diagnostics.is_empty(), "{:#?}", read.diagnostics);
    let layout = |loaded: &Loaded| loaded.model.as_ref().expect("a model").layout.clone();
    assert_eq!(layout(&imported), layout(&read));
    let exported = export::cpn::write(
        read.model.as_ref().expect("a model"),
        read.net.as_ref().expect("a net"),
    );
    assert_eq!(
        layout(&imported),
        layout(&load("model.cpn", &exported.text))
    );
    let svg = draw("model.cpn", &several(), "Top");
    assert_eq!(svg, draw("net.yaml", &text, "Top"));
    let y = |text: &str| {
        let before = svg.split(&format!(">{text}</")).next().expect("text");
        let y = before
            .rsplit(" y=\"")
            .next()
            .and_then(|rest| rest.split('"').next());
        y.and_then(|y| y.parse::<f64>().ok()).expect("a number")
    };
    assert!(y("j") < y("i") && y("i") < y("i + j"), "{svg}");
}

fn draw(file: &str, text: &str, page: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(file);
    std::fs::write(&path, text).expect("written");
    let output = sweepnet(&["draw", path.to_str().expect("a path"), "--page", page]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{told}");
    String::from_utf8(output.stdout).expect("text")
}

/// The first number of an attribute in what follows a text.
fn number(svg: &str, after: &str, attribute: &str) -> f64 {
    let rest = svg.split(after).nth(1).expect("there");
    let rest = rest.split(&format!(" {attribute}=\"")).nth(1);
    let number = rest.and_then(|rest| rest.split('"').next());
    number.and_then(|n| n.parse().ok()).expect("a number")
}

#[test]
fn a_model_and_its_yaml_look_alike() {
    let text = drawn();
    let svg = draw("model.cpn", &text, "Top");
    assert_eq!(
        svg,
        draw("model.yaml", &yaml(&load("model.cpn", &text)), "Top")
    );
    // Across and down alike.
    let x = |title: &str| number(&svg, &format!("<title>Place {title}"), "cx");
    let y = |title: &str| number(&svg, &format!("<title>Place {title}"), "cy");
    assert!((y("A") - y("B")).abs() < 0.1, "{svg}");
    let step = number(&svg, "<title>Substitution transition Step", "y") + 24.0;
    let (across, down) = (x("B") - x("A"), step - y("A"));
    assert!((across / down - 2.0).abs() < 0.05, "{across} {down}");
    // Two arcs to the socket, each with one head.
    assert_eq!(svg.matches("class=\"arc\"").count(), 4, "{svg}");
    assert_eq!(svg.matches("class=\"head\"").count(), 4, "{svg}");
}

#[test]
fn what_the_layout_does_not_know_is_near_its_neighbours() {
    let net = "\
places: {A: unit, B: unit, New: unit}
transitions: {T: {in: {A: ()}, out: {B: (), New: ()}}}
layout: {Top: {places: {A: [0, 0], B: [500, 0]}, transitions: {T: [250, -300]}}}
";
    let svg = draw("net.yaml", net, "Top");
    let centre = |name: &str| {
        let title = format!("<title>Place {name}:");
        (number(&svg, &title, "cx"), number(&svg, &title, "cy"))
    };
    let (a, b, new) = (centre("A"), centre("B"), centre("New"));
    assert!(b.0 - a.0 >= 500.0 && (a.1 - b.1).abs() < 0.1, "{svg}");
    assert!(
        new.1 - a.1 > 200.0 && new.0 > a.0 + 100.0 && new.0 < b.0 - 100.0,
        "{new:?}"
    );
    let unknown = "places: {A: unit}\nlayout: {Other: {places: {A: [0, 0]}}}\n";
    assert!(draw("net.yaml", unknown, "Top").contains(">A</text>"));
}

#[test]
fn mistakes_in_a_layout_are_told() {
    for (layout, code) in [
        ("{places: {A: {size: [1, 2]}}}", "E1006"),
        ("{places: {A: {at: [1, 2], guard: [1, 2]}}}", "E1003"),
        ("{transitions: {T: {at: [1]}}}", "E1005"),
        ("{labels: {T: {in: {A: 3}}}}", "E1005"),
        ("{arrows: {T: {into: [A]}}}", "E1003"),
    ] {
        let text = format!("places: {{A: unit}}\nlayout: {{Top: {layout}}}\n");
        let loaded = load("net.yaml", &text);
        let codes: Vec<&str> = loaded.diagnostics.iter().map(|d| d.code).collect();
        assert_eq!(codes, [code], "{layout}");
    }
}

/// The middles of arcs are between units, to all sides, and at bends.
#[test]
fn texts_of_arcs_stay_where_they_are() {
    let ends = [(100, 11), (-100, -11), (33, -7), (-7, 33), (1, 0)];
    let labels = [[7, 12], [-7, -12], [8, -13], [0, 21]];
    for ((x, y), [right, up]) in ends.into_iter().flat_map(|e| labels.map(|l| (e, l))) {
        for bends in ["[]", "[[13, 26], [51, -8]]"] {
            let yaml = format!(
                "places: {{A: {{colset: unit, initial: ()}}}}\ntransitions: {{T: {{in: {{A: ()}}}}}}\nlayout:\n  Top:\n    places: {{A: [0, 0]}}\n    transitions: {{T: [{x}, {y}]}}\n\
                 \x20   bends: {{T: {{in: {{A: {bends}}}}}}}\n    labels: {{T: {{in: {{A: [{right}, {up}]}}}}}}\n"
            );
            let written = net::load_text("net.yaml", yaml.as_str(), Path::new(""), "model", &[]);
            let first = again(&written);
            let labels: Vec<_> = layouts(&first)["Top"].labels.values().copied().collect();
            assert_eq!(labels, [Point::new(right.into(), up.into())], "{yaml}");
            assert_eq!(layouts(&again(&first)), layouts(&first), "{yaml}");
        }
    }
}
