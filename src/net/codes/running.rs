//! Codes of what shows only when a net runs.

use sweepnet_lang::codes::Code;

/// All codes, in order.
pub const ALL: &[Code] = &[
    Code {
        code: "E1401",
        title: "a time that is too large",
        explanation: "Time stamps, delays and the clock are whole numbers of 64 bits while a net runs.",
        example: "declarations: \"colset T = unit timed;\"\nplaces:\n  A: {colset: T, initial: \"1`() @++ 99999999999999999999\"}\ntransitions:\n  T: {in: {A: ()}}",
        cure: "Use a coarser unit of time.",
    },
    Code {
        code: "E1402",
        title: "too many equal tokens",
        explanation: "An inscription may give at most 4,294,967,295 tokens of one colour.",
        example: "places:\n  A: {colset: unit, initial: 5000000000`()}\ntransitions:\n  T: {in: {A: ()}}",
        cure: "Check how the coefficient is computed.",
    },
    Code {
        code: "E1403",
        title: "an illegal colour",
        explanation: "A colour set such as `int with 1..3` leaves out values of its type. An arc or initial marking that puts such a value on a place of that colour set is a mistake of the net.",
        example: "declarations: \"colset SMALL = int with 1..3; var n : SMALL;\"\nplaces:\n  A: {colset: SMALL, initial: 1`3}\ntransitions:\n  T: {in: {A: n}, out: {A: n + 1}}",
        cure: "Correct the inscription, add a guard, or widen the colour set.",
    },
    Code {
        code: "E1404",
        title: "an occurrence that a state space cannot follow",
        explanation: "In a state space what an occurrence does follows from the marking and the binding. A ref cell that keeps its value from one occurrence to the next is part of neither, nor is the number of the step. A random number with a few values is followed to all of them; one with very many, such as `exponential` gives, is for simulation.",
        example: "declarations: \"colset N = int with 1..6; var n, k : N;\"\nplaces:\n  A: {colset: N, initial: 1`1}\ntransitions:\n  T: {in: {A: n}, out: {A: k}, code: {output: [k], action: \"round (uniform (1.0, 6.0))\"}}",
        cure: "Draw from a few values, with `discrete` or `ran`; keep in a token what must be remembered. Or simulate the net.",
    },
    Code {
        code: "E1405",
        title: "a value that was lost",
        explanation: "Values that markings hold for long and that are rarely looked at are kept in a temporary file. Something in it could not be read again, so nothing found since then can be relied on.",
        example: "sweepnet explore NET --sweep MEASURE",
        cure: "Look for a disk that fails. The folder for temporary files is that of the system, or the one in the environment variable TMPDIR.",
    },
    Code {
        code: "E1406",
        title: "more values than there are numbers for",
        explanation: "Each different value, token of a place and multi-set of a place has a number of 31 bits. A search ends before they run out and reports what it found; a single step that needs more than are left is this error, since nothing found after it could be relied on.",
        example: "sweepnet explore NET",
        cure: "Sweep, so that values are forgotten with the markings that hold them, or keep less in tokens.",
    },
];
