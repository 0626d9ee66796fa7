//! Import, export, import: the second import gives what the first one gave.

use crate::corpus::{files, folder};
use crate::maker::{Page, colset, load, ml, model, var};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use sweepnet::engine::Engine;
use sweepnet::export;
use sweepnet::net::layout::Layout;
use sweepnet::net::model::{Name, Text, Watch};
use sweepnet::net::{self, Loaded};

/// All that a model says, line by line.
fn shown(loaded: &Loaded) -> Vec<String> {
    let model = loaded.model.as_ref().expect("a model");
    let sources = loaded.net.as_ref().map(|net| &net.session.sources);
    let sources = sources.unwrap_or(&loaded.sources);
    let text = |text: &Text| {
        let text = sources.get(text.source).text.replace('\r', "");
        text.trim().to_string()
    };
    let texts = |texts: &[&Text]| {
        let texts: Vec<String> = texts.iter().map(|one| text(one)).collect();
        texts.join(" // ")
    };
    let names = |names: &[Name]| {
        let names: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
        names.join(", ")
    };
    let mut all = vec![format!("real time: {}", model.real_time)];
    for one in &model.declarations {
        all.push(format!("declare {}", text(one)));
    }
    for page in &model.pages {
        let said = page.description.as_ref().map(|d| d.replace('\r', ""));
        all.push(format!("page {}: {said:?}", page.name.text));
        for place in &page.places {
            let initial = texts(&place.initial.iter().collect::<Vec<_>>());
            let fusion = place.fusion.as_ref().map(|fusion| &fusion.text);
            let (name, colset) = (&place.name.text, &place.colset.text);
            all.push(format!(
                "place {name}: {colset} {initial} {:?} {fusion:?}",
                place.port
            ));
        }
        for transition in &page.transitions {
            let guard = texts(&transition.guard.iter().collect::<Vec<_>>());
            let more = [&transition.delay, &transition.priority];
            let more = texts(&more.into_iter().flatten().collect::<Vec<_>>());
            let mut line = format!("transition {}: {guard} {more}", transition.name.text);
            if let Some(code) = &transition.code {
                let input = code.input.as_ref().map(|input| names(input));
                let output = names(&code.output);
                let _ = write!(
                    line,
                    " {input:?} {output} {}",
                    code.action.as_ref().map(&text).unwrap_or_default()
                );
            }
            for arc in &transition.arcs {
                let inscription = texts(&arc.text.iter().collect::<Vec<_>>());
                let _ = write!(line, "\n  {:?} {} {inscription}", arc.kind, arc.place.text);
            }
            all.push(line);
        }
        for substitution in &page.substitutions {
            let ports = substitution.ports.iter();
            let ports: Vec<String> = ports
                .map(|(port, socket)| format!("{} = {}", port.text, socket.text))
                .collect();
            let (name, below) = (&substitution.name.text, &substitution.page.text);
            all.push(format!("substitution {name}: {below} {}", ports.join(", ")));
        }
    }
    for monitor in &model.monitors {
        let watch = match &monitor.watch {
            Watch::Marking(expression) => text(expression),
            Watch::Count(transition) => format!("count {}", transition.text),
            Watch::Functions(functions) => {
                let file = functions.file.as_ref().map(|file| &file.text);
                let roles = [
                    functions.init.is_some(),
                    functions.when.is_some(),
                    functions.observe.is_some(),
                    functions.action.is_some(),
                    functions.stop.is_some(),
                ];
                format!(
                    "{} | {} | {} | {roles:?} {file:?}",
                    names(&functions.places),
                    names(&functions.transitions),
                    texts(&functions.texts().collect::<Vec<_>>())
                )
            }
            Watch::Kept(kept) => {
                let file = kept.file.as_ref().map(|file| &file.text);
                let (places, transitions) = (names(&kept.places), names(&kept.transitions));
                let options = kept.options.iter();
                let options: Vec<String> = options
                    .map(|(name, value)| format!("{} = {}", name.text, value.text))
                    .collect();
                format!(
                    "kept {places} | {transitions} | {} | {file:?} {options:?} {}",
                    text(&kept.text),
                    kept.disabled
                )
            }
        };
        all.push(format!("monitor {}: {watch}", monitor.name.text));
    }
    all
}

/// How its pages are drawn.
pub fn layouts(loaded: &Loaded) -> &BTreeMap<String, Layout> {
    &loaded.model.as_ref().expect("a model").layout
}

/// The model that an exported one is.
pub fn again(loaded: &Loaded) -> Loaded {
    let problems = &loaded.diagnostics;
    let net = loaded
        .net
        .as_ref()
        .unwrap_or_else(|| panic!("{problems:#?}"));
    let model = loaded.model.as_ref().expect("a model");
    let text = export::cpn::write(model, net).text;
    net::load_text("again.cpn", &text, Path::new(""), "model", &[])
}

fn monitor(name: &str, kind: (usize, &str), content: &str) -> String {
    format!(
        "<monitor id='mon{name}' name='{name}' type='{}' typedescription='{}' disabled='false'>{content}</monitor>",
        kind.0, kind.1
    )
}

fn function(name: &str, text: &str) -> String {
    format!("<declaration name='{name}'>{}</declaration>", ml(text))
}

/// Everything that a model can have, on two pages.
fn everything() -> String {
    let declarations = [
        ml("(* priorities *)"),
        ml("val P_HIGH = 100;"),
        ml("val P_NORMAL = 1000; val P_LOW = 10000"),
        colset("UNIT", "<unit/>"),
        colset("INT", "<int/>"),
        colset("BOOL", "<bool><with><id>no</id><id>yes</id></with></bool>"),
        colset("SMALL", "<int><with><ml>1</ml><ml>P_HIGH</ml></with></int>"),
        colset("WORD", "<string><with><ml>\"a\"</ml><ml>\"z\"</ml></with><and><ml>0</ml><ml>4</ml></and></string>"),
        colset("KIND", "<enum><id>small</id><id>large</id></enum>"),
        colset("SITE", "<index><ml>1</ml><ml>3</ml><id>site</id></index>"),
        colset("PAIR", "<timed/><product><id>INT</id><id>KIND</id></product>"),
        colset("BOX", "<record><recordfield><id>w</id><id>INT</id></recordfield><recordfield><id>h</id><id>INT</id></recordfield></record>"),
        colset("QUEUE", "<list><with><ml>0</ml><ml>9</ml></with><id>INT</id></list>"),
        colset("PACKET", "<union><unionfield><id>Data</id><type><id>INT</id></type></unionfield><unionfield><id>Ack</id></unionfield></union>"),
        colset("EVEN", "<subset><id>SMALL</id><by><ml>fn n => n mod 2 = 0</ml></by></subset>"),
        colset("ONE", "<subset><id>SMALL</id><with><ml>[1, 3]</ml></with></subset>"),
        colset("ALSO", "<alias><id>INT</id></alias>"),
        ml("(* a comment\n   of two lines *)"),
        var("n", "INT"),
        var("k", "KIND"),
        var("q", "QUEUE"),
        ml("fun next n = (* one more *) n + 1"),
        "<globref id='g'><id>cell</id><ml>17</ml></globref>".to_string(),
    ]
    .concat()
    .replace("=>", "=&gt;");
    let top = Page::default()
        .place("A", "A", "INT", "1`1 ++ 2`3", "")
        .place(
            "B",
            "Two\nwords",
            "PAIR",
            "(1, small)@+2",
            "<fusioninfo id='f' name='F'/>",
        )
        .place("Q", "Q", "QUEUE", "[1,2]", "")
        .place("U", "U", "", "2", "")
        .transition(
            "T",
            "T",
            "<cond><text>[n &lt; 5, k = small]</text></cond><time><text>@+ 3</text></time>\
             <code><text>input (n);\noutput (q);\naction\n[next n];</text></code>\
             <priority><text>P_HIGH</text></priority>",
        )
        .transition("V", "", "")
        .transition(
            "S",
            "Below",
            "<subst subpage='2' portsock='(P,A)'><subpageinfo id='i' name='Low'/></subst>",
        )
        .arc("PtoT", "T", "A", "n")
        .arc("BOTHDIR", "T", "B", "(n, k)")
        .arc("TtoP", "T", "Q", "q")
        .arc("PtoT", "V", "U", "")
        .arc("Reset", "V", "Q", "")
        .arc("Inhibitor", "V", "B", "")
        .page("1", "Top")
        .replace(
            "</page>",
            "<Aux id='x'><text>What it is &amp; why</text></Aux></page>",
        );
    let low = Page::default()
        .place("P", "Port", "INT", "", "<port id='pp' type='In'/>")
        .place("G", "Gone", "PAIR", "(1, small)@+2", "")
        .transition("W", "W", "<time><text>@++2</text></time>")
        .arc("PtoT", "W", "P", "n")
        .page("2", "Low");
    let node = |id: &str| format!("<node idref='{id}' pageinstanceidref='none'/>");
    let option = |name: &str, value: &str| format!("<option name='{name}' value='{value}'/>");
    let monitors = [
        monitor(
            "Size",
            (0, "Marking size"),
            &(node("A") + &option("Logging", "true")),
        ),
        monitor("Of port", (0, "Marking size"), &node("P")),
        monitor("Length", (5, "List length data collection"), &node("Q")),
        monitor(
            "Count",
            (6, "Count transition occurrence data collection"),
            &node("T"),
        ),
        monitor(
            "Empty",
            (7, "Place content break point"),
            &(node("A") + &option("If is empty", "true")),
        ),
        monitor(
            "Full",
            (7, "Place content break point"),
            &(node("G") + &option("If is empty", "false")),
        ),
        monitor(
            "Enabled",
            (8, "Transition enabled break point"),
            &(node("T") + &option("If is enabled", "false")),
        ),
        monitor(
            "No list",
            (5, "List length data collection"),
            &(node("A") + &option("Timed", "true") + &option("Logging", "true")),
        ),
        monitor(
            "Unsaid",
            (7, "Place content break point"),
            &(node("A") + &option("Is empty", "false")),
        ),
        monitor(
            "Break",
            (1, "Breakpoint"),
            &(node("A") + &function("Predicate", "fun pred (tokens : INT ms) = size tokens > 7")),
        ),
        monitor(
            "Data",
            (3, "Data collection"),
            &(node("T")
                + &function("Predicate", "fun pred (bindelem) = true")
                + &function("Observer", "fun obs (Top'T (1, {n, k, q})) = n | obs _ = 0")
                + &function("Init function", "fun init () = NONE")
                + &function("Stop", "fun stop () = NONE")
                + &option("Timed", "false")),
        ),
        monitor(
            "Texts",
            (4, "Write in file"),
            &(node("A")
                + &function("Init", "fun init (a) = \"\"")
                + &function("Predicate", "fun pred (a) = true")
                + &function("Observer", "fun obs (a) = INT.mkstr (size a)")
                + &function("Stop", "fun stop (a) = \"\"")
                + &option("File extension", "txt")),
        ),
        monitor(
            "Own",
            (2, "User defined"),
            &(node("A")
                + &function("Init", "fun init (a) = ()")
                + &function("Predicate", "fun pred (a) = true")
                + &function("Observer", "fun obs (a) = size a")
                + &function("Action", "fun action (n) = ()")
                + &function("Stop", "fun stop (a) = ()")),
        ),
        monitor(
            "Foreign",
            (4, "Write in file"),
            &(node("A")
                + &node("T")
                + &function("Init", "fun init (a) = \"\"")
                + &function(
                    "Predicate",
                    "fun pred (bindelem, a) =\nlet\n  fun pred x = true\nin\n  pred bindelem\nend",
                )
                + &function("Observer", "fun obs (bindelem, a) = SimConfig.observe (a)")
                + &function("Stop", "fun stop (a) = \"\"")
                + &option("File extension", "out")),
        ),
    ]
    .concat()
    .replace("=> ", "=&gt; ");
    let off = [
        monitor("No size", (0, "Marking size"), &(node("A") + &node("Q"))),
        monitor(
            "No break",
            (1, "Breakpoint"),
            &(node("A") + &function("Predicate", "fun pred (tokens : INT ms) = size tokens > 7")),
        ),
        monitor(
            "No count",
            (6, "Count transition occurrence data collection"),
            &(node("T") + &option("Timed", "true")),
        ),
    ];
    let monitors = monitors + &off.concat().replace("disabled='false'", "disabled='true'");
    let rest = format!(
        "{top}{low}<fusion id='fu' name='F'><fusion_elm idref='B'/><fusion_elm idref='G'/></fusion>\
         <monitorblock name='Monitors'>{monitors}</monitorblock>"
    );
    model(&declarations, &rest)
}

#[test]
fn a_model_with_everything_stays_as_it_is() {
    let first = load(&everything());
    let wanted = shown(&first);
    let second = again(&first);
    assert_eq!(shown(&second), wanted);
    let monitors = wanted.iter().filter(|line| line.starts_with("monitor"));
    assert_eq!(monitors.count(), 17, "{wanted:#?}");
    // What is not run is there all the same, with its nodes.
    let kept = wanted
        .iter()
        .find(|line| line.starts_with("monitor Foreign"));
    assert!(
        kept.is_some_and(|line| line.contains("kept Top'A | Top'T |")),
        "{wanted:#?}"
    );
    assert_eq!(shown(&again(&second)), wanted);
}

/// The same over YAML, which holds what an import gave.
#[test]
fn a_model_with_everything_stays_as_it_is_in_yaml() {
    let first = load(&everything());
    let yaml = export::yaml::write(
        first.model.as_ref().expect("a model"),
        &first.net.as_ref().expect("a net").session.sources,
    );
    let written = net::load_text("net.yaml", yaml.as_str(), Path::new(""), "model", &[]);
    let monitors = |loaded: &Loaded| {
        let all = shown(loaded).into_iter();
        all.filter(|line| line.starts_with("monitor"))
            .collect::<Vec<String>>()
    };
    assert_eq!(monitors(&written), monitors(&first), "{yaml}");
    assert_eq!(monitors(&again(&written)), monitors(&first), "{yaml}");
}

/// Real models stay as they are too.
#[test]
fn real_models_stay_as_they_are() {
    let Some(folder) = folder() else {
        return;
    };
    let mut count = 0;
    for path in files(&folder) {
        let first = net::load(&path, &[]).expect("a file");
        if first.net.is_some() {
            let second = again(&first);
            assert_eq!(shown(&second), shown(&first), "{}", path.display());
            assert_eq!(layouts(&second), layouts(&first), "{}", path.display());
            count += 1;
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn control_characters_in_strings_come_back() {
    let yaml = r#"
declarations: "colset S = string; val s = \"x\x01\"; globref g = \"y\x02\";"
places: {A: {colset: S, initial: "1`\"a\tb\x03\rc\" ++ 1`s ++ 1`\"\\n\""}}
"#;
    let marking = |loaded: &Loaded| {
        let net = loaded
            .net
            .clone()
            .unwrap_or_else(|| panic!("{:#?}", loaded.diagnostics));
        let engine = Engine::new(net).expect("an engine");
        engine.worker().show(&engine.initial)
    };
    let written = net::load_text("net.yaml", yaml, Path::new(""), "model", &[]);
    let again = again(&written);
    assert_eq!(marking(&written), marking(&again));
}

/// Comments stay beside what they are about: in declarations, guards and delays.
#[test]
fn comments_stay_where_they_are() {
    let declarations = [
        colset("N", "<int/>"),
        var("n", "N"),
        ml("val a = [1\n];(* val b = [2];*)"),
        ml("val c = 3 (* of c *)"),
        ml("(* about d *)"),
        ml("val d = 4;\n(* about e *)\nval e = 5"),
    ];
    let guards = [
        "(* before [ *) [n &gt; 0, (* of this *) n &lt; 2] (* behind *)",
        "(* [n &lt; 7] *)",
        "[(* none *)]",
    ];
    let mut page = Page::default().place("A", "A", "N", "1", "");
    for (guard, name) in guards.iter().zip(["T", "U", "V"]) {
        let more = format!(
            "<cond><text>{guard}</text></cond><time><text>(* c *) @+5</text></time>\
             <code><text>input ();\noutput ();\naction\n\n();\n</text></code>"
        );
        page = page
            .transition(name, name, &more)
            .arc("PtoT", name, "A", "n");
    }
    let monitors = monitor("Moves", (6, "Count"), "<node idref='T'/>")
        + &monitor(
            "Stop",
            (1, "Breakpoint"),
            &("<node idref='T'/>".to_string() + &function("Predicate", "fun pred b = false")),
        );
    let monitors = format!("<monitorblock name='Monitors'>{monitors}</monitorblock>");
    let first = load(&model(
        &declarations.concat(),
        &(page.page("1", "Top") + &monitors),
    ));
    let yaml = |loaded: &Loaded| {
        let mut model = loaded.model.clone().expect("a model");
        model.layout.clear();
        export::yaml::write(&model, &loaded.sources)
    };
    let wanted = yaml(&first);
    for part in [
        "  val a = [1\n  ];(* val b = [2];*)\n  val c = 3; (* of c *)\n\n  (* about d *)\n  val d = 4;\n  (* about e *)\n  val e = 5;\n",
        "guard: ['(* before [ *) n > 0', (* of this *) n < 2 (* behind *)]",
        "guard: (* [n < 7] *) true",
        "guard: (* none *) true",
        "delay: (* c *) 5\n",
        "Moves: {count: Top'T}",
        "{transitions: Top'T, when: fun pred b = false}",
    ] {
        assert!(wanted.contains(part), "{part}: {wanted}");
    }
    assert!(!wanted.contains("code:"), "{wanted}");
    let written = net::load_text("net.yaml", wanted.as_str(), Path::new(""), "model", &[]);
    assert_eq!(yaml(&again(&written)), wanted);
    assert_eq!(yaml(&again(&first)), wanted);
}
