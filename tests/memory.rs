//! A store that is recoded needs at most a chunk more than what it has before or after, whichever is
//! more. One test, in a process of its own: the figures are those of the whole process.

use sweepnet::engine::{Batch, hash};
use sweepnet::explore::store::{Cursor, Store};
use sweepnet::guard::system::Meter;

const MARKINGS: u64 = 4_000_000;
const BATCH: u64 = 1000;
const MEGABYTE: usize = 1 << 20;
/// A chunk of the old arena and one of the new, tables of pages, and what the test itself has.
const SLACK: usize = 8;

#[test]
fn a_large_arena_is_recoded_chunk_by_chunk() {
    let meter = Meter::new();
    let mut store = Store::new(1, 1);
    let mut cursor = Cursor::default();
    let mut probes = Vec::new();
    let mut used = Vec::new();
    for first in (0..MARKINGS).step_by(BATCH as usize) {
        let mut batch = Batch::markings();
        batch.width = 1;
        for i in first..first + BATCH {
            batch.words.push(i);
            batch.hashes.push(hash::marking(&[i]));
        }
        while !store.claim(BATCH as usize) {
            used.clone_from(&cursor.new);
            store.grow(&used, 1);
        }
        store.insert(&batch, &mut cursor, &mut probes, |_, _, _| {});
    }
    used.clone_from(&cursor.new);
    let before = meter.read().resident;
    if before == 0 {
        println!("Skipped: the system does not say how much memory a process has.");
        return;
    }
    let (mut peak, mut count) = (before, 0u64);
    let translated = store.recode(3, &used, 1, |from, to| {
        count += 1;
        if count.is_multiple_of(10_000) {
            peak = peak.max(meter.read().resident);
        }
        to[..1].copy_from_slice(from);
        to[2] = 7;
        Ok::<(), ()>(())
    });
    assert_eq!(translated, Ok(()));
    let after = meter.read().resident;
    assert!(
        after > before + 50 * MEGABYTE,
        "{before} bytes before, {after} bytes after"
    );
    let most = before.max(after) + SLACK * MEGABYTE;
    assert!(peak <= most, "{peak} bytes, more than {most}");
    assert_eq!(store.find(&[0, 0, 7]), Some(0));
    assert_eq!(store.find(&[MARKINGS - 1, 0, 7]), Some(MARKINGS as u32 - 1));
    assert_eq!(store.find(&[MARKINGS - 1, 0, 8]), None);
}
