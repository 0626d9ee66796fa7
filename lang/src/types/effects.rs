//! What an evaluation may do beside giving a value, and what its value may depend on beside its variables.
//!
//! A net evaluates inscriptions as often as it likes and in any order, so it must know. Random numbers have several outcomes, each of which may happen. What is printed
//! changes nothing. Ref cells matter only if they outlive the evaluation: a function that counts in a cell of its own is as good as one that does not.

use super::ty::{EXN, Node, REF, Ty, TyVar, Types};
use rustc_hash::FxHashSet;
use std::ops::BitOrAssign;

/// How the value of an expression, or what a name stands for, depends on the model time. It may
/// depend on less than said here, never on more.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// It asks for the time: `time ()`.
    pub now: bool,
    /// It reads stamps, or makes stamps that are not counted from the time: `@`.
    pub stamps: bool,
    /// It makes stamps that are counted from the time: `@+` and `@++`.
    pub counts: bool,
}

impl Clock {
    /// Whether it depends on the time otherwise than by `@+` and `@++`.
    pub fn looks(self) -> bool {
        self.now || self.stamps
    }
}

impl BitOrAssign for Clock {
    fn bitor_assign(&mut self, other: Clock) {
        self.now |= other.now;
        self.stamps |= other.stamps;
        self.counts |= other.counts;
    }
}

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

    /// The effects of using what an expression with these gave when it was evaluated once. A plain value is all there then, but another number might have been
    /// drawn; a cell or a function, if it `holds` one, does later what it does.
    pub(super) fn kept(self, holds: bool) -> Effects {
        match holds {
            false => Effects {
                shares: self.draws,
                ..Effects::default()
            },
            true => Effects {
                draws: false,
                cells: false,
                shares: self.shares || self.cells || self.draws,
                ..self
            },
        }
    }
}

impl Types {
    /// Whether values of a type may hold ref cells or functions.
    pub(super) fn may_hold_cells(&self, ty: Ty) -> bool {
        let (mut waiting, mut seen) = (vec![ty], FxHashSet::default());
        let mut parameters: FxHashSet<TyVar> = FxHashSet::default();
        while let Some(ty) = waiting.pop() {
            if !seen.insert(self.resolve(ty)) {
                continue;
            }
            match self.node(ty) {
                // The arguments for a parameter are looked at themselves, and overloaded types are numbers and texts. Of what else nobody knows yet nothing is sure.
                Node::Var(variable)
                    if parameters.contains(variable) || !self.var(*variable).class.is_any() => {}
                Node::Var(_) | Node::Fun(..) | Node::Con(REF | EXN, _) => return true,
                Node::Con(constructor, arguments) => {
                    waiting.extend(arguments.iter());
                    if let Some(data) = self.constructors[constructor.0 as usize].data {
                        let data = &self.data[data.0 as usize];
                        parameters.extend(&data.params);
                        waiting.extend(data.constructors.iter().filter_map(|c| c.1));
                    }
                }
                Node::Tuple(parts) => waiting.extend(parts.iter()),
                Node::Record(fields) => waiting.extend(fields.iter().map(|field| field.1)),
                Node::Error => {}
            }
        }
        false
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
