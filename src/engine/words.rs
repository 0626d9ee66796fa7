//! Words that only grow in number and that all threads read without a lock: values, tokens and multi-sets live in these.
//!
//! Buckets double in size, so nothing ever moves and an index finds its bucket by its highest bit. A bucket comes zeroed from the operating
//! system: pages that were never written cost nothing. A word is written before the word or entry that leads to it, and all access is in
//! acquire and release order, so whoever finds the way to a word sees it.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Words in the first bucket, as a power of two.
const FIRST: u32 = 8;
const BUCKETS: usize = 40;

/// A growing array of words.
#[derive(Debug)]
pub struct Words {
    buckets: Box<[OnceLock<Box<[AtomicU64]>>]>,
}

impl Default for Words {
    fn default() -> Words {
        Words {
            buckets: (0..BUCKETS).map(|_| OnceLock::new()).collect(),
        }
    }
}

#[inline]
fn locate(index: usize) -> (usize, usize) {
    let shifted = index + (1 << FIRST);
    let bit = usize::BITS - 1 - shifted.leading_zeros();
    ((bit - FIRST) as usize, shifted - (1 << bit))
}

impl Words {
    /// The word at `index`; 0 if it was never written.
    #[inline]
    pub fn get(&self, index: usize) -> u64 {
        let (bucket, offset) = locate(index);
        match self.buckets[bucket].get() {
            Some(words) => words[offset].load(Ordering::Acquire),
            None => 0,
        }
    }

    /// Writes the word at `index`.
    pub fn set(&self, index: usize, word: u64) {
        let (bucket, offset) = locate(index);
        let size = 1usize << (bucket as u32 + FIRST);
        let words = self.buckets[bucket].get_or_init(|| bytemuck::zeroed_slice_box(size));
        words[offset].store(word, Ordering::Release);
    }

    /// Writes words from `index` on.
    pub fn write(&self, index: usize, words: &[u64]) {
        for (i, &word) in words.iter().enumerate() {
            self.set(index + i, word);
        }
    }

    /// Whether the words from `index` on are these.
    pub fn equals(&self, index: usize, words: &[u64]) -> bool {
        words
            .iter()
            .enumerate()
            .all(|(i, &word)| self.get(index + i) == word)
    }
}

/// Keeps what one thread writes off the cache lines that others read.
#[derive(Debug, Default)]
#[repr(align(128))]
pub struct Apart<T>(pub T);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_fill_the_buckets_without_gap() {
        let mut next = (0, 0);
        for index in 0..100_000 {
            assert_eq!(locate(index), next, "{index}");
            next.1 += 1;
            if next.1 == 1 << (next.0 as u32 + FIRST) {
                next = (next.0 + 1, 0);
            }
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let words = Words::default();
        assert_eq!(words.get(70_000), 0);
        words.write(69_999, &[3, 4, 5]);
        assert!(words.equals(69_998, &[0, 3, 4, 5, 0]));
    }
}
