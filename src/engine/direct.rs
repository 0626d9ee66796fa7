//! Small inscriptions evaluated on stored values, without the evaluator's heap.
//!
//! Most inscriptions are short: a tuple of variables, `n + 1`, `if n = k then d :: ds else ds`. To run one of them in the evaluator its arguments are copied
//! into the heap and its result is read back, which takes longer than the inscription itself. But the same code can run on stored values: a field
//! is read from the table of values, two values are equal if their numbers are, and a new object goes to the table at once.
//!
//! Only code without loops is run like this, so it ends soon and makes few objects. What is not done here (most primitives, closures, exceptions) and what goes
//! wrong (overflow, no match) is left to the evaluator: it begins anew and tells the reason.

use super::values::{Colour, Values};
use crate::net::flat::VariableId;
use sweepnet_lang::vm::Vm;
use sweepnet_lang::vm::heap::{Heap, Kind, field_count, header, kind_of, pointer_count, tag_of};
use sweepnet_lang::vm::number::{div_floor, mod_floor};
use sweepnet_lang::vm::op::Op;
use sweepnet_lang::vm::prim::{self, PrimId};
use sweepnet_lang::vm::program::{Func, IMMEDIATES, Word};

/// How deep calls may be nested.
const DEPTH: usize = 4;
/// A multi-set under way: an index of `Direct::bags`. No value has so large a number.
const BAG: Word = 1 << 63;
/// A global with more parts than this is left to the evaluator.
const PARTS: usize = 1000;
/// Larger coefficients are left to the evaluator, which knows what to say if there are too many tokens.
const LARGE: Word = 1 << 24;

/// Evaluates on stored values.
#[derive(Clone, Debug)]
pub struct Direct {
    /// Never fewer than the function that runs needs. What other functions left in those that it has not set yet does not matter.
    registers: Vec<Word>,
    /// Values of pointer globals that such functions read.
    globals: Vec<Option<Colour>>,
    /// Header and fields of the object that was given back, if it is not stored yet.
    object: Vec<Word>,
    /// Multi-sets: their range of `items`.
    bags: Vec<(usize, usize)>,
    /// Colours with how many there are.
    items: Vec<(Word, Word)>,
    prims: Prims,
}

/// The primitives that can run here.
#[derive(Copy, Clone, Debug)]
struct Prims {
    empty: Option<PrimId>,
    single: Option<PrimId>,
    add: Option<PrimId>,
}

impl Default for Direct {
    fn default() -> Direct {
        Direct {
            registers: Vec::new(),
            globals: Vec::new(),
            object: Vec::new(),
            bags: Vec::new(),
            items: Vec::new(),
            prims: Prims {
                empty: prim::lookup("ms_empty"),
                single: prim::lookup("ms_single"),
                add: prim::lookup("ms_add"),
            },
        }
    }
}

impl Direct {
    /// Forgets what depends on the table of values.
    pub fn forget(&mut self) {
        self.globals.clear();
    }

    /// Whether a function can run here. The pointer globals it reads are added to `globals`: all must be told (`set_global`) before it runs.
    pub fn is_able(&self, vm: &Vm, func: u32, globals: &mut Vec<u32>) -> bool {
        self.can_run(vm, func, DEPTH, globals)
    }

    fn can_run(&self, vm: &Vm, func: u32, depth: usize, globals: &mut Vec<u32>) -> bool {
        let Some(func) = vm.program.funcs.get(func as usize) else {
            return false;
        };
        let can = |(pc, op): (usize, &Op)| match *op {
            Op::GetPtr { g, .. } => {
                globals.push(g);
                is_plain(&vm.heap, vm.pointer_global(g))
            }
            Op::Call { func, .. } | Op::TailCall { func, .. } => {
                depth > 0 && self.can_run(vm, func, depth - 1, globals)
            }
            Op::Prim { prim, .. } => {
                let Prims { empty, single, add } = self.prims;
                [empty, single, add].contains(&Some(prim))
            }
            mut op => is_simple(&op) && op.target().is_none_or(|to| *to as usize > pc),
        };
        func.captures.is_none() && func.code.iter().enumerate().all(can)
    }

    /// Tells the value of a pointer global.
    pub fn set_global(&mut self, global: u32, colour: Colour) {
        let known = self.globals.len().max(global as usize + 1);
        self.globals.resize(known, None);
        self.globals[global as usize] = Some(colour);
    }

    /// Runs a function that can run here; `None` if the evaluator must do it. The word is raw, an immediate, a stored value, or a multi-set for `bag`; it means
    /// nothing if there is an `object`. Its arguments are `first`, if there is one, and those of `env` that `reads` says.
    pub fn run(
        &mut self,
        vm: &Vm,
        values: &Values,
        func: u32,
        first: Option<Word>,
        reads: &[VariableId],
        env: &[Colour],
    ) -> Option<Word> {
        let func = &vm.program.funcs[func as usize];
        self.reach(reads.len() + 1);
        let mut at = 0;
        if let Some(first) = first {
            self.registers[0] = first;
            at = 1;
        }
        for (register, variable) in self.registers[at..].iter_mut().zip(reads) {
            *register = env[variable.0 as usize];
        }
        self.object.clear();
        self.bags.clear();
        self.items.clear();
        self.execute(vm, values, func, 0)
    }

    /// Makes sure that there are so many registers.
    #[inline]
    fn reach(&mut self, registers: usize) {
        if self.registers.len() < registers {
            self.registers.resize(registers, 0);
        }
    }

    /// The object that was given back, header first, if it is a new one.
    pub fn object(&self) -> Option<&[Word]> {
        (!self.object.is_empty()).then_some(&self.object)
    }

    /// The colours of a multi-set that was given back, and how many there are of each; a colour may come twice.
    pub fn bag(&self, word: Word) -> &[(Word, Word)] {
        match self.bags.get((word ^ BAG) as usize) {
            Some(&(start, end)) => &self.items[start..end],
            None => &[],
        }
    }

    fn execute(&mut self, vm: &Vm, values: &Values, func: &Func, base: usize) -> Option<Word> {
        let program = &vm.program;
        let mut pc = 0;
        self.reach(base + usize::from(func.registers.max(1)));
        macro_rules! get {
            ($a:expr) => {
                self.registers[base + usize::from($a)]
            };
        }
        macro_rules! int {
            ($a:expr) => {
                get!($a) as i64
            };
        }
        macro_rules! jump_if {
            ($to:expr, $condition:expr) => {
                if $condition {
                    pc = $to as usize;
                }
            };
        }
        loop {
            let op = *func.code.get(pc)?;
            pc += 1;
            match op {
                Op::Move { d, a } => get!(d) = get!(a),
                Op::Int { d, v } => get!(d) = i64::from(v) as Word,
                Op::Const { d, k } => get!(d) = program.constants[k as usize],
                Op::GetRaw { d, g } => get!(d) = vm.raw_global(g),
                Op::GetPtr { d, g } => get!(d) = (*self.globals.get(g as usize)?)?,

                Op::AddI { d, a, b } => get!(d) = int!(a).checked_add(int!(b))? as Word,
                Op::SubI { d, a, b } => get!(d) = int!(a).checked_sub(int!(b))? as Word,
                Op::MulI { d, a, b } => get!(d) = int!(a).checked_mul(int!(b))? as Word,
                Op::AddIK { d, a, k } => get!(d) = int!(a).checked_add(k.into())? as Word,
                Op::MulIK { d, a, k } => get!(d) = int!(a).checked_mul(k.into())? as Word,
                Op::DivIK { d, a, k } => get!(d) = div_floor(int!(a), k.into()).ok()? as Word,
                Op::ModIK { d, a, k } => get!(d) = mod_floor(int!(a), k.into()).ok()? as Word,
                Op::NegI { d, a } => get!(d) = int!(a).checked_neg()? as Word,
                Op::LtI { d, a, b } => get!(d) = Word::from(int!(a) < int!(b)),
                Op::LeI { d, a, b } => get!(d) = Word::from(int!(a) <= int!(b)),
                Op::EqI { d, a, b } => get!(d) = Word::from(get!(a) == get!(b)),
                Op::NeI { d, a, b } => get!(d) = Word::from(get!(a) != get!(b)),
                Op::Not { d, a } => get!(d) = get!(a) ^ 1,
                Op::EqP { d, a, b } => get!(d) = Word::from(same(get!(a), get!(b))?),

                Op::Jump { to } => pc = to as usize,
                Op::JumpZero { a, to } => jump_if!(to, get!(a) == 0),
                Op::JumpNonZero { a, to } => jump_if!(to, get!(a) != 0),
                Op::JumpLt { a, b, to } => jump_if!(to, int!(a) < int!(b)),
                Op::JumpLe { a, b, to } => jump_if!(to, int!(a) <= int!(b)),
                Op::JumpEq { a, b, to } => jump_if!(to, get!(a) == get!(b)),
                Op::JumpNe { a, b, to } => jump_if!(to, get!(a) != get!(b)),
                Op::JumpLtK { a, k, to } => jump_if!(to, int!(a) < i64::from(k)),
                Op::JumpLeK { a, k, to } => jump_if!(to, int!(a) <= i64::from(k)),
                Op::JumpGtK { a, k, to } => jump_if!(to, int!(a) > i64::from(k)),
                Op::JumpGeK { a, k, to } => jump_if!(to, int!(a) >= i64::from(k)),
                Op::JumpEqK { a, k, to } => jump_if!(to, int!(a) == i64::from(k)),
                Op::JumpNeK { a, k, to } => jump_if!(to, int!(a) != i64::from(k)),
                Op::JumpEqP { a, b, to } => jump_if!(to, same(get!(a), get!(b))?),
                Op::JumpNeP { a, b, to } => jump_if!(to, !same(get!(a), get!(b))?),
                Op::JumpTagNe { a, tag, to } => {
                    jump_if!(to, tag_in(values, get!(a)) != u64::from(tag));
                }
                Op::SwitchTag { a, table } => {
                    let tag = tag_in(values, get!(a)) as usize;
                    pc = *program.tables[table as usize].get(tag)? as usize;
                }
                Op::SwitchRaw { a, table } => {
                    pc = *program.tables[table as usize].get(get!(a) as usize)? as usize;
                }

                Op::New {
                    d,
                    base: first,
                    header,
                } => {
                    let header = program.headers[header as usize];
                    let first = base + usize::from(first);
                    let last = base == 0 && func.code.get(pc) == Some(&Op::Return { a: d });
                    self.make(header, first..first + field_count(header))?;
                    if last {
                        return Some(0);
                    }
                    get!(d) = self.stored(values);
                }
                Op::ConsP { d, head, tail } => {
                    let cell = [header(Kind::Con, 1, 2, 0), get!(head), get!(tail)];
                    is_stored(&cell[1..])?;
                    get!(d) = values.adding().intern(&cell);
                }
                Op::ConsR { d, head, tail } => {
                    let cell = [header(Kind::Con, 1, 1, 1), get!(tail), get!(head)];
                    is_stored(&cell[1..2])?;
                    get!(d) = values.adding().intern(&cell);
                }
                Op::Load { d, a, i } => get!(d) = values.word(get!(a), 1 + usize::from(i)),

                Op::Call {
                    func: callee,
                    base: first,
                } => {
                    // What the caller has beyond the arguments it does not need any more.
                    let callee = &program.funcs[callee as usize];
                    get!(first) = self.execute(vm, values, callee, base + usize::from(first))?;
                }
                Op::TailCall {
                    func: callee,
                    base: first,
                } => {
                    let callee = &program.funcs[callee as usize];
                    return self.execute(vm, values, callee, base + usize::from(first));
                }
                Op::Return { a } => return Some(get!(a)),
                Op::Prim { prim, base: first } => {
                    get!(first) = self.primitive(prim, base + usize::from(first))?;
                }
                _ => return None,
            }
        }
    }

    fn make(&mut self, header: Word, fields: std::ops::Range<usize>) -> Option<()> {
        let fields = self.registers.get(fields)?;
        is_stored(&fields[..pointer_count(header)])?;
        self.object.clear();
        self.object.push(header);
        self.object.extend_from_slice(fields);
        Some(())
    }

    /// Stores the object just made.
    fn stored(&mut self, values: &Values) -> Colour {
        let colour = values.adding().intern(&self.object);
        self.object.clear();
        colour
    }

    /// Multi-sets are made only to be given back: sums are not sorted, and nothing else is done with them.
    fn primitive(&mut self, prim: PrimId, at: usize) -> Option<Word> {
        let (a, b) = (self.registers.get(at), self.registers.get(at + 1));
        let start = self.items.len();
        if Some(prim) == self.prims.single {
            let (&count, &colour) = (a?, b?);
            if count as i64 <= 0 {
                return Some(0);
            }
            if count > LARGE {
                return None;
            }
            self.items.push((colour, count));
        } else if Some(prim) == self.prims.add {
            let (&a, &b) = (a?, b?);
            if a == 0 || b == 0 {
                return Some(a | b);
            }
            for bag in [a, b] {
                let &(from, to) = self.bags.get((bag ^ BAG) as usize)?;
                self.items.extend_from_within(from..to);
            }
        } else {
            return Some(0);
        }
        self.bags.push((start, self.items.len()));
        Some(BAG | (self.bags.len() as Word - 1))
    }
}

/// Whether two values are equal: stored ones are if their numbers are.
fn same(a: Word, b: Word) -> Option<bool> {
    is_stored(&[a, b])?;
    Some(a == b)
}

/// Whether pointers are stored values: not multi-sets under way.
fn is_stored(words: &[Word]) -> Option<()> {
    words.iter().all(|word| word & BAG == 0).then_some(())
}

fn tag_in(values: &Values, word: Word) -> u64 {
    match word < IMMEDIATES {
        true => word,
        false => u64::from(tag_of(values.word(word, 0))),
    }
}

/// Instructions that `Direct::execute` knows, besides those that need a closer look.
fn is_simple(op: &Op) -> bool {
    matches!(
        op,
        Op::Move { .. }
            | Op::Int { .. }
            | Op::Const { .. }
            | Op::GetRaw { .. }
            | Op::AddI { .. }
            | Op::SubI { .. }
            | Op::MulI { .. }
            | Op::AddIK { .. }
            | Op::MulIK { .. }
            | Op::DivIK { .. }
            | Op::ModIK { .. }
            | Op::NegI { .. }
            | Op::LtI { .. }
            | Op::LeI { .. }
            | Op::EqI { .. }
            | Op::NeI { .. }
            | Op::Not { .. }
            | Op::EqP { .. }
            | Op::Jump { .. }
            | Op::JumpZero { .. }
            | Op::JumpNonZero { .. }
            | Op::JumpLt { .. }
            | Op::JumpLe { .. }
            | Op::JumpEq { .. }
            | Op::JumpNe { .. }
            | Op::JumpLtK { .. }
            | Op::JumpLeK { .. }
            | Op::JumpGtK { .. }
            | Op::JumpGeK { .. }
            | Op::JumpEqK { .. }
            | Op::JumpNeK { .. }
            | Op::JumpEqP { .. }
            | Op::JumpNeP { .. }
            | Op::JumpTagNe { .. }
            | Op::SwitchTag { .. }
            | Op::SwitchRaw { .. }
            | Op::New { .. }
            | Op::ConsP { .. }
            | Op::ConsR { .. }
            | Op::Load { .. }
            | Op::Return { .. }
            | Op::RaiseBuiltin { .. }
    )
}

/// Whether a value of the heap is data through and through: no function, no ref cell. One with very many parts does not count either.
fn is_plain(heap: &Heap, word: Word) -> bool {
    let mut stack = vec![word];
    for _ in 0..PARTS {
        let Some(word) = stack.pop() else {
            return true;
        };
        if word < IMMEDIATES {
            continue;
        }
        let header = heap.header(word);
        let data = [Kind::Tuple, Kind::Con, Kind::Str, Kind::Inf];
        if !data.contains(&kind_of(header)) {
            return false;
        }
        stack.extend_from_slice(&heap.fields(word)[..pointer_count(header)]);
    }
    false
}
