//! Any text is accepted or refused by the type checker, and messages point into the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sweepnet_fuzz::entry;

fuzz_target!(|bytes: &[u8]| entry::language::check(bytes));
