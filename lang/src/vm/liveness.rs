//! Which registers hold a value that will still be read: the roots of the collector.
//!
//! Windows of caller and callee overlap, so after a call the registers above its base hold whatever the callee left there, and a call's result may be
//! a pointer where its first argument was not. Clearing registers at each entry and return would keep the collector safe at a price every call pays.
//! Instead each function's live registers are found once by the usual backward analysis over its basic blocks; the collector asks for the live registers
//! of the instructions it finds on the stack (`Liveness::before`, `Liveness::across`) and remembers the answers. A dead list is not kept alive either.
//!
//! An instruction inside the scope of a handler may continue at the handler, so what the handler reads is live there. Scopes must be static: each
//! instruction is reached with one and the same handler, and neither `Return` nor a tail call leaves a scope open.

use super::effects::{effects, successors};
use super::op::{Op, Reg};
use super::program::{Func, Program};

/// A set of registers.
#[derive(Clone, PartialEq, Debug)]
struct Set(Box<[u64]>);

impl Set {
    fn empty(registers: usize) -> Set {
        Set(vec![0; registers.div_ceil(64)].into())
    }

    fn insert(&mut self, reg: Reg) {
        self.0[reg as usize / 64] |= 1 << (reg % 64);
    }

    fn remove(&mut self, reg: Reg) {
        self.0[reg as usize / 64] &= !(1 << (reg % 64));
    }

    fn union(&mut self, other: &Set) {
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    fn iter(&self) -> impl Iterator<Item = Reg> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros();
                (bit < 64).then(|| {
                    rest &= rest - 1;
                    (i * 64) as Reg + bit as Reg
                })
            })
        })
    }

    /// The smallest member from `from` on.
    fn first_from(&self, from: usize) -> Option<Reg> {
        self.iter().find(|&reg| reg as usize >= from)
    }
}

/// The analysis of one function.
#[derive(Clone, Debug)]
pub(super) struct Liveness {
    /// First instruction of each basic block.
    starts: Vec<u32>,
    /// Registers live where each block begins and ends.
    ins: Vec<Set>,
    outs: Vec<Set>,
    /// For each instruction, the `PushHandler` whose scope it is in: its index plus one, 0 for none. Empty if the function has no handlers.
    scopes: Vec<u32>,
}

impl Liveness {
    /// Analyses a verified function. The second part is the registers that may be read before they are set, which have to be cleared at entry.
    pub fn new(program: &Program, func: &Func) -> Result<(Liveness, Vec<Reg>), (usize, String)> {
        let scopes = scopes(program, func)?;
        let starts = block_starts(program, func);
        let blank = vec![Set::empty(func.registers as usize); starts.len()];
        let mut liveness = Liveness {
            starts,
            ins: blank.clone(),
            outs: blank,
            scopes,
        };
        liveness.solve(program, func);
        liveness.check_calls(program, func)?;
        let arguments = func.arity() + usize::from(func.captures.is_some());
        let unset = liveness.ins[0]
            .iter()
            .filter(|&reg| reg as usize >= arguments)
            .collect();
        Ok((liveness, unset))
    }

    /// Pointer registers that instruction `pc` or a later one reads.
    pub fn before(&self, program: &Program, func: &Func, pc: usize) -> Box<[Reg]> {
        let mut live = self.after(program, func, pc);
        self.transfer(program, func, pc, &mut live);
        pointers(func, &live)
    }

    /// Pointer registers that are read after the call at `pc`, its result left out.
    pub fn across(&self, program: &Program, func: &Func, pc: usize) -> Box<[Reg]> {
        let mut live = self.after(program, func, pc);
        if let Some(base) = effects(program, &func.code[pc]).call {
            live.remove(base);
        }
        self.add_handler(func, pc, &mut live);
        pointers(func, &live)
    }

    /// Registers live after instruction `pc`.
    fn after(&self, program: &Program, func: &Func, pc: usize) -> Set {
        let block = self.block_of(pc);
        let mut live = self.outs[block].clone();
        for later in (pc + 1..self.end(func, block)).rev() {
            self.transfer(program, func, later, &mut live);
        }
        live
    }

    fn block_of(&self, pc: usize) -> usize {
        self.starts.partition_point(|&start| start as usize <= pc) - 1
    }

    fn end(&self, func: &Func, block: usize) -> usize {
        self.starts
            .get(block + 1)
            .map_or(func.code.len(), |&start| start as usize)
    }

    /// From live after instruction `pc` to live before it.
    fn transfer(&self, program: &Program, func: &Func, pc: usize, live: &mut Set) {
        let effects = effects(program, &func.code[pc]);
        if let Some(reg) = effects.write {
            live.remove(reg);
        }
        for &reg in effects.reads() {
            live.insert(reg);
        }
        let (base, count) = effects.window;
        for reg in base..base + count as Reg {
            live.insert(reg);
        }
        self.add_handler(func, pc, live);
    }

    /// Adds what the handler in scope at `pc` reads.
    fn add_handler(&self, func: &Func, pc: usize, live: &mut Set) {
        let scope = self.scopes.get(pc).copied().unwrap_or(0);
        if scope != 0 {
            live.union(&self.handler_reads(func, scope as usize - 1));
        }
    }

    fn handler_reads(&self, func: &Func, push: usize) -> Set {
        let Op::PushHandler { d, to } = func.code[push] else {
            return Set::empty(func.registers as usize);
        };
        let mut live = self.ins[self.block_of(to as usize)].clone();
        live.remove(d);
        live
    }

    fn solve(&mut self, program: &Program, func: &Func) {
        let mut changed = true;
        while changed {
            changed = false;
            for block in (0..self.starts.len()).rev() {
                let last = self.end(func, block) - 1;
                let mut out = Set::empty(func.registers as usize);
                each_successor(program, func, last, |to| {
                    out.union(&self.ins[self.block_of(to)]);
                });
                let mut live = out.clone();
                for pc in (self.starts[block] as usize..=last).rev() {
                    self.transfer(program, func, pc, &mut live);
                }
                self.outs[block] = out;
                if live != self.ins[block] {
                    self.ins[block] = live;
                    changed = true;
                }
            }
        }
    }

    /// No value may be expected to survive a call at or above the call's base.
    fn check_calls(&self, program: &Program, func: &Func) -> Result<(), (usize, String)> {
        for block in 0..self.starts.len() {
            let mut live = self.outs[block].clone();
            for pc in (self.starts[block] as usize..self.end(func, block)).rev() {
                if let Some(base) = effects(program, &func.code[pc]).call {
                    let mut lost = live.first_from(base as usize + 1);
                    if let Some(&scope) = self.scopes.get(pc)
                        && scope != 0
                    {
                        let reads = self.handler_reads(func, scope as usize - 1);
                        lost = lost.or(reads.first_from(base as usize));
                    }
                    if let Some(reg) = lost {
                        return Err((pc, format!("register {reg} is read after this call")));
                    }
                }
                self.transfer(program, func, pc, &mut live);
            }
        }
        Ok(())
    }
}

fn pointers(func: &Func, live: &Set) -> Box<[Reg]> {
    live.iter()
        .filter(|&reg| func.pointers[reg as usize])
        .collect()
}

fn each_successor(program: &Program, func: &Func, pc: usize, mut each: impl FnMut(usize)) {
    let next = successors(&func.code[pc]);
    if next.falls_through {
        each(pc + 1);
    }
    if let Some(to) = next.to {
        each(to as usize);
    }
    if let Some(table) = next.table {
        for &to in &program.tables[table as usize] {
            each(to as usize);
        }
    }
}

fn block_starts(program: &Program, func: &Func) -> Vec<u32> {
    let mut starts = vec![0];
    for (pc, op) in func.code.iter().enumerate() {
        let next = successors(op);
        if next.to.is_some() || next.table.is_some() || !next.falls_through {
            each_successor(program, func, pc, |to| starts.push(to as u32));
            starts.push(pc as u32 + 1);
        }
        if let Op::PushHandler { to, .. } = *op {
            starts.push(to);
        }
    }
    starts.sort_unstable();
    starts.dedup();
    starts.retain(|&start| (start as usize) < func.code.len());
    starts
}

/// The handler in whose scope each instruction is, by following control forward from the entry.
fn scopes(program: &Program, func: &Func) -> Result<Vec<u32>, (usize, String)> {
    if !func
        .code
        .iter()
        .any(|op| matches!(op, Op::PushHandler { .. } | Op::PopHandler))
    {
        return Ok(Vec::new());
    }
    let mut scopes: Vec<Option<u32>> = vec![None; func.code.len()];
    let mut work = vec![(0, 0)];
    while let Some((pc, scope)) = work.pop() {
        match scopes[pc] {
            Some(known) if known == scope => continue,
            Some(_) => return Err((pc, "reached with different handlers in scope".into())),
            None => scopes[pc] = Some(scope),
        }
        let after = match func.code[pc] {
            Op::PushHandler { to, .. } => {
                work.push((to as usize, scope));
                pc as u32 + 1
            }
            Op::PopHandler => {
                if scope == 0 {
                    return Err((pc, "no handler to remove".into()));
                }
                scopes[scope as usize - 1].unwrap_or(0)
            }
            Op::Return { .. } | Op::TailCall { .. } | Op::TailClosure { .. } if scope != 0 => {
                return Err((pc, "leaves the function inside a handler's scope".into()));
            }
            _ => scope,
        };
        each_successor(program, func, pc, |to| work.push((to, after)));
    }
    // code that is never reached is in no scope
    Ok(scopes.into_iter().map(|scope| scope.unwrap_or(0)).collect())
}
