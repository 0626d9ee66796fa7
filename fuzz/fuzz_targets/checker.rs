//! Any text is accepted or refused by the type checker, and messages point into the text.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use sweepnet_fuzz::{entry, kept};

fuzz_target!(|bytes: &[u8]| -> Corpus { kept(entry::language::check(bytes)) });
