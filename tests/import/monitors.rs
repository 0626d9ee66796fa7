//! Monitors of models: what each becomes, which instance it observes, and what a simulation finds.

use crate::maker::{Page, codes, colset, load, model, moving, var};
use sweepnet::engine::Engine;
use sweepnet::net::model::{Text, Watch};
use sweepnet::net::{self, Loaded};
use sweepnet::simulate::game::Game;
use sweepnet::simulate::monitors::Monitors;
use sweepnet::simulate::random::Chooser;

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
        (
            "Off",
            "kept (* Count transition occurrence data collection *) Top_page'T",
        ),
        ("Full", "Top_page'A: fun observed tokens = size tokens = 0"),
        ("Stop", "Top_page'A: fun pred (a) = size a = 0"),
        ("Wrong", "kept fun pred (a) = Simulator.stop a"),
        (
            "Enabled",
            "kept (* Transition enabled break point *) Top_page'T",
        ),
    ];
    let wanted = wanted.map(|(name, watch)| (name.to_string(), watch.to_string()));
    assert_eq!(watches(&loaded), wanted);
    assert_eq!(codes(&loaded), ["W1706"; 3]);
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
    let monitors = "<instances><instance id='i0' page='1'><instance id='i1' trans='U1'/><instance id='i2' trans='U2'/></instance></instances>\
        <monitorblock name='Monitors'>\
        <monitor name='At port' type='0'><node idref='P' pageinstanceidref='i1'/></monitor>\
        <monitor name='Length' type='5'><node idref='Q' pageinstanceidref='i1'/></monitor>\
        <monitor name='Moves of one' type='6'><node idref='T' pageinstanceidref='i2'/></monitor>\
        <monitor name='Moves' type='6'><node idref='T'/></monitor>\
        <monitor name='Second' type='3'><node idref='T' pageinstanceidref='i2'/><node idref='Q' pageinstanceidref='i2'/>\
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
        assert_eq!(sums[4], Some(31.0));
        assert_eq!(
            (&found[0]["count"], &found[1]["count"]),
            (&3.into(), &3.into())
        );
        assert_eq!((sums[0], sums[1]), (Some(3.0), Some(3.0)));
        assert_eq!(
            (&found[2]["count"], &found[3]["count"]),
            (&1.into(), &3.into())
        );
    }
}

/// What an option says is here or not; if not, that is told, once for all monitors, and nothing else is said in its place.
#[test]
fn options_of_monitors_are_kept_or_told() {
    let monitor = |name: &str, kind: usize, content: &str| {
        format!("<monitor name='{name}' type='{kind}' disabled='false'>{content}</monitor>")
    };
    let option = |name: &str, value: &str| format!("<option name='{name}' value='{value}'/>");
    let (place, transition) = ("<node idref='A'/>", "<node idref='T'/>");
    let monitors = [
        monitor(
            "Plain",
            0,
            &(place.to_string() + &option("Logging", "false")),
        ),
        monitor("Size", 0, &(place.to_string() + &option("Logging", "true"))),
        monitor(
            "Moves",
            6,
            &(transition.to_string() + &option("Logging", "true") + &option("Timed", "true")),
        ),
        monitor(
            "Off",
            6,
            &(transition.to_string() + &option("Disabled", "true")),
        ),
        monitor(
            "Waits",
            8,
            &(transition.to_string() + &option("If is enabled", "false")),
        ),
        monitor("Odd", 42, transition),
    ];
    let monitors = format!(
        "<monitorblock name='Monitors'>{}</monitorblock>",
        monitors.concat()
    );
    let loaded = load(&model(
        "",
        &(moving("", "1", "()", "").page("1", "Top") + &monitors),
    ));
    assert_eq!(codes(&loaded), ["W1706", "W1706", "W1706", "W1708"]);
    let message = &loaded.notes[3].diagnostic.message;
    assert_eq!(
        message,
        "Options of monitors are left out: `Logging = true` of `Size` and `Moves`, `Timed = true` of `Moves`."
    );
    let (model, net) = (loaded.model.as_ref(), loaded.net.as_ref());
    let exported = sweepnet::export::cpn::write(model.expect("a model"), net.expect("a net"));
    for (name, disabled, option) in [
        ("Size", false, "name=\"Logging\" value=\"false\""),
        ("Off", true, "name=\"Disabled\" value=\"true\""),
        ("Waits", false, "name=\"If is enabled\" value=\"false\""),
    ] {
        let own = exported.text.split("<monitor ");
        let own = own.filter(|text| text.contains(&format!("name=\"{name}\"")));
        let own: Vec<&str> = own.collect();
        assert!(
            own[0].contains(&format!("disabled=\"{disabled}\"")),
            "{}",
            own[0]
        );
        assert!(own[0].contains(option), "{}", own[0]);
    }
    assert_eq!(
        exported.left_out,
        ["The monitors (Odd) have no place in the file."]
    );
}
