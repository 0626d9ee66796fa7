//! Names in the language. Places, transitions and pages are called as their author likes; the language calls them by their ML form.

use super::model::Name;
use std::collections::BTreeMap;
use sweepnet_lang::diagnostic::Diagnostic;

/// The ML form of a name: what is no letter, digit, `_` or `'` becomes `_`.
pub fn ml_form(name: &str) -> String {
    let keep = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
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
}
