//! How many calls go on at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A bounded number of places.
#[derive(Debug, Clone)]
pub(super) struct Slots {
    taken: Arc<AtomicUsize>,
    most: usize,
}

/// One place, until it is dropped.
#[derive(Debug)]
pub(super) struct Slot(Arc<AtomicUsize>);

impl Slots {
    pub(super) fn new(most: usize) -> Self {
        Self { taken: Arc::default(), most }
    }

    /// Tells whether any is taken.
    pub(super) fn is_any_taken(&self) -> bool {
        self.taken.load(Ordering::Acquire) > 0
    }

    /// Takes one; `None` where all are taken.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_free_again_when_it_was_left() {
        let slots = Slots::new(2);
        let (first, second) = (slots.take(), slots.take());
        assert!(first.is_some() && second.is_some() && slots.take().is_none());
        drop(first);
        assert!(slots.take().is_some_and(|_| slots.take().is_none()));
        assert!(slots.take().is_some());
    }
}
