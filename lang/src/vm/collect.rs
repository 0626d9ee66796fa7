//! The collector: copies what is reachable above the heap's floor, breadth first (Cheney), and forgets the rest.
//!
//! Roots are the live registers of all frames (`liveness`), the arguments waiting for the result of a call, the pointer globals, the values a primitive
//! holds across a call (`temps`) or the embedder from call to call (`held`), and the ref cells below the floor that were assigned.
//!
//! The next collection comes when the heap has grown by as much as this one had to walk, stack included: work stays proportional to allocation even
//! when a deep recursion is on the stack.

use super::heap::{Heap, Kind, fields_of, kind_of, long_header, size_of};
use super::machine::{Frame, Vm};
use super::op::Op;
use super::program::Word;
use super::stop::Cause;

/// Heap length, in words, of the first collection: a few hundred kilobytes, which a cache holds.
pub(super) const FIRST_LIMIT: usize = 64 * 1024;

/// A collection under way: objects move from the heap into `copied`, which will be the heap's part above the floor.
struct Copying<'a> {
    heap: &'a mut Heap,
    copied: Vec<u64>,
}

impl Copying<'_> {
    /// Where the object a pointer word refers to is now, copied if it was not yet.
    #[inline]
    fn forward(&mut self, word: Word) -> Word {
        let at = word as usize;
        if at < self.heap.floor {
            return word;
        }
        let header = self.heap.words[at];
        if kind_of(header) == Kind::Forward {
            return size_of(header) as Word;
        }
        let to = self.heap.floor + self.copied.len();
        let object = &self.heap.words[at..at + 1 + fields_of(header).1];
        // list cells and pairs are most of what there is, and too small for `memcpy`
        match *object {
            [a, b, c] => self.copied.extend_from_slice(&[a, b, c]),
            _ => self.copied.extend_from_slice(object),
        }
        self.heap.words[at] = long_header(Kind::Forward, 0, to);
        to as Word
    }

    /// Copies all that the copied objects refer to, until nothing is left.
    fn trace(&mut self) {
        let mut at = 0;
        while at < self.copied.len() {
            let (pointers, fields) = fields_of(self.copied[at]);
            for i in at + 1..at + 1 + pointers {
                self.copied[i] = self.forward(self.copied[i]);
            }
            at += 1 + fields;
        }
    }
}

impl Vm {
    /// Collects. `at` is the instruction about to be executed, if one is; what it reads stays alive.
    pub(super) fn collect(&mut self, at: Option<Frame>) -> Result<(), Cause> {
        if self.pinned {
            return Err(Cause::Memory);
        }
        self.poll()?;
        let mut copying = Copying {
            copied: Vec::with_capacity((self.heap.words.len() - self.heap.floor) / 4),
            heap: &mut self.heap,
        };
        let kept = (self.pointer_globals.iter_mut()).chain(&mut self.temps);
        for word in kept.chain(self.held.iter_mut().flatten()) {
            *word = copying.forward(*word);
        }
        for (word, pointer) in self.pending.iter_mut() {
            if *pointer {
                *word = copying.forward(*word);
            }
        }
        let suspended = self.frames.iter().filter(|frame| frame.is_code());
        for (frame, current) in suspended
            .map(|frame| (frame, false))
            .chain(at.as_ref().map(|frame| (frame, true)))
        {
            // a frame is suspended in a call, whose arguments are the callee's now, or in a primitive, which may still read them
            let in_call =
                !current && !matches!(self.image.code[frame.pc as usize], Op::Prim { .. });
            let base = frame.base as usize;
            for &reg in self
                .image
                .live(&self.program, frame.func, frame.pc, in_call)
            {
                let word = &mut self.stack[base + reg as usize];
                *word = copying.forward(*word);
            }
        }
        for cell in copying.heap.remembered.clone() {
            if fields_of(copying.heap.words[cell]).0 == 1 {
                let word = copying.forward(copying.heap.words[cell + 1]);
                copying.heap.words[cell + 1] = word;
            }
        }
        copying.trace();
        let copied = copying.copied;
        let heap = &mut self.heap;
        heap.words.truncate(heap.floor);
        heap.words.extend_from_slice(&copied);
        heap.epoch += 1;
        self.set_limit(copied.len())
    }

    /// Decides when to collect next, given how much is alive.
    fn set_limit(&mut self, live: usize) -> Result<(), Cause> {
        let stack =
            self.frames.last().map_or(0, |frame| frame.base as usize) + 2 * self.frames.len();
        let length = self.heap.words.len();
        let budget = (self.budget.memory / 8).saturating_sub(stack);
        // with less than a sixteenth of the budget to gain, collecting would be all that is done
        if length + budget / 16 >= budget {
            return Err(Cause::Memory);
        }
        let wanted = length + (live + stack).max(FIRST_LIMIT);
        self.heap.limit = wanted.min(budget);
        Ok(())
    }

    /// Makes sure that a primitive may allocate `words` more, collecting if that helps. Only for primitives that hold no heap word outside registers
    /// and `temps`.
    pub(super) fn afford(&mut self, words: usize) -> Result<(), Cause> {
        let budget = self.budget.memory / 8;
        if self.heap.words.len().saturating_add(words) < budget {
            return Ok(());
        }
        self.collect(Some(self.at))?;
        if self.heap.words.len().saturating_add(words) < budget {
            Ok(())
        } else {
            Err(Cause::Memory)
        }
    }
}
