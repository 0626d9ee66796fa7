//! Application of closures: too few arguments make a partial application, just enough a call, too many a call whose result is applied to the rest.
//!
//! The loop handles the common case, a closure with exactly its arguments; everything else comes here.

use super::heap::{Kind, header, kind_of, tag_of};
use super::machine::{Frame, Vm};
use super::program::Word;
use super::stop::Cause;

/// How an application goes on.
pub(super) enum Target {
    /// Run this function; its arguments are in place.
    Enter(u32),
    /// This is the result.
    Value(Word),
}

impl Vm {
    /// Applies `f` to the `groups` curried arguments whose words stand on the stack from `base` on; `kinds` says which of the words are pointers.
    pub(super) fn prepare(
        &mut self,
        f: Word,
        base: usize,
        groups: u8,
        kinds: &[bool],
    ) -> Result<Target, Cause> {
        let (closure, supplied) = self.supplied(f);
        let number = tag_of(self.heap.header(closure));
        let Some(&entry) = self.image.entries.get(number as usize) else {
            return Err(Cause::BadCall);
        };
        let callee = &self.program.funcs[number as usize];
        let have = tag_of_pap(self.heap.header(f));
        let wanted = callee.groups.len() - have;
        let have_words = supplied.len();
        if (groups as usize) < wanted {
            let args = &self.stack[base..base + kinds.len()];
            let all: Vec<Word> = supplied.iter().chain(args).copied().collect();
            let pap = self.partial(closure, number, have + groups as usize, &all);
            return Ok(Target::Value(pap));
        }
        let wanted_words = entry.arity as usize - have_words;
        if wanted_words > kinds.len() {
            return Err(Cause::BadCall);
        }
        let rest = groups as usize - wanted;
        if rest > 0 {
            // `Vm::open` keeps how many arguments are pending in 32 bits.
            if self.pending.len() + kinds.len() > u32::MAX as usize {
                return Err(Cause::Memory);
            }
            let words = kinds.len() - wanted_words;
            let args = &self.stack[base + wanted_words..base + kinds.len()];
            self.pending.extend(
                args.iter()
                    .copied()
                    .zip(kinds[wanted_words..].iter().copied()),
            );
            self.frames.push(Frame {
                func: Frame::PENDING,
                pc: (words << 8 | rest) as u32,
                base: base as u32,
            });
        }
        self.grow_stack(base + entry.registers as usize)?;
        self.stack
            .copy_within(base..base + wanted_words, base + have_words);
        self.stack[base..base + have_words].copy_from_slice(&supplied);
        if entry.captures {
            self.stack[base + entry.arity as usize] = closure;
        }
        Ok(Target::Enter(number))
    }

    /// The closure in `f` and the argument words it already has, in order.
    fn supplied(&self, f: Word) -> (Word, Vec<Word>) {
        if kind_of(self.heap.header(f)) != Kind::Pap {
            return (f, Vec::new());
        }
        let fields = self.heap.fields(f);
        let closure = fields[0];
        let callee = &self.program.funcs[tag_of(self.heap.header(closure)) as usize];
        let have = tag_of(self.heap.header(f)) as usize;
        let words: usize = callee.groups[..have].iter().map(|&w| w as usize).sum();
        let kinds = &callee.argument_pointers[..words];
        let mut pointer = 1;
        let mut raw = 1 + kinds.iter().filter(|&&pointer| pointer).count();
        let in_order = kinds.iter().map(|&is_pointer| {
            let slot = if is_pointer { &mut pointer } else { &mut raw };
            *slot += 1;
            fields[*slot - 1]
        });
        (closure, in_order.collect())
    }

    /// A partial application of `closure` to the words of its first `groups` arguments.
    fn partial(&mut self, closure: Word, number: u32, groups: usize, args: &[Word]) -> Word {
        let kinds = &self.program.funcs[number as usize].argument_pointers;
        let chosen = |wanted: bool| {
            args.iter()
                .zip(kinds)
                .filter(move |&(_, &pointer)| pointer == wanted)
                .map(|(&word, _)| word)
        };
        let mut fields = vec![closure];
        fields.extend(chosen(true));
        let pointers = fields.len();
        fields.extend(chosen(false));
        let raws = fields.len() - pointers;
        self.heap
            .alloc(header(Kind::Pap, groups as u32, pointers, raws), &fields)
    }
}

/// How many curried arguments a function value has.
fn tag_of_pap(header: Word) -> usize {
    match kind_of(header) {
        Kind::Pap => tag_of(header) as usize,
        _ => 0,
    }
}
