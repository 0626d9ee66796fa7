//! Codes of what shows when a script asks about a net. Examples are scripts.

use sweepnet_lang::codes::Code;

/// All codes, in order.
pub const ALL: &[Code] = &[
    Code {
        code: "E1501",
        title: "a state space that was not calculated to its end",
        explanation: "A function that needs the state space calculates it first. Here a limit ended the calculation, so there is no answer: what was not seen could change it.",
        example: "NoOfNodes ();",
        cure: "Raise the limit, sweep instead, or call `CalculateOccGraph ()` and handle `StopCritSatisfied`: then functions answer for the part that was found.",
    },
    Code {
        code: "E1502",
        title: "a progress measure that fails",
        explanation: "The sweep evaluates its measure `PM` for every marking that it meets. It must be a function of that marking alone and give an integer for each.",
        example: "SL.ExploreStateSpace {PM = fn m => IntInf.fromInt (ms_to_col (SLMark.Protocol'Data 1 m)), GC = 0, Secs = 0, Logfile = NONE};",
        cure: "Look at the marking in the message: does the measure take the only token of a place that may be empty?",
    },
    Code {
        code: "W1503",
        title: "the answer of a part of the state space",
        explanation: "A limit ended the sweep that the answer comes from: `--max-states`, `--memory` or the field `Secs`. What the sweep did not visit could change the answer: that something was not found does not mean that it cannot be reached, and a bound may be exceeded. The exit code is 3.",
        example: "SLReachable ({PM = fn _ => 0, GC = 0, Secs = 0, Logfile = NONE}, fn m => SLMark.Protocol'Data 1 m = 1`7, false);",
        cure: "Raise the limit.",
    },
    Code {
        code: "E1504",
        title: "the log of a sweep is not complete",
        explanation: "The file that `Logfile` names could not be written to its end: the disk is full, for example. The sweep went on without it, so its answer is as good as with it.",
        example: "(needs a disk that fails)",
        cure: "Make room on the disk, or name another file.",
    },
];
