//! Binding elements: a transition with values for its variables, as the tokens it takes and puts. Inscriptions were evaluated to find them; from then
//! on an occurrence is arithmetic.

use super::tokens::Token;
use super::values::Colour;

/// Tokens that must be there and are taken.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Take {
    /// From which place.
    pub place: u32,
    /// Their colour.
    pub token: Token,
    /// How many.
    pub count: u32,
    /// How much before their stamp they may be taken.
    pub early: i64,
}

/// Tokens that are put.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Put {
    /// On which place.
    pub place: u32,
    /// Their colour.
    pub token: Token,
    /// How many.
    pub count: u32,
    /// How much later than the occurrence their stamp is.
    pub after: i64,
}

/// A range of one of the memo's lists.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// The first.
    pub start: u32,
    /// How many.
    pub len: u32,
}

impl Range {
    /// Appends `items` to `list`.
    pub fn append<T: Copy>(list: &mut Vec<T>, items: &[T]) -> Range {
        let start = list.len() as u32;
        list.extend_from_slice(items);
        Range {
            start,
            len: items.len() as u32,
        }
    }

    /// The items.
    #[inline]
    pub fn of<T>(self, list: &[T]) -> &[T] {
        &list[self.start as usize..(self.start + self.len) as usize]
    }
}

/// A binding element.
#[derive(Copy, Clone, Debug)]
pub struct Element {
    /// Among `Memo::takes`.
    pub takes: Range,
    /// Among `Memo::puts`; known once the element was enabled for the first time, since output inscriptions need not make sense before.
    pub puts: Option<Range>,
    /// Values of the variables, among `Memo::colours`.
    pub binding: Range,
}

/// A binding element that can be told to others: it stays meaningful when the memo is emptied.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Binding {
    /// Index of the transition.
    pub transition: usize,
    /// The colours of its variables, in their order.
    pub values: Vec<Colour>,
}

/// Adds up equal takes, in a fixed order. `false` if there are too many to count.
pub fn add_takes(takes: &mut Vec<Take>) -> bool {
    let mut fits = true;
    if takes.is_sorted_by(|a, b| (a.place, a.token, a.early) < (b.place, b.token, b.early)) {
        return fits;
    }
    takes.sort_by_key(|t| (t.place, t.token, t.early));
    takes.dedup_by(|next, first| {
        let same = (next.place, next.token, next.early) == (first.place, first.token, first.early);
        if same {
            fits &= first.count.checked_add(next.count).is_some();
            first.count = first.count.saturating_add(next.count);
        }
        same
    });
    fits
}

/// Adds up equal puts, in a fixed order. `false` if there are too many to count.
pub fn add_puts(puts: &mut Vec<Put>) -> bool {
    let mut fits = true;
    if puts.is_sorted_by(|a, b| (a.place, a.token, a.after) < (b.place, b.token, b.after)) {
        return fits;
    }
    puts.sort_by_key(|p| (p.place, p.token, p.after));
    puts.dedup_by(|next, first| {
        let same = (next.place, next.token, next.after) == (first.place, first.token, first.after);
        if same {
            fits &= first.count.checked_add(next.count).is_some();
            first.count = first.count.saturating_add(next.count);
        }
        same
    });
    fits
}
