//! Applications: known functions directly, constructors and primitives in place, everything else through a closure.

use super::function::{Gen, Place, Target};
use super::mono::{Carried, Mono, MonoNode};
use super::{ContextId, Convention};
use crate::core::{BindId, ColourFn, CoreId, Kind};
use crate::types::ty::{DataId, Ty};
use crate::vm::heap::Kind as Object;
use crate::vm::op::{Op, Reg};
use std::sync::Arc;

impl Gen<'_> {
    /// `f x y …`
    pub(super) fn application(&mut self, id: CoreId, target: Target) {
        let core = self.input.core;
        let mut args = Vec::new();
        let mut head = id;
        while let Kind::App(f, x) = core[head].kind {
            args.push((x, head));
            head = f;
        }
        args.reverse();
        self.limit(args.len(), u8::MAX as usize, "too many arguments");
        if args.len() > u8::MAX as usize {
            return;
        }
        let context = self.context;
        let (resolved, head_context) = self.compiler.resolve_head(self.input, head, context);
        match &core[resolved].kind {
            Kind::Var(bind, at) if self.known_function(*bind) => {
                self.known_call(*bind, &at.clone(), head_context, &args, id, target)
            }
            Kind::Con(..)
            | Kind::Exn(_)
            | Kind::Prim(..)
            | Kind::Op(_)
            | Kind::Select(_)
            | Kind::Colour(..) => {
                // These take one argument; what they return may be a function applied to the rest.
                let (x, applied) = args[0];
                if args.len() == 1 {
                    let mono = self.type_of(id);
                    let d = self.destination(target, mono);
                    self.apply_head(resolved, head_context, x, id, d);
                    self.done(d, target);
                } else {
                    let mono = self.type_of(applied);
                    let f = self.reg_of(mono);
                    self.scoped(|g| g.apply_head(resolved, head_context, x, applied, f));
                    self.closure_call(f, &args[1..], id, target);
                }
            }
            _ => {
                let f = self.value(head);
                self.closure_call(f, &args, id, target);
            }
        }
    }

    fn known_function(&self, bind: BindId) -> bool {
        !self.variables.contains_key(&bind)
            && self.compiler.definitions.functions.contains_key(&bind)
    }

    fn known_call(
        &mut self,
        bind: BindId,
        at: &Arc<[Ty]>,
        context: ContextId,
        args: &[(CoreId, CoreId)],
        id: CoreId,
        target: Target,
    ) {
        let arity = self.compiler.definitions.functions[&bind].params.len();
        if args.len() < arity {
            // Too few arguments: a partial application of the closure.
            let f = self.reg(true);
            let (func, free) =
                self.compiler
                    .instance(self.vm, self.input, bind, at, context, Convention::Closure);
            self.closure(func, &free, f);
            return self.closure_call(f, args, id, target);
        }
        let (func, free) = self.compiler.instance(
            self.vm,
            self.input,
            bind,
            at,
            context,
            Convention::Arguments,
        );
        let (own, rest) = args.split_at(arity);
        let last = own.last().map_or(id, |a| a.1);
        let span = self.input.core[last].span;
        if rest.is_empty() {
            return self.scoped(|g| {
                let base = g.arguments(own, &free, Some(target));
                g.at(span);
                g.call(Op::Call { func, base }, base, target);
            });
        }
        let mono = self.type_of(last);
        let f = self.reg_of(mono);
        self.scoped(|g| {
            let base = g.arguments(own, &free, None);
            g.at(span);
            g.emit(Op::Call { func, base });
            g.move_to(f, base);
        });
        self.closure_call(f, rest, id, target);
    }

    /// The call itself, in tail position or not.
    fn call(&mut self, op: Op, base: Reg, target: Target) {
        match (op, target) {
            (Op::Call { func, base }, Target::Return) => self.emit(Op::TailCall { func, base }),
            (
                Op::CallClosure {
                    f,
                    base,
                    groups,
                    words,
                },
                Target::Return,
            ) => self.emit(Op::TailClosure {
                f,
                base,
                groups,
                words,
            }),
            (op, Target::Reg(d)) => {
                self.emit(op);
                self.move_to(d, base);
            }
            (op, Target::Return) => {
                self.emit(op);
                self.emit(Op::Return { a: base });
            }
        }
    }

    fn closure_call(&mut self, f: Reg, args: &[(CoreId, CoreId)], id: CoreId, target: Target) {
        let span = self.input.core[id].span;
        self.scoped(|g| {
            let base = g.arguments(args, &[], Some(target));
            g.at(span);
            let monos: Vec<Mono> = args.iter().map(|&(x, _)| g.type_of(x)).collect();
            let words: usize = monos.iter().map(|&m| g.compiler.monos.words(m).len()).sum();
            g.limit(words, u8::MAX as usize, "too many arguments");
            let (groups, words) = (args.len() as u8, words as u8);
            g.call(
                Op::CallClosure {
                    f,
                    base,
                    groups,
                    words,
                },
                base,
                target,
            );
        });
    }

    /// Evaluates arguments, then variables from outside, side by side; returns the first register.
    ///
    /// The result comes back in that register, so if it is to go into the newest register anyway the arguments start there.
    fn arguments(
        &mut self,
        args: &[(CoreId, CoreId)],
        free: &[BindId],
        target: Option<Target>,
    ) -> Reg {
        let arg_monos: Vec<Mono> = args.iter().map(|&(x, _)| self.type_of(x)).collect();
        let free_monos: Vec<Mono> = free.iter().map(|&b| self.binding_type(b)).collect();
        let kinds: Vec<bool> = (arg_monos.iter().chain(&free_monos))
            .flat_map(|&m| self.compiler.monos.words(m))
            .collect();
        if let Some(Target::Reg(d)) = target
            && d as usize + 1 == self.top
            && kinds.first() == Some(&self.register_kind(d))
        {
            self.top = d as usize;
        }
        let base = self.window(&kinds);
        let mut next = base;
        for (&(x, _), &mono) in args.iter().zip(&arg_monos) {
            next += self.spread_into(x, mono, next);
        }
        for (&bind, &mono) in free.iter().zip(&free_monos) {
            next += match (
                self.compiler.monos.spread(mono),
                self.variables.get(&bind).cloned(),
            ) {
                (Some(parts), Some(Place::Spread(regs))) => {
                    for (i, reg) in regs.into_iter().enumerate() {
                        self.move_to(next + i as Reg, reg);
                    }
                    parts.len() as Reg
                }
                (Some(parts), _) => {
                    let whole = self.variable_value(bind, mono);
                    self.take_apart(whole, &parts, next);
                    parts.len() as Reg
                }
                (None, _) => {
                    self.scoped(|g| {
                        let a = g.variable_value(bind, mono);
                        g.move_to(next, a);
                    });
                    1
                }
            };
        }
        base
    }

    /// Evaluates an argument into its words; returns how many.
    pub(super) fn spread_into(&mut self, x: CoreId, mono: Mono, at: Reg) -> Reg {
        let Some(parts) = self.compiler.monos.spread(mono) else {
            self.expr(x, Target::Reg(at));
            return 1;
        };
        match &self.input.core[x].kind {
            Kind::Tuple(es) => {
                for &(i, e) in es {
                    self.expr(e, Target::Reg(at + i));
                }
            }
            Kind::Var(bind, _) if matches!(self.variables.get(bind), Some(Place::Spread(_))) => {
                if let Some(Place::Spread(regs)) = self.variables.get(bind).cloned() {
                    for (i, reg) in regs.into_iter().enumerate() {
                        self.move_to(at + i as Reg, reg);
                    }
                }
            }
            _ => self.scoped(|g| {
                let whole = g.value(x);
                g.take_apart(whole, &parts, at);
            }),
        }
        parts.len() as Reg
    }

    fn take_apart(&mut self, whole: Reg, parts: &[Mono], at: Reg) {
        for (i, slot) in self.compiler.monos.slots(parts).into_iter().enumerate() {
            self.emit(Op::Load {
                d: at + i as Reg,
                a: whole,
                i: slot,
            });
        }
    }

    /// A constructor, primitive, operator or selector applied to an argument.
    fn apply_head(&mut self, head: CoreId, context: ContextId, x: CoreId, id: CoreId, d: Reg) {
        let core = self.input.core;
        let span = core[id].span;
        match &core[head].kind {
            Kind::Con(data, tag) => self.construct(*data, *tag, x, id, d),
            Kind::Exn(exn) => {
                if let Some(of) = self.input.checker.exceptions[exn.0 as usize].1 {
                    let checker = self.input.checker;
                    let carried = self.compiler.carried_type(checker, of, context);
                    let number = self
                        .compiler
                        .exception(checker, self.vm, *exn, context, span);
                    self.carry((Object::Exn, number), false, carried, x, d);
                }
            }
            Kind::Prim(prim, at) => {
                let shape = at.map(|t| self.compiler.close(self.input.checker, t, context));
                let mono = self.type_of(x);
                let (prim, shape) = (*prim, shape.filter(|_| shaped(*prim)));
                self.check_elements(prim, shape, span);
                self.call_primitive(prim, x, mono, shape, id, d);
            }
            Kind::Op(op) => {
                self.operator(*op, x, id, d);
            }
            Kind::Select(label) => self.select(label, x, d),
            Kind::Colour(function, set) => {
                let mono = self.type_of(x);
                let Some(prim) = crate::vm::prim::lookup(colour_primitive(*function)) else {
                    return self.mistake("an unknown function of a colour set");
                };
                // `size ()`, `all ()` and `ran ()` take nothing but the set.
                let words = match function {
                    ColourFn::Size | ColourFn::All | ColourFn::Ran => Vec::new(),
                    _ => self.argument_words(mono, words_of(prim)),
                };
                let mut kinds = words.clone();
                kinds.push(false);
                let base = self.window(&kinds);
                match words.len() {
                    0 => {
                        self.scoped(|g| g.value(x));
                    }
                    1 => self.expr(x, Target::Reg(base)),
                    _ => {
                        self.spread_into(x, mono, base);
                    }
                }
                self.int(base + words.len() as Reg, i64::from(set.0));
                self.at(span);
                self.emit(Op::Prim { prim, base });
                self.move_to(d, base);
            }
            _ => self.mistake("something applied that is no function"),
        }
    }

    /// The kinds of the words a primitive of `words` words takes for an argument of this type.
    fn argument_words(&self, mono: Mono, words: usize) -> Vec<bool> {
        match words {
            1 => vec![self.is_pointer(mono)],
            _ => self.compiler.monos.words(mono),
        }
    }

    fn call_primitive(
        &mut self,
        prim: u16,
        x: CoreId,
        mono: Mono,
        shape: Option<Mono>,
        id: CoreId,
        d: Reg,
    ) {
        let span = self.input.core[id].span;
        let own = words_of(prim);
        let words = if own == 0 {
            Vec::new()
        } else {
            self.argument_words(mono, own)
        };
        let mut kinds = words.clone();
        kinds.extend(shape.map(|_| false));
        let base = self.window(&kinds);
        match words.len() {
            0 => {
                self.scoped(|g| g.value(x));
            }
            1 => self.expr(x, Target::Reg(base)),
            _ => {
                self.spread_into(x, mono, base);
            }
        }
        if let Some(shape) = shape {
            self.int(base + words.len() as Reg, i64::from(shape.0));
        }
        self.at(span);
        self.emit(Op::Prim { prim, base });
        self.move_to(d, base);
    }

    fn construct(&mut self, data: DataId, tag: u16, x: CoreId, id: CoreId, d: Reg) {
        let mono = self.type_of(id);
        let args = match self.compiler.monos.node(mono) {
            MonoNode::Con(_, args) => args.clone(),
            _ => Vec::new(),
        };
        let carried = self
            .compiler
            .monos
            .carried(&self.input.checker.types, data, tag, &args);
        let is_list = self.is_list(data);
        self.carry((Object::Con, u32::from(tag)), is_list, carried, x, d);
    }

    /// An object that carries a value.
    fn carry(
        &mut self,
        (object, tag): (Object, u32),
        is_list: bool,
        carried: Carried,
        x: CoreId,
        d: Reg,
    ) {
        match carried {
            Carried::Nothing => {}
            Carried::One(mono) => self.build_from(object, tag, &[(0, x)], &[mono], d),
            Carried::Spread(parts) => {
                if let (true, Kind::Tuple(es)) = (is_list, &self.input.core[x].kind)
                    && let &[(_, head), (_, tail)] = es.as_slice()
                {
                    let (head, tail) = (self.value(head), self.value(tail));
                    return self.cons(d, head, tail, parts[0]);
                }
                if let Kind::Tuple(es) = &self.input.core[x].kind {
                    return self.build_from(object, tag, &es.clone(), &parts, d);
                }
                let mono = self.type_of(x);
                let regs = match self.place(x) {
                    Place::Spread(regs) => regs,
                    Place::Reg(whole) => {
                        let slots = self.compiler.monos.slots(&parts);
                        (parts.iter().zip(slots))
                            .map(|(&part, i)| {
                                let d = self.reg_of(part);
                                self.emit(Op::Load { d, a: whole, i });
                                d
                            })
                            .collect()
                    }
                };
                debug_assert!(self.compiler.monos.parts(mono).is_some());
                self.build(object, tag, &regs, &parts, d);
            }
        }
    }

    fn select(&mut self, label: &str, x: CoreId, d: Reg) {
        let mono = self.type_of(x);
        let parts = self.compiler.monos.parts(mono).unwrap_or_default();
        let Some(i) = self.compiler.monos.field(mono, label) else {
            return self.mistake("a field that the record does not have");
        };
        match self.place(x) {
            Place::Spread(regs) => self.move_to(d, regs[i]),
            Place::Reg(a) => {
                let slot = self.compiler.monos.slots(&parts)[i];
                self.emit(Op::Load { d, a, i: slot });
            }
        }
    }

    /// A constructor, primitive, operator or selector as a value: the constant it is, or a closure of a small function.
    pub(super) fn head_value(&mut self, id: CoreId, mono: Mono, d: Reg) {
        let core = self.input.core;
        let function = match self.compiler.monos.node(mono) {
            MonoNode::Fun(from, to) => Some((*from, *to)),
            _ => None,
        };
        match (&core[id].kind, function) {
            (Kind::Con(_, tag), None) => self.emit(Op::Int {
                d,
                v: i32::from(*tag),
            }),
            (Kind::Exn(exn), None) => {
                let context = self.context;
                let number = (self.compiler).exception(
                    self.input.checker,
                    self.vm,
                    *exn,
                    context,
                    core[id].span,
                );
                let word = crate::vm::heap::header(Object::Exn, number, 0, 0);
                let header = self.compiler.header(self.vm, word);
                self.scoped(|g| {
                    let base = g.window(&[]);
                    g.emit(Op::New { d, base, header });
                });
            }
            (Kind::Colour(ColourFn::Base, set), _) => {
                let set = i64::from(set.0);
                self.scoped(|g| {
                    let base = g.window(&[false]);
                    g.int(base, set);
                    match crate::vm::prim::lookup("cs_base") {
                        Some(prim) => {
                            g.at(core[id].span);
                            g.emit(Op::Prim { prim, base });
                        }
                        None => g.mistake("an unknown function of a colour set"),
                    }
                    g.move_to(d, base);
                });
            }
            (_, Some(_)) => match core.expanded.get(&id) {
                Some(&(param, body)) => {
                    self.lambda(Arc::from([param]), body, core[id].span, d);
                }
                None => self.mistake("a function that was not written out"),
            },
            (Kind::Prim(prim, _), None) => self.primitive_number(*prim, &[], None, d),
            _ => self.mistake("an operator that is no function"),
        }
    }
}

/// Whether a primitive wants the shape of its first type variable.
fn shaped(prim: u16) -> bool {
    crate::vm::prim::info(prim).is_some_and(|info| info.shaped())
}

/// How many words the arguments of a primitive take.
fn words_of(prim: u16) -> usize {
    crate::vm::prim::info(prim).map_or(0, |info| usize::from(info.words))
}

/// The primitive behind a colour set's function.
fn colour_primitive(function: ColourFn) -> &'static str {
    match function {
        ColourFn::Base => "cs_base",
        ColourFn::Size => "cs_size",
        ColourFn::All => "cs_all",
        ColourFn::Ord => "cs_ord",
        ColourFn::Col => "cs_col",
        ColourFn::Ran => "cs_ran",
        ColourFn::Legal => "cs_legal",
        ColourFn::IllegalMsg => "cs_illegal_msg",
        ColourFn::Mkstr => "cs_mkstr",
        ColourFn::MkstrMs => "cs_mkstr_ms",
        ColourFn::Lt => "cs_lt",
        ColourFn::Cmp => "cs_cmp",
    }
}
