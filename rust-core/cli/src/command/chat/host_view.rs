//! Where a chat is shown.

use vibeue_core::session::live::{SessionEvent, Snapshot};
use vibeue_core::tools::{Approval, Call, Preview, Tool};

use crate::console::Console;
use crate::failure::Result;

/// How a chat shows itself: a stream of JSON, or a terminal.
pub(super) trait HostView {
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

    /// Shows what a call would do that is not done.
    ///
    /// # Errors
    /// When the output cannot be written.
    fn foresee(&mut self, _preview: &Preview, _console: &mut Console) -> Result {
        Ok(())
    }

    /// Asks whether a call may run, of a tool if that is still there; shows what it would do if
    /// that is known.
    ///
    /// # Errors
    /// When the terminal cannot be read.
    fn ask(
        &mut self,
        call: &Call,
        tool: Option<&Tool>,
        preview: Option<&Preview>,
        console: &mut Console,
    ) -> Result<Approval>;
}
