//! Records in short: `{r where a = 1}`, and parts of tokens that need no name, `_` and `{a = n, ...}`.
//!
//! Each net is written in short and in long; the naive interpreter reads the long form, the engine the
//! short one, and both must find the same states and binding elements.

mod compare;
mod naive;

use compare::Graph;
use naive::net::Net;
use naive::space::Space;
use std::path::Path;
use sweepnet::explore::full::Order;
use sweepnet::export::cpn;
use sweepnet::net::{self, Loaded};

const DECLARATIONS: &str = "
declarations: |
  colset N = int with 0..3;
  colset B = bool;
  colset R = record a : N * b : B * c : N;
  colset P = product N * B * R;
  colset L = list N;
  colset U = union up : N + pair : P + none;
  colset S = subset R by (fn {a, c, ...} => a <= c);
  var n, m : N;
  var yes : B;
  var r, q : R;
  var l : L;
  fun next (x : R) = {x where a = (#a x + 1) mod 4};
";

fn loaded(variables: &str, rest: &str) -> Loaded {
    let variables = match variables {
        "" => String::new(),
        some => format!("  var {some};\n"),
    };
    let text = format!("net: records{DECLARATIONS}{variables}{rest}");
    let loaded = net::load_text("records.yaml", text.as_str(), Path::new(""), "records", &[]);
    assert!(loaded.net.is_some(), "{text}\n{:#?}", loaded.diagnostics);
    loaded
}

/// The engine finds with the short form what the naive interpreter finds with the long one, which needs
/// these variables too.
fn means(short: &str, variables: &str, long: &str) {
    let written = loaded("", short);
    let other = loaded(variables, long);
    let mut net = Net::new(&other.model.expect("a model"), &other.sources);
    let space = Space::explore(&mut net, 3000).expect("few states");
    assert!(space.states.len() > 1, "{short}");
    let expected = Graph::naive(&mut net, &space);
    let flat = written.net.expect("a net");
    for threads in [1, 2] {
        let found = Graph::engine(flat.clone(), threads, Order::Breadth).expect("it is explored");
        assert_eq!(expected.difference(&found), None, "{short}");
    }
    let found = Graph::forgetful(flat, false).expect("it is explored");
    assert_eq!(expected.difference(&found), None, "{short}");
}

#[test]
fn dots_on_an_input_arc_stand_for_a_variable_for_each_missing_field() {
    let net = |arc: &str| {
        format!(
            "
places:
  A: {{colset: R, initial: \"1`{{a = 1, b = true, c = 2}} ++ 2`{{a = 1, b = false, c = 0}} ++ 1`{{a = 3, b = true, c = 3}}\"}}
  Q: N
transitions:
  T: {{in: {{A: \"{arc}\"}}, out: {{Q: n}}, guard: n < 3}}
"
        )
    };
    let all = "any'a, any'c : N; var any'b, any'b'2 : B";
    means(
        &net("{a = n, ...}"),
        all,
        &net("{a = n, b = any'b, c = any'c}"),
    );
    means(
        &net("{a = n, b = true, ...}"),
        all,
        &net("{a = n, b = true, c = any'c}"),
    );
    means(
        &net("{c = n, b = _, a = _}"),
        all,
        &net("{c = n, b = any'b, a = any'a}"),
    );
    means(
        &net("2`{a = n, ...}"),
        all,
        &net("2`{a = n, b = any'b, c = any'c}"),
    );
    // Two tokens, which may be equal: each has values of its own.
    means(
        &net("{a = n, ...} ++ {c = m, ...}"),
        all,
        &net("{a = n, b = any'b, c = any'c} ++ {c = m, a = any'a, b = any'b'2}"),
    );
}

#[test]
fn a_token_that_is_only_looked_at_goes_back_whole() {
    means(
        "
places:
  A: {colset: R, initial: \"1`{a = 1, b = true, c = 2} ++ 1`{a = 3, b = true, c = 3}\"}
  Q: {colset: N, initial: \"[0, 0]\"}
transitions:
  T: {both: {A: \"{a = n, ...}\"}, in: {Q: m}, out: {Q: n}, guard: m <> n}
",
        "any'b : B; var any'c : N",
        "
places:
  A: {colset: R, initial: \"1`{a = 1, b = true, c = 2} ++ 1`{a = 3, b = true, c = 3}\"}
  Q: {colset: N, initial: \"[0, 0]\"}
transitions:
  T: {both: {A: \"{a = n, b = any'b, c = any'c}\"}, in: {Q: m}, out: {Q: n}, guard: m <> n}
",
    );
}

#[test]
fn a_wildcard_may_be_any_part_of_a_token_or_all_of_it() {
    let net = |place: &str, arc: &str| {
        format!(
            "
places:
  P: {{colset: P, initial: \"1`(1, true, {{a = 0, b = true, c = 1}}) ++ 1`(2, false, {{a = 3, b = true, c = 3}})\"}}
  L: {{colset: L, initial: \"1`[1, 2, 3] ++ 1`[2] ++ 1`[3, 0]\"}}
  U: {{colset: U, initial: \"1`up 3 ++ 1`none ++ 1`pair (1, true, {{a = 0, b = true, c = 1}}) ++ 1`up 0\"}}
  S: {{colset: S, initial: \"1`{{a = 0, b = true, c = 1}} ++ 1`{{a = 2, b = true, c = 3}}\"}}
  Q: N
transitions:
  T: {{in: {{{place}: \"{arc}\"}}, out: {{Q: 1}}}}
"
        )
    };
    for (place, short, variables, long) in [
        (
            "P",
            "(n, _, _)",
            "any'1 : B; var any'2 : R",
            "(n, any'1, any'2)",
        ),
        (
            "P",
            "(_, yes, {b = true, ...})",
            "any'1, any'a, any'c : N",
            "(any'1, yes, {b = true, a = any'a, c = any'c})",
        ),
        ("P", "_", "any'1 : P", "any'1"),
        ("L", "n :: _", "any'1 : L", "n :: any'1"),
        ("L", "[_, n, _]", "any'1, any'2 : N", "[any'1, n, any'2]"),
        ("U", "up _", "any'1 : N", "up any'1"),
        (
            "U",
            "pair (n, _, _)",
            "any'1 : B; var any'2 : R",
            "pair (n, any'1, any'2)",
        ),
        ("U", "_ ++ none", "any'1 : U", "any'1 ++ none"),
        (
            "S",
            "{c = n, ...}",
            "any'a : N; var any'b : B",
            "{c = n, a = any'a, b = any'b}",
        ),
    ] {
        means(&net(place, short), variables, &net(place, long));
    }
}

#[test]
fn an_update_is_the_record_with_other_values() {
    let net = |out: &str, guard: &str| {
        format!(
            "
places:
  A: {{colset: R, initial: \"{{a = 1, b = true, c = 2}}\"}}
transitions:
  T: {{in: {{A: r}}, out: {{A: \"{out}\"}}, guard: \"{guard}\"}}
  V: {{in: {{A: r}}, out: {{A: next r}}}}
"
        )
    };
    means(
        &net(
            "{r where c = (#c r + 1) mod 4, b = not (#b r)}",
            "{r where a = 0} <> {a = 0, b = true, c = 3}",
        ),
        "",
        &net(
            "{a = #a r, c = (#c r + 1) mod 4, b = not (#b r)}",
            "#b r = false orelse #c r <> 3",
        ),
    );
    means(
        &net("{{r where a = 3} where c = #a {r where a = #c r}}", "true"),
        "",
        &net("{a = 3, b = #b r, c = #c r}", "true"),
    );
}

#[test]
fn export_writes_both_in_the_form_that_other_tools_read() {
    let net = "
places:
  A: {colset: R, initial: \"{{a = 1, b = true, c = 2} where c = 3}\"}
  P: {colset: P, initial: \"(1, true, {a = 0, b = true, c = 1})\"}
  Q: {colset: R}
transitions:
  T: {in: {A: \"{a = n, ...}\"}, out: {Q: \"{a = n, b = true, c = 1}\"}, guard: \"{{a = n, b = true, c = 0} where c = n} <> {a = 0, b = true, c = 0}\"}
  U: {in: {P: \"(_, yes, q)\"}, out: {Q: \"{q where b = yes, a = #c {q where c = 2}}\"}}
";
    let found = loaded("", net);
    let (model, flat) = (found.model.expect("a model"), found.net.expect("a net"));
    let exported = cpn::write(&model, &flat);
    let text = exported.text;
    assert!(!text.contains(" where "), "{text}");
    assert!(!text.contains("{a = n, ..."), "{text}");
    let again = net::load_text("records.cpn", text.as_str(), Path::new(""), "records", &[]);
    let other = again
        .net
        .unwrap_or_else(|| panic!("{:#?}\n{text}", again.diagnostics));
    let graph = |net| Graph::engine(net, 1, Order::Breadth).expect("it is explored");
    let (before, after) = (graph(flat), graph(other));
    assert_eq!(before.states, after.states);
    assert_eq!(before.arcs.len(), after.arcs.len());
}
