//! A model of another tool as YAML that a person would have written: short things on one line, long texts as blocks.

mod layout;
mod value;

use super::guard::conditions;
use super::scalar;
use crate::net::delay::{Delay, OF_INT};
use crate::net::model::*;
use std::collections::BTreeMap;
use std::fmt::Write;
use sweepnet_lang::span::{SourceId, Sources};
use sweepnet_lang::syntax::lexer;
use sweepnet_lang::syntax::token::Token;
use value::{Value, text};

/// The file of a model.
pub fn write(model: &Model, sources: &Sources) -> String {
    let mut writer = Writer {
        sources,
        out: String::new(),
    };
    writer.model(model);
    writer.out
}

struct Writer<'s> {
    sources: &'s Sources,
    out: String,
}

impl Writer<'_> {
    fn model(&mut self, model: &Model) {
        self.entry(0, "net", &Value::Text(model.name.text.clone()));
        if let Some(description) = &model.description {
            self.entry(0, "description", &Value::Text(lines(description)));
        }
        if model.real_time {
            self.entry(0, "time", &Value::Text("real".to_string()));
        }
        self.declarations(&model.declarations);
        match &model.pages[..] {
            [only] => {
                self.gap();
                self.entry(0, "page", &Value::Text(only.name.text.clone()));
                if let (None, Some(notes)) = (&model.description, &only.description) {
                    self.entry(0, "description", &Value::Text(lines(notes)));
                }
                self.page(0, only);
            }
            pages => {
                self.gap();
                self.out.push_str("pages:\n");
                for page in pages {
                    let key = scalar::key(&page.name.text, 2);
                    let empty = page.places.is_empty()
                        && page.transitions.is_empty()
                        && page.substitutions.is_empty()
                        && page.description.is_none();
                    let _ = writeln!(self.out, "  {key}{}", if empty { " {}" } else { "" });
                    if let Some(notes) = &page.description {
                        self.entry(4, "description", &Value::Text(lines(notes)));
                    }
                    self.page(4, page);
                }
            }
        }
        let monitors = model.monitors.iter().map(|monitor| {
            let watch = match &monitor.watch {
                Watch::Marking(text) => Value::Text(self.text(*text)),
                Watch::Count(transition) => Value::Map(vec![text("count", &transition.text)]),
                Watch::Kept(kept) => {
                    let mut entries = nodes(&kept.places, &kept.transitions);
                    entries.push(text("kept", &self.text(kept.text)));
                    entries.extend(kept.file.as_ref().map(|file| text("file", &file.text)));
                    let options = kept.options.iter();
                    let options = options.map(|(name, value)| text(&name.text, &value.text));
                    let options = Value::Map(options.collect());
                    if !options.is_empty() {
                        entries.push(("options".to_string(), options));
                    }
                    entries.extend(kept.disabled.then(|| text("disabled", "true")));
                    Value::Map(entries)
                }
                Watch::Functions(functions) => self.functions(functions),
            };
            (monitor.name.text.clone(), watch)
        });
        let monitors = Value::Map(monitors.collect());
        if !monitors.is_empty() {
            self.gap();
            self.block(0, "monitors", &monitors);
        }
        self.layout(&model.layout);
    }

    fn functions(&self, functions: &Functions) -> Value {
        let mut entries = nodes(&functions.places, &functions.transitions);
        let texts = [
            ("init", functions.init),
            ("when", functions.when),
            ("observe", functions.observe),
            ("action", functions.action),
            ("stop", functions.stop),
        ];
        for (key, function) in texts {
            entries.extend(function.map(|function| text(key, &self.text(function))));
        }
        entries.extend(functions.file.as_ref().map(|file| text("file", &file.text)));
        Value::Map(entries)
    }

    fn text(&self, text: Text) -> String {
        lines(self.sources.get(text.source).text.trim())
    }

    fn gap(&mut self) {
        self.out.push('\n');
    }

    /// Declarations, one after the other in one text.
    fn declarations(&mut self, texts: &[Text]) {
        let mut all = String::new();
        for text in texts {
            let text = self.text(*text);
            let tokens = lexer::lex(&text, SourceId(0), &mut Vec::new()).tokens;
            // A comment by itself begins a paragraph. One behind a declaration stays behind its semicolon.
            let (end, semicolon) = match tokens.last() {
                None => (0, if all.is_empty() { "" } else { "\n" }),
                Some(last) if last.token == Token::Semi => (0, ""),
                Some(last) => (last.span.end as usize, ";"),
            };
            let (before, after) = text.split_at_checked(end).unwrap_or((&text, ""));
            all.extend([before, semicolon, after, "\n"]);
        }
        if !all.is_empty() {
            self.gap();
            self.entry(0, "declarations", &Value::Text(all));
        }
    }

    fn page(&mut self, indent: usize, page: &Page) {
        let places = page.places.iter();
        let places = places.map(|place| (place.name.text.clone(), self.place(place)));
        let places = Value::Map(places.collect());
        let transitions = page.transitions.iter();
        let transitions = transitions.map(|t| (t.name.text.clone(), self.transition(t)));
        let transitions = Value::Map(transitions.collect());
        let substitutions = page.substitutions.iter();
        let substitutions = substitutions.map(|s| (s.name.text.clone(), substitution(s)));
        let substitutions = Value::Map(substitutions.collect());
        let groups = [
            ("places", places),
            ("transitions", transitions),
            ("substitutions", substitutions),
        ];
        for (key, group) in groups {
            if !group.is_empty() {
                self.block(indent, key, &group);
            }
        }
    }

    fn place(&self, place: &Place) -> Value {
        let mut entries = vec![text("colset", &place.colset.text)];
        entries.extend((place.initial).map(|initial| text("initial", &self.text(initial))));
        entries.extend(place.port.map(|port| {
            text(
                "port",
                match port {
                    Port::In => "in",
                    Port::Out => "out",
                    Port::Both => "both",
                },
            )
        }));
        entries.extend((place.fusion.as_ref()).map(|fusion| text("fusion", &fusion.text)));
        match entries.len() {
            1 => Value::Text(place.colset.text.clone()),
            _ => Value::Map(entries),
        }
    }

    fn transition(&self, transition: &Transition) -> Value {
        let mut entries = Vec::new();
        let kinds = [
            ("in", ArcKind::In),
            ("both", ArcKind::Both),
            ("out", ArcKind::Out),
        ];
        for (key, kind) in kinds {
            let arcs = self.arcs(transition, kind);
            if !arcs.is_empty() {
                entries.push((key.to_string(), Value::Map(arcs)));
            }
        }
        for (key, kind) in [("inhibitor", ArcKind::Inhibitor), ("reset", ArcKind::Reset)] {
            let arcs = transition.arcs.iter().filter(|arc| arc.kind == kind);
            let places = Value::List(arcs.map(|arc| arc.place.text.clone()).collect());
            if !places.is_empty() {
                entries.push((key.to_string(), places));
            }
        }
        let conditions: Vec<String> = (transition.guard.iter())
            .flat_map(|guard| conditions(&self.text(*guard)))
            .collect();
        match &conditions[..] {
            [] => {}
            [only] => entries.push(text("guard", only)),
            _ => entries.push(("guard".to_string(), Value::List(conditions))),
        }
        if let Some(delay) = transition.delay {
            let whole = self.text(delay);
            let written = Delay::of(&whole);
            let short = (written.operator == Some(OF_INT)).then(|| written.bare());
            entries.push(text("delay", &short.unwrap_or(whole)));
        }
        entries
            .extend((transition.priority).map(|priority| text("priority", &self.text(priority))));
        entries
            .extend((transition.code.as_ref()).map(|code| ("code".to_string(), self.code(code))));
        Value::Map(entries)
    }

    /// Arcs of one kind. Several to one place are a list.
    fn arcs(&self, transition: &Transition, kind: ArcKind) -> Vec<(String, Value)> {
        let mut places: Vec<&str> = Vec::new();
        let mut texts: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for arc in transition.arcs.iter().filter(|arc| arc.kind == kind) {
            let all = texts.entry(&arc.place.text).or_insert_with(|| {
                places.push(&arc.place.text);
                Vec::new()
            });
            all.extend(arc.text.map(|text| self.text(text)));
        }
        let value = |place: &str| match &mut texts.remove(place).unwrap_or_default()[..] {
            [only] => Value::Text(std::mem::take(only)),
            several => Value::List(several.to_vec()),
        };
        let mut value = value;
        (places.iter())
            .map(|place| (place.to_string(), value(place)))
            .collect()
    }

    fn code(&self, code: &Code) -> Value {
        let names = |names: &[Name]| Value::List(names.iter().map(|n| n.text.clone()).collect());
        let mut entries = Vec::new();
        entries.extend((code.input.as_ref()).map(|input| ("input".to_string(), names(input))));
        if !code.output.is_empty() {
            entries.push(("output".to_string(), names(&code.output)));
        }
        entries.extend((code.action).map(|action| text("action", &self.text(action))));
        Value::Map(entries)
    }
}

/// A text whose lines end as they do in YAML.
fn lines(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// The nodes that a monitor is for.
fn nodes(places: &[Name], transitions: &[Name]) -> Vec<(String, Value)> {
    let all = [("places", places), ("transitions", transitions)];
    let given = all.into_iter().filter(|(_, names)| !names.is_empty());
    let value = |names: &[Name]| match names {
        [only] => Value::Text(only.text.clone()),
        several => Value::List(several.iter().map(|name| name.text.clone()).collect()),
    };
    given
        .map(|(key, names)| (key.to_string(), value(names)))
        .collect()
}

fn substitution(substitution: &Substitution) -> Value {
    let ports = substitution.ports.iter();
    let ports = ports.map(|(port, socket)| text(&port.text, &socket.text));
    let mut entries = vec![text("page", &substitution.page.text)];
    let ports = Value::Map(ports.collect());
    if !ports.is_empty() {
        entries.push(("ports".to_string(), ports));
    }
    Value::Map(entries)
}
