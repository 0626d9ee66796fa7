//! Pages, places and substitution transitions.

use super::super::model::*;
use super::super::yaml::node::{Kind, Node};
use super::entries::Entries;
use super::{Reader, keys};
use sweepnet_lang::diagnostic::Diagnostic;

/// The name of the only page of a net that does not say.
const ONLY_PAGE: &str = "Top";

impl Reader<'_> {
    /// The pages of a net: those of `pages`, or the one that stands at the top level.
    pub fn pages(&mut self, net: &mut Entries, tree: &Node) -> Vec<Page> {
        let title = net.take("page");
        let Some((several, node)) = net.take("pages") else {
            let name = match title {
                Some((_, node)) => self.name(node, "the page's name"),
                None => Some(Name {
                    text: ONLY_PAGE.to_string(),
                    span: tree.span,
                }),
            };
            let page = self.page(name, None, net);
            return page.into_iter().collect();
        };
        let at_top = ["places", "transitions", "substitutions"];
        let others = at_top.iter().filter_map(|key| net.take(key));
        for (key, _) in title.into_iter().chain(others) {
            let message = format!(
                "This net has both `pages` and, outside of them, `{}`",
                key.text
            );
            self.problem(
                Diagnostic::error("E1008", key.span, message)
                    .label(several.span, "the pages")
                    .help("Move it into one of the pages"),
            );
        }
        let entries = self.named(node, "the pages of a net", "page");
        let mut pages = Vec::new();
        for (name, node) in entries.unwrap_or_default() {
            match self.entries(node, "a page", keys::PAGE) {
                Some(mut page) => {
                    let description = self.description(&mut page);
                    pages.extend(self.page(Some(name), description, &mut page));
                }
                None => drop(self.unread.insert(name.text)),
            }
        }
        pages
    }

    fn page(
        &mut self,
        name: Option<Name>,
        description: Option<String>,
        entries: &mut Entries,
    ) -> Option<Page> {
        let mut places = Vec::new();
        for (name, node) in self.group(entries, "places", "place") {
            let text = name.text.clone();
            match self.place(name, node) {
                Some(place) => places.push(place),
                None => drop(self.unread.insert(text)),
            }
        }
        let mut transitions = Vec::new();
        for (name, node) in self.group(entries, "transitions", "transition") {
            transitions.extend(self.transition(name, node));
        }
        let mut substitutions = Vec::new();
        for (name, node) in self.group(entries, "substitutions", "substitution transition") {
            substitutions.extend(self.substitution(name, node));
        }
        Some(Page {
            name: name?,
            description,
            places,
            transitions,
            substitutions,
        })
    }

    /// The named things under a key; none if the key is not there.
    fn group<'n>(
        &mut self,
        entries: &mut Entries<'n>,
        key: &str,
        kind: &str,
    ) -> Vec<(Name, &'n Node)> {
        match entries.take(key) {
            None => Vec::new(),
            // `places:` with nothing under it.
            Some((_, node)) if matches!(node.kind, Kind::Null) => Vec::new(),
            Some((_, node)) => {
                // Misshapen, but its names are there.
                if let Kind::List(list) = &node.kind {
                    let names = list.iter().filter_map(Node::text).map(String::from);
                    self.unread.extend(names);
                }
                (self.named(node, &format!("the {key} of a page"), kind)).unwrap_or_default()
            }
        }
    }

    fn place(&mut self, name: Name, node: &Node) -> Option<Place> {
        if let Kind::Scalar(_) = node.kind {
            let colset = self.name(node, "a colour set")?;
            return Some(Place {
                name,
                colset,
                initial: None,
                port: None,
                fusion: None,
                description: None,
            });
        }
        if let Kind::Null = node.kind {
            self.no_colset(&name);
            return None;
        }
        if let Kind::List(_) = node.kind {
            let help = format!("Write `{}: COLOURSET`", name.text);
            self.wrong(node, "a colour set, or a mapping with `colset`", help);
            return None;
        }
        let mut entries = self.entries(node, "a place", keys::PLACE)?;
        let colset = match entries.take("colset") {
            Some((_, node)) => self.name(node, "a colour set"),
            None => {
                self.no_colset(&name);
                None
            }
        };
        let initial = (entries.take("initial"))
            .and_then(|(_, node)| self.inscription(node, "an initial marking"));
        let port = entries.take("port").and_then(|(_, node)| {
            let word = self.keyword(node, "a port type", keys::PORTS)?;
            Some(match word.text.as_str() {
                "in" => Port::In,
                "out" => Port::Out,
                _ => Port::Both,
            })
        });
        let fusion = (entries.take("fusion"))
            .and_then(|(_, node)| self.name(node, "the name of a fusion set"));
        let description = self.description(&mut entries);
        Some(Place {
            name,
            colset: colset?,
            initial,
            port,
            fusion,
            description,
        })
    }

    fn no_colset(&mut self, name: &Name) {
        let message = format!("The place `{}` has no colour set", name.text);
        let help = format!("Write `{}: COLOURSET`", name.text);
        self.problem(Diagnostic::error("E1006", name.span, message).help(help));
    }

    fn substitution(&mut self, name: Name, node: &Node) -> Option<Substitution> {
        let mut entries = self.entries(node, "a substitution transition", keys::SUBSTITUTION)?;
        let help = "Name the page that it stands for: `page: PAGE`";
        let owner = format!("The substitution transition `{}`", name.text);
        let page = self
            .required(&mut entries, (&owner, name.span), "page", help)
            .and_then(|node| self.name(node, "the name of a page"));
        let mut ports = Vec::new();
        if let Some((_, node)) = entries.take("ports") {
            let listed = self.named(node, "the port assignment", "port");
            for (port, node) in listed.unwrap_or_default() {
                if let Some(socket) = self.name(node, "the name of a place on this page") {
                    ports.push((port, socket));
                }
            }
        }
        let description = self.description(&mut entries);
        Some(Substitution {
            name,
            page: page?,
            ports,
            description,
        })
    }
}
