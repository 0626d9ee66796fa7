//! What operations make of multi-sets.

use super::{Codes, DISABLED, Item, SetId, SetOp, Sets, Token};

/// What came of a change of a multi-set.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Changed {
    /// It is done.
    Done,
    /// A token is missing.
    Missing,
    /// There would be more equal tokens than can be counted.
    TooMany,
}

impl Codes {
    /// The multi-set after an operation if it is easily told: places with one token at most, which is what a variable of a program is.
    #[inline]
    pub fn after_quickly(&self, op: &SetOp, set: SetId) -> Option<SetId> {
        let (token, count) = match Sets::token_of(set) {
            Some(token) => (token, 1),
            None if set == 0 => (Token::MAX, 0),
            None => return None,
        };
        let mut left = count;
        let mut added = None;
        for change in op.changes.of(&self.changes) {
            if change.token == token {
                if change.take > count {
                    return Some(DISABLED);
                }
                left = (count - change.take).checked_add(change.put)?;
            } else if change.take > 0 {
                return Some(DISABLED);
            } else if change.put == 1 && added.is_none() {
                added = Some(change.token);
            } else {
                return None;
            }
        }
        match (left, added) {
            (0, None) => Some(0),
            (left, None) if left == count => Some(set),
            (0, Some(added)) => Some(Sets::single(added)),
            _ => None,
        }
    }

    /// A multi-set after a change, in `out`.
    pub fn changed(
        &self,
        op: &SetOp,
        items: impl Iterator<Item = Item>,
        out: &mut Vec<Item>,
    ) -> Changed {
        out.clear();
        let mut changes = op.changes.of(&self.changes).iter().peekable();
        let mut fits = true;
        let mut push = |token, count: i64| {
            fits &= count <= i64::from(u32::MAX);
            if count > 0 {
                out.push(Item {
                    token,
                    stamp: 0,
                    count: count as u32,
                });
            }
        };
        for item in items {
            while let Some(change) = changes.next_if(|c| c.token < item.token) {
                if change.take > 0 {
                    return Changed::Missing;
                }
                push(change.token, i64::from(change.put));
            }
            let mut count = i64::from(item.count);
            if let Some(change) = changes.next_if(|c| c.token == item.token) {
                count -= i64::from(change.take);
                if count < 0 {
                    return Changed::Missing;
                }
                count += i64::from(change.put);
            }
            push(item.token, count);
        }
        for change in changes {
            if change.take > 0 {
                return Changed::Missing;
            }
            push(change.token, i64::from(change.put));
        }
        match fits {
            true => Changed::Done,
            false => Changed::TooMany,
        }
    }
}
