//! Names of a net never collide with what the tool declares for scripts: every word of the library,
//! and of the declarations generated for a net, in every position where a net can have a name.
//!
//! A net has many of the names at once. Only if it cannot be queried is it split, to report the name.

use std::collections::BTreeSet;
use std::path::Path;
use sweepnet::net::{self, Loaded};
use sweepnet::query::{self, Limits};
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::session::Event;

/// Names in one net.
const BATCH: usize = 120;

/// No names of values here: scripts need the first two, which a value of the net hides by the rules
/// of the language, and the others are operators.
const NO_VALUES: [&str; 6] = ["NoOfNodes", "ArcToBE", "div", "mod", "o", "before"];

/// What is asked of each net.
const QUERY: &str = "(NoOfNodes (), Mark.{page}'{place} 1 1, Bind.{page}'{transition} (1, {binding}) = ArcToBE 1, SLMark.{page}'{place})";

/// A position that a name can have.
struct Position {
    what: &'static str,
    /// Whether names there are values of the language.
    value: bool,
    net: fn(&[&str]) -> Net,
}

/// A net and its parts that are asked for.
struct Net {
    text: String,
    page: String,
    place: String,
    transition: String,
    binding: &'static str,
}

const POSITIONS: &[Position] = &[
    Position {
        what: "constructor",
        value: true,
        net: |names| declared(&format!("colset zz'c = with {};", names.join(" | "))),
    },
    Position {
        what: "index",
        value: true,
        net: |names| {
            each(names, |name, at| {
                format!("colset zz'i{at} = index {name} with 1..2;")
            })
        },
    },
    Position {
        what: "union",
        value: true,
        net: |names| declared(&format!("colset zz'u = union {};", names.join(" + "))),
    },
    Position {
        what: "colour set",
        value: false,
        net: |names| {
            let places = (names.iter().enumerate()).map(|(at, name)| {
                format!(
                    "  place{at}: {{colset: '{}', initial: first{at}}}\n",
                    yaml(name)
                )
            });
            let mut net = each(names, |name, at| {
                format!("colset {name} = with first{at} | second{at};")
            });
            let places: String = places.collect();
            net.text = net
                .text
                .replace("transitions:\n", &format!("{places}transitions:\n"));
            net.place = "place0".to_string();
            net
        },
    },
    Position {
        what: "variable",
        value: true,
        net: |names| {
            let mut net = declared(&format!("var {} : zz'k;", names.join(", ")));
            let pattern = format!("'[{}]'", names.join(", ").replace('\'', "''"));
            net.text = net.text.replace(
                "colset: zz'k, initial: 'zz''k.all ()'",
                "colset: zz'l, initial: '[zz''list]'",
            );
            net.text = net.text.replace("B: zz'k", "B: zz'l");
            let list = vec!["zz'a"; names.len()].join(", ");
            let more = format!("colset zz'l = list zz'k; val zz'list = [{list}];\n  var");
            net.text = net.text.replacen("var", &more, 1);
            net.text = net.text.replace("A: zz'v", &format!("A: {pattern}"));
            net.text = net.text.replace("B: zz'v", &format!("B: {pattern}"));
            net.binding = "{}";
            net
        },
    },
    Position {
        what: "function",
        value: true,
        net: |names| each(names, |name, _| format!("fun {name} () = zz'a;")),
    },
    Position {
        what: "exception",
        value: true,
        net: |names| each(names, |name, _| format!("exception {name};")),
    },
    Position {
        what: "type",
        value: false,
        net: |names| each(names, |name, _| format!("type {name} = zz'k;")),
    },
    Position {
        what: "structure",
        value: false,
        net: |names| {
            each(names, |name, _| {
                format!("structure {name} = struct val zz'm = zz'a end;")
            })
        },
    },
    Position {
        what: "record field",
        value: false,
        net: |names| {
            let fields: Vec<String> = names.iter().map(|name| format!("{name} : zz'k")).collect();
            declared(&format!("colset zz'r = record {};", fields.join(" * ")))
        },
    },
    Position {
        what: "parameter",
        value: true,
        net: |names| {
            let mut net = declared("");
            let lines: String = names
                .iter()
                .map(|n| format!("  '{}': 3\n", yaml(n)))
                .collect();
            net.text = format!("parameters:\n{lines}{}", net.text);
            net
        },
    },
    Position {
        what: "place",
        value: false,
        net: |names| {
            let mut net = declared("");
            let lines: String = without(names, &["A", "B"])
                .map(|n| format!("  '{}': zz'k\n", yaml(n)))
                .collect();
            net.text = net
                .text
                .replace("transitions:\n", &format!("{lines}transitions:\n"));
            net.place = names[0].to_string();
            net
        },
    },
    Position {
        what: "transition",
        value: false,
        net: |names| {
            let mut net = declared("");
            let lines = without(names, &["T"])
                .map(|n| format!("  '{}': {{in: {{A: zz'v}}, out: {{B: zz'v}}}}\n", yaml(n)));
            let lines: String = lines.collect();
            net.text = net
                .text
                .replace("transitions:\n", &format!("transitions:\n{lines}"));
            net.transition = names[0].to_string();
            net
        },
    },
    Position {
        what: "page",
        value: false,
        net: |names| {
            let mut net = declared("");
            let (head, page) = net.text.split_once("places:\n").expect("a page");
            let page: String = format!("places:\n{page}")
                .lines()
                .map(|l| format!("    {l}\n"))
                .collect();
            // Tokens on one page only: pages with tokens multiply the states.
            let empty = page.replace(", initial: 'zz''k.all ()'", "");
            let pages = names.iter().enumerate().map(|(at, name)| match at {
                0 => format!("  '{}':\n{page}", yaml(name)),
                _ => format!("  '{}':\n{empty}", yaml(name)),
            });
            let pages: String = pages.collect();
            net.text = format!("{head}pages:\n{pages}");
            net.page = names[0].to_string();
            net
        },
    },
];

/// The names but those that the net has already.
fn without<'n>(names: &'n [&'n str], there: &[&str]) -> impl Iterator<Item = &'n str> {
    let there: Vec<String> = there.iter().map(|name| name.to_string()).collect();
    (names.iter().copied()).filter(move |name| !there.iter().any(|known| known == name))
}

/// A name inside of YAML's single quotes.
fn yaml(name: &str) -> String {
    name.replace('\'', "''")
}

/// A net with a declaration.
fn declared(declaration: &str) -> Net {
    let text = format!(
        "declarations: |\n  colset zz'k = with zz'a | zz'b;\n  {declaration}\n  var zz'v : zz'k;\nplaces:\n  A: {{colset: zz'k, initial: zz'a}}\n  B: zz'k\ntransitions:\n  T: {{in: {{A: zz'v}}, out: {{B: zz'v}}}}\n"
    )
    .replace("initial: zz'a", "initial: 'zz''k.all ()'");
    Net {
        text,
        page: "Top".to_string(),
        place: "A".to_string(),
        transition: "T".to_string(),
        binding: "{zz'v = zz'a}",
    }
}

/// A net with a declaration for each name.
fn each(names: &[&str], declaration: fn(&str, usize) -> String) -> Net {
    let lines = names.iter().enumerate();
    let lines: Vec<String> = lines.map(|(at, name)| declaration(name, at)).collect();
    declared(&lines.join("\n  "))
}

/// Every word of the library, of what is declared for a net, and more that a modeller may think of.
fn names() -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut names = BTreeSet::new();
    let mut add = |text: &str| {
        let part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '\'';
        let words = text
            .split(|c| !part(c))
            .filter(|w| w.starts_with(|c: char| c.is_ascii_alphabetic()));
        names.extend(words.map(str::to_string));
    };
    for folder in [root.join("stdlib"), root.join("src/query")] {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let is_generator = path.file_name().is_some_and(|name| name == "declare.rs");
            if path.extension().is_some_and(|e| e == "sml") || is_generator {
                add(&std::fs::read_to_string(path).expect("a text"));
            }
        }
    }
    ('a'..='z')
        .chain('A'..='Z')
        .for_each(|c| add(&c.to_string()));
    add(
        "int bool unit string real char time intinf INT BOOL UNIT STRING REAL TIME INTINF none'at'all colour'0 colour'1 shape'of bindelem Elem Host Mark SLMark st_Mark TI PI Bind SL OGSet List x y n' a1 mark'1",
    );
    let reserved = [
        "abstype",
        "and",
        "andalso",
        "as",
        "case",
        "datatype",
        "do",
        "else",
        "end",
        "exception",
        "fn",
        "fun",
        "handle",
        "if",
        "in",
        "infix",
        "infixr",
        "let",
        "local",
        "nonfix",
        "of",
        "op",
        "open",
        "orelse",
        "raise",
        "rec",
        "then",
        "type",
        "val",
        "with",
        "withtype",
        "while",
        "eqtype",
        "functor",
        "include",
        "sharing",
        "sig",
        "signature",
        "struct",
        "structure",
        "where",
        // These the language does not allow to be declared again.
        "true",
        "false",
        "nil",
        "ref",
        "it",
        // Declarations of colour sets end with these.
        "by",
        "timed",
    ];
    names.retain(|name| !reserved.contains(&name.as_str()));
    names
}

/// Returns why a net with these names cannot be queried.
fn trouble(position: &Position, names: &[&str]) -> Option<String> {
    let net = (position.net)(names);
    let Loaded {
        sources,
        model,
        net: flat,
        diagnostics,
        ..
    } = net::load_text("names.yaml", net.text.as_str(), Path::new(""), "names", &[]);
    let shown = |sources: &sweepnet_lang::span::Sources, problems: &[Diagnostic]| {
        let errors = problems.iter().filter(|d| d.is_error()).take(2);
        let errors = errors.map(|d| {
            let text = d.span().map_or("", |span| {
                &sources.get(span.source).text[span.start as usize..span.end as usize]
            });
            format!("{} {} at `{text}`", d.code, d.message)
        });
        errors.collect::<Vec<_>>().join("; ")
    };
    // Constructors of the language cannot be parameters, which a message says.
    let refused = diagnostics.iter().filter(|d| d.code == "E1301");
    let refused: Vec<&str> = refused
        .filter_map(|d| d.message.split('`').nth(1))
        .collect();
    let rest: Vec<&str> = (names.iter().copied())
        .filter(|name| !refused.contains(name))
        .collect();
    if rest.len() < names.len() {
        return trouble(position, &rest).filter(|_| !rest.is_empty());
    }
    let (Some(model), Some(flat)) = (model, flat) else {
        return Some(shown(&sources, &diagnostics));
    };
    let limits = Limits {
        max_states: Some(1000),
        ..Limits::default()
    };
    let mut session = match query::session(&model, flat, limits) {
        Ok(session) => session,
        Err(problems) => return Some(shown(&problems.sources, &problems.diagnostics)),
    };
    let binding = match position.what {
        "variable" => {
            let fields: Vec<String> = names.iter().map(|name| format!("{name} = zz'a")).collect();
            format!("{{{}}}", fields.join(", "))
        }
        _ => net.binding.to_string(),
    };
    let query = QUERY
        .replace("{page}", &net.page)
        .replace("{place}", &net.place)
        .replace("{transition}", &net.transition)
        .replace("{binding}", &binding);
    let mut nodes = None;
    let problems = query::run_each(&mut session, "query", &query, &mut |event| {
        if let Event::Bound { value, .. } = event {
            nodes = value
                .trim_start_matches('(')
                .split(',')
                .next()
                .map(str::to_string);
        }
    });
    let errors = shown(&session.sources, &problems);
    match nodes.and_then(|nodes| nodes.parse::<u64>().ok()) {
        Some(nodes) if errors.is_empty() && nodes > 1 => None,
        other => Some(format!("{errors} {other:?} {query}")),
    }
}

/// Adds the names among these that break a net, each with the reason.
fn breaking(position: &Position, names: &[&str], found: &mut Vec<String>) {
    let Some(why) = trouble(position, names) else {
        return;
    };
    match names {
        [name] => found.push(format!("{} `{name}`: {why}", position.what)),
        _ => {
            let (left, right) = names.split_at(names.len() / 2);
            let before = found.len();
            breaking(position, left, found);
            breaking(position, right, found);
            if found.len() == before {
                found.push(format!(
                    "{} {} together: {why}",
                    position.what,
                    names.join(" ")
                ));
            }
        }
    }
}

#[test]
fn no_name_of_a_net_collides_with_what_scripts_are_given() {
    let names = names();
    assert!(names.len() >= 500, "{}", names.len());
    let mut found = Vec::new();
    for position in POSITIONS {
        let usable = names.iter().map(String::as_str);
        let usable = usable.filter(|name| !(position.value && NO_VALUES.contains(name)));
        let usable: Vec<&str> = usable.collect();
        for batch in usable.chunks(BATCH) {
            breaking(position, batch, &mut found);
            assert!(found.len() < 40, "{}", found.join("\n"));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
