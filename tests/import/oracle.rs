//! State spaces against the figures that CPN Tools itself gives, and a table of those that differ.
//!
//! The figures were taken through a library that leaves out places and transitions without a name, and transitions with an arc that has no inscription
//! (all inhibitor arcs among them). Where that is the reason of a difference, the figures come out once the same nodes are left out here.

use crate::corpus::{folder, table};
use crate::maker::{Figures, figures};
use std::collections::BTreeSet;
use std::path::Path;
use sweepnet::import::encoding;
use sweepnet::import::xml::{self, Element};
use sweepnet::net;
use sweepnet_lang::span::SourceId;

/// Why a figure of the table is not the net's.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Nodes without a name, or transitions with an arc without inscription, are missing in the table's net.
    LeftOut,
    /// Random numbers of very many values, or ref cells that change: there is no one state space, and it is refused here.
    Random,
    /// Functions are missing that only the author's machine has: the table's net lacks the transitions that use them.
    Missing,
}

/// Rows that differ.
const DIFFERENCES: &[(&str, Reason)] = &[
    ("bptlab__fcm2cpn__classicalPN.cpn", Reason::LeftOut),
    ("bptlab__fcm2cpn__coloredPN.cpn", Reason::LeftOut),
    ("Gyrotank__CpnTransformer__G1.cpn", Reason::LeftOut),
    (
        "karlblum__xpdl-to-cpn__mapping_subprocess_timer.cpn",
        Reason::LeftOut,
    ),
    (
        "DiegoL1M4__LEACH-HOP-CPN-Tools__Projeto_LEACH-HOP.cpn",
        Reason::LeftOut,
    ),
    ("anhnt2407__nesc2cpn__model.cpn", Reason::Random),
    ("selabhvl__cpnmcdctesting__PC.cpn", Reason::Random),
    ("selabhvl__cpnmcdctesting__VM.cpn", Reason::Random),
    ("selabhvl__cpnmcdctesting__TIS.cpn", Reason::Random),
    ("cpn-io__cpn-js__RealTimedProtocol.cpn", Reason::Random),
    ("cpn-io__cpn-js__RealTimedResourceAlloc.cpn", Reason::Random),
    ("cpn-io__cpn-js__baseModel_ID1008016.cpn", Reason::Random),
    ("cpn-io__cpn-js__discretemodel_task2.cpn", Reason::Random),
    ("cpn-io__cpn-js__functionalmodel_task2.cpn", Reason::Random),
    (
        "vgehlot__WinterSim2019Models__extendedPJSysHierachical.cpn",
        Reason::Random,
    ),
    (
        "vgehlot__WinterSim2019Models__extendedPJSysTimed.cpn",
        Reason::Random,
    ),
    ("zyhazz__cpn-js__protocol.cpn", Reason::Missing),
    ("zyhazz__cpn-js__protocolCalc.cpn", Reason::Missing),
];

/// How many complete state spaces are equal, at least.
const EQUAL: usize = 45;

/// Why a row is known to differ.
pub fn reason(file: &str) -> Option<Reason> {
    DIFFERENCES
        .iter()
        .find(|(name, _)| *name == file)
        .map(|(_, reason)| *reason)
}

#[test]
fn figures_are_those_of_cpn_tools() {
    let Some(folder) = folder() else {
        return;
    };
    let (mut equal, mut begun) = (0, 0);
    for row in table(&folder.join("ORACLE.tsv")) {
        let file = row["file"].as_str();
        let number = |key: &str| row[key].parse::<usize>().expect("a number");
        let wanted: Figures = (
            number("nodes"),
            number("arcs") as u64,
            number("dead_markings"),
        );
        let path = folder.join("files").join(file);
        let loaded = net::load(&path, &[]).expect("a file");
        match (reason(file), row["full"] == "true") {
            (None, true) => {
                let found = figures(loaded, 100_000).unwrap_or_else(|why| panic!("{file}: {why}"));
                assert_eq!(found, (wanted, true), "{file}");
                equal += 1;
            }
            // It stopped early there: here as many markings are found, and the net goes on.
            (None, false) => {
                let (found, whole) =
                    figures(loaded, wanted.0).unwrap_or_else(|why| panic!("{file}: {why}"));
                assert!(found.0 >= wanted.0 && !whole, "{file}: {found:?}");
                begun += 1;
            }
            (Some(Reason::LeftOut), _) => {
                let text = encoding::decode(std::fs::read(&path).expect("a file"));
                let text = without_what_the_table_lacks(&text);
                let loaded = net::load_text("left.cpn", &text, Path::new(""), "left", &[]);
                let found = figures(loaded, 1000).unwrap_or_else(|why| panic!("{file}: {why}"));
                assert_eq!(found, (wanted, true), "{file}");
                equal += 1;
            }
            (Some(Reason::Random), _) => {
                let refused = figures(loaded, 100_000).expect_err(file);
                assert!(refused.starts_with("E1404"), "{file}: {refused}");
            }
            (Some(Reason::Missing), _) => assert!(loaded.net.is_none(), "{file}"),
        }
    }
    println!("{equal} state spaces are equal, {begun} are as large as CPN Tools came in its time");
    assert!(equal >= EQUAL);
}

/// The model without the nodes that the table's net lacks.
pub fn without_what_the_table_lacks(text: &str) -> String {
    let tree = xml::parse(SourceId(0), text).expect("XML");
    let mut gone: Vec<(usize, &str)> = Vec::new();
    for page in tree
        .root()
        .child("cpnet")
        .into_iter()
        .flat_map(|net| net.all("page"))
    {
        let unnamed = |element: &Element| element.text_of("text").is_empty();
        let ids = |name: &'static str| {
            let elements = page.all(name).filter(unnamed);
            elements
                .filter_map(|e| e.attribute("id"))
                .collect::<BTreeSet<&str>>()
        };
        let (places, mut transitions) = (ids("place"), ids("trans"));
        for arc in page.all("arc") {
            let end = |name: &str| {
                arc.child(name)
                    .and_then(|end| end.attribute("idref"))
                    .unwrap_or("")
            };
            let inscribed = arc
                .child("annot")
                .is_some_and(|annot| !annot.text_of("text").is_empty());
            if !inscribed || places.contains(end("placeend")) {
                transitions.insert(end("transend"));
            }
        }
        for element in page.all("trans") {
            if element
                .attribute("id")
                .is_some_and(|id| transitions.contains(id))
            {
                gone.push((element.span.start as usize, "</trans>"));
            }
        }
    }
    let mut text = text.to_string();
    for (start, end) in gone.into_iter().rev() {
        let stop = text[start..]
            .find(end)
            .map_or(text.len(), |at| start + at + end.len());
        text.replace_range(start..stop, "");
    }
    text
}
