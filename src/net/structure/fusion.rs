//! Fusion sets: their members are one place, so they must agree.

use super::super::model::Place;
use super::Structure;
use std::collections::BTreeMap;
use sweepnet_lang::diagnostic::Diagnostic;

impl Structure<'_> {
    /// Members of a fusion set have the same initial marking where they give one.
    pub fn fusion_sets(&mut self) {
        let mut sets: BTreeMap<&str, Vec<&Place>> = BTreeMap::new();
        for place in self.model.pages.iter().flat_map(|page| &page.places) {
            if let Some(fusion) = &place.fusion {
                sets.entry(&fusion.text).or_default().push(place);
            }
        }
        for (name, members) in sets {
            self.fusion_set(name, &members);
        }
    }

    fn fusion_set(&mut self, name: &str, members: &[&Place]) {
        let first = members[0];
        if let ([_], Some(fusion)) = (members, &first.fusion) {
            let message = format!("The fusion set `{name}` has only this place");
            let help = "Is the name spelt alike at all members? A set of one place does nothing";
            self.problems
                .push(Diagnostic::warning("W1204", fusion.span, message).help(help));
        }
        let mut given = members.iter().filter_map(|place| place.initial);
        let Some(first) = given.next() else {
            return;
        };
        let others: Vec<_> = given.filter(|other| !self.same(*other, first)).collect();
        for other in others {
            let message =
                format!("The places of fusion set `{name}` have different initial markings");
            self.problems.push(
                Diagnostic::error("E1213", other.span, message)
                    .label(first.span, "the other one")
                    .help("They are one place: give the initial marking to one of them only"),
            );
        }
    }
}
