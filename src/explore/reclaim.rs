//! What a sweep does about memory: other layouts, and tables that are renewed so that they hold only what stored markings use.
//!
//! Tables may hold as much again as was in use when they were last renewed, and a few megabytes in any case. So renewing costs a part of what filling them did,
//! and memory follows the markings. Values that last leave memory in the end (`engine/archive`); as much of them stays as the stored markings take themselves.

use super::bounds::{Bounds, Counter};
use super::control::Rest;
use super::layers::Pile;
use super::measure::Scale;
use super::relayout;
use super::sweep::Sweep;
use crate::engine::{Demand, Failure, Halt, Recode, Renewal};
use std::sync::Arc;

/// Colours of a place whose multi-set bounds are kept.
const COLOURS: usize = 1000;
/// Bytes of binding elements that there is memory for.
const MEMO: usize = 12 << 20;
/// Bytes of tables that are always worth keeping.
const TABLES: usize = 1 << 20;

impl Sweep {
    /// Bytes of colours, tokens, multi-sets, of the threads' copies of them, and of what is counted and measured of them.
    pub(super) fn table_bytes(&self) -> usize {
        let own = self.sweepers.iter().map(|sweeper| {
            sweeper.worker.bytes() - sweeper.worker.memo_bytes() + sweeper.gauge.bytes()
        });
        let counted = self.counter.bytes() + self.scale.bytes();
        self.engine.shared.bytes() + own.sum::<usize>() + counted
    }

    /// Gives up what takes more memory than it is worth: binding elements, and values that are rarely looked at.
    pub(super) fn forget_elements(&mut self) {
        let markings = self.layers.stored * self.engine.layout.words * 8;
        self.engine.shared.values.allow(2 * markings);
        for sweeper in &mut self.sweepers {
            sweeper.worker.tidy(MEMO + markings / 4);
        }
    }

    /// A new layout: all markings are translated.
    pub(super) fn relayout(&mut self, mut demands: Vec<Demand>) -> Result<(), Failure> {
        // Markings that are gone may have had more tokens on a place than those that are left.
        relayout::complete(&self.engine, |_| false, None, &mut demands)?;
        self.fold_bounds();
        let old = self.engine.layout.clone();
        let shared = self.engine.shared.clone();
        let threads = self.sweepers.len();
        let mut items = Vec::new();
        // First see that everything fits: then either all markings are translated or none.
        let new = 'fits: loop {
            let new = old.adapted(&demands);
            let recode = Recode::new(&shared.places, &old, &new);
            let (mut from, mut to) = (vec![0; old.words], vec![0; new.words]);
            for pile in self.piles() {
                for id in pile.ids() {
                    pile.store.read(id, &mut from);
                    to.fill(0);
                    if let Err(demand) = recode.marking(&from, &mut to, &mut items) {
                        demands.push(demand);
                        continue 'fits;
                    }
                }
            }
            break new;
        };
        let recode = Recode::new(&shared.places, &old, &new);
        let mut initial = vec![0; new.words];
        let mut result = recode.marking(&self.engine.initial, &mut initial, &mut items);
        for pile in self.piles() {
            let translate = |from: &[u64], to: &mut [u64]| recode.marking(from, to, &mut items);
            result = result.and(pile.recode(new.words, threads, translate));
        }
        result.map_err(Box::<Halt>::from)?;
        self.engine.initial = initial;
        self.engine.layout = Arc::new(new);
        for sweeper in &mut self.sweepers {
            sweeper.worker.adopt(self.engine.layout.clone());
        }
        self.start_anew();
        Ok(())
    }

    /// Renews the tables if they have grown enough, or gives wasteful places another layout. Between two layers, when nobody holds a marking.
    pub(super) fn renew_if_worthwhile(&mut self) -> Result<(), Failure> {
        let now = self.table_bytes();
        let needed = *self.renewed.get_or_insert(now);
        let shaken = self.sweepers[0].worker.shakes();
        if now + needed > TABLES.max(3 * needed) || shaken {
            self.renew()?;
        }
        let demands = relayout::wasteful(&self.engine, self.layers.stored);
        match demands.is_empty() {
            true => Ok(()),
            false => self.relayout(demands),
        }
    }

    fn renew(&mut self) -> Result<(), Failure> {
        self.fold_bounds();
        let mut renewal = Renewal::new(&self.engine.shared, &self.engine.layout);
        let (width, threads) = (self.engine.layout.words, self.sweepers.len());
        let mut initial = vec![0; width];
        let mut result = renewal.marking(&self.engine.initial, &mut initial);
        for pile in self.piles() {
            result = result.and(pile.recode(width, threads, |from, to| renewal.marking(from, to)));
        }
        // Only fewer multi-sets than before can be there, so what had room has room.
        result.map_err(Box::<Halt>::from)?;
        for (place, bounds) in self.bounds.iter_mut().flatten().enumerate() {
            for items in [&mut bounds.lower_multiset, &mut bounds.upper_multiset] {
                for item in items.iter_mut() {
                    item.token = renewal.token(place, item.token);
                }
                items.sort_unstable();
            }
        }
        self.engine.initial = initial;
        self.engine.shared = renewal.finish();
        for sweeper in &mut self.sweepers {
            sweeper.worker.move_to(self.engine.shared.clone());
        }
        let scale = Scale::default();
        self.layers.renumber(&self.scale, &scale);
        for (mark, _) in &mut self.roots {
            *mark = scale.adopt(&self.scale, &self.scale.value(*mark));
        }
        self.passed.renumber(&self.scale, &scale);
        self.scale = scale;
        self.start_anew();
        // What is needed shows when a layer was expanded: threads copy values again.
        self.renewed = None;
        Ok(())
    }

    /// Whatever was remembered in terms of the old layout or tables is gone.
    fn start_anew(&mut self) {
        self.layers.forget_spare();
        self.counter = Counter::new(&self.engine);
        for sweeper in &mut self.sweepers {
            sweeper.gauge.forget(&self.scale, &self.engine.layout);
            if let Some(goal) = &mut sweeper.goal {
                goal.forget(&self.engine.layout);
            }
        }
    }

    /// All stored markings.
    fn piles(&mut self) -> impl Iterator<Item = &mut Pile> {
        let current = self.current.iter_mut().map(|(_, layer)| &mut layer.pile);
        let passed = self.passed.piles();
        let ahead = self.layers.all().map(|layer| &mut layer.pile);
        let others = [
            &mut self.persistent,
            &mut self.dead,
            &mut self.kept,
            &mut self.falls,
        ];
        let classes = self.options.cutoff.iter_mut().map(|c| &mut c.classes);
        (current.chain(passed).chain(ahead))
            .chain(others)
            .chain(classes)
    }

    /// Adds what was counted to the bounds, and begins to count anew.
    fn fold_bounds(&mut self) {
        let counter = std::mem::replace(&mut self.counter, Counter::new(&self.engine));
        let Some(counted) = counter.finish() else {
            return;
        };
        let bounds = match self.bounds.take() {
            None => counted,
            Some(mut bounds) => {
                let both = bounds.iter_mut().zip(&counted);
                both.for_each(|(bounds, counted)| bounds.merge(counted));
                bounds
            }
        };
        let bounds = bounds.into_iter().map(|mut bounds| {
            let many = bounds.upper_multiset.len() > COLOURS && !self.options.all_colours;
            if many || !bounds.colours {
                bounds.forget_colours();
            }
            bounds
        });
        self.bounds = Some(bounds.collect());
    }

    /// The bounds of all places over all markings found; `None` if there is no time left to count.
    pub fn bounds(&mut self, rest: &Rest) -> Option<Vec<Bounds>> {
        // Those that were not passed yet are not counted yet.
        let mut counter = std::mem::replace(&mut self.counter, Counter::new(&self.engine));
        let shared = self.engine.shared.clone();
        let mut state = vec![0; self.engine.layout.words];
        let mut poll = rest.poll();
        for pile in self.piles() {
            for id in pile.ids() {
                if poll() {
                    return None;
                }
                pile.store.read(id, &mut state);
                counter.add(&shared, &state);
            }
        }
        self.counter = counter;
        self.fold_bounds();
        Some(self.bounds.take().unwrap_or_default())
    }
}
