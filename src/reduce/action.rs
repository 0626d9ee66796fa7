//! How permutations act on tokens. A token is its *base*, the colour in which the first atom of its block stands for each atom, and the atoms themselves in the
//! order in which they are met. So the image of a token is the token with the same base and the images of the atoms: a look at a table. A colour is built
//! only once, when the table has no such token yet.

use super::parts::Parts;
use super::symmetry::{Atom, Symmetry};
use crate::engine::{Colour, Shared, Token};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use sweepnet_lang::vm::equal::mix;

/// Entries of a base's table; a base with more atoms uses a map.
const TABLE: usize = 1 << 12;
const UNKNOWN: u32 = u32::MAX;

/// What a token has of atoms.
#[derive(Copy, Clone, Debug)]
pub struct Info {
    /// What is the same for all its images: place, base, and which of its atoms are equal or how far apart they are in a ring.
    pub key: u64,
    /// Its base.
    pub base: u32,
    start: u32,
    /// How many atoms.
    pub len: u32,
}

#[derive(Clone, Debug)]
struct Base {
    place: usize,
    colour: Colour,
    /// What it is, the same in every run.
    content: u64,
    /// For each list of atoms, read as a number, the token.
    table: Vec<Token>,
}

/// What one thread knows of the action.
#[derive(Clone, Debug)]
pub struct Action {
    /// The group.
    pub symmetry: Arc<Symmetry>,
    /// Places whose tokens can have atoms.
    pub places: Vec<usize>,
    /// For each place and token what is known of it.
    infos: Vec<Vec<Option<Info>>>,
    atoms: Vec<Atom>,
    bases: Vec<Base>,
    base_numbers: FxHashMap<(usize, Colour), u32>,
    far: FxHashMap<(u32, Box<[Atom]>), Token>,
    contents: FxHashMap<Colour, u64>,
    scratch: Vec<Atom>,
}

impl Action {
    /// Nothing known yet.
    pub fn new(symmetry: Arc<Symmetry>, shared: &Shared) -> Action {
        let places = &shared.net.places;
        let carries = |place: &usize| symmetry.carries(places[*place].colour);
        Action {
            places: (0..places.len()).filter(carries).collect(),
            symmetry,
            infos: vec![Vec::new(); places.len()],
            atoms: Vec::new(),
            bases: Vec::new(),
            base_numbers: FxHashMap::default(),
            far: FxHashMap::default(),
            contents: FxHashMap::default(),
            scratch: Vec::new(),
        }
    }

    /// What a token has of atoms.
    #[inline]
    pub fn info(&mut self, shared: &Shared, place: usize, token: Token) -> Info {
        match self.infos[place].get(token as usize) {
            Some(Some(info)) => *info,
            _ => self.look(shared, place, token),
        }
    }

    #[cold]
    fn look(&mut self, shared: &Shared, place: usize, token: Token) -> Info {
        let net = &shared.net.places[place];
        let colour = shared.places[place].tokens.colour(token);
        let symmetry = self.symmetry.clone();
        let parts = Parts {
            program: &shared.net.session.vm.program,
            values: &shared.values,
            symmetry: &symmetry,
        };
        let mut atoms = Vec::new();
        let base_colour = parts.map(net.colour, colour, &mut |atom| {
            atoms.push(atom);
            symmetry.block(atom).start as Atom
        });
        let content = parts.content(base_colour, net.pointer, &mut self.contents);
        let content = mix(content, place as u64);
        let next = self.bases.len() as u32;
        let base = *self
            .base_numbers
            .entry((place, base_colour))
            .or_insert(next);
        if base == next {
            let size = (symmetry.len()).checked_pow(atoms.len() as u32);
            let small = size.filter(|&size| size <= TABLE);
            self.bases.push(Base {
                place,
                colour: base_colour,
                content,
                table: vec![UNKNOWN; small.unwrap_or(0)],
            });
        }
        let info = Info {
            key: mix(content, pattern(&symmetry, &atoms)),
            base,
            start: self.atoms.len() as u32,
            len: atoms.len() as u32,
        };
        self.remember(base, &atoms, token);
        self.atoms.extend_from_slice(&atoms);
        let infos = &mut self.infos[place];
        if infos.len() <= token as usize {
            infos.resize(token as usize + 1, None);
        }
        infos[token as usize] = Some(info);
        info
    }

    /// What a token's base is, the same in every run; the colour's number, should two be the same by accident.
    pub fn content(&self, info: Info) -> (u64, usize, Colour) {
        let base = &self.bases[info.base as usize];
        (base.content, base.place, base.colour)
    }

    /// The atoms of a token.
    #[inline]
    pub fn atoms(&self, info: Info) -> &[Atom] {
        &self.atoms[info.start as usize..(info.start + info.len) as usize]
    }

    /// The image of a token.
    #[inline]
    pub fn image(&mut self, shared: &Shared, info: Info, permutation: &[Atom]) -> Token {
        let base = &self.bases[info.base as usize];
        if !base.table.is_empty() {
            let atoms = &self.atoms[info.start as usize..(info.start + info.len) as usize];
            let index = index(
                permutation.len(),
                atoms.iter().map(|&a| permutation[a as usize]),
            );
            let token = base.table[index];
            if token != UNKNOWN {
                return token;
            }
        }
        self.image_slowly(shared, info, permutation)
    }

    #[cold]
    fn image_slowly(&mut self, shared: &Shared, info: Info, permutation: &[Atom]) -> Token {
        let mut images = std::mem::take(&mut self.scratch);
        images.clear();
        images.extend(self.atoms(info).iter().map(|&a| permutation[a as usize]));
        let known = self.far.get(&(info.base, images.as_slice().into()));
        let token = match known {
            Some(&token) => token,
            None => {
                let base = &self.bases[info.base as usize];
                let net = &shared.net.places[base.place];
                let parts = Parts {
                    program: &shared.net.session.vm.program,
                    values: &shared.values,
                    symmetry: &self.symmetry,
                };
                let mut next = images.iter();
                let colour = parts.map(net.colour, base.colour, &mut |atom| {
                    next.next().copied().unwrap_or(atom)
                });
                let (token, _) = shared.places[base.place].tokens.intern(colour);
                self.remember(info.base, &images, token);
                token
            }
        };
        self.scratch = images;
        token
    }

    fn remember(&mut self, base: u32, atoms: &[Atom], token: Token) {
        let table = &mut self.bases[base as usize].table;
        match table.is_empty() {
            false => table[index(self.symmetry.len(), atoms.iter().copied())] = token,
            true => {
                self.far.insert((base, atoms.into()), token);
            }
        }
    }

    /// Forgets all tokens.
    pub fn forget(&mut self) {
        self.infos.iter_mut().for_each(Vec::clear);
        self.atoms.clear();
        self.bases.clear();
        self.base_numbers.clear();
        self.far.clear();
        self.contents.clear();
    }

    /// Bytes of what is known.
    pub fn bytes(&self) -> usize {
        let infos: usize = self.infos.iter().map(Vec::len).sum();
        let tables: usize = self.bases.iter().map(|base| base.table.len()).sum();
        infos * size_of::<Option<Info>>()
            + self.atoms.len()
            + tables * 4
            + (self.bases.len() + self.far.len()) * 64
            + self.contents.len() * 17
    }
}

/// Atoms as the digits of a number.
#[inline]
fn index(radix: usize, atoms: impl Iterator<Item = Atom>) -> usize {
    atoms.fold(0, |index, atom| index * radix + atom as usize)
}

/// What permutations cannot change of a list of atoms: for each which earlier one it equals, or in a ring how far it is from the first there.
fn pattern(symmetry: &Symmetry, atoms: &[Atom]) -> u64 {
    let mut hash = 0;
    let mut first_of: FxHashMap<usize, Atom> = FxHashMap::default();
    let mut seen: FxHashMap<Atom, usize> = FxHashMap::default();
    for (i, &atom) in atoms.iter().enumerate() {
        let block = symmetry.block(atom);
        let word = match block.rotations {
            true => {
                let first = *first_of.entry(block.start).or_insert(atom);
                (atom as usize + block.len - first as usize) % block.len
            }
            false => *seen.entry(atom).or_insert(i),
        };
        hash = mix(hash, word as u64);
    }
    hash
}
