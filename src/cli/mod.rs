//! The command line: one file a subcommand. It knows files, the terminal and exit codes, and no algorithm.

mod check;
mod draw;
mod eval;
mod expectations;
mod explain;
mod explore;
mod export;
mod findings;
mod import;
mod inputs;
mod limits;
mod memory;
pub mod net;
mod output;
mod progress;
mod query;
mod reductions;
mod repl;
mod schema;
mod signals;
mod simulate;
mod stop;

use crate::guard;
use crate::report::{Refusal, Reporter};
use clap::{Args, Parser, Subcommand};
use std::io;
use std::process::ExitCode;
use sweepnet_lang::session::Dialect;

/// Coloured Petri nets in text files.
#[derive(Parser, Debug)]
#[command(name = "sweepnet", version, propagate_version = true)]
#[command(
    after_help = "Exit codes: 0 done, 1 an error of a running program or net, or something that is not as it should be, 2 a mistake in a program or in the arguments, 3 a limit was reached."
)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Eval(eval::Eval),
    Check(check::Check),
    Draw(draw::Draw),
    Repl(repl::Repl),
    Explore(explore::Explore),
    Query(query::Query),
    Simulate(simulate::Simulate),
    Import(import::Import),
    Export(export::Export),
    Explain(explain::Explain),
    Schema(schema::Schema),
}

/// Which language is read.
#[derive(Args, Debug)]
struct Language {
    /// Read programs as CPN ML: `@` also gives tokens a time, and reals have equality
    #[arg(long)]
    cpn: bool,
}

impl Language {
    fn dialect(&self) -> Dialect {
        match self.cpn {
            true => Dialect::Cpn,
            false => Dialect::Sml,
        }
    }
}

/// How a command ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Exit {
    /// All was done.
    Done,
    /// The program's own failure: an uncaught exception. Or a net is not as it should be: a figure differs, a saved step is not enabled.
    Failed,
    /// The user's mistake, in a program or in the arguments.
    Mistake,
    /// A limit was reached, or the user interrupted.
    Limit,
}

impl Exit {
    fn number(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::Failed => 1,
            Exit::Mistake => 2,
            Exit::Limit => 3,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.number())
    }
}

impl Arguments {
    /// Does what the arguments ask for.
    pub fn run(self) -> Exit {
        // Before any other thread begins.
        signals::start();
        memory::give_back();
        guard::end_when_refused();
        let result = match self.command {
            Command::Eval(eval) => eval.run(),
            Command::Check(check) => check.run(),
            Command::Draw(draw) => draw.run(),
            Command::Repl(repl) => repl.run(),
            Command::Explore(explore) => explore.run(),
            Command::Query(query) => query.run(),
            Command::Simulate(simulate) => simulate.run(),
            Command::Import(import) => import.run(),
            Command::Export(export) => export.run(),
            Command::Explain(explain) => explain.run(),
            Command::Schema(schema) => schema.run(),
        };
        result.unwrap_or_else(|error| output_failed(&error))
    }
}

/// A reader that closes its pipe, such as `head`, has what it wanted. Anything else is told.
fn output_failed(error: &io::Error) -> Exit {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Exit::Done;
    }
    Reporter::default().refuse(&Refusal {
        message: format!("The output cannot be written: {error}."),
        help: None,
    });
    Exit::Mistake
}
