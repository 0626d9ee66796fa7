//! What a text declares and which words it mentions, told by the text alone: nothing is checked, so this is known of texts with mistakes too.

use std::fmt;
use std::ops::Range;
use sweepnet_lang::span::{SourceId, Sources, Span};
use sweepnet_lang::syntax::ast::{Ast, ColsetBody, Dec, DecKind, Ident, PatId, PatKind};
use sweepnet_lang::syntax::fixity::{self, Fixities};
use sweepnet_lang::syntax::token::Token;
use sweepnet_lang::syntax::{lexer, parser};

/// What is declared.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `val`
    Value,
    /// One of several names in the pattern of a `val`.
    Part,
    /// `fun`
    Function,
    /// `var`
    Variable,
    /// `colset`
    ColourSet,
    /// `globref`
    Cell,
    /// `exception`, a type or a structure.
    Other,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Value | Kind::Part => "value",
            Kind::Function => "function",
            Kind::Variable => "variable",
            Kind::ColourSet => "colour set",
            Kind::Cell => "ref cell",
            Kind::Other => "declaration",
        })
    }
}

/// A declared thing.
#[derive(Debug)]
pub struct Declared {
    /// What it is.
    pub kind: Kind,
    /// Its name.
    pub name: Ident,
    /// Other names that using it may mean: the values of an enumeration.
    pub also: Vec<Ident>,
    /// The whole declaration.
    pub span: Span,
}

impl Declared {
    /// All its names.
    pub fn names(&self) -> impl Iterator<Item = &Ident> {
        std::iter::once(&self.name).chain(&self.also)
    }
}

/// Where each identifier occurs in a text.
pub fn words(sources: &Sources, source: SourceId, mut add: impl FnMut(&str, Span)) {
    let lexed = lexer::lex(&sources.get(source).text, source, &mut Vec::new());
    for token in &lexed.tokens {
        match &token.token {
            Token::Id(name) | Token::Symbol(name) => add(name, token.span),
            Token::Long(long) => {
                let parts = long.structures.iter().chain([&long.name]);
                parts.for_each(|part| add(part, token.span));
            }
            // A word that could be a keyword elsewhere.
            _ => add(sources.slice(token.span), token.span),
        }
    }
}

/// What a text declares at its top level.
pub fn declarations(sources: &Sources, source: SourceId) -> Vec<Declared> {
    let mut ignored = Vec::new();
    let mut ast = parser::parse(sources, source, &mut ignored);
    fixity::resolve(&mut ast, &mut Fixities::cpn(), &mut ignored);
    let mut all = Vec::new();
    for dec in &ast.decs {
        declared(&ast, dec, &mut all);
    }
    all
}

/// Whether a text has an `open` or `infix`, which do not say whom they help.
pub fn opens(sources: &Sources, source: SourceId) -> bool {
    let text = &sources.get(source).text;
    (text.contains("open") || text.contains("fix"))
        && parser::parse(sources, source, &mut Vec::new())
            .decs
            .iter()
            .any(|dec| matches!(dec.kind, DecKind::Open(_) | DecKind::Fixity(..)))
}

/// Cuts a text into its declarations, with what stands before each.
pub fn pieces(sources: &Sources, source: SourceId) -> Vec<Range<usize>> {
    let text = &sources.get(source).text;
    let ast = parser::parse(sources, source, &mut Vec::new());
    let tokens = lexer::lex(text, source, &mut Vec::new()).tokens;
    let mut pieces: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    for dec in &ast.decs {
        let end = dec.span.end as usize;
        // Semicolons belong to what they end.
        let after = tokens.iter().filter(|t| t.span.start as usize >= end);
        let semicolons = after.take_while(|t| t.token == Token::Semi);
        let end = semicolons.last().map_or(end, |t| t.span.end as usize);
        if end > start {
            pieces.push(start..end);
            start = end;
        }
    }
    if let Some(last) = pieces.last_mut() {
        last.end = text.len();
    }
    pieces
}

fn declared(ast: &Ast, dec: &Dec, all: &mut Vec<Declared>) {
    let mut add = |kind, name: &Ident, also| {
        all.push(Declared {
            kind,
            name: name.clone(),
            also,
            span: dec.span,
        });
    };
    match &dec.kind {
        DecKind::Val { bindings, .. } => {
            for (pattern, _) in bindings {
                let mut names = Vec::new();
                bound(ast, *pattern, &mut names);
                let kind = match &ast[*pattern].kind {
                    PatKind::Var(_) => Kind::Value,
                    _ => Kind::Part,
                };
                for name in names {
                    add(kind, &name, Vec::new());
                }
            }
        }
        DecKind::Fun { functions, .. } => {
            for function in functions {
                add(Kind::Function, &function.name, Vec::new());
            }
        }
        DecKind::Var(names, _) => {
            for name in names {
                add(Kind::Variable, name, Vec::new());
            }
        }
        DecKind::Colset(colset) => {
            let mut also = colset.declare.clone();
            match &colset.body {
                ColsetBody::Unit(Some(name)) | ColsetBody::Index(name, ..) => {
                    also.push(name.clone());
                }
                ColsetBody::Bool(Some((no, yes))) => also.extend([no.clone(), yes.clone()]),
                ColsetBody::Enum(names) => also.extend(names.iter().cloned()),
                ColsetBody::Union(parts) => also.extend(parts.iter().map(|(name, _)| name.clone())),
                _ => {}
            }
            add(Kind::ColourSet, &colset.name, also);
        }
        DecKind::Datatype(types, aliases) => {
            for datatype in types {
                let constructors = datatype.constructors.iter();
                let also = constructors.map(|constructor| constructor.0.clone());
                add(Kind::Other, &datatype.name, also.collect());
            }
            for alias in aliases {
                add(Kind::Other, &alias.name, Vec::new());
            }
        }
        DecKind::Type(aliases) => {
            for alias in aliases {
                add(Kind::Other, &alias.name, Vec::new());
            }
        }
        DecKind::Exception(exceptions) => {
            for (name, _) in exceptions {
                add(Kind::Other, name, Vec::new());
            }
        }
        DecKind::Globref(name, _) => add(Kind::Cell, name, Vec::new()),
        DecKind::DatatypeCopy(name, _) | DecKind::Structure(name, _) => {
            add(Kind::Other, name, Vec::new());
        }
        DecKind::Local(_, seen) => {
            for dec in seen {
                declared(ast, dec, all);
            }
        }
        DecKind::Open(_) | DecKind::Fixity(..) | DecKind::Expr(_) | DecKind::Error => {}
    }
}

/// The names in a pattern that may be variables.
fn bound(ast: &Ast, pattern: PatId, names: &mut Vec<Ident>) {
    match &ast[pattern].kind {
        PatKind::Var(path) if path.structures.is_empty() => names.push(Ident {
            name: path.name.clone(),
            span: ast[pattern].span,
        }),
        PatKind::Record(fields, _) => {
            for (_, part) in fields {
                bound(ast, *part, names);
            }
        }
        PatKind::Tuple(parts) | PatKind::List(parts) | PatKind::Flat(parts) => {
            for part in parts {
                bound(ast, *part, names);
            }
        }
        PatKind::Con(_, part) | PatKind::Typed(part, _) => bound(ast, *part, names),
        PatKind::As(name, part) => {
            names.push(name.clone());
            bound(ast, *part, names);
        }
        PatKind::Var(_) | PatKind::Wild | PatKind::Lit(_) | PatKind::Error => {}
    }
}
