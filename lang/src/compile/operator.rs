//! Operators: the instruction or primitive for the operands' type.

use super::function::Gen;
use super::mono::{Mono, MonoNode};
use crate::core::{CoreId, Kind, Op as Operator};
use crate::types::ty::{self, TyCon};
use crate::vm::heap::Kind as Object;
use crate::vm::op::{Op, Reg};

impl Gen<'_> {
    /// An operator applied to its operand, or to its pair of operands.
    pub(super) fn operator(&mut self, op: Operator, x: CoreId, id: CoreId, d: Reg) {
        let span = self.input.core[id].span;
        match op {
            Operator::Not => {
                let a = self.value(x);
                return self.emit(Op::Not { d, a });
            }
            Operator::Ref => {
                let mono = self.type_of(x);
                return self.build_from(Object::Ref, 0, &[(0, x)], &[mono], d);
            }
            Operator::Deref => {
                let a = self.value(x);
                return self.emit(Op::Load { d, a, i: 0 });
            }
            Operator::Neg | Operator::Abs => {
                let mono = self.type_of(x);
                let a = self.value(x);
                self.at(span);
                return self.unary(op, mono, a, d);
            }
            _ => {}
        }
        let (a, b, constant, mono) = self.operands(x);
        self.at(span);
        if op == Operator::Assign {
            self.emit(Op::Store { a, b });
            return self.emit(Op::Int { d, v: 0 });
        }
        if let (Some(k), TyConOf(Some(ty::INT))) = (constant, self.tycon(mono))
            && self.with_constant(op, a, k, d)
        {
            return;
        }
        let b = match constant {
            Some(k) => {
                let b = self.reg(false);
                self.int(b, i64::from(k));
                b
            }
            None => b,
        };
        self.at(span);
        self.binary(op, mono, a, b, d);
    }

    /// Evaluates a pair of operands; a small constant on the right stays one.
    fn operands(&mut self, x: CoreId) -> (Reg, Reg, Option<i32>, Mono) {
        if let Kind::Tuple(parts) = &self.input.core[x].kind
            && let &[(_, a), (_, b)] = parts.as_slice()
        {
            let mono = self.type_of(a);
            let word = self.is_word(mono);
            let left = self.value(a);
            let constant = match &self.input.core[b].kind {
                Kind::Int(value) if word => i32::try_from(value).ok(),
                _ => None,
            };
            let right = match constant {
                Some(_) => 0,
                None => self.value(b),
            };
            return (left, right, constant, mono);
        }
        let pair = self.type_of(x);
        let parts = self.compiler.monos.parts(pair).unwrap_or_default();
        let [left, right] = parts.as_slice() else {
            self.mistake("an operator without two operands");
            return (0, 0, None, pair);
        };
        let (left, right) = (*left, *right);
        let kinds = [self.is_pointer(left), self.is_pointer(right)];
        let base = self.window(&kinds);
        self.spread_into(x, pair, base);
        (base, base + 1, None, left)
    }

    fn tycon(&self, mono: Mono) -> TyConOf {
        TyConOf(match self.compiler.monos.node(mono) {
            MonoNode::Con(con, _) => Some(*con),
            _ => None,
        })
    }

    /// `int` operators with a constant on the right.
    fn with_constant(&mut self, op: Operator, a: Reg, k: i32, d: Reg) -> bool {
        self.emit(match op {
            Operator::Add => Op::AddIK { d, a, k },
            Operator::Sub if k != i32::MIN => Op::AddIK { d, a, k: -k },
            Operator::Mul => Op::MulIK { d, a, k },
            Operator::Div => Op::DivIK { d, a, k },
            Operator::Mod => Op::ModIK { d, a, k },
            _ => return false,
        });
        true
    }

    fn unary(&mut self, op: Operator, mono: Mono, a: Reg, d: Reg) {
        let negate = op == Operator::Neg;
        match (self.tycon(mono).0, negate) {
            (Some(ty::REAL), true) => self.emit(Op::NegR { d, a }),
            (Some(ty::REAL), false) => self.emit(Op::AbsR { d, a }),
            (Some(ty::INTINF), true) => self.primitive("inf_neg", &[a], None, d),
            (Some(ty::INTINF), false) => self.primitive("inf_abs", &[a], None, d),
            (_, true) => self.emit(Op::NegI { d, a }),
            (_, false) => self.emit(Op::AbsI { d, a }),
        }
    }

    fn binary(&mut self, op: Operator, mono: Mono, a: Reg, b: Reg, d: Reg) {
        match self.tycon(mono).0 {
            Some(ty::REAL) => self.real(op, a, b, d),
            Some(ty::INTINF) => self.unbounded(op, a, b, d),
            Some(ty::STRING) if !matches!(op, Operator::Eq | Operator::Ne) => {
                self.ordered("string_lt", "string_le", op, a, b, d)
            }
            _ if self.is_pointer(mono) => {
                self.emit(Op::EqP { d, a, b });
                if op == Operator::Ne {
                    self.emit(Op::Not { d, a: d });
                }
            }
            _ => self.emit(match op {
                Operator::Add => Op::AddI { d, a, b },
                Operator::Sub => Op::SubI { d, a, b },
                Operator::Mul => Op::MulI { d, a, b },
                Operator::Div => Op::DivI { d, a, b },
                Operator::Mod => Op::ModI { d, a, b },
                Operator::Lt => Op::LtI { d, a, b },
                Operator::Le => Op::LeI { d, a, b },
                Operator::Gt => Op::LtI { d, a: b, b: a },
                Operator::Ge => Op::LeI { d, a: b, b: a },
                Operator::Eq => Op::EqI { d, a, b },
                _ => Op::NeI { d, a, b },
            }),
        }
    }

    fn real(&mut self, op: Operator, a: Reg, b: Reg, d: Reg) {
        let op = match op {
            Operator::Add => Op::AddR { d, a, b },
            Operator::Sub => Op::SubR { d, a, b },
            Operator::Mul => Op::MulR { d, a, b },
            Operator::Lt => Op::LtR { d, a, b },
            Operator::Le => Op::LeR { d, a, b },
            Operator::Gt => Op::LtR { d, a: b, b: a },
            Operator::Ge => Op::LeR { d, a: b, b: a },
            // Only CPN ML compares reals with `=`: equal ones are equal words there.
            Operator::Eq => Op::EqI { d, a, b },
            Operator::Ne => Op::NeI { d, a, b },
            _ => Op::DivR { d, a, b },
        };
        self.emit(op);
    }

    fn unbounded(&mut self, op: Operator, a: Reg, b: Reg, d: Reg) {
        let name = match op {
            Operator::Add => "inf_add",
            Operator::Sub => "inf_sub",
            Operator::Mul => "inf_mul",
            Operator::Div => "inf_div",
            Operator::Mod => "inf_mod",
            Operator::Eq => return self.emit(Op::EqP { d, a, b }),
            Operator::Ne => {
                self.emit(Op::EqP { d, a, b });
                return self.emit(Op::Not { d, a: d });
            }
            _ => return self.ordered("inf_lt", "inf_le", op, a, b, d),
        };
        self.primitive(name, &[a, b], None, d);
    }

    fn ordered(&mut self, less: &str, at_most: &str, op: Operator, a: Reg, b: Reg, d: Reg) {
        let (name, args) = match op {
            Operator::Lt => (less, [a, b]),
            Operator::Le => (at_most, [a, b]),
            Operator::Gt => (less, [b, a]),
            _ => (at_most, [b, a]),
        };
        self.primitive(name, &args, None, d);
    }
}

/// A type's constructor, if it has one.
struct TyConOf(Option<TyCon>);
