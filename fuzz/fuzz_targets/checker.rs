//! Any text is accepted or refused by the type checker, and what it complains about lies inside the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use sweepnet_lang::session::{Dialect, Session};

static READY: LazyLock<Session> = LazyLock::new(|| Session::new(Dialect::Cpn));

fuzz_target!(|text: &str| {
    let mut session = READY.clone();
    for diagnostic in session.check("fuzz.sml", text) {
        for label in &diagnostic.labels {
            session.sources.slice(label.span);
        }
    }
});
