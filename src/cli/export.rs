//! `sweepnet export`: a net as a model of CPN Tools.

use super::net::Net;
use super::stop::Stop;
use super::{Exit, net, output};
use crate::export::cpn;
use crate::net as nets;
use crate::visible;
use crate::write::{self, keep_apart};
use clap::Args;
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;

/// Make a model of CPN Tools (`.cpn`) from a net
#[derive(Args, Debug)]
pub struct Export {
    #[command(flatten)]
    net: Net,

    /// Write the model to this file
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Print what was left out as one JSON object on standard output
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    output: String,
    left_out: Vec<String>,
    ok: bool,
}

impl Export {
    /// Writes the model and tells what it could not hold.
    pub fn run(self) -> io::Result<Exit> {
        let _stop = Stop::new(None, self.json);
        let ready = match self.net.load(self.json)? {
            Ok(ready) => ready,
            Err(exit) => return Ok(exit),
        };
        let exported = cpn::write(&ready.model, &ready.net);
        let inputs = nets::files(&ready.net.session.sources);
        let written = keep_apart(&[("-o", &self.output)], &inputs, self.json).and_then(|()| {
            write::write(&self.output, |out| out.write_all(exported.text.as_bytes()))
        });
        if let Err(refusal) = written {
            return net::refuse(&refusal, self.json);
        }
        match self.json {
            true => output::json(&Answer {
                output: self.output.display().to_string(),
                left_out: exported.left_out,
                ok: true,
            })?,
            false => {
                for sentence in &exported.left_out {
                    // Whoever closed standard error does not want to know.
                    let _ = writeln!(io::stderr(), "{}", visible::line(sentence));
                }
            }
        }
        Ok(Exit::Done)
    }
}
