//! Any text is evaluated within its limits, or stopped with an error that points into the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sweepnet_fuzz::entry;

fuzz_target!(|bytes: &[u8]| entry::language::evaluate(bytes));
