//! Work on many markings that several threads share, each with a part of their numbers.

use super::store::StateId;
use std::ops::Range;
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// Does something with each part, each in a thread of its own.
pub fn each_part<P: Sync, T: Send>(parts: &[P], work: impl Fn(&P) -> T + Sync) -> Vec<T> {
    let Some((first, others)) = parts.split_first() else {
        return Vec::new();
    };
    let work = &work;
    std::thread::scope(|scope| {
        let spawn = |part| (part, Builder::new().spawn_scoped(scope, move || work(part)));
        let others: Vec<_> = others.iter().map(spawn).collect();
        let mut done = vec![work(first)];
        for (part, thread) in others {
            match thread.map(ScopedJoinHandle::join) {
                Ok(Ok(result)) => done.push(result),
                Ok(Err(panic)) => std::panic::resume_unwind(panic),
                // The system has no memory for one more thread.
                Err(_) => done.push(work(part)),
            }
        }
        done
    })
}

/// Starts a thread that helps with work which others do too; if the system has no memory for it, the others do all.
pub fn spawn<'s>(scope: &'s Scope<'s, '_>, work: impl FnOnce() + Send + 's) {
    let _ = Builder::new().spawn_scoped(scope, work);
}

/// Numbers worth a thread of their own.
const SHARE: usize = 1 << 14;

/// How many threads are worth it for something that is done once with each of these numbers.
pub fn worthwhile(used: &[Range<StateId>], threads: usize) -> usize {
    let all: usize = used.iter().map(|range| range.len()).sum();
    threads.min(all / SHARE).max(1)
}

/// Divides numbers into parts of about the same size, at most so many.
pub fn split(used: &[Range<StateId>], parts: usize) -> Vec<Vec<Range<StateId>>> {
    let all: usize = used.iter().map(|range| range.len()).sum();
    let size = all.div_ceil(parts.max(1)).max(1);
    let mut split = vec![Vec::new()];
    let mut room = size;
    for range in used {
        let mut range = range.clone();
        while !range.is_empty() {
            if room == 0 {
                split.push(Vec::new());
                room = size;
            }
            let end = range.end.min(range.start + room as u32);
            if let Some(part) = split.last_mut() {
                part.push(range.start..end);
            }
            room -= (end - range.start) as usize;
            range.start = end;
        }
    }
    split
}
