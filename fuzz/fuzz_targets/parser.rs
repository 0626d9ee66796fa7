//! Any text becomes a syntax tree with its operators resolved, and messages point into the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sweepnet_fuzz::entry;

fuzz_target!(|bytes: &[u8]| entry::language::parse(bytes));
