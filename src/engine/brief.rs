//! Inscriptions of a single operation, such as `n + 1` or `k <= limit`: done at once, without running any code.

use super::values::Colour;
use crate::net::flat::{Function, VariableId};
use sweepnet_lang::vm::Vm;
use sweepnet_lang::vm::op::Op;
use sweepnet_lang::vm::program::Word;

/// A number of a brief inscription.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Operand {
    Variable(VariableId),
    Constant(i64),
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Operation {
    Add,
    Subtract,
    Less,
    LessEqual,
    Equal,
    Differ,
}

/// One operation on two numbers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Brief {
    operation: Operation,
    left: Operand,
    right: Operand,
}

impl Brief {
    /// What a function does, if it is that brief. One that looks at a token first is not.
    pub fn of(vm: &Vm, function: &Function) -> Option<Brief> {
        let func = vm.program.funcs.get(function.code.0 as usize)?;
        let (&Op::Return { a: result }, code) = func.code.split_last()? else {
            return None;
        };
        let (operation, loads) = code.split_last()?;
        let operand = |register| {
            let loaded = loads.iter().rev().find_map(|op| match *op {
                Op::Int { d, v } if d == register => Some(i64::from(v)),
                Op::GetRaw { d, g } if d == register => Some(vm.raw_global(g) as i64),
                _ => None,
            });
            let read = || function.reads.get(usize::from(register)).copied();
            let variable = || read().map(Operand::Variable);
            loaded.map(Operand::Constant).or_else(variable)
        };
        let loads_only = |op: &Op| matches!(op, Op::Int { .. } | Op::GetRaw { .. });
        let (operation, target, left, right) = match *operation {
            Op::AddI { d, a, b } => (Operation::Add, d, operand(a), operand(b)),
            Op::SubI { d, a, b } => (Operation::Subtract, d, operand(a), operand(b)),
            Op::LtI { d, a, b } => (Operation::Less, d, operand(a), operand(b)),
            Op::LeI { d, a, b } => (Operation::LessEqual, d, operand(a), operand(b)),
            Op::EqI { d, a, b } => (Operation::Equal, d, operand(a), operand(b)),
            Op::NeI { d, a, b } => (Operation::Differ, d, operand(a), operand(b)),
            Op::AddIK { d, a, k } => {
                let constant = Operand::Constant(k.into());
                (Operation::Add, d, operand(a), Some(constant))
            }
            _ => return None,
        };
        let brief = Brief {
            operation,
            left: left?,
            right: right?,
        };
        (target == result && loads.iter().all(loads_only)).then_some(brief)
    }

    /// Its value; `None` if that is too large.
    #[inline]
    pub fn value(&self, env: &[Colour]) -> Option<Word> {
        let number = |operand| match operand {
            Operand::Variable(variable) => env[variable.0 as usize] as i64,
            Operand::Constant(constant) => constant,
        };
        let (left, right) = (number(self.left), number(self.right));
        Some(match self.operation {
            Operation::Add => left.checked_add(right)? as Word,
            Operation::Subtract => left.checked_sub(right)? as Word,
            Operation::Less => Word::from(left < right),
            Operation::LessEqual => Word::from(left <= right),
            Operation::Equal => Word::from(left == right),
            Operation::Differ => Word::from(left != right),
        })
    }
}
