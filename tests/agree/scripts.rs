//! The same questions asked by query scripts.

use super::case::Case;
use super::exact::{Asked, Words, exact};
use super::naive::step::State;
use sweepnet::query::{Limits, run_each, session};
use sweepnet_lang::session::Event;

/// The nodes that satisfy each of some predicates, as `PredAllNodes` finds them.
fn nodes(case: &Case, predicates: &[String], time_equivalence: bool) -> Vec<String> {
    let limits = Limits {
        time_equivalence,
        ..Limits::default()
    };
    let mut session = session(&case.model, case.flat.clone(), limits).unwrap_or_else(|problems| {
        panic!("{}\n{:#?}", case.text, problems.diagnostics);
    });
    let asked: Vec<String> = (predicates.iter())
        .map(|predicate| format!("PredAllNodes (fn one'node => {predicate});\n"))
        .collect();
    let mut found = Vec::new();
    let problems = run_each(&mut session, "<questions>", &asked.concat(), &mut |event| {
        if let Event::Bound { name, value, .. } = event
            && name == "it"
        {
            found.push(value);
        }
    });
    assert!(problems.is_empty(), "{}\n{problems:#?}", case.text);
    found
}

/// Each reachable state is one node, each of the others none. `time`: nodes that differ only in when they are count once.
pub fn ask(case: &mut Case, others: &[State], time: bool) {
    let states: Vec<State> = case.known.states.iter().chain(others).cloned().collect();
    let predicates: Vec<String> = (states.iter().zip(0..))
        .map(|(state, number): (_, usize)| {
            exact(&mut case.net, state, Words::ALL[number % 4], Asked::Query)
        })
        .collect();
    let found = nodes(case, &predicates, time);
    let reachable = case.known.states.len();
    let mut numbers: Vec<usize> = Vec::new();
    for (index, found) in found.iter().enumerate() {
        let nodes = found.trim_matches(['[', ']']);
        match nodes.parse() {
            Ok(node) if index < reachable => numbers.push(node),
            _ if index >= reachable && nodes.is_empty() => {}
            _ => panic!("{}\n{}: the nodes {found}", case.text, predicates[index]),
        }
    }
    numbers.sort_unstable();
    let expected: Vec<usize> = (1..=reachable).collect();
    assert_eq!(numbers, expected, "{}", case.text);
    assert_eq!(found.len(), predicates.len(), "{}", case.text);
}
