//! Which markings a search takes as one: `--symmetry` and `--time-equivalence`.

use crate::engine::{Engine, Failure};
use crate::reduce::equivalence::Equivalence;
use crate::reduce::symmetry::Symmetry;
use crate::reduce::{proof, time};
use clap::Args;
use std::sync::Arc;
use sweepnet_lang::diagnostic::{Diagnostic, Severity};

/// Reductions.
#[derive(Args, Debug)]
pub struct Reductions {
    /// Take markings as one that differ only in colours which the net's `symmetries` say are alike
    #[arg(long)]
    symmetry: bool,

    /// Take markings as one that differ only in when they are
    #[arg(long)]
    time_equivalence: bool,
}

impl Reductions {
    /// Turns the reductions on; `None` if there are none.
    pub fn apply(&self, engine: &mut Engine) -> Result<Option<Arc<Equivalence>>, Failure> {
        let mut equivalence = Equivalence::default();
        if self.time_equivalence {
            if !engine.shared.net.timed {
                let message = "The net has no time, so --time-equivalence means nothing.";
                return Err(refuse(message, "Leave the option out."));
            }
            if let Some(refusal) = time::refusal(&engine.shared) {
                return Err(Box::new(refusal));
            }
            equivalence = equivalence.timed();
        }
        if self.symmetry {
            let Some(symmetry) = Symmetry::new(&engine.shared.net) else {
                let message = "The net declares no symmetries, so --symmetry means nothing.";
                return Err(refuse(
                    message,
                    "Say which colour sets are alike: `symmetries: {SITE: all}`.",
                ));
            };
            let proven = proof::of_net(engine, &symmetry).is_ok();
            equivalence = equivalence.symmetric(symmetry, &engine.shared, proven);
        }
        Ok(match self.symmetry || self.time_equivalence {
            true => Some(equivalence.apply(engine)),
            false => None,
        })
    }
}

/// A combination of options and net that makes no sense.
fn refuse(message: &str, help: &str) -> Failure {
    Box::new(Diagnostic {
        code: "E1604",
        severity: Severity::Error,
        message: message.to_string(),
        labels: Vec::new(),
        help: Some(help.to_string()),
    })
}
