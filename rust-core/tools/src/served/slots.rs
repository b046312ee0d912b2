//! Limits the number of simultaneous calls.

use std::sync::Arc;

use super::sync::{AtomicUsize, Ordering};

/// A limited number of slots.
///
/// They are counted only by read-modify-writes: two threads never share a slot, and a thread that
/// takes one, or finds none taken, sees what was done in those that were released before.
#[derive(Debug, Clone)]
pub(super) struct Slots {
    taken: Arc<AtomicUsize>,
    most: usize,
}

/// One slot, until it is dropped.
#[derive(Debug)]
pub(super) struct Slot(Arc<AtomicUsize>);

impl Slots {
    pub(super) fn new(most: usize) -> Self {
        Self { taken: Arc::new(AtomicUsize::new(0)), most }
    }

    /// Returns whether any is taken.
    pub(super) fn is_any_taken(&self) -> bool {
        self.taken.load(Ordering::Acquire) > 0
    }

    /// Takes one; `None` if all are taken.
    pub(super) fn take(&self) -> Option<Slot> {
        let more = |taken: usize| (taken < self.most).then_some(taken + 1);
        self.taken
            .fetch_update(Ordering::AcqRel, Ordering::Acquire, more)
            .is_ok()
            .then(|| Slot(Arc::clone(&self.taken)))
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}
