//! The table of primitives: everything the library and the compiler can ask of the machine by name. Implementations live with what they are about.
//!
//! A primitive finds its argument words on the stack and gives one word back. `shaped` ones have one word more, the shape of their first type variable;
//! colour-set ones the number of the colour set. No primitive sees a collection unless it asks for one (`Vm::afford`).

use super::colour;
use super::exn;
use super::list;
use super::machine::Vm;
use super::multiset::{self, Elements};
use super::number::{self, Operation};
use super::order;
use super::program::{ColourSetId, ShapeId, Word};
use super::real;
use super::show;
use super::stop::{Cause, Fault};
use super::string;
use crate::escape::escape;
use std::cmp::Ordering;

/// A primitive's number, as `Op::Prim` has it.
pub type PrimId = u16;

/// What kind of word a primitive gives back.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Result {
    /// A raw word.
    Raw,
    /// A pointer.
    Pointer,
    /// What values of the shape or colour set are.
    Value,
}

/// What comes after the argument words.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Extra {
    /// Nothing.
    None,
    /// The number of a shape.
    Shape,
    /// The number of a colour set.
    ColourSet,
}

type Run = fn(&mut Vm, usize) -> std::result::Result<Word, Fault>;

/// What is known about a primitive.
pub struct PrimInfo {
    /// Its name in `_prim "name"`.
    pub name: &'static str,
    /// Argument words, without the extra one.
    pub words: u8,
    /// What the extra word is.
    pub extra: Extra,
    /// What it gives back.
    pub result: Result,
    run: Run,
}

impl PrimInfo {
    /// Whether it takes the number of a shape as one more word.
    pub fn shaped(&self) -> bool {
        self.extra == Extra::Shape
    }

    /// All words it takes.
    pub fn total_words(&self) -> usize {
        self.words as usize + usize::from(self.extra != Extra::None)
    }
}

/// The number of a primitive.
pub fn lookup(name: &str) -> Option<PrimId> {
    TABLE
        .iter()
        .position(|info| info.name == name)
        .map(|number| number as PrimId)
}

/// What is known about primitive `number`.
pub fn info(number: PrimId) -> Option<&'static PrimInfo> {
    TABLE.get(number as usize)
}

/// Runs primitive `number` on the stack's words from `at` on.
#[inline]
pub(super) fn run(number: PrimId, vm: &mut Vm, at: usize) -> std::result::Result<Word, Fault> {
    (TABLE[number as usize].run)(vm, at)
}

const fn plain(name: &'static str, words: u8, result: Result, run: Run) -> PrimInfo {
    PrimInfo {
        name,
        words,
        extra: Extra::None,
        result,
        run,
    }
}

const fn raw(name: &'static str, words: u8, run: Run) -> PrimInfo {
    plain(name, words, Result::Raw, run)
}

const fn pointer(name: &'static str, words: u8, run: Run) -> PrimInfo {
    plain(name, words, Result::Pointer, run)
}

const fn shaped(name: &'static str, words: u8, result: Result, run: Run) -> PrimInfo {
    PrimInfo {
        name,
        words,
        extra: Extra::Shape,
        result,
        run,
    }
}

const fn coloured(name: &'static str, words: u8, result: Result, run: Run) -> PrimInfo {
    PrimInfo {
        name,
        words,
        extra: Extra::ColourSet,
        result,
        run,
    }
}

impl Vm {
    fn int(&self, at: usize) -> i64 {
        self.stack[at] as i64
    }

    fn real(&self, at: usize) -> f64 {
        f64::from_bits(self.stack[at])
    }

    fn elements(&self, at: usize) -> Elements {
        Elements::new(&self.program, ShapeId(self.stack[at] as u32))
    }

    fn colour_set(&self, at: usize) -> ColourSetId {
        ColourSetId(self.stack[at] as u32)
    }

    /// A value printed by `show`. One that shares its parts can be much longer in print than in the heap, so there is a limit.
    fn printed(
        &mut self,
        show: impl FnOnce(&Vm, usize) -> Vec<u8>,
    ) -> std::result::Result<Word, Fault> {
        let limit = self.budget.memory / 8;
        let bytes = show(self, limit);
        if bytes.len() > limit {
            return Err(Cause::Memory.into());
        }
        Ok(self.heap.alloc_str(&bytes))
    }

    fn text(&mut self, text: &str) -> Word {
        self.heap.alloc_str(text.as_bytes())
    }
}

fn boolean(value: bool) -> std::result::Result<Word, Fault> {
    Ok(value as Word)
}

fn float(vm: &Vm, value: f64) -> std::result::Result<Word, Fault> {
    Ok(vm.real_word(value))
}

fn signed(order: Ordering) -> std::result::Result<Word, Fault> {
    Ok(order as i64 as Word)
}

fn infs(vm: &mut Vm, at: usize, operation: Operation) -> std::result::Result<Word, Fault> {
    number::inf_binary(vm, operation, vm.stack[at], vm.stack[at + 1])
}

fn inf_order(vm: &Vm, at: usize) -> Ordering {
    number::inf_compare(&vm.heap, vm.stack[at], vm.stack[at + 1])
}

fn string_order(vm: &mut Vm, at: usize) -> Ordering {
    let (a, b) = (vm.heap.str(vm.stack[at]), vm.heap.str(vm.stack[at + 1]));
    let (order, length) = (a.cmp(b), a.len().min(b.len()));
    vm.charge(length as u64 / BYTES);
    order
}

fn value_order(vm: &mut Vm, at: usize, shape: ShapeId) -> Ordering {
    let (a, b) = (vm.stack[at], vm.stack[at + 1]);
    order::compare_within(&vm.program, &vm.heap, shape, a, b, &mut vm.fuel)
}

/// Bytes that take about as long to compare as a function call.
const BYTES: u64 = 1 << 10;

fn colour_order(vm: &Vm, at: usize) -> Ordering {
    colour::compare(vm, vm.colour_set(at + 2), vm.stack[at], vm.stack[at + 1])
}

fn random_int(vm: &mut Vm, at: usize) -> std::result::Result<Word, Fault> {
    let (low, high) = (vm.int(at), vm.int(at + 1));
    if low > high {
        return Err(Fault::Builtin(exn::DOMAIN));
    }
    let offset = vm.random_up_to(high.wrapping_sub(low) as u64)?;
    Ok(low.wrapping_add(offset as i64) as Word)
}

static TABLE: &[PrimInfo] = &[
    // int
    raw("int_quot", 2, |vm, at| {
        Ok(number::int_quot(vm.int(at), vm.int(at + 1))? as Word)
    }),
    raw("int_rem", 2, |vm, at| {
        Ok(number::int_rem(vm.int(at), vm.int(at + 1))? as Word)
    }),
    pointer("int_to_string", 1, |vm, at| {
        let text = number::int_text(vm.int(at));
        Ok(vm.text(&text))
    }),
    pointer("int_from_string", 1, |vm, at| {
        number::int_from_string(vm, vm.stack[at])
    }),
    // IntInf
    pointer("inf_from_int", 1, |vm, at| {
        Ok(vm.heap.alloc_small_inf(vm.stack[at] as i64))
    }),
    raw("inf_to_int", 1, |vm, at| {
        Ok(number::inf_to_int(vm, vm.stack[at])? as Word)
    }),
    pointer("inf_add", 2, |vm, at| infs(vm, at, Operation::Add)),
    pointer("inf_sub", 2, |vm, at| infs(vm, at, Operation::Sub)),
    pointer("inf_mul", 2, |vm, at| infs(vm, at, Operation::Mul)),
    pointer("inf_div", 2, |vm, at| infs(vm, at, Operation::Div)),
    pointer("inf_mod", 2, |vm, at| infs(vm, at, Operation::Mod)),
    pointer("inf_quot", 2, |vm, at| infs(vm, at, Operation::Quot)),
    pointer("inf_rem", 2, |vm, at| infs(vm, at, Operation::Rem)),
    pointer("inf_neg", 1, |vm, at| {
        Ok(number::inf_negate(vm, vm.stack[at]))
    }),
    pointer("inf_abs", 1, |vm, at| Ok(number::inf_abs(vm, vm.stack[at]))),
    raw("inf_lt", 2, |vm, at| boolean(inf_order(vm, at).is_lt())),
    raw("inf_le", 2, |vm, at| boolean(inf_order(vm, at).is_le())),
    pointer("inf_pow", 2, |vm, at| {
        number::inf_pow(vm, vm.stack[at], vm.int(at + 1))
    }),
    raw("inf_log2", 1, |vm, at| {
        Ok(number::inf_log2(vm, vm.stack[at])? as Word)
    }),
    pointer("inf_to_string", 1, |vm, at| {
        let text = number::inf_to_text(vm, vm.stack[at])?;
        Ok(vm.text(&text))
    }),
    pointer("inf_from_string", 1, |vm, at| {
        number::inf_from_string(vm, vm.stack[at])
    }),
    // real
    raw("real_from_int", 1, |vm, at| float(vm, vm.int(at) as f64)),
    raw("real_floor", 1, |vm, at| {
        Ok(real::to_int(vm.real(at).floor())? as Word)
    }),
    raw("real_ceil", 1, |vm, at| {
        Ok(real::to_int(vm.real(at).ceil())? as Word)
    }),
    raw("real_round", 1, |vm, at| {
        Ok(real::to_int(vm.real(at).round_ties_even())? as Word)
    }),
    raw("real_trunc", 1, |vm, at| {
        Ok(real::to_int(vm.real(at).trunc())? as Word)
    }),
    raw("real_eq", 2, |vm, at| {
        boolean(vm.real(at) == vm.real(at + 1))
    }),
    raw("real_is_nan", 1, |vm, at| boolean(vm.real(at).is_nan())),
    raw("real_is_finite", 1, |vm, at| {
        boolean(vm.real(at).is_finite())
    }),
    raw("real_sign_bit", 1, |vm, at| {
        boolean(vm.real(at).is_sign_negative())
    }),
    pointer("real_to_string", 1, |vm, at| {
        let text = real::text(vm.real(at));
        Ok(vm.text(&text))
    }),
    pointer("real_from_string", 1, |vm, at| {
        Ok(real::from_string(vm, vm.stack[at]))
    }),
    pointer("real_fmt_fix", 2, |vm, at| {
        let text = real::fmt_fixed(vm.int(at), vm.real(at + 1))?;
        Ok(vm.text(&text))
    }),
    pointer("real_fmt_sci", 2, |vm, at| {
        let text = real::fmt_scientific(vm.int(at), vm.real(at + 1))?;
        Ok(vm.text(&text))
    }),
    pointer("real_fmt_gen", 2, |vm, at| {
        let text = real::fmt_general(vm.int(at), vm.real(at + 1))?;
        Ok(vm.text(&text))
    }),
    pointer("real_to_inf", 1, |vm, at| real::to_inf(vm, vm.real(at))),
    raw("real_from_inf", 1, |vm, at| {
        float(vm, real::from_inf(vm, vm.stack[at]))
    }),
    raw("real_rem", 2, |vm, at| {
        float(vm, vm.real(at) % vm.real(at + 1))
    }),
    raw("math_sqrt", 1, |vm, at| float(vm, vm.real(at).sqrt())),
    raw("math_sin", 1, |vm, at| float(vm, libm::sin(vm.real(at)))),
    raw("math_cos", 1, |vm, at| float(vm, libm::cos(vm.real(at)))),
    raw("math_tan", 1, |vm, at| float(vm, libm::tan(vm.real(at)))),
    raw("math_asin", 1, |vm, at| float(vm, libm::asin(vm.real(at)))),
    raw("math_acos", 1, |vm, at| float(vm, libm::acos(vm.real(at)))),
    raw("math_atan", 1, |vm, at| float(vm, libm::atan(vm.real(at)))),
    raw("math_sinh", 1, |vm, at| float(vm, libm::sinh(vm.real(at)))),
    raw("math_cosh", 1, |vm, at| float(vm, libm::cosh(vm.real(at)))),
    raw("math_tanh", 1, |vm, at| float(vm, libm::tanh(vm.real(at)))),
    raw("math_exp", 1, |vm, at| float(vm, libm::exp(vm.real(at)))),
    raw("math_ln", 1, |vm, at| float(vm, libm::log(vm.real(at)))),
    raw("math_log10", 1, |vm, at| {
        float(vm, libm::log10(vm.real(at)))
    }),
    raw("math_atan2", 2, |vm, at| {
        float(vm, libm::atan2(vm.real(at), vm.real(at + 1)))
    }),
    raw("math_pow", 2, |vm, at| {
        float(vm, libm::pow(vm.real(at), vm.real(at + 1)))
    }),
    // lists
    pointer("list_append", 2, list::append),
    // char and string
    raw("char_ord", 1, |vm, at| Ok(vm.stack[at])),
    raw("char_chr", 1, |vm, at| match vm.stack[at] {
        code @ 0..256 => Ok(code),
        _ => Err(Fault::Builtin(exn::CHR)),
    }),
    pointer("char_to_string", 1, |vm, at| {
        let text = escape(&[vm.stack[at] as u8]);
        Ok(vm.text(&text))
    }),
    raw("string_size", 1, |vm, at| {
        Ok(vm.heap.str(vm.stack[at]).len() as Word)
    }),
    raw("string_sub", 2, |vm, at| {
        string::sub(&vm.heap, vm.stack[at], vm.int(at + 1))
    }),
    pointer("string_substring", 3, |vm, at| {
        string::substring(vm, vm.stack[at], vm.int(at + 1), vm.int(at + 2))
    }),
    pointer("string_cat", 2, string::cat),
    pointer("string_concat", 1, string::concat),
    pointer("string_explode", 1, string::explode),
    pointer("string_implode", 1, |vm, at| {
        Ok(string::implode(vm, vm.stack[at]))
    }),
    raw("string_compare", 2, |vm, at| signed(string_order(vm, at))),
    raw("string_lt", 2, |vm, at| {
        boolean(string_order(vm, at).is_lt())
    }),
    raw("string_le", 2, |vm, at| {
        boolean(string_order(vm, at).is_le())
    }),
    pointer("string_from_char", 1, |vm, at| {
        Ok(vm.heap.alloc_str(&[vm.stack[at] as u8]))
    }),
    pointer("string_to_string", 1, |vm, at| {
        let text = escape(vm.heap.str(vm.stack[at]));
        Ok(vm.text(&text))
    }),
    pointer("string_from_string", 1, |vm, at| {
        Ok(string::from_string(vm, vm.stack[at]))
    }),
    raw("print", 1, |vm, at| {
        vm.output.extend_from_slice(vm.heap.str(vm.stack[at]));
        Ok(0)
    }),
    // exn
    pointer("exn_name", 1, |vm, at| {
        let name = show::exception_name(vm, vm.stack[at]);
        Ok(vm.text(&name))
    }),
    pointer("exn_message", 1, |vm, at| {
        vm.printed(|vm, limit| show::exception_message(vm, vm.stack[at], limit).into_bytes())
    }),
    // multi-sets
    pointer("ms_empty", 0, |_, _| Ok(0)),
    shaped("ms_single", 2, Result::Pointer, |vm, at| {
        let of = vm.elements(at + 2);
        Ok(multiset::single(vm, of, vm.int(at), vm.stack[at + 1]))
    }),
    shaped("ms_add", 2, Result::Pointer, |vm, at| {
        multiset::add(vm, vm.elements(at + 2), vm.stack[at], vm.stack[at + 1])
    }),
    shaped("ms_sub", 2, Result::Pointer, |vm, at| {
        multiset::subtract(vm, vm.elements(at + 2), vm.stack[at], vm.stack[at + 1])
    }),
    shaped("ms_scale", 2, Result::Pointer, |vm, at| {
        multiset::scale(vm, vm.elements(at + 2), vm.int(at), vm.stack[at + 1])
    }),
    shaped("ms_le", 2, Result::Raw, |vm, at| {
        let of = vm.elements(at + 2);
        boolean(multiset::contained(vm, of, vm.stack[at], vm.stack[at + 1])?)
    }),
    shaped("ms_count", 2, Result::Raw, |vm, at| {
        let of = vm.elements(at + 2);
        Ok(multiset::count(vm, of, vm.stack[at], vm.stack[at + 1])?)
    }),
    shaped("ms_size", 1, Result::Raw, |vm, at| {
        multiset::size(vm, vm.stack[at])
    }),
    shaped("ms_of_list", 1, Result::Pointer, |vm, at| {
        multiset::of_list(vm, vm.elements(at + 1), vm.stack[at])
    }),
    shaped("ms_to_list", 1, Result::Pointer, |vm, at| {
        multiset::to_list(vm, vm.elements(at + 1), at)
    }),
    shaped("ms_of_pairs", 1, Result::Pointer, |vm, at| {
        multiset::of_pairs(vm, vm.elements(at + 1), vm.stack[at])
    }),
    shaped("ms_pairs", 1, Result::Pointer, |vm, at| {
        Ok(multiset::pairs(vm, vm.elements(at + 1), vm.stack[at]))
    }),
    // any value
    shaped("value_compare", 2, Result::Raw, |vm, at| {
        signed(value_order(vm, at, ShapeId(vm.stack[at + 2] as u32)))
    }),
    shaped("value_to_string", 1, Result::Pointer, |vm, at| {
        let shape = ShapeId(vm.stack[at + 1] as u32);
        vm.printed(|vm, limit| show::cpn(vm, shape, vm.stack[at], limit))
    }),
    // chance and time
    raw("random_int", 2, random_int),
    // their argument, unit, is a word too
    raw("random_real", 1, |vm, _| Ok(vm.random_unit()?.to_bits())),
    raw("random_bool", 1, |vm, at| {
        let probability = f64::from_bits(vm.stack[at]);
        Ok(Word::from(vm.random_bool(probability)?))
    }),
    pointer("time_now", 1, |vm, _| {
        let clock = vm.clock.clone();
        Ok(vm.heap.alloc_inf(&clock))
    }),
    pointer("steps_now", 1, |vm, _| {
        let steps = vm.steps_taken.into();
        Ok(vm.heap.alloc_inf(&steps))
    }),
    shaped("timed_make", 2, Result::Pointer, |vm, at| {
        let pointer = vm.elements(at + 2).pointers;
        let (value, stamp) = (vm.stack[at], vm.stack[at + 1]);
        Ok(vm.heap.alloc_timed(value, stamp, pointer))
    }),
    shaped("timed_value", 1, Result::Value, |vm, at| {
        let pointer = vm.elements(at + 1).pointers;
        Ok(vm.heap.field(vm.stack[at], usize::from(!pointer)))
    }),
    shaped("timed_stamp", 1, Result::Pointer, |vm, at| {
        let pointer = vm.elements(at + 1).pointers;
        Ok(vm.heap.field(vm.stack[at], usize::from(pointer)))
    }),
    // what the program around the machine provides: a number and three arguments
    raw("host_raw", 4, Vm::call_host),
    pointer("host_pointer", 4, Vm::call_host),
    // colour sets
    coloured("cs_base", 0, Result::Value, |vm, at| {
        colour::base(vm, vm.colour_set(at))
    }),
    coloured("cs_size", 0, Result::Raw, |vm, at| {
        colour::size(vm, vm.colour_set(at))
    }),
    coloured("cs_all", 0, Result::Pointer, |vm, at| {
        colour::all(vm, vm.colour_set(at))
    }),
    coloured("cs_ord", 1, Result::Raw, |vm, at| {
        colour::ord(vm, vm.colour_set(at + 1), vm.stack[at])
    }),
    coloured("cs_col", 1, Result::Value, |vm, at| {
        colour::col(vm, vm.colour_set(at + 1), vm.int(at))
    }),
    coloured("cs_ran", 0, Result::Value, |vm, at| {
        colour::ran(vm, vm.colour_set(at))
    }),
    coloured("cs_legal", 1, Result::Raw, |vm, at| {
        let offence = colour::offence(vm, vm.colour_set(at + 1), vm.stack[at])?;
        boolean(offence.is_none())
    }),
    coloured("cs_illegal_msg", 1, Result::Pointer, |vm, at| {
        let offence = colour::offence(vm, vm.colour_set(at + 1), vm.stack[at])?;
        Ok(vm.text(&offence.unwrap_or_default()))
    }),
    coloured("cs_mkstr", 1, Result::Pointer, |vm, at| {
        vm.printed(|vm, limit| show::coloured(vm, vm.colour_set(at + 1), vm.stack[at], limit))
    }),
    coloured("cs_mkstr_ms", 1, Result::Pointer, |vm, at| {
        vm.printed(|vm, limit| {
            show::coloured_multiset(vm, vm.colour_set(at + 1), vm.stack[at], limit)
        })
    }),
    coloured("cs_lt", 2, Result::Raw, |vm, at| {
        boolean(colour_order(vm, at).is_lt())
    }),
    coloured("cs_cmp", 2, Result::Raw, |vm, at| {
        Ok((colour_order(vm, at) as i64 + 1) as Word)
    }),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        for (number, info) in TABLE.iter().enumerate() {
            assert_eq!(lookup(info.name), Some(number as PrimId), "{}", info.name);
        }
    }
}
