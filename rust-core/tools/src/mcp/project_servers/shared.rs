//! State shared by those who show the servers and the thread that starts them.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::shelf::Shelf;
use crate::mcp::servers::Bell;

/// The shared state.
pub(super) struct Shared {
    shelf: Mutex<Shelf>,
    changes: AtomicU64,
    closing: AtomicBool,
    bell: Bell,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").field("changes", &self.changes).finish_non_exhaustive()
    }
}

impl Shared {
    /// Creates it without servers.
    pub(super) fn new(bell: Bell) -> Self {
        Self {
            shelf: Mutex::default(),
            changes: AtomicU64::new(0),
            closing: AtomicBool::new(false),
            bell,
        }
    }

    pub(super) fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a change and notifies the host.
    pub(super) fn notify(&self) {
        self.changes.fetch_add(1, Ordering::Release);
        (self.bell)();
    }

    pub(super) fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Acquire)
    }

    /// How many changes there were.
    pub(super) fn changes(&self) -> u64 {
        self.changes.load(Ordering::Acquire)
    }

    /// From now on nothing more is started.
    pub(super) fn close(&self) {
        self.closing.store(true, Ordering::Release);
    }
}
