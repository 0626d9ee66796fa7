//! Random inscriptions, by colour set.

use super::generator::Tape;
use super::naive::words::words;

/// The colour sets of the places.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Set {
    Unit,
    Bool,
    Enum,
    Int,
    Product,
    Record,
    List,
    Union,
    /// Records whose labels are declared in no particular order, within other things.
    Nested,
    RecordList,
    RecordUnion,
    RecordPair,
    TimedRecord,
    TimedUnit,
    TimedEnum,
    TimedInt,
    TimedProduct,
    /// Infinite ones: what stands for them in an output must have come from an input.
    AnyInt,
    AnyList,
    TimedAny,
}

impl Set {
    pub const UNTIMED: [Set; 14] = [
        Set::Enum,
        Set::Int,
        Set::Product,
        Set::Unit,
        Set::Bool,
        Set::List,
        Set::Record,
        Set::Union,
        Set::Nested,
        Set::RecordList,
        Set::RecordUnion,
        Set::RecordPair,
        Set::AnyInt,
        Set::AnyList,
    ];
    pub const TIMED: [Set; 6] = [
        Set::TimedUnit,
        Set::TimedEnum,
        Set::TimedInt,
        Set::TimedProduct,
        Set::TimedRecord,
        Set::TimedAny,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Set::Unit => "U",
            Set::Bool => "B",
            Set::Enum => "E",
            Set::Int => "N",
            Set::Product => "P",
            Set::Record => "R",
            Set::List => "L",
            Set::Union => "V",
            Set::Nested => "W",
            Set::RecordList => "LR",
            Set::RecordUnion => "VR",
            Set::RecordPair => "PR",
            Set::TimedRecord => "RT",
            Set::TimedUnit => "UT",
            Set::TimedEnum => "ET",
            Set::TimedInt => "NT",
            Set::TimedProduct => "PT",
            Set::AnyInt => "I",
            Set::AnyList => "S",
            Set::TimedAny => "Q",
        }
    }

    fn is_timed(self) -> bool {
        Set::TIMED.contains(&self)
    }

    fn is_infinite(self) -> bool {
        matches!(self, Set::AnyInt | Set::AnyList | Set::TimedAny)
    }

    /// Constants.
    fn constants(self) -> &'static [&'static str] {
        match self {
            Set::Unit | Set::TimedUnit => &["()"],
            Set::Bool => &["false", "true"],
            Set::Enum => &["a", "b", "c"],
            Set::TimedEnum => &["at", "bt"],
            Set::Int | Set::TimedInt => &["0", "1", "2"],
            Set::Product | Set::TimedProduct => &["(a, 0)", "(b, 1)", "(a, 2)"],
            Set::Record | Set::TimedRecord => {
                &["{u = a, k = 0}", "{u = b, k = 1}", "{k = 2, u = a}"]
            }
            Set::List => &["[]", "[0]", "[1, 0]", "[2, 2]"],
            Set::Union => &["none", "num 1", "pair (a, 1)", "num 0"],
            Set::Nested => &[
                "{z = {u = a, k = 0}, y = 1, w = true}",
                "{w = false, y = 0, z = {k = 2, u = c}}",
                "{w = true, y = 1, z = {k = 0, u = b}}",
            ],
            Set::RecordList => &[
                "[]",
                "[{u = a, k = 1}]",
                "[{u = b, k = 0}]",
                "[{u = c, k = 0}, {k = 1, u = a}]",
            ],
            Set::RecordUnion => &[
                "nope",
                "one {u = b, k = 0}",
                "one {k = 2, u = a}",
                "two ({u = a, k = 0}, 1)",
            ],
            Set::RecordPair => &["({u = a, k = 2}, 2)", "({u = b, k = 0}, 1)"],
            Set::AnyInt => &["7", "100", "~3"],
            Set::AnyList => &["[]", "[a, b, c, a]", "[b]"],
            Set::TimedAny => &["(7, [])", "(~1, [c])"],
        }
    }

    /// Patterns that bind variables, and some that cannot.
    fn patterns(self) -> &'static [&'static str] {
        match self {
            Set::Unit | Set::TimedUnit => &["()"],
            Set::Bool => &["t", "t", "n = 0"],
            Set::Enum => &["e", "f", "e", "turn e"],
            Set::TimedEnum => &["x", "x", "flip x"],
            Set::Int | Set::TimedInt => &["n", "m", "n", "inc n"],
            Set::Product | Set::TimedProduct => &[
                "(e, n)",
                "p",
                "(e, m)",
                "(f, n)",
                "(a, n)",
                "(e, 1)",
                "(turn e, n)",
                "(e, inc n)",
            ],
            Set::Record | Set::TimedRecord => &[
                "{u = e, k = n}",
                "{u = f, k = m}",
                "{u = b, k = n}",
                "{k = n, u = turn f}",
            ],
            Set::List => &["l", "n :: l", "[n]", "[n, m]", "n :: m :: l", "0 :: l"],
            Set::AnyInt => &["i", "j", "i"],
            Set::AnyList => &["s", "e :: s", "[e]", "e :: f :: s"],
            Set::TimedAny => &["(i, s)", "(j, e :: s)", "(i, [])"],
            Set::Nested => &[
                "{z = {u = e, k = n}, y = m, w = t}",
                "{w = true, y = n, z = {u = f, k = m}}",
                "{w = t, y = n, z = {k = n, u = e}}",
            ],
            Set::RecordList => &[
                "[{u = e, k = n}]",
                "{k = n, u = f} :: []",
                "[]",
                "{u = e, k = n} :: [{u = f, k = m}]",
            ],
            Set::RecordUnion => &[
                "one {u = e, k = n}",
                "two ({k = n, u = f}, m)",
                "nope",
                "one {k = m, u = b}",
            ],
            Set::RecordPair => &["({u = e, k = n}, m)", "({k = 0, u = f}, n)"],
            Set::Union => &[
                "num n",
                "pair p",
                "pair (e, n)",
                "none",
                "num m",
                "pair (f, 0)",
            ],
        }
    }

    /// What may come out.
    fn expressions(self) -> &'static [&'static str] {
        match self {
            Set::Unit | Set::TimedUnit => &["()"],
            Set::Bool => &["t", "not t", "n = m", "e = f"],
            Set::Enum => &["e", "turn e", "f", "#1 p"],
            Set::TimedEnum => &["x", "flip x"],
            Set::Int | Set::TimedInt => &["n", "inc n", "m", "(n + m) mod 3", "length l"],
            Set::Product | Set::TimedProduct => &["(e, n)", "p", "(turn e, inc n)", "(f, m)"],
            Set::Record | Set::TimedRecord => &[
                "{u = e, k = n}",
                "{u = turn e, k = m}",
                "{k = inc n, u = f}",
            ],
            Set::List => &["l", "cut (n :: l)", "[n]", "rev l", "cut (l ^^ [m])"],
            Set::Union => &["num n", "pair p", "pair (f, inc m)", "none"],
            Set::Nested => &[
                "{z = {u = turn e, k = m}, y = n, w = not t}",
                "{w = t, y = inc n, z = {u = e, k = n}}",
            ],
            Set::RecordList => &[
                "[{u = e, k = n}]",
                "[{u = turn e, k = m}, {u = f, k = n}]",
                "[]",
            ],
            Set::RecordUnion => &[
                "one {k = inc n, u = e}",
                "two ({u = turn f, k = m}, n)",
                "nope",
            ],
            Set::RecordPair => &["({u = turn e, k = n}, inc m)", "({k = m, u = f}, n)"],
            Set::AnyInt => &["i", "i + 1", "i - j", "2 * j", "length s"],
            Set::AnyList => &["s", "s ^^ [e]", "f :: s", "rev s"],
            Set::TimedAny => &["(i, s)", "(i + 1, e :: s)", "(j, [e])", "(length s, s)"],
        }
    }

    /// Tokens at the start.
    pub fn initial(self, tape: &mut Tape) -> String {
        let terms: Vec<String> = (0..tape.below(4))
            .map(|_| {
                let (count, colour) = (tape.one(&[1, 2, 1, 3, 40]), tape.one(self.constants()));
                match self.is_timed() {
                    true => format!("{count}`({colour})@{}", tape.below(4)),
                    false => format!("{count}`{}", atomic(colour)),
                }
            })
            .collect();
        let plus = if self.is_timed() { " +++ " } else { " ++ " };
        match terms.is_empty() {
            true => "empty".to_string(),
            false => terms.join(plus),
        }
    }
}

/// In brackets, so that anything may stand beside it.
fn atomic(colour: &str) -> String {
    format!("({colour})")
}

/// What an input arc takes.
pub fn input(tape: &mut Tape, set: Set) -> String {
    let term = |tape: &mut Tape| match tape.once_in(4) {
        true => tape.one(set.constants()),
        false => tape.one(set.patterns()),
    };
    let first = term(tape);
    // what is taken under a condition binds nothing
    let forms = if set.is_infinite() { 7 } else { 8 };
    let tokens = match tape.below(forms) {
        0..=3 => first.to_string(),
        4 => format!("{}`{}", 1 + tape.below(2), atomic(first)),
        5 => format!("1`{} ++ 1`{}", atomic(first), atomic(term(tape))),
        6 => format!(
            "{}`{} ++ 1`{}",
            1 + tape.below(2),
            atomic(first),
            atomic(term(tape))
        ),
        _ => format!("if {} then 1`{} else empty", condition(tape), atomic(first)),
    };
    match set.is_timed() && tape.once_in(4) {
        true => format!("({tokens}) @+ {}", 1 + tape.below(2)),
        false => tokens,
    }
}

/// What an output arc puts. `bound` are the texts of the input arcs.
pub fn output(tape: &mut Tape, set: Set, bound: &str) -> String {
    let given = words(bound);
    let known = |name: &str| !["i", "j", "s"].contains(&name) || given.iter().any(|g| g == name);
    let term = |tape: &mut Tape| {
        let expression = tape.one(set.expressions());
        let possible = words(expression).iter().all(|name| known(name));
        match tape.once_in(4) || !possible {
            true => tape.one(set.constants()),
            false => expression,
        }
    };
    let first = term(tape);
    let tokens = match tape.below(7) {
        0..=2 => first.to_string(),
        3 => format!("{}`{}", tape.one(&[0, 1, 2, 9]), atomic(first)),
        4 => format!("1`{} ++ 1`{}", atomic(first), atomic(term(tape))),
        5 => format!("if {} then 1`{} else empty", condition(tape), atomic(first)),
        _ => format!(
            "if {} then 1`{} else 1`{}",
            condition(tape),
            atomic(first),
            atomic(term(tape))
        ),
    };
    match set.is_timed() && tape.once_in(3) {
        true => format!("({tokens}) @+ {}", tape.one(&["1", "2", "3", "n"])),
        false => tokens,
    }
}

/// A condition: some are equations that give a variable its value.
pub fn condition(tape: &mut Tape) -> String {
    let conditions = [
        "n = 1",
        "e = a",
        "t",
        "m = inc n",
        "n = m",
        "n <> m",
        "f = turn e",
        "(e, n) = p",
        "n < m orelse t",
        "not t",
        "#1 p <> b",
        "(n, t) = (m, m = 0)",
        "l <> []",
        "n :: l = [m]",
        "e <> f andalso n = 0",
        "x = at",
    ];
    tape.one(&conditions).to_string()
}
