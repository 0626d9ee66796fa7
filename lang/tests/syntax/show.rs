//! Trees in a short written form, to compare them with what a test expects: `(f x)` is an application, `<a, b>` a tuple.

use sweepnet_lang::inscription::Reading;
use sweepnet_lang::span::Sources;
use sweepnet_lang::syntax::ast::*;
use sweepnet_lang::syntax::fixity::{Fixities, resolve};
use sweepnet_lang::syntax::lexer::lex;
use sweepnet_lang::syntax::parser::parse_expression;

/// The written form of an expression.
pub fn shape(text: &str) -> String {
    let mut sources = Sources::default();
    let id = sources.add("test", text);
    let mut diagnostics = Vec::new();
    let tokens = lex(text, id, &mut diagnostics).tokens;
    let (mut ast, expr) = parse_expression(text, id, tokens, Reading::Expression, &mut diagnostics);
    resolve(&mut ast, &mut Fixities::cpn(), &mut diagnostics);
    assert!(diagnostics.is_empty(), "{text}: {diagnostics:#?}");
    show(&ast, expr.unwrap())
}

fn join<T>(items: &[T], separator: &str, show: impl Fn(&T) -> String) -> String {
    items.iter().map(show).collect::<Vec<_>>().join(separator)
}

fn path(path: &Path) -> String {
    let mut text: String = path.structures.iter().map(|s| format!("{s}.")).collect();
    text.push_str(&path.name);
    text
}

fn lit(lit: &Lit) -> String {
    match lit {
        Lit::Int(n) => n.to_string(),
        Lit::Real(r) => format!("{r:?}"),
        Lit::Str(s) => format!("{:?}", String::from_utf8_lossy(s)),
        Lit::Char(c) => format!("#{:?}", char::from(*c)),
    }
}

fn rules(ast: &Ast, list: &[Rule]) -> String {
    join(list, " | ", |r| {
        format!("{} => {}", show_pat(ast, r.pat), show(ast, r.body))
    })
}

pub fn show(ast: &Ast, id: ExprId) -> String {
    let e = |id: &ExprId| show(ast, *id);
    match &ast[id].kind {
        ExprKind::Lit(c) => lit(c),
        ExprKind::Var(p) => path(p),
        ExprKind::Select(l) => format!("#{l}"),
        ExprKind::Record(fields) => format!(
            "{{{}}}",
            join(fields, ", ", |(l, x)| format!("{} = {}", l.name, e(x)))
        ),
        ExprKind::OpenRecord(fields, _) => format!(
            "{{{}...}}",
            join(fields, "", |f| format!("{} = {}, ", f.0.name, e(&f.1)))
        ),
        ExprKind::Update(record, fields) => format!(
            "{{{} where {}}}",
            e(record),
            join(fields, ", ", |f| format!("{} = {}", f.0.name, e(&f.1)))
        ),
        ExprKind::Wild => "_".to_owned(),
        ExprKind::Tuple(list) => format!("<{}>", join(list, ", ", e)),
        ExprKind::List(list) => format!("[{}]", join(list, ", ", e)),
        ExprKind::Seq(list) => format!("(seq {})", join(list, "; ", e)),
        ExprKind::Let(decs, body) => format!("(let {} {})", decs.len(), e(body)),
        ExprKind::Flat(_) => "FLAT".to_owned(),
        ExprKind::App(f, x) => format!("({} {})", e(f), e(x)),
        ExprKind::AndAlso(x, y) => format!("({} && {})", e(x), e(y)),
        ExprKind::OrElse(x, y) => format!("({} || {})", e(x), e(y)),
        ExprKind::Typed(x, t) => format!("({} : {})", e(x), show_type(ast, *t)),
        ExprKind::Handle(x, m) => format!("(handle {} {})", e(x), rules(ast, m)),
        ExprKind::Raise(x) => format!("(raise {})", e(x)),
        ExprKind::If(c, x, y) => format!("(if {} {} {})", e(c), e(x), e(y)),
        ExprKind::Case(x, m) => format!("(case {} {})", e(x), rules(ast, m)),
        ExprKind::Fn(m) => format!("(fn {})", rules(ast, m)),
        ExprKind::Prim(name, t) => format!("(prim {name} {})", show_type(ast, *t)),
        ExprKind::Error => "ERROR".to_owned(),
    }
}

pub fn show_pat(ast: &Ast, id: PatId) -> String {
    let p = |id: &PatId| show_pat(ast, *id);
    match &ast[id].kind {
        PatKind::Wild => "_".to_owned(),
        PatKind::Lit(c) => lit(c),
        PatKind::Var(v) => path(v),
        PatKind::Record(fields, more) => {
            let dots = if *more { ", ..." } else { "" };
            format!(
                "{{{}{dots}}}",
                join(fields, ", ", |(l, x)| format!("{} = {}", l.name, p(x)))
            )
        }
        PatKind::Tuple(list) => format!("<{}>", join(list, ", ", p)),
        PatKind::List(list) => format!("[{}]", join(list, ", ", p)),
        PatKind::Flat(_) => "FLAT".to_owned(),
        PatKind::Con(c, x) => format!("({} {})", path(c), p(x)),
        PatKind::Typed(x, t) => format!("({} : {})", p(x), show_type(ast, *t)),
        PatKind::As(x, inner) => format!("({} as {})", x.name, p(inner)),
        PatKind::Error => "ERROR".to_owned(),
    }
}

fn show_type(ast: &Ast, id: TypeId) -> String {
    let t = |id: &TypeId| show_type(ast, *id);
    match &ast[id].kind {
        TypeKind::Var(v) => v.to_string(),
        TypeKind::Con(args, c) if args.is_empty() => path(c),
        TypeKind::Con(args, c) => format!("({} {})", join(args, ", ", t), path(c)),
        TypeKind::Tuple(list) => format!("<{}>", join(list, " * ", t)),
        TypeKind::Record(fields) => format!(
            "{{{}}}",
            join(fields, ", ", |(l, x)| format!("{} : {}", l.name, t(x)))
        ),
        TypeKind::Fun(x, y) => format!("({} -> {})", t(x), t(y)),
        TypeKind::Error => "ERROR".to_owned(),
    }
}
