//! The loop's view of the current frame and of the code: two raw pointers without bounds checks, the only unsafe code of the crate.
//!
//! Why it is sound:
//!
//! - Code reaches the loop only through `image::Image`, whose every instruction `verify` has checked:
//!   registers lie in the function's frame, control stays in the function's code.
//! - A `Window` is only made for a part of the stack that exists (`Window::new` checks).
//! - A window goes stale when the stack moves. The loop makes a new one after everything that can
//!   grow the stack: calls and primitives.
//! - The code does not move while the loop runs: `Vm::seal` refuses to extend it then, and
//!   `Vm::call_host` panics if a host replaced the whole machine.
//! - Both pointers are those of the vectors themselves (`Vec::as_mut_ptr`, `Vec::as_ptr`), never of a
//!   slice or an element. So references into the stack that the collector and primitives make and
//!   drop in between do not invalidate them under Stacked or Tree Borrows.
#![allow(unsafe_code)]
// A slice in the place of the vector would give the pointers the provenance of a reference.
#![allow(clippy::ptr_arg)]

use super::op::{Op, Reg};
use super::program::Word;

/// The registers of the current frame.
#[derive(Copy, Clone)]
pub(super) struct Window {
    first: *mut Word,
    #[cfg(debug_assertions)]
    registers: usize,
}

impl Window {
    /// The `registers` words of `stack` from `base` on, which must be there.
    #[inline(always)]
    pub fn new(stack: &mut Vec<Word>, base: usize, registers: usize) -> Window {
        assert!(base + registers <= stack.len());
        Window {
            // SAFETY: the window lies in the stack, as was just checked.
            first: unsafe { stack.as_mut_ptr().add(base) },
            #[cfg(debug_assertions)]
            registers,
        }
    }

    /// The window of a function that was entered at `base` and is returned to.
    #[inline(always)]
    pub fn again(stack: &mut Vec<Word>, base: usize, registers: usize) -> Window {
        debug_assert!(base + registers <= stack.len());
        Window {
            // SAFETY: `new` has checked this window when the function was entered, and the stack never shrinks while code runs.
            first: unsafe { stack.as_mut_ptr().add(base) },
            #[cfg(debug_assertions)]
            registers,
        }
    }

    #[inline(always)]
    fn at(self, reg: Reg) -> *mut Word {
        #[cfg(debug_assertions)]
        assert!((reg as usize) < self.registers);
        // SAFETY: `reg` is a register of the function this window was made for (`verify`), so the result points into the stack's allocation.
        unsafe { self.first.add(reg as usize) }
    }

    /// The word in a register.
    #[inline(always)]
    pub fn get(self, reg: Reg) -> Word {
        // SAFETY: `at` points to an initialised word of the stack, and no reference into the stack is
        // used after this access that was made before it.
        unsafe { *self.at(reg) }
    }

    /// The word in a register as an integer.
    #[inline(always)]
    pub fn int(self, reg: Reg) -> i64 {
        self.get(reg) as i64
    }

    /// The word in a register as a real.
    #[inline(always)]
    pub fn real(self, reg: Reg) -> f64 {
        f64::from_bits(self.get(reg))
    }

    /// Writes a register.
    #[inline(always)]
    pub fn set(self, reg: Reg, word: Word) {
        // SAFETY: as for `get`; the pointer was made from a mutable slice.
        unsafe { *self.at(reg) = word }
    }

    /// Moves the `words` registers from `from` on to the start of the window: a tail call's arguments. They are few, so the cases are spelled out rather
    /// than left to `memmove`.
    #[inline(always)]
    pub fn shift(self, from: Reg, words: usize) {
        match words {
            0 => {}
            1 => self.set(0, self.get(from)),
            2 => {
                let (a, b) = (self.get(from), self.get(from + 1));
                self.set(0, a);
                self.set(1, b);
            }
            3 => {
                let (a, b, c) = (self.get(from), self.get(from + 1), self.get(from + 2));
                self.set(0, a);
                self.set(1, b);
                self.set(2, c);
            }
            _ => {
                for i in 0..words as Reg {
                    self.set(i, self.get(from + i));
                }
            }
        }
    }
}

/// The instruction to be executed next.
#[derive(Copy, Clone)]
pub(super) struct Cursor {
    code: *const Op,
    next: *const Op,
}

impl Cursor {
    /// At instruction `at` of `code`, which must be there.
    #[inline(always)]
    pub fn new(code: &Vec<Op>, at: u32) -> Cursor {
        assert!((at as usize) < code.len());
        Cursor {
            code: code.as_ptr(),
            // SAFETY: the instruction lies in the code, as was just checked.
            next: unsafe { code.as_ptr().add(at as usize) },
        }
    }

    /// The next instruction; steps past it.
    #[inline(always)]
    pub fn fetch<'a>(&mut self) -> &'a Op {
        // SAFETY: control stays inside verified code, whose last instruction never falls through,
        // and the code does not change while the loop runs, so the reference outlives its use.
        unsafe {
            let op = &*self.next;
            self.next = self.next.add(1);
            op
        }
    }

    /// Steps past the instructions that a fused one has done already.
    #[inline(always)]
    pub fn skip(&mut self, count: usize) {
        // SAFETY: `fuse` counts only instructions of the same function that each fall through, so there is one more after them.
        self.next = unsafe { self.next.add(count) };
    }

    /// Continues at `to`, the start of a function or a target inside the current one.
    #[inline(always)]
    pub fn jump(&mut self, to: u32) {
        // SAFETY: targets were checked against the function's code and moved with it when it was linked.
        self.next = unsafe { self.code.add(to as usize) };
    }

    /// The index of the instruction fetched last.
    #[inline(always)]
    pub fn fetched(self) -> u32 {
        // SAFETY: both pointers lie in (or one past) the same vector.
        unsafe { self.next.offset_from(self.code) as u32 - 1 }
    }
}
