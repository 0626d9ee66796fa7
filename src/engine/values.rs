//! Colours that are more than one word: tuples, lists, strings. Each is stored once, part by part, so that two colours are equal if and only if
//! their words are, and a list shares its tail with all lists that end the same way.
//!
//! A node looks like an object of the evaluator's heap: a header and fields, pointers first. A pointer is the number of a node, or an immediate as in
//! the heap. A long list is stored in pieces (`runs`). Threads have heaps of their own and translate (`machine`). Nodes that have outlived two renewals are packed (`archive`).

use super::archive::{Archive, FIRST_ARCHIVED, Moved};
use super::runs::{Stored, is_run};
use super::words::{Apart, Words};
use hashbrown::HashTable;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use sweepnet_lang::vm::equal::mix;
use sweepnet_lang::vm::heap::{field_count, pointer_count};
use sweepnet_lang::vm::program::IMMEDIATES;

/// A colour: the word itself if its shape is raw, else an immediate or the number of a node.
pub type Colour = u64;

/// Words of nodes that there are numbers for.
const MOST: usize = FIRST_ARCHIVED as usize;
/// A search ends when only so many are left, since much may be added between two looks.
const RESERVE: usize = 1 << 26;

/// All nodes.
#[derive(Debug, Default)]
pub struct Values {
    words: Words,
    index: Apart<Mutex<Index>>,
    archive: Arc<Archive>,
    /// Nodes before this one were carried over when the tables were last renewed.
    carried: usize,
}

#[derive(Debug)]
struct Index {
    /// Where the next node goes.
    end: usize,
    /// Whether a node got no number of its own.
    exhausted: bool,
    nodes: HashTable<u32>,
}

impl Default for Index {
    fn default() -> Index {
        Index {
            end: IMMEDIATES as usize,
            exhausted: false,
            nodes: HashTable::new(),
        }
    }
}

/// The right to add nodes.
pub struct Adding<'a> {
    words: &'a Words,
    archive: &'a Archive,
    index: MutexGuard<'a, Index>,
    /// Used again and again.
    pub(super) node: Vec<u64>,
}

impl Values {
    /// Takes the right to add nodes.
    pub fn adding(&self) -> Adding<'_> {
        Adding {
            words: &self.words,
            archive: &self.archive,
            index: self.index.0.lock().unwrap_or_else(PoisonError::into_inner),
            node: Vec::new(),
        }
    }

    /// Nodes as they are stored, for those who copy them as they are.
    pub fn stored(&self) -> Stored<'_> {
        Stored {
            words: &self.words,
            archive: &self.archive,
        }
    }

    /// Word `i` of a node: 0 is the header.
    #[inline]
    pub fn word(&self, node: Colour, i: usize) -> u64 {
        let stored = self.stored();
        match stored.word(node, 0) {
            form if is_run(form) => self.cell_of(node)[i],
            form if i == 0 => form,
            _ => stored.word(node, i),
        }
    }

    /// All words of a node, in `words`.
    pub fn read(&self, node: Colour, words: &mut Vec<u64>) {
        self.stored().read(node, words);
        if is_run(words[0]) {
            words.clear();
            words.extend(self.cell_of(node));
        }
    }

    /// No nodes but those of the archive.
    pub fn emptied(&self) -> Values {
        Values {
            archive: self.archive.clone(),
            ..Values::default()
        }
    }

    /// Whether a node was carried over when the tables were last renewed.
    pub fn has_lasted(&self, node: Colour) -> bool {
        (node as usize) < self.carried
    }

    /// The number here of a node that lasts.
    pub fn archive(&self, node: &[u64]) -> Colour {
        let archived = self.archive.add(node);
        archived.unwrap_or_else(|| self.adding().store(node))
    }

    /// All nodes that were in use are carried over. Frees what is in the archive and neither they nor these colours use, if that is much; then archived nodes have other
    /// numbers, and this tells which.
    pub fn finish(&mut self, used: impl Iterator<Item = Colour>) -> Option<Moved> {
        self.carried = IMMEDIATES as usize + self.words();
        if !self.archive.is_due() {
            return None;
        }
        let nodes: Vec<usize> = self.nodes().collect();
        let parts = |&at: &usize| {
            let pointers = pointer_count(self.words.get(at));
            (at + 1..=at + pointers).map(|part| self.words.get(part))
        };
        let (archive, moved) = self
            .archive
            .cleared(used.chain(nodes.iter().flat_map(parts)))?;
        self.archive = Arc::new(archive);
        for &at in &nodes {
            for part in at + 1..=at + pointer_count(self.words.get(at)) {
                self.words.set(part, moved.to(self.words.get(part)));
            }
        }
        let index = self
            .index
            .0
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        let words = &self.words;
        index.nodes.clear();
        for at in nodes {
            let hash = |&at: &u32| rehash(words, at as usize);
            index
                .nodes
                .insert_unique(rehash(words, at), at as u32, hash);
        }
        Some(moved)
    }

    /// Where all nodes are that are not archived.
    fn nodes(&self) -> impl Iterator<Item = usize> {
        let end = IMMEDIATES as usize + self.words();
        let here = move |at: usize| (at < end).then_some(at);
        std::iter::successors(here(IMMEDIATES as usize), move |&at| {
            here(at + 1 + field_count(self.words.get(at)))
        })
    }

    /// Bytes of all archived nodes, wherever they are.
    pub fn archived(&self) -> usize {
        self.archive.len()
    }

    /// From now on the archive may have about so many bytes in memory.
    pub fn allow(&self, bytes: usize) {
        self.archive.allow(bytes);
    }

    /// Whether something that was archived could not be read back.
    pub fn is_lost(&self) -> bool {
        self.archive.is_lost()
    }

    /// The number here of a colour that has another number elsewhere. Parts come first, by a stack of its own: a list may be long.
    pub fn copy_from(&self, other: &Values, colour: Colour, pointer: bool) -> Colour {
        if !pointer || colour < IMMEDIATES {
            return colour;
        }
        let mut done: FxHashMap<Colour, Colour> = FxHashMap::default();
        let (mut stack, mut node) = (vec![colour], Vec::new());
        let mut adding = self.adding();
        while let Some(&value) = stack.last() {
            other.stored().read(value, &mut node);
            let waiting = stack.len();
            let pointers = pointer_count(node[0]);
            for word in node[1..=pointers].iter_mut().filter(|w| **w >= IMMEDIATES) {
                match done.get(word) {
                    Some(&copy) => *word = copy,
                    None => stack.push(*word),
                }
            }
            if stack.len() == waiting {
                done.insert(value, adding.store(&node));
                stack.pop();
            }
        }
        done[&colour]
    }

    /// Words of all nodes.
    pub fn words(&self) -> usize {
        let index = self.index.0.lock().unwrap_or_else(PoisonError::into_inner);
        index.end - IMMEDIATES as usize
    }

    /// Whether few numbers for nodes are left.
    pub fn is_nearly_exhausted(&self) -> bool {
        IMMEDIATES as usize + self.words() >= MOST - RESERVE
    }

    /// Whether a node got no number of its own: then nothing found since can be relied on.
    pub fn is_exhausted(&self) -> bool {
        let index = self.index.0.lock().unwrap_or_else(PoisonError::into_inner);
        index.exhausted
    }

    /// Bytes of all nodes and their index.
    pub fn bytes(&self) -> usize {
        let index = self.index.0.lock().unwrap_or_else(PoisonError::into_inner);
        let young = (index.end - IMMEDIATES as usize) * 8 + index.nodes.capacity() * 5;
        young + self.archive.bytes()
    }
}

/// The hash of a node.
pub fn hash(node: &[u64]) -> u64 {
    node.iter().copied().fold(0, mix)
}

impl Adding<'_> {
    /// Nodes as they are stored.
    pub fn stored(&self) -> Stored<'_> {
        Stored {
            words: self.words,
            archive: self.archive,
        }
    }

    /// The number of a node that is stored as it is, added if it is new.
    pub fn store(&mut self, node: &[u64]) -> Colour {
        let words = self.words;
        let found = (self.index.nodes).find(hash(node), |&at| words.equals(at as usize, node));
        if let Some(&at) = found {
            return Colour::from(at);
        }
        if let Some(archived) = self.archive.find(node) {
            return archived;
        }
        let at = self.index.end;
        if at + node.len() > MOST {
            self.index.exhausted = true;
            return 0;
        }
        words.write(at, node);
        self.index.end += node.len();
        self.index
            .nodes
            .insert_unique(hash(node), at as u32, |&at| rehash(words, at as usize));
        at as Colour
    }
}

fn rehash(words: &Words, at: usize) -> u64 {
    let length = 1 + field_count(words.get(at));
    (0..length).map(|i| words.get(at + i)).fold(0, mix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sweepnet_lang::vm::heap::{Kind, header};

    #[test]
    fn no_two_nodes_share_a_number_when_these_run_out() {
        let values = Values::default();
        let pair = header(Kind::Tuple, 0, 0, 2);
        let mut adding = values.adding();
        let first = adding.intern(&[pair, 1, 2]);
        adding.index.end = MOST - 3;
        assert_eq!(adding.intern(&[pair, 1, 3]), (MOST - 3) as u64);
        assert!(!adding.index.exhausted);
        adding.intern(&[pair, 1, 4]);
        assert_eq!(adding.intern(&[pair, 1, 2]), first);
        drop(adding);
        assert!(values.is_exhausted() && values.is_nearly_exhausted());
    }

    #[test]
    fn equal_nodes_are_one() {
        let values = Values::default();
        let pair = header(Kind::Tuple, 0, 0, 2);
        let mut adding = values.adding();
        let first = adding.intern(&[pair, 1, 2]);
        let second = adding.intern(&[pair, 1, 3]);
        assert_ne!(first, second);
        for i in 0..5_000 {
            adding.intern(&[pair, 7, i]);
        }
        assert_eq!(adding.intern(&[pair, 1, 2]), first);
        drop(adding);
        assert_eq!(values.word(second, 2), 3);
    }
}
