//! Any text becomes a syntax tree with its operators resolved, and what is complained about lies inside the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sweepnet_lang::span::Sources;
use sweepnet_lang::syntax::fixity::{self, Fixities};
use sweepnet_lang::syntax::parser;

fuzz_target!(|text: &str| {
    for mut fixities in [Fixities::sml(), Fixities::cpn()] {
        let mut sources = Sources::default();
        let source = sources.add("fuzz.sml", text);
        let mut diagnostics = Vec::new();
        let mut ast = parser::parse(&sources, source, &mut diagnostics);
        fixity::resolve(&mut ast, &mut fixities, &mut diagnostics);
        for label in diagnostics.iter().flat_map(|d| &d.labels) {
            sources.slice(label.span);
        }
    }
});
