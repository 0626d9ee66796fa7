//! Markings of sweeps as scripts see them: numbers. While the sweep stands at a marking, the number says which event of the sweep it is; a marking that is kept gets a node number of its own,
//! which says which sweep it is from, or that of the state space if there is one.

use super::running::{At, Running};
use crate::engine::Worker;
use crate::explore::heard::Heard;
use crate::explore::layers::Pile;
use crate::explore::store::StateId;
use crate::query::read::Reader;
use crate::query::tool::{Answer, Tool};
use sweepnet_lang::vm::Vm;
use sweepnet_lang::vm::host::Refusal;
use sweepnet_lang::vm::program::Word;

/// Node numbers of kept markings: those of the first sweep begin after this, those of the second after twice this, and so on. No state space has that many nodes.
pub const KEPT: u64 = 10_000_000_000;
/// Marks the number of a marking that is there only while the sweep stands at it.
pub(super) const PASSING: Word = 1 << 63;

/// Markings that a sweep kept.
pub struct Kept {
    pub(super) worker: Worker,
    pub(super) pile: Pile,
    /// Values read from them.
    pub reader: Reader,
}

impl Tool {
    /// A place of a marking that is not a node of the state space.
    pub fn place_elsewhere(&mut self, vm: &mut Vm, place: usize, marking: Word) -> Answer {
        if marking & PASSING != 0 {
            let running = self.standing(marking)?;
            running.read_anew(vm);
            let at = running.at;
            let (heard, _) = running.sweep.heard();
            let words = heard
                .map(|heard| words(heard, at, marking))
                .unwrap_or_default();
            let (shared, layout) = &running.tables;
            return Ok(running.reader.place(vm, shared, layout, place, words));
        }
        let (kept, id) = self.kept(marking)?;
        let mut state = vec![0; kept.pile.store.width()];
        kept.pile.store.read(id, &mut state);
        let (shared, layout) = (kept.worker.shared(), kept.worker.layout());
        Ok((kept.reader).place(vm, shared, layout, place, &state[..]))
    }

    /// The words of a marking that is not a node of the state space, and an engine's worker that understands them.
    pub fn elsewhere<R>(
        &mut self,
        marking: Word,
        look: impl FnOnce(&mut Worker, &[u64]) -> R,
    ) -> Result<R, Refusal> {
        if marking & PASSING != 0 {
            let running = self.standing(marking)?;
            let at = running.at;
            let (heard, worker) = running.sweep.heard();
            let words = heard
                .map(|heard| words(heard, at, marking))
                .unwrap_or_default();
            return Ok(look(worker, words));
        }
        let (kept, id) = self.kept(marking)?;
        let mut state = vec![0; kept.pile.store.width()];
        kept.pile.store.read(id, &mut state);
        Ok(look(&mut kept.worker, &state))
    }

    /// The sweep that stands at a marking.
    fn standing(&mut self, marking: Word) -> Result<&mut Running, Refusal> {
        let serial = (marking & !PASSING) >> 1;
        let found = self.sweeps().iter_mut().rfind(|r| r.at.serial == serial);
        found.ok_or_else(|| {
            Refusal::Fail(
                "the sweep has gone on, and this marking was not kept: keep it by Store or GetNodeNo"
                    .to_string(),
            )
        })
    }

    fn kept(&mut self, node: Word) -> Result<(&mut Kept, StateId), Refusal> {
        let (sweep, number) = (node / KEPT, node % KEPT);
        // While its sweep is under way, a kept marking moves with the sweep's tables.
        let kept = self.kept.get_mut(&sweep);
        let kept = kept.ok_or(Refusal::Raise("IllegalId"))?;
        let id = (number.checked_sub(1)).and_then(|id| StateId::try_from(id).ok());
        match id.filter(|id| kept.pile.used.iter().any(|ids| ids.contains(id))) {
            Some(id) => Ok((kept, id)),
            None => Err(Refusal::Raise("IllegalId")),
        }
    }

    /// Keeps a marking and tells its node number. If the state space has it, its number there.
    pub fn keep(&mut self, marking: Word) -> Answer {
        if marking & PASSING == 0 {
            return Ok(marking);
        }
        if self.graph.is_some()
            && let Some(node) = self.node_of(marking)?
        {
            return Ok(u64::from(node) + 1);
        }
        let running = self.standing(marking)?;
        let at = running.at;
        let (heard, _) = running.sweep.heard();
        let words = heard.map(|heard| words(heard, at, marking).to_vec());
        let id = running.sweep.keep(&words.unwrap_or_default());
        Ok(running.number * KEPT + u64::from(id) + 1)
    }

    /// The node of the state space that a passing marking is.
    fn node_of(&mut self, marking: Word) -> Result<Option<StateId>, Refusal> {
        let tokens = self.elsewhere(marking, |worker, words| {
            let shared = worker.shared().clone();
            let clock = worker.clock(words);
            let places = 0..shared.net.places.len();
            let items: Vec<_> = places.map(|p| worker.tokens_of(p, words)).collect();
            (shared, items, clock)
        })?;
        let (shared, items, clock) = tokens;
        Ok((self.graph.as_ref()).and_then(|graph| graph.find(&shared, &items, clock)))
    }
}

/// The words of the source or the target that a sweep stands at.
fn words(heard: &Heard, at: At, marking: Word) -> &[u64] {
    match marking & 1 {
        0 => heard.marking(at.marking),
        _ => heard.target(at.step),
    }
}
