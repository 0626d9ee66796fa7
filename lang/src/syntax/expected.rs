//! The grammar's list of acceptable terminals, in words a modeller knows.
//!
//! A raw list names some fifty terminals. What matters is which kind of thing may start here, and which few words would go on.

/// The terminals that could stand at a place.
#[derive(Debug)]
pub struct Expected<'a> {
    terminals: &'a [String],
}

/// Words and signs worth naming one by one, in the order in which they are named.
const NAMED: [&str; 24] = [
    "then", "else", "of", "in", "end", ")", "]", "}", "=>", "=", ":", ",", ";", "..", "->", "and",
    "|", "with", "by", "struct", "timed", "declare", "*", "+",
];

impl<'a> Expected<'a> {
    /// Of a list as the grammar gives it.
    pub fn new(terminals: &'a [String]) -> Expected<'a> {
        Expected { terminals }
    }

    /// Whether this sign or word could stand here. Class names such as `ID` are spelt as in the grammar.
    pub fn has(&self, terminal: &str) -> bool {
        self.terminals
            .iter()
            .any(|other| other.trim_matches('"') == terminal)
    }

    /// Whether a new expression could start here.
    pub fn expression(&self) -> bool {
        self.has("fn")
    }

    /// Whether an expression stands before this place and could go on.
    pub fn inside_expression(&self) -> bool {
        !self.expression() && self.has("#")
    }

    /// The sentence part that names them, such as "an expression or `)`"; none if there is nothing helpful to name.
    pub fn describe(&self) -> Option<String> {
        let mut parts = Vec::new();
        let declaration = self.has("val");
        if self.expression() {
            parts.push("an expression".to_owned());
        } else if self.inside_expression() {
            // More operands could always follow: that is no news.
        } else if self.has("_") {
            parts.push("a pattern".to_owned());
        } else if self.has("TYVAR") {
            parts.push("a type".to_owned());
        } else if self.has("union") {
            parts.push("a colour set".to_owned());
        } else if self.has("ID") {
            parts.push("a name".to_owned());
        } else if self.has("STRING") {
            parts.push("a string".to_owned());
        }
        let starting = self.expression() || (self.has("_") && !self.has("=") && !self.has("=>"));
        let named = NAMED.iter().filter(|word| {
            // Where an operand may start, `=` and `*` are merely operators and `:` is always possible; after a whole declaration anything may follow.
            let operator = matches!(**word, "=" | "*" | ":")
                && (self.expression() || self.inside_expression());
            self.has(word) && !operator && !(starting && matches!(**word, "*" | ";"))
        });
        parts.extend(named.map(|word| format!("`{word}`")));
        if declaration && !self.inside_expression() {
            parts.push("a declaration".to_owned());
        }
        let last = parts.pop()?;
        Some(if parts.is_empty() {
            last
        } else {
            format!("{} or {last}", parts.join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn describe(terminals: &[&str]) -> Option<String> {
        let list: Vec<String> = terminals.iter().map(|t| (*t).to_owned()).collect();
        Expected::new(&list).describe()
    }

    #[test]
    fn groups() {
        assert_eq!(
            describe(&["\"fn\"", "ID", "\"(\"", "\"=\""]).as_deref(),
            Some("an expression")
        );
        assert_eq!(
            describe(&["\"#\"", "ID", "\"then\""]).as_deref(),
            Some("`then`")
        );
        assert_eq!(describe(&["ID", "TYVAR"]).as_deref(), Some("a type"));
        assert_eq!(describe(&["\")\"", "\",\""]).as_deref(), Some("`)` or `,`"));
        assert_eq!(describe(&[]), None);
    }
}
