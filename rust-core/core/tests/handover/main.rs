//! The protocols by which threads hand things to each other, in every order
//! that the memory model allows.
//!
//! The sources of `vibeue_core::handover`, of the slots for calls in `tools`, and of the errands in
//! the bridge, are compiled a second time here, with loom's atomics, locks and threads instead of
//! the standard library's. Loom runs each test once for every order of the threads and for every
//! older value that a load may still see, and reports a deadlock if nobody can go on. `broken` has
//! the same protocols with one mistake each: loom must find all of them, or it proves nothing about
//! the others.

#![allow(dead_code, unreachable_pub, reason = "the sources are whole, a test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod asking;
mod broken;
mod letters;
mod places;
mod reading;
mod tidying;
mod waking;

#[path = "../../../session/src/handover/beside.rs"]
mod beside;
#[path = "../../../bridge/src/handover/errands.rs"]
mod errands;
#[path = "../../../session/src/handover/mailbox.rs"]
mod mailbox;
#[path = "../../../session/src/handover/signal.rs"]
mod signal;
#[path = "../../../tools/src/served/slots.rs"]
mod slots;
#[path = "../../../session/src/handover/tray.rs"]
mod tray;

/// The primitives of the protocols, from loom.
mod sync {
    use std::io;

    pub(super) use loom::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    pub(super) use loom::sync::{Condvar, Mutex, MutexGuard};
    pub(super) use loom::thread::JoinHandle;

    pub(super) fn spawn(
        _name: &str,
        work: impl FnOnce() + Send + 'static,
    ) -> io::Result<JoinHandle<()>> {
        Ok(loom::thread::spawn(work))
    }

    /// Loom's threads do not tell; the handle is kept then.
    pub(super) fn is_finished(_thread: &JoinHandle<()>) -> bool {
        false
    }
}

/// Returns whether loom finds an order in which a model fails.
fn fails(model: impl Fn() + Sync + Send + 'static) -> bool {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| loom::model(model))).is_err()
}
