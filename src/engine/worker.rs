//! One thread's engine: given a marking, all binding elements enabled in it and the markings they lead to.

use super::batch::{Batch, Occurrence};
use super::code::SetCache;
use super::drill::Drill;
use super::element::{Binding, Put};
use super::fingerprint::Prints;
use super::gate::Gates;
use super::layout::{Demand, Layout};
use super::machine::Machine;
use super::memo::Memo;
use super::reduction::Reducer;
use super::reuse::Reuse;
use super::search::Scratch;
use super::sets::{Item, SetId};
use super::shaky::Shaky;
use super::shared::{Handle, Shared};
use super::show::SHOWN;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::vm::program::Word;

/// Words of colours that are much: a few megabytes with all that goes with them.
const MADE: usize = 1 << 17;

/// Bytes of values that may be in a thread's evaluator for good.
const COPIES: usize = 1 << 25;

/// A mistake of the net that shows when it runs: an inscription that raises, an illegal colour.
pub type Failure = Box<Diagnostic>;

/// Why a marking's successors could not all be found.
#[derive(Clone, Debug)]
pub enum Halt {
    /// A successor does not fit: the layout must be adapted, then the marking is to be expanded again.
    Demand(Demand),
    /// The net is at fault.
    Failure(Failure),
    /// The caller asked to stop, or time is up. The message is for callers that report nothing else.
    Interrupted(Failure),
    /// The steps of one marking need more memory than is left. The message is as above.
    Memory(Failure),
}

impl Halt {
    /// The message that ends a caller's work; a demand, which needs a wider layout, has none.
    pub fn failure(self) -> Result<Failure, Demand> {
        match self {
            Halt::Failure(failure) | Halt::Interrupted(failure) | Halt::Memory(failure) => {
                Ok(failure)
            }
            Halt::Demand(demand) => Err(demand),
        }
    }
}

impl From<Demand> for Box<Halt> {
    fn from(demand: Demand) -> Box<Halt> {
        Box::new(Halt::Demand(demand))
    }
}

impl From<Failure> for Box<Halt> {
    fn from(failure: Failure) -> Box<Halt> {
        Box::new(Halt::Failure(failure))
    }
}

/// One thread's engine.
#[derive(Debug)]
pub struct Worker {
    pub(super) shared: Arc<Handle>,
    pub(super) scratch: Scratch,
    pub(super) layout: Arc<Layout>,
    pub(super) machine: Machine,
    pub(super) memo: Memo,
    /// For each transition whether the memo is of use.
    pub(super) reuse: Vec<Reuse>,
    /// Tokens looked for in the memo so far.
    pub(super) chosen: u64,
    /// How steps are found without it, under the present layout, where that is known.
    pub(super) drills: Vec<Option<Drill>>,
    pub(super) gates: Gates,
    pub(super) cache: SetCache,
    pub(super) items: Vec<Item>,
    /// Tokens or places, for those who need a list of such while a marking is expanded.
    pub(super) present: Vec<u32>,
    /// Multi-sets of places that are in the evaluator's heap for good, by place and its bits.
    pub(super) multisets: FxHashMap<(u32, u64), Word>,
    pub(super) arguments: Vec<Word>,
    /// The multi-sets after the operations of the code that `has` looked at last.
    pub(super) after: Vec<SetId>,
    /// For each transition whether it occurred.
    pub occurred: Vec<bool>,
    /// Whether an element that is enabled will occur: then what it puts is evaluated at once.
    pub(super) eager: bool,
    /// What a place should have instead of its large multi-sets.
    pub(super) wasteful: Option<Demand>,
    /// Elements found enabled, where they cannot be told at once.
    pub(super) ready: Vec<Occurrence>,
    /// Those that will be at a later time, which they say.
    pub(super) later: Vec<Occurrence>,
    /// Whether any inscription looks at the clock.
    pub(super) looks_at_clock: bool,
    /// Puts representatives in the place of markings.
    pub(super) reducer: Option<Box<dyn Reducer>>,
    /// Whether that makes stamps in the past equal.
    pub(super) forgets_past: bool,
    /// Fingerprints of colours.
    pub(super) prints: Prints,
    /// Conditions that look at the clock are taken to hold: to find out when tokens will be ready, whatever such conditions will say then.
    pub(super) hopeful: bool,
    /// Bytes that the memo and a batch may have together.
    pub(super) room: usize,
    /// Characters of a colour that are shown.
    pub(super) shown: usize,
    /// Steps after this time are not found.
    pub until: Option<i64>,
    /// Whether the marking expanded last may have such steps.
    pub(super) beyond: bool,
    /// Changes layouts and tables at random moments: for tests.
    pub(super) shaky: Option<Shaky>,
}

impl Worker {
    /// An engine with an empty memo.
    pub fn new(shared: Arc<Shared>, layout: Arc<Layout>) -> Worker {
        let transitions = shared.net.transitions.len();
        let gates = Gates::new(&shared, &layout);
        let looks_at_clock = shared.uses_clock.contains(&true);
        Worker {
            machine: Machine::new(&shared.net.session.vm, shared.budget),
            shared: Arc::new(Handle(shared)),
            scratch: Scratch::default(),
            gates,
            layout,
            memo: Memo::new(transitions),
            reuse: vec![Reuse::default(); transitions],
            chosen: 0,
            drills: vec![None; transitions],
            cache: SetCache::default(),
            items: Vec::new(),
            present: Vec::new(),
            multisets: FxHashMap::default(),
            arguments: Vec::new(),
            after: Vec::new(),
            occurred: vec![false; transitions],
            eager: false,
            wasteful: None,
            ready: Vec::new(),
            later: Vec::new(),
            looks_at_clock,
            reducer: None,
            forgets_past: false,
            prints: Prints::default(),
            hopeful: false,
            room: usize::MAX,
            shown: SHOWN,
            until: None,
            beyond: false,
            shaky: None,
        }
    }

    /// What all threads know.
    pub fn shared(&self) -> &Arc<Shared> {
        &self.shared.0
    }

    /// The layout of markings.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// Uses another layout from now on.
    pub fn adopt(&mut self, layout: Arc<Layout>) {
        self.layout = layout;
        self.gates = Gates::new(&self.shared, &self.layout);
        self.multisets.clear();
        self.drills.fill(None);
        self.compile_all();
    }

    /// Bytes of the memo, the evaluator's heap and other things of this thread.
    pub fn bytes(&self) -> usize {
        let reducer = self.reducer.as_ref().map_or(0, |reducer| reducer.bytes());
        self.memo.bytes()
            + self.cache.bytes()
            + self.machine.bytes()
            + self.prints.capacity() * 17
            + self.multisets.capacity() * 25
            + reducer
    }

    /// Bytes of what could be forgotten.
    pub fn memo_bytes(&self) -> usize {
        self.memo.bytes()
    }

    /// Forgets copies of values in the evaluator's heap if they are many, and binding elements if they take more memory than they are worth, or more than `most` bytes.
    pub fn tidy(&mut self, most: usize) {
        let bytes = self.memo.bytes();
        if self.memo.worth.is_exceeded(bytes, most) || self.shakes() {
            self.forget();
        }
        self.drop_copies();
    }

    /// Forgets copies of values in the evaluator's heap if they are many: whether they were.
    pub(super) fn drop_copies(&mut self) -> bool {
        let most = COPIES.min(self.shared.budget.memory / 8);
        let dropped = self.machine.drop_copies(most);
        if dropped {
            self.multisets.clear();
        }
        dropped
    }

    /// Lets the memo and the batch that is given grow by so many bytes from now on. One marking may have more successors than there is memory for.
    pub fn may_grow(&mut self, bytes: usize) {
        self.room = self.memo.bytes().saturating_add(bytes);
    }

    /// Returns whether the marking expanded last may have steps after `until`: so it is not dead.
    pub fn take_beyond(&mut self) -> bool {
        std::mem::take(&mut self.beyond)
    }

    /// Whether the search should look at its limits: colours that need much memory were made since this was last taken, or the flag is set that ends
    /// evaluations.
    pub fn has_grown(&self) -> bool {
        self.machine.made > MADE || self.is_asked_to_end()
    }

    fn is_asked_to_end(&self) -> bool {
        let flag = self.machine.vm.interrupt.as_ref();
        flag.is_some_and(|flag| flag.load(Ordering::Relaxed) != 0)
    }

    /// The same, and from now on counted anew.
    pub fn take_growth(&mut self) -> bool {
        std::mem::take(&mut self.machine.made) > MADE || self.is_asked_to_end()
    }

    /// Forgets all binding elements.
    pub fn forget(&mut self) {
        self.memo.clear();
        self.cache.clear();
    }

    /// Adds all enabled binding elements of a marking to `out`, with the markings they lead to unless `out` wants none: with their representatives if
    /// equivalent markings are one.
    pub fn expand(&mut self, state: &[u64], out: &mut Batch) -> Result<(), Box<Halt>> {
        if self.reducer.is_none() {
            return self.steps(state, out);
        }
        let before = out.len();
        let result = (self.steps(state, out))
            .and_then(|()| self.examine(state, out, before))
            .and_then(|()| self.reduce(out, before));
        if result.is_err() {
            out.truncate(before);
        }
        result
    }

    /// The same with the markings themselves.
    pub fn steps(&mut self, state: &[u64], out: &mut Batch) -> Result<(), Box<Halt>> {
        if self.shaky.is_some() {
            self.shake()?;
        }
        let before = out.len();
        out.width = self.layout.words;
        self.eager = out.successors;
        let result = match self.layout.clock {
            Some(clock) => self.expand_timed(state, clock.get(state) as i64, out),
            None => self.expand_untimed(state, out),
        };
        if result.is_err() {
            out.truncate(before);
        }
        result
    }

    /// Whether tables are to change now, for no reason: never, unless tests want it.
    pub fn shakes(&mut self) -> bool {
        self.shaky.as_mut().is_some_and(Shaky::takes)
    }

    /// Demands room that nothing needs, in tests.
    #[cold]
    pub(super) fn shake(&mut self) -> Result<(), Box<Halt>> {
        let shaky = self.shaky.as_mut();
        match shaky.and_then(|shaky| shaky.demand(&self.layout, &self.shared)) {
            Some(demand) => Err(demand.into()),
            None => Ok(()),
        }
    }

    /// The binding of an occurrence found since the memo was last emptied.
    pub fn binding(&self, occurrence: Occurrence) -> Binding {
        let element = &self.memo.elements[occurrence.element as usize];
        Binding {
            transition: occurrence.transition as usize,
            values: element.binding.of(&self.memo.colours).to_vec(),
        }
    }

    /// The time at which the inscriptions of an occurrence are evaluated: none that do not look at the clock.
    pub(super) fn evaluated_at(&self, occurrence: Occurrence) -> i64 {
        match self.shared.uses_clock[occurrence.transition as usize] {
            true => occurrence.clock,
            false => 0,
        }
    }

    /// What an occurrence puts each time, in a list that `Scratch::puts` may have back.
    pub(super) fn puts(&mut self, occurrence: Occurrence) -> Result<Vec<Put>, Box<Halt>> {
        let transition = occurrence.transition as usize;
        let element = occurrence.element;
        if self.memo.elements[element as usize].puts.is_none() {
            let clock = self.evaluated_at(occurrence);
            let shared = self.shared.clone();
            self.resolve(&shared, transition, element, clock)?;
        }
        let range = self.memo.elements[element as usize]
            .puts
            .unwrap_or_default();
        let mut puts = std::mem::take(&mut self.scratch.puts);
        puts.clear();
        puts.extend_from_slice(range.of(&self.memo.puts));
        Ok(puts)
    }
}
