//! How many random cases a test runs: `CASES`, or the test's own number; and from which seed: `SEED`.
//!
//! The tests' own numbers are small, for every commit. A long run is `CASES=20000 nice -n 19 cargo test --test …`.

// Each test uses a part of this.
#![allow(dead_code)]

/// How many cases a test runs.
pub fn cases(default: usize) -> usize {
    number("CASES").map_or(default, |cases| cases as usize)
}

/// What the random numbers of a part of a test begin with.
pub fn seed(part: u64) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&number("SEED").unwrap_or(1).to_le_bytes());
    bytes[8..16].copy_from_slice(&part.to_le_bytes());
    bytes
}

/// A number from the environment.
pub fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}
