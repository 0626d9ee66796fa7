//! The operator that a delay may begin with: `@+ 3`, or `@++ 3` for a time. Here a delay is just an expression, so it may be left out.

use std::ops::Range;
use sweepnet_lang::span::SourceId;
use sweepnet_lang::syntax::lexer;

/// The operator that is for a time.
pub const OF_TIME: &str = "@++";
/// The operator that is for an `int`.
pub const OF_INT: &str = "@+";

/// A delay as it is written.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Delay<'t> {
    /// Comments before the operator.
    pub before: &'t str,
    /// The operator.
    pub operator: Option<&'t str>,
    /// What stands after it.
    pub expression: &'t str,
}

impl<'t> Delay<'t> {
    /// Finds the operator in a text.
    pub fn of(text: &'t str) -> Delay<'t> {
        let found = operator(text).and_then(|at| {
            let before = text.get(..at.start)?.trim();
            Some((before, text.get(at.clone())?, text.get(at.end..)?))
        });
        match found {
            Some((before, operator, expression)) => Delay {
                before,
                operator: Some(operator),
                expression: expression.trim(),
            },
            None => Delay {
                before: "",
                operator: None,
                expression: text.trim(),
            },
        }
    }

    /// The delay without its operator.
    pub fn bare(&self) -> String {
        format!("{} {}", self.before, self.expression)
            .trim()
            .to_string()
    }

    /// Whether it says how long.
    pub fn is_given(&self) -> bool {
        !lexer::lex(self.expression, SourceId(0), &mut Vec::new())
            .tokens
            .is_empty()
    }
}

fn operator(text: &str) -> Option<Range<usize>> {
    let tokens = lexer::lex(text, SourceId(0), &mut Vec::new()).tokens;
    let start = tokens.first()?.span.start as usize;
    let rest = text.get(start..)?;
    let operator = [OF_TIME, OF_INT]
        .into_iter()
        .find(|o| rest.starts_with(o))?;
    Some(start..start + operator.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_found_behind_comments() {
        for (text, before, operator, expression) in [
            ("3", "", None, "3"),
            (" @+~3 ", "", Some("@+"), "~3"),
            ("@++ r", "", Some("@++"), "r"),
            ("(* @++ *) @+5", "(* @++ *)", Some("@+"), "5"),
            ("(* c *) 5", "", None, "(* c *) 5"),
        ] {
            let wanted = Delay {
                before,
                operator,
                expression,
            };
            assert_eq!(Delay::of(text), wanted);
        }
        assert_eq!(Delay::of("(* c *) @+5").bare(), "(* c *) 5");
        assert!(!Delay::of("@+ (* how long? *)").is_given());
    }
}
