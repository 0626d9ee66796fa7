//! The report as plain text, in the order and with the headings that users of CPN Tools know; and as Markdown.

use super::facts::{Facts, Nodes};
use crate::explore::control::StopReason;

/// How the parts of a report are written.
pub trait Style {
    /// A section's heading.
    fn section(&mut self, title: &str);
    /// A part's heading.
    fn part(&mut self, title: &str);
    /// A line of its own.
    fn line(&mut self, text: &str);
    /// A table: headings and rows.
    fn table(&mut self, headings: &[&str], rows: &[Vec<String>]);
}

/// Plain text.
#[derive(Default)]
pub struct Plain(pub String);

impl Style for Plain {
    fn section(&mut self, title: &str) {
        let rule = "-".repeat(title.chars().count());
        self.0.push_str(&format!("\n {title}\n {rule}\n"));
    }

    fn part(&mut self, title: &str) {
        self.0.push_str(&format!("\n  {title}\n"));
    }

    fn line(&mut self, text: &str) {
        self.0.push_str(&format!("    {text}\n"));
    }

    fn table(&mut self, headings: &[&str], rows: &[Vec<String>]) {
        let headings: Vec<String> = headings.iter().map(|h| h.to_string()).collect();
        let all = || std::iter::once(&headings).chain(rows);
        let columns = headings.len();
        let width = |column: usize| {
            let cells = all().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for row in all() {
            let cells = row.iter().zip(&widths).map(|(cell, &width)| {
                let pad = " ".repeat(width - cell.chars().count());
                format!("{cell}{pad}")
            });
            let cells: Vec<String> = cells.collect();
            self.0
                .push_str(&format!("    {}\n", cells.join("  ").trim_end()));
        }
    }
}

/// Markdown.
#[derive(Default)]
pub struct Markdown(pub String);

impl Style for Markdown {
    fn section(&mut self, title: &str) {
        self.0.push_str(&format!("\n## {title}\n"));
    }

    fn part(&mut self, title: &str) {
        self.0.push_str(&format!("\n### {title}\n\n"));
    }

    fn line(&mut self, text: &str) {
        self.0.push_str(&format!("- {text}\n"));
    }

    fn table(&mut self, headings: &[&str], rows: &[Vec<String>]) {
        let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        self.0
            .push_str(&row(headings.iter().map(|h| h.to_string()).collect()));
        self.0
            .push_str(&row(headings.iter().map(|_| "---".to_string()).collect()));
        for cells in rows {
            let escaped = cells.iter().map(|cell| code(&cell.replace('|', "\\|")));
            self.0.push_str(&row(escaped.collect()));
        }
    }
}

/// A cell of Markdown that shows what is written; multi-sets have backquotes.
fn code(cell: &str) -> String {
    match cell.contains('`') {
        true => format!("`` {cell} ``"),
        false => cell.to_string(),
    }
}

/// Writes all sections.
pub fn write(facts: &Facts, to: &mut dyn Style) {
    statistics(facts, to);
    boundedness(facts, to);
    home(facts, to);
    liveness(facts, to);
    fairness(facts, to);
    never(facts, to);
}

fn status(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Complete => "Full",
        _ => "Partial",
    }
}

fn statistics(facts: &Facts, to: &mut dyn Style) {
    let s = &facts.statistics;
    to.section("Statistics");
    to.part("State Space");
    to.line(&format!("Nodes:  {}", s.states));
    to.line(&format!("Arcs:   {}", s.arcs));
    to.line(&format!("Secs:   {}", s.seconds as u64));
    to.line(&format!("Status: {}", status(s.stop_reason)));
    to.part("Scc Graph");
    to.line(&format!("Nodes:  {}", s.sccs));
    to.line(&format!("Arcs:   {}", s.scc_arcs));
    to.line(&format!("Secs:   {}", s.scc_seconds as u64));
}

fn boundedness(facts: &Facts, to: &mut dyn Style) {
    to.section("Boundedness Properties");
    to.part("Best Integer Bounds");
    let integers = facts.bounds.iter();
    let rows: Vec<Vec<String>> = integers
        .map(|b| vec![b.place.clone(), b.upper.to_string(), b.lower.to_string()])
        .collect();
    to.table(&["Place", "Upper", "Lower"], &rows);
    to.part("Best Upper Multi-set Bounds");
    let uppers = facts.bounds.iter();
    let rows: Vec<Vec<String>> = uppers
        .map(|b| vec![b.place.clone(), b.upper_multiset.clone()])
        .collect();
    to.table(&["Place", "Tokens"], &rows);
    to.part("Best Lower Multi-set Bounds");
    let lowers = facts.bounds.iter();
    let rows: Vec<Vec<String>> = lowers
        .map(|b| vec![b.place.clone(), b.lower_multiset.clone()])
        .collect();
    to.table(&["Place", "Tokens"], &rows);
}

/// `All`, `None`, or the first numbers and how many there are.
fn listed(nodes: &Nodes, all: usize) -> String {
    let first: Vec<String> = nodes.first.iter().map(u64::to_string).collect();
    match nodes.count {
        0 => "None".to_string(),
        count if count == all => "All".to_string(),
        count if count == first.len() => format!("[{}]", first.join(",")),
        count => format!("{count} [{},...]", first.join(",")),
    }
}

fn home(facts: &Facts, to: &mut dyn Style) {
    to.section("Home Properties");
    match &facts.home.markings {
        Some(markings) => {
            to.part("Home Markings");
            to.line(&listed(markings, facts.statistics.states));
        }
        // Time stamps are not compared.
        None => {
            to.part("Home Markings");
            to.line(match facts.home.initial {
                true => "Initial Marking is a home marking",
                false => "Initial Marking is not a home marking",
            });
        }
    }
}

fn liveness(facts: &Facts, to: &mut dyn Style) {
    let liveness = &facts.liveness;
    to.section("Liveness Properties");
    to.part("Dead Markings");
    to.line(&listed(&liveness.dead_markings, facts.statistics.states));
    if let Some(dead) = &liveness.example {
        to.part("A Dead Marking and a Shortest Way To It");
        dead.marking.iter().for_each(|line| to.line(line));
        for (number, step) in dead.way.iter().enumerate() {
            to.line(&format!("{}. {step}", number + 1));
        }
    }
    to.part("Dead Transition Instances");
    names(&liveness.dead_transitions, facts.transitions, to);
    to.part("Live Transition Instances");
    names(&liveness.live_transitions, facts.transitions, to);
}

fn names(names: &[String], all: usize, to: &mut dyn Style) {
    match names.len() {
        0 => to.line("None"),
        count if count == all => to.line("All"),
        _ => names.iter().for_each(|name| to.line(name)),
    }
}

fn fairness(facts: &Facts, to: &mut dyn Style) {
    to.section("Fairness Properties");
    let Some(fairness) = &facts.fairness else {
        return to.line("No infinite occurrence sequences.");
    };
    for (title, wanted) in [
        ("Impartial Transition Instances", "impartial"),
        ("Fair Transition Instances", "fair"),
        ("Just Transition Instances", "just"),
        ("Transition Instances with No Fairness", "no fairness"),
    ] {
        to.part(title);
        let found = fairness.iter().filter(|(_, word)| *word == wanted);
        let found: Vec<String> = found.map(|(name, _)| name.clone()).collect();
        names(&found, usize::MAX, to);
    }
}

fn never(facts: &Facts, to: &mut dyn Style) {
    to.section("What Never Happened");
    to.part("Places That Are Never Marked");
    names(&facts.never.unmarked, facts.bounds.len(), to);
    to.part("Transitions That Never Occur");
    match facts.never.disabled.is_empty() {
        true => to.line("None"),
        false => {
            for (name, cause) in &facts.never.disabled {
                to.line(&format!("{name}: {cause}"));
            }
        }
    }
    to.part("Colours That Never Come");
    if facts.never.colours.is_empty() {
        to.line("None");
    }
    for (place, count, of, first) in &facts.never.colours {
        let more = if first.len() < *count { ", ..." } else { "" };
        to.line(&format!(
            "{place}: {count} of {of}: {}{more}",
            first.join(", ")
        ));
    }
}
