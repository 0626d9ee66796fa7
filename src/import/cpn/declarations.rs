//! Declarations: a tree of blocks, read from top to bottom. Each declaration is a text of its own, so that one with a mistake does not take others with it.

use super::super::note::Effect;
use super::super::xml::Element;
use super::compose::Composed;
use super::{Reader, colset};
use crate::file;
use crate::net::model::Text;
use std::path::{Component, Path, PathBuf};
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::span::Span;

impl Reader<'_> {
    /// Adds the declarations of a block.
    pub fn declarations(&mut self, block: Element, all: &mut Vec<Text>) {
        for element in block.children() {
            match element.name {
                "block" => self.declarations(element, all),
                "color" => all.extend(self.colset(element)),
                "var" => all.extend(self.variables(element)),
                "globref" => all.extend(self.globref(element)),
                "ml" => {
                    let text = Composed::from(element.text());
                    self.remember(&text.text);
                    all.extend(self.text(text));
                }
                // What CPN Tools could not read, or a converter did not try to: perhaps it can be read here.
                "errordecl" => {
                    let text = Composed::from(element.text());
                    all.extend(self.text(text));
                }
                "use" => all.extend(self.included(element)),
                "id" | "layout" => {}
                other => {
                    let message = format!("A declaration of the kind `{other}` is left out");
                    let help = "It has no meaning here; whatever uses it has an error";
                    let note = Diagnostic::warning("W1708", element.span, message);
                    self.note(Effect::None, note.help(help));
                }
            }
        }
    }

    fn colset(&mut self, element: Element) -> Option<Text> {
        let name = element.text_of("id");
        if let Some(declaration) = colset::declaration(element) {
            if element.child("timed").is_some() {
                self.timed.insert(name.clone());
            }
            if colset::is_unit(element, |other| self.unit.contains(other)) {
                self.unit.insert(name);
            }
            return self.text(declaration);
        }
        let message = format!("The colour set `{name}` has a form that is not known");
        let help = "It is left out; open the model in CPN Tools and declare it anew";
        let note = Diagnostic::warning("W1708", element.span, message).help(help);
        self.note(Effect::None, note);
        None
    }

    fn variables(&mut self, element: Element) -> Option<Text> {
        let of = element.child("type")?.child("id")?;
        let mut out = Composed::of(element);
        out.glue("var ").pieces(element.all("id"), ", ");
        out.glue(" : ").piece(&of.text());
        out.glue(";");
        self.text(out)
    }

    fn globref(&mut self, element: Element) -> Option<Text> {
        let mut out = Composed::of(element);
        out.glue("globref ").piece(&element.child("id")?.text());
        out.glue(" = ").piece(&element.child("ml")?.text());
        out.glue(";");
        self.text(out)
    }

    /// `val path = "…"`: files are often named by such constants.
    fn remember(&mut self, declaration: &str) {
        let rest = declaration.trim_start().strip_prefix("val ");
        let Some((name, value)) = rest.and_then(|rest| rest.split_once('=')) else {
            return;
        };
        let value = value.trim().trim_end_matches(';');
        if let Some(text) = self.constant(value) {
            self.texts.insert(name.trim().to_string(), text);
        }
    }

    /// The value of a text made of literals, known names and `^`.
    fn constant(&self, expression: &str) -> Option<String> {
        let mut expression = expression.trim();
        while let Some(inner) =
            (expression.strip_prefix('(')).and_then(|rest| rest.strip_suffix(')'))
        {
            expression = inner.trim();
        }
        let part = |part: &str| {
            let part = part.trim();
            let literal = part
                .strip_prefix('"')
                .and_then(|rest| rest.strip_suffix('"'));
            match literal {
                Some(text) if !text.contains('"') => Some(text.replace("\\\\", "\\")),
                _ => self.texts.get(part).cloned(),
            }
        };
        expression.split('^').map(part).collect()
    }

    /// `use` reads a file. It is looked for beside the model only: a model from elsewhere must not show what lies on this machine.
    fn included(&mut self, element: Element) -> Option<Text> {
        let expression = element.child("ml")?.text();
        let path = self.constant(&expression.text);
        let found = path.as_deref().and_then(|path| self.beside(path));
        let text = found.as_ref().map(|path| file::read(path));
        if let (Some(path), Some(Ok(text))) = (&found, text) {
            let source = self.sources.add(&path.display().to_string(), &text);
            return Some(Text {
                source,
                span: Span::new(source, 0, text.len()),
            });
        }
        let message = match &path {
            Some(path) => format!(
                "The file `{path}` is not beside the model, so its declarations are missing"
            ),
            None => {
                "Which file is used here is not known, so its declarations are missing".to_string()
            }
        };
        let help = "Put the file into the folder of the model; whatever uses its declarations has an error without it";
        let note = Diagnostic::warning("W1702", expression.span, message).help(help);
        self.note(Effect::None, note);
        None
    }

    fn beside(&self, path: &str) -> Option<PathBuf> {
        let path = path.replace('\\', "/");
        let path = Path::new(&path);
        let inside = path
            .components()
            .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        let relative = inside
            .then(|| self.folder.join(path))
            .filter(|path| path.is_file());
        relative.or_else(|| Some(self.folder.join(path.file_name()?)).filter(|path| path.is_file()))
    }
}
