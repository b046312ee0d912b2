//! How a chat shows itself.

use vibeue_core::session::live::{Approval, SessionEvent, Snapshot};

use crate::console::Console;
use crate::failure::Result;

/// How a chat shows itself: a stream of JSON, or a terminal.
pub(super) trait Face {
    /// Shows one event.
    ///
    /// # Errors
    /// When the output cannot be written.
    fn show(&mut self, event: &SessionEvent, now: &Snapshot, console: &mut Console) -> Result;

    /// Nothing happened for a while.
    fn idle(&mut self, _now: &Snapshot, _console: &mut Console) {}

    /// Everything that was under way has ended.
    ///
    /// # Errors
    /// When the output cannot be written.
    fn settled(&mut self, _console: &mut Console) -> Result {
        Ok(())
    }

    /// Asks whether a call may run.
    ///
    /// # Errors
    /// When the terminal cannot be read.
    fn ask(&mut self, name: &str, arguments: &str, console: &mut Console) -> Result<Approval>;
}
