//! The representative of a marking under a symmetry, exactly: equivalent markings get the same one.
//!
//! Atoms are told apart by their tokens (`partition`). Most often what is left is atoms that can change places without changing the marking, and then any
//! order of them will do. Else each atom of a class is tried as the first of it, and so on until all are told apart; the least of the markings
//! that come out is the representative. Two equal ones say which atoms can change places, and of such atoms one is tried only.
//!
//! The same search counts the permutations that leave the marking as it is, and so how many markings the representative stands for.

use super::action::{Action, Info};
use super::partition::{Facts, Link, Partition};
use super::symmetry::{Atom, Permutation, Symmetry};
use crate::engine::{Demand, Item, Layout, Shared};
use sweepnet_lang::vm::equal::mix;

/// Equal tokens of the marking that is looked at.
#[derive(Copy, Clone, Debug)]
struct Present {
    place: usize,
    item: Item,
    info: Info,
}

/// Tokens with one base, in `Canonical::by_base`, and words of each in a comparison.
#[derive(Copy, Clone, Debug)]
struct Group {
    start: usize,
    end: usize,
    width: usize,
}

/// One thread's canonicaliser.
#[derive(Clone, Debug)]
pub struct Canonical {
    action: Action,
    present: Vec<Present>,
    facts: Facts,
    /// For each atom whether a token links it with others.
    linked: Vec<bool>,
    partition: Partition,
    permutation: Permutation,
    /// Permutations that leave the marking as it is, as far as the search has met them.
    automorphisms: Vec<Permutation>,
    groups: Vec<Group>,
    by_base: Vec<u32>,
    /// Tokens with one atom, by atom.
    own: Vec<(Atom, u32, i64, u32)>,
    items: Vec<Item>,
}

/// What a part of the search found.
struct Found {
    permutation: Permutation,
    /// The marking that it leads to, comparable.
    marking: Vec<u64>,
    /// The product of these is how many permutations lead there.
    ways: Vec<u64>,
}

impl Canonical {
    /// For the group of an action.
    pub fn new(action: Action) -> Canonical {
        Canonical {
            action,
            present: Vec::new(),
            facts: Facts::default(),
            linked: Vec::new(),
            partition: Partition::default(),
            permutation: Vec::new(),
            automorphisms: Vec::new(),
            groups: Vec::new(),
            by_base: Vec::new(),
            own: Vec::new(),
            items: Vec::new(),
        }
    }

    /// The group.
    pub fn symmetry(&self) -> &Symmetry {
        &self.action.symmetry
    }

    /// Puts the representative in the marking's place, or says what there is no room for. Whether it is another one.
    pub fn reduce(
        &mut self,
        shared: &Shared,
        layout: &Layout,
        state: &mut [u64],
    ) -> Result<bool, Demand> {
        self.find(shared, layout, state, false);
        self.apply(shared, layout, state)
    }

    /// Permutes a marking.
    pub fn permute(
        &mut self,
        shared: &Shared,
        layout: &Layout,
        permutation: &[Atom],
        state: &mut [u64],
    ) -> Result<bool, Demand> {
        self.gather(shared, layout, state);
        self.permutation.clear();
        self.permutation.extend_from_slice(permutation);
        self.apply(shared, layout, state)
    }

    /// How many markings the representative of a marking stands for.
    pub fn stands_for(&mut self, shared: &Shared, layout: &Layout, state: &[u64]) -> u128 {
        let ways = self.find(shared, layout, state, true);
        self.action.symmetry.order_divided(&ways)
    }

    /// Tokens have other numbers from now on.
    pub fn forget(&mut self) {
        self.action.forget();
    }

    /// Bytes of what it remembers.
    pub fn bytes(&self) -> usize {
        self.action.bytes()
    }

    /// Finds the permutation that leads to the representative, in `permutation`. The product of what is returned is how many permutations leave the marking
    /// as it is, if that is `wanted`.
    fn find(&mut self, shared: &Shared, layout: &Layout, state: &[u64], wanted: bool) -> Vec<u64> {
        self.gather(shared, layout, state);
        let symmetry = self.action.symmetry.clone();
        let mut partition = std::mem::take(&mut self.partition);
        partition.reset(&symmetry);
        partition.refine(&symmetry, &self.facts);
        let mut ways = Vec::new();
        if partition.next_class(&symmetry).is_some() {
            self.automorphisms.clear();
            self.groups.clear();
            self.by_base.clear();
            self.sort_own();
            self.settle(&symmetry, &mut partition, wanted.then_some(&mut ways));
            self.cut_rings(&symmetry, &mut partition);
            if partition.next_class(&symmetry).is_some() {
                self.group();
                let found = self.search(&symmetry, &mut partition, &mut Vec::new());
                ways.extend(found.ways);
                self.permutation = found.permutation;
                self.partition = partition;
                return ways;
            }
        }
        partition.permutation(&mut self.permutation);
        self.partition = partition;
        ways
    }

    /// Takes the marking apart.
    fn gather(&mut self, shared: &Shared, layout: &Layout, state: &[u64]) {
        let Canonical {
            action,
            present,
            facts,
            linked,
            ..
        } = self;
        let atoms = action.symmetry.len();
        present.clear();
        facts.links.clear();
        facts.atoms.clear();
        facts.singles.clear();
        facts.singles.resize(atoms, 0);
        linked.clear();
        linked.resize(atoms, false);
        for i in 0..action.places.len() {
            let place = action.places[i];
            shared.places.each(layout, place, state, |item| {
                let info = action.info(shared, place, item.token);
                if info.len == 0 {
                    present.push(Present { place, item, info });
                    return;
                }
                let weight = mix(info.key ^ item.stamp as u64, u64::from(item.count));
                match action.atoms(info) {
                    [atom] => {
                        let sum = &mut facts.singles[*atom as usize];
                        *sum = sum.wrapping_add(weight);
                    }
                    several => {
                        facts.links.push(Link {
                            weight,
                            start: facts.atoms.len() as u32,
                            len: info.len,
                        });
                        facts.atoms.extend_from_slice(several);
                        several.iter().for_each(|&a| linked[a as usize] = true);
                    }
                }
                present.push(Present { place, item, info });
            });
        }
    }

    /// The tokens that each atom has alone, comparable.
    fn sort_own(&mut self) {
        self.own.clear();
        for one in &self.present {
            if let [atom] = self.action.atoms(one.info) {
                let Item { stamp, count, .. } = one.item;
                self.own.push((*atom, one.info.base, stamp, count));
            }
        }
        self.own.sort_unstable();
    }

    fn own_of(&self, atom: Atom) -> impl Iterator<Item = (u32, i64, u32)> + '_ {
        let start = self.own.partition_point(|own| own.0 < atom);
        let own = self.own[start..]
            .iter()
            .take_while(move |own| own.0 == atom);
        own.map(|own| (own.1, own.2, own.3))
    }

    /// Whether the marking stays as it is if two atoms of a class change places.
    fn interchangeable(&mut self, a: Atom, b: Atom) -> bool {
        if !self.own_of(a).eq(self.own_of(b)) {
            return false;
        }
        if !self.linked[a as usize] && !self.linked[b as usize] {
            return true;
        }
        if self.by_base.is_empty() {
            self.group();
        }
        let swap = |atom: Atom| match atom {
            atom if atom == a => b,
            atom if atom == b => a,
            atom => atom,
        };
        let links = (self.present.iter()).filter(|one| one.info.len > 1);
        links.into_iter().all(|one| {
            let atoms = self.action.atoms(one.info);
            let touched = atoms.contains(&a) || atoms.contains(&b);
            !touched || {
                let image = atoms.iter().map(|&atom| swap(atom));
                self.count(one, image) == one.item.count
            }
        })
    }

    /// How many tokens there are with the base and stamp of one and other atoms.
    fn count(&self, like: &Present, atoms: impl Iterator<Item = Atom> + Clone) -> u32 {
        let Some(group) = (self.groups.iter()).find(|group| {
            let first = self.by_base[group.start] as usize;
            self.present[first].info.base == like.info.base
        }) else {
            return 0;
        };
        let members = &self.by_base[group.start..group.end];
        let found = members.binary_search_by(|&at| {
            let one = &self.present[at as usize];
            let order = self
                .action
                .atoms(one.info)
                .iter()
                .copied()
                .cmp(atoms.clone());
            order.then(one.item.stamp.cmp(&like.item.stamp))
        });
        found.map_or(0, |at| self.present[members[at] as usize].item.count)
    }

    /// Puts tokens with one base together, in an order that no permutation changes; in a group they are ordered by their atoms.
    fn group(&mut self) {
        if !self.groups.is_empty() {
            return;
        }
        let (present, action) = (&self.present, &self.action);
        self.by_base.clear();
        self.by_base.extend(0..present.len() as u32);
        self.by_base.retain(|&at| present[at as usize].info.len > 0);
        let contents = |info: Info| action.content(info);
        self.by_base.sort_unstable_by(|&a, &b| {
            let (a, b) = (&present[a as usize], &present[b as usize]);
            let order = contents(a.info).cmp(&contents(b.info));
            let atoms = || action.atoms(a.info).cmp(action.atoms(b.info));
            order.then_with(atoms).then(a.item.stamp.cmp(&b.item.stamp))
        });
        let mut start = 0;
        for same in (self.by_base)
            .chunk_by(|&a, &b| present[a as usize].info.base == present[b as usize].info.base)
        {
            let len = present[same[0] as usize].info.len as usize;
            self.groups.push(Group {
                start,
                end: start + same.len(),
                width: len.div_ceil(8) + 2,
            });
            start += same.len();
        }
    }

    /// Gives atoms that can change places an order; how many orders there are goes to `ways`.
    fn settle(
        &mut self,
        symmetry: &Symmetry,
        partition: &mut Partition,
        mut ways: Option<&mut Vec<u64>>,
    ) {
        for block in symmetry.blocks.iter().filter(|block| !block.rotations) {
            let mut at = block.start;
            while at < block.start + block.len {
                let first = partition.order[at];
                let class = partition.class[first as usize];
                let same = |&&atom: &&Atom| partition.class[atom as usize] == class;
                let members: Vec<Atom> = (partition.order[at..block.start + block.len].iter())
                    .take_while(same)
                    .copied()
                    .collect();
                at += members.len();
                if members.len() > 1
                    && members[1..]
                        .iter()
                        .all(|&other| self.interchangeable(first, other))
                {
                    partition.settle(&members);
                    if let Some(ways) = &mut ways {
                        ways.extend(2..=members.len() as u64);
                    }
                }
            }
        }
    }

    /// Cuts rings where there is only one place to do so.
    fn cut_rings(&self, symmetry: &Symmetry, partition: &mut Partition) {
        while let Some(&[atom]) = partition.next_class(symmetry) {
            partition.single_out(symmetry, atom);
            partition.refine(symmetry, &self.facts);
        }
    }

    /// Tries the members of the next class in turn. What was singled out before is in `path`.
    fn search(
        &mut self,
        symmetry: &Symmetry,
        partition: &mut Partition,
        path: &mut Vec<Atom>,
    ) -> Found {
        let mut settled = Vec::new();
        self.settle(symmetry, partition, Some(&mut settled));
        self.cut_rings(symmetry, partition);
        let Some(members) = partition.next_class(symmetry).map(<[Atom]>::to_vec) else {
            let mut permutation = Vec::new();
            partition.permutation(&mut permutation);
            return Found {
                marking: self.comparable(&permutation),
                permutation,
                ways: settled,
            };
        };
        // for each member tried the atom itself, and what it led to
        let mut tried: Vec<(Atom, Found)> = Vec::new();
        let mut equal: Vec<u64> = Vec::new();
        for &atom in &members {
            if let Some(at) = self.like_one_before(&tried, atom, path) {
                equal[at] += 1;
                continue;
            }
            let mut next = partition.clone();
            next.single_out(symmetry, atom);
            next.refine(symmetry, &self.facts);
            path.push(atom);
            let found = self.search(symmetry, &mut next, path);
            path.pop();
            let same = tried
                .iter()
                .position(|(_, other)| other.marking == found.marking);
            match same {
                Some(at) => {
                    let first = &tried[at].1.permutation;
                    self.automorphisms.push(quotient(first, &found.permutation));
                    equal[at] += 1;
                }
                None => {
                    tried.push((atom, found));
                    equal.push(1);
                }
            }
        }
        let least = (0..tried.len()).min_by(|&a, &b| tried[a].1.marking.cmp(&tried[b].1.marking));
        // a class has members
        let least = least.unwrap_or(0);
        let mut found = tried.swap_remove(least).1;
        found.ways.push(equal[least]);
        found.ways.append(&mut settled);
        found
    }

    /// The member tried before that an atom can change places with, as far as is known, while the atoms singled out so far stay.
    fn like_one_before(&self, tried: &[(Atom, Found)], atom: Atom, path: &[Atom]) -> Option<usize> {
        let stays = |permutation: &&Permutation| {
            path.iter()
                .all(|&fixed| permutation[fixed as usize] == fixed)
        };
        let known: Vec<&Permutation> = self.automorphisms.iter().filter(stays).collect();
        let mut reached = vec![false; self.action.symmetry.len()];
        let mut waiting = vec![atom];
        reached[atom as usize] = true;
        while let Some(from) = waiting.pop() {
            // Automorphisms have an end: going on leads back, so inverses are not needed.
            for permutation in &known {
                let to = permutation[from as usize];
                if !reached[to as usize] {
                    reached[to as usize] = true;
                    waiting.push(to);
                }
            }
        }
        tried.iter().position(|(other, _)| reached[*other as usize])
    }

    /// The marking that a permutation leads to, as words that can be compared.
    fn comparable(&self, permutation: &[Atom]) -> Vec<u64> {
        let mut marking = Vec::new();
        for group in &self.groups {
            let mut rows: Vec<Vec<u64>> = Vec::with_capacity(group.end - group.start);
            for &at in &self.by_base[group.start..group.end] {
                let one = &self.present[at as usize];
                let mut row = Vec::with_capacity(group.width);
                for eight in self.action.atoms(one.info).chunks(8) {
                    let images = eight
                        .iter()
                        .map(|&atom| u64::from(permutation[atom as usize]));
                    row.push(images.fold(0, |word, image| word << 8 | image));
                }
                row.push(one.item.stamp as u64);
                row.push(u64::from(one.item.count));
                rows.push(row);
            }
            rows.sort_unstable();
            marking.extend(rows.into_iter().flatten());
        }
        marking
    }

    /// Puts the images of all tokens in the place of the tokens.
    fn apply(
        &mut self,
        shared: &Shared,
        layout: &Layout,
        state: &mut [u64],
    ) -> Result<bool, Demand> {
        let mut changed = false;
        let mut items = std::mem::take(&mut self.items);
        let mut result = Ok(());
        for same in self.present.chunk_by(|a, b| a.place == b.place) {
            let mut other = false;
            items.clear();
            for one in same {
                let token = self.action.image(shared, one.info, &self.permutation);
                other |= token != one.item.token;
                items.push(Item { token, ..one.item });
            }
            if other {
                items.sort_unstable();
                let place = same[0].place;
                shared.places.clear(layout, place, state);
                result = shared.places.put(layout, place, &items, state);
                if result.is_err() {
                    break;
                }
                changed = true;
            }
        }
        self.items = items;
        result.map(|()| changed)
    }
}

/// What takes one permutation to another: the second's inverse after the first.
fn quotient(first: &[Atom], second: &[Atom]) -> Permutation {
    let mut inverse = vec![0; second.len()];
    for (from, &to) in second.iter().enumerate() {
        inverse[to as usize] = from as Atom;
    }
    first.iter().map(|&to| inverse[to as usize]).collect()
}
