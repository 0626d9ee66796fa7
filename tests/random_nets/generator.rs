//! Random small nets as YAML texts.
//!
//! A net is read off a tape of numbers, each number being one choice, 0 the simplest; a tape that has ended goes on with zeros. So a failing net is made smaller
//! by making its tape smaller. All colour sets are finite and all functions total, so that every net has a state space, though it may be infinite: half of the untimed nets
//! and all timed ones have fuel, of which each step burns one token.

use super::inscriptions::{Set, condition, input, output};
use std::fmt::Write;

/// Choices still to be made.
pub struct Tape<'t>(pub &'t [u32]);

impl Tape<'_> {
    /// A number below `n`.
    pub fn below(&mut self, n: u32) -> u32 {
        let Some((&first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        first % n
    }

    /// One of some things.
    pub fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u32) as usize]
    }

    /// True once in `n` times.
    pub fn once_in(&mut self, n: u32) -> bool {
        self.below(n) == n - 1
    }
}

const DECLARATIONS: &str = "\
declarations: |
  colset U = unit;
  colset B = bool;
  colset E = with a | b | c;
  colset N = int with 0..2;
  colset P = product E * N;
  colset R = record u : E * k : N;
  colset L = list N with 0..2;
  colset V = union num : N + pair : P + none;
  colset W = record z : R * y : N * w : B;
  colset LR = list R with 0..2;
  colset PR = product R * N;
  colset VR = union one : R + two : PR + nope;
  colset I = int;
  colset S = list E;
  colset Q = product I * S timed;
  colset UT = unit timed;
  colset ET = with at | bt timed;
  colset NT = int with 0..2 timed;
  colset PT = product E * N timed;
  colset RT = record u : E * k : N timed;
  var t : B;
  var e, f : E;
  var n, m : N;
  var p : P;
  var l : L;
  var x : ET;
  var i, j : I;
  var s : S;
  fun turn a = b | turn b = c | turn c = a;
  fun inc n = (n + 1) mod 3;
  fun cut (x :: y :: z :: _) = [x, y] | cut l = l;
  fun flip at = bt | flip bt = at;
places:
";

/// A place of the net.
pub struct Place {
    /// Its name.
    pub name: String,
    /// What its tokens are.
    pub set: Set,
}

/// A random net.
pub fn net(tape: &[u32]) -> String {
    let tape = &mut Tape(tape);
    let timed = tape.once_in(3);
    let fuel = match timed {
        true => 2 + tape.below(3),
        false => tape.below(2) * (3 + tape.below(4)),
    };
    let mut text = format!("net: random\n{DECLARATIONS}");
    let mut places = Vec::new();
    for i in 0..2 + tape.below(4) {
        let set = match timed && tape.below(2) == 0 {
            true => tape.one(&Set::TIMED),
            false => tape.one(&Set::UNTIMED),
        };
        let name = format!("P{i}");
        let _ = writeln!(
            text,
            "  {name}: {{colset: {}, initial: \"{}\"}}",
            set.name(),
            set.initial(tape)
        );
        places.push(Place { name, set });
    }
    if fuel > 0 {
        let _ = writeln!(text, "  Fuel: {{colset: U, initial: \"{fuel}`()\"}}");
    }
    text.push_str("transitions:\n");
    for i in 0..1 + tape.below(4) {
        transition(tape, &mut text, i, &places, fuel > 0, timed);
    }
    text
}

fn transition(
    tape: &mut Tape,
    text: &mut String,
    number: u32,
    places: &[Place],
    fuel: bool,
    timed: bool,
) {
    let _ = writeln!(text, "  T{number}:");
    let mut arcs = [
        ("in", Vec::new()),
        ("both", Vec::new()),
        ("out", Vec::new()),
    ];
    if fuel {
        arcs[0].1.push(("Fuel".to_string(), "()".to_string()));
    }
    let any = |tape: &mut Tape| tape.below(places.len() as u32) as usize;
    for _ in 0..1 + tape.below(2) {
        let place = &places[any(tape)];
        let kind = usize::from(tape.once_in(4));
        arcs[kind]
            .1
            .push((place.name.clone(), input(tape, place.set)));
    }
    let inputs: Vec<&String> = arcs[..2].iter().flat_map(|a| &a.1).map(|a| &a.1).collect();
    let bound = inputs
        .iter()
        .fold(String::new(), |all, text| all + " " + text);
    for _ in 0..tape.one(&[1, 2, 1, 0, 2, 1]) {
        let place = &places[any(tape)];
        let text = output(tape, place.set, &bound);
        arcs[2].1.push((place.name.clone(), text));
    }
    for (kind, arcs) in arcs {
        let mut by_place: Vec<(String, Vec<String>)> = Vec::new();
        for (place, inscription) in arcs {
            match by_place.iter_mut().find(|(name, _)| *name == place) {
                Some((_, all)) => all.push(inscription),
                None => by_place.push((place, vec![inscription])),
            }
        }
        let quoted = |all: &[String]| match all {
            [one] => format!("\"{one}\""),
            _ => format!("[\"{}\"]", all.join("\", \"")),
        };
        let all: Vec<String> = by_place
            .iter()
            .map(|(place, all)| format!("{place}: {}", quoted(all)))
            .collect();
        if !all.is_empty() {
            let _ = writeln!(text, "    {kind}: {{{}}}", all.join(", "));
        }
    }
    let guards: Vec<String> = (0..tape.below(3))
        .map(|_| format!("\"{}\"", condition(tape)))
        .collect();
    if !guards.is_empty() {
        let _ = writeln!(text, "    guard: [{}]", guards.join(", "));
    }
    for kind in ["inhibitor", "reset"] {
        if tape.once_in(6) {
            let _ = writeln!(text, "    {kind}: {}", places[any(tape)].name);
        }
    }
    if tape.once_in(5) {
        let _ = writeln!(
            text,
            "    priority: {}",
            tape.one(&["P_HIGH", "P_LOW", "500 + 500"])
        );
    }
    if timed && tape.below(2) == 0 {
        let _ = writeln!(
            text,
            "    delay: \"@+ {}\"",
            tape.one(&["1", "2", "n", "if t then 3 else 0"])
        );
    }
}
