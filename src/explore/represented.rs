//! How many markings the stored ones stand for, where equivalent markings are one.

use super::control::Rest;
use super::full::Space;
use super::sweep::Sweep;

/// Sums over the markings found. `None` where representatives stand for no certain number of markings.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Represented {
    /// Markings.
    pub states: Option<u128>,
    /// Dead markings.
    pub dead: Option<u128>,
    /// Whether the initial marking stands for itself only. Else the sums count what can be reached from all markings that are equivalent to it.
    pub initial: bool,
}

/// The same for a sweep. What was visited several times cannot be counted.
pub fn of_sweep(sweep: &Sweep, rest: &Rest) -> Represented {
    let mut worker = sweep.engine.worker();
    let mut state = vec![0; sweep.engine.layout.words];
    let exact = sweep.tally.sweeps == 1 && sweep.persistent.store.is_empty();
    let mut poll = rest.poll();
    let dead = sweep.dead.ids().try_fold(0u128, |sum, id| {
        if poll() {
            return None;
        }
        sweep.dead.store.read(id, &mut state);
        Some(sum.saturating_add(worker.stands_for(&state)?))
    });
    Represented {
        states: sweep.tally.represented.filter(|_| exact),
        dead,
        initial: worker.is_symmetric(&sweep.engine.initial),
    }
}

/// Counts what the markings found stand for. Sums for which there is no time are not known.
pub fn represented(space: &Space, rest: &Rest) -> Represented {
    let mut worker = space.engine.worker();
    let mut state = vec![0; space.store.width()];
    let mut poll = rest.poll();
    let mut sum = |mut ids: &mut dyn Iterator<Item = u32>| {
        Iterator::try_fold(&mut ids, 0u128, |sum, id| {
            if poll() {
                return None;
            }
            space.store.read(id, &mut state);
            Some(sum.saturating_add(worker.stands_for(&state)?))
        })
    };
    let states = sum(&mut space.used.iter().cloned().flatten());
    let dead = sum(&mut space.dead.iter().copied());
    space.store.read(0, &mut state);
    Represented {
        states,
        dead,
        initial: worker.is_symmetric(&state),
    }
}
