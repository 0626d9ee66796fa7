//! Conditions: jumps instead of truth values.

use super::function::{Gen, Label};
use crate::core::{CoreId, Kind, Op as Operator};
use crate::types::ty;
use crate::vm::op::Op;

impl Gen<'_> {
    /// Jumps to `to` if the condition is `when`, and goes on otherwise.
    pub(super) fn branch(&mut self, id: CoreId, to: Label, when: bool) {
        stacker::maybe_grow(64 * 1024, 2 * 1024 * 1024, || {
            self.branch_step(id, to, when)
        })
    }

    fn branch_step(&mut self, id: CoreId, to: Label, when: bool) {
        let core = self.input.core;
        if let Some(value) = self.truth(id) {
            if value == when {
                self.emit(Op::Jump { to: to.0 });
            }
            return;
        }
        match &core[id].kind {
            // a andalso b
            Kind::If(a, b, c) if self.truth(*c) == Some(false) => self.both(*a, *b, to, when, true),
            // a orelse b
            Kind::If(a, b, c) if self.truth(*b) == Some(true) => self.both(*a, *c, to, when, false),
            Kind::App(f, x) => {
                let context = self.context;
                let (head, _) = self.compiler.resolve_head(self.input, *f, context);
                match (&core[head].kind, &core[*x].kind) {
                    (Kind::Op(Operator::Not), _) => self.branch(*x, to, !when),
                    (Kind::Op(op), Kind::Tuple(parts)) if parts.len() == 2 => {
                        if !self.comparison(*op, parts[0].1, parts[1].1, to, when) {
                            self.truth_value(id, to, when);
                        }
                    }
                    _ => self.truth_value(id, to, when),
                }
            }
            _ => self.truth_value(id, to, when),
        }
    }

    /// Both conditions must be `all`: true for `andalso`, false for `orelse`.
    fn both(&mut self, a: CoreId, b: CoreId, to: Label, when: bool, all: bool) {
        if when == all {
            let skip = self.label();
            self.scoped(|g| g.branch(a, skip, !all));
            self.scoped(|g| g.branch(b, to, all));
            self.place_label(skip);
        } else {
            self.scoped(|g| g.branch(a, to, !all));
            self.scoped(|g| g.branch(b, to, !all));
        }
    }

    fn truth_value(&mut self, id: CoreId, to: Label, when: bool) {
        self.scoped(|g| {
            let a = g.value(id);
            g.emit(match when {
                true => Op::JumpNonZero { a, to: to.0 },
                false => Op::JumpZero { a, to: to.0 },
            });
        });
    }

    /// A comparison that has a jump of its own.
    fn comparison(&mut self, op: Operator, a: CoreId, b: CoreId, to: Label, when: bool) -> bool {
        let mono = self.type_of(a);
        let word = self.is_word(mono);
        let equality = matches!(op, Operator::Eq | Operator::Ne);
        let order = matches!(
            op,
            Operator::Lt | Operator::Le | Operator::Gt | Operator::Ge
        );
        if !(word && (equality || order) || equality && self.is_pointer(mono)) {
            return false;
        }
        // `not (a < b)` is `b <= a` for words.
        let op = if when { op } else { opposite(op) };
        let to = to.0;
        let constant = self.small_constant(b);
        self.scoped(|g| {
            let a = g.value(a);
            if let (Some(k), true) = (constant, word) {
                g.emit(match op {
                    Operator::Lt => Op::JumpLtK { a, k, to },
                    Operator::Le => Op::JumpLeK { a, k, to },
                    Operator::Gt => Op::JumpGtK { a, k, to },
                    Operator::Ge => Op::JumpGeK { a, k, to },
                    Operator::Eq => Op::JumpEqK { a, k, to },
                    _ => Op::JumpNeK { a, k, to },
                });
                return;
            }
            let b = g.value(b);
            g.emit(match (op, word) {
                (Operator::Lt, _) => Op::JumpLt { a, b, to },
                (Operator::Le, _) => Op::JumpLe { a, b, to },
                (Operator::Gt, _) => Op::JumpLt { a: b, b: a, to },
                (Operator::Ge, _) => Op::JumpLe { a: b, b: a, to },
                (Operator::Eq, true) => Op::JumpEq { a, b, to },
                (Operator::Eq, false) => Op::JumpEqP { a, b, to },
                (_, true) => Op::JumpNe { a, b, to },
                (_, false) => Op::JumpNeP { a, b, to },
            });
        });
        true
    }

    /// Whether values of the type are words that compare as integers.
    pub(super) fn is_word(&self, mono: super::mono::Mono) -> bool {
        use super::mono::MonoNode;
        !self.is_pointer(mono)
            && !matches!(self.compiler.monos.node(mono), MonoNode::Con(ty::REAL, _))
    }

    /// The constant an expression is, if it fits an instruction.
    pub(super) fn small_constant(&self, id: CoreId) -> Option<i16> {
        match &self.input.core[id].kind {
            Kind::Int(value) => i16::try_from(value).ok(),
            Kind::Char(c) => Some(i16::from(*c)),
            Kind::Con(data, tag) => {
                let data = &self.input.checker.types.data[data.0 as usize];
                let enumeration = data.constructors.iter().all(|c| c.1.is_none());
                enumeration.then(|| i16::try_from(*tag).ok()).flatten()
            }
            _ => None,
        }
    }
}

fn opposite(op: Operator) -> Operator {
    match op {
        Operator::Lt => Operator::Ge,
        Operator::Le => Operator::Gt,
        Operator::Gt => Operator::Le,
        Operator::Ge => Operator::Lt,
        Operator::Eq => Operator::Ne,
        _ => Operator::Eq,
    }
}
