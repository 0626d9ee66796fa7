//! What one can type in a simulation by hand.

use std::path::PathBuf;

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// The enabled binding element with this number, from 1.
    Choose(usize),
    /// So many steps by chance.
    Random(u64),
    /// Take back the last step.
    Undo,
    /// Go to the marking after so many steps.
    Back(usize),
    /// Show the marking, or one place.
    Marking(Option<String>),
    /// List what is enabled again, all of it.
    List,
    /// Save the run.
    Save(PathBuf),
    /// Show the commands.
    Help,
    /// End.
    Quit,
}

/// All commands.
pub const HELP: &str = "\
  NUMBER    take the step with this number
  Enter     take a step by chance
  r N       take N steps by chance
  u         undo the last step
  b N       go back to the marking after N steps; or forward, to steps that were undone
  m         show the marking
  m PLACE   show the tokens of a place
  l         list all enabled steps
  s FILE    save the run
  h         show this
  q         quit
";

impl Command {
    /// Reads a line, or says what is wrong with it.
    pub fn parse(line: &str) -> Result<Command, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let command = match word {
            "" => Command::Random(1),
            "r" | "random" => Command::Random(number(rest, "r 100")?),
            "u" | "undo" => Command::Undo,
            "b" | "back" => Command::Back(number(rest, "b 3")?),
            "m" | "marking" => Command::Marking((!rest.is_empty()).then(|| rest.to_string())),
            "l" | "list" => Command::List,
            "s" | "save" if rest.is_empty() => {
                return Err("Which file? Write `s FILE`.".to_string());
            }
            "s" | "save" => Command::Save(PathBuf::from(rest)),
            "h" | "help" | "?" => Command::Help,
            "q" | "quit" | "exit" => Command::Quit,
            _ => match line.parse() {
                Ok(number) => Command::Choose(number),
                Err(_) => return Err(format!("`{line}` is no command; `h` shows them.")),
            },
        };
        let alone = matches!(
            command,
            Command::Undo | Command::List | Command::Help | Command::Quit
        );
        match alone && !rest.is_empty() {
            true => Err(format!("`{word}` stands alone; `h` shows the commands.")),
            false => Ok(command),
        }
    }
}

fn number<T: std::str::FromStr>(text: &str, example: &str) -> Result<T, String> {
    let wrong = match text.is_empty() {
        true => "A number of steps is missing".to_string(),
        false => format!("`{text}` is not a number of steps"),
    };
    text.parse()
        .map_err(|_| format!("{wrong}; write for example `{example}`."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_commands() {
        let read = |line| Command::parse(line);
        assert_eq!(read(" 12 "), Ok(Command::Choose(12)));
        assert_eq!(read(""), Ok(Command::Random(1)));
        assert_eq!(read("b 3"), Ok(Command::Back(3)));
        assert_eq!(
            read("m Top'My place"),
            Ok(Command::Marking(Some("Top'My place".to_string())))
        );
        for wrong in [
            "x",
            "-1",
            "b",
            "b x",
            "1 2",
            "u 3",
            "s",
            "99999999999999999999",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
