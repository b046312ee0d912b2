//! How calls that wait hand something to the host's thread: hand-written synchronization.
//!
//! As in `vibeue_core::handover`, the file here is written against `sync`, and `tests/handover` of
//! the core compiles it against `loom`.

mod errands;

pub(crate) use errands::{Ended, Errands};

/// The primitives used here; `tests/handover` of the core replaces them with loom's.
mod sync {
    pub(super) use std::sync::{Condvar, Mutex, MutexGuard};
}
