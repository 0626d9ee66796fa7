//! Nets with many dead markings and no order in which threads must find them: a few processes, each of
//! which chooses one of some colours. How colours look, how many tokens stand for one, and how time is
//! measured are choices.

/// How colours look.
pub const KINDS: [Kind; 6] = [
    Kind {
        set: "record w : P * c : N",
        colour: "{w = p, c = c}",
    },
    Kind {
        set: "product P * N",
        colour: "(p, c)",
    },
    Kind {
        set: "union B : N + A : PAIR + NONE",
        colour: "if c = 0 then NONE else if c = 1 then B 7 else A (p, c)",
    },
    Kind {
        set: "list N",
        colour: "List.tabulate (c, fn k => k * 3)",
    },
    Kind {
        set: "string",
        colour: "P.mkstr p ^ String.implode (List.tabulate (c, fn _ => #\"x\"))",
    },
    Kind {
        set: "record z : PAIR * a : FLAGS",
        colour: "{a = [c > 1, c > 2], z = (p, 3 - c)}",
    },
];

/// A colour set, and the colour that process `p` makes of choice `c`.
#[derive(Copy, Clone, Debug)]
pub struct Kind {
    set: &'static str,
    colour: &'static str,
}

/// How time is measured, and how many tokens a choice puts.
#[derive(Copy, Clone, Debug)]
pub struct Style {
    pub kind: Kind,
    /// `None` without time, else whether it is real.
    pub real: Option<bool>,
    pub tokens: &'static str,
    pub processes: u32,
}

/// A net. Its processes are alike but for their choices.
pub fn net(style: Style) -> String {
    let Kind { set, colour } = style.kind;
    let (time, timed, delay) = match style.real {
        None => ("", "", ""),
        Some(false) => ("", " timed", " @+ c"),
        Some(true) => ("time: real\n", " timed", " @++ (0.1 * Real.fromInt c)"),
    };
    let (processes, tokens) = (style.processes, style.tokens);
    format!(
        "net: wide
{time}declarations: |
  colset P = index p with 1..{processes};
  colset N = int with 0..9;
  colset CHOICE = int with 0..3;
  colset PAIR = product P * N;
  colset FLAGS = list bool;
  colset MADE = {set};
  colset DONE = MADE{timed};
  var p : P;
  var c : CHOICE;
  fun made (p, c) = {colour};
page: Top
places:
  A: {{colset: P, initial: P.all ()}}
  B: {{colset: P}}
  C: {{colset: DONE}}
  D: {{colset: PAIR}}
transitions:
  Begin: {{in: {{A: p}}, out: {{B: p}}}}
  Choose:
    in: {{B: p}}
    out: {{C: \"{tokens}`(made (p, c)){delay}\", D: \"(p, c)\"}}
symmetries:
  P: all
"
    )
}
