//! The colour sets of places that are one place: ports and sockets, members of fusion sets. They are compared once the declarations are known, since
//! sets of different names are one set if one is declared as the other: `colset A = B;`.

use super::super::model::{Name, Place};
use super::Structure;
use std::collections::BTreeMap;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::session::Session;

impl Structure<'_> {
    /// Complains of places that are one place and have different colour sets.
    pub fn colours(&mut self, session: &Session) {
        for (at, page) in self.model.pages.iter().enumerate() {
            for substitution in &page.substitutions {
                let Some(&below) = self.pages.get(substitution.page.text.as_str()) else {
                    continue;
                };
                for (port, socket) in &substitution.ports {
                    let inner = self.place(below, port).filter(|place| place.port.is_some());
                    if let (Some(inner), Some(above)) = (inner, self.place(at, socket)) {
                        self.port_colours(session, inner, above, socket);
                    }
                }
            }
        }
        let mut firsts: BTreeMap<&str, &Place> = BTreeMap::new();
        for place in self.model.pages.iter().flat_map(|page| &page.places) {
            if let Some(fusion) = &place.fusion {
                let first = firsts.entry(&fusion.text).or_insert(place);
                self.fusion_colours(session, &fusion.text, first, place);
            }
        }
    }

    fn port_colours(&mut self, session: &Session, port: &Place, socket: &Place, at: &Name) {
        let Some(help) = difference(session, &port.colset, &socket.colset) else {
            return;
        };
        let message = format!(
            "The port `{}` has colour set `{}`, but `{}` has `{}`",
            port.name.text, port.colset.text, socket.name.text, socket.colset.text
        );
        self.problems.push(
            Diagnostic::error("E1208", at.span, message)
                .label(port.colset.span, "of the port")
                .label(socket.colset.span, "of the socket")
                .help(format!("A port and its socket are one place: {help}")),
        );
    }

    fn fusion_colours(&mut self, session: &Session, set: &str, first: &Place, place: &Place) {
        let Some(help) = difference(session, &first.colset, &place.colset) else {
            return;
        };
        let message = format!(
            "The places of fusion set `{set}` have different colour sets, `{}` and `{}`",
            first.colset.text, place.colset.text
        );
        self.problems.push(
            Diagnostic::error("E1212", place.colset.span, message)
                .label(first.colset.span, "the other one")
                .help(format!("They are one place: {help}")),
        );
    }
}

/// What to do about two names that do not mean the same colours. Names that mean nothing are told elsewhere.
fn difference(session: &Session, a: &Name, b: &Name) -> Option<&'static str> {
    if a.text == b.text {
        return None;
    }
    let program = &session.vm.program;
    let set = |name: &Name| {
        let id = session.colour_set_named(&name.text)?;
        let set = program.colour_sets.get(id.0 as usize)?;
        Some((program.original(id), set.timed))
    };
    let ((one, timed), (other, also_timed)) = (set(a)?, set(b)?);
    match (one == other, timed == also_timed) {
        (true, true) => None,
        (true, false) => Some("make both colour sets `timed`, or neither"),
        (false, _) => {
            Some("give both the same colour set, or declare one as the other, `colset A = B;`")
        }
    }
}
