//! Calls, closures, exceptions, and what the verifier refuses.

use super::programs::*;
use crate::span::Span;
use crate::vm::exn;
use crate::vm::heap::{Heap, Kind, header};
use crate::vm::op::Op;
use crate::vm::op::Op::*;
use crate::vm::program::{ColourKind, ColourSet, ColourSetId, ShapeId, Word};
use crate::vm::{Cause, Stop, prim};

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
    assert_eq!(value(&mut vm, 0, &[MANY]), MANY * (MANY + 1) / 2);
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

/// `fn v => legal v handle Odd n => n`, where the predicate of the colour set raises `Odd` for odd numbers.
#[test]
fn exceptions_pass_through_primitives() {
    let legal = prim::lookup("cs_legal").expect("primitive");
    let mut funcs = exceptions();
    funcs.push(func(
        "legal",
        1,
        "rrr",
        vec![
            Move { d: 1, a: 0 },
            Int { d: 2, v: 1 },
            Prim {
                prim: legal,
                base: 1,
            },
            Return { a: 1 },
        ],
    ));
    funcs.push(func(
        "careful",
        1,
        "rpr",
        vec![
            PushHandler { d: 1, to: 5 },
            Move { d: 2, a: 0 },
            Call { func: 2, base: 2 },
            PopHandler,
            Return { a: 2 },
            Load { d: 2, a: 1, i: 0 },
            Return { a: 2 },
        ],
    ));
    let mut vm = machine(funcs);
    let set = |name: &str, kind| ColourSet {
        name: name.into(),
        kind,
        timed: false,
        shape: ShapeId(0),
    };
    vm.program_mut().colour_sets = vec![
        set("I", ColourKind::Int(None)),
        set("S", ColourKind::SubsetBy(ColourSetId(0), 0)),
    ];
    let predicate = vm.heap.alloc(header(Kind::Closure, 0, 0, 0), &[]);
    vm.set_pointer_global(0, predicate);
    assert_eq!(value(&mut vm, 3, &[12]), 3);
    let stop = vm.call(2, &[12]).expect_err("uncaught");
    let names: Vec<&str> = stop.trace.iter().map(|(name, _)| name.as_ref()).collect();
    assert_eq!(names, ["raiser", "raiser", "raiser", "legal"]);
    assert!(vm.frames.is_empty() && vm.handlers.is_empty() && !vm.pinned);
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
