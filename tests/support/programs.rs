//! The programs in `tests/lang`, each with the output it must have.
//!
//! A program is a line `(*** name ***)`, its text, and its expected output between a line `(*=` and a line `*)`. The files `cpn-*.sml` are in CPN ML, the
//! others in plain Standard ML. A line `(* Poly/ML: reason *)` in a program says why Poly/ML gives another answer, which is then not asked for one.

use std::fs;
use std::path::{Path, PathBuf};
use sweepnet_lang::session::Dialect;

/// A program and its expected output.
#[derive(Clone)]
pub struct Program {
    pub name: String,
    pub text: String,
    pub expected: String,
}

/// A file of programs.
pub struct File {
    pub path: PathBuf,
    pub name: String,
    pub dialect: Dialect,
    pub programs: Vec<Program>,
}

impl Program {
    /// Why Poly/ML gives another answer, if it does.
    pub fn poly_differs(&self) -> Option<&str> {
        self.text.lines().find_map(|line| {
            line.strip_prefix("(* Poly/ML: ")
                .and_then(|rest| rest.strip_suffix(" *)"))
        })
    }
}

/// All files, by name.
pub fn files() -> Vec<File> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lang");
    let entries = fs::read_dir(&folder).expect("tests/lang is a folder");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|e| e == "sml"))
        .collect();
    paths.sort();
    paths.into_iter().map(read).collect()
}

fn read(path: PathBuf) -> File {
    let name = path.file_stem().expect("a file name").to_string_lossy();
    let text = fs::read_to_string(&path).expect("a readable file");
    File {
        dialect: match name.starts_with("cpn-") {
            true => Dialect::Cpn,
            false => Dialect::Sml,
        },
        programs: parse(&name, &text),
        name: name.into_owned(),
        path,
    }
}

fn parse(file: &str, text: &str) -> Vec<Program> {
    let mut programs: Vec<Program> = Vec::new();
    let mut in_expected = true;
    for line in text.lines() {
        let name = line
            .strip_prefix("(*** ")
            .and_then(|l| l.strip_suffix(" ***)"));
        if let Some(name) = name {
            programs.push(Program {
                name: name.to_string(),
                text: String::new(),
                expected: String::new(),
            });
            in_expected = false;
        } else if line == "(*=" {
            in_expected = true;
        } else if let Some(program) = programs.last_mut() {
            let part = match in_expected {
                true => &mut program.expected,
                false => &mut program.text,
            };
            part.push_str(line);
            part.push('\n');
        }
    }
    for program in &mut programs {
        let end = program.expected.rfind("*)\n");
        let end = end.unwrap_or_else(|| panic!("{file}: {} has no expected output", program.name));
        program.expected.truncate(end);
    }
    programs
}

/// Writes the programs with the outputs they have now.
pub fn write(file: &File) {
    let blocks: Vec<String> = file
        .programs
        .iter()
        .map(|p| format!("(*** {} ***)\n{}(*=\n{}*)\n", p.name, p.text, p.expected))
        .collect();
    fs::write(&file.path, blocks.join("\n")).expect("a writable file");
}
