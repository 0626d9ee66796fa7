//! Declarations: texts, and files that are included.

use super::super::model::Text;
use super::super::yaml::node::{Kind, Node};
use super::transition::one_or_several;
use super::{Reader, keys};
use crate::file;
use std::path::Path;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::span::Span;

impl Reader<'_> {
    /// One text, or a list of texts and `include: FILE` items.
    pub fn declarations(&mut self, node: &Node) -> Vec<Text> {
        let mut texts = Vec::new();
        for item in one_or_several(node) {
            match &item.kind {
                Kind::Null => {}
                Kind::Map(_) => texts.extend(self.include(item)),
                _ => texts.extend(self.inscription(item, "declarations")),
            }
        }
        texts
    }

    fn include(&mut self, item: &Node) -> Option<Text> {
        let what = "an item of the declarations, which is a text or an `include`";
        let mut entries = self.entries(item, what, keys::DECLARATION)?;
        let (_, node) = entries.take("include")?;
        let name = self.name(node, "the name of a file")?;
        let path = self.beside.folder().join(Path::new(&name.text));
        let read = self.beside.read(&path);
        match read.and_then(|bytes| file::text_of(&path, bytes)) {
            Ok(text) => {
                let source = self.sources.add(&path.display().to_string(), &text);
                Some(Text {
                    source,
                    span: Span::new(source, 0, text.len()),
                })
            }
            Err(refusal) => {
                let help = refusal.help.unwrap_or_default();
                let help = match path.exists() {
                    true if !help.is_empty() => help,
                    _ => "An included file is looked for in the folder of the net".to_string(),
                };
                let message = format!("The file cannot be included: {}", refusal.message);
                self.problem(Diagnostic::error("E1009", node.span, message).help(help));
                None
            }
        }
    }
}
