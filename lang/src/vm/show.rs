//! Values as text, in two styles: `sml` as a Standard ML top level prints them, and `cpn` as CPN Tools' `mkstr` does.
//!
//! The printer keeps its own list of what is still to print and stops at a limit, so neither a deep nor a long value is a danger. Text is bytes, because a
//! string of the language is.

use super::colour;
use super::heap::tag_of;
use super::machine::Vm;
use super::number::{inf_text, int_text};
use super::program::{ColourKind, ColourSetId, IMMEDIATES, Payload, Shape, ShapeId, Word};
use super::real;
use crate::escape::{escape, escape_char};
use crate::syntax::ast::Name;

/// As an SML top level prints a value, on one line, at most `limit` characters.
pub fn sml(vm: &Vm, shape: ShapeId, word: Word, limit: usize) -> String {
    let bytes = Printer::new(vm, &SML, limit).print(shape, None, word);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// As CPN Tools' `mkstr` prints a value, at most `limit` bytes.
pub fn cpn(vm: &Vm, shape: ShapeId, word: Word, limit: usize) -> Vec<u8> {
    Printer::new(vm, &CPN, limit).print(shape, None, word)
}

/// `mkstr` of a colour set: its names for bool and unit, its order of record fields.
pub fn coloured(vm: &Vm, set: ColourSetId, word: Word, limit: usize) -> Vec<u8> {
    let shape = vm.program.colour_sets[set.0 as usize].shape;
    Printer::new(vm, &CPN, limit).print(shape, Some(set), word)
}

/// A colour of a colour set as text that no other colour has: strings with escapes, reals with as many
/// digits as it takes. What is UTF-8 in a string stays readable.
pub fn exact(vm: &Vm, set: ColourSetId, word: Word) -> String {
    let shape = vm.program.colour_sets[set.0 as usize].shape;
    let text = Printer::new(vm, &EXACT, usize::MAX).print(shape, Some(set), word);
    String::from_utf8_lossy(&text).into_owned()
}

/// `mkstr_ms` of a colour set.
pub fn coloured_multiset(vm: &Vm, set: ColourSetId, word: Word, limit: usize) -> Vec<u8> {
    let shape = vm.program.colour_sets[set.0 as usize].shape;
    let mut printer = Printer::new(vm, &CPN, limit);
    // The colour set's order, which for records is not that in which they are kept
    let (elements, _) = vm.heap.multiset(word);
    printer.order = (0..elements.len()).collect();
    (printer.order).sort_by(|&i, &j| colour::compare(vm, set, elements[i], elements[j]));
    printer.work.push(Item::Multiset(shape, Some(set), word, 0));
    printer.finish()
}

/// An exception's name.
pub fn exception_name(vm: &Vm, packet: Word) -> Name {
    let number = tag_of(vm.heap.header(packet)) as usize;
    match vm.program.exceptions.get(number) {
        Some(exception) => exception.name.clone(),
        None => "exn".into(),
    }
}

/// `exnMessage`, as Poly/ML has it, at most `limit` characters.
pub fn exception_message(vm: &Vm, packet: Word, limit: usize) -> String {
    let mut printer = Printer::new(vm, &POLY, limit);
    printer.exception(packet, false);
    String::from_utf8_lossy(&printer.finish()).into_owned()
}

/// Digits with which every real can be read back.
const MOST_DIGITS: usize = 17;

/// What differs between the styles.
struct Style {
    /// Constructors applied as `C(x)`, negative numbers in parentheses.
    cpn: bool,
    escapes: Escapes,
    comma: &'static str,
    equals: &'static str,
    /// Between the elements of a multi-set: untimed, timed.
    plus: &'static str,
    plus_timed: &'static str,
    digits: usize,
    /// More digits where a real needs them to be read back.
    all_digits: bool,
}

/// Which bytes of a string are printed as escapes.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Escapes {
    None,
    /// Those that Standard ML does not print.
    Sml,
    /// Those that are no part of a printable character of UTF-8.
    Utf8,
}

const SML: Style = Style {
    cpn: false,
    escapes: Escapes::Sml,
    comma: ",",
    equals: "=",
    plus: "++",
    plus_timed: "+++",
    digits: real::TO_STRING_DIGITS,
    all_digits: false,
};

const CPN: Style = Style {
    cpn: true,
    escapes: Escapes::None,
    plus: "++\n",
    plus_timed: "+++\n",
    ..SML
};

const EXACT: Style = Style {
    escapes: Escapes::Utf8,
    all_digits: true,
    ..CPN
};

/// Poly/ML's pretty printer: blanks, and reals with ten digits.
const POLY: Style = Style {
    comma: ", ",
    equals: " = ",
    digits: 10,
    ..SML
};

/// Something still to be printed.
enum Item {
    Text(&'static str),
    Name(Name),
    /// A value, perhaps of a colour set, and whether it is a constructor's argument.
    Value(ShapeId, Option<ColourSetId>, Word, bool),
    /// The cells of a list from here on.
    List(ShapeId, Option<ColourSetId>, Word),
    /// The elements of a multi-set from this index on; shape and set are the elements'.
    Multiset(ShapeId, Option<ColourSetId>, Word, usize),
}

struct Printer<'a> {
    vm: &'a Vm,
    style: &'static Style,
    limit: usize,
    out: Vec<u8>,
    /// The last one is printed next.
    work: Vec<Item>,
    /// The elements of a colour set's multi-set in the set's order.
    order: Vec<usize>,
}

impl<'a> Printer<'a> {
    fn new(vm: &'a Vm, style: &'static Style, limit: usize) -> Printer<'a> {
        Printer {
            vm,
            style,
            limit,
            out: Vec::new(),
            work: Vec::new(),
            order: Vec::new(),
        }
    }

    fn print(mut self, shape: ShapeId, set: Option<ColourSetId>, word: Word) -> Vec<u8> {
        self.work.push(Item::Value(shape, set, word, false));
        self.finish()
    }

    fn finish(mut self) -> Vec<u8> {
        while let Some(item) = self.work.pop() {
            match item {
                Item::Text(text) => self.text(text),
                Item::Name(name) => self.text(&name),
                Item::Value(shape, set, word, argument) => self.value(shape, set, word, argument),
                Item::List(shape, set, list) => self.list(shape, set, list),
                Item::Multiset(shape, set, word, index) => self.multiset(shape, set, word, index),
            }
            if self.out.len() > self.limit {
                self.out.truncate(self.limit);
                self.out.extend_from_slice(b"...");
                break;
            }
        }
        self.out
    }

    fn text(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn number(&mut self, text: &str) {
        if self.style.cpn && text.starts_with('~') {
            self.text("(");
            self.text(text);
            self.text(")");
        } else {
            self.text(text);
        }
    }

    /// Prints a value as far as one object goes and leaves its parts in `work`.
    fn value(&mut self, shape: ShapeId, set: Option<ColourSetId>, word: Word, argument: bool) {
        let vm = self.vm;
        let kind = set.map(|set| resolve(vm, set));
        match &vm.program.shapes[shape.0 as usize] {
            Shape::Unit => match kind {
                Some(ColourKind::Unit(Some(name))) => self.text(name),
                _ => self.text("()"),
            },
            Shape::Bool => match kind {
                Some(ColourKind::Bool(Some((no, yes)))) => {
                    self.text(if word == 0 { no } else { yes });
                }
                _ => self.text(if word == 0 { "false" } else { "true" }),
            },
            Shape::Int => self.number(&int_text(word as i64)),
            Shape::Real => self.number(&self.real(f64::from_bits(word))),
            Shape::Char => {
                let mut text = String::from("#\"");
                escape_char(word as u8, &mut text);
                text.push('"');
                self.text(&text);
            }
            Shape::Str => self.string(word),
            Shape::IntInf => self.number(&inf_text(&vm.heap, word)),
            Shape::Tuple(parts) => self.tuple(parts, kind, word),
            Shape::Record(parts) => self.record(parts, kind, word),
            Shape::Enum(names) => match names.get(word as usize) {
                Some(name) => self.text(name),
                None => self.text("?"),
            },
            Shape::Data(constructors) => {
                let tag = vm.heap.tag(word) as usize;
                let Some((name, payload)) = constructors.get(tag) else {
                    return self.text("?");
                };
                let inner = match kind {
                    Some(ColourKind::Union(arms)) => arms.get(tag).and_then(|(_, set)| *set),
                    _ => None,
                };
                self.constructor(name, payload, inner, word, argument);
            }
            Shape::List(element) => {
                let element_set = match kind {
                    Some(ColourKind::List(set, _)) => Some(*set),
                    _ => None,
                };
                self.text("[");
                self.work.push(Item::Text("]"));
                self.work.push(Item::List(*element, element_set, word));
            }
            Shape::Ms(element) => {
                self.open_if(argument);
                self.work.push(Item::Multiset(*element, None, word, 0));
            }
            Shape::Timed(value, value_shape, stamp) => {
                self.open_if(argument);
                let stamp = inf_text(&vm.heap, vm.heap.field(word, *stamp as usize));
                self.work.push(Item::Name(stamp.into()));
                self.work.push(Item::Text("@"));
                let value = vm.heap.field(word, *value as usize);
                self.work.push(Item::Value(*value_shape, set, value, true));
            }
            Shape::Fun => self.text("fn"),
            Shape::Ref(inner) => {
                self.open_if(argument);
                self.text("ref ");
                let value = vm.heap.field(word, 0);
                self.work.push(Item::Value(*inner, None, value, true));
            }
            Shape::Exn => self.exception(word, argument),
            Shape::Pending => self.text("?"),
        }
    }

    /// Puts what follows in parentheses if `needed`.
    fn open_if(&mut self, needed: bool) {
        if needed {
            self.text("(");
            self.work.push(Item::Text(")"));
        }
    }

    fn string(&mut self, word: Word) {
        let bytes = self.vm.heap.str(word);
        // what lies behind the limit need not be escaped
        let bytes = &bytes[..bytes.len().min(self.limit.saturating_add(1))];
        self.text("\"");
        match self.style.escapes {
            Escapes::None => self.out.extend_from_slice(bytes),
            Escapes::Sml => self.text(&escape(bytes)),
            Escapes::Utf8 => {
                for chunk in bytes.utf8_chunks() {
                    for character in chunk.valid().chars() {
                        let mut utf8 = [0; 4];
                        let utf8 = character.encode_utf8(&mut utf8);
                        match utf8.len() > 1 && !character.is_control() {
                            true => self.text(utf8),
                            false => self.text(&escape(utf8.as_bytes())),
                        }
                    }
                    self.text(&escape(chunk.invalid()));
                }
            }
        }
        self.text("\"");
    }

    fn real(&self, value: f64) -> String {
        let reads_back = |text: &String| {
            let read = text.replace('~', "-").parse::<f64>();
            !self.style.all_digits || read.is_ok_and(|read| read == value)
        };
        let mut texts = (self.style.digits..MOST_DIGITS).map(|digits| real::general(digits, value));
        let short = texts.find(reads_back);
        short.unwrap_or_else(|| real::general(MOST_DIGITS, value))
    }

    fn tuple(&mut self, parts: &[(u16, ShapeId)], kind: Option<&ColourKind>, word: Word) {
        self.text("(");
        self.work.push(Item::Text(")"));
        for (i, &(slot, shape)) in parts.iter().enumerate().rev() {
            let set = match kind {
                Some(ColourKind::Product(sets)) => sets.get(i).copied(),
                _ => None,
            };
            let value = self.vm.heap.field(word, slot as usize);
            self.work.push(Item::Value(shape, set, value, false));
            if i > 0 {
                self.work.push(Item::Text(self.style.comma));
            }
        }
    }

    fn record(&mut self, parts: &[(Name, u16, ShapeId)], kind: Option<&ColourKind>, word: Word) {
        let mut fields: Vec<(&Name, Option<ColourSetId>, u16, ShapeId)> = parts
            .iter()
            .map(|(label, slot, shape)| (label, None, *slot, *shape))
            .collect();
        if let Some(ColourKind::Record(declared)) = kind {
            let place = |label: &Name| declared.iter().position(|(name, _)| name == label);
            for field in &mut fields {
                field.1 = place(field.0).map(|at| declared[at].1);
            }
            fields.sort_by_key(|field| place(field.0));
        }
        self.text("{");
        self.work.push(Item::Text("}"));
        for (i, (label, set, slot, shape)) in fields.into_iter().enumerate().rev() {
            let value = self.vm.heap.field(word, slot as usize);
            self.work.push(Item::Value(shape, set, value, false));
            self.work.push(Item::Text(self.style.equals));
            self.work.push(Item::Name(label.clone()));
            if i > 0 {
                self.work.push(Item::Text(self.style.comma));
            }
        }
    }

    /// A constructor with its argument, whose colour set is `inner` if it has one.
    fn constructor(
        &mut self,
        name: &Name,
        payload: &Payload,
        inner: Option<ColourSetId>,
        word: Word,
        argument: bool,
    ) {
        if *payload == Payload::None {
            return self.text(name);
        }
        self.open_if(argument && !self.style.cpn);
        self.text(name);
        if self.style.cpn {
            self.text("(");
            self.work.push(Item::Text(")"));
        } else {
            self.text(" ");
        }
        match payload {
            Payload::None => {}
            Payload::One(shape) => {
                let value = self.vm.heap.field(word, 0);
                let argument = !self.style.cpn;
                self.work.push(Item::Value(*shape, inner, value, argument));
            }
            Payload::Spread(parts) => {
                let kind = inner.map(|set| resolve(self.vm, set));
                self.tuple(parts, kind, word);
            }
        }
    }

    fn exception(&mut self, packet: Word, argument: bool) {
        let vm = self.vm;
        let number = tag_of(vm.heap.header(packet)) as usize;
        match vm.program.exceptions.get(number) {
            Some(exception) => {
                let (name, payload) = (&exception.name, &exception.payload);
                self.constructor(name, payload, None, packet, argument);
            }
            None => self.text("exn"),
        }
    }

    fn list(&mut self, shape: ShapeId, set: Option<ColourSetId>, list: Word) {
        if list < IMMEDIATES {
            return;
        }
        let pointer = self.vm.program.shapes[shape.0 as usize].is_pointer();
        let (head, tail) = self.vm.heap.uncons(list, pointer);
        self.work.push(Item::List(shape, set, tail));
        if tail >= IMMEDIATES {
            self.work.push(Item::Text(self.style.comma));
        }
        self.work.push(Item::Value(shape, set, head, false));
    }

    fn multiset(&mut self, shape: ShapeId, set: Option<ColourSetId>, word: Word, index: usize) {
        let (elements, counts) = self.vm.heap.multiset(word);
        if elements.is_empty() {
            return self.text("empty");
        }
        if index >= elements.len() {
            return;
        }
        let element_shape = &self.vm.program.shapes[shape.0 as usize];
        if index > 0 {
            self.text(match element_shape {
                Shape::Timed(..) => self.style.plus_timed,
                _ => self.style.plus,
            });
        }
        let at = match set {
            Some(_) => self.order.get(index).copied().unwrap_or(index),
            None => index,
        };
        let nested = matches!(element_shape, Shape::Ms(_));
        self.text(&counts[at].to_string());
        self.text(if nested { "`(" } else { "`" });
        self.work.push(Item::Multiset(shape, set, word, index + 1));
        if nested {
            self.work.push(Item::Text(")"));
        }
        self.work.push(Item::Value(shape, set, elements[at], false));
    }
}

/// The form of a colour set, that of another one if it is an alias or subset of it.
fn resolve(vm: &Vm, set: ColourSetId) -> &ColourKind {
    let mut set = set;
    loop {
        match &vm.program.colour_sets[set.0 as usize].kind {
            ColourKind::Alias(other)
            | ColourKind::SubsetBy(other, _)
            | ColourKind::SubsetWith(other, _) => set = *other,
            kind => return kind,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vm::exn;
    use crate::vm::heap::{Kind, header};
    use crate::vm::program::{ColourSet, Program};

    const INT: ShapeId = ShapeId(0);
    const STR: ShapeId = ShapeId(1);
    const OPTION: ShapeId = ShapeId(2);
    const PAIR: ShapeId = ShapeId(3);
    const MS: ShapeId = ShapeId(4);
    const EXN: ShapeId = ShapeId(5);
    const OPTION_OPTION: ShapeId = ShapeId(6);
    const BOOL: ShapeId = ShapeId(7);
    const RECORD: ShapeId = ShapeId(8);
    const LIST: ShapeId = ShapeId(9);
    const TIMED: ShapeId = ShapeId(10);
    const TIMED_MS: ShapeId = ShapeId(11);
    const TREE: ShapeId = ShapeId(12);
    const REAL: ShapeId = ShapeId(13);

    fn machine() -> Vm {
        let option = |inner| {
            Shape::Data(vec![
                ("NONE".into(), Payload::None),
                ("SOME".into(), Payload::One(inner)),
            ])
        };
        let set = |name: &str, kind, shape| ColourSet {
            name: name.into(),
            kind,
            timed: false,
            shape,
        };
        Vm::new(Program {
            shapes: vec![
                Shape::Int,
                Shape::Str,
                option(INT),
                Shape::Tuple(vec![(1, INT), (0, STR)]),
                Shape::Ms(INT),
                Shape::Exn,
                option(OPTION),
                Shape::Bool,
                Shape::Record(vec![("c".into(), 0, BOOL), ("n".into(), 1, INT)]),
                Shape::List(INT),
                Shape::Timed(1, INT, 0),
                Shape::Ms(TIMED),
                Shape::Data(vec![
                    ("Leaf".into(), Payload::None),
                    (
                        "Node".into(),
                        Payload::Spread(vec![(0, TREE), (2, INT), (1, TREE)]),
                    ),
                ]),
                Shape::Real,
            ],
            exceptions: exn::builtin(STR),
            colour_sets: vec![
                set("I", ColourKind::Int(None), INT),
                set(
                    "B",
                    ColourKind::Bool(Some(("no".into(), "yes".into()))),
                    BOOL,
                ),
                set(
                    "R",
                    ColourKind::Record(vec![
                        ("n".into(), ColourSetId(0)),
                        ("c".into(), ColourSetId(1)),
                    ]),
                    RECORD,
                ),
                set("S", ColourKind::Str(None, None), STR),
                set("F", ColourKind::Real(None), REAL),
            ],
            ..Program::default()
        })
    }

    #[test]
    fn different_colours_have_different_exact_texts() {
        let mut vm = machine();
        let (text, real) = (ColourSetId(3), ColourSetId(4));
        for (bytes, expected) in [
            (&b"plain"[..], r#""plain""#),
            (b"a\"b\\c\n", r#""a\"b\\c\n""#),
            ("h\u{e9}llo".as_bytes(), "\"h\u{e9}llo\""),
            (b"\xff\xfe", r#""\255\254""#),
            ("\u{85}\u{fffd}".as_bytes(), "\"\\194\\133\u{fffd}\""),
            (b"a\xe9b", r#""a\233b""#),
        ] {
            let word = vm.heap.alloc_str(bytes);
            assert_eq!(exact(&vm, text, word), expected);
        }
        for (value, expected) in [
            (0.5, "0.5"),
            (0.1 + 0.2, "0.30000000000000004"),
            (0.3, "0.3"),
            (-1.0 / 3.0, "(~0.3333333333333333)"),
            (f64::INFINITY, "inf"),
        ] {
            assert_eq!(exact(&vm, real, value.to_bits()), expected);
        }
    }

    fn cpn_text(vm: &Vm, shape: ShapeId, word: Word) -> String {
        String::from_utf8(cpn(vm, shape, word, usize::MAX)).expect("text")
    }

    #[test]
    fn both_styles() {
        let mut vm = machine();
        let minus = -3i64 as Word;
        let some = vm.heap.some(minus, false);
        let somesome = vm.heap.some(some, true);
        let text = vm.heap.alloc_str(b"a\"\n");
        let pair = vm.heap.alloc(header(Kind::Tuple, 0, 1, 1), &[text, minus]);
        let list = vm.heap.list(&[1, 2], false);
        let ms = vm.heap.alloc_multiset(&[minus, 3], &[2, 1], false);
        let fail = vm
            .heap
            .alloc(header(Kind::Exn, exn::FAIL.into(), 1, 0), &[text]);
        let leaf = vm.heap.alloc(header(Kind::Con, 1, 2, 1), &[0, 0, 1]);
        let tree = vm.heap.alloc(header(Kind::Con, 1, 2, 1), &[leaf, 0, 2]);
        for (shape, word, sml_text, expected_cpn) in [
            (INT, minus, "~3", "(~3)"),
            (OPTION, some, "SOME ~3", "SOME((~3))"),
            (OPTION, 0, "NONE", "NONE"),
            (
                OPTION_OPTION,
                somesome,
                "SOME (SOME ~3)",
                "SOME(SOME((~3)))",
            ),
            (PAIR, pair, "(~3,\"a\\\"\\n\")", "((~3),\"a\"\n\")"),
            (LIST, list, "[1,2]", "[1,2]"),
            (MS, ms, "2`~3++1`3", "2`(~3)++\n1`3"),
            (MS, 0, "empty", "empty"),
            (EXN, crate::vm::heap::Heap::builtin(exn::DIV), "Div", "Div"),
            (EXN, fail, "Fail \"a\\\"\\n\"", "Fail(\"a\"\n\")"),
            (
                TREE,
                tree,
                "Node (Node (Leaf,1,Leaf),2,Leaf)",
                "Node((Node((Leaf,1,Leaf)),2,Leaf))",
            ),
        ] {
            assert_eq!(sml(&vm, shape, word, 1000), sml_text);
            assert_eq!(cpn_text(&vm, shape, word), expected_cpn);
        }
        assert_eq!(exception_message(&vm, fail, 100), "Fail \"a\\\"\\n\"");
    }

    #[test]
    fn colour_sets_give_names_and_order() {
        let mut vm = machine();
        let record = vm.heap.alloc(header(Kind::Tuple, 0, 0, 2), &[1, 7]);
        assert_eq!(sml(&vm, RECORD, record, 100), "{c=true,n=7}");
        assert_eq!(coloured(&vm, ColourSetId(2), record, 100), b"{n=7,c=yes}");
    }

    #[test]
    fn timed_values_carry_their_stamp() {
        let mut vm = machine();
        let mut timed = |stamp: i64| {
            let stamp = vm.heap.alloc_small_inf(stamp);
            vm.heap.alloc_timed(5, stamp, false)
        };
        let (early, late) = (timed(7), timed(9));
        let ms = vm.heap.alloc_multiset(&[early, late], &[1, 1], true);
        assert_eq!(sml(&vm, TIMED, early, 100), "5@7");
        assert_eq!(sml(&vm, TIMED_MS, ms, 100), "1`5@7+++1`5@9");
    }

    #[test]
    fn long_and_deep_values_are_cut() {
        let mut vm = machine();
        let list = vm.heap.list(&[1; 1000], false);
        assert_eq!(sml(&vm, LIST, list, 9), "[1,1,1,1,...");
        let mut tree = 0;
        for _ in 0..1_000_000 {
            tree = vm.heap.alloc(header(Kind::Con, 1, 2, 1), &[tree, 0, 1]);
        }
        assert_eq!(sml(&vm, TREE, tree, usize::MAX).len(), 14_000_004);
    }
}
