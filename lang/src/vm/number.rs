//! Integers: the rounding of `div` and `mod`, conversions, and arithmetic of `IntInf` with a fast path for values that fit 64 bits.

use super::big;
use super::exn;
use super::heap::Heap;
use super::machine::Vm;
use super::program::Word;
use super::stop::{Cause, Fault};
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};
use std::cmp::Ordering;

/// `a div b`, rounded towards minus infinity.
#[inline(always)]
pub fn div_floor(a: i64, b: i64) -> Result<i64, u16> {
    if b == 0 {
        return Err(exn::DIV);
    }
    let quotient = a.checked_div(b).ok_or(exn::OVERFLOW)?;
    let remainder = a % b;
    Ok(quotient - i64::from(remainder != 0 && (remainder < 0) != (b < 0)))
}

/// `a mod b`, which has the sign of `b`.
#[inline(always)]
pub fn mod_floor(a: i64, b: i64) -> Result<i64, u16> {
    if b == 0 {
        return Err(exn::DIV);
    }
    let remainder = a.wrapping_rem(b);
    if remainder != 0 && (remainder < 0) != (b < 0) {
        Ok(remainder + b)
    } else {
        Ok(remainder)
    }
}

/// An int as Standard ML writes it.
pub fn int_text(value: i64) -> String {
    if value < 0 {
        format!("~{}", value.unsigned_abs())
    } else {
        value.to_string()
    }
}

/// An unbounded integer of any size as Standard ML writes it; an interrupt ends it.
pub(super) fn inf_to_text(vm: &Vm, word: Word) -> Result<String, Fault> {
    if let Some(small) = vm.heap.small_inf(word) {
        return Ok(int_text(small));
    }
    let value = vm.heap.inf(word);
    let sign = if value.is_negative() { "~" } else { "" };
    Ok(format!("{sign}{}", big::digits(vm, &value)?))
}

/// An unbounded integer as Standard ML writes it.
pub fn inf_text(heap: &Heap, word: Word) -> String {
    match heap.small_inf(word) {
        Some(small) => int_text(small),
        None => big_text(&heap.inf(word)),
    }
}

/// A big integer as Standard ML writes it.
pub fn big_text(value: &BigInt) -> String {
    if value.is_negative() {
        format!("~{}", value.magnitude())
    } else {
        value.to_string()
    }
}

/// Order of two unbounded integers.
pub fn inf_compare(heap: &Heap, a: Word, b: Word) -> Ordering {
    match (heap.small_inf(a), heap.small_inf(b)) {
        (Some(a), Some(b)) => a.cmp(&b),
        _ => heap.inf(a).cmp(&heap.inf(b)),
    }
}

pub(super) fn int_quot(a: i64, b: i64) -> Result<i64, Fault> {
    if b == 0 {
        return Err(Fault::Builtin(exn::DIV));
    }
    a.checked_div(b).ok_or(Fault::Builtin(exn::OVERFLOW))
}

pub(super) fn int_rem(a: i64, b: i64) -> Result<i64, Fault> {
    if b == 0 {
        return Err(Fault::Builtin(exn::DIV));
    }
    Ok(a.wrapping_rem(b))
}

/// What `Int.fromString` and `IntInf.fromString` read: blanks, a sign, digits; the rest is ignored.
fn scan(vm: &Vm, text: &[u8]) -> Result<Option<BigInt>, Cause> {
    let text = text.trim_ascii_start();
    let (negative, digits) = match text {
        [b'~' | b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let end = digits.iter().position(|byte| !byte.is_ascii_digit());
    let digits = &digits[..end.unwrap_or(digits.len())];
    if digits.is_empty() {
        return Ok(None);
    }
    let value = big::parse(vm, digits)?;
    Ok(Some(if negative { -value } else { value }))
}

pub(super) fn int_from_string(vm: &mut Vm, text: Word) -> Result<Word, Fault> {
    match scan(vm, vm.heap.str(text))? {
        None => Ok(0),
        Some(value) => {
            let value = value.to_i64().ok_or(Fault::Builtin(exn::OVERFLOW))?;
            Ok(vm.heap.some(value as Word, false))
        }
    }
}

pub(super) fn inf_from_string(vm: &mut Vm, text: Word) -> Result<Word, Fault> {
    match scan(vm, vm.heap.str(text))? {
        None => Ok(0),
        Some(value) => {
            let word = vm.heap.alloc_inf(&value);
            Ok(vm.heap.some(word, true))
        }
    }
}

pub(super) fn inf_to_int(vm: &Vm, word: Word) -> Result<i64, Fault> {
    vm.heap.small_inf(word).ok_or(Fault::Builtin(exn::OVERFLOW))
}

/// The operations that need no more than both operands.
#[derive(Copy, Clone)]
pub(super) enum Operation {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Quot,
    Rem,
}

/// `a operation b` of two unbounded integers.
pub(super) fn inf_binary(
    vm: &mut Vm,
    operation: Operation,
    a: Word,
    b: Word,
) -> Result<Word, Fault> {
    if let (Some(a), Some(b)) = (vm.heap.small_inf(a), vm.heap.small_inf(b)) {
        let small = match operation {
            Operation::Add => a.checked_add(b),
            Operation::Sub => a.checked_sub(b),
            Operation::Mul => a.checked_mul(b),
            Operation::Div => div_floor(a, b).ok(),
            Operation::Mod => mod_floor(a, b).ok(),
            Operation::Quot => a.checked_div(b),
            Operation::Rem => a.checked_rem(b),
        };
        // what does not fit, and division by zero, goes the long way
        if let Some(small) = small {
            return Ok(vm.heap.alloc_small_inf(small));
        }
    }
    let (a, b) = (vm.heap.inf(a), vm.heap.inf(b));
    let divides = !matches!(operation, Operation::Add | Operation::Sub | Operation::Mul);
    if divides && b.is_zero() {
        return Err(Fault::Builtin(exn::DIV));
    }
    let value = match operation {
        Operation::Add => a + b,
        Operation::Sub => a - b,
        Operation::Mul => {
            check_bits(vm, a.bits() + b.bits())?;
            big::multiply(vm, &a, &b)?
        }
        Operation::Quot => big::divide(vm, &a, &b)?.0,
        Operation::Rem => big::divide(vm, &a, &b)?.1,
        Operation::Div | Operation::Mod => {
            let (quotient, remainder) = big::divide(vm, &a, &b)?;
            let below = !remainder.is_zero() && remainder.is_negative() != b.is_negative();
            match (operation, below) {
                (Operation::Div, false) => quotient,
                (Operation::Div, true) => quotient - 1,
                (_, false) => remainder,
                (_, true) => remainder + b,
            }
        }
    };
    vm.charge(value.bits() / BITS);
    Ok(vm.heap.alloc_inf(&value))
}

/// Bits of a result that take about as long to compute as a function call.
const BITS: u64 = 1 << 10;

/// Larger products are not begun: they would take minutes.
const MOST_BITS: u64 = 1 << 28;

/// A number of this many bits must fit the memory budget before it is computed.
fn check_bits(vm: &Vm, bits: u64) -> Result<(), Fault> {
    if bits / 8 > vm.budget.memory as u64 || bits > MOST_BITS {
        return Err(Fault::Cause(Cause::Memory));
    }
    Ok(())
}

pub(super) fn inf_negate(vm: &mut Vm, a: Word) -> Word {
    match vm.heap.small_inf(a).and_then(i64::checked_neg) {
        Some(small) => vm.heap.alloc_small_inf(small),
        None => {
            let value = -vm.heap.inf(a);
            vm.heap.alloc_inf(&value)
        }
    }
}

pub(super) fn inf_abs(vm: &mut Vm, a: Word) -> Word {
    if vm.heap.small_inf(a).is_some_and(|small| small >= 0) {
        return a;
    }
    let value = vm.heap.inf(a).abs();
    vm.heap.alloc_inf(&value)
}

/// `base` to the power `exponent`; with a negative exponent 1 divided by it, truncated, as Poly/ML does.
pub(super) fn inf_pow(vm: &mut Vm, base: Word, exponent: i64) -> Result<Word, Fault> {
    let base = vm.heap.inf(base);
    let odd = exponent % 2 != 0;
    let value = if exponent == 0 || base == BigInt::from(1) {
        BigInt::from(1)
    } else if base == BigInt::from(-1) {
        BigInt::from(if odd { -1 } else { 1 })
    } else if exponent < 0 {
        if base.is_zero() {
            return Err(Fault::Builtin(exn::DIV));
        }
        BigInt::ZERO
    } else if base.is_zero() {
        BigInt::ZERO
    } else {
        check_bits(vm, base.bits().saturating_mul(exponent as u64))?;
        big::power(vm, &base, exponent as u64)?
    };
    Ok(vm.heap.alloc_inf(&value))
}

pub(super) fn inf_log2(vm: &Vm, word: Word) -> Result<i64, Fault> {
    let value = vm.heap.inf(word);
    if value.is_positive() {
        Ok(value.bits() as i64 - 1)
    } else {
        Err(Fault::Builtin(exn::DOMAIN))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_down_and_never_traps() {
        for (a, b, quotient, remainder) in [
            (7, 2, 3, 1),
            (-7, 2, -4, 1),
            (7, -2, -4, -1),
            (-7, -2, 3, -1),
        ] {
            assert_eq!(div_floor(a, b), Ok(quotient));
            assert_eq!(mod_floor(a, b), Ok(remainder));
        }
        assert_eq!(div_floor(i64::MIN, -1), Err(exn::OVERFLOW));
        assert_eq!(mod_floor(i64::MIN, -1), Ok(0));
        assert_eq!(mod_floor(1, 0), Err(exn::DIV));
    }

    #[test]
    fn unbounded_arithmetic_leaves_and_re_enters_64_bits() {
        let mut vm = Vm::new(Default::default());
        let max = vm.heap.alloc_small_inf(i64::MAX);
        let one = vm.heap.alloc_small_inf(1);
        let more = inf_binary(&mut vm, Operation::Add, max, one).expect("sum");
        assert_eq!(vm.heap.small_inf(more), None);
        assert_eq!(inf_text(&vm.heap, more), "9223372036854775808");
        let back = inf_binary(&mut vm, Operation::Sub, more, one).expect("difference");
        assert_eq!(vm.heap.small_inf(back), Some(i64::MAX));
        let negated = inf_negate(&mut vm, more);
        assert_eq!(vm.heap.small_inf(negated), Some(i64::MIN));
        let minus = vm.heap.alloc_small_inf(-1);
        let positive = inf_binary(&mut vm, Operation::Div, negated, minus).expect("quotient");
        assert_eq!(inf_compare(&vm.heap, positive, more), Ordering::Equal);
        let two = vm.heap.alloc_small_inf(2);
        let power = inf_pow(&mut vm, two, 100).expect("power");
        assert_eq!(inf_text(&vm.heap, power), "1267650600228229401496703205376");
        assert!(matches!(inf_log2(&vm, power), Ok(100)));
    }

    #[test]
    fn text_is_read_as_far_as_it_goes() {
        let vm = Vm::new(Default::default());
        for (text, value) in [
            ("12x", Some(12)),
            (" ~5", Some(-5)),
            ("-7", Some(-7)),
            ("+3", Some(3)),
        ] {
            let read = scan(&vm, text.as_bytes());
            assert_eq!(read, Ok(value.map(BigInt::from)), "{text}");
        }
        for text in ["", "x", "~", "- 5"] {
            assert_eq!(scan(&vm, text.as_bytes()), Ok(None), "{text}");
        }
    }
}
