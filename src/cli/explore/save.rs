//! `--save`: the steps that lead to a marking as a run that `simulate --replay` plays.

use super::Explore;
use crate::engine::Worker;
use crate::explore::trace::Step;
use crate::net::names::instance_name;
use crate::report::Refusal;
use crate::simulate::game::Taken;
use crate::simulate::record::{self, Run, Saved};
use crate::visible;
use crate::write::write;
use std::io::{self, Write};

impl Explore {
    /// Saves the steps, if that is wanted.
    pub(super) fn save_way(
        &self,
        head: &Run,
        worker: &mut Worker,
        steps: &[Step],
    ) -> Result<(), Refusal> {
        let Some(path) = &self.save else {
            return Ok(());
        };
        let shared = worker.shared().clone();
        let draws = |step: &&Step| shared.draws[step.binding.transition];
        if let Some(step) = steps.iter().find(draws) {
            let transition = &shared.net.transitions[step.binding.transition];
            let name = instance_name(&transition.name, transition.instance);
            return Err(Refusal {
                message: format!(
                    "`{}` is not written: {name} draws random numbers, and a replay would draw others.",
                    path.display()
                ),
                help: Some(
                    "Put the choice into a free variable: its value is part of the binding."
                        .to_string(),
                ),
            });
        }
        write(path, |out| {
            head.begin(out)?;
            for (number, step) in steps.iter().enumerate() {
                let taken = Taken {
                    transition: step.binding.transition,
                    choice: worker.choice(&step.binding),
                    time: step.time,
                };
                Saved::new(&shared.net, &taken).write(out, number == 0)?;
            }
            record::end(out)
        })
    }

    /// Says that no file is written where one was wanted and there are no steps to save.
    pub(super) fn nothing_to_save(&self) {
        if let (Some(path), false) = (&self.save, self.json) {
            let path = path.to_string_lossy();
            let path = visible::line(&path);
            // What standard error does not take is lost.
            let _ = writeln!(
                io::stderr(),
                "There is no way to save, so `{path}` is not written."
            );
        }
    }
}
