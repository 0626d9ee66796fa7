//! The markings that some markings lead to, one after the other, waiting to be looked up. Many at once, so that the processor waits for the memory of many
//! of them at the same time.

use super::hash;

/// An enabled binding element, as the worker that found it knows it. Valid until its memo is emptied.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// Index of the transition.
    pub transition: u32,
    /// Index of the element in the memo.
    pub element: u32,
    /// When it occurs.
    pub clock: i64,
}

/// Successor markings and what led to them.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// The markings' words, one marking after the other.
    pub words: Vec<u64>,
    /// The hash of each.
    pub hashes: Vec<u64>,
    /// What led to each, if wanted.
    pub occurrences: Vec<Occurrence>,
    /// Whether successor markings are wanted; if not, only `occurrences` are given.
    pub successors: bool,
    /// Whether `occurrences` are wanted.
    pub traced: bool,
    /// Words of a marking.
    pub width: usize,
    /// The hash of the marking being expanded, and its terms.
    pub(super) source_hash: u64,
    pub(super) terms: Vec<u64>,
    /// Something is to be done at each occurrence besides making the marking.
    pub(super) selective: bool,
}

impl Batch {
    /// For successor markings.
    pub fn markings() -> Batch {
        Batch {
            successors: true,
            ..Batch::default()
        }
    }

    /// For successor markings with what leads to them.
    pub fn traced() -> Batch {
        Batch {
            successors: true,
            traced: true,
            ..Batch::default()
        }
    }

    /// One marking, to be looked up.
    pub fn one(marking: &[u64]) -> Batch {
        Batch {
            words: marking.to_vec(),
            hashes: vec![hash::marking(marking)],
            width: marking.len(),
            ..Batch::markings()
        }
    }

    /// For enabled binding elements only.
    pub fn occurrences() -> Batch {
        Batch::default()
    }

    /// Gets ready for the successors of a marking.
    pub(super) fn begin(&mut self, state: &[u64]) {
        self.terms.clear();
        let terms = state
            .iter()
            .enumerate()
            .map(|(i, &word)| hash::term(i, word));
        self.terms.extend(terms);
        self.source_hash = self
            .terms
            .iter()
            .fold(0, |sum, &term| sum.wrapping_add(term));
    }

    /// Appends the words of a marking.
    #[inline(always)]
    pub(super) fn append(&mut self, state: &[u64]) {
        // Most markings are a few words: not worth a call of `memcpy`.
        match *state {
            [a] => self.words.push(a),
            [a, b] => self.words.extend_from_slice(&[a, b]),
            [a, b, c] => self.words.extend_from_slice(&[a, b, c]),
            _ => self.words.extend_from_slice(state),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match self.successors {
            true => self.hashes.len(),
            false => self.occurrences.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether one more needs more memory.
    #[inline]
    pub(super) fn is_tight(&self) -> bool {
        self.hashes.len() == self.hashes.capacity()
    }

    /// Bytes that it has after it has grown.
    pub(super) fn grown_bytes(&self) -> usize {
        2 * 8 * (self.words.len() + self.hashes.len())
    }

    /// One of the markings.
    pub fn marking(&self, index: usize) -> &[u64] {
        &self.words[index * self.width..(index + 1) * self.width]
    }

    /// Adds a marking of another batch.
    pub fn copy(&mut self, other: &Batch, index: usize) {
        self.width = other.width;
        let words = index * other.width..(index + 1) * other.width;
        self.words.extend_from_slice(&other.words[words]);
        self.hashes.push(other.hashes[index]);
        if self.traced {
            self.occurrences.push(other.occurrences[index]);
        }
    }

    /// Drops all.
    pub fn clear(&mut self) {
        self.words.clear();
        self.hashes.clear();
        self.occurrences.clear();
    }

    /// Keeps the first `len`, and nothing of a marking that was not finished.
    pub fn truncate(&mut self, len: usize) {
        self.words.truncate(len * self.width);
        self.hashes.truncate(len);
        self.occurrences.truncate(len);
    }

    /// Keeps those of which `keep` is true.
    pub fn retain(&mut self, keep: &[bool]) {
        let width = self.width.max(1);
        let kept = |i: usize| keep.get(i).copied().unwrap_or(false);
        let mut word = 0;
        self.words.retain(|_| {
            word += 1;
            kept((word - 1) / width)
        });
        retain_at(&mut self.hashes, kept);
        retain_at(&mut self.occurrences, kept);
    }
}

/// Keeps the elements at which an index is wanted.
fn retain_at<T>(list: &mut Vec<T>, wanted: impl Fn(usize) -> bool) {
    let mut at = 0;
    list.retain(|_| {
        at += 1;
        wanted(at - 1)
    });
}
