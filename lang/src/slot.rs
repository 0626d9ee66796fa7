//! Where the name of something in the library is looked for in the table that the build makes of all names. The build script uses this file too.
//!
//! Every name in every text is looked up, and most are not of the library: an empty slot says so without a look at any name.

/// Slots of the table. Names take less than half of them.
pub const SLOTS: usize = 2048;

/// The slot where the search for a member of a structure begins, or of the top level, whose name is empty; without a member, for the structure itself.
pub fn slot(structure: &str, name: &str) -> usize {
    let bytes = structure.bytes().chain([b'.']).chain(name.bytes());
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (hash >> 32) as usize % SLOTS
}

/// The slot after one.
pub fn next(slot: usize) -> usize {
    (slot + 1) % SLOTS
}
