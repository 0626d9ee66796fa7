//! The program as the loop runs it: all functions' code in one vector with absolute jumps, so that a call changes only the instruction index and the
//! window, and what a call must know about a function in one small record.
//!
//! The image is private to the machine and holds only verified code, whatever an embedder does to the public `Program` later.

use super::effects::relocate;
use super::fuse::fuse;
use super::liveness::Liveness;
use super::op::{Op, Reg};
use super::program::{Program, Word};
use super::verify::{Invalid, verify};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What a call needs to know about a function.
#[derive(Copy, Clone, Debug)]
pub(super) struct Entry {
    /// Index of its first instruction.
    pub start: u32,
    /// Size of its window, at least 1: the result comes back in the first register.
    pub registers: u16,
    /// Argument words, without the closure.
    pub arity: u16,
    /// Curried arguments.
    pub groups: u8,
    /// Whether it takes its closure as one more argument.
    pub captures: bool,
    /// Registers that may be read before they are set: cleared at entry. Rarely any.
    pub clear: (u16, u16),
    /// Captured pointer and raw words.
    pub captured: (u16, u16),
}

/// Linked code.
#[derive(Clone, Debug, Default)]
pub(super) struct Image {
    pub code: Vec<Op>,
    pub entries: Vec<Entry>,
    pub headers: Vec<Word>,
    pub tables: Vec<Box<[u32]>>,
    /// Shared by all copies of a machine: they are many pieces.
    liveness: Vec<Arc<Liveness>>,
    /// Answers of `live`, by instruction and whether it is a call in progress.
    known: FxHashMap<(u32, bool), Box<[Reg]>>,
}

impl Image {
    /// Links the functions that were added since the last time.
    pub fn extend(&mut self, program: &Program) -> Result<(), Invalid> {
        let first = self.entries.len();
        let new = &program.funcs[first.min(program.funcs.len())..];
        let mut analysed = Vec::with_capacity(new.len());
        // all are checked before any is linked: a failure leaves the image as it was
        for (i, func) in new.iter().enumerate() {
            let number = (first + i) as u32;
            verify(program, number, func)?;
            let found = Liveness::new(program, func).map_err(|(pc, why)| Invalid {
                func: func.name.clone(),
                number,
                pc,
                why,
            })?;
            analysed.push(found);
        }
        let known_headers = self.headers.len().min(program.headers.len());
        self.headers
            .extend_from_slice(&program.headers[known_headers..]);
        for (func, (liveness, unset)) in new.iter().zip(analysed) {
            let start = self.code.len() as u32;
            let clear = match (unset.first(), unset.last()) {
                (Some(&from), Some(&to)) => (from, to + 1),
                _ => (0, 0),
            };
            self.entries.push(Entry {
                start,
                registers: func.registers.max(1),
                arity: func.arity() as u16,
                groups: func.groups.len() as u8,
                captures: func.captures.is_some(),
                clear,
                captured: func.captures.unwrap_or((0, 0)),
            });
            self.liveness.push(Arc::new(liveness));
            for &op in &func.code {
                let tables = &mut self.tables;
                self.code.push(relocate(op, start, |table| {
                    let targets = &program.tables[table as usize];
                    tables.push(targets.iter().map(|to| to + start).collect());
                    tables.len() as u32 - 1
                }));
            }
            fuse(&mut self.code[start as usize..]);
        }
        Ok(())
    }

    /// The pointer registers of a frame of `func` at instruction `pc` that the collector must follow.
    pub fn live(&mut self, program: &Program, func: u32, pc: u32, in_call: bool) -> &[Reg] {
        self.known.entry((pc, in_call)).or_insert_with(|| {
            let number = func as usize;
            let at = (pc - self.entries[number].start) as usize;
            let liveness = &self.liveness[number];
            if in_call {
                liveness.across(program, &program.funcs[number], at)
            } else {
                liveness.before(program, &program.funcs[number], at)
            }
        })
    }
}
