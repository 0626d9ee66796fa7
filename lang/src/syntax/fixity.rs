//! Gives every flat sequence its shape, with the `infix` declarations in scope at its place.
//!
//! Walks the tree in the order of scopes. `let`, `local` and `struct` keep their fixity declarations to themselves. The walk may go as
//! deep as the tree, so it grows its stack as needed.

use super::ast::*;
use super::clauses;
use super::depth;
pub use super::operators::{Fixities, Fixity};
use super::operators::{Grouping, Item, group};
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use std::mem;

/// Removes every `Flat` from a tree and names its functions. `fixities` is what is in scope before, and afterwards what is then.
pub fn resolve(ast: &mut Ast, fixities: &mut Fixities, diagnostics: &mut Vec<Diagnostic>) {
    let mut decs = mem::take(&mut ast.decs);
    let mut resolver = Resolver {
        ast,
        fixities,
        diagnostics,
    };
    resolver.decs(&mut decs);
    ast.decs = decs;
    depth::limit(ast, diagnostics);
}

/// The walk.
pub(super) struct Resolver<'a> {
    pub(super) ast: &'a mut Ast,
    pub(super) fixities: &'a mut Fixities,
    pub(super) diagnostics: &'a mut Vec<Diagnostic>,
}

/// Runs a step of the recursion with enough stack.
fn grown<R>(step: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(64 * 1024, 1024 * 1024, step)
}

impl Resolver<'_> {
    fn decs(&mut self, decs: &mut [Dec]) {
        for dec in decs {
            grown(|| self.dec(dec));
        }
    }

    fn dec(&mut self, dec: &mut Dec) {
        match &mut dec.kind {
            DecKind::Val { bindings, .. } => {
                for (pat, expr) in bindings {
                    self.pat(*pat);
                    self.expr(*expr);
                }
            }
            DecKind::Var(names, _) => self.operators_as_variables(names),
            DecKind::Fun { functions, .. } => {
                for function in functions {
                    for clause in &mut function.clauses {
                        clauses::head(self, clause);
                        clause.params.iter().for_each(|param| self.pat(*param));
                        self.expr(clause.body);
                    }
                    clauses::agree(function, self.diagnostics);
                }
            }
            DecKind::Local(private, public) => {
                let outside = self.fixities.clone();
                self.decs(private);
                self.decs(public);
                *self.fixities = outside;
                export(public, self.fixities);
            }
            DecKind::Structure(_, inner) => {
                let outside = self.fixities.clone();
                self.decs(inner);
                *self.fixities = outside;
            }
            DecKind::Fixity(kind, level, names) => self.fixities.declare(*kind, *level, names),
            DecKind::Colset(colset) => {
                for expr in depth::colset_exprs(&colset.body) {
                    self.expr(expr);
                }
            }
            DecKind::Globref(_, expr) | DecKind::Expr(expr) => self.expr(*expr),
            DecKind::Type(_)
            | DecKind::Datatype(..)
            | DecKind::DatatypeCopy(..)
            | DecKind::Exception(_)
            | DecKind::Open(_)
            | DecKind::Error => {}
        }
    }

    /// Warns of net variables whose names are operators: inscriptions take them for these.
    fn operators_as_variables(&mut self, names: &[Ident]) {
        for name in names {
            if self.fixities.get(&name.name).is_none() {
                continue;
            }
            let name_text = &name.name;
            let message = format!(
                "`{name_text}` is an operator, so a variable of that name is only meant by `op {name_text}`"
            );
            self.diagnostics.push(
                Diagnostic::warning("W0506", name.span, message)
                    .at("an operator's name")
                    .help(format!(
                        "choose another name, such as `{name_text}'`, or declare `nonfix {name_text}` first"
                    )),
            );
        }
    }

    fn expr(&mut self, id: ExprId) {
        grown(|| {
            let mut kind = mem::replace(&mut self.ast[id].kind, ExprKind::Error);
            self.expr_parts(&mut kind);
            self.ast[id].kind = kind;
        });
    }

    fn exprs(&mut self, list: &[ExprId]) {
        list.iter().for_each(|expr| self.expr(*expr));
    }

    fn expr_parts(&mut self, kind: &mut ExprKind) {
        match kind {
            ExprKind::Lit(_)
            | ExprKind::Select(_)
            | ExprKind::Prim(..)
            | ExprKind::Wild
            | ExprKind::Error => {}
            ExprKind::Var(path) => self.lone(path),
            ExprKind::Record(fields) | ExprKind::OpenRecord(fields, _) => {
                fields.iter().for_each(|(_, expr)| self.expr(*expr));
            }
            ExprKind::Update(record, fields) => {
                self.expr(*record);
                fields.iter().for_each(|(_, expr)| self.expr(*expr));
            }
            ExprKind::Tuple(list) | ExprKind::List(list) | ExprKind::Seq(list) => self.exprs(list),
            ExprKind::Let(decs, body) => {
                let outside = self.fixities.clone();
                self.decs(decs);
                self.expr(*body);
                *self.fixities = outside;
            }
            ExprKind::Flat(atoms) => {
                let atoms = mem::take(atoms);
                *kind = self.flat(&atoms);
            }
            ExprKind::App(x, y) | ExprKind::AndAlso(x, y) | ExprKind::OrElse(x, y) => {
                self.exprs(&[*x, *y])
            }
            ExprKind::Typed(expr, _) | ExprKind::Raise(expr) => self.expr(*expr),
            ExprKind::If(c, x, y) => self.exprs(&[*c, *x, *y]),
            ExprKind::Handle(expr, rules) | ExprKind::Case(expr, rules) => {
                self.expr(*expr);
                self.rules(rules);
            }
            ExprKind::Fn(rules) => self.rules(rules),
        }
    }

    fn rules(&mut self, rules: &[Rule]) {
        for rule in rules {
            self.pat(rule.pat);
            self.expr(rule.body);
        }
    }

    fn flat(&mut self, atoms: &[ExprId]) -> ExprKind {
        let mut items = Vec::with_capacity(atoms.len());
        for (place, atom) in atoms.iter().enumerate() {
            let fixity = match &self.ast[*atom].kind {
                ExprKind::Var(path) if atoms.len() > 1 => self.infix(path),
                _ => None,
            };
            match fixity {
                Some(fixity) => items.push(Item::Operator(*atom, fixity)),
                None => {
                    if place > 0 && place + 1 < atoms.len() && self.foreign(*atom) {
                        return ExprKind::Error;
                    }
                    self.expr(*atom);
                    items.push(Item::Operand(*atom));
                }
            }
        }
        match group(&mut Exprs(self.ast), items, self.diagnostics) {
            Some(root) => mem::replace(&mut self.ast[root].kind, ExprKind::Error),
            None => ExprKind::Error,
        }
    }

    /// Reports an operator of other languages that stands between two operands.
    fn foreign(&mut self, atom: ExprId) -> bool {
        let ExprKind::Var(path) = &self.ast[atom].kind else {
            return false;
        };
        let meant = match &*path.name {
            "&&" | "&" => "andalso",
            "||" => "orelse",
            "=<" => "<=",
            _ => return false,
        };
        let message = format!("`{}` is not an operator here", path.name);
        self.diagnostics
            .push(Diagnostic::error("E0217", path.span, message).help(format!("write `{meant}`")));
        true
    }

    /// The fixity of a name used as an operator.
    pub(super) fn infix(&self, path: &Path) -> Option<Fixity> {
        if path.op || !path.structures.is_empty() {
            return None;
        }
        self.fixities.get(&path.name)
    }

    /// An infix operator alone needs `op`.
    fn lone(&mut self, path: &Path) {
        if self.infix(path).is_some() {
            let name = &path.name;
            let message = format!("the operator `{name}` stands alone");
            self.diagnostics.push(
                Diagnostic::error("E0211", path.span, message)
                    .help(format!("write `op {name}` to use it as a function or name")),
            );
        }
    }

    fn pat(&mut self, id: PatId) {
        grown(|| {
            let mut kind = mem::replace(&mut self.ast[id].kind, PatKind::Error);
            match &mut kind {
                PatKind::Wild | PatKind::Lit(_) | PatKind::Error => {}
                PatKind::Var(path) => self.lone(path),
                PatKind::Record(fields, _) => fields.iter().for_each(|(_, pat)| self.pat(*pat)),
                PatKind::Tuple(list) | PatKind::List(list) => {
                    list.iter().for_each(|pat| self.pat(*pat))
                }
                PatKind::Flat(atoms) => {
                    let atoms = mem::take(atoms);
                    kind = self.flat_pat(&atoms);
                }
                PatKind::Con(_, pat) | PatKind::Typed(pat, _) | PatKind::As(_, pat) => {
                    self.pat(*pat)
                }
            }
            self.ast[id].kind = kind;
        });
    }

    fn flat_pat(&mut self, atoms: &[PatId]) -> PatKind {
        let mut items = Vec::with_capacity(atoms.len());
        for atom in atoms {
            let fixity = match &self.ast[*atom].kind {
                PatKind::Var(path) if atoms.len() > 1 => self.infix(path),
                _ => None,
            };
            match fixity {
                Some(fixity) => items.push(Item::Operator(*atom, fixity)),
                None => {
                    self.pat(*atom);
                    items.push(Item::Operand(*atom));
                }
            }
        }
        match group(&mut Pats(self.ast), items, self.diagnostics) {
            Some(root) => mem::replace(&mut self.ast[root].kind, PatKind::Error),
            None => PatKind::Error,
        }
    }
}

/// Carries the fixity declarations of a `local`'s public part outside.
fn export(decs: &[Dec], fixities: &mut Fixities) {
    for dec in decs {
        match &dec.kind {
            DecKind::Fixity(kind, level, names) => fixities.declare(*kind, *level, names),
            DecKind::Local(_, public) => grown(|| export(public, fixities)),
            _ => {}
        }
    }
}

struct Exprs<'a>(&'a mut Ast);

impl Grouping for Exprs<'_> {
    type Node = ExprId;

    fn apply(&mut self, function: ExprId, argument: ExprId) -> Result<ExprId, Diagnostic> {
        let span = self.0[function].span.to(self.0[argument].span);
        Ok(self.0.expr(ExprKind::App(function, argument), span))
    }

    fn infix(&mut self, operator: ExprId, left: ExprId, right: ExprId) -> ExprId {
        let span = self.0[left].span.to(self.0[right].span);
        let pair = self.0.expr(ExprKind::Tuple(vec![left, right]), span);
        self.0.expr(ExprKind::App(operator, pair), span)
    }

    fn operator(&self, node: ExprId) -> (Name, Span) {
        let name = match &self.0[node].kind {
            ExprKind::Var(path) => path.name.clone(),
            _ => "".into(),
        };
        (name, self.0[node].span)
    }
}

struct Pats<'a>(&'a mut Ast);

impl Pats<'_> {
    fn constructor(&self, node: PatId) -> Option<Path> {
        match &self.0[node].kind {
            PatKind::Var(path) => Some(path.clone()),
            _ => None,
        }
    }
}

impl Grouping for Pats<'_> {
    type Node = PatId;

    fn apply(&mut self, function: PatId, argument: PatId) -> Result<PatId, Diagnostic> {
        let span = self.0[function].span.to(self.0[argument].span);
        if let PatKind::Error = self.0[function].kind {
            return Ok(self.0.pat(PatKind::Error, span));
        }
        let Some(path) = self.constructor(function) else {
            return Err(Diagnostic::error(
                "E0216",
                span,
                "in a pattern only a constructor can be applied, and to one argument",
            )
            .help(
                "put parentheses around an argument that has an argument itself: `SOME (SOME x)`",
            ));
        };
        Ok(self.0.pat(PatKind::Con(path, argument), span))
    }

    fn infix(&mut self, operator: PatId, left: PatId, right: PatId) -> PatId {
        let span = self.0[left].span.to(self.0[right].span);
        let pair = self.0.pat(PatKind::Tuple(vec![left, right]), span);
        let kind = match self.constructor(operator) {
            Some(path) => PatKind::Con(path, pair),
            None => PatKind::Error,
        };
        self.0.pat(kind, span)
    }

    fn operator(&self, node: PatId) -> (Name, Span) {
        let name = self.constructor(node).map_or("".into(), |path| path.name);
        (name, self.0[node].span)
    }
}
