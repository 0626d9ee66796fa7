//! Colours that are more than one word: tuples, lists, strings. Each is stored once, part by part, so that two colours are equal if and only if
//! their words are, and a list shares its tail with all lists that end the same way.
//!
//! A node looks like an object of the evaluator's heap: a header and fields, pointers first. A pointer is the number of a node, or an immediate as in
//! the heap. Threads have heaps of their own and translate (`machine`).

use super::words::{Apart, Words};
use hashbrown::HashTable;
use rustc_hash::FxHashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use sweepnet_lang::vm::equal::mix;
use sweepnet_lang::vm::heap::{field_count, pointer_count};
use sweepnet_lang::vm::program::IMMEDIATES;

/// A colour: the word itself if its shape is raw, else an immediate or the number of a node.
pub type Colour = u64;

/// All nodes.
#[derive(Debug, Default)]
pub struct Values {
    words: Words,
    index: Apart<Mutex<Index>>,
}

#[derive(Debug)]
struct Index {
    /// Where the next node goes.
    end: usize,
    nodes: HashTable<u32>,
}

impl Default for Index {
    fn default() -> Index {
        Index {
            end: IMMEDIATES as usize,
            nodes: HashTable::new(),
        }
    }
}

/// The right to add nodes.
pub struct Adding<'a> {
    words: &'a Words,
    index: MutexGuard<'a, Index>,
}

impl Values {
    /// Takes the right to add nodes.
    pub fn adding(&self) -> Adding<'_> {
        Adding {
            words: &self.words,
            index: self.index.0.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Word `i` of a node: 0 is the header.
    #[inline]
    pub fn word(&self, node: Colour, i: usize) -> u64 {
        self.words.get(node as usize + i)
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
            let header = other.word(value, 0);
            let pointers = pointer_count(header);
            let waiting = stack.len();
            node.clear();
            node.push(header);
            for i in 0..field_count(header) {
                let word = other.word(value, 1 + i);
                let part = i < pointers && word >= IMMEDIATES;
                match done.get(&word) {
                    Some(&copy) if part => node.push(copy),
                    None if part => stack.push(word),
                    _ => node.push(word),
                }
            }
            if stack.len() == waiting {
                done.insert(value, adding.intern(&node));
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

    /// Bytes of all nodes and their index.
    pub fn bytes(&self) -> usize {
        let index = self.index.0.lock().unwrap_or_else(PoisonError::into_inner);
        (index.end - IMMEDIATES as usize) * 8 + index.nodes.capacity() * 5
    }
}

fn hash(node: &[u64]) -> u64 {
    node.iter().fold(0, |state, &word| mix(state, word))
}

impl Adding<'_> {
    /// The number of the node with these words, added if it is new.
    pub fn intern(&mut self, node: &[u64]) -> Colour {
        let words = self.words;
        let found = (self.index.nodes).find(hash(node), |&at| words.equals(at as usize, node));
        if let Some(&at) = found {
            return Colour::from(at);
        }
        let at = self.index.end;
        words.write(at, node);
        self.index.end += node.len();
        self.index
            .nodes
            .insert_unique(hash(node), at as u32, |&at| rehash(words, at as usize));
        at as Colour
    }
}

fn rehash(words: &Words, at: usize) -> u64 {
    let length = 1 + sweepnet_lang::vm::heap::field_count(words.get(at));
    (0..length).fold(0, |state, i| mix(state, words.get(at + i)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sweepnet_lang::vm::heap::{Kind, header};

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
