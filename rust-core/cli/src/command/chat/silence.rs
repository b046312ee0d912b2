//! A terminal that does not show what is typed.

use std::sync::{Mutex, PoisonError};

use self::system::Modes;

/// While it is held, what is typed is kept for the next line and not shown: it
/// would tear the answer that is being written.
#[derive(Debug)]
pub(super) struct Silence(());

/// How the terminal was before, while one is held.
static BEFORE: Mutex<Option<Modes>> = Mutex::new(None);

impl Silence {
    /// Begins, where standard input is a terminal that can do so.
    pub(super) fn begin() -> Self {
        let mut before = BEFORE.lock().unwrap_or_else(PoisonError::into_inner);
        if before.is_none() {
            *before = system::silence();
        }
        Self(())
    }

    /// Ends at once, whoever holds one; for a program that is about to end.
    pub(super) fn end_all() {
        let before = BEFORE.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(before) = before {
            system::restore(&before);
        }
    }
}

impl Drop for Silence {
    fn drop(&mut self) {
        Self::end_all();
    }
}

#[cfg(unix)]
mod system {
    use std::io;

    use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

    pub(super) type Modes = Termios;

    pub(super) fn silence() -> Option<Modes> {
        let before = tcgetattr(io::stdin()).ok()?;
        let mut modes = before.clone();
        modes.local_modes.remove(LocalModes::ECHO);
        tcsetattr(io::stdin(), OptionalActions::Now, &modes).ok()?;
        Some(before)
    }

    pub(super) fn restore(before: &Modes) {
        // Where that fails the terminal is gone.
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, before);
    }
}

/// Other systems show what is typed only while somebody reads it.
#[cfg(not(unix))]
mod system {
    #[derive(Debug)]
    pub(super) enum Modes {}

    pub(super) fn silence() -> Option<Modes> {
        None
    }

    pub(super) fn restore(before: &Modes) {
        match *before {}
    }
}
