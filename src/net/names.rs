//! Names in the language. Places, transitions and pages are called as their author likes; the language calls them by their ML form.

use super::model::{Name, Page};
use std::collections::BTreeMap;
use sweepnet_lang::diagnostic::Diagnostic;

/// The ML form of a name: what is no ASCII letter, digit, `_` or `'` becomes `_`.
pub fn ml_form(name: &str) -> String {
    let keep = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '\'';
    name.chars()
        .map(|c| if keep(c) { c } else { '_' })
        .collect()
}

/// `Page'Name`.
pub fn qualified(page: &str, name: &str) -> String {
    format!("{}'{}", ml_form(page), ml_form(name))
}

/// `Page'Name`, or `Page'Name'2` for an instance that is not the first: as in expressions.
pub fn instance_name(name: &str, instance: u32) -> String {
    match instance {
        1 => name.to_string(),
        _ => format!("{name}'{instance}"),
    }
}

/// The name whose instance has this ML form: `A` of `A'2`.
pub fn of_instance(form: &str) -> Option<&str> {
    let (name, number) = form.rsplit_once('\'')?;
    let is_number = number.bytes().all(|b| b.is_ascii_digit()) && !number.starts_with('0');
    (is_number && !matches!(number, "" | "1") && !name.is_empty()).then_some(name)
}

/// Places, or transitions, with the name of an instance of another one: `A'2`, where the page of `A` is there twice.
pub fn instance_clashes<'n>(
    what: &str,
    instances: impl Iterator<Item = (&'n Page, &'n Name, u32)> + Clone,
) -> Vec<Diagnostic> {
    let quotes = |(page, name, _): (&Page, &Name, u32)| {
        page.name.text.contains('\'') || name.text.contains('\'')
    };
    if !instances.clone().any(quotes) {
        return Vec::new();
    }
    let mut seen: BTreeMap<String, &Name> = BTreeMap::new();
    let mut problems = Vec::new();
    for (page, name, instance) in instances {
        let form = instance_name(&qualified(&page.name.text, &name.text), instance);
        let Some(other) = seen.get(&form) else {
            seen.insert(form, name);
            continue;
        };
        let message = format!(
            "Instances of the {what} `{}` and `{}` have the same name in the language, `{form}`",
            other.text, name.text
        );
        problems.push(
            Diagnostic::error("E1202", name.span, message)
                .label(other.span, "the other one")
                .help("Rename one of them"),
        );
    }
    problems
}

/// Names of one kind that cannot be told apart.
pub fn clashes<'n>(what: &str, names: impl IntoIterator<Item = &'n Name>) -> Vec<Diagnostic> {
    let mut seen: BTreeMap<String, &Name> = BTreeMap::new();
    let mut problems = Vec::new();
    for name in names {
        let form = ml_form(&name.text);
        let Some(first) = seen.get(&form) else {
            seen.insert(form, name);
            continue;
        };
        let message = match first.text == name.text {
            true => format!("There are two {what} called `{}`", name.text),
            false => format!(
                "The {what} `{}` and `{}` have the same name in the language, `{form}`",
                first.text, name.text
            ),
        };
        problems.push(
            Diagnostic::error("E1202", name.span, message)
                .at("the second")
                .label(first.span, "the first")
                .help("Rename one of them"),
        );
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_in_the_language() {
        assert_eq!(
            qualified("Top page", "Send Packet-1'"),
            "Top_page'Send_Packet_1'"
        );
    }

    #[test]
    fn the_form_of_instances() {
        assert_eq!(of_instance("A'2"), Some("A"));
        assert_eq!(of_instance("A''10"), Some("A'"));
        for other in ["A", "A'", "A'1", "A'02", "A'x", "'2", "2"] {
            assert_eq!(of_instance(other), None, "{other}");
        }
    }
}
