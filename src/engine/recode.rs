//! Translating stored markings from one layout to the next. A place whose form did not change is moved bit by bit string; only the others are taken
//! apart.

use super::layout::{Demand, Field, Layout, Slot, ones};
use super::places::Places;
use super::sets::{Item, SetId};
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

/// A number whose slot gets narrower: bits that a layout had to spare may be needed elsewhere.
#[derive(Copy, Clone, Debug)]
struct Narrower {
    /// The place whose multi-set has the number; `None` for the clock.
    place: Option<usize>,
    from: Slot,
    largest: u64,
}

impl Narrower {
    fn of(place: Option<usize>, from: Slot, to: Slot) -> Option<Narrower> {
        (to.width < from.width).then(|| Narrower {
            place,
            from,
            largest: ones(to.width),
        })
    }

    fn check(&self, state: &[u64]) -> Result<(), Demand> {
        let number = self.from.get(state);
        match self.place {
            _ if number <= self.largest => Ok(()),
            Some(place) => Err(Demand::Set(place, number as SetId)),
            None => Err(Demand::Clock(number)),
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
    /// Numbers that may have become too large for their slots.
    narrower: Vec<Narrower>,
    /// Places to be taken apart and put together.
    apart: Vec<usize>,
}

impl<'a> Recode<'a> {
    /// From `old` to `new`.
    pub fn new(places: &'a Places, old: &'a Layout, new: &'a Layout) -> Recode<'a> {
        let (mut moves, mut narrower) = (Vec::new(), Vec::new());
        for (place, (from, to)) in old.fields.iter().zip(&new.fields).enumerate() {
            match (*from, *to) {
                (Field::Sparse(from), Field::Sparse(to)) => {
                    moves.push(slots(from, to));
                    narrower.extend(Narrower::of(Some(place), from, to));
                }
                (
                    Field::Dense {
                        first: from,
                        width,
                        capacity,
                    },
                    Field::Dense {
                        first: to,
                        width: after,
                        capacity: most,
                    },
                ) if width == after && capacity <= most => {
                    let length = width * capacity;
                    moves.push(Move::Bits { from, to, length });
                }
                _ => moves.push(Move::Items(place)),
            }
        }
        if let (Some(from), Some(to)) = (old.clock, new.clock) {
            moves.push(slots(from, to));
            narrower.extend(Narrower::of(None, from, to));
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
            narrower,
            apart,
        }
    }

    /// Translates one marking; `to` is all zero. Fails if the new layout has no room for something
    /// in it, and returns what that is: nothing is ever cut off.
    pub fn marking(
        &self,
        from: &[u64],
        to: &mut [u64],
        items: &mut Vec<Item>,
    ) -> Result<(), Demand> {
        for slot in &self.narrower {
            slot.check(from)?;
        }
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

/// The number in a slot. Once it is checked, the higher bits of a slot that gets narrower are clear.
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

    #[test]
    fn what_does_not_fit_is_refused_and_never_cut_off() {
        use super::super::layout::Form;
        let sparse = |width| Form::Sparse { width };
        let layout = |forms: &[Form], clock| {
            let colours = vec![None; forms.len()];
            Layout::new(forms.to_vec(), colours, Some(clock))
        };
        let dense = Form::Dense {
            width: 1,
            capacity: 4,
        };
        // Spare bits make the slots of the first layout wider than they have to be.
        let old = layout(&[dense, sparse(8)], 12);
        let new = layout(&[sparse(32), sparse(8)], 24);
        let Field::Sparse(slot) = old.fields[1] else {
            panic!("a sparse place")
        };
        let places = Places::new([false, false].into_iter());
        let recode = Recode::new(&places, &old, &new);
        let recoded = |set: u64, time: u64| {
            let (mut from, mut to) = (vec![0; old.words], vec![0; new.words]);
            slot.set(&mut from, set);
            old.clock.expect("a clock").set(&mut from, time);
            let result = recode.marking(&from, &mut to, &mut Vec::new());
            result.map(|()| (new.set(1, &to), new.clock.map(|slot| slot.get(&to))))
        };
        assert_eq!(recoded(200, 4000), Ok((Some(200), Some(4000))));
        assert_eq!(recoded(1 << 9, 0), Err(Demand::Set(1, 1 << 9)));
        let late = 1 << 27;
        assert_eq!(recoded(0, late), Err(Demand::Clock(late)));
    }
}
