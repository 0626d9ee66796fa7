//! The `sweepnet` program.

use clap::Parser;
use std::process::ExitCode;
use sweepnet::cli::Arguments;

fn main() -> ExitCode {
    Arguments::parse().run().into()
}
