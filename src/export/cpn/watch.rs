//! What a monitor of a net is in CPN Tools. Those that import makes of the standard kinds become these kinds again, an expression over markings is a function of these.

use super::kept;
use super::monitors::{COUNT, LENGTH, Monitor, PLACE_CONTENT, SIZE};
use super::nodes::{Node, Nodes};
use super::standard::Standard;
use crate::net::expression::MarkingExpression;
use crate::net::flat::FlatNet;
use crate::net::model::{Functions, Text, Watch};
use crate::net::names::{instance_name, ml_form};
use crate::net::observe::{Gives, What};

/// The sum of the lengths of the lists on a place, as import says it.
const LENGTHS: &str = "foldl (fn (l, n) => length l + n) 0 (ms_to_list ";

/// What deciding it needs.
pub struct Exporter<'m> {
    pub net: &'m FlatNet,
    pub standard: &'m Standard,
    pub nodes: &'m Nodes,
}

impl Exporter<'_> {
    fn text(&self, text: Text) -> String {
        let text = &self.net.session.sources.get(text.source).text;
        text.trim().to_string()
    }

    fn observed(&self, name: &str) -> Option<&What> {
        let mut observations = self.net.observations.iter();
        let found = observations.find(|observation| observation.name == name)?;
        Some(&found.what)
    }

    /// The monitor and its nodes; `None` if there is no such kind.
    pub fn monitor(&self, name: &str, watch: &Watch) -> Option<(Monitor, Vec<Node>)> {
        match watch {
            Watch::Count(transition) => {
                let monitor = Monitor::standard(COUNT, &[("Logging", "false")]);
                Some((
                    monitor,
                    self.nodes.all(&[], std::slice::from_ref(transition)),
                ))
            }
            Watch::Marking(text) => {
                let text = self.text(*text);
                if let Some((monitor, place)) = measure(&text)
                    && let Some(node) = self.nodes.place(place)
                {
                    return Some((monitor, vec![node.clone()]));
                }
                match self.observed(name)? {
                    What::Number(expression) => Some(self.expression(&text, expression, false)),
                    What::End(expression) => Some(self.expression(&text, expression, true)),
                    _ => None,
                }
            }
            Watch::Functions(functions) => {
                let nodes = self.nodes.all(&functions.places, &functions.transitions);
                Some((self.functions(name, functions), nodes))
            }
            Watch::Kept(kept) => {
                let file = kept.file.as_ref().map(|file| file.text.as_str());
                let monitor = kept::monitor(&self.text(kept.text), file)?;
                let nodes = self.nodes.all(&kept.places, &kept.transitions);
                Some((monitor.with_options(kept), nodes))
            }
        }
    }

    fn functions(&self, name: &str, functions: &Functions) -> Monitor {
        let text = |text: Option<Text>| text.map(|text| self.text(text));
        let all = [
            text(functions.init),
            text(functions.when),
            text(functions.observe),
            text(functions.action),
            text(functions.stop),
        ];
        let place = functions.places.len() == 1 && functions.transitions.is_empty();
        if let (true, [init, when, observe, None, None]) = (place, &all)
            && let Some(monitor) = of_place(init.as_deref(), when.as_deref(), observe.as_deref())
        {
            return monitor;
        }
        // A monitor of texts writes a file, named or not.
        let unnamed = match self.observed(name) {
            Some(What::Functions(watcher)) => match &watcher.gives {
                Gives::Text(file) => Some(file.as_str()),
                _ => None,
            },
            _ => None,
        };
        let file = functions.file.as_ref().map(|file| file.text.as_str());
        Monitor::of_functions(all, file.or(unnamed))
    }

    /// An expression over markings as a function of them: a breakpoint, or a collection of numbers that looks at the first marking too.
    fn expression(
        &self,
        text: &str,
        expression: &MarkingExpression,
        ends: bool,
    ) -> (Monitor, Vec<Node>) {
        let mut places: Vec<(String, String)> = Vec::new();
        let (mut nodes, mut values) = (Vec::new(), String::new());
        for place in &expression.places {
            let place = &self.net.places[place.0 as usize];
            let name = ml_form(&place.name);
            let sets = &self.net.session.vm.program.colour_sets;
            let colset = self.standard.name(&sets[place.colour.0 as usize].name);
            let tokens = if place.timed { "tms" } else { "ms" };
            let marking = format!("{name}_{}_mark", place.instance);
            let known = instance_name(&name, place.instance);
            nodes.extend(self.nodes.place(&known).cloned());
            // The place may be called by its own name alone.
            for called in [known.as_str(), name.split_once('\'').map_or("", |n| n.1)] {
                let part = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
                if text.split(|c| !part(c)).any(|word| word == called) && !called.is_empty() {
                    values += &format!("  val {called} = {marking}\n");
                }
            }
            places.push((marking, format!("{colset} {tokens}")));
        }
        places.sort();
        places.dedup();
        nodes.dedup();
        let given = places.iter().map(|(name, ty)| format!("{name} : {ty}"));
        let given: Vec<String> = given.collect();
        let function = |name: &str, text: &str| {
            let given = given.join(",\n  ");
            match values.is_empty() {
                true => format!("fun {name} ({given}) =\n  {text}"),
                false => format!("fun {name} ({given}) =\nlet\n{values}in\n  {text}\nend"),
            }
        };
        let monitor = match ends {
            true => [None, Some(function("pred", text)), None, None, None],
            false => {
                let first = function("init", &format!("SOME ({text})"));
                let observe = function("obs", text);
                [Some(first), None, Some(observe), None, None]
            }
        };
        (Monitor::of_functions(monitor, None), nodes)
    }
}

/// An expression that a standard kind of monitor has: the monitor, and its place.
fn measure(text: &str) -> Option<(Monitor, &str)> {
    let is_name = |name: &str| {
        let part = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
        !name.is_empty() && name.chars().all(part)
    };
    let logging = &[("Logging", "false")];
    if let Some(place) = text.strip_prefix("size ") {
        return is_name(place).then(|| (Monitor::standard(SIZE, logging), place));
    }
    let place = text.strip_prefix(LENGTHS)?.strip_suffix(')')?;
    let timed = place.strip_prefix("(ms ");
    let timed = timed.and_then(|place| place.strip_suffix(')'));
    let place = timed.unwrap_or(place);
    is_name(place).then(|| (Monitor::standard(LENGTH, logging), place))
}

/// Functions of one place that a standard kind of monitor has.
fn of_place(init: Option<&str>, when: Option<&str>, observe: Option<&str>) -> Option<Monitor> {
    const HEAD: &str = "fun observed tokens = ";
    if let Some(observe) = observe.and_then(|text| text.strip_prefix(HEAD)) {
        let (monitor, tokens) = measure(observe)?;
        let first = format!("fun initial tokens = SOME ({observe})");
        let same = init == Some(&first) && when.is_none();
        return (tokens == "tokens" && same).then_some(monitor);
    }
    if init.is_some() {
        return None;
    }
    let empty = match when?.strip_prefix(HEAD)? {
        "size tokens = 0" => "true",
        "size tokens > 0" => "false",
        _ => return None,
    };
    Some(Monitor::standard(PLACE_CONTENT, &[("If is empty", empty)]))
}
