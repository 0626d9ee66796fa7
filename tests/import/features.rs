//! One small model for each feature of the format.

use crate::maker::{
    Page, codes, colset, declarations, explored, figures, load, ml, model, moving, var,
};
use std::path::Path;
use sweepnet::export::yaml;
use sweepnet::import::note::Effect;
use sweepnet::net;
use sweepnet::net::model::{ArcKind, Watch};

#[test]
fn every_form_of_colour_set() {
    let forms = [
        ("U", "<unit/>", "colset U = unit;"),
        (
            "V",
            "<unit><with><id>e</id></with></unit>",
            "colset V = unit with e;",
        ),
        (
            "B",
            "<bool><with><id>no</id><id>yes</id></with></bool>",
            "colset B = bool with (no, yes);",
        ),
        ("I", "<int/>", "colset I = int;"),
        (
            "J",
            "<int><with><ml>1</ml><ml>2 + 3</ml></with></int>",
            "colset J = int with 1..2 + 3;",
        ),
        ("K", "<intinf/>", "colset K = intinf;"),
        ("R", "<timed/><real/>", "colset R = real timed;"),
        (
            "S",
            "<string><with><ml>\"a\"</ml><ml>\"c\"</ml><and><ml>1</ml><ml>2</ml></and></with></string>",
            "colset S = string with \"a\"..\"c\" and 1..2;",
        ),
        ("T", "<time/>", "colset T = time;"),
        (
            "E",
            "<enum><id>p</id><id>q</id></enum>",
            "colset E = with p | q;",
        ),
        (
            "X",
            "<index><ml>1</ml><ml>3</ml><id>x</id></index>",
            "colset X = index x with 1..3;",
        ),
        (
            "P",
            "<product><id>E</id><id>I</id></product>",
            "colset P = product E * I;",
        ),
        (
            "Q",
            "<record><recordfield><id>n</id><id>I</id></recordfield><recordfield><id>k</id><id>E</id></recordfield></record>",
            "colset Q = record n : I * k : E;",
        ),
        (
            "L",
            "<list><with><ml>0</ml><ml>2</ml></with><id>E</id></list>",
            "colset L = list E with 0..2;",
        ),
        (
            "N",
            "<union><unionfield><id>ack</id><type><id>I</id></type></unionfield><unionfield><id>quit</id></unionfield></union>",
            "colset N = union ack : I + quit;",
        ),
        (
            "M",
            "<subset><id>J</id><by><ml>fn n =&gt; n &gt; 1</ml></by></subset>",
            "colset M = subset J by fn n => n > 1;",
        ),
        (
            "O",
            "<subset><id>E</id><with><ml>[p]</ml></with></subset>",
            "colset O = subset E with [p];",
        ),
        ("A", "<alias><id>E</id></alias>", "colset A = E;"),
    ];
    let all: String = forms
        .iter()
        .map(|(name, form, _)| colset(name, form))
        .collect();
    let loaded = load(&model(
        &all,
        &Page::default()
            .place("1", "P", "Q", "", "")
            .page("1", "Top"),
    ));
    assert!(
        loaded.net.is_some(),
        "{:#?}\n{:#?}",
        loaded.diagnostics,
        loaded.notes
    );
    let written: Vec<&str> = forms.iter().map(|(_, _, text)| *text).collect();
    assert_eq!(declarations(&loaded), written);
}

#[test]
fn a_mistake_in_an_inscription_points_into_the_file() {
    let text = model(
        &colset("I", "<int/>"),
        &moving("I", "1`(1 + tru)", "1", "").page("1", "Top"),
    );
    let loaded = load(&text);
    let problem = loaded.diagnostics.iter().find(|d| d.code == "E0401");
    let problem = problem.expect("an unknown name");
    let span = loaded.sources.in_file(problem.labels[0].span);
    assert_eq!(loaded.sources.slice(span), "tru");
    assert_eq!(span.start as usize, text.find("tru)").expect("there"));
}

#[test]
fn tokens_that_are_all_equal() {
    let unit = colset("UNIT", "<unit/>");
    // A number, nothing at all, and no colour set.
    let page = moving("UNIT", "2", "", "").page("1", "Top");
    assert_eq!(explored(&model(&unit, &page)), (3, 2, 1));
    let page = moving("", "3", "1`()", "").page("1", "Top");
    assert_eq!(explored(&model("", &page)), (4, 3, 1));
    // Where tokens have colours, an arc must say which.
    let page = moving("INT", "1", "", "").page("1", "Top");
    let loaded = load(&model(&colset("INT", "<int/>"), &page));
    assert_eq!(codes(&loaded), ["W1707", "W1707"]);
    assert!(
        loaded
            .notes
            .iter()
            .all(|note| note.effect == Effect::Behaviour)
    );
}

#[test]
fn guards_priorities_delays_and_code() {
    let all = colset("I", "<timed/><int/>") + &var("n", "I") + &var("k", "I");
    let bare = moving("I", "1`1++1`2", "n", "<cond><text>n &gt; 1</text></cond>");
    assert_eq!(explored(&model(&all, &bare.page("1", "Top"))), (2, 1, 1));
    let commas = moving(
        "I",
        "1`1++1`2",
        "n",
        "<cond><text>n &gt; 0, n &lt; 2</text></cond><time><text>@+</text></time>",
    );
    assert_eq!(explored(&model(&all, &commas.page("1", "Top"))), (2, 1, 1));
    let code = "<code><text>input (n);\noutput (k)\naction\nif n = 1 then 5 else 6;</text></code>";
    let page = Page::default()
        .place("A", "A", "I", "1`1++1`2", "")
        .place("B", "B", "I", "", "")
        .transition("T", "T", &format!("<time><text>@+7</text></time>{code}"))
        .arc("PtoT", "T", "A", "n")
        .arc("TtoP", "T", "B", "k")
        .transition("U", "U", "<priority><text>P_HIGH</text></priority>")
        .arc("PtoT", "U", "A", "2");
    // U goes first and takes the 2.
    let loaded = load(&model(&all, &page.page("1", "Top")));
    let transitions = &loaded.model.as_ref().expect("a model").pages[0].transitions;
    let code = transitions[0].code.as_ref().expect("a code segment");
    let names =
        |names: &[net::model::Name]| names.iter().map(|n| n.text.clone()).collect::<Vec<_>>();
    assert_eq!(names(&code.output), ["k"]);
    assert_eq!(
        code.input.as_deref().map(names),
        Some(vec!["n".to_string()])
    );
    let (figures, _) = crate::maker::figures(loaded, 100).expect("explored");
    assert_eq!(figures, (3, 2, 1));
}

#[test]
fn a_code_segment_without_results_does_not_matter() {
    let all = colset("I", "<int/>")
        + &var("n", "I")
        + "<globref id='g'><id>log</id><ml>TextIO.stdOut</ml></globref>";
    let code = "<code><text>action log := TextIO.openOut \"log.txt\"; TextIO.output (!log, I.mkstr 1);</text></code>";
    let page = moving("I", "1`1++1`2", "n", code).page("1", "Top");
    assert_eq!(explored(&model(&all, &page)), (4, 4, 1));
}

#[test]
fn every_kind_of_arc() {
    let page = Page::default()
        .place("A", "A", "", "1", "")
        .place("B", "B", "", "2", "")
        .place("C", "C", "", "", "")
        .transition("T", "T", "")
        .arc("bothdir", "T", "A", "()")
        .arc("Reset", "T", "B", "")
        .arc("Inhibitor", "T", "C", "")
        .arc("ttop", "T", "C", "()");
    let text = model("", &page.page("1", "Top"));
    let loaded = load(&text);
    let transition = &loaded.model.expect("a model").pages[0].transitions[0];
    let kinds: Vec<ArcKind> = transition.arcs.iter().map(|arc| arc.kind).collect();
    let wanted = [
        ArcKind::Both,
        ArcKind::Reset,
        ArcKind::Inhibitor,
        ArcKind::Out,
    ];
    assert_eq!(kinds, wanted);
    assert_eq!(explored(&text), (2, 1, 1));
}

#[test]
fn names_become_readable_and_different() {
    let page = Page::default()
        .place("1", "Packets\n  to send", "", "1", "")
        .place("2", "", "", "", "")
        .place("3", "", "", "", "")
        .place("4", "Packets to send", "", "", "");
    let loaded = load(&model("", &page.page("1", "Top")));
    let page = &loaded.model.as_ref().expect("a model").pages[0];
    let names: Vec<&str> = page.places.iter().map(|p| p.name.text.as_str()).collect();
    assert_eq!(
        names,
        ["Packets to send", "Place", "Place 2", "Packets to send 2"]
    );
    assert_eq!(codes(&loaded), ["W1705"]);
}

#[test]
fn what_leads_nowhere_is_left_out_and_told() {
    let page = moving("", "1", "()", "").arc("PtoT", "T", "gone", "()");
    let loaded = load(&model("", &page.page("1", "Top")));
    assert_eq!(codes(&loaded), ["W1703"]);
    assert_eq!(loaded.notes[0].effect, Effect::Behaviour);
}

/// A page with a port, used twice, and a fusion set across its instances.
fn hierarchical(ports: [&str; 2], port: &str, initial: &str) -> String {
    let subst = |pairs: &str| format!("<subst subpage='p2' portsock='{pairs}'/>");
    let top = Page::default()
        .place("S1", "S1", "", "1", "")
        .place("S2", "S2", "", "1", "")
        .transition("X", "X", &subst(ports[0]))
        .transition("Y", "Y", &subst(ports[1]))
        .arc("PtoT", "X", "S1", "ignored here");
    let below = Page::default()
        .place("P", "P", "", initial, port)
        .place("Own", "Own", "", "", "")
        .place("F", "F", "", "1", "<fusioninfo name='F'/>")
        .transition("T", "T", "")
        .arc("PtoT", "T", "P", "()")
        .arc("TtoP", "T", "Own", "()")
        .arc("PtoT", "T", "F", "()");
    let other = Page::default().place("G", "G", "", "1", "<fusioninfo name='F'/>");
    let fusion = "<fusion id='f' name='F'><fusion_elm idref='F'/><fusion_elm idref='G'/></fusion>";
    model(
        "",
        &(top.page("p1", "Top") + &below.page("p2", "Below") + &other.page("p3", "Other") + fusion),
    )
}

#[test]
fn pages_ports_and_fusion_sets() {
    // One token on the fused place: either instance takes it.
    let both = ["(P,S1)", "(P,S2)"];
    assert_eq!(
        explored(&hierarchical(both, "<port type='In'/>", "")),
        (3, 2, 2)
    );
    // The direction is a hint only.
    assert_eq!(
        explored(&hierarchical(both, "<port type='Out'/>", "")),
        (3, 2, 2)
    );
    // The marking of an assigned port is its socket's.
    let text = hierarchical(both, "<port type='I/O'/>", "5");
    assert_eq!(codes(&load(&text)), ["W1704"]);
    assert_eq!(explored(&text), (3, 2, 2));
    // A port that one of two leaves out is then a place of its own.
    let text = hierarchical(["(P,S1)", ""], "<port type='In'/>", "");
    assert!(codes(&load(&text)).contains(&"W1704"));
    assert_eq!(explored(&text), (2, 1, 1));
    let text = hierarchical(["(P,S1)", ""], "<port type='In'/>", "1");
    assert_eq!(explored(&text), (3, 2, 2));
    // One that nobody assigns is an ordinary place.
    assert_eq!(
        explored(&hierarchical(["", ""], "<port type='In'/>", "1")),
        (3, 2, 2)
    );
}

#[test]
fn real_time() {
    let option = "<options><option name='realtimestamp'><value><boolean>true</boolean></value></option></options>";
    let page = Page::default()
        .place("A", "A", "U", "1`()", "")
        .place("B", "B", "U", "", "")
        .transition("T", "T", "<time><text>@++ 1.25</text></time>")
        .arc("PtoT", "T", "A", "()")
        .arc("TtoP", "T", "B", "1`() @++ 0.5")
        .transition("V", "V", "<time><text>@+3</text></time>")
        .arc("PtoT", "V", "B", "()");
    let text = model(
        &colset("U", "<timed/><unit/>"),
        &(page.page("1", "Top") + option),
    );
    assert_eq!(explored(&text), (3, 2, 1));
    let net = load(&text).net.expect("a net");
    assert_eq!(net.show_time(1_750_000), "1.75");
}

/// To CPN Tools a multi-set is a list: on a place of lists it is one token.
#[test]
fn a_multi_set_is_one_list_on_a_place_of_lists() {
    let declarations = colset("INT", "<int/>")
        + &colset("LIST", "<list><id>INT</id></list>")
        + &var("l", "LIST")
        + &ml("fun first l = if List.null l then empty else 1`List.hd l");
    let page = Page::default()
        .place("A", "A", "LIST", "1`[7,8]", "")
        .place("B", "B", "LIST", "", "")
        .transition("T", "T", "")
        .arc("PtoT", "T", "A", "l")
        .arc("TtoP", "T", "B", "first l")
        .page("1", "Top");
    let mut loaded = load(&model(&declarations, &page));
    assert_eq!(codes(&loaded), ["W0505"]);
    let net = loaded.net.take().expect("no errors");
    let engine = sweepnet::engine::Engine::new(net).expect("an initial marking");
    let mut game = sweepnet::simulate::game::Game::new(&engine, 1, None);
    let step = game.enabled().expect("nothing fails")[0];
    game.occur(step).expect("nothing fails");
    let state = game.marking().to_vec();
    assert_eq!(game.worker().show_place(1, &state), "1`[7]");
}

/// A page may be prime several times, and prime beside the instances that substitution transitions make.
#[test]
fn instances_that_no_substitution_transition_makes() {
    let net = moving("", "2", "()", "").page("1", "Top");
    let twice =
        net + "<instances><instance id='i' page='1'/><instance id='j' page='1'/></instances>";
    let loaded = load(&model("", &twice));
    assert_eq!(codes(&loaded), ["W1709"]);
    assert_eq!(loaded.notes[0].effect, Effect::None);
    assert_eq!(figures(loaded, 1000), Ok(((9, 12, 1), true)));
    let top = Page::default()
        .place("S", "S", "", "1", "")
        .transition("U", "U", "<subst subpage='2' portsock='(P,S)'/>")
        .page("1", "Top");
    // The port has a token of its own where nothing is assigned to it.
    let sub = Page::default()
        .place("P", "P", "", "2", "<port type='In'/>")
        .transition("T", "T", "")
        .arc("PtoT", "T", "P", "()")
        .page("2", "Prime pages");
    let instances = "<instances><instance id='i' page='1'><instance id='j' trans='U'/></instance><instance id='k' page='2'/></instances>";
    let monitor = "<monitorblock><monitor id='m' name='M' type='6' typedescription='Count'><node idref='T' pageinstanceidref='k'/></monitor></monitorblock>";
    let loaded = load(&model("", &[&top, &sub, instances, monitor].concat()));
    assert_eq!(codes(&loaded), ["W1709", "W1704"]);
    let monitors = &loaded.model.as_ref().expect("a model").monitors;
    assert!(
        matches!(&monitors[0].watch, Watch::Count(name) if name.text == "Prime_pages'T'2"),
        "{monitors:?}"
    );
    assert_eq!(figures(loaded, 1000), Ok(((6, 7, 1), true)));
}

/// Members of a fusion set say the same in other words.
#[test]
fn markings_of_fusion_sets_are_compared_by_value() {
    let with = |first: &str, second: &str, colour: &str| {
        let page = Page::default()
            .place("A", "A", colour, first, "")
            .place("B", "B", colour, second, "")
            .transition("T", "T", "")
            .arc("PtoT", "T", "A", "n");
        let set = "<fusion id='f' name='F'><fusion_elm idref='A'/><fusion_elm idref='B'/></fusion>";
        let declarations = [
            colset("N", "<int/>"),
            colset("D", "<timed/><int/>"),
            ml("val two = 2"),
            var("n", colour),
        ];
        load(&model(
            &declarations.concat(),
            &(page.page("1", "Top") + set),
        ))
    };
    for (first, second, colour) in [
        ("1", "1`1", "N"),
        ("1`1 ++ 1`2", "1`two ++ 1`(two - 1)", "N"),
        ("[1, 1]", "2`1", "N"),
        ("1`1@0 +++ 1`2@1", "1`2@1 +++ 1`1@0", "D"),
        ("empty", "0`7", "N"),
    ] {
        let loaded = with(first, second, colour);
        assert!(loaded.net.is_some(), "{:#?}", loaded.diagnostics);
    }
    for (first, second, colour) in [
        ("1", "1`two", "N"),
        ("1", "2`1", "N"),
        ("1`1", "1`1@3", "D"),
        ("ran N", "1`1", "N"),
        ("1 div 0", "1", "N"),
    ] {
        let loaded = with(first, second, colour);
        assert!(codes(&loaded).contains(&"E1213"), "{first} {second}");
    }
}

/// The marking of the socket counts, on the model and on the net that it becomes.
#[test]
fn a_port_in_a_fusion_set() {
    let with = |first: &str, second: &str| {
        let fused = Page::default()
            .place("F", "F", "", "3", "")
            .page("9", "Fused");
        let top = Page::default()
            .place("S", "S", "", first, "")
            .transition("U", "U", "<subst subpage='2' portsock='(P,S)'/>")
            .page("1", "Top");
        let sub = Page::default()
            .place("P", "P", "", second, "<port type='In'/>")
            .transition("T", "T", "")
            .arc("PtoT", "T", "P", "()")
            .page("2", "Sub");
        let set = "<fusion id='f' name='G'><fusion_elm idref='F'/><fusion_elm idref='P'/></fusion>";
        model("", &[&fused, &top, &sub, set].concat())
    };
    for (first, second, states, notes) in [
        ("2", "", 3, vec!["W1704"]),
        ("2", "3", 3, vec!["W1704", "W1704"]),
        ("3", "", 4, vec![]),
        // What only the set says is said.
        ("", "", 4, vec![]),
    ] {
        let loaded = load(&with(first, second));
        assert_eq!(codes(&loaded), notes, "{first} {second}");
        let written = yaml::write(loaded.model.as_ref().expect("a model"), &loaded.sources);
        let again = net::load_text("net.yaml", written.as_str(), Path::new(""), "net", &[]);
        for loaded in [loaded, again] {
            let (found, _) = figures(loaded, 1000).unwrap_or_else(|why| panic!("{why}\n{written}"));
            assert_eq!(found.0, states, "{written}");
        }
    }
}

/// A variable means something only where a transition occurs.
#[test]
fn variables_hide_nothing_from_initial_markings() {
    let declarations = [
        colset("N", "<int/>"),
        colset("E", "<enum><id>a</id><id>b</id></enum>"),
        ml("val n = 3"),
        var("n", "N"),
        var("a", "E"),
        var("m", "N"),
    ]
    .concat();
    let page = |initial: &str| {
        Page::default()
            .place("A", "A", "N", initial, "")
            .place("B", "B", "E", "1`a ++ 1`b", "")
            .transition("T", "T", "")
            .arc("PtoT", "T", "A", "n")
            .arc("PtoT", "T", "B", "a")
            .page("1", "Top")
    };
    // Each of two tokens goes with each of two.
    assert_eq!(
        explored(&model(&declarations, &page("1`n ++ 1`4"))),
        (6, 8, 1)
    );
    let loaded = load(&model(&declarations, &page("1`m")));
    assert_eq!(codes(&loaded), ["E1109"]);
}
