//! The standard report on a state space: the facts that CPN Tools' report has, and what never happened. `gather` makes the facts of what a search found, with a `chart` where
//! all markings are at hand; `text` and `html` write them. `script` is the report that a script asks for.

mod chart;
pub mod facts;
mod gather;
mod html;
mod script;
mod text;

pub use crate::net::named::Names;
pub use chart::{Chart, chart};
pub use facts::Facts;
pub use gather::{Found, gather};

use crate::report::Refusal;
use crate::report::json::escaped;
use crate::visible;
use std::path::Path;
use text::{Markdown, Plain, code, write};

/// How a report is written.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Format {
    /// Plain text.
    Text,
    /// Markdown.
    Markdown,
    /// One object.
    Json,
    /// One page with plots.
    Html,
}

impl Format {
    /// What a file's name says: text if it says nothing.
    pub fn of(path: &Path) -> Result<Format, Refusal> {
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        Ok(match extension.to_ascii_lowercase().as_str() {
            "" | "txt" | "text" => Format::Text,
            "md" | "markdown" => Format::Markdown,
            "json" => Format::Json,
            "html" | "htm" => Format::Html,
            _ => {
                return Err(Refusal {
                    message: format!(
                        "`{}` would be a report of the kind `{extension}`, which is not written.",
                        path.display()
                    ),
                    help: Some("Name the file `.txt`, `.md`, `.json` or `.html`.".to_string()),
                });
            }
        })
    }

    /// The report of these facts.
    pub fn render(self, facts: &Facts) -> String {
        match self {
            Format::Text => {
                let net = visible::line(&facts.net);
                let mut plain = Plain(format!("State space report for {net}\n"));
                write(facts, &mut plain);
                plain.0
            }
            Format::Markdown => {
                let net = code(&facts.net);
                let mut markdown = Markdown(format!("# State space report for {net}\n"));
                write(facts, &mut markdown);
                markdown.0
            }
            // Facts are made of strings and numbers, which JSON can hold.
            Format::Json => {
                let json = serde_json::to_string_pretty(facts).unwrap_or_default();
                escaped(&json) + "\n"
            }
            Format::Html => html::page(facts),
        }
    }
}
