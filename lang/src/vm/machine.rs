//! The machine an embedder holds: program, heap, globals, stack, budget, and the two ways to start an evaluation.

use super::apply::Target;
use super::chance::Chance;
use super::exn;
use super::heap::{Heap, tag_of};
use super::host::Hosting;
use super::image::Image;
use super::program::{Program, Word};
use super::stop::{Cause, Fault, Stop, TRACE};
use super::verify::Invalid;
use num_bigint::BigInt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// How deep primitives may start evaluations that run primitives that start evaluations: each level uses the thread's stack.
const DEPTH: usize = 200;

/// What an exception that is handled costs, in steps: finding the handler takes about as long as so many calls.
const RAISE: u64 = 8;

/// Steps between two looks at the interrupt flag.
const CHUNK: u64 = 65_536;

/// What an evaluation may use.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Calls that may still be made; taken in chunks, so that up to 65,536 more than this may be under way.
    pub steps: u64,
    /// Bytes of heap and stack.
    pub memory: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            steps: u64::MAX,
            memory: 1 << 32,
        }
    }
}

/// A suspended function: it continues after instruction `pc`.
#[derive(Copy, Clone, Debug, PartialEq, Default)]
pub(super) struct Frame {
    pub func: u32,
    pub pc: u32,
    pub base: u32,
}

impl Frame {
    /// Marks where an evaluation was started from outside; `pc` is how many arguments were pending then.
    pub const NATIVE: u32 = u32::MAX;
    /// Marks that the result is a closure to be applied to the newest pending arguments: `pc` says how many words and curried arguments.
    pub const PENDING: u32 = u32::MAX - 1;

    /// Whether this is a frame of code.
    pub fn is_code(&self) -> bool {
        self.func < Frame::PENDING
    }
}

/// Where an exception continues.
#[derive(Copy, Clone, Debug)]
pub(super) struct Handler {
    pub func: u32,
    pub to: u32,
    pub base: u32,
    pub register: u16,
    /// What was there when the handler was installed.
    pub frames: usize,
    pub pending: usize,
}

/// Tells one machine from every other; a copy has one of its own.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Identity(u64);

impl Default for Identity {
    fn default() -> Identity {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Identity(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

impl Clone for Identity {
    fn clone(&self) -> Identity {
        Identity::default()
    }
}

impl Identity {
    /// The number alone, to compare with later.
    pub fn number(&self) -> u64 {
        self.0
    }
}

/// The evaluator.
#[derive(Clone, Debug)]
pub struct Vm {
    /// What was compiled so far, shared by all copies of the machine until one of them adds to it.
    pub program: Arc<Program>,
    /// The values.
    pub heap: Heap,
    /// What evaluations may still use.
    pub budget: Budget,
    /// What was printed.
    pub output: Vec<u8>,
    /// The model time.
    pub clock: BigInt,
    /// Steps of a simulation, the one that occurs among them.
    pub steps_taken: u64,
    /// Polled now and then: a value other than 0 stops the evaluation.
    pub interrupt: Option<Arc<AtomicUsize>>,
    /// Polled as often: while it is set, the evaluation raises `TimeOut`, which it may handle.
    pub alarm: Option<Arc<AtomicBool>>,
    /// CPN ML: reals have equality and can be colours, so computed reals have one zero and one nan.
    pub one_zero: bool,
    /// What provides the host functions.
    pub host: Hosting,
    /// Pointers that the embedder keeps from call to call, in as many lists as it likes: a collection follows and updates them.
    pub held: Vec<Vec<Word>>,
    pub(super) image: Image,
    pub(super) raw_globals: Vec<Word>,
    pub(super) pointer_globals: Vec<Word>,
    pub(super) stack: Vec<Word>,
    pub(super) frames: Vec<Frame>,
    pub(super) handlers: Vec<Handler>,
    /// Arguments that wait for the closure they are applied to, each with whether it is a pointer.
    pub(super) pending: Vec<(Word, bool)>,
    /// Pointers a primitive holds while it evaluates something.
    pub(super) temps: Vec<Word>,
    /// Nothing may be moved now: a primitive holds words. The evaluation it started must do without a collection.
    pub(super) pinned: bool,
    /// The instruction that runs a primitive.
    pub(super) at: Frame,
    /// Steps taken from the budget and not yet made.
    pub(super) fuel: u64,
    depth: usize,
    pub(super) identity: Identity,
    pub(super) chance: Chance,
}

impl Vm {
    /// A machine for `program`, which may grow later.
    pub fn new(program: Program) -> Vm {
        Vm {
            program: Arc::new(program),
            heap: Heap::default(),
            budget: Budget::default(),
            output: Vec::new(),
            clock: BigInt::ZERO,
            steps_taken: 0,
            interrupt: None,
            alarm: None,
            one_zero: false,
            host: Hosting::default(),
            held: Vec::new(),
            image: Image::default(),
            raw_globals: Vec::new(),
            pointer_globals: Vec::new(),
            stack: vec![0; 1024],
            frames: Vec::with_capacity(64),
            handlers: Vec::new(),
            pending: Vec::new(),
            temps: Vec::new(),
            pinned: false,
            at: Frame::default(),
            fuel: 0,
            depth: 0,
            identity: Identity::default(),
            chance: Chance::default(),
        }
    }

    /// A copy that can evaluate on its own, also while this one is at work. Words of values mean the same in both until one of them collects.
    pub fn fork(&self) -> Vm {
        let mut fork = self.clone();
        fork.frames.clear();
        fork.handlers.clear();
        fork.pending.clear();
        fork.temps.clear();
        fork.held.clear();
        (fork.pinned, fork.depth, fork.fuel) = (false, 0, 0);
        fork
    }

    /// For adding to the program. After that, call `seal`.
    pub fn program_mut(&mut self) -> &mut Program {
        Arc::make_mut(&mut self.program)
    }

    /// Checks and links what was added to `program`, so that it can run. On failure what ran before still runs.
    /// It also fails while code runs, which must not move: a host function may not extend the program.
    pub fn seal(&mut self) -> Result<(), Invalid> {
        if self.depth > 0 {
            return Err(Invalid {
                func: "program".into(),
                number: self.image.entries.len() as u32,
                pc: 0,
                why: "it cannot be added to while code runs".into(),
            });
        }
        self.grow_globals();
        self.image.extend(&self.program)
    }

    /// Makes room for the globals that were added to `program`.
    pub fn grow_globals(&mut self) {
        let raw = self.program.raw_globals as usize;
        let pointers = self.program.pointer_globals as usize;
        self.raw_globals.resize(raw.max(self.raw_globals.len()), 0);
        self.pointer_globals
            .resize(pointers.max(self.pointer_globals.len()), 0);
    }

    /// Adds a function and returns its number. It runs after the next `seal`.
    pub fn add_func(&mut self, func: super::program::Func) -> u32 {
        self.program_mut().funcs.push(func);
        self.program.funcs.len() as u32 - 1
    }

    /// Replaces the budget, exactly.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
        self.fuel = 0;
    }

    /// A raw global.
    pub fn raw_global(&self, global: u32) -> Word {
        self.raw_globals[global as usize]
    }

    /// A pointer global.
    pub fn pointer_global(&self, global: u32) -> Word {
        self.pointer_globals[global as usize]
    }

    /// Sets a raw global.
    pub fn set_raw_global(&mut self, global: u32, word: Word) {
        self.raw_globals[global as usize] = word;
    }

    /// Sets a pointer global.
    pub fn set_pointer_global(&mut self, global: u32, word: Word) {
        self.pointer_globals[global as usize] = word;
        self.heap.epoch += 1;
    }

    /// Evaluates a function that captures nothing. Words in `args` need no protection.
    pub fn call(&mut self, func: u32, args: &[Word]) -> Result<Word, Stop> {
        let Some(&entry) = self.image.entries.get(func as usize) else {
            return Err(Stop::outside(Cause::BadCall));
        };
        if args.len() != entry.arity as usize || entry.captures {
            return Err(Stop::outside(Cause::BadCall));
        }
        let Some(base) = self.open() else {
            return Err(Stop::outside(Cause::Depth));
        };
        if self.stack.len() < base + entry.registers as usize
            && let Err(cause) = self.grow_stack(base + entry.registers as usize)
        {
            self.abandon();
            self.close();
            return Err(Stop::outside(cause));
        }
        // few words, and often: not worth a call of `memcpy`
        match (&mut self.stack[base..base + args.len()], args) {
            ([to], [a]) => *to = *a,
            ([first, second], [a, b]) => (*first, *second) = (*a, *b),
            ([first, second, third], [a, b, c]) => (*first, *second, *third) = (*a, *b, *c),
            (to, _) => to.copy_from_slice(args),
        }
        let result = self.run(func, base);
        self.close();
        result.map_err(|stop| *stop)
    }

    /// Applies a closure to `groups` curried arguments: their words, each with whether it is a pointer.
    pub fn apply(
        &mut self,
        closure: Word,
        args: &[(Word, bool)],
        groups: u8,
    ) -> Result<Word, Stop> {
        let Some(base) = self.open() else {
            return Err(Stop::outside(Cause::Depth));
        };
        let (words, kinds): (Vec<Word>, Vec<bool>) = args.iter().copied().unzip();
        let target = self.grow_stack(base + words.len() + 1).and_then(|()| {
            self.stack[base..base + words.len()].copy_from_slice(&words);
            self.prepare(closure, base, groups, &kinds)
        });
        let result = match target {
            Ok(Target::Enter(func)) => self.run(func, base).map_err(|stop| *stop),
            Ok(Target::Value(word)) => {
                self.abandon();
                Ok(word)
            }
            Err(cause) => {
                self.abandon();
                Err(Stop::outside(cause))
            }
        };
        self.close();
        result
    }

    /// Begins an evaluation: the base of its window, above everything in use. `None` if too many are under way.
    #[inline(always)]
    fn open(&mut self) -> Option<usize> {
        let mut base = 0;
        if self.depth > 0 {
            if self.depth >= DEPTH {
                return None;
            }
            let entry = &self.image.entries[self.at.func as usize];
            base = self.at.base as usize + entry.registers as usize;
            self.frames.push(self.at);
        }
        self.depth += 1;
        self.frames.push(Frame {
            func: Frame::NATIVE,
            pc: self.pending.len() as u32,
            base: base as u32,
        });
        Some(base)
    }

    /// Ends an evaluation: back to the primitive that started it, if one did.
    #[inline]
    fn close(&mut self) {
        self.depth -= 1;
        if self.depth > 0
            && let Some(frame) = self.frames.pop()
        {
            self.at = frame;
        }
    }

    /// Drops the frames of the present evaluation.
    pub(super) fn abandon(&mut self) {
        while let Some(frame) = self.frames.pop() {
            if frame.func == Frame::NATIVE {
                self.pending.truncate(frame.pc as usize);
                break;
            }
        }
    }

    /// Makes the stack at least `needed` words long, within the budget.
    #[cold]
    pub(super) fn grow_stack(&mut self, needed: usize) -> Result<(), Cause> {
        if needed <= self.stack.len() {
            return Ok(());
        }
        // Frames hold indices into the stack in 32 bits.
        if needed > u32::MAX as usize {
            return Err(Cause::Memory);
        }
        let length = (2 * self.stack.len()).max(needed).min(u32::MAX as usize);
        let frames = self.frames.len() * size_of::<Frame>();
        if (needed + self.heap.len() - self.heap.floor) * 8 + frames > self.budget.memory {
            return Err(Cause::Memory);
        }
        self.stack.resize(length, 0);
        Ok(())
    }

    /// Makes room for more frames, within the budget: a recursion that keeps nothing alive grows these and not the stack.
    #[cold]
    pub(super) fn grow_frames(&mut self) -> Result<(), Cause> {
        self.room_for_control()?;
        self.frames.reserve(self.frames.len().max(64));
        Ok(())
    }

    /// Makes room for more handlers, within the budget.
    #[cold]
    pub(super) fn grow_handlers(&mut self) -> Result<(), Cause> {
        self.room_for_control()?;
        self.handlers.reserve(self.handlers.len().max(64));
        Ok(())
    }

    /// Whether frames and handlers may become twice as many.
    fn room_for_control(&self) -> Result<(), Cause> {
        let words = self.stack.len() + self.heap.len() - self.heap.floor;
        let control =
            self.frames.len() * size_of::<Frame>() + self.handlers.len() * size_of::<Handler>();
        match words * 8 + 2 * control > self.budget.memory {
            true => Err(Cause::Memory),
            false => Ok(()),
        }
    }

    /// Fails if the embedder asked to stop. Long work between two function calls polls this.
    pub(crate) fn poll(&self) -> Result<(), Cause> {
        let flag = self.interrupt.as_ref();
        match flag.map_or(0, |flag| flag.load(Ordering::Relaxed)) {
            0 => Ok(()),
            reason => Err(Cause::Interrupted(reason)),
        }
    }

    /// Fails if the embedder asked to stop, or if the heap with `words` more is larger than the budget.
    pub(super) fn poll_room(&self, words: usize) -> Result<(), Cause> {
        let needed = self.heap.words.len() - self.heap.floor + words;
        match needed > self.budget.memory / 8 {
            true => Err(Cause::Memory),
            false => self.poll(),
        }
    }

    /// Counts work that a primitive did as so many function calls.
    pub(super) fn charge(&mut self, calls: u64) {
        self.fuel = self.fuel.saturating_sub(calls);
    }

    /// Takes the next steps from the budget and looks whether to stop.
    #[cold]
    pub(super) fn refuel(&mut self) -> Result<(), Cause> {
        self.poll()?;
        let alarm = self.alarm.as_ref();
        if alarm.is_some_and(|alarm| alarm.load(Ordering::Relaxed)) {
            // Whoever handles it may go on for a while.
            self.fuel = CHUNK;
            return Err(Cause::Raised(Heap::builtin(exn::TIME_OUT)));
        }
        if self.budget.steps == 0 {
            return Err(Cause::Steps);
        }
        self.fuel = self.budget.steps.min(CHUNK);
        if self.budget.steps != u64::MAX {
            self.budget.steps -= self.fuel;
        }
        Ok(())
    }

    /// Where `fault`, met at `at`, continues; or the evaluation's end if nothing above `floor` handles it.
    pub(super) fn unwind(
        &mut self,
        fault: Fault,
        at: Frame,
        floor: usize,
    ) -> Result<(Handler, Word), Box<Stop>> {
        let mut stop = Stop::from(fault);
        if let Cause::Raised(packet) = stop.cause
            && self.handlers.len() > floor
            && let Some(handler) = self.handlers.pop()
        {
            self.fuel = self.fuel.saturating_sub(RAISE);
            self.frames.truncate(handler.frames);
            self.pending.truncate(handler.pending);
            return Ok((handler, packet));
        }
        self.explain(&mut stop, at);
        Err(Box::new(stop))
    }

    /// Adds the frames of the present evaluation, `at` first, to what `stop` tells.
    fn explain(&self, stop: &mut Stop, at: Frame) {
        let frames = self
            .frames
            .iter()
            .rev()
            .take_while(|frame| frame.func != Frame::NATIVE)
            .filter(|frame| frame.is_code());
        for frame in std::iter::once(&at).chain(frames) {
            if stop.trace.len() >= TRACE {
                stop.more += 1;
                continue;
            }
            let func = &self.program.funcs[frame.func as usize];
            let start = self.image.entries[frame.func as usize].start;
            let span = func.span_at((frame.pc - start) as usize);
            stop.span.get_or_insert(span);
            stop.trace.push((func.name.clone(), span));
        }
    }

    /// The number of the exception in a packet.
    pub fn exception_number(&self, packet: Word) -> u32 {
        tag_of(self.heap.header(packet))
    }
}
