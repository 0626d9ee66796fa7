//! Names that people can read and that are different: those in the file may be empty, equal, or of several lines.

use crate::net::names::ml_form;
use std::collections::{BTreeMap, BTreeSet};

/// Gives out names, no two with the same ML form.
#[derive(Debug, Default)]
pub struct Namer {
    taken: BTreeSet<String>,
    /// The number that a name got last.
    numbers: BTreeMap<String, usize>,
    /// Names that are not what the file says.
    pub changed: Vec<String>,
}

impl Namer {
    /// The name that the file gives, on one line; with a number if it is there already. `kind` is what a node without a name is called.
    pub fn name(&mut self, written: &str, kind: &str) -> String {
        // What is no character for people would reach their terminal.
        let blank = |c: char| c.is_whitespace() || c.is_control();
        let words: Vec<&str> = written
            .split(blank)
            .filter(|word| !word.is_empty())
            .collect();
        let wanted = match words.is_empty() {
            true => kind.to_string(),
            false => words.join(" "),
        };
        let mut name = wanted.clone();
        let number = self.numbers.entry(ml_form(&wanted)).or_insert(1);
        let first = *number;
        while !self.taken.insert(ml_form(&name)) {
            *number += 1;
            name = format!("{wanted} {number}");
        }
        if words.is_empty() || *number > first {
            self.changed.push(name.clone());
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_readable_and_unique() {
        let mut namer = Namer::default();
        let given = [
            "Receive\n  Packet",
            "",
            "Receive Packet",
            "Receive_Packet",
            " ",
            "\u{1b}A",
        ];
        let names: Vec<String> = given.iter().map(|name| namer.name(name, "Place")).collect();
        assert_eq!(
            names,
            [
                "Receive Packet",
                "Place",
                "Receive Packet 2",
                "Receive_Packet 3",
                "Place 2",
                "A"
            ]
        );
        let changed = ["Place", "Receive Packet 2", "Receive_Packet 3", "Place 2"];
        assert_eq!(namer.changed, changed);
    }
}
