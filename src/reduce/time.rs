//! Time equivalence: markings that differ in when they are, but not in what can happen how much later, are one.
//!
//! The clock becomes 0 and all stamps are shifted with it. A stamp in the past becomes 0 too: the token is ready, and will be. That is all a stamp is for, as
//! long as no inscription looks at the clock and no arc asks that a token has been ready for a while.

use crate::engine::{Demand, Item, Layout, Shared, merge};
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::vm::equal::mix;

/// Remembered multi-sets.
const CACHE: usize = 1 << 13;

/// Why the markings of a net cannot be shifted in time.
pub fn refusal(shared: &Shared) -> Option<Diagnostic> {
    let net = &shared.net;
    let uses = (0..net.transitions.len()).find_map(|transition| {
        let function = shared.clock_use(transition)?;
        Some((&net.transitions[transition], function))
    });
    let (transition, function) = uses?;
    let message = format!(
        "{} looks at the clock, so its markings are not the same at another time.",
        transition.name
    );
    Some(
        Diagnostic::error("E1603", function.span, message)
            .at("uses `time()`, or gives a token a stamp with `@`")
            .help("Use delays (`@+`) only, or explore without --time-equivalence. An interval can be measured by a token that is put with a delay."),
    )
}

/// One thread's part.
#[derive(Clone, Debug, Default)]
pub struct Shift {
    items: Vec<Item>,
    /// Place, multi-set and clock, with the multi-set that is shifted.
    cache: Vec<Option<(usize, u32, i64, u32)>>,
}

impl Shift {
    /// Shifts a marking to time 0, or says what there is no room for. Whether that changes it.
    pub fn reduce(
        &mut self,
        shared: &Shared,
        layout: &Layout,
        state: &mut [u64],
    ) -> Result<bool, Demand> {
        let Some(slot) = layout.clock else {
            return Ok(false);
        };
        let clock = slot.get(state) as i64;
        slot.set(state, 0);
        let mut changed = clock != 0;
        for place in (0..shared.timed_places.len()).filter(|&place| shared.timed_places[place]) {
            let Some(set) = layout.set(place, state).filter(|&set| set != 0) else {
                continue;
            };
            let shifted = self.shifted(shared, place, set, clock)?;
            if shifted != set {
                layout.put_set(place, shifted, state)?;
                changed = true;
            }
        }
        Ok(changed)
    }

    fn shifted(
        &mut self,
        shared: &Shared,
        place: usize,
        set: u32,
        clock: i64,
    ) -> Result<u32, Demand> {
        if self.cache.is_empty() {
            self.cache.resize(CACHE, None);
        }
        let key = mix(mix(place as u64, u64::from(set)), clock as u64);
        let at = key as usize % CACHE;
        if let Some((p, s, c, result)) = self.cache[at]
            && (p, s, c) == (place, set, clock)
        {
            return Ok(result);
        }
        let sets = &shared.places[place].sets;
        self.items.clear();
        self.items.extend(sets.items(set));
        for item in &mut self.items {
            item.stamp = item.stamp.saturating_sub(clock).max(0);
        }
        if !merge(&mut self.items) {
            return Err(Demand::Count(place, 1 << 32));
        }
        let shifted = sets.intern(&self.items);
        self.cache[at] = Some((place, set, clock, shifted));
        Ok(shifted)
    }

    /// Tokens have other numbers from now on.
    pub fn forget(&mut self) {
        self.cache.clear();
    }

    /// Bytes of what it remembers.
    pub fn bytes(&self) -> usize {
        self.cache.len() * size_of::<Option<(usize, u32, i64, u32)>>()
    }
}
