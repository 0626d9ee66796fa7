//! Texts in comments.

use std::borrow::Cow;
use sweepnet_lang::span::SourceId;
use sweepnet_lang::syntax::lexer;

/// A text as it can stand in a comment: brackets that would end the comment, or begin one that does not end, are taken apart.
pub fn in_comment(text: &str) -> Cow<'_, str> {
    let mut problems = Vec::new();
    let whole = format!("(* {text} *)");
    let lexed = lexer::lex(&whole, SourceId(0), &mut problems);
    match lexed.tokens.is_empty() && problems.is_empty() {
        true => Cow::Borrowed(text),
        false => Cow::Owned(text.replace("(*", "( *").replace("*)", "* )")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_end_where_they_should() {
        for kept in ["a", "", "a (* b *) c", "\"text", "(a) * (b)"] {
            assert_eq!(in_comment(kept), kept);
        }
        for (text, changed) in [
            ("a *) b", "a * ) b"),
            ("(* a", "( * a"),
            ("*) a (*", "* ) a ( *"),
            ("(*)", "( * )"),
            ("(* (* a *)", "( * ( * a * )"),
            ("(**", "( **"),
        ] {
            assert_eq!(in_comment(text), changed);
            assert_eq!(in_comment(changed), changed);
        }
    }
}
