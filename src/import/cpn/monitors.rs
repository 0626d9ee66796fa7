//! Monitors: what a simulation observes. They say nothing of the state space. Each becomes one here: an expression, a count, or its functions; one of another kind is kept as it is
//! written. Whether functions can be run is known when they are compiled (`net/observe/`).

use super::super::note::Effect;
use super::super::xml::Element;
use super::compose::Composed;
use super::instances::PageInstances;
use super::monitor::{Ends, Found};
use super::page::Nodes;
use super::{Namer, Reader};
use crate::net::model::{Functions, Kept, Monitor, Page, Text, Watch};
use sweepnet_lang::diagnostic::Diagnostic;

impl Reader<'_> {
    /// The monitors of a net. Those that are switched off are kept and not run.
    pub fn monitors(
        &mut self,
        net: Element,
        nodes: &Nodes,
        pages: &[Page],
        instances: &PageInstances,
    ) -> Vec<Monitor> {
        let mut found = Vec::new();
        for block in net.all("monitorblock") {
            gather(block, &mut found);
        }
        let written = found.iter().filter_map(|monitor| monitor.attribute("name"));
        let mut namer = Namer::new(written);
        let mut monitors = Vec::new();
        for monitor in found {
            let found = Found {
                monitor,
                nodes,
                pages,
                instances,
            };
            let off = found.is_off();
            let written = monitor.attribute("name").unwrap_or("");
            let span = monitor.attribute_span("name");
            let watches = match self.standard(&found) {
                _ if off => Vec::new(),
                Some(watches) => watches,
                None => self.functions(&found).into_iter().collect(),
            };
            if watches.is_empty() {
                self.not_run(&found, off);
                let all = (found.place_names(), found.transitions());
                let name = namer.name(written, "Monitor", span);
                let kept = self.kept(&found, all).map(|kept| Monitor {
                    name,
                    watch: Watch::Kept(Box::new(kept)),
                    origin: None,
                });
                monitors.extend(kept);
            }
            for (ends, watch) in watches {
                let name = namer.name(written, "Monitor", span);
                let origin = self.kept(&found, ends).map(Box::new);
                monitors.push(Monitor {
                    name,
                    watch,
                    origin,
                });
            }
        }
        monitors
    }

    fn not_run(&mut self, found: &Found, off: bool) {
        let written = found.monitor.attribute("name").unwrap_or("");
        let name = written.split_whitespace().collect::<Vec<_>>().join(" ");
        let message = format!("The monitor `{name}` is kept, but not run");
        let help = match found.monitor.attribute("typedescription") {
            _ if off => "It is switched off in the model".to_string(),
            _ if found.kind() == Some("Place content break point") => {
                "It does not say what it waits for, by the option `If is empty`, or its nodes are not there".to_string()
            }
            Some(kind) => {
                format!("`{kind}` is no kind of monitor here, or its nodes are not there")
            }
            None => "It is of no kind that is known here, or its nodes are not there".to_string(),
        };
        let span = found.monitor.attribute_span("name");
        let note = Diagnostic::warning("W1706", span, message).help(help);
        self.note(Effect::None, note);
    }

    /// One of the standard kinds: a monitor for each place, or transition, that it is for.
    fn standard(&mut self, found: &Found) -> Option<Vec<(Ends, Watch)>> {
        let kind = found.monitor.attribute("type")?;
        if kind == "6" {
            let transitions = found.transitions().into_iter();
            let counts = transitions.map(|name| {
                let ends = (Vec::new(), vec![name.clone()]);
                (ends, Watch::Count(name))
            });
            return Some(counts.collect());
        }
        let measure = match kind {
            "0" => "size #",
            "5" => "foldl (fn (l, n) => length l + n) 0 (ms_to_list #)",
            "7" => match found.option("If is empty")? {
                "true" => "size # = 0",
                _ => "size # > 0",
            },
            _ => return None,
        };
        let places = found.places();
        let watches = places.into_iter().filter_map(|(name, known, colset)| {
            let timed = self.timed.contains(colset);
            let of = |tokens: &str| {
                // The tokens themselves have no stamps.
                let tokens = match timed && kind == "5" {
                    true => format!("(ms {tokens})"),
                    false => tokens.to_string(),
                };
                measure.replace('#', &tokens)
            };
            let ends = (vec![name.clone()], Vec::new());
            let mut text = Composed::of(found.monitor);
            // A breakpoint does not look at the first marking, as an expression does.
            if known && kind != "7" {
                text.glue(&of(&name.text));
                return (self.text(text)).map(|text| (ends, Watch::Marking(text)));
            }
            let value = of("tokens");
            let mut initial = text.clone();
            text.glue(&format!("fun observed tokens = {value}"));
            let function = self.text(text);
            let mut functions = Functions {
                places: vec![name],
                ..Functions::default()
            };
            match kind {
                "7" => functions.when = function,
                _ => {
                    // The first marking counts.
                    initial.glue(&format!("fun initial tokens = SOME ({value})"));
                    functions.init = self.text(initial);
                    functions.observe = function;
                }
            }
            Some((ends, Watch::Functions(Box::new(functions))))
        });
        Some(watches.collect())
    }

    /// One with functions of its own.
    fn functions(&mut self, found: &Found) -> Option<(Ends, Watch)> {
        let mut function = |names: &[&str]| -> Option<Text> {
            let mut declarations = found.monitor.all("declaration");
            let named = |d: &Element| d.attribute("name").is_some_and(|n| names.contains(&n));
            let text = declarations.find(named)?.child("ml")?.text();
            self.text(text.into())
        };
        let mut functions = Functions {
            init: function(&["Init", "Init function"]),
            when: function(&["Predicate"]),
            observe: function(&["Observer"]),
            action: function(&["Action"]),
            stop: function(&["Stop"]),
            ..Functions::default()
        };
        if functions.when.is_none() && functions.observe.is_none() {
            return None;
        }
        functions.transitions = found.transitions();
        functions.places = found.place_names();
        // The order in which CPN Tools gives their markings to functions.
        functions.places.sort_by(|a, b| a.text.cmp(&b.text));
        functions.file = found.file();
        let ends = (functions.places.clone(), functions.transitions.clone());
        Some((ends, Watch::Functions(Box::new(functions))))
    }

    /// What is kept of one that is not run, or of a part of it.
    fn kept(&mut self, found: &Found, (places, transitions): Ends) -> Option<Kept> {
        Some(Kept {
            text: self.text(found.kept(&places, &transitions))?,
            places,
            transitions,
            file: found.file(),
            options: found.options(),
            disabled: found.is_off(),
        })
    }
}

/// Monitors of a block and of the blocks in it.
fn gather<'e>(block: Element<'e>, found: &mut Vec<Element<'e>>) {
    for child in block.children() {
        match child.name {
            "monitor" => found.push(child),
            "monitorblock" => gather(child, found),
            _ => {}
        }
    }
}
