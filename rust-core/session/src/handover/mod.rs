//! How threads hand things to each other: hand-written synchronization.
//!
//! The files here are written against `sync`, so that `tests/handover` can compile the same files
//! against `loom`, which tries every order that the memory model allows. What is proved there is
//! the code that ships.

mod beside;
mod mailbox;
mod signal;
mod tray;

pub use beside::Beside;
pub(crate) use mailbox::{Bell, Letters, Mailbox};
pub use signal::Signal;
pub use tray::Tray;

/// The primitives used here; `tests/handover` replaces them with loom's.
mod sync {
    use std::io;

    pub(super) use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    pub(super) use std::sync::{Condvar, Mutex, MutexGuard};
    pub(super) use std::thread::JoinHandle;

    pub(super) fn spawn(
        name: &str,
        work: impl FnOnce() + Send + 'static,
    ) -> io::Result<JoinHandle<()>> {
        std::thread::Builder::new().name(name.to_owned()).spawn(work)
    }

    pub(super) fn is_finished(thread: &JoinHandle<()>) -> bool {
        thread.is_finished()
    }
}
