//! Declarations of models: in any order, with mistakes, in files.

use crate::maker::{codes, colset, declarations, explored, load, ml, model, moving, var};
use std::path::Path;
use std::time::{Duration, Instant};
use sweepnet::export::yaml;
use sweepnet::import::note::Effect;
use sweepnet::net::{self, Loaded};

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
    for (path, elsewhere) in [
        ("helpers.sml", false),
        ("./helpers.sml", false),
        ("C:\\somewhere\\helpers.sml", true),
        ("/elsewhere/helpers.sml", true),
    ] {
        let loaded = load(path);
        assert!(loaded.net.is_some(), "{path}: {:#?}", loaded.diagnostics);
        // Another file than the one that is named may say something else.
        assert_eq!(codes(&loaded).contains(&"W1710"), elsewhere, "{path}");
    }
    let whole = inner.join("helpers.sml");
    assert!(codes(&load(&whole.display().to_string())).is_empty());
    // A model does not see what lies elsewhere.
    for path in ["../secret.sml", "none.sml"] {
        assert!(codes(&load(path)).contains(&"E1705"), "{path}");
    }
}

/// A file may use files, be in Latin-1, name its folder by a constant with a type, and hold a mistake that nothing needs.
#[test]
fn files_that_use_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, bytes: &[u8]| {
        std::fs::write(folder.path().join(name), bytes).expect("a file");
    };
    write(
        "a.sml",
        b"(* \xe9 *) use \"b.sml\"; fun two () = n ** 1`(); fun bad x = Foo.bar x;",
    );
    write("b.sml", b"val n = 2; use \"a.sml\";");
    let page = moving("", "two ()", "()", "").page("1", "Top");
    let load = |declarations: &str| {
        let text = model(declarations, &page);
        net::load_text("model.cpn", text, folder.path(), "model", &[])
    };
    let constant =
        ml("val x = 1; val base : string = \"\"") + "<use id='u'><ml>base ^ \"a.sml\"</ml></use>";
    for declarations in [constant.as_str(), &ml("val x = 1; use \"a.sml\";")] {
        let loaded = load(declarations);
        assert!(loaded.net.is_some(), "{:#?}", loaded.diagnostics);
        let mut found = codes(&loaded);
        found.sort_unstable();
        // A file that uses itself is told, and so is the mistake.
        assert_eq!(found, ["W1701", "W1702"], "{:#?}", loaded.notes);
    }
    // A constant that is not one any more names no file.
    let stale = ml("val f = \"a.sml\"") + &ml("val f = String.concat [\"b\"]");
    let loaded = load(&(stale + "<use id='u'><ml>f</ml></use>"));
    assert!(codes(&loaded).contains(&"E1705"));
}

#[cfg(unix)]
#[test]
fn links_to_elsewhere_are_not_followed() {
    let folder = tempfile::tempdir().expect("a folder");
    let inner = folder.path().join("inner");
    std::fs::create_dir(&inner).expect("a folder");
    let secret = folder.path().join("secret.sml");
    std::fs::write(&secret, "fun two () = 2`();").expect("a file");
    std::os::unix::fs::symlink(&secret, inner.join("link.sml")).expect("a link");
    let page = moving("", "two ()", "()", "").page("1", "Top");
    let text = model("<use id='u'><ml>\"link.sml\"</ml></use>", &page);
    let loaded = net::load_text("model.cpn", text, &inner, "model", &[]);
    assert!(codes(&loaded).contains(&"E1705"));
}

fn with_initial(declarations: &str, initial: &str) -> Loaded {
    let all = colset("N", "<int/>") + &var("n", "N") + declarations;
    load(&model(
        &all,
        &moving("N", initial, "n", "").page("1", "Top"),
    ))
}

/// What a declaration with a mistake declares does not mean what it meant before: in the library, or in an earlier declaration.
#[test]
fn a_mistake_does_not_bring_an_older_meaning_back() {
    for (declarations, initial) in [
        (ml("fun abs (x : int) = Foo.bar x"), "abs ~3"),
        (ml("fun f x = x + 1") + &ml("fun f x = Foo.bar x"), "f 1"),
        (
            ml("fun f x = x + 1") + &ml("fun f x = Foo.bar x") + &ml("fun g x = f x"),
            "g 1",
        ),
        (ml("val P_HIGH = Foo.high"), "P_HIGH"),
        (
            ml("val (a, b) = (1, 2)") + &ml("val (a, b) = Foo.pair"),
            "b",
        ),
    ] {
        let loaded = with_initial(&declarations, initial);
        assert!(loaded.net.is_none(), "{declarations}");
        assert!(codes(&loaded).contains(&"E0403"), "{:?}", codes(&loaded));
        // Nothing uses it: nothing is wrong.
        let loaded = with_initial(&declarations, "7");
        assert!(loaded.net.is_some(), "{declarations}");
        assert_eq!(loaded.notes[0].diagnostic.code, "W1701");
    }
    let variables = var("n", "NONE");
    assert!(with_initial(&variables, "7").net.is_none());
    // A variable of the net is not what such a declaration declares again.
    assert!(with_initial(&ml("val n = Foo.bar"), "7").net.is_some());
}

/// An `open` helps whoever comes before it, though it does not name what it declares.
#[test]
fn structures_may_be_opened_late() {
    let late = ml("fun f x = twice x")
        + &ml("structure S = struct fun twice x = 2 * x end")
        + &ml("open S");
    let loaded = with_initial(&late, "f 1");
    assert!(loaded.net.is_some(), "{:#?}", loaded.diagnostics);
}

/// Of a text with a mistake the other declarations count, each evaluated once; with an error all of it stays in the net, to be corrected there.
#[test]
fn a_mistake_does_not_take_other_declarations_with_it() {
    let cell = ml("val c = ref 0");
    let text = ml("val d = (c := !c + 1; !c); val e = hd ([] : int list); val f = 4");
    let loaded = with_initial(&(cell.clone() + &text), "f");
    assert_eq!(codes(&loaded), ["W1701"]);
    let kept = declarations(&loaded);
    let comment = "(* Left out by the import:\n val e = hd ([] : int list);\n*)";
    assert!(kept.contains(&comment.to_string()), "{kept:#?}");
    let loaded = with_initial(&(cell + &text), "e");
    assert!(loaded.net.is_none());
    let kept = declarations(&loaded);
    assert!(
        kept.iter()
            .any(|text| text.trim() == "val e = hd ([] : int list);")
    );
}

/// Each declaration needs the next one: as many tries as declarations, and not as many as their square.
#[test]
fn declarations_in_reverse_order_take_no_time() {
    let mut texts = vec![ml("fun f0 x = x + 1")];
    for i in 0..1500 {
        texts.push(ml(&format!("fun f{} x = f{i} x", i + 1)));
    }
    texts.reverse();
    let start = Instant::now();
    assert!(with_initial(&texts.concat(), "f1500 1").net.is_some());
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_cell_that_nothing_assigns_to_is_a_constant() {
    let read = ml("val limit = ref 3") + &ml("fun below n = n &lt; !limit");
    let page = |more: &str| moving("N", "1`1 ++ 1`2 ++ 1`5", "n", more).page("1", "Top");
    let guard = "<cond><text>below n</text></cond><time><text>@+!limit</text></time>";
    let all = colset("N", "<timed/><int/>") + &var("n", "N") + &read;
    assert_eq!(explored(&model(&all, &page(guard))).0, 4);
    // A helper of queries that nothing calls sets it: it is left out. One that is called does not let it be a constant.
    let set = all + &ml("fun set () = limit := 4");
    let loaded = load(&model(&set, &page(guard)));
    assert!(loaded.net.is_some());
    assert_eq!(codes(&loaded), ["W1701"]);
    let called = set + &ml("val done = set ()");
    assert!(codes(&load(&model(&called, &page(guard)))).contains(&"E0408"));
}

/// What a block is called stays, as a comment.
#[test]
fn titles_of_blocks() {
    let block = "<block id='x'><id>Data\n objects</id><ml id='y'>val a = 1;</ml></block>";
    let loaded = with_initial(block, "a");
    assert!(loaded.net.is_some());
    let kept = declarations(&loaded);
    let title = kept.iter().position(|text| text == "(* Data objects *)");
    assert_eq!(kept[title.expect("a title") + 1], "val a = 1;");
}

/// Whatever stands in a comment does not end it, nor anything behind it.
#[test]
fn comments_hold_any_text() {
    for text in ["(* a", "a *)", "*) val c = 2; (*"] {
        let block = format!("<block id='x'><id>{text}</id></block>");
        let broken = ml(&format!("{text} val b = Foo.bar"));
        let file = format!("<use id='u'><ml>\"{text}.sml\"</ml></use>");
        let loaded = with_initial(&[block, broken, file, ml("val a = 1")].concat(), "a");
        assert!(loaded.net.is_some(), "{:#?}", loaded.diagnostics);
        let written = yaml::write(loaded.model.as_ref().expect("a model"), &loaded.sources);
        let again = net::load_text("net.yaml", written.as_str(), Path::new(""), "net", &[]);
        assert!(again.net.is_some(), "{written}\n{:#?}", again.diagnostics);
    }
}

#[test]
fn a_missing_file_stays_as_a_comment() {
    let loaded = with_initial("<use id='u'><ml>\"no.sml\"</ml></use>", "7");
    assert_eq!(codes(&loaded), ["W1702"]);
    assert_eq!(loaded.notes[0].effect, Effect::Behaviour);
    let kept = declarations(&loaded);
    assert!(
        kept.iter()
            .any(|text| text.starts_with("(* use \"no.sml\""))
    );
}
