//! Guards: a condition, or several as a list.

use sweepnet_lang::span::SourceId;
use sweepnet_lang::syntax::lexer;
use sweepnet_lang::syntax::token::Token;

/// The conditions of a guard that is written as a list: `[a, b]`.
pub fn conditions(guard: &str) -> Vec<String> {
    let tokens = lexer::lex(guard, SourceId(0), &mut Vec::new()).tokens;
    let whole = || vec![guard.to_string()];
    let mut depth = 0usize;
    let mut commas = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        let written = guard.get(token.span.range()).unwrap_or("");
        match (&token.token, written) {
            (Token::LBracket | Token::LParen | Token::LBrace, _) | (_, "let" | "local") => {
                depth += 1
            }
            (Token::RBracket | Token::RParen | Token::RBrace, _) | (_, "end") => {
                depth = depth.saturating_sub(1);
            }
            (Token::Comma, _) if depth == 1 => commas.push(token.span),
            _ => {}
        }
        let first = i == 0 && token.token == Token::LBracket;
        let last = i + 1 == tokens.len() && token.token == Token::RBracket;
        if (i == 0 && !first) || (depth == 0 && !last) {
            return whole();
        }
    }
    let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else {
        return whole();
    };
    if tokens.len() < 3 || depth != 0 {
        return match tokens.len() == 2 {
            true => empty(guard),
            false => whole(),
        };
    }
    let part = |from: u32, to: u32| {
        let part = guard.get(from as usize..to as usize).unwrap_or("");
        part.trim().to_string()
    };
    let mut parts = Vec::new();
    let mut at = first.span.end;
    for comma in commas {
        parts.push(part(at, comma.start));
        at = comma.end;
    }
    parts.push(part(at, last.span.start));
    if parts.iter().any(String::is_empty) {
        return whole();
    }
    // A comment around the brackets is one of the first condition, or of the last.
    let (before, after) = (
        part(0, first.span.start),
        part(last.span.end, guard.len() as u32),
    );
    if let Some(first) = parts.first_mut() {
        *first = format!("{before} {first}").trim().to_string();
    }
    if let Some(last) = parts.last_mut() {
        *last = format!("{last} {after}").trim().to_string();
    }
    parts
}

/// A list without conditions; comments in it need one.
fn empty(guard: &str) -> Vec<String> {
    let comments = guard.replace(['[', ']'], "");
    match comments.trim() {
        "" => Vec::new(),
        comments => vec![format!("{comments} true")],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guards_that_are_lists() {
        assert_eq!(
            conditions("[n = k, f (a, b) > 0]"),
            ["n = k", "f (a, b) > 0"]
        );
        assert_eq!(conditions("[x] = y"), ["[x] = y"]);
        assert_eq!(conditions("[x, y] = [z]"), ["[x, y] = [z]"]);
        // Whatever an element is, a comma ends it.
        assert_eq!(
            conditions("[if a then b else c, d]"),
            ["if a then b else c", "d"]
        );
        assert_eq!(
            conditions("[case a of (x, y) => x | _ => b, let val z = (1, 2) in f z end]"),
            [
                "case a of (x, y) => x | _ => b",
                "let val z = (1, 2) in f z end"
            ]
        );
        assert_eq!(conditions("[]"), Vec::<String>::new());
        assert_eq!(
            conditions("(* a *) [(* b [ *) x, y] (* c *)"),
            ["(* a *) (* b [ *) x", "y (* c *)"]
        );
        assert_eq!(conditions("[ (* a *) ]"), ["(* a *) true"]);
        assert_eq!(conditions("[a = \"x,]\"]"), ["a = \"x,]\""]);
        assert_eq!(conditions("a andalso b"), ["a andalso b"]);
        assert_eq!(conditions("a, b"), ["a, b"]);
    }
}
