//! The inscription language: any text goes through lexer, parser, type checker and evaluator, and
//! every message points into the text.

use super::LIMITS;
use std::sync::LazyLock;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::session::{Dialect, Session};
use sweepnet_lang::span::Sources;
use sweepnet_lang::syntax::fixity::{self, Fixities};
use sweepnet_lang::syntax::{lexer, parser};

/// Name of the text.
const FILE: &str = "fuzz.sml";

static READY: LazyLock<Session> = LazyLock::new(|| {
    let mut session = Session::new(Dialect::Cpn);
    session.limits = LIMITS;
    session
});

/// Cuts a text into tokens.
pub fn lex(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    let mut sources = Sources::default();
    let source = sources.add(FILE, text);
    let mut problems = Vec::new();
    lexer::lex(text, source, &mut problems);
    look_up(&sources, &problems);
    true
}

/// Makes a syntax tree and resolves its operators, in both dialects.
pub fn parse(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    for mut fixities in [Fixities::sml(), Fixities::cpn()] {
        let mut sources = Sources::default();
        let source = sources.add(FILE, text);
        let mut problems = Vec::new();
        let mut ast = parser::parse(&sources, source, &mut problems);
        fixity::resolve(&mut ast, &mut fixities, &mut problems);
        look_up(&sources, &problems);
    }
    true
}

/// Checks a text without evaluating it.
pub fn check(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    let mut session = READY.clone();
    let problems = session.check(FILE, text);
    look_up(&session.sources, &problems);
    true
}

/// Evaluates a text within its limits.
pub fn evaluate(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    let mut session = READY.clone();
    let problems = session.run(FILE, text).diagnostics;
    look_up(&session.sources, &problems);
    true
}

/// Reads the text under each label, which panics if a label lies outside of its text.
fn look_up(sources: &Sources, problems: &[Diagnostic]) {
    for label in problems.iter().flat_map(|problem| &problem.labels) {
        sources.slice(label.span);
    }
}
