//! The `sweepnet` program.

use clap::Parser;
use std::process::ExitCode;
use sweepnet::cli::Arguments;
use sweepnet::guard::reserve::Reserving;

#[global_allocator]
static ALLOCATOR: Reserving = Reserving;

fn main() -> ExitCode {
    Arguments::parse().run().into()
}
