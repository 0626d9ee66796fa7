//! Any text is cut into tokens, and what the lexer complains about lies inside the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sweepnet_fuzz::entry;

fuzz_target!(|bytes: &[u8]| entry::language::lex(bytes));
