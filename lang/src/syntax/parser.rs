//! Drives lexer and grammar, and turns whatever went wrong into messages.
//!
//! A tree always comes back. Where text could not be read it holds `Error` nodes, which later passes keep quiet about.

use super::ast::{Ast, DecKind, ExprId};
use super::builder::{Builder, Failure};
use super::complaint;
use super::fixity::Fixities;
use super::lexer::{self, Lexed};
use super::nesting;
use super::reading::Reading;
use super::token::{Goal, Spanned, Token, Word};
use crate::diagnostic::Diagnostic;
use crate::span::{SourceId, Sources};
use lalrpop_util::lalrpop_mod;

lalrpop_mod!(
    #[allow(clippy::all, clippy::unwrap_used, missing_docs, unused)]
    grammar,
    "/syntax/grammar.rs"
);

/// Parses a registered text: declarations, and expressions set off by `;`.
pub fn parse(sources: &Sources, id: SourceId, diagnostics: &mut Vec<Diagnostic>) -> Ast {
    let text = &sources.get(id).text;
    let tokens = lexer::lex(text, id, diagnostics).tokens;
    parse_tokens(text, id, tokens, diagnostics)
}

/// Parses the tokens of a whole text, or a part of it that could be one.
pub fn parse_tokens(
    text: &str,
    id: SourceId,
    tokens: Vec<Spanned>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Ast {
    run(text, id, tokens, Goal::Program, diagnostics).ast
}

/// Parses one expression, such as an inscription, as the place it stands at reads it. It is also the only declaration of the tree, so that `fixity::resolve` finds it.
pub fn parse_expression(
    text: &str,
    id: SourceId,
    mut tokens: Vec<Spanned>,
    reading: Reading,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Ast, Option<ExprId>) {
    reading.apply(&mut tokens);
    let ast = run(text, id, tokens, Goal::Expression, diagnostics).ast;
    let expr = ast.decs.first().and_then(|dec| match dec.kind {
        DecKind::Expr(expr) => Some(expr),
        _ => None,
    });
    (ast, expr)
}

/// Whether `text` is the beginning of a program that needs more lines. A read-eval-print loop then asks for another line.
pub fn is_incomplete(text: &str) -> bool {
    let id = SourceId(0);
    let mut diagnostics = Vec::new();
    let Lexed {
        tokens,
        open_at_end,
    } = lexer::lex(text, id, &mut diagnostics);
    if open_at_end {
        return true;
    }
    if !diagnostics.is_empty() {
        return false;
    }
    if ends_in_operator(&tokens) {
        return true;
    }
    let built = run(text, id, tokens, Goal::Program, &mut diagnostics);
    matches!(
        built.failures.first(),
        Some(Failure::UnrecognizedEof { .. })
    )
}

/// `x +`: the grammar takes it for an application, but an operand is to come. Not so `op +` and `infix 6 +`.
fn ends_in_operator(tokens: &[Spanned]) -> bool {
    let Some((last, before)) = tokens.split_last() else {
        return false;
    };
    let name = match &last.token {
        Token::Symbol(name) | Token::Id(name) => &**name,
        Token::Star => "*",
        Token::Equal => "=",
        _ => return false,
    };
    let introduced = before
        .iter()
        .rev()
        .take_while(|spanned| {
            matches!(
                spanned.token,
                Token::Symbol(_) | Token::Id(_) | Token::Star | Token::Int(_) | Token::Word(_)
            )
        })
        .any(|spanned| {
            matches!(
                spanned.token,
                Token::Word(Word::Infix | Word::InfixR | Word::NonFix)
            )
        });
    let prefixed = before
        .last()
        .is_none_or(|spanned| spanned.token == Token::Word(Word::Op));
    Fixities::cpn().get(name).is_some() && !introduced && !prefixed
}

fn run(
    text: &str,
    id: SourceId,
    tokens: Vec<Spanned>,
    goal: Goal,
    diagnostics: &mut Vec<Diagnostic>,
) -> Builder {
    let tokens = nesting::limit(tokens, diagnostics);
    let mut builder = Builder::new(id);
    let goal = std::iter::once((0, Token::Goal(goal), 0));
    let stream = tokens
        .iter()
        .map(|spanned| (spanned.span.start, spanned.token.clone(), spanned.span.end));
    let result =
        grammar::TextParser::new().parse(&mut builder, goal.chain(stream).map(Ok::<_, ()>));
    match result {
        Ok(decs) => builder.ast.decs = decs,
        Err(failure) => builder.failures.push(failure.map_error(|_| ())),
    }
    complaint::complain(text, id, &tokens, &builder.failures, diagnostics);
    diagnostics.append(&mut builder.diagnostics);
    builder
}
