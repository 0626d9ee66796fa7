//! Atoms told apart by what a marking has of them. A partition puts the atoms of each block in an order of classes; atoms of one class are not told apart yet.
//!
//! The order depends only on what a permutation cannot change, so equivalent markings get partitions that correspond to each other. Two different things may
//! look the same by the accident of a hash: then a class is larger than it need be, and the search has more to do, but nothing goes wrong.

use super::symmetry::{Atom, Symmetry};
use sweepnet_lang::vm::equal::mix;

/// Some equal tokens with several atoms.
#[derive(Copy, Clone, Debug)]
pub struct Link {
    /// What they are, apart from their atoms.
    pub weight: u64,
    /// Their atoms, in `Facts::atoms`.
    pub start: u32,
    /// How many.
    pub len: u32,
}

/// What a marking has of atoms.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// For each atom a sum over the tokens that have no other.
    pub singles: Vec<u64>,
    /// The other tokens.
    pub links: Vec<Link>,
    /// See `Link`.
    pub atoms: Vec<Atom>,
}

/// Atoms in classes.
#[derive(Clone, Debug, Default)]
pub struct Partition {
    /// The atoms in order, block by block: which atom is at each position.
    pub order: Vec<Atom>,
    /// For each atom the first position of its class.
    pub class: Vec<u8>,
    /// For each block whether its order is the one to be used: a ring has to be cut somewhere first.
    cut: Vec<bool>,
    classes: usize,
    looks: Vec<u64>,
    turned: Vec<u64>,
}

impl Partition {
    /// All atoms of a block in one class.
    pub fn reset(&mut self, symmetry: &Symmetry) {
        self.order.clear();
        self.order
            .extend((0..symmetry.len()).map(|atom| atom as Atom));
        self.class.clear();
        self.cut.clear();
        for block in &symmetry.blocks {
            self.class.extend(block.atoms().map(|_| block.start as u8));
            self.cut.push(!block.rotations);
        }
        self.classes = symmetry.blocks.len();
    }

    /// Tells atoms apart by their tokens and by the classes of those they share a token with, until nothing changes.
    pub fn refine(&mut self, symmetry: &Symmetry, facts: &Facts) {
        loop {
            let before = self.classes;
            self.look(symmetry, facts);
            self.split(symmetry);
            if self.classes == before || facts.links.is_empty() || self.classes == symmetry.len() {
                return;
            }
        }
    }

    /// What each atom looks like now.
    fn look(&mut self, symmetry: &Symmetry, facts: &Facts) {
        self.looks.clear();
        self.looks.extend_from_slice(&facts.singles);
        for link in &facts.links {
            let atoms = &facts.atoms[link.start as usize..(link.start + link.len) as usize];
            let class = |atom: &Atom| u64::from(self.class[*atom as usize]);
            let all = atoms
                .iter()
                .fold(link.weight, |hash, atom| mix(hash, class(atom)));
            for (i, &atom) in atoms.iter().enumerate() {
                let look = &mut self.looks[atom as usize];
                *look = look.wrapping_add(mix(all, i as u64));
            }
        }
        let uncut = symmetry
            .blocks
            .iter()
            .zip(&self.cut)
            .filter(|(_, cut)| !**cut);
        for (block, _) in uncut {
            // In a ring an atom also looks like all that come after it: twice as many each time.
            let looks = &mut self.looks[block.atoms()];
            for (look, &class) in looks.iter_mut().zip(&self.class[block.atoms()]) {
                *look = mix(*look, u64::from(class));
            }
            let mut step = 1;
            while step < block.len {
                self.turned.clear();
                self.turned.extend_from_slice(looks);
                self.turned.rotate_left(step);
                for (look, after) in looks.iter_mut().zip(&self.turned) {
                    *look = mix(*look, *after);
                }
                step *= 2;
            }
        }
    }

    /// Makes classes of atoms that look the same.
    fn split(&mut self, symmetry: &Symmetry) {
        for block in &symmetry.blocks {
            let end = block.start + block.len;
            let mut start = block.start;
            while start < end {
                let len = self.class_len(start, end);
                if len > 1 {
                    let looks = &self.looks;
                    let members = &mut self.order[start..start + len];
                    members.sort_unstable_by_key(|&atom| looks[atom as usize]);
                    let mut first = start;
                    for at in start + 1..start + len {
                        let (this, before) = (self.order[at] as usize, self.order[at - 1] as usize);
                        if looks[this] != looks[before] {
                            first = at;
                            self.classes += 1;
                        }
                        self.class[this] = first as u8;
                    }
                    // the first may have been another atom before
                    self.class[self.order[start] as usize] = start as u8;
                }
                start += len;
            }
        }
    }

    fn class_len(&self, start: usize, end: usize) -> usize {
        let class = self.class[self.order[start] as usize];
        let same = |at: &usize| self.class[self.order[*at] as usize] == class;
        (start..end).take_while(same).count()
    }

    /// The members of the class that is to be told apart next. In a ring that is not cut yet these are the atoms at which to cut it, perhaps one.
    pub fn next_class(&self, symmetry: &Symmetry) -> Option<&[Atom]> {
        for (block, &cut) in symmetry.blocks.iter().zip(&self.cut) {
            let end = block.start + block.len;
            let mut start = block.start;
            let mut smallest: Option<&[Atom]> = None;
            while start < end {
                let len = self.class_len(start, end);
                let members = &self.order[start..start + len];
                match cut {
                    true if len > 1 => return Some(members),
                    false if smallest.is_none_or(|other| len < other.len()) => {
                        smallest = Some(members);
                    }
                    _ => {}
                }
                start += len;
            }
            if !cut {
                return smallest;
            }
        }
        None
    }

    /// Whether an atom is in a ring that is not cut yet.
    pub fn in_ring(&self, symmetry: &Symmetry, atom: Atom) -> bool {
        let mut blocks = symmetry.blocks.iter().zip(&self.cut);
        blocks.any(|(block, &cut)| !cut && block.atoms().contains(&(atom as usize)))
    }

    /// Puts an atom before the others of its class; a ring is cut before it.
    pub fn single_out(&mut self, symmetry: &Symmetry, atom: Atom) {
        if self.in_ring(symmetry, atom) {
            self.cut_ring(symmetry, atom);
            return;
        }
        let first = self.class[atom as usize] as usize;
        let block = symmetry.block(atom);
        let len = self.class_len(first, block.start + block.len);
        let members = &mut self.order[first..first + len];
        if let Some(at) = members.iter().position(|&member| member == atom) {
            members.swap(0, at);
        }
        for &other in &members[1..] {
            self.class[other as usize] = first as u8 + 1;
        }
        self.classes += 1;
    }

    fn cut_ring(&mut self, symmetry: &Symmetry, atom: Atom) {
        let block = symmetry.block(atom);
        let before = (block.atoms())
            .filter(|&at| self.class[self.order[at] as usize] as usize == at)
            .count();
        for i in 0..block.len {
            let at = block.start + i;
            let other = block.start + (atom as usize - block.start + i) % block.len;
            self.order[at] = other as Atom;
            self.class[other] = at as u8;
        }
        self.classes += block.len - before;
        if let Some(at) = symmetry.blocks.iter().position(|other| other == block) {
            self.cut[at] = true;
        }
    }

    /// Gives the members of a class, which need not be told apart, the order they have.
    pub fn settle(&mut self, members: &[Atom]) {
        let Some(&one) = members.first() else {
            return;
        };
        let first = self.class[one as usize];
        for (i, &atom) in members.iter().enumerate() {
            self.class[atom as usize] = first + i as u8;
            self.order[first as usize + i] = atom;
        }
        self.classes += members.len() - 1;
    }

    /// The permutation that puts each atom at its position; every class has one atom.
    pub fn permutation(&self, to: &mut Vec<Atom>) {
        to.clear();
        to.resize(self.order.len(), 0);
        for (at, &atom) in self.order.iter().enumerate() {
            to[atom as usize] = at as Atom;
        }
    }
}
