//! The manual tested: its programs and commands run and print what the page says, its links lead somewhere, and the library page names all there is.
//!
//! A fenced block marked `sml` or `cpn` is a program of that dialect. A block marked `text` right after it is what the program prints; without one, the
//! program must merely have no errors. A block marked `yaml` that starts with `net:` is a net, which must have no problems; any other is part of one. A block marked `console` holds `$ sweepnet …` lines, each followed by what it prints. Other `cargo` lines than
//! `cargo run` are not run.
//! `UPDATE_DOCS=1 cargo test --test docs` writes what is printed now into the pages: read the difference before you commit it.

use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use sweepnet::net::{self, yaml};
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::session::{Dialect, Event, Session};
use sweepnet_lang::span::SourceId;

static SML: LazyLock<Session> = LazyLock::new(|| Session::new(Dialect::Sml));
static CPN: LazyLock<Session> = LazyLock::new(|| Session::new(Dialect::Cpn));

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = vec![Trial::test("library names", library_names)];
    for page in pages() {
        if std::env::var_os("UPDATE_DOCS").is_some() {
            update(&page);
        }
        let name = page.strip_prefix(root()).unwrap_or(&page).display();
        let text = read(&page);
        let blocks = blocks(&text);
        for (i, block) in blocks.iter().enumerate() {
            let title = format!("{name}:{}", block.line);
            let block = block.clone();
            let next = blocks.get(i + 1).cloned();
            match block.mark.as_str() {
                "sml" | "cpn" => {
                    trials.push(Trial::test(title, move || program(&block, next.as_ref())))
                }
                "console" => {
                    let test = Trial::test(title, move || same(&console(&block.text), &block.text));
                    trials.push(test.with_ignored_flag(!has_commands()));
                }
                "yaml" => trials.push(Trial::test(title, move || net(&block.text))),
                "" | "text" | "json" => {}
                mark => {
                    let message = format!("a block marked `{mark}` is not tested");
                    trials.push(Trial::test(title, || Err(message.into())));
                }
            }
        }
        trials.push(Trial::test(format!("{name} links"), move || links(&page)));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The README, if it is there, and the manual.
fn pages() -> Vec<PathBuf> {
    let manual = fs::read_dir(root().join("docs")).expect("docs is a folder");
    let mut pages: Vec<PathBuf> = manual
        .map(|entry| entry.expect("docs can be listed").path())
        .chain([root().join("README.md")])
        .filter(|path| path.extension().is_some_and(|e| e == "md") && path.exists())
        .collect();
    pages.sort();
    pages
}

fn read(page: &Path) -> String {
    fs::read_to_string(page).expect("a page is text")
}

/// A fenced block.
#[derive(Clone, Debug)]
struct Block {
    /// What follows the opening fence.
    mark: String,
    /// The line of the opening fence, counted from 1.
    line: usize,
    text: String,
    /// Whether only blank lines stand between it and the block before.
    adjacent: bool,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut adjacent = false;
    let mut lines = page.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let Some(mark) = line.strip_prefix("```") else {
            adjacent &= line.trim().is_empty();
            continue;
        };
        let mut text = String::new();
        for (_, inside) in lines.by_ref().take_while(|(_, line)| *line != "```") {
            text.push_str(inside);
            text.push('\n');
        }
        found.push(Block {
            mark: mark.trim().to_string(),
            line: number + 1,
            text,
            adjacent,
        });
        adjacent = true;
    }
    found
}

/// A net without problems, or at least YAML.
fn net(text: &str) -> Result<(), Failed> {
    let problems = match text.starts_with("net:") {
        true => net::load_text("example.yaml", text, root(), "example", &[]).diagnostics,
        false => yaml::parse(SourceId(0), text).err().into_iter().collect(),
    };
    match problems.is_empty() {
        true => Ok(()),
        false => Err(format!("{problems:#?}").into()),
    }
}

/// What a program prints: warnings, values and output, errors.
fn run(block: &Block) -> (String, bool) {
    let mut session = match block.mark.as_str() {
        "cpn" => CPN.clone(),
        _ => SML.clone(),
    };
    let outcome = session.run("example", &block.text);
    let (errors, warnings): (Vec<&Diagnostic>, Vec<&Diagnostic>) =
        outcome.diagnostics.iter().partition(|d| d.is_error());
    let mut printed = String::new();
    for d in warnings {
        printed.push_str(&format!("warning[{}]: {}\n", d.code, d.message));
    }
    for event in &outcome.events {
        match event {
            Event::Bound { name, value, ty } => {
                printed.push_str(&format!("val {name} = {value} : {ty}\n"));
            }
            Event::Printed(text) => printed.push_str(text),
        }
    }
    for d in &errors {
        printed.push_str(&format!("error[{}]: {}\n", d.code, d.message));
    }
    (printed, !errors.is_empty())
}

/// The block that says what a program prints.
fn expected(next: Option<&Block>) -> Option<&Block> {
    next.filter(|b| b.adjacent && b.mark == "text")
}

fn program(block: &Block, next: Option<&Block>) -> Result<(), Failed> {
    let (printed, failed) = run(block);
    match expected(next) {
        Some(expected) => same(&printed, &expected.text),
        None if failed => Err(printed.into()),
        None => Ok(()),
    }
}

/// Whether the program has its commands yet.
fn has_commands() -> bool {
    let version = Command::new(env!("CARGO_BIN_EXE_sweepnet"))
        .arg("--version")
        .output()
        .expect("the program starts");
    version.stdout.starts_with(b"sweepnet ")
}

/// Runs the `$ sweepnet` lines of a transcript at the repository's root, and gives the transcript as it should be.
fn console(transcript: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_sweepnet"));
    let folder = program.parent().expect("a program is in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut out = String::new();
    let mut ran = false;
    for line in transcript.lines() {
        let Some(command) = line.strip_prefix("$ ") else {
            if !ran {
                out.push_str(&format!("{line}\n"));
            }
            continue;
        };
        out.push_str(&format!("{line}\n"));
        // The program is there already: cargo need not build it again.
        let command = match command.strip_prefix("cargo run --release -- ") {
            Some(arguments) => format!("sweepnet {arguments}"),
            None => command.to_string(),
        };
        ran = !command.starts_with("cargo");
        if ran {
            let result = Command::new("sh")
                .args(["-c", &format!("exec 2>&1; {command}")])
                .current_dir(root())
                .env("PATH", format!("{}:{path}", folder.display()))
                .env("NO_COLOR", "1")
                .output()
                .expect("there is a shell");
            out.push_str(&String::from_utf8_lossy(&result.stdout));
        }
    }
    out
}

fn same(printed: &str, page: &str) -> Result<(), Failed> {
    match printed.trim_end() == page.trim_end() {
        true => Ok(()),
        false => Err(format!("printed:\n{printed}\nthe page says:\n{page}").into()),
    }
}

/// Writes what programs and commands print now into a page.
fn update(page: &Path) {
    let text = read(page);
    let blocks = blocks(&text);
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    // From the end, so that line numbers before stay right.
    for (i, block) in blocks.iter().enumerate().rev() {
        let (place, new) = match block.mark.as_str() {
            "sml" | "cpn" => match expected(blocks.get(i + 1)) {
                Some(expected) => (expected, run(block).0),
                None => continue,
            },
            "console" if has_commands() => (block, console(&block.text)),
            _ => continue,
        };
        let old = place.line..place.line + place.text.lines().count();
        lines.splice(old, new.trim_end().lines().map(String::from));
    }
    fs::write(page, lines.join("\n") + "\n").expect("a page can be written");
}

/// Every link inside the repository leads to a file, and to a heading in it if it names one.
fn links(page: &Path) -> Result<(), Failed> {
    let mut wrong = Vec::new();
    for target in prose(&read(page)).split("](").skip(1) {
        let target = target.split(')').next().unwrap_or_default();
        if target.contains("://") || target.starts_with("mailto:") {
            continue;
        }
        let (file, heading) = target.split_once('#').unwrap_or((target, ""));
        let file = match file {
            "" => page.to_path_buf(),
            _ => page.with_file_name(file),
        };
        let there = match heading {
            "" => file.exists(),
            _ => file.is_file() && anchors(&read(&file)).contains(heading),
        };
        if !there {
            wrong.push(target.to_string());
        }
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(format!("links to nowhere: {}", wrong.join(", ")).into()),
    }
}

/// A page without its fenced blocks.
fn prose(page: &str) -> String {
    let mut inside = false;
    page.lines()
        .filter(|line| {
            let fence = line.starts_with("```");
            inside ^= fence;
            !inside && !fence
        })
        .map(|line| format!("{line}\n"))
        .collect()
}

/// The names by which headings can be linked to, as GitHub makes them.
fn anchors(page: &str) -> BTreeSet<String> {
    prose(page)
        .lines()
        .filter(|line| line.starts_with('#'))
        .map(|line| {
            line.trim_start_matches('#')
                .trim()
                .to_lowercase()
                .chars()
                .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
                .map(|c| if c == ' ' { '-' } else { c })
                .collect()
        })
        .collect()
}

/// The library page has a row for every public name, with its type, and no row for anything else.
fn library_names() -> Result<(), Failed> {
    let mut session = SML.clone();
    let names: BTreeSet<String> = session.names().into_iter().collect();
    let mut rows = BTreeSet::new();
    let mut wrong = Vec::new();
    let mut in_table = false;
    for line in read(&root().join("docs/library.md")).lines() {
        if line.starts_with("|---") {
            continue;
        }
        let cells: Vec<&str> = line.split(" | ").collect();
        let [name, ty, ..] = cells[..] else {
            in_table = false;
            continue;
        };
        if name.starts_with("| Name") {
            in_table = true;
            continue;
        }
        let (name, ty) = (code(name), code(ty));
        if !in_table || name.is_empty() {
            continue;
        }
        if !names.contains(&name) {
            wrong.push(format!("`{name}` is on the page and not in the library"));
        } else if !ty.is_empty() {
            let real = type_of(&mut session, &name);
            if real != ty {
                wrong.push(format!("`{name}` is `{real}`, not `{ty}`"));
            }
        }
        rows.insert(name);
    }
    let missing = names.difference(&rows).map(|n| format!("`{n}` is missing"));
    wrong.extend(missing);
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(wrong.join("\n").into()),
    }
}

fn type_of(session: &mut Session, name: &str) -> String {
    let alone = session.type_of(name);
    alone
        .or_else(|_| session.type_of(&format!("op {name}")))
        .unwrap_or_default()
}

/// The text between the backticks of a table's cell; empty if the cell is not code.
fn code(cell: &str) -> String {
    let cell = cell.trim_start_matches("| ").trim();
    let inner = cell.trim_matches('`').trim();
    match cell.starts_with('`') {
        true => inner.to_string(),
        false => String::new(),
    }
}
