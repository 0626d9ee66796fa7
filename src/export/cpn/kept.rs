//! Monitors that are kept and not run: of these a net has the text of all their functions together. CPN Tools itself names a function by what it is for, so the text can be taken apart again.

use super::monitors::Monitor;
use crate::net::observe::KINDS;
use sweepnet_lang::span::SourceId;
use sweepnet_lang::syntax::lexer;

/// What CPN Tools calls the functions of monitors.
const NAMES: &[&str] = &["init", "pred", "obs", "action", "stop"];

/// The monitor whose functions are in a text; `None` if it does not tell what it is. `file` says whether it writes one.
pub fn monitor(text: &str, file: Option<&str>) -> Option<Monitor> {
    let mut found = functions(text);
    let mut take = |name: &str| {
        let at = found.iter().position(|function| function.0 == name)?;
        Some(found.remove(at).1.to_string())
    };
    let (init, when, observe) = (take("init"), take("pred"), take("obs"));
    let (action, stop) = (take("action"), take("stop"));
    if when.is_some() || observe.is_some() {
        return Some(Monitor::of_functions(
            [init, when, observe, action, stop],
            file,
        ));
    }
    // A kind without functions is a comment.
    let kind = text.trim_start().strip_prefix("(*")?.split_once("*)")?.0;
    let kind = KINDS.iter().position(|known| *known == kind.trim())?;
    Monitor::is_standard(kind).then(|| Monitor::standard(kind, &[]))
}

/// The functions of a text by their names, each with what stands before it.
fn functions(text: &str) -> Vec<(&'static str, &str)> {
    let tokens = lexer::lex(text, SourceId(0), &mut Vec::new()).tokens;
    let written = |at: usize| {
        tokens
            .get(at)
            .and_then(|token| text.get(token.span.range()))
    };
    let mut depth = 0usize;
    let mut starts = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match written(at).unwrap_or("") {
            "(" | "[" | "{" | "let" | "local" | "struct" => depth += 1,
            ")" | "]" | "}" | "end" => depth = depth.saturating_sub(1),
            "fun" if depth == 0 => {
                let name = NAMES.iter().find(|name| written(at + 1) == Some(**name));
                starts.extend(name.map(|name| (*name, token.span.start as usize)));
            }
            _ => {}
        }
    }
    let ends = starts.iter().skip(1).map(|start| start.1);
    let ends: Vec<usize> = ends.chain([text.len()]).collect();
    // Whatever stands before the first one belongs to it.
    let begins = [0].into_iter().chain(ends.iter().copied());
    let parts = begins.zip(&ends).zip(&starts);
    parts
        .map(|((from, to), start)| (start.0, text.get(from..*to).unwrap_or("").trim()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_taken_apart() {
        let text = "fun init () = ()\nfun pred (b) =\nlet\n  fun pred x = true\nin\n  pred b\nend;\nfun obs _ = 1";
        let found = functions(text);
        let names: Vec<&str> = found.iter().map(|f| f.0).collect();
        assert_eq!(names, ["init", "pred", "obs"]);
        assert!(found[1].1.ends_with("end;"), "{found:?}");
        assert!(functions("fun other () = ()").is_empty());
    }

    #[test]
    fn what_says_nothing_is_no_monitor() {
        assert!(monitor("fun other () = ()", None).is_none());
        assert!(monitor("(* No such kind *) Top'A", None).is_none());
        assert!(monitor("(* Transition enabled break point *) Top'T", None).is_some());
    }
}
