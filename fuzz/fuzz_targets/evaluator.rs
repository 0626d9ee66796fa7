//! Any text is evaluated within its limits, or stopped with an error that points into the text.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use sweepnet_fuzz::{entry, kept};

fuzz_target!(|bytes: &[u8]| -> Corpus { kept(entry::language::evaluate(bytes)) });
