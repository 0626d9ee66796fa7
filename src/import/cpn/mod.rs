//! Models of CPN Tools (`.cpn`), formats 2 to 6, as CPN Tools, CPN IDE, Access/CPN and converters write them.
//!
//! One file an idea: `declarations`, `colset` and `included`, `page` and `code`, `hierarchy` and `fusion` (what the format means where ours is stricter), `instances` and `own`, `names`,
//! `monitors` and `monitor`, `layout`. The format identifies nodes by ids and lets names be empty, equal or of several lines; a model here identifies them by name, so `names`
//! makes them readable and unique.

mod code;
mod colset;
mod compose;
mod declarations;
mod fusion;
mod hierarchy;
mod included;
mod instances;
mod layout;
mod monitor;
mod monitors;
mod names;
mod own;
mod page;

use super::note::{Effect, Note};
use super::xml::{self, Element};
use crate::net::beside::Beside;
use crate::net::model::{Model, Name, Text};
use crate::net::read::Read;
use compose::Composed;
use names::Namer;
use page::Nodes;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::span::{SourceId, Sources, Span};

/// Reads a model. `beside` is where `use` looks for files, `name` what the net is called.
pub fn read(sources: &mut Sources, file: SourceId, beside: Beside, name: &str) -> Read {
    let text = sources.get(file).text.clone();
    let tree = match xml::parse(file, &text) {
        Ok(tree) => tree,
        Err(problem) => return Read::failed(problem),
    };
    let root = tree.root();
    let Some(net) = net_of(root) else {
        return Read::failed(not_a_model(root));
    };
    let mut reader = Reader {
        sources,
        file,
        beside,
        problems: Vec::new(),
        notes: Vec::new(),
        unread: BTreeSet::new(),
        unit: BTreeSet::new(),
        aliases: Vec::new(),
        uses: text.contains("use"),
        timed: BTreeSet::new(),
        texts: BTreeMap::new(),
        files: Vec::new(),
    };
    reader.references(&tree.unknown);
    let model = reader.net(net, name);
    Read {
        model: Some(model),
        problems: reader.problems,
        unread: reader.unread,
        imported: Some(reader.notes),
    }
}

/// The element `cpnet`, which stands in `workspaceElements`.
fn net_of<'e>(root: Element<'e>) -> Option<Element<'e>> {
    match root.name {
        "workspaceElements" => root.child("cpnet"),
        "cpnet" => Some(root),
        _ => None,
    }
}

fn not_a_model(root: Element) -> Diagnostic {
    let message = match root.name {
        "workspaceElements" => "This file has no net: `cpnet` is missing in it".to_string(),
        "Snoopy" => "This is a file of Snoopy, another tool that uses `.cpn`".to_string(),
        other => format!("This is no model of CPN Tools: its outermost element is `{other}`"),
    };
    let help = "A model of CPN Tools has `cpnet` in `workspaceElements`";
    Diagnostic::error("E1703", root.span, message).help(help)
}

/// What reading needs and finds.
struct Reader<'a> {
    sources: &'a mut Sources,
    file: SourceId,
    beside: Beside<'a>,
    problems: Vec<Diagnostic>,
    notes: Vec<Note>,
    /// Pages that substitution transitions name and the file lacks.
    unread: BTreeSet<String>,
    /// Colour sets that have the value `()` only.
    unit: BTreeSet<String>,
    /// Colour sets that are another one by another name.
    aliases: Vec<(String, String)>,
    /// Whether the model may use files.
    uses: bool,
    /// Colour sets whose tokens have stamps.
    timed: BTreeSet<String>,
    /// Names that stand for texts, for the names of files.
    texts: BTreeMap<String, String>,
    /// Files that are being read, by where links lead.
    files: Vec<PathBuf>,
}

impl Reader<'_> {
    fn net(&mut self, net: Element, name: &str) -> Model {
        let mut declarations = Vec::new();
        for globbox in net.all("globbox") {
            self.declarations(globbox, &mut declarations);
        }
        self.close_units();
        let mut nodes = Nodes::default();
        let mut pages = self.pages(net, &mut nodes);
        let assigned = self.substitutions(&nodes, &mut pages);
        let own = self.own_instances(net, &nodes, &mut pages);
        let instances = self.instances(net, &nodes, &pages, &own);
        self.fusion_sets(net, &nodes, &mut pages, &instances.counts);
        self.settle_ports(&mut pages, &assigned, &own);
        let monitors = self.monitors(net, &nodes, &pages, &instances);
        self.left_out(net);
        Model {
            name: Name {
                text: name.to_string(),
                span: net.span,
            },
            description: None,
            real_time: has_real_time(net),
            parameters: Vec::new(),
            declarations,
            layout: layout::layouts(net, &nodes, &pages, self.sources),
            pages,
            measures: Vec::new(),
            symmetries: Vec::new(),
            properties: Vec::new(),
            monitors,
            expect: Vec::new(),
        }
    }

    fn problem(&mut self, diagnostic: Diagnostic) {
        self.problems.push(diagnostic);
    }

    fn note(&mut self, effect: Effect, diagnostic: Diagnostic) {
        self.notes.push(Note { diagnostic, effect });
    }

    /// Makes a text a source of its own; `None` if it is empty.
    fn text(&mut self, composed: Composed) -> Option<Text> {
        if composed.text.is_empty() {
            return None;
        }
        let name = self.sources.get(self.file).name.clone();
        let source = self
            .sources
            .add_part(&name, &composed.text, self.file, composed.map);
        Some(Text {
            source,
            span: composed.span,
        })
    }

    /// Tells of references that mean no character: they stay as they are written.
    fn references(&mut self, unknown: &[Span]) {
        let Some(&first) = unknown.first() else {
            return;
        };
        let message = match unknown.len() {
            1 => "A reference here means no character that is known".to_string(),
            n => format!("{n} references mean no characters that are known; this is the first"),
        };
        let help = "It stays as it is written. Write the character itself, or remove it";
        let note = Diagnostic::warning("W1703", first, message).help(help);
        self.note(Effect::Behaviour, note);
    }

    /// Tells of elements that nobody knows, of each kind once. A group may hold what it groups.
    fn unknown<'e>(
        &mut self,
        elements: impl Iterator<Item = Element<'e>>,
        known: &[&str],
        of: &str,
    ) {
        let mut told = BTreeSet::new();
        for element in elements {
            let nodes = element.children().any(|child| child.name != "group_elm");
            let is_known = known.contains(&element.name) && !(element.name == "group" && nodes);
            if is_known || !told.insert(element.name) {
                continue;
            }
            let message = format!(
                "What is in the element `{}` of {of} is left out: it is not known here",
                element.name
            );
            let help = "CPN Tools does not write it so; if it belongs to the net, the state space may be another one";
            let note = Diagnostic::warning("W1708", element.span, message).help(help);
            self.note(Effect::Behaviour, note);
        }
    }

    /// Parts of the format that have a meaning which is not carried over, and parts that nobody knows.
    fn left_out(&mut self, net: Element) {
        self.unknown(net.children(), OF_NETS, "the net");
        let pages = net.all("page").flat_map(|page| page.children());
        self.unknown(pages, OF_PAGES, "a page");
        let of_pages = || net.all("page").flat_map(|page| page.children());
        let constraints = of_pages()
            .filter(|child| child.name == "constraints")
            .find(|child| child.children().next().is_some());
        if let Some(first) = constraints {
            let message = "The declarative constraints of this page are left out";
            let help = "They restrict which transitions may occur; without them there may be more markings";
            self.note(
                Effect::Behaviour,
                Diagnostic::warning("W1708", first.span, message).help(help),
            );
        }
        let channel = of_pages()
            .filter_map(|child| child.child("channel"))
            .find(|channel| !channel.text_of("text").is_empty());
        if let Some(first) = channel {
            let message = "The synchronous channel of this transition is left out";
            let help = "CPN Tools does not run channels either: the transition occurs by itself";
            self.note(
                Effect::Behaviour,
                Diagnostic::warning("W1708", first.span, message).help(help),
            );
        }
    }
}

/// What a net has in the file.
const OF_NETS: &[&str] = &[
    "globbox",
    "page",
    "fusion",
    "instances",
    "options",
    "binders",
    "monitorblock",
    "IndexNode",
    "group",
];

/// What a page has in the file. The last ones are converters'.
const OF_PAGES: &[&str] = &[
    "pageattr",
    "place",
    "trans",
    "arc",
    "Aux",
    "constraints",
    "group",
    "vguideline",
    "hguideline",
    "ssnode",
    "ssarc",
    "aux",
    "aux-conn",
    "mult",
    "modeattr",
    "winattr",
];

/// Whether the option for real time stamps is on.
fn has_real_time(net: Element) -> bool {
    let options = net.all("options").flat_map(|options| options.all("option"));
    options
        .filter(|option| option.attribute("name") == Some("realtimestamp"))
        .filter_map(|option| option.child("value"))
        .any(|value| value.text_of("boolean") == "true")
}

/// A name as it stands in an element.
fn name_at(text: String, span: Span) -> Name {
    Name { text, span }
}
