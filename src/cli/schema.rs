//! `sweepnet schema`: the JSON Schema of net files, for editors.

use super::Exit;
use crate::net::SCHEMA;
use clap::Args;
use std::io::{self, Write};

/// Print the JSON Schema of net files, for editors
#[derive(Args, Debug)]
pub struct Schema {}

impl Schema {
    /// Prints it.
    pub fn run(self) -> io::Result<Exit> {
        let mut out = io::stdout().lock();
        out.write_all(SCHEMA.as_bytes())?;
        out.flush()?;
        Ok(Exit::Done)
    }
}
