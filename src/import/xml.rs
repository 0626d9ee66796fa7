//! XML: the only file that knows the XML crate. A file becomes a tree of elements, each with its place.
//!
//! Reading is lenient where writers of such files are careless (attributes without quotes or twice), since nothing depends on it. Nothing is fetched and
//! nothing is expanded: a document type definition is passed over, and a reference to an entity that it may define stays as it is written. So
//! the tree is never larger than the file, and a file that is too large or too deep for a net is refused.

use quick_xml::Reader;
use quick_xml::events::{BytesRef, BytesStart, Event};
use std::borrow::Cow;
use std::ops::Range;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::span::{OffsetMap, SourceId, Span};

/// CPN Tools nests about ten levels; a tree of declarations may be deeper.
const DEEPEST: usize = 200;
/// Real files have up to a hundred thousand.
const LARGEST: usize = 2_000_000;

/// An element with all that is in it. Most of a file is pictures, so an element keeps no copies of the text.
#[derive(Clone, Debug)]
pub struct Element<'t> {
    /// Its name.
    pub name: &'t str,
    /// Its start tag.
    pub span: Span,
    attributes: Vec<(&'t str, Piece<'t>)>,
    /// The elements in it.
    pub children: Vec<Element<'t>>,
    /// The text directly in it, without blanks before it.
    pieces: Vec<Piece<'t>>,
}

/// A part of a text: bytes that mean themselves, or one character that is written in another way.
#[derive(Clone, Debug)]
struct Piece<'t> {
    text: Cow<'t, str>,
    file: Range<usize>,
}

/// A decoded text that knows where it stands.
#[derive(Clone, Debug)]
pub struct Written {
    /// The text.
    pub text: String,
    /// Where its bytes stand in the file.
    pub map: OffsetMap,
    /// All of it in the file.
    pub span: Span,
}

impl<'t> Element<'t> {
    /// The first element of that name in it.
    pub fn child(&self, name: &str) -> Option<&Element<'t>> {
        self.children.iter().find(|child| child.name == name)
    }

    /// All elements of that name in it.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &Element<'t>> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// The value of an attribute, without blanks around it.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        let (_, value) = self.attributes.iter().find(|(key, _)| *key == name)?;
        Some(value.text.trim())
    }

    /// The names of its attributes.
    pub fn attribute_names(&self) -> impl Iterator<Item = &str> {
        self.attributes.iter().map(|(key, _)| *key)
    }

    /// Where the value of an attribute stands; the start tag if there is none.
    pub fn attribute_span(&self, name: &str) -> Span {
        let found = self.attributes.iter().find(|(key, _)| *key == name);
        found.map_or(self.span, |(_, value)| {
            Span::new(self.span.source, value.file.start, value.file.end)
        })
    }

    /// The text directly in it, without blanks around it. Texts of elements in it do not count: in these files they repeat it.
    pub fn text(&self) -> Written {
        let whole: String = self.pieces.iter().map(|piece| &*piece.text).collect();
        let start = whole.len() - whole.trim_start().len();
        let end = whole.trim_end().len().max(start);
        let mut runs: Vec<(usize, Range<usize>)> = Vec::new();
        let mut at = 0;
        for piece in &self.pieces {
            let (from, to) = (start.max(at), end.min(at + piece.text.len()));
            if from < to {
                let verbatim = piece.text.len() == piece.file.len();
                let range = match verbatim {
                    true => piece.file.start + from - at..piece.file.start + to - at,
                    false => piece.file.clone(),
                };
                runs.push((to - from, range));
            }
            at += piece.text.len();
        }
        let whole_range = match (runs.first(), runs.last()) {
            (Some((_, first)), Some((_, last))) => first.start..last.end.max(first.start),
            _ => self.span.range(),
        };
        let mut map = OffsetMap::new(whole_range.clone());
        for (length, range) in runs {
            map.run(length, range);
        }
        Written {
            text: whole[start..end].to_string(),
            map,
            span: Span::new(self.span.source, whole_range.start, whole_range.end),
        }
    }

    /// The text of the element of that name in it; empty if there is none.
    pub fn text_of(&self, name: &str) -> String {
        self.child(name)
            .map_or(String::new(), |child| child.text().text)
    }
}

/// The outermost element of a file.
pub fn parse(source: SourceId, text: &str) -> Result<Element<'_>, Diagnostic> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.allow_dangling_amp = true;
    let mut tree = Tree {
        source,
        text,
        open: Vec::new(),
        root: None,
        count: 0,
    };
    loop {
        let start = reader.buffer_position() as usize;
        let event = reader.read_event();
        let range = start..reader.buffer_position() as usize;
        match event {
            Ok(Event::Start(tag)) => tree.start(&tag, range, false)?,
            Ok(Event::Empty(tag)) => tree.start(&tag, range, true)?,
            Ok(Event::End(_)) => tree.end(),
            Ok(Event::Text(_)) => tree.verbatim(range),
            Ok(Event::CData(data)) => {
                let inner = offset(text, &data.into_inner());
                tree.verbatim(inner.unwrap_or(range));
            }
            Ok(Event::GeneralRef(reference)) => tree.reference(&reference, range),
            Ok(Event::Eof) => break,
            Ok(Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_)) => {}
            Err(error) => {
                let at = reader.error_position() as usize;
                let message = format!("This file is not XML: {error}");
                return Err(broken(source, text, at, message));
            }
        }
    }
    if let Some(open) = tree.open.last() {
        let message = format!("This file ends inside of the element `{}`", open.name);
        let help = "It is cut off: save or copy it again";
        return Err(Diagnostic::error("E1701", open.span, message).help(help));
    }
    tree.root.ok_or_else(|| {
        broken(
            source,
            text,
            0,
            "This file is not XML: it has no element".to_string(),
        )
    })
}

fn broken(source: SourceId, text: &str, at: usize, message: String) -> Diagnostic {
    let at = text.floor_char_boundary(at.min(text.len()));
    let length = text[at..].chars().next().map_or(0, char::len_utf8);
    Diagnostic::error("E1701", Span::new(source, at, at + length), message)
        .help("A CPN Tools model is an XML file; save it again with CPN Tools or CPN IDE")
}

/// The elements read so far.
struct Tree<'t> {
    source: SourceId,
    text: &'t str,
    open: Vec<Element<'t>>,
    root: Option<Element<'t>>,
    count: usize,
}

impl<'t> Tree<'t> {
    fn start(
        &mut self,
        tag: &BytesStart<'t>,
        range: Range<usize>,
        empty: bool,
    ) -> Result<(), Diagnostic> {
        let span = Span::new(self.source, range.start, range.end);
        self.count += 1;
        if self.open.len() >= DEEPEST || self.count > LARGEST {
            let message = "This file is too large or too deeply nested for a net";
            let help = format!("A net has at most {LARGEST} elements and {DEEPEST} levels");
            return Err(Diagnostic::error("E1702", span, message).help(help));
        }
        let mut attributes = Vec::new();
        for attribute in tag.html_attributes().with_checks(false).flatten() {
            let file = offset(self.text, &attribute.value).unwrap_or(range.start..range.start);
            let written = &self.text[file.clone()];
            let text = quick_xml::escape::unescape(written).unwrap_or(Cow::Borrowed(written));
            let key = self.borrowed(attribute.key.as_ref());
            attributes.push((key, Piece { text, file }));
        }
        let name = self.borrowed(tag.name().as_ref());
        self.open.push(Element {
            name,
            span,
            attributes,
            children: Vec::new(),
            pieces: Vec::new(),
        });
        if empty {
            self.end();
        }
        Ok(())
    }

    fn end(&mut self) {
        if let Some(done) = self.open.pop() {
            match self.open.last_mut() {
                Some(above) => above.children.push(done),
                // After the outermost element there is nothing of interest.
                None => drop(self.root.get_or_insert(done)),
            }
        }
    }

    /// A slice that the XML crate gave, as a slice of the text.
    fn borrowed(&self, part: &str) -> &'t str {
        offset(self.text, part).map_or("", |range| &self.text[range])
    }

    fn verbatim(&mut self, file: Range<usize>) {
        if let (Some(element), Some(text)) = (self.open.last_mut(), self.text.get(file.clone())) {
            if element.pieces.is_empty() && text.trim_start().is_empty() {
                return;
            }
            let text = Cow::Borrowed(text);
            element.pieces.push(Piece { text, file });
        }
    }

    /// `&lt;` or `&#38;`. What XML itself does not define stays as it is written.
    fn reference(&mut self, reference: &BytesRef, file: Range<usize>) {
        let known = match reference.resolve_char_ref() {
            Ok(Some(character)) => Some(character),
            _ => match reference.xml10_content().as_ref() {
                "lt" => Some('<'),
                "gt" => Some('>'),
                "amp" => Some('&'),
                "quot" => Some('"'),
                "apos" => Some('\''),
                _ => None,
            },
        };
        match (known, self.open.last_mut()) {
            (Some(character), Some(element)) => element.pieces.push(Piece {
                text: Cow::Owned(character.to_string()),
                file,
            }),
            _ => self.verbatim(file),
        }
    }
}

/// Where a slice of a text stands in it.
fn offset(text: &str, part: &str) -> Option<Range<usize>> {
    let start = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
    let range = start..start + part.len();
    text.get(range.clone()).map(|_| range)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sweepnet_lang::span::Sources;

    fn tree(text: &str) -> Element<'_> {
        parse(SourceId(0), text).expect("XML")
    }

    #[test]
    fn texts_know_their_places() {
        let file = "<a>\n  <b x='1'>  x &lt; <c>no</c>y &#38;<![CDATA[& z]]>\n</b></a>";
        let mut sources = Sources::default();
        let id = sources.add("test.cpn", file);
        let root = parse(id, file).expect("XML");
        let text = root.children[0].text();
        assert_eq!(text.text, "x < y && z");
        let part = sources.add_part("test.cpn", &text.text, id, text.map);
        let shown = |needle: &str| {
            let at = text.text.find(needle).expect("there");
            let span = Span::new(part, at, at + needle.len());
            sources.slice(sources.in_file(span)).to_string()
        };
        assert_eq!(shown("x"), "x");
        assert_eq!(shown("<"), "&lt;");
        assert_eq!(shown("y"), "y");
        assert_eq!(shown("z"), "z");
        assert_eq!(
            sources.slice(text.span),
            "x &lt; <c>no</c>y &#38;<![CDATA[& z"
        );
    }

    #[test]
    fn careless_attributes() {
        let root = tree("<a id=one id='two' name = ' x &amp; y '\n bare q=\"'\"/>");
        assert_eq!(root.attribute("id"), Some("one"));
        assert_eq!(root.attribute("name"), Some("x & y"));
        assert_eq!(root.attribute("q"), Some("'"));
        assert_eq!(root.attribute("none"), None);
    }

    #[test]
    fn entities_are_not_expanded() {
        let bomb = "<!DOCTYPE a [<!ENTITY b 'bbbb'><!ENTITY c '&b;&b;&b;'><!ENTITY d SYSTEM 'file:///etc/passwd'>]><a>&c;&d; & x</a>";
        assert_eq!(tree(bomb).text().text, "&c;&d; & x");
    }

    #[test]
    fn what_is_no_net_is_refused() {
        let deep = "<a>".repeat(1000);
        let many = format!("<a>{}</a>", "<b/>".repeat(LARGEST + 1));
        for (text, code) in [
            (deep.as_str(), "E1702"),
            (many.as_str(), "E1702"),
            ("<a><b></a>", "E1701"),
            ("<a><b>", "E1701"),
            ("<a", "E1701"),
            ("no xml", "E1701"),
            ("", "E1701"),
            ("<a>\u{0}</a", "E1701"),
        ] {
            let error = parse(SourceId(0), text).expect_err("refused");
            assert_eq!(error.code, code, "{error:?}");
        }
    }
}
