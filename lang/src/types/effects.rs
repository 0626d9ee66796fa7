//! What an evaluation may do beside giving a value, and what its value may depend on beside its variables.
//!
//! A net evaluates inscriptions as often as it likes and in any order, so it must know. Random numbers have several outcomes, each of which may happen. What is printed
//! changes nothing. Ref cells matter only if they outlive the evaluation: a function that counts in a cell of its own is as good as one that does not.

use std::ops::BitOrAssign;

/// The effects of an expression, or of using a name. It may have fewer than said here, never more.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// It draws random numbers.
    pub draws: bool,
    /// It prints.
    pub prints: bool,
    /// It makes ref cells, reads them or assigns to them: if they are its own, nobody can tell.
    pub cells: bool,
    /// It reads cells that outlive the evaluation, and to which nothing in a state space assigns.
    pub quiet: bool,
    /// It reads, or assigns to, other cells that outlive the evaluation; or it asks for something else that is neither in the marking nor in its variables.
    pub shares: bool,
}

impl Effects {
    /// Whether evaluating it again may do something, or give another value.
    pub fn is_impure(self) -> bool {
        self.draws || self.prints || self.quiet || self.shares
    }

    /// The effects of using what an expression with these gave when it was evaluated once: its cells live on, and the numbers it drew stay.
    pub(super) fn kept(self) -> Effects {
        Effects {
            draws: false,
            cells: false,
            shares: self.shares || self.cells || self.draws,
            ..self
        }
    }
}

impl BitOrAssign for Effects {
    fn bitor_assign(&mut self, other: Effects) {
        self.draws |= other.draws;
        self.prints |= other.prints;
        self.cells |= other.cells;
        self.quiet |= other.quiet;
        self.shares |= other.shares;
    }
}
