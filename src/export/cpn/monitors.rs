//! Monitors, as CPN Tools writes them. One with functions is of the kind that has such functions, and whatever functions CPN Tools wants beside them is added.

use super::declarations::ml;
use super::nodes::{Node, Nodes};
use super::standard::Standard;
use super::watch::Exporter;
use super::xml::Xml;
use crate::net::flat::FlatNet;
use crate::net::model::Model;

/// The kinds of monitors, each at the number of its type.
pub const KINDS: &[&str] = &[
    "Marking size",
    "Breakpoint",
    "User defined",
    "Data collection",
    "Write in file",
    "List length data collection",
    "Count transition occurrence data collection",
    "Place content break point",
    "Transition enabled break point",
];
/// How many tokens a place has.
pub const SIZE: usize = 0;
const BREAKPOINT: usize = 1;
const USER_DEFINED: usize = 2;
const DATA: usize = 3;
const FILE: usize = 4;
/// How long the lists on a place are.
pub const LENGTH: usize = 5;
/// How often a transition occurs.
pub const COUNT: usize = 6;
/// A place is empty, or is not.
pub const PLACE_CONTENT: usize = 7;
/// A transition is enabled, or is not.
pub const ENABLED: usize = 8;

/// What a file writes of a monitor, but for its nodes.
pub struct Monitor {
    kind: usize,
    functions: Vec<(&'static str, String)>,
    options: Vec<(&'static str, String)>,
}

impl Monitor {
    /// One of a kind without functions.
    pub fn standard(kind: usize, option: (&'static str, &str)) -> Monitor {
        Monitor {
            kind,
            functions: Vec::new(),
            options: vec![(option.0, option.1.to_string())],
        }
    }

    /// One with functions: at the start, when it observes, what it observes, what is done with it, at the end. `file` is the name of the file that it writes.
    pub fn of_functions(functions: [Option<String>; 5], file: Option<&str>) -> Monitor {
        let [init, when, observe, action, stop] = functions;
        let kind = match (&observe, &action, file) {
            (None, ..) => BREAKPOINT,
            (_, Some(_), _) => USER_DEFINED,
            (.., Some(_)) => FILE,
            _ => DATA,
        };
        let nothing = match kind {
            DATA => "NONE",
            FILE => "\"\"",
            _ => "()",
        };
        let or = |function: Option<String>, otherwise: String| function.unwrap_or(otherwise);
        let when = ("Predicate", or(when, "fun pred _ = true".to_string()));
        let init = or(init, format!("fun init _ = {nothing}"));
        let stop = ("Stop", or(stop, format!("fun stop _ = {nothing}")));
        let observe = ("Observer", observe.unwrap_or_default());
        let action = ("Action", action.unwrap_or_default());
        let no = |name: &'static str| (name, "false".to_string());
        let (functions, options) = match kind {
            BREAKPOINT => (vec![when], Vec::new()),
            USER_DEFINED => (
                vec![("Init", init), when, observe, action, stop],
                Vec::new(),
            ),
            FILE => {
                let extension = file.and_then(|file| Some(file.rsplit_once('.')?.1));
                let extension = extension.unwrap_or("txt").to_string();
                (
                    vec![("Init", init), when, observe, stop],
                    vec![("File extension", extension)],
                )
            }
            _ => (
                vec![when, observe, ("Init function", init), stop],
                vec![no("Timed"), no("Logging")],
            ),
        };
        Monitor {
            kind,
            functions,
            options,
        }
    }
}

/// Writes the monitors. Gives the names of those that it cannot write.
pub fn write(
    out: &mut Xml,
    model: &Model,
    net: &FlatNet,
    standard: &Standard,
    nodes: &Nodes,
) -> Vec<String> {
    if model.monitors.is_empty() {
        out.empty("monitorblock", &[("name", "Monitors")]);
        return Vec::new();
    }
    let exporter = Exporter {
        net,
        standard,
        nodes,
    };
    let mut left = Vec::new();
    out.element("monitorblock", &[("name", "Monitors")], |out| {
        for monitor in &model.monitors {
            let name = &monitor.name.text;
            match exporter.monitor(name, &monitor.watch) {
                Some((written, nodes)) => element(out, name, &written, &nodes),
                None => left.push(name.clone()),
            }
        }
    });
    left
}

fn element(out: &mut Xml, name: &str, monitor: &Monitor, nodes: &[Node]) {
    let (id, kind) = (out.id(), monitor.kind.to_string());
    let attributes = [
        ("id", id.as_str()),
        ("name", name),
        ("type", &kind),
        ("typedescription", KINDS[monitor.kind]),
        ("disabled", "false"),
    ];
    out.element("monitor", &attributes, |out| {
        for (node, instance) in nodes {
            out.empty("node", &[("idref", node), ("pageinstanceidref", instance)]);
        }
        for (name, text) in &monitor.functions {
            out.element("declaration", &[("name", name)], |out| ml(out, text));
        }
        for (name, value) in &monitor.options {
            out.empty("option", &[("name", name), ("value", value)]);
        }
    });
}
