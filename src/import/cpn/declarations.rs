//! Declarations: a tree of blocks, read from top to bottom. Each declaration is a text of its own, so that one with a mistake does not take others with it.

use super::super::note::Effect;
use super::super::xml::Element;
use super::compose::Composed;
use super::{Reader, colset};
use crate::net::model::Text;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::syntax::ast::{ColsetBody, DecKind};
use sweepnet_lang::syntax::parser;

impl Reader<'_> {
    /// Adds the declarations of a block.
    pub fn declarations(&mut self, block: Element, all: &mut Vec<Text>) {
        for element in block.children() {
            match element.name {
                "block" => {
                    all.extend(self.title(element));
                    self.declarations(element, all);
                }
                "color" => all.extend(self.colset(element)),
                "var" => all.extend(self.variables(element)),
                "globref" => all.extend(self.globref(element)),
                "ml" => {
                    if let Some(text) = self.text(element.text().into()) {
                        self.units_of(text);
                        self.with_files(text, all);
                    }
                }
                // What CPN Tools could not read, or a converter did not try to: perhaps it can be read here.
                "errordecl" => {
                    let text = self.text(element.text().into());
                    text.iter().for_each(|text| self.units_of(*text));
                    all.extend(text);
                }
                "use" => {
                    let file = element.child("ml").map(|ml| ml.text());
                    file.into_iter()
                        .for_each(|file| self.file(&file.text, file.span, all));
                }
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

    /// What a block is called, as a comment. The blocks that every model begins with, those of export among them, say nothing.
    fn title(&mut self, block: Element) -> Option<Text> {
        let id = block.child("id")?;
        let title = id.text_on_one_line();
        let says_nothing = matches!(title.as_str(), "" | "Declarations" | "block")
            || title.starts_with("Standard ")
            || title.contains("(*")
            || title.contains("*)");
        if says_nothing {
            return None;
        }
        let mut out = Composed::of(id);
        out.glue(&format!("(* {title} *)"));
        self.text(out)
    }

    fn colset(&mut self, element: Element) -> Option<Text> {
        let name = element.text_of("id");
        if let Some(declaration) = colset::declaration(element) {
            if element.child("timed").is_some() {
                self.timed.insert(name.clone());
            }
            if element.child("unit").is_some() {
                self.unit.insert(name);
            } else if let Some(alias) = element.child("alias") {
                self.aliases.push((name, alias.text_of("id")));
            }
            return self.text(declaration);
        }
        let message = format!("The colour set `{name}` has a form that is not known");
        let help = "It is left out; open the model in CPN Tools and declare it anew";
        let note = Diagnostic::warning("W1708", element.span, message).help(help);
        self.note(Effect::None, note);
        None
    }

    /// Colour sets that are declared in a text.
    fn units_of(&mut self, text: Text) {
        if !self.sources.get(text.source).text.contains("unit") {
            return;
        }
        let ast = parser::parse(self.sources, text.source, &mut Vec::new());
        for dec in &ast.decs {
            if let DecKind::Colset(colset) = &dec.kind
                && let ColsetBody::Unit(_) = colset.body
            {
                self.unit.insert(colset.name.name.to_string());
            }
        }
    }

    /// What is another name of a colour set with one value has one value too, in whatever order they stand.
    pub fn close_units(&mut self) {
        let mut again = true;
        while again {
            again = false;
            for (name, of) in std::mem::take(&mut self.aliases) {
                match self.unit.contains(&of) {
                    true => again |= self.unit.insert(name),
                    false => self.aliases.push((name, of)),
                }
            }
        }
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
}
