//! What stands after the net itself: measures, properties, symmetries, expected figures.

use super::super::model::{Expectation, Name, Symmetry, Text};
use super::super::yaml::node::{Kind, Node};
use super::entries::Entries;
use super::parameter::guess;
use super::transition::one_or_several;
use super::{Reader, keys};
use sweepnet_lang::diagnostic::Diagnostic;

impl Reader<'_> {
    /// `name: expression` entries.
    pub fn texts(&mut self, net: &mut Entries, key: &str, what: &str) -> Vec<(Name, Text)> {
        let Some((_, node)) = net.take(key) else {
            return Vec::new();
        };
        if let Kind::Null = node.kind {
            return Vec::new();
        }
        let kind = what.trim_start_matches("a ");
        let entries = self.named(node, &format!("the {key} of a net"), kind);
        (entries.unwrap_or_default().into_iter())
            .filter_map(|(name, node)| Some((name, self.inscription(node, what)?)))
            .collect()
    }

    /// `COLOURSET: all` or `COLOURSET: {all: colours}` entries.
    pub fn symmetries(&mut self, node: &Node) -> Vec<Symmetry> {
        let entries = self.named(node, "the symmetries of a net", "colour set");
        (entries.unwrap_or_default().into_iter())
            .flat_map(|(colset, node)| self.symmetry(colset, node))
            .collect()
    }

    fn symmetry(&mut self, colset: Name, node: &Node) -> Vec<Symmetry> {
        let Kind::Map(_) = node.kind else {
            let kind = self.keyword(node, "a kind of symmetry", keys::SYMMETRIES);
            let whole = kind.map(|kind| Symmetry {
                colset,
                kind,
                blocks: Vec::new(),
            });
            return whole.into_iter().collect();
        };
        let Some(mut entries) = self.entries(node, "a symmetry", keys::SYMMETRIES) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for key in keys::SYMMETRIES {
            let Some((kind, node)) = entries.take(key) else {
                continue;
            };
            let blocks: Vec<Text> = (one_or_several(node).iter())
                .filter_map(|node| self.inscription(node, "colours that are alike"))
                .collect();
            if !blocks.is_empty() {
                found.push(Symmetry {
                    colset: colset.clone(),
                    kind,
                    blocks,
                });
            }
        }
        found
    }

    /// One mapping of figures, or a list of them.
    pub fn expectations(&mut self, node: &Node) -> Vec<Expectation> {
        (one_or_several(node).iter())
            .filter_map(|node| self.expectation(node))
            .collect()
    }

    fn expectation(&mut self, node: &Node) -> Option<Expectation> {
        let mut entries = self.entries(node, "an expectation", keys::EXPECTATION)?;
        let mut set = Vec::new();
        if let Some((_, node)) = entries.take("set") {
            let values = self.named(node, "values of parameters", "parameter");
            for (name, node) in values.unwrap_or_default() {
                if let Some(scalar) = self.scalar(node, "the parameter's value") {
                    set.push((name, guess(scalar)));
                }
            }
        }
        let time_equivalence = self.switch(&mut entries, "time-equivalence");
        let symmetry = self.switch(&mut entries, "symmetry");
        let until_time = entries.take("until-time").and_then(|(_, node)| {
            let scalar = self.scalar(node, "a time")?;
            let time = scalar.text.replace('_', "").parse::<i64>().ok();
            if time.is_none_or(|time| time < 0) {
                let message = format!("`{}` is no time at which a search could end", scalar.text);
                let help = "Write a whole number that is not negative";
                self.problem(Diagnostic::error("E1005", node.span, message).help(help));
            }
            time
        });
        let mut figures = Vec::new();
        for key in &keys::EXPECTATION[keys::EXPECTATION_OPTIONS..] {
            let Some((name, node)) = entries.take(key) else {
                continue;
            };
            let Some(scalar) = self.scalar(node, "a number") else {
                continue;
            };
            match scalar.text.replace('_', "").parse() {
                Ok(number) => figures.push((name, number)),
                Err(_) => {
                    let message = format!("`{}` is not a number of {key}", scalar.text);
                    let help = "Write digits only";
                    self.problem(Diagnostic::error("E1005", node.span, message).help(help));
                }
            }
        }
        Some(Expectation {
            set,
            time_equivalence,
            symmetry,
            until_time,
            figures,
        })
    }

    /// A key whose value is `true` or `false`; without it `false`.
    fn switch(&mut self, entries: &mut Entries, key: &str) -> bool {
        let Some((_, node)) = entries.take(key) else {
            return false;
        };
        let Some(scalar) = self.scalar(node, "`true` or `false`") else {
            return false;
        };
        match scalar.text.as_str() {
            "true" => true,
            "false" => false,
            other => {
                let message = format!("`{key}` is `true` or `false`, not `{other}`");
                let help = "Leave the key out for `false`";
                self.problem(Diagnostic::error("E1005", node.span, message).help(help));
                false
            }
        }
    }
}
