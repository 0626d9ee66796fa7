//! Codes of reductions: what is told when equivalent markings cannot be taken as one.

use sweepnet_lang::codes::Code;

/// All codes, in order.
pub const ALL: &[Code] = &[
    Code {
        code: "E1601",
        title: "a symmetry that is not one",
        explanation: "With `--symmetry`, markings that differ only in colours that are declared to be alike count once. So permuting the colours of a marking must permute what can \
            happen in it. Where that is not proven it is looked at while exploring. This net can do something in one marking that it cannot do in a permuted copy of it.",
        example: "declarations: \"colset D = index d with 1..3; var x : D;\"\nplaces:\n  A: {colset: D, initial: D.all ()}\ntransitions:\n  T: {in: {A: x}, guard: x <> d 2}\nsymmetries: {D: all}",
        cure: "Treat the colours alike, or leave those that are special out: `symmetries: {D: {all: D.all () -- 1`d 2}}`.",
    },
    Code {
        code: "E1602",
        title: "an expression that tells equivalent markings apart",
        explanation: "A predicate is evaluated for representatives only. It must have the same value for all markings that they stand for.",
        example: "declarations: \"colset D = index d with 1..3; var x : D;\"\nplaces:\n  A: {colset: D, initial: D.all ()}\ntransitions:\n  T: {in: {A: x}}\nsymmetries: {D: all}",
        cure: "Ask for something that does not name the colours, such as `size A = 1` instead of `cf (d 1, A) = 1`; or explore without `--symmetry`.",
    },
    Code {
        code: "E1603",
        title: "a net that looks at the clock",
        explanation: "With `--time-equivalence`, markings that differ only in when they are count once. That is wrong if what can happen depends on the time itself (`time()`, stamps given with `@`), or on how long \
            a token has been ready (a negative `@+` on an input arc).",
        example: "declarations: \"colset T = int timed; var n : T;\"\nplaces:\n  A: {colset: T, initial: 1`1}\ntransitions:\n  T: {in: {A: n}, out: {A: n @+ 2}, guard: time () < 10}",
        cure: "Use delays only. An interval can be measured by a token that is put with a delay.",
    },
    Code {
        code: "E1604",
        title: "options that do not fit together",
        explanation: "A reduction needs something to reduce: `--symmetry` a net with `symmetries`, `--time-equivalence` a net with time. A sweep by the clock needs a clock that moves, which \
            representatives of time-equivalent markings do not have, unless there are cut-off points.",
        example: "places:\n  A: {colset: unit, initial: ()}\ntransitions:\n  T: {in: {A: ()}}",
        cure: "Leave one of the options out.",
    },
];
