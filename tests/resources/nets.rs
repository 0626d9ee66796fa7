//! Nets and programs that exceed every limit, each in a way of its own.

/// A net: what is special about it, its declarations, places and transitions.
pub struct Net {
    /// Its name.
    pub name: &'static str,
    declarations: &'static str,
    places: &'static str,
    transitions: &'static str,
    /// So many copies of place and transition, with `#` for the number of each.
    copies: usize,
}

const fn net(
    name: &'static str,
    declarations: &'static str,
    places: &'static str,
    transitions: &'static str,
) -> Net {
    Net {
        name,
        declarations,
        places,
        transitions,
        copies: 1,
    }
}

impl Net {
    /// As a YAML text.
    pub fn text(&self) -> String {
        let mut text = format!("net: {}\ndeclarations: |\n", self.name);
        for line in self.declarations.split("; ") {
            text.push_str(&format!("  {line};\n"));
        }
        for (title, lines) in [("places", self.places), ("transitions", self.transitions)] {
            let head = if title == "places" { "page: P\n" } else { "" };
            text.push_str(&format!("{head}{title}:\n"));
            for copy in 0..self.copies {
                for line in lines.lines() {
                    text.push_str(&format!("  {}\n", line.replace('#', &copy.to_string())));
                }
            }
        }
        text + "expect: [{states: 1}]\n"
    }
}

/// All nets.
pub const NETS: &[Net] = &[
    // states without end
    net(
        "counter",
        "colset I = int; var n : I",
        "A: {colset: I, initial: 0}",
        "T: {in: {A: n}, out: {A: n + 1}}",
    ),
    net(
        "grid",
        "colset I = int; var n : I",
        "A: {colset: I, initial: 0}\nB: {colset: I, initial: 0}",
        "T: {in: {A: n}, out: {A: n + 1}}\nS: {in: {B: n}, out: {B: n + 1}}",
    ),
    Net {
        copies: 40,
        ..net(
            "flips",
            "colset B = bool; var b : B",
            "A#: {colset: B, initial: 'true'}",
            "T#: {in: {A#: b}, out: {A#: not b}}",
        )
    },
    Net {
        copies: 6,
        ..net(
            "cube",
            "colset I = int; var n : I",
            "A#: {colset: I, initial: 0}",
            "T#: {in: {A#: n}, out: {A#: n + 1}}",
        )
    },
    net(
        "clock",
        "colset I = int timed; var n : I",
        "A: {colset: I, initial: 0}\nB: {colset: I, initial: 0}",
        "T: {in: {A: n}, out: {A: n + 1}, delay: 1}\nS: {in: {B: n}, out: {B: n + 1}, delay: 3}",
    ),
    net(
        "strings",
        "colset S = string; var s : S; colset I = int; var n : I",
        "A: {colset: I, initial: 0}\nB: {colset: S, initial: '\"\"'}",
        "T: {in: {A: n, B: s}, out: {A: n + 1, B: 'Int.toString n ^ \"-long-enough-to-need-memory\"'}}",
    ),
    // markings that grow
    net(
        "pile",
        "colset U = unit",
        "A: {colset: U, initial: ()}\nB: U",
        "T: {in: {A: ()}, out: {A: (), B: ()}}",
    ),
    net(
        "bag",
        "colset I = int; var n : I",
        "A: {colset: I, initial: 0}\nB: I",
        "T: {in: {A: n}, out: {A: n + 1, B: n}}",
    ),
    net(
        "bags",
        "colset I = int; var n : I; fun g n = list_to_ms (List.tabulate (1000, fn i => n * 1000 + i))",
        "A: {colset: I, initial: 0}\nB: I",
        "T: {in: {A: n}, out: {A: n + 1, B: g n}}",
    ),
    // one token that grows
    net(
        "list",
        "colset L = list int; var l : L",
        "A: {colset: L, initial: \"[]\"}",
        "T: {in: {A: l}, out: {A: \"length l :: l\"}}",
    ),
    net(
        "append",
        "colset L = list int; var l : L",
        "A: {colset: L, initial: \"[0]\"}",
        "T: {in: {A: l}, out: {A: \"l ^^ [length l]\"}}",
    ),
    net(
        "text",
        "colset S = string; var s : S",
        "A: {colset: S, initial: '\"abcdefgh\"'}",
        "T: {in: {A: s}, out: {A: 's ^ \"abcdefgh\"'}}",
    ),
    net(
        "double",
        "colset S = string; var s : S",
        "A: {colset: S, initial: '\"abcdefgh\"'}",
        "T: {in: {A: s}, out: {A: s ^ s}}",
    ),
    net(
        "power",
        "colset Z = intinf; var z : Z; val factor = IntInf.pow (3, 3000)",
        "A: {colset: Z, initial: 'IntInf.fromInt 3'}",
        "T: {in: {A: z}, out: {A: 'z * factor'}}",
    ),
    // steps of one marking
    net(
        "free",
        "colset N = int with 0..9; var a, b, c, d, e, f, g, h : N; colset U = unit; colset M = list N",
        "A: {colset: U, initial: ()}\nB: M",
        "T: {in: {A: ()}, out: {A: (), B: '[a, b, c, d, e, f, g, h]'}}",
    ),
    net(
        "many",
        "colset N = int with 1..100000; var x : N",
        "A: {colset: N, initial: N.all ()}\nB: N",
        "T: {in: {A: x}, out: {B: x}}",
    ),
    net(
        "pairs",
        "colset N = int with 1..3000; var x, y : N; colset M = product N * N",
        "A: {colset: N, initial: N.all ()}\nB: {colset: N, initial: N.all ()}\nC: M",
        "T: {in: {A: x, B: y}, out: {C: '(x, y)'}}",
    ),
    // inscriptions
    net(
        "forever",
        "colset I = int; var n : I; fun f n = f (n + 1) : int",
        "A: {colset: I, initial: 0}",
        "T: {in: {A: n}, out: {A: n + f n}}",
    ),
    net(
        "deep",
        "colset I = int; var n : I; fun f n = 1 + f (n + 1) : int",
        "A: {colset: I, initial: 0}",
        "T: {in: {A: n}, out: {A: n + f n}}",
    ),
    net(
        "garbage",
        "colset I = int; var n : I; fun g n = foldl (op +) n (List.tabulate (1000000, fn i => i mod 2))",
        "A: {colset: I, initial: 0}",
        "T: {in: {A: n}, out: {A: g n}}",
    ),
    // before the first step
    net(
        "initial",
        "colset L = list int; var l : L",
        "A: {colset: L, initial: 'List.tabulate (30000000, fn i => i)'}\nB: L",
        "T: {in: {A: l}, out: {B: l}}",
    ),
    net(
        "begin",
        "colset I = int; var n : I; fun f n = f (n + 1) : int",
        "A: {colset: I, initial: f 0}",
        "T: {in: {A: n}, out: {A: n}}",
    ),
    net(
        "value",
        "colset I = int; var n : I; val big = List.tabulate (40000000, fn i => i)",
        "A: {colset: I, initial: length big}",
        "T: {in: {A: n}, out: {A: n + 1}}",
    ),
    Net {
        copies: 60_000,
        ..net(
            "file",
            "colset I = int; var n : I",
            "A#: {colset: I, initial: 0}",
            "T#: {in: {A#: n}, out: {A#: n + 1}}",
        )
    },
];

/// Programs without a net.
pub const PROGRAMS: &[(&str, &str)] = &[
    ("deep", "fun f n = 1 + f (n + 1); f 0"),
    ("list", "fun f l = f (1 :: l) : int; f []"),
    ("text", "fun f s = f (s ^ s) : int; f \"ab\""),
    ("loop", "fun f n = f (n + 1) : int; f 0"),
    ("square", "fun f (n : IntInf.int) = f (n * n) : int; f 3"),
    ("tabulate", "length (List.tabulate (200000000, fn i => i))"),
    (
        "tree",
        "datatype t = L | N of t * t; fun f t = f (N (t, N (t, L))) : int; f L",
    ),
    (
        "output",
        "fun f n = (print \"some text to print\\n\"; f n) : int; f 0",
    ),
];
