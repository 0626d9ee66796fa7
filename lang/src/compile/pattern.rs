//! Patterns as tests and loads. Rows are tried one after the other; a variable is just another name for the register its value is in.

use super::function::{Gen, Label, Place, Target};
use super::mono::{Carried, Mono, MonoNode};
use crate::core::{Match, Otherwise, Pat};
use crate::span::Span;
use crate::types::ty::{self, DataId};
use crate::vm::exn;
use crate::vm::op::{Op, Reg};

impl Gen<'_> {
    /// A whole match.
    pub(super) fn match_(&mut self, found: &Match, span: Span, target: Target) {
        let top = self.top;
        let subjects: Vec<(Place, Mono)> = (found.subjects.iter())
            .map(|&s| {
                let mono = self.type_of(s);
                (self.place(s), mono)
            })
            .collect();
        let end = self.label();
        let known = self.excluded.len();
        // One label a row, and one for what comes after the last.
        let starts: Vec<Label> = (0..=found.rows.len()).map(|_| self.label()).collect();
        self.switch(found, &subjects, &starts);
        self.place_label(starts[0]);
        for ((pats, body), &next) in found.rows.iter().zip(&starts[1..]) {
            let outer = std::mem::take(&mut self.tests);
            let loaded = self.top;
            let tests = self.scoped(|g| {
                for (pat, (place, mono)) in pats.iter().zip(&subjects) {
                    g.test(pat, place, *mono, next);
                }
                let tests = std::mem::take(&mut g.tests);
                g.expr(*body, target);
                tests
            });
            self.tests = outer;
            // A row that tested one constructor only leaves later rows the others. The registers that
            // the row loaded parts into hold other values in later rows.
            if let [Some(test)] = tests.as_slice()
                && usize::from(test.0) < loaded
            {
                self.excluded.push(*test);
            }
            if target != Target::Return {
                self.emit(Op::Jump { to: end.0 });
            }
            self.place_label(next);
            if pats.iter().all(|p| matches!(p, Pat::Wild | Pat::Var(_))) {
                // Nothing comes past this row.
                self.place_label(end);
                self.excluded.truncate(known);
                self.top = top;
                return;
            }
        }
        self.at(span);
        match (found.otherwise, subjects.first()) {
            (Otherwise::Reraise, Some((Place::Reg(packet), _))) => {
                self.emit(Op::Raise { a: *packet })
            }
            (Otherwise::RaiseBind, _) => self.emit(Op::RaiseBuiltin { exn: exn::BIND }),
            _ => self.emit(Op::RaiseBuiltin { exn: exn::MATCH }),
        }
        self.place_label(end);
        self.excluded.truncate(known);
        self.top = top;
    }

    /// Whether a datatype is the list type, whose cells have instructions of their own.
    pub(super) fn is_list(&self, data: DataId) -> bool {
        self.input.checker.types.data[data.0 as usize].tycon == ty::LIST
    }

    /// Goes to `fail` unless the value fits, and gives the pattern's variables their places.
    pub(super) fn test(&mut self, pat: &Pat, place: &Place, mono: Mono, fail: Label) {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
            self.test_step(pat, place, mono, fail)
        })
    }

    fn test_step(&mut self, pat: &Pat, place: &Place, mono: Mono, fail: Label) {
        match pat {
            Pat::Wild | Pat::Error => {}
            Pat::Var(bind) => {
                self.variables.insert(*bind, place.clone());
            }
            Pat::As(bind, pat) => {
                self.variables.insert(*bind, place.clone());
                self.test(pat, place, mono, fail);
            }
            Pat::Int(value, ty) => {
                let a = self.whole(place, mono);
                let mono = self.mono(*ty);
                if self.is_pointer(mono) {
                    let g = self.compiler.integer(self.vm, value);
                    self.equals_constant(a, g, fail);
                } else {
                    match i64::try_from(value) {
                        Ok(value) => self.equals_int(a, value, fail),
                        Err(_) => self.mistake("an integer of more than 64 bits"),
                    }
                }
            }
            Pat::Char(c) => {
                let a = self.whole(place, mono);
                self.equals_int(a, i64::from(*c), fail);
            }
            Pat::Str(bytes) => {
                let a = self.whole(place, mono);
                let g = self.compiler.string(self.vm, bytes);
                self.equals_constant(a, g, fail);
            }
            Pat::Con(data, tag, arg, _) => {
                let a = self.whole(place, mono);
                self.constructor(*data, *tag, arg.as_deref(), a, mono, fail);
            }
            Pat::Exn(id, arg) => {
                let a = self.whole(place, mono);
                let (checker, context) = (self.input.checker, self.context);
                let span = self.span;
                let number = (self.compiler).exception(checker, self.vm, *id, context, span);
                self.limit(number as usize, u16::MAX as usize, "too many exceptions");
                self.tests.push(None);
                self.emit(Op::JumpTagNe {
                    a,
                    tag: number as u16,
                    to: fail.0,
                });
                if let (Some(arg), Some(of)) = (arg, checker.exceptions[id.0 as usize].1) {
                    let carried = self.compiler.carried_type(checker, of, context);
                    self.payload(arg, a, carried, fail);
                }
            }
            Pat::Ref(pat) => {
                let a = self.whole(place, mono);
                let inner = match self.compiler.monos.node(mono) {
                    MonoNode::Con(_, args) => args[0],
                    _ => mono,
                };
                let d = self.reg_of(inner);
                self.emit(Op::Load { d, a, i: 0 });
                self.test(pat, &Place::Reg(d), inner, fail);
            }
            Pat::Timed(value, stamp, _) => self.timed(value, stamp, place, mono, fail),
            Pat::Tuple(fields, _) => {
                let parts = self.compiler.monos.parts(mono).unwrap_or_default();
                let slots = self.compiler.monos.slots(&parts);
                for (label, pat) in fields {
                    let Some(i) = self.compiler.monos.field(mono, label) else {
                        self.mistake("a pattern of a field that the record does not have");
                        continue;
                    };
                    if matches!(pat, Pat::Wild) {
                        continue;
                    }
                    let part = match place {
                        Place::Spread(regs) => regs[i],
                        Place::Reg(a) => {
                            let d = self.reg_of(parts[i]);
                            self.emit(Op::Load {
                                d,
                                a: *a,
                                i: slots[i],
                            });
                            d
                        }
                    };
                    self.test(pat, &Place::Reg(part), parts[i], fail);
                }
            }
        }
    }

    fn timed(&mut self, value: &Pat, stamp: &Pat, place: &Place, mono: Mono, fail: Label) {
        let a = self.whole(place, mono);
        let colour = match self.compiler.monos.node(mono) {
            MonoNode::Con(_, args) => args[0],
            _ => mono,
        };
        let time = (self.compiler.monos).add(
            &self.input.checker.types,
            MonoNode::Con(ty::INTINF, Vec::new()),
        );
        let slots = self.compiler.monos.slots(&[colour, time]);
        for ((pat, part), i) in [(value, colour), (stamp, time)].into_iter().zip(slots) {
            let d = self.reg_of(part);
            self.emit(Op::Load { d, a, i });
            self.test(pat, &Place::Reg(d), part, fail);
        }
    }

    fn equals_int(&mut self, a: Reg, value: i64, fail: Label) {
        self.tests.push(None);
        if let Ok(k) = i16::try_from(value) {
            return self.emit(Op::JumpNeK { a, k, to: fail.0 });
        }
        self.scoped(|g| {
            let b = g.reg(false);
            g.int(b, value);
            g.emit(Op::JumpNe { a, b, to: fail.0 });
        });
    }

    fn equals_constant(&mut self, a: Reg, g: u32, fail: Label) {
        self.tests.push(None);
        self.scoped(|gen_| {
            let b = gen_.reg(true);
            gen_.emit(Op::GetPtr { d: b, g });
            gen_.emit(Op::JumpNeP { a, b, to: fail.0 });
        });
    }

    fn constructor(
        &mut self,
        data: DataId,
        tag: u16,
        arg: Option<&Pat>,
        a: Reg,
        mono: Mono,
        fail: Label,
    ) {
        let to = fail.0;
        let is_list = self.is_list(data);
        let count = self.input.checker.types.data[data.0 as usize]
            .constructors
            .len();
        let excluded = self.excluded.iter().filter(|e| e.0 == a && e.1 != tag);
        let certain = excluded.count() + 1 == count;
        if !certain {
            self.tests.push(Some((a, tag)));
        }
        match (is_list, tag) {
            _ if certain => {}
            (true, 0) => self.emit(Op::JumpNonZero { a, to }),
            (true, _) => self.emit(Op::JumpZero { a, to }),
            (false, tag) if !self.is_pointer(mono) || arg.is_none() => self.emit(Op::JumpNeK {
                a,
                k: tag as i16,
                to,
            }),
            _ => self.emit(Op::JumpTagNe { a, tag, to }),
        }
        if let Some(arg) = arg {
            let args = match self.compiler.monos.node(mono) {
                MonoNode::Con(_, args) => args.clone(),
                _ => Vec::new(),
            };
            let types = &self.input.checker.types;
            let carried = self.compiler.monos.carried(types, data, tag, &args);
            self.payload(arg, a, carried, fail);
        }
    }

    /// Tests what a constructor carries.
    fn payload(&mut self, pat: &Pat, a: Reg, carried: Carried, fail: Label) {
        match carried {
            Carried::Nothing => {}
            Carried::One(mono) => {
                if !matches!(pat, Pat::Wild) {
                    let d = self.reg_of(mono);
                    self.emit(Op::Load { d, a, i: 0 });
                    self.test(pat, &Place::Reg(d), mono, fail);
                }
            }
            Carried::Spread(parts) => {
                let slots = self.compiler.monos.slots(&parts);
                match pat {
                    Pat::Wild => {}
                    // Only the parts that are looked at are loaded.
                    Pat::Tuple(fields, _) => {
                        for (label, pat) in fields {
                            let i = label.parse::<usize>().unwrap_or(0).wrapping_sub(1);
                            if i >= parts.len() {
                                self.mistake(
                                    "a pattern of a component that the tuple does not have",
                                );
                                continue;
                            }
                            if !matches!(pat, Pat::Wild) {
                                let d = self.reg_of(parts[i]);
                                self.emit(Op::Load { d, a, i: slots[i] });
                                self.test(pat, &Place::Reg(d), parts[i], fail);
                            }
                        }
                    }
                    _ => {
                        let regs: Vec<Reg> = (parts.iter().zip(&slots))
                            .map(|(&part, &i)| {
                                let d = self.reg_of(part);
                                self.emit(Op::Load { d, a, i });
                                d
                            })
                            .collect();
                        let types = &self.input.checker.types;
                        let mono = self.compiler.monos.add(types, MonoNode::Tuple(parts));
                        self.test(pat, &Place::Spread(regs), mono, fail);
                    }
                }
            }
        }
    }

    /// A value in one register, put together if it is in parts.
    pub(super) fn whole(&mut self, place: &Place, mono: Mono) -> Reg {
        match place {
            Place::Reg(reg) => *reg,
            Place::Spread(parts) => {
                let d = self.reg(true);
                let parts = parts.clone();
                self.build_tuple(&parts, mono, d);
                d
            }
        }
    }
}
