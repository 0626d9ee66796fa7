//! From the tree of a YAML file to the model. Checks the shape of the file: keys, kinds of values, keywords. Each problem is told and reading goes on.

mod declarations;
mod entries;
pub mod keys;
mod layout;
mod monitor;
mod page;
mod parameter;
mod rest;
mod transition;

use super::beside::Beside;
use super::model::*;
use super::yaml::node::{Kind, Node, Scalar};
use super::yaml::{self, scalar};
use crate::import::note::Note;
use entries::Entries;
use std::collections::{BTreeMap, BTreeSet};
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::span::{SourceId, Sources, Span};

/// Reads a model from a source. `beside` is where included files are looked for, `name` what the net is called if it does not say.
pub fn read(sources: &mut Sources, file: SourceId, beside: Beside, name: &str) -> Read {
    let text = sources.get(file).text.clone();
    let start = Span::new(file, 0, 0);
    let tree = match yaml::parse(file, &text) {
        Ok(Some(tree)) if !matches!(tree.kind, Kind::Null) => tree,
        Ok(_) => {
            let empty = Diagnostic::error("E1005", start, "This file is empty")
                .help("A net has at least `places:` and `transitions:`");
            return Read::failed(empty);
        }
        Err(problem) => return Read::failed(problem),
    };
    let mut reader = Reader {
        sources,
        file,
        beside,
        diagnostics: Vec::new(),
        unread: BTreeSet::new(),
    };
    let model = reader.net(&tree, name);
    Read {
        model,
        problems: reader.diagnostics,
        unread: reader.unread,
        imported: None,
    }
}

/// What reading a file gave.
pub struct Read {
    /// The model; `None` if nothing of the file can be used.
    pub model: Option<Model>,
    /// What is wrong with its shape.
    pub problems: Vec<Diagnostic>,
    /// Names of places and pages that are in the file but could not be read: that they are not in the model is no mistake of those who use them.
    pub unread: BTreeSet<String>,
    /// Of a model of another tool: what was not carried over as it is.
    pub imported: Option<Vec<Note>>,
}

impl Read {
    /// Nothing but a problem.
    pub fn failed(problem: Diagnostic) -> Read {
        Read {
            model: None,
            problems: vec![problem],
            unread: BTreeSet::new(),
            imported: None,
        }
    }
}

/// What reading needs and finds.
struct Reader<'a> {
    sources: &'a mut Sources,
    file: SourceId,
    beside: Beside<'a>,
    diagnostics: Vec<Diagnostic>,
    unread: BTreeSet<String>,
}

impl Reader<'_> {
    fn net(&mut self, tree: &Node, name: &str) -> Option<Model> {
        let what = "a net";
        let mut net = self.entries(tree, what, keys::NET)?;
        let name = match net.take("net") {
            Some((_, node)) => self.name(node, "the net's name")?,
            None => Name {
                text: name.to_string(),
                span: Span::new(self.file, 0, 0),
            },
        };
        let description = self.description(&mut net);
        let real_time = (net.take("time"))
            .and_then(|(_, node)| self.keyword(node, "a kind of time", keys::TIMES))
            .is_some_and(|word| word.text == "real");
        let parameters = match net.take("parameters") {
            Some((_, node)) => self.parameters(node),
            None => Vec::new(),
        };
        let declarations = match net.take("declarations") {
            Some((_, node)) => self.declarations(node),
            None => Vec::new(),
        };
        let pages = self.pages(&mut net, tree);
        let measures = self.texts(&mut net, "measures", "a measure");
        let properties = self.texts(&mut net, "properties", "a property");
        let monitors = match net.take("monitors") {
            Some((_, node)) => self.monitors(node),
            None => Vec::new(),
        };
        let symmetries = match net.take("symmetries") {
            Some((_, node)) => self.symmetries(node),
            None => Vec::new(),
        };
        let expect = match net.take("expect") {
            Some((_, node)) => self.expectations(node),
            None => Vec::new(),
        };
        let layout = match net.take("layout") {
            Some((_, node)) => self.layouts(node),
            None => BTreeMap::new(),
        };
        Some(Model {
            name,
            description,
            real_time,
            parameters,
            declarations,
            pages,
            measures,
            symmetries,
            properties,
            monitors,
            expect,
            layout,
        })
    }

    fn problem(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// A value of the wrong kind.
    fn wrong(&mut self, node: &Node, needed: &str, help: impl Into<String>) {
        let found = node.kind.describe();
        let message = format!("Here must stand {needed}, but this is {found}");
        let message = match node.kind {
            Kind::Null => format!("Here must stand {needed}, but there is nothing"),
            _ => message,
        };
        self.problem(Diagnostic::error("E1005", node.span, message).help(help));
    }

    /// The scalar, or a complaint.
    fn scalar<'n>(&mut self, node: &'n Node, needed: &str) -> Option<&'n Scalar> {
        if let Kind::Scalar(scalar) = &node.kind {
            return Some(scalar);
        }
        let help = match &node.kind {
            Kind::Null => {
                "Write it after the colon. `#` starts a comment, so a text that starts with it needs quotes"
            }
            Kind::Map(_) => {
                "A text with `: ` in it, or one that starts with `{`, needs quotes around it"
            }
            Kind::List(_) => "A text that starts with `[` or `- ` needs quotes around it",
            Kind::Scalar(_) => "",
        };
        self.wrong(node, needed, help);
        None
    }

    /// A name or keyword.
    fn name(&mut self, node: &Node, needed: &str) -> Option<Name> {
        let scalar = self.scalar(node, needed)?;
        let name = Name {
            text: scalar.text.trim().to_string(),
            span: node.span,
        };
        if name.text.is_empty() {
            let message = format!("Here must stand {needed}, but the text is empty");
            self.problem(Diagnostic::error("E1005", node.span, message));
            return None;
        }
        Some(name)
    }

    /// One of a few keywords.
    fn keyword(&mut self, node: &Node, needed: &str, known: &[&str]) -> Option<Name> {
        let name = self.name(node, needed)?;
        if known.contains(&name.text.as_str()) {
            return Some(name);
        }
        let message = format!("`{}` is not {needed}", name.text);
        let help = match super::suggest::nearest(&name.text, known.iter().copied()) {
            Some(near) => format!("Did you mean `{near}`?"),
            None => format!("It is one of {}", super::suggest::listed(known)),
        };
        self.problem(Diagnostic::error("E1007", node.span, message).help(help));
        None
    }

    /// A text in the inscription language, which becomes a source of its own.
    fn inscription(&mut self, node: &Node, needed: &str) -> Option<Text> {
        let scalar = self.scalar(node, needed)?;
        let file = self.sources.get(self.file).clone();
        let map = scalar::map(&file.text, node.span.range(), &scalar.text);
        let source = self
            .sources
            .add_part(&file.name, &scalar.text, self.file, map);
        Some(Text {
            source,
            span: node.span,
        })
    }

    fn description(&mut self, entries: &mut Entries) -> Option<String> {
        let (_, node) = entries.take("description")?;
        let scalar = self.scalar(node, "a description")?;
        Some(scalar.text.trim().to_string())
    }
}
