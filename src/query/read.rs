//! Markings as values of the language: from packed bits to multi-sets in an evaluator's heap.
//!
//! A place has few markings, compared with the markings of the net: each is made once and found again by its bits. So a predicate over a million markings mostly looks
//! up three words, and no marking is copied. What is remembered lies in the heap like any value; the collector knows it by `Vm::held`.

use crate::engine::{Colour, Field, Item, Layout, Shared};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use sweepnet_lang::vm::heap::pointer_count;
use sweepnet_lang::vm::program::{IMMEDIATES, ShapeId, Word};
use sweepnet_lang::vm::{Vm, order};

/// Values that are remembered before all are forgotten.
const MOST: usize = 1 << 20;

/// Where in our list of `Vm::held` a value is.
type Held = u32;

/// What was read so far, for one evaluator and one engine.
#[derive(Debug, Default)]
pub struct Reader {
    colours: FxHashMap<Colour, Held>,
    /// For each place its markings by their bits, where 64 bits are enough.
    narrow: Vec<FxHashMap<u64, Held>>,
    wide: Vec<FxHashMap<Box<[u64]>, Held>>,
    /// Which list of `Vm::held` is ours.
    list: usize,
    scratch: Vec<u64>,
    items: Vec<Item>,
}

/// A marking whose words can be read one by one.
pub trait Packed {
    /// Word number `word`.
    fn word(&self, word: usize) -> u64;
    /// All words.
    fn copy(&self, words: &mut [u64]);
}

impl Packed for &[u64] {
    fn word(&self, word: usize) -> u64 {
        self[word]
    }

    fn copy(&self, words: &mut [u64]) {
        words.copy_from_slice(self);
    }
}

impl Reader {
    /// Nothing read yet.
    pub fn new(vm: &mut Vm, places: usize) -> Reader {
        vm.held.push(Vec::new());
        Reader {
            narrow: vec![FxHashMap::default(); places],
            wide: vec![FxHashMap::default(); places],
            list: vm.held.len() - 1,
            ..Reader::default()
        }
    }

    /// Forgets everything: the engine or its layout is another one now.
    pub fn forget(&mut self, vm: &mut Vm) {
        self.colours.clear();
        self.narrow.iter_mut().for_each(FxHashMap::clear);
        self.wide.iter_mut().for_each(FxHashMap::clear);
        // An evaluator of earlier times may not have our list yet.
        vm.held.resize(vm.held.len().max(self.list + 1), Vec::new());
        vm.held[self.list].clear();
    }

    fn held(&self, vm: &Vm, held: Held) -> Word {
        vm.held[self.list][held as usize]
    }

    fn hold(&self, vm: &mut Vm, word: Word) -> Held {
        let list = &mut vm.held[self.list];
        list.push(word);
        list.len() as Held - 1
    }

    /// The tokens of a place in a marking, as a multi-set; of a timed place with their stamps.
    #[inline]
    pub fn place(
        &mut self,
        vm: &mut Vm,
        shared: &Shared,
        layout: &Layout,
        place: usize,
        marking: impl Packed,
    ) -> Word {
        let key = match layout.fields[place] {
            Field::Sparse(slot) => {
                let word = marking.word(slot.word as usize);
                word >> slot.shift & ones(slot.width)
            }
            Field::Dense {
                first,
                width,
                capacity,
            } => match width * capacity {
                bits @ ..=64 => between(&marking, first, bits),
                bits => return self.wide(vm, shared, layout, place, marking, (first, bits)),
            },
        };
        if let Some(&held) = self.narrow[place].get(&key) {
            return self.held(vm, held);
        }
        let held = self.make(vm, shared, layout, place, marking);
        self.narrow[place].insert(key, held);
        self.held(vm, held)
    }

    fn wide(
        &mut self,
        vm: &mut Vm,
        shared: &Shared,
        layout: &Layout,
        place: usize,
        marking: impl Packed,
        (first, bits): (u32, u32),
    ) -> Word {
        let mut key = std::mem::take(&mut self.scratch);
        key.clear();
        let starts = (0..bits).step_by(64);
        key.extend(starts.map(|at| between(&marking, first + at, (bits - at).min(64))));
        let held = match self.wide[place].get(&key[..]) {
            Some(&held) => held,
            None => {
                let held = self.make(vm, shared, layout, place, marking);
                self.wide[place].insert(key.clone().into(), held);
                held
            }
        };
        self.scratch = key;
        self.held(vm, held)
    }

    fn make(
        &mut self,
        vm: &mut Vm,
        shared: &Shared,
        layout: &Layout,
        place: usize,
        marking: impl Packed,
    ) -> Held {
        if vm.held[self.list].len() > MOST {
            self.forget(vm);
        }
        let mut state = vec![0; layout.words];
        marking.copy(&mut state);
        let mut items = std::mem::take(&mut self.items);
        shared.places.items(layout, place, &state, &mut items);
        let word = self.multiset(vm, shared, place, &items);
        self.items = items;
        self.hold(vm, word)
    }

    /// A multi-set of tokens of a place.
    pub fn multiset(&mut self, vm: &mut Vm, shared: &Shared, place: usize, items: &[Item]) -> Word {
        let net = &shared.net.places[place];
        let mut keyed: Vec<(Word, Item)> = (items.iter())
            .map(|item| {
                let colour = shared.places[place].tokens.colour(item.token);
                (self.colour(vm, shared, colour, net.pointer), *item)
            })
            .collect();
        keyed.sort_by(|a, b| {
            let colours = match a.1.token == b.1.token {
                true => Ordering::Equal,
                false => compare(vm, net.shape, a.0, b.0),
            };
            colours.then(a.1.stamp.cmp(&b.1.stamp))
        });
        let (mut elements, mut counts) = (Vec::new(), Vec::new());
        for (mut word, item) in keyed {
            if net.timed {
                let stamp = vm.heap.alloc_small_inf(item.stamp);
                word = vm.heap.alloc_timed(word, stamp, net.pointer);
            }
            elements.push(word);
            counts.push(u64::from(item.count));
        }
        (vm.heap).alloc_multiset(&elements, &counts, net.pointer || net.timed)
    }

    /// The word of a colour. Parts come first, by a stack of its own: a list may be long.
    pub fn colour(&mut self, vm: &mut Vm, shared: &Shared, colour: Colour, pointer: bool) -> Word {
        if !pointer || colour < IMMEDIATES {
            return colour;
        }
        let values = &shared.values;
        let mut stack = vec![colour];
        let mut node = Vec::new();
        while let Some(&value) = stack.last() {
            if self.colours.contains_key(&value) {
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            if let Some((form, mut items, mut end)) = values.items(value) {
                let pointers = pointer_count(form) == 2;
                let all = if pointers { &mut items[..] } else { &mut [] };
                for part in (all.iter_mut().chain([&mut end])).filter(|part| **part >= IMMEDIATES) {
                    match self.colours.get(part) {
                        Some(&held) => *part = self.held(vm, held),
                        None => stack.push(*part),
                    }
                }
                if stack.len() == waiting {
                    let list = items.iter().rev();
                    let word = list.fold(end, |tail, &head| vm.heap.cons(head, tail, pointers));
                    let held = self.hold(vm, word);
                    self.colours.insert(value, held);
                    stack.pop();
                }
                continue;
            }
            values.read(value, &mut node);
            let pointers = pointer_count(node[0]);
            for part in (node[1..=pointers].iter_mut()).filter(|part| **part >= IMMEDIATES) {
                match self.colours.get(part) {
                    Some(&held) => *part = self.held(vm, held),
                    None => stack.push(*part),
                }
            }
            if stack.len() > waiting {
                continue;
            }
            let word = vm.heap.alloc(node[0], &node[1..]);
            let held = self.hold(vm, word);
            self.colours.insert(value, held);
            stack.pop();
        }
        self.held(vm, self.colours[&colour])
    }
}

fn compare(vm: &Vm, shape: ShapeId, a: Word, b: Word) -> Ordering {
    order::compare(&vm.program, &vm.heap, shape, a, b)
}

fn ones(width: u32) -> u64 {
    u64::MAX >> (64 - width.clamp(1, 64))
}

/// So many bits of a marking, at most 64, which may lie in two words.
#[inline]
fn between(marking: &impl Packed, first: u32, bits: u32) -> u64 {
    let (word, shift) = ((first / 64) as usize, first % 64);
    let mut found = marking.word(word) >> shift;
    if shift + bits > 64 {
        found |= marking.word(word + 1) << (64 - shift);
    }
    found & ones(bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_that_lie_in_two_words() {
        let marking: &[u64] = &[0xf000_0000_0000_0001, 0b1011];
        assert_eq!(between(&marking, 0, 4), 1);
        assert_eq!(between(&marking, 60, 8), 0b1011_1111);
        assert_eq!(between(&marking, 64, 2), 0b11);
    }
}
