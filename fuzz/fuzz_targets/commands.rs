//! Any command line is run, or refused, and writes nothing outside of its folder.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_mutator, fuzz_target};
use sweepnet_fuzz::{entry, kept, mutate};

fuzz_target!(|bytes: &[u8]| -> Corpus { kept(entry::commands::run(bytes)) });
fuzz_mutator!(|data: &mut [u8], size: usize, most: usize, seed: u32| {
    mutate::text(data, size, most, seed)
});
