//! Any text is cut into tokens, and what the lexer complains about lies inside the text.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use sweepnet_fuzz::{entry, kept};

fuzz_target!(|bytes: &[u8]| -> Corpus { kept(entry::language::lex(bytes)) });
