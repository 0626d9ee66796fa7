//! A number for a binding element that does not depend on how colours and tokens are numbered, so that it means the same after tables were renewed and in another
//! run. Different elements have different ones, but for rare accidents.

use super::batch::Occurrence;
use super::values::Colour;
use super::worker::Worker;
use rustc_hash::FxHashMap;
use sweepnet_lang::vm::equal::mix;
use sweepnet_lang::vm::heap::pointer_count;
use sweepnet_lang::vm::program::IMMEDIATES;

/// What is known of colours so far.
pub type Prints = FxHashMap<Colour, u64>;

impl Worker {
    /// The fingerprint of an occurrence found since the memo was last emptied.
    pub fn fingerprint(&mut self, occurrence: Occurrence) -> u32 {
        let transition = occurrence.transition as usize;
        let element = self.memo.elements[occurrence.element as usize];
        let mut state = mix(0, u64::from(occurrence.transition));
        for i in 0..element.binding.len as usize {
            let colour = self.memo.colours[element.binding.start as usize + i];
            let print = match self.shared.net.transitions[transition].variables[i].pointer {
                true => self.print_of(colour),
                false => colour,
            };
            state = mix(state, print);
        }
        // Outcomes of one binding differ in what they put. That is in the order of tokens, which tells nothing, so it is added up.
        if self.shared.draws[transition] {
            let puts = element.puts.unwrap_or_default();
            let puts = puts.of(&self.memo.puts).to_vec();
            let prints = puts.into_iter().map(|put| {
                let place = put.place as usize;
                let colour = self.shared.places[place].tokens.colour(put.token);
                let print = match self.shared.net.places[place].pointer {
                    true => self.print_of(colour),
                    false => colour,
                };
                let parts = [put.place.into(), print, put.count.into(), put.after as u64];
                parts.into_iter().fold(2, mix)
            });
            state = mix(state, prints.fold(0, u64::wrapping_add));
        }
        (state >> 32) as u32
    }

    /// The fingerprint of a colour: its parts first, by a list of its own, since a list may be long.
    fn print_of(&mut self, colour: Colour) -> u64 {
        let shared = self.shared.clone();
        let prints = &mut self.prints;
        let known = |prints: &Prints, part: Colour| match part < IMMEDIATES {
            true => Some(part),
            false => prints.get(&part).copied(),
        };
        let (mut stack, mut node) = (vec![colour], Vec::new());
        while let Some(&value) = stack.last() {
            if known(prints, value).is_some() {
                stack.pop();
                continue;
            }
            shared.values.stored().read(value, &mut node);
            let waiting = stack.len();
            let mut print = mix(1, node[0]);
            for (i, &part) in node[1..].iter().enumerate() {
                match i < pointer_count(node[0]) {
                    false => print = mix(print, part),
                    true => match known(prints, part) {
                        Some(part) => print = mix(print, part),
                        None => stack.push(part),
                    },
                }
            }
            if stack.len() == waiting {
                prints.insert(value, print);
                stack.pop();
            }
        }
        known(prints, colour).unwrap_or(colour)
    }
}
