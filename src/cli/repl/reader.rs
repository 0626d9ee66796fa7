//! Lines from a terminal, with editing and history, or from a file or pipe, without prompts.

use super::complete::Names;
use super::history;
use crate::cli::signals;
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{Config, Editor};
use std::io::{self, BufRead, IsTerminal};

/// What came.
pub enum Line {
    /// A line, without its end.
    Text(String),
    /// Ctrl-C at the prompt.
    Interrupted,
    /// No more.
    End,
}

/// Where lines come from.
pub enum Reader {
    /// A terminal.
    Terminal(Box<Editor<Names, FileHistory>>),
    /// Anything else.
    Piped,
}

impl Reader {
    /// For standard input as it is. `history` says whether what was typed in earlier programs is there again.
    pub fn for_stdin(history: bool) -> Reader {
        if !io::stdin().is_terminal() {
            return Reader::Piped;
        }
        let config = Config::builder().auto_add_history(false).build();
        let Ok(mut editor) = Editor::with_config(config) else {
            return Reader::Piped;
        };
        editor.set_helper(Some(Names::default()));
        if history {
            // A history that cannot be read is an empty one.
            let _ = history::path().map(|path| editor.load_history(&path));
        }
        Reader::Terminal(Box::new(editor))
    }

    /// Whether there is a prompt.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Reader::Terminal(_))
    }

    /// The next line. `names` are what Tab completes.
    pub fn line(&mut self, prompt: &str, names: impl FnOnce() -> Vec<String>) -> Line {
        match self {
            Reader::Terminal(editor) => {
                if let Some(helper) = editor.helper_mut() {
                    helper.0 = names();
                }
                match signals::at_prompt(|| editor.readline(prompt)) {
                    Ok(line) => Line::Text(line),
                    Err(ReadlineError::Interrupted) => Line::Interrupted,
                    Err(_) => Line::End,
                }
            }
            Reader::Piped => {
                let mut bytes = Vec::new();
                let read = || io::stdin().lock().read_until(b'\n', &mut bytes);
                match signals::at_prompt(read) {
                    Ok(0) | Err(_) => Line::End,
                    Ok(_) => {
                        let line = String::from_utf8_lossy(&bytes);
                        Line::Text(line.trim_end_matches(['\n', '\r']).to_string())
                    }
                }
            }
        }
    }

    /// Adds an input to the history.
    pub fn remember(&mut self, input: &str) {
        if let Reader::Terminal(editor) = self {
            let _ = editor.add_history_entry(input);
        }
    }

    /// Writes the history. If that fails, only comfort is lost.
    pub fn close(self) {
        if let (Reader::Terminal(mut editor), Some(path)) = (self, history::path()) {
            let _ = editor.save_history(&path);
        }
    }
}
