//! Monitors: what a simulation observes. They say nothing of the state space. Each becomes one here: an expression, a count, or its functions; one of another kind is kept as it is
//! written. Whether functions can be run is known when they are compiled (`net/observe/`).

use super::super::note::Effect;
use super::super::xml::Element;
use super::compose::Composed;
use super::page::Nodes;
use super::{Namer, Reader, name_at};
use crate::net::model::{Functions, Kept, Monitor, Name, Page, Text, Watch};
use crate::net::names::{instance_name, ml_form, qualified};
use std::collections::BTreeSet;
use sweepnet_lang::diagnostic::Diagnostic;

/// Instances of a page that functions are looked at for.
const MOST_INSTANCES: u32 = 99;

/// A monitor in the file, with what its nodes may be.
struct Found<'m> {
    monitor: Element<'m>,
    nodes: &'m Nodes<'m>,
    pages: &'m [Page],
}

impl Reader<'_> {
    /// The monitors of a net. Those that are switched off are left out, as CPN Tools does.
    pub fn monitors(&mut self, net: Element, nodes: &Nodes, pages: &[Page]) -> Vec<Monitor> {
        let mut found = Vec::new();
        for block in net.all("monitorblock") {
            gather(block, &mut found);
        }
        found.retain(|monitor| monitor.attribute("disabled") != Some("true"));
        let mut namer = Namer::default();
        let mut monitors = Vec::new();
        for monitor in found {
            let found = Found {
                monitor,
                nodes,
                pages,
            };
            let written = monitor.attribute("name").unwrap_or("");
            let span = monitor.attribute_span("name");
            let watches = match self.standard(&found) {
                Some(watches) => watches,
                None => self.functions(&found).into_iter().collect(),
            };
            let watches = match watches.is_empty() {
                false => watches,
                true => {
                    let name = written.split_whitespace().collect::<Vec<_>>().join(" ");
                    let message = format!("The monitor `{name}` is kept, but not run");
                    let help = match monitor.attribute("typedescription") {
                        Some(kind) => format!(
                            "`{kind}` is no kind of monitor here, or its nodes are not there"
                        ),
                        None => "It is of no kind that is known here, or its nodes are not there"
                            .to_string(),
                    };
                    let note = Diagnostic::warning("W1706", span, message).help(help);
                    self.note(Effect::None, note);
                    self.kept(&found).into_iter().collect()
                }
            };
            for watch in watches {
                let name = name_at(namer.name(written, "Monitor"), span);
                monitors.push(Monitor { name, watch });
            }
        }
        monitors
    }

    /// One of the standard kinds: a monitor for each place, or transition, that it is for.
    fn standard(&mut self, found: &Found) -> Option<Vec<Watch>> {
        let kind = found.monitor.attribute("type")?;
        if kind == "6" {
            let transitions = found.transitions();
            return Some(transitions.into_iter().map(Watch::Count).collect());
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
            let mut text = Composed::of(found.monitor);
            // A breakpoint does not look at the first marking, as an expression does.
            if known && kind != "7" {
                text.glue(&of(&name.text));
                return self.text(text).map(Watch::Marking);
            }
            text.glue(&format!("fun observed tokens = {}", of("tokens")));
            let function = self.text(text);
            let (when, observe) = match kind {
                "7" => (function, None),
                _ => (None, function),
            };
            Some(Watch::Functions(Box::new(Functions {
                places: vec![name],
                when,
                observe,
                ..Functions::default()
            })))
        });
        Some(watches.collect())
    }

    /// One with functions of its own.
    fn functions(&mut self, found: &Found) -> Option<Watch> {
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
        let places = found.places().into_iter();
        functions.places = places.map(|(name, ..)| name).collect();
        // The order in which CPN Tools gives their markings to functions.
        functions.places.sort_by(|a, b| a.text.cmp(&b.text));
        functions.file = found.file();
        Some(Watch::Functions(Box::new(functions)))
    }

    /// One that is not run.
    fn kept(&mut self, found: &Found) -> Option<Watch> {
        let text = self.text(found.kept())?;
        let places = found.places().into_iter();
        Some(Watch::Kept(Box::new(Kept {
            text,
            places: places.map(|(name, ..)| name).collect(),
            transitions: found.transitions(),
            file: found.file(),
        })))
    }
}

impl Found<'_> {
    fn option(&self, name: &str) -> Option<&str> {
        let mut options = self.monitor.all("option");
        let found = options.find(|option| option.attribute("name") == Some(name));
        found?.attribute("value")
    }

    /// The file that its texts go to.
    fn file(&self) -> Option<Name> {
        let extension = self.option("File extension")?;
        let name = self.monitor.attribute("name").unwrap_or("");
        let file = format!("{}.{}", ml_form(name.trim()), ml_form(extension));
        Some(name_at(file, self.monitor.attribute_span("name")))
    }

    /// Its transitions; those that stand for pages do not occur. One whose page has several instances may be there for each of them.
    fn transitions(&self) -> Vec<Name> {
        let mut seen = BTreeSet::new();
        let nodes = self.monitor.all("node").filter_map(|node| {
            let (page, name) = self.nodes.transitions.get(node.attribute("idref")?)?;
            let page = self.pages.get(*page)?;
            let mut real = page.transitions.iter();
            real.find(|transition| transition.name.text == *name)?;
            Some(name_at(qualified(&page.name.text, name), node.span))
        });
        nodes
            .filter(|name| seen.insert(name.text.clone()))
            .collect()
    }

    /// Its places; whether expressions know one by this name, which is so if it is no port, not fused, and its page is there once; and its colour set.
    fn places(&self) -> Vec<(Name, bool, &str)> {
        let texts = self
            .monitor
            .all("declaration")
            .filter_map(|d| d.child("ml"));
        let texts: Vec<String> = texts.map(|ml| ml.text().text).collect();
        let nodes = self.monitor.all("node").filter_map(|node| {
            let &(page, place) = self.nodes.places.get(node.attribute("idref")?)?;
            let page = self.pages.get(page)?;
            let place = page.places.get(place)?;
            let single = is_single(self.pages, page, 0);
            let known = place.port.is_none() && place.fusion.is_none() && single;
            let name = qualified(&page.name.text, &place.name.text);
            // Functions say which instance they mean.
            let mentions = |instance: &u32| {
                let mark = format!("{name}_{instance}_mark");
                !single && texts.iter().any(|text| text.contains(&mark))
            };
            let instance = (2..=MOST_INSTANCES).find(mentions).unwrap_or(1);
            let name = name_at(instance_name(&name, instance), node.span);
            Some((name, known, place.colset.text.as_str()))
        });
        nodes.collect()
    }

    /// Its functions, or what its kind says of its nodes.
    fn kept(&self) -> Composed {
        let mut text = Composed::of(self.monitor);
        let functions = self
            .monitor
            .all("declaration")
            .filter_map(|d| d.child("ml"));
        text.pieces(functions, "\n");
        if text.text.is_empty() {
            let places = self.places().into_iter().map(|(name, ..)| name);
            let names = places.chain(self.transitions()).map(|name| name.text);
            let names: Vec<String> = names.collect();
            let kind = self.monitor.attribute("typedescription");
            let kind = kind.unwrap_or("Monitor");
            text.glue(&format!("(* {kind} *) {}", names.join(", ")));
        }
        text
    }
}

/// Whether a page has one instance.
fn is_single(pages: &[Page], page: &Page, depth: usize) -> bool {
    let mut above = pages.iter().flat_map(|above| {
        let uses = above.substitutions.iter();
        let uses = uses.filter(|s| s.page.text == page.name.text);
        uses.map(move |_| above)
    });
    match (above.next(), above.next()) {
        (None, _) => true,
        (Some(only), None) => depth < pages.len() && is_single(pages, only, depth + 1),
        _ => false,
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
