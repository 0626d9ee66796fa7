//! Ports and sockets: which place above each port is, and whether both agree.

use super::super::model::{ArcKind, Name, Place, Port, Substitution};
use super::super::suggest;
use super::{Structure, no_place};
use std::collections::BTreeSet;
use sweepnet_lang::diagnostic::Diagnostic;

impl Structure<'_> {
    /// Substitution transitions name pages, assign all ports of the page, and each to a place of theirs.
    pub fn ports(&mut self) {
        for (at, page) in self.model.pages.iter().enumerate() {
            for substitution in &page.substitutions {
                match self.pages.get(substitution.page.text.as_str()) {
                    Some(&below) => self.assignment(at, below, substitution),
                    None if self.is_unread(&substitution.page) => {}
                    None => self.no_page(substitution),
                }
            }
            self.directions(at);
        }
        let used: BTreeSet<&str> = (self.model.pages.iter())
            .flat_map(|page| &page.substitutions)
            .map(|substitution| substitution.page.text.as_str())
            .collect();
        for page in &self.model.pages {
            let ports = page.places.iter().filter(|place| place.port.is_some());
            if used.contains(page.name.text.as_str()) {
                continue;
            }
            for place in ports {
                let message = format!(
                    "`{}` is a port, but no substitution transition stands for its page `{}`",
                    place.name.text, page.name.text
                );
                let help = "It is an ordinary place here: leave out `port`, or use the page";
                self.problems
                    .push(Diagnostic::warning("W1203", place.name.span, message).help(help));
            }
        }
    }

    fn no_page(&mut self, substitution: &Substitution) {
        let name = &substitution.page;
        let message = format!("This net has no page `{}`", name.text);
        let known: Vec<&str> = self.pages.keys().copied().collect();
        let help = match suggest::nearest(&name.text, known.iter().copied()) {
            Some(near) => format!("Did you mean `{near}`?"),
            None => format!("Its pages are {}", suggest::listed(&known)),
        };
        self.problems
            .push(Diagnostic::error("E1204", name.span, message).help(help));
    }

    fn assignment(&mut self, at: usize, below: usize, substitution: &Substitution) {
        let page = &self.model.pages[at];
        let assigned: BTreeSet<&str> = (substitution.ports.iter())
            .map(|(port, _)| port.text.as_str())
            .collect();
        for port in &self.model.pages[below].places {
            if port.port.is_some() && !assigned.contains(port.name.text.as_str()) {
                let message = format!(
                    "`{}` does not say which place is the port `{}` of page `{}`",
                    substitution.name.text, port.name.text, substitution.page.text
                );
                let help = format!("Add `{}: PLACE` to its `ports`", port.name.text);
                self.problems.push(
                    Diagnostic::error("E1207", substitution.name.span, message)
                        .label(port.name.span, "the port")
                        .help(help),
                );
            }
        }
        for (port, socket) in &substitution.ports {
            let above = self.place(at, socket);
            if above.is_none() && !self.is_unread(socket) {
                let help = self.suggest_place(at, socket);
                let problem = Diagnostic::error("E1206", socket.span, no_place(socket, page));
                self.problems.push(problem.help(help));
            }
            match self.place(below, port) {
                Some(inner) if inner.port.is_some() => {
                    if let Some(above) = above {
                        self.agreement(inner, above, socket);
                    }
                }
                None if self.is_unread(port) => {}
                found => self.no_port(below, port, found),
            }
        }
    }

    fn no_port(&mut self, below: usize, port: &Name, found: Option<&Place>) {
        let page = &self.model.pages[below];
        let problem = match found {
            Some(place) => {
                let message = format!("`{}` is no port of page `{}`", port.text, page.name.text);
                Diagnostic::error("E1205", port.span, message)
                    .label(place.name.span, "this place has no `port`")
                    .help("Give the place `port: in`, `out` or `both`")
            }
            None => {
                let ports = page.places.iter().filter(|place| place.port.is_some());
                let known: Vec<&str> = ports.map(|place| place.name.text.as_str()).collect();
                let help = match suggest::nearest(&port.text, known.iter().copied()) {
                    Some(near) => format!("Did you mean `{near}`?"),
                    None if known.is_empty() => format!("Page `{}` has no ports", page.name.text),
                    None => format!("Its ports are {}", suggest::listed(&known)),
                };
                let message = format!("Page `{}` has no port `{}`", page.name.text, port.text);
                Diagnostic::error("E1205", port.span, message).help(help)
            }
        };
        self.problems.push(problem);
    }

    /// A port and its socket are one place, so what is said of both must be the same.
    fn agreement(&mut self, port: &Place, socket: &Place, at: &Name) {
        // Where both give one, they are compared when their values are known (`inscriptions/agreement`).
        if let (Some(initial), None) = (port.initial, socket.initial) {
            let message = format!(
                "The port `{}` has an initial marking of its own, but it is the place `{}`",
                port.name.text, socket.name.text
            );
            self.problems.push(
                Diagnostic::error("E1209", initial.span, message)
                    .label(socket.name.span, "the socket")
                    .help("Give the initial marking to the socket, not to the port"),
            );
        }
        let fits = match (socket.port, port.port) {
            (None | Some(Port::Both), _) => true,
            (upper, lower) => upper == lower,
        };
        if let (false, Some(upper)) = (fits, socket.port) {
            let message = format!(
                "`{}` is a port of type `{}` here, but the page below uses it otherwise",
                socket.name.text,
                word(upper)
            );
            self.problems.push(
                Diagnostic::error("E1210", at.span, message)
                    .label(port.name.span, "the port below")
                    .help("Give both ports the same type, or this one `port: both`"),
            );
        }
    }

    /// A page uses a port in the direction that its type says.
    fn directions(&mut self, at: usize) {
        let page = &self.model.pages[at];
        for arc in page.transitions.iter().flat_map(|t| &t.arcs) {
            let Some(place) = self.place(at, &arc.place) else {
                continue;
            };
            let what = match (place.port, arc.kind) {
                (Some(Port::In), ArcKind::Out) => "puts tokens on it",
                (Some(Port::In), ArcKind::Both) => "takes its tokens and puts them back",
                (Some(Port::In), ArcKind::Reset) => "empties it",
                (Some(Port::Out), ArcKind::In) => "takes tokens from it",
                (Some(Port::Out), ArcKind::Both) => "takes its tokens and puts them back",
                (Some(Port::Out), ArcKind::Inhibitor) => "needs it to be empty",
                _ => continue,
            };
            let Some(port) = place.port else {
                continue;
            };
            let message = format!(
                "`{}` is a port of type `{}`, but this arc {what}",
                place.name.text,
                word(port)
            );
            self.problems.push(
                Diagnostic::error("E1210", arc.place.span, message)
                    .label(place.name.span, "the port")
                    .help("Write `port: both` if the page uses it in both directions"),
            );
        }
    }
}

fn word(port: Port) -> &'static str {
    match port {
        Port::In => "in",
        Port::Out => "out",
        Port::Both => "both",
    }
}
