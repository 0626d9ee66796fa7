//! Hand-assembled functions that the tests run.

use crate::span::{SourceId, Span};
use crate::vm::Vm;
use crate::vm::exn;
use crate::vm::heap::{Kind, header};
use crate::vm::op::Op::*;
use crate::vm::op::{Op, Reg};
use crate::vm::program::{Exception, Func, Payload, Program, Shape, ShapeId, Word};

/// Many calls or objects: enough for several collections. Miri is some hundred times slower.
pub(super) const MANY: i64 = if cfg!(miri) { 2_000 } else { 1_000_000 };

pub(super) fn span(start: usize) -> Span {
    Span::new(SourceId(0), start, start + 1)
}

/// A function with one-word arguments; `kinds` has one letter a register: `p`ointer or `r`aw.
pub(super) fn func(name: &str, arity: usize, kinds: &str, code: Vec<Op>) -> Func {
    let pointers: Vec<bool> = kinds.chars().map(|kind| kind == 'p').collect();
    Func {
        name: name.into(),
        span: span(0),
        groups: vec![1; arity],
        argument_pointers: pointers[..arity].to_vec(),
        captures: None,
        registers: pointers.len() as u16,
        pointers,
        spans: (0..code.len())
            .map(|pc| (pc as u32, span(pc + 100)))
            .collect(),
        code,
    }
}

pub(super) fn machine(funcs: Vec<Func>) -> Vm {
    let program = Program {
        funcs,
        shapes: vec![Shape::Int, Shape::Str],
        headers: vec![
            header(Kind::Tuple, 0, 1, 1),
            header(Kind::Exn, exn::COUNT as u32, 0, 1),
            header(Kind::Ref, 0, 1, 0),
        ],
        exceptions: exn::builtin(ShapeId(1)),
        pointer_globals: 2,
        raw_globals: 1,
        ..Program::default()
    };
    let mut vm = Vm::new(program);
    vm.program_mut().exceptions.push(Exception {
        name: "Odd".into(),
        payload: Payload::One(ShapeId(0)),
    });
    vm.seal().expect("valid code");
    vm
}

pub(super) fn value(vm: &mut Vm, func: u32, args: &[i64]) -> i64 {
    let words: Vec<Word> = args.iter().map(|&arg| arg as Word).collect();
    vm.call(func, &words).expect("a value") as i64
}

/// `fun fib n = if n < 2 then n else fib (n-1) + fib (n-2)`
pub(super) fn fib() -> Func {
    func(
        "fib",
        1,
        "rrr",
        vec![
            JumpGeK { a: 0, k: 2, to: 2 },
            Return { a: 0 },
            AddIK { d: 1, a: 0, k: -1 },
            Call { func: 0, base: 1 },
            AddIK { d: 2, a: 0, k: -2 },
            Call { func: 0, base: 2 },
            AddI { d: 0, a: 1, b: 2 },
            Return { a: 0 },
        ],
    )
}

/// `fn (x, y, z) => ((x*3+y) mod 7 < z) andalso x <> y`
pub(super) fn guard() -> Func {
    func(
        "guard",
        3,
        "rrrr",
        vec![
            MulIK { d: 3, a: 0, k: 3 },
            AddI { d: 3, a: 3, b: 1 },
            ModIK { d: 3, a: 3, k: 7 },
            JumpLt { a: 3, b: 2, to: 6 },
            Int { d: 3, v: 0 },
            Return { a: 3 },
            NeI { d: 3, a: 0, b: 1 },
            Return { a: 3 },
        ],
    )
}

/// `fun build (n, acc) = if n = 0 then acc else build (n-1, n :: acc)`
pub(super) fn build(number: u32) -> Func {
    func(
        "build",
        2,
        "rprp",
        vec![
            JumpNeK { a: 0, k: 0, to: 2 },
            Return { a: 1 },
            AddIK { d: 2, a: 0, k: -1 },
            ConsR {
                d: 3,
                head: 0,
                tail: 1,
            },
            TailCall {
                func: number,
                base: 2,
            },
        ],
    )
}

/// `fun sum (xs, acc) = case xs of [] => acc | x :: r => sum (r, acc + x)`
pub(super) fn sum(number: u32) -> Func {
    func(
        "sum",
        2,
        "prpr",
        vec![
            JumpNonZero { a: 0, to: 2 },
            Return { a: 1 },
            Load { d: 2, a: 0, i: 0 },
            Load { d: 3, a: 0, i: 1 },
            AddI { d: 3, a: 3, b: 1 },
            TailCall {
                func: number,
                base: 2,
            },
        ],
    )
}

/// `fn n => sum (build (n, []), 0)`
pub(super) fn build_and_sum(build: u32, sum: u32) -> Func {
    func(
        "main",
        1,
        "rrprpr",
        vec![
            Move { d: 1, a: 0 },
            Int { d: 2, v: 0 },
            Call {
                func: build,
                base: 1,
            },
            Move { d: 4, a: 1 },
            Int { d: 5, v: 0 },
            Call { func: sum, base: 4 },
            Return { a: 4 },
        ],
    )
}

/// `fun depth n = if n = 0 then 0 else 1 + depth (n-1)`
pub(super) fn depth() -> Func {
    func(
        "depth",
        1,
        "rr",
        vec![
            JumpNeK { a: 0, k: 0, to: 2 },
            Return { a: 0 },
            AddIK { d: 1, a: 0, k: -1 },
            Call { func: 0, base: 1 },
            AddIK { d: 1, a: 1, k: 1 },
            Return { a: 1 },
        ],
    )
}

/// `fn a => fn b => fn c => a*100 + b*10 + c`, curried; and what applies it in different ways.
pub(super) fn curried() -> Vec<Func> {
    let mut three = func(
        "three",
        3,
        "rrrr",
        vec![
            MulIK { d: 3, a: 0, k: 10 },
            AddI { d: 3, a: 3, b: 1 },
            MulIK { d: 3, a: 3, k: 10 },
            AddI { d: 3, a: 3, b: 2 },
            Return { a: 3 },
        ],
    );
    three.argument_pointers = vec![false; 3];
    // fn x => (three closure), a function of one argument that gives a function back
    let choose = func(
        "choose",
        1,
        "rp",
        vec![
            Closure {
                d: 1,
                base: 0,
                func: 0,
            },
            Return { a: 1 },
        ],
    );
    let args = |mut code: Vec<Op>, from: Reg| {
        for i in 0..3 {
            code.push(Int {
                d: from + i,
                v: i as i32 + 1,
            });
        }
        code
    };
    let call = |groups: u8, base: Reg| CallClosure {
        f: 0,
        base,
        groups,
        words: groups,
    };
    let exact = func(
        "exact",
        0,
        "prrr",
        args(
            vec![Closure {
                d: 0,
                base: 0,
                func: 0,
            }],
            1,
        )
        .into_iter()
        .chain([call(3, 1), Return { a: 1 }])
        .collect(),
    );
    let partial = func(
        "partial",
        0,
        "prrrp",
        vec![
            Closure {
                d: 0,
                base: 0,
                func: 0,
            },
            Int { d: 1, v: 1 },
            call(1, 1),
            Move { d: 4, a: 1 },
            Move { d: 0, a: 4 },
            Int { d: 1, v: 2 },
            call(1, 1),
            Move { d: 0, a: 1 },
            Int { d: 1, v: 3 },
            TailClosure {
                f: 0,
                base: 1,
                groups: 1,
                words: 1,
            },
        ],
    );
    let over = func(
        "over",
        0,
        "prrrr",
        args(
            vec![
                Closure {
                    d: 0,
                    base: 0,
                    func: 1,
                },
                Int { d: 1, v: 0 },
            ],
            2,
        )
        .into_iter()
        .chain([call(4, 1), Return { a: 1 }])
        .collect(),
    );
    // too many for `choose`, too few for what it gives back; then the rest
    let mixed = func(
        "mixed",
        0,
        "prrr",
        vec![
            Closure {
                d: 0,
                base: 0,
                func: 1,
            },
            Int { d: 1, v: 0 },
            Int { d: 2, v: 1 },
            call(2, 1),
            Move { d: 0, a: 1 },
            Int { d: 1, v: 2 },
            Int { d: 2, v: 3 },
            TailClosure {
                f: 0,
                base: 1,
                groups: 2,
                words: 2,
            },
        ],
    );
    vec![three, choose, exact, partial, over, mixed]
}

/// `fun odd n = if n mod 2 = 1 then raise Odd n else odd' (n div 2)`, called under a handler that gives the number back.
pub(super) fn exceptions() -> Vec<Func> {
    let raiser = func(
        "raiser",
        1,
        "rrp",
        vec![
            ModIK { d: 1, a: 0, k: 2 },
            JumpZero { a: 1, to: 4 },
            New {
                d: 2,
                base: 0,
                header: 1,
            },
            Raise { a: 2 },
            DivIK { d: 1, a: 0, k: 2 },
            Call { func: 0, base: 1 },
            Return { a: 1 },
        ],
    );
    let handler = func(
        "handler",
        1,
        "rpr",
        vec![
            PushHandler { d: 1, to: 6 },
            Move { d: 2, a: 0 },
            Call { func: 0, base: 2 },
            PopHandler,
            AddI { d: 2, a: 2, b: 0 },
            Return { a: 2 },
            JumpTagNe {
                a: 1,
                tag: exn::COUNT as u16,
                to: 9,
            },
            Load { d: 2, a: 1, i: 0 },
            Return { a: 2 },
            Raise { a: 1 },
        ],
    );
    vec![raiser, handler]
}
