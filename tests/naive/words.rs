//! The words of a text in the inscription language: enough to find which variables it mentions.

use std::collections::BTreeMap;

/// Names, and the signs between them one by one. Comments, strings and blanks are left out, and so are names after a dot or `#`.
pub fn words(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '(' if rest.starts_with("(*") => rest.find("*)").map_or(rest.len(), |end| end + 2),
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            c if is_part(c) => rest.find(|c| !is_part(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let (word, after) = rest.split_at(length);
        let selects = |w: &String| w == "." || w == "#";
        if !word.starts_with(['"', ' ', '\n', '\t']) && !word.starts_with("(*") {
            match found.last().is_some_and(selects) {
                true => drop(found.pop()),
                false => found.push(word.to_string()),
            }
        }
        rest = after;
    }
    found
}

fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '\''
}

/// The variables that declarations declare, each with its colour set.
pub fn variables(declarations: &str) -> BTreeMap<String, String> {
    let words = words(declarations);
    let mut found = BTreeMap::new();
    let mut at = 0;
    while at < words.len() {
        at += 1;
        if words[at - 1] != "var" {
            continue;
        }
        let mut names = Vec::new();
        while at < words.len() && words[at] != ":" {
            names.push(&words[at]);
            at += 1;
        }
        let Some(set) = words.get(at + 1) else { break };
        for name in names.into_iter().filter(|name| *name != ",") {
            found.insert(name.clone(), set.clone());
        }
    }
    found
}
