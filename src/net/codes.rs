//! Every code that a message about a net can carry, explained as `sweepnet_lang::codes` explains those of the language. Examples are nets.

use sweepnet_lang::codes::{self, Code};

/// All codes, those of the language first.
pub fn all() -> impl Iterator<Item = &'static Code> {
    codes::ALL.iter().chain(ALL)
}

/// The explanation of a code, which may be written `e1003`.
pub fn find(code: &str) -> Option<&'static Code> {
    let wanted = code.trim();
    all().find(|known| known.code.eq_ignore_ascii_case(wanted))
}

/// The code whose number is nearest to one that does not exist; of those, one of the same kind. `None` if there is no number in it.
pub fn nearest(code: &str) -> Option<&'static Code> {
    let digits: String = code.chars().filter(char::is_ascii_digit).collect();
    let number: i64 = digits.parse().ok()?;
    let warning = code.trim().starts_with(['W', 'w']);
    all().min_by_key(|known| {
        let its: i64 = known.code[1..].parse().unwrap_or_default();
        (its.abs_diff(number), known.code.starts_with('W') != warning)
    })
}

/// The codes of nets: 10 the file, 12 structure, 13 parameters.
pub const ALL: &[Code] = &[
    Code {
        code: "E1001",
        title: "the file is not YAML",
        explanation: "A net is a YAML file, and this one breaks YAML's own rules, so nothing of it can be read. Most often a text has a \
            character in it that means something in YAML: `: `, ` #`, a comma or bracket inside of `{…}`, or `*`, `&`, `!`, `@`, `%`, a backquote at its start.",
        example: "places:\n  A: {colset: INT, initial: [1, 2}",
        cure: "Put texts in quotes: `initial: \"[1, 2]\"`. Indent with blanks, keys of one mapping in the same column.",
    },
    Code {
        code: "E1002",
        title: "the file is too large or too deeply nested",
        explanation: "A net needs about five levels. A file with very many entries or levels, perhaps by aliases that repeat each other, is not read.",
        example: "places: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
        cure: "Write repeated parts of a net as colours, or as a page that is used several times.",
    },
    Code {
        code: "E1003",
        title: "a key that is not known",
        explanation: "Places, transitions and all other parts of a net have fixed keys. A key that is not one of them is probably misspelt.",
        example: "places: {A: UNIT}\ntransitions:\n  T: {in: {A: ()}, gaurd: \"true\"}",
        cure: "Use the key that the help names; `sweepnet schema` gives editors the list.",
    },
    Code {
        code: "E1004",
        title: "a key is there twice",
        explanation: "Two entries of a mapping have the same key, so one would be lost.",
        example: "places:\n  A: UNIT\n  A: INT\ntransitions:\n  T: {in: {A: ()}}",
        cure: "Rename or remove one. Several arcs between a transition and a place are a list: `in: {A: [x, y]}`.",
    },
    Code {
        code: "E1005",
        title: "a value of the wrong kind",
        explanation: "A mapping, list, text or number stands where something else is needed. A text without quotes can become something else: `{}` is a mapping, `[]` a list.",
        example: "places: [A, B]\ntransitions:\n  T: {in: {A: ()}}",
        cure: "Write what the message asks for; put inscriptions that start with a bracket in quotes.",
    },
    Code {
        code: "E1006",
        title: "something is missing",
        explanation: "A part of the net lacks an entry that it must have: a place its colour set, an arc its inscription, a substitution transition its page, a code segment its action, a parameter its default.",
        example: "places:\n  A: {initial: \"1`1\"}\ntransitions:\n  T: {in: {A: n}}",
        cure: "Add the entry. If it seems to be there, look for a `#`, which starts a comment, or a comma inside of `{…}`, which starts a new entry.",
    },
    Code {
        code: "E1007",
        title: "not one of the words that can stand here",
        explanation: "Port types, types of parameters and kinds of symmetry are one of a few words.",
        example: "places:\n  A: {colset: UNIT, port: input}\ntransitions:\n  T: {in: {A: ()}}",
        cure: "Use one of the words in the help.",
    },
    Code {
        code: "E1008",
        title: "pages, and places outside of them",
        explanation: "A net has either `pages`, or one page whose places and transitions stand at the top level.",
        example: "pages:\n  One: {places: {A: UNIT}, transitions: {T: {in: {A: ()}}}}\nplaces: {B: UNIT}",
        cure: "Move the places and transitions into a page.",
    },
    Code {
        code: "E1009",
        title: "a file that cannot be included",
        explanation: "Declarations can be in files of their own. This one cannot be read.",
        example: "declarations:\n  - include: no-such-file.sml\nplaces: {A: UNIT}\ntransitions: {T: {in: {A: ()}}}",
        cure: "Correct the path. It is relative to the folder of the net.",
    },
    Code {
        code: "E1201",
        title: "nothing in the net",
        explanation: "The file has no places and no transitions.",
        example: "net: empty",
        cure: "Write `places:` and `transitions:`.",
    },
    Code {
        code: "E1202",
        title: "two things with the same name",
        explanation: "Names may have blanks and other characters, but in the language each becomes an identifier: all that is no letter, digit, `_` or `'` becomes `_`. Two pages, two places of a page, or two transitions of a page must not become the same.",
        example: "places: {Send A: UNIT, Send-A: UNIT}\ntransitions:\n  T: {in: {Send A: ()}, out: {Send-A: ()}}",
        cure: "Rename one of them.",
    },
    Code {
        code: "E1203",
        title: "an arc to a place that is not there",
        explanation: "Arcs connect a transition with places of its own page.",
        example: "places: {Buffer: UNIT}\ntransitions:\n  T: {in: {Bufer: ()}}",
        cure: "Correct the name. A place of another page is reached by a port or a fusion set.",
    },
    Code {
        code: "E1204",
        title: "a page that is not there",
        explanation: "A substitution transition stands for a page of the net.",
        example: "places: {A: UNIT}\ntransitions: {T: {in: {A: ()}}}\nsubstitutions:\n  S: {page: Receiver}",
        cure: "Correct the name, or add the page to `pages`.",
    },
    Code {
        code: "E1205",
        title: "a port that is not there",
        explanation: "`ports` says for each port of the page below which place here it is. The name before the colon must be a place there that has a `port` type.",
        example: "pages:\n  Top:\n    places: {A: UNIT}\n    substitutions: {S: {page: Sub, ports: {X: A}}}\n  Sub:\n    places: {P: UNIT}\n    transitions: {T: {in: {P: ()}}}",
        cure: "Correct the name, or give the place `port: in`, `out` or `both`.",
    },
    Code {
        code: "E1206",
        title: "a socket that is not there",
        explanation: "`ports` says for each port of the page below which place here it is. The name after the colon must be a place of this page.",
        example: "pages:\n  Top:\n    places: {A: UNIT}\n    substitutions: {S: {page: Sub, ports: {P: B}}}\n  Sub:\n    places: {P: {colset: UNIT, port: in}}\n    transitions: {T: {in: {P: ()}}}",
        cure: "Correct the name.",
    },
    Code {
        code: "E1207",
        title: "a port without a socket",
        explanation: "Each port of a page is a place of the page above, and each substitution transition must say which.",
        example: "pages:\n  Top:\n    places: {A: UNIT}\n    substitutions: {S: {page: Sub}}\n  Sub:\n    places: {P: {colset: UNIT, port: in}}\n    transitions: {T: {in: {P: ()}}}",
        cure: "Add the port to `ports`.",
    },
    Code {
        code: "E1208",
        title: "a port and its socket have different colour sets",
        explanation: "A port and its socket are one place, so they have one colour set.",
        example: "pages:\n  Top:\n    places: {A: INT}\n    substitutions: {S: {page: Sub, ports: {P: A}}}\n  Sub:\n    places: {P: {colset: UNIT, port: in}}\n    transitions: {T: {in: {P: ()}}}",
        cure: "Write the same name at both.",
    },
    Code {
        code: "E1209",
        title: "a port has an initial marking of its own",
        explanation: "A port and its socket are one place, which has one initial marking: that of the socket.",
        example: "pages:\n  Top:\n    places: {A: UNIT}\n    substitutions: {S: {page: Sub, ports: {P: A}}}\n  Sub:\n    places: {P: {colset: UNIT, port: in, initial: ()}}\n    transitions: {T: {in: {P: ()}}}",
        cure: "Move the initial marking to the socket.",
    },
    Code {
        code: "E1210",
        title: "a port is used against its type",
        explanation: "A page only takes tokens from a port of type `in` and only puts tokens on one of type `out`.",
        example: "pages:\n  Top:\n    places: {A: UNIT}\n    substitutions: {S: {page: Sub, ports: {P: A}}}\n  Sub:\n    places: {P: {colset: UNIT, port: in}}\n    transitions: {T: {out: {P: ()}}}",
        cure: "Correct the type; `both` allows both.",
    },
    Code {
        code: "E1211",
        title: "a page contains itself",
        explanation: "A substitution transition on a page stands for that page, perhaps by way of others. The net would have no end.",
        example: "pages:\n  A: {places: {P: UNIT}, transitions: {T: {in: {P: ()}}}, substitutions: {S: {page: A}}}",
        cure: "Break the circle.",
    },
    Code {
        code: "E1212",
        title: "places of a fusion set have different colour sets",
        explanation: "All places of a fusion set are one place, so they have one colour set.",
        example: "places:\n  A: {colset: INT, fusion: F}\n  B: {colset: UNIT, fusion: F}\ntransitions:\n  T: {in: {A: \"1\"}}",
        cure: "Write the same name at all of them.",
    },
    Code {
        code: "E1213",
        title: "places of a fusion set have different initial markings",
        explanation: "All places of a fusion set are one place, so they have one initial marking. One of them may give it, or several the same.",
        example: "places:\n  A: {colset: INT, fusion: F, initial: \"1`1\"}\n  B: {colset: INT, fusion: F, initial: \"1`2\"}\ntransitions:\n  T: {in: {A: \"1\"}}",
        cure: "Keep one of them.",
    },
    Code {
        code: "E1214",
        title: "too many instances",
        explanation: "A page that is used several times is there several times, with all its places and transitions; so are the pages below it. The numbers multiply, and this net has more of them than can be explored.",
        example: "pages: {}",
        cure: "Use one page with a colour that says which copy a token belongs to.",
    },
    Code {
        code: "E1301",
        title: "a name that no parameter can have",
        explanation: "A parameter is a value of the declarations, so its name is an identifier of the language.",
        example: "parameters: {2x: 1}\nplaces: {A: UNIT}\ntransitions: {T: {in: {A: ()}}}",
        cure: "Choose a name that starts with a letter and has only letters, digits, `_` and `'` in it, and that is no word of the language.",
    },
    Code {
        code: "E1302",
        title: "a value of another type than its parameter",
        explanation: "A parameter has a type: that of `type`, or else that of its default.",
        example: "parameters: {n: {type: int, default: many}}\nplaces: {A: UNIT}\ntransitions: {T: {in: {A: ()}}}",
        cure: "Give a value of the type, or change the type.",
    },
    Code {
        code: "E1303",
        title: "a value outside of its parameter's range",
        explanation: "A number is less than the parameter's `min` or more than its `max`, or the range is empty.",
        example: "parameters: {n: {default: 30, max: 20}}\nplaces: {A: UNIT}\ntransitions: {T: {in: {A: ()}}}",
        cure: "Choose a value in the range, or change the range.",
    },
    Code {
        code: "E1304",
        title: "`--set` needs a name and a value",
        explanation: "A parameter is set by `--set NAME=VALUE`, each parameter once.",
        example: "places: {A: UNIT}",
        cure: "Write, for example, `--set packets=6`.",
    },
    Code {
        code: "E1305",
        title: "a parameter that is not there",
        explanation: "`--set` and the `set` of an expectation give values to parameters of the net, and the net has none of this name.",
        example: "parameters: {packets: 4}\nplaces: {A: UNIT}\ntransitions: {T: {in: {A: ()}}}\nexpect: {set: {packet: 3}, states: 1}",
        cure: "Correct the name, or add it to `parameters`.",
    },
    Code {
        code: "W1201",
        title: "a place without arcs",
        explanation: "Nothing ever takes tokens from the place or puts tokens on it.",
        example: "places: {A: UNIT, B: UNIT}\ntransitions: {T: {in: {A: ()}}}",
        cure: "Connect the place, or remove it.",
    },
    Code {
        code: "W1202",
        title: "a transition that moves no tokens",
        explanation: "A transition without arcs is always enabled and changes nothing.",
        example: "places: {A: UNIT}\ntransitions: {T: {in: {A: ()}}, U: }",
        cure: "Give the transition arcs, or remove it.",
    },
    Code {
        code: "W1203",
        title: "a port of a page that nothing uses",
        explanation: "A port is a place of the page above. No substitution transition stands for this page, so there is no page above.",
        example: "places: {A: {colset: UNIT, port: in}}\ntransitions: {T: {in: {A: ()}}}",
        cure: "Leave out `port`, or use the page in a substitution transition.",
    },
    Code {
        code: "W1204",
        title: "a fusion set with one place",
        explanation: "A fusion set makes several places one. With one member it does nothing, and probably a name is misspelt.",
        example: "places: {A: {colset: UNIT, fusion: F}}\ntransitions: {T: {in: {A: ()}}}",
        cure: "Correct the name, or leave out `fusion`.",
    },
    Code {
        code: "W1205",
        title: "a declaration that nothing uses",
        explanation: "A colour set, variable, value or function is declared, but neither an inscription nor another declaration uses it.",
        example: "declarations: |\n  colset NO = int;\nplaces: {A: UNIT}\ntransitions: {T: {in: {A: ()}}}",
        cure: "Remove it. A name that starts with `_` is not reported.",
    },
    Code {
        code: "W1206",
        title: "a parameter that nothing uses",
        explanation: "Setting this parameter changes nothing.",
        example: "parameters: {n: 3}\nplaces: {A: UNIT}\ntransitions: {T: {in: {A: ()}}}",
        cure: "Use it in the declarations or inscriptions, or remove it.",
    },
];
