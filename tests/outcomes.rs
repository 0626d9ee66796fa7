//! What inscriptions may do in a state space beside giving a value: draw random numbers, each of which is then explored in its turn; print; use ref cells of their own. And what they
//! may not.
//!
//! A net that draws is compared with one that has a variable of a finite colour set instead, whose values are all tried.

#[allow(dead_code)]
mod compare;
#[allow(dead_code)]
mod naive;
#[allow(dead_code)]
mod swept;

use compare::Graph;
use std::collections::BTreeSet;
use std::path::Path;
use sweepnet::engine::Engine;
use sweepnet::explore::control::Control;
use sweepnet::explore::full::{Order, explore};
use sweepnet::net::flat::FlatNet;
use sweepnet::net::load_text;
use swept::{Silly, Way};

fn net(text: &str) -> FlatNet {
    let loaded = load_text("test.yaml", text, Path::new(""), "test", &[]);
    (loaded.net).unwrap_or_else(|| panic!("{:#?}\n{text}", loaded.diagnostics))
}

/// States, and arcs without the values of variables.
type Steps = (BTreeSet<String>, BTreeSet<(String, String, String)>);

fn steps(graph: Graph) -> Steps {
    let transition = |label: &str| label.split(' ').next().unwrap_or("").to_string();
    let arcs = (graph.arcs.into_iter()).map(|(from, label, to)| (from, transition(&label), to));
    (graph.states, arcs.collect())
}

/// The state space, found in every way there is, each of which must find the same.
fn space(text: &str) -> Steps {
    let flat = net(text);
    let found = |threads, order| {
        let graph = Graph::engine(flat.clone(), threads, order);
        steps(graph.unwrap_or_else(|problem| panic!("{problem}\n{text}")))
    };
    let plain = found(1, Order::Breadth);
    assert_eq!(found(2, Order::Breadth), plain, "two threads: {text}");
    assert_eq!(found(1, Order::Depth), plain, "depth first: {text}");
    for numbers in [false, true] {
        let found = Graph::forgetful(flat.clone(), numbers).expect("it is explored");
        assert_eq!(steps(found), plain, "without the memo: {text}");
    }
    let full = swept::full(flat.clone(), 10_000).expect("it is explored");
    let full = full.expect("all of it");
    for way in [Way::plain(), Way::late(5), Way::with_threads(2)] {
        let swept = swept::swept(flat.clone(), Box::new(Silly::Hash(3)), way).expect("it is swept");
        assert_eq!(full.difference(&swept), None, "{way:?}: {text}");
    }
    plain
}

/// Drawing `k` is like trying all its values.
fn alike(drawing: &str, trying: &str) {
    let (drawn, tried) = (space(drawing), space(trying));
    assert!(tried.0.len() > 3, "it should say something: {trying}");
    assert_eq!(drawn, tried, "{drawing}");
}

fn refused(text: &str) -> String {
    let engine = Engine::new(net(text)).expect("an engine");
    let space = explore(engine, &mut Control::default(), Order::Breadth, None);
    let failure = space.expect_err("it is refused");
    assert_eq!(failure.code, "E1404", "{text}");
    failure.message
}

/// Tokens go round and get a number, in this way.
fn with_numbers(transition: &str) -> String {
    format!(
        r#"
declarations: |
  colset N = int with 1..4;
  colset B = bool;
  colset E = with red | green | blue;
  colset P = product N * E;
  var n, k, i : N;
  var c : E;
  var b : B;
  fun die () = discrete (1, 4);
  val another = discrete;
  fun sum (0, s) = s | sum (i, s) = sum (i - 1, s + discrete (0, 1));
places:
  A: {{colset: N, initial: "1`1 ++ 1`2"}}
  C: {{colset: N}}
  Z: {{colset: P}}
transitions:
  T: {{{transition}}}
  Back: {{in: {{C: n}}, out: {{A: n}}}}
"#
    )
}

#[test]
fn a_number_drawn_by_an_arc_is_each_of_its_values() {
    let tried = with_numbers("in: {A: n}, out: {C: k}");
    for draw in [
        "N.ran ()",
        "discrete (1, 4)",
        "die ()",
        "sum (3, 1)",
        "1 + binomial (3, 0.5)",
        "another (1, 4)",
        "if bernoulli 0.5 = 1 then discrete (1, 3) else 4",
        "List.nth ([2, 4, 1, 3], discrete (0, 3))",
        "1`die ()",
        "1`0 ++ 1`N.ran () -- 1`0",
    ] {
        alike(
            &with_numbers(&format!("in: {{A: n}}, out: {{C: \"{draw}\"}}")),
            &tried,
        );
    }
}

#[test]
fn two_draws_are_all_pairs() {
    alike(
        &with_numbers("in: {A: n}, out: {Z: \"(N.ran (), E.ran ())\"}"),
        &with_numbers("in: {A: n}, out: {Z: \"(k, c)\"}"),
    );
    // on two arcs
    alike(
        &with_numbers("in: {A: [n, k]}, out: {C: N.ran (), Z: \"(n, E.ran ())\"}, guard: n > k"),
        &with_numbers("in: {A: [n, k]}, out: {C: i, Z: \"(n, c)\"}, guard: n > k"),
    );
    // the second one depends on the first one
    alike(
        &with_numbers(
            "in: {A: n}, out: {C: \"if B.ran () then n else if B.ran () then 4 else 1\"}",
        ),
        &with_numbers("in: {A: n}, out: {C: k}, guard: \"k = n orelse k = 4 orelse k = 1\""),
    );
}

#[test]
fn what_code_draws_is_a_value_of_its_variable() {
    let tried = with_numbers("in: {A: n}, out: {C: k}");
    let drawn = with_numbers("in: {A: n}, out: {C: k}, code: {output: [k], action: N.ran ()}");
    alike(&drawn, &tried);
    // The values of variables are told too.
    let graph = |text: &str| Graph::engine(net(text), 1, Order::Breadth).expect("it is explored");
    assert_eq!(graph(&tried).difference(&graph(&drawn)), None);
    alike(
        &with_numbers(
            "in: {A: n}, out: {Z: \"(k, c)\"}, code: {output: [k, c], action: \"(die (), E.ran ())\"}",
        ),
        &with_numbers("in: {A: n}, out: {Z: \"(k, c)\"}"),
    );
}

#[test]
fn what_cannot_happen_is_not_explored() {
    alike(
        &with_numbers("in: {A: n}, out: {C: \"n + bernoulli 0.0\"}"),
        &with_numbers("in: {A: n}, out: {C: n}"),
    );
}

/// Three tokens wait for a while, in this way.
fn with_delays(more: &str, transition: &str) -> String {
    format!(
        r#"
declarations: |
  colset N = int with 1..3 timed;
  colset D = int with 0..2;
  var n : N;
  var d, e : D;
places:
  A: {{colset: N, initial: "1`1 ++ 1`2"}}
  C: N
{more}
transitions:
  T: {{{transition}}}
  U: {{in: {{C: n}}, out: {{A: "n @+ 1"}}, guard: "IntInf.toInt (time ()) < 6"}}
"#
    )
}

#[test]
fn a_delay_that_is_drawn_is_each_of_its_values() {
    let tried = with_delays("", "in: {A: n}, out: {C: n}, delay: d + 1");
    for drawn in [
        "in: {A: n}, out: {C: n}, delay: \"discrete (1, 3)\"",
        "in: {A: n}, out: {C: \"n @+ (1 + D.ran ())\"}",
        "in: {A: n}, out: {C: n}, delay: d + 1, code: {output: [d], action: D.ran ()}",
    ] {
        alike(&with_delays("", drawn), &tried);
    }
    // where the time matters too, and a place has none
    alike(
        &with_delays(
            "  S: D",
            "in: {A: n}, out: {C: n, S: D.ran ()}, delay: \"IntInf.toInt (time ()) mod 2 + D.ran ()\"",
        ),
        &with_delays(
            "  S: D",
            "in: {A: n}, out: {C: n, S: e}, delay: \"IntInf.toInt (time ()) mod 2 + d\"",
        ),
    );
}

#[test]
fn printing_and_cells_of_its_own_do_not_matter() {
    let plain = with_numbers("in: {A: n}, out: {C: \"n mod 4 + 1\"}");
    let count = "let val r = ref n in r := !r mod 4; r := !r + 1; !r end";
    for same in [
        "(print \\\"a token\\\"; n mod 4 + 1)",
        count,
        "let val r = ref (discrete (1, 1)) in !r * (n mod 4 + 1) end",
    ] {
        alike(
            &with_numbers(&format!("in: {{A: n}}, out: {{C: \"{same}\"}}")),
            &plain,
        );
        alike(
            &with_numbers(&format!(
                "in: {{A: n}}, out: {{C: k}}, code: {{output: [k], action: \"{same}\"}}"
            )),
            &plain,
        );
    }
}

/// What a declaration computed once is a constant, whatever it did for that.
#[test]
fn values_of_declarations_are_constants() {
    let text = with_numbers("in: {A: n}, out: {C: \"n + three - 3\"}, guard: \"three = 3\"");
    let plain = space(&with_numbers("in: {A: n}, out: {C: n}, guard: \"3 = 3\""));
    for three in [
        "globref cell = 3; val three = !cell;",
        "globref cell = 2; val next = (fn k => fn n => n + k) (!cell); val three = next 1;",
        "globref cell = 3; val [_, three] = List.tabulate (2, fn i => i * !cell);",
        "val three = let val r = ref 1 in r := !r + 2; !r end;",
        "val three = (print \\\"three\\\"; 3);",
        "val source = Random.rand (1, 2); val three = if source = source then 3 else 4;",
        "structure S = struct fun die () = discrete (1, 4) val three = Int.max (2, 3) end; val three = S.three;",
        "datatype 'a tree = Leaf | Node of 'a tree * 'a * 'a tree; fun leftmost (Node (Leaf, n, _), _) = n | leftmost (Node (left, _, _), n) = leftmost (left, n) | leftmost (Leaf, n) = n; \
         val tree = let val r = ref 3 in Node (Leaf, !r, Leaf) end; val three = leftmost (tree, 0);",
    ] {
        let text = text.replace(
            "fun die",
            &format!("{}\n  fun die", three.replace("\\\"", "\"")),
        );
        assert_eq!(space(&text), plain, "{three}");
    }
}

#[test]
fn numbers_with_too_many_values_are_refused() {
    for draw in [
        "round (uniform (1.0, 4.0))",
        "discrete (1, 1000000) mod 4 + 1",
        "let fun wait s = if B.ran () then wait (s + 1) else s in wait 0 mod 4 + 1 end",
        "let fun wait s = if B.ran () then s else wait (s + 1) in wait 0 mod 4 + 1 end",
        "(discrete (1, 1000) + discrete (1, 1000)) mod 4 + 1",
    ] {
        let message = refused(&with_numbers(&format!(
            "in: {{A: n}}, out: {{C: \"{draw}\"}}"
        )));
        assert!(message.contains("random number"), "{message}");
    }
}

#[test]
fn cells_that_last_are_refused() {
    let text = with_numbers("in: {A: n}, out: {C: \"next ()\"}");
    for next in [
        "val r = ref 0; fun next () = (r := !r + 1; !r mod 4 + 1);",
        "globref r = 0; fun next () = (r := !r + 1; !r mod 4 + 1);",
        "val next = let val r = ref 0 in fn () => (r := !r + 1; !r mod 4 + 1) end;",
        "fun make () = let val r = ref 0 in fn () => (r := !r + 1; !r mod 4 + 1) end; val next = make ();",
        "local val r = ref 0 in fun next () = (r := !r + 1; !r mod 4 + 1) end;",
        "val (next, _) = (let val r = ref 0 in fn () => (r := !r + 1; !r mod 4 + 1) end, 0);",
        "val drawn = N.ran (); fun next () = drawn;",
        "val drawn = ref (N.ran ()); fun next () = !drawn;",
        "val later = (fn f => fn () => f ()) (fn () => discrete (1, 4)); fun next () = later ();",
        "structure Count = struct val r = ref 0 fun next () = (r := !r + 1; !r mod 4 + 1) end; val next = Count.next;",
    ] {
        let message = refused(&text.replace("fun die", &format!("{next}\n  fun die")));
        assert!(message.contains("more than the marking"), "{message}");
    }
}

/// Tables are renewed many times on this way, so that tokens get other numbers; and each step puts several on one place.
#[test]
fn a_way_of_a_sweep_is_found_again_through_outcomes() {
    let text = r#"
declarations: |
  colset I = int;
  colset B = int with 0..1;
  colset S = string;
  var i : I; var b : B; var l : S;
  fun near i = Int.toString (i * 7919 mod 5003);
  fun far i = Int.toString (i * 104729 mod 5003);
  fun long i = "A new text for each step fills the tables of values quickly: " ^ Int.toString i;
page: Top
places:
  A: {colset: I, initial: 1`0}
  P: {colset: S, initial: "[near (~1), far (~1)]"}
  L: {colset: S, initial: '"x"'}
  D: {colset: B, initial: 0}
transitions:
  T:
    in: {A: i, P: ["near (i - 1)", "far (i - 1)"], L: l, D: b}
    out: {A: i + 1, P: ["near i", "far i"], L: long i, D: "discrete (0, 1)"}
    guard: i < 4000
"#;
    let mut file = tempfile::Builder::new()
        .suffix(".yaml")
        .tempfile()
        .expect("a file");
    std::io::Write::write_all(&mut file, text.as_bytes()).expect("it is written");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_sweepnet"))
        .arg("explore")
        .arg(file.path())
        .args(["--sweep", "ms_to_col Top'A", "--json"])
        .args([
            "--trace",
            "Top'A == 1`4000 andalso Top'D == 1`1 andalso Top'L == 1`long 3999",
        ])
        .output()
        .expect("the program");
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let steps = told["trace"].as_array().expect("a way");
    assert_eq!(steps.len(), 4000);
}
