//! Monitors: an expression, `{count: transition}`, `{kept: text}`, or functions.

use super::super::model::{Functions, Kept, Monitor, Name, Text, Watch};
use super::super::yaml::node::{Kind, Node};
use super::entries::Entries;
use super::transition::one_or_several;
use super::{Reader, keys};
use sweepnet_lang::diagnostic::Diagnostic;

impl Reader<'_> {
    /// The monitors of a net.
    pub fn monitors(&mut self, node: &Node) -> Vec<Monitor> {
        if let Kind::Null = node.kind {
            return Vec::new();
        }
        let entries = self.named(node, "the monitors of a net", "monitor");
        (entries.unwrap_or_default().into_iter())
            .filter_map(|(name, node)| {
                let watch = self.watch(node)?;
                Some(Monitor {
                    name,
                    watch,
                    origin: None,
                })
            })
            .collect()
    }

    fn watch(&mut self, node: &Node) -> Option<Watch> {
        let Kind::Map(_) = node.kind else {
            return (self.inscription(node, "an expression over markings")).map(Watch::Marking);
        };
        let mut entries = self.entries(node, "a monitor", keys::MONITOR)?;
        let watch = if let Some((_, node)) = entries.take("count") {
            (self.name(node, "the name of a transition")).map(Watch::Count)
        } else if let Some((_, node)) = entries.take("kept") {
            self.kept(&mut entries, node)
        } else {
            self.functions(&mut entries, node)
        };
        if let Some((other, _)) = keys::MONITOR.iter().find_map(|key| entries.take(key)) {
            let message = format!("`{}` has no meaning in this monitor", other.text);
            let help = "A monitor with `count` has no other key, and one with `kept` has only `places`, `transitions`, `file`, `options` and `disabled` beside it";
            self.problem(Diagnostic::error("E1005", other.span, message).help(help));
        }
        watch
    }

    fn kept(&mut self, entries: &mut Entries, node: &Node) -> Option<Watch> {
        let (places, transitions) = self.nodes(entries);
        let file = self.file(entries);
        let options = (entries.take("options")).and_then(|(_, node)| self.options(node));
        let disabled = (entries.take("disabled"))
            .and_then(|(_, node)| self.keyword(node, "`true` or `false`", &["true", "false"]));
        let text = self.inscription(node, "a text that is kept")?;
        Some(Watch::Kept(Box::new(Kept {
            text,
            places,
            transitions,
            file,
            options: options.unwrap_or_default(),
            disabled: disabled.is_some_and(|said| said.text == "true"),
        })))
    }

    fn options(&mut self, node: &Node) -> Option<Vec<(Name, Name)>> {
        let entries = self.named(node, "the options of a monitor", "option")?;
        let options = (entries.into_iter())
            .filter_map(|(name, node)| Some((name, self.name(node, "the value of an option")?)));
        Some(options.collect())
    }

    /// The places and transitions that a monitor is for.
    fn nodes(&mut self, entries: &mut Entries) -> (Vec<Name>, Vec<Name>) {
        let mut names = |key: &str, needed: &str| -> Vec<Name> {
            let Some((_, node)) = entries.take(key) else {
                return Vec::new();
            };
            let all = one_or_several(node).iter();
            all.filter_map(|node| self.name(node, needed)).collect()
        };
        let places = names("places", "the name of a place");
        (places, names("transitions", "the name of a transition"))
    }

    fn file(&mut self, entries: &mut Entries) -> Option<Name> {
        (entries.take("file")).and_then(|(_, node)| self.name(node, "the name of a file"))
    }

    fn functions(&mut self, entries: &mut Entries, node: &Node) -> Option<Watch> {
        let (places, transitions) = self.nodes(entries);
        let mut function = |key: &str| -> Option<Text> {
            let (_, node) = entries.take(key)?;
            self.inscription(node, "a function")
        };
        let functions = Functions {
            places,
            transitions,
            init: function("init"),
            when: function("when"),
            observe: function("observe"),
            action: function("action"),
            stop: function("stop"),
            file: self.file(entries),
        };
        if functions.when.is_none() && functions.observe.is_none() {
            let message = "This monitor does not say what it observes";
            let help = "Give it `when`, a function that says when the run ends, or `observe`, one that gives a number or a text";
            self.problem(Diagnostic::error("E1005", node.span, message).help(help));
            return None;
        }
        Some(Watch::Functions(Box::new(functions)))
    }
}
