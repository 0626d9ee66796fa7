//! The heads of `fun` clauses: which name is defined, and with which parameters.
//!
//! `fun f p q`, `fun x ++ y`, `fun (x ++ y) z` and `fun op ++ (x, y)` all look like a row of pattern atoms until operators are known.

use super::ast::*;
use super::fixity::Resolver;
use crate::diagnostic::Diagnostic;

/// Splits a clause's flat head into its name and parameters. A head that defines nothing is reported and leaves the name empty.
pub(super) fn head(resolver: &mut Resolver<'_>, clause: &mut Clause) {
    let atoms = std::mem::take(&mut clause.params);
    let split = match atoms[..] {
        [left, operator, right] => {
            infix(resolver, left, operator, right).map(|found| (found, &[][..]))
        }
        _ => None,
    };
    let split = split.or_else(|| {
        let (first, rest) = atoms.split_first()?;
        match resolver.ast[*first].kind {
            PatKind::Flat(ref inner) => match inner[..] {
                [left, operator, right] => {
                    infix(resolver, left, operator, right).map(|found| (found, rest))
                }
                _ => None,
            },
            _ => None,
        }
    });
    if let Some(((name, pair), rest)) = split {
        clause.name = name;
        clause.params = std::iter::once(pair).chain(rest.iter().copied()).collect();
        return;
    }
    let Some((first, params)) = atoms.split_first() else {
        return;
    };
    let span = resolver.ast[*first].span;
    let report = match &resolver.ast[*first].kind {
        PatKind::Var(path) if path.structures.is_empty() && !params.is_empty() => {
            let bare = resolver.infix(path).is_some();
            clause.name = Ident {
                name: path.name.clone(),
                span: path.span,
            };
            clause.params = params.to_vec();
            let name = &path.name;
            bare.then(|| {
                Diagnostic::error("E0211", span, format!("the operator `{name}` stands before its operands"))
                    .help(format!("write `fun op {name} (x, y)` or `fun x {name} y`"))
            })
        }
        PatKind::Var(path) if path.structures.is_empty() => Some(
            Diagnostic::error("E0215", span, format!("the function `{}` has no parameter", path.name))
                .help("a value is declared with `val`; a function without argument takes `()`"),
        ),
        PatKind::Error => None,
        _ => Some(
            Diagnostic::error("E0215", span, "a `fun` clause starts with the name of its function")
                .help("write `fun name pattern = expression`, or `fun x ++ y = expression` for an infix name"),
        ),
    };
    resolver.diagnostics.extend(report);
}

/// `left operator right`, if the middle is one.
fn infix(
    resolver: &mut Resolver<'_>,
    left: PatId,
    operator: PatId,
    right: PatId,
) -> Option<(Ident, PatId)> {
    let PatKind::Var(path) = &resolver.ast[operator].kind else {
        return None;
    };
    resolver.infix(path)?;
    let name = Ident {
        name: path.name.clone(),
        span: path.span,
    };
    let span = resolver.ast[left].span.to(resolver.ast[right].span);
    let pair = resolver.ast.pat(PatKind::Tuple(vec![left, right]), span);
    Some((name, pair))
}

/// Names a function after its first clause and checks that the others agree with it.
pub(super) fn agree(function: &mut Function, diagnostics: &mut Vec<Diagnostic>) {
    let Some(first) = function
        .clauses
        .iter()
        .find(|clause| !clause.name.name.is_empty())
    else {
        return;
    };
    for clause in function
        .clauses
        .iter()
        .filter(|clause| !clause.name.name.is_empty())
    {
        if clause.name.name != first.name.name {
            let message = format!(
                "this clause defines `{}`, but the function is `{}`",
                clause.name.name, first.name.name
            );
            diagnostics.push(
                Diagnostic::error("E0213", clause.name.span, message)
                    .label(first.name.span, "its first clause")
                    .help("all clauses of a function have its name; `and` or another `fun` starts a new function"),
            );
        } else if clause.params.len() != first.params.len() {
            let message = format!(
                "this clause of `{}` has {} parameters, the first one has {}",
                first.name.name,
                clause.params.len(),
                first.params.len()
            );
            diagnostics.push(
                Diagnostic::error("E0214", clause.name.span, message)
                    .label(first.name.span, "its first clause")
                    .help("all clauses of a function have the same number of parameters"),
            );
        }
    }
    function.name = first.name.clone();
}
