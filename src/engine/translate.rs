//! Colours to and from a thread's heap. A value that is used as an argument is copied into the heap once and stays, until such copies are many; a result becomes a colour part by part.

use super::archive::is_archived;
use super::machine::Machine;
use super::runs::is_cell;
use super::values::{Colour, Values};
use rustc_hash::FxHashMap;
use sweepnet_lang::vm::heap::{Heap, pointer_count};
use sweepnet_lang::vm::program::{IMMEDIATES, Word};

impl Machine {
    /// The word of a colour in this thread's heap.
    pub fn word(&mut self, values: &Values, colour: Colour, pointer: bool) -> Word {
        if !pointer || colour < IMMEDIATES {
            return colour;
        }
        match self.here.get(colour) {
            Some(word) => word,
            None => self.copy_in(values, colour),
        }
    }

    /// Where a value was copied to for good, if it was.
    pub(super) fn copied(&self, value: Colour) -> Option<Word> {
        self.here.get(value)
    }

    /// Copies a value and its parts into the heap, for good. Parts first, by a stack of its own: a list may be long.
    fn copy_in(&mut self, values: &Values, colour: Colour) -> Word {
        let mut stack = std::mem::take(&mut self.stack);
        let mut node = std::mem::take(&mut self.node);
        stack.push(colour);
        while let Some(&value) = stack.last() {
            if self.here.get(value).is_some() {
                stack.pop();
                continue;
            }
            if let Some((form, mut items, mut end)) = values.items(value) {
                if self.copy_items(form, &mut items, &mut end, &mut stack) {
                    let word = self.alloc_list(form, &items, end);
                    self.here.set(value, word);
                    self.known.set(word, value);
                    stack.pop();
                }
                continue;
            }
            values.read(value, &mut node);
            let waiting = stack.len();
            let pointers = pointer_count(node[0]);
            for part in (node[1..=pointers].iter_mut()).filter(|part| **part >= IMMEDIATES) {
                match self.here.get(*part) {
                    Some(word) => *part = word,
                    None => stack.push(*part),
                }
            }
            if stack.len() > waiting {
                continue;
            }
            let word = self.vm.heap.alloc(node[0], &node[1..]);
            self.here.set(value, word);
            self.known.set(word, value);
            stack.pop();
        }
        self.vm.heap.freeze();
        (self.stack, self.node) = (stack, node);
        self.here.get(colour).unwrap_or(colour)
    }

    /// Puts words in the place of a list's elements; those that are not here yet are added to `stack`, and `false` given.
    fn copy_items(
        &self,
        form: u64,
        items: &mut [Colour],
        end: &mut Colour,
        stack: &mut Vec<Colour>,
    ) -> bool {
        let waiting = stack.len();
        let items = match pointer_count(form) {
            2 => items,
            _ => &mut [],
        };
        let parts = items.iter_mut().chain([end]);
        for part in parts.filter(|part| **part >= IMMEDIATES) {
            match self.here.get(*part) {
                Some(word) => *part = word,
                None => stack.push(*part),
            }
        }
        stack.len() == waiting
    }

    /// A list in the heap.
    pub(super) fn alloc_list(&mut self, form: u64, items: &[Word], end: Word) -> Word {
        let (heap, pointers) = (&mut self.vm.heap, pointer_count(form) == 2);
        let items = items.iter().rev();
        items.fold(end, |tail, &head| heap.cons(head, tail, pointers))
    }

    /// The list of the first elements of a list, copied into the heap.
    pub(super) fn prefix(&mut self, values: &Values, list: Colour, most: usize) -> Word {
        if list < IMMEDIATES {
            return list;
        }
        let (form, mut items) = values.first_items(list, most);
        if pointer_count(form) == 2 {
            for item in &mut items {
                *item = self.word(values, *item, true);
            }
        }
        let word = self.alloc_list(form, &items, 0);
        self.vm.heap.freeze();
        word
    }

    /// The colour of a word of this thread's heap.
    pub fn colour(&mut self, values: &Values, word: Word, pointer: bool) -> Colour {
        if !pointer || word < IMMEDIATES {
            return word;
        }
        if let Some(colour) = self.known.get(word) {
            return colour;
        }
        self.fresh.clear();
        let mut stack = std::mem::take(&mut self.stack);
        let mut node = std::mem::take(&mut self.node);
        let mut adding = values.adding();
        let mut last = word;
        stack.push(word);
        while let Some(&object) = stack.last() {
            let heap = &self.vm.heap;
            let fresh = &self.fresh;
            let find = |word: Word| self.known.get(word).or_else(|| fresh.get(&word).copied());
            if let Some(colour) = find(object) {
                last = colour;
                stack.pop();
                continue;
            }
            let header = heap.header(object);
            let waiting = stack.len();
            if is_cell(header) {
                // A list: all its elements, then all of it, so that its cells need not be stored.
                node.clear();
                let end = heap_list(heap, object, find, &mut node, &mut stack);
                if stack.len() > waiting {
                    continue;
                }
                last = adding.list(header, &node, end);
                self.made += node.len();
                stack.pop();
                if heap.is_frozen(object) {
                    self.known.set(object, last);
                } else if !stack.is_empty() {
                    self.fresh.insert(object, last);
                }
                continue;
            }
            let pointers = pointer_count(header);
            node.clear();
            node.push(header);
            for (i, &word) in heap.fields(object).iter().enumerate() {
                if i >= pointers || word < IMMEDIATES {
                    node.push(word);
                } else {
                    match find(word) {
                        Some(colour) => node.push(colour),
                        None => stack.push(word),
                    }
                }
            }
            if stack.len() > waiting {
                continue;
            }
            last = adding.intern(&node);
            self.made += node.len();
            stack.pop();
            if heap.is_frozen(object) {
                self.known.set(object, last);
            } else if !stack.is_empty() {
                // the root needs no entry
                self.fresh.insert(object, last);
            }
        }
        (self.stack, self.node) = (stack, node);
        last
    }

    /// Drops the copies of values, if they take more than so many bytes. No word of the heap means anything afterwards.
    pub fn drop_copies(&mut self, bytes: usize) -> bool {
        let heap = &mut self.vm.heap;
        if (heap.len() - self.copies) * 8 <= bytes || heap.is_assigned() {
            return false;
        }
        heap.melt(self.copies);
        self.here.clear();
        self.known.clear();
        true
    }
}

/// The colours of a list's elements, in `items`, and of what comes after those; whatever is not known yet is added to `stack`.
fn heap_list(
    heap: &Heap,
    list: Word,
    find: impl Fn(Word) -> Option<Colour>,
    items: &mut Vec<Colour>,
    stack: &mut Vec<Word>,
) -> Colour {
    let form = heap.header(list);
    let pointers = pointer_count(form) == 2;
    let mut known = |word: Word, pointer: bool| match pointer && word >= IMMEDIATES {
        false => word,
        true => find(word).unwrap_or_else(|| {
            stack.push(word);
            0
        }),
    };
    let mut cell = list;
    loop {
        let (head, tail) = heap.uncons(cell, pointers);
        items.push(known(head, pointers));
        let goes_on = tail >= IMMEDIATES && find(tail).is_none() && heap.header(tail) == form;
        if !goes_on {
            return known(tail, true);
        }
        cell = tail;
    }
}

/// Where in the heap values were copied to. The numbers of archived ones are large, and few of them are copied.
#[derive(Clone, Debug, Default)]
pub(super) struct Copies {
    young: Numbers,
    archived: FxHashMap<Colour, Word>,
}

impl Copies {
    #[inline]
    pub(super) fn get(&self, value: Colour) -> Option<Word> {
        match is_archived(value) {
            false => self.young.get(value),
            true => self.archived.get(&value).copied(),
        }
    }

    pub(super) fn set(&mut self, value: Colour, word: Word) {
        match is_archived(value) {
            false => self.young.set(value, word),
            true => {
                self.archived.insert(value, word);
            }
        }
    }

    pub(super) fn clear(&mut self) {
        self.young.clear();
        self.archived.clear();
    }

    pub(super) fn bytes(&self) -> usize {
        self.young.bytes() + self.archived.capacity() * 17
    }
}

/// Small numbers by small numbers: a value's word in the heap, or the other way round. 0 stands for none, since neither has an object there.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbers(Vec<u32>);

impl Numbers {
    #[inline]
    pub(super) fn get(&self, at: u64) -> Option<u64> {
        match self.0.get(at as usize) {
            Some(0) | None => None,
            Some(&number) => Some(u64::from(number)),
        }
    }

    pub(super) fn set(&mut self, at: u64, number: u64) {
        let at = at as usize;
        if at >= self.0.len() {
            self.0.resize(at + 1, 0);
        }
        self.0[at] = number as u32;
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn bytes(&self) -> usize {
        self.0.len() * 4
    }
}
