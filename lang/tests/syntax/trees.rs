//! What trees come out: precedence, matches, every form of declaration and colour set.

use super::show::{shape, show, show_pat};
use super::{clean, codes};
use sweepnet_lang::inscription::Reading;
use sweepnet_lang::span::Sources;
use sweepnet_lang::syntax::ast::*;
use sweepnet_lang::syntax::fixity::{Fixities, resolve};
use sweepnet_lang::syntax::lexer::lex;
use sweepnet_lang::syntax::parser::parse_expression;

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
fn an_application_spans_its_parts() {
    let mut sources = Sources::default();
    let text = "a + f x * (b)";
    let id = sources.add("test", text);
    let mut diagnostics = Vec::new();
    let tokens = lex(text, id, &mut diagnostics).tokens;
    let (mut ast, expr) = parse_expression(text, id, tokens, Reading::Expression, &mut diagnostics);
    resolve(&mut ast, &mut Fixities::sml(), &mut diagnostics);
    let ExprKind::App(_, pair) = ast[expr.unwrap()].kind else {
        panic!("no application")
    };
    let ExprKind::Tuple(operands) = &ast[pair].kind else {
        panic!("no pair")
    };
    assert_eq!(sources.slice(ast[expr.unwrap()].span), text);
    assert_eq!(sources.slice(ast[operands[1]].span), "f x * (b)");
}
