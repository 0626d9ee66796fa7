//! What an instruction reads and writes, and where it can go: the facts that checking (`verify`) and liveness (`liveness`) are made of.

use super::heap::fields_of;
use super::op::{Op, Reg};
use super::prim;
use super::program::Program;

/// The registers an instruction touches.
#[derive(Clone, Default)]
pub(super) struct Effects {
    /// Single registers read.
    reads: [Reg; 2],
    read_count: usize,
    /// Registers read from `window.0` on, `window.1` of them.
    pub window: (Reg, usize),
    /// The register written, if any.
    pub write: Option<Reg>,
    /// A call: everything above this register is overwritten.
    pub call: Option<Reg>,
}

impl Effects {
    pub fn reads(&self) -> &[Reg] {
        &self.reads[..self.read_count]
    }

    fn new(reads: &[Reg], write: Option<Reg>) -> Effects {
        let mut effects = Effects {
            read_count: reads.len(),
            write,
            ..Effects::default()
        };
        effects.reads[..reads.len()].copy_from_slice(reads);
        effects
    }

    fn window(mut self, base: Reg, count: usize) -> Effects {
        self.window = (base, count);
        self
    }

    fn call(mut self, base: Reg) -> Effects {
        self.call = Some(base);
        self.write = Some(base);
        self
    }
}

/// Argument words of a known function, its closure included.
fn argument_words(program: &Program, func: u32) -> usize {
    program.funcs.get(func as usize).map_or(0, |callee| {
        callee.arity() + usize::from(callee.captures.is_some())
    })
}

/// What `op` reads and writes. Indices that are out of range count as nothing; `verify` reports them.
pub(super) fn effects(program: &Program, op: &Op) -> Effects {
    let none = || Effects::new(&[], None);
    match *op {
        Op::Int { d, .. } | Op::Const { d, .. } | Op::GetRaw { d, .. } | Op::GetPtr { d, .. } => {
            Effects::new(&[], Some(d))
        }
        Op::Move { d, a }
        | Op::NegI { d, a }
        | Op::AbsI { d, a }
        | Op::NegR { d, a }
        | Op::AbsR { d, a }
        | Op::Not { d, a }
        | Op::AddIK { d, a, .. }
        | Op::MulIK { d, a, .. }
        | Op::DivIK { d, a, .. }
        | Op::ModIK { d, a, .. }
        | Op::Load { d, a, .. } => Effects::new(&[a], Some(d)),
        Op::AddI { d, a, b }
        | Op::SubI { d, a, b }
        | Op::MulI { d, a, b }
        | Op::DivI { d, a, b }
        | Op::ModI { d, a, b }
        | Op::LtI { d, a, b }
        | Op::LeI { d, a, b }
        | Op::EqI { d, a, b }
        | Op::NeI { d, a, b }
        | Op::AddR { d, a, b }
        | Op::SubR { d, a, b }
        | Op::MulR { d, a, b }
        | Op::DivR { d, a, b }
        | Op::LtR { d, a, b }
        | Op::LeR { d, a, b }
        | Op::EqP { d, a, b } => Effects::new(&[a, b], Some(d)),
        Op::ConsP { d, head, tail } | Op::ConsR { d, head, tail } => {
            Effects::new(&[head, tail], Some(d))
        }
        Op::SetRaw { a, .. }
        | Op::SetPtr { a, .. }
        | Op::JumpZero { a, .. }
        | Op::JumpNonZero { a, .. }
        | Op::JumpLtK { a, .. }
        | Op::JumpLeK { a, .. }
        | Op::JumpGtK { a, .. }
        | Op::JumpGeK { a, .. }
        | Op::JumpEqK { a, .. }
        | Op::JumpNeK { a, .. }
        | Op::JumpTagNe { a, .. }
        | Op::SwitchTag { a, .. }
        | Op::SwitchRaw { a, .. }
        | Op::Return { a }
        | Op::Raise { a } => Effects::new(&[a], None),
        Op::JumpLt { a, b, .. }
        | Op::JumpLe { a, b, .. }
        | Op::JumpEq { a, b, .. }
        | Op::JumpNe { a, b, .. }
        | Op::JumpEqP { a, b, .. }
        | Op::JumpNeP { a, b, .. }
        | Op::Store { a, b } => Effects::new(&[a, b], None),
        Op::New { d, base, header } => {
            let header = program.headers.get(header as usize).copied().unwrap_or(0);
            Effects::new(&[], Some(d)).window(base, fields_of(header).1)
        }
        Op::Closure { d, base, func } => {
            let captures = program
                .funcs
                .get(func as usize)
                .and_then(|callee| callee.captures)
                .map_or(0, |(pointers, raws)| pointers as usize + raws as usize);
            Effects::new(&[], Some(d)).window(base, captures)
        }
        Op::Call { func, base } => none()
            .window(base, argument_words(program, func))
            .call(base),
        Op::TailCall { func, base } => none().window(base, argument_words(program, func)),
        Op::CallClosure { f, base, words, .. } => Effects::new(&[f], None)
            .window(base, words as usize)
            .call(base),
        Op::TailClosure { f, base, words, .. } => {
            Effects::new(&[f], None).window(base, words as usize)
        }
        Op::Prim { prim, base } => {
            let words = prim::info(prim).map_or(0, |info| info.total_words());
            Effects::new(&[], Some(base)).window(base, words)
        }
        // the handler's register is written when an exception arrives, not here
        Op::Jump { .. } | Op::PushHandler { .. } | Op::PopHandler | Op::RaiseBuiltin { .. } => {
            none()
        }
        // not before linking; `verify` refuses them
        Op::Move2 { .. } | Op::Move3 { .. } | Op::Load2 { .. } => none(),
    }
}

/// Where control can go next, other than to a handler.
pub(super) struct Successors {
    /// The next instruction.
    pub falls_through: bool,
    /// A jump's target.
    pub to: Option<u32>,
    /// A switch's table.
    pub table: Option<u32>,
}

pub(super) fn successors(op: &Op) -> Successors {
    let (falls_through, table) = match *op {
        Op::SwitchTag { table, .. } | Op::SwitchRaw { table, .. } => (false, Some(table)),
        Op::Jump { .. }
        | Op::TailCall { .. }
        | Op::TailClosure { .. }
        | Op::Return { .. }
        | Op::Raise { .. }
        | Op::RaiseBuiltin { .. } => (false, None),
        _ => (true, None),
    };
    let mut op = *op;
    let to = match op {
        Op::PushHandler { .. } => None,
        _ => op.target().copied(),
    };
    Successors {
        falls_through,
        to,
        table,
    }
}

/// The same instruction with its code targets moved by `start` and its table renumbered, for the flat code of `image`.
pub(super) fn relocate(op: Op, start: u32, mut table_number: impl FnMut(u32) -> u32) -> Op {
    let mut op = op;
    if let Some(to) = op.target() {
        *to += start;
    }
    if let Op::SwitchTag { table, .. } | Op::SwitchRaw { table, .. } = &mut op {
        *table = table_number(*table);
    }
    op
}
