//! Models that other tools write carelessly: what cannot be meant as it stands is told, with what it means for the state space.

use crate::maker::{Figures, Page, codes, colset, explored, figures, load, model, moving, var};
use std::time::{Duration, Instant};
use sweepnet::import::note::Effect;

/// A model that is told of with this code, as something that may change the state space; and its figures.
fn told(text: &str, code: &str) -> Figures {
    let loaded = load(text);
    let notes = loaded.notes.iter();
    let note = notes.clone().find(|note| note.diagnostic.code == code);
    let note = note.unwrap_or_else(|| panic!("no {code}: {:?}\n{text}", codes(&loaded)));
    assert_eq!(note.effect, Effect::Behaviour, "{text}");
    // It is among the problems that every command tells.
    assert!(loaded.problems().iter().any(|problem| problem.code == code));
    figures(loaded, 1000).expect("a net").0
}

fn net() -> String {
    model("", &moving("", "2", "()", "").page("1", "Top"))
}

#[test]
fn arcs_without_a_direction_are_left_out() {
    for other in ["", "orientation='nodir'", "orientation='sideways'"] {
        let text = net().replacen("orientation='TtoP'", other, 1);
        assert_eq!(told(&text, "W1703"), (3, 2, 1));
    }
    let both = net().replacen("orientation='TtoP'", "orientation='bothdir'", 1);
    assert!(load(&both).notes.is_empty());
}

#[test]
fn an_id_that_is_there_twice() {
    let place = moving("", "2", "()", "").place("A", "C", "", "1", "");
    assert_eq!(
        told(&model("", &place.page("1", "Top")), "W1703"),
        (3, 2, 1)
    );
    let transition = moving("", "2", "()", "").transition("T", "U", "");
    assert_eq!(
        told(&model("", &transition.page("1", "Top")), "W1703"),
        (3, 5, 0)
    );
}

#[test]
fn a_place_in_two_fusion_sets() {
    let page = moving("", "2", "()", "").place("C", "C", "", "", "");
    let sets = "<fusion id='f' name='F'><fusion_elm idref='A'/><fusion_elm idref='C'/></fusion>\
                <fusion id='g' name='G'><fusion_elm idref='C'/><fusion_elm idref='B'/></fusion>";
    let text = model(
        "",
        &(page.page("1", "Top") + sets)
            .replace("<initmark><text></text>", "<initmark><text>2</text>"),
    );
    told(&text, "W1703");
}

/// Two instances of a page compete for the token of a place that is fused with itself.
#[test]
fn a_fusion_set_of_one_place_that_is_there_twice() {
    let top = Page::default()
        .place("S1", "S1", "", "1", "")
        .place("S2", "S2", "", "1", "")
        .transition("U1", "U1", "<subst subpage='2' portsock='(P,S1)'/>")
        .transition("U2", "U2", "<subst subpage='2' portsock='(P,S2)'/>")
        .page("1", "Top");
    let sub = Page::default()
        .place("P", "P", "", "", "<port type='In'/>")
        .place("F", "F", "", "1", "")
        .transition("T", "T", "")
        .arc("PtoT", "T", "P", "()")
        .arc("PtoT", "T", "F", "()")
        .page("2", "Sub");
    let set = "<fusion id='f' name='F'><fusion_elm idref='F'/></fusion>";
    let alone = top.clone() + &sub;
    assert_eq!(explored(&model("", &(alone.clone() + set))), (3, 2, 2));
    assert_eq!(explored(&model("", &alone)), (4, 4, 1));
    // Commas between port assignments do no harm; what is none is told, and so is a second one of the same port.
    let spaced = alone.replace("portsock='(P,S1)'", "portsock=' (P, S1) , '");
    assert!(load(&model("", &spaced)).notes.is_empty());
    for other in ["P,S1", "(P,S1)(P,S2)", "(P,S1)(Q,S2)"] {
        let text = alone.replace("portsock='(P,S1)'", &format!("portsock='{other}'"));
        told(&model("", &text), "W1703");
    }
}

/// As CPN Tools does: the last socket counts.
#[test]
fn of_two_sockets_of_one_port_the_last_one_counts() {
    let net = |pairs: &str| {
        let top = Page::default()
            .place("S1", "S1", "", "1", "")
            .place("S2", "S2", "", "1`()++1`()", "")
            .transition(
                "U",
                "U",
                &format!("<subst subpage='2' portsock='{pairs}'/>"),
            )
            .page("1", "Top");
        let sub = Page::default()
            .place("P", "P", "", "", "<port type='In'/>")
            .transition("T", "T", "")
            .arc("PtoT", "T", "P", "()")
            .page("2", "Sub");
        model("", &(top + &sub))
    };
    for (pairs, alone) in [
        ("(P,S1)(P,S2)", "(P,S2)"),
        ("(P,S2)(P,S1)", "(P,S1)"),
        ("(P,S1)(P,S1)(P,S2)", "(P,S2)"),
    ] {
        let figures = told(&net(pairs), "W1703");
        assert_eq!(figures, explored(&net(alone)), "{pairs}");
        let first = pairs.split(')').next().expect("a pair");
        let sentence = format!(
            "The port assignment `{first})` is left out: the port is assigned again after it."
        );
        assert_eq!(messages(&net(pairs))[0], sentence);
    }
    assert_eq!(explored(&net("(P,S1)")), (2, 1, 1));
    assert_eq!(explored(&net("(P,S2)")), (3, 2, 1));
}

/// A page that no substitution transition stands for is there once, though the file does not list it.
#[test]
fn a_page_without_an_instance() {
    let net = moving("", "2", "()", "").page("1", "Top");
    let unlisted = format!("{net}<instances></instances>");
    assert_eq!(told(&model("", &unlisted), "W1708"), (3, 2, 1));
    // One that only stands for others too.
    let upper = Page::default().transition("U", "U", "<subst subpage='1' portsock=''/>");
    let both = format!("{net}{}<instances></instances>", upper.page("2", "Upper"));
    assert_eq!(told(&model("", &both), "W1708"), (3, 2, 1));
}

#[test]
fn parts_that_nobody_knows() {
    let inside = net().replacen("</page>", "<spring/></page>", 1);
    assert_eq!(told(&inside, "W1708"), (3, 2, 1));
    let outside = net().replace("</cpnet>", "<group><page id='7'/></group></cpnet>");
    assert_eq!(told(&outside, "W1708"), (3, 2, 1));
    let group = net().replace("</cpnet>", "<group><group_elm idref='A'/></group></cpnet>");
    assert!(load(&group).notes.is_empty());
}

#[test]
fn code_segments_that_cannot_be_read() {
    let declarations = colset("N", "<int><with><ml>0</ml><ml>3</ml></with></int>") + &var("k", "N");
    let with = |code: &str| {
        let code = format!("<code><text>{code}</text></code>");
        let page = Page::default()
            .place("A", "A", "N", "", "")
            .transition("T", "T", &code)
            .arc("TtoP", "T", "A", "k");
        codes(&load(&model(&declarations, &page.page("1", "Top"))))
    };
    assert!(with("output (k); action").contains(&"E1706"));
    assert!(with("output (k + 5); action 1").contains(&"E1706"));
    assert_eq!(with("output (k); action 1"), Vec::<&str>::new());
    assert_eq!(with("input (); output (); action"), Vec::<&str>::new());
}

#[test]
fn a_bound_that_is_missing_is_a_mistake() {
    let one = colset("N", "<int><with><ml>0</ml></with></int>") + &var("n", "N");
    let loaded = load(&model(&one, &moving("N", "7", "n", "").page("1", "Top")));
    assert!(loaded.net.is_none());
}

/// A comment alone says nothing, and the operator of a delay ends where it ends.
#[test]
fn inscriptions_without_words_and_without_blanks() {
    let guard = "<cond><text>(* always *)</text></cond>";
    let page = moving("", "2", "()", guard).page("1", "Top");
    assert_eq!(explored(&model("", &page)), (3, 2, 1));
    let timed = colset("T", "<timed/><int/>") + &var("n", "T");
    for (delay, out) in [
        ("@+~3", "n"),
        ("", "n@+~3"),
        ("@++~3", "n"),
        ("@+ 1 - 4", "n"),
    ] {
        let page = Page::default()
            .place("A", "A", "T", "1`1@5", "")
            .place("B", "B", "T", "", "")
            .transition("T", "T", &format!("<time><text>{delay}</text></time>"))
            .arc("PtoT", "T", "A", "n")
            .arc("TtoP", "T", "B", out);
        assert_eq!(explored(&model(&timed, &page.page("1", "Top"))), (2, 1, 1));
    }
}

/// Units are known wherever they are declared: in a text, and under another name that comes first.
#[test]
fn numbers_on_places_of_units() {
    let unit = "<ml id='m'>colset U = unit;</ml>";
    let alias =
        colset("V", "<alias><id>W</id></alias>") + &colset("W", "<alias><id>U</id></alias>");
    for colset in ["U", "V"] {
        let page = moving(colset, "2", "1", "").page("1", "Top");
        assert_eq!(explored(&model(&(alias.clone() + unit), &page)), (3, 2, 1));
    }
}

#[test]
fn many_ports_that_nobody_assigns_take_no_time() {
    let mut top = Page::default().place("S", "S", "", "1", "");
    for i in 0..3000 {
        let subst = format!(
            "<subst subpage='2' portsock='{}'/>",
            if i == 0 { "(P,S)(Q,S)" } else { "" }
        );
        top = top.transition(&format!("U{i}"), &format!("U{i}"), &subst);
    }
    let sub = Page::default()
        .place("P", "P", "", "", "<port type='In'/>")
        .place("Q", "Q", "", "", "<port type='In'/>");
    let text = model("", &(top.page("1", "Top") + &sub.page("2", "Sub")));
    let start = Instant::now();
    assert!(load(&text).net.is_some());
    assert!(start.elapsed() < Duration::from_secs(10));
}

/// Messages and the figures of a model that is told of.
fn messages(text: &str) -> Vec<String> {
    let loaded = load(text);
    assert!(loaded.net.is_some(), "{:#?}", loaded.diagnostics);
    let notes = loaded.notes.iter();
    notes.map(|note| note.diagnostic.message.clone()).collect()
}

#[test]
fn arcs_whose_ends_are_no_ends() {
    let page = |transition: &str, place: &str| {
        let page = moving("", "2", "()", "").arc("PtoT", transition, place, "()");
        model("", &page.page("1", "Top"))
    };
    for (transition, place, why) in [
        ("A", "T", "its end at a place names a transition"),
        ("A", "B", "its end at a transition names a place"),
        ("T", "Z", "its place is not on its page"),
        ("Z", "A", "its transition is not on its page"),
    ] {
        let told = messages(&page(transition, place));
        assert_eq!(told, [format!("An arc is left out: {why}.")]);
    }
}

#[test]
fn port_assignments_that_lead_nowhere() {
    let text = |pair: &str| {
        let subst = format!("<subst subpage='2' portsock='{pair}'/>");
        let top = Page::default()
            .place("S", "S", "", "1", "")
            .transition("U", "U", &subst);
        let sub = Page::default().place("P", "P", "", "", "<port type='In'/>");
        model("", &(top.page("1", "Top") + &sub.page("2", "Sub")))
    };
    for (pair, why) in [
        ("(S,P)", "its socket stands before its port"),
        ("(Q,S)", "its port is no place of the file"),
        ("(P,Q)", "its socket is no place of the file"),
        ("(S,S)", "its port is not on the page below"),
        ("(P,P)", "its socket is not on the page of the transition"),
        ("P", "it is no pair"),
    ] {
        let told = messages(&text(pair));
        assert!(
            told.iter()
                .any(|message| message.ends_with(&format!("{why}."))),
            "{told:?}"
        );
    }
}

/// The right problem is told, and no other; the net keeps the name of the page.
#[test]
fn a_page_that_is_not_there() {
    let subst = "<subst subpage='9' portsock=''><subpageinfo id='i' name='Low'/></subst>";
    let page = moving("", "2", "()", "").transition("U", "U", subst);
    let loaded = load(&model("", &page.clone().page("1", "Top")));
    assert_eq!(codes(&loaded), ["E1704"]);
    let pages = &loaded.model.as_ref().expect("a model").pages;
    assert_eq!(pages[0].substitutions[0].page.text, "Low");
    // A page of that name is another one.
    let low = Page::default()
        .place("L", "L", "", "1", "")
        .page("2", "Low");
    let loaded = load(&model("", &(page.page("1", "Top") + &low)));
    assert_eq!(codes(&loaded), ["E1704"]);
    let pages = &loaded.model.as_ref().expect("a model").pages;
    assert_eq!(pages[0].substitutions[0].page.text, "9");
}

#[test]
fn inscriptions_that_are_there_twice() {
    let first = net();
    for (kind, said) in [("type", "UNIT"), ("initmark", "2"), ("annot", "()")] {
        let once = format!("<{kind}><text>{said}");
        let other = format!("<{kind}><text>7</text></{kind}>");
        let end = format!("</{kind}>");
        let twice = first.replacen(&end, &format!("{end}{other}"), 1);
        assert_eq!(told(&twice, "W1703"), (3, 2, 1), "{once}");
    }
    let same = first.replacen(
        "<initmark>",
        "<initmark><text>2</text></initmark><initmark>",
        1,
    );
    assert!(load(&same).notes.is_empty());
}

#[test]
fn a_place_that_is_in_no_fusion_set() {
    let info = "<fusioninfo id='f' name='F'/>";
    let page = moving("", "2", "()", "").place("C", "C", "", "", info);
    assert_eq!(told(&model("", &page.page("1", "Top")), "W1703"), (3, 2, 1));
}

#[test]
fn a_colour_set_without_a_name() {
    let text = model(
        &colset("", "<int/>"),
        &moving("", "2", "()", "").page("1", "Top"),
    );
    assert_eq!(
        messages(&text),
        ["A colour set is left out: it has no name."]
    );
}

#[test]
fn references_that_mean_no_character() {
    let named = net().replacen("<text>A</text>", "<text>A&#0;&unknown;</text>", 1);
    assert_eq!(told(&named, "W1703"), (3, 2, 1));
}

/// Where pages are there several times, `A'2` is the second instance of `A`.
#[test]
fn names_of_instances() {
    let page = moving("", "2", "()", "").place("C", "A'2", "", "1", "");
    let text = model("", &page.page("1", "Top"));
    let loaded = load(&text);
    assert_eq!(codes(&loaded), ["W1705"]);
    let places = &loaded.model.as_ref().expect("a model").pages[0].places;
    assert_eq!(places[2].name.text, "A'2 2");
    // It is the name that the message is at.
    let at = loaded.notes[0].diagnostic.span().expect("a place");
    assert_eq!(loaded.sources.slice(at), "A'2");
}
