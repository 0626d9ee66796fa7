//! Names that people can read and that are different: those in the file may be empty, equal, or of several lines.

use super::name_at;
use crate::net::model::Name;
use crate::net::names::{ml_form, of_instance};
use std::collections::{BTreeMap, BTreeSet};
use sweepnet_lang::span::Span;

/// Gives out names, no two with the same ML form, and none that means an instance of another.
#[derive(Debug, Default)]
pub struct Namer {
    taken: BTreeSet<String>,
    /// Forms of names in the file: a node with a new name does not take them from those that come later.
    kept: BTreeSet<String>,
    /// The number that a name got last.
    numbers: BTreeMap<String, usize>,
    /// Names that are not what the file says.
    pub changed: Vec<Name>,
}

impl Namer {
    /// For names that the file has, as they are written.
    pub fn new<T: AsRef<str>>(written: impl Iterator<Item = T>) -> Namer {
        let kept = written.map(|name| ml_form(&on_one_line(name.as_ref())));
        Namer {
            kept: kept.filter(|form| !form.is_empty()).collect(),
            ..Namer::default()
        }
    }

    /// The name that the file gives, on one line; with a number if it is there already. `kind` is what a node without a name is called.
    pub fn name(&mut self, written: &str, kind: &str, span: Span) -> Name {
        let line = on_one_line(written);
        if !line.is_empty() {
            let form = ml_form(&line);
            if !self.is_instance(&form) && self.taken.insert(form) {
                return name_at(line, span);
            }
        }
        let name = self.fresh(if line.is_empty() { kind } else { &line }, span);
        self.changed.push(name.clone());
        name
    }

    /// A name that the file does not have.
    pub fn fresh(&mut self, wanted: &str, span: Span) -> Name {
        let mut at = self.numbers.get(&ml_form(wanted)).copied().unwrap_or(0);
        let name = loop {
            at += 1;
            let name = match at {
                1 => wanted.to_string(),
                _ => format!("{wanted} {at}"),
            };
            let form = ml_form(&name);
            let is_free = !self.kept.contains(&form) && !self.is_instance(&form);
            if is_free && self.taken.insert(form) {
                break name;
            }
        };
        self.numbers.insert(ml_form(wanted), at);
        name_at(name, span)
    }

    /// `A'2` is the second instance of `A`, if there is one.
    fn is_instance(&self, form: &str) -> bool {
        let of = of_instance(form);
        of.is_some_and(|of| self.taken.contains(of) || self.kept.contains(of))
    }
}

/// What is no character for people would reach their terminal.
fn on_one_line(written: &str) -> String {
    let blank = |c: char| c.is_whitespace() || c.is_control();
    let words = written.split(blank).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use sweepnet_lang::span::SourceId;

    /// Names as they become, and those that are new.
    fn named(mut namer: Namer, given: &[&str]) -> (Vec<String>, Vec<String>) {
        let span = Span::new(SourceId(0), 0, 0);
        let names = given.iter().map(|name| namer.name(name, "Place", span));
        let names = names.map(|name| name.text).collect();
        let changed = namer.changed.into_iter().map(|name| name.text);
        (names, changed.collect())
    }

    #[test]
    fn names_are_readable_and_unique() {
        let given = [
            "Receive\n  Packet",
            "",
            "Receive Packet",
            "Receive_Packet",
            " ",
            "\u{1b}A",
        ];
        let new = ["Place", "Receive Packet 2", "Receive_Packet 3", "Place 2"];
        let (names, changed) = named(Namer::default(), &given);
        assert_eq!(names[0], "Receive Packet");
        assert_eq!(names[1..5], new);
        assert_eq!(names[5], "A");
        assert_eq!(changed, new);
    }

    #[test]
    fn names_that_are_there_once_stay() {
        let names = |given: &[&str]| named(Namer::new(given.iter()), given).0;
        assert_eq!(names(&["A", "A", "A 2", "A"]), ["A", "A 3", "A 2", "A 4"]);
        assert_eq!(names(&["", "Place"]), ["Place 2", "Place"]);
        assert_eq!(
            names(&["A'2", "A", "B'2", "A'1"]),
            ["A'2 2", "A", "B'2", "A'1"]
        );
    }
}
