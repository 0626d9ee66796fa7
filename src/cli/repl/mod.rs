//! `sweepnet repl`: a read-eval-print loop like an SML top level, with commands that start with a colon.

mod command;
mod complete;
mod history;
pub mod reader;
mod undo;

use super::limits::Limits;
use super::net::{Net, Settings};
use super::signals;
use super::stop::Stop;
use super::{Exit, Language, inputs, output};
use crate::guard::Stage;
use crate::report::Reporter;
use crate::{file, net, query};
use clap::Args;
use command::Command;
use reader::{Line, Reader};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::session::Session;
use sweepnet_lang::span::SourceId;
use sweepnet_lang::syntax::lexer;
use sweepnet_lang::syntax::parser;
use sweepnet_lang::syntax::token::Token;
use undo::Undo;

/// Evaluate what you type; `:help` lists the commands
#[derive(Args, Debug)]
pub struct Repl {
    /// Programs to run first; if the first one is a net, what is typed are queries about it
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    settings: Settings,

    #[command(flatten)]
    language: Language,

    #[command(flatten)]
    limits: Limits,
}

impl Repl {
    /// Loads the files and reads until the end.
    pub fn run(self) -> io::Result<Exit> {
        let stop = Stop::new(self.limits.memory, false);
        stop.begin(Stage::Searching);
        let (net, files) = match self.files.split_first() {
            Some((first, rest)) if net::is_net(first) => (Some(first), rest),
            _ => (None, &self.files[..]),
        };
        let mut session = match net {
            None => Session::new(self.language.dialect()),
            Some(net) => match self.about(net, &stop)? {
                Ok(session) => session,
                Err(exit) => return Ok(exit),
            },
        };
        self.limits.apply(&stop, &mut session);
        let mut top = Top {
            session,
            stop,
            undo: Undo::default(),
            reporter: Reporter::default(),
        };
        let mut reader = Reader::for_stdin(true);
        for path in files {
            if !top.load(path)? {
                return Ok(Exit::Mistake);
            }
        }
        top.talk(&mut reader)?;
        reader.close();
        Ok(Exit::Done)
    }

    /// A session for queries about a net.
    fn about(&self, path: &Path, stop: &Stop) -> io::Result<Result<Session, Exit>> {
        let net = Net::new(path.to_path_buf(), self.settings.clone());
        let mut ready = match net.load(false)? {
            Ok(ready) => ready,
            Err(exit) => return Ok(Err(exit)),
        };
        self.limits.apply(stop, &mut ready.net.session);
        let limits = query::Limits {
            interrupt: Some(stop.flag()),
            memory: stop.memory(),
            ..query::Limits::default()
        };
        Ok(
            query::session(&ready.model, ready.net, limits).map_err(|problems| {
                Reporter::default().show(&problems.sources, &problems.diagnostics);
                Exit::Mistake
            }),
        )
    }
}

/// The loop's state.
struct Top {
    session: Session,
    stop: Stop,
    undo: Undo,
    reporter: Reporter,
}

impl Top {
    fn talk(&mut self, reader: &mut Reader) -> io::Result<()> {
        let mut text = String::new();
        while !signals::is_ending() {
            let prompt = if text.is_empty() { "- " } else { "= " };
            let line = match reader.line(prompt, || self.session.names()) {
                Line::Text(line) => line,
                Line::Interrupted => {
                    text.clear();
                    continue;
                }
                Line::End => break,
            };
            if text.is_empty() && line.trim().is_empty() {
                continue;
            }
            if text.is_empty() && line.trim_start().starts_with(':') {
                reader.remember(&line);
                if !self.obey(&line)? {
                    return Ok(());
                }
                continue;
            }
            text.push_str(&line);
            text.push('\n');
            if is_whole(&text, line.trim().is_empty(), reader.is_terminal()) {
                reader.remember(text.trim_end());
                self.evaluate("<input>", &std::mem::take(&mut text))?;
            }
        }
        match text.is_empty() {
            true => Ok(()),
            false => self.evaluate("<input>", &text),
        }
    }

    /// Does a command; `false` ends the loop.
    fn obey(&mut self, line: &str) -> io::Result<bool> {
        let mut out = io::stdout();
        match Command::parse(line) {
            Ok(Command::Quit) => return Ok(false),
            Ok(Command::Help) => write!(out, "{}", command::HELP)?,
            Ok(Command::Load(path)) => {
                self.load(&path)?;
            }
            Ok(Command::Type(text)) => match self.session.type_of(&text) {
                Ok(ty) if ty.is_empty() => writeln!(out, "This is not an expression.")?,
                Ok(ty) => writeln!(out, "{} : {ty}", text.trim().trim_end_matches(';'))?,
                Err(diagnostics) => {
                    self.reporter.show(&self.session.sources, &diagnostics);
                    self.reporter.summary();
                }
            },
            Ok(Command::Undo) => match self.undo.take() {
                Some(mut before) => {
                    query::carry_over(&mut self.session, &mut before);
                    self.session = before;
                    writeln!(out, "The last input is undone.")?;
                }
                None => writeln!(out, "There is nothing to undo.")?,
            },
            Err(refusal) => self.reporter.refuse_once(&refusal),
        }
        Ok(true)
    }

    /// Runs a file; `false` if it cannot be read. Problems in it are told, and what came before them stays.
    fn load(&mut self, path: &Path) -> io::Result<bool> {
        match file::read(path) {
            Ok(text) => {
                self.evaluate(&inputs::file_name(path), &text)?;
                Ok(true)
            }
            Err(refusal) => {
                self.reporter.refuse_once(&refusal);
                Ok(false)
            }
        }
    }

    fn evaluate(&mut self, name: &str, text: &str) -> io::Result<()> {
        let before = self.undo.snapshot(&self.session);
        self.stop.reset();
        let ran = output::run(&mut self.session, name, text, &mut self.reporter)?;
        if ran.gave || !ran.diagnostics.iter().any(Diagnostic::is_error) {
            self.undo.keep(before);
        }
        self.reporter.summary();
        Ok(())
    }
}

/// Whether a text is to be evaluated now: it ends with `;` and nothing is open, or an empty line ends it. From a file an empty line ends only what
/// could end there, since programs have empty lines inside.
fn is_whole(text: &str, empty_line: bool, terminal: bool) -> bool {
    if empty_line && terminal {
        return true;
    }
    let tokens = lexer::lex(text, SourceId(0), &mut Vec::new()).tokens;
    let ended = tokens.last().is_some_and(|last| last.token == Token::Semi);
    (ended || empty_line) && !parser::is_incomplete(text)
}
