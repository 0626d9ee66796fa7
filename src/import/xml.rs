//! XML: the only file that knows the XML crate. A file becomes a tree of elements, each with its place.
//!
//! Reading is lenient where writers of such files are careless (attributes without quotes or twice), since nothing depends on it. Nothing is fetched and
//! nothing is expanded: a document type definition is passed over, and a reference to an entity that it may define stays as it is written. So
//! the tree is never larger than the file, and a file that is too large or too deep for a net is refused.

use quick_xml::Reader;
use quick_xml::events::attributes::Attributes;
use quick_xml::events::{BytesRef, BytesStart, Event};
use std::borrow::Cow;
use std::ops::Range;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::span::{OffsetMap, SourceId, Span};

/// CPN Tools nests about ten levels; a tree of declarations may be deeper.
const DEEPEST: usize = 200;
/// Real files have up to a hundred thousand.
const LARGEST: usize = 2_000_000;
/// So many bytes of a file there are for each element, at least.
const BYTES_OF_AN_ELEMENT: usize = 50;

/// The elements of a file, one after the other as their tags stand there. Most of a file is pictures that nobody asks for, so what is kept of an element is where it
/// stands, and there is one piece of memory for all of them.
#[derive(Debug)]
pub struct Tree<'t> {
    source: SourceId,
    nodes: Vec<Node<'t>>,
    /// The texts of all elements.
    pieces: Vec<Piece<'t>>,
    /// The values of attributes with references in them.
    decoded: Vec<(&'t str, Cow<'t, str>)>,
    /// References that mean no character that is known: `&#0;`, or an entity that a document type definition may define.
    pub unknown: Vec<Span>,
    text: &'t str,
}

#[derive(Debug)]
struct Node<'t> {
    name: &'t str,
    /// What stands between the brackets of its start tag.
    tag: &'t str,
    span: Span,
    /// The next element that is not in it.
    after: u32,
    /// Its pieces are among these; the others belong to elements in it.
    pieces: Range<u32>,
    /// Its attributes among those that are decoded; without references they are read from the tag when somebody asks.
    decoded: Option<Range<u32>>,
}

/// An element with all that is in it.
#[derive(Copy, Clone, Debug)]
pub struct Element<'t> {
    /// Its name.
    pub name: &'t str,
    /// Its start tag.
    pub span: Span,
    tree: &'t Tree<'t>,
    at: u32,
}

/// A part of a text: bytes that mean themselves, or one character that is written in another way.
#[derive(Clone, Debug)]
struct Piece<'t> {
    text: Cow<'t, str>,
    file: Range<usize>,
    /// The element that it stands in.
    of: u32,
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

impl Tree<'_> {
    /// The outermost element.
    pub fn root(&self) -> Element<'_> {
        self.element(0)
    }

    fn element(&self, at: u32) -> Element<'_> {
        let node = &self.nodes[at as usize];
        Element {
            name: node.name,
            span: node.span,
            tree: self,
            at,
        }
    }
}

impl<'t> Element<'t> {
    fn node(&self) -> &'t Node<'t> {
        &self.tree.nodes[self.at as usize]
    }

    /// The numbers of the elements in it.
    fn numbers(&self) -> impl Iterator<Item = u32> + use<'t> {
        let (tree, end) = (self.tree, self.node().after);
        let first = Some(self.at + 1).filter(|at| *at < end);
        std::iter::successors(first, move |at| {
            Some(tree.nodes[*at as usize].after).filter(|at| *at < end)
        })
    }

    /// The elements in it.
    pub fn children(&self) -> impl Iterator<Item = Element<'t>> + use<'t> {
        let tree = self.tree;
        self.numbers().map(move |at| tree.element(at))
    }

    /// The first element of that name in it.
    pub fn child(&self, name: &str) -> Option<Element<'t>> {
        let mut numbers = self.numbers();
        let found = numbers.find(|at| self.tree.nodes[*at as usize].name == name);
        found.map(|at| self.tree.element(at))
    }

    /// All elements of that name in it.
    pub fn all<'n>(&self, name: &'n str) -> impl Iterator<Item = Element<'t>> + use<'t, 'n> {
        let tree = self.tree;
        self.numbers()
            .filter(move |at| tree.nodes[*at as usize].name == name)
            .map(move |at| tree.element(at))
    }

    /// The value of an attribute, without blanks around it.
    pub fn attribute(&self, name: &str) -> Option<&'t str> {
        let value = match self.decoded() {
            Some(decoded) => &*decoded.iter().find(|(key, _)| *key == name)?.1,
            None => self.written().find(|(key, _)| *key == name)?.1,
        };
        Some(value.trim())
    }

    /// The names of its attributes.
    pub fn attribute_names(&self) -> impl Iterator<Item = &'t str> {
        self.written().map(|(key, _)| key)
    }

    /// Where the value of an attribute stands; the start tag if there is none.
    pub fn attribute_span(&self, name: &str) -> Span {
        let mut written = self.written();
        let value = written.find(|(key, _)| *key == name);
        let range = value.and_then(|(_, value)| offset(self.tree.text, value));
        range.map_or(self.span, |range| {
            Span::new(self.span.source, range.start, range.end)
        })
    }

    /// Its attributes as they are written.
    fn written(&self) -> impl Iterator<Item = (&'t str, &'t str)> + use<'t> {
        attributes(self.node().tag, self.name)
    }

    fn decoded(&self) -> Option<&'t [(&'t str, Cow<'t, str>)]> {
        let range = self.node().decoded.clone()?;
        self.tree
            .decoded
            .get(range.start as usize..range.end as usize)
    }

    fn pieces(&self) -> impl Iterator<Item = &'t Piece<'t>> + use<'t> {
        let (at, range) = (self.at, self.node().pieces.clone());
        let near = self
            .tree
            .pieces
            .get(range.start as usize..range.end as usize);
        let near = near.unwrap_or_default().iter();
        near.filter(move |piece| piece.of == at)
    }

    /// The text directly in it, without blanks around it. Texts of elements in it do not count: in these files they repeat it.
    pub fn text(&self) -> Written {
        let whole: String = self.pieces().map(|piece| &*piece.text).collect();
        let start = whole.len() - whole.trim_start().len();
        let end = whole.trim_end().len().max(start);
        let mut runs: Vec<(usize, Range<usize>)> = Vec::new();
        let mut at = 0;
        for piece in self.pieces() {
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

    /// The text directly in it, on one line.
    pub fn text_on_one_line(&self) -> String {
        let text = self.text().text;
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The text of the element of that name in it; empty if there is none.
    pub fn text_of(&self, name: &str) -> String {
        self.child(name)
            .map_or(String::new(), |child| child.text().text)
    }
}

/// The attributes in a start tag as they are written.
fn attributes<'t>(tag: &'t str, name: &str) -> impl Iterator<Item = (&'t str, &'t str)> + use<'t> {
    let mut attributes = Attributes::html(tag, name.len());
    attributes.with_checks(false);
    attributes.flatten().filter_map(|attribute| {
        let Cow::Borrowed(value) = attribute.value else {
            return None;
        };
        Some((attribute.key.into_inner(), value))
    })
}

/// The elements of a file; there is at least one.
pub fn parse(source: SourceId, text: &str) -> Result<Tree<'_>, Diagnostic> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.allow_dangling_amp = true;
    let mut growing = Growing {
        tree: Tree {
            source,
            text,
            nodes: Vec::with_capacity(text.len() / BYTES_OF_AN_ELEMENT),
            pieces: Vec::new(),
            decoded: Vec::new(),
            unknown: Vec::new(),
        },
        open: Vec::new(),
    };
    loop {
        let start = reader.buffer_position() as usize;
        let event = reader.read_event();
        let range = start..reader.buffer_position() as usize;
        match event {
            Ok(Event::Start(tag)) => growing.start(&tag, range, false)?,
            Ok(Event::Empty(tag)) => growing.start(&tag, range, true)?,
            Ok(Event::End(_)) => growing.end(),
            Ok(Event::Text(_)) => growing.verbatim(range),
            Ok(Event::CData(data)) => {
                let inner = offset(text, &data.into_inner());
                growing.verbatim(inner.unwrap_or(range));
            }
            Ok(Event::GeneralRef(reference)) => growing.reference(&reference, range),
            Ok(Event::Eof) => break,
            Ok(Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_)) => {}
            Err(error) => {
                let at = reader.error_position() as usize;
                let message = format!("This file is not XML: {error}");
                return Err(broken(source, text, at, message));
            }
        }
    }
    let Growing { tree, open } = growing;
    if let Some(open) = open.last() {
        let open = tree.element(open.at);
        let message = format!("This file ends inside of the element `{}`", open.name);
        let help = "It is cut off: save or copy it again";
        return Err(Diagnostic::error("E1701", open.span, message).help(help));
    }
    match tree.nodes.is_empty() {
        true => {
            let message = "This file is not XML: it has no element".to_string();
            Err(broken(source, text, 0, message))
        }
        false => Ok(tree),
    }
}

fn broken(source: SourceId, text: &str, at: usize, message: String) -> Diagnostic {
    let at = text.floor_char_boundary(at.min(text.len()));
    let length = text[at..].chars().next().map_or(0, char::len_utf8);
    Diagnostic::error("E1701", Span::new(source, at, at + length), message)
        .help("A CPN Tools model is an XML file; save it again with CPN Tools or CPN IDE")
}

/// The elements read so far.
struct Growing<'t> {
    tree: Tree<'t>,
    open: Vec<Open>,
}

/// An element whose end was not read yet.
struct Open {
    at: u32,
    /// Whether a text directly in it has begun.
    text: bool,
}

impl<'t> Growing<'t> {
    fn start(
        &mut self,
        tag: &BytesStart<'t>,
        range: Range<usize>,
        empty: bool,
    ) -> Result<(), Diagnostic> {
        let tree = &mut self.tree;
        let span = Span::new(tree.source, range.start, range.end);
        let at = tree.nodes.len();
        if self.open.len() >= DEEPEST || at >= LARGEST {
            let message = "This file is too large or too deeply nested for a net";
            let help = format!("A net has at most {LARGEST} elements and {DEEPEST} levels");
            return Err(Diagnostic::error("E1702", span, message).help(help));
        }
        let written = offset(tree.text, tag).map_or("", |range| &tree.text[range]);
        let pieces = tree.pieces.len() as u32;
        let at = at as u32;
        tree.nodes.push(Node {
            name: &written[..tag.name().as_ref().len().min(written.len())],
            tag: written,
            span,
            after: at + 1,
            pieces: pieces..pieces,
            decoded: None,
        });
        if written.contains('&') {
            self.decode(at);
        }
        self.open.push(Open { at, text: false });
        if empty {
            self.end();
        }
        Ok(())
    }

    /// Reads the attributes of an element now.
    fn decode(&mut self, at: u32) {
        let Tree {
            nodes,
            decoded,
            unknown,
            ..
        } = &mut self.tree;
        if let Some(node) = nodes.get_mut(at as usize) {
            let start = decoded.len() as u32;
            decoded.extend(attributes(node.tag, node.name).map(|(key, written)| {
                let value = quick_xml::escape::unescape(written);
                let value = value.unwrap_or_else(|_| {
                    unknown.push(node.span);
                    Cow::Borrowed(written)
                });
                (key, value)
            }));
            node.decoded = Some(start..decoded.len() as u32);
        }
    }

    fn end(&mut self) {
        let tree = &mut self.tree;
        let (nodes, pieces) = (tree.nodes.len() as u32, tree.pieces.len() as u32);
        let done = self.open.pop();
        if let Some(node) = done.and_then(|done| tree.nodes.get_mut(done.at as usize)) {
            (node.after, node.pieces.end) = (nodes, pieces);
        }
    }

    fn verbatim(&mut self, file: Range<usize>) {
        let text = self.tree.text;
        if let (Some(open), Some(text)) = (self.open.last_mut(), text.get(file.clone())) {
            if !open.text && is_blank(text) {
                return;
            }
            open.text = true;
            self.tree.pieces.push(Piece {
                text: Cow::Borrowed(text),
                file,
                of: open.at,
            });
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
            (Some(character), Some(open)) => {
                open.text = true;
                self.tree.pieces.push(Piece {
                    text: Cow::Owned(character.to_string()),
                    file,
                    of: open.at,
                });
            }
            _ => {
                let span = Span::new(self.tree.source, file.start, file.end);
                self.tree.unknown.push(span);
                self.verbatim(file);
            }
        }
    }
}

/// Whether a text has blanks only, as most texts between tags have.
fn is_blank(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_whitespace()) || text.trim_start().is_empty()
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

    fn tree(text: &str) -> Tree<'_> {
        parse(SourceId(0), text).expect("XML")
    }

    #[test]
    fn texts_know_their_places() {
        let file = "<a>\n  <b x='1'>  x &lt; <c>no</c>y &#38;<![CDATA[& z]]>\n</b></a>";
        let mut sources = Sources::default();
        let id = sources.add("test.cpn", file);
        let tree = parse(id, file).expect("XML");
        let root = tree.root();
        let text = root.child("b").expect("there").text();
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
        let tree = tree("<a id=one id='two' name = ' x &amp; y '\n bare q=\"'\"/>");
        let root = tree.root();
        assert_eq!(root.attribute("id"), Some("one"));
        assert_eq!(root.attribute("name"), Some("x & y"));
        assert_eq!(root.attribute("q"), Some("'"));
        assert_eq!(root.attribute("none"), None);
    }

    #[test]
    fn entities_are_not_expanded() {
        let bomb = "<!DOCTYPE a [<!ENTITY b 'bbbb'><!ENTITY c '&b;&b;&b;'><!ENTITY d SYSTEM 'file:///etc/passwd'>]><a>&c;&d; & x</a>";
        let tree = tree(bomb);
        let root = tree.root();
        assert_eq!(root.text().text, "&c;&d; & x");
        assert_eq!(tree.unknown.len(), 2);
    }

    #[test]
    fn references_to_no_character_stay() {
        let tree = tree("<a b='&#0;'>&#xD800;&#65;</a>");
        assert_eq!(tree.root().text().text, "&#xD800;A");
        assert_eq!(tree.root().attribute("b"), Some("&#0;"));
        assert_eq!(tree.unknown.len(), 2);
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
