//! Budgets, interrupts, and the collector under stress.

use super::programs::*;
use crate::vm::heap::{Kind, header};
use crate::vm::op::Op::*;
use crate::vm::program::Func;
use crate::vm::{Budget, Cause, prim};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

#[test]
fn recursion_is_limited_only_by_the_budget() {
    let mut vm = machine(vec![depth()]);
    assert_eq!(value(&mut vm, 0, &[MANY]), MANY);
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
fn budgets_and_interrupts_stop_a_loop() {
    let spin = func("spin", 0, "r", vec![TailCall { func: 0, base: 0 }]);
    let mut vm = machine(vec![spin]);
    vm.set_budget(Budget {
        steps: if cfg!(miri) { 1_000 } else { 100_000 },
        ..Budget::default()
    });
    assert_eq!(vm.call(0, &[]).expect_err("endless").cause, Cause::Steps);
    vm.set_budget(Budget::default());
    let flag = Arc::new(AtomicUsize::new(0));
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
        memory: if cfg!(miri) { 1 << 16 } else { 1 << 24 },
        steps: if cfg!(miri) { 10_000 } else { 10_000_000 },
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
    let memory = if cfg!(miri) { 1 << 19 } else { 4 << 20 };
    vm.set_budget(Budget {
        memory,
        ..Budget::default()
    });
    assert_eq!(vm.call(0, &[0]).expect_err("endless").cause, Cause::Memory);
    assert!(vm.heap.len() < memory / 8 + 1024);
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
    vm.heap.stress = true;
    for count in [10, 500] {
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
fn a_collection_at_every_allocation_changes_nothing() {
    let stressed = |funcs: Vec<Func>| {
        let mut vm = machine(funcs);
        vm.heap.stress = true;
        vm
    };
    let mut vm = stressed(vec![build_and_sum(1, 2), build(1), sum(2)]);
    let many = if cfg!(miri) { 40 } else { 1_000 };
    assert_eq!(value(&mut vm, 0, &[many]), many * (many + 1) / 2);
    let mut vm = stressed(curried());
    for number in 2..6 {
        assert_eq!(value(&mut vm, number, &[]), 123, "function {number}");
    }
    let mut vm = stressed(exceptions());
    assert_eq!(value(&mut vm, 1, &[40]), 5);
    // all but what the globals hold was dropped
    vm.collect(None).expect("room");
    assert!(vm.heap.is_empty());
}

/// A handler whose code reads a string that only the handler needs, around a call that allocates and raises.
#[test]
fn what_only_a_handler_reads_stays_alive() {
    let text = prim::lookup("int_to_string").expect("primitive");
    let raiser = func(
        "raiser",
        1,
        "rrp",
        vec![
            Move { d: 1, a: 0 },
            Prim {
                prim: text,
                base: 1,
            },
            Move { d: 2, a: 1 },
            New {
                d: 2,
                base: 0,
                header: 1,
            },
            Raise { a: 2 },
        ],
    );
    let handler = func(
        "handler",
        1,
        "rppr",
        vec![
            Move { d: 3, a: 0 },
            Prim {
                prim: text,
                base: 3,
            },
            Move { d: 1, a: 3 },
            PushHandler { d: 2, to: 8 },
            Move { d: 3, a: 0 },
            Call { func: 0, base: 3 },
            PopHandler,
            Return { a: 2 },
            Return { a: 1 },
        ],
    );
    // the ordinary return reads a register that was never set: it is cleared at entry
    let mut vm = machine(vec![raiser, handler]);
    vm.heap.stress = true;
    let word = vm.call(1, &[1234]).expect("a string");
    assert_eq!(vm.heap.str(word), b"1234");
}

#[test]
fn the_stack_never_has_more_words_than_frames_can_number() {
    let mut vm = machine(vec![depth()]);
    vm.set_budget(Budget {
        memory: usize::MAX / 2,
        ..Budget::default()
    });
    assert_eq!(vm.grow_stack(1 << 32), Err(Cause::Memory));
    assert_eq!(vm.stack.len(), 1024);
}
