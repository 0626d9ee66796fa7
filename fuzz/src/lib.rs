//! The parts that the fuzz targets share: what each one does with an input, and how inputs are
//! mutated.

pub mod entry;
pub mod mutate;

use libfuzzer_sys::Corpus;

/// Whether libFuzzer is to mutate an input further, as an entry function says.
pub fn kept(keep: bool) -> Corpus {
    match keep {
        true => Corpus::Keep,
        false => Corpus::Reject,
    }
}
