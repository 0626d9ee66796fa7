//! Long lists, stored in pieces. Two lists that end differently share no cell, so a queue to whose end something is added would be stored anew, cell by cell. Therefore some elements
//! begin a chunk, one of sixteen or so, chosen by what the element is and by nothing else. A list that begins with such an element and is not short is a *run*: the list of its chunks, which is a list
//! like any other and has runs in turn. So a list of n elements is a few cells, a run, and log n times a few cells more; adding to its end stores those again and one chunk, and the
//! other chunks are shared.
//!
//! What a list is stored as depends on its elements alone, so equal lists are one, however they were made and in whatever table. Nobody else needs to know: `Values::word` and `read`
//! show a run as the cell that it stands for, `Adding::intern` makes runs of cells. Those who look at all of a list ask for its `items`, and those who make one use `list`: otherwise
//! every cell would be stored after all.

use super::archive::{Archive, is_archived};
use super::values::{Adding, Colour, Values};
use super::words::Words;
use sweepnet_lang::vm::equal::mix;
use sweepnet_lang::vm::heap::{Kind, field_count, header, kind_of, pointer_count};
use sweepnet_lang::vm::program::IMMEDIATES;

/// One of so many elements begins a chunk, on average.
const CHUNK: u64 = 16;
/// A list of fewer elements is no run: most lists are short, and finding out what their elements are would be a waste.
const SHORT: usize = 32;
/// A chunk has no more elements than this.
const LONGEST: usize = 1 << 16;
/// So many fields of an element, and of their parts, decide whether it begins a chunk.
const FIELDS: usize = 8;
/// Parts of parts matter to this depth.
const DEPTH: u32 = 2;

/// A cell with a pointer: head, tail.
const POINTER: u64 = header(Kind::Con, 1, 2, 0);
/// A cell with a raw word: tail, head.
const RAW: u64 = header(Kind::Con, 1, 1, 1);
/// A run of each; its field is the list of chunks.
const POINTER_RUN: u64 = header(Kind::PtrRun, 1, 1, 0);
const RAW_RUN: u64 = header(Kind::RawRun, 1, 1, 0);

/// Whether a header is that of a list cell. A datatype may have objects that look the same, and are treated the same.
#[inline]
pub fn is_cell(header: u64) -> bool {
    header == POINTER || header == RAW
}

/// Whether a header is that of a run.
#[inline]
pub fn is_run(header: u64) -> bool {
    matches!(kind_of(header), Kind::PtrRun | Kind::RawRun)
}

/// The header of a run of such cells.
fn run_of(cell: u64) -> u64 {
    if cell == POINTER {
        POINTER_RUN
    } else {
        RAW_RUN
    }
}

/// Whether a list with so many elements before its first chunks, if there are any, is not short.
fn is_long(elements: usize, chunks: Colour) -> bool {
    elements >= SHORT || chunks >= IMMEDIATES
}

/// The words of a cell.
#[inline]
pub fn cell(header: u64, head: Colour, tail: Colour) -> [u64; 3] {
    match header == POINTER {
        true => [header, head, tail],
        false => [header, tail, head],
    }
}

/// The head and the tail of a cell, given its words.
#[inline]
pub fn uncons(cell: &[u64]) -> (Colour, Colour) {
    match cell[0] == POINTER {
        true => (cell[1], cell[2]),
        false => (cell[2], cell[1]),
    }
}

/// Nodes as they are stored.
#[derive(Copy, Clone)]
pub struct Stored<'a> {
    /// Those that are not archived.
    pub words: &'a Words,
    /// The others.
    pub archive: &'a Archive,
}

impl Stored<'_> {
    /// Word `i` of a node: 0 is the header.
    #[inline]
    pub fn word(self, node: Colour, i: usize) -> u64 {
        match is_archived(node) {
            false => self.words.get(node as usize + i),
            true => self.archive.word(node, i),
        }
    }

    /// All words of a node, in `words`.
    pub fn read(self, node: Colour, words: &mut Vec<u64>) {
        if is_archived(node) {
            return self.archive.read(node, words);
        }
        words.clear();
        let length = 1 + field_count(self.words.get(node as usize));
        words.extend((0..length).map(|i| self.words.get(node as usize + i)));
    }

    /// Whether a list of such cells that begins with this element is a run. Numbers of nodes must not matter: they differ from table to table.
    #[inline]
    fn begins(self, cell: u64, head: Colour) -> bool {
        let hash = match cell == POINTER && head >= IMMEDIATES {
            true => self.content(head, DEPTH),
            false => mix(1, head),
        };
        (hash >> 32).is_multiple_of(CHUNK)
    }

    fn content(self, node: Colour, depth: u32) -> u64 {
        let form = self.word(node, 0);
        let pointers = pointer_count(form);
        (1..=field_count(form).min(FIELDS)).fold(mix(2, form), |hash, i| {
            let word = self.word(node, i);
            match i <= pointers && word >= IMMEDIATES {
                false => mix(hash, word),
                true if depth > 0 => mix(hash, self.content(word, depth - 1)),
                true => hash,
            }
        })
    }

    /// Adds the elements of a list of such cells up to the first run to `elements`; the chunks of that run, or the end of the list. `None` if it is no list, or these are too many.
    fn front(self, cell: u64, mut list: Colour, elements: &mut Vec<Colour>) -> Option<Colour> {
        while list >= IMMEDIATES {
            let form = self.word(list, 0);
            if form == run_of(cell) {
                list = self.word(list, 1);
                break;
            }
            if form != cell || elements.len() > LONGEST {
                return None;
            }
            let (head, tail) = uncons(&[form, self.word(list, 1), self.word(list, 2)]);
            elements.push(head);
            list = tail;
        }
        (elements.len() <= LONGEST).then_some(list)
    }

    /// Adds all elements of a list to `items`; what comes after the last. Of a list with more elements than `most`, some after these may be left out.
    fn items(self, mut list: Colour, most: usize, items: &mut Vec<Colour>) -> Colour {
        let mut node = Vec::new();
        while list >= IMMEDIATES && items.len() < most {
            self.read(list, &mut node);
            if is_cell(node[0]) {
                let (head, tail) = uncons(&node);
                items.push(head);
                list = tail;
            } else if is_run(node[0]) {
                let mut chunks = Vec::new();
                let end = self.items(node[1], most, &mut chunks);
                for chunk in chunks {
                    if items.len() >= most {
                        break;
                    }
                    self.read(chunk, &mut node);
                    items.extend_from_slice(&node[1..]);
                }
                return end;
            } else {
                break;
            }
        }
        list
    }
}

impl Values {
    /// The cell that a run stands for.
    #[cold]
    pub(super) fn cell_of(&self, run: Colour) -> [u64; 3] {
        let stored = self.stored();
        let form = stored.word(run, 0);
        let cell_form = if form == POINTER_RUN { POINTER } else { RAW };
        let chunks = stored.word(run, 1);
        let (chunk, rest) = (self.word(chunks, 1), self.word(chunks, 2));
        let mut elements = Vec::new();
        stored.read(chunk, &mut elements);
        let mut adding = self.adding();
        let mut tail = match rest < IMMEDIATES {
            true => rest,
            false => adding.store(&[form, rest]),
        };
        for &element in elements[2..].iter().rev() {
            tail = adding.intern(&cell(cell_form, element, tail));
        }
        cell(cell_form, elements[1], tail)
    }

    /// If a value is a run: the header of its cells, all elements, and what comes after the last.
    pub fn items(&self, value: Colour) -> Option<(u64, Vec<Colour>, Colour)> {
        let stored = self.stored();
        let form = stored.word(value, 0);
        if !is_run(form) {
            return None;
        }
        let mut items = Vec::new();
        let end = stored.items(value, usize::MAX, &mut items);
        let cell = if form == POINTER_RUN { POINTER } else { RAW };
        Some((cell, items, end))
    }

    /// The first elements of a list that is not empty, and the header of its cells.
    pub fn first_items(&self, list: Colour, most: usize) -> (u64, Vec<Colour>) {
        let stored = self.stored();
        let mut items = Vec::new();
        stored.items(list, most, &mut items);
        items.truncate(most);
        let raw = matches!(stored.word(list, 0), RAW | RAW_RUN);
        (if raw { RAW } else { POINTER }, items)
    }
}

impl Adding<'_> {
    /// The number of the node with these words, added if it is new.
    #[inline]
    pub fn intern(&mut self, node: &[u64]) -> Colour {
        if is_cell(node[0]) {
            let (head, tail) = uncons(node);
            if self.stored().begins(node[0], head) {
                let mut elements = vec![head];
                if let Some(rest) = self.stored().front(node[0], tail, &mut elements)
                    && is_long(elements.len(), rest)
                {
                    let chunk = self.chunk(node[0], elements.into_iter());
                    let chunks = self.intern(&cell(POINTER, chunk, rest));
                    return self.store(&[run_of(node[0]), chunks]);
                }
            }
        }
        self.store(node)
    }

    fn chunk(&mut self, cell: u64, elements: impl ExactSizeIterator<Item = Colour>) -> Colour {
        let count = elements.len();
        let (pointers, raws) = if cell == POINTER {
            (count, 0)
        } else {
            (0, count)
        };
        let mut node = std::mem::take(&mut self.node);
        node.clear();
        node.push(header(Kind::Chunk, 0, pointers, raws));
        node.extend(elements);
        let chunk = self.store(&node);
        self.node = node;
        chunk
    }

    /// The list with these elements before `end`: what `intern` would make of its cells, without most of them.
    pub fn list(&mut self, cell_form: u64, elements: &[Colour], end: Colour) -> Colour {
        let mut base = end;
        // What the chunks that were made come before, and those chunks, the last first.
        let mut rest = None;
        let mut chunks = Vec::new();
        // Elements that are in no chunk yet, the last first, and those before them in the given list.
        let mut front: Vec<Colour> = Vec::new();
        let mut behind = Vec::new();
        for &head in elements.iter().rev() {
            front.push(head);
            let short = rest.is_none() && end < IMMEDIATES && front.len() < SHORT;
            if short || !self.stored().begins(cell_form, head) {
                continue;
            }
            if rest.is_none() {
                behind.clear();
                let after = self.stored().front(cell_form, end, &mut behind);
                let count = front.len() + behind.len();
                rest = after.filter(|&rest| count <= LONGEST && is_long(count, rest));
            } else {
                behind.clear();
            }
            let count = front.len() + behind.len();
            if rest.is_some() && count <= LONGEST {
                front.reverse();
                front.append(&mut behind);
                chunks.push(self.chunk(cell_form, front.drain(..)));
            }
        }
        if let Some(rest) = rest {
            chunks.reverse();
            let list = self.list(POINTER, &chunks, rest);
            base = self.store(&[run_of(cell_form), list]);
        }
        for head in front {
            base = self.store(&cell(cell_form, head, base));
        }
        base
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Elements that are numbers, or pairs of numbers.
    fn element(values: &Values, pointers: bool, number: u64) -> Colour {
        let pair = header(Kind::Tuple, 0, 0, 2);
        match pointers {
            true => values.adding().intern(&[pair, number, 7]),
            false => number,
        }
    }

    fn form(pointers: bool) -> u64 {
        if pointers { POINTER } else { RAW }
    }

    /// A list made cell by cell.
    fn consed(values: &Values, pointers: bool, numbers: &[u64], end: Colour) -> Colour {
        numbers.iter().rev().fold(end, |tail, &number| {
            let head = element(values, pointers, number);
            values.adding().intern(&cell(form(pointers), head, tail))
        })
    }

    /// A list taken apart cell by cell.
    fn heads(values: &Values, mut list: Colour) -> Vec<Colour> {
        let (mut all, mut node) = (Vec::new(), Vec::new());
        while list >= IMMEDIATES {
            values.read(list, &mut node);
            let (head, tail) = uncons(&node);
            all.push(head);
            list = tail;
        }
        all
    }

    proptest! {
        #[test]
        fn a_list_is_one_however_it_was_made(
            numbers in proptest::collection::vec(0u64..40, 0..120),
            more in proptest::collection::vec(0u64..40, 0..120),
            pointers: bool,
        ) {
            let values = Values::default();
            // Other numbers come first, so that nodes have other numbers than in the second table.
            consed(&values, pointers, &more, 0);
            let all = [&numbers[..], &more].concat();
            let elements = |numbers: &[u64]| -> Vec<Colour> {
                numbers.iter().map(|&n| element(&values, pointers, n)).collect()
            };
            let list = consed(&values, pointers, &all, 0);
            prop_assert_eq!(heads(&values, list), elements(&all));
            let tail = consed(&values, pointers, &more, 0);
            let (first, whole) = (elements(&numbers), elements(&all));
            let parts = values.adding().list(form(pointers), &first, tail);
            prop_assert_eq!(parts, list);
            let whole = values.adding().list(form(pointers), &whole, 0);
            prop_assert_eq!(whole, list);
            let mut items = Vec::new();
            prop_assert_eq!(values.stored().items(list, usize::MAX, &mut items), 0);
            prop_assert_eq!(items, elements(&all));
            if !all.is_empty() {
                let some = &elements(&all)[..numbers.len().max(1)];
                prop_assert_eq!(values.first_items(list, some.len()), (form(pointers), some.to_vec()));
            }

            let other = Values::default();
            let copy = other.copy_from(&values, list, true);
            prop_assert_eq!(copy, consed(&other, pointers, &all, 0));
        }
    }

    #[test]
    fn a_queue_shares_what_stays_in_it() {
        let values = Values::default();
        let mut queue: Vec<u64> = (0..5_000).collect();
        values.adding().list(RAW, &queue, 0);
        let before = values.words();
        for i in 0..100 {
            queue.rotate_left(1);
            let list = values.adding().list(RAW, &queue, 0);
            assert_eq!(values.word(list, 2), i + 1);
        }
        let more = (values.words() - before) / 100;
        assert!(more < 1_000, "{more} words for each");
    }

    #[test]
    fn what_only_looks_like_a_list_stays_what_it_is() {
        let values = Values::default();
        let text = values.adding().intern(&[header(Kind::Tuple, 0, 0, 1), 5]);
        for i in 0..200 {
            let node = [RAW, text, i];
            let made = values.adding().intern(&node);
            let mut words = Vec::new();
            values.read(made, &mut words);
            assert_eq!(words, node);
            assert!(!is_run(values.stored().word(made, 0)));
        }
    }
}
