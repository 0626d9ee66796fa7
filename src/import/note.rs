//! What importing a model changed or left out, told truthfully: each note is a warning with its place, and says what it means for analysis.

use sweepnet_lang::diagnostic::Diagnostic;

/// What a note means for those who analyse the net.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing: the net behaves as it does in the tool it comes from.
    None,
    /// The state space may be another one.
    Behaviour,
}

/// Something that was not carried over as it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// What, where and why.
    pub diagnostic: Diagnostic,
    /// What it means.
    pub effect: Effect,
}
