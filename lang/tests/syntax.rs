//! The front end as its users see it: text in, tree and messages out.
//!
//! Trees are compared in a short written form: `(f x)` is an application, `{...}` holds what has no shorter form.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::span::Sources;
use sweepnet_lang::syntax::ast::*;
use sweepnet_lang::syntax::fixity::{Fixities, resolve};
use sweepnet_lang::syntax::parser::{is_incomplete, parse, parse_expression};

/// Parses and resolves.
fn read(text: &str) -> (Ast, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    let id = sources.add("test", text);
    let mut diagnostics = Vec::new();
    let mut ast = parse(&sources, id, &mut diagnostics);
    resolve(&mut ast, &mut Fixities::cpn(), &mut diagnostics);
    (ast, diagnostics)
}

fn clean(text: &str) -> Ast {
    let (ast, diagnostics) = read(text);
    assert!(diagnostics.is_empty(), "{text}: {diagnostics:#?}");
    ast
}

fn codes(text: &str) -> Vec<&'static str> {
    read(text).1.iter().map(|d| d.code).collect()
}

/// The written form of an expression.
fn shape(text: &str) -> String {
    let mut sources = Sources::default();
    let id = sources.add("test", text);
    let mut diagnostics = Vec::new();
    let (mut ast, expr) = parse_expression(&sources, id, &mut diagnostics);
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

fn show(ast: &Ast, id: ExprId) -> String {
    let e = |id: &ExprId| show(ast, *id);
    match &ast[id].kind {
        ExprKind::Lit(c) => lit(c),
        ExprKind::Var(p) => path(p),
        ExprKind::Select(l) => format!("#{l}"),
        ExprKind::Record(fields) => format!(
            "{{{}}}",
            join(fields, ", ", |(l, x)| format!("{} = {}", l.name, e(x)))
        ),
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

fn show_pat(ast: &Ast, id: PatId) -> String {
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

#[test]
fn precedence() {
    assert_eq!(shape("1 + 2 * 3 - 4"), "(- <(+ <1, (* <2, 3>)>), 4>)");
    assert_eq!(shape("f x y + g z"), "(+ <((f x) y), (g z)>)");
    assert_eq!(shape("a :: b ^^ c"), "(:: <a, (^^ <b, c>)>)");
    assert_eq!(
        shape("2`1 ++ 3`x@5"),
        "(++ <(` <2, 1>), (` <3, (@ <x, 5>)>)>)"
    );
    assert_eq!(shape("1`x @+ 5 +++ y"), "(+++ <(@+ <(` <1, x>), 5>), y>)");
    assert_eq!(
        shape("a = b andalso c < d orelse e"),
        "(((= <a, b>) && (< <c, d>)) || e)"
    );
    assert_eq!(shape("x + y : int list"), "((+ <x, y>) : (int list))");
    assert_eq!(shape("f (op +) (x) ~1"), "(((f +) x) -1)");
    assert_eq!(shape("Int.+ (1, 2)"), "(Int.+ <1, 2>)");
    assert_eq!(shape("#a r + # 1 t"), "(+ <(#a r), (#1 t)>)");
}

#[test]
fn prefix_forms_reach_right() {
    assert_eq!(
        shape("a andalso if b then c else d orelse e"),
        "(a && (if b c (d || e)))"
    );
    assert_eq!(
        shape("x orelse raise E handle E => y"),
        "(x || (raise (handle E E => y)))"
    );
    assert_eq!(shape("fn x => x : int"), "(fn x => (x : int))");
    assert_eq!(
        shape("a orelse b andalso fn x => x"),
        "(a || (b && (fn x => x)))"
    );
    assert_eq!(
        shape("a handle A => 1 | B => 2"),
        "(handle a A => 1 | B => 2)"
    );
    assert_eq!(
        shape("if a then b else c handle E => d"),
        "(if a b (handle c E => d))"
    );
}

#[test]
fn a_bar_belongs_to_the_innermost_match() {
    assert_eq!(
        shape("case x of A => case y of B => 1 | C => 2 | D => 3"),
        "(case x A => (case y B => 1 | C => 2 | D => 3))"
    );
    assert_eq!(
        shape("case x of A => (case y of B => 1 | C => 2) | D => 3"),
        "(case x A => (case y B => 1 | C => 2) | D => 3)"
    );
    assert_eq!(
        shape("fn A => if a then b else raise c | B => d orelse raise e | C => fn D => f | E => g"),
        "(fn A => (if a b (raise c)) | B => (d || (raise e)) | C => (fn D => f | E => g))"
    );
}

#[test]
fn atoms() {
    assert_eq!(
        shape("(1, \"a\", #\"b\", 1.5, (), [x], {a = 1, 2 = y})"),
        "<1, \"a\", #'b', 1.5, <>, [x], {a = 1, 2 = y}>"
    );
    assert_eq!(shape("(a; b; c)"), "(seq a; b; c)");
    assert_eq!(
        shape("let val x = 1; fun f x = x in f x; x end"),
        "(let 2 (seq (f x); x))"
    );
    assert_eq!(
        shape("_prim \"add\" : int * int -> int"),
        "(prim add (<int * int> -> int))"
    );
    assert_eq!(shape("List.map f;"), "(List.map f)");
}

#[test]
fn patterns_and_types() {
    assert_eq!(
        shape("fn (x :: y :: _, SOME (a as {b, c = 1, ...}), [z : int]) => 1"),
        "(fn <(:: <x, (:: <y, _>)>), (SOME (a as {b = b, c = 1, ...})), [(z : int)]> => 1)"
    );
    assert_eq!(
        shape("fn x : t as {...} => x"),
        "(fn (x as ({, ...} : t)) => x)"
    );
    assert_eq!(
        shape("x : (int, 'a) t list -> {a : int} -> int * string"),
        "(x : (((int, 'a t) list) -> ({a : int} -> <int * string>)))"
    );
}

fn function(text: &str) -> (String, Vec<String>) {
    let ast = clean(text);
    let DecKind::Fun { functions, .. } = &ast.decs.last().unwrap().kind else {
        panic!("no function: {text}")
    };
    let params = functions[0].clauses[0]
        .params
        .iter()
        .map(|p| show_pat(&ast, *p))
        .collect();
    (functions[0].name.name.to_string(), params)
}

#[test]
fn function_heads() {
    let expect = |text, name: &str, params: &[&str]| {
        let params = params.iter().map(|p| (*p).to_owned()).collect();
        assert_eq!(function(text), (name.to_owned(), params), "{text}");
    };
    expect("fun f x (y, z) = x", "f", &["x", "<y, z>"]);
    expect("fun x ++ y = x", "++", &["<x, y>"]);
    expect("fun (x ++ y) z : int = x", "++", &["<x, y>", "z"]);
    expect("fun op ++ (x, y) = x", "++", &["<x, y>"]);
    expect("fun 'a f (x :: y) = x | f [] = 1", "f", &["(:: <x, y>)"]);
    expect("infix 5 foo fun a foo b = a", "foo", &["<a, b>"]);
    expect("fun ('a, 'b) f (x) = x", "f", &["x"]);
    assert_eq!(codes("fun f x = 1 | g x = 2"), ["E0213"]);
    assert_eq!(codes("fun f x = 1 | f x y = 2"), ["E0214"]);
    assert_eq!(codes("fun f = 1"), ["E0215"]);
    assert_eq!(codes("fun ++ (x, y) = 1"), ["E0211"]);
    assert_eq!(codes("fun 3 x = 1"), ["E0215"]);
}

#[test]
fn fixity_scopes() {
    let last = |text: &str| {
        let ast = clean(text);
        let DecKind::Expr(e) = ast.decs.last().unwrap().kind else {
            panic!("no expression")
        };
        show(&ast, e)
    };
    assert_eq!(
        last("infixr 6 foo; a foo b foo c"),
        "(foo <a, (foo <b, c>)>)"
    );
    assert_eq!(last("nonfix +; + (a, b)"), "(+ <a, b>)");
    assert_eq!(
        last("local infix 6 foo in infix 6 bar end; foo bar x"),
        "(bar <foo, x>)"
    );
    assert_eq!(
        last("structure S = struct infix 6 foo end; a foo b"),
        "((a foo) b)"
    );
    assert_eq!(
        last("(let infix 6 foo in a foo b end; a foo b)"),
        "(seq (let 1 (foo <a, b>)); ((a foo) b))"
    );
    assert_eq!(codes("infix 5 foo; a foo b :: c"), ["E0212"]);
    assert_eq!(codes("val f = +"), ["E0211"]);
    assert_eq!(codes("- 1; 1 -"), ["E0211", "E0211"]);
    assert_eq!(codes("infix 12 foo"), ["E0208"]);
    assert_eq!(codes("a && b; c || d"), ["E0217", "E0217"]);
}

#[test]
fn at_depends_on_the_dialect() {
    let at = |fixities: Fixities| fixities.get("@").map(|f| (f.level, f.right));
    assert_eq!(at(Fixities::sml()), Some((5, true)));
    assert_eq!(at(Fixities::cpn()), Some((9, false)));
    assert_eq!(Fixities::sml().get("++"), Fixities::cpn().get("++"));
}

#[test]
fn declarations() {
    let text = "val x = 1 and y : int = 2; val rec f = fn x => f x\n\
        val 'a id = fn (x : 'a) => x; fun even 0 = true | even n = odd (n - 1) and odd n = even n\n\
        type 'a pair = 'a * 'a and t = int; datatype 'a tree = Leaf | Node of 'a tree * 'a * 'a tree\n\
        datatype a = A of b withtype b = int; datatype u = datatype M.t\n\
        exception E and F of int and G = M.H; local val a = 1 in val b = a end\n\
        infix 6 +++ infixr 5 ::: nonfix foo; open A B.C; structure S = struct val x = 1; type t = int end;\n\
        use \"file\"; 1 + 1";
    let ast = clean(text);
    assert_eq!(ast.decs.len(), 17);
    let DecKind::Exception(list) = &ast.decs[8].kind else {
        panic!("{:?}", ast.decs[8])
    };
    assert!(matches!(list[1].1, ExceptionKind::New(Some(_))));
    assert!(matches!(list[2].1, ExceptionKind::Alias(_)));
}

#[test]
fn colour_sets() {
    let body = |text: &str| {
        let ast = clean(&format!("colset C = {text};"));
        match ast.decs.into_iter().next().unwrap().kind {
            DecKind::Colset(dec) => dec,
            other => panic!("{other:?}"),
        }
    };
    use ColsetBody::*;
    assert!(matches!(body("unit").body, Unit(None)));
    assert!(matches!(body("unit with e timed").body, Unit(Some(_))));
    assert!(matches!(body("bool").body, Bool(None)));
    assert!(matches!(body("bool with (no, yes)").body, Bool(Some(_))));
    assert!(matches!(body("int").body, Int(None)));
    assert!(matches!(body("int with 1..n + 1 timed").body, Int(Some(_))));
    assert!(matches!(body("intinf with 0..10").body, IntInf(Some(_))));
    assert!(matches!(body("real with 0.0..1.0").body, Real(Some(_))));
    assert!(matches!(
        body("char with #\"a\"..#\"z\"").body,
        Char(Some(_))
    ));
    assert!(matches!(body("time").body, Time));
    assert!(matches!(body("string").body, Str(None, None)));
    assert!(matches!(
        body("string with \"a\"..\"z\"").body,
        Str(Some(_), None)
    ));
    assert!(matches!(
        body("string with \"a\"..\"z\" and 1..3").body,
        Str(Some(_), Some(_))
    ));
    assert!(matches!(body("with a | b | c").body, Enum(list) if list.len() == 3));
    assert!(matches!(body("index ph with 1..n").body, Index(..)));
    assert!(matches!(body("product A * B * list").body, Product(list) if list.len() == 3));
    assert!(matches!(body("record l:A * m:B").body, Record(list) if list.len() == 2));
    assert!(matches!(body("list A").body, List(_, None)));
    assert!(matches!(body("list A with 2..4").body, List(_, Some(_))));
    assert!(
        matches!(body("union c1:A + c2").body, Union(list) if list[0].1.is_some() && list[1].1.is_none())
    );
    assert!(matches!(body("subset A by f").body, SubsetBy(..)));
    assert!(matches!(
        body("subset A by (fn x => x > 3)").body,
        SubsetBy(..)
    ));
    assert!(matches!(body("subset A with [1, 2]").body, SubsetWith(..)));
    assert!(matches!(body("Other").body, Alias(_)));
    let dec = body("product A * B timed declare mult, ms");
    assert!(dec.timed && dec.declare.len() == 2);
    let ast = clean("color A = int; var x, y : A; globref g = 1 + 2; var z : A list");
    assert!(matches!(&ast.decs[1].kind, DecKind::Var(names, _) if names.len() == 2));
    assert!(matches!(ast.decs[2].kind, DecKind::Globref(..)));
    assert_eq!(ast.decs.len(), 4);
}

#[test]
fn contextual_words_are_names_elsewhere() {
    clean(
        "val color = 1; val list = [color]; fun index by = by; fun var x = x; var 1; datatype union = timed of int",
    );
}

#[test]
fn one_mistake_does_not_hide_the_next() {
    let (ast, diagnostics) =
        read("val x = (1 + ); val y = [1, ; val z = 3\nfun f x = if x then 1; val w = )");
    assert_eq!(ast.decs.len(), 5, "{diagnostics:#?}");
    assert_eq!(diagnostics.len(), 4, "{diagnostics:#?}");
    let names = ast
        .decs
        .iter()
        .filter(|d| matches!(d.kind, DecKind::Val { .. } | DecKind::Fun { .. }));
    assert_eq!(names.count(), 5);
    assert_eq!(
        codes("let val x = in x + end; val = 3; case x of A = 1 | B => ; 3").len(),
        5
    );
    assert_eq!(
        codes("colset A = int with 1; colset B = ; var x : ; 1").len(),
        3
    );
    assert_eq!(
        codes("val x = \u{e9}; val y = 0w1; val z = \"a"),
        ["E0101", "E0106", "E0103"]
    );
}

/// The first message of a text, with its help.
fn message(text: &str) -> (String, String) {
    let (_, diagnostics) = read(text);
    let first = diagnostics
        .first()
        .unwrap_or_else(|| panic!("no message: {text}"));
    (
        format!("{}: {}", first.code, first.message),
        first.help.clone().unwrap_or_default(),
    )
}

#[test]
fn messages() {
    let cases = [
        (
            "val x = (1 + 2; val y = 3",
            "E0203: found `val`, but `(` still needs its `)`",
            "write `)`",
        ),
        (
            "let val x = 1 in x",
            "E0203: found the end of the text, but `let` still needs its `end`",
            "write `end`",
        ),
        (
            "val x = if a then b;",
            "E0207: found `;`, but this `if` has no `else`",
            "else ()",
        ),
        (
            "val type = 3",
            "E0206: `type` is a reserved word and cannot be a name",
            "type'",
        ),
        (
            "while true do ()",
            "E0205: `while` is a part of Standard ML",
            "calls itself",
        ),
        ("fun f x => x", "E0201: found `=>` where", "belongs to `fn`"),
        ("fn x = x", "E0201: found `=` where", "have `=>`"),
        ("fn x -> x", "E0201: found `->` where", "write `=>`"),
        ("val x == 3;", "E0201: found `;` where", "one `=`"),
        (
            "case x of | A => 1",
            "E0201: found `|` where",
            "first alternative",
        ),
        ("[1, 2; 3]", "E0203: found `;`", "`,` separates"),
        (
            "(1, 2,)",
            "E0201: found `)` where an expression",
            "remove the comma",
        ),
        ("val x = 1)", "E0204: `)` closes nothing", "remove it"),
        (
            "val x =",
            "E0202: found the end of the text where an expression should stand",
            "",
        ),
        ("colset A = int var x : A;", "E0201", ""),
        ("fun f x (x + 1);", "E0201", "fun name pattern"),
    ];
    let mut wrong = Vec::new();
    for (text, start, help) in cases {
        let (message, given) = message(text);
        if !message.starts_with(start) || !given.contains(help) {
            wrong.push(format!("{text}\n  {message}\n  {given}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn incomplete_texts() {
    for text in [
        "(",
        "let val x = 1",
        "if a then b",
        "case x of",
        "fun f x =",
        "1 +",
        "(* a",
        "\"a\\\n",
        "val x =",
        "[1,",
        "structure S = struct",
        "fn x",
        "colset A =",
        "x andalso",
    ] {
        assert!(is_incomplete(text), "{text}");
    }
    for text in [
        "",
        "  ",
        "1",
        "1;",
        "val x = 1",
        "fun f x = x",
        "op +",
        "infix 6 ++",
        ")",
        "(* a *)",
        "val = 3",
        "\"a",
        "colset A = int;",
    ] {
        assert!(!is_incomplete(text), "{text}");
    }
}

#[test]
fn limits() {
    let deep = |n: usize, open: &str, middle: &str, close: &str| {
        format!("{}{middle}{}", open.repeat(n), close.repeat(n))
    };
    assert_eq!(codes(&deep(5_000, "(", "x", ")")), [""; 0]);
    for text in [
        deep(100_000, "(", "x", ")"),
        deep(100_000, "[", "x", "]"),
        deep(100_000, "let in ", "x", " end"),
        deep(100_000, "fn x => ", "x", ""),
        deep(100_000, "if a then b else ", "x", ""),
        deep(100_000, "local in ", "", " end "),
        format!("val x = {}1", "1 + ".repeat(100_000)),
        format!("val x = {}[]", "1 :: ".repeat(100_000)),
        format!("val x : {}int = 1", "int -> ".repeat(100_000)),
        format!("f{}", " x".repeat(100_000)),
    ] {
        assert_eq!(codes(&text), ["E0210"], "{}", &text[..40]);
    }
    assert_eq!(codes(&"(".repeat(100_000)).len(), 2);
    assert_eq!(codes(&format!("[{}1]", "1,".repeat(100_000))), [""; 0]);
    assert_eq!(
        codes(&format!("fn {}_ => 0", "1 => 2 | ".repeat(100_000))),
        [""; 0]
    );
    assert_eq!(
        codes(&format!("val s = \"{}\"", "a\\n".repeat(5_000_000))),
        [""; 0]
    );
    assert_eq!(
        codes(&format!("val x = {}1", "1 + ".repeat(9_000))),
        [""; 0]
    );
}

#[test]
fn nothing_panics() {
    const PIECES: [&str; 64] = [
        "val",
        "fun",
        "fn",
        "let",
        "in",
        "end",
        "case",
        "of",
        "if",
        "then",
        "else",
        "andalso",
        "orelse",
        "and",
        "as",
        "rec",
        "type",
        "datatype",
        "withtype",
        "exception",
        "raise",
        "handle",
        "op",
        "infix",
        "infixr",
        "structure",
        "struct",
        "open",
        "local",
        "with",
        "colset",
        "A",
        "=",
        "int",
        "union",
        "+",
        "var",
        "x",
        ",",
        ":",
        ";",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "=>",
        "->",
        "|",
        "*",
        "#",
        "..",
        "...",
        "_",
        "1",
        "~2.5",
        "\"s\"",
        "`",
        "'a",
        "\\",
        "\u{20ac}",
        "(*",
        "\"",
    ];
    // A small linear congruential generator: the same soup every time.
    let mut state = 12345u64;
    let mut next = |n: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    for _ in 0..3000 {
        let pieces = next(60);
        let limit = if next(4) == 0 { 64 } else { 61 };
        let text = (0..pieces)
            .map(|_| PIECES[next(limit)])
            .collect::<Vec<_>>()
            .join(" ");
        let _ = read(&text);
        let _ = is_incomplete(&text);
        let bytes: Vec<u8> = (0..next(40)).map(|_| (32 + next(96)) as u8).collect();
        let _ = read(&String::from_utf8_lossy(&bytes));
    }
}
