//! The colours seen on one place, numbered in the order in which they were met. Markings name colours by these small numbers.

use super::values::Colour;
use super::words::Words;
use hashbrown::HashTable;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use sweepnet_lang::vm::equal::mix;

/// Number of a colour on its place.
pub type Token = u32;

/// The numbering of one place.
#[derive(Debug, Default)]
pub struct Tokens {
    colours: Words,
    count: AtomicU32,
    index: Mutex<HashTable<Token>>,
}

impl Tokens {
    /// The colour with a number.
    #[inline]
    pub fn colour(&self, token: Token) -> Colour {
        self.colours.get(token as usize)
    }

    /// How many colours were met.
    pub fn len(&self) -> u32 {
        self.count.load(Ordering::Acquire)
    }

    /// The number of a colour, and whether it is new.
    pub fn intern(&self, colour: Colour) -> (Token, bool) {
        let hash = |token: &Token| mix(0, self.colours.get(*token as usize));
        let mut index = self.index.lock().unwrap_or_else(PoisonError::into_inner);
        let found = index.find(mix(0, colour), |token| {
            self.colours.get(*token as usize) == colour
        });
        if let Some(&token) = found {
            return (token, false);
        }
        let token = self.count.load(Ordering::Relaxed);
        self.colours.set(token as usize, colour);
        self.count.store(token + 1, Ordering::Release);
        index.insert_unique(mix(0, colour), token, hash);
        (token, true)
    }

    /// Bytes of the numbering.
    pub fn bytes(&self) -> usize {
        let index = self.index.lock().unwrap_or_else(PoisonError::into_inner);
        self.len() as usize * 8 + index.capacity() * 5
    }
}
