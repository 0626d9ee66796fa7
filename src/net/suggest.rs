//! Words for help lines: the name nearest to a misspelt one, and lists of names.

pub use sweepnet_lang::types::suggest::nearest;

/// Names beyond this many are not listed.
const MOST: usize = 14;

/// `a`, `b` and `c`, each in quotes.
pub fn listed(names: &[impl std::fmt::Display]) -> String {
    let mut quoted: Vec<String> = names.iter().take(MOST).map(|n| format!("`{n}`")).collect();
    if names.len() > MOST {
        quoted.push("others".to_string());
    }
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
        None => "none".to_string(),
    }
}
