//! What happens to text that is wrong, unfinished, huge or nonsense.

use super::{codes, read};
use sweepnet_lang::syntax::ast::DecKind;
use sweepnet_lang::syntax::parser::is_incomplete;

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
            "E0203: Found `val`, but `(` still needs its `)`",
            "Write `)`",
        ),
        (
            "let val x = 1 in x",
            "E0203: Found the end of the text, but `let` still needs its `end`",
            "Write `end`",
        ),
        (
            "val x = if a then b;",
            "E0207: Found `;`, but this `if` has no `else`",
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
        ("fun f x => x", "E0201: Found `=>` where", "belongs to `fn`"),
        ("fn x = x", "E0201: Found `=` where", "have `=>`"),
        ("fn x -> x", "E0201: Found `->` where", "Write `=>`"),
        ("val x == 3;", "E0201: Found `;` where", "one `=`"),
        (
            "case x of | A => 1",
            "E0201: Found `|` where",
            "first alternative",
        ),
        ("[1, 2; 3]", "E0203: Found `;`", "`,` separates"),
        (
            "(1, 2,)",
            "E0201: Found `)` where an expression",
            "Remove the comma",
        ),
        ("val x = 1)", "E0204: `)` closes nothing", "Remove it"),
        ("1' x", "E0201: `'` cannot follow", "backtick"),
        ("a, b", "E0201: `,` cannot follow a complete expression", ""),
        (
            "val x =",
            "E0202: Found the end of the text where an expression should stand",
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
    // A small linear congruential generator: The same soup every time.
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
