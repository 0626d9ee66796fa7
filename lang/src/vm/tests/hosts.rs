//! What host functions may do to the machine that calls them.

use super::programs::*;
use crate::vm::Vm;
use crate::vm::host::{ARGUMENTS, Host, Refusal};
use crate::vm::op::Op::*;
use crate::vm::prim;
use crate::vm::program::Word;

struct Own(fn(&mut Vm) -> Word);

impl Host for Own {
    fn call(&mut self, vm: &mut Vm, _: Word, _: [Word; ARGUMENTS]) -> Result<Word, Refusal> {
        Ok(self.0(vm))
    }
}

/// A machine whose function 0 calls the host and adds 1.
fn calling(host: fn(&mut Vm) -> Word) -> Vm {
    let raw = prim::lookup("host_raw").expect("a primitive");
    let call = func(
        "call",
        0,
        "rrrr",
        vec![
            Int { d: 0, v: 0 },
            Int { d: 1, v: 0 },
            Int { d: 2, v: 0 },
            Int { d: 3, v: 0 },
            Prim { prim: raw, base: 0 },
            AddIK { d: 0, a: 0, k: 1 },
            Return { a: 0 },
        ],
    );
    let mut vm = machine(vec![call]);
    vm.host.0 = Some(Box::new(Own(host)));
    vm
}

#[test]
fn a_host_function_cannot_extend_the_code_that_calls_it() {
    let mut vm = calling(|vm| {
        // Enough for the code to move if it were extended.
        for _ in 0..(if cfg!(miri) { 50 } else { 1000 }) {
            vm.add_func(fib());
        }
        Word::from(vm.seal().is_err())
    });
    assert_eq!(value(&mut vm, 0, &[]), 2);
    vm.seal().expect("afterwards it can be extended");
    assert_eq!(value(&mut vm, 0, &[]), 2);
}

#[test]
fn a_host_function_may_evaluate_and_exchange_the_machine_for_a_while() {
    let mut vm = calling(|vm| {
        let mut other = vm.fork();
        other.add_func(fib());
        other.seal().expect("a copy is not at work");
        std::mem::swap(vm, &mut other);
        std::mem::swap(vm, &mut other);
        41
    });
    assert_eq!(value(&mut vm, 0, &[]), 42);
}

#[test]
#[should_panic(expected = "replaced the machine")]
fn a_host_function_cannot_replace_the_machine_that_calls_it() {
    let mut vm = calling(|vm| {
        *vm = vm.clone();
        0
    });
    let _ = vm.call(0, &[]);
}
