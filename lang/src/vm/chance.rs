//! Random numbers: one by chance, or each in its turn.
//!
//! A simulation draws them from a seed. Where everything that may happen is wanted, an evaluation is done again and again instead (`Vm::each_draw`): every number that it asks
//! for is a digit, and the next evaluation counts one further, from the last digit on. So all combinations come, in a fixed order. How many digits there are, and how many
//! values each has, may depend on those before.

use super::machine::Vm;
use super::stop::{Cause, Fault};
use crate::diagnostic::Diagnostic;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// How many values one number may have if each is wanted, and how many numbers one evaluation may draw then.
const MOST: u64 = 10_000;

/// Where random numbers come from.
#[derive(Clone, Debug)]
pub(super) struct Chance {
    random: Pcg64,
    /// The numbers, if each is wanted in its turn.
    turns: Option<Turns>,
}

/// Numbers that are each of their values in turn.
#[derive(Clone, Debug)]
struct Turns {
    /// The value of each, and the largest it can have.
    digits: Vec<(u64, u64)>,
    /// The next one that will be asked for.
    next: usize,
    /// What to say if they are too many.
    refusal: Box<Diagnostic>,
}

impl Turns {
    fn refuse<T>(&self) -> Result<T, Fault> {
        Err(Cause::Host(self.refusal.clone()).into())
    }

    fn up_to(&mut self, most: u64) -> Result<u64, Fault> {
        if most >= MOST || self.next as u64 >= MOST {
            return self.refuse();
        }
        if self.next == self.digits.len() {
            self.digits.push((0, most));
        }
        self.next += 1;
        Ok(self.digits[self.next - 1].0)
    }
}

impl Default for Chance {
    fn default() -> Chance {
        Chance {
            random: Pcg64::seed_from_u64(0),
            turns: None,
        }
    }
}

impl Vm {
    /// Starts the random numbers anew from `seed`.
    pub fn seed(&mut self, seed: u64) {
        self.chance.random = Pcg64::seed_from_u64(seed);
    }

    /// Until `last_draw` random numbers are taken in turn, the smallest ones first; or refused, with these words, if they are too many.
    pub fn each_draw(&mut self, refusal: Box<Diagnostic>) {
        self.chance.turns = Some(Turns {
            digits: Vec::new(),
            next: 0,
            refusal,
        });
    }

    /// Whether an evaluation done once more would draw other numbers: the next ones in turn. `false` if all were drawn.
    pub fn next_draw(&mut self) -> bool {
        let Some(turns) = &mut self.chance.turns else {
            return false;
        };
        turns.next = 0;
        while let Some((value, most)) = turns.digits.pop() {
            if value < most {
                turns.digits.push((value + 1, most));
                return true;
            }
        }
        false
    }

    /// Random numbers are drawn by chance again.
    pub fn last_draw(&mut self) {
        self.chance.turns = None;
    }

    /// A number from 0 to `most`, all equally likely.
    pub(super) fn random_up_to(&mut self, most: u64) -> Result<u64, Fault> {
        let Chance { random, turns } = &mut self.chance;
        if let Some(turns) = turns {
            return turns.up_to(most);
        }
        if most == u64::MAX {
            return Ok(random.next_u64());
        }
        // refuse the incomplete last block, so that no remainder is favoured
        let count = most + 1;
        let whole = u64::MAX - u64::MAX % count;
        loop {
            let word = random.next_u64();
            if word < whole {
                return Ok(word % count);
            }
        }
    }

    /// A number from 0 on and below 1.
    pub(super) fn random_unit(&mut self) -> Result<f64, Fault> {
        match &self.chance.turns {
            Some(turns) => turns.refuse(),
            None => Ok((self.chance.random.next_u64() >> 11) as f64 / (1u64 << 53) as f64),
        }
    }

    /// True with this probability.
    pub(super) fn random_bool(&mut self, probability: f64) -> Result<bool, Fault> {
        match self.chance.turns {
            // What never happens, and what always does, is no choice.
            Some(_) if probability <= 0.0 || probability >= 1.0 => Ok(probability >= 1.0),
            Some(_) => Ok(self.random_up_to(1)? == 1),
            None => Ok(self.random_unit()? < probability),
        }
    }
}
