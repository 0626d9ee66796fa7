//! What a session answers to a text, as text: one line a value, printed text as it is, an uncaught exception or errors last.

use sweepnet_lang::session::{Event, Outcome};

/// The answer, ending in a line end if it is not empty.
pub fn transcript(outcome: &Outcome) -> String {
    let mut out = String::new();
    for event in &outcome.events {
        match event {
            Event::Bound { name, value, ty } => {
                out.push_str(&format!("val {name} = {value} : {ty}\n"));
            }
            Event::Printed(text) => out.push_str(text),
        }
    }
    for problem in outcome.diagnostics.iter().filter(|d| d.is_error()) {
        let exception = problem
            .message
            .strip_prefix("Uncaught exception ")
            .and_then(|rest| rest.strip_suffix('.'));
        match exception {
            Some(exception) if problem.code == "E0701" => {
                out.push_str(&format!("uncaught exception {exception}\n"));
            }
            _ => out.push_str(&format!("error {}: {}\n", problem.code, problem.message)),
        }
    }
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
    out
}
