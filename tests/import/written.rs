//! What an exported net says, and what is told of it.

use crate::commands::{answer, sweepnet};
use crate::maker::{Page, figures, model};
use std::path::Path;
use sweepnet::export;
use sweepnet::export::cpn::Exported;
use sweepnet::net::{self, Loaded};

fn load(yaml: &str) -> Loaded {
    let loaded = net::load_text("net.yaml", yaml, Path::new(""), "net", &[]);
    assert!(loaded.net.is_some(), "{:#?}", loaded.diagnostics);
    loaded
}

fn exported(yaml: &str) -> Exported {
    let loaded = load(yaml);
    let (model, net) = (loaded.model.as_ref(), loaded.net.as_ref());
    export::cpn::write(model.expect("a model"), net.expect("a net"))
}

fn again(exported: &Exported) -> Loaded {
    let loaded = net::load_text("net.cpn", exported.text.as_str(), Path::new(""), "net", &[]);
    assert!(loaded.net.is_some(), "{:#?}", loaded.diagnostics);
    loaded
}

/// The delays of a net in the order of its transitions.
fn delays(net: &str) -> Vec<String> {
    let text = exported(net).text;
    let times = text.split("<time ").skip(1);
    let written = times.filter_map(|time| {
        let text = time.split("</time>").next()?.split("<text ").nth(1)?;
        let text = text.split_once('>')?.1.split('<').next()?;
        (!text.trim().is_empty()).then(|| text.trim().to_string())
    });
    written.collect()
}

/// CPN Tools has one operator for integers and one for times, which are real numbers in such a net.
#[test]
fn delays_have_the_operator_of_their_type() {
    let net = |time: &str, delays: &[&str]| {
        let mut net = format!(
            "time: {time}\ndeclarations: |\n  colset I = int timed; colset R = real; var i : I; var r : R; fun t () = time ();\n\
             places: {{A: I, B: R}}\ntransitions:\n"
        );
        for (number, delay) in delays.iter().enumerate() {
            net +=
                &format!("  T{number}: {{in: {{A: i, B: r}}, out: {{A: i}}, delay: '{delay}'}}\n");
        }
        net
    };
    let real = [
        "r",
        "2.0",
        "@+ 2.0",
        "@+1.5",
        "3",
        "i",
        "@+ 3",
        "@++ r",
        "@++3",
        "t ()",
        "inst ()",
        "(* c *) @++ 3",
        "(* c *) @+ 3",
    ];
    let written = [
        "@++r",
        "@++2.0",
        "@++2.0",
        "@++1.5",
        "@+3",
        "@+i",
        "@+ 3",
        "@++ r",
        "@+3",
        "@++t ()",
        "@+inst ()",
        "@+(* c *) 3",
        "(* c *) @+ 3",
    ];
    assert_eq!(delays(&net("real", &real)), written);
    again(&exported(&net("real", &real)));
    let whole = [
        "3",
        "i",
        "@+i",
        "@++ t ()",
        "t ()",
        "inst ()",
        "(* c *) @+i",
        "(* c *) i",
    ];
    let written = [
        "@+3",
        "@+i",
        "@+i",
        "@++ t ()",
        "@++t ()",
        "@+inst ()",
        "(* c *) @+i",
        "@+(* c *) i",
    ];
    assert_eq!(delays(&net("whole", &whole)), written);
    again(&exported(&net("whole", &whole)));
}

#[test]
fn only_what_is_missing_is_declared() {
    let own = exported(
        "declarations: 'colset INT = int; colset L = list int; var n : int; val P_LOW = 5'\n\
         places: {A: int, L: L}\ntransitions: {T: {in: {A: n}, priority: P_HIGH}, U: {in: {A: n}, priority: P_LOW}}\n",
    );
    assert_eq!(own.text.matches("<color ").count(), 2, "{}", own.text);
    assert_eq!(own.text.matches("<id>INT</id>").count(), 3, "{}", own.text);
    assert_eq!(own.text.matches("P_HIGH = ").count(), 2, "text and layout");
    assert!(!own.text.contains("P_NORMAL") && own.text.matches("P_LOW = ").count() == 2);
    // A name that means something else, or is declared too late.
    let taken = exported(
        "declarations: 'colset INT = with a | b; colset L = list bool; colset BOOL = bool; colset TIMED = int timed; var n : int'\n\
         places: {A: int, B: INT, L: L, C: BOOL, T: TIMED}\ntransitions: {T: {in: {A: n}}}\n",
    );
    for name in ["INT'", "BOOL'"] {
        assert!(
            taken.text.contains(&format!("colset {name} = ")),
            "{name}: {}",
            taken.text
        );
    }
    assert_eq!(taken.text.matches("<color ").count(), 6, "{}", taken.text);
    assert!(!taken.text.contains("Standard priorities"));
    again(&taken);
}

#[test]
fn what_is_lost_is_told() {
    let net = "description: The net.\n\
        parameters: {most: 5000000000}\n\
        declarations: |\n  colset C = char; colset I = int; var c : C; var n : I; val large = 1073741824 val least = ~1073741824;\n\
        pages:\n  Top:\n    description: The page.\n\
        \x20   places: {A: {colset: C, description: The place.}, B: {colset: I, initial: 1`large}}\n\
        \x20   transitions: {T: {in: {A: c}, description: The transition.}}\n\
        \x20 Other: {places: {B: {colset: I, initial: 1`least}}}\n\
        measures: {progress: size Top'A}\n\
        expect: [{states: 1}, {arcs: 0, set: {most: 3}}]\n";
    let exported = exported(net);
    let told = exported.left_out.join("\n");
    for part in [
        "measures (progress)",
        "expected figures (arcs, states)",
        "know C",
        "most is a constant",
        "intinf: 1073741824, 5000000000.",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let again = again(&exported);
    let pages = &again.model.as_ref().expect("a model").pages;
    let said = pages[0].description.as_deref();
    assert_eq!(
        said,
        Some("The net.\n\nThe page.\n\nA: The place.\n\nT: The transition.")
    );
}

#[test]
fn what_monitors_lose_is_told() {
    let net = "places: {A: {colset: unit, initial: '3`()'}}\ntransitions: {T: {in: {A: ()}}}\n\
        monitors:\n\
        \x20 ends: {places: Top'A, when: fun pred a = size a = 1, stop: 'fun stop a = print \"x\"'}\n\
        \x20 writes: {places: Top'A, observe: fun obs a = Int.toString (size a), file: sizes.csv}\n\
        \x20 also: {places: Top'A, observe: fun obs a = Int.toString (size a)}\n\
        \x20 unknown: {kept: fun other () = true}\n";
    let exported = exported(net);
    let told = exported.left_out.join("\n");
    for part in [
        "monitors (unknown) have no place",
        "monitor ends ends",
        "writes, sizes.csv, is called",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert_eq!(exported.left_out.len(), 3, "{told}");
    let again = again(&exported);
    let found = again.net.as_ref().map(|net| net.observations.len());
    assert_eq!(found, Some(3), "{:#?}", again.notes);
}

#[test]
fn comments_come_back() {
    let net = "declarations: |\n  (* numbers *)\n  colset I = int; (* of them *)\n  var n : I;\n  (* the next *)\n  fun next n = n + 1;\n  (* at the end *)\n\
        places: {A: I}\ntransitions: {T: {in: {A: n}, out: {A: next n}, guard: n < 3}}\n";
    let again = again(&exported(net));
    let texts = again.model.as_ref().expect("a model").declarations.iter();
    let texts: Vec<String> = texts
        .map(|text| again.sources.get(text.source).text.to_string())
        .collect();
    assert_eq!(
        texts,
        [
            "(* numbers *)",
            "colset I = int;",
            "(* of them *)",
            "var n : I;",
            "(* the next *)\nfun next n = n + 1;",
            "(* at the end *)"
        ]
    );
}

/// An expression over markings has no kind in CPN Tools, and becomes a function.
#[test]
fn expressions_that_are_monitors_come_back_as_functions() {
    let net = "places: {A: {colset: unit, initial: '3`()'}, B: unit}\ntransitions: {T: {in: {A: ()}, out: {B: ()}}}\n\
        monitors: {both: size A + 2 * size Top'B, enough: size B = 2, left: size Top'A, moved: {count: Top'T}}\n";
    let exported = exported(net);
    let told = "The expressions of the monitors (both, enough) are functions there, which look after steps of the transitions around their places.";
    assert_eq!(exported.left_out, [told]);
    let again = again(&exported);
    assert!(again.notes.is_empty(), "{:#?}", again.notes);
    let found = again.net.as_ref().map(|net| net.observations.len());
    assert_eq!(found, Some(4));
    let folder = tempfile::tempdir().expect("a folder");
    let (from, to) = (
        folder.path().join("net.yaml"),
        folder.path().join("net.cpn"),
    );
    std::fs::write(&from, net).expect("written");
    std::fs::write(&to, &exported.text).expect("written");
    let simulated = |path: &Path| {
        let path = path.to_str().expect("a path");
        let answer = answer(&["simulate", path, "--json"]);
        let monitors = answer["monitors"].as_array().cloned().unwrap_or_default();
        let both = monitors.iter().find(|monitor| monitor["name"] == "both");
        (
            answer["steps"].clone(),
            both.map(|both| (both["count"].clone(), both["sum"].clone())),
        )
    };
    let wanted = simulated(&from);
    assert!(wanted.1.is_some());
    assert_eq!(simulated(&to), wanted);
}

#[test]
fn conditions_that_are_lists_are_read_back() {
    let net = "declarations: 'colset I = int with 0..5; var x : I'\nplaces: {A: {colset: I, initial: 'I.all ()'}}\n\
        transitions: {T: {in: {A: x}, guard: ['[if x = 1 then true else false, x < 3]', 'x > 0']}}\n";
    let exported = exported(net);
    let guard = "[if x = 1 then true else false, x &lt; 3, x &gt; 0]";
    assert!(exported.text.contains(guard), "{}", exported.text);
    let again = again(&exported);
    let yaml = export::yaml::write(again.model.as_ref().expect("a model"), &again.sources);
    assert!(
        yaml.contains("guard: [if x = 1 then true else false, x < 3, x > 0]"),
        "{yaml}"
    );
    let wanted = figures(load(net), 100);
    assert_eq!(figures(load(&yaml), 100), wanted);
    assert_eq!(figures(again, 100), wanted);
}

/// Line ends of another system become those of YAML.
#[test]
fn descriptions_are_blocks() {
    let page = Page::default()
        .place("A", "A", "UNIT", "", "")
        .page("1", "Top");
    let note = "<Aux id='n'><text>one&#13;\ntwo</text></Aux></page>";
    let loaded = crate::maker::load(&model("", &page.replace("</page>", note)));
    let yaml = export::yaml::write(loaded.model.as_ref().expect("a model"), &loaded.sources);
    assert!(yaml.contains("description: |-\n  one\n  two\n"), "{yaml}");
}

#[test]
fn folders_are_made_and_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |path: &str| {
        folder
            .path()
            .join(path)
            .to_str()
            .expect("a path")
            .to_string()
    };
    std::fs::write(at("net.yaml"), "places: {A: unit}\n").expect("written");
    let export = sweepnet(&["export", &at("net.yaml"), "-o", &at("q/w/h.cpn")]);
    assert!(export.status.success(), "{export:?}");
    // A folder that is not there, one that is, and one in which the net is already.
    std::fs::create_dir(at("there")).expect("a folder");
    for (output, file) in [
        ("new/", "new/net.yaml"),
        ("there", "there/net.yaml"),
        ("new", "new/net.yaml"),
    ] {
        let report = answer(&["import", &at("q/w/h.cpn"), "-o", &at(output), "--json"]);
        assert_eq!(
            (&report["ok"], &report["output"]),
            (&true.into(), &at(file).into())
        );
        assert!(Path::new(&at(file)).is_file());
    }
    assert!(sweepnet(&["check", &at("new")]).status.success());
}
