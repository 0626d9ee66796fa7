//! Monitors, as CPN Tools writes them. One with functions is of the kind that has such functions, and whatever functions CPN Tools wants beside them is added.

use super::declarations::ml;
use super::nodes::{Node, Nodes};
use super::standard::Standard;
use super::watch::Exporter;
use super::xml::Xml;
use crate::net::flat::FlatNet;
use crate::net::model::{Kept, Model, Watch};
use crate::net::observe::KINDS;

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
const ENABLED: usize = 8;

/// The option that says how the name of a file ends.
const FILE_EXTENSION: &str = "File extension";

/// What a file writes of a monitor, but for its nodes.
pub struct Monitor {
    kind: usize,
    functions: Vec<(&'static str, String)>,
    options: Vec<(String, String)>,
    disabled: bool,
}

impl Monitor {
    /// One of a kind without functions.
    pub fn standard(kind: usize, options: &[(&str, &str)]) -> Monitor {
        let options = options.iter();
        Monitor {
            kind,
            functions: Vec::new(),
            options: options
                .map(|(name, value)| (name.to_string(), value.to_string()))
                .collect(),
            disabled: false,
        }
    }

    /// Whether a kind has no functions.
    pub fn is_standard(kind: usize) -> bool {
        matches!(kind, SIZE | LENGTH | COUNT | PLACE_CONTENT | ENABLED)
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
        let no = |name: &str| (name.to_string(), "false".to_string());
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
                    vec![(FILE_EXTENSION.to_string(), extension)],
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
            disabled: false,
        }
    }

    /// The same with the options of one that is kept, whose file says the one that is not among them.
    pub fn with_options(mut self, kept: &Kept) -> Monitor {
        self.options.retain(|(name, _)| name == FILE_EXTENSION);
        let options = kept.options.iter();
        let options = options.map(|(name, value)| (name.text.clone(), value.text.clone()));
        self.options.extend(options);
        self.disabled = kept.disabled;
        self
    }
}

/// Monitors, by their names, that are not in the file as they are in the net.
#[derive(Debug, Default)]
pub struct Changed {
    /// Those that cannot be written.
    pub left: Vec<String>,
    /// Expressions that became functions.
    pub functions: Vec<String>,
}

/// Writes the monitors.
pub fn write(
    out: &mut Xml,
    model: &Model,
    net: &FlatNet,
    standard: &Standard,
    nodes: &Nodes,
) -> Changed {
    let mut changed = Changed::default();
    if model.monitors.is_empty() {
        out.empty("monitorblock", &[("name", "Monitors")]);
        return changed;
    }
    let exporter = Exporter {
        net,
        standard,
        nodes,
    };
    out.element("monitorblock", &[("name", "Monitors")], |out| {
        for monitor in &model.monitors {
            let name = &monitor.name.text;
            let Some((written, nodes)) = exporter.monitor(name, &monitor.watch) else {
                changed.left.push(name.clone());
                continue;
            };
            if let Watch::Marking(_) = monitor.watch
                && !written.functions.is_empty()
            {
                changed.functions.push(name.clone());
            }
            element(out, name, &written, &nodes);
        }
    });
    changed
}

fn element(out: &mut Xml, name: &str, monitor: &Monitor, nodes: &[Node]) {
    let (id, kind) = (out.id(), monitor.kind.to_string());
    let attributes = [
        ("id", id.as_str()),
        ("name", name),
        ("type", &kind),
        ("typedescription", KINDS[monitor.kind]),
        ("disabled", if monitor.disabled { "true" } else { "false" }),
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
