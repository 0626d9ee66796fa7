//! Every code that a message about a net can carry, explained as `sweepnet_lang::codes` explains those of the language. Examples are nets.

pub mod import;
pub mod inscriptions;
pub mod queries;
pub mod reductions;
pub mod running;
pub mod structure;

use sweepnet_lang::codes::{self, Code};

/// All codes, those of the language first.
pub fn all() -> impl Iterator<Item = &'static Code> {
    (codes::ALL.iter())
        .chain(structure::ALL)
        .chain(inscriptions::ALL)
        .chain(running::ALL)
        .chain(queries::ALL)
        .chain(import::ALL)
        .chain(reductions::ALL)
}

/// The explanation of a code, which may be written `e1003`.
pub fn find(code: &str) -> Option<&'static Code> {
    let wanted = code.trim();
    all().find(|known| known.code.eq_ignore_ascii_case(wanted))
}

/// The code whose number is nearest to one that does not exist; of those, one of the same kind. `None` if there is no number in it.
pub fn nearest(code: &str) -> Option<&'static Code> {
    let digits: String = code.chars().filter(char::is_ascii_digit).collect();
    let number: i64 = digits.parse().ok()?;
    let warning = code.trim().starts_with(['W', 'w']);
    all().min_by_key(|known| {
        let its: i64 = known.code[1..].parse().unwrap_or_default();
        (its.abs_diff(number), known.code.starts_with('W') != warning)
    })
}
