//! Restores the terminal as it was before the chat.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::OnceLock;

pub(super) use self::system::Modes;

/// How the terminal was when the chat began.
static ORIGINAL: OnceLock<Option<Modes>> = OnceLock::new();

/// Notes how the terminal is now, before anything changes it.
pub(super) fn remember() {
    ORIGINAL.get_or_init(system::read);
}

/// Restores the terminal's input modes, whatever the line editor or an answer that is being written
/// has changed; for a program that ends at once.
pub(super) fn restore() {
    if let Some(original) = ORIGINAL.get().and_then(Option::as_ref) {
        system::write(original);
    }
}

/// Restores the terminal's output: pasted text is no longer marked, colours end, and the shell's
/// prompt gets a line of its own. Must not be called if another thread may be in the middle of
/// writing.
pub(super) fn tidy() {
    let mut out = io::stdout();
    if ORIGINAL.get().is_some_and(Option::is_some) && out.is_terminal() {
        // If this fails, the terminal is gone.
        let _ = out.write_all(b"\x1b[?2004l\x1b[0m\r\n").and_then(|()| out.flush());
    }
}

/// Stops showing what is typed; returns how the terminal was before.
pub(super) fn hide_typing() -> Option<Modes> {
    let before = system::read()?;
    system::write(&system::hidden(&before)?).then_some(before)
}

/// Restores the terminal as it was before [`hide_typing`].
pub(super) fn show_typing(before: &Modes) {
    system::write(before);
}

#[cfg(unix)]
mod system {
    use std::io;

    use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

    pub(in super::super) type Modes = Termios;

    pub(super) fn read() -> Option<Modes> {
        tcgetattr(io::stdin()).ok()
    }

    /// Returns whether it could be done; if not, the terminal is gone.
    pub(super) fn write(modes: &Modes) -> bool {
        tcsetattr(io::stdin(), OptionalActions::Now, modes).is_ok()
    }

    pub(super) fn hidden(modes: &Modes) -> Option<Modes> {
        let mut hidden = modes.clone();
        hidden.local_modes.remove(LocalModes::ECHO);
        Some(hidden)
    }
}

/// Other systems show what is typed only while it is being read.
#[cfg(not(unix))]
mod system {
    #[derive(Debug)]
    pub(in super::super) enum Modes {}

    pub(super) fn read() -> Option<Modes> {
        None
    }

    pub(super) fn write(modes: &Modes) -> bool {
        match *modes {}
    }

    pub(super) fn hidden(modes: &Modes) -> Option<Modes> {
        match *modes {}
    }
}
