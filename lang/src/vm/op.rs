//! The instructions of the register machine.
//!
//! A register holds one 64-bit word: an `int`, a `real`'s bits, a `char`, `bool`, `unit` or the tag of an enumeration (*raw* words), or a
//! reference into the heap (a *pointer* word). Types are known when code is generated, so no instruction looks at a word to find out what it is,
//! and each register of a function is raw or pointer for the whole function (`Func::pointers`), which is all the collector needs.
//!
//! `d` is the destination register, `a`, `b` operands, `to` a code index in the same function. Integer instructions raise `Overflow` and `Div`
//! as Standard ML does.

/// A register of the current frame.
pub type Reg = u16;

/// One instruction: 16 bytes, so that the index of one is a shift away from its address.
#[repr(align(16))]
#[derive(Copy, Clone, PartialEq, Debug)]
#[rustfmt::skip] // one line an instruction
#[allow(missing_docs)] // the group comments say what each does
pub enum Op {
    // Moves and constants
    Move { d: Reg, a: Reg },
    /// A small constant: an int, a char, a bool, a nullary constructor's immediate.
    Int { d: Reg, v: i32 },
    /// `Program::constants[k]`, a raw word.
    Const { d: Reg, k: u32 },
    /// Read or write a global: raw and pointer globals are numbered apart.
    GetRaw { d: Reg, g: u32 },
    GetPtr { d: Reg, g: u32 },
    SetRaw { g: u32, a: Reg },
    SetPtr { g: u32, a: Reg },

    // int
    AddI { d: Reg, a: Reg, b: Reg },
    SubI { d: Reg, a: Reg, b: Reg },
    MulI { d: Reg, a: Reg, b: Reg },
    DivI { d: Reg, a: Reg, b: Reg },
    ModI { d: Reg, a: Reg, b: Reg },
    /// Operand and constant.
    AddIK { d: Reg, a: Reg, k: i32 },
    MulIK { d: Reg, a: Reg, k: i32 },
    DivIK { d: Reg, a: Reg, k: i32 },
    ModIK { d: Reg, a: Reg, k: i32 },
    NegI { d: Reg, a: Reg },
    AbsI { d: Reg, a: Reg },
    /// Comparisons of words as signed integers; also char, bool and enumerations.
    LtI { d: Reg, a: Reg, b: Reg },
    LeI { d: Reg, a: Reg, b: Reg },
    EqI { d: Reg, a: Reg, b: Reg },
    NeI { d: Reg, a: Reg, b: Reg },

    // real
    AddR { d: Reg, a: Reg, b: Reg },
    SubR { d: Reg, a: Reg, b: Reg },
    MulR { d: Reg, a: Reg, b: Reg },
    DivR { d: Reg, a: Reg, b: Reg },
    NegR { d: Reg, a: Reg },
    AbsR { d: Reg, a: Reg },
    LtR { d: Reg, a: Reg, b: Reg },
    LeR { d: Reg, a: Reg, b: Reg },

    // bool
    Not { d: Reg, a: Reg },

    // Structural equality of two pointer words (or immediates); raw words use `EqI`
    EqP { d: Reg, a: Reg, b: Reg },

    // Jumps: always; if a word is zero / not zero; if a comparison of words as signed integers holds; if structurally (un)equal
    Jump { to: u32 },
    JumpZero { a: Reg, to: u32 },
    JumpNonZero { a: Reg, to: u32 },
    JumpLt { a: Reg, b: Reg, to: u32 },
    JumpLe { a: Reg, b: Reg, to: u32 },
    JumpEq { a: Reg, b: Reg, to: u32 },
    JumpNe { a: Reg, b: Reg, to: u32 },
    JumpLtK { a: Reg, k: i16, to: u32 },
    JumpLeK { a: Reg, k: i16, to: u32 },
    JumpGtK { a: Reg, k: i16, to: u32 },
    JumpGeK { a: Reg, k: i16, to: u32 },
    JumpEqK { a: Reg, k: i16, to: u32 },
    JumpNeK { a: Reg, k: i16, to: u32 },
    JumpEqP { a: Reg, b: Reg, to: u32 },
    JumpNeP { a: Reg, b: Reg, to: u32 },
    /// `a` holds a value of a datatype with arguments: jump unless its constructor's tag is `tag`.
    JumpTagNe { a: Reg, tag: u16, to: u32 },
    /// Jump by the tag of the value in `a` through `Program::tables[table]`.
    SwitchTag { a: Reg, table: u32 },
    /// Jump by the raw word in `a` (an enumeration).
    SwitchRaw { a: Reg, table: u32 },

    // Heap objects. `header` indexes `Program::headers`
    /// A new object whose fields are the registers from `base` on, pointers first.
    New { d: Reg, base: Reg, header: u32 },
    /// A list cell with a pointer (`ConsP`: fields head, tail) or raw (`ConsR`: fields tail, head) head.
    ConsP { d: Reg, head: Reg, tail: Reg },
    ConsR { d: Reg, head: Reg, tail: Reg },
    /// A closure of `func` whose captured words are the registers from `base` on, pointers first; `Func::captures` says how many.
    Closure { d: Reg, base: Reg, func: u32 },
    /// Field `i` of the object in `a`.
    Load { d: Reg, a: Reg, i: u16 },
    /// `a := b` for a ref cell: its only field.
    Store { a: Reg, b: Reg },

    // Calls. Arguments stand in registers `base`, `base+1`, …; the result comes back in `base`
    /// A known function. A function that captures takes its closure as one more, last, argument.
    Call { func: u32, base: Reg },
    /// The same in tail position: the frame is reused.
    TailCall { func: u32, base: Reg },
    /// The closure in `f`, given `groups` curried arguments (each perhaps several words), makes a partial application if it wants more and calls the
    /// result with the rest if it wants fewer.
    /// `words` is how many registers the arguments fill, which the collector needs to know what is live.
    CallClosure { f: Reg, base: Reg, groups: u8, words: u8 },
    TailClosure { f: Reg, base: Reg, groups: u8, words: u8 },
    Return { a: Reg },
    /// Primitive `prim` (see `prim.rs`) on the registers from `base` on; the result comes back in `base`.
    Prim { prim: u16, base: Reg },

    // Exceptions
    /// Until the matching `PopHandler`, an exception continues at `to` with the packet in `d`.
    PushHandler { d: Reg, to: u32 },
    PopHandler,
    Raise { a: Reg },
    /// Raise the built-in exception with this number (`exn.rs`), which carries nothing.
    RaiseBuiltin { exn: u16 },

    // Made by `fuse` only: several of the above, one after the other
    Move2 { d: Reg, a: Reg, e: Reg, b: Reg },
    Move3 { d: Reg, a: Reg, e: Reg, b: Reg, f: Reg, c: Reg },
    Load2 { d: Reg, a: Reg, i: u16, e: Reg, b: Reg, j: u16 },
}

impl Op {
    /// The code index this instruction may go on at, besides the next one: a jump's target or a handler's.
    pub fn target(&mut self) -> Option<&mut u32> {
        match self {
            Op::Jump { to }
            | Op::JumpZero { to, .. }
            | Op::JumpNonZero { to, .. }
            | Op::JumpLt { to, .. }
            | Op::JumpLe { to, .. }
            | Op::JumpEq { to, .. }
            | Op::JumpNe { to, .. }
            | Op::JumpLtK { to, .. }
            | Op::JumpLeK { to, .. }
            | Op::JumpGtK { to, .. }
            | Op::JumpGeK { to, .. }
            | Op::JumpEqK { to, .. }
            | Op::JumpNeK { to, .. }
            | Op::JumpEqP { to, .. }
            | Op::JumpNeP { to, .. }
            | Op::JumpTagNe { to, .. }
            | Op::PushHandler { to, .. } => Some(to),
            _ => None,
        }
    }
}
