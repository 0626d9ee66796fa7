//! Limits how deep the finished tree is, so that later passes can count on it.
//!
//! Brackets are limited before parsing (`nesting`); this also catches what grows deep without them, such as a chain of operators.
//! Nothing here recurses: the tree is listed from the top with an explicit stack, then measured from the end of that list.

use super::ast::*;
use super::nesting::{MAX_DEPTH, TOO_DEEP, too_deep};
use crate::diagnostic::Diagnostic;
use crate::span::Span;

#[derive(Copy, Clone)]
enum Node {
    Expr(ExprId),
    Pat(PatId),
    Type(TypeId),
}

/// Replaces nodes deeper than `MAX_DEPTH` by `Error`, reported once.
pub fn limit(ast: &mut Ast, diagnostics: &mut Vec<Diagnostic>) {
    // Each node with the place of its parent in the list; a parent always stands before its children.
    let mut list: Vec<(Node, Option<usize>)> = Vec::new();
    let mut pending = Vec::new();
    declared(&ast.decs, &mut |node| pending.push((node, None)));
    while let Some((node, parent)) = pending.pop() {
        let place = list.len();
        list.push((node, parent));
        children(ast, node, &mut |child| pending.push((child, Some(place))));
    }
    let mut heights = vec![0usize; list.len()];
    // Brackets of this text may have been cut already: one message is enough.
    let source = ast.decs.first().map(|dec| dec.span.source);
    let mut reported = diagnostics.iter().any(|earlier| {
        earlier.code == TOO_DEEP && earlier.span().map(|span| span.source) == source
    });
    for (place, (node, parent)) in list.iter().enumerate().rev() {
        let mut height = heights[place] + 1;
        if height > MAX_DEPTH {
            let span = replace(ast, *node);
            if !reported {
                diagnostics.push(too_deep(span));
                reported = true;
            }
            height = 1;
        }
        if let Some(parent) = parent {
            heights[*parent] = heights[*parent].max(height);
        }
    }
}

fn replace(ast: &mut Ast, node: Node) -> Span {
    match node {
        Node::Expr(id) => {
            ast[id].kind = ExprKind::Error;
            ast[id].span
        }
        Node::Pat(id) => {
            ast[id].kind = PatKind::Error;
            ast[id].span
        }
        Node::Type(id) => {
            ast[id].kind = TypeKind::Error;
            ast[id].span
        }
    }
}

fn children(ast: &Ast, node: Node, visit: &mut impl FnMut(Node)) {
    match node {
        Node::Expr(id) => expr_children(ast, id, visit),
        Node::Pat(id) => pat_children(ast, id, visit),
        Node::Type(id) => match &ast[id].kind {
            TypeKind::Var(_) | TypeKind::Error => {}
            TypeKind::Con(list, _) | TypeKind::Tuple(list) => {
                list.iter().for_each(|t| visit(Node::Type(*t)));
            }
            TypeKind::Record(fields) => fields.iter().for_each(|(_, t)| visit(Node::Type(*t))),
            TypeKind::Fun(x, y) => [x, y].into_iter().for_each(|t| visit(Node::Type(*t))),
        },
    }
}

fn expr_children(ast: &Ast, id: ExprId, visit: &mut impl FnMut(Node)) {
    let rules = |rules: &[Rule], visit: &mut dyn FnMut(Node)| {
        for rule in rules {
            visit(Node::Pat(rule.pat));
            visit(Node::Expr(rule.body));
        }
    };
    match &ast[id].kind {
        ExprKind::Lit(_)
        | ExprKind::Var(_)
        | ExprKind::Select(_)
        | ExprKind::Wild
        | ExprKind::Error => {}
        ExprKind::Record(fields) | ExprKind::OpenRecord(fields, _) => {
            fields.iter().for_each(|(_, e)| visit(Node::Expr(*e)));
        }
        ExprKind::Update(record, fields) => {
            visit(Node::Expr(*record));
            fields.iter().for_each(|(_, e)| visit(Node::Expr(*e)));
        }
        ExprKind::Tuple(list)
        | ExprKind::List(list)
        | ExprKind::Seq(list)
        | ExprKind::Flat(list) => {
            list.iter().for_each(|e| visit(Node::Expr(*e)));
        }
        ExprKind::Let(decs, body) => {
            declared(decs, visit);
            visit(Node::Expr(*body));
        }
        // An application to a tuple, and so an operator with its operands, is one level to its reader.
        ExprKind::App(function, argument) => {
            visit(Node::Expr(*function));
            match &ast[*argument].kind {
                ExprKind::Tuple(list) => list.iter().for_each(|e| visit(Node::Expr(*e))),
                _ => visit(Node::Expr(*argument)),
            }
        }
        ExprKind::AndAlso(x, y) | ExprKind::OrElse(x, y) => {
            visit(Node::Expr(*x));
            visit(Node::Expr(*y));
        }
        ExprKind::Typed(e, t) => {
            visit(Node::Expr(*e));
            visit(Node::Type(*t));
        }
        ExprKind::Handle(e, list) | ExprKind::Case(e, list) => {
            visit(Node::Expr(*e));
            rules(list, visit);
        }
        ExprKind::Raise(e) => visit(Node::Expr(*e)),
        ExprKind::If(c, x, y) => [c, x, y].into_iter().for_each(|e| visit(Node::Expr(*e))),
        ExprKind::Fn(list) => rules(list, visit),
        ExprKind::Prim(_, t) => visit(Node::Type(*t)),
    }
}

fn pat_children(ast: &Ast, id: PatId, visit: &mut impl FnMut(Node)) {
    match &ast[id].kind {
        PatKind::Wild | PatKind::Lit(_) | PatKind::Var(_) | PatKind::Error => {}
        PatKind::Record(fields, _) => fields.iter().for_each(|(_, p)| visit(Node::Pat(*p))),
        PatKind::Tuple(list) | PatKind::List(list) | PatKind::Flat(list) => {
            list.iter().for_each(|p| visit(Node::Pat(*p)));
        }
        PatKind::Con(_, argument) => match &ast[*argument].kind {
            PatKind::Tuple(list) => list.iter().for_each(|p| visit(Node::Pat(*p))),
            _ => visit(Node::Pat(*argument)),
        },
        PatKind::Typed(p, t) => {
            visit(Node::Pat(*p));
            visit(Node::Type(*t));
        }
        PatKind::As(_, p) => visit(Node::Pat(*p)),
    }
}

/// The nodes that declarations hold directly, those of declarations inside them included.
fn declared(decs: &[Dec], visit: &mut impl FnMut(Node)) {
    let mut pending: Vec<&Dec> = decs.iter().collect();
    while let Some(dec) = pending.pop() {
        match &dec.kind {
            DecKind::Val { bindings, .. } => {
                for (pat, expr) in bindings {
                    visit(Node::Pat(*pat));
                    visit(Node::Expr(*expr));
                }
            }
            DecKind::Fun { functions, .. } => {
                for clause in functions.iter().flat_map(|function| &function.clauses) {
                    clause.params.iter().for_each(|p| visit(Node::Pat(*p)));
                    clause.result.iter().for_each(|t| visit(Node::Type(*t)));
                    visit(Node::Expr(clause.body));
                }
            }
            DecKind::Type(bindings) => bindings.iter().for_each(|b| visit(Node::Type(b.ty))),
            DecKind::Datatype(datatypes, bindings) => {
                let constructors = datatypes.iter().flat_map(|d| &d.constructors);
                constructors
                    .filter_map(|(_, t)| *t)
                    .for_each(|t| visit(Node::Type(t)));
                bindings.iter().for_each(|b| visit(Node::Type(b.ty)));
            }
            DecKind::Exception(list) => {
                for (_, kind) in list {
                    if let ExceptionKind::New(Some(t)) = kind {
                        visit(Node::Type(*t));
                    }
                }
            }
            DecKind::Local(private, public) => pending.extend(private.iter().chain(public)),
            DecKind::Structure(_, inner) => pending.extend(inner),
            DecKind::Colset(colset) => colset_exprs(&colset.body)
                .into_iter()
                .for_each(|e| visit(Node::Expr(e))),
            DecKind::Var(_, t) => visit(Node::Type(*t)),
            DecKind::Globref(_, e) | DecKind::Expr(e) => visit(Node::Expr(*e)),
            DecKind::DatatypeCopy(..) | DecKind::Fixity(..) | DecKind::Open(_) | DecKind::Error => {
            }
        }
    }
}

/// The expressions in the clauses of a colour set.
pub fn colset_exprs(body: &ColsetBody) -> Vec<ExprId> {
    let ends =
        |range: &Option<(ExprId, ExprId)>| range.map_or(vec![], |(low, high)| vec![low, high]);
    match body {
        ColsetBody::Int(range)
        | ColsetBody::IntInf(range)
        | ColsetBody::Real(range)
        | ColsetBody::Char(range)
        | ColsetBody::List(_, range) => ends(range),
        ColsetBody::Str(chars, lengths) => [ends(chars), ends(lengths)].concat(),
        ColsetBody::Index(_, low, high) => vec![*low, *high],
        ColsetBody::SubsetBy(_, e) | ColsetBody::SubsetWith(_, e) => vec![*e],
        ColsetBody::Unit(_)
        | ColsetBody::Bool(_)
        | ColsetBody::Time
        | ColsetBody::Enum(_)
        | ColsetBody::Product(_)
        | ColsetBody::Record(_)
        | ColsetBody::Union(_)
        | ColsetBody::Alias(_)
        | ColsetBody::Error => vec![],
    }
}
