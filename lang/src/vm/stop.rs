//! Why an evaluation ended without a value, and with what explanation.

use super::heap::Heap;
use super::program::Word;
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::Name;

/// How many calls a `Stop` names.
pub const TRACE: usize = 12;

/// An evaluation that ended without a value. The machine can be used again.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// Why.
    pub cause: Cause,
    /// The expression that was being evaluated, if code was running.
    pub span: Option<Span>,
    /// The functions being evaluated, innermost first, each with the place it had reached. At most `TRACE`.
    pub trace: Vec<(Name, Span)>,
    /// How many more there were.
    pub more: usize,
}

/// Why an evaluation stopped.
#[derive(Clone, Debug, PartialEq)]
pub enum Cause {
    /// An exception nobody handled: its packet, valid until the next evaluation.
    Raised(Word),
    /// The budget of steps is used up.
    Steps,
    /// The memory budget is too small for what is alive.
    Memory,
    /// The embedder asked, with this reason.
    Interrupted(usize),
    /// Primitives and functions called each other too deep.
    Depth,
    /// A host function cannot go on, and says why.
    Host(Box<Diagnostic>),
    /// The embedder called a function that is not there or with the wrong arguments.
    BadCall,
}

impl Stop {
    /// A stop outside any code.
    pub(super) fn outside(cause: Cause) -> Stop {
        Stop {
            cause,
            span: None,
            trace: Vec::new(),
            more: 0,
        }
    }
}

/// What an instruction or primitive ends with instead of a value.
#[derive(Debug)]
pub(super) enum Fault {
    /// Raise this packet.
    Raise(Word),
    /// Raise this built-in exception, which carries nothing.
    Builtin(u16),
    /// Give up.
    Cause(Cause),
    /// An evaluation that a primitive started has stopped; an exception among them continues here.
    Nested(Box<Stop>),
}

impl From<Cause> for Fault {
    fn from(cause: Cause) -> Fault {
        Fault::Cause(cause)
    }
}

impl From<Stop> for Fault {
    fn from(stop: Stop) -> Fault {
        Fault::Nested(Box::new(stop))
    }
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        match fault {
            Fault::Raise(packet) => Stop::outside(Cause::Raised(packet)),
            Fault::Builtin(number) => Stop::outside(Cause::Raised(Heap::builtin(number))),
            Fault::Cause(cause) => Stop::outside(cause),
            Fault::Nested(stop) => *stop,
        }
    }
}
