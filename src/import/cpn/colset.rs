//! Colour sets: stored as elements, written as declarations.

use super::super::xml::Element;
use super::compose::Composed;

/// The declaration of a colour set; `None` if its form is not known.
pub fn declaration(element: Element) -> Option<Composed> {
    let mut out = Composed::of(element);
    out.glue("colset ").piece(&element.child("id")?.text());
    out.glue(" = ");
    element.children().find_map(|form| body(form, &mut out))?;
    if element.child("timed").is_some() {
        out.glue(" timed");
    }
    out.glue(";");
    Some(out)
}

/// Adds the right side of a declaration; `None` if the element is no form of a colour set.
fn body(form: Element, out: &mut Composed) -> Option<()> {
    let ids = || form.all("id");
    match form.name {
        "unit" => {
            out.glue("unit");
            if let Some(id) = form.child("with").and_then(|with| with.child("id")) {
                out.glue(" with ").piece(&id.text());
            }
        }
        "bool" => {
            out.glue("bool");
            if let Some(with) = form.child("with") {
                out.glue(" with (").pieces(with.all("id"), ", ").glue(")");
            }
        }
        "int" | "intinf" | "real" | "string" | "time" => {
            out.glue(form.name);
            range(form.child("with"), " with ", out);
            // Some writers put the lengths of strings in the range.
            let lengths = form.child("and");
            let lengths = lengths.or_else(|| form.child("with").and_then(|with| with.child("and")));
            range(lengths, " and ", out);
        }
        "enum" => {
            out.glue("with ").pieces(ids(), " | ");
        }
        "index" => {
            out.glue("index ").pieces(ids().take(1), "");
            range(Some(form), " with ", out);
        }
        "product" => {
            out.glue("product ").pieces(ids(), " * ");
        }
        "record" => {
            out.glue("record ");
            for (i, field) in form.all("recordfield").enumerate() {
                out.glue(if i > 0 { " * " } else { "" });
                out.pieces(field.all("id"), " : ");
            }
        }
        "list" => {
            out.glue("list ").pieces(ids().take(1), "");
            range(form.child("with"), " with ", out);
        }
        "union" => {
            out.glue("union ");
            for (i, field) in form.all("unionfield").enumerate() {
                out.glue(if i > 0 { " + " } else { "" });
                out.pieces(field.all("id").take(1), "");
                if let Some(of) = field.child("type").and_then(|of| of.child("id")) {
                    out.glue(" : ").piece(&of.text());
                }
            }
        }
        "subset" => {
            out.glue("subset ").pieces(ids().take(1), "");
            if let Some(by) = form.child("by").and_then(|by| by.child("ml")) {
                out.glue(" by ").piece(&by.text());
            } else if let Some(with) = form.child("with") {
                out.glue(" with ").pieces(with.all("ml").take(1), "");
            }
        }
        "alias" => {
            out.pieces(ids().take(1), "");
        }
        _ => return None,
    }
    Some(())
}

/// Two bounds, which are expressions. One that is missing is missing in the text too, which is then a mistake: without it there would be no bounds at all.
fn range(bounds: Option<Element>, before: &str, out: &mut Composed) {
    let mut bounds = bounds.into_iter().flat_map(|b| b.all("ml")).peekable();
    if bounds.peek().is_some() {
        out.glue(before).pieces(bounds.next(), "");
        out.glue("..").pieces(bounds.next(), "");
    }
}
