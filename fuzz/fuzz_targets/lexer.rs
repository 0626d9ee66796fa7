//! Any text is cut into tokens, and what the lexer complains about lies inside the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sweepnet_lang::span::Sources;
use sweepnet_lang::syntax::lexer;

fuzz_target!(|text: &str| {
    let mut sources = Sources::default();
    let source = sources.add("fuzz.sml", text);
    let mut diagnostics = Vec::new();
    lexer::lex(text, source, &mut diagnostics);
    for label in diagnostics.iter().flat_map(|d| &d.labels) {
        sources.slice(label.span);
    }
});
