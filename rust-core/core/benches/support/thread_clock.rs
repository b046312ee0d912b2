//! The time that a thread has worked.

use std::time::Duration;

/// How long a piece of work keeps this thread busy.
pub(crate) fn time<T>(work: impl FnOnce() -> T) -> Duration {
    let start = now();
    std::hint::black_box(work());
    now().saturating_sub(start)
}

/// The time that this thread has worked.
#[cfg(unix)]
fn now() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a value of the type that the call fills.
    let failed = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    assert_eq!(failed, 0, "the system has no clock for threads");
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Elsewhere the time of day must do.
#[cfg(not(unix))]
fn now() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
