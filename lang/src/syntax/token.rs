//! The tokens the grammar is written over.
//!
//! A token owns what it means (a number's value, a string's bytes), so the parser never looks at the text again except to quote it in a message.

use super::ast::Name;
use crate::span::Span;
use num_bigint::BigInt;
use std::sync::Arc;

/// A token with the place it stands at.
#[derive(Clone, PartialEq, Debug)]
pub struct Spanned {
    /// The token.
    pub token: Token,
    /// Its place.
    pub span: Span,
}

/// A qualified name: the structures and the last part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LongName {
    /// The parts before the last dot; at least one.
    pub structures: Vec<Name>,
    /// The last part.
    pub name: Name,
}

/// What a text is read as.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Declarations and expressions.
    Program,
    /// One expression.
    Expression,
}

/// One token.
#[derive(Clone, PartialEq, Debug)]
pub enum Token {
    /// A reserved word of Standard ML, or one that became a keyword by its place.
    Word(Word),
    /// A word of a colour set declaration.
    Form(Form),
    /// `map`, `x'`
    Id(Name),
    /// `++`, `` ` ``
    Symbol(Name),
    /// `List.map`, `Int.+`
    Long(Arc<LongName>),
    /// `'a`, `''a`
    TypeVar(Name),
    /// `12`, `~3`, `0x1F`
    Int(BigInt),
    /// `1.5e~3`
    Real(f64),
    /// `"text"`, escapes undone
    Str(Vec<u8>),
    /// `#"c"`
    Char(u8),
    /// `(`
    LParen,
    /// `)`
    RParen,
    /// `[`
    LBracket,
    /// `]`
    RBracket,
    /// `{`
    LBrace,
    /// `}`
    RBrace,
    /// `,`
    Comma,
    /// `;`
    Semi,
    /// `...`
    Dots,
    /// `..`
    DotDot,
    /// `_`
    Wild,
    /// `_prim`
    Prim,
    /// `:`
    Colon,
    /// `|`
    Bar,
    /// `=`
    Equal,
    /// `=>`
    DoubleArrow,
    /// `->`
    Arrow,
    /// `*`
    Star,
    /// `#`
    Hash,
    /// Stands before the first token and tells the grammar what is to be read: two start symbols would double its tables.
    Goal(Goal),
    /// Text that is no token; already reported. The grammar takes it for whatever may stand at its place.
    Error,
}

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $text:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Copy, Clone, PartialEq, Eq, Debug)]
        #[allow(missing_docs, reason = "each is the word it is named after")]
        pub enum $name { $($variant),* }

        impl $name {
            /// The word spelt so, if there is one.
            pub fn from_text(text: &str) -> Option<$name> {
                match text {
                    $($text => Some($name::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

words! {
    /// The reserved words. The module language and loops are reserved only so that a message can say they do not exist here.
    Word {
        Val = "val", Fun = "fun", Fn = "fn", Let = "let", Local = "local", In = "in", End = "end",
        Case = "case", Of = "of", If = "if", Then = "then", Else = "else",
        AndAlso = "andalso", OrElse = "orelse", And = "and", As = "as", Rec = "rec",
        Type = "type", Datatype = "datatype", WithType = "withtype", Exception = "exception",
        Raise = "raise", Handle = "handle", Op = "op",
        Infix = "infix", InfixR = "infixr", NonFix = "nonfix",
        Structure = "structure", Struct = "struct", Open = "open", With = "with",
        While = "while", Do = "do", Sig = "sig", Signature = "signature", Functor = "functor",
        AbsType = "abstype", EqType = "eqtype", Include = "include", Where = "where", Sharing = "sharing",
        // Keywords only where a declaration starts: see `contextual`. The underscores keep `from_text` from finding them.
        Colset = "_colset", Var = "_var", Globref = "_globref",
    }
}

words! {
    /// The words that mean something only inside a colour set declaration.
    Form {
        Unit = "unit", Bool = "bool", Int = "int", IntInf = "intinf", Real = "real", Str = "string", Char = "char",
        Time = "time", Index = "index", Product = "product", Record = "record", List = "list", Union = "union",
        Subset = "subset", By = "by", Timed = "timed", Declare = "declare",
        Plus = "+",
    }
}

impl Word {
    /// Whether the word belongs to the parts of Standard ML that are left out.
    pub fn is_left_out(self) -> bool {
        use Word::*;
        matches!(
            self,
            While | Do | Sig | Signature | Functor | AbsType | EqType | Include | Sharing
        )
    }

    /// Whether a declaration starts with it.
    pub fn starts_declaration(self) -> bool {
        use Word::*;
        matches!(
            self,
            Val | Fun
                | Type
                | Datatype
                | Exception
                | Local
                | Infix
                | InfixR
                | NonFix
                | Open
                | Structure
                | Colset
                | Var
                | Globref
        )
    }
}
