//! A YAML file as a tree in which every node knows its place.

use sweepnet_lang::span::Span;

/// A node of the tree.
#[derive(Clone, Debug)]
pub struct Node {
    /// Where it stands: a scalar with its quotes; of a list or mapping its first word.
    pub span: Span,
    /// What it is.
    pub kind: Kind,
}

/// What a node is.
#[derive(Clone, Debug)]
pub enum Kind {
    /// Nothing, `null` or `~`.
    Null,
    /// A text or number.
    Scalar(Scalar),
    /// `[a, b]`, or lines that start with `-`.
    List(Vec<Node>),
    /// `{a: b}`, or lines with keys. A key may be there twice.
    Map(Vec<(Node, Node)>),
}

/// A text or number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scalar {
    /// Without quotes, escapes and indentation.
    pub text: String,
    /// Whether YAML takes it for a number or truth value: no quotes.
    pub bare: bool,
}

impl Kind {
    /// What a modeller calls it.
    pub fn describe(&self) -> &'static str {
        match self {
            Kind::Null => "nothing",
            Kind::Scalar(scalar) if scalar.bare => "a number or truth value",
            Kind::Scalar(_) => "a text",
            Kind::List(_) => "a list",
            Kind::Map(_) => "a mapping",
        }
    }
}

impl Node {
    /// Its text, if it is a scalar.
    pub fn text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Scalar(scalar) => Some(&scalar.text),
            _ => None,
        }
    }

    /// Whether some mapping in it has a key twice.
    pub fn has_equal_keys(&self) -> bool {
        match &self.kind {
            Kind::Null | Kind::Scalar(_) => false,
            Kind::List(list) => list.iter().any(Node::has_equal_keys),
            Kind::Map(map) => {
                let mut seen = std::collections::BTreeSet::new();
                map.iter()
                    .any(|(key, value)| !seen.insert(key.text()) || value.has_equal_keys())
            }
        }
    }
}
