//! Fusion sets: their members are one place.

use super::super::model::Place;
use super::Structure;
use std::collections::BTreeMap;
use sweepnet_lang::diagnostic::Diagnostic;

impl Structure<'_> {
    /// A fusion set has several members.
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
    }
}
