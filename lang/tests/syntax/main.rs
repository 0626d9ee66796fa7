//! The front end as its users see it: text in, tree and messages out.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod mistakes;
mod show;
mod trees;

use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::span::Sources;
use sweepnet_lang::syntax::ast::Ast;
use sweepnet_lang::syntax::fixity::{Fixities, resolve};
use sweepnet_lang::syntax::parser::parse;

/// Parses and resolves.
fn read(text: &str) -> (Ast, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    let id = sources.add("test", text);
    let mut diagnostics = Vec::new();
    let mut ast = parse(&sources, id, &mut diagnostics);
    resolve(&mut ast, &mut Fixities::cpn(), &mut diagnostics);
    (ast, diagnostics)
}

fn clean(text: &str) -> Ast {
    let (ast, diagnostics) = read(text);
    assert!(diagnostics.is_empty(), "{text}: {diagnostics:#?}");
    ast
}

fn codes(text: &str) -> Vec<&'static str> {
    read(text).1.iter().map(|d| d.code).collect()
}
