//! Matches with many constructors jump by the constructor instead of trying row after row.
//!
//! The jump goes to the first row that may fit; from there on the rows are tried as always, so a row that fails inside its constructor falls to the next one.

use super::function::{Gen, Label, Place};
use super::mono::Mono;
use crate::core::{Match, Pat};
use crate::types::ty::DataId;
use crate::vm::op::Op;

/// Fewer rows than this are tried one by one as quickly.
const ROWS: usize = 4;

impl Gen<'_> {
    /// Emits the jump, if the match is worth one. `rows` are the labels of its rows, and of what comes after the last.
    pub(super) fn switch(&mut self, found: &Match, subjects: &[(Place, Mono)], rows: &[Label]) {
        let Some((Place::Reg(a), mono)) = subjects.first() else {
            return;
        };
        let Some((data, firsts)) = first_constructors(found) else {
            return;
        };
        let count = self.input.checker.types.data[data.0 as usize]
            .constructors
            .len();
        if found.rows.len() < ROWS || count < ROWS {
            return;
        }
        let targets = (0..count as u16)
            .map(|tag| {
                let fits = firsts.iter().position(|f| f.is_none_or(|t| t == tag));
                rows[fits.unwrap_or(found.rows.len())]
            })
            .collect();
        let table = self.new_table(targets);
        self.emit(match self.is_pointer(*mono) {
            true => Op::SwitchTag { a: *a, table },
            false => Op::SwitchRaw { a: *a, table },
        });
    }
}

/// The constructor each row wants of the first subject (`None`: any), if constructors are what the rows look at.
fn first_constructors(found: &Match) -> Option<(DataId, Vec<Option<u16>>)> {
    let mut of = None;
    let firsts: Option<Vec<Option<u16>>> = (found.rows.iter())
        .map(|(pats, _)| {
            let mut pat = pats.first()?;
            while let Pat::As(_, inner) = pat {
                pat = inner;
            }
            match pat {
                Pat::Wild | Pat::Var(_) => Some(None),
                Pat::Con(data, tag, ..) => {
                    of = Some(*data);
                    Some(Some(*tag))
                }
                _ => None,
            }
        })
        .collect();
    Some((of?, firsts?))
}
