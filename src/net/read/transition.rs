//! Transitions and their arcs.

use super::super::model::*;
use super::super::yaml::node::{Kind, Node};
use super::{Reader, keys};
use sweepnet_lang::diagnostic::Diagnostic;

/// Keys of arcs that have inscriptions.
const INSCRIBED: &[(&str, ArcKind)] = &[
    ("in", ArcKind::In),
    ("out", ArcKind::Out),
    ("both", ArcKind::Both),
];
/// Keys of arcs that have none.
const BARE: &[(&str, ArcKind)] = &[("inhibitor", ArcKind::Inhibitor), ("reset", ArcKind::Reset)];

impl Reader<'_> {
    /// A transition; one that could not be read whole keeps what could.
    pub fn transition(&mut self, name: Name, node: &Node) -> Option<Transition> {
        let mut transition = Transition {
            name,
            guard: Vec::new(),
            delay: None,
            priority: None,
            code: None,
            arcs: Vec::new(),
            description: None,
        };
        if let Kind::Null = node.kind {
            return Some(transition);
        }
        let mut entries = self.entries(node, "a transition", keys::TRANSITION)?;
        for (key, kind) in INSCRIBED {
            if let Some((_, node)) = entries.take(key) {
                self.arcs(node, *kind, &mut transition.arcs);
            }
        }
        for (key, kind) in BARE {
            if let Some((_, node)) = entries.take(key) {
                self.bare_arcs(node, key, *kind, &mut transition.arcs);
            }
        }
        if let Some((_, node)) = entries.take("guard") {
            let conditions = one_or_several(node).iter();
            transition.guard = conditions
                .filter_map(|node| self.inscription(node, "a condition"))
                .collect();
        }
        transition.delay =
            (entries.take("delay")).and_then(|(_, node)| self.inscription(node, "a delay"));
        transition.priority =
            (entries.take("priority")).and_then(|(_, node)| self.inscription(node, "a priority"));
        transition.code = entries
            .take("code")
            .and_then(|(key, node)| self.code(&transition.name, &key, node));
        transition.description = self.description(&mut entries);
        Some(transition)
    }

    /// `place: inscription` entries. A list of inscriptions is several arcs.
    fn arcs(&mut self, node: &Node, kind: ArcKind, arcs: &mut Vec<Arc>) {
        let entries = self.named(node, "arcs", "place").unwrap_or_default();
        for (place, node) in entries {
            if let Kind::Null = node.kind {
                self.no_inscription(&place);
                continue;
            }
            if let Kind::List(list) = &node.kind
                && list.is_empty()
            {
                let message = format!(
                    "The arc to `{}` has an empty list of inscriptions",
                    place.text
                );
                let help = "The inscription `[]` needs quotes: `\"[]\"`";
                self.problem(Diagnostic::error("E1005", node.span, message).help(help));
                continue;
            }
            for node in one_or_several(node) {
                let text = self.inscription(node, "an arc inscription");
                arcs.extend(text.map(|text| Arc {
                    kind,
                    place: place.clone(),
                    text: Some(text),
                }));
            }
        }
    }

    fn no_inscription(&mut self, place: &Name) {
        let message = format!("The arc to `{}` has no inscription", place.text);
        let brackets = place.text.matches(['(', '[']).count();
        let help = match brackets == place.text.matches([')', ']']).count() {
            true => {
                "Write what it takes or puts, such as `()` or `x`. `#` and `!` mean something in YAML, so a text that starts with one needs quotes"
            }
            false => {
                "Inside `{…}` a comma starts the next entry. An inscription with a comma in it needs quotes: `\"(x, y)\"`"
            }
        };
        self.problem(Diagnostic::error("E1006", place.span, message).help(help));
    }

    /// A place or a list of places.
    fn bare_arcs(&mut self, node: &Node, key: &str, kind: ArcKind, arcs: &mut Vec<Arc>) {
        if let Kind::Map(map) = &node.kind {
            let place = map
                .first()
                .and_then(|(key, _)| key.text())
                .unwrap_or("Place");
            let message = format!(
                "An arc of kind `{key}` has no inscription, so here must stand a list of places"
            );
            let help = format!("Write `{key}: [{place}]`");
            self.problem(Diagnostic::error("E1005", node.span, message).help(help));
            return;
        }
        for node in one_or_several(node) {
            let place = self.name(node, "the name of a place");
            arcs.extend(place.map(|place| Arc {
                kind,
                place,
                text: None,
            }));
        }
    }

    fn code(&mut self, transition: &Name, key: &Name, node: &Node) -> Option<Code> {
        if node.text().is_some() {
            // As CPN Tools has it.
            let help = "Write `{input: [x], output: [y], action: EXPRESSION}`, without `input` and `output` if it needs none";
            self.wrong(node, "a code segment, which is a mapping", help);
            return None;
        }
        let mut entries = self.entries(node, "a code segment", keys::CODE)?;
        let input = (entries.take("input")).map(|(_, node)| self.variables(node));
        let output = (entries.take("output")).map(|(_, node)| self.variables(node));
        let output = output.unwrap_or_default();
        let action = entries.take("action");
        // Without one nothing is computed, which only matters to variables that wait for it.
        if let (None, Some(first)) = (&action, output.first()) {
            let message = format!(
                "The code segment of `{}` has no `action` that gives `{}` a value",
                transition.text, first.text
            );
            let help = format!(
                "Write `action: EXPRESSION`; or leave the code segment out, so that `{}` takes each value of its colour set in turn, if that is a small one",
                first.text
            );
            self.problem(
                Diagnostic::error("E1006", key.span, message)
                    .label(first.span, "waits for a value")
                    .help(help),
            );
            return None;
        }
        let action = match action {
            Some((_, node)) => Some(self.inscription(node, "an expression")?),
            None => None,
        };
        Some(Code {
            input,
            output,
            action,
        })
    }

    fn variables(&mut self, node: &Node) -> Vec<Name> {
        (one_or_several(node).iter())
            .filter_map(|node| self.name(node, "the name of a variable"))
            .collect()
    }
}

/// The items of a list, or the node itself.
pub fn one_or_several(node: &Node) -> &[Node] {
    match &node.kind {
        Kind::List(list) => list,
        _ => std::slice::from_ref(node),
    }
}
