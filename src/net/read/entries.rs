//! The entries of a mapping: with known keys, which are taken one by one, or with free names.

use super::super::model::Name;
use super::super::suggest;
use super::super::yaml::node::{Kind, Node};
use super::Reader;
use std::collections::BTreeMap;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::span::Span;

/// The entries of a mapping with known keys.
pub struct Entries<'n> {
    list: Vec<(Name, &'n Node)>,
}

impl<'n> Entries<'n> {
    /// The entry of a key.
    pub fn take(&mut self, key: &str) -> Option<(Name, &'n Node)> {
        let at = self.list.iter().position(|(name, _)| name.text == key)?;
        Some(self.list.swap_remove(at))
    }
}

impl Reader<'_> {
    /// The entries of a mapping whose keys are known. Others are told.
    pub fn entries<'n>(
        &mut self,
        node: &'n Node,
        what: &str,
        known: &[&str],
    ) -> Option<Entries<'n>> {
        let mut list = self.named(node, what, "key")?;
        list.retain(|(name, _)| {
            let is_known = known.contains(&name.text.as_str());
            if !is_known {
                self.unknown_key(name, what, known);
            }
            is_known
        });
        Some(Entries { list })
    }

    /// The entries of a mapping with free names, each once. `kind` is what the names are names of.
    pub fn named<'n>(
        &mut self,
        node: &'n Node,
        what: &str,
        kind: &str,
    ) -> Option<Vec<(Name, &'n Node)>> {
        let Kind::Map(map) = &node.kind else {
            let needed = format!("{what}, which is a mapping");
            self.wrong(
                node,
                &needed,
                "Write `key: value` lines, indented, or `{key: value}`",
            );
            return None;
        };
        let mut seen: BTreeMap<String, Span> = BTreeMap::new();
        let mut entries = Vec::new();
        for (key, value) in map {
            let Some(name) = self.name(key, &format!("the name of a {kind}")) else {
                continue;
            };
            if let Some(first) = seen.get(&name.text) {
                let message = format!("The {kind} `{}` is here twice", name.text);
                self.problem(
                    Diagnostic::error("E1004", name.span, message)
                        .at("the second time")
                        .label(*first, "the first time")
                        .help("Rename or remove one of them"),
                );
                continue;
            }
            seen.insert(name.text.clone(), name.span);
            entries.push((name, value));
        }
        Some(entries)
    }

    fn unknown_key(&mut self, name: &Name, what: &str, known: &[&str]) {
        let message = format!("`{}` is not a key of {what}", name.text);
        let help = match suggest::nearest(&name.text, known.iter().copied()) {
            Some(near) => format!("Did you mean `{near}`?"),
            None => format!("Its keys are {}", suggest::listed(known)),
        };
        self.problem(Diagnostic::error("E1003", name.span, message).help(help));
    }

    /// A key that must be there; `owner` with its place is what must have it.
    pub fn required<'n>(
        &mut self,
        entries: &mut Entries<'n>,
        (owner, span): (&str, Span),
        key: &str,
        help: &str,
    ) -> Option<&'n Node> {
        if let Some((_, node)) = entries.take(key) {
            return Some(node);
        }
        let message = format!("{owner} has no `{key}`");
        self.problem(Diagnostic::error("E1006", span, message).help(help));
        None
    }
}
