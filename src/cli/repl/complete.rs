//! Completion of names with the Tab key.

use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

/// The names known at the prompt, sorted.
#[derive(Debug, Default)]
pub struct Names(pub Vec<String>);

impl Completer for Names {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.candidates(line, position))
    }
}

impl Names {
    /// Where the word before the cursor starts, and the names that start with it. A structure is one candidate until its dot is typed.
    fn candidates(&self, line: &str, position: usize) -> (usize, Vec<String>) {
        let before = line.get(..position).unwrap_or(line);
        let start = before
            .rfind(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '\'' | '.')))
            .map_or(0, |at| {
                at + before[at..].chars().next().map_or(0, char::len_utf8)
            });
        let word = &before[start..];
        if word.is_empty() {
            return (start, Vec::new());
        }
        let mut found: Vec<String> = (self.0.iter())
            .filter_map(|name| {
                let rest = name.strip_prefix(word)?;
                let end = rest
                    .find('.')
                    .map_or(name.len(), |dot| word.len() + dot + 1);
                Some(name[..end].to_string())
            })
            .collect();
        found.dedup();
        (start, found)
    }
}

impl Hinter for Names {
    type Hint = String;
}
impl Highlighter for Names {}
impl Validator for Names {}
impl Helper for Names {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structures_come_before_their_members() {
        let names = ["List.map", "List.nth", "length", "lists"].map(String::from);
        let names = Names(names.to_vec());
        let complete = |line: &str| names.candidates(line, line.len());
        assert_eq!(complete("1 + le"), (4, vec!["length".to_string()]));
        assert_eq!(complete("Li"), (0, vec!["List.".to_string()]));
        assert_eq!(complete("(List.n"), (1, vec!["List.nth".to_string()]));
        assert_eq!(complete("é "), (3, vec![]));
    }
}
