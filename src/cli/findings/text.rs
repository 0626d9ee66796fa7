//! What was found, for people.

use super::{Equivalent, Findings, RegressStep, States, shorten, show_marking, show_step};
use crate::cli::progress::{bytes, grouped, max_rss};
use crate::explore::control::StopReason;
use crate::visible;
use std::io::{self, BufWriter, IsTerminal, Write};

/// Characters of a multi-set that are shown unless all are wanted.
const SHORT: usize = 60;

/// A number of things.
pub fn several(number: u64, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        _ => format!("{} {what}s", grouped(number)),
    }
}

/// For people. With a `predicate`, a trace was looked for.
pub fn text(findings: &mut Findings, full: bool, predicate: Option<&str>) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    if full {
        findings.worker.show_in_full();
    }
    if findings.stop == StopReason::NoCutoff {
        stray(&mut out, findings)?;
    } else if let Some(predicate) = predicate {
        trace(&mut out, findings, predicate)?;
    }
    regress(&mut out, findings, full)?;
    summary(&mut out, findings)?;
    equivalent(&mut out, findings)?;
    clock_runs_on(&mut out, findings)?;
    if matches!(
        findings.stop,
        StopReason::Found | StopReason::Regress | StopReason::NoCutoff
    ) {
        return out.flush();
    }
    writeln!(out)?;
    dead(&mut out, findings, full)?;
    let never = findings.dead_transitions();
    let names = never.join(", ");
    match findings.stop {
        _ if never.is_empty() => writeln!(out, "Every transition occurs.")?,
        StopReason::Complete => writeln!(out, "Never occurring: {names}.")?,
        _ => writeln!(out, "Not occurring so far: {names}.")?,
    }
    if findings.no_components {
        writeln!(
            out,
            "Strongly connected components: not known, there was no time or memory left for them."
        )?;
    }
    if let Some(c) = &findings.components {
        let (count, terminal) = (grouped(c.count as u64), grouped(c.terminal as u64));
        writeln!(
            out,
            "Strongly connected components: {count}, {terminal} of them terminal; the largest has {}.",
            several(c.largest as u64, "state")
        )?;
    }
    writeln!(out)?;
    table(&mut out, findings, full)?;
    out.flush()?;
    // Not part of the answer: it differs from run to run.
    if io::stderr().is_terminal() {
        let seconds = findings.search.as_secs_f64();
        let (arena, table) = findings.bytes_per_state;
        let _ = writeln!(
            io::stderr(),
            "\n{seconds:.3} s, {} states/s; {arena:.0} bytes a state and {table:.1} in the table; {} of memory at most.",
            grouped((findings.explored as f64 / seconds.max(1e-9)) as u64),
            bytes(max_rss()),
        );
    }
    Ok(())
}

/// How many states and arcs, and why no more; and of a sweep how it went.
fn summary(out: &mut impl Write, findings: &Findings) -> io::Result<()> {
    let swept = findings.swept.as_ref();
    let cut = swept.is_some_and(|swept| swept.cutoff.is_some());
    let ending = match findings.stop {
        StopReason::Complete if cut => "all branches ended".to_string(),
        StopReason::Complete => "this is the whole state space".to_string(),
        StopReason::Found | StopReason::Regress | StopReason::NoCutoff => {
            "the search ended there".to_string()
        }
        StopReason::UntilTime => bounded(findings),
        reason => {
            let why = match reason {
                StopReason::MaxStates => "the limit of states was reached",
                StopReason::MaxSeconds => "the time limit was reached",
                StopReason::Memory => "the memory limit was reached",
                StopReason::Numbers => "there are no numbers left for more values",
                StopReason::Disk => "the ways to markings could not be written",
                _ => "interrupted",
            };
            let left = several(findings.frontier as u64, "state");
            format!("{why}, {left} not expanded")
        }
    };
    let name = visible::line(&findings.worker.shared().net.name);
    let arcs = several(findings.arcs, "arc");
    match findings.states {
        States::Exactly(states) => {
            writeln!(
                out,
                "{name}: {}, {arcs}; {ending}.",
                several(states, "state")
            )?;
        }
        States::Between(least, most) => writeln!(
            out,
            "{name}: from {} to {} states, {arcs} followed; {ending}.",
            grouped(least),
            grouped(most),
        )?,
    }
    let Some(swept) = &findings.swept else {
        return Ok(());
    };
    let share = match (findings.stop, findings.states) {
        (StopReason::Complete, States::Exactly(states)) => {
            format!(
                " ({:.2} %)",
                100.0 * findings.peak_states as f64 / states as f64
            )
        }
        _ => String::new(),
    };
    writeln!(
        out,
        "Swept by {}: {}, {}, {} visited; at most {} stored at one time{share}.",
        visible::line(&swept.measure),
        several(swept.sweeps, "sweep"),
        several(swept.layers, "layer"),
        several(findings.explored, "state"),
        grouped(findings.peak_states as u64),
    )?;
    if let Some((classes, branches)) = swept.cutoff {
        writeln!(
            out,
            "Cut-off points: {}; {} ended at a known one.",
            classes_of(classes as u64),
            several_branches(branches),
        )?;
    }
    match swept.regress_arcs {
        0 => Ok(()),
        arcs => writeln!(
            out,
            "Progress decreases on {}; besides these, {} kept for that: at most {} in all.",
            several(arcs, "arc"),
            match swept.persistent {
                1 => "1 persistent state is".to_string(),
                n => format!("{} persistent states are", grouped(n as u64)),
            },
            grouped(swept.peak_with_persistent as u64),
        ),
    }
}

/// The end of a search that follows no step after a certain time.
fn bounded(findings: &Findings) -> String {
    let until = findings.until.as_deref().unwrap_or_default();
    let later = match findings.frontier {
        0 => "there are later ones".to_string(),
        1 => "1 state has later ones".to_string(),
        several => format!("{} states have later ones", grouped(several as u64)),
    };
    format!("all steps up to time {until} were followed, {later}")
}

/// Advice where a search in time reached a limit: often the clock runs on for ever.
fn clock_runs_on(out: &mut impl Write, findings: &Findings) -> io::Result<()> {
    let equivalence = findings.equivalent.as_ref();
    let reduced = equivalence.is_some_and(|e| e.equivalence.is_timed());
    let is_limit = matches!(
        findings.stop,
        StopReason::MaxStates | StopReason::MaxSeconds | StopReason::Memory
    );
    if !is_limit || reduced || !findings.worker.shared().net.timed {
        return Ok(());
    }
    writeln!(
        out,
        "The clock runs on: if the net is cyclic, its markings come again at other times. \
         --time-equivalence counts these once, --until-time T ends the search at a time."
    )
}

/// What the states are, if equivalent markings are one.
fn equivalent(out: &mut impl Write, findings: &Findings) -> io::Result<()> {
    let Some(equivalent) = &findings.equivalent else {
        return Ok(());
    };
    let Equivalent {
        equivalence, sums, ..
    } = equivalent;
    if equivalent.measure_differs {
        writeln!(
            out,
            "The measure is not the same for equivalent markings; that of the representative counts."
        )?;
    }
    if equivalence.is_timed() {
        writeln!(
            out,
            "Markings that differ only in when they are count once."
        )?;
    }
    if !equivalence.is_symmetric() {
        return Ok(());
    }
    if let Some(states) = sums.states {
        let many = grouped(u64::try_from(states).unwrap_or(u64::MAX));
        let whence = match sums.initial {
            true => "",
            false => ", those that permuted initial markings lead to included",
        };
        writeln!(out, "Up to symmetry: they stand for {many} states{whence}.")?;
    } else {
        writeln!(out, "Markings that differ by a permutation count once.")?;
    }
    match equivalence.compared() {
        None => writeln!(out, "The symmetry is proven."),
        // How many were compared may depend on threads.
        Some(_) => writeln!(
            out,
            "The symmetry is not proven; it was checked on permuted copies of the markings."
        ),
    }
}

fn classes_of(number: u64) -> String {
    match number {
        1 => "1 class".to_string(),
        _ => format!("{} classes", grouped(number)),
    }
}

fn several_branches(number: u64) -> String {
    match number {
        1 => "1 branch".to_string(),
        _ => format!("{} branches", grouped(number)),
    }
}

/// A way without cut-off points.
fn stray(out: &mut impl Write, findings: &mut Findings) -> io::Result<()> {
    let steps = findings.trace.take().unwrap_or_default();
    writeln!(
        out,
        "A way of {} has no cut-off point in its last layers, so the predicate is probably not one of cut-off points:",
        several(steps.len() as u64, "step")
    )?;
    for (number, step) in steps.iter().enumerate() {
        show_step(out, &mut findings.worker, number + 1, step)?;
    }
    writeln!(out)
}

/// The step that a strict sweep does not allow.
fn regress(out: &mut impl Write, findings: &mut Findings, full: bool) -> io::Result<()> {
    let found = findings
        .swept
        .as_mut()
        .and_then(|swept| swept.regress.take());
    let Some(RegressStep { step, from, to }) = found else {
        return Ok(());
    };
    writeln!(out, "Progress decreases from {} to {}:", from.1, to.1)?;
    writeln!(out, "  from a marking with progress {}", from.1)?;
    show_marking(out, &mut findings.worker, &from.0, full)?;
    show_step(out, &mut findings.worker, 1, &step)?;
    writeln!(out, "  to a marking with progress {}", to.1)?;
    show_marking(out, &mut findings.worker, &to.0, full)?;
    writeln!(out)
}

fn dead(out: &mut impl Write, findings: &mut Findings, full: bool) -> io::Result<()> {
    let count = findings.dead;
    if count == 0 {
        return match findings.stop {
            StopReason::Complete => writeln!(out, "No dead markings."),
            _ => writeln!(out, "No dead markings so far."),
        };
    }
    let stood_for = findings.equivalent.as_ref().and_then(|e| e.sums.dead);
    let others = match stood_for {
        Some(all) if all > count as u128 => {
            let all = grouped(u64::try_from(all).unwrap_or(u64::MAX));
            format!(", standing for {all}")
        }
        _ => String::new(),
    };
    writeln!(out, "{}{others}:", several(count as u64, "dead marking"))?;
    let shown = std::mem::take(&mut findings.dead_first);
    for state in &shown {
        show_marking(out, &mut findings.worker, state, full)?;
    }
    match count - shown.len() {
        0 => Ok(()),
        more => writeln!(out, "  and {} more", grouped(more as u64)),
    }
}

fn table(out: &mut impl Write, findings: &mut Findings, full: bool) -> io::Result<()> {
    let shared = findings.worker.shared().clone();
    let limit = if full { usize::MAX } else { SHORT };
    let names: Vec<String> = shared.net.places.iter().map(|p| p.full_name()).collect();
    let width = names
        .iter()
        .map(|n| n.chars().count())
        .max()
        .unwrap_or(0)
        .max(5);
    let Some(all) = &mut findings.bounds else {
        return writeln!(
            out,
            "The bounds of places are not known: there was no time left for them."
        );
    };
    writeln!(
        out,
        "{:width$}  {:>7}  {:>7}  upper multi-set",
        "place", "lower", "upper"
    )?;
    for (place, bounds) in all.iter_mut().enumerate() {
        // They may be too many for a copy.
        let items = &mut bounds.upper_multiset;
        // More would not be shown.
        let most = if full { usize::MAX } else { SHORT };
        findings.worker.sort_first(place, items, most);
        let shown = match (bounds.colours, &findings.swept) {
            (true, _) => findings.worker.show_unstamped(place, items),
            (false, Some(_)) => "too many colours to keep (all with --full)".to_string(),
            (false, None) => "too many colours or tokens to keep".to_string(),
        };
        let (lower, upper) = (grouped(bounds.lower), grouped(bounds.upper));
        writeln!(
            out,
            "{:width$}  {lower:>7}  {upper:>7}  {}",
            names[place],
            visible::line(&shorten(&shown, limit))
        )?;
    }
    Ok(())
}

fn trace(out: &mut impl Write, findings: &mut Findings, predicate: &str) -> io::Result<()> {
    let predicate = visible::line(predicate);
    let Some(steps) = findings.trace.take() else {
        let sure = match findings.stop {
            StopReason::Complete => "No reachable marking satisfies".to_string(),
            StopReason::UntilTime => {
                let until = findings.until.as_deref().unwrap_or_default();
                format!("Up to time {until} no marking satisfies")
            }
            _ => "Up to the limit no marking was found that satisfies".to_string(),
        };
        writeln!(out, "{sure} {predicate}")?;
        return writeln!(out);
    };
    writeln!(
        out,
        "{} to a marking that satisfies {predicate}",
        several(steps.len() as u64, "step")
    )?;
    for (number, step) in steps.iter().enumerate() {
        show_step(out, &mut findings.worker, number + 1, step)?;
    }
    writeln!(out)
}
