//! Where a sweep puts what it finds: successors of the same progress into the current layer, others into a layer ahead, and those of less progress among the persistent
//! markings.

use super::sweep::{Regress, Sweep};
use super::sweeper::Scene;
use super::ways::aged;
use crate::engine::{Batch, Failure, Halt};
use std::sync::atomic::AtomicBool;

impl Sweep {
    /// Looks up successors of the current progress that still wait, growing the layer's table where needed.
    pub(super) fn flush(&mut self, number: usize) {
        let Some((mark, layer)) = &mut self.current else {
            return;
        };
        let halt = AtomicBool::new(false);
        loop {
            let scene = Scene {
                from: &layer.pile.store,
                steps: &[],
                layer: &layer.pile.store,
                mark: *mark,
                scale: &self.scale,
                persistent: &self.persistent,
                halt: &halt,
            };
            let done = self.sweepers[number].flush(&scene);
            for sweeper in &mut self.sweepers {
                layer.take_over(&mut sweeper.cursor);
            }
            if done {
                break;
            }
            layer.pile.store.grow(&layer.pile.used, self.sweepers.len());
        }
        let sweeper = &mut self.sweepers[number];
        if let Some(ways) = &mut self.options.ways {
            for (source, occurrence) in sweeper.born.drain(..) {
                let print = sweeper.worker.fingerprint(occurrence);
                let step = ways.add(source, print);
                layer.steps.push(aged(step, source, 0));
            }
        }
    }

    /// Puts successors of another progress where they belong: into a layer ahead, or among the persistent markings.
    pub(super) fn place(&mut self, number: usize) -> Result<(), Failure> {
        let Some((_, current)) = &self.current else {
            return Ok(());
        };
        // A layer of few markings is gone through in many small pieces, most of which lead nowhere else.
        if !self.sweepers[number].leads_elsewhere() {
            return Ok(());
        }
        let (here, threads) = (current.value.clone(), self.sweepers.len());
        let mut others = self.sweepers[number].take_elsewhere();
        let mut order = std::mem::take(&mut self.order);
        order.clear();
        order.extend(0..others.marks.len() as u32);
        if !self.persistent.is_empty() {
            let known = &self.persistent.store;
            order.retain(|&i| {
                let i = i as usize;
                let found = known.find_hashed(others.batch.hashes[i], others.batch.marking(i));
                let regress = *self.scale.value(others.marks[i]) < *here;
                self.tally.regress += u64::from(found.is_some() && regress);
                found.is_none()
            });
        }
        order.sort_by_key(|&i| others.marks[i as usize]);
        let marks = &others.marks;
        for group in order.chunk_by(|&a, &b| marks[a as usize] == marks[b as usize]) {
            let mark = marks[group[0] as usize];
            let worker = &mut self.sweepers[number].worker;
            let mut ways = self.options.ways.as_mut();
            let mut way = |i: usize| {
                let print = worker.fingerprint(others.batch.occurrences[i]);
                let source = others.sources[i];
                ways.as_mut()
                    .map(|ways| aged(ways.add(source, print), source, 1))
            };
            let traced = others.batch.traced;
            if *self.scale.value(mark) > *here {
                let width = others.batch.width;
                let layer = self.layers.layer(&self.scale, mark, width, threads);
                let (mut new, mut steps) = (0, std::mem::take(&mut layer.steps));
                layer.add(&others.batch, group, &mut self.probes, |i, _| {
                    new += 1;
                    if traced {
                        steps.extend(way(i));
                    }
                });
                layer.steps = steps;
                self.layers.stored += new;
                continue;
            }
            self.tally.regress += group.len() as u64;
            if self.options.strict {
                (self.falls).insert(&others.batch, group, &mut self.probes, |_, _| {});
                continue;
            }
            let kept = |&&i: &&u32| {
                let (hash, marking) = (
                    others.batch.hashes[i as usize],
                    others.batch.marking(i as usize),
                );
                !self.passed.has(mark, hash, marking)
            };
            let new: Vec<u32> = group.iter().filter(kept).copied().collect();
            let (roots, steps) = (&mut self.roots, &mut self.persistent_steps);
            let (counter, shared) = (&mut self.counter, &self.engine.shared);
            (self.persistent).insert(&others.batch, &new, &mut self.probes, |i, id| {
                roots.push((mark, id));
                counter.add(shared, others.batch.marking(i));
                if traced {
                    steps.extend(way(i));
                }
            });
        }
        self.order = order;
        others.clear();
        self.sweepers[number].give_back(others);
        Ok(())
    }

    /// The least step of the current layer that leads to less progress: the least marking after one,
    /// and of the markings before it the least.
    pub(super) fn least_fall(&mut self) -> Result<Option<Regress>, Failure> {
        let Some((_, layer)) = &self.current else {
            return Ok(None);
        };
        let sweeper = &mut self.sweepers[0];
        let worker = &mut sweeper.worker;
        let falls = self.falls.ids().map(|id| self.falls.store.get(id));
        let Some(to) = worker.least_markings(falls, 1).pop() else {
            return Ok(None);
        };
        let mut before: Vec<Vec<u64>> = Vec::new();
        let mut successors = Batch::markings();
        for id in layer.pile.ids() {
            let from = layer.pile.store.get(id);
            successors.clear();
            if let Err(halt) = worker.expand(&from, &mut successors) {
                match *halt {
                    // A limit: the least of those seen so far has to do.
                    Halt::Interrupted(_) | Halt::Memory(_) => break,
                    halt => return Err(Box::new(halt).into()),
                }
            }
            if successors.words.chunks_exact(to.len()).any(|s| s == to) {
                before.push(from);
                before = worker.least_markings(before.into_iter(), 1);
            }
        }
        let mark = sweeper.gauge.mark(worker, &self.scale, &to)?;
        let values = (layer.value.clone(), self.scale.value(mark));
        Ok((before.pop()).map(|from| Regress { from, to, values }))
    }
}
