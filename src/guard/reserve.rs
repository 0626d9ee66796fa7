//! What happens when the system refuses memory: `ulimit -v`, a container, a full machine.
//!
//! The standard library aborts then, wherever the program stands. This allocator keeps some memory
//! back. The first refusal frees it and sets the flag that all work polls, so that a run ends with
//! what it has found. When the reserve is used up too, one sentence is written and the process
//! ends with the code of a limit. No value is dropped and nothing is unwound then: both may need
//! memory.
//!
//! Who can do with less asks inside of `attempt`, and is refused instead.

#![allow(unsafe_code)]

use super::MEMORY;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// Bytes kept back.
const RESERVE: usize = 8 << 20;
const SENTENCE: &[u8] = b"The system refuses more memory, so the run ends here without a report. \
    Give it more, or a limit below that by `--memory`.\n";
/// Exit code of a reached limit.
const LIMIT: i32 = 3;

static KEPT: AtomicPtr<u8> = AtomicPtr::new(null_mut());
static FLAG: OnceLock<Arc<AtomicUsize>> = OnceLock::new();

thread_local! {
    /// Whether this thread can do without what it asks for.
    static ATTEMPT: Cell<bool> = const { Cell::new(false) };
}

/// The system's allocator and a reserve. A program that is to end well makes it its allocator.
#[derive(Debug)]
pub struct Reserving;

fn reserve() -> Layout {
    Layout::new::<[u64; RESERVE / 8]>()
}

/// Fills the reserve; `flag` is what its use sets. Only the first call of a process counts.
pub fn fill(flag: Arc<AtomicUsize>) {
    if FLAG.set(flag).is_ok() {
        // SAFETY: the layout is not of size 0.
        let kept = unsafe { System.alloc(reserve()) };
        KEPT.store(kept, Ordering::Release);
    }
}

/// Does something that can do with a refusal; a refusal then leaves the reserve alone.
pub fn attempt<T>(work: impl FnOnce() -> T) -> T {
    ATTEMPT.set(true);
    let result = work();
    ATTEMPT.set(false);
    result
}

/// Whether the reserve was used.
pub fn is_used() -> bool {
    FLAG.get().is_some() && KEPT.load(Ordering::Acquire).is_null()
}

/// Frees the reserve and asks once more; ends the process if that does not help.
#[cold]
fn refused(again: impl Fn() -> *mut u8) -> *mut u8 {
    if ATTEMPT.try_with(Cell::get).unwrap_or(false) {
        return null_mut();
    }
    let kept = KEPT.swap(null_mut(), Ordering::AcqRel);
    if !kept.is_null() {
        // SAFETY: `fill` allocated it with this layout, and `swap` hands it to one thread alone.
        unsafe { System.dealloc(kept, reserve()) };
        if let Some(flag) = FLAG.get() {
            flag.store(MEMORY, Ordering::Relaxed);
        }
    }
    // Another thread may have freed the reserve just now.
    let memory = again();
    match memory.is_null() {
        true => end(),
        false => memory,
    }
}

/// Writes the sentence and ends the process, without locks and without memory.
#[cfg(unix)]
pub fn end() -> ! {
    // SAFETY: the pointer and the length are those of a static text; `_exit` may always be called.
    unsafe {
        libc::write(2, SENTENCE.as_ptr().cast(), SENTENCE.len());
        libc::_exit(LIMIT)
    }
}

/// Writes the sentence and ends the process.
#[cfg(not(unix))]
pub fn end() -> ! {
    use std::io::Write;
    let _ = std::io::stderr().write_all(SENTENCE);
    std::process::exit(LIMIT)
}

// SAFETY: every call is passed on to the system's allocator with the same arguments, maybe twice.
unsafe impl GlobalAlloc for Reserving {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc`.
        let ask = || unsafe { System.alloc(layout) };
        let memory = ask();
        if memory.is_null() {
            refused(ask)
        } else {
            memory
        }
    }

    #[inline]
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(memory, layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        let ask = || unsafe { System.alloc_zeroed(layout) };
        let memory = ask();
        if memory.is_null() {
            refused(ask)
        } else {
            memory
        }
    }

    #[inline]
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `realloc`; after a refusal `memory` is as it was.
        let ask = || unsafe { System.realloc(memory, layout, size) };
        let memory = ask();
        if memory.is_null() {
            refused(ask)
        } else {
            memory
        }
    }
}
