//! The syntax tree, held in arenas: nodes are indices, so a deep tree costs no recursion to drop and other passes can keep
//! side tables by id.
//!
//! The parser leaves applications and infix operators as flat sequences (`Flat`), because who binds tighter depends on the `infix`
//! declarations in scope. `fixity` rewrites every `Flat` in place; later passes never see one.

use crate::span::Span;
use num_bigint::BigInt;
use rustc_hash::FxBuildHasher;
use std::sync::Arc;

/// An identifier or label as written.
pub type Name = Arc<str>;

/// What names mean. Cloning is cheap.
pub type NameMap<V> = im::GenericHashMap<Name, V, FxBuildHasher, im::shared_ptr::DefaultSharedPtr>;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),*) => {$(
        $(#[$doc])*
        #[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u32);
    )*};
}
ids! {
    /// An expression of an `Ast`.
    ExprId,
    /// A pattern of an `Ast`.
    PatId,
    /// A type expression of an `Ast`.
    TypeId
}

/// A possibly qualified name: `map`, `List.map`, `Mark.Top'Send`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Path {
    /// The structures before the last dot.
    pub structures: Vec<Name>,
    /// The last part.
    pub name: Name,
    /// Where it stands.
    pub span: Span,
    /// Written with `op`, so not an infix operator here.
    pub op: bool,
}

/// A name at the place that introduces it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ident {
    /// The name.
    pub name: Name,
    /// Where.
    pub span: Span,
}

/// A constant.
#[derive(Clone, PartialEq, Debug)]
pub enum Lit {
    /// Any size; the checker says whether it fits its type.
    Int(BigInt),
    /// A real number.
    Real(f64),
    /// A string: bytes, because Standard ML characters are bytes.
    Str(Vec<u8>),
    /// A character.
    Char(u8),
}

/// An expression with its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where.
    pub span: Span,
}

/// The forms of expressions.
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// A constant.
    Lit(Lit),
    /// A variable or constructor.
    Var(Path),
    /// `#label`
    Select(Name),
    /// `{a = 1, b}` as (label, value)
    Record(Vec<(Ident, ExprId)>),
    /// `{a = 1, ...}` on an input arc, with the place of the dots
    OpenRecord(Vec<(Ident, ExprId)>, Span),
    /// `{r where a = 1}`: the record with other values in some fields
    Update(ExprId, Vec<(Ident, ExprId)>),
    /// `_` on an input arc
    Wild,
    /// `()` or `(a, b)`; never one element
    Tuple(Vec<ExprId>),
    /// `[a, b]`
    List(Vec<ExprId>),
    /// `(a; b)`, at least two
    Seq(Vec<ExprId>),
    /// `let decs in body end`
    Let(Vec<Dec>, ExprId),
    /// Atoms side by side, operators among them. Gone after `fixity`.
    Flat(Vec<ExprId>),
    /// Function and argument. An infix application is `App(op, Tuple [l, r])`.
    App(ExprId, ExprId),
    /// `a andalso b`
    AndAlso(ExprId, ExprId),
    /// `a orelse b`
    OrElse(ExprId, ExprId),
    /// `e : type`
    Typed(ExprId, TypeId),
    /// `e handle rules`
    Handle(ExprId, Vec<Rule>),
    /// `raise e`
    Raise(ExprId),
    /// `if a then b else c`
    If(ExprId, ExprId, ExprId),
    /// `case e of rules`
    Case(ExprId, Vec<Rule>),
    /// `fn rules`
    Fn(Vec<Rule>),
    /// `_prim "name" : type`, in the library only
    Prim(Name, TypeId),
    /// What could not be parsed; already reported
    Error,
}

/// `pattern => expression`
#[derive(Clone, PartialEq, Debug)]
pub struct Rule {
    /// The pattern.
    pub pat: PatId,
    /// The expression.
    pub body: ExprId,
}

/// A pattern with its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Pat {
    /// What it is.
    pub kind: PatKind,
    /// Where.
    pub span: Span,
}

/// The forms of patterns.
#[derive(Clone, PartialEq, Debug)]
pub enum PatKind {
    /// `_`
    Wild,
    /// A constant (reals are refused by the checker).
    Lit(Lit),
    /// A variable or a constructor without argument: only the checker knows which.
    Var(Path),
    /// `{a = p, b, ...}`; true if `...` stands in it
    Record(Vec<(Ident, PatId)>, bool),
    /// `()` or `(p, q)`; never one element
    Tuple(Vec<PatId>),
    /// `[p, q]`
    List(Vec<PatId>),
    /// Atoms side by side. Gone after `fixity`.
    Flat(Vec<PatId>),
    /// Constructor with argument. An infix one is `Con(path, Tuple [l, r])`.
    Con(Path, PatId),
    /// `p : type`
    Typed(PatId, TypeId),
    /// `x as p`
    As(Ident, PatId),
    /// What could not be parsed; already reported
    Error,
}

/// A type with its place.
#[derive(Clone, PartialEq, Debug)]
pub struct TypeExpr {
    /// What it is.
    pub kind: TypeKind,
    /// Where.
    pub span: Span,
}

/// The forms of types.
#[derive(Clone, PartialEq, Debug)]
pub enum TypeKind {
    /// `'a` or `''a`, with the quotes
    Var(Name),
    /// `(t, u) con`
    Con(Vec<TypeId>, Path),
    /// `a * b`
    Tuple(Vec<TypeId>),
    /// `{a : t}`
    Record(Vec<(Ident, TypeId)>),
    /// `a -> b`
    Fun(TypeId, TypeId),
    /// What could not be parsed; already reported
    Error,
}

/// A declaration with its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Dec {
    /// What it is.
    pub kind: DecKind,
    /// Where.
    pub span: Span,
}

/// The forms of declarations.
#[derive(Clone, PartialEq, Debug)]
pub enum DecKind {
    /// `val [rec] 'a p = e and …`
    Val {
        /// Explicitly bound type variables.
        tyvars: Vec<Ident>,
        /// `val rec`
        recursive: bool,
        /// The bindings joined by `and`.
        bindings: Vec<(PatId, ExprId)>,
    },
    /// `fun f p = e | f q = e and …`. The parser leaves each clause's head flat; `fixity` fills `name` and `params`.
    Fun {
        /// Explicitly bound type variables.
        tyvars: Vec<Ident>,
        /// The functions joined by `and`.
        functions: Vec<Function>,
    },
    /// `type 'a t = ty and …`
    Type(Vec<TypeBinding>),
    /// `datatype … withtype …`
    Datatype(Vec<Datatype>, Vec<TypeBinding>),
    /// `datatype t = datatype u`
    DatatypeCopy(Ident, Path),
    /// `exception E of t` / `exception E = F`, joined by `and`
    Exception(Vec<(Ident, ExceptionKind)>),
    /// `local decs in decs end`
    Local(Vec<Dec>, Vec<Dec>),
    /// `infix 6 ++` and relatives
    Fixity(FixityKind, u8, Vec<Ident>),
    /// `open A B`
    Open(Vec<Path>),
    /// `structure S = struct decs end`
    Structure(Ident, Vec<Dec>),
    /// `colset …`
    Colset(ColsetDec),
    /// `var x, y : T`
    Var(Vec<Ident>, TypeId),
    /// `globref x = e`
    Globref(Ident, ExprId),
    /// An expression at top level
    Expr(ExprId),
    /// What could not be parsed; already reported
    Error,
}

/// `infix`, `infixr`, `nonfix`
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum FixityKind {
    /// Left associative.
    Left,
    /// Right associative.
    Right,
    /// Not an operator.
    Non,
}

/// One function of a `fun` declaration.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// Its name, from the first clause.
    pub name: Ident,
    /// The clauses.
    pub clauses: Vec<Clause>,
}

/// `f p q : t = e`
#[derive(Clone, PartialEq, Debug)]
pub struct Clause {
    /// The name in this clause.
    pub name: Ident,
    /// Curried parameters (while flat: the whole head, name included).
    pub params: Vec<PatId>,
    /// The result type, if written.
    pub result: Option<TypeId>,
    /// The body.
    pub body: ExprId,
    /// The whole clause.
    pub span: Span,
}

/// `'a t = ty`
#[derive(Clone, PartialEq, Debug)]
pub struct TypeBinding {
    /// Parameters.
    pub params: Vec<Ident>,
    /// Name.
    pub name: Ident,
    /// Meaning.
    pub ty: TypeId,
}

/// `'a t = A | B of ty`
#[derive(Clone, PartialEq, Debug)]
pub struct Datatype {
    /// Parameters.
    pub params: Vec<Ident>,
    /// Name.
    pub name: Ident,
    /// Constructors in order.
    pub constructors: Vec<(Ident, Option<TypeId>)>,
}

/// What an exception name stands for.
#[derive(Clone, PartialEq, Debug)]
pub enum ExceptionKind {
    /// A new exception, perhaps with an argument.
    New(Option<TypeId>),
    /// Another name of an old one.
    Alias(Path),
}

/// `colset NAME = body [timed] [declare f, g]`
#[derive(Clone, PartialEq, Debug)]
pub struct ColsetDec {
    /// Its name.
    pub name: Ident,
    /// Its form.
    pub body: ColsetBody,
    /// Declared `timed`.
    pub timed: bool,
    /// Names after `declare`.
    pub declare: Vec<Ident>,
}

/// The forms of colour sets.
#[derive(Clone, PartialEq, Debug)]
pub enum ColsetBody {
    /// `unit [with e]`
    Unit(Option<Ident>),
    /// `bool [with (no, yes)]`
    Bool(Option<(Ident, Ident)>),
    /// `int [with a..b]`
    Int(Option<(ExprId, ExprId)>),
    /// `intinf [with a..b]`
    IntInf(Option<(ExprId, ExprId)>),
    /// `real [with a..b]`
    Real(Option<(ExprId, ExprId)>),
    /// `time`
    Time,
    /// `char [with a..b]`
    Char(Option<(ExprId, ExprId)>),
    /// `string [with a..b [and m..n]]`
    Str(Option<(ExprId, ExprId)>, Option<(ExprId, ExprId)>),
    /// `with a | b`
    Enum(Vec<Ident>),
    /// `index i with a..b`
    Index(Ident, ExprId, ExprId),
    /// `product A * B`
    Product(Vec<Path>),
    /// `record a : A * b : B`
    Record(Vec<(Ident, Path)>),
    /// `list A [with m..n]`
    List(Path, Option<(ExprId, ExprId)>),
    /// `union a : A + b`
    Union(Vec<(Ident, Option<Path>)>),
    /// `subset A by f`
    SubsetBy(Path, ExprId),
    /// `subset A with [v, w]`
    SubsetWith(Path, ExprId),
    /// Another name of a colour set
    Alias(Path),
    /// What could not be parsed; already reported
    Error,
}

/// One parsed text: the arenas and its top-level declarations.
#[derive(Clone, Debug, Default)]
pub struct Ast {
    exprs: Vec<Expr>,
    pats: Vec<Pat>,
    types: Vec<TypeExpr>,
    /// The declarations in order.
    pub decs: Vec<Dec>,
}

impl Ast {
    /// Adds an expression.
    pub fn expr(&mut self, kind: ExprKind, span: Span) -> ExprId {
        self.exprs.push(Expr { kind, span });
        ExprId(self.exprs.len() as u32 - 1)
    }

    /// All expressions, those in others too.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        self.exprs.iter()
    }

    /// Adds a pattern.
    pub fn pat(&mut self, kind: PatKind, span: Span) -> PatId {
        self.pats.push(Pat { kind, span });
        PatId(self.pats.len() as u32 - 1)
    }

    /// Adds a type.
    pub fn ty(&mut self, kind: TypeKind, span: Span) -> TypeId {
        self.types.push(TypeExpr { kind, span });
        TypeId(self.types.len() as u32 - 1)
    }
}

macro_rules! index {
    ($($id:ident => $field:ident : $out:ident),*) => {$(
        impl std::ops::Index<$id> for Ast {
            type Output = $out;
            fn index(&self, id: $id) -> &$out {
                &self.$field[id.0 as usize]
            }
        }
        impl std::ops::IndexMut<$id> for Ast {
            fn index_mut(&mut self, id: $id) -> &mut $out {
                &mut self.$field[id.0 as usize]
            }
        }
    )*};
}
index!(ExprId => exprs: Expr, PatId => pats: Pat, TypeId => types: TypeExpr);
