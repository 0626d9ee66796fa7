//! The commands that start with a colon, which no expression does.

use crate::report::Refusal;
use std::path::PathBuf;

/// What `:help` prints.
pub const HELP: &str = "\
Type a declaration or an expression and end it with `;` or an empty line.

:type EXPR   the type of an expression, which is not evaluated
:load FILE   run a program
:undo        forget the last input
:help        this page
:quit        leave; so does Ctrl-D

Ctrl-C stops an evaluation, or clears the line. Tab completes names.
";

/// A command.
#[derive(Debug, PartialEq, Eq)]
pub enum Command {
    Type(String),
    Load(PathBuf),
    Undo,
    Help,
    Quit,
}

impl Command {
    /// Reads a line that starts with a colon. A command may be shortened to its first letters.
    pub fn parse(line: &str) -> Result<Command, Refusal> {
        let line = line.trim().trim_start_matches(':');
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let known = ["type", "load", "undo", "help", "quit"];
        let name = known.into_iter().find(|name| {
            let asked = word.trim_end_matches(';');
            !asked.is_empty() && name.starts_with(asked)
        });
        match name {
            Some("type") if !rest.is_empty() => Ok(Command::Type(rest.to_string())),
            Some("load") if !rest.is_empty() => Ok(Command::Load(rest.trim_matches('"').into())),
            Some("undo") => Ok(Command::Undo),
            Some("help") => Ok(Command::Help),
            Some("quit") => Ok(Command::Quit),
            Some("type") => Err(refusal("`:type` needs an expression: `:type EXPR`.")),
            Some(_) => Err(refusal("`:load` needs a file: `:load FILE`.")),
            None => Err(refusal(&format!("There is no command `:{word}`."))),
        }
    }
}

fn refusal(message: &str) -> Refusal {
    Refusal {
        message: message.to_string(),
        help: Some("`:help` lists the commands.".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands() {
        assert_eq!(Command::parse(":quit"), Ok(Command::Quit));
        assert_eq!(Command::parse(" :q; "), Ok(Command::Quit));
        assert_eq!(
            Command::parse(":t map  size"),
            Ok(Command::Type("map  size".to_string()))
        );
        assert_eq!(
            Command::parse(":load \"a b.sml\""),
            Ok(Command::Load("a b.sml".into()))
        );
        assert!(Command::parse(":type").is_err());
        assert!(Command::parse(":").is_err());
        assert!(Command::parse(":quite").is_err());
    }
}
