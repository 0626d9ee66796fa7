//! The part of the library that depends on the net, as text of the language: a host function for each row of the table, and the structures `TI`, `PI`, `Bind`, `Mark`,
//! `SLMark` and `st_Mark` with a member for each place or transition.

use super::functions;
use crate::net::elements;
use crate::net::flat::FlatNet;
use crate::net::named::{Named, Names};
use std::fmt::Write;
use sweepnet_lang::vm::host::ARGUMENTS;

/// Numbers of functions that read a place, and of those that print one: each has one for each name of a place.
pub const MARKS: u64 = 1 << 16;
/// See `MARKS`.
pub const MARK_TEXTS: u64 = 1 << 32;

/// Types whose values are raw words.
const RAW: [&str; 4] = ["int", "bool", "unit", "SLMark"];

/// The types of nodes and arcs, and of markings during a sweep. A marking is a number that only host functions make, so its type has no constructor to be seen.
const TYPES: &str = "\
type Node = int
type Arc = int
type Scc = int
type Inst = int
local datatype SLMark = marking in type SLMark = SLMark end
";

/// The declarations of a net.
pub fn declarations(net: &FlatNet, names: &Names) -> String {
    let mut text = TYPES.to_string();
    instances(&mut text, "TI", "TransInst", &names.transitions);
    instances(&mut text, "PI", "PlaceInst", &names.places);
    text.push_str(&elements::declaration(net, names.transitions.iter()));
    marks(&mut text, "Mark", "Node", net, names);
    marks(&mut text, "SLMark", "SLMark", net, names);
    mark_texts(&mut text, names);
    host(&mut text);
    text
}

/// `structure TI = struct datatype TransInst = Page'T of Inst | … val All = […] end`
fn instances(text: &mut String, structure: &str, datatype: &str, names: &[Named]) {
    let constructors: Vec<String> = names
        .iter()
        .map(|n| format!("{} of Inst", n.name))
        .collect();
    let constructors = match constructors.is_empty() {
        true => "none'at'all".to_string(),
        false => constructors.join(" | "),
    };
    let all = names.iter().flat_map(|named| {
        let count = named.instances.len();
        (1..=count).map(move |instance| format!("{} {instance}", named.name))
    });
    let all: Vec<String> = all.collect();
    let _ = writeln!(
        text,
        "structure {structure} = struct datatype {datatype} = {constructors} val All : {datatype} list = [{}] end",
        all.join(", ")
    );
}

/// `structure Mark = struct fun Page'Place (i : Inst) (n : Node) = … end`
fn marks(text: &mut String, structure: &str, of: &str, net: &FlatNet, names: &Names) {
    let _ = writeln!(text, "structure {structure} = struct");
    for (number, named) in names.places.iter().enumerate() {
        let Some(&place) = named.instances.first() else {
            continue;
        };
        let place = &net.places[place];
        let tokens = if place.timed { "tms" } else { "ms" };
        let set = place.colour.0;
        let number = MARKS + number as u64;
        let _ = writeln!(
            text,
            "  fun {} (i : Inst) (m : {of}) = (_prim \"host_pointer\" : int * Inst * {of} * int -> colour'{set} {tokens}) ({number}, i, m, 0)",
            named.name
        );
    }
    let _ = writeln!(
        text,
        "  fun time (m : {of}) = (_prim \"host_pointer\" : int * {of} * int * int -> time) ({}, m, 0, 0)\nend",
        functions::number_of("time")
    );
}

fn mark_texts(text: &mut String, names: &Names) {
    let _ = writeln!(text, "structure st_Mark = struct");
    for (number, named) in names.places.iter().enumerate() {
        let number = MARK_TEXTS + number as u64;
        let _ = writeln!(
            text,
            "  fun {} (i : Inst) (n : Node) = (_prim \"host_pointer\" : int * Inst * Node * int -> string) ({number}, i, n, 0)",
            named.name
        );
    }
    let _ = writeln!(text, "end");
}

/// `structure Host`: the functions of the table.
fn host(text: &mut String) {
    let _ = writeln!(text, "structure Host = struct");
    for (number, function) in functions::all() {
        let kind = match RAW.contains(&function.gives) {
            true => "host_raw",
            false => "host_pointer",
        };
        let names = ["a", "b", "c"];
        let parameters = (names.iter().zip(function.takes)).map(|(n, t)| format!("{n} : {t}"));
        let parameters: Vec<String> = parameters.collect();
        let mut types: Vec<&str> = function.takes.to_vec();
        types.resize(ARGUMENTS, "int");
        let mut arguments = names.to_vec();
        arguments[function.takes.len()..].fill("0");
        let _ = writeln!(
            text,
            "  fun {} ({}) = (_prim \"{kind}\" : int * {} -> {}) ({number}, {})",
            function.name,
            parameters.join(", "),
            types.join(" * "),
            function.gives,
            arguments.join(", ")
        );
    }
    let _ = writeln!(text, "end");
}
