//! A yardstick: what code written by hand for one kind of net reaches on this machine.
//!
//! In a one-safe unfolded net a marking is a set of places, hence a few words of bits, and a transition three masks. Markings are kept in the order in which
//! they are found, and a table with open addressing holds their numbers.

use super::{Counts, counts};

/// Initial size of the table, a power of two.
const SLOTS: usize = 1 << 16;

/// A transition of the unfolded net.
struct Event<const W: usize> {
    /// The words that have places to take from, and these places.
    need: Vec<(usize, u64)>,
    clear: [u64; W],
    set: [u64; W],
}

impl<const W: usize> Event<W> {
    fn new(take: impl IntoIterator<Item = usize>, put: impl IntoIterator<Item = usize>) -> Self {
        let (clear, set) = (marking::<W>(take), marking::<W>(put));
        let need = clear.iter().copied().enumerate();
        Event {
            need: need.filter(|&(_, mask)| mask != 0).collect(),
            clear,
            set,
        }
    }

    fn enabled(&self, at: &[u64; W]) -> bool {
        self.need
            .iter()
            .all(|&(word, mask)| at[word] & mask == mask)
    }

    fn occur(&self, at: &[u64; W]) -> [u64; W] {
        std::array::from_fn(|i| at[i] & !self.clear[i] | self.set[i])
    }
}

fn marking<const W: usize>(places: impl IntoIterator<Item = usize>) -> [u64; W] {
    let mut words = [0; W];
    for place in places {
        words[place / 64] |= 1 << (place % 64);
    }
    words
}

/// Markings found, and the table over them. A slot holds a marking's number plus one, and above it the upper half of its hash.
struct Found<const W: usize> {
    all: Vec<[u64; W]>,
    slots: Vec<u64>,
}

impl<const W: usize> Found<W> {
    fn insert(&mut self, marking: [u64; W]) {
        if self.all.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let hash = hash(&marking);
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at] != 0 {
            let slot = self.slots[at];
            if slot >> 32 == hash >> 32 && self.all[(slot as u32 - 1) as usize] == marking {
                return;
            }
            at = (at + 1) & mask;
        }
        self.all.push(marking);
        self.slots[at] = hash >> 32 << 32 | self.all.len() as u64;
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        let mut slots = vec![0; mask + 1];
        for (number, marking) in (1..).zip(&self.all) {
            let hash = hash(marking);
            let mut at = hash as usize & mask;
            while slots[at] != 0 {
                at = (at + 1) & mask;
            }
            slots[at] = hash >> 32 << 32 | number;
        }
        self.slots = slots;
    }
}

fn hash<const W: usize>(marking: &[u64; W]) -> u64 {
    let mixed = marking.iter().fold(0u64, |hash, word| {
        (hash.rotate_left(26) ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93)
    });
    mixed ^ mixed >> 32
}

/// Whether a model is written down here.
pub fn explores(name: &str) -> bool {
    matches!(name, "w1" | "w4")
}

/// Walks the states of a model, breadth-first.
pub fn explore(name: &str) -> Option<Counts> {
    match name {
        "w1" => Some(philosophers(28)),
        "w4" => Some(database(11)),
        _ => None,
    }
}

fn walk<const W: usize>(initial: [u64; W], events: &[Event<W>]) -> Counts {
    let mut found = Found {
        all: Vec::new(),
        slots: vec![0; SLOTS],
    };
    found.insert(initial);
    let (mut next, mut arcs) = (0, 0);
    while let Some(&marking) = found.all.get(next) {
        for event in events.iter().filter(|event| event.enabled(&marking)) {
            arcs += 1;
            found.insert(event.occur(&marking));
        }
        next += 1;
    }
    counts(found.all.len() as u64, arcs)
}

/// Places: thinking, eating, forks.
fn philosophers(n: usize) -> Counts {
    let (think, eat) = (|p| p, |p| n + p);
    let fork = |p| 2 * n + p % n;
    let take = (0..n).map(|p| Event::new([think(p), fork(p), fork(p + 1)], [eat(p)]));
    let put = (0..n).map(|p| Event::new([eat(p)], [think(p), fork(p), fork(p + 1)]));
    let events: Vec<Event<2>> = take.chain(put).collect();
    walk(marking((0..n).flat_map(|p| [think(p), fork(p)])), &events)
}

/// Places: each site inactive, waiting or performing; each message unused, sent, received or acknowledged; passive, active.
fn database(n: usize) -> Counts {
    let (inactive, waiting, performing) = (|s| s, |s| n + s, |s| 2 * n + s);
    let (passive, active) = (3 * n, 3 * n + 1);
    // Messages of a site to itself have places too, which stay empty.
    let message = |kind, s, r| 3 * n + 2 + (kind * n + s) * n + r;
    let (unused, sent, received, acknowledged) = (0, 1, 2, 3);
    let messages = |kind, s| {
        let others = (0..n).filter(move |&r| r != s);
        others.map(move |r| message(kind, s, r))
    };
    let mut events: Vec<Event<9>> = Vec::new();
    for s in 0..n {
        events.push(Event::new(
            [inactive(s), passive]
                .into_iter()
                .chain(messages(unused, s)),
            [waiting(s), active].into_iter().chain(messages(sent, s)),
        ));
        events.push(Event::new(
            [waiting(s), active]
                .into_iter()
                .chain(messages(acknowledged, s)),
            [inactive(s), passive]
                .into_iter()
                .chain(messages(unused, s)),
        ));
        for r in (0..n).filter(|&r| r != s) {
            events.push(Event::new(
                [inactive(r), message(sent, s, r)],
                [performing(r), message(received, s, r)],
            ));
            events.push(Event::new(
                [performing(r), message(received, s, r)],
                [inactive(r), message(acknowledged, s, r)],
            ));
        }
    }
    let initial = (0..n).map(inactive).chain([passive]);
    walk(
        marking(initial.chain((0..n).flat_map(|s| messages(unused, s)))),
        &events,
    )
}
