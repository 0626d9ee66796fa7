//! How much memory of binding elements is worth keeping.
//!
//! Some nets have a certain number of binding elements, and keeping all of them pays. Others never meet the same one again once the search has gone on, and keeping many is of no use.
//! Which of the two it is shows after the memo was emptied: are the elements that come then new, or were they there before? A sample of the elements tells.

use rustc_hash::FxHashSet;

/// Bytes that are always worth it.
const LEAST: usize = 1 << 18;
/// One of so many elements is noted.
const SAMPLE: u64 = 8;
/// Most of those noted before the memo was emptied that are kept.
const KEPT: usize = 1 << 13;

/// How much one thread may keep, and what that follows from.
#[derive(Clone, Debug)]
pub struct Worth {
    bytes: usize,
    /// Sampled elements of memos that were emptied.
    before: FxHashSet<u64>,
    /// Those of the present one.
    now: Vec<u64>,
    /// How many of those were there before.
    again: usize,
}

impl Default for Worth {
    fn default() -> Worth {
        Worth {
            bytes: LEAST,
            before: FxHashSet::default(),
            now: Vec::new(),
            again: 0,
        }
    }
}

impl Worth {
    /// Notes a new element by a hash of what it is.
    #[inline]
    pub fn note(&mut self, hash: u64) {
        if hash.is_multiple_of(SAMPLE) && self.now.len() < KEPT {
            self.again += usize::from(self.before.contains(&hash));
            self.now.push(hash);
        }
    }

    /// Whether elements that take so many bytes should be forgotten, if there is memory for `most`; then they are taken to be.
    pub fn is_exceeded(&mut self, bytes: usize, most: usize) -> bool {
        if bytes <= self.bytes {
            return false;
        }
        let pays = self.again * 4 > self.now.len();
        if pays && bytes < most {
            self.bytes *= 2;
            return false;
        }
        if !pays {
            self.bytes = LEAST;
        }
        if self.before.len() + self.now.len() > KEPT {
            self.before.clear();
        }
        self.before.extend(self.now.drain(..));
        self.again = 0;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sweepnet_lang::vm::equal::mix;

    /// How often a memo is emptied if elements of 200 bytes come in this order.
    fn emptied(elements: impl Iterator<Item = u64>) -> usize {
        let (mut worth, mut memo, mut emptied) = (Worth::default(), FxHashSet::default(), 0);
        for element in elements {
            if memo.insert(element) {
                worth.note(mix(0, element));
            }
            if worth.is_exceeded(200 * memo.len(), 1 << 24) {
                memo.clear();
                emptied += 1;
            }
        }
        emptied
    }

    #[test]
    fn elements_that_come_again_are_kept() {
        let some = (0..1_000_000).map(|i| mix(1, i) % 20_000);
        let often = emptied(some);
        assert!((1..20).contains(&often), "{often}");
    }

    #[test]
    fn elements_that_never_come_again_are_not() {
        let often = emptied(0..1_000_000);
        assert_eq!(often, 1_000_000 * 200 / LEAST);
    }
}
