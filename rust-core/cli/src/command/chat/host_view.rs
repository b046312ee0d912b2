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
    /// If the output cannot be written.
    fn show(&mut self, event: &SessionEvent, now: &Snapshot, console: &mut Console) -> Result;

    /// Nothing happened for a while.
    fn idle(&mut self, _now: &Snapshot, _console: &mut Console) {}

    /// Everything that was running has ended.
    ///
    /// # Errors
    /// If the output cannot be written.
    fn settled(&mut self, _console: &mut Console) -> Result {
        Ok(())
    }

    /// Shows what a call in a dry run would do.
    ///
    /// # Errors
    /// If the output cannot be written.
    fn foresee(&mut self, _preview: &Preview, _console: &mut Console) -> Result {
        Ok(())
    }

    /// Asks whether a call may run; `tool` is its tool if that still exists. Shows what it would do
    /// if that is known.
    ///
    /// # Errors
    /// If the terminal cannot be read.
    fn ask(
        &mut self,
        call: &Call,
        tool: Option<&Tool>,
        preview: Option<&Preview>,
        console: &mut Console,
    ) -> Result<Approval>;
}
