//! Names that mean several functions: the form of SWEEP/CPN with a sweep specification, the form of CPN Tools on a calculated state space, and the short form with a
//! function alone, where the tool chooses how to search.

use sweepnet_lang::session::{Head, Overload};
use sweepnet_lang::types::ty::{INT, MS};

/// Functions of a node: `Node` is `int`.
const OF_NODE: Head = Head::Function(Some(INT), None);
const OF_NODE_TO_TOKENS: Head = Head::Function(Some(INT), Some(MS));
/// Functions of a marking.
const OF_MARKING: Head = Head::Function(None, None);
const OF_MARKING_TO_TOKENS: Head = Head::Function(None, Some(MS));

/// Each name with what it means.
pub static ALL: &[(&str, Overload)] = &[
    (
        "Reachable",
        Overload {
            choices: &[
                (Head::Record, &["SLReachable"]),
                (OF_NODE, &["NodePredicateReachable"]),
                (OF_MARKING, &["PredicateReachable"]),
            ],
            otherwise: &["NodeReachable"],
            second: false,
        },
    ),
    (
        "BestUpperInteger",
        Overload {
            choices: &[
                (Head::Record, &["SLBestUpperInteger"]),
                (OF_NODE_TO_TOKENS, &["UpperInteger"]),
                (OF_NODE, &["NodeUpperInteger"]),
                (OF_MARKING_TO_TOKENS, &["PlaceUpperInteger"]),
            ],
            otherwise: &["MarkingUpperInteger"],
            second: false,
        },
    ),
    (
        "BestLowerInteger",
        Overload {
            choices: &[
                (Head::Record, &["SLBestLowerInteger"]),
                (OF_NODE_TO_TOKENS, &["LowerInteger"]),
                (OF_NODE, &["NodeLowerInteger"]),
                (OF_MARKING_TO_TOKENS, &["PlaceLowerInteger"]),
            ],
            otherwise: &["MarkingLowerInteger"],
            second: false,
        },
    ),
    (
        "BestUpperMultiSet",
        Overload {
            choices: &[
                (Head::Record, &["SLBestUpperMultiSet"]),
                (OF_NODE, &["UpperMultiSet"]),
            ],
            otherwise: &["PlaceUpperMultiSet"],
            second: false,
        },
    ),
    (
        "BestLowerMultiSet",
        Overload {
            choices: &[
                (Head::Record, &["SLBestLowerMultiSet"]),
                (OF_NODE, &["LowerMultiSet"]),
            ],
            otherwise: &["PlaceLowerMultiSet"],
            second: false,
        },
    ),
    (
        "ListDeadMarkings",
        Overload {
            choices: &[(Head::Record, &["SLListDeadMarkings"])],
            otherwise: &["NodeListDeadMarkings"],
            second: false,
        },
    ),
    (
        "ListDeadTIs",
        Overload {
            choices: &[(Head::Record, &["SLListDeadTIs"])],
            otherwise: &["NodeListDeadTIs"],
            second: false,
        },
    ),
];
