//! A model of another tool as YAML that a person would have written: short things on one line, long texts as blocks.

mod layout;

use super::scalar::{self, Context};
use crate::net::model::*;
use std::collections::BTreeMap;
use std::fmt::Write;
use sweepnet_lang::span::{SourceId, Sources};
use sweepnet_lang::syntax::lexer;
use sweepnet_lang::syntax::token::Token;

/// A line with `{…}` on it may be so long.
const WIDTH: usize = 110;

/// The file of a model.
pub fn write(model: &Model, sources: &Sources) -> String {
    let mut writer = Writer {
        sources,
        out: String::new(),
    };
    writer.model(model);
    writer.out
}

/// A value: a text, a list of texts, or entries.
enum Value {
    Text(String),
    List(Vec<String>),
    Map(Vec<(String, Value)>),
}

impl Value {
    fn is_empty(&self) -> bool {
        match self {
            Value::Text(_) => false,
            Value::List(list) => list.is_empty(),
            Value::Map(entries) => entries.is_empty(),
        }
    }

    /// The value on one line, if it has no text of several lines.
    fn flow(&self) -> Option<String> {
        let parts = match self {
            Value::Text(text) if text.contains('\n') => return None,
            Value::Text(text) => return Some(scalar::line(text, Context::Flow)),
            Value::List(list) => {
                let one = |text: &String| {
                    (!text.contains('\n')).then(|| scalar::line(text, Context::Flow))
                };
                let parts: Option<Vec<String>> = list.iter().map(one).collect();
                return parts.map(|parts| format!("[{}]", parts.join(", ")));
            }
            Value::Map(entries) => entries.iter().map(|(key, value)| {
                let value = value.flow()?;
                Some(format!("{}: {value}", scalar::line(key, Context::Flow)))
            }),
        };
        let parts: Option<Vec<String>> = parts.collect();
        parts.map(|parts| format!("{{{}}}", parts.join(", ")))
    }

    /// How deep the entries are nested.
    fn depth(&self) -> usize {
        match self {
            Value::Text(_) | Value::List(_) => 0,
            Value::Map(entries) => 1 + entries.iter().map(|e| e.1.depth()).max().unwrap_or(0),
        }
    }
}

struct Writer<'s> {
    sources: &'s Sources,
    out: String,
}

impl Writer<'_> {
    fn model(&mut self, model: &Model) {
        self.entry(0, "net", &Value::Text(model.name.text.clone()));
        if let Some(description) = &model.description {
            self.entry(0, "description", &Value::Text(description.clone()));
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
                    self.entry(0, "description", &Value::Text(notes.clone()));
                }
                self.page(0, only);
            }
            pages => {
                self.gap();
                self.out.push_str("pages:\n");
                for page in pages {
                    let key = scalar::line(&page.name.text, Context::Block);
                    let empty = page.places.is_empty()
                        && page.transitions.is_empty()
                        && page.substitutions.is_empty()
                        && page.description.is_none();
                    let _ = writeln!(self.out, "  {key}:{}", if empty { " {}" } else { "" });
                    if let Some(notes) = &page.description {
                        self.entry(4, "description", &Value::Text(notes.clone()));
                    }
                    self.page(4, page);
                }
            }
        }
        let monitors = model.monitors.iter().map(|monitor| {
            let one =
                |key: &str, text: String| Value::Map(vec![(key.to_string(), Value::Text(text))]);
            let watch = match &monitor.watch {
                Watch::Marking(text) => Value::Text(self.text(*text)),
                Watch::Count(transition) => one("count", transition.text.clone()),
                Watch::Kept(text) => one("kept", self.text(*text)),
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
        let mut entries = Vec::new();
        let nodes = [
            ("places", &functions.places),
            ("transitions", &functions.transitions),
        ];
        for (key, names) in nodes.into_iter().filter(|(_, names)| !names.is_empty()) {
            let names = names.iter().map(|name| name.text.clone()).collect();
            entries.push((key.to_string(), Value::List(names)));
        }
        let texts = [
            ("init", &functions.init),
            ("when", &functions.when),
            ("observe", &functions.observe),
            ("action", &functions.action),
            ("stop", &functions.stop),
        ];
        for (key, text) in texts {
            let text = text.map(|text| Value::Text(self.text(text)));
            entries.extend(text.map(|text| (key.to_string(), text)));
        }
        let file = functions.file.as_ref().map(|f| Value::Text(f.text.clone()));
        entries.extend(file.map(|file| ("file".to_string(), file)));
        Value::Map(entries)
    }

    fn text(&self, text: Text) -> String {
        let text = self.sources.get(text.source).text.replace("\r\n", "\n");
        text.replace('\r', "\n").trim().to_string()
    }

    fn gap(&mut self) {
        self.out.push('\n');
    }

    /// Declarations, one after the other in one text.
    fn declarations(&mut self, texts: &[Text]) {
        let mut all = String::new();
        for text in texts {
            let text = self.text(*text);
            all.push_str(&text);
            all.push_str(if text.ends_with(';') { "\n" } else { ";\n" });
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
            let delay = self.text(delay);
            let short = delay
                .strip_prefix("@+")
                .filter(|rest| !rest.starts_with('+'));
            entries.push(text("delay", short.unwrap_or(&delay).trim()));
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
        entries.push(text("action", &self.text(code.action)));
        Value::Map(entries)
    }

    /// Entries below a key, a line or more for each.
    fn block(&mut self, indent: usize, key: &str, value: &Value) {
        let _ = writeln!(self.out, "{:indent$}{key}:", "");
        let Value::Map(entries) = value else {
            return;
        };
        for (key, value) in entries {
            self.entry(indent + 2, key, value);
        }
    }

    /// `key: value`, on one line if it fits there and is simple.
    fn entry(&mut self, indent: usize, key: &str, value: &Value) {
        let key = scalar::line(key, Context::Block);
        let room = WIDTH.saturating_sub(indent + key.chars().count() + 2);
        let blanks = " ".repeat(indent);
        match value {
            Value::Text(text) if scalar::is_block(text) => {
                let _ = writeln!(
                    self.out,
                    "{blanks}{key}: {}",
                    scalar::block(text, indent + 2)
                );
            }
            Value::Text(text) => {
                let _ = writeln!(
                    self.out,
                    "{blanks}{key}: {}",
                    scalar::line(text, Context::Block)
                );
            }
            value if value.is_empty() => {
                let _ = writeln!(self.out, "{blanks}{key}: {{}}");
            }
            value => {
                let short = value.flow().filter(|line| line.chars().count() <= room);
                match (short, value) {
                    (Some(line), value) if value.depth() <= 1 => {
                        let _ = writeln!(self.out, "{blanks}{key}: {line}");
                    }
                    (_, Value::List(items)) => {
                        let _ = writeln!(self.out, "{blanks}{key}:");
                        for item in items {
                            let item = match scalar::is_block(item) {
                                true => scalar::block(item, indent + 4),
                                false => scalar::line(item, Context::Block),
                            };
                            let _ = writeln!(self.out, "{blanks}  - {item}");
                        }
                    }
                    _ => self.block(indent, &key, value),
                }
            }
        }
    }
}

fn text(key: &str, value: &str) -> (String, Value) {
    (key.to_string(), Value::Text(value.to_string()))
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

/// The conditions of a guard that is written as a list: `[a, b]`.
pub fn conditions(guard: &str) -> Vec<String> {
    let tokens = lexer::lex(guard, SourceId(0), &mut Vec::new()).tokens;
    let whole = || vec![guard.to_string()];
    let mut depth = 0usize;
    let mut starts = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        let written = guard.get(token.span.range()).unwrap_or("");
        match (&token.token, written) {
            (Token::LBracket | Token::LParen | Token::LBrace, _) | (_, "let" | "local") => {
                depth += 1
            }
            (Token::RBracket | Token::RParen | Token::RBrace, _) | (_, "end") => {
                depth = depth.saturating_sub(1);
            }
            (Token::Comma, _) if depth == 1 => starts.push(token.span),
            // A comma below a branch may belong to it.
            (_, "fn" | "case" | "handle" | "if") if depth == 1 => return whole(),
            _ => {}
        }
        let first = i == 0 && token.token == Token::LBracket;
        let last = i + 1 == tokens.len() && token.token == Token::RBracket;
        if (i == 0 && !first) || (depth == 0 && !last) {
            return whole();
        }
    }
    let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else {
        return whole();
    };
    if tokens.len() < 3 || depth != 0 {
        return match tokens.len() == 2 {
            true => Vec::new(),
            false => whole(),
        };
    }
    let mut parts = Vec::new();
    let mut at = first.span.end as usize;
    for comma in starts {
        parts.push(
            guard
                .get(at..comma.start as usize)
                .unwrap_or("")
                .trim()
                .to_string(),
        );
        at = comma.end as usize;
    }
    parts.push(
        guard
            .get(at..last.span.start as usize)
            .unwrap_or("")
            .trim()
            .to_string(),
    );
    match parts.iter().any(String::is_empty) {
        true => whole(),
        false => parts,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guards_that_are_lists() {
        assert_eq!(
            conditions("[n = k, f (a, b) > 0]"),
            ["n = k", "f (a, b) > 0"]
        );
        assert_eq!(conditions("[x] = y"), ["[x] = y"]);
        assert_eq!(conditions("[x, y] = [z]"), ["[x, y] = [z]"]);
        assert_eq!(
            conditions("[if a then b else c, d]"),
            ["[if a then b else c, d]"]
        );
        assert_eq!(conditions("[]"), Vec::<String>::new());
        assert_eq!(conditions("[a = \"x,]\"]"), ["a = \"x,]\""]);
        assert_eq!(conditions("a andalso b"), ["a andalso b"]);
        assert_eq!(conditions("a, b"), ["a, b"]);
    }
}
