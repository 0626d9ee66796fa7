//! What a sweep met in one step, for somebody who looks at every marking while it is there: the markings expanded, and if wanted the steps they have.
//!
//! Markings are words under the sweep's layout. They mean something until the next step, which may change the layout or renew the tables.

use crate::engine::{Batch, Halt, Occurrence, Worker};

/// What was met.
#[derive(Debug)]
pub struct Heard {
    /// Whether steps are wanted.
    steps: bool,
    width: usize,
    /// Words of the markings expanded, one after the other.
    markings: Vec<u64>,
    /// For each marking where its steps end in `batch`, and whether it has none.
    ends: Vec<(usize, bool)>,
    batch: Batch,
}

impl Heard {
    /// Nothing yet.
    pub fn new(steps: bool) -> Heard {
        Heard {
            steps,
            width: 0,
            markings: Vec::new(),
            ends: Vec::new(),
            batch: Batch::traced(),
        }
    }

    /// Forgets what was met before.
    pub fn clear(&mut self) {
        self.markings.clear();
        self.ends.clear();
        self.batch.clear();
    }

    /// A marking was expanded, and has so many steps. It is expanded once more if the steps are wanted: then it is known what occurs.
    pub fn add(
        &mut self,
        worker: &mut Worker,
        state: &[u64],
        steps: usize,
    ) -> Result<(), Box<Halt>> {
        if self.steps {
            worker.expand(state, &mut self.batch)?;
        }
        self.width = state.len();
        self.markings.extend_from_slice(state);
        self.ends.push((self.batch.len(), steps == 0));
        Ok(())
    }

    /// How many markings were expanded.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether none was.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The words of a marking.
    pub fn marking(&self, number: usize) -> &[u64] {
        &self.markings[number * self.width..(number + 1) * self.width]
    }

    /// Whether a marking has no step.
    pub fn is_dead(&self, number: usize) -> bool {
        self.ends[number].1
    }

    /// The numbers of a marking's steps.
    pub fn steps(&self, number: usize) -> std::ops::Range<usize> {
        let start = match number {
            0 => 0,
            _ => self.ends[number - 1].0,
        };
        start..self.ends[number].0
    }

    /// What occurs in a step.
    pub fn occurrence(&self, step: usize) -> Occurrence {
        self.batch.occurrences[step]
    }

    /// The words of the marking that a step leads to.
    pub fn target(&self, step: usize) -> &[u64] {
        &self.batch.words[step * self.width..(step + 1) * self.width]
    }
}
