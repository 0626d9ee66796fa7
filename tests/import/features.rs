//! One small model for each feature of the format.

use crate::maker::{Page, codes, colset, explored, load, ml, model, var};
use sweepnet::engine::Engine;
use sweepnet::import::note::Effect;
use sweepnet::net::model::{Text, Watch};
use sweepnet::net::{self, Loaded};
use sweepnet::simulate::game::Game;
use sweepnet::simulate::monitors::Monitors;
use sweepnet::simulate::random::Chooser;

fn declarations(loaded: &Loaded) -> Vec<String> {
    let model = loaded.model.as_ref().expect("a model");
    let texts = model.declarations.iter();
    texts
        .map(|text| loaded.sources.get(text.source).text.to_string())
        .collect()
}

/// Tokens go from A to B, one by one.
fn moving(colset: &str, initial: &str, taken: &str, more: &str) -> Page {
    Page::default()
        .place("A", "A", colset, initial, "")
        .place("B", "B", colset, "", "")
        .transition("T", "T", more)
        .arc("PtoT", "T", "A", taken)
        .arc("TtoP", "T", "B", taken)
}

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
fn declarations_in_any_order_and_several_in_one() {
    let all = [
        colset("P", "<product><id>I</id><id>I</id></product>"),
        colset("I", "<int/>"),
        var("n", "I"),
        ml("val a = 1; val b = 2"),
        ml("(* only a comment *)"),
        "<globref id='g'><id>limit</id><ml>3</ml></globref>".to_string(),
        "<errordecl id='e'>color OLD = int;</errordecl>".to_string(),
    ];
    let page = moving(
        "I",
        "[a, b, 3]",
        "n",
        "<cond><text>[n &lt;= !limit, n &gt; 0]</text></cond>",
    );
    let page = page.place("C", "C", "OLD", "", "");
    assert_eq!(
        explored(&model(&all.concat(), &page.page("1", "Top"))),
        (8, 12, 1)
    );
}

#[test]
fn declarations_with_mistakes_matter_only_if_they_are_used() {
    let broken = ml("fun dead () = ListDeadMarkings ();");
    let page = moving("UNIT", "2", "", "").page("1", "Top");
    let unit = colset("UNIT", "<unit/>");
    let loaded = load(&model(&(unit.clone() + &broken), &page));
    assert!(loaded.net.is_some());
    assert_eq!(codes(&loaded), ["W1701"]);
    assert_eq!(loaded.notes[0].effect, Effect::None);
    let used = page.replace("<initmark><text>2", "<initmark><text>dead ()");
    let loaded = load(&model(&(unit + &broken), &used));
    assert!(loaded.net.is_none());
    assert_eq!(codes(&loaded), ["E0401", "E0401"]);
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
    assert_eq!(explored(&model("", &page.page("1", "Top"))), (2, 1, 1));
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

#[test]
fn files_that_declarations_use() {
    let folder = tempfile::tempdir().expect("a folder");
    let inner = folder.path().join("inner");
    std::fs::create_dir(&inner).expect("a folder");
    std::fs::write(inner.join("helpers.sml"), "fun two () = 2`();").expect("a file");
    std::fs::write(folder.path().join("secret.sml"), "fun two () = 3`();").expect("a file");
    let page = moving("", "two ()", "()", "").page("1", "Top");
    let uses = |path: &str| {
        format!(
            "{}<use id='u'><ml>(base ^ \"{path}\")</ml></use>",
            ml("val base = \"\"")
        )
    };
    let load =
        |path: &str| net::load_text("model.cpn", model(&uses(path), &page), &inner, "model", &[]);
    for path in [
        "helpers.sml",
        "./helpers.sml",
        "C:\\somewhere\\helpers.sml",
        "/home/me/helpers.sml",
    ] {
        let loaded = load(path);
        assert!(loaded.net.is_some(), "{path}: {:#?}", loaded.diagnostics);
    }
    // A model does not see what lies elsewhere.
    for path in ["../secret.sml", "none.sml"] {
        assert!(codes(&load(path)).contains(&"E1705"), "{path}");
    }
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

/// What each monitor became.
fn watches(loaded: &Loaded) -> Vec<(String, String)> {
    let text = |text: &Text| loaded.sources.get(text.source).text.to_string();
    let monitors = &loaded.model.as_ref().expect("a model").monitors;
    let shown = monitors.iter().map(|monitor| {
        let watch = match &monitor.watch {
            Watch::Marking(expression) => text(expression),
            Watch::Count(transition) => format!("count {}", transition.text),
            Watch::Kept(functions) => format!("kept {}", text(&functions.text)),
            Watch::Functions(functions) => {
                let nodes = functions.places.iter().chain(&functions.transitions);
                let nodes: Vec<&str> = nodes.map(|name| name.text.as_str()).collect();
                let texts: Vec<String> = functions.texts().map(text).collect();
                format!("{}: {}", nodes.join(" "), texts.join("; "))
            }
        };
        (monitor.name.text.clone(), watch)
    });
    shown.collect()
}

#[test]
fn monitors_are_run_and_those_that_cannot_be_are_kept() {
    let monitor = "<monitorblock name='Monitors'><monitorblock name='inner'><monitor name='Size' type='0' typedescription='Marking size'><node idref='A'/><node idref='T'/></monitor></monitorblock>\
        <monitor name='Moves' type='6'><node idref='T'/></monitor>\
        <monitor name='Off' type='6' disabled='true'><node idref='T'/></monitor>\
        <monitor name='Full' type='7'><node idref='A'/><option name='If is empty' value='true'/></monitor>\
        <monitor name='Stop' type='1'><node idref='A'/><declaration name='Predicate'><ml>fun pred (a) = size a = 0</ml></declaration></monitor>\
        <monitor name='Wrong' type='1'><node idref='A'/><declaration name='Predicate'><ml>fun pred (a) = Simulator.stop a</ml></declaration></monitor>\
        <monitor name='Enabled' type='8' typedescription='Transition enabled'><node idref='T'/></monitor></monitorblock>";
    let loaded = load(&model(
        "",
        &(moving("", "1", "()", "").page("1", "Top page") + monitor),
    ));
    let wanted = [
        ("Size", "size Top_page'A"),
        ("Moves", "count Top_page'T"),
        ("Full", "Top_page'A: fun observed tokens = size tokens = 0"),
        ("Stop", "Top_page'A: fun pred (a) = size a = 0"),
        ("Wrong", "kept fun pred (a) = Simulator.stop a"),
        ("Enabled", "kept (* Transition enabled *) Top_page'T"),
    ];
    let wanted = wanted.map(|(name, watch)| (name.to_string(), watch.to_string()));
    assert_eq!(watches(&loaded), wanted);
    assert_eq!(codes(&loaded), ["W1706", "W1706"]);
    let why: Vec<&str> = (loaded.notes.iter())
        .map(|note| note.diagnostic.message.as_str())
        .collect();
    assert!(
        why.iter()
            .any(|why| why.contains("`Wrong`") && why.contains("`Simulator`")),
        "{why:?}"
    );
}

/// Two instances of a page, each with a list that grows: monitors at a port, of one instance, of a timed list, with the functions that CPN Tools proposes.
#[test]
fn monitors_of_ports_and_instances_read_back_as_they_were() {
    let declarations = colset("N", "<int/>")
        + &colset("L", "<timed/><list><id>N</id></list>")
        + &var("n", "N")
        + &var("l", "L");
    let top = Page::default()
        .place("S1", "S1", "N", "1`1 ++ 1`2", "")
        .place("S2", "S2", "N", "1`3", "")
        .transition("U1", "U1", "<subst subpage='2' portsock='(P,S1)'/>")
        .transition("U2", "U2", "<subst subpage='2' portsock='(P,S2)'/>")
        .arc("PtoT", "U1", "S1", "")
        .arc("PtoT", "U2", "S2", "")
        .page("1", "Top");
    let sub = Page::default()
        .place("P", "P", "N", "", "<port type='In'/>")
        .place("Q", "Q", "L", "1`[]", "")
        .transition("T", "T", "")
        .arc("PtoT", "T", "P", "n")
        .arc("PtoT", "T", "Q", "l")
        .arc("TtoP", "T", "Q", "n::l")
        .page("2", "Sub");
    let monitors = "<monitorblock name='Monitors'>\
        <monitor name='At port' type='0'><node idref='P'/></monitor>\
        <monitor name='Length' type='5'><node idref='Q'/></monitor>\
        <monitor name='Second' type='3'><node idref='T'/><node idref='Q'/>\
          <declaration name='Predicate'><ml>fun pred (bindelem, Sub'Q_2_mark : L tms) = let fun predBindElem (Sub'T (2, {l,n})) = true | predBindElem _ = false in predBindElem bindelem end</ml></declaration>\
          <declaration name='Observer'><ml>fun obs (bindelem, Sub'Q_2_mark : L tms) = let fun obsBindElem (Sub'T (2, {l,n})) = n * 10 + length (ms_to_col (ms Sub'Q_2_mark)) | obsBindElem _ = ~1 in obsBindElem bindelem end</ml></declaration>\
          <declaration name='Init function'><ml>fun init (Sub'Q_2_mark : L tms) = NONE</ml></declaration>\
          <declaration name='Stop'><ml>fun stop (Sub'Q_2_mark : L tms) = NONE</ml></declaration></monitor>\
        <monitor name='My log' type='4'><node idref='T'/>\
          <declaration name='Init'><ml>fun init () = \"\"</ml></declaration>\
          <declaration name='Predicate'><ml>fun pred (bindelem) = true</ml></declaration>\
          <declaration name='Observer'><ml>fun obs (bindelem) = \"x\"</ml></declaration>\
          <option name='File extension' value='txt'/></monitor></monitorblock>";
    let loaded = load(&model(&declarations, &(top + &sub + monitors)));
    assert_eq!(codes(&loaded), Vec::<&str>::new(), "{:?}", loaded.notes);
    let before = watches(&loaded);
    let text =
        sweepnet::export::yaml::write(loaded.model.as_ref().expect("a model"), &loaded.sources);
    let again = net::load_text("net.yaml", &text, std::path::Path::new(""), "net", &[]);
    assert_eq!(watches(&again), before, "{text}");
    assert!(text.contains("file: My_log.txt"), "{text}");
    for loaded in [loaded, again] {
        let net = loaded.net.expect("no errors");
        let mut monitors = Monitors::new(net.observations.clone());
        let engine = Engine::new(net).expect("an initial marking");
        let mut game = Game::new(&engine, 1, None);
        let mut chooser = Chooser::new(1);
        monitors.observe(&mut game, None).expect("nothing fails");
        while let Some(step) = game.choose(&mut chooser).expect("nothing fails") {
            game.occur(step).expect("nothing fails");
            monitors
                .observe(&mut game, Some(step))
                .expect("nothing fails");
        }
        monitors.end(&mut game).expect("nothing fails");
        let texts: Vec<u8> = (monitors.take_texts().into_iter())
            .flat_map(|t| t.1)
            .collect();
        assert_eq!(texts, b"xxx");
        let found = monitors.json(true, None);
        let sums: Vec<Option<f64>> = found.iter().map(|m| m["sum"].as_f64()).collect();
        // The first instance has two tokens, then one, then none; its list has one and two elements. The second one takes 3.
        assert_eq!(sums[2], Some(31.0));
        assert_eq!(found[0]["count"], 2);
        assert_eq!((sums[0], sums[1]), (Some(1.0), Some(3.0)));
    }
}
