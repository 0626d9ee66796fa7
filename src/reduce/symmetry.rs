//! The group: the colours that may change places, in blocks. A block is permuted in any way, or rotated; blocks are permuted independently of each other.
//!
//! All colours of all blocks are numbered, block by block: these numbers are *atoms*. A permutation is a list that says where each atom goes.

use crate::net::flat::FlatNet;
use rustc_hash::FxHashMap;
use sweepnet_lang::span::Span;
use sweepnet_lang::vm::program::{ColourKind, ColourSetId, Program};

/// A colour that may be permuted.
pub type Atom = u8;

/// Where each atom goes.
pub type Permutation = Vec<Atom>;

/// Colours that change places among each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The first of its atoms; the others follow.
    pub start: usize,
    /// How many.
    pub len: usize,
    /// Only rotations.
    pub rotations: bool,
}

impl Block {
    /// Its atoms.
    pub fn atoms(&self) -> std::ops::Range<usize> {
        self.start..self.start + self.len
    }
}

/// A group of permutations.
#[derive(Clone, Debug)]
pub struct Symmetry {
    /// Where it is declared.
    pub span: Span,
    /// Blocks of at least two atoms.
    pub blocks: Vec<Block>,
    /// For each atom its colour set, its number there, and its block.
    atoms: Vec<(ColourSetId, i64, usize)>,
    numbers: FxHashMap<(ColourSetId, i64), Atom>,
    /// For each colour set whether an atom can be in its colours.
    carries: Vec<bool>,
}

impl Symmetry {
    /// The symmetry that a net declares, if it declares one. A block of one colour is a symmetry too, if not a useful one: parameters decide how large blocks are.
    pub fn new(net: &FlatNet) -> Option<Symmetry> {
        let mut all = (net.symmetries.iter())
            .filter(|s| !s.colours.is_empty())
            .peekable();
        let mut symmetry = Symmetry {
            span: all.peek()?.span,
            blocks: Vec::new(),
            atoms: Vec::new(),
            numbers: FxHashMap::default(),
            carries: Vec::new(),
        };
        for declared in all {
            let block = symmetry.blocks.len();
            symmetry.blocks.push(Block {
                start: symmetry.atoms.len(),
                len: declared.colours.len(),
                rotations: declared.rotations,
            });
            for &number in &declared.colours {
                let atom = symmetry.atoms.len() as Atom;
                symmetry.numbers.insert((declared.colour, number), atom);
                symmetry.atoms.push((declared.colour, number, block));
            }
        }
        symmetry.carries = carriers(&net.session.vm.program, &symmetry);
        Some(symmetry)
    }

    /// How many atoms there are.
    pub fn len(&self) -> usize {
        self.atoms.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.atoms.is_empty()
    }

    /// The atom with a number of an atomic colour set.
    pub fn atom(&self, set: ColourSetId, number: i64) -> Option<Atom> {
        self.numbers.get(&(set, number)).copied()
    }

    /// The number of an atom in its colour set.
    pub fn number(&self, atom: Atom) -> i64 {
        self.atoms[atom as usize].1
    }

    /// The colour set of an atom, and its number there.
    pub fn colour(&self, atom: Atom) -> (ColourSetId, i64) {
        let (set, number, _) = self.atoms[atom as usize];
        (set, number)
    }

    /// The block of an atom.
    pub fn block(&self, atom: Atom) -> &Block {
        &self.blocks[self.atoms[atom as usize].2]
    }

    /// Whether colours of a set can have atoms in them.
    pub fn carries(&self, set: ColourSetId) -> bool {
        self.carries[set.0 as usize]
    }

    /// The permutation that changes nothing.
    pub fn identity(&self) -> Permutation {
        (0..self.len()).map(|atom| atom as Atom).collect()
    }

    /// Permutations that all others are made of: neighbours of a block exchanged, or a rotation by one.
    pub fn generators(&self) -> Vec<Permutation> {
        let neighbours = |block: &Block| {
            (block.start..block.start + block.len - 1)
                .map(|a| (a, a + 1))
                .collect()
        };
        self.exchanges(neighbours)
    }

    /// The same with any two atoms of a block exchanged.
    pub fn all_exchanges(&self) -> Vec<Permutation> {
        self.exchanges(|block| {
            let pairs = |a| (a + 1..block.start + block.len).map(move |b| (a, b));
            block.atoms().flat_map(pairs).collect()
        })
    }

    fn exchanges(&self, pairs: impl Fn(&Block) -> Vec<(usize, usize)>) -> Vec<Permutation> {
        let mut found = Vec::new();
        for block in &self.blocks {
            if block.rotations {
                let mut turned = self.identity();
                turned[block.atoms()].rotate_left(1);
                found.push(turned);
                continue;
            }
            for (a, b) in pairs(block) {
                let mut exchanged = self.identity();
                exchanged.swap(a, b);
                found.push(exchanged);
            }
        }
        found
    }

    /// A permutation by chance: `next` gives random numbers below its argument.
    pub fn random(&self, mut next: impl FnMut(usize) -> usize) -> Permutation {
        let mut permutation = self.identity();
        for block in &self.blocks {
            if block.rotations {
                permutation[block.atoms()].rotate_left(next(block.len));
                continue;
            }
            for i in (1..block.len).rev() {
                permutation.swap(block.start + i, block.start + next(i + 1));
            }
        }
        permutation
    }

    /// The order of the group divided by the product of `divisors`, which divides it; the largest number if it is larger.
    pub fn order_divided(&self, divisors: &[u64]) -> u128 {
        let of_block = |block: &Block| match block.rotations {
            true => vec![block.len as u64],
            false => (2..=block.len as u64).collect(),
        };
        let mut factors: Vec<u64> = self.blocks.iter().flat_map(of_block).collect();
        for &divisor in divisors {
            let mut left = divisor;
            for factor in &mut factors {
                let common = gcd(left, *factor);
                (left, *factor) = (left / common, *factor / common);
            }
            debug_assert_eq!(left, 1, "a stabiliser's order divides the group's");
        }
        (factors.iter()).fold(1, |product: u128, &factor| {
            product.saturating_mul(factor.into())
        })
    }

    /// An atom as the net writes it.
    pub fn show(&self, program: &Program, atom: Atom) -> String {
        let (set, number, _) = self.atoms[atom as usize];
        match &program.colour_sets[set.0 as usize].kind {
            ColourKind::Enum(names) => names
                .get(number as usize)
                .map_or(String::new(), |n| n.to_string()),
            ColourKind::Index(name, ..) => format!("{name} {number}"),
            _ => number.to_string(),
        }
    }

    /// A permutation as its cycles: `d 1 → d 2 → d 1`.
    pub fn show_permutation(&self, program: &Program, permutation: &[Atom]) -> String {
        let mut seen = vec![false; self.len()];
        let mut cycles = Vec::new();
        for start in 0..self.len() {
            let mut cycle = Vec::new();
            let mut at = start;
            while !seen[at] && permutation[at] as usize != at {
                seen[at] = true;
                cycle.push(self.show(program, at as Atom));
                at = permutation[at] as usize;
            }
            if !cycle.is_empty() {
                cycle.push(self.show(program, start as Atom));
                cycles.push(cycle.join(" → "));
            }
        }
        cycles.join(", ")
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Which colour sets have atoms in their colours. A set is made of sets declared before it.
fn carriers(program: &Program, symmetry: &Symmetry) -> Vec<bool> {
    let mut carries: Vec<bool> = Vec::new();
    for (number, set) in program.colour_sets.iter().enumerate() {
        let id = ColourSetId(number as u32);
        let of = |set: &ColourSetId| carries.get(set.0 as usize).copied().unwrap_or(false);
        let found = match &set.kind {
            ColourKind::Product(parts) => parts.iter().any(of),
            ColourKind::Record(fields) => fields.iter().any(|field| of(&field.1)),
            ColourKind::Union(parts) => parts.iter().any(|part| part.1.as_ref().is_some_and(of)),
            ColourKind::List(of_set, _)
            | ColourKind::SubsetBy(of_set, _)
            | ColourKind::SubsetWith(of_set, _)
            | ColourKind::Alias(of_set) => of(of_set),
            _ => symmetry.atoms.iter().any(|atom| atom.0 == id),
        };
        carries.push(found);
    }
    carries
}
