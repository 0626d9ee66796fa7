//! Memory that was freed goes back to the system.
//!
//! A sweep deletes most of what it has stored. The allocator of the GNU C library keeps freed memory for later, the more the larger the pieces it has seen freed; then the memory of the process would
//! stay where it was at its peak. With fixed limits large pieces are given back at once.

#[cfg(all(target_os = "linux", target_env = "gnu"))]
use crate::guard::system::mapped_limit;

/// From this size on a piece of memory is asked for, and given back, by itself.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE: i32 = 128 << 10;

/// Fixes the limits. To be called when the program starts.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
pub fn give_back() {
    // SAFETY: this sets numbers that the allocator looks at; it may be called at any time, and touches no memory of ours.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
        libc::mallopt(libc::M_TRIM_THRESHOLD, 8 * LARGE);
        if mapped_limit().is_some() {
            // Each arena of a thread maps many megabytes that it may never use.
            libc::mallopt(libc::M_ARENA_MAX, 1);
        }
    }
}

/// Gives back what is free now, also small pieces.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
pub fn trim() {
    // SAFETY: the allocator may be asked at any time; what is in use stays.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Other systems' allocators give memory back by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_back() {}

/// See above.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn trim() {}
