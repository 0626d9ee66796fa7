//! The machine on hand-assembled functions: calls, loops, lists, closures, exceptions, limits, and the collector under stress.

use super::exn;
use super::heap::{Heap, Kind, header};
use super::op::Op::*;
use super::op::{Op, Reg};
use super::program::{Func, Payload, Program, Shape, ShapeId, Word};
use super::{Budget, Cause, Stop, Vm, prim};
use crate::span::{SourceId, Span};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

fn span(start: usize) -> Span {
    Span::new(SourceId(0), start, start + 1)
}

/// A function with one-word arguments; `kinds` has one letter a register: `p`ointer or `r`aw.
fn func(name: &str, arity: usize, kinds: &str, code: Vec<Op>) -> Func {
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

fn machine(funcs: Vec<Func>) -> Vm {
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
    vm.program.exceptions.push(super::program::Exception {
        name: "Odd".into(),
        payload: Payload::One(ShapeId(0)),
    });
    vm.seal().expect("valid code");
    vm
}

fn value(vm: &mut Vm, func: u32, args: &[i64]) -> i64 {
    let words: Vec<Word> = args.iter().map(|&arg| arg as Word).collect();
    vm.call(func, &words).expect("a value") as i64
}

/// `fun fib n = if n < 2 then n else fib (n-1) + fib (n-2)`
fn fib() -> Func {
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
fn guard() -> Func {
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
fn build(number: u32) -> Func {
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
fn sum(number: u32) -> Func {
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
fn build_and_sum(build: u32, sum: u32) -> Func {
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
fn depth() -> Func {
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

#[test]
fn functions_call_themselves() {
    let mut vm = machine(vec![fib()]);
    assert_eq!(value(&mut vm, 0, &[20]), 6765);
    let mut vm = machine(vec![guard()]);
    assert_eq!(value(&mut vm, 0, &[1, 2, 6]), 1);
    assert_eq!(value(&mut vm, 0, &[2, 2, 6]), 0);
    assert_eq!(value(&mut vm, 0, &[1, 2, 5]), 0);
}

#[test]
fn lists_are_built_collected_and_summed() {
    let mut vm = machine(vec![build_and_sum(1, 2), build(1), sum(2)]);
    assert_eq!(value(&mut vm, 0, &[1_000_000]), 500_000_500_000);
}

#[test]
fn recursion_is_limited_only_by_the_budget() {
    let mut vm = machine(vec![depth()]);
    assert_eq!(value(&mut vm, 0, &[1_000_000]), 1_000_000);
    vm.set_budget(Budget {
        memory: 1 << 20,
        ..Budget::default()
    });
    vm.stack.truncate(1024);
    let stop = vm.call(0, &[1_000_000]).expect_err("too deep");
    assert_eq!(stop.cause, Cause::Memory);
    assert_eq!((stop.trace.len(), stop.trace[0].0.as_ref()), (12, "depth"));
    assert!(stop.more > 1000);
    assert_eq!(value(&mut vm, 0, &[10]), 10);
}

#[test]
fn integers_overflow_and_divide_as_standard_ml_says() {
    let two = |op: Op| func("op", 2, "rrr", vec![op, Return { a: 2 }]);
    let mut vm = machine(vec![
        two(AddI { d: 2, a: 0, b: 1 }),
        two(DivI { d: 2, a: 0, b: 1 }),
        two(NegI { d: 2, a: 0 }),
        two(AbsI { d: 2, a: 0 }),
        two(ModIK { d: 2, a: 0, k: -3 }),
    ]);
    let min = i64::MIN as Word;
    let raised = |result: Result<Word, Stop>| result.expect_err("raises").cause;
    let overflow = Cause::Raised(Heap::builtin(exn::OVERFLOW));
    assert_eq!(raised(vm.call(0, &[min, min])), overflow);
    assert_eq!(raised(vm.call(1, &[min, -1i64 as Word])), overflow);
    assert_eq!(raised(vm.call(2, &[min, 0])), overflow);
    assert_eq!(raised(vm.call(3, &[min, 0])), overflow);
    let div = vm.call(1, &[1, 0]).expect_err("raises");
    assert_eq!(div.cause, Cause::Raised(Heap::builtin(exn::DIV)));
    assert_eq!(div.span, Some(span(100)));
    assert_eq!(value(&mut vm, 4, &[7, 0]), -2);
}

/// `fn a => fn b => fn c => a*100 + b*10 + c`, curried; and what applies it in different ways.
fn curried() -> Vec<Func> {
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

#[test]
fn closures_take_fewer_as_many_and_more_arguments() {
    let mut vm = machine(curried());
    for number in 2..6 {
        assert_eq!(value(&mut vm, number, &[]), 123, "function {number}");
    }
    let choose = vm.heap.alloc(header(Kind::Closure, 1, 0, 0), &[]);
    let args = [(0, false), (4, false), (5, false), (6, false)];
    assert_eq!(vm.apply(choose, &args, 4), Ok(456));
    let partial = vm.apply(choose, &args[..3], 3).expect("partial");
    assert_eq!(vm.apply(partial, &args[3..], 1), Ok(456));
    assert!(vm.frames.is_empty() && vm.pending.is_empty());
}

#[test]
fn closures_bring_what_they_captured() {
    // fn x => x + captured
    let mut adder = func(
        "adder",
        1,
        "rpr",
        vec![
            Load { d: 2, a: 1, i: 0 },
            AddI { d: 2, a: 2, b: 0 },
            Return { a: 2 },
        ],
    );
    adder.captures = Some((0, 1));
    let main = func(
        "main",
        1,
        "rprr",
        vec![
            Closure {
                d: 1,
                base: 0,
                func: 0,
            },
            Int { d: 2, v: 5 },
            CallClosure {
                f: 1,
                base: 2,
                groups: 1,
                words: 1,
            },
            Return { a: 2 },
        ],
    );
    let mut vm = machine(vec![adder, main]);
    assert_eq!(value(&mut vm, 1, &[37]), 42);
}

/// `fun odd n = if n mod 2 = 1 then raise Odd n else odd' (n div 2)`, called under a handler that gives the number back.
fn exceptions() -> Vec<Func> {
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

#[test]
fn exceptions_unwind_to_the_handler() {
    let mut vm = machine(exceptions());
    assert_eq!(value(&mut vm, 1, &[40]), 5);
    let stop = vm.call(0, &[24]).expect_err("uncaught");
    let Cause::Raised(packet) = stop.cause else {
        panic!("an exception");
    };
    assert_eq!(vm.exception_number(packet), exn::COUNT as u32);
    assert_eq!(vm.heap.field(packet, 0), 3);
    // raised at instruction 3, called three times at instruction 5
    assert_eq!(stop.span, Some(span(103)));
    let places: Vec<Span> = stop.trace.iter().map(|&(_, at)| at).collect();
    assert_eq!(places, [span(103), span(105), span(105), span(105)]);
    assert!(vm.frames.is_empty() && vm.handlers.is_empty());
}

#[test]
fn budgets_and_interrupts_stop_a_loop() {
    let spin = func("spin", 0, "r", vec![TailCall { func: 0, base: 0 }]);
    let mut vm = machine(vec![spin]);
    vm.set_budget(Budget {
        steps: 100_000,
        ..Budget::default()
    });
    assert_eq!(vm.call(0, &[]).expect_err("endless").cause, Cause::Steps);
    vm.set_budget(Budget::default());
    let flag = Arc::new(AtomicU8::new(0));
    vm.interrupt = Some(flag.clone());
    flag.store(7, Ordering::Relaxed);
    assert_eq!(
        vm.call(0, &[]).expect_err("endless").cause,
        Cause::Interrupted(7)
    );
}

#[test]
fn a_recursion_that_keeps_nothing_still_ends() {
    // fun f () = 1 + f (), and a loop by jumping back
    let down = func(
        "down",
        0,
        "r",
        vec![Call { func: 0, base: 0 }, Return { a: 0 }],
    );
    let round = func("round", 0, "r", vec![Jump { to: 0 }]);
    let mut vm = machine(vec![down, round]);
    vm.set_budget(Budget {
        memory: 1 << 24,
        steps: 10_000_000,
    });
    assert_eq!(vm.call(0, &[]).expect_err("endless").cause, Cause::Memory);
    assert_eq!(vm.call(1, &[]).expect_err("endless").cause, Cause::Steps);
}

#[test]
fn memory_that_stays_alive_stops_at_the_budget() {
    // fun grow xs = grow (1 :: xs)
    let grow = func(
        "grow",
        1,
        "prp",
        vec![
            Int { d: 1, v: 1 },
            ConsR {
                d: 2,
                head: 1,
                tail: 0,
            },
            TailCall { func: 0, base: 2 },
        ],
    );
    let mut vm = machine(vec![grow, fib()]);
    vm.set_budget(Budget {
        memory: 4 << 20,
        ..Budget::default()
    });
    assert_eq!(vm.call(0, &[0]).expect_err("endless").cause, Cause::Memory);
    assert!(vm.heap.len() < (4 << 20) / 8 + 1024);
}

/// A list of strings that stays alive while garbage is made; pointers in registers, frames, globals, refs and partial applications all move.
#[test]
fn the_collector_moves_everything_that_is_alive() {
    let text = prim::lookup("int_to_string").expect("primitive");
    let cat = prim::lookup("string_cat").expect("primitive");
    // fun make n = if n = 0 then [] else Int.toString n ^ "!" :: make (n-1), where "!" is in global 0
    let make = func(
        "make",
        1,
        "rprrppr",
        vec![
            JumpNeK { a: 0, k: 0, to: 3 },
            Int { d: 1, v: 0 },
            Return { a: 1 },
            Move { d: 2, a: 0 },
            Prim {
                prim: text,
                base: 2,
            },
            Move { d: 4, a: 2 },
            GetPtr { d: 5, g: 0 },
            Prim { prim: cat, base: 4 },
            Move { d: 1, a: 4 },
            AddIK { d: 6, a: 0, k: -1 },
            Call { func: 0, base: 6 },
            Move { d: 4, a: 6 },
            ConsP {
                d: 1,
                head: 1,
                tail: 4,
            },
            Return { a: 1 },
        ],
    );
    let mut vm = machine(vec![make]);
    let bang = vm.heap.alloc_str(b"!");
    let cell = vm.heap.alloc(header(Kind::Ref, 0, 1, 0), &[bang]);
    vm.set_pointer_global(0, bang);
    vm.set_pointer_global(1, cell);
    vm.heap.freeze();
    let young = vm.heap.alloc_str(b"assigned after the freeze");
    vm.heap.assign(cell, young);
    // collect at every single allocation
    for count in [10, 500] {
        vm.heap.limit = 0;
        let list = vm.call(0, &[count]).expect("a list");
        vm.temps.push(list);
        vm.collect(None).expect("room");
        let list = vm.temps.pop().expect("the list");
        let items = vm.heap.list_items(list, true);
        let texts: Vec<&[u8]> = items.iter().map(|&item| vm.heap.str(item)).collect();
        let expected: Vec<String> = (1..=count).rev().map(|n| format!("{n}!")).collect();
        assert!(
            texts.iter().eq(expected
                .iter()
                .map(|text| text.as_bytes())
                .collect::<Vec<_>>()
                .iter())
        );
        let cell = vm.pointer_global(1);
        assert_eq!(
            vm.heap.str(vm.heap.field(cell, 0)),
            b"assigned after the freeze"
        );
    }
}

#[test]
fn invalid_code_is_refused() {
    for (kinds, code, why) in [
        (
            "r",
            vec![Move { d: 1, a: 0 }, Return { a: 0 }],
            "register 1 of 1",
        ),
        ("r", vec![Jump { to: 9 }], "jump to 9 of 1"),
        ("r", vec![Int { d: 0, v: 1 }], "control runs off the end"),
        ("r", vec![TailCall { func: 3, base: 0 }], "function 3 of 1"),
        (
            "rrr",
            vec![
                Int { d: 2, v: 1 },
                Call { func: 0, base: 1 },
                Return { a: 2 },
            ],
            "register 2 is read after this call",
        ),
        (
            "r",
            vec![PopHandler, Return { a: 0 }],
            "no handler to remove",
        ),
        (
            "rr",
            vec![
                Int { d: 0, v: 1 },
                JumpZero { a: 0, to: 3 },
                PushHandler { d: 1, to: 3 },
                Return { a: 0 },
            ],
            "reached with different handlers in scope",
        ),
        (
            "rr",
            vec![
                PushHandler { d: 1, to: 2 },
                Return { a: 0 },
                Return { a: 0 },
            ],
            "leaves the function inside a handler's scope",
        ),
    ] {
        let mut vm = machine(Vec::new());
        vm.add_func(func("bad", 0, kinds, code));
        let invalid = vm.seal().expect_err("invalid");
        assert_eq!(invalid.why, why);
        assert_eq!(
            vm.call(0, &[]).expect_err("not linked").cause,
            Cause::BadCall
        );
    }
}

/// Figures for the reader: `cargo test --release -p sweepnet-lang -- --nocapture measure`. Checks only the results.
#[test]
fn measure() {
    let time = |what: &str, mut work: Box<dyn FnMut()>| {
        let best = (0..5)
            .map(|_| {
                let start = std::time::Instant::now();
                work();
                start.elapsed()
            })
            .min();
        println!("{what}: {best:?}");
    };
    let mut vm = machine(vec![fib()]);
    time(
        "fib 27",
        Box::new(move || assert_eq!(value(&mut vm, 0, &[27]), 196_418)),
    );
    let mut vm = machine(vec![guard()]);
    time(
        "guard, a million calls",
        Box::new(move || {
            let mut holds = 0;
            for i in 0..1_000_000 {
                holds += vm.call(0, &[i & 15, 3, 4]).expect("a value");
            }
            assert_eq!(holds, 562_500);
        }),
    );
    let mut vm = machine(vec![build_and_sum(1, 2), build(1), sum(2)]);
    time(
        "list of a million",
        Box::new(move || assert_eq!(value(&mut vm, 0, &[1_000_000]), 500_000_500_000)),
    );
    let mut vm = machine(vec![depth()]);
    time(
        "a million deep",
        Box::new(move || assert_eq!(value(&mut vm, 0, &[1_000_000]), 1_000_000)),
    );
}
