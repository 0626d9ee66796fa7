//! Splits the library into units: a declaration at top level, or a member of a structure. A session loads those that a text mentions, so it must be known what each
//! declares before anything is parsed.
//!
//! The library is written with one indentation of two blanks a level, which is all that is needed to find declarations. A test in `src/library.rs` compares
//! the names found here with those that checking finds.

use crate::slot::{SLOTS, next, slot};
use std::fmt::Write;
use std::ops::Range;
use std::path::Path;

struct Unit {
    file: usize,
    range: Range<usize>,
    structure: String,
    /// Each with whether it is a value.
    names: Vec<(String, bool)>,
}

/// The source text of the table.
pub fn table(folder: &Path, list: &Path) -> String {
    println!("cargo::rerun-if-changed={}", folder.display());
    println!("cargo::rerun-if-changed={}", list.display());
    let list = std::fs::read_to_string(list).expect("the list of files");
    // The files in their order, as `include_str!` names them.
    let files = list.split("/stdlib/").skip(1);
    let mut units = Vec::new();
    for (file, rest) in files.enumerate() {
        let name = rest.split('"').next().expect("a file name");
        let text = std::fs::read_to_string(folder.join(name)).expect("a file of the library");
        Scanner::new(file, &text, &mut units).run(&text);
    }
    write(&units)
}

fn write(units: &[Unit]) -> String {
    let mut out = String::from("pub(crate) static UNITS: &[Unit] = &[\n");
    let mut names = Vec::new();
    for (number, unit) in units.iter().enumerate() {
        let Unit { file, range, .. } = unit;
        let structure = &unit.structure;
        let declared = unit.names.iter();
        names.extend(declared.map(|(name, value)| (structure, name, number, *value)));
        let _ = writeln!(
            out,
            "Unit {{ file: {file}, range: {}..{}, structure: {structure:?} }},",
            range.start, range.end
        );
    }
    names.sort();
    out.push_str("];\npub(crate) static NAMES: &[Declared] = &[\n");
    for entry in &names {
        let _ = writeln!(out, "Declared{entry:?},");
    }
    let mut structures: Vec<&str> = units.iter().map(|u| u.structure.as_str()).collect();
    structures.retain(|s| !s.is_empty());
    structures.sort();
    structures.dedup();
    let _ = writeln!(
        out,
        "];\npub(crate) static STRUCTURES: &[&str] = &{structures:?};"
    );
    // For each name and each structure the first of its entries, counted from 1.
    let mut slots = [0; SLOTS];
    for (i, (structure, name, ..)) in names.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| (names[i].0, names[i].1));
        let mut enter = |name| {
            let mut at = slot(structure, name);
            while slots[at] != 0 {
                at = next(at);
            }
            slots[at] = i + 1;
        };
        if before != Some((*structure, *name)) {
            enter(name);
        }
        if before.is_none_or(|before| before.0 != *structure) {
            enter("");
        }
    }
    assert!(2 * slots.iter().filter(|slot| **slot != 0).count() < SLOTS);
    let _ = writeln!(out, "static FIRST: [u16; slot::SLOTS] = {slots:?};");
    out
}

struct Scanner<'a> {
    file: usize,
    structure: String,
    units: &'a mut Vec<Unit>,
    /// The lines read belong to the last unit.
    open: bool,
    /// The last unit is a `local` and its hidden part is being read.
    hidden: bool,
    /// Where the declarations of the last unit that count begin in their lines.
    shown: usize,
    comments: usize,
}

impl Scanner<'_> {
    fn new<'a>(file: usize, text: &str, units: &'a mut Vec<Unit>) -> Scanner<'a> {
        assert!(!text.contains('\t'));
        Scanner {
            file,
            structure: String::new(),
            units,
            open: false,
            hidden: false,
            shown: 0,
            comments: 0,
        }
    }

    fn run(mut self, text: &str) {
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let end = start + line.len();
            let code = self.comments == 0 && !line.trim_start().starts_with("(*");
            self.comments += line.matches("(*").count();
            self.comments -= line.matches("*)").count();
            if code && !line.trim().is_empty() {
                self.line(line, start..end);
            }
            start = end;
        }
    }

    fn line(&mut self, line: &str, range: Range<usize>) {
        let words = line.trim();
        let indent = line.len() - line.trim_start().len();
        let level = if self.structure.is_empty() { 0 } else { 2 };
        if indent == 0 && words.ends_with("= struct") {
            self.structure = words.split(' ').nth(1).expect("a name").to_string();
            self.open = false;
            return;
        }
        if indent + 2 == level && words == "end" {
            self.structure.clear();
            self.open = false;
            return;
        }
        if indent == level && (words == "local" || starts_declaration(words)) {
            self.units.push(Unit {
                file: self.file,
                range: range.clone(),
                structure: self.structure.clone(),
                names: Vec::new(),
            });
            self.open = true;
            self.hidden = words == "local";
            // In a `local` what is shown stands one level further in.
            self.shown = if self.hidden { level + 2 } else { level };
        }
        assert!(self.open, "{line:?} belongs to no declaration");
        let unit = self.units.last_mut().expect("an open unit");
        unit.range.end = range.end;
        self.hidden &= !(indent == level && words == "in");
        let declares = starts_declaration(words) || words.starts_with("and ");
        if !self.hidden && declares && indent == self.shown {
            unit.names.extend(declared(words));
        }
    }
}

fn starts_declaration(words: &str) -> bool {
    [
        "fun ",
        "val ",
        "type ",
        "datatype ",
        "exception ",
        "structure ",
    ]
    .iter()
    .any(|keyword| words.starts_with(keyword))
}

/// The names that a declaration beginning with this line declares.
fn declared(line: &str) -> Vec<(String, bool)> {
    let (keyword, rest) = line.split_once(' ').expect("a keyword");
    let head = rest.split(" = ").next().unwrap_or(rest);
    let head = head.strip_suffix(" =").unwrap_or(head);
    let words: Vec<&str> = head
        .split(' ')
        .map(|w| w.trim_matches(['(', ')', ',', '[', ']']))
        .collect();
    let operator = || (words.iter().skip(1)).find(|w| is_operator(w));
    let name = match keyword {
        "fun" | "and" => operator().unwrap_or(&words[0]),
        "val" if words[0] == "op" => &words[1],
        "type" => words.last().expect("a name"),
        _ => &words[0],
    };
    let is_value = ["fun", "and", "val", "exception"].contains(&keyword);
    let mut names = vec![(name.to_string(), is_value)];
    if keyword == "datatype" {
        let (_, constructors) = rest
            .split_once(" = ")
            .expect("constructors in the same line");
        let first = |c: &str| c.trim().split(' ').next().map(|n| (n.to_string(), true));
        names.extend(constructors.split('|').filter_map(first));
    }
    names
}

/// Whether a word of a function's head is the operator that is being defined.
fn is_operator(word: &str) -> bool {
    let symbol = |c| "!%&$#+-/:<=>?@\\~^|*`".contains(c);
    match word {
        "o" | "before" => true,
        "" | ":" | "::" | "->" | "*" => false,
        _ => word.chars().all(symbol),
    }
}
