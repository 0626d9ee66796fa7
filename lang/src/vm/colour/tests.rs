//! Every form of colour set: numbers go round, all values are there once, and what does not belong is named.

use super::*;
use crate::span::{SourceId, Span};
use crate::vm::exn;
use crate::vm::heap::{Kind, header};
use crate::vm::machine::Vm;
use crate::vm::multiset::{self, Elements};
use crate::vm::op::Op;
use crate::vm::program::{
    ColourKind, ColourSet, ColourSetId, Func, Payload, Program, Shape, ShapeId, Word,
};
use crate::vm::show;
use crate::vm::stop::Fault;
use num_bigint::BigInt;

/// A machine with these colour sets; a set's shape has its number.
fn machine(sets: Vec<(ColourKind, Shape)>) -> Vm {
    let (kinds, mut shapes): (Vec<_>, Vec<_>) = sets.into_iter().unzip();
    let colour_sets = kinds
        .into_iter()
        .enumerate()
        .map(|(i, kind)| ColourSet {
            name: format!("C{i}").into(),
            kind,
            timed: false,
            shape: ShapeId(i as u32),
        })
        .collect();
    shapes.push(Shape::Str);
    let even = Func {
        name: "even".into(),
        span: Span::new(SourceId(0), 0, 0),
        groups: vec![1],
        argument_pointers: vec![false],
        captures: None,
        registers: 1,
        pointers: vec![false],
        code: vec![
            Op::ModIK { d: 0, a: 0, k: 2 },
            Op::Not { d: 0, a: 0 },
            Op::Return { a: 0 },
        ],
        spans: Vec::new(),
    };
    let mut vm = Vm::new(Program {
        exceptions: exn::builtin(ShapeId(shapes.len() as u32 - 1)),
        shapes,
        colour_sets,
        funcs: vec![even],
        pointer_globals: 2,
        ..Program::default()
    });
    vm.seal().expect("valid code");
    let even = vm.heap.alloc(header(Kind::Closure, 0, 0, 0), &[]);
    vm.set_pointer_global(0, even);
    let list = vm.heap.list(&[4, 2, 4], false);
    vm.set_pointer_global(1, list);
    vm
}

fn int(low: i64, high: i64) -> (ColourKind, Shape) {
    (ColourKind::Int(Some((low, high))), Shape::Int)
}

const C: [ColourSetId; 6] = [
    ColourSetId(0),
    ColourSetId(1),
    ColourSetId(2),
    ColourSetId(3),
    ColourSetId(4),
    ColourSetId(5),
];

fn shape(number: u32) -> ShapeId {
    ShapeId(number)
}

fn text(vm: &Vm, set: ColourSetId, word: Word) -> String {
    String::from_utf8_lossy(&show::coloured(vm, set, word, usize::MAX)).into_owned()
}

fn message(vm: &Vm, fault: Fault) -> String {
    match fault {
        Fault::Raise(packet) => {
            String::from_utf8_lossy(vm.heap.str(vm.heap.field(packet, 0))).into_owned()
        }
        other => panic!("{other:?}"),
    }
}

/// The values in the order of their numbers, after checking that numbers go round, values are legal, and `all` has each once.
fn listed(vm: &mut Vm, set: ColourSetId) -> Vec<String> {
    let total = size(vm, set).expect("size");
    let mut texts = Vec::new();
    for number in 0..total {
        let value = col(vm, set, number as i64).expect("col");
        assert_eq!(ord(vm, set, value).expect("ord"), number);
        assert_eq!(offence(vm, set, value).expect("legal"), None);
        texts.push(text(vm, set, value));
    }
    let fault = col(vm, set, total as i64).expect_err("out of range");
    assert_eq!(message(vm, fault), "Out of range!");
    let everything = all(vm, set).expect("all");
    let of = Elements::new(&vm.program, vm.set_shape(set));
    assert_eq!(vm.heap.multiset(everything).0.len() as u64, total);
    let listed = multiset::size(vm, everything).expect("size");
    assert_eq!(listed, total);
    for _ in 0..20 {
        let value = ran(vm, set).expect("ran");
        assert_eq!(multiset::count(vm, of, value, everything), Ok(1));
    }
    let first = base(vm, set).expect("base");
    assert_eq!(multiset::count(vm, of, first, everything), Ok(1));
    texts
}

#[test]
fn simple_sets() {
    let names = || vec!["red".into(), "blue".into()];
    let mut vm = machine(vec![
        int(-1, 1),
        (ColourKind::Unit(Some("tick".into())), Shape::Unit),
        (ColourKind::Bool(None), Shape::Bool),
        (ColourKind::Enum(names()), Shape::Enum(names())),
        (
            ColourKind::IntInf(Some((BigInt::from(5), BigInt::from(6)))),
            Shape::IntInf,
        ),
        (
            ColourKind::Index("ix".into(), 2, 3),
            Shape::Data(vec![("ix".into(), Payload::One(ShapeId(0)))]),
        ),
    ]);
    assert_eq!(listed(&mut vm, C[0]), ["(~1)", "0", "1"]);
    assert_eq!(listed(&mut vm, C[1]), ["tick"]);
    assert_eq!(listed(&mut vm, C[2]), ["false", "true"]);
    assert_eq!(listed(&mut vm, C[3]), ["red", "blue"]);
    assert_eq!(listed(&mut vm, C[4]), ["5", "6"]);
    assert_eq!(listed(&mut vm, C[5]), ["ix(2)", "ix(3)"]);
}

#[test]
fn products_and_records_count_from_the_right() {
    let mut vm = machine(vec![
        int(1, 2),
        (
            ColourKind::Str(Some((b'a', b'b')), Some((0, 1))),
            Shape::Str,
        ),
        (
            ColourKind::Product(vec![C[0], C[1]]),
            Shape::Tuple(vec![(1, shape(0)), (0, shape(1))]),
        ),
        (
            ColourKind::Record(vec![("n".into(), C[0]), ("a".into(), C[0])]),
            Shape::Record(vec![("a".into(), 0, shape(0)), ("n".into(), 1, shape(0))]),
        ),
    ]);
    assert_eq!(
        listed(&mut vm, C[2]),
        [
            "(1,\"\")",
            "(1,\"a\")",
            "(1,\"b\")",
            "(2,\"\")",
            "(2,\"a\")",
            "(2,\"b\")"
        ]
    );
    assert_eq!(
        listed(&mut vm, C[3]),
        ["{n=1,a=1}", "{n=1,a=2}", "{n=2,a=1}", "{n=2,a=2}"]
    );
}

#[test]
fn strings_and_lists_come_by_length() {
    let mut vm = machine(vec![
        int(1, 2),
        (
            ColourKind::Str(Some((b'a', b'b')), Some((1, 2))),
            Shape::Str,
        ),
        (ColourKind::List(C[0], Some((0, 2))), Shape::List(shape(0))),
        (ColourKind::List(C[1], Some((1, 1))), Shape::List(shape(1))),
    ]);
    assert_eq!(
        listed(&mut vm, C[1]),
        ["\"a\"", "\"b\"", "\"aa\"", "\"ab\"", "\"ba\"", "\"bb\""]
    );
    assert_eq!(
        listed(&mut vm, C[2]),
        ["[]", "[1]", "[2]", "[1,1]", "[1,2]", "[2,1]", "[2,2]"]
    );
    assert_eq!(listed(&mut vm, C[3]).len(), 6);
}

#[test]
fn unions_and_subsets() {
    let union = ColourKind::Union(vec![
        ("Quit".into(), None),
        ("Ack".into(), Some(C[0])),
        ("Pair".into(), Some(C[1])),
    ]);
    let data = Shape::Data(vec![
        ("Quit".into(), Payload::None),
        ("Ack".into(), Payload::One(shape(0))),
        (
            "Pair".into(),
            Payload::Spread(vec![(0, shape(0)), (1, shape(0))]),
        ),
    ]);
    let mut vm = machine(vec![
        int(1, 4),
        (
            ColourKind::Product(vec![C[3], C[0]]),
            Shape::Tuple(vec![(0, shape(0)), (1, shape(0))]),
        ),
        (union, data),
        (ColourKind::SubsetBy(C[0], 0), Shape::Int),
        (ColourKind::SubsetWith(C[0], 1), Shape::Int),
        (ColourKind::Alias(C[3]), Shape::Int),
    ]);
    assert_eq!(listed(&mut vm, C[3]), ["2", "4"]);
    assert_eq!(listed(&mut vm, C[4]), ["4", "2"]);
    assert_eq!(listed(&mut vm, C[5]), ["2", "4"]);
    let texts = listed(&mut vm, C[2]);
    assert_eq!(texts.len(), 1 + 4 + 8);
    assert_eq!(&texts[..2], ["Quit", "Ack(1)"]);
    assert_eq!(texts[5], "Pair((2,1))");
}

#[test]
fn what_does_not_belong_is_named() {
    let mut vm = machine(vec![
        int(1, 5),
        (ColourKind::List(C[0], Some((1, 3))), Shape::List(shape(0))),
        (
            ColourKind::Record(vec![("l".into(), C[1])]),
            Shape::Record(vec![("l".into(), 0, shape(1))]),
        ),
        (ColourKind::SubsetBy(C[0], 0), Shape::Int),
    ]);
    let list = vm.heap.list(&[1, 7], false);
    let record = vm.heap.alloc(header(Kind::Tuple, 0, 1, 0), &[list]);
    assert_eq!(
        offence(&mut vm, C[2], record).expect("legal").as_deref(),
        Some(
            "In field l of colour set C2, in element 2 of colour set C1, 7 is not in colour set C0: it must be in the range 1..5."
        )
    );
    assert_eq!(
        offence(&mut vm, C[1], 0).expect("legal").as_deref(),
        Some("[] is not in colour set C1: its length is 0 and must be in the range 1..3.")
    );
    assert_eq!(
        offence(&mut vm, C[3], 3).expect("legal").as_deref(),
        Some("3 is not in colour set C3: its predicate is false for it.")
    );
}

#[test]
fn large_and_infinite_sets_are_refused() {
    let mut vm = machine(vec![
        (ColourKind::Int(None), Shape::Int),
        int(0, i64::MAX),
        int(1, 100_000_000),
        (ColourKind::Str(None, Some((0, 100))), Shape::Str),
        (ColourKind::List(C[0], None), Shape::List(shape(0))),
    ]);
    for set in [C[0], C[1], C[3], C[4]] {
        let fault = size(&mut vm, set).expect_err("too large");
        assert!(message(&vm, fault).contains("infinitely many values"));
    }
    let fault = all(&mut vm, C[2]).expect_err("too large");
    assert_eq!(
        message(&vm, fault),
        "Colour set C2 has 100000000 values, too many to list them all."
    );
    assert_eq!(ord(&mut vm, C[2], 7).expect("ord"), 6);
}
