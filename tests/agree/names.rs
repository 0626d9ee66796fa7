//! The same random nets with other names: variables, functions, constructors, places and transitions are
//! called like things of the language, of its library, and of the tool's own texts.

use rand_core::Rng;
use rand_pcg::Pcg64;
use std::collections::BTreeMap;

/// Variables, functions and constructors of the random nets.
const VALUES: [&str; 26] = [
    "a", "b", "c", "at", "bt", "num", "pair", "none", "t", "e", "f", "n", "m", "p", "l", "x", "i",
    "j", "s", "turn", "inc", "cut", "flip", "one", "two", "nope",
];

/// What they may be called: no reserved word, nothing that the random nets or the predicates use.
const VALUE_NAMES: &[&str] = &[
    "a",
    "b",
    "c",
    "d",
    "i",
    "m",
    "n",
    "v",
    "hd",
    "tl",
    "map",
    "app",
    "foldr",
    "filter",
    "exists",
    "explode",
    "print",
    "all",
    "ran",
    "mult",
    "mkstr",
    "col",
    "lt",
    "ord",
    "clock",
    "step",
    "steps",
    "net",
    "node",
    "state",
    "marking",
    "measure",
    "it",
    "ms",
    "tms",
    "calculate",
    "host",
    "host_raw",
    "host_pointer",
    "Host",
    "InitNode",
    "Reachable",
    "EvalNodes",
    "SearchNodes",
    "NoLimit",
    "EntireGraph",
    "OutArcs",
    "ArcToBE",
    "Top",
    "Net",
    "SOME'",
    "LESS'",
    "f'",
    "x_1",
    "g",
    "h",
    "r",
    "acc",
    "pred",
    "eval",
    "comb",
    "start",
    "from",
    "to",
];

/// What places and transitions may be called: all that a person may write.
const NODE_NAMES: &[&str] = &[
    "val",
    "fun",
    "let",
    "in",
    "end",
    "case",
    "of",
    "if",
    "then",
    "else",
    "andalso",
    "not",
    "size",
    "cf",
    "ms",
    "tms",
    "time",
    "clock",
    "int",
    "string",
    "true",
    "false",
    "null",
    "yes",
    "no",
    "on",
    "1",
    "01",
    "1e3",
    "a b",
    "it",
    "Mark",
    "SLMark",
    "Host",
    "TI",
    "Bind",
    "Top",
    "A-B",
    "c.d",
    "x: y",
    "all",
    "empty",
    "type",
    "structure",
    "-",
    "places",
    "Node",
];

/// The net with other names. Page and labels keep theirs.
pub fn renamed(net: &str, random: &mut Pcg64) -> String {
    let mut values: BTreeMap<&str, &str> = BTreeMap::new();
    let mut free: Vec<&str> = VALUE_NAMES.to_vec();
    for value in VALUES {
        values.insert(
            value,
            free.swap_remove(random.next_u64() as usize % free.len()),
        );
    }
    let mut nodes: BTreeMap<String, String> = BTreeMap::new();
    let mut free: Vec<&str> = NODE_NAMES.to_vec();
    let others = (0..9).flat_map(|n| [format!("P{n}"), format!("T{n}")]);
    for node in others.chain(["Fuel".to_string()]) {
        let name = free.swap_remove(random.next_u64() as usize % free.len());
        nodes.insert(node, format!("\"{name}\""));
    }
    replaced(net, |word| {
        let node = nodes.get(word).map(String::as_str);
        node.or_else(|| values.get(word).copied())
    })
}

/// The net with constructors that have longer names than `a`, `b` and `c`.
pub fn longer(net: &str) -> String {
    replaced(net, |word| match word {
        "a" => Some("anna"),
        "b" => Some("bob"),
        "c" => Some("carl"),
        _ => None,
    })
}

/// A text with other words in the place of some.
fn replaced<'n>(net: &str, other: impl Fn(&str) -> Option<&'n str>) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
    let mut text = String::new();
    let mut rest = net;
    while !rest.is_empty() {
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let length = if end == 0 {
            rest.chars().next().map_or(0, char::len_utf8)
        } else {
            end
        };
        let (word, after) = rest.split_at(length);
        text += other(word).unwrap_or(word);
        rest = after;
    }
    text
}
