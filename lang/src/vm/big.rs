//! Products, quotients and decimal texts of integers of millions of digits.
//!
//! `num-bigint` divides in quadratic time and cannot be interrupted. Here large operands are split in
//! halves until the pieces take some milliseconds each, and an interrupt is polled before each piece:
//! products by Karatsuba's method, quotients by recursive division (Brent and Zimmermann, *Modern
//! Computer Arithmetic*, algorithms 1.8 and 1.9), texts by dividing by powers of ten.

use super::machine::Vm;
use super::stop::Cause;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// Bits of the longer factor up to which a product is one piece.
const PRODUCT: u64 = 1 << 20;

/// Bits of the divisor times bits of the quotient up to which a division is one piece.
const DIVISION: u64 = 1 << 31;

/// Bits of a quotient that is not worth halves.
const QUOTIENT: u64 = 1 << 12;

/// Digits of a decimal text that are written or read at once.
const DIGITS: usize = 4_000;

/// The product of two integers.
pub(super) fn multiply(vm: &Vm, a: &BigInt, b: &BigInt) -> Result<BigInt, Cause> {
    let product = product(vm, a.magnitude(), b.magnitude())?;
    Ok(BigInt::from_biguint(a.sign() * b.sign(), product))
}

fn product(vm: &Vm, a: &BigUint, b: &BigUint) -> Result<BigUint, Cause> {
    let (short, long) = if a.bits() < b.bits() { (a, b) } else { (b, a) };
    vm.poll()?;
    if long.bits() <= PRODUCT || short.bits() <= 64 {
        return Ok(short * long);
    }
    let half = long.bits() / 2;
    let (high, low) = split(long, half);
    if short.bits() <= half {
        return Ok((product(vm, short, &high)? << half) + product(vm, short, &low)?);
    }
    let (top, bottom) = split(short, half);
    let highs = product(vm, &high, &top)?;
    let lows = product(vm, &low, &bottom)?;
    let all = product(vm, &(high + low), &(top + bottom))?;
    let middle = all - &highs - &lows;
    Ok((highs << (2 * half)) + (middle << half) + lows)
}

/// A number as the bits from `at` on and those below.
fn split(number: &BigUint, at: u64) -> (BigUint, BigUint) {
    let high = number >> at;
    let mut digits = number.to_u32_digits();
    digits.truncate((at / 32 + 1) as usize);
    if let Some(last) = digits.get_mut((at / 32) as usize) {
        *last &= (1 << (at % 32)) - 1;
    }
    (high, BigUint::new(digits))
}

/// `base` to the power `exponent`.
pub(super) fn power(vm: &Vm, base: &BigInt, exponent: u64) -> Result<BigInt, Cause> {
    let mut power = BigInt::one();
    for bit in (0..u64::BITS - exponent.leading_zeros()).rev() {
        power = multiply(vm, &power, &power)?;
        if exponent >> bit & 1 == 1 {
            power = multiply(vm, &power, base)?;
        }
    }
    Ok(power)
}

/// Quotient, rounded towards zero, and remainder; the divisor is not zero.
pub(super) fn divide(vm: &Vm, a: &BigInt, b: &BigInt) -> Result<(BigInt, BigInt), Cause> {
    // The divisor's highest bit comes to the top of a digit, so that guesses are nearly right.
    let shift = (32 - b.bits() % 32) % 32;
    let divisor = BigInt::from(b.magnitude() << shift);
    let dividend = BigInt::from(a.magnitude() << shift);
    let (quotient, remainder) = quotient(vm, &dividend, &divisor)?;
    let negative = a.is_negative() != b.is_negative();
    let remainder = remainder >> shift;
    Ok((
        if negative { -quotient } else { quotient },
        if a.is_negative() {
            -remainder
        } else {
            remainder
        },
    ))
}

/// Divides a number that is not negative: as many bits at a time as the divisor has.
fn quotient(vm: &Vm, a: &BigInt, b: &BigInt) -> Result<(BigInt, BigInt), Cause> {
    let width = b.bits();
    if a.bits() <= 2 * width || is_piece(a, b) {
        return halves(vm, a, b);
    }
    let pieces = a.bits().div_ceil(width);
    let mut rest = a.magnitude().clone();
    let mut parts = Vec::new();
    for _ in 1..pieces {
        let (high, low) = split(&rest, width);
        parts.push(low);
        rest = high;
    }
    let mut quotient = Vec::new();
    let mut remainder = BigInt::from(rest);
    quotient.push(BigInt::zero());
    for part in parts.into_iter().rev() {
        let (digit, left) = halves(vm, &((remainder << width) + BigInt::from(part)), b)?;
        quotient.push(digit);
        remainder = left;
    }
    Ok((join(vm, &quotient, width)?, remainder))
}

/// The number whose digits, the most significant first, have so many bits each.
fn join(vm: &Vm, digits: &[BigInt], width: u64) -> Result<BigInt, Cause> {
    vm.poll()?;
    match digits {
        [] => Ok(BigInt::zero()),
        [digit] => Ok(digit.clone()),
        _ => {
            let (high, low) = digits.split_at(digits.len() / 2);
            let shift = low.len() as u64 * width;
            Ok((join(vm, high, width)? << shift) + join(vm, low, width)?)
        }
    }
}

fn is_piece(a: &BigInt, b: &BigInt) -> bool {
    let more = a.bits().saturating_sub(b.bits());
    more <= QUOTIENT || more.saturating_mul(b.bits()) <= DIVISION
}

/// Divides a number of up to twice as many bits as the divisor.
fn halves(vm: &Vm, a: &BigInt, b: &BigInt) -> Result<(BigInt, BigInt), Cause> {
    vm.poll()?;
    if a < b {
        return Ok((BigInt::zero(), a.clone()));
    }
    if is_piece(a, b) {
        return Ok(a.div_rem(b));
    }
    let more = a.bits() - b.bits();
    // A small quotient depends on little more than as many bits of the divisor.
    let spare = (b.bits() - more) / 32 * 32;
    if spare > b.bits() / 8 {
        return by_upper_part(vm, a, b, spare);
    }
    // The quotient's upper half, then its lower half.
    let half = more / 2 / 32 * 32;
    let (high, low) = split(a.magnitude(), half);
    let (upper, left) = by_upper_part(vm, &BigInt::from(high), b, half)?;
    let rest = (left << half) + BigInt::from(low);
    let (lower, left) = by_upper_part(vm, &rest, b, half)?;
    Ok(((upper << half) + lower, left))
}

/// Divides by the bits of the divisor from `at` on and corrects the quotient. The highest bit of the
/// divisor is the highest of a digit, `at` is a multiple of a digit, and the quotient and `at` together
/// have about as many bits as the divisor at most: so the quotient by the upper part is too large by a
/// few at most.
fn by_upper_part(vm: &Vm, a: &BigInt, b: &BigInt, at: u64) -> Result<(BigInt, BigInt), Cause> {
    let (top, bottom) = split(b.magnitude(), at);
    let (high, low) = split(a.magnitude(), at);
    let (mut digit, left) = quotient(vm, &BigInt::from(high), &BigInt::from(top))?;
    let excess = multiply(vm, &digit, &BigInt::from(bottom))?;
    let mut left = (left << at) + BigInt::from(low) - excess;
    while left.is_negative() {
        digit -= 1;
        left += b;
    }
    Ok((digit, left))
}

/// A number in decimal digits, without a sign.
pub(super) fn digits(vm: &Vm, value: &BigInt) -> Result<String, Cause> {
    // 10 to the power of `DIGITS`, of twice as many, and so on
    let mut powers = vec![BigInt::from(10).pow(DIGITS as u32)];
    while let Some(last) = powers.last()
        && last.bits() * 2 <= value.bits() + 1
    {
        powers.push(multiply(vm, last, last)?);
    }
    let mut text = String::new();
    write(vm, &value.abs(), &powers, &mut text)?;
    Ok(text)
}

fn write(vm: &Vm, value: &BigInt, powers: &[BigInt], text: &mut String) -> Result<(), Cause> {
    let Some((power, smaller)) = powers.split_last() else {
        let digits = value.to_string();
        if !text.is_empty() {
            text.extend(std::iter::repeat_n('0', DIGITS - digits.len()));
        }
        text.push_str(&digits);
        return Ok(());
    };
    let (high, low) = divide(vm, value, power)?;
    if !high.is_zero() || !text.is_empty() {
        write(vm, &high, smaller, text)?;
    }
    write(vm, &low, smaller, text)
}

/// The number with these decimal digits.
pub(super) fn parse(vm: &Vm, digits: &[u8]) -> Result<BigInt, Cause> {
    let mut parts: Vec<BigInt> = digits
        .rchunks(DIGITS)
        .map(|chunk| BigInt::parse_bytes(chunk, 10).unwrap_or_default())
        .collect();
    let mut base = BigInt::from(10).pow(DIGITS as u32);
    while parts.len() > 1 {
        let mut joined = Vec::with_capacity(parts.len().div_ceil(2));
        for pair in parts.chunks(2) {
            joined.push(match pair {
                [low, high] => multiply(vm, high, &base)? + low,
                _ => pair.iter().sum(),
            });
        }
        parts = joined;
        if parts.len() > 1 {
            base = multiply(vm, &base, &base)?;
        }
    }
    Ok(parts.pop().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::Sign;
    use rand_core::{Rng, SeedableRng};

    fn random(random: &mut rand_pcg::Pcg64, bits: u64) -> BigInt {
        let mut digits: Vec<u32> = (0..bits.div_ceil(32))
            // Long runs of equal bits are what guesses go wrong with.
            .map(|_| match random.next_u32() % 4 {
                0 => 0,
                1 => u32::MAX,
                _ => random.next_u32(),
            })
            .collect();
        if let Some(last) = digits.last_mut() {
            *last |= 1;
        }
        let sign = match random.next_u32() % 2 {
            0 => Sign::Minus,
            _ => Sign::Plus,
        };
        BigInt::new(sign, digits)
    }

    #[test]
    fn pieces_give_what_the_whole_gives() {
        let vm = Vm::new(Default::default());
        let mut source = rand_pcg::Pcg64::seed_from_u64(1);
        for (left, right) in [
            (40, 30),
            (70_000, 40),
            (150_000, 60_000),
            (90_000, 45_000),
            (300_000, 100_000),
            (200_032, 180_000),
            (1_500_000, 40_000),
            (2_100_000, 1_100_000),
            (3_000_000, 2_990_000),
            (2_000_000, 1_700_000),
            (4_000_000, 1_999_968),
        ] {
            let (a, b) = (random(&mut source, left), random(&mut source, right));
            assert_eq!(multiply(&vm, &a, &b), Ok(&a * &b), "{left} {right}");
            assert_eq!(divide(&vm, &a, &b), Ok(a.div_rem(&b)), "{left} {right}");
            assert_eq!(divide(&vm, &b, &a), Ok(b.div_rem(&a)), "{left} {right}");
            let whole = &a * &b;
            assert_eq!(divide(&vm, &whole, &b), Ok((a, BigInt::ZERO)));
        }
    }

    #[test]
    fn texts_are_those_of_the_whole() {
        let vm = Vm::new(Default::default());
        let mut source = rand_pcg::Pcg64::seed_from_u64(2);
        for bits in [1, 64, 13_000, 14_000, 100_000, 400_000] {
            let value = random(&mut source, bits);
            let text = value.magnitude().to_string();
            assert_eq!(digits(&vm, &value).as_ref(), Ok(&text));
            assert_eq!(parse(&vm, text.as_bytes()), Ok(value.abs()));
        }
        for power in [3_999, 4_000, 8_000, 16_000, 16_001] {
            let value = BigInt::from(10).pow(power);
            assert_eq!(digits(&vm, &value).as_ref(), Ok(&value.to_string()));
            let less = value - 1;
            assert_eq!(digits(&vm, &less).as_ref(), Ok(&less.to_string()));
        }
    }

    #[test]
    fn powers_are_products() {
        let vm = Vm::new(Default::default());
        for exponent in [1, 2, 3, 64, 1_000, 12_345] {
            let base = BigInt::from(-7);
            assert_eq!(power(&vm, &base, exponent), Ok(base.pow(exponent as u32)));
        }
    }
}
