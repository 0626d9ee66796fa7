//! Files that are no models, or mean harm.

use crate::maker::{Page, codes, load, model};
use std::fs::File;
use sweepnet::net;

#[test]
fn entities_do_not_grow_and_nothing_is_fetched() {
    let mut bomb = String::from(
        "<!DOCTYPE workspaceElements SYSTEM 'http://example.invalid/cpn.dtd' [<!ENTITY a0 'ha'>",
    );
    for i in 1..30 {
        bomb.push_str(&format!("<!ENTITY a{i} '&a{0};&a{0};&a{0};&a{0};'>", i - 1));
    }
    bomb.push_str("<!ENTITY file SYSTEM 'file:///etc/passwd'>]>");
    let page = Page::default()
        .place("1", "&a29;&file;", "", "", "")
        .page("1", "Top");
    let text = model("", &page).replacen("<workspaceElements>", &(bomb + "<workspaceElements>"), 1);
    let loaded = load(&text);
    let page = &loaded.model.as_ref().expect("a model").pages[0];
    assert_eq!(page.places[0].name.text, "&a29;&file;");
}

#[test]
fn files_that_are_no_models() {
    let deep = format!("<workspaceElements><cpnet>{}", "<block>".repeat(100_000));
    let cases: &[(&str, &str)] = &[
        ("", "E1701"),
        ("hello", "E1701"),
        ("<workspaceElements><cpnet><page>", "E1701"),
        ("<workspaceElements></cpnet>", "E1701"),
        (&deep, "E1702"),
        ("<Snoopy/>", "E1703"),
        ("<html><body/></html>", "E1703"),
        ("<workspaceElements/>", "E1703"),
        ("<workspaceElements><cpnet/></workspaceElements>", "E1201"),
    ];
    for (text, code) in cases {
        assert_eq!(codes(&load(text)), [*code], "{:.80}", text);
    }
}

#[test]
fn a_huge_file_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("huge.cpn");
    File::create(&path)
        .and_then(|file| file.set_len(500 << 20))
        .expect("a file");
    let refusal = net::load(&path, &[]).expect_err("refused");
    assert!(refusal.message.contains("larger than"), "{refusal:?}");
}

#[test]
fn pages_that_contain_themselves_and_ids_that_are_twice() {
    let subst = "<subst subpage='1' portsock='(x,y)(,)((('/>";
    let page = Page::default()
        .place("1", "A", "", "1", "")
        .place("1", "B", "", "1", "")
        .transition("1", "T", subst);
    let found = codes(&load(&model("", &page.page("1", "Top")))).join(" ");
    assert!(found.contains("E1211"), "{found}");
    // Thousands of equal names take no time.
    let mut page = Page::default();
    for i in 0..3000 {
        page = page.place(&i.to_string(), "", "", "", "");
    }
    assert!(load(&model("", &page.page("1", "Top"))).net.is_some());
}

#[test]
fn every_prefix_of_a_model_is_answered() {
    let page = Page::default()
        .place("A", "A&amp;", "", "1", "<port type='In'/>")
        .transition(
            "T",
            "T",
            "<cond><text>[true]</text></cond><code><text>input (); action ()</text></code>",
        )
        .arc("PtoT", "T", "A", "()");
    let text = model("<ml>val x = 1</ml>", &page.page("1", "Top"));
    for end in 0..text.len() {
        let loaded = load(&text[..end]);
        assert!(!codes(&loaded).is_empty());
    }
}
