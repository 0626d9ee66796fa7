//! `sweepnet explain`: what a message's code means, with an example and its cure.

use super::Exit;
use crate::net::codes;
use crate::report::{Refusal, Reporter};
use clap::Args;
use std::io::{self, Write};
use sweepnet_lang::codes::Code;

/// Columns of the text.
const WIDTH: usize = 80;

/// Explain the code of a message, such as E0301; without a code, list all
#[derive(Args, Debug)]
pub struct Explain {
    /// The code
    #[arg(value_name = "CODE")]
    code: Option<String>,
}

impl Explain {
    /// Prints one explanation, or the list.
    pub fn run(self) -> io::Result<Exit> {
        let mut out = io::BufWriter::new(io::stdout().lock());
        let Some(wanted) = self.code else {
            for code in codes::all() {
                writeln!(out, "{}  {}", code.code, code.title)?;
            }
            out.flush()?;
            return Ok(Exit::Done);
        };
        if let Some(code) = codes::find(&wanted) {
            write!(out, "{}", page(code))?;
            out.flush()?;
            return Ok(Exit::Done);
        }
        Reporter::default().refuse(&Refusal {
            message: format!("There is no code `{wanted}`."),
            help: Some(match codes::nearest(&wanted) {
                Some(near) => format!(
                    "The nearest is {}: {}. `sweepnet explain` lists all.",
                    near.code, near.title
                ),
                None => "A code looks like E0301. `sweepnet explain` lists all.".to_string(),
            }),
        });
        Ok(Exit::Mistake)
    }
}

fn page(code: &Code) -> String {
    let indented: String = (code.example.lines())
        .map(|line| format!("    {line}\n"))
        .collect();
    format!(
        "{}: {}\n\n{}\n\nExample:\n\n{indented}\n{}\n",
        code.code,
        code.title,
        wrap(code.explanation),
        wrap(code.cure),
    )
}

/// Breaks a paragraph into lines at blanks.
fn wrap(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let Some(last) = lines.last_mut() else {
            continue;
        };
        if !last.is_empty() && last.chars().count() + word.chars().count() >= WIDTH {
            lines.push(word.to_string());
            continue;
        }
        if !last.is_empty() {
            last.push(' ');
        }
        last.push_str(word);
    }
    lines.join("\n")
}
