//! Any text becomes a syntax tree with its operators resolved, and messages point into the text.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use sweepnet_fuzz::{entry, kept};

fuzz_target!(|bytes: &[u8]| -> Corpus { kept(entry::language::parse(bytes)) });
