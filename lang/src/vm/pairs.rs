//! Pairs of objects that a comparison of two values has met.
//!
//! A value that shares its parts has few objects and exponentially many paths to them. A comparison
//! that follows every path would never end, so it remembers the pairs that it has begun with. It goes
//! depth first and ends at the first difference: a pair that it meets again was found equal.
//!
//! The memory is a table in which a newer pair takes the place of an older one, so that it stays small
//! beside any value. A pair that was displaced costs a look at its children, which are known.

use super::program::Word;

/// Pairs met before the first is remembered: most values are small.
const PATIENCE: u64 = 200;

/// Pairs that are remembered at first, and at most; both are powers of two.
const LEAST: usize = 1 << 8;
const MOST: usize = 1 << 18;

/// The memory of one comparison.
#[derive(Default)]
pub(super) struct Pairs {
    met: u64,
    table: Vec<(Word, Word)>,
}

impl Pairs {
    /// Whether two different objects are known to be equal; if not, they are remembered.
    #[inline]
    pub fn are_known(&mut self, a: Word, b: Word) -> bool {
        self.met += 1;
        self.met > PATIENCE && self.look_up(a, b)
    }

    fn look_up(&mut self, a: Word, b: Word) -> bool {
        let length = self.table.len();
        if length < MOST && self.met > 2 * length as u64 {
            // What was remembered in other places is met again at most once more.
            let length = (4 * length).clamp(LEAST, MOST);
            self.table = vec![(0, 0); length];
        }
        let hash = super::equal::mix(a, b) as usize;
        let slot = hash & (self.table.len() - 1);
        std::mem::replace(&mut self.table[slot], (a, b)) == (a, b)
    }

    /// How many pairs were met.
    pub fn met(&self) -> u64 {
        self.met
    }
}
