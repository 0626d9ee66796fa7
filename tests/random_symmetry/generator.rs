//! Random nets that treat colours alike: no inscription names one, except in initial markings. Some colours turn in a ring.

/// Random numbers.
pub struct Random(pub u64);

impl Random {
    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }

    /// One of several.
    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }

    fn chance(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }
}

/// A colour set: its name, initial markings that are symmetric, others, patterns that take a token, expressions that put one.
struct Kind {
    set: &'static str,
    symmetric: &'static [&'static str],
    other: &'static [&'static str],
    take: &'static [&'static str],
    put: &'static [&'static str],
}

const KINDS: &[Kind] = &[
    Kind {
        set: "D",
        symmetric: &["D.all ()", "2 ** D.all ()", "empty"],
        other: &["1`d 1", "1`d 2 ++ 2`d 3"],
        take: &["x", "y"],
        put: &["x", "y"],
    },
    Kind {
        set: "DD",
        symmetric: &[
            "DD.mult (D.all (), D.all ())",
            "ext_col (fn z => (z, z)) (D.all ())",
            "empty",
        ],
        other: &[
            "1`(d 1, d 2)",
            "1`(d 1, d 2) ++ 1`(d 2, d 3) ++ 1`(d 3, d 1)",
        ],
        take: &["(x, y)", "(x, x)", "(y, x)"],
        put: &["(x, y)", "(y, x)", "(x, x)"],
    },
    Kind {
        set: "L",
        symmetric: &["1`[]", "2`[]"],
        other: &["1`[d 1]", "1`[d 2, d 3]"],
        take: &["l", "x :: l"],
        put: &[
            "l",
            "if length l < 2 then l ^^ [x] else l",
            "rm x l",
            "if length l < 2 then y :: l else []",
        ],
    },
    Kind {
        set: "U",
        symmetric: &["1`C", "ext_col A (D.all ())", "empty"],
        other: &["1`A (d 2)", "1`B (d 1, d 3)"],
        take: &["A x", "B (x, y)", "C", "u"],
        put: &["A x", "B (y, x)", "C", "u"],
    },
    Kind {
        set: "R",
        symmetric: &["ext_col (fn z => {who = z, n = 0}) (D.all ())", "empty"],
        other: &["1`{who = d 3, n = 1}"],
        take: &["{who = x, n = n}", "{n = n, who = y}"],
        put: &["{who = x, n = (n + 1) mod 3}", "{who = y, n = n}"],
    },
    Kind {
        set: "N",
        symmetric: &["1`0", "1`0 ++ 1`1"],
        other: &["1`2"],
        take: &["n"],
        put: &["n", "(n + 1) mod 3"],
    },
    Kind {
        set: "E",
        symmetric: &["1`p ++ 1`q", "1`s"],
        other: &["1`p"],
        take: &["e", "s"],
        put: &["e", "s", "if e = s then f else e"],
    },
    Kind {
        set: "T",
        symmetric: &["T.all ()", "empty"],
        other: &["1`t 1", "1`t 1 ++ 1`t 3"],
        take: &["i"],
        put: &["i", "next i", "next (next i)"],
    },
    Kind {
        set: "TT",
        symmetric: &["ext_col (fn z => (z, next z)) (T.all ())", "empty"],
        other: &["1`(t 2, t 4)"],
        take: &["(i, j)"],
        put: &["(i, next i)", "(j, i)"],
    },
];

const GUARDS: &[&str] = &[
    "x <> y",
    "x = y",
    "n < 2",
    "not (mem l x)",
    "i <> j",
    "next i = j",
    "e <> s",
    "length l < 2",
    "e <> f",
];

const DECLARATIONS: &str = "
  colset D = index d with 1..3;
  colset E = with p | q | s;
  colset T = index t with 1..4;
  fun next (t k) = t (k mod 4 + 1);
  colset N = int with 0..2;
  colset DD = product D * D;
  colset TT = product T * T;
  colset L = list D with 0..2;
  colset U = union A : D + B : DD + C;
  colset R = record who : D * n : N;
  colset TimedD = D timed;
  colset TimedDD = DD timed;
  colset TimedR = R timed;
  colset TimedN = N timed;
  colset TimedT = T timed;
  var x, y : D;
  var e, f : E;
  var i, j : T;
  var n : N;
  var l : L;
  var u : U;
";

/// A net, and whether its initial marking is symmetric.
pub fn net(random: &mut Random, timed: bool) -> (String, bool) {
    let places = 2 + random.below(4);
    let symmetric = !random.chance(3);
    let mut text = format!("declarations: |{DECLARATIONS}places:\n");
    let mut kinds: Vec<(&Kind, bool)> = Vec::new();
    for place in 0..places {
        let kind = &KINDS[random.below(KINDS.len())];
        let with_time =
            timed && ["D", "DD", "R", "N", "T"].contains(&kind.set) && !random.chance(4);
        let mut initial = match symmetric || random.chance(2) {
            true => random.one(kind.symmetric).to_string(),
            false => random.one(kind.other).to_string(),
        };
        let set = match with_time {
            true => format!("Timed{}", kind.set),
            false => kind.set.to_string(),
        };
        if with_time && random.chance(2) {
            initial = format!("({initial}) @+ {}", random.below(5));
        }
        text += &format!("  P{place}: {{colset: {set}, initial: \"{initial}\"}}\n");
        kinds.push((kind, with_time));
    }
    text += "transitions:\n";
    for transition in 0..2 + random.below(3) {
        text += &format!("  T{transition}:\n    in:\n");
        let inputs = 1 + random.below(2);
        let mut takes = String::new();
        let mut used = Vec::new();
        for _ in 0..inputs {
            let place = random.below(places);
            if used.contains(&place) {
                continue;
            }
            used.push(place);
            let (kind, with_time) = kinds[place];
            let take = random.one(kind.take);
            takes += take;
            let early = match with_time && random.chance(5) {
                true => format!("1`({take}) @+ {}", random.below(3)),
                false => take.to_string(),
            };
            text += &format!("      P{place}: \"{early}\"\n");
        }
        let mut outs = String::new();
        let mut put_on = Vec::new();
        for _ in 0..1 + random.below(2) {
            let place = random.below(places);
            let (kind, with_time) = kinds[place];
            let put = random.one(kind.put);
            // What has no finite colour set must come from a token.
            let missing = |variable: char| {
                let has = |text: &str| {
                    text.split(|c: char| !c.is_alphanumeric())
                        .any(|word| word == variable.to_string())
                };
                has(put) && !has(&takes)
            };
            if put_on.contains(&place) || missing('l') || missing('u') {
                continue;
            }
            put_on.push(place);
            let delayed = match with_time && random.chance(2) {
                true => format!("1`({put}) @+ {}", random.below(6)),
                false => put.to_string(),
            };
            outs += &format!("      P{place}: \"{delayed}\"\n");
        }
        if !outs.is_empty() {
            text += &format!("    out:\n{outs}");
        }
        if random.chance(2) {
            let guard = random.one(GUARDS);
            if !guard.contains('l') || takes.contains('l') && !guard.contains("length") {
                text += &format!("    guard: \"{guard}\"\n");
            }
        }
        if random.chance(8) {
            let place = random.below(places);
            if !used.contains(&place) {
                text += &format!("    {}: P{place}\n", random.one(&["inhibitor", "reset"]));
            }
        }
        if timed && random.chance(3) {
            text += &format!("    delay: {}\n", random.below(4));
        }
        if random.chance(6) {
            text += &format!("    priority: {}\n", 10 * random.below(3));
        }
    }
    text += "symmetries:\n  D: all\n  T: rotations\n  E: {all: \"[p, q]\"}\n";
    (text, symmetric)
}
