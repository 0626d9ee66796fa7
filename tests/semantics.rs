//! Corners of the semantics, each as a small net whose state space can be counted by hand.

mod compare;
mod naive;

use compare::Graph;
use naive::net::Net;
use naive::space::Space;
use std::path::Path;
use sweepnet::engine::Engine;
use sweepnet::explore::control::{Control, StopReason};
use sweepnet::explore::full::{Order, explore};
use sweepnet::explore::sweep::{Options, Sweep};
use sweepnet::net;
use sweepnet::net::expression::MarkingExpression;

/// States and arcs, or the code of what goes wrong, with the memo and without.
fn explored(text: &str) -> Result<(usize, u64), String> {
    let found = explored_so(text, false);
    assert_eq!(explored_so(text, true), found);
    found
}

fn explored_so(text: &str, forgetful: bool) -> Result<(usize, u64), String> {
    let loaded = net::load_text("test.yaml", text, Path::new(""), "test", &[]);
    let flat = loaded.net.ok_or(format!("{:#?}", loaded.diagnostics))?;
    let mut engine = Engine::new(flat).map_err(|failure| failure.code.to_string())?;
    engine.forgetful = forgetful;
    let space = explore(engine, &mut Control::default(), Order::Breadth, None);
    let space = space.map_err(|failure| failure.code.to_string())?;
    Ok((space.store.len(), space.arcs))
}

fn same(text: &str, states: usize, arcs: u64) {
    assert_eq!(explored(text), Ok((states, arcs)));
}

fn fails(text: &str, code: &str) {
    assert_eq!(explored(text), Err(code.to_string()));
}

#[test]
fn a_guard_sees_the_present_time() {
    let net = r#"
declarations: "colset I = int timed; var x : I;"
places:
  P: {colset: I, initial: "1`1@0 +++ 1`2@3 +++ 1`3@7"}
  Q: I
transitions:
  T: {in: {P: x}, out: {Q: x}, guard: "IntInf.toInt (time()) >= 5"}
"#;
    same(net, 8, 12);
}

/// As CPN Tools does it: reset arcs act after tokens were put, and leave what is not ready.
#[test]
fn a_reset_removes_what_is_put_and_leaves_what_is_not_ready() {
    let untimed = "
declarations: 'colset N = int; var n : N;'
places: {A: {colset: N, initial: 1`0}, B: {colset: N, initial: 1`7 ++ 1`8}}
transitions:
  T: {in: {A: n}, out: {B: n}, reset: [B]}
";
    // The old tokens and the new one are gone.
    same(untimed, 2, 1);
    shows(untimed, "no tokens at all");
    as_defined(untimed);
    let double = untimed.replace("out: {B: n}", "both: {B: 7}");
    shows(&double, "no tokens at all");
    as_defined(&double);
    let fused = untimed.replace("out: {B: n}", "out: {C: n}").replace(
        "1`8}}",
        "1`8, fusion: F}, C: {colset: N, initial: 1`7 ++ 1`8, fusion: F}}",
    );
    shows(&fused, "no tokens at all");
    as_defined(&fused);
    let ports = "
declarations: 'colset N = int; var n : N;'
pages:
  Top:
    places: {A: {colset: N, initial: 1`0}, B: {colset: N, initial: 1`7}}
    substitutions: {U: {page: Sub, ports: {In: A, Clear: B, Put: B}}}
  Sub:
    places: {In: {colset: N, port: in}, Clear: {colset: N, port: both}, Put: {colset: N, port: out}}
    transitions: {T: {in: {In: n}, out: {Put: n}, reset: [Clear]}}
";
    shows(ports, "no tokens at all");
    as_defined(ports);
    let timed = "
declarations: 'colset N = int timed; var n : N;'
places: {A: {colset: N, initial: 1`0}, B: {colset: N, initial: '1`7 @ 0 +++ 1`8 @ 5'}}
transitions:
  T: {in: {A: n}, out: {B: ['n', '(n + 1) @+ 3']}, reset: [B]}
";
    shows(timed, "time 0, Top'B 1`1@3 +++ 1`8@5");
    as_defined(timed);
}

/// The only dead marking of a net is this one.
fn shows(text: &str, dead: &str) {
    let loaded = net::load_text("test.yaml", text, Path::new(""), "Top", &[]);
    let flat = loaded
        .net
        .unwrap_or_else(|| panic!("{:#?}", loaded.diagnostics));
    let engine = Engine::new(flat).expect("an initial marking");
    let space = explore(engine, &mut Control::default(), Order::Breadth, None).expect("it runs");
    let mut state = vec![0; space.store.width()];
    let [id] = space.dead[..] else {
        panic!("{} dead markings", space.dead.len());
    };
    space.store.read(id, &mut state);
    assert_eq!(space.engine.worker().show(&state), dead, "{text}");
}

/// The second condition of the guard fails where only the first one, which looks at the clock, keeps
/// it from being evaluated: to find out when tokens may be taken early, the engine assumes that the
/// first one holds.
#[test]
fn a_guard_that_fails_where_its_time_has_not_come_is_no_error() {
    let net = "
declarations: 'colset N = int timed; colset L = list int; var n : N; var l : L;'
places:
  A: {colset: N, initial: '1`2 @ 9'}
  B: N
  C: {colset: N, initial: '1`0 @ 3'}
  List: {colset: L, initial: '1`[]'}
transitions:
  Fill: {in: {C: n, List: l}, out: {List: '[1]'}}
  T: {in: {A: n @+ 4, List: l}, out: {B: n}, guard: ['time () >= 5', 'hd l > 0']}
";
    same(net, 3, 2);
    shows(net, "time 5, Top'B 1`2@5");
    as_defined(net);
    // Nothing fills the list: the time comes, and the guard fails.
    fails(
        &net.replace("initial: '1`0 @ 3'", "initial: 'empty'"),
        "E0701",
    );
}

/// The engine finds what the naive interpreter finds.
fn as_defined(text: &str) {
    let loaded = net::load_text("test.yaml", text, Path::new(""), "test", &[]);
    let flat = loaded.net.expect("a net");
    let mut net = Net::new(&loaded.model.expect("a model"), &loaded.sources);
    let space = Space::explore(&mut net, 3000).unwrap_or_else(|| panic!("many states: {text}"));
    let expected = Graph::naive(&mut net, &space);
    let found = Graph::engine(flat.clone(), 1, Order::Breadth).expect("it is explored");
    assert_eq!(expected.difference(&found), None);
    for numbers in [false, true] {
        let found = Graph::forgetful(flat.clone(), numbers).expect("it is explored");
        assert_eq!(expected.difference(&found), None);
    }
}

#[test]
fn time_goes_on_to_when_a_token_may_be_taken_early() {
    // The guard does not hold at 0. The tokens may be taken at 3 and 5, before their stamps.
    let net = r#"
declarations: "colset I = int timed; var x : I;"
places:
  P: {colset: I, initial: "1`1@10 +++ 1`2@12"}
  Q: I
transitions:
  T: {in: {P: "x@+7"}, out: {Q: x}, guard: "IntInf.toInt (time()) >= 3"}
"#;
    as_defined(net);
    // How early depends on the colour, and what the guard keeps from being evaluated is not a mistake.
    let net = r#"
declarations: "colset I = int timed; var x : I;"
places:
  P: {colset: I, initial: "1`1@10 +++ 1`2@12 +++ 1`6@20"}
  Q: I
transitions:
  T: {in: {P: "x@+x"}, out: {Q: "60 div (IntInf.toInt (time()))"}, guard: "IntInf.toInt (time()) > 0"}
"#;
    as_defined(net);
}

/// 2,250,000 steps from the first marking.
const WIDE: &str = r#"
declarations: "colset I = int with 1..1500; var x,y : I;"
page: Top
places:
  P: {colset: I, initial: "I.all()"}
  Q: {colset: I, initial: "I.all()"}
  R: I
transitions:
  T: {in: {P: x, Q: y}, out: {R: x}}
measures: {done: size Top'R}
"#;

#[test]
fn the_memory_limit_holds_within_the_steps_of_one_marking() {
    let loaded = net::load_text("test.yaml", WIDE, Path::new(""), "test", &[]);
    let engine = Engine::new(loaded.net.expect("a net")).expect("it starts");
    let mut control = Control::default();
    control.memory = Some(64 << 20);
    let space = explore(engine, &mut control, Order::Breadth, None).expect("it stops");
    assert_eq!(space.stop, StopReason::Memory);
    assert_eq!((space.store.len(), space.arcs), (1, 0));
    assert!(space.peak_bytes < 128 << 20, "{}", space.peak_bytes);
}

#[test]
fn the_memory_limit_holds_within_the_steps_of_one_marking_of_a_sweep() {
    for threads in [1, 2] {
        let loaded = net::load_text("test.yaml", WIDE, Path::new(""), "test", &[]);
        let (model, mut flat) = (loaded.model.expect("a model"), loaded.net.expect("a net"));
        let text = model.measures[0].1;
        let measure = MarkingExpression::measure(&mut flat, text.source).expect("a measure");
        let engine = Engine::new(flat).expect("it starts");
        let mut control = Control::default();
        control.memory = Some(64 << 20);
        let mut sweep = Sweep::new(engine, Box::new(measure), None, Options::default(), threads)
            .expect("it starts");
        assert_eq!(
            sweep.run(&mut control).expect("it stops"),
            StopReason::Memory
        );
        assert_eq!((sweep.tally.explored, sweep.tally.arcs), (0, 0));
        assert_eq!(sweep.frontier(), 1);
    }
}

#[test]
fn a_colour_that_an_input_arc_asks_for_is_not_thereby_legal() {
    let net = r#"
declarations: "colset EV = int with 0..3; colset N = int; var x : N;"
places:
  A: {colset: N, initial: "1`3"}
  Q: {colset: EV, initial: "1`0"}
  D: N
transitions:
  Ask: {in: {A: x, Q: x+1}, out: {D: x}}
  Put: {in: {A: x}, out: {Q: x+1}}
"#;
    fails(net, "E1403");
}

#[test]
fn a_coefficient_of_zero_takes_nothing() {
    let net = r#"
declarations: "colset I = int; var x,n : I;"
places:
  A: {colset: I, initial: "1`1"}
  C: {colset: I, initial: "1`0"}
  P: I
  Q: I
transitions:
  T: {in: {P: "n`x", A: x, C: n}, out: {Q: x}}
"#;
    same(net, 2, 1);
}

#[test]
fn a_whole_token_has_a_name_beside_its_parts() {
    let net = |arcs: &str| {
        format!(
            r#"
declarations: |
  colset I = int; colset P = product I * I; colset L = list I;
  var x, y, z : I; var p : P; var l, m : L;
places:
  A: {{colset: P, initial: "1`(1,2) ++ 2`(3,4)"}}
  Q: {{colset: L, initial: "1`[1,2,3]"}}
  B: P
  C: L
transitions:
{arcs}
"#
        )
    };
    let named = r#"
  T: {in: {A: "1`(p as (x, y))"}, out: {B: p}, guard: x < y}
  U: {in: {Q: "l as x :: m"}, out: {C: "if x = 1 then m else l"}}
  V: {in: {B: "1`(p as (x, z as 2)) ++ 1`(3, 4)"}, out: {A: p, B: "(3, z + 2)"}}
  W: {both: {C: "l as [x, y]"}}
"#;
    let plain = r#"
  T: {in: {A: "1`(x, y)"}, out: {B: "(x, y)"}, guard: x < y}
  U: {in: {Q: "x :: m"}, out: {C: "if x = 1 then m else x :: m"}}
  V: {in: {B: "1`(x, 2) ++ 1`(3, 4)"}, out: {A: "(x, 2)", B: "(3, 4)"}}
  W: {both: {C: "[x, y]"}}
"#;
    let (states, arcs) = explored(&net(plain)).expect("a state space");
    assert!(states > 10 && arcs > 20, "{states} {arcs}");
    same(&net(named), states, arcs);
}

/// A list variable stands for its elements; they give it no value.
#[test]
fn a_list_of_tokens_is_no_token() {
    for (arcs, tokens) in [
        ("A: l, Q: l", "1`1 ++ 1`2"),
        ("Q: l, A: l", "1`1 ++ 1`2"),
        ("Q: l, A: 1`x ++ l", "1`1 ++ 1`2 ++ 1`3"),
        ("A: l ++ 1`x, Q: l", "1`1 ++ 1`2 ++ 1`3"),
    ] {
        let net = format!(
            r#"
declarations: "colset I = int; colset L = list I; var x : I; var l : L;"
places:
  A: {{colset: I, initial: {tokens}}}
  Q: {{colset: L, initial: "1`[1, 2]"}}
  O: L
transitions:
  T: {{in: {{{arcs}}}, out: {{O: l}}}}
"#
        );
        same(&net, 2, 1);
    }
}

#[test]
fn an_element_may_put_more_colours_than_sixteen_bits_count() {
    let net = r#"
declarations: "colset I = int with 1..65536; colset N = int; var n : N;"
places:
  P: {colset: I, initial: "I.all()"}
  C: {colset: N, initial: "1`0"}
transitions:
  T: {in: {C: n}, out: {P: "I.all()", C: n+1}, guard: n < 6}
"#;
    same(net, 7, 6);
}

#[test]
fn more_tokens_than_can_be_counted_are_told() {
    let net = r#"
declarations: "colset N = int; var n : N;"
places:
  P: {colset: unit, initial: "4294967294`()"}
  C: {colset: N, initial: "1`0"}
transitions:
  T: {in: {C: n}, out: {P: (), C: n+1}, guard: n < 4}
"#;
    fails(net, "E1402");
    fails(&net.replace("unit", "N").replace("()", "1"), "E1402");
}

#[test]
fn a_stamp_beyond_the_last_time_is_told() {
    let net = r#"
declarations: "colset I = int timed; var x : I;"
places:
  P: {colset: I, initial: "1`1@9223372036854775800"}
  Q: I
transitions:
  T: {in: {P: x}, out: {Q: x}, delay: 100}
"#;
    fails(net, "E1401");
}

#[test]
fn wide_places_are_explored_to_the_end() {
    let net = r#"
declarations: "colset N = int; var n, k : N;"
places:
  Here: {colset: N, initial: "List.tabulate (1000, fn i => i)"}
  There: N
  Next: {colset: N, initial: "1`0"}
transitions:
  Go: {in: {Here: n, Next: n}, out: {There: n, Next: n + 1}}
"#;
    same(net, 1001, 1000);
}

/// Each step works only if the one before gave the right value: tuples, records, lists, constructors, calls, constants, arithmetic, sums of tokens.
#[test]
fn small_inscriptions_give_what_they_say() {
    let net = r#"
declarations: |
  colset N = int; colset S = string; colset P = product N * S; colset R = record n : N * s : S;
  colset L = list N; colset U = union a : N + b : P + c; colset B = bool;
  var n, m : N; var s : S; var ns : L; var u : U; var yes : B;
  val word = "word";
  fun twice n = 2 * n;
  fun both (n, s) = (twice n, s);
  fun wrap (n, s) = if n < 0 then c else b (both (n, s));
places:
  Start: {colset: N, initial: 1`~3}
  Record: R
  Pair: P
  List: L
  Union: U
  Many: N
  Empty: N
  Goal: N
transitions:
  one: {in: {Start: n}, out: {Record: "{n = n * ~2 + 1, s = word}"}}
  two: {in: {Record: "{n = 7, s = s}"}, out: {Pair: "(n, s)"}, guard: "n = ~7 div 2 andalso s = \"word\""}
  three: {in: {Pair: "(~4, s)"}, out: {List: "~4 :: [~7 mod 4, 1]", Union: "wrap (5, s)"}}
  four: {in: {List: "n :: m :: ns", Union: "b (10, s)"}, out: {Union: "wrap (n, s)", List: "m :: ns"}, guard: s <> "other"}
  five: {in: {Union: c, List: "[1, n]"}, out: {Union: a n, Many: "2`n ++ 1`7 ++ 0`9 ++ empty", Empty: if n > 1 then 1`n else empty}}
  six: {in: {Union: u, Many: "2`1 ++ 1`7"}, guard: "u = a 1", out: {Goal: "case u of a n => n | _ => 0"}}
  seven: {in: {Goal: 1}, out: {Start: if yes then 1`100 else empty}}
"#;
    // a chain of seven steps, the last of them in two ways; after one of these the first step once more
    same(net, 10, 9);
}

#[test]
fn steps_are_the_same_whether_they_are_remembered_or_not() {
    let declarations = "colset N = int; colset M = int with 0..150; colset S = string; colset P = product N * S; colset L = list N; \
                        colset U = union up : N + down : N; colset T = unit; colset B = bool; \
                        var n, k, m : N; var i, j : M; var s : S; var ns : L; var yes : B; val most = 90;";
    let nets = [
        // as a counter, as two that go different ways, put back, exchanged
        "A: {colset: N, initial: 1`0}, B: {colset: N, initial: 1`7} | T: {in: {A: n}, out: {A: n + 1}, guard: n < most}, \
         U: {in: {A: n}, both: {B: k}, out: {A: n - k}, guard: n > k}",
        "A: {colset: N, initial: 1`0}, B: {colset: N, initial: 1`100} | T: {in: {A: n, B: k}, out: {A: k - 1, B: n + 1}, guard: n < 60}",
        // to a place that has a token, or none, or the same one
        "A: {colset: N, initial: 1`0}, B: {colset: N}, F: {colset: T, initial: ()} | T: {in: {A: n, F: ()}, out: {A: n + 1, B: n}, guard: n < 80}, \
         U: {in: {B: k}, both: {A: n}, out: {F: ()}, guard: n <> k + 2}, V: {in: {B: n}, both: {A: n}, out: {F: ()}}",
        "A: {colset: N, initial: 1`0}, B: {colset: N} | T: {in: {A: n}, out: {A: n + 1, B: n mod 3}, guard: n < 12}, U: {in: {B: k}}",
        // colours that must be looked at, and one that is illegal on an input arc
        "A: {colset: M, initial: 1`0}, B: {colset: M} | T: {in: {A: i}, out: {B: i + 1}, guard: i < 140}, U: {in: {B: i}, out: {A: i}}, V: {in: {A: i + 149, B: i}}",
        // patterns, strings, lists, unions
        "A: {colset: P, initial: '1`(0, \"\")'}, L: {colset: L, initial: '1`[]'} | T: {in: {A: '(n, s)', L: ns}, out: {A: '(n + 1, s ^ \"a\")', L: 'n :: ns'}, guard: n < 70}, \
         U: {in: {L: 'k :: ns'}, both: {A: '(n, s)'}, out: {L: ns}, guard: 'k < n - 2'}",
        "A: {colset: U, initial: 1`up 0} | T: {in: {A: up n}, out: {A: if n < 99 then up (n + 1) else down n}}, U: {in: {A: down n}, out: {A: down (n - 2)}, guard: n > 50}",
        // none, one or two tokens
        "A: {colset: N, initial: 1`0}, B: {colset: N} | T: {in: {A: n}, out: {A: n + 1, B: if n mod 5 = 0 then 1`n else empty}, guard: n < 40}, \
         U: {in: {B: k}, out: {B: if k > 20 then 1`(k - 1) ++ 1`(k - 3) else empty}, guard: k mod 2 = 0}",
        // values from the guard, and of a colour set
        "A: {colset: M, initial: 1`0} | T: {in: {A: i}, out: {A: j}, guard: ['j = i + 1', i < 70]}",
        "A: {colset: N, initial: 1`0} | T: {in: {A: n}, out: {A: if yes then n + 1 else n + 2}, guard: n < 70}",
        // an inhibitor, a reset, two arcs at a place
        "A: {colset: N, initial: 1`0}, B: {colset: N} | T: {in: {A: n}, out: {A: n + 1, B: n}, inhibitor: [B], guard: n < 70}, U: {in: {A: n}, reset: [B], out: {A: n + 1}, guard: n mod 2 = 1}",
        "A: {colset: N, initial: '1`0 ++ 1`1'} | T: {in: {A: [n, k]}, out: {A: ['n + 2', k]}, guard: 'n < k andalso n < 60'}",
    ];
    for net in nets {
        let (places, transitions) = net.split_once(" | ").expect("two parts");
        as_defined(&format!(
            "declarations: '{}'\nplaces: {{{places}}}\ntransitions: {{{transitions}}}\n",
            declarations.replace('\'', "''")
        ));
    }
}

#[test]
fn what_goes_wrong_in_a_small_inscription_is_told() {
    let net = |out: &str| {
        format!(
            r#"
declarations: "colset N = int; colset L = list N; var n : N; var ns : L;"
places:
  A: {{colset: N, initial: "1`4611686018427387904"}}
  B: N
transitions:
  T: {{in: {{A: n}}, out: {{B: "{out}"}}}}
"#
        )
    };
    for out in [
        "n * 2 + n",
        "n div (n - n)",
        "case [n] of [] => 0",
        "hd (tl [n])",
    ] {
        let failed = explored(&net(out)).expect_err(out);
        assert!(failed.starts_with('E'), "{out}: {failed}");
    }
    same(&net("n - n"), 2, 1);
}

#[test]
fn a_ref_cell_that_only_code_aside_assigns_to_keeps_its_value() {
    let net = r#"
declarations: "colset I = int; globref next = 1; fun get () = !next; var n, k : I;"
places:
  P: {colset: I, initial: "1`1 ++ 1`2"}
  Q: I
transitions:
  T: {in: {P: n}, out: {Q: "get ()"}, code: {action: "next := n"}}
"#;
    same(net, 4, 4);
    // Code that gives a variable its value is run, and nobody knows when a function is called.
    let run = net.replace(
        "{action: \"next := n\"}",
        "{output: [k], action: \"(next := n; 1)\"}",
    );
    fails(&run, "E1404");
    let called = net.replace("var n", "fun set n = next := n; var n");
    fails(
        &called.replace("{action: \"next := n\"}", "{action: \"set n\"}"),
        "E1404",
    );
    // A cell of its own changes nothing.
    same(
        &net.replace("get ()\"}", "get () + Int.abs (!(ref 1))\"}"),
        4,
        4,
    );
}

/// Lists change at both ends and as wholes, in a pair and alone; some values only look like list cells.
const LISTS: &str = r#"
declarations: |
  colset I = int;
  colset L = list I;
  colset STR = string;
  colset S = list STR;
  colset SE = product STR * S;
  colset U = union none + some : SE;
  colset P = product I * L;
  var c, i : I;
  var x, y : I;
  var xs, ys : L;
  var s : STR;
  var ss : S;
places:
  C: {colset: I, initial: 1`0}
  A: {colset: L, initial: "1`List.tabulate (36, fn i => i * 7 mod 101)"}
  B: {colset: P, initial: "1`(0, [])"}
  N: {colset: S, initial: "1`[]"}
  K: U
transitions:
  Append: {guard: "[c < 48, c mod 4 = 0]", in: {C: c, A: "x :: xs", B: "(i, ys)"}, out: {C: c + 1, A: xs, B: "(i + 1, ys ^^ [x])"}}
  Cons: {guard: "[c < 48, c mod 4 = 1]", in: {C: c, A: "x :: xs", B: "(i, ys)"}, out: {C: c + 1, A: "xs ^^ [x]", B: "(i, x :: ys)"}}
  Turn: {guard: "[c < 48, c mod 4 = 2]", in: {C: c, B: "(i, ys)", N: ss}, out: {C: c + 1, B: "(length ys, rev ys)", N: "Int.toString c :: ss", K: "some (Int.toString c, ss)"}}
  Drop: {guard: "[c < 48, c mod 4 = 3]", in: {C: c, A: xs, B: "(i, y :: ys)", K: "some (s, ss)"}, out: {C: c + 1, A: "List.filter (fn z => z <> c) xs", B: "(i, ys)", K: none}}
"#;

#[test]
fn lists_are_what_they_are_however_they_are_stored() {
    as_defined(LISTS);
}

#[test]
fn a_queue_takes_little_memory() {
    let text = r#"
declarations: "colset I = int; colset L = list I; var c, x : I; var xs : L;"
places:
  C: {colset: I, initial: 1`0}
  Q: {colset: L, initial: "1`List.tabulate (3000, fn i => i)"}
transitions:
  T: {guard: c < 500, in: {C: c, Q: "x :: xs"}, out: {C: c + 1, Q: "xs ^^ [x]"}}
"#;
    let loaded = net::load_text("test.yaml", text, Path::new(""), "test", &[]);
    let engine = Engine::new(loaded.net.expect("a net")).expect("an engine");
    let space = explore(engine, &mut Control::default(), Order::Breadth, None);
    let space = space.expect("it is explored");
    assert_eq!(space.store.len(), 501);
    // A list whose cells are stored has 9,000 words.
    let words = space.engine.shared.values.words() / 501;
    assert!(words < 1_000, "{words} words a marking");
}

#[test]
fn inscriptions_know_their_page_instance() {
    // Each instance takes the number that is its own, once in a guard, once in a function of an arc.
    let net = r#"
declarations: "colset I = int; var n : I; fun mine (i, n) = n = i;"
pages:
  Top:
    places:
      A: {colset: I, initial: 1`1 ++ 1`2 ++ 1`3}
      B: I
    substitutions:
      One: {page: Sub, ports: {In: A, Out: B}}
      Two: {page: Sub, ports: {In: A, Out: B}}
  Sub:
    places:
      In: {colset: I, port: in}
      Out: {colset: I, port: both}
    transitions:
      T: {in: {In: n}, out: {Out: "hd (map (fn x => 10 * x + inst ()) [n])"}, guard: "mine (inst (), n)"}
      U: {in: {Out: n}, guard: n mod 10 = (inst o (fn _ => ())) n}
"#;
    same(net, 9, 12);
}

#[test]
fn a_state_space_does_not_count_steps() {
    let net = |out: &str| {
        format!(
            "{{declarations: 'colset I = intinf; var n : I;', places: {{A: {{colset: I, initial: 1}}}}, transitions: {{T: {{in: {{A: n}}, out: {{A: {out}}}}}}}}}"
        )
    };
    fails(&net("step ()"), "E1404");
    same(&net("n"), 1, 1);
}

#[test]
fn a_colour_set_by_another_name_is_the_same_at_ports_and_in_fusion_sets() {
    let net = |sets: &str| {
        format!(
            r#"
declarations: "{sets} var n : B;"
pages:
  Top:
    places:
      A: {{colset: A, initial: 1`1 ++ 1`2}}
      F: {{colset: A, fusion: Done}}
    substitutions: {{S: {{page: Sub, ports: {{P: A}}}}}}
  Sub:
    places:
      P: {{colset: C, port: both}}
      Q: {{colset: B, fusion: Done}}
    transitions: {{T: {{in: {{P: n}}, out: {{Q: n}}}}}}
"#
        )
    };
    same(
        &net("colset B = int with 1..3; colset A = B; colset C = A;"),
        4,
        4,
    );
    let codes = |sets: &str| -> Vec<&str> {
        let loaded = net::load_text("test.yaml", net(sets), Path::new(""), "test", &[]);
        loaded.diagnostics.iter().map(|d| d.code).collect()
    };
    // As many colours, but other ones; and once with time.
    let other = codes("colset B = int with 1..3; colset A = int with 1..3; colset C = A;");
    assert_eq!(other, ["E1212"]);
    let timed = codes("colset B = int; colset A = B; colset C = A timed;");
    assert_eq!(timed, ["E1208"]);
    // What a wrong name means is not known.
    let unknown = codes("colset B = int; colset A = B; colset CC = A;");
    assert_eq!(unknown, ["E1101"]);
}

#[test]
fn a_code_segment_without_action_does_nothing() {
    for code in ["{input: n}", "{}", "{input: [n], output: []}"] {
        same(
            &format!(
                "{{declarations: 'colset N = int with 1..3; var n : N;', places: {{A: {{colset: N, initial: 1}}}}, transitions: {{T: {{in: {{A: n}}, code: {code}}}}}}}"
            ),
            2,
            1,
        );
    }
    // Its names are looked at all the same.
    for code in ["{input: [zork, k]}", "{input: [zork, k], action: ()}"] {
        let net = format!(
            "{{declarations: 'colset N = int; var n, k : N;', places: {{A: {{colset: N, initial: 1}}}}, transitions: {{T: {{in: {{A: n}}, code: {code}}}}}}}"
        );
        let loaded = net::load_text("test.yaml", net.as_str(), Path::new(""), "test", &[]);
        let codes: Vec<&str> = loaded.diagnostics.iter().map(|d| d.code).collect();
        assert_eq!(codes, ["E1102", "E1105"], "{net}");
    }
}

#[test]
fn a_real_zero_and_nan_are_one_colour_each_however_they_came_about() {
    let net = r#"
declarations: |
  colset R = real;
  var x : R;
places:
  In: {colset: R, initial: "1`0.0 ++ 1`~1.0 ++ 1`(1.0 / 0.0)"}
transitions:
  Times: {in: {In: x}, out: {In: "x * 0.0"}}
  Minus: {in: {In: x}, out: {In: "~ x"}}
"#;
    // The token 0.0 stays as it is, the others have three colours each: ~1.0, 1.0, 0.0 and inf, ~inf,
    // nan. Two tokens 0.0 are one choice.
    same(net, 9, 48);
}
