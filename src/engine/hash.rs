//! The hash of a packed marking: the sum of one mixed number for each word. A step that changes two words of forty changes two terms of the sum.
//!
//! The constants are fixed, so that a run is the same on every machine.

/// Mixes word `index` of a marking. The product's two halves are folded, so that every bit of the word matters for every bit of the result.
#[inline]
pub fn term(index: usize, word: u64) -> u64 {
    const STEP: u64 = 0x9E37_79B9_7F4A_7C15;
    const FACTOR: u64 = 0xD6E8_FEB8_6659_FD93;
    let salted = word ^ (index as u64 + 1).wrapping_mul(STEP);
    let product = u128::from(salted) * u128::from(FACTOR);
    product as u64 ^ (product >> 64) as u64
}

/// The hash of a marking.
#[inline]
pub fn marking(state: &[u64]) -> u64 {
    (state.iter().enumerate()).fold(0, |sum, (i, &word)| sum.wrapping_add(term(i, word)))
}
