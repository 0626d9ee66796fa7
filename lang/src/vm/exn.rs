//! The exceptions the machine itself can raise, by number. `Program::exceptions` begins with them in this order, so that a packet's tag is
//! enough to name it, and the heap keeps a ready packet for each one that carries nothing.

use super::program::{Exception, Payload, ShapeId};

/// No clause matched.
pub const MATCH: u16 = 0;
/// A `val` pattern did not match.
pub const BIND: u16 = 1;
/// An int left its 64 bits.
pub const OVERFLOW: u16 = 2;
/// Division by zero.
pub const DIV: u16 = 3;
/// An index outside a string or list.
pub const SUBSCRIPT: u16 = 4;
/// A negative or enormous size.
pub const SIZE: u16 = 5;
/// No character has this code.
pub const CHR: u16 = 6;
/// An argument outside a function's domain.
pub const DOMAIN: u16 = 7;
/// An empty list or multi-set where elements are needed.
pub const EMPTY: u16 = 8;
/// `valOf NONE`.
pub const OPTION: u16 = 9;
/// `Fail` with a string.
pub const FAIL: u16 = 10;
/// Substrings of different strings.
pub const SPAN: u16 = 11;
/// A multi-set is not contained in the one it is taken from.
pub const SUBTRACT: u16 = 12;
/// A multi-set without exactly one element.
pub const NO_SINGLETON: u16 = 13;
/// `CPN'Error` with a string: a colour-set function that has no answer.
pub const CPN_ERROR: u16 = 14;
/// Comparison of a value that has no order (nan).
pub const UNORDERED: u16 = 15;
/// Time is up for something that can go on without an answer.
pub const TIME_OUT: u16 = 16;

/// How many there are.
pub const COUNT: usize = 17;

const NAMES: [&str; COUNT] = [
    "Match",
    "Bind",
    "Overflow",
    "Div",
    "Subscript",
    "Size",
    "Chr",
    "Domain",
    "Empty",
    "Option",
    "Fail",
    "Span",
    "Subtract",
    "no_singleton",
    "CPN'Error",
    "Unordered",
    "TimeOut",
];

/// Whether this is the number of a built-in exception without argument.
pub fn carries_nothing(number: u16) -> bool {
    (number as usize) < COUNT && number != FAIL && number != CPN_ERROR
}

/// What `Program::exceptions` begins with; `string` is the shape of strings.
pub fn builtin(string: ShapeId) -> Vec<Exception> {
    let payload = |number: usize| {
        if carries_nothing(number as u16) {
            Payload::None
        } else {
            Payload::One(string)
        }
    };
    NAMES
        .iter()
        .enumerate()
        .map(|(number, &name)| Exception {
            name: name.into(),
            payload: payload(number),
        })
        .collect()
}
