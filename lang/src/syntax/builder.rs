//! What the grammar's actions call: makes nodes, and keeps what went wrong until the parser words it.

use super::ast::*;
use super::token::{LongName, Token};
use crate::diagnostic::Diagnostic;
use crate::span::{SourceId, Span};
use lalrpop_util::{ErrorRecovery, ParseError};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// Where the grammar could not go on, and with what it could have.
pub type Failure = ParseError<u32, Token, ()>;

/// The tree under construction.
#[derive(Debug)]
pub struct Builder {
    source: SourceId,
    /// The nodes so far.
    pub ast: Ast,
    /// Syntax errors recovered from, in the order of the text.
    pub failures: Vec<Failure>,
    /// Mistakes that only an action can see.
    pub diagnostics: Vec<Diagnostic>,
}

/// `list` with `item` at its end.
pub fn push<T>(mut list: Vec<T>, item: T) -> Vec<T> {
    list.push(item);
    list
}

/// `list` with `first` before it.
pub fn prepend<T>(first: T, mut list: Vec<T>) -> Vec<T> {
    list.insert(0, first);
    list
}

impl Builder {
    /// An empty tree for a text.
    pub fn new(source: SourceId) -> Builder {
        Builder {
            source,
            ast: Ast::default(),
            failures: Vec::new(),
            diagnostics: Vec::new(),
        }
    }

    /// Keeps a recovered error.
    pub fn failed(&mut self, recovery: ErrorRecovery<u32, Token, ()>) {
        self.failures.push(recovery.error);
    }

    /// A span of this text. An empty rule's end may lie before its start; it then stands at its start.
    pub fn span(&self, start: u32, end: u32) -> Span {
        Span {
            source: self.source,
            start,
            end: end.max(start),
        }
    }

    /// Adds an expression.
    pub fn expr(&mut self, kind: ExprKind, start: u32, end: u32) -> ExprId {
        let span = self.span(start, end);
        self.ast.expr(kind, span)
    }

    /// Adds a pattern.
    pub fn pat(&mut self, kind: PatKind, start: u32, end: u32) -> PatId {
        let span = self.span(start, end);
        self.ast.pat(kind, span)
    }

    /// Adds a type.
    pub fn ty(&mut self, kind: TypeKind, start: u32, end: u32) -> TypeId {
        let span = self.span(start, end);
        self.ast.ty(kind, span)
    }

    /// A name without structures.
    pub fn path(&self, name: Name, op: bool, start: u32, end: u32) -> Path {
        Path {
            structures: Vec::new(),
            name,
            span: self.span(start, end),
            op,
        }
    }

    /// A qualified name.
    pub fn long_path(&self, long: &LongName, op: bool, start: u32, end: u32) -> Path {
        Path {
            structures: long.structures.clone(),
            name: long.name.clone(),
            span: self.span(start, end),
            op,
        }
    }

    /// `#1` and `{1 = a}`
    pub fn number_label(&mut self, number: BigInt, start: u32, end: u32) -> Ident {
        let span = self.span(start, end);
        if number <= BigInt::ZERO {
            self.diagnostics.push(
                Diagnostic::error(
                    "E0218",
                    span,
                    format!("a numbered label starts at 1, not {number}"),
                )
                .help("the first component of a tuple is `#1`"),
            );
        }
        Ident {
            name: number.to_string().into(),
            span,
        }
    }

    /// Atoms side by side; a lone one is itself.
    pub fn flat(&mut self, atoms: Vec<ExprId>, start: u32, end: u32) -> ExprId {
        match atoms[..] {
            [atom] => atom,
            _ => self.expr(ExprKind::Flat(atoms), start, end),
        }
    }

    /// Pattern atoms side by side; a lone one is itself.
    pub fn flat_pat(&mut self, atoms: Vec<PatId>, start: u32, end: u32) -> PatId {
        match atoms[..] {
            [atom] => atom,
            _ => self.pat(PatKind::Flat(atoms), start, end),
        }
    }

    /// `(e)`: a name is wrapped, so that in `f (x) y` the `x` is never taken for an operator.
    pub fn parenthesised(&mut self, inner: ExprId, start: u32, end: u32) -> ExprId {
        match self.ast[inner].kind {
            ExprKind::Var(_) => self.expr(ExprKind::Flat(vec![inner]), start, end),
            _ => {
                self.ast[inner].span = self.span(start, end);
                inner
            }
        }
    }

    /// `(p)`: wrapped for the same reason.
    pub fn parenthesised_pat(&mut self, inner: PatId, start: u32, end: u32) -> PatId {
        match self.ast[inner].kind {
            PatKind::Var(_) => self.pat(PatKind::Flat(vec![inner]), start, end),
            _ => {
                self.ast[inner].span = self.span(start, end);
                inner
            }
        }
    }

    /// `a; b` in the body of a `let`.
    pub fn sequence(&mut self, list: Vec<ExprId>, start: u32, end: u32) -> ExprId {
        match list[..] {
            [only] => only,
            _ => self.expr(ExprKind::Seq(list), start, end),
        }
    }

    /// `_prim "name" : type`
    pub fn primitive(&mut self, name: &[u8], ty: TypeId, start: u32, end: u32) -> ExprId {
        let name = String::from_utf8_lossy(name).as_ref().into();
        self.expr(ExprKind::Prim(name, ty), start, end)
    }

    /// `{a}`, `{a : t}`, `{a as p}`, `{a : t as p}` in a record pattern.
    pub fn punned(
        &mut self,
        label: Ident,
        ty: Option<TypeId>,
        pat: Option<PatId>,
    ) -> (Ident, PatId) {
        let span = label.span;
        let mut value = match pat {
            Some(inner) => {
                let whole = span.to(self.ast[inner].span);
                self.ast.pat(PatKind::As(label.clone(), inner), whole)
            }
            None => {
                let path = self.path(label.name.clone(), false, span.start, span.end);
                self.ast.pat(PatKind::Var(path), span)
            }
        };
        if let Some(ty) = ty {
            let whole = span.to(self.ast[ty].span).to(self.ast[value].span);
            value = self.ast.pat(PatKind::Typed(value, ty), whole);
        }
        (label, value)
    }

    /// `x as p` and `x : t as p`; the left side must be a variable.
    pub fn layered(&mut self, left: PatId, inner: PatId, start: u32, end: u32) -> PatId {
        let (variable, ty) = match self.ast[left].kind {
            PatKind::Typed(variable, ty) => (variable, Some(ty)),
            _ => (left, None),
        };
        let name = match &self.ast[variable].kind {
            PatKind::Var(path) if path.structures.is_empty() => Ident {
                name: path.name.clone(),
                span: path.span,
            },
            PatKind::Error => return self.pat(PatKind::Error, start, end),
            _ => {
                let span = self.ast[left].span;
                self.diagnostics.push(
                    Diagnostic::error("E0209", span, "only a variable can stand before `as`")
                        .help("write `name as pattern`: the name is bound to the whole value"),
                );
                return self.pat(PatKind::Error, start, end);
            }
        };
        let inner = match ty {
            Some(ty) => self.pat(PatKind::Typed(inner, ty), start, end),
            None => inner,
        };
        self.pat(PatKind::As(name, inner), start, end)
    }

    /// A clause whose head is still flat: `fixity` finds its name.
    pub fn clause(
        &mut self,
        head: Vec<PatId>,
        result: Option<TypeId>,
        body: ExprId,
        start: u32,
        end: u32,
    ) -> Clause {
        Clause {
            name: self.unnamed(start),
            params: head,
            result,
            body,
            span: self.span(start, end),
        }
    }

    /// A function, likewise still without name.
    pub fn function(&mut self, clauses: Vec<Clause>) -> Function {
        let start = clauses.first().map_or(0, |clause| clause.span.start);
        Function {
            name: self.unnamed(start),
            clauses,
        }
    }

    fn unnamed(&self, start: u32) -> Ident {
        Ident {
            name: "".into(),
            span: self.span(start, start),
        }
    }

    /// The precedence of an `infix` declaration.
    pub fn level(&mut self, number: &BigInt, start: u32, end: u32) -> u8 {
        match number.to_u8() {
            Some(level @ 0..=9) => level,
            _ => {
                let span = self.span(start, end);
                self.diagnostics.push(
                    Diagnostic::error("E0208", span, format!("{number} is no precedence"))
                        .help("a precedence is 0 (loosest) to 9 (tightest)"),
                );
                0
            }
        }
    }
}
