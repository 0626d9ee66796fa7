//! `use`: declarations in files. They are looked for beside the model, and in folders that the user allows (`net/beside.rs`).
//!
//! Which file is meant is an expression. Most are literals, or constants such as `path` put before them, so those are known while declarations are read.

use super::super::encoding;
use super::super::note::Effect;
use super::Reader;
use super::compose::Composed;
use crate::net::comment::in_comment;
use crate::net::model::Text;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::span::{OffsetMap, SourceId, Span};
use sweepnet_lang::syntax::lexer;

/// Files that use files, at most so deep.
const DEEPEST: usize = 20;

impl Reader<'_> {
    /// Adds a text, in pieces around the files that it uses.
    pub fn with_files(&mut self, text: Text, all: &mut Vec<Text>) {
        if !self.uses {
            return all.push(text);
        }
        let written = self.sources.get(text.source).text.clone();
        let words = words(&written);
        remember(&words, &mut self.texts);
        let mut start = 0;
        let mut end_of_last = true;
        for (i, &(word, at)) in words.iter().enumerate() {
            let begins = std::mem::replace(&mut end_of_last, word == ";");
            if word != "use" || !begins {
                continue;
            }
            let rest = &words[i + 1..];
            let end = rest.iter().position(|(word, _)| *word == ";");
            let stop = end.map_or(written.len(), |end| rest[end].1 + 1);
            let place = self.sources.in_file(Span::new(text.source, at, stop));
            self.slice(text.source, start..at, all);
            let expression = &written[at + word.len()..stop];
            self.file(expression.trim_end_matches(';'), place, all);
            start = stop;
        }
        match start {
            0 => all.push(text),
            _ => self.slice(text.source, start..written.len(), all),
        }
    }

    fn slice(&mut self, of: SourceId, range: std::ops::Range<usize>, all: &mut Vec<Text>) {
        if self.sources.get(of).text[range.clone()].trim().is_empty() {
            return;
        }
        let source = self.sources.add_slice(of, range);
        let length = self.sources.get(source).text.len();
        let span = self.sources.in_file(Span::new(source, 0, length));
        all.push(Text { source, span });
    }

    /// Adds the declarations of a file that is named by an expression; a comment, if it cannot be read.
    pub fn file(&mut self, expression: &str, span: Span, all: &mut Vec<Text>) {
        let path = value(&words(expression), &self.texts);
        let found = path.as_deref().and_then(|path| self.beside(path));
        // Once there were too many, all that follows is of the same kind.
        let told = self.beside.is_full();
        let reason = match (&path, found) {
            (None, _) => "Which file is used here is not known".to_string(),
            (Some(path), None) => format!("The file `{path}` is not beside the model"),
            (Some(path), Some(found)) => match self.read_file(&found) {
                Ok(text) => {
                    self.other_file(path, &found, span);
                    self.files.push(real(&found));
                    self.with_files(text, all);
                    self.files.pop();
                    return;
                }
                Err(reason) => format!("The file `{path}` cannot be read ({reason})"),
            },
        };
        let message = format!("{reason}, so its declarations are missing");
        let help = "Put the file into the folder of the model; whatever uses its declarations has an error without it";
        let note = Diagnostic::warning("W1702", span, message).help(help);
        // It may declare anew what the library has too.
        if !told {
            self.note(Effect::Behaviour, note);
        }
        let mut comment = Composed {
            text: String::new(),
            map: OffsetMap::new(span.range()),
            span,
        };
        let shown = in_comment(expression.trim());
        comment.glue(&format!("(* use {shown}; the file was not there *)"));
        let place = self.sources.in_file(span);
        if place.source == self.file {
            all.extend(self.text(comment));
        }
    }

    /// Tells of a file that is not where the model says, but beside it under the same name.
    fn other_file(&mut self, path: &str, found: &Path, span: Span) {
        let named = self.beside.folder().join(path.replace('\\', "/"));
        let absolute = |path: &Path| std::path::absolute(path).ok();
        if absolute(found) == absolute(&named) {
            return;
        }
        let message = format!(
            "The file `{}` is read here, and not `{path}`",
            found.display()
        );
        let help = "Only files in the folder of the model, or in one that `--allow-include` names, are read. If it is another file than the one that is meant, put that one into the folder";
        let note = Diagnostic::warning("W1710", span, message).help(help);
        self.note(Effect::Behaviour, note);
    }

    fn read_file(&mut self, path: &Path) -> Result<Text, String> {
        if self.files.contains(&real(path)) {
            return Err("it uses itself".to_string());
        }
        if self.files.len() >= DEEPEST {
            return Err(format!("files use files, more than {DEEPEST} deep"));
        }
        let read = self.beside.read(path);
        let bytes = read.map_err(|refusal| refusal.message.trim_end_matches('.').to_string())?;
        let text = encoding::decode(bytes);
        let source = self.sources.add(&path.display().to_string(), &text);
        Ok(Text {
            source,
            span: Span::new(source, 0, text.len()),
        })
    }

    /// A file that may be read: where the model says, or under its own name in the folder of the model or one that the user allows.
    fn beside(&self, path: &str) -> Option<PathBuf> {
        let path = path.replace('\\', "/");
        let path = Path::new(&path);
        let allowed = self.beside.allowed().iter().map(PathBuf::as_path);
        let folders = std::iter::once(self.beside.folder()).chain(allowed);
        let named = folders.filter_map(|folder| Some(folder.join(path.file_name()?)));
        let mut candidates = std::iter::once(self.beside.folder().join(path)).chain(named);
        candidates.find(|path| path.is_file() && self.beside.holds(path))
    }
}

/// Where links lead.
fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

/// The words of a text, each with its place.
fn words(text: &str) -> Vec<(&str, usize)> {
    let tokens = lexer::lex(text, SourceId(0), &mut Vec::new()).tokens;
    let word = |span: Span| Some((text.get(span.range())?, span.start as usize));
    tokens.iter().filter_map(|token| word(token.span)).collect()
}

/// Finds constants, `val path = "…"` or `val path : string = "…"`.
fn remember(words: &[(&str, usize)], constants: &mut BTreeMap<String, String>) {
    for (i, _) in words.iter().enumerate().filter(|(_, w)| w.0 == "val") {
        let (name, rest) = match &words[i + 1..] {
            [(name, _), ("=", _), rest @ ..] => (name, rest),
            [(name, _), (":", _), ("string", _), ("=", _), rest @ ..] => (name, rest),
            _ => continue,
        };
        let is_end = |word: &str| matches!(word, ";" | "val" | "fun" | "and" | "in" | "end");
        let end = rest.iter().position(|(word, _)| is_end(word));
        match value(&rest[..end.unwrap_or(rest.len())], constants) {
            Some(text) => constants.insert(name.to_string(), text),
            None => constants.remove(*name),
        };
    }
}

/// The value of a text made of literals, known constants and `^`.
fn value(words: &[(&str, usize)], constants: &BTreeMap<String, String>) -> Option<String> {
    let mut text = String::new();
    let parts = words.iter().map(|(word, _)| *word);
    let mut parts = parts.filter(|word| !matches!(*word, "(" | ")"));
    loop {
        let part = parts.next()?;
        let literal = part
            .strip_prefix('"')
            .and_then(|rest| rest.strip_suffix('"'));
        match literal {
            Some(literal) => text.push_str(&literal.replace("\\\\", "\\")),
            None => text.push_str(constants.get(part)?),
        }
        match parts.next() {
            None => return Some(text),
            Some("^") => {}
            Some(_) => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_by_constants() {
        let mut constants = BTreeMap::new();
        let mut known = |declarations: &str, expression: &str| {
            remember(&words(declarations), &mut constants);
            value(&words(expression), &constants)
        };
        let path = "fun f x = x; val path : string = \"lib\\\\\";";
        assert_eq!(
            known(path, "(path ^ \"a.sml\")").as_deref(),
            Some("lib\\a.sml")
        );
        assert_eq!(known("", "\"b.sml\"").as_deref(), Some("b.sml"));
        assert_eq!(known("", "f \"b.sml\""), None);
        // What is no constant any more is not known.
        assert_eq!(known("val path = f ();", "path ^ \"a.sml\""), None);
    }
}
