//! Exported files against real ones. CPN Tools runs on Windows only, so what it accepts is learned from the files that it wrote: which elements stand in which, with which attributes, in which order, and what is
//! never missing.

use crate::corpus::{files, folder};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use sweepnet::export;
use sweepnet::import::encoding;
use sweepnet::import::xml::{self, Element};
use sweepnet::net;
use sweepnet_lang::span::SourceId;

/// What is known of the elements of a name that stand in elements of another name.
#[derive(Default)]
struct Kind {
    /// How many CPN Tools itself wrote in its newest format; what follows is counted in those only.
    seen: usize,
    attributes: BTreeMap<String, usize>,
    /// Elements in it, and in how many of these elements they are.
    children: BTreeMap<String, usize>,
    /// Pairs of names of elements in it: the first has stood before the second.
    order: BTreeSet<(String, String)>,
}

type Kinds = BTreeMap<(String, String), Kind>;

/// Elements in which declarations may stand in any order.
const FREE: &[&str] = &["globbox", "block"];

/// A form of colour sets that CPN Tools writes, and that none of these files has.
const UNSEEN: &str = "subset";

/// What real files always have for the windows of the tool, and not for the net.
const WINDOWS: &[&str] = &[
    "binders",
    "IndexNode",
    "instances",
    "options",
    "monitorblock",
];

fn learn(parent: &str, element: Element, own: bool, kinds: &mut Kinds) {
    let key = (parent.to_string(), element.name.to_string());
    let kind = kinds.entry(key).or_default();
    kind.seen += usize::from(own);
    for name in element.attribute_names().collect::<BTreeSet<_>>() {
        *kind.attributes.entry(name.to_string()).or_default() += usize::from(own);
    }
    let names: Vec<&str> = element.children().map(|c| c.name).collect();
    for name in names.iter().collect::<BTreeSet<_>>() {
        *kind.children.entry(name.to_string()).or_default() += usize::from(own);
    }
    let mut before: BTreeSet<&str> = BTreeSet::new();
    for name in names {
        let pairs = before.iter().filter(|earlier| **earlier != name);
        let pairs: Vec<(String, String)> = pairs
            .map(|earlier| (earlier.to_string(), name.to_string()))
            .collect();
        kind.order.extend(pairs);
        before.insert(name);
    }
    for child in element.children() {
        learn(element.name, child, own, kinds);
    }
}

/// What an exported element has that real ones never have, or lacks that real ones always have.
fn compare(parent: &str, element: Element, kinds: &Kinds, wrong: &mut BTreeSet<String>) {
    let name = element.name;
    let Some(kind) = kinds.get(&(parent.to_string(), name.to_string())) else {
        wrong.insert(format!("`{name}` never stands in `{parent}`"));
        return;
    };
    let has: BTreeSet<&str> = element.attribute_names().collect();
    for attribute in &has {
        if !kind.attributes.contains_key(*attribute) {
            wrong.insert(format!("`{name}` in `{parent}` never has `{attribute}`"));
        }
    }
    for (attribute, &count) in &kind.attributes {
        if count == kind.seen && count > 0 && !has.contains(attribute.as_str()) {
            wrong.insert(format!("`{name}` in `{parent}` always has `{attribute}`"));
        }
    }
    let names: Vec<&str> = element.children().map(|c| c.name).collect();
    for (child, &count) in &kind.children {
        let needed = count == kind.seen && count > 0 && !WINDOWS.contains(&child.as_str());
        if needed && !names.contains(&child.as_str()) {
            wrong.insert(format!("`{name}` in `{parent}` always has a `{child}`"));
        }
    }
    for pair in names.windows(2) {
        let known = |a: &str, b: &str| kind.order.contains(&(a.to_string(), b.to_string()));
        let free = pair[0] == pair[1] || FREE.contains(&name) || pair.contains(&UNSEEN);
        if !free && !known(pair[0], pair[1]) {
            wrong.insert(format!(
                "in `{name}` a `{}` never stands before a `{}`",
                pair[0], pair[1]
            ));
        }
    }
    for child in element.children() {
        compare(name, child, kinds, wrong);
    }
}

/// What an exported file has to say of itself: ids are given once, and whatever refers to one refers to one that is there.
fn check_ids(root: Element, wrong: &mut BTreeSet<String>) {
    let (mut ids, mut references) = (BTreeSet::new(), Vec::new());
    let mut work = vec![root];
    while let Some(element) = work.pop() {
        if let Some(id) = element.attribute("id")
            && !ids.insert(id.to_string())
        {
            wrong.insert(format!("the id `{id}` is given twice"));
        }
        for key in ["idref", "subpage", "page", "trans", "pageinstanceidref"] {
            if let Some(id) = element.attribute(key) {
                references.push((element.name, id.to_string()));
            }
        }
        if let Some(pairs) = element.attribute("portsock") {
            let ids = pairs.split(['(', ')', ',']).filter(|id| !id.is_empty());
            references.extend(ids.map(|id| ("subst", id.to_string())));
        }
        work.extend(element.children());
    }
    for (name, id) in references {
        if !ids.contains(&id) {
            wrong.insert(format!("`{name}` refers to `{id}`, which is not there"));
        }
    }
}

fn shipped() -> Vec<std::path::PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("nets");
    let entries = std::fs::read_dir(folder).expect("the nets");
    let paths = entries.map(|entry| entry.expect("a folder").path());
    paths
        .filter(|path| path.join(net::NET_FILE).is_file())
        .collect()
}

/// All exports, by the path of the net.
fn exports(paths: Vec<std::path::PathBuf>) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for path in paths {
        let loaded = net::load(&path, &[]).expect("a file");
        if let (Some(model), Some(net)) = (&loaded.model, &loaded.net) {
            let text = export::cpn::write(model, net).text;
            found.push((path.display().to_string(), text));
        }
    }
    found
}

#[test]
fn exported_files_are_like_real_ones() {
    let Some(folder) = folder() else {
        return;
    };
    let mut kinds = Kinds::new();
    for path in files(&folder) {
        let text = encoding::decode(std::fs::read(&path).expect("a file"));
        if let Ok(tree) = xml::parse(SourceId(0), &text) {
            // Converters and older versions leave out what is needed today.
            let own = text.contains("tool=\"CPN Tools\"") && text.contains("format=\"6\"");
            learn("", tree.root(), own, &mut kinds);
        }
    }
    let mut paths = shipped();
    paths.extend(files(&folder));
    let (mut wrong, mut count) = (BTreeSet::new(), 0);
    for (_, text) in exports(paths) {
        let tree = xml::parse(SourceId(0), &text).expect("XML");
        compare("", tree.root(), &kinds, &mut wrong);
        count += 1;
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(count > 100, "{count}");
}

#[test]
fn ids_of_exported_files_are_sound() {
    let mut paths = shipped();
    if let Some(folder) = folder() {
        paths.extend(files(&folder));
    }
    for (path, text) in exports(paths) {
        let mut wrong = BTreeSet::new();
        let tree = xml::parse(SourceId(0), &text).expect("XML");
        check_ids(tree.root(), &mut wrong);
        assert!(wrong.is_empty(), "{path}: {wrong:#?}");
    }
}

/// A shipped net that is exported and read again has the same state space.
#[test]
fn shipped_nets_come_back() {
    for path in shipped() {
        let direct = net::load(&path, &[]).expect("a file");
        let model = direct.model.as_ref().expect("a model");
        let text = export::cpn::write(model, direct.net.as_ref().expect("a net")).text;
        let again = net::load_text("net.cpn", &text, Path::new(""), "again", &[]);
        let most = 2000;
        let wanted = crate::maker::figures(direct, most);
        assert!(wanted.is_ok(), "{}: {wanted:?}", path.display());
        let found = crate::maker::figures(again, most);
        assert_eq!(found, wanted, "{}", path.display());
    }
}
