//! The typed program between checking and code generation: names are bindings, operators are resolved, each use of a polymorphic binding says at
//! which types it is used. Derived forms are gone: `fun` clauses and `fn` matches are lambdas around one `Match`.

use crate::span::Span;
use crate::syntax::ast::Name;
use crate::types::ty::{DataId, Scheme, Ty, TyVar};
use crate::vm::program::ColourSetId;
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// An expression.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct CoreId(pub u32);

/// A variable: every binding place has its own.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct BindId(pub u32);

/// An exception constructor: index into `Checker::exceptions`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct ExnId(pub u32);

/// An expression with type and place.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: Kind,
    /// Its type.
    pub ty: Ty,
    /// Where it was written.
    pub span: Span,
}

/// The forms of expressions.
#[derive(Clone, Debug)]
pub enum Kind {
    /// An integer of type int or IntInf.int.
    Int(BigInt),
    /// A real.
    Real(f64),
    /// A string.
    Str(Arc<[u8]>),
    /// A character.
    Char(u8),
    /// A variable at some types (empty: monomorphic, or a recursive use inside its own declaration).
    Var(BindId, Arc<[Ty]>),
    /// A constructor without argument, or as a function.
    Con(DataId, u16),
    /// An exception without argument, or as a function.
    Exn(ExnId),
    /// A primitive; the type its first variable was used at, if it has one.
    Prim(u16, Option<Ty>),
    /// An operator that depends on its operand's type.
    Op(Op),
    /// A colour set's function.
    Colour(ColourFn, ColourSetId),
    /// Application.
    App(CoreId, CoreId),
    /// Tuple or record, components in the order of evaluation, with the index of the field each fills.
    Tuple(Vec<(u16, CoreId)>),
    /// `#label`, a function.
    Select(Name),
    /// List of elements.
    List(Vec<CoreId>),
    /// One after the other; the value of the last.
    Seq(Vec<CoreId>),
    /// Declarations and body.
    Let(Vec<Dec>, CoreId),
    /// Condition, then, else. `andalso` and `orelse` are conditions too.
    If(CoreId, CoreId, CoreId),
    /// Compare values with rows of patterns.
    Match(Match),
    /// A function of curried parameters.
    Fn(Arc<[BindId]>, CoreId),
    /// Raise.
    Raise(CoreId),
    /// Body, the variable bound to the packet, what to do with it.
    Handle(CoreId, BindId, CoreId),
    /// Something already reported.
    Error,
}

/// `case`, `fn` matches, `handle` and pattern bindings.
#[derive(Clone, Debug)]
pub struct Match {
    /// What is looked at.
    pub subjects: Vec<CoreId>,
    /// Rows: one pattern a subject, and the expression.
    pub rows: Vec<(Vec<Pat>, CoreId)>,
    /// What happens if no row fits.
    pub otherwise: Otherwise,
}

/// What happens if no row fits.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Otherwise {
    /// Raise `Match`.
    RaiseMatch,
    /// Raise `Bind`.
    RaiseBind,
    /// Raise the exception packet again: the first subject.
    Reraise,
}

/// A pattern.
#[derive(Clone, Debug)]
pub enum Pat {
    /// Anything.
    Wild,
    /// Anything, named.
    Var(BindId),
    /// Named and looked into.
    As(BindId, Box<Pat>),
    /// An integer of the type.
    Int(BigInt, Ty),
    /// A character.
    Char(u8),
    /// A string.
    Str(Arc<[u8]>),
    /// A constructor; the datatype at its types.
    Con(DataId, u16, Option<Box<Pat>>, Ty),
    /// `ref p`
    Ref(Box<Pat>),
    /// `v @ t`
    Timed(Box<Pat>, Box<Pat>, Ty),
    /// An exception.
    Exn(ExnId, Option<Box<Pat>>),
    /// Some fields of a tuple or record of the type.
    Tuple(Vec<(Name, Pat)>, Ty),
    /// Something already reported; matches anything.
    Error,
}

/// Operators whose instruction depends on the operands' type, and a few that have an instruction of their own.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Divide,
    Neg,
    Abs,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
    Not,
    Ref,
    Deref,
    Assign,
}

/// Functions every colour set has.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum ColourFn {
    Base,
    Size,
    All,
    Ord,
    Col,
    Ran,
    Legal,
    IllegalMsg,
    Mkstr,
    MkstrMs,
    Lt,
    Cmp,
}

/// A declaration inside `let` or at top level.
#[derive(Clone, Debug)]
pub enum Dec {
    /// A pattern binding with the type variables it is generalised over (then the expression has no effect and is evaluated at each use).
    Val {
        /// What is bound.
        pat: Pat,
        /// Its value.
        expr: CoreId,
        /// Generalised variables.
        vars: Arc<[TyVar]>,
        /// The binding.
        span: Span,
    },
    /// Functions that may call each other.
    Fun(Vec<Function>),
}

/// A named function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its variable.
    pub bind: BindId,
    /// Curried parameters.
    pub params: Arc<[BindId]>,
    /// Body.
    pub body: CoreId,
}

/// What is known of a variable.
#[derive(Clone, Debug)]
pub struct Binding {
    /// As written.
    pub name: Name,
    /// Where.
    pub span: Span,
    /// Its type.
    pub scheme: Scheme,
    /// Declared at top level, so it is a global.
    pub global: bool,
}

/// Expressions that there is room for at first.
const ROOM: usize = 4096;

/// All expressions and bindings of a session.
#[derive(Clone, Debug)]
pub struct Core {
    exprs: Vec<Expr>,
    /// Variables.
    pub bindings: Vec<Binding>,
    /// Constructors, primitives and operators that stand as values, written out as functions: parameter and body.
    pub expanded: FxHashMap<CoreId, (BindId, CoreId)>,
}

impl Default for Core {
    /// An empty program with room for that of a small net. Room that is not used costs nothing, but moving a list that grows does.
    fn default() -> Core {
        Core {
            exprs: Vec::with_capacity(ROOM),
            bindings: Vec::with_capacity(ROOM / 4),
            expanded: FxHashMap::default(),
        }
    }
}

impl Core {
    /// Adds an expression.
    pub fn add(&mut self, kind: Kind, ty: Ty, span: Span) -> CoreId {
        self.exprs.push(Expr { kind, ty, span });
        CoreId(self.exprs.len() as u32 - 1)
    }

    /// Adds a variable.
    pub fn bind(&mut self, binding: Binding) -> BindId {
        self.bindings.push(binding);
        BindId(self.bindings.len() as u32 - 1)
    }

    /// What is known of a variable.
    pub fn binding(&self, id: BindId) -> &Binding {
        &self.bindings[id.0 as usize]
    }
}

impl std::ops::Index<CoreId> for Core {
    type Output = Expr;
    fn index(&self, id: CoreId) -> &Expr {
        &self.exprs[id.0 as usize]
    }
}

impl std::ops::IndexMut<CoreId> for Core {
    fn index_mut(&mut self, id: CoreId) -> &mut Expr {
        &mut self.exprs[id.0 as usize]
    }
}
