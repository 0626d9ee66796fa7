//! Checks a function once, before it first runs, so that the loop need not check each instruction: registers lie in the frame, jumps in the code,
//! indices in their tables, and control cannot run off the end. The unchecked accesses of `registers` rest on this.
//!
//! A failure is a mistake of the code generator, never of the user.

use super::effects::{effects, successors};
use super::exn;
use super::heap::{Kind, TAGS, kind_of};
use super::op::{Op, Reg};
use super::prim;
use super::program::{Func, Program};
use crate::syntax::ast::Name;
use std::fmt;

/// Why code was refused.
#[derive(Clone, Debug, PartialEq)]
pub struct Invalid {
    /// The function.
    pub func: Name,
    /// Its number.
    pub number: u32,
    /// The instruction.
    pub pc: usize,
    /// What is wrong with it.
    pub why: String,
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "code of function {} (number {}) is invalid at instruction {}: {}",
            self.func, self.number, self.pc, self.why
        )
    }
}

/// Checks everything that concerns single instructions.
pub(super) fn verify(program: &Program, number: u32, func: &Func) -> Result<(), Invalid> {
    let fail = |pc: usize, why: String| {
        Err(Invalid {
            func: func.name.clone(),
            number,
            pc,
            why,
        })
    };
    let words: usize = func.groups.iter().map(|&words| words as usize).sum();
    let needed = func.arity() + usize::from(func.captures.is_some());
    if words != func.arity() {
        return fail(0, "the groups' words do not add up to the arguments".into());
    }
    if func.pointers.len() != func.registers as usize || needed > func.registers as usize {
        return fail(0, "registers and their kinds do not agree".into());
    }
    for (pc, op) in func.code.iter().enumerate() {
        if let Err(why) = check(program, func, pc, op) {
            return fail(pc, why);
        }
    }
    match func.code.last() {
        Some(op) if !successors(op).falls_through => Ok(()),
        _ => fail(func.code.len(), "control runs off the end".into()),
    }
}

fn check(program: &Program, func: &Func, pc: usize, op: &Op) -> Result<(), String> {
    let effects = effects(program, op);
    let register = |reg: Reg| {
        if reg < func.registers {
            Ok(())
        } else {
            Err(format!("register {reg} of {}", func.registers))
        }
    };
    let target = |to: u32| {
        if to as usize >= func.code.len() {
            Err(format!("jump to {to} of {}", func.code.len()))
        } else if to as usize <= pc && !matches!(op, Op::Jump { .. }) {
            // `Jump` counts a step when it goes back, so that every loop ends with the budget
            Err(format!("jump back to {to} by other than `Jump`"))
        } else {
            Ok(())
        }
    };
    let index = |what: &str, i: u32, length: usize| {
        if (i as usize) < length {
            Ok(())
        } else {
            Err(format!("{what} {i} of {length}"))
        }
    };
    for &reg in effects.reads() {
        register(reg)?;
    }
    if let Some(reg) = effects.write {
        register(reg)?;
    }
    let (base, count) = effects.window;
    if base as usize + count > func.registers as usize {
        return Err(format!(
            "registers {base} to {} of {}",
            base as usize + count,
            func.registers
        ));
    }
    let next = successors(op);
    if let Some(to) = next.to {
        target(to)?;
    }
    if let Some(table) = next.table {
        index("table", table, program.tables.len())?;
        for &to in &program.tables[table as usize] {
            target(to)?;
        }
    }
    match *op {
        Op::Const { k, .. } => index("constant", k, program.constants.len()),
        Op::GetRaw { g, .. } | Op::SetRaw { g, .. } => {
            index("raw global", g, program.raw_globals as usize)
        }
        Op::GetPtr { g, .. } | Op::SetPtr { g, .. } => {
            index("pointer global", g, program.pointer_globals as usize)
        }
        Op::New { header, .. } => {
            index("header", header, program.headers.len())?;
            match kind_of(program.headers[header as usize]) {
                Kind::Tuple | Kind::Con | Kind::Ref | Kind::Exn => Ok(()),
                kind => Err(format!("a new object of kind {kind:?}")),
            }
        }
        Op::Closure { func: callee, .. } => {
            index("function", callee, program.funcs.len())?;
            index("closure of function", callee, TAGS)
        }
        Op::Call { func: callee, base } | Op::TailCall { func: callee, base } => {
            register(base)?;
            index("function", callee, program.funcs.len())
        }
        Op::CallClosure { groups, .. } | Op::TailClosure { groups, .. } if groups == 0 => {
            Err("a call of a closure without arguments".into())
        }
        Op::Move2 { .. } | Op::Move3 { .. } | Op::Load2 { .. } => {
            Err("an instruction that only linking makes".into())
        }
        Op::Prim { prim, .. } if prim::info(prim).is_none() => Err(format!("primitive {prim}")),
        Op::PushHandler { d, to } => {
            register(d)?;
            target(to)
        }
        Op::RaiseBuiltin { exn } if !exn::carries_nothing(exn) => {
            Err(format!("exception {exn} is not one that carries nothing"))
        }
        _ => Ok(()),
    }
}
