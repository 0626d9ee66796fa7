//! Reals as text, exactly as Poly/ML's `Real.toString`, `Real.fmt` and `Real.fromString` have it, and the conversions that can fail.
//!
//! Rust prints a float's exact decimal value rounded half to even, which is what the C library does for Poly/ML; only the layout differs.

use super::exn;
use super::machine::Vm;
use super::program::Word;
use super::stop::Fault;
use num_bigint::BigInt;
use num_traits::{FromPrimitive, ToPrimitive};

/// Digits of `Real.toString`.
pub const TO_STRING_DIGITS: usize = 12;

/// Texts longer than any that a program can want, so that a huge precision cannot exhaust memory.
const MOST_DIGITS: i64 = 1_000_000;

/// The one zero or nan for any zero or nan, and any other real itself.
fn canonical(value: f64) -> f64 {
    match value.is_nan() {
        true => f64::NAN,
        // The sum of the two zeros is the positive one.
        false => value + 0.0,
    }
}

impl Vm {
    /// The word of a real that was computed. In CPN ML equal reals are equal words, so that
    /// equality and hashing of the values that contain them need no type.
    #[inline]
    pub fn real_word(&self, value: f64) -> Word {
        match self.one_zero {
            true => canonical(value).to_bits(),
            false => value.to_bits(),
        }
    }
}

fn special(value: f64) -> Option<String> {
    if value.is_nan() {
        Some("nan".into())
    } else if value.is_infinite() {
        Some(if value < 0.0 { "~inf" } else { "inf" }.into())
    } else {
        None
    }
}

/// `Real.fmt (StringCvt.GEN (SOME digits))`: at most so many significant digits, in whichever layout is shorter.
pub fn general(digits: usize, value: f64) -> String {
    if let Some(text) = special(value) {
        return text;
    }
    let (mantissa, exponent) = split(digits.saturating_sub(1), value.abs());
    let mut figures = mantissa.replace('.', "");
    figures.truncate(figures.trim_end_matches('0').len().max(1));
    let sign = if value.is_sign_negative() { "~" } else { "" };
    if exponent < -6 || exponent >= digits as i64 {
        let (first, rest) = figures.split_at(1);
        let point = if rest.is_empty() { "" } else { "." };
        return format!(
            "{sign}{first}{point}{rest}E{}",
            super::number::int_text(exponent)
        );
    }
    if exponent < 0 {
        let zeros = "0".repeat((-exponent - 1) as usize);
        return format!("{sign}0.{zeros}{figures}");
    }
    let whole = exponent as usize + 1;
    while figures.len() <= whole {
        figures.push('0');
    }
    let (before, after) = figures.split_at(whole);
    format!("{sign}{before}.{after}")
}

/// The digits of a value with `decimals` after the point, and its power of ten.
fn split(decimals: usize, value: f64) -> (String, i64) {
    let text = format!("{value:.decimals$e}");
    match text.split_once('e') {
        Some((mantissa, exponent)) => (mantissa.into(), exponent.parse().unwrap_or(0)),
        None => (text, 0),
    }
}

/// `Real.toString`.
pub fn text(value: f64) -> String {
    general(TO_STRING_DIGITS, value)
}

fn digits(wanted: i64, least: i64) -> Result<usize, Fault> {
    if (least..=MOST_DIGITS).contains(&wanted) {
        Ok(wanted as usize)
    } else {
        Err(Fault::Builtin(exn::SIZE))
    }
}

pub(super) fn fmt_general(wanted: i64, value: f64) -> Result<String, Fault> {
    Ok(general(digits(wanted, 1)?, value))
}

pub(super) fn fmt_fixed(wanted: i64, value: f64) -> Result<String, Fault> {
    let decimals = digits(wanted, 0)?;
    Ok(special(value).unwrap_or_else(|| format!("{value:.decimals$}").replace('-', "~")))
}

pub(super) fn fmt_scientific(wanted: i64, value: f64) -> Result<String, Fault> {
    let decimals = digits(wanted, 0)?;
    Ok(special(value).unwrap_or_else(|| {
        let (mantissa, exponent) = split(decimals, value);
        let exponent = super::number::int_text(exponent);
        format!("{}E{exponent}", mantissa.replace('-', "~"))
    }))
}

/// The longest beginning of `text` that is a real, as `Real.fromString` reads it.
fn scan(text: &[u8]) -> Option<f64> {
    let text = text.trim_ascii_start();
    let (sign, rest) = match text {
        [b'~' | b'-', rest @ ..] => ("-", rest),
        [b'+', rest @ ..] => ("", rest),
        _ => ("", text),
    };
    let count = |bytes: &[u8]| {
        bytes
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count()
    };
    let whole = count(rest);
    let mut end = whole;
    let mut fraction = 0;
    if rest.get(end) == Some(&b'.') {
        fraction = count(&rest[end + 1..]);
        if fraction > 0 {
            end += 1 + fraction;
        }
    }
    if whole + fraction == 0 {
        return None;
    }
    let mut number = format!("{sign}{}", String::from_utf8_lossy(&rest[..end]));
    if let [b'e' | b'E', after @ ..] = &rest[end..] {
        let (sign, digits) = match after {
            [b'~' | b'-', digits @ ..] => ("-", digits),
            [b'+', digits @ ..] => ("", digits),
            _ => ("", after),
        };
        let length = count(digits);
        if length > 0 {
            number += &format!("e{sign}{}", String::from_utf8_lossy(&digits[..length]));
        }
    }
    number.parse().ok()
}

pub(super) fn from_string(vm: &mut Vm, text: Word) -> Word {
    match scan(vm.heap.str(text)) {
        None => 0,
        Some(value) => {
            let word = vm.real_word(value);
            vm.heap.some(word, false)
        }
    }
}

/// A rounded real as an int.
pub(super) fn to_int(rounded: f64) -> Result<i64, Fault> {
    if rounded.is_nan() {
        return Err(Fault::Builtin(exn::DOMAIN));
    }
    // the bounds are exact: both are powers of two
    if (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&rounded) {
        Ok(rounded as i64)
    } else {
        Err(Fault::Builtin(exn::OVERFLOW))
    }
}

pub(super) fn to_inf(vm: &mut Vm, value: f64) -> Result<Word, Fault> {
    if value.is_nan() {
        return Err(Fault::Builtin(exn::DOMAIN));
    }
    let whole = BigInt::from_f64(value.trunc()).ok_or(Fault::Builtin(exn::OVERFLOW))?;
    Ok(vm.heap.alloc_inf(&whole))
}

pub(super) fn from_inf(vm: &Vm, word: Word) -> f64 {
    match vm.heap.small_inf(word) {
        Some(small) => small as f64,
        None => vm.heap.inf(word).to_f64().unwrap_or(f64::NAN),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Expected texts were printed by Poly/ML 5.7.1.
    #[test]
    fn texts_are_those_of_poly_ml() {
        for (value, expected) in [
            (1.0, "1.0"),
            (1e10, "10000000000.0"),
            (1e11, "100000000000.0"),
            (1e12, "1E12"),
            (1.5e12, "1.5E12"),
            (123456789012.5, "123456789012.0"),
            (1234567890123.4, "1.23456789012E12"),
            (12345678901.25, "12345678901.2"),
            (0.001, "0.001"),
            (0.00001, "0.00001"),
            (0.0000012, "0.0000012"),
            (1e-7, "1E~7"),
            (-0.5, "~0.5"),
            (1.0 / 3.0, "0.333333333333"),
            (9.9999999999999, "10.0"),
            (0.0, "0.0"),
            (-0.0, "~0.0"),
            (f64::INFINITY, "inf"),
            (f64::NAN, "nan"),
        ] {
            assert_eq!(text(value), expected);
        }
        for (digits, value, expected) in [
            (5, 123456.0, "1.2346E5"),
            (1, 10.0, "1E1"),
            (1, 1.5, "2.0"),
            (3, 1234.0, "1.23E3"),
            (30, 0.1, "0.100000000000000005551115123126"),
        ] {
            assert_eq!(general(digits, value), expected);
        }
        for (decimals, value, fixed, scientific) in [
            (3, 0.0025, "0.003", "2.500E~3"),
            (0, 0.5, "0", "5E~1"),
            (0, 1.5, "2", "2E0"),
            (0, -0.2, "~0", "~2E~1"),
            (2, 0.125, "0.12", "1.25E~1"),
        ] {
            assert_eq!(fmt_fixed(decimals, value).expect("fixed"), fixed);
            assert_eq!(
                fmt_scientific(decimals, value).expect("scientific"),
                scientific
            );
        }
        assert!(fmt_fixed(-1, 1.0).is_err() && fmt_general(0, 1.0).is_err());
    }

    #[test]
    fn text_is_read_as_far_as_it_goes() {
        for (text, value) in [
            ("1", 1.0),
            ("1.", 1.0),
            ("1.5e", 1.5),
            ("1.5e3x", 1500.0),
            (".5", 0.5),
            ("~.5", -0.5),
            ("-3E~2", -0.03),
            ("1e400", f64::INFINITY),
            ("1.e3", 1.0),
        ] {
            assert_eq!(scan(text.as_bytes()), Some(value), "{text}");
        }
        for text in ["", "abc", "e5", "inf", "."] {
            assert_eq!(scan(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn only_what_fits_becomes_an_int() {
        assert!(matches!(to_int(-9_223_372_036_854_775_808.0), Ok(i64::MIN)));
        assert!(matches!(to_int(9.3e18), Err(Fault::Builtin(exn::OVERFLOW))));
        assert!(matches!(to_int(f64::NAN), Err(Fault::Builtin(exn::DOMAIN))));
    }
}
