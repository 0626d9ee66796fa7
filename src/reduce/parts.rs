//! Where the atoms are in a colour. A colour is looked at as its colour set says: an `int` of one colour set may be permuted where one of another may not.

use super::symmetry::{Atom, Symmetry};
use crate::engine::{Colour, Values};
use rustc_hash::FxHashMap;
use sweepnet_lang::vm::equal::mix;
use sweepnet_lang::vm::heap::{Kind, header, pointer_count, tag_of};
use sweepnet_lang::vm::program::{ColourKind, ColourSetId, IMMEDIATES, Payload, Program, Shape};

/// Colours of a net, and which atoms are in them.
#[derive(Copy, Clone)]
pub struct Parts<'a> {
    /// The colour sets.
    pub program: &'a Program,
    /// The colours.
    pub values: &'a Values,
    /// The atoms.
    pub symmetry: &'a Symmetry,
}

impl Parts<'_> {
    /// The colour in which each atom is replaced by what `replace` gives for it, asked in a fixed order.
    pub fn map(
        self,
        set: ColourSetId,
        colour: Colour,
        replace: &mut dyn FnMut(Atom) -> Atom,
    ) -> Colour {
        if !self.symmetry.carries(set) {
            return colour;
        }
        // A long chain of declarations must not overflow the thread's stack.
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
            self.map_carrier(set, colour, replace)
        })
    }

    fn map_carrier(
        self,
        set: ColourSetId,
        colour: Colour,
        replace: &mut dyn FnMut(Atom) -> Atom,
    ) -> Colour {
        match &self.program.colour_sets[set.0 as usize].kind {
            ColourKind::Alias(of) | ColourKind::SubsetBy(of, _) | ColourKind::SubsetWith(of, _) => {
                self.map(*of, colour, replace)
            }
            ColourKind::Index(..) => {
                let number = self.values.word(colour, 1) as i64;
                match self.symmetry.atom(set, number) {
                    None => colour,
                    Some(atom) => {
                        let number = self.symmetry.number(replace(atom));
                        self.intern(&[self.values.word(colour, 0), number as u64])
                    }
                }
            }
            ColourKind::Product(_) | ColourKind::Record(_) => {
                let mut node = self.node(colour);
                for (part, slot) in self.components(set) {
                    let field = 1 + slot as usize;
                    node[field] = self.map(part, node[field], replace);
                }
                self.intern(&node)
            }
            ColourKind::List(element, _) => self.map_list(*element, colour, replace),
            ColourKind::Union(constructors) => {
                if colour < IMMEDIATES {
                    return colour;
                }
                let mut node = self.node(colour);
                let tag = tag_of(node[0]) as usize;
                let Some(Some(inner)) = constructors.get(tag).map(|c| c.1) else {
                    return colour;
                };
                for (part, slot) in self.argument(set, tag, inner) {
                    let field = 1 + slot as usize;
                    node[field] = self.map(part, node[field], replace);
                }
                self.intern(&node)
            }
            // an enumeration's tag, or an int
            _ => match self.symmetry.atom(set, colour as i64) {
                None => colour,
                Some(atom) => self.symmetry.number(replace(atom)) as u64,
            },
        }
    }

    /// By a loop: lists may be long.
    fn map_list(
        self,
        element: ColourSetId,
        list: Colour,
        replace: &mut dyn FnMut(Atom) -> Atom,
    ) -> Colour {
        let shape = self.program.colour_sets[element.0 as usize].shape;
        let pointers = self.program.shapes[shape.0 as usize].is_pointer();
        // pointers come first in an object
        let (head, tail) = if pointers { (1, 2) } else { (2, 1) };
        let mut heads = Vec::new();
        let mut cell = list;
        while cell >= IMMEDIATES {
            heads.push(self.map(element, self.values.word(cell, head), replace));
            cell = self.values.word(cell, tail);
        }
        let form = header(
            Kind::Con,
            1,
            1 + usize::from(pointers),
            usize::from(!pointers),
        );
        let mut made = cell;
        for word in heads.into_iter().rev() {
            let fields = if pointers { [word, made] } else { [made, word] };
            made = self.intern(&[form, fields[0], fields[1]]);
        }
        made
    }

    /// The components of a product or record: colour set and slot.
    fn components(self, set: ColourSetId) -> Vec<(ColourSetId, u16)> {
        let set = &self.program.colour_sets[set.0 as usize];
        match (&set.kind, &self.program.shapes[set.shape.0 as usize]) {
            (ColourKind::Product(parts), Shape::Tuple(slots)) => {
                let pairs = parts.iter().zip(slots);
                pairs.map(|(&part, slot)| (part, slot.0)).collect()
            }
            (ColourKind::Record(fields), Shape::Record(slots)) => (fields.iter())
                .filter_map(|(label, part)| {
                    let slot = slots.iter().find(|slot| slot.0 == *label)?;
                    Some((*part, slot.1))
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The argument of a union's constructor: its colour set and slot, or its components' if they are spread over the object.
    fn argument(
        self,
        union: ColourSetId,
        tag: usize,
        inner: ColourSetId,
    ) -> Vec<(ColourSetId, u16)> {
        let shape = self.program.colour_sets[union.0 as usize].shape;
        let payload = match &self.program.shapes[shape.0 as usize] {
            Shape::Data(constructors) => constructors.get(tag).map(|c| &c.1),
            _ => None,
        };
        match payload {
            Some(Payload::Spread(spread)) => {
                let inner = self.original(inner);
                // The object's slots stand in the order of the tuple's.
                let shape = self.program.colour_sets[inner.0 as usize].shape;
                let slots: Vec<u16> = match &self.program.shapes[shape.0 as usize] {
                    Shape::Tuple(slots) => slots.iter().map(|slot| slot.0).collect(),
                    Shape::Record(slots) => slots.iter().map(|slot| slot.1).collect(),
                    _ => Vec::new(),
                };
                (self.components(inner).into_iter())
                    .filter_map(|(part, slot)| {
                        let at = slots.iter().position(|s| *s == slot)?;
                        Some((part, spread.get(at)?.0))
                    })
                    .collect()
            }
            Some(Payload::One(_)) => vec![(inner, 0)],
            _ => Vec::new(),
        }
    }

    /// The set that an alias or subset is made from.
    fn original(self, mut set: ColourSetId) -> ColourSetId {
        while let ColourKind::Alias(of)
        | ColourKind::SubsetBy(of, _)
        | ColourKind::SubsetWith(of, _) = self.program.colour_sets[set.0 as usize].kind
        {
            set = of;
        }
        set
    }

    fn node(self, colour: Colour) -> Vec<u64> {
        let mut node = Vec::new();
        self.values.read(colour, &mut node);
        node
    }

    fn intern(self, node: &[u64]) -> Colour {
        self.values.adding().intern(node)
    }

    /// A hash of what a colour is, the same in every run: numbers of values are left out. `known` has those of values looked at before.
    pub fn content(self, colour: Colour, pointer: bool, known: &mut FxHashMap<Colour, u64>) -> u64 {
        if !pointer || colour < IMMEDIATES {
            return mix(1, colour);
        }
        let (mut stack, mut node) = (vec![colour], Vec::new());
        while let Some(&value) = stack.last() {
            if known.contains_key(&value) {
                stack.pop();
                continue;
            }
            self.values.stored().read(value, &mut node);
            let mut hash = mix(2, node[0]);
            let waiting = stack.len();
            for (i, &word) in node[1..].iter().enumerate() {
                let part = match i < pointer_count(node[0]) && word >= IMMEDIATES {
                    false => word,
                    true => match known.get(&word) {
                        Some(&hash) => hash,
                        None => {
                            stack.push(word);
                            0
                        }
                    },
                };
                hash = mix(hash, part);
            }
            if stack.len() == waiting {
                known.insert(value, hash);
                stack.pop();
            }
        }
        known.get(&colour).copied().unwrap_or_default()
    }
}
