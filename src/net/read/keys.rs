//! The keys of the format. The reader accepts these and no others; a test compares them with the JSON Schema.

/// Of a net.
pub const NET: &[&str] = &[
    "net",
    "description",
    "time",
    "parameters",
    "declarations",
    "page",
    "places",
    "transitions",
    "substitutions",
    "pages",
    "measures",
    "properties",
    "monitors",
    "symmetries",
    "expect",
    "layout",
];
/// Of the layout of a page.
pub const LAYOUT: &[&str] = &["places", "transitions", "bends", "labels", "arrows"];
/// Of a place in a picture; all but the first two are its texts.
pub const PLACE_SPOT: &[&str] = &["at", "size", "colset", "initial", "port", "fusion"];
/// Of a transition in a picture.
pub const TRANSITION_SPOT: &[&str] = &["at", "size", "guard", "delay", "priority", "code", "page"];
/// Of what is said of a transition's arcs.
pub const ARCS: &[&str] = &["in", "out", "both", "inhibitor", "reset"];
/// Of a parameter.
pub const PARAMETER: &[&str] = &["type", "default", "min", "max", "values", "description"];
/// Of an item in a list of declarations that is no text.
pub const DECLARATION: &[&str] = &["include"];
/// Of a page.
pub const PAGE: &[&str] = &["places", "transitions", "substitutions", "description"];
/// Of a place.
pub const PLACE: &[&str] = &["colset", "initial", "port", "fusion", "description"];
/// Of a transition.
pub const TRANSITION: &[&str] = &[
    "in",
    "out",
    "both",
    "inhibitor",
    "reset",
    "guard",
    "delay",
    "priority",
    "code",
    "description",
];
/// Of a monitor that is no expression. One with the first or second key has no other.
pub const MONITOR: &[&str] = &[
    "count",
    "kept",
    "places",
    "transitions",
    "init",
    "when",
    "observe",
    "action",
    "stop",
    "file",
    "options",
    "disabled",
];
/// Of a code segment.
pub const CODE: &[&str] = &["input", "output", "action"];
/// Of a substitution transition.
pub const SUBSTITUTION: &[&str] = &["page", "ports", "description"];
/// Of an expectation: the values of parameters, how to search, and figures.
pub const EXPECTATION: &[&str] = &[
    "set",
    "time-equivalence",
    "symmetry",
    "until-time",
    "states",
    "arcs",
    "dead_markings",
    "dead_transitions",
    "sccs",
];
/// How many keys of an expectation are no figures; these stand first.
pub const EXPECTATION_OPTIONS: usize = 4;
/// Types of parameters.
pub const PARAMETER_TYPES: &[&str] = &["int", "bool", "string", "real"];
/// Port types.
pub const PORTS: &[&str] = &["in", "out", "both"];
/// Kinds of time.
pub const TIMES: &[&str] = &["whole", "real"];
/// Kinds of symmetry.
pub const SYMMETRIES: &[&str] = &["all", "rotations"];
