//! The JSON Schema against the reader: both know the same keys, and the nets that are shipped can be read.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use sweepnet::net::read::keys;
use sweepnet::net::{self, SCHEMA};

fn schema() -> Value {
    serde_json::from_str(SCHEMA).expect("JSON")
}

fn keys_of(definition: &Value) -> BTreeSet<&str> {
    let properties = definition["properties"].as_object().expect("an object");
    properties.keys().map(String::as_str).collect()
}

#[test]
fn the_reader_and_the_schema_know_the_same_keys() {
    let schema = schema();
    let defined = |name: &str| &schema["$defs"][name];
    for (definition, known) in [
        (&schema, keys::NET),
        (defined("parameter"), keys::PARAMETER),
        (defined("declaration"), keys::DECLARATION),
        (defined("page"), keys::PAGE),
        (defined("place"), keys::PLACE),
        (defined("transition"), keys::TRANSITION),
        (defined("code"), keys::CODE),
        (defined("monitor"), keys::MONITOR),
        (defined("substitution"), keys::SUBSTITUTION),
        (defined("expectation"), keys::EXPECTATION),
        (defined("layout"), keys::LAYOUT),
        (defined("place_drawn"), keys::PLACE_SPOT),
        (defined("transition_drawn"), keys::TRANSITION_SPOT),
        (defined("bends"), keys::ARCS),
        (defined("labels"), keys::ARCS),
        (defined("arrows"), keys::ARCS),
        (defined("symmetry"), keys::SYMMETRIES),
    ] {
        assert_eq!(keys_of(definition), known.iter().copied().collect());
        assert_eq!(definition["additionalProperties"], Value::Bool(false));
    }
}

#[test]
fn the_reader_and_the_schema_know_the_same_words() {
    let schema = schema();
    let words = |path: &str| schema.pointer(path).cloned().expect("in the schema");
    let parameter = words("/$defs/parameter/properties/type/enum");
    assert_eq!(parameter, Value::from(keys::PARAMETER_TYPES.to_vec()));
    let port = words("/$defs/place/properties/port/enum");
    assert_eq!(port, Value::from(keys::PORTS.to_vec()));
    let symmetry = words("/properties/symmetries/additionalProperties/anyOf/0/enum");
    assert_eq!(symmetry, Value::from(keys::SYMMETRIES.to_vec()));
}

#[test]
fn every_reference_is_defined() {
    fn walk<'v>(value: &'v Value, found: &mut Vec<&'v str>) {
        match value {
            Value::Object(map) => {
                found.extend(map.get("$ref").and_then(Value::as_str));
                map.values().for_each(|value| walk(value, found));
            }
            Value::Array(list) => list.iter().for_each(|value| walk(value, found)),
            _ => {}
        }
    }
    let schema = schema();
    let mut found = Vec::new();
    walk(&schema, &mut found);
    assert!(!found.is_empty());
    for reference in found {
        let pointer = reference.trim_start_matches('#');
        assert!(schema.pointer(pointer).is_some(), "{reference}");
    }
}

#[test]
fn shipped_nets_can_be_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("nets");
    for entry in std::fs::read_dir(folder).expect("the nets") {
        let path = entry.expect("a folder").path();
        if !path.join(net::NET_FILE).is_file() {
            continue;
        }
        let loaded = net::load(&path, &[]).expect("a file");
        assert!(loaded.diagnostics.is_empty(), "{:#?}", loaded.diagnostics);
        assert!(loaded.net.is_some(), "{}", path.display());
    }
}
