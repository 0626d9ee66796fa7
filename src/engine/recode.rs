//! Translating stored markings from one layout to the next. A place whose form did not change is moved bit by bit string; only the others are taken
//! apart.

use super::layout::{Demand, Field, Layout, Slot, ones};
use super::places::Places;
use super::sets::Item;
use super::shared::Shared;
use super::worker::Failure;

/// Some bits of a word that go to some word.
#[derive(Copy, Clone, Debug)]
struct Piece {
    from: usize,
    shift: u32,
    mask: u64,
    to: usize,
    left: u32,
}

/// What is to be done with one place.
#[derive(Copy, Clone, Debug)]
enum Move {
    /// `length` bits from one position to another, over all words.
    Bits { from: u32, to: u32, length: u32 },
    /// Take it apart and put it together.
    Items(usize),
}

impl Move {
    /// Makes this a part of the move before it, if it goes on where that ends.
    fn follows(&self, before: &mut Move) -> bool {
        let Move::Bits { from, to, length } = *self else {
            return false;
        };
        match before {
            Move::Bits {
                from: a,
                to: b,
                length: of,
            } if *a + *of == from && *b + *of == to => {
                *of += length;
                true
            }
            _ => false,
        }
    }
}

/// A translation.
#[derive(Debug)]
pub struct Recode<'a> {
    places: &'a Places,
    old: &'a Layout,
    new: &'a Layout,
    pieces: Vec<Piece>,
    /// Places to be taken apart and put together.
    apart: Vec<usize>,
}

impl<'a> Recode<'a> {
    /// From `old` to `new`, which must have room for all that `old` has.
    pub fn new(places: &'a Places, old: &'a Layout, new: &'a Layout) -> Recode<'a> {
        let mut moves: Vec<Move> = Vec::new();
        for (place, (from, to)) in old.fields.iter().zip(&new.fields).enumerate() {
            match (*from, *to) {
                (Field::Sparse(from), Field::Sparse(to)) => moves.push(slots(from, to)),
                (
                    Field::Dense {
                        first: from,
                        width,
                        capacity,
                    },
                    Field::Dense {
                        first: to,
                        width: after,
                        ..
                    },
                ) if width == after => {
                    let length = width * capacity;
                    moves.push(Move::Bits { from, to, length });
                }
                _ => moves.push(Move::Items(place)),
            }
        }
        if let (Some(from), Some(to)) = (old.clock, new.clock) {
            moves.push(slots(from, to));
        }
        // Neighbours that stay neighbours move together.
        moves.dedup_by(|next, before| next.follows(before));
        let (mut pieces, mut apart) = (Vec::new(), Vec::new());
        for step in moves {
            match step {
                Move::Bits { from, to, length } => cut(from, to, length, &mut pieces),
                Move::Items(place) => apart.push(place),
            }
        }
        Recode {
            places,
            old,
            new,
            pieces,
            apart,
        }
    }

    /// Translates one marking; `to` is all zero. Fails only if a multi-set that did not exist before gets too large a number: then it says which.
    pub fn marking(
        &self,
        from: &[u64],
        to: &mut [u64],
        items: &mut Vec<Item>,
    ) -> Result<(), Demand> {
        for piece in &self.pieces {
            to[piece.to] |= (from[piece.from] >> piece.shift & piece.mask) << piece.left;
        }
        for &place in &self.apart {
            self.places.items(self.old, place, from, items);
            self.places.put(self.new, place, items, to)?;
        }
        Ok(())
    }
}

impl Shared {
    /// Completes what was demanded of the next layout, so that one translation serves for long: all multi-sets there are must fit, and those that will come
    /// soon.
    pub fn complete(&self, layout: &Layout, demands: &mut Vec<Demand>) -> Result<(), Failure> {
        if let Some(failure) = demands.iter().find_map(|demand| self.impossible(demand)) {
            return Err(failure);
        }
        demands.extend(self.soon(layout, |_| false));
        Ok(())
    }

    /// A layout with room for what was demanded and for all that the old one has, and a marking translated to it.
    pub fn widened(
        &self,
        old: &Layout,
        demand: Demand,
        marking: &[u64],
    ) -> Result<(Layout, Vec<u64>), Failure> {
        let mut demands = vec![demand];
        loop {
            self.complete(old, &mut demands)?;
            let new = old.adapted(&demands);
            let mut to = vec![0; new.words];
            let recode = Recode::new(&self.places, old, &new);
            match recode.marking(marking, &mut to, &mut Vec::new()) {
                Ok(()) => return Ok((new, to)),
                Err(demand) => demands.push(demand),
            }
        }
    }
}

/// The number in a slot; it fits, so the higher bits of the wider slot are clear.
fn slots(from: Slot, to: Slot) -> Move {
    Move::Bits {
        from: from.word * 64 + from.shift,
        to: to.word * 64 + to.shift,
        length: from.width.min(to.width),
    }
}

/// Cuts bits that move where words end.
fn cut(mut from: u32, mut to: u32, mut length: u32, pieces: &mut Vec<Piece>) {
    while length > 0 {
        let take = length.min(64 - from % 64).min(64 - to % 64);
        pieces.push(Piece {
            from: (from / 64) as usize,
            shift: from % 64,
            mask: ones(take),
            to: (to / 64) as usize,
            left: to % 64,
        });
        (from, to, length) = (from + take, to + take, length - take);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_move_across_words() {
        let from = [0x8000_0000_0000_0001, 0x3];
        let mut to = [0; 3];
        let mut pieces = Vec::new();
        cut(60, 120, 10, &mut pieces);
        for piece in pieces {
            to[piece.to] |= (from[piece.from] >> piece.shift & piece.mask) << piece.left;
        }
        assert_eq!(to, [0, 0b0011_1000 << 56, 0]);
    }
}
