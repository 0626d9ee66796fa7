//! The colours seen on one place, numbered in the order in which they were met. Markings name colours by these small numbers.

use super::values::Colour;
use super::words::{Apart, Words};
use hashbrown::HashTable;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use sweepnet_lang::vm::equal::mix;

/// Number of a colour on its place.
pub type Token = u32;

/// Colours less than so far from the base are found by an array, without a lock.
const NEAR: Colour = 1 << 12;
/// And those less than so many times the number of colours met: then the array has few gaps.
const DENSITY: Colour = 4;

/// Colours so far away are never looked for in the array.
const FAR: Colour = 1 << 32;

/// Numbers there are: `Sets::single` doubles them, and the last two name no set.
const MOST: Token = (1 << 31) - 2;
/// A search ends when only so many are left, since much may be added between two looks.
const RESERVE: Token = 1 << 26;

/// The numbering of one place.
#[derive(Debug, Default)]
pub struct Tokens {
    colours: Words,
    /// Where the array begins.
    base: Colour,
    /// For each colour near the base its number plus one.
    near: Words,
    /// For each token 1 if its colour is known to belong to the place's colour set.
    legal: Words,
    count: Apart<AtomicU32>,
    /// Whether a colour got no number of its own.
    exhausted: AtomicBool,
    index: Apart<Mutex<HashTable<Token>>>,
}

impl Tokens {
    /// The colour with a number.
    #[inline]
    pub fn colour(&self, token: Token) -> Colour {
        self.colours.get(token as usize)
    }

    /// How many colours were met.
    pub fn len(&self) -> u32 {
        self.count.0.load(Ordering::Acquire)
    }

    /// Lets the array begin a little before a colour, if none was met yet. Numbers that grow have come far when tables are renewed.
    pub fn begin_at(&mut self, colour: Colour) {
        if self.len() == 0 {
            self.base = colour.saturating_sub(NEAR / 2);
        }
    }

    /// The number of a colour, and whether it is new.
    #[inline]
    pub fn intern(&self, colour: Colour) -> (Token, bool) {
        let at = colour.wrapping_sub(self.base);
        if at < FAR {
            let known = self.near.get(at as usize);
            if known > 0 {
                return ((known - 1) as Token, false);
            }
        }
        self.intern_slowly(colour)
    }

    fn intern_slowly(&self, colour: Colour) -> (Token, bool) {
        let hash = |token: &Token| mix(0, self.colours.get(*token as usize));
        let mut index = self.index.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Somebody else may have been faster, and what was far once may be near now.
        let at = colour.wrapping_sub(self.base);
        let near = match at < FAR {
            true => self.near.get(at as usize).checked_sub(1),
            false => None,
        };
        let known = near.map(|token| token as Token).or_else(|| {
            // Most places have none that are far.
            if index.is_empty() {
                return None;
            }
            let found = index.find(mix(0, colour), |&token| self.colour(token) == colour);
            found.copied()
        });
        if let Some(token) = known {
            return (token, false);
        }
        let token = self.count.0.load(Ordering::Relaxed);
        if token >= MOST {
            self.exhausted.store(true, Ordering::Relaxed);
            return (0, false);
        }
        self.colours.set(token as usize, colour);
        self.count.0.store(token + 1, Ordering::Release);
        match at < FAR && at < NEAR + DENSITY * Colour::from(token) {
            true => self.near.set(at as usize, u64::from(token) + 1),
            false => {
                index.insert_unique(mix(0, colour), token, hash);
            }
        }
        (token, true)
    }

    /// Whether few numbers are left.
    pub fn is_nearly_exhausted(&self) -> bool {
        self.len() >= MOST - RESERVE
    }

    /// Whether a colour got no number of its own: then nothing found since can be relied on.
    pub fn is_exhausted(&self) -> bool {
        self.exhausted.load(Ordering::Relaxed)
    }

    /// All colours, in the order of their numbers.
    pub fn colours(&self) -> impl Iterator<Item = Colour> {
        (0..self.len()).map(|token| self.colour(token))
    }

    /// Gives every colour another number; tokens keep theirs.
    pub fn renumber(&mut self, number: impl Fn(Colour) -> Colour) {
        let old = std::mem::take(self);
        for token in 0..old.len() {
            self.intern(number(old.colour(token)));
            if old.is_legal(token) {
                self.set_legal(token);
            }
        }
    }

    /// Whether a token is known to belong to the place's colour set. One that an input arc asks for need not.
    pub fn is_legal(&self, token: Token) -> bool {
        self.legal.get(token as usize) == 1
    }

    /// Notes that a token belongs to the place's colour set.
    pub fn set_legal(&self, token: Token) {
        self.legal.set(token as usize, 1);
    }

    /// Bytes of the numbering.
    pub fn bytes(&self) -> usize {
        let index = self.index.0.lock().unwrap_or_else(PoisonError::into_inner);
        self.len() as usize * 24 + index.capacity() * 5
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_colours_share_a_number_when_these_run_out() {
        let tokens = Tokens::default();
        assert_eq!(tokens.intern(7), (0, true));
        tokens.count.0.store(MOST - RESERVE, Ordering::Relaxed);
        assert!(tokens.is_nearly_exhausted() && !tokens.is_exhausted());
        tokens.count.0.store(MOST - 1, Ordering::Relaxed);
        assert_eq!(tokens.intern(1 << 40), (MOST - 1, true));
        assert!(!tokens.is_exhausted());
        tokens.intern(1 << 41);
        assert!(tokens.is_exhausted());
        assert_eq!((tokens.len(), tokens.intern(7)), (MOST, (0, false)));
    }
}
