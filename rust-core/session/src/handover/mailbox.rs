//! Passes letters from one thread to another, which reads them when it likes.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::PoisonError;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use super::sync::{AtomicUsize, Condvar, Mutex, MutexGuard, Ordering};

/// What is in a mailbox, and how it is taken out.
pub(crate) trait Letters {
    /// What is taken out.
    type Letter;

    /// Takes the next letter.
    fn take(&mut self) -> Option<Self::Letter>;

    /// How many are left to take.
    fn unread(&self) -> usize;
}

/// Called when a letter arrives and there was none before.
pub(crate) type Bell = Box<dyn Fn() + Send + Sync>;

/// Letters on their way from writers, which never wait, to readers that look,
/// sleep or are woken.
///
/// Whether there is something to read, who waits for it and whether the box is closed are under one
/// lock: a reader that finds nothing is registered before a writer can look for readers to wake.
/// The number of unread letters is also kept outside of the lock, for a reader that only looks.
pub(crate) struct Mailbox<L> {
    unread: AtomicUsize,
    inner: Mutex<Inner<L>>,
    arrived: Condvar,
    bell: Option<Bell>,
}

struct Inner<L> {
    letters: L,
    closed: bool,
    /// Readers in [`Mailbox::next_timeout`]. Waking goes through the operating
    /// system, even when nobody sleeps: too expensive for every word.
    sleeping: usize,
    /// Readers in [`Mailbox::poll_next`]; some may have given up meanwhile.
    polling: Vec<Waker>,
}

impl<L: Letters> Mailbox<L> {
    /// Creates a mailbox. The bell is rung outside of the lock, once the letter is in the box,
    /// whenever there was none before.
    pub(crate) fn new(letters: L, bell: Option<Bell>) -> Self {
        let inner = Inner { letters, closed: false, sleeping: 0, polling: Vec::new() };
        Self {
            unread: AtomicUsize::new(0),
            inner: Mutex::new(inner),
            arrived: Condvar::new(),
            bell,
        }
    }

    /// Takes the next letter, if there is one. Costs one atomic load when
    /// there is none.
    pub(crate) fn try_next(&self) -> Option<L::Letter> {
        if self.unread() == 0 {
            return None;
        }
        self.take(&mut self.lock())
    }

    /// Takes the next letter; waits for one at most this long. `None` if none came, or if the box
    /// is closed and empty.
    pub(crate) fn next_timeout(&self, wait: Duration) -> Option<L::Letter> {
        let until = Instant::now().checked_add(wait);
        let mut inner = self.lock();
        loop {
            if let Some(letter) = self.take(&mut inner) {
                return Some(letter);
            }
            if inner.closed {
                return None;
            }
            let left = match until {
                None => Duration::MAX,
                Some(until) => until.checked_duration_since(Instant::now())?,
            };
            inner.sleeping += 1;
            inner =
                self.arrived.wait_timeout(inner, left).unwrap_or_else(PoisonError::into_inner).0;
            inner.sleeping -= 1;
        }
    }

    /// Takes the next letter, or has the task woken when one comes. `Ready(None)` if the box is
    /// closed and empty.
    pub(crate) fn poll_next(&self, context: &mut Context<'_>) -> Poll<Option<L::Letter>> {
        let mut inner = self.lock();
        if let Some(letter) = self.take(&mut inner) {
            return Poll::Ready(Some(letter));
        }
        if inner.closed {
            return Poll::Ready(None);
        }
        if !inner.polling.iter().any(|waker| waker.will_wake(context.waker())) {
            inner.polling.push(context.waker().clone());
        }
        Poll::Pending
    }

    /// How many letters are unread.
    pub(crate) fn unread(&self) -> usize {
        self.unread.load(Ordering::Acquire)
    }

    /// Changes what is in the box, unless it is closed, and wakes the thread
    /// that waits.
    pub(crate) fn change(&self, change: impl FnOnce(&mut L)) {
        self.change_and(false, change);
    }

    /// Puts the last letters in and closes the box: waiting readers return once all is read, and
    /// nothing more can be put in.
    pub(crate) fn close(&self, last: impl FnOnce(&mut L)) {
        self.change_and(true, last);
    }

    fn change_and(&self, close: bool, change: impl FnOnce(&mut L)) {
        let (was_empty, sleeping, polling);
        {
            let mut inner = self.lock();
            if inner.closed {
                return;
            }
            was_empty = inner.letters.unread() == 0;
            change(&mut inner.letters);
            inner.closed = close;
            self.count(&inner);
            sleeping = inner.sleeping > 0;
            polling = std::mem::take(&mut inner.polling);
        }
        if sleeping {
            self.arrived.notify_all();
        }
        polling.into_iter().for_each(Waker::wake);
        if was_empty && let Some(bell) = &self.bell {
            // A host's mistake must not end the session.
            let _ = catch_unwind(AssertUnwindSafe(bell));
        }
    }

    fn take(&self, inner: &mut Inner<L>) -> Option<L::Letter> {
        let letter = inner.letters.take();
        self.count(inner);
        letter
    }

    /// Under the lock, so that the number is never outdated.
    fn count(&self, inner: &Inner<L>) {
        self.unread.store(inner.letters.unread(), Ordering::Release);
    }

    fn lock(&self) -> MutexGuard<'_, Inner<L>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
