//! Items that any thread adds and one thread collects from time to time.

use std::collections::VecDeque;
use std::sync::PoisonError;

use super::sync::{AtomicBool, Mutex, Ordering};

/// Items that any thread adds and one thread collects from time to time; the oldest are dropped if
/// none are collected.
///
/// The flag that spares an idle check the lock is changed only under it, so it is never down while
/// something is there.
#[derive(Debug)]
pub struct Tray<T> {
    capacity: usize,
    waiting: AtomicBool,
    things: Mutex<VecDeque<T>>,
}

impl<T> Tray<T> {
    /// Creates an empty one that holds at most this many items.
    pub fn new(capacity: usize) -> Self {
        let things = Mutex::new(VecDeque::new());
        Self { capacity, waiting: AtomicBool::new(false), things }
    }

    /// Adds an item.
    pub fn put(&self, thing: T) {
        let mut things = self.things.lock().unwrap_or_else(PoisonError::into_inner);
        if things.len() >= self.capacity {
            things.pop_front();
        }
        things.push_back(thing);
        self.waiting.store(true, Ordering::Release);
    }

    /// Takes everything. Costs one atomic load if there is nothing.
    pub fn take(&self) -> Vec<T> {
        if !self.waiting.load(Ordering::Acquire) {
            return Vec::new();
        }
        let mut things = self.things.lock().unwrap_or_else(PoisonError::into_inner);
        self.waiting.store(false, Ordering::Release);
        things.drain(..).collect()
    }
}
