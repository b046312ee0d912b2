//! The system's allocator, with a count of the bytes that are in use.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicIsize, AtomicU64, Ordering};

/// Counts only while it is switched on, so that it costs nothing when time is measured.
pub(crate) struct Counting;

static COUNTS: AtomicBool = AtomicBool::new(false);
static IN_USE: AtomicIsize = AtomicIsize::new(0);
static TAKEN: AtomicU64 = AtomicU64::new(0);

#[allow(dead_code, reason = "not every test looks while it goes on")]
impl Counting {
    /// Counts from now on.
    pub(crate) fn begin() {
        IN_USE.store(0, Ordering::SeqCst);
        COUNTS.store(true, Ordering::SeqCst);
    }

    /// Bytes that are in use and were not when the count began.
    pub(crate) fn in_use() -> u64 {
        u64::try_from(IN_USE.load(Ordering::SeqCst)).unwrap_or(0)
    }

    /// All bytes that were ever asked for while it counted, those given back
    /// included.
    pub(crate) fn taken() -> u64 {
        TAKEN.load(Ordering::SeqCst)
    }
}

/// Runs `work` and returns what it made, and by how many bytes the heap has
/// grown since it began. Only one of these runs at a time.
#[allow(dead_code, reason = "not every test looks at what is left")]
pub(crate) fn heap_of<T>(work: impl FnOnce() -> T) -> (T, usize) {
    IN_USE.store(0, Ordering::SeqCst);
    COUNTS.store(true, Ordering::SeqCst);
    let made = work();
    COUNTS.store(false, Ordering::SeqCst);
    (made, usize::try_from(IN_USE.load(Ordering::SeqCst)).unwrap_or(0))
}

fn note(bytes: usize, sign: isize) {
    if COUNTS.load(Ordering::Relaxed) {
        IN_USE.fetch_add(sign * bytes as isize, Ordering::Relaxed);
        if sign > 0 {
            TAKEN.fetch_add(bytes as u64, Ordering::Relaxed);
        }
    }
}

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size(), 1);
        // SAFETY: the caller keeps the promises of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        note(layout.size(), -1);
        // SAFETY: the pointer came from the system's allocator, see above.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note(layout.size(), -1);
        note(size, 1);
        // SAFETY: the pointer came from the system's allocator, see above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}
