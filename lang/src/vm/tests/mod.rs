//! The machine on hand-assembled functions.

mod calls;
mod limits;
mod programs;

use programs::*;

/// `cargo test --release -p sweepnet-lang -- --ignored --nocapture measure`
#[test]
#[ignore = "prints timings; to be run by hand in release mode"]
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
