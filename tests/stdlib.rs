//! The library's documentation is true and complete: every example in the comments of `stdlib/*.sml` gives what it says, and every public value has one.
//!
//! An example is a line `>> expression`, then the value as the top level prints it or `raises Exception`. The tests are named after file and line.

use libtest_mimic::{Arguments, Failed, Trial};
use std::process::ExitCode;
use std::sync::Arc;
use sweepnet_lang::library;
use sweepnet_lang::session::{Dialect, Event, Session};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let plain = Arc::new(Session::new(Dialect::Sml));
    let cpn = Arc::new(Session::new(Dialect::Cpn));
    let mut trials = Vec::new();
    for (file, text) in library::FILES {
        let ready = match *file {
            "cpnlist.sml" | "multiset.sml" | "random.sml" | "realtime.sml" | "textio.sml"
            | "smlnj.sml" => &cpn,
            _ => &plain,
        };
        for example in examples(text) {
            let ready = Arc::clone(ready);
            let name = format!("{file}:{}", example.line);
            trials.push(Trial::test(name, move || example.check((*ready).clone())));
        }
        trials.push(Trial::test(
            format!("{file}: every value has an example"),
            || match undocumented(text) {
                missing if missing.is_empty() => Ok(()),
                missing => Err(format!("no example: {}", missing.join(", ")).into()),
            },
        ));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

struct Example {
    line: usize,
    expression: String,
    expected: String,
}

impl Example {
    fn check(&self, mut session: Session) -> Result<(), Failed> {
        let outcome = session.run("example", &format!("{};", self.expression));
        let problem = outcome.diagnostics.iter().find(|d| d.is_error());
        let found = match (problem, outcome.events.last()) {
            (Some(problem), _) => match problem.message.strip_prefix("Uncaught exception ") {
                Some(exception) => format!("raises {}", exception.trim_end_matches('.')),
                None => format!("error {}: {}", problem.code, problem.message),
            },
            (None, Some(Event::Bound { value, .. })) => value.clone(),
            (None, _) => String::new(),
        };
        match found == self.expected {
            true => Ok(()),
            false => Err(format!(
                "{}\nexpected: {}\nfound:    {found}",
                self.expression, self.expected
            )
            .into()),
        }
    }
}

/// The examples of a library file. A value may go on over several lines, up to the next example, an empty line or the end of the comment.
fn examples(text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut in_example = false;
    for (index, line) in text.lines().enumerate() {
        let (line, ends) = match line.trim().strip_suffix("*)") {
            Some(rest) => (rest.trim(), true),
            None => (line.trim(), false),
        };
        if let Some(expression) = line.strip_prefix(">> ") {
            examples.push(Example {
                line: index + 1,
                expression: expression.to_string(),
                expected: String::new(),
            });
            in_example = true;
        } else if line.is_empty() {
            in_example = false;
        } else if in_example && let Some(example) = examples.last_mut() {
            example.expected.push_str(line);
        }
        in_example &= !ends;
    }
    examples
}

/// The public values that no example stands before: those declared at the top level or as a structure's member, and not hidden by `local`.
///
/// The library is written with one indentation of two blanks a level, which is all that is needed to tell a member from an inner declaration.
fn undocumented(text: &str) -> Vec<String> {
    let mut missing = Vec::new();
    let mut level = 0;
    let mut hidden_by = None;
    let mut documented = false;
    let mut in_comment = false;
    for line in text.lines() {
        let words = line.trim_start();
        let indent = line.len() - words.len();
        in_comment |= words.starts_with("(*");
        if in_comment {
            documented = words.starts_with(">> ") || documented && !words.starts_with("(*");
            in_comment = !words.contains("*)");
            continue;
        }
        match hidden_by {
            Some(outer) if words == "in" && indent == outer => {
                hidden_by = None;
                level = outer + 2;
            }
            Some(_) => {}
            None if indent == level && words == "local" => hidden_by = Some(indent),
            None if indent == level && words.ends_with("= struct") => level += 2,
            None if indent + 2 == level && words == "end" => level = indent,
            None if indent == level => {
                let declared = ["fun ", "val ", "and "]
                    .iter()
                    .find_map(|w| words.strip_prefix(w));
                if let Some(declared) = declared {
                    if !documented {
                        missing.push(declared.to_string());
                    }
                    documented = false;
                }
            }
            None => {}
        }
    }
    missing
}
