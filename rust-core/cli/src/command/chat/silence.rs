//! A terminal that does not show what is typed.

use std::sync::{Mutex, PoisonError};

use super::terminal::{self, Modes};

/// While it is held, what is typed is kept for the next line and not shown: it would interrupt the
/// answer that is being written.
#[derive(Debug)]
pub(super) struct Silence(());

/// How the terminal was before, while one is held.
static BEFORE: Mutex<Option<Modes>> = Mutex::new(None);

impl Silence {
    /// Begins, if standard input is a terminal that supports it.
    pub(super) fn begin() -> Self {
        let mut before = BEFORE.lock().unwrap_or_else(PoisonError::into_inner);
        if before.is_none() {
            *before = terminal::hide_typing();
        }
        Self(())
    }

    /// Ends at once, even while one is held; for a program that is about to end.
    pub(super) fn end_all() {
        let before = BEFORE.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(before) = before {
            terminal::show_typing(&before);
        }
    }
}

impl Drop for Silence {
    fn drop(&mut self) {
        Self::end_all();
    }
}
