//! Which markings a search takes as one: `--symmetry` and `--time-equivalence`.

use crate::engine::{Engine, Failure, Worker};
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
    pub symmetry: bool,

    /// Take markings as one that differ only in when they are
    #[arg(long)]
    pub time_equivalence: bool,
}

impl Reductions {
    /// Turns the reductions on; `None` if there are none.
    pub fn apply(&self, engine: &mut Engine) -> Result<Option<Arc<Equivalence>>, Failure> {
        let equivalence = self.equivalence(engine, self.time_equivalence)?;
        Ok(match self.symmetry || self.time_equivalence {
            true => Some(equivalence.apply(engine)),
            false => None,
        })
    }

    /// The same for a sweep with cut-off points: the sweep itself goes on in time, and an engine of its own knows which of its markings are equivalent.
    pub fn apply_at_points(
        &self,
        engine: &mut Engine,
    ) -> Result<(Option<Arc<Equivalence>>, Worker), Failure> {
        if !self.symmetry && !self.time_equivalence {
            let message = "Without an equivalence each marking is a class of its own, and no cut-off point is met twice.";
            return Err(refuse(
                message,
                "Add --time-equivalence, --symmetry, or both.",
            ));
        }
        self.equivalence(engine, self.time_equivalence)?
            .apply(engine);
        let worker = engine.worker();
        engine.reduction = None;
        let within = match self.symmetry {
            true => Some(self.equivalence(engine, false)?.apply(engine)),
            false => None,
        };
        Ok((within, worker))
    }

    /// Refuses what looks at a clock that does not move: the clock of representatives is always 0.
    pub fn refuse_clock(&self, used: bool, what: &str) -> Result<(), Failure> {
        if !self.time_equivalence || !used {
            return Ok(());
        }
        let message = format!(
            "With --time-equivalence the clock is 0 in every marking, so {what} cannot use it."
        );
        Err(refuse(
            &message,
            "Leave one of the two out, or end the sweep at cut-off points (--cutoff).",
        ))
    }

    fn equivalence(&self, engine: &Engine, time: bool) -> Result<Equivalence, Failure> {
        let mut equivalence = Equivalence::default();
        if time {
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
        Ok(equivalence)
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
