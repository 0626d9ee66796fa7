//! The report as plain text, in the order and with the headings that users of CPN Tools know; and as Markdown.

use super::facts::{Equivalence, Facts, Known, Nodes, Statistics, SweepFigures};
use crate::explore::control::StopReason;
use crate::numbers::grouped;
use crate::visible;
use std::borrow::Cow;

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
        self.0.push_str(&format!("    {}\n", visible::line(text)));
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
                format!("{}{pad}", visible::line(cell))
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
        self.0.push_str(&format!("- {}\n", code(text)));
    }

    fn table(&mut self, headings: &[&str], rows: &[Vec<String>]) {
        let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        self.0
            .push_str(&row(headings.iter().map(|h| h.to_string()).collect()));
        self.0
            .push_str(&row(headings.iter().map(|_| "---".to_string()).collect()));
        for cells in rows {
            // In a table a bar ends a cell, also in code.
            let escaped = cells.iter().map(|cell| code(cell).replace('|', "\\|"));
            self.0.push_str(&row(escaped.collect()));
        }
    }
}

/// A text of Markdown that shows what is written: as code, if anything in it means something else there. Multi-sets have backquotes.
pub fn code(text: &str) -> Cow<'_, str> {
    let text = visible::line(text);
    if !text.contains(['`', '<', '&', '*', '\\']) && !text.contains("](") {
        return text;
    }
    let runs = text.split(|c| c != '`').map(str::len);
    let fence = "`".repeat(runs.max().unwrap_or(0).max(1) + 1);
    Cow::Owned(format!("{fence} {text} {fence}"))
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

fn status(statistics: &Statistics) -> &'static str {
    let cut = (statistics.sweep.as_ref()).is_some_and(|sweep| sweep.cutoff.is_some());
    match statistics.stop_reason {
        StopReason::Complete if cut => "Full up to cut-off points: all branches ended",
        StopReason::Complete => "Full",
        StopReason::MaxStates => "Partial: the limit of states was reached",
        StopReason::MaxSeconds => "Partial: the time limit was reached",
        StopReason::Memory => "Partial: the memory limit was reached",
        StopReason::Numbers => "Partial: there are no numbers left for more values",
        StopReason::UntilTime => "Partial: steps after a given time were not followed",
        StopReason::Regress => "Partial: a step to less progress ended the search",
        StopReason::NoCutoff => "Partial: a way without cut-off points ended the search",
        _ => "Partial: the search was ended before",
    }
}

/// Something that is not known, and why.
fn unknown(why: &str, to: &mut dyn Style) {
    to.line(&format!("Not known. {why}"));
}

fn statistics(facts: &Facts, to: &mut dyn Style) {
    let s = &facts.statistics;
    to.section("Statistics");
    to.part("State Space");
    match (s.states, s.states_between) {
        (None, Some((least, most))) => to.line(&format!("Nodes:  from {least} to {most}")),
        (states, _) => to.line(&format!("Nodes:  {}", states.unwrap_or_default())),
    }
    let again = if s.states.is_none() {
        " followed, some of them several times"
    } else {
        ""
    };
    to.line(&format!("Arcs:   {}{again}", s.arcs));
    to.line(&format!("Secs:   {}", s.seconds as u64));
    to.line(&format!("Status: {}", status(s)));
    if !facts.is_whole() {
        to.line("Bounds, dead markings and what never happened are those of the part that was searched.");
    }
    if let Some(sweep) = &s.sweep {
        swept(sweep, s.states, to);
    }
    if let Some(equivalence) = &s.equivalence {
        equivalent(equivalence, s, to);
    }
    to.part("Scc Graph");
    match &s.scc_graph {
        Known::Yes(scc) => {
            to.line(&format!("Nodes:  {}", scc.nodes));
            to.line(&format!("Arcs:   {}", scc.arcs));
            to.line(&format!("Secs:   {}", scc.seconds as u64));
        }
        Known::No { unknown: why } => unknown(why, to),
    }
}

fn swept(sweep: &SweepFigures, states: Option<u64>, to: &mut dyn Style) {
    to.part("Sweep");
    to.line(&format!("Measure:    {}", sweep.measure));
    to.line(&format!("Sweeps:     {}", sweep.sweeps));
    to.line(&format!("Layers:     {}", sweep.layers));
    to.line(&format!("Visited:    {}", sweep.visited));
    let share = states
        .filter(|&states| states > 0)
        .map(|states| 100.0 * sweep.peak as f64 / states as f64);
    let share = share.map_or(String::new(), |share| format!(" ({share:.2} %)"));
    to.line(&format!(
        "Stored:     at most {} at one time{share}",
        sweep.peak
    ));
    to.line(&format!(
        "Persistent: {}, kept for {} arcs to less progress",
        sweep.persistent, sweep.regress_arcs
    ));
    if let Some((classes, branches)) = sweep.cutoff {
        let class = if classes == 1 { "class" } else { "classes" };
        let branch = if branches == 1 { "branch" } else { "branches" };
        to.line(&format!(
            "Cut-off:    {classes} {class} of cut-off points, {branches} {branch} ended at a known one"
        ));
        to.line("Figures are those of the markings visited. Where a branch ended, an equivalent marking goes on elsewhere.");
    }
}

fn equivalent(equivalence: &Equivalence, statistics: &Statistics, to: &mut dyn Style) {
    to.part("Equivalence");
    to.line("Nodes and arcs are those of representatives: equivalent markings count once. Bounds are those of all markings.");
    if let Some(known) = equivalence.symmetry {
        to.line(&format!("Symmetry: {known}"));
        match equivalence.states {
            Some(states) => {
                let whence = match equivalence.initial_alone {
                    true => "",
                    false => ", those that permuted initial markings lead to included",
                };
                to.line(&format!("They stand for {} states{whence}", wide(states)));
            }
            None => to.line("How many states they stand for is not known"),
        }
        if let Some(dead) = equivalence.dead_markings.filter(|&dead| dead > 0) {
            to.line(&format!("Dead ones stand for {} markings", wide(dead)));
        }
    }
    if equivalence.time {
        to.line("Time: markings that differ only in when they are count once");
    }
    if equivalence.measure_differs && statistics.sweep.is_some() {
        to.line("The measure is not the same for equivalent markings; that of the representative counts");
    }
}

fn wide(number: u128) -> String {
    u64::try_from(number).map_or_else(|_| number.to_string(), grouped)
}

fn boundedness(facts: &Facts, to: &mut dyn Style) {
    to.section("Boundedness Properties");
    if !facts.counted {
        return to.line("not known: there was no time left for them");
    }
    let swept = facts.statistics.sweep.is_some();
    to.part("Best Integer Bounds");
    let integers = facts.bounds.iter();
    let rows: Vec<Vec<String>> = integers
        .map(|b| vec![b.place.clone(), b.upper.to_string(), b.lower.to_string()])
        .collect();
    to.table(&["Place", "Upper", "Lower"], &rows);
    to.part("Best Upper Multi-set Bounds");
    let uppers = facts.bounds.iter();
    let rows: Vec<Vec<String>> = uppers
        .map(|b| vec![b.place.clone(), multiset(&b.upper_multiset, swept)])
        .collect();
    to.table(&["Place", "Tokens"], &rows);
    to.part("Best Lower Multi-set Bounds");
    let lowers = facts.bounds.iter();
    let rows: Vec<Vec<String>> = lowers
        .map(|b| vec![b.place.clone(), multiset(&b.lower_multiset, swept)])
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

fn multiset(shown: &Option<String>, swept: bool) -> String {
    let unknown = match swept {
        true => "not known: too many colours to keep (all with --full)",
        false => "not known: too many colours to keep",
    };
    shown.as_deref().unwrap_or(unknown).to_string()
}

fn home(facts: &Facts, to: &mut dyn Style) {
    to.section("Home Properties");
    to.part("Home Markings");
    let home = match &facts.home {
        Known::Yes(home) => home,
        Known::No { unknown: why } => return unknown(why, to),
    };
    let states = facts.statistics.states.unwrap_or_default() as usize;
    match (&home.markings, &home.initial) {
        (Some(markings), _) => to.line(&listed(markings, states)),
        // Time stamps are not compared.
        (None, Known::Yes(true)) => to.line("Initial Marking is a home marking"),
        (None, Known::Yes(false)) => to.line("Initial Marking is not a home marking"),
        (None, Known::No { unknown: why }) => unknown(why, to),
    }
    let equivalence = facts.statistics.equivalence.as_ref();
    if home.markings.is_some() && equivalence.is_some_and(|e| e.symmetry.is_some()) {
        to.line("Up to symmetry: from every marking one can be reached that such a representative stands for.");
    }
}

fn liveness(facts: &Facts, to: &mut dyn Style) {
    let liveness = &facts.liveness;
    to.section("Liveness Properties");
    to.part("Dead Markings");
    let dead = &liveness.dead_markings;
    match dead.first.is_empty() && dead.count > 0 {
        // A sweep does not number markings.
        true => to.line(&format!(
            "{}; a sweep does not number them",
            grouped(dead.count as u64)
        )),
        false => to.line(&listed(
            dead,
            facts.statistics.states.unwrap_or_default() as usize,
        )),
    }
    for example in &liveness.examples {
        match &example.way {
            Some(_) => to.part("A Dead Marking and a Shortest Way To It"),
            None => to.part("A Dead Marking"),
        }
        example.marking.iter().for_each(|line| to.line(line));
        for (number, step) in example.way.iter().flatten().enumerate() {
            to.line(&format!("{}. {step}", number + 1));
        }
    }
    to.part("Dead Transition Instances");
    known_names(&liveness.dead_transitions, facts.transitions, to);
    to.part("Live Transition Instances");
    known_names(&liveness.live_transitions, facts.transitions, to);
}

fn known_names(known: &Known<Vec<String>>, all: usize, to: &mut dyn Style) {
    match known {
        Known::Yes(found) => names(found, all, to),
        Known::No { unknown: why } => unknown(why, to),
    }
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
    let fairness = match &facts.fairness {
        Known::Yes(Some(fairness)) => fairness,
        Known::Yes(None) => return to.line("No infinite occurrence sequences."),
        Known::No { unknown: why } => return unknown(why, to),
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
    match facts.counted {
        true => names(&facts.never.unmarked, facts.bounds.len(), to),
        false => to.line("not known"),
    }
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
    match (facts.counted, facts.never.colours.is_empty()) {
        (false, _) => to.line("not known"),
        (true, true) => to.line("None"),
        (true, false) => {}
    }
    for (place, count, of, first) in &facts.never.colours {
        let more = if first.len() < *count { ", ..." } else { "" };
        to.line(&format!(
            "{place}: {count} of {of}: {}{more}",
            first.join(", ")
        ));
    }
}
