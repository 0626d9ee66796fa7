//! Colours as text. A text has an end, so of a long list only the beginning is copied into the evaluator's heap, to be printed there and dropped.

use super::machine::Machine;
use super::values::{Colour, Values};
use rustc_hash::FxHashMap;
use sweepnet_lang::vm::heap::pointer_count;
use sweepnet_lang::vm::program::{ColourSetId, IMMEDIATES, Word};
use sweepnet_lang::vm::show;

/// What was copied: how deep it lay, and where it is.
type Copies = FxHashMap<Colour, (usize, Word)>;

impl Machine {
    /// A colour of a colour set as text of about so many characters at most.
    pub fn show(
        &mut self,
        values: &Values,
        set: ColourSetId,
        colour: Colour,
        pointer: bool,
        limit: usize,
    ) -> String {
        let mark = self.vm.heap.mark();
        let word = match pointer {
            true => self.excerpt(values, colour, limit),
            false => colour,
        };
        let text = show::coloured(&self.vm, set, word, limit);
        self.vm.heap.reset(mark);
        String::from_utf8_lossy(&text).into_owned()
    }

    /// A copy of a value without the parts that lie deeper than `limit`. Printing begins with the outermost, a character at least for each, so it never gets there.
    fn excerpt(&mut self, values: &Values, colour: Colour, limit: usize) -> Word {
        let mut copies = Copies::default();
        let (mut stack, mut node) = (vec![(colour, 0)], Vec::new());
        while let Some(&(value, depth)) = stack.last() {
            if self.excerpted(&copies, value, depth, limit).is_some() {
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            if let Some((form, mut items, mut end)) = values.items(value) {
                if items.len() > limit.saturating_sub(depth) {
                    items.truncate(limit - depth + 1);
                    end = 0;
                }
                let all = match pointer_count(form) {
                    2 => &mut items[..],
                    _ => &mut [],
                };
                for part in all.iter_mut().chain([&mut end]) {
                    match self.excerpted(&copies, *part, depth + 1, limit) {
                        Some(word) => *part = word,
                        None => stack.push((*part, depth + 1)),
                    }
                }
                if stack.len() == waiting {
                    let word = self.alloc_list(form, &items, end);
                    copies.insert(value, (depth, word));
                    stack.pop();
                }
                continue;
            }
            values.read(value, &mut node);
            let pointers = pointer_count(node[0]);
            for part in &mut node[1..=pointers] {
                match self.excerpted(&copies, *part, depth + 1, limit) {
                    Some(word) => *part = word,
                    None => stack.push((*part, depth + 1)),
                }
            }
            if stack.len() == waiting {
                let word = self.vm.heap.alloc(node[0], &node[1..]);
                copies.insert(value, (depth, word));
                stack.pop();
            }
        }
        let root = self.excerpted(&copies, colour, 0, limit);
        root.unwrap_or_default()
    }

    /// The copy of a value with all that is to be seen of it from a depth on.
    fn excerpted(
        &self,
        copies: &Copies,
        value: Colour,
        depth: usize,
        limit: usize,
    ) -> Option<Word> {
        match copies.get(&value) {
            _ if value < IMMEDIATES => Some(value),
            _ if depth > limit => Some(0),
            Some(&(before, word)) if before <= depth => Some(word),
            _ => self.copied(value),
        }
    }
}
