//! Any text is evaluated within its limits, or stopped with an error that points into the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use sweepnet_lang::session::{Dialect, Limits, Session};

static READY: LazyLock<Session> = LazyLock::new(|| {
    let mut session = Session::new(Dialect::Cpn);
    session.limits = Limits {
        steps: 200_000,
        memory: 64 << 20,
        value_length: 10_000,
    };
    session
});

fuzz_target!(|text: &str| {
    let mut session = READY.clone();
    for diagnostic in session.run("fuzz.sml", text).diagnostics {
        for label in &diagnostic.labels {
            session.sources.slice(label.span);
        }
    }
});
