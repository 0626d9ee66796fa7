//! XML as CPN Tools writes it: indented elements. Characters outside ASCII become references, so that the encoding never matters.

use super::strings::printable;
use std::fmt::Write;

/// A file that grows.
#[derive(Debug, Default)]
pub struct Xml {
    text: String,
    open: Vec<&'static str>,
    ids: u32,
}

impl Xml {
    /// A new id, different from all before.
    pub fn id(&mut self) -> String {
        self.ids += 1;
        format!("ID{}", 1_000_000 + self.ids)
    }

    /// An element without content.
    pub fn empty(&mut self, name: &'static str, attributes: &[(&str, &str)]) {
        self.tag(name, attributes, "/>\n");
    }

    /// An element with a text.
    pub fn text(&mut self, name: &'static str, attributes: &[(&str, &str)], text: &str) {
        if text.is_empty() {
            return self.empty(name, attributes);
        }
        self.tag(name, attributes, ">");
        self.escaped(text);
        let _ = writeln!(self.text, "</{name}>");
    }

    /// An element with a text of the language.
    pub fn ml(&mut self, name: &'static str, attributes: &[(&str, &str)], text: &str) {
        self.text(name, attributes, &printable(text));
    }

    /// An element with elements in it.
    pub fn element(
        &mut self,
        name: &'static str,
        attributes: &[(&str, &str)],
        content: impl FnOnce(&mut Xml),
    ) {
        self.tag(name, attributes, ">\n");
        self.open.push(name);
        content(self);
        self.open.pop();
        let _ = writeln!(self.text, "{:1$}</{name}>", "", 2 * self.open.len());
    }

    /// An element with a text of the language and an element after it.
    pub fn ml_and(
        &mut self,
        name: &'static str,
        attributes: &[(&str, &str)],
        text: &str,
        content: impl FnOnce(&mut Xml),
    ) {
        self.tag(name, attributes, ">");
        self.escaped(&printable(text));
        self.text.push('\n');
        self.open.push(name);
        content(self);
        self.open.pop();
        let _ = writeln!(self.text, "{:1$}</{name}>", "", 2 * self.open.len());
    }

    /// The whole file.
    pub fn finish(self) -> String {
        self.text
    }

    /// A line that is written as it is.
    pub fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn tag(&mut self, name: &str, attributes: &[(&str, &str)], end: &str) {
        let _ = write!(self.text, "{:1$}<{name}", "", 2 * self.open.len());
        for (key, value) in attributes {
            let _ = write!(self.text, " {key}=\"");
            self.escaped(value);
            self.text.push('"');
        }
        self.text.push_str(end);
    }

    fn escaped(&mut self, text: &str) {
        // Line ends are `\n` in XML.
        for c in text.replace("\r\n", "\n").replace('\r', "\n").chars() {
            match c {
                '<' => self.text.push_str("&lt;"),
                '>' => self.text.push_str("&gt;"),
                '&' => self.text.push_str("&amp;"),
                '"' => self.text.push_str("&quot;"),
                '\n' | '\t' | ' '..='~' => self.text.push(c),
                // XML has no way to write these; between words they are blanks.
                '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => self.text.push(' '),
                c => {
                    let _ = write!(self.text, "&#{};", c as u32);
                }
            }
        }
    }
}
