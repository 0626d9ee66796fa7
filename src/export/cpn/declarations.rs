//! Declarations: CPN Tools stores colour sets and variables as elements, all else as text.
//!
//! What is read from an `ml` of a model goes into one again, as it is. A text of one's own, in which all kinds of declarations follow each other, is split; a comment before a colour set or variable becomes an
//! `ml` of its own, since the elements of these have no room for one.

use super::colset::{Colsets, Form};
use super::standard::Standard;
use super::xml::Xml;
use crate::net::model::Model;
use crate::net::parameters;
use sweepnet_lang::span::{SourceId, Sources};
use sweepnet_lang::syntax::ast::{Ast, ColsetBody, Dec, DecKind};
use sweepnet_lang::syntax::fixity::{self, Fixities};
use sweepnet_lang::syntax::{lexer, parser};

/// What stands between declarations.
const BETWEEN: [char; 5] = [';', ' ', '\n', '\t', '\r'];

/// Writes parameters and declarations, in their order.
pub fn write(out: &mut Xml, model: &Model, sources: &Sources, standard: &Standard) {
    standard.write(out);
    let id = out.id();
    out.element("block", &[("id", &id)], |out| {
        out.text("id", &[], "Declarations");
        for parameter in &model.parameters {
            ml(out, &format!("{};", parameters::declaration(parameter)));
        }
        for text in &model.declarations {
            for declaration in split(sources, text.source, standard) {
                declaration.write(out);
            }
        }
    });
}

/// Colour sets that CPN Tools cannot declare.
pub fn without_form(model: &Model, sources: &Sources) -> Vec<String> {
    let mut names = Vec::new();
    for text in &model.declarations {
        for dec in parsed(sources, text.source).decs {
            if let DecKind::Colset(colset) = &dec.kind
                && let ColsetBody::Char(_) = &colset.body
            {
                names.push(colset.name.name.to_string());
            }
        }
    }
    names
}

/// The declarations of a text.
pub fn parsed(sources: &Sources, source: SourceId) -> Ast {
    let mut ignored = Vec::new();
    let mut ast = parser::parse(sources, source, &mut ignored);
    fixity::resolve(&mut ast, &mut Fixities::cpn(), &mut ignored);
    ast
}

/// A declaration as elements.
enum Written {
    Ml(String),
    Var(Vec<String>, String, String),
    Globref(String, String, String),
    Colset(String, bool, Form, String),
}

/// The declarations of a text, each with what stands before it.
fn split(sources: &Sources, source: SourceId, standard: &Standard) -> Vec<Written> {
    let ast = parsed(sources, source);
    let whole = &sources.get(source).text;
    let has_element = |dec: &Dec| {
        let kind = &dec.kind;
        matches!(
            kind,
            DecKind::Colset(_) | DecKind::Var(..) | DecKind::Globref(..)
        )
    };
    if !ast.decs.iter().any(has_element) {
        let text = whole.trim();
        return (!text.is_empty())
            .then(|| Written::Ml(text.to_string()))
            .into_iter()
            .collect();
    }
    let colsets = Colsets {
        ast: &ast,
        sources,
        standard,
    };
    let slice = |from: usize, to: usize| whole.get(from..to).unwrap_or("");
    let mut all = Vec::new();
    let mut at = 0;
    for dec in &ast.decs {
        let start = (dec.span.start as usize).max(at);
        let end = (dec.span.end as usize).max(start);
        let gap = slice(at, start);
        let before = gap.trim_matches(BETWEEN);
        let text = slice(start, end).trim_end_matches(BETWEEN);
        let behind = behind(slice(end, whole.len()));
        at = end + behind.len();
        let behind = behind.trim_start_matches(';');
        match written(&colsets, dec, format!("{text};")) {
            Written::Ml(text) => {
                // A comment that begins a paragraph stays by itself, as import writes one.
                let own = is_paragraph(gap).then(|| comment(before)).flatten();
                let text = match (&own, before) {
                    (Some(_), _) | (None, "") => text + behind,
                    (None, before) => format!("{before}\n{text}{behind}"),
                };
                all.extend(own);
                all.push(Written::Ml(text));
            }
            written => {
                all.extend(comment(before));
                all.push(written);
                all.extend(comment(behind.trim_matches(BETWEEN)));
            }
        }
    }
    all.extend(comment(slice(at, whole.len()).trim_matches(BETWEEN)));
    all
}

/// The comments that begin on the line on which a declaration ends.
fn behind(rest: &str) -> &str {
    let (mut at, mut end) = (0, 0);
    loop {
        let blank = rest[at..].len() - rest[at..].trim_start_matches([' ', '\t', ';']).len();
        let Some(comment) = first_comment(&rest[at + blank..]) else {
            return &rest[..end];
        };
        at += blank + comment;
        end = at;
    }
}

/// How long the comment is that a text begins with.
fn first_comment(text: &str) -> Option<usize> {
    let (mut depth, mut at) = (0usize, 0);
    while text.get(at..).is_some_and(|rest| !rest.is_empty()) {
        let rest = text.get(at..)?;
        let (open, close) = (rest.starts_with("(*"), rest.starts_with("*)"));
        depth = match (open, close) {
            (true, _) => depth + 1,
            (_, true) => depth.checked_sub(1)?,
            _ if depth == 0 => return None,
            _ => depth,
        };
        at += match open || close {
            true => 2,
            false => rest.chars().next()?.len_utf8(),
        };
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// Whether an empty line stands before the first comment in what is between two declarations.
fn is_paragraph(gap: &str) -> bool {
    let blanks = gap.split("(*").next().unwrap_or("");
    blanks.matches('\n').count() > 1
}

/// A comment by itself. What is no comment could not be read, and the net does without it.
fn comment(text: &str) -> Option<Written> {
    let tokens = lexer::lex(text, SourceId(0), &mut Vec::new()).tokens;
    (tokens.is_empty() && !text.is_empty()).then(|| Written::Ml(text.to_string()))
}

fn written(colsets: &Colsets, dec: &Dec, text: String) -> Written {
    match &dec.kind {
        DecKind::Colset(colset) => match colsets.form(colset) {
            Some(form) => Written::Colset(colset.name.name.to_string(), colset.timed, form, text),
            None => Written::Ml(text),
        },
        DecKind::Var(names, ty) => {
            let names = names.iter().map(|name| name.name.to_string()).collect();
            let ty = colsets.slice(colsets.ast[*ty].span);
            Written::Var(names, colsets.standard.name(&ty), text)
        }
        DecKind::Globref(name, value) => {
            let value = colsets.slice(colsets.ast[*value].span);
            Written::Globref(name.name.to_string(), value, text)
        }
        _ => Written::Ml(text),
    }
}

impl Written {
    fn write(self, out: &mut Xml) {
        let id = out.id();
        match self {
            Written::Ml(text) => ml(out, &text),
            Written::Var(names, ty, text) => out.element("var", &[("id", &id)], |out| {
                out.element("type", &[], |out| out.text("id", &[], &ty));
                for name in &names {
                    out.text("id", &[], name);
                }
                out.ml("layout", &[], &text);
            }),
            Written::Globref(name, value, text) => out.element("globref", &[("id", &id)], |out| {
                out.text("id", &[], &name);
                out.ml("ml", &[], &value);
                out.ml("layout", &[], &text);
            }),
            Written::Colset(name, timed, form, text) => {
                out.element("color", &[("id", &id)], |out| {
                    out.text("id", &[], &name);
                    if timed {
                        out.empty("timed", &[]);
                    }
                    form.write(out);
                    out.ml("layout", &[], &text);
                })
            }
        }
    }
}

/// A declaration as text, which CPN Tools writes twice.
pub fn ml(out: &mut Xml, text: &str) {
    let id = out.id();
    out.ml_and("ml", &[("id", &id)], text, |out| {
        out.ml("layout", &[], text);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_behind_or_before() {
        assert_eq!(
            behind("; (* a (* b\n *) *) (* c *)\n(* d *)"),
            "; (* a (* b\n *) *) (* c *)"
        );
        assert_eq!(behind(";\n(* d *)"), "");
        assert_eq!(behind(" (* never closed"), "");
        assert!(is_paragraph(";\n\n(* c\n\n *)\n") && !is_paragraph("\n(* c\n\n *)"));
    }
}
