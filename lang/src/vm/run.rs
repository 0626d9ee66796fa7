//! The loop. The cursor into the code, the window onto the registers, the current function and its base live in locals; everything else is reached
//! through `self`.
//!
//! An instruction that cannot go on leaves the inner loop with a `Fault`; the outer loop looks for a handler and either continues there or gives up. So
//! the instructions themselves stay short, which is what makes the compiled loop good.

use super::apply::Target;
use super::equal::equal_within;
use super::exn;
use super::heap::{Kind, header, kind_of, tag_of};
use super::image::Entry;
use super::machine::{Frame, Handler, Vm};
use super::number::{div_floor, mod_floor};
use super::op::Op;
use super::prim;
use super::program::Word;
use super::registers::{Cursor, Window};
use super::stop::{Cause, Fault, Stop};

impl Vm {
    /// Runs `func`, whose arguments stand on the stack from `base` on, where there is room for its window. The evaluation's own `NATIVE` frame is
    /// the newest one of its kind and is removed at the end.
    ///
    /// The error is boxed so that a result is two machine words: copying a whole `Stop` would cost more than a guard.
    pub(super) fn run(&mut self, func: u32, base: usize) -> Result<Word, Box<Stop>> {
        let floor = self.handlers.len();
        let mut func = func;
        let mut base = base;
        let entry = self.image.entries[func as usize];
        let mut cursor = Cursor::new(&self.image.code, entry.start);
        let mut window = Window::new(&mut self.stack, base, entry.registers as usize);
        for register in entry.clear.0..entry.clear.1 {
            window.set(register, 0);
        }
        loop {
            let fault: Fault = loop {
                // The instruction being executed, as the collector and error messages want it.
                macro_rules! here {
                    () => {
                        Frame {
                            func,
                            pc: cursor.fetched(),
                            base: base as u32,
                        }
                    };
                }
                macro_rules! integer {
                    ($d:expr, $value:expr) => {
                        match $value {
                            Some(value) => window.set($d, value as Word),
                            None => break Fault::Builtin(exn::OVERFLOW),
                        }
                    };
                }
                macro_rules! divide {
                    ($d:expr, $value:expr) => {
                        match $value {
                            Ok(value) => window.set($d, value as Word),
                            Err(exception) => break Fault::Builtin(exception),
                        }
                    };
                }
                macro_rules! jump_if {
                    ($to:expr, $condition:expr) => {
                        if $condition {
                            cursor.jump($to);
                        }
                    };
                }
                macro_rules! collect_if_full {
                    () => {
                        if self.heap.is_full()
                            && let Err(cause) = self.collect(Some(here!()))
                        {
                            break cause.into();
                        }
                    };
                }
                macro_rules! equal {
                    ($a:expr, $b:expr) => {
                        equal_within(&self.heap, window.get($a), window.get($b), &mut self.fuel)
                    };
                }
                macro_rules! count_step {
                    () => {
                        if self.fuel == 0
                            && let Err(cause) = self.refuel()
                        {
                            break cause.into();
                        }
                        self.fuel -= 1;
                    };
                }
                macro_rules! push_frame {
                    () => {
                        if self.frames.len() == self.frames.capacity()
                            && let Err(cause) = self.grow_frames()
                        {
                            break cause.into();
                        }
                        self.frames.push(here!());
                    };
                }
                // One step of the budget, and room for the window of $entry at $base.
                macro_rules! admit {
                    ($entry:expr, $base:expr) => {
                        count_step!();
                        let end = $base + $entry.registers as usize;
                        if end > self.stack.len()
                            && let Err(cause) = self.grow_stack(end)
                        {
                            break cause.into();
                        }
                    };
                }
                macro_rules! enter {
                    ($func:expr, $entry:expr, $base:expr) => {
                        func = $func;
                        base = $base;
                        window = Window::new(&mut self.stack, base, $entry.registers as usize);
                        cursor.jump($entry.start);
                        if $entry.clear.1 != 0 {
                            for register in $entry.clear.0..$entry.clear.1 {
                                window.set(register, 0);
                            }
                        }
                    };
                }
                macro_rules! give_back {
                    ($result:expr) => {
                        let result: Word = $result;
                        window.set(0, result);
                        let Some(frame) = self.frames.pop() else {
                            break Cause::BadCall.into();
                        };
                        if frame.is_code() {
                            func = frame.func;
                            base = frame.base as usize;
                            let registers = self.registers_of(func);
                            window = Window::again(&mut self.stack, base, registers);
                            cursor.jump(frame.pc + 1);
                        } else if frame.func == Frame::NATIVE {
                            return Ok(result);
                        } else {
                            match self.resume(frame, result) {
                                Ok(Resumed::Done(result)) => return Ok(result),
                                Ok(Resumed::Enter(callee, at)) => {
                                    let entry = self.image.entries[callee as usize];
                                    enter!(callee, entry, at);
                                }
                                Ok(Resumed::Continue(frame)) => {
                                    func = frame.func;
                                    base = frame.base as usize;
                                    let registers = self.image.entries[func as usize].registers;
                                    window = Window::new(&mut self.stack, base, registers as usize);
                                    cursor.jump(frame.pc + 1);
                                }
                                Err(cause) => break cause.into(),
                            }
                        }
                    };
                }

                match *cursor.fetch() {
                    Op::Move { d, a } => window.set(d, window.get(a)),
                    Op::Int { d, v } => window.set(d, v as i64 as Word),
                    Op::Const { d, k } => window.set(d, self.program.constants[k as usize]),
                    Op::GetRaw { d, g } => window.set(d, self.raw_globals[g as usize]),
                    Op::GetPtr { d, g } => window.set(d, self.pointer_globals[g as usize]),
                    Op::SetRaw { g, a } => self.raw_globals[g as usize] = window.get(a),
                    Op::SetPtr { g, a } => self.set_pointer_global(g, window.get(a)),

                    Op::AddI { d, a, b } => integer!(d, window.int(a).checked_add(window.int(b))),
                    Op::SubI { d, a, b } => integer!(d, window.int(a).checked_sub(window.int(b))),
                    Op::MulI { d, a, b } => integer!(d, window.int(a).checked_mul(window.int(b))),
                    Op::DivI { d, a, b } => divide!(d, div_floor(window.int(a), window.int(b))),
                    Op::ModI { d, a, b } => divide!(d, mod_floor(window.int(a), window.int(b))),
                    Op::AddIK { d, a, k } => integer!(d, window.int(a).checked_add(k as i64)),
                    Op::MulIK { d, a, k } => integer!(d, window.int(a).checked_mul(k as i64)),
                    Op::DivIK { d, a, k } => divide!(d, div_floor(window.int(a), k as i64)),
                    Op::ModIK { d, a, k } => divide!(d, mod_floor(window.int(a), k as i64)),
                    Op::NegI { d, a } => integer!(d, window.int(a).checked_neg()),
                    Op::AbsI { d, a } => integer!(d, window.int(a).checked_abs()),
                    Op::LtI { d, a, b } => window.set(d, (window.int(a) < window.int(b)) as Word),
                    Op::LeI { d, a, b } => window.set(d, (window.int(a) <= window.int(b)) as Word),
                    Op::EqI { d, a, b } => window.set(d, (window.get(a) == window.get(b)) as Word),
                    Op::NeI { d, a, b } => window.set(d, (window.get(a) != window.get(b)) as Word),

                    Op::AddR { d, a, b } => {
                        window.set(d, self.real_word(window.real(a) + window.real(b)))
                    }
                    Op::SubR { d, a, b } => {
                        window.set(d, self.real_word(window.real(a) - window.real(b)))
                    }
                    Op::MulR { d, a, b } => {
                        window.set(d, self.real_word(window.real(a) * window.real(b)))
                    }
                    Op::DivR { d, a, b } => {
                        window.set(d, self.real_word(window.real(a) / window.real(b)))
                    }
                    Op::NegR { d, a } => window.set(d, self.real_word(-window.real(a))),
                    Op::AbsR { d, a } => window.set(d, window.real(a).abs().to_bits()),
                    Op::LtR { d, a, b } => window.set(d, (window.real(a) < window.real(b)) as Word),
                    Op::LeR { d, a, b } => {
                        window.set(d, (window.real(a) <= window.real(b)) as Word)
                    }

                    Op::Not { d, a } => window.set(d, window.get(a) ^ 1),
                    Op::EqP { d, a, b } => window.set(d, equal!(a, b) as Word),

                    Op::Jump { to } => {
                        // the only instruction that can make a loop without a call
                        if to <= cursor.fetched() {
                            count_step!();
                        }
                        cursor.jump(to);
                    }
                    Op::JumpZero { a, to } => jump_if!(to, window.get(a) == 0),
                    Op::JumpNonZero { a, to } => jump_if!(to, window.get(a) != 0),
                    Op::JumpLt { a, b, to } => jump_if!(to, window.int(a) < window.int(b)),
                    Op::JumpLe { a, b, to } => jump_if!(to, window.int(a) <= window.int(b)),
                    Op::JumpEq { a, b, to } => jump_if!(to, window.get(a) == window.get(b)),
                    Op::JumpNe { a, b, to } => jump_if!(to, window.get(a) != window.get(b)),
                    Op::JumpLtK { a, k, to } => jump_if!(to, window.int(a) < k as i64),
                    Op::JumpLeK { a, k, to } => jump_if!(to, window.int(a) <= k as i64),
                    Op::JumpGtK { a, k, to } => jump_if!(to, window.int(a) > k as i64),
                    Op::JumpGeK { a, k, to } => jump_if!(to, window.int(a) >= k as i64),
                    Op::JumpEqK { a, k, to } => jump_if!(to, window.int(a) == k as i64),
                    Op::JumpNeK { a, k, to } => jump_if!(to, window.int(a) != k as i64),
                    Op::JumpEqP { a, b, to } => {
                        jump_if!(to, equal!(a, b))
                    }
                    Op::JumpNeP { a, b, to } => {
                        jump_if!(to, !equal!(a, b))
                    }
                    Op::JumpTagNe { a, tag, to } => {
                        jump_if!(to, self.heap.tag(window.get(a)) != tag as u64)
                    }
                    Op::SwitchTag { a, table } => {
                        let tag = self.heap.tag(window.get(a));
                        match self.image.tables[table as usize].get(tag as usize) {
                            Some(&to) => cursor.jump(to),
                            None => break Fault::Builtin(exn::MATCH),
                        }
                    }
                    Op::SwitchRaw { a, table } => {
                        match self.image.tables[table as usize].get(window.get(a) as usize) {
                            Some(&to) => cursor.jump(to),
                            None => break Fault::Builtin(exn::MATCH),
                        }
                    }

                    Op::New {
                        d,
                        base: first,
                        header: number,
                    } => {
                        collect_if_full!();
                        let header = self.image.headers[number as usize];
                        let first = base + first as usize;
                        let count = super::heap::fields_of(header).1;
                        let object = self.heap.alloc(header, &self.stack[first..first + count]);
                        window.set(d, object);
                    }
                    Op::ConsP { d, head, tail } => {
                        collect_if_full!();
                        let cell = header(Kind::Con, 1, 2, 0);
                        let (head, tail) = (window.get(head), window.get(tail));
                        window.set(d, self.heap.alloc_two(cell, head, tail));
                    }
                    Op::ConsR { d, head, tail } => {
                        collect_if_full!();
                        let cell = header(Kind::Con, 1, 1, 1);
                        let (head, tail) = (window.get(head), window.get(tail));
                        window.set(d, self.heap.alloc_two(cell, tail, head));
                    }
                    Op::Closure {
                        d,
                        base: first,
                        func: callee,
                    } => {
                        collect_if_full!();
                        let (pointers, raws) = self.image.entries[callee as usize].captured;
                        let header =
                            header(Kind::Closure, callee, pointers as usize, raws as usize);
                        let first = base + first as usize;
                        let count = pointers as usize + raws as usize;
                        let closure = self.heap.alloc(header, &self.stack[first..first + count]);
                        window.set(d, closure);
                    }
                    Op::Load { d, a, i } => {
                        window.set(d, self.heap.field(window.get(a), i as usize))
                    }
                    Op::Store { a, b } => self.heap.assign(window.get(a), window.get(b)),

                    Op::Call {
                        func: callee,
                        base: first,
                    } => {
                        let entry = self.image.entries[callee as usize];
                        let at = base + first as usize;
                        admit!(entry, at);
                        push_frame!();
                        enter!(callee, entry, at);
                    }
                    Op::TailCall {
                        func: callee,
                        base: first,
                    } => {
                        let entry = self.image.entries[callee as usize];
                        let words = entry.arity as usize + entry.captures as usize;
                        window.shift(first, words);
                        admit!(entry, base);
                        enter!(callee, entry, base);
                    }
                    Op::CallClosure {
                        f,
                        base: first,
                        groups,
                        words,
                    } => {
                        let at = base + first as usize;
                        let closure = window.get(f);
                        if let Some((callee, entry)) = self.exact(closure, groups) {
                            admit!(entry, at);
                            push_frame!();
                            enter!(callee, entry, at);
                            if entry.captures {
                                window.set(entry.arity, closure);
                            }
                            continue;
                        }
                        collect_if_full!();
                        let closure = window.get(f);
                        let kinds = self.kinds(func, first, words);
                        push_frame!();
                        match self.prepare(closure, at, groups, &kinds) {
                            Ok(Target::Enter(callee)) => {
                                let entry = self.image.entries[callee as usize];
                                admit!(entry, at);
                                enter!(callee, entry, at);
                            }
                            Ok(Target::Value(partial)) => {
                                self.frames.pop();
                                window.set(first, partial);
                            }
                            Err(cause) => break cause.into(),
                        }
                    }
                    Op::TailClosure {
                        f,
                        base: first,
                        groups,
                        words,
                    } => {
                        let closure = window.get(f);
                        if let Some((callee, entry)) = self.exact(closure, groups) {
                            window.shift(first, words as usize);
                            admit!(entry, base);
                            enter!(callee, entry, base);
                            if entry.captures {
                                window.set(entry.arity, closure);
                            }
                            continue;
                        }
                        collect_if_full!();
                        let closure = window.get(f);
                        let kinds = self.kinds(func, first, words);
                        window.shift(first, words as usize);
                        match self.prepare(closure, base, groups, &kinds) {
                            Ok(Target::Enter(callee)) => {
                                let entry = self.image.entries[callee as usize];
                                admit!(entry, base);
                                enter!(callee, entry, base);
                            }
                            Ok(Target::Value(partial)) => {
                                give_back!(partial);
                            }
                            Err(cause) => break cause.into(),
                        }
                    }
                    Op::Return { a } => {
                        give_back!(window.get(a));
                    }
                    Op::Prim { prim, base: first } => {
                        collect_if_full!();
                        self.at = here!();
                        let temps = self.temps.len();
                        let result = prim::run(prim, self, base + first as usize);
                        self.temps.truncate(temps);
                        // a primitive may have evaluated something and so moved the stack
                        let registers = self.image.entries[func as usize].registers;
                        window = Window::new(&mut self.stack, base, registers as usize);
                        match result {
                            Ok(word) => window.set(first, word),
                            Err(fault) => break fault,
                        }
                    }

                    Op::PushHandler { d, to } => {
                        if self.handlers.len() == self.handlers.capacity()
                            && let Err(cause) = self.grow_handlers()
                        {
                            break cause.into();
                        }
                        self.handlers.push(Handler {
                            func,
                            to,
                            base: base as u32,
                            register: d,
                            frames: self.frames.len(),
                            pending: self.pending.len(),
                        })
                    }
                    Op::PopHandler => {
                        self.handlers.pop();
                    }
                    Op::Raise { a } => break Fault::Raise(window.get(a)),
                    Op::RaiseBuiltin { exn } => break Fault::Builtin(exn),

                    Op::Move2 { d, a, e, b } => {
                        window.set(d, window.get(a));
                        window.set(e, window.get(b));
                        cursor.skip(1);
                    }
                    Op::Move3 { d, a, e, b, f, c } => {
                        window.set(d, window.get(a));
                        window.set(e, window.get(b));
                        window.set(f, window.get(c));
                        cursor.skip(2);
                    }
                    Op::Load2 { d, a, i, e, b, j } => {
                        window.set(d, self.heap.field(window.get(a), i as usize));
                        window.set(e, self.heap.field(window.get(b), j as usize));
                        cursor.skip(1);
                    }
                }
            };

            let at = Frame {
                func,
                pc: cursor.fetched(),
                base: base as u32,
            };
            match self.unwind(fault, at, floor) {
                Ok((handler, packet)) => {
                    func = handler.func;
                    base = handler.base as usize;
                    let registers = self.image.entries[func as usize].registers;
                    window = Window::new(&mut self.stack, base, registers as usize);
                    window.set(handler.register, packet);
                    cursor.jump(handler.to);
                }
                Err(stop) => {
                    self.handlers.truncate(floor);
                    self.abandon();
                    return Err(stop);
                }
            }
        }
    }

    /// How many registers a function has; wanted only where windows are checked.
    #[inline(always)]
    fn registers_of(&self, func: u32) -> usize {
        match cfg!(debug_assertions) {
            true => self.image.entries[func as usize].registers as usize,
            false => 0,
        }
    }

    /// The function of a closure that wants exactly `groups` curried arguments.
    #[inline(always)]
    fn exact(&self, closure: Word, groups: u8) -> Option<(u32, Entry)> {
        let header = self.heap.header(closure);
        if kind_of(header) != Kind::Closure {
            return None;
        }
        let entry = self.image.entries.get(tag_of(header) as usize)?;
        (entry.groups == groups).then_some((tag_of(header), *entry))
    }

    /// Which of the `words` registers of `func` from `first` on are pointers.
    #[cold]
    fn kinds(&self, func: u32, first: u16, words: u8) -> Vec<bool> {
        let pointers = &self.program.funcs[func as usize].pointers;
        pointers[first as usize..first as usize + words as usize].to_vec()
    }

    /// `result` was returned to a frame that is not code: the end, or a closure whose remaining arguments are pending.
    #[cold]
    fn resume(&mut self, frame: Frame, result: Word) -> Result<Resumed, Cause> {
        let mut frame = frame;
        let mut result = result;
        while frame.func == Frame::PENDING {
            if self.heap.is_full() {
                self.temps.push(result);
                let collected = self.collect(None);
                result = self.temps.pop().unwrap_or(result);
                collected?;
            }
            let (words, groups) = ((frame.pc >> 8) as usize, frame.pc as u8);
            let base = frame.base as usize;
            self.grow_stack(base + words + 1)?;
            let first = self.pending.len() - words;
            let mut kinds = Vec::with_capacity(words);
            for (i, (word, pointer)) in self.pending.drain(first..).enumerate() {
                self.stack[base + i] = word;
                kinds.push(pointer);
            }
            match self.prepare(result, base, groups, &kinds)? {
                Target::Enter(func) => return Ok(Resumed::Enter(func, base)),
                Target::Value(value) => {
                    self.stack[base] = value;
                    result = value;
                    frame = self.frames.pop().ok_or(Cause::BadCall)?;
                }
            }
        }
        Ok(if frame.is_code() {
            Resumed::Continue(frame)
        } else {
            Resumed::Done(result)
        })
    }
}

/// How the loop goes on after a return to a frame that is not code.
enum Resumed {
    /// The evaluation has this result.
    Done(Word),
    /// Run this function at this base.
    Enter(u32, usize),
    /// The result is in place; continue this frame.
    Continue(Frame),
}
