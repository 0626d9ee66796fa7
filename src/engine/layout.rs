//! Where in a packed marking each place's tokens lie. A marking is a few 64-bit words.
//!
//! A place is *dense* (a counter for each of its tokens, most often a single bit) or *sparse* (the number of its multi-set, see `sets`). Which one, how wide a
//! counter is and how many tokens there are is not known in advance: a layout starts small, and whatever does not fit is a `Demand` that leads to
//! the next layout. Markings stored so far are then translated (`recode`). Sizes double, so this happens rarely.

use super::sets::SetId;
use super::tokens::Token;

/// A place whose counters need more bits than this begins as sparse.
const DENSE_BITS: u64 = 64;
/// How many bits wider a number becomes when it no longer fits.
const WIDEN: u32 = 4;
/// The widest number of a multi-set.
const NUMBER_BITS: u32 = 32;

/// How a place's tokens are kept.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// `capacity` counters of `width` bits, a power of two.
    Dense {
        /// Bits of a counter.
        width: u32,
        /// How many counters.
        capacity: u32,
    },
    /// The number of a multi-set in so many bits.
    Sparse {
        /// Bits of the number.
        width: u32,
    },
}

/// What a layout could not hold.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Demand {
    /// A token with this number on the place.
    Token(usize, Token),
    /// So many equal tokens on the place.
    Count(usize, u64),
    /// A multi-set with this number.
    Set(usize, SetId),
    /// This value of the clock.
    Clock(u64),
    /// The place's multi-sets take more memory than counters would: this many colours, so many equal tokens.
    Counters(usize, u32, u64),
    /// The place has one token at a time, of more and more colours: the number of its multi-set takes fewer bits than counters.
    Number(usize),
}

/// Some bits of one word.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub struct Slot {
    /// Which word.
    pub word: u32,
    /// Its lowest bit.
    pub shift: u32,
    /// How many bits.
    pub width: u32,
}

/// A slot's bits as a mask at the word's low end: at least one, at most 64.
#[inline]
pub fn ones(width: u32) -> u64 {
    u64::MAX.wrapping_shr(64 - width)
}

/// The words that bits `first` to `end` of a marking lie in, each with a mask of them.
#[inline]
pub fn masks(first: u32, end: u32) -> impl Iterator<Item = (usize, u64)> {
    (first / 64..end.div_ceil(64)).map(move |word| {
        let low = first.max(word * 64);
        let high = end.min(word * 64 + 64);
        (word as usize, ones(high - low) << (low % 64))
    })
}

impl Slot {
    /// The number in the slot.
    #[inline]
    pub fn get(self, state: &[u64]) -> u64 {
        state[self.word as usize] >> self.shift & ones(self.width)
    }

    /// Puts a number into the slot.
    #[inline]
    pub fn set(self, state: &mut [u64], value: u64) {
        let word = &mut state[self.word as usize];
        *word = *word & !(ones(self.width) << self.shift) | value << self.shift;
    }
}

/// Where a place lies.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// Counters one after the other from bit `first` on.
    Dense {
        /// The first bit, counted over all words.
        first: u32,
        /// Bits of a counter.
        width: u32,
        /// How many counters.
        capacity: u32,
    },
    /// The number of a multi-set.
    Sparse(Slot),
}

impl Field {
    /// Where the counter of a token lies, if there is one.
    #[inline]
    pub fn counter(self, token: Token) -> Option<Slot> {
        match self {
            Field::Dense {
                first,
                width,
                capacity,
            } if token < capacity => {
                let bit = first + token * width;
                Some(Slot {
                    word: bit / 64,
                    shift: bit % 64,
                    width,
                })
            }
            _ => None,
        }
    }
}

/// The tokens of a dense place that are there, ascending, each with its count: counters of `width` bits from bit `first` up to `end`.
pub fn dense_tokens(
    state: &[u64],
    first: u32,
    end: u32,
    width: u32,
) -> impl Iterator<Item = (Token, u64)> + '_ {
    (first / 64..end.div_ceil(64)).flat_map(move |word| {
        let low = first.max(word * 64);
        let high = end.min(word * 64 + 64);
        let mut bits = state[word as usize] & ones(high - low) << (low % 64);
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            // counters are aligned to their width
            let shift = bits.trailing_zeros() & !(width - 1);
            let count = bits >> shift & ones(width);
            bits &= !(ones(width) << shift);
            Some(((word * 64 + shift - first) / width, count))
        })
    })
}

/// The packing of a marking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Words of a marking.
    pub words: usize,
    /// Where each place lies.
    pub fields: Vec<Field>,
    /// Where the clock lies, if there is one.
    pub clock: Option<Slot>,
    forms: Vec<Form>,
    /// How many colours each place can have, if not infinitely many or unknown.
    colours: Vec<Option<u64>>,
}

impl Layout {
    /// The bits of a place in a marking, if there are at most 64.
    pub fn bits(&self, place: usize, state: &[u64]) -> Option<u64> {
        match self.fields[place] {
            Field::Sparse(slot) => Some(slot.get(state)),
            Field::Dense {
                first,
                width,
                capacity,
            } => {
                let (word, shift, length) = ((first / 64) as usize, first % 64, width * capacity);
                if length > 64 {
                    return None;
                }
                let high = match shift + length > 64 {
                    true => state[word + 1] << (64 - shift),
                    false => 0,
                };
                Some((state[word] >> shift | high) & ones(length))
            }
        }
    }

    /// A layout with these forms. `colours` says how many colours each place can have, if not infinitely many.
    pub fn new(forms: Vec<Form>, colours: Vec<Option<u64>>, clock_width: Option<u32>) -> Layout {
        let mut fields = vec![Field::Sparse(Slot::default()); forms.len()];
        // Wide counters first: then every counter is aligned to its width and none lies across two words.
        let mut dense: Vec<usize> = (0..forms.len())
            .filter(|&p| matches!(forms[p], Form::Dense { .. }))
            .collect();
        dense.sort_by_key(|&p| match forms[p] {
            Form::Dense { width, .. } => (std::cmp::Reverse(width), p),
            Form::Sparse { .. } => (std::cmp::Reverse(0), p),
        });
        let mut end = 0u32;
        for place in dense {
            if let Form::Dense { width, capacity } = forms[place] {
                fields[place] = Field::Dense {
                    first: end,
                    width,
                    capacity,
                };
                end += width * capacity;
            }
        }
        // Bits used of each word; numbers go where they first fit, wide ones first.
        let mut used: Vec<u32> = vec![64; (end / 64) as usize];
        if !end.is_multiple_of(64) || used.is_empty() {
            used.push(end % 64);
        }
        let mut numbers: Vec<(u32, Option<usize>)> = (forms.iter().enumerate())
            .filter_map(|(place, form)| match form {
                Form::Sparse { width } => Some((*width, Some(place))),
                Form::Dense { .. } => None,
            })
            .chain(clock_width.map(|width| (width, None)))
            .collect();
        numbers.sort_by_key(|&(width, place)| (std::cmp::Reverse(width), place));
        let counters = used.clone();
        let (words, used) = spread(&numbers, used);
        let mut in_word: Vec<Vec<(u32, Option<usize>)>> = vec![Vec::new(); used.len()];
        for (number, word) in numbers.into_iter().zip(words) {
            in_word[word].push(number);
        }
        // Bits that are left over go to the numbers: they cost nothing, and the next layout is needed later.
        let mut clock = None;
        for (word, numbers) in in_word.into_iter().enumerate() {
            let mut shift = counters.get(word).copied().unwrap_or(0);
            let mut left = 64 - used[word];
            let mut others = numbers.len() as u32;
            for (width, place) in numbers {
                let more = (left / others).min(NUMBER_BITS.saturating_sub(width));
                (left, others) = (left - more, others - 1);
                let width = width + more;
                let slot = Slot {
                    word: word as u32,
                    shift,
                    width,
                };
                shift += width;
                match place {
                    Some(place) => fields[place] = Field::Sparse(slot),
                    None => clock = Some(slot),
                }
            }
        }
        Layout {
            words: used.len(),
            fields,
            clock,
            forms,
            colours,
        }
    }

    /// Whether all tokens of a place are equal, whatever happens.
    pub fn has_one_colour(&self, place: usize) -> bool {
        self.colours[place] == Some(1)
    }

    /// The number of a sparse place's multi-set.
    pub fn set(&self, place: usize, state: &[u64]) -> Option<SetId> {
        match self.fields[place] {
            Field::Sparse(slot) => Some(slot.get(state) as SetId),
            Field::Dense { .. } => None,
        }
    }

    /// Gives a sparse place another multi-set, or says that there is no room for its number.
    pub fn put_set(&self, place: usize, set: SetId, state: &mut [u64]) -> Result<(), Demand> {
        let Field::Sparse(slot) = self.fields[place] else {
            return Ok(());
        };
        if u64::from(set) > ones(slot.width) {
            return Err(Demand::Set(place, set));
        }
        slot.set(state, u64::from(set));
        Ok(())
    }

    /// The form a place should begin with: how many colours it can have, how many it has at the start, and how many equal tokens.
    pub fn first_form(timed: bool, colours: Option<u64>, present: u32, most: u64) -> Form {
        let width = counter_width(most);
        let few = colours.filter(|&colours| colours <= DENSE_BITS);
        let capacity = few.map_or(present.next_power_of_two().max(4), |n| {
            present.max(n as u32).max(1)
        });
        let dense = u64::from(width) * u64::from(capacity) <= DENSE_BITS;
        match colours {
            _ if timed => Form::Sparse { width: 8 },
            // If it has one token at a time, this is enough for good.
            Some(many) if many > DENSE_BITS => Form::Sparse {
                width: (65 - many.leading_zeros()).clamp(8, 16),
            },
            _ if dense => Form::Dense { width, capacity },
            _ => Form::Sparse { width: 8 },
        }
    }

    /// The next layout, in which there is room for what was demanded.
    pub fn adapted(&self, demands: &[Demand]) -> Layout {
        let mut forms = self.forms.clone();
        let mut clock_width = self.clock.map(|slot| slot.width);
        for demand in demands {
            match *demand {
                Demand::Token(place, token) => {
                    if let Form::Dense { width, capacity } = forms[place] {
                        // Four times as many, if they are few: a place with many colours is soon sparse.
                        let more = (capacity * 4).min(DENSE_BITS as u32 / width);
                        let enough = match token < DENSE_BITS as u32 {
                            true => (token + 1).next_power_of_two(),
                            false => token + token / 2,
                        };
                        let capacity = more.max(enough);
                        forms[place] = self.dense_or_sparse(place, width, capacity);
                    }
                }
                Demand::Count(place, count) => {
                    if let Form::Dense { width, capacity } = forms[place] {
                        let width = width.max(counter_width(count));
                        forms[place] = self.dense_or_sparse(place, width, capacity);
                    }
                }
                Demand::Set(place, set) => {
                    if let Form::Sparse { width } = &mut forms[place] {
                        *width = widened(*width, u64::from(set)).min(NUMBER_BITS);
                    }
                }
                Demand::Clock(time) => {
                    clock_width = clock_width.map(|width| widened(width, time).min(63));
                }
                Demand::Number(place) => {
                    if let Form::Dense { .. } = forms[place] {
                        forms[place] = Form::Sparse { width: 8 };
                    }
                }
                Demand::Counters(place, colours, most) => {
                    forms[place] = Form::Dense {
                        width: counter_width(most),
                        capacity: colours + (colours / 4).max(64),
                    };
                }
            }
        }
        Layout::new(forms, self.colours.clone(), clock_width)
    }

    /// What a place that knows so many tokens, and multi-sets up to this number, will not have room for soon. Places fill up at about the same time, and
    /// translating all markings is costly, so whoever makes a new layout asks all of them. Only where it costs few bits or none: a number may be a little wider, and
    /// counters make way for a number if they fill a word, or the place has one token at a time: `alone`, which takes a while to find out.
    pub fn soon(
        &self,
        place: usize,
        tokens: u32,
        sets: SetId,
        alone: impl FnOnce() -> bool,
    ) -> Option<Demand> {
        match self.fields[place] {
            Field::Sparse(_) => Some(Demand::Set(place, sets.saturating_add(sets / 2))),
            Field::Dense {
                width, capacity, ..
            } => {
                let last = u64::from(width) * u64::from(capacity) == DENSE_BITS;
                let more = self.colours[place].is_none_or(|n| n > u64::from(capacity));
                let full = tokens.saturating_add(capacity / 16) >= capacity;
                (more && full && (last || alone())).then_some(Demand::Number(place))
            }
        }
    }

    /// Whether a dense place has more than one token in a marking.
    pub fn is_crowded(&self, place: usize, state: &[u64]) -> bool {
        let Field::Dense {
            first,
            width,
            capacity,
        } = self.fields[place]
        else {
            return false;
        };
        let end = first + width * capacity;
        if width == 1 {
            let set = |(word, mask): (usize, u64)| (state[word] & mask).count_ones();
            return masks(first, end).map(set).sum::<u32>() > 1;
        }
        let mut tokens = dense_tokens(state, first, end, width);
        tokens.next().is_some_and(|one| one.1 > 1) || tokens.next().is_some()
    }

    /// Counters if they are short, or if the place already had as many: then multi-sets were tried and were worse.
    fn dense_or_sparse(&self, place: usize, width: u32, capacity: u32) -> Form {
        let bits = u64::from(width) * u64::from(capacity);
        let before = match self.forms[place] {
            Form::Dense { width, capacity } => u64::from(width) * u64::from(capacity),
            Form::Sparse { .. } => 0,
        };
        match bits <= DENSE_BITS || before > DENSE_BITS {
            true => Form::Dense { width, capacity },
            false => Form::Sparse { width: 8 },
        }
    }
}

/// The word for each number, and the bits then used of each word. As few words as can be; among these, numbers go where most room is left, so that all can grow.
fn spread(numbers: &[(u32, Option<usize>)], counters: Vec<u32>) -> (Vec<usize>, Vec<u32>) {
    let mut used = counters.clone();
    let mut words = Vec::with_capacity(numbers.len());
    for (width, _) in numbers {
        let fits = used.iter().position(|bits| bits + width <= 64);
        let word = fits.unwrap_or_else(|| {
            used.push(0);
            used.len() - 1
        });
        used[word] += width;
        words.push(word);
    }
    let mut even = counters;
    even.resize(used.len(), 0);
    let mut evenly = Vec::with_capacity(numbers.len());
    for (width, _) in numbers {
        let roomy = even.iter().enumerate().min_by_key(|(_, bits)| **bits);
        match roomy {
            Some((word, bits)) if bits + width <= 64 => {
                even[word] += width;
                evenly.push(word);
            }
            _ => return (words, used),
        }
    }
    (evenly, even)
}

/// Bits of a counter that can hold a number: a power of two.
fn counter_width(most: u64) -> u32 {
    let bits = 64 - most.leading_zeros();
    bits.max(1).next_power_of_two()
}

fn widened(width: u32, value: u64) -> u32 {
    let needed = 64 - value.leading_zeros();
    match needed > width {
        true => needed + WIDEN,
        false => width,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_fields_share_a_bit_and_no_counter_crosses_a_word() {
        let forms = vec![
            Form::Dense {
                width: 1,
                capacity: 28,
            },
            Form::Sparse { width: 12 },
            Form::Dense {
                width: 4,
                capacity: 13,
            },
            Form::Dense {
                width: 1,
                capacity: 90,
            },
            Form::Sparse { width: 32 },
            Form::Dense {
                width: 2,
                capacity: 3,
            },
        ];
        let colours = vec![None; forms.len()];
        let layout = Layout::new(forms, colours, Some(20));
        let mut slots: Vec<Slot> = layout.clock.into_iter().collect();
        for field in &layout.fields {
            match field {
                Field::Sparse(slot) => slots.push(*slot),
                Field::Dense { capacity, .. } => {
                    slots.extend((0..*capacity).filter_map(|token| field.counter(token)));
                }
            }
        }
        let mut seen = vec![0u64; layout.words];
        for slot in slots {
            assert!(slot.shift + slot.width <= 64, "{slot:?}");
            let bits = ones(slot.width) << slot.shift;
            assert_eq!(seen[slot.word as usize] & bits, 0, "{slot:?}");
            seen[slot.word as usize] |= bits;
        }
        assert_eq!(layout.words, 4);
    }

    #[test]
    fn a_demand_is_met() {
        let forms = vec![
            Form::Dense {
                width: 1,
                capacity: 4,
            },
            Form::Sparse { width: 8 },
        ];
        let layout = Layout::new(forms, vec![None, None], Some(8));
        let next = layout.adapted(&[
            Demand::Token(0, 9),
            Demand::Count(0, 2),
            Demand::Set(1, 300),
            Demand::Clock(70_000),
        ]);
        assert!(
            next.fields[0]
                .counter(9)
                .is_some_and(|slot| slot.width == 2)
        );
        assert!(matches!(next.fields[1], Field::Sparse(slot) if slot.width >= 13));
        assert!(next.clock.is_some_and(|slot| slot.width >= 21));
        let many = next.adapted(&[Demand::Token(0, 100)]);
        assert!(matches!(many.fields[0], Field::Sparse(_)));
    }

    #[test]
    fn what_is_full_asks_to_become_sparse_unless_there_are_no_more_colours() {
        let dense = |capacity| Form::Dense { width: 1, capacity };
        let forms = vec![dense(64), dense(64), dense(16)];
        let layout = Layout::new(forms, vec![None, Some(64), None], None);
        assert_eq!(layout.soon(0, 59, 0, || false), None);
        let demand = Demand::Number(0);
        assert_eq!(layout.soon(0, 60, 0, || false), Some(demand));
        assert!(matches!(
            layout.adapted(&[demand]).fields[0],
            Field::Sparse(_)
        ));
        assert_eq!(layout.soon(1, 64, 0, || true), None);
        assert_eq!(layout.soon(2, 16, 0, || false), None);
        assert_eq!(layout.soon(2, 16, 0, || true), Some(Demand::Number(2)));
        let crowded = |place| layout.is_crowded(place, &[0b100, 0b101, 1]);
        assert_eq!([0, 1, 2].map(crowded), [false, true, false]);
    }
}
