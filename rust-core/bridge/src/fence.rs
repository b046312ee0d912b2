//! The fence that no panic crosses.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::ffi::ffi::{Status, StatusCode};
use crate::listen;
use crate::status;

thread_local! {
    static CALLS: Cell<u64> = const { Cell::new(0) };
}

/// How many calls this thread has made across the border so far.
pub(crate) fn calls_made() -> u64 {
    CALLS.get()
}

/// Does some work; if it panics, returns `instead` of the panic's status.
///
/// The core guards itself against what a panic leaves half done: its state lives on a thread of its
/// own, which this call only sends to or reads from.
pub(crate) fn fenced<T>(instead: impl FnOnce(Status) -> T, work: impl FnOnce() -> T) -> T {
    listen::begin();
    CALLS.set(CALLS.get() + 1);
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => done,
        Err(panic) => instead(internal(&*panic)),
    }
}

/// Does some work whose outcome is a status.
pub(crate) fn fenced_status(work: impl FnOnce() -> Result<(), Status>) -> Status {
    fenced(|panicked| panicked, || work().err().unwrap_or_else(status::ok))
}

fn internal(panic: &(dyn Any + Send)) -> Status {
    let message = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("it did not say why");
    Status {
        code: StatusCode::Internal,
        message: format!("a bug in VibeUE stopped this call: {message}"),
        hint: "everything so far is safe on disk; please report this with the log".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_status_with_its_words() {
        let status = fenced_status(|| panic!("number {}", 7));
        assert_eq!(
            (status.code, status.message.as_str()),
            (StatusCode::Internal, "a bug in VibeUE stopped this call: number 7")
        );
    }

    #[test]
    fn calls_are_counted_for_each_thread() {
        let before = calls_made();
        fenced(|_| (), || fenced(|_| (), || ()));
        std::thread::spawn(|| fenced(|_| (), || ())).join().unwrap();
        assert_eq!(calls_made() - before, 2);
    }

    #[test]
    fn a_panic_that_says_nothing_is_a_status_too() {
        let status = fenced_status(|| std::panic::panic_any(7_u8));
        assert!(status.message.ends_with("it did not say why"), "{}", status.message);
    }
}
